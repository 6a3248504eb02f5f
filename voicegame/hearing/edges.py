"""Where a sound really begins and ends: the weak edges that a voice activity detector leaves out.

A detector is sure of a word when its vowel comes; the /s/ of "see" and the /f/ of "puff" lie before and after
that. They stand out from the room's noise in their own part of the spectrum, so each of a few bands is compared with
the noise that this room has in it.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import RATE, Samples

#: Levels in dB of each band, shape ``(frames, bands)`` for sound, ``(bands,)`` for the noise floor.
Levels = NDArray[np.float64]

HOP = 80  # 5 ms
_WINDOW = 256  # 16 ms: short enough for 10 ms accuracy, long enough for 62 Hz bins
_TAPER = np.hanning(_WINDOW + 1)[:-1].astype(np.float32)
_BAND_EDGES_HZ = (100, 500, 1200, 2500, 4500, 7900)
_BINS = [round(hz * _WINDOW / RATE) for hz in _BAND_EDGES_HZ]

#: Levels below this are silence whatever the room (a 16-bit file's last bit lies near -90 dB in all).
_DIGITAL_SILENCE_DB = -84.0

# Steady noise varies from frame to frame: in a band of n bins by about 4.34 / sqrt(n / 1.5) dB (a Hann window ties
# neighbouring bins).
_SPREAD = np.array([4.34 / np.sqrt((b - a) / 1.5) for a, b in itertools.pairwise(_BINS)])
_MARGIN_DB = np.maximum(4.0, 0.84 * _SPREAD + 3.5 * _SPREAD)


def band_levels(samples: Samples) -> Levels:
    """Levels of the bands in frames of 16 ms every 5 ms; frame ``k`` is centred on sample ``k * HOP``."""
    padded = np.pad(samples, (_WINDOW // 2, _WINDOW // 2))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::HOP]
    power = np.abs(np.fft.rfft(frames * _TAPER, axis=1)) ** 2 / (_TAPER.sum() ** 2)
    bands = np.stack([power[:, a:b].sum(axis=1) for a, b in itertools.pairwise(_BINS)], axis=1)
    return 10.0 * np.log10(bands + 1e-12)


def noise_floor(levels: Levels) -> Levels:
    """The room's noise in each band: the level that a fifth of the frames lie below (speech is mostly pauses)."""
    return np.maximum(np.percentile(levels, 20, axis=0), _DIGITAL_SILENCE_DB)


def sounding(levels: Levels, floor: Levels) -> NDArray[np.bool_]:
    """Which frames stand out from the noise in some band, for 15 ms at least."""
    active: NDArray[np.bool_] = np.any(levels > floor + _MARGIN_DB, axis=1)
    if len(active) < 3:
        return active
    middle = active.copy()
    middle[0] = middle[-1] = False
    middle[1:-1] &= active[:-2] & active[2:]
    steady = middle.copy()
    steady[:-1] |= middle[1:]
    steady[1:] |= middle[:-1]
    return steady


def reach(active: NDArray[np.bool_], start: int, step: int, gap: int) -> int | None:
    """The furthest active frame from ``start`` in direction ``step``, over silences of ``gap`` frames at most.

    None if there is none within ``gap`` frames of ``start``.
    """
    found: int | None = None
    silent = 0
    frame = start
    while 0 <= frame < len(active) and silent <= gap:
        if active[frame]:
            found, silent = frame, 0
        else:
            silent += 1
        frame += step
    return found
