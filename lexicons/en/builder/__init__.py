"""The steps that turn named inputs into ``lexicons/en``; run by ``build.py``, never imported while playing."""
