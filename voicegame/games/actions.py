"""What can be done in either game. A game's own actions stand in its module."""

from __future__ import annotations

from dataclasses import dataclass

from voicegame.games.protocol import Action


@dataclass(frozen=True)
class Draw(Action):
    """Tiles come out of the bag, in this order."""

    name = "draw"
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class Word(Action):
    """A player said a word, and the judge accepts it. word: lower case."""

    name = "word"
    seat: int
    word: str


@dataclass(frozen=True)
class Refused(Action):
    """A player said a word, and the judge refuses it.

    rule: the number of the rule that it breaks, such as "K6"; reason: a sentence.
    """

    name = "refused"
    seat: int
    word: str
    rule: str
    reason: str


@dataclass(frozen=True)
class TimeUp(Action):
    """The window of the prompt has closed, and every sound that began in it has been judged."""

    name = "time_up"


@dataclass(frozen=True)
class Choose(Action):
    """A player answers a choice with one of the prompt's options."""

    name = "choose"
    seat: int
    option: str


@dataclass(frozen=True)
class Undo(Action):
    """The last ruling is taken back, as if the word had not been said."""

    name = "undo"


@dataclass(frozen=True)
class Join(Action):
    """Somebody wants to play too, or again; player: their name."""

    name = "join"
    player: str


@dataclass(frozen=True)
class Leave(Action):
    """A player plays no longer."""

    name = "leave"
    seat: int


@dataclass(frozen=True)
class Overrule(Action):
    """The table has voted on the last ruling. ayes: votes to reverse it; noes: votes to keep it."""

    name = "overrule"
    ayes: int
    noes: int
