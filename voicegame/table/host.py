"""The host: puts actions to the table in the right order (journal first), and passes on what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from voicegame.errors import UserError
from voicegame.table.actions import Action, Drawn, Rolled, Woken
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.events import Happening
from voicegame.table.journal import Journal


class Listener(Protocol):
    """Whoever follows the game: the voice, the screen, other programs."""

    def __call__(self, happenings: Sequence[Happening], t: int) -> None:
        """Take what happened at a moment (a sample of the clock), in order."""


class Watcher(Protocol):
    """Whoever looks at the table after each action, also where nothing was said: the glass may stand or run."""

    def __call__(self, table: Table[Any, Any]) -> None:
        """Look at the table; it is at rest until this returns."""


class Host:
    """One game in progress: its table, its bag and its journal."""

    def __init__(
        self,
        table: Table[Any, Any],
        chance: Chance,
        listeners: Sequence[Listener],
        journal: Journal | None = None,
        watchers: Sequence[Watcher] = (),
    ) -> None:
        self.table = table
        self._chance = chance
        self._listeners = listeners
        self._journal = journal
        self._watchers = watchers

    def begin(self, happenings: Sequence[Happening]) -> None:
        """Announce how the game started, and draw what it waits for."""
        self._tell(happenings, 0)
        self._let_chance_decide(0)

    def resume(self, actions: Iterable[Action], historians: Sequence[Listener] = ()) -> None:
        """Take up the game of a journal: bring rules and chance to where they were, then say where the game stands.

        historians: who is told of the past as well.
        """
        for action in actions:
            if isinstance(action, Drawn):
                self._chance.draw(self.table.state.bag.contents, len(action.tiles))
            if isinstance(action, Rolled):
                self._chance.roll(self.table.faces_wanted)
            happenings = self.table.act(action)
            for historian in historians:
                historian(happenings, self.table.now)
        if self.table.prompt.kind == "over":
            raise UserError("The game of this journal is over: there is nothing to go on with; start a new one.")
        self.act(Woken(self.table.now))

    def act(self, action: Action) -> None:
        """Write an action down, do it, tell what follows, and draw the tiles that are wanted then."""
        if self._journal is not None:
            self._journal.append(action)
        self._tell(self.table.act(action), self.table.now)
        self._let_chance_decide(self.table.now)

    def _let_chance_decide(self, t: int) -> None:
        if wanted := self.table.tiles_wanted:
            self.act(Drawn(t, self._chance.draw(self.table.state.bag.contents, wanted)))
        elif faces := self.table.faces_wanted:
            self.act(Rolled(t, self._chance.roll(faces)))

    def _tell(self, happenings: Sequence[Happening], t: int) -> None:
        if happenings:
            for listener in self._listeners:
                listener(happenings, t)
        for watcher in self._watchers:
            watcher(self.table)
