"""What the host that runs on tells the world between games."""

from __future__ import annotations

from dataclasses import dataclass

from voicegame.games.protocol import Event


@dataclass(frozen=True)
class WaitingForCall(Event):
    """Nobody plays; a start phrase is waited for. phrases: one for each game."""

    name = "waiting"
    phrases: tuple[str, ...]


@dataclass(frozen=True)
class Listening(Event):
    """The host has been heard to its end and waits for an answer. question: which, such as ``your_name``."""

    name = "listening"
    question: str


@dataclass(frozen=True)
class PartyAgreed(Event):
    """It is known who plays what. resumed: the unfinished game is gone on with."""

    name = "agreed"
    game: str
    players: tuple[str, ...]
    resumed: bool
