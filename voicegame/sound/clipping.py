"""Sound that was too loud for its way: its peaks are cut off flat at the end of the scale."""

from __future__ import annotations

import numpy as np

from voicegame.sound.samples import Samples

#: Amplitudes from here on are the end of the scale, and so many of them in a row a peak that was cut off.
FULL = 0.985
IN_A_ROW = 3


def cut_peaks(samples: Samples) -> int:
    """How many peaks were cut off."""
    full = np.concatenate(([False], np.abs(samples) >= FULL, [False]))
    edges = np.flatnonzero(full[1:] != full[:-1])
    return int(np.count_nonzero(edges[1::2] - edges[::2] >= IN_A_ROW))
