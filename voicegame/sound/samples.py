"""The unit of the sample clock."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Samples a second of everything that is heard, and the unit of the sample clock.
RATE = 16_000

#: Mono sound: float32, shape ``(n,)``, full scale is 1.
Samples = NDArray[np.float32]


def to_samples(seconds: float) -> int:
    """The nearest whole number of samples of the clock in ``seconds``."""
    return round(seconds * RATE)


def to_seconds(samples: int) -> float:
    """Seconds on the sample clock."""
    return samples / RATE
