"""Words, their sounds and families, and the judge that weighs evidence against what is expected."""
