"""Where speech models lie that a user fetched, and which one serves a language.

A model is a folder called as its maker calls it, ``vosk-model-small-en-us-0.15``: the first part after
``vosk-model-`` and ``small-`` is its language.
"""

from __future__ import annotations

import re
from pathlib import Path

from voicegame.paths import DATA, user_data

_NAME = re.compile(r"vosk-model-(?:small-)?(?P<language>[a-z]{2,3})(?P<rest>[-_].*)?", re.IGNORECASE)
#: Vosk reads one of these, in the two layouts that its models have.
_ACOUSTIC = ("am/final.mdl", "final.mdl")
#: A model with one of these has its grammar built in; Vosk then ignores any other.
_STATIC = ("graph/HCLG.fst", "HCLG.fst")
#: The accent that the word list is said in, where a language has several.
_ACCENTS = {"en": "us"}


def folders() -> tuple[Path, ...]:
    """Where models are looked for: ``models`` in the user's data folder (they are put there), and beside the program.

    Neither need exist.
    """
    return user_data() / "models", DATA / "models"


def is_model(folder: Path) -> bool:
    """Whether a folder holds a model that Vosk can load."""
    return any((folder / name).is_file() for name in _ACOUSTIC)


def is_static(folder: Path) -> bool:
    """Whether a model has its grammar built in, so that it can't be told what is expected."""
    return any((folder / name).exists() for name in _STATIC)


def language_of(name: str) -> str | None:
    """The language of a model by its name ("en"), None if the name says none."""
    found = _NAME.fullmatch(name)
    return found["language"].lower() if found else None


def installed() -> list[Path]:
    """Every model, in the order of :func:`folders`, then by name."""
    found = []
    for folder in folders():
        try:
            inside = sorted(folder.iterdir())
        except OSError:
            continue
        found += [each.absolute() for each in inside if language_of(each.name) and is_model(each)]
    return found


def find(language: str) -> Path | None:
    """The model that serves a language best, as an absolute path; None if there is none.

    One that takes a grammar comes first, then one of the accent that the word list is said in, then the user's own.
    """
    fitting = [folder for folder in installed() if language_of(folder.name) == language.lower()]
    accent = _ACCENTS.get(language.lower())

    def rank(folder: Path) -> tuple[bool, bool]:
        spoken = _NAME.fullmatch(folder.name)
        parts = re.split(r"[-_]", (spoken["rest"] or "").lower()) if spoken else []
        return is_static(folder), accent is not None and accent not in parts

    return min(fitting, key=rank, default=None)
