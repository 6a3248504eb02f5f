"""Which words a hand of letter tiles spells (B11, B12, V5): over the whole lexicon at once, and why one word is not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Refusal
from voicegame.lexicon.word_rules import listed

_A = ord("a")


class LetterCounts:
    """How often each letter stands in each word of a lexicon; about 4 MB for the full one.

    counts: shape ``(N, 26)``. sets: shape ``(N,)``, bit p is set if the word has the p-th letter of the alphabet.
    allowed: shape ``(N,)``, False for words that are never accepted.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        words = lexicon.words
        spelt = np.zeros((0, 1), np.uint8)
        if words:
            spelt = np.array(words, dtype=np.bytes_).view(np.uint8).reshape(len(words), -1)
        self.counts = np.zeros((len(words), 26), np.uint8)
        rows = np.arange(len(words))
        for place in range(spelt.shape[1]):
            here = rows[spelt[:, place] > 0]
            self.counts[here, spelt[here, place] - _A] += 1
        self.lengths = self.counts.sum(axis=1)
        self.sets = ((self.counts > 0) * (1 << np.arange(26, dtype=np.uint32))).sum(axis=1, dtype=np.uint32)
        self.allowed = np.array([not lexicon.is_blocked(int(row)) for row in rows], dtype=np.bool_)

    def spelt(self, letters: Iterable[str], spare: int) -> NDArray[np.intp]:
        """Rows of the words that these letters spell, but for ``spare`` (0 or 1) that may be lacking; ascending."""
        has = counts_of(letters)
        others = self.sets & ~_set_of(has)
        few = others == 0 if not spare else (others & (others - np.uint32(1))) == 0  # no bit, or one
        rows = np.flatnonzero(few & self.allowed)
        need = self.counts[rows].astype(np.int16) - has
        lacking: NDArray[np.int64] = np.maximum(need, 0).sum(axis=1)
        return rows[lacking <= spare]


_KNOWN: WeakKeyDictionary[Lexicon, LetterCounts] = WeakKeyDictionary()


def letter_counts(lexicon: Lexicon) -> LetterCounts:
    """The letter counts of a lexicon, made when they are first wanted."""
    if lexicon not in _KNOWN:
        _KNOWN[lexicon] = LetterCounts(lexicon)
    return _KNOWN[lexicon]


def counts_of(letters: Iterable[str]) -> NDArray[np.int16]:
    """How many there are of each letter, A to Z, upper or lower case; shape ``(26,)``."""
    counts = np.zeros(26, np.int16)
    for letter in letters:
        counts[ord(letter.lower()) - _A] += 1
    return counts


def _set_of(counts: NDArray[np.int16]) -> np.uint32:
    return np.uint32(sum(1 << int(place) for place in np.flatnonzero(counts)))


@dataclass(frozen=True)
class SpelledFrom:
    """The rule of BuyWord (a ``WordRule``): a word of the list that the hand spells, with one wild at the most.

    hand: a capital each. wilds: how many wild tiles there are. wild_for: the letter that the player wants a wild for,
    else it stands for a letter that the hand lacks (B12). shortest: letters.
    """

    hand: tuple[str, ...]
    wilds: int = 0
    wild_for: str | None = None
    shortest: int = 2

    def rows(self, lexicon: Lexicon) -> NDArray[np.intp]:
        """Rows of the words that may be sold, ascending."""
        known = letter_counts(lexicon)
        if self.wild_for is None:
            rows = known.spelt(self.hand, spare=min(self.wilds, 1))
        elif self.wilds:
            rows = known.spelt((*self.hand, self.wild_for), spare=0)
            rows = rows[known.counts[rows, ord(self.wild_for.lower()) - _A] > 0]
        else:
            return np.zeros(0, np.intp)
        enough: NDArray[np.intp] = rows[known.lengths[rows] >= self.shortest]
        return enough

    def refusal(self, word: str, lexicon: Lexicon) -> Refusal | None:
        """Why the word may not be sold: B19 first, then B12 and B11, naming the letters that are missing."""
        return not_listed(word, lexicon) or self._shortness(word) or self._lack(word)

    def _shortness(self, word: str) -> Refusal | None:
        if len(word) < self.shortest:
            return Refusal("B12", f"{word} has fewer than {self.shortest} letters")
        return None

    def _lack(self, word: str) -> Refusal | None:
        letters = word.upper()
        if self.wild_for is not None:
            if self.wild_for not in letters:
                return Refusal("B12", f"{word} does not need the {self.wild_for} that the wild was named for")
            letters = letters.replace(self.wild_for, "", 1)
        left = Counter(self.hand)
        missing: list[str] = []
        for letter in letters:
            if left[letter]:
                left[letter] -= 1
            else:
                missing.append(letter)
        spare = 1 if self.wilds and self.wild_for is None else 0
        if len(missing) > spare:
            if spare:
                reason = f"{word} needs {joined(missing)} beyond the hand, and a wild stands for only one"
                return Refusal("B12", reason)
            return Refusal("B11", f"{word} needs {joined(missing)}, which the hand lacks")
        if self.wild_for is not None and not self.wilds:
            return Refusal("B12", "there is no wild left in the hand")
        return None


