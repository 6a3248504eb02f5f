"""Words that a table added or banned for good, kept beside the word list as it was shipped.

One file a language in the user's data folder: a first line with its format and how often it was changed, then one word
a line, ``add<tab>word<tab>pronunciations`` (codes, apart by blanks) or ``ban<tab>word<tab>``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from voicegame.errors import UserError
from voicegame.lexicon.lexicon import BLOCKED, LONGEST, Columns, Lexicon
from voicegame.lexicon.phonemes import CODES, encode
from voicegame.lexicon.spelling_rules import regular

#: Added words are as well known as these (SCOWL size), so that they are in every level.
SIZE = 10
#: Words of the list up to this size are in every level already.
_IN_EVERY_LEVEL = 35
_HEAD = re.compile(r"# voicegame words 1, changed (\d{1,9})\s*")
_LINE = re.compile(rf"add\t([a-z]+)\t([{CODES} ]*[{CODES}])|ban\t([a-z]+)\t?")
_MOST_SOUNDS = 4


@dataclass(frozen=True)
class TableWords:
    """What a table changed.

    added: word -> its pronunciations as codes, apart by blanks. banned: words.
    changes: how often it was changed: a part of the word list's version.
    problems: a sentence for each line of the file that was damaged, and left out.
    """

    added: Mapping[str, str] = field(default_factory=dict)
    banned: frozenset[str] = frozenset()
    changes: int = 0
    problems: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.banned)

    def version(self, shipped: str) -> str:
        """The version of the word list with these changes, such as ``en-2026.11.1+3``."""
        return f"{shipped}+{self.changes}" if self else shipped

    def add(self, word: str, sounds: Iterable[str]) -> TableWords:
        """The same with a word more."""
        added = {**self.added, word: " ".join(dict.fromkeys(sounds))}
        return replace(self, added=added, banned=self.banned - {word}, changes=self.changes + 1)

    def ban(self, word: str) -> TableWords:
        """The same with a word refused from now on."""
        added = {each: sounds for each, sounds in self.added.items() if each != word}
        return replace(self, added=added, banned=self.banned | {word}, changes=self.changes + 1)

    def forget(self, word: str) -> TableWords:
        """The same without a word; ``UserError`` if it was neither added nor banned."""
        if word not in self.added and word not in self.banned:
            raise UserError(f"{word} was neither added nor banned: 'voicegame lexicon list' says what was.")
        added = {each: sounds for each, sounds in self.added.items() if each != word}
        return replace(self, added=added, banned=self.banned - {word}, changes=self.changes + 1)

    def applied(self, columns: Columns) -> Columns:
        """The columns of a word list with these words in it."""
        if not self:
            return columns
        rows = {row[0]: row for row in zip(*columns, strict=True)}
        for word, sounds in self.added.items():
            _, size, known, families, flags = rows.get(word, (word, str(SIZE), "", "", ""))
            size = str(min(int(size), SIZE))
            said = " ".join(list(dict.fromkeys(f"{sounds} {known}".split()))[:_MOST_SOUNDS])
            rows[word] = (word, size, said, families, flags)
        for word in self.banned:
            _, size, known, families, flags = rows.get(word, (word, "99", "", "", ""))
            rows[word] = (word, size, known, families, flags + BLOCKED * (BLOCKED not in flags))
        return Columns(*zip(*(rows[word] for word in sorted(rows)), strict=True))


def path_in(folder: Path, language: str) -> Path:
    """Where a language's words are kept."""
    return folder / f"words.{language}.tsv"


