"""Where the data lies: inside an installed wheel, or beside the package in a source checkout."""

import os
from pathlib import Path

from voicegame.errors import UserError

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


def lexicon_folder(language: str) -> Path:
    """Where a language's word list is; UserError if there is none."""
    if not (LEXICONS / language).is_dir():
        known = " or ".join(sorted(path.name for path in LEXICONS.iterdir() if (path / "meta.json").is_file()))
        raise UserError(f"There is no word list for the language {language!r} yet: set language to {known}.")
    return LEXICONS / language
