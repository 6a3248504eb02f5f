"""The words of a language: sizes, sounds, families, and which of them hold given letters in order.

A lexicon is a folder with ``words.tsv`` (one word a line: word, SCOWL size, pronunciations, families, flags) and
``meta.json``; ``lexicons/en/build.py`` makes the English one. Rows are numbered in the order of the sorted words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import compress
from operator import lt
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from voicegame.errors import UserError
from voicegame.lexicon.families import kin, same_tokens
from voicegame.lexicon.phonemes import CODES
from voicegame.lexicon.sound_tree import SoundTree

#: Level -> the largest SCOWL size in it.
LEVELS: dict[str, int] = {"kids": 35, "everyday": 60, "full": 99}
#: Words up to this size are known to most grown-ups, so that they may be suggested (K20).
EVERYDAY_SIZE = 50

FORMAT = 1
BLOCKED, VULGAR = "b", "v"
_COLUMNS = 5
_LINE = re.compile(rf"[a-z]{{2,}}\t\d\d?\t[{CODES} ]*\t[a-z+=?>< ]*\t[{BLOCKED}{VULGAR}]*")
_FILE = re.compile(f"(?:{_LINE.pattern}\n)*")
#: The positions of a letter in a word are the bits of one machine word.
LONGEST = 63
_MOST_PROBLEMS = 20

Row = tuple[str, str, str, str, str]


class Columns(NamedTuple):
    """words.tsv column by column, all of one length."""

    words: Sequence[str]
    sizes: Sequence[str]
    sounds: Sequence[str]
    families: Sequence[str]
    flags: Sequence[str]


class Changes(Protocol):
    """What a table changed in a word list (:mod:`voicegame.lexicon.table_words`)."""

    def version(self, shipped: str) -> str:
        """The version of the list with the changes in it."""

    def applied(self, columns: Columns) -> Columns:
        """The columns with the changes in them."""


class Lexicon:
    """Words and what is known of each; made by :meth:`load`, then never changed.

    words: sorted, lower case, a to z.
    sizes: ``(N,)``, SCOWL's size of each word: the smaller, the better known.
    version: the data's, such as ``en-2026.11.1``.
    level: one of LEVELS.
    problems: a sentence for each damaged line that was skipped.
    """

    def __init__(
        self,
        rows: Sequence[Row] | Columns,
        *,
        version: str = "none",
        level: str = "full",
        problems: Iterable[str] = (),
    ) -> None:
        """``rows``: (word, size, pronunciations, families, flags), sorted by word, as in words.tsv."""
        columns = rows if isinstance(rows, Columns) else Columns(*(zip(*rows, strict=True) if rows else [()] * 5))
        self.version, self.level, self.problems = version, level, tuple(problems)
        flagged = [(word, flags) for word, flags in zip(columns.words, columns.flags, strict=True) if flags]
        self._blocked_words = frozenset(word for word, flags in flagged if BLOCKED in flags)
        sizes = np.fromiter(map(int, columns.sizes), dtype=np.uint8, count=len(columns.words))
        within = sizes <= LEVELS[level]
        # Words beyond the level are kept for what is said of them: word -> families column.
        self._beyond: dict[str, str] = {}
        if not within.all():
            for i in np.flatnonzero(~within).tolist():
                self._beyond[columns.words[i]] = columns.families[i]
            columns = Columns(*(list(compress(column, within)) for column in columns))
        self.words: list[str] = list(columns.words)
        self.sizes: NDArray[np.uint8] = sizes[within]
        self._sounds = columns.sounds
        self.families: Sequence[str] = columns.families
        self._rows = dict(zip(self.words, range(len(self.words)), strict=True))
        self._blocked = np.array(
            sorted(self._rows[word] for word in self._blocked_words if word in self._rows), dtype=np.intp
        )
        self._vulgar = frozenset(self._rows[word] for word, flags in flagged if VULGAR in flags and word in self._rows)

    @classmethod
    def load(cls, folder: Path, level: str = "full", changes: Changes | None = None) -> Lexicon:
        """The lexicon in ``folder`` up to ``level``, with what a table changed.

        A damaged line is skipped and named in ``problems``. Raises UserError if the level is unknown, or if the
        folder or a file in it is missing or of another format.
        """
        if level not in LEVELS:
            raise UserError(f"The lexicon level {level!r} is unknown; choose one of {', '.join(LEVELS)}.")
        version = _version(folder / "meta.json")
        columns, problems = _read(folder / "words.tsv")
        if changes is not None:
            version, columns = changes.version(version), changes.applied(columns)
        return cls(columns, version=version, level=level, problems=problems)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._rows

    def row(self, word: str) -> int | None:
        """The row of ``word`` (lower case), None if the lexicon lacks it."""
        return self._rows.get(word)

    def beyond_level(self, word: str) -> bool:
        """Whether ``word`` is known, but too rare for this level."""
        return word in self._beyond

    def family_tokens(self, word: str) -> str | None:
        """The families column of ``word``, at this level or beyond it; None for an unknown word."""
        row = self._rows.get(word)
        if row is not None:
            return self.families[row]
        return self._beyond.get(word)

    @cached_property
    def _family_rows(self) -> dict[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for row, tokens in enumerate(self.families):
            for token in tokens.split():
                rows.setdefault(token, []).append(row)
        return rows

    def same_root(self, word: str) -> NDArray[np.intp]:
        """Rows of the words that :func:`~voicegame.lexicon.families.link` calls the same root as ``word``, itself
        included, ascending; empty for a word that is neither known nor a root of one."""
        its = kin(word, self.family_tokens(word))
        found = {row for token in same_tokens(its) for row in self._family_rows.get(token, ())}
        # A word says neither that it is a form of itself nor that it belongs to the family of its own name.
        named = its.own | its.first | its.later
        plain = {name for name in named if name in kin(name, self.family_tokens(name)).own}
        found |= {self._rows[name] for name in plain | its.forms if name in self._rows}
        return np.array(sorted(found), dtype=np.intp)

    # Letters (K6)

    @cached_property
    def _positions(self) -> NDArray[np.uint64]:
        """``(26, N)``: bit p of ``[letter, row]`` says that the row's word has the letter at position p."""
        spelt = np.array(self.words, dtype=np.bytes_)
        letters = spelt.view(np.uint8).reshape(len(self.words), -1) if self.words else np.zeros((0, 1), np.uint8)
        width = np.uint32 if letters.shape[1] <= 32 else np.uint64
        positions = np.zeros((26, len(self.words)), dtype=width)
        rows = np.arange(len(self.words))
        for place in range(letters.shape[1]):
            here = rows[letters[:, place] > 0]
            positions[letters[here, place] - ord("a"), here] |= width(1 << place)
        return positions

    @cached_property
    def _open(self) -> NDArray[np.bool_]:
        """``(N,)``: not blocked."""
        allowed = np.ones(len(self.words), dtype=np.bool_)
        allowed[self._blocked] = False
        return allowed

    def containing(self, letters: Sequence[str]) -> NDArray[np.intp]:
        """Rows of the words that hold ``letters`` in this order, others between or not (K6), blocked words left out.

        Two equal letters need two places. Letters may be upper or lower case; no letters: every word.
        Raises ValueError for what is not one letter from A to Z.
        """
        positions = self._positions
        rows = np.flatnonzero(self._open)
        earliest = None  # bit of the place where the letters so far can end at the earliest
        for letter in letters:
            index = ord(letter.lower()) - ord("a") if len(letter) == 1 else -1
            if not 0 <= index < 26:
                raise ValueError(f"{letter!r} is not a letter from A to Z")
            places = positions[index][rows]
            if earliest is not None:
                # -(2b) has all bits above b and none up to it, in two's complement.
                places &= np.negative(earliest << places.dtype.type(1))
                found = places != 0
                rows, places = rows[found], places[found]
            else:
                found = places != 0
                rows, places = rows[found], places[found]
            earliest = places & np.negative(places)
        return rows

    # Sounds

    @cached_property
    def _spoken(self) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
        listed = [sounds.split(" ") if sounds else [] for sounds in self._sounds]
        flat = [sound for sounds in listed for sound in sounds]
        owners = np.repeat(np.arange(len(self.words), dtype=np.intp), [len(sounds) for sounds in listed])
        if not flat:
            return np.zeros((0, 1), dtype=np.uint8), owners
        return np.array(flat, dtype=np.bytes_).view(np.uint8).reshape(len(flat), -1), owners

    @property
    def sounds(self) -> NDArray[np.uint8]:
        """``(P, L)``: all pronunciations, a row of ASCII phoneme codes each, padded with zeros; lazily built."""
        return self._spoken[0]

    @cached_property
    def sound_tree(self) -> SoundTree:
        """The tree of :attr:`sounds`, made once for all who search it."""
        return SoundTree(self.sounds)

    @property
    def owners(self) -> NDArray[np.intp]:
        """``(P,)``: the row of the word that each of ``sounds`` belongs to, ascending."""
        return self._spoken[1]

    def pronunciations(self, row: int) -> tuple[str, ...]:
        """The pronunciations of a row's word as code strings, the usual one first; empty if none is known."""
        return tuple(self._sounds[row].split())

    def homophones(self, word: str) -> tuple[str, ...]:
        """The other words that share a pronunciation with ``word``, sorted; empty for an unknown word."""
        row = self._rows.get(word)
        if row is None:
            return ()
        sounds, owners = self._spoken
        each = sounds.view(f"S{sounds.shape[1]}").ravel()
        # Comparing all takes a millisecond; a dictionary of them would take 30 MB.
        alike = [owners[each == sound.encode()] for sound in self.pronunciations(row)]
        return tuple(self.words[other] for other in np.unique(np.concatenate(alike)) if other != row) if alike else ()

    # Flags

    def is_blocked(self, row: int) -> bool:
        """A slur: it can be heard, but is refused and never repeated."""
        return self.words[row] in self._blocked_words

    def is_blocked_word(self, word: str) -> bool:
        """The same for a spelling, at any level."""
        return word in self._blocked_words

    def is_vulgar(self, row: int) -> bool:
        """A swear word: accepted, but never suggested nor used as an example."""
        return row in self._vulgar

    def is_everyday(self, row: int) -> bool:
        """Known to most people and fit to be suggested (K20)."""
        return bool(self.sizes[row] <= EVERYDAY_SIZE) and not self.is_vulgar(row) and not self.is_blocked(row)


