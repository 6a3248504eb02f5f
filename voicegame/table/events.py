"""What the table itself tells the world, beside the events of the games.

Times in fields are seconds since the game began, to the millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from voicegame.games.protocol import Event


@dataclass(frozen=True)
class FloorOpened(Event):
    """The glass is turned for a seat; ``seconds`` is what it holds."""

    name = "floor_opened"
    seat: int
    seconds: float


@dataclass(frozen=True)
class FloorClosed(Event):
    """The seat's window is over: its time is up, or it has been used."""

    name = "floor_closed"
    seat: int


@dataclass(frozen=True)
class WindowReplayed(Event):
    """Sound was lost inside the seat's window, so it opens once more: ``lost`` seconds are missing (S22)."""

    name = "window_replayed"
    seat: int
    seconds: float
    lost: float


@dataclass(frozen=True)
class HeardSomething(Event):
    """An utterance that may be a claim, a command or an answer; ``seat`` is the player it is taken for."""

    name = "heard"
    text: str
    seat: int
    begin: float
    end: float


@dataclass(frozen=True)
class Asked(Event):
    """The host isn't sure and asks "did you say ...?"."""

    name = "asked"
    seat: int
    word: str


@dataclass(frozen=True)
class Paused(Event):
    """The glass stands still until somebody says to go on. reason: "asked", "silence", or "microphone" (it has gone)."""

    name = "paused"
    reason: str = "asked"


@dataclass(frozen=True)
class Resumed(Event):
    """Play goes on after a pause."""

    name = "resumed"


@dataclass(frozen=True)
class GameEnded(Event):
    """Nothing more will happen: ``won``, ``end of input``, ``quit`` or ``interrupted``."""

    name = "game_ended"
    reason: str


@dataclass(frozen=True)
class Notice:
    """A sentence for the players that changes nothing; it is said or shown, but is no event for other programs.

    key: the phrase's key; fields: what it is filled with, named as in events.
    """

    key: str
    fields: Mapping[str, object] = field(default_factory=dict)


#: What the table gives out.
Happening = Event | Notice
