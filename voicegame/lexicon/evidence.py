"""What an ear hands to the judge: how well a sound explains each of many pronunciations, or the line that was typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from voicegame.lexicon.sound_tree import SoundTree


@dataclass(frozen=True)
class Readings:
    """Pronunciations that may have been said, best first.

    rows: shape ``(n,)``, rows of the tree's ``sounds``; equal sounds stand side by side.
    scores: shape ``(n,)``, natural log-likelihood of the whole sound given each.
    """

    rows: NDArray[np.int64]
    scores: NDArray[np.float64]


@runtime_checkable
class SpokenEvidence(Protocol):
    """One utterance, heard.

    text: the phonemes of the free best path, as codes, for the log.
    empty: there is no speech in it at all.
    free: log-likelihood of the best string of phonemes whatever, on the scale of :meth:`nearest`; how far the best
        word lies below it tells one word from running speech, and from noise.
    """

    @property
    def text(self) -> str: ...

    @property
    def empty(self) -> bool: ...

    @property
    def free(self) -> float: ...

    def nearest(self, sounds: SoundTree) -> Readings:
        """The pronunciations of ``sounds`` that explain the utterance best; all others lie well below these."""


#: How well each spelling (lower case) explains the sound, as natural logarithms; only differences count.
Opinion = Callable[[Sequence[str]], NDArray[np.float64]]


@runtime_checkable
class SecondOpinion(Protocol):
    """What evidence may hold beside: other ears, with other errors, asked only where the first finds words close.

    opinions: each is asked in turn, where words are still close after those before it.
    """

    @property
    def opinions(self) -> Sequence[Opinion]: ...


@runtime_checkable
class ExpectantEvidence(Protocol):
    """What evidence may be of an ear that hears better once it is told what is expected."""

    def expecting(self, expected: Sequence[str]) -> SpokenEvidence:
        """The same utterance, heard by whoever knows that these words and phrases are expected, likelier ones first."""


@runtime_checkable
class DoubtingEvidence(Protocol):
    """What evidence may be of an ear that takes whatever is said for something expected, and has a way to check."""

    def doubts(self, spelling: str) -> bool:
        """Whether this was heard only because it was expected; then it must not be taken on this ear's word alone."""


@runtime_checkable
class PartlyForced(Protocol):
    """What a second opinion may be, if it holds what such an ear says beside what others say."""

    def unforced(self, spellings: Sequence[str]) -> NDArray[np.float64]:
        """The same opinion without that ear; all equal if there is no other."""


@runtime_checkable
class CuedEvidence(Protocol):
    """What spoken evidence may be able to do beside: to find words that come after a cue."""

    def begins_with(self, cues: tuple[str, ...]) -> NDArray[np.float64]:
        """How far below the free best path each cue (codes) explains the beginning, and something follows it; 0 or
        less, shape ``(len(cues),)``."""

    def nearest_after(self, cues: tuple[str, ...], sounds: SoundTree) -> Readings:
        """The pronunciations of ``sounds`` that explain the utterance best, said after one of ``cues``, a few of
        them; scores are as in ``nearest``, with a cue and the word as one."""


@dataclass(frozen=True)
class TypedEvidence:
    """One typed line. It says exactly what it says: there are no homophones of a spelling.

    text: trimmed, lower case, runs of blanks made one. named: whether a player was named before it ("Bob: march").
    """

    text: str
    named: bool = False

    @property
    def empty(self) -> bool:
        return not self.text


Evidence = SpokenEvidence | TypedEvidence
