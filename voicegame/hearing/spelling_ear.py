"""Ears that weigh spellings: how likely a speech-to-text model is to write each, given the sound.

Such a model's errors are others than the phoneme ear's, since it knows words and not only sounds; so it is asked where
that one finds several words close.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import RATE

#: A piece of text.
T = TypeVar("T", str, bytes)

#: Peak at which sound is given to a model, and silence put around it.
_PEAK = 0.5
_PADDING = round(0.4 * RATE)


class SpellingEar(ABC):
    """Weighs spellings against a sound.

    usual: share of a spelling's likelihood in silence (how common it is for the model) that is taken off; where it is 0
        nothing is weighed in silence, which takes as long.
    """

    usual: float

    def __init__(self) -> None:
        """Call it once the model is loaded."""
        self._silence = self._states(np.full(RATE, 1e-6, np.float32)) if self.usual else None
        self._in_silence: dict[str, float] = {}

    def hear(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """What :meth:`weigh` needs to know of a sound (16 kHz mono, full scale 1): ``(1, frames, features)``."""
        samples = np.asarray(samples, np.float32)
        samples = samples[np.isfinite(samples)]
        samples = samples - samples.mean() if len(samples) else samples
        peak = max(1e-4, float(np.abs(samples).max(initial=0.0)))
        return self._states(np.pad(samples * np.float32(_PEAK / peak), _PADDING))

    def weigh(self, heard: NDArray[np.float32], spellings: Sequence[str]) -> NDArray[np.float64]:
        """How much each spelling (lower case) gains by the sound, as natural logarithms; only differences count."""
        if not len(spellings):
            return np.zeros(0)
        gained = self._likelihoods(heard, spellings)
        if self._silence is None:
            return gained
        unknown = [spelling for spelling in dict.fromkeys(spellings) if spelling not in self._in_silence]
        if unknown:
            self._in_silence.update(zip(unknown, self._likelihoods(self._silence, unknown).tolist(), strict=True))
        return gained - self.usual * np.array([self._in_silence[spelling] for spelling in spellings])

    @abstractmethod
    def _states(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the model's encoder makes of a sound, ``(1, frames, features)``."""

    @abstractmethod
    def _likelihoods(self, heard: NDArray[np.float32], spellings: Sequence[str]) -> NDArray[np.float64]:
        """Of each spelling (one at least) as all that is said, small or with a capital, whatever closes it."""


def merged(pieces: Sequence[T], ids: Mapping[T, int], unknown: int = 0) -> tuple[int, ...]:
    """Numbers of the pieces that a text is written in, from its letters (byte-pair encoding, Sennrich et al. 2016).

    Of all neighbours the pair whose piece has the smallest number is joined first: pieces are numbered as they were
    learnt.
    """
    parts = list(pieces)
    while True:
        pairs = [ids.get(a + b) for a, b in itertools.pairwise(parts)]
        known = [(number, place) for place, number in enumerate(pairs) if number is not None]
        if not known:
            return tuple(ids.get(part, unknown) for part in parts)
        _, place = min(known)
        parts[place : place + 2] = [parts[place] + parts[place + 1]]
