"""The sand-glass of a table: which floor it runs for, and when a window is to be played once more."""

from __future__ import annotations

from dataclasses import replace

from voicegame.table.events import FloorClosed
from voicegame.table.referee import Floor, open_floor

#: A window in which sound was lost opens again, so often at most: a bad sound card must not keep a game for ever.
MOST_REPLAYS = 2


class Glass:
    """The floor of the moment, numbered through the game.

    floor: None until the host has been heard to its end, and where nobody has the floor.
    number: of the last floor; a timer of an earlier one is late.
    """

    def __init__(self) -> None:
        self.floor: Floor | None = None
        self.number = 0
        self._replays = 0

    def turn(self, seat: int, at: int, seconds: float | None) -> None:
        """Open a floor at a sample; without ``seconds`` it has no end."""
        self.number += 1
        self.floor = open_floor(self.number, seat, at, seconds)

    def hold(self, at: int) -> None:
        """Let it stand still from a sample on."""
        if self.floor is not None:
            self.floor = self.floor.hold(at)

    def release(self, at: int) -> None:
        """Let it run on from a sample."""
        if self.floor is not None:
            self.floor = self.floor.release(at)

    def give_back(self, floor: Floor) -> None:
        """An earlier floor is gone on with, with what was left on it then."""
        self.number += 1
        self.floor = replace(floor, number=self.number)

    def drop(self) -> None:
        """Nobody has the floor; the next is turned when the host has been heard to its end."""
        self.floor = None

    def next_prompt(self) -> None:
        """The game waits for something new: nothing of the last window counts."""
        self.floor, self._replays = None, 0

    def tries_left(self) -> int:
        """How often this window may still be played again; below 0 once that has been complained of."""
        return MOST_REPLAYS - self._replays

    def count_replay(self) -> None:
        """A window was spoilt by a hole in the sound."""
        self._replays += 1


def closing(floor: Floor | None) -> list[FloorClosed]:
    """What to tell when a floor ends: only a window is told."""
    return [FloorClosed(floor.seat)] if floor is not None and floor.deadline is not None else []
