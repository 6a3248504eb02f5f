"""Evidence of the phoneme ear with another ear's opinion beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import Samples
from voicegame.hearing.phoneme_ear import HeardPhonemes
from voicegame.lexicon.evidence import Opinion, Readings, SecondOpinion
from voicegame.lexicon.sound_tree import SoundTree


class PhonemeLike(Protocol):
    """An ear whose evidence is weighed by its own scores."""

    def listen(self, samples: Samples) -> HeardPhonemes:
        """Evidence of one utterance."""


@dataclass
class Beside:
    """The first ear's evidence, to which others add what they say.

    See :class:`voicegame.lexicon.evidence.SpokenEvidence`, ``CuedEvidence``, ``SecondOpinion``.
    """

    first: HeardPhonemes
    samples: Samples = field(repr=False)

    @property
    def text(self) -> str:
        return self.first.text

    @property
    def empty(self) -> bool:
        return self.first.empty

    @property
    def free(self) -> float:
        return self.first.free

    def nearest(self, sounds: SoundTree) -> Readings:
        return self.first.nearest(sounds)

    def begins_with(self, cues: tuple[str, ...]) -> NDArray[np.float64]:
        return self.first.begins_with(cues)

    def nearest_after(self, cues: tuple[str, ...], sounds: SoundTree) -> Readings:
        return self.first.nearest_after(cues, sounds)

    @property
    def opinions(self) -> tuple[Opinion, ...]:
        return (self.opinion,)

    def opinion(self, spellings: Sequence[str]) -> NDArray[np.float64]:
        """How well each spelling explains the sound for the ears that the first one has with it, if any: for all of
        them, as they and what is beside them are asked as one."""
        total = np.zeros(len(spellings))
        for opinion in self.first.opinions if isinstance(self.first, SecondOpinion) else ():
            total += opinion(spellings)
        return total
