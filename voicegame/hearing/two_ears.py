"""Two ears on one utterance: the phoneme ear finds what may have been said, the spelling ear weighs what is close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from voicegame.errors import UserError
from voicegame.hearing.phoneme_ear import HeardPhonemes, PhonemeEar
from voicegame.hearing.spelling_ear import SpellingEar, weights_folder


@dataclass(frozen=True)
class HeardTwice(HeardPhonemes):
    """Evidence of the phoneme ear, and the spelling ear's opinion: it listens only once it is asked for.

    See :class:`voicegame.lexicon.evidence.SecondOpinion`.
    """

    samples: NDArray[np.float32] = field(repr=False)
    second: SpellingEar = field(repr=False)

    @cached_property
    def _heard(self) -> NDArray[np.float32]:
        return self.second.hear(self.samples)

    def opinion(self, spellings: Sequence[str]) -> NDArray[np.float64]:
        """How well each spelling explains the sound, as natural logarithms; only differences count.

        An ear that fails has no opinion: all are the same to it.
        """
        try:
            return self.second.weigh(self._heard, spellings)
        except Exception:  # onnxruntime's own, which have no common ancestor
            return np.zeros(len(spellings))


class TwoEars(PhonemeEar):
    """A phoneme ear whose evidence holds a second opinion."""

    def __init__(self, second: SpellingEar) -> None:
        super().__init__()
        self._second = second

    def listen(self, samples: NDArray[np.float32]) -> HeardTwice:
        return HeardTwice(super().listen(samples).versions, samples, self._second)


def best_ear(complain: Callable[[str], None] = lambda _: None) -> PhonemeEar:
    """Two ears where the second one's weights and ``onnxruntime`` are installed, else the phoneme ear alone.

    complain: is told why a second ear that is installed is left out.
    """
    folder = weights_folder()
    if folder is None:
        return PhonemeEar()
    try:
        return TwoEars(SpellingEar(folder))
    except UserError as fault:
        complain(f"{str(fault).rstrip('.')}; until then the game hears with one ear.")
        return PhonemeEar()
