"""A cheap gate before the voice activity detector, for a program that listens all day: nothing is asked of the detector
while the room is as quiet as it has been.

The detector costs 45 ms of processor time a second of sound, the gate about 3. There is sound where some band of two
frames in a row stands out from the room's noise, which is what a tenth of the last ten seconds' frames lie below:
speech leaves pauses, and a fan leaves none.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.endpointing import FRAME, VoiceActivity

#: Where the bands begin and end; below lie hum and rumble, which say nothing of a voice.
_EDGES_HZ = (150, 500, 1200, 2500, 5000)
_BINS = [round(hz * FRAME / RATE) for hz in _EDGES_HZ]
_TAPER = np.hanning(FRAME).astype(np.float32)
#: A voice at the table stands out by 15 dB and more, steady noise by 5 at most.
_MARGIN_DB = 6.0
#: Levels below this are silence in any room.
_SILENCE_DB = -85.0
_PAST, _ANEW = round(10 * RATE / FRAME), round(0.25 * RATE / FRAME)
_FLOOR = 10  # per cent
#: How long the gate stays open after the last sound, and what the detector is given of the time before it opened.
_HOLD, _BEFORE = round(0.8 * RATE / FRAME), 6


class Gate:
    """A detector (:data:`voicegame.hearing.endpointing.VoiceActivity`) that asks another one only where there is sound.

    opened: how many frames the other one was asked about. seen: of how many.
    """

    def __init__(self, detector: VoiceActivity) -> None:
        self._detector = detector
        self._past: deque[NDArray[np.float64]] = deque(maxlen=_PAST)
        self._floor: NDArray[np.float64] | None = None
        self._until_anew = 0
        self._stood_out = False
        self._open = 0
        self._before: deque[Samples] = deque(maxlen=_BEFORE)
        self.opened = self.seen = 0

    def __call__(self, frame: Samples | None) -> float:
        """The probability that a frame is speech; 0 where the room is quiet. None forgets what came before."""
        if frame is None:
            self._open = 0
            self._before.clear()
            return self._detector(None)
        self.seen += 1
        if self._sounds(frame):
            if not self._open:
                self._detector(None)
                for earlier in self._before:  # the detector knows a voice by what came before
                    self._detector(earlier)
            self._open = _HOLD
        elif self._open:
            self._open -= 1
        if self._open:
            self._before.clear()
            self.opened += 1
            return self._detector(frame)
        self._before.append(frame)
        return 0.0

    def _sounds(self, frame: Samples) -> bool:
        power = np.abs(np.fft.rfft(frame * _TAPER)) ** 2 / float(_TAPER.sum()) ** 2
        sums = np.add.reduceat(power[: _BINS[-1]], _BINS[:-1])
        levels: NDArray[np.float64] = 10.0 * np.log10(sums + 1e-12)
        self._past.append(levels)
        self._until_anew -= 1
        if self._floor is None or self._until_anew <= 0:
            self._until_anew = _ANEW
            floor = np.percentile(np.array(self._past), _FLOOR, axis=0)
            self._floor = np.maximum(floor, _SILENCE_DB)
        stands_out = bool(np.any(levels > self._floor + _MARGIN_DB))
        twice, self._stood_out = stands_out and self._stood_out, stands_out
        return twice
