"""What happens in either game. A game's own events stand in its module."""

from __future__ import annotations

from dataclasses import dataclass

from voicegame.games.protocol import Event


@dataclass(frozen=True)
class GameStarted(Event):
    """game: its name; players: in clockwise order; target: the score that wins, None where there is none."""

    name = "game_started"
    game: str
    players: tuple[str, ...]
    target: int | None


@dataclass(frozen=True)
class WordAccepted(Event):
    """stake: the points that the word is worth: in play now, or for a thief won."""

    name = "word_accepted"
    seat: int
    word: str
    stake: int


@dataclass(frozen=True)
class WordRefused(Event):
    """rule: the number of the rule that the word breaks, such as "K6"; reason: a sentence."""

    name = "word_refused"
    seat: int
    word: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Voted(Event):
    """The table voted on the ruling on a seat's word. accepted: whether the word is good after the vote."""

    name = "voted"
    seat: int
    word: str
    ayes: int
    noes: int
    accepted: bool


@dataclass(frozen=True)
class Undone(Event):
    """The ruling on a seat's word has been taken back."""

    name = "undone"
    seat: int
    word: str


@dataclass(frozen=True)
class Joined(Event):
    """A player plays from the next turn on. points: what they have."""

    name = "joined"
    seat: int
    points: int


@dataclass(frozen=True)
class Left(Event):
    """A player plays no longer from the next turn on; their points stay theirs."""

    name = "left"
    seat: int


@dataclass(frozen=True)
class Chosen(Event):
    """choice: the option taken."""

    name = "choice"
    seat: int
    choice: str


@dataclass(frozen=True)
class Score(Event):
    """The standing after a change. scores: one a seat."""

    name = "score"
    scores: tuple[int, ...]


@dataclass(frozen=True)
class GameWon(Event):
    """The game is over, and this player has won."""

    name = "game_won"
    seat: int
