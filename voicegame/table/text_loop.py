"""A game by keyboard: lines instead of sound, and a clock that is either the wall's or the lines' own.

Until a line with ``@SECONDS`` comes, lines count when they arrive and windows close as time goes by. With the first
``@SECONDS`` the clock is virtual: it jumps where the lines say, and nothing else moves it; a game fed as a file gives
the same result each time. The host's speech takes no time here.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from voicegame.hearing.audio import RATE, to_samples
from voicegame.hearing.typed_ear import TypedEar
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.table.actions import Finished, Heard, Spoken
from voicegame.table.core import Table
from voicegame.table.host import Host
from voicegame.table.typed import BadLine, Line, parse_line

_GLANCE = 0.2  # seconds


@dataclass(frozen=True)
class Typed:
    """A line.

    at: the moment at which it came, in samples; None for "now". elsewhere: whether another than the reader put it in.
    """

    text: str
    at: int | None = None
    elsewhere: bool = False


class LineReader:
    """Reads lines in a thread of its own, so that waiting for one can end with a window.

    clock: the moment it is, for lines that others put in (:meth:`say`); whoever plays the game sets it.
    """

    def __init__(self, lines: Iterable[str] | None = None) -> None:
        self.clock: Callable[[], int | None] = lambda: None
        self._queue: queue.SimpleQueue[Typed | None] = queue.SimpleQueue()
        self._early: list[Typed] = []
        self._ended = False
        if lines is not None:
            threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def _read(self, lines: Iterable[str]) -> None:
        try:
            for line in lines:
                self._queue.put(Typed(line))
        except (ValueError, OSError):
            pass  # the file was closed, or isn't text: nothing more will come
        finally:
            self._queue.put(None)

    def say(self, text: str) -> None:
        """Put a line in as if it had been typed now; from any thread."""
        self._queue.put(Typed(text, self.clock(), elsewhere=True))

    def next(self, seconds: float) -> Typed | None:
        """The next line, or None at the end. Raises ``queue.Empty`` if none comes within ``seconds``."""
        if self._early:
            return self._early.pop(0)
        if self._ended:
            return None
        typed = self._queue.get(timeout=seconds)
        self._ended = typed is None
        return typed

    def readline(self) -> str:
        """The next line, however long it takes; "" at the end. As a file's, for questions before a game."""
        while True:
            try:
                typed = self.next(_GLANCE)
            except queue.Empty:
                continue
            return "" if typed is None else f"{typed.text.strip()}\n"

    def waiting(self, until: int | None = None) -> list[Typed]:
        """The lines that are there already, but for those that came after ``until``; the end of input is no line."""
        lines, self._early = self._early, []
        while not self._queue.empty():
            line = self._queue.get()
            if line is None:
                self._ended = True
            else:
                lines.append(line)
        if until is not None:
            self._early = [line for line in lines if line.at is not None and line.at > until]
            lines = [line for line in lines if line.at is None or line.at <= until]
        return lines


#: Commands that are an argument and nothing more.
_BARE = {"count": "a number"}


def not_understood(text: str, expectation: Expectation, reason: str = "") -> str:
    """What to tell whoever typed a line that means nothing now. reason: why a word is no claim, if that is known."""
    if reason:
        return f"{text!r} means nothing here: {reason}."
    parts = (command.partition(":") for command in expectation.commands)
    known = list(
        dict.fromkeys(_BARE.get(name, name.replace("_", " ") + (" ..." if colon else "")) for name, colon, _ in parts)
    )
    return f"{text!r} means nothing here: type {', '.join(known[:-1])} or {known[-1]}."


class TextLoop:
    """Plays a game from lines of text until it is over or the input ends.

    complain: takes a sentence about a line that can't be used.
    interrupted: whether the user wants an end.
    wall: seconds of a clock that never goes back; for tests.
    """

    def __init__(
        self,
        host: Host,
        judge: Judge,
        players: Sequence[str],
        lines: LineReader,
        complain: Callable[[str], None],
        interrupted: Callable[[], bool] = lambda: False,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self._host = host
        self._judge = judge
        self._players = players
        self._lines = lines
        self._complain = complain
        self._interrupted = interrupted
        self._wall = wall
        self._now = host.table.now
        self._start = wall() - self._now / RATE
        self._virtual = False
        lines.clock = lambda: to_samples(self._elapsed())

    @property
    def _table(self) -> Table[Any, Any]:
        return self._host.table

    def run(self) -> None:
        """Play. Speech takes no time, so every announcement has been heard as soon as it is made."""
        self._settle()
        while not self._table.over:
            try:
                line = self._lines.next(self._patience())
            except queue.Empty:
                if not self._virtual:
                    moment = self._moment(None)
                    for typed in self._lines.waiting(moment):  # it came before this moment
                        self._take(typed)
                    self._let_pass(moment)
                if self._interrupted():
                    self._act(Finished(self._now, "interrupted"))
                continue
            if line is None:
                self._let_pass(self._moment(None))
                self._act(Finished(self._now, "end of input"))
            else:
                self._take(line)

    def _patience(self) -> float:
        """How long to wait for a line before looking at the glass, and for an interruption, again."""
        due = None if self._virtual else self._table.due
        return _GLANCE if due is None else min(_GLANCE, max(0.0, due / RATE - self._elapsed()))

    def _take(self, typed: Typed) -> None:
        text = typed.text
        try:
            line = parse_line(text, self._players)
        except BadLine as error:
            self._complain(str(error))
            return
        if line.at is not None and line.at < self._now:
            self._complain(f"{text.split()[0]} lies in the past: the clock stands at {self._now / RATE:g} seconds.")
            return
        self._let_pass(self._moment(line.at, typed.at))
        if line.text and not self._table.over:
            self._hear(line)

    def _moment(self, at: int | None, came: int | None = None) -> int:
        """The moment of a line: its own, or when it came, or now."""
        if at is not None:
            self._virtual = True
            self._table.minds_silence = False
            return at
        return self._now if self._virtual else max(self._now, to_samples(self._elapsed()) if came is None else came)

    def _elapsed(self) -> float:
        return self._wall() - self._start

    def _let_pass(self, moment: int) -> None:
        """Close every window that ends by this moment, each at its own time."""
        while (due := self._table.due) is not None and due <= moment:
            self._act(self._table.time_up)
        self._now = max(self._now, moment)

    def _hear(self, line: Line) -> None:
        expectation = self._table.expectation
        verdict = self._judge.judge(TypedEar().listen(line.text, named=line.seat is not None), expectation)
        if verdict.outcome is Outcome.IGNORE:
            self._complain(not_understood(line.text, expectation, verdict.reason))
            return
        seat = verdict.seat if line.seat is None else line.seat
        self._act(Heard(self._now, self._now, self._now, line.text, verdict, seat))

    def _act(self, action: Any) -> None:
        self._host.act(action)
        self._settle()

    def _settle(self) -> None:
        while self._table.awaits_silence:
            self._host.act(Spoken(max(self._now, self._table.now)))
