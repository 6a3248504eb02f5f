"""The clock of the program and the three types that carry sound along it.

Time is a count of 16 kHz mono samples since the source began. Nothing that decides a claim reads another
clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from voicegame.sound.samples import RATE, Samples, to_samples, to_seconds

__all__ = ["RATE", "AudioSource", "Chunk", "Samples", "Utterance", "to_samples", "to_seconds"]


@dataclass(frozen=True)
class Chunk:
    """A block of sound.

    samples: float32, shape ``(n,)``, mono at :data:`RATE`, full scale is 1.
    first_sample: place of ``samples[0]`` on the sample clock.
    lost: samples of the clock just before this block that the source could not deliver; ``first_sample``
        counts them already, so the clock stays in step with time.
    """

    samples: Samples
    first_sample: int
    lost: int = 0

    @property
    def end(self) -> int:
        """The place on the clock just after the last sample."""
        return self.first_sample + len(self.samples)


@dataclass(frozen=True)
class Utterance:
    """One stretch of speech between two pauses.

    samples: float32, shape ``(n,)``, mono at :data:`RATE`, with some sound before and after the speech where
        there is any.
    begin, end: places on the clock where its sound begins and ends.
    sound_at: index in ``samples`` of ``begin``.
    talk: too long to be an answer: someone is talking. The sound is cut off where it became too long.
    lost: samples missing inside it (filled with zeros).
    """

    samples: Samples
    begin: int
    end: int
    sound_at: int
    talk: bool = False
    lost: int = 0

    @property
    def first_sample(self) -> int:
        """Place of ``samples[0]`` on the clock."""
        return self.begin - self.sound_at


class AudioSource(Protocol):
    """Where sound comes from. Iterating ends with the source; chunks follow each other on the clock."""

    def __iter__(self) -> Iterator[Chunk]: ...

    def close(self) -> None:
        """Let go of the file or device. May be called twice."""
