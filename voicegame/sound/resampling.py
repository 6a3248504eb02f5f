"""Any sampling rate to another, block by block, without moving anything in time."""

from __future__ import annotations

from typing import Any

import numpy as np

from voicegame.sound.samples import RATE, Samples

#: Far above full scale; a float file may hold numbers that overflow when they are squared.
_LOUDEST = 1e4


class StreamResampler:
    """Mono blocks at ``rate`` in, mono blocks at ``out_rate`` out.

    libsamplerate's sinc converters keep the time axis (they look ahead half a filter, about 1 ms at 48 kHz,
    instead of delaying): sample ``k`` of everything put out lies at ``k / out_rate`` seconds of what came in.
    """

    def __init__(self, rate: int, out_rate: int = RATE, quality: str = "sinc_fastest") -> None:
        self.rate = rate
        self.out_rate = out_rate
        self._taken = 0
        self._given = 0
        self._resampler: Any = None
        if rate != out_rate:
            import samplerate

            self._resampler = samplerate.Resampler(quality, channels=1)

    def feed(self, block: Samples, last: bool = False) -> Samples:
        """What of the output is known after ``block``; with ``last`` the rest, to the exact total length."""
        if self._resampler is None:
            return block
        self._taken += len(block)
        out: Samples = self._resampler.process(block, self.out_rate / self.rate, end_of_input=last)
        out = np.asarray(out, dtype=np.float32)
        if last:
            wanted = round(self._taken * self.out_rate / self.rate) - self._given
            out = out[:wanted] if len(out) >= wanted else np.pad(out, (0, wanted - len(out)))
        self._given += len(out)
        return out


def resample(samples: Samples, rate: int, out_rate: int = RATE) -> Samples:
    """A whole clip at another rate; ``round(len * out_rate / rate)`` samples."""
    return StreamResampler(rate, out_rate, "sinc_medium").feed(samples, last=True)


def to_mono(frames: Samples) -> Samples:
    """Frames of shape ``(n, channels)`` mixed down to ``(n,)``; what isn't a number becomes silence."""
    finite = np.clip(np.nan_to_num(frames, nan=0.0, posinf=1.0, neginf=-1.0), -_LOUDEST, _LOUDEST)
    mono = finite[:, 0] if frames.shape[1] == 1 else finite.mean(axis=1)
    return np.ascontiguousarray(mono, dtype=np.float32)
