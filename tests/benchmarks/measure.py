"""Timing two ways of doing the same thing, side by side in one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def milliseconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def versus(name: str, ours: Callable[[T], object], plain: Callable[[T], object], inputs: Sequence[T]) -> None:
    """Print the median time of both ways over the inputs, taken alternately, and how many times faster ours is."""
    ours(inputs[0])  # what is built once is built now
    plain(inputs[0])
    pairs = [(milliseconds(lambda one=one: ours(one)), milliseconds(lambda one=one: plain(one))) for one in inputs]
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{name}: {mine:.2f} ms against {theirs:.2f} ms the plain way, {theirs / mine:.1f} times as fast")
