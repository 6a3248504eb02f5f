"""How late the host's own voice comes back: measured by finding what was played in what is heard.

A wireless loudspeaker or a television may sound nearly half a second after the samples were handed over; nothing that
the sound card says tells of it. What was played is known, so its place in the microphone's sound is where the two
correlate. Both spectra are flattened first (the phase transform of generalised cross-correlation, Knapp and Carter
1976), so that the peak is as narrow for a hum as for a hiss.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from voicegame.sound.samples import Samples, to_samples

_KEPT = to_samples(6.0)
_LONGEST_PHRASE = to_samples(3.0)
_SHORTEST_PHRASE = to_samples(0.5)
#: How far the peak must stand out, in standard deviations. Measured with espeak-ng: another phrase, even in the same
#: voice, 8 to 34; the same phrase with more reverberation than direct sound, in noise, 90 and more.
_SIGMAS = 50.0
#: How long the room still rings after the sound that came straight, and the most that is believed altogether.
_RINGING = to_samples(0.2)
_MOST = to_samples(1.0)
#: A sound card may be quicker than it says.
_EARLY = to_samples(0.5)


class EchoMeter:
    """Hears what the microphone hears, and finds the host's last phrase in it."""

    def __init__(self) -> None:
        self._blocks: deque[Samples] = deque()
        self._held = 0
        self._end = 0

    def hear(self, samples: Samples, end: int) -> None:
        """A block of the microphone's sound, ``end`` just after its last sample; blocks follow each other."""
        if end - len(samples) != self._end:
            self._blocks.clear()
            self._held = 0
        self._blocks.append(samples)
        self._held += len(samples)
        self._end = end
        while self._held - len(self._blocks[0]) >= _KEPT:
            self._held -= len(self._blocks.popleft())

    def tail(self, phrase: Samples, ended: int) -> int | None:
        """Samples after ``ended``, where the phrase should have ended, until its echo has ended; None if it has none.

        phrase: what was played last, at the clock's rate.
        """
        phrase = phrase[-_LONGEST_PHRASE:]
        if len(phrase) < _SHORTEST_PHRASE or not self._held:
            return None
        heard = np.concatenate(list(self._blocks))
        first = self._end - len(heard)
        size = 1 << (len(heard) + len(phrase)).bit_length()
        cross = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(phrase, size))
        flat = np.fft.irfft(cross / (np.abs(cross) + 1e-12), size)
        earliest = ended - len(phrase) - first
        lags = np.arange(max(earliest - _EARLY, -len(phrase) + 1), min(earliest + _MOST, len(heard)))
        if not len(lags):
            return None
        found = flat[lags]
        best = int(np.argmax(found))
        if found[best] < _SIGMAS * float(flat.std()):
            return None
        late = int(lags[best]) - earliest
        return max(0, min(late + _RINGING, _MOST))
