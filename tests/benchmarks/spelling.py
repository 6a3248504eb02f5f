"""All words that a hand spells with one wild: over letter counts at once, against the plain way, a Counter a word."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from numpy.typing import NDArray

from tests.benchmarks.measure import versus
from voicegame.games.buyword_state import BAG
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.spelled import SpelledFrom, letter_counts

HANDS = 6  # the plain way takes most of a second for each


def run(lexicon: Lexicon) -> None:
    """Hands of eight tiles out of BuyWord's bag, and a wild."""
    random = Random(1)
    hands = [tuple(sorted(random.sample(BAG.tiles, 8))) for _ in range(HANDS)]
    letter_counts(lexicon)  # made once, in less than 0.1 s

    def plain(hand: tuple[str, ...]) -> list[int]:
        letters = Counter(letter.lower() for letter in hand)
        near = (row for row, word in enumerate(lexicon.words) if (Counter(word) - letters).total() <= 1)
        return [row for row in near if not lexicon.is_blocked(row)]

    def at_once(hand: tuple[str, ...]) -> NDArray[Any]:
        return SpelledFrom(hand, wilds=1).rows(lexicon)

    for hand in hands[:2]:
        assert list(at_once(hand)) == plain(hand), hand
    versus(f"words of {len(lexicon):,} that 8 tiles and a wild spell", at_once, plain, hands)
