"""What the table knows of any game: what it waits for, what may be done, what has happened.

A game is three pure functions (:class:`Game`). Actions and events are small frozen records that turn into
JSON objects and back, so that a journal of actions replays a game, and other programs can follow its events.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from voicegame.games.bag import Bag


@dataclass(frozen=True)
class Prompt:
    """What the game waits for; derived from the state alone. Two equal prompts in a row are the same floor.

    kind: "draw" (tiles from the bag), "word", "choice", "over", and in BuyWord "roll" (the die), "number" (how many
        tiles), "take" (a tile laid out), "trade", "agree" (to a trade), "buy", "bid", "sell" (a word of the hand),
        "place" (the same, on a crossword), "theme" (a vote of the others), "discard".
    seat: whose it is (0 is the first player named); None where it is nobody's in particular.
    tiles: draw, discard: how many tiles.
    seconds: word: the length of the window; None for no limit.
    letters: word: the letters that it must contain in this order (K6), capitals. Otherwise the tiles that it is about:
        in play, laid out, of the drawn set, in the hand.
    used: word: what has been said in this turn by anyone (K17), lower case, oldest first.
    options: the names of the commands that answer it (:class:`voicegame.games.actions.Choose`).
    least, most: number, bid: the amounts that may be named. trade: dollars that may be asked for, and offered.
    price: buy: dollars. agree: dollars offered on top of the set; below 0, asked for.
    wilds: sell, place: how many wild tiles there are in the hand.
    wild_for: sell, place: the letter that the player wants a wild for.
    seats: trade: with whom; theme: who votes.
    word: theme: the word in question.
    """

    kind: str
    seat: int | None
    tiles: int = 0
    seconds: float | None = None
    letters: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    price: int = 0
    wilds: int = 0
    wild_for: str | None = None
    seats: tuple[int, ...] = ()
    word: str | None = None


class IllegalAction(ValueError):
    """The rules don't allow this action now; nothing has changed.

    code: a stable word for programs ("wrong_seat"); ``str(error)`` is a sentence for people.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


# Fields that hold one seat, a list of seats, and a list with one entry a seat.
SEAT_FIELDS = frozenset({"seat", "from_seat", "to_seat"})
SEATS_FIELDS = frozenset({"seats"})
BY_SEAT_FIELDS = frozenset({"scores", "draws"})

R = TypeVar("R", bound="Record")


@dataclass(frozen=True)
class Record:
    """A frozen dataclass with a stable name, which turns into a JSON object and back.

    name: what the record is called in JSON, snake_case; stable, since journals and other programs hold it.
    """

    name: ClassVar[str] = ""
    tag: ClassVar[str] = ""  # the JSON field that holds the name
    registry: ClassVar[dict[str, type[Record]]] = {}

    def __init_subclass__(cls) -> None:
        if not cls.name:
            return
        known = cls.registry.setdefault(cls.name, cls)
        if known is not cls and known.__qualname__ != cls.__qualname__:
            raise TypeError(f"two records are called {cls.name}")

    def to_json(self) -> dict[str, object]:
        """The record as a JSON object: its name, then its fields; seats are numbers."""
        return {self.tag: self.name} | {
            _json_name(field.name): _listed(getattr(self, field.name)) for field in fields(self)
        }

    @classmethod
    def from_json(cls: type[R], data: Mapping[str, object]) -> R:
        """The record that :meth:`to_json` made ``data`` of; ValueError if there is no such record."""
        kind = cls.registry.get(str(data.get(cls.tag)))
        if kind is None or not issubclass(kind, cls):
            raise ValueError(f"there is no {cls.tag} called {data.get(cls.tag)!r}")
        hints = _field_types(kind)
        names = {_json_name(name): name for name in hints}
        if set(data) - {cls.tag} != set(names):
            raise ValueError(f"the {cls.tag} {kind.name} has the fields {', '.join(names) or 'none'}")
        try:
            return kind(**{name: _read(data[key], hints[name]) for key, name in names.items()})
        except TypeError as error:
            raise ValueError(f"a field of the {cls.tag} {kind.name} cannot be {error}") from None


@dataclass(frozen=True)
class Action(Record):
    """Something done to a game: by a player, by chance, or by the clock."""

    tag = "action"
    registry: ClassVar[dict[str, type[Record]]] = {}


@dataclass(frozen=True)
class Event(Record):
    """Something that has happened in a game, to be announced."""

    tag = "event"
    registry: ClassVar[dict[str, type[Record]]] = {}


def named(record: Record, players: Sequence[str]) -> dict[str, object]:
    """The record as a JSON object in which names stand for seats, as people and other programs read it."""
    data = record.to_json()
    for field in fields(record):
        value, key = getattr(record, field.name), _json_name(field.name)
        if value is None:
            continue
        if field.name in SEAT_FIELDS:
            data[key] = players[value]
        elif field.name in SEATS_FIELDS:
            data[key] = [players[seat] for seat in value]
        elif field.name in BY_SEAT_FIELDS:
            data[key] = {player: _listed(entry) for player, entry in zip(players, value, strict=True)}
    return data


_FIELD_TYPES: dict[str, dict[str, Any]] = {}  # working types out is slow, and a journal has thousands of records


def _field_types(kind: type[Record]) -> dict[str, Any]:
    known = _FIELD_TYPES.get(f"{kind.tag} {kind.name}")
    if known is None:
        hints = get_type_hints(kind)
        known = _FIELD_TYPES[f"{kind.tag} {kind.name}"] = {field.name: hints[field.name] for field in fields(kind)}
    return known


def _json_name(field: str) -> str:
    return field.removesuffix("_seat")  # "from" is a keyword of Python


def _listed(value: object) -> object:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _read(value: object, hint: Any) -> object:
    """``value`` from JSON as the type that ``hint`` names; TypeError with the value if it is another."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):  # always "... | None" here
        return None if value is None else _read(value, get_args(hint)[0])
    if origin is tuple and isinstance(value, list):
        return tuple(_read(item, get_args(hint)[0]) for item in value)
    if type(value) is not hint:  # not isinstance: True is no seat
        raise TypeError(repr(value))
    return value


class GameState(Protocol):
    """What any game's state shows."""

    @property
    def players(self) -> tuple[str, ...]:
        """Names in clockwise order; a seat is an index into this."""

    @property
    def bag(self) -> Bag:
        """The tiles that may be drawn."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Points (or dollars) of each seat."""


S = TypeVar("S", bound=GameState)
RulesT = TypeVar("RulesT", contravariant=True)


class Game(Protocol[S, RulesT]):
    """The rules of one game. Every state is immutable; an illegal action raises :class:`IllegalAction`."""

    @property
    def name(self) -> str:
        """What the game is called on the command line."""

    def start(self, players: Sequence[str], rules: RulesT) -> tuple[S, tuple[Event, ...]]:
        """The first state; IllegalAction for a number of players that the game can't seat."""

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The state after the action, and what happened, in the order to announce it."""

    def prompt(self, state: S) -> Prompt:
        """What the game waits for in this state."""
