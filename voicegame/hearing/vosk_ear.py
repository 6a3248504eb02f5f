"""The Vosk ear: beside another ear as a further opinion, or alone.

Either way two recognisers of one model hear each claim: one is told what is expected, one is not. The first takes
whatever is said for something expected, and is sure of it; so what the second one didn't hear is never taken on the
first one's word (:class:`voicegame.lexicon.evidence.DoubtingEvidence`).

The weights here could not be measured: no English model comes in a package, and none was at hand. They are set so that
a phoneme that differs, and agreement, count about as much as a step in how well known a word is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import Samples
from voicegame.hearing.beside import Beside, PhonemeLike
from voicegame.hearing.text_evidence import TextEvidence, apart
from voicegame.hearing.vosk_process import VoskFailed
from voicegame.hearing.vosk_words import Heard, VoskWords
from voicegame.lexicon.evidence import Readings, SpokenEvidence
from voicegame.lexicon.sound_tree import SoundTree

#: In an opinion, on the scale of :class:`voicegame.lexicon.evidence.SecondOpinion`: what each phoneme takes by which a
#: spelling differs from what was heard expecting nothing, at most so many; and what the other view gives if it agrees.
_PER_PHONEME, _MOST_PHONEMES, _AGREED = 5.0, 3, 5.0
#: Alone: what the forced view costs, in phonemes that differ, where the open view agrees and where it doesn't; and how
#: much more a phoneme counts where both heard the same, or the forced view something that isn't expected.
_FORCED, _CONTRADICTED = 0.5, 2.0
_TWICE = 2.0
#: Pronunciations that are taken into account.
_MOST = 500


@dataclass
class HeardBeside(Beside):
    """Another ear's evidence of one utterance, and Vosk's opinion, which listens only once it is asked.

    See :class:`voicegame.lexicon.evidence.SpokenEvidence`, ``CuedEvidence``, ``PartlyForced``, ``DoubtingEvidence``.
    """

    vosk: VoskWords = field(repr=False)
    _heard: dict[tuple[str, ...], Heard] = field(default_factory=dict, repr=False)
    _unforced: dict[tuple[str, ...], NDArray[np.float64]] = field(default_factory=dict, repr=False)

    def opinion(self, spellings: Sequence[str]) -> NDArray[np.float64]:
        """How well each spelling explains the sound for a second ear, if there is one, and for Vosk."""
        return self.unforced(spellings) + odds_of(spellings, self._hear(tuple(spellings)), self.vosk)

    def unforced(self, spellings: Sequence[str]) -> NDArray[np.float64]:
        """The second ear's opinion alone."""
        key = tuple(spellings)
        if key not in self._unforced:
            self._unforced[key] = super().opinion(spellings)
        return self._unforced[key]

    def doubts(self, spelling: str) -> bool:
        """Whether Vosk was asked, and heard something else than this where it expected nothing."""
        ways = self.vosk.ways(spelling)
        return any(heard.text and not heard.heard_openly(ways) for heard in self._heard.values())

    def _hear(self, expected: tuple[str, ...]) -> Heard:
        if expected not in self._heard:
            try:
                self._heard[expected] = self.vosk.hear(self.samples, expected)
            except VoskFailed:  # whoever made the process is told; the first ear is enough
                return Heard()
        return self._heard[expected]


def odds_of(spellings: Sequence[str], heard: Heard, vosk: VoskWords) -> NDArray[np.float64]:
    """What Vosk's two views say for each spelling, of which only differences count; 0 for all if it heard nothing.

    It has no opinion on a word that its model can't write: that has the mean of the others.
    """
    odds = np.zeros(len(spellings))
    if not heard.ways:
        return odds
    for place, spelling in enumerate(spellings):
        ways = vosk.ways(spelling)
        odds[place] = -_PER_PHONEME * apart(ways, heard.ways, _MOST_PHONEMES)
        if heard.agree and set(ways) & set(heard.forced_ways):
            odds[place] += _AGREED
    known = np.array([vosk.can_write(spelling) for spelling in spellings])
    odds[~known] = odds[known].mean() if known.any() else 0.0
    return odds


class BesideEar:
    """An ear with Vosk beside it."""

    def __init__(self, first: PhonemeLike, vosk: VoskWords) -> None:
        self._first, self._vosk = first, vosk

    def listen(self, samples: Samples) -> HeardBeside:
        """Evidence of one utterance: 16 kHz mono, full scale 1."""
        return HeardBeside(self._first.listen(samples), samples, self._vosk)


@dataclass(frozen=True)
class HeardByVosk(TextEvidence):
    """Evidence of Vosk alone: the words that sound nearest to what its two views heard."""

    heard: Heard = field(default_factory=Heard, repr=False)
    vosk: VoskWords | None = field(default=None, repr=False)

    def doubts(self, spelling: str) -> bool:
        """Whether the view that expected nothing heard something else than this."""
        return self.vosk is not None and not self.heard.heard_openly(self.vosk.ways(spelling))


@dataclass(frozen=True)
class HeardOpenly:
    """One utterance, of which Vosk hears more once it is known what is expected (``ExpectantEvidence``).

    otherwise: makes the ear that takes Vosk's place where it fails.
    """

    samples: Samples = field(repr=False)
    vosk: VoskWords = field(repr=False)
    otherwise: Callable[[], PhonemeLike] = field(repr=False)

    def expecting(self, expected: Sequence[str]) -> SpokenEvidence:
        """The evidence, expecting these words and phrases, likelier ones first."""
        try:
            heard = self.vosk.hear(self.samples, expected)
        except VoskFailed:
            return self.otherwise().listen(self.samples)
        cost = _FORCED if heard.agree else _CONTRADICTED
        ways = dict.fromkeys(heard.forced_ways, cost) | dict.fromkeys(heard.ways, 0.0)
        # What only the forced view heard is nothing: a cough is taken for something expected, too.
        sureness = _TWICE if heard.agree or heard.other else 1.0
        ways = ways if heard.ways else {}
        return HeardByVosk(heard.text, ways, sureness=sureness, most=_MOST, heard=heard, vosk=self.vosk)

    @cached_property
    def _plain(self) -> SpokenEvidence:
        return self.expecting(())

    @property
    def text(self) -> str:
        return self._plain.text

    @property
    def empty(self) -> bool:
        return self._plain.empty

    @property
    def free(self) -> float:
        return self._plain.free

    def nearest(self, sounds: SoundTree) -> Readings:
        return self._plain.nearest(sounds)


class VoskEar:
    """Vosk alone. otherwise: makes the ear that takes its place where it fails."""

    def __init__(self, vosk: VoskWords, otherwise: Callable[[], PhonemeLike]) -> None:
        self._vosk, self._otherwise = vosk, otherwise

    def listen(self, samples: Samples) -> HeardOpenly:
        """Evidence of one utterance: 16 kHz mono, full scale 1."""
        return HeardOpenly(samples, self._vosk, self._otherwise)
