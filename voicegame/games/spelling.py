"""From a word to tiles: plain capitals, what a hand can spell, and what a word is worth."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from voicegame.games.bag import Bag

WILD_PIPS = 1  # B3


def plain(word: str) -> str:
    """The word in capitals without accents, as tiles show it: "cœur" is COEUR."""
    whole = unicodedata.normalize("NFKD", word.upper().replace("Œ", "OE").replace("Æ", "AE"))
    return "".join(sign for sign in whole if not unicodedata.combining(sign))


@dataclass(frozen=True)
class Spelling:
    """Letters laid from a hand. tiles: those of the hand; wild: the letter that a wild tile stands for, if one does."""

    tiles: tuple[str, ...]
    wild: str | None = None


class CannotSpell(ValueError):
    """A hand lacks letters. missing: those that it lacks, beyond what one wild tile can stand for, in word order."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        super().__init__(f"the hand lacks {', '.join(missing)}")
        self.missing = missing


def spell(letters: str, hand: Bag, wilds: int, wild_for: str | None = None) -> Spelling:
    """How the hand lays these letters (capitals), with one wild tile at the most (B12).

    wild_for: the letter that the player wants a wild for, one of ``letters``; None: only for one that the hand lacks.
    :class:`CannotSpell` names every letter that the hand lacks.
    """
    wanted = letters.replace(wild_for, "", 1) if wild_for else letters
    left = Counter(dict(hand.contents))
    missing = []
    for letter in wanted:
        if left[letter]:
            left[letter] -= 1
        else:
            missing.append(letter)
    spare = 1 if wilds and not wild_for else 0
    if len(missing) > spare or (wild_for and not wilds):
        raise CannotSpell(tuple(missing) or (wild_for or "",))
    wild = wild_for or (missing[0] if missing else None)
    return Spelling(tuple(letters.replace(wild, "", 1) if wild else letters), wild)


def pips_of(tiles: Iterable[str], pips: Mapping[str, int], wilds: int = 0) -> int:
    """The pips on the tiles, and one on each wild (B3, B4)."""
    return sum(pips[tile] for tile in tiles) + wilds * WILD_PIPS


def price_of(pips: int) -> int:
    """Dollars for a set or a word with so many pips: their square (B8, B11)."""
    return pips * pips
