"""Progress bars: on standard error, and only where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from types import TracebackType
from typing import Any

import click

from voicegame.progress import Progress, silent


class Bars:
    """``with Bars() as bars:`` -- ``bars("fetching")`` gives a bar to tell; the one before it is done then."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Bars:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._open.close()

    def __call__(self, doing: str) -> Progress:
        self._open.close()
        if not self._shown:
            return silent
        bar: Any = None

        def tell(done: int, total: int) -> None:
            nonlocal bar
            if bar is None:
                bar = click.progressbar(length=total, label=doing, file=sys.stderr, show_eta=True)
                self._open.enter_context(bar)
            bar.length = total
            bar.update(done - bar.pos)

        return tell