#: A word with the place where it is to lie: "house at 0 3 down" (row, column).
AT_A_PLACE = re.compile(r"(\S+) at (-?\d{1,3}),? (-?\d{1,3}) (across|down)")

#: For a word, perhaps with its place: all the words that each possible lay makes, itself first.
Lays = Callable[[str], Iterable[Sequence[str]]]


@dataclass(frozen=True)
class Laid:
    """The rule of BuyWord's crossword (V5): a word of the list that has a place on the table.

    lays: where it may lie, and what that makes. lines: the letters that lie in each row and column of the table, of
    which a new word reuses some; the others come from the hand as in :class:`SpelledFrom`. None: no word lies yet.
    """

    spelled: SpelledFrom
    lays: Lays
    lines: tuple[tuple[str, ...], ...] = ()

    def rows(self, lexicon: Lexicon) -> NDArray[np.intp]:
        """Rows of the words whose letters the hand and a line of the table have.

        Whether one has a place as well is for :meth:`refusal`, which whoever accepts a word asks too.
        """
        if not self.lines:
            return self.spelled.rows(lexicon)
        known, spelled = letter_counts(lexicon), self.spelled
        spare = 1 if spelled.wilds else 0
        found = np.zeros(len(lexicon), np.bool_)
        for line in sorted({tuple(sorted(line)) for line in self.lines}):
            rows = known.spelt((*spelled.hand, *line), spare)
            found[rows[(known.sets[rows] & _set_of(counts_of(line))) != 0]] = True
        found &= known.lengths >= spelled.shortest
        if spelled.wild_for is not None:
            found &= known.counts[:, ord(spelled.wild_for.lower()) - _A] > 0
        return np.flatnonzero(found)

    def refusal(self, word: str, lexicon: Lexicon) -> Refusal | None:
        """Why the word, perhaps with its place ("house at 0 3 down"), may not be laid: B19, then B11, B12 and V5."""
        place = AT_A_PLACE.fullmatch(word)
        bare = place[1] if place else word
        refused = not_listed(bare, lexicon)
        if refused is not None:
            return refused
        unlisted = ""
        for words in self.lays(word):
            wrong = next((each for each in words[1:] if listed(each, lexicon) is not None), None)
            if wrong is None:
                return None
            unlisted = unlisted or wrong
        if unlisted:
            return Refusal("B19", f"{bare} would make {unlisted}, which is not in the word list")
        if not self.lines:
            first = Refusal("V5", f"{bare} must lie at 0 0 across, as the first word does")
            return self.spelled.refusal(bare, lexicon) or first
        return Refusal("V5", f"{bare} has no place {'there' if place else 'on the table'} with the letters of the hand")


def not_listed(word: str, lexicon: Lexicon) -> Refusal | None:
    """B19, which is K19: why the word is not one of the word list."""
    refused = listed(word, lexicon)
    return None if refused is None else Refusal("B19", refused.reason)


def joined(letters: Sequence[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    return letters[0] if len(letters) == 1 else f"{', '.join(letters[:-1])} and {letters[-1]}"
