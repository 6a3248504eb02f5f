"""Two kinds of ear on one utterance: the phoneme ear finds what was said, spelling ears weigh what is close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from voicegame.errors import UserError
from voicegame.hearing.moonshine_ear import MoonshineEar, moonshine_folder
from voicegame.hearing.phoneme_ear import HeardPhonemes, PhonemeEar
from voicegame.hearing.spelling_ear import SpellingEar
from voicegame.hearing.whisper_ear import WhisperEar, whisper_folder
from voicegame.lexicon.evidence import Opinion


@dataclass(frozen=True)
class HeardTwice(HeardPhonemes):
    """Evidence of the phoneme ear, and the spelling ears' opinion: they listen only once they are asked for.

    See :class:`voicegame.lexicon.evidence.SecondOpinion`.
    """

    samples: NDArray[np.float32] = field(repr=False)
    second: tuple[SpellingEar, ...] = field(repr=False)

    @cached_property
    def _heard(self) -> dict[SpellingEar, NDArray[np.float32]]:
        return {}

    @property
    def opinions(self) -> tuple[Opinion, ...]:
        return tuple(partial(self._opinion, ear) for ear in self.second)

    def _opinion(self, ear: SpellingEar, spellings: Sequence[str]) -> NDArray[np.float64]:
        """What an ear says of each spelling; one that fails has no opinion, and all are the same to it."""
        try:
            if ear not in self._heard:
                self._heard[ear] = ear.hear(self.samples)
            return ear.weigh(self._heard[ear], spellings)
        except Exception:  # the runtimes' own, which have no common ancestor
            return np.zeros(len(spellings))


class TwoEars(PhonemeEar):
    """A phoneme ear whose evidence holds a second opinion, of one spelling ear or two."""

    def __init__(self, *second: SpellingEar) -> None:
        super().__init__()
        self._second = second

    def listen(self, samples: NDArray[np.float32]) -> HeardTwice:
        return HeardTwice(super().listen(samples).versions, samples, self._second)


def spelling_ears(complain: Callable[[str], None] = lambda _: None) -> list[SpellingEar]:
    """Those whose weights and runtimes are installed; ``complain`` is told why one that is installed is left out."""
    found: list[SpellingEar] = []
    # The one that needs most memory while it is loaded comes first, and the one that needs least time is asked first.
    for kind, folder in ((WhisperEar, whisper_folder()), (MoonshineEar, moonshine_folder())):
        if folder is None:
            continue
        try:
            found.insert(0, kind(folder))
        except UserError as fault:
            complain(f"{str(fault).rstrip('.')}; until then the game hears without it.")
        except Exception as fault:  # the runtimes' own, which have no common ancestor
            complain(
                f"The spelling ear in {folder} doesn't start ({type(fault).__name__}: {fault}): install "
                "voicegame[second-ear] again; until then the game hears without it."
            )
    return found


def best_ear(complain: Callable[[str], None] = lambda _: None) -> PhonemeEar:
    """The phoneme ear, with the spelling ears that are installed; see :func:`spelling_ears`."""
    second = spelling_ears(complain)
    return TwoEars(*second) if second else PhonemeEar()
