"""The one clock: a count of 16 kHz samples since the game began (design idea: time is counted in samples).

The keyboard's clock counts in the same unit, so that the rules of time exist once.
"""

RATE = 16_000


def to_samples(seconds: float) -> int:
    """Seconds as a whole number of samples."""
    return round(seconds * RATE)


def to_seconds(samples: int) -> float:
    """Samples as seconds, to the millisecond, as events print them."""
    return round(samples / RATE, 3)
