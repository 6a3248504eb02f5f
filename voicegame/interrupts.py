"""Ctrl-C and SIGTERM end a game between two actions, never in the middle of one, so that journal and rules agree."""

from __future__ import annotations

import signal
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """Within ``with Interrupts() as interrupted``, ``interrupted()`` tells whether the user wants an end.

    A second Ctrl-C ends the program at once, in case it hangs.
    """

    def __init__(self) -> None:
        self._wanted = False
        self._before: list[Any] = []

    def __call__(self) -> bool:
        return self._wanted

    def __enter__(self) -> Interrupts:
        self._before = [signal.signal(number, self._note) for number in _SIGNALS]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in zip(_SIGNALS, self._before, strict=True):
            signal.signal(number, handler)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        if self._wanted:
            raise KeyboardInterrupt
        self._wanted = True
