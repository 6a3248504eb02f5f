"""How far a long piece of work is: told by whoever works, shown by whoever asked for it.

Imports nothing of ours, so every room may tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

#: Told how much is done, and of how much.
Progress = Callable[[int, int], None]
#: Gives, for what is being done ("fetching"), whom to tell how far it is.
Steps = Callable[[str], Progress]


def silent(done: int, total: int) -> None:
    """Shows nothing."""


def unseen(_doing: str) -> Progress:
    """Shows nothing of any step."""
    return silent


def counted(items: Sequence[T], progress: Progress) -> Iterator[T]:
    """The items, one after another, with how many are done."""
    for done, item in enumerate(items):
        progress(done, len(items))
        yield item
    progress(len(items), len(items))
