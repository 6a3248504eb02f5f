"""The commands ``voicegame lexicon``: each does one thing and returns what to say of it."""

from __future__ import annotations

from pathlib import Path

from voicegame.errors import UserError
from voicegame.lexicon import integrity, table_words
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.phonemes import decode
from voicegame.paths import LEXICONS, user_data

LANGUAGE = "en"


def _path() -> Path:
    return table_words.path_in(user_data(), LANGUAGE)


def add(text: str, like: str | None, sounds: str | None) -> str:
    """Add a word. Raises ``UserError`` if it can't be one, or how it is said isn't known."""
    word, words = table_words.check_word(text), table_words.to_change(_path())
    lexicon = Lexicon.load(LEXICONS / LANGUAGE, changes=words)
    ways = table_words.sounds_of(word, lexicon, like, sounds)
    table_words.write(_path(), words.add(word, ways))
    return f"{word} is good from now on, said {' or '.join(decode(way) for way in ways)}."


def ban(text: str) -> str:
    """Ban a word, whether the list holds it or not."""
    word, words = table_words.check_word(text), table_words.to_change(_path())
    if word in words.banned:
        return f"{word} is banned already."
    table_words.write(_path(), words.ban(word))
    return f"{word} is refused from now on."


def remove(text: str) -> str:
    """Take back what was said of a word. Raises ``UserError`` if nothing was."""
    word, words = table_words.check_word(text), table_words.to_change(_path())
    table_words.write(_path(), words.forget(word))
    return f"{word} is judged as in the list that was shipped."


def listed() -> list[str]:
    """A line a word, and the version that journals name."""
    words = table_words.read(_path())
    lines = [
        f"added {word}: {' or '.join(decode(way) for way in words.added[word].split())}" for word in sorted(words.added)
    ]
    lines += [f"banned {word}" for word in sorted(words.banned)]
    shipped = Lexicon.load(LEXICONS / LANGUAGE, "kids").version
    return [
        *words.problems,
        *(lines or ["Nothing was added or banned."]),
        f"The word list is {words.version(shipped)}.",
    ]


def check(folder: Path | None) -> tuple[str, list[str]]:
    """What a word list is, in a line, and its faults; without a folder, of the one in play and the table's words."""
    if folder is not None and _is_missing(folder / "meta.json"):
        raise UserError(
            f"{folder} holds no word list (it has no meta.json): name a folder like lexicons/en, or none for the one "
            "in play."
        )
    shown, found = integrity.faults(folder or LEXICONS / LANGUAGE)
    return shown, found if folder is not None else [*found, *table_words.read(_path()).problems]


def _is_missing(path: Path) -> bool:
    """Whether there is no such file; one that can't be seen is not missing."""
    try:
        path.stat()
    except OSError as error:
        return isinstance(error, (FileNotFoundError, NotADirectoryError))
    return False
