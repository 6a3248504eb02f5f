"""Where the data lies: inside an installed wheel, or beside the package in a source checkout."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
DATA = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

CONFIG = DATA / "config"
LEXICONS = DATA / "lexicons"

#: Names a folder to keep the user's own data in, instead of the system's place for it.
USER_DATA = "VOICEGAME_DATA"


def user_data() -> Path:
    """The folder of the user's own data, which need not exist yet."""
    named = os.environ.get(USER_DATA)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("voicegame", appauthor=False)
