"""What the word list says about a hand of BuyWord: whether a word is in it, and the hints for those who want them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from voicegame.games.buyword_state import BuywordRules
from voicegame.games.spelling import WILD_PIPS, price_of
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.spelled import SpelledFrom, counts_of, letter_counts, not_listed
from voicegame.lexicon.verdicts import Refusal


@dataclass(frozen=True)
class Advice:
    """A word and the dollars that it would bring."""

    word: str
    price: int


class Adviser:
    """Knows the words. hints: whether players are told what they could do."""

    def __init__(self, lexicon: Lexicon, *, hints: bool = False) -> None:
        self._lexicon = lexicon
        self.hints = hints

    def refusal(self, word: str) -> Refusal | None:
        """Why the word isn't one of the word list (B19), None if it is."""
        return not_listed(word, self._lexicon)

    def best_word(self, rule: SpelledFrom, rules: BuywordRules) -> Advice | None:
        """The word that brings most of all that the hand spells, with one wild at the most (B11, B12).

        Of several, the best known, then the first of the alphabet; swear words are never told. None if the hand spells
        none.
        """
        known = letter_counts(self._lexicon)
        rows = rule.rows(self._lexicon)
        rows = rows[[not self._lexicon.is_vulgar(int(row)) for row in rows]] if len(rows) else rows
        if not len(rows):
            return None
        pips = np.zeros(26, np.int64)
        for letter, value in rules.pips:
            pips[ord(letter.lower()) - ord("a")] = value
        counts = known.counts[rows].astype(np.int64)
        lacking = np.maximum(counts - counts_of(rule.hand), 0)
        worth = (counts - lacking) @ pips + lacking.sum(axis=1) * WILD_PIPS
        best = np.lexsort((rows, self._lexicon.sizes[rows], -worth))[0]
        return Advice(self._lexicon.words[int(rows[best])], price_of(int(worth[best])))

    def worth_of_set(self, rule: SpelledFrom, letters: tuple[str, ...], rules: BuywordRules) -> int:
        """What a drawn set is worth to a hand, in dollars.

        Defined as: what the best single word of hand and set together brings, less what the best single word of the
        hand alone brings. Exact for one word; that several may be sold, and later rounds, are left out.
        """
        alone = self.best_word(rule, rules)
        both = self.best_word(SpelledFrom((*rule.hand, *letters), rule.wilds, None, rule.shortest), rules)
        return (both.price if both else 0) - (alone.price if alone else 0)
