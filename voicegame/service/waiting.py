"""What a loop plays while nobody plays: it waits for a game's start phrase."""

from __future__ import annotations

from collections.abc import Mapping

from voicegame.hearing.audio import to_samples
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.table.actions import Action, Finished, Heard
from voicegame.table.events import Happening


class Standing:
    """All that loops look at in a table at which nothing runs by itself."""

    minds_silence = False
    asks_again = False
    tiles_wanted = 0
    faces_wanted = ()
    now = 0
    over = False
    due: int | None = None


class Waiting(Standing):
    """Waits for one of several commands, each of which calls for a game.

    calls: the command of each game. deaf_seconds: how long what is heard counts for nothing,
    since whoever has just said no, or nothing at all, should not be asked again for what a television says.
    call: the game that was called for, None where the input ended before.
    """

    awaits_silence = False

    def __init__(self, calls: Mapping[str, str], deaf_seconds: float = 0.0) -> None:
        self._games = {command: game for game, command in calls.items()}
        self._deaf_until = to_samples(deaf_seconds)
        self.call: str | None = None

    @property
    def expectation(self) -> Expectation:
        """The start phrases."""
        return Expectation() if self.over else Expectation(commands=tuple(self._games))

    def act(self, action: Action) -> list[Happening]:
        """Take what happened; nothing is said to it."""
        self.now = max(self.now, action.t)
        match action:
            case Heard(begin=begin, end=end, verdict=verdict) if verdict.outcome is Outcome.ACCEPT:
                if begin >= self._deaf_until or begin == end:  # typed lines are heeded at once
                    self.call = self._games[verdict.command or ""]
                    self.over = True
            case Finished():
                self.over = True
        return []
