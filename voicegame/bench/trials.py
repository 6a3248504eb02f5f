"""Trials: letters for which a recorded word is judged, as a game might draw them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from voicegame.bench.manifest import Clip
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.word_rules import in_order

#: Letters that don't fit are drawn from a bag like KIRDY's.
BAG = "AAAAAABBCCCDDDEEEEEEEEFFGGHHIIIIIIJKLLLLMMNNNNNOOOOOPPQRRRRRSSSSSTTTTTUUUVWWXYYZ"
#: So many words must fit the letters of a non-fitting trial: a trial in which hardly any does would be too easy.
FEWEST_FITTING = 50
_TRIES = 200


@dataclass(frozen=True)
class Trial:
    """A clip, the letters it is judged for, and whether its word holds them in order."""

    clip: Clip
    letters: str
    fitting: bool


def draw_trials(clip: Clip, counts: Sequence[int], lexicon: Lexicon, seed: int) -> list[Trial]:
    """For each number of letters a fitting trial and a non-fitting one, where there is one.

    Fitting letters are a random ordered subset of the word's. Others are drawn until neither the word nor one that
    sounds the same holds them in order, and :data:`FEWEST_FITTING` words do. Each clip has dice of its own, so that
    its trials don't depend on which other clips take part.
    """
    word = clip.text
    alike = (word, *lexicon.homophones(word))
    trials = []
    for count in counts:
        dice = random.Random(f"{seed} {clip.dataset} {clip.path.name} {word} {count}")
        if len(word) >= count:
            places = sorted(dice.sample(range(len(word)), count))
            trials.append(Trial(clip, "".join(word[place] for place in places), True))
        for _ in range(_TRIES):
            letters = "".join(dice.sample(BAG, count)).lower()
            holds = any(in_order(each, tuple(letters)) for each in alike)
            if not holds and len(lexicon.containing(letters)) >= FEWEST_FITTING:
                trials.append(Trial(clip, letters, False))
                break
    return trials
