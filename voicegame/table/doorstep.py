"""Before a game is taken up again, its players are asked whether they want that, by voice and by keyboard.

A loop plays the question as if it were a game: :class:`Asking` is the table that it sees until the answer is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from voicegame.hearing.audio import to_samples
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.table.actions import Action, Finished, Heard, Restored, Spoken, TimeUp
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.events import Notice
from voicegame.table.host import Host, Listener, Watcher
from voicegame.table.journal import Journal


class Asking:
    """A table at which nothing is played: it waits for yes or no.

    now: the sample at which it begins. seconds: how long it waits after the host has been heard; silence is a no.
    answer: None until it is there, and for good where the input ends before.
    """

    minds_silence = False
    asks_again = False

    def __init__(self, now: int, seconds: float) -> None:
        self.now = now
        self.over = False
        self.answer: bool | None = None
        self.due: int | None = None
        self._wait = to_samples(seconds)

    @property
    def expectation(self) -> Expectation:
        """What may be said."""
        return Expectation() if self.over else Expectation(commands=("yes", "no"))

    @property
    def awaits_silence(self) -> bool:
        """Whether :class:`Spoken` is due as soon as the host has been heard to its end."""
        return self.due is None and not self.over

    @property
    def time_up(self) -> TimeUp:
        """The action to take when :attr:`due` has come."""
        assert self.due is not None, "nothing is running"
        return TimeUp(max(self.now, self.due), 0)

    def act(self, action: Action) -> None:
        """Take what happened."""
        self.now = max(self.now, action.t)
        match action:
            case Spoken(t):
                self.due = t + self._wait
            case Heard(verdict=verdict) if verdict.outcome is Outcome.ACCEPT and verdict.command in ("yes", "no"):
                self.answer = verdict.command == "yes"
            case TimeUp():
                self.answer = False
            case Restored():
                self.due = None
            case Finished():
                self.over = True
        if self.answer is not None:
            self.over = True
        if self.over:
            self.due = None


class Doorstep(Host):
    """A host that asks first. The parts are those of the game that is to be taken up.

    now: where that game's clock stood.
    """

    def __init__(
        self,
        table: Table[Any, Any],
        chance: Chance,
        listeners: Sequence[Listener],
        journal: Journal | None = None,
        watchers: Sequence[Watcher] = (),
        *,
        now: int,
        seconds: float = 10.0,
    ) -> None:
        super().__init__(table, chance, listeners, journal, watchers)
        self._game = table
        self._asking = Asking(now, seconds)
        self.table = self._asking  # type: ignore[assignment]  # all of a table that loops look at
        self._question = Notice("take_up?")
        self._take_up: Callable[[], None] = lambda: None

    @property
    def declined(self) -> bool:
        """Whether the players said no, or nothing."""
        return self._asking.answer is False

    def ask(self, question: Notice, take_up: Callable[[], None]) -> None:
        """Put the question; ``take_up`` is called when they say yes, with this host at the game's own table."""
        self._question, self._take_up = question, take_up
        self._put()

    def act(self, action: Action) -> None:
        """As :meth:`Host.act`, once the answer is there."""
        if self.table is self._game:
            super().act(action)
            return
        self._asking.act(action)
        if self._asking.answer:
            self.table = self._game
            self._take_up()
        elif isinstance(action, Restored):
            self._put()

    def _put(self) -> None:
        for listener in self._listeners:
            listener([self._question], self._asking.now)
