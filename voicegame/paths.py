"""Where the data lies: inside an installed wheel, or beside the package in a source checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
DATA = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

CONFIG = DATA / "config"
LEXICONS = DATA / "lexicons"
