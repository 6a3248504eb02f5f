"""How loud it is: measured from blocks of sound, with silence and clipping noticed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from voicegame.sound.clipping import cut_peaks
from voicegame.sound.samples import RATE, Samples

#: What a level is when there is no sound at all.
NOTHING = -120.0
#: dB below full scale, root mean square: a louder room covers short words; a word below is too soft to be heard well.
LOUD_ROOM, SOFT_VOICE = -35.0, -45.0
_WIDTH = 40  # characters of a meter

Fault = Literal["zeros", "clipped", "loud room", "soft"]


def decibels(amplitude: float) -> float:
    """dB below full scale, at least :data:`NOTHING`."""
    return max(NOTHING, 20 * float(np.log10(max(amplitude, 1e-9))))


@dataclass
class Levels:
    """Fed with samples at the clock's rate; everything is of all that was fed so far."""

    peak: float = 0.0
    samples: int = 0
    clipped: int = 0  # runs of samples at the end of the scale
    blocks: list[float] = field(default_factory=list)  # root mean squares, dB

    def feed(self, samples: Samples) -> float:
        """Take in a block; its root mean square in dB."""
        if not len(samples):
            return NOTHING
        loud = np.abs(samples)
        self.peak = max(self.peak, float(loud.max()))
        self.samples += len(samples)
        self.clipped += cut_peaks(samples)
        self.blocks.append(decibels(float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))))
        return self.blocks[-1]

    @property
    def seconds(self) -> float:
        return self.samples / RATE

    @property
    def zeros(self) -> bool:
        """There was sound to be had, and all of it exactly zero."""
        return self.samples > 0 and self.peak == 0.0

    @property
    def room(self) -> float:
        """The level that it is above nearly all the time: the room without talk, in dB."""
        return float(np.percentile(self.blocks, 20)) if self.blocks else NOTHING

    @property
    def loudest(self) -> float:
        """The loudest tenth, in dB: how loud somebody spoke."""
        return float(np.percentile(self.blocks, 90)) if self.blocks else NOTHING

    def fault(self) -> Fault | None:
        """What is wrong with the sound, the worst first."""
        if self.zeros:
            return "zeros"
        if self.clipped:
            return "clipped"
        return "loud room" if self.room > LOUD_ROOM else None


def meter(level: float, peak: float) -> str:
    """A bar from -60 to 0 dB for a level, with a mark at the loudest so far, both in dB."""

    def place(value: float) -> int:
        return min(_WIDTH, max(0, round((value + 60) / 60 * _WIDTH)))

    bar = ["#" if at < place(level) else " " for at in range(_WIDTH)]
    if place(peak):
        bar[place(peak) - 1] = "|"
    return f"[{''.join(bar)}] {level:6.1f} dB"