def read(path: Path) -> TableWords:
    """The words kept in a file, none if there is no file. A damaged line is left out and named in ``problems``.

    Raises ``UserError`` if the file can't be read.
    """
    try:
        lines = path.read_bytes().decode("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return TableWords()
    except OSError as error:
        raise UserError(
            f"The table's words in {path} can't be read ({error.strerror}): check its permissions."
        ) from None
    head = _HEAD.fullmatch(lines[0]) if lines else None
    problems = [] if head else [f"{path.name}, line 1, is damaged: it says how often the file was changed."]
    added: dict[str, str] = {}
    banned: set[str] = set()
    for number, line in enumerate(lines[1:], start=2):
        match = _LINE.fullmatch(line)
        word = match and (match[1] or match[3])
        if not match or not word or not 2 <= len(word) <= LONGEST:
            problems.append(f"{path.name}, line {number} ({line[:30]!r}) is damaged and was skipped.")
        elif match[1]:
            added[word] = match[2]
        else:
            banned.add(word)
    return TableWords(added, frozenset(banned), int(head[1]) if head else 0, tuple(problems))


def write(path: Path, words: TableWords) -> None:
    """Keep the words; the file is whole at any moment. Raises ``UserError`` if it can't be written."""
    lines = [f"# voicegame words 1, changed {words.changes}\n"]
    lines += [f"add\t{word}\t{sounds}\n" for word, sounds in sorted(words.added.items())]
    lines += [f"ban\t{word}\t\n" for word in sorted(words.banned)]
    half = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with half.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except OSError as error:
        raise UserError(
            f"The table's words can't be kept in {path.parent} ({error.strerror}): "
            "make room there, or name another folder in VOICEGAME_DATA."
        ) from None


def to_change(path: Path) -> TableWords:
    """The words of a file that is to be written anew. Raises ``UserError`` if a line would be lost by that."""
    words = read(path)
    if words.problems:
        raise UserError(f"{words.problems[0].rstrip('.')}: mend or delete {path} before you change it.")
    return words


def check_word(text: str) -> str:
    """The word, lower case. Raises ``UserError`` for what can't be a word of a list."""
    word = text.strip().casefold()
    if not (word.isascii() and word.isalpha()):
        raise UserError(f"{text[:40]!r} is no word for the list: write it with letters from A to Z only.")
    if not 2 <= len(word) <= LONGEST:
        raise UserError(f"{text[:40]!r} is no word for the list: it needs 2 to {LONGEST} letters.")
    return word


def sounds_of(word: str, lexicon: Lexicon, like: str | None, sounds: str | None) -> tuple[str, ...]:
    """How a word that is to be added is said: ``sounds`` (ARPAbet), or as ``like``, or by regular rules.

    Raises ``UserError`` if neither says it, or there is nothing to add.
    """
    row = lexicon.row(word)
    if row is not None and lexicon.is_blocked(row):
        raise UserError(
            f"{word} is blocked, so it can't be added; if the table banned it, remove it from the list first."
        )
    if like is not None and sounds is not None:
        raise UserError("--like and --sounds both say how the word is said: give one of them.")
    if sounds is not None:
        return (_encoded(sounds),)
    if like is not None:
        model = lexicon.row(check_word(like))
        found = () if model is None else lexicon.pronunciations(model)
        if not found:
            raise UserError(f"How {like} is said isn't known either: name a word of the list, or use --sounds.")
        return found
    if row is not None and lexicon.sizes[row] <= _IN_EVERY_LEVEL:
        raise UserError(f"{word} is in the word list already: add it with --like or --sounds if you say it otherwise.")
    found = (() if row is None else lexicon.pronunciations(row)) or regular(word, lexicon)
    if not found:
        raise UserError(
            f"How {word} is said can't be told from its spelling: add --like WORD, or --sounds as in 'M AA1 R CH'."
        )
    return found


def _encoded(arpabet: str) -> str:
    try:
        codes = encode(arpabet.upper())
    except KeyError as error:
        raise UserError(f"--sounds: {error} is no ARPAbet symbol; write them as in 'M AA1 R CH'.") from None
    if not codes:
        raise UserError("--sounds is empty: write ARPAbet symbols, as in 'M AA1 R CH'.")
    return codes