def _version(path: Path) -> str:
    remedy = "run 'python lexicons/en/build.py' or install the program again"
    try:
        meta = json.loads(path.read_text(encoding="utf-8"))
        form, version = meta["format"], str(meta["version"])
    except OSError:
        raise UserError(f"The lexicon file {path} cannot be read; {remedy}.") from None
    except (ValueError, KeyError, TypeError):
        raise UserError(f"The lexicon file {path} is damaged; {remedy}.") from None
    if form != FORMAT:
        raise UserError(f"The lexicon in {path.parent} has format {form}, not {FORMAT}; {remedy}.")
    return version


def _read(path: Path) -> tuple[Columns, list[str]]:
    """The lines of a words.tsv that are whole and in order, and a sentence for each other line."""
    try:
        text = path.read_bytes().decode("utf-8", errors="replace")
    except OSError:
        raise UserError(
            f"The lexicon file {path} cannot be read; run 'python lexicons/en/build.py' or install the program again."
        ) from None
    if _FILE.fullmatch(text):
        cells = text.replace("\n", "\t").split("\t")[:-1]
        columns = Columns(*(cells[i::_COLUMNS] for i in range(_COLUMNS)))
        if all(map(lt, columns.words, columns.words[1:])) and len(max(columns.words, key=len, default="")) <= LONGEST:
            return columns, []
    return _mend(text, path.name)


def _mend(text: str, name: str) -> tuple[Columns, list[str]]:
    """Line by line what :func:`_read` does at once for a file without fault."""
    rows: list[list[str]] = []
    problems: list[str] = []
    last = ""
    for number, line in enumerate(text.split("\n"), 1):
        word, _, rest = line.partition("\t")
        whole = _LINE.fullmatch(line) is not None and len(word) <= LONGEST
        if whole and last < word:
            rows.append([word, *rest.split("\t")])
            last = word
        elif line:
            fault = "is out of order" if whole else "is damaged"
            problems.append(f"{name}, line {number} ({line[:30]!r}) {fault} and was skipped.")
    if len(problems) > _MOST_PROBLEMS:
        more = len(problems) - _MOST_PROBLEMS
        problems = [*problems[:_MOST_PROBLEMS], f"{name}: {more} more lines are damaged and were skipped."]
    return Columns(*([row[i] for row in rows] for i in range(_COLUMNS))), problems
