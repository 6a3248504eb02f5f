"""What the table itself tells the world, beside the events of the games.

Times in fields are seconds since the game began, to the millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from voicegame.games.protocol import Event
from voicegame.lexicon.verdicts import Candidate, Verdict


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
    """An utterance that may be a claim, a command or an answer; ``seat`` is the player it is taken for.

    What follows is what it was judged by. outcome: the judge's. candidates: its readings, best first. margin: by how
    much the first one's score leads over the best of the others, None without others. lexicon: the word list's version.
    """

    name = "heard"
    text: str
    seat: int
    begin: float
    end: float
    outcome: str = ""
    candidates: tuple[Candidate, ...] = ()
    margin: float | None = None
    lexicon: str = ""

    def to_json(self) -> dict[str, object]:
        """As every event, with each candidate as an object; what it doesn't have is left out of that."""
        return {**super().to_json(), "candidates": [_shown(candidate) for candidate in self.candidates]}


def heard_something(text: str, seat: int, begin: float, end: float, verdict: Verdict) -> HeardSomething:
    """The event of an utterance, begin and end in seconds. Scores are rounded as journals keep them, so that the same
    event comes of a journal."""
    scores = [round(candidate.score, 3) for candidate in verdict.candidates]
    margin = round(scores[0] - max(scores[1:]), 3) if len(scores) > 1 else None
    outcome = verdict.outcome.value
    return HeardSomething(text, seat, begin, end, outcome, verdict.candidates, margin, verdict.lexicon)


def _shown(candidate: Candidate) -> dict[str, object]:
    shown: dict[str, object] = {"word": candidate.text, "score": round(candidate.score, 3), "fits": candidate.fits}
    return shown if candidate.command is None else {**shown, "command": candidate.command}


@dataclass(frozen=True)
class Asked(Event):
    """The host isn't sure and asks "did you say ...?"."""

    name = "asked"
    seat: int
    word: str


@dataclass(frozen=True)
class Paused(Event):
    """The glass stands still until somebody says to go on.

    reason: "asked", "silence", "microphone" or "loudspeaker" (it has gone).
    """

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
