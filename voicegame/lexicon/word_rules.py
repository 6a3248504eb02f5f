"""Which words are right in a game: letters in order (K6), a new root (K17), in the word list (K19)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicegame.lexicon.families import Link, link
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Refusal

BLOCKED_REASON = "that word is not allowed in this game"


def listed(word: str, lexicon: Lexicon) -> Refusal | None:
    """K19: why ``word``, as it was typed or heard, is not a word of the lexicon; None if it is.

    A blocked word is refused without being repeated.
    """
    row = lexicon.row(word)
    if row is not None and not lexicon.is_blocked(row):
        return None
    if lexicon.is_blocked_word(word.lower()):
        return Refusal("K19", BLOCKED_REASON)
    return Refusal("K19", _not_listed(word, lexicon))


def _not_listed(word: str, lexicon: Lexicon) -> str:
    if not word:
        return "no word was given"
    if any(letter.isspace() for letter in word):
        return f"{word} is more than one word"
    if "-" in word:
        return f"{word} has a hyphen"
    if "'" in word or "\u2019" in word:
        return f"{word} has an apostrophe"
    if any(letter.isdigit() for letter in word):
        return f"{word} has a digit"
    if not word.isascii() or not word.isalpha():
        return f"{word} has a sign that is not a letter from A to Z"
    if len(word) == 1:
        return f"{word.upper()} alone is a letter, not a word"
    if word.isupper():
        return f"{word} is written like an abbreviation"
    if word != word.lower():
        return f"{word} is written like a name"
    if lexicon.beyond_level(word):
        return f"{word} is too rare for this game's word list"
    return f"{word} is not in the word list"


def in_order(word: str, letters: tuple[str, ...]) -> bool:
    """K6: whether ``word`` holds ``letters`` in this order, others between or not."""
    rest = iter(word.lower())
    return all(letter.lower() in rest for letter in letters)


@dataclass(frozen=True)
class InOrder:
    """The rule of KIRDY: ``letters`` in order, and no root that a word of ``used`` has (a ``WordRule``).

    letters: one letter each, upper or lower case. used: the words taken in this turn, lower case.
    """

    letters: tuple[str, ...]
    used: tuple[str, ...] = ()

    def rows(self, lexicon: Lexicon) -> NDArray[np.intp]:
        """Rows of the lexicon's words that may be said now, ascending."""
        fitting = lexicon.containing(self.letters)
        if not self.used or not len(fitting):
            return fitting
        taken = np.concatenate([lexicon.same_root(word) for word in self.used])
        return np.setdiff1d(fitting, taken, assume_unique=False)

    def refusal(self, word: str, lexicon: Lexicon) -> Refusal | None:
        """Why ``word`` may not stand: K19 first, then K6, then K17; None if it may."""
        refused = listed(word, lexicon)
        if refused is not None:
            return refused
        if not in_order(word, self.letters):
            wanted = ", then ".join(letter.upper() for letter in self.letters)
            return Refusal("K6", f"{word} does not have {wanted}")
        for used in self.used:
            if word == used:
                return Refusal("K17", f"{word} has been said already")
            found = link(word, used, lexicon)
            if found is not None and found.kind == "same":
                return Refusal("K17", found.reason)
        return None

    def unsure_links(self, word: str, lexicon: Lexicon) -> tuple[Link, ...]:
        """Doubtful links of an accepted word with the words used, which the table may object to."""
        found = (link(word, used, lexicon) for used in self.used if used != word)
        return tuple(each for each in found if each is not None and each.kind == "unsure")
