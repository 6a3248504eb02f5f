"""Fitting words among all words, against a regular expression over the list."""

from __future__ import annotations

import re
from random import Random

from tests.benchmarks.measure import versus
from voicegame.games.kirdy import ENGLISH_BAG
from voicegame.lexicon.lexicon import Lexicon


def run(lexicon: Lexicon) -> None:
    """Letters as they come out of KIRDY's bag, two to five of them."""
    random = Random(1)
    draws = [tuple(random.sample(ENGLISH_BAG.tiles, random.randint(2, 5))) for _ in range(40)]

    def plain(letters: tuple[str, ...]) -> list[str]:
        pattern = re.compile(".*".join(letters).lower())
        return [word for word in lexicon.words if pattern.search(word)]

    for letters in draws:
        found = {lexicon.words[row] for row in lexicon.containing(letters)}
        blocked = {word for word in plain(letters) if lexicon.is_blocked_word(word)}
        assert found == set(plain(letters)) - blocked, letters
    versus(f"fitting words among {len(lexicon):,}", lexicon.containing, plain, draws)
