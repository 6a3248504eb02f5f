"""Every action and event there is turns into JSON and back."""

import json
import types
from dataclasses import FrozenInstanceError, fields
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from voicegame.games.actions import Draw, Overrule, Word
from voicegame.games.kirdy import PointsLost, StarterDrawn, Stolen
from voicegame.games.protocol import BY_SEAT_FIELDS, SEAT_FIELDS, SEATS_FIELDS, Action, Event, Record, named


def every(base: type[Record]) -> list[type[Record]]:
    """All classes below ``base``, however deep."""
    return [below for one in base.__subclasses__() for below in (one, *every(one))]


def games_only(base: type[Record]) -> list[type[Record]]:
    return [kind for kind in every(base) if kind.__module__.startswith("voicegame.games.")]


def example(hint: Any) -> object:
    origin = get_origin(hint)
    if origin is tuple:
        return (example(get_args(hint)[0]),) * 2
    if origin in (Union, types.UnionType):
        return example(get_args(hint)[0])
    return {int: 1, str: "Å", bool: True, float: 2.5}[hint]


@pytest.mark.parametrize("kind", games_only(Action) + games_only(Event), ids=lambda kind: kind.__name__)
def test_every_record_round_trips(kind: type[Record]) -> None:
    hints = get_type_hints(kind)
    record = kind(**{field.name: example(hints[field.name]) for field in fields(kind)})
    base = Action if issubclass(kind, Action) else Event
    text = json.dumps(record.to_json())
    again = base.from_json(json.loads(text))
    assert again == record
    assert json.loads(text)[kind.tag] == kind.name
    for field in fields(kind):  # None is JSON's null
        if type(None) in get_args(hints[field.name]):
            empty = kind(**{**{one.name: getattr(record, one.name) for one in fields(kind)}, field.name: None})
            assert base.from_json(json.loads(json.dumps(empty.to_json()))) == empty


@pytest.mark.parametrize("base", [Action, Event])
def test_names_are_snake_case_and_unique(base: type[Record]) -> None:
    kinds = games_only(base)
    names = [kind.name for kind in kinds]
    assert len(set(names)) == len(names) >= 6
    assert all(name.isidentifier() and name == name.lower() for name in names)


def test_fields_called_after_seats_hold_seats() -> None:
    for kind in games_only(Action) + games_only(Event):
        hints = get_type_hints(kind)
        for field in fields(kind):
            if field.name in SEAT_FIELDS:
                assert hints[field.name] in (int, int | None)
            if field.name in SEATS_FIELDS:
                assert hints[field.name] == tuple[int, ...]
            if field.name in BY_SEAT_FIELDS:
                assert get_origin(hints[field.name]) is tuple


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"action": "dance"}, "no action called 'dance'"),
        ({}, "no action called None"),
        ({"action": "word_accepted", "seat": 0, "word": "a", "stake": 30}, "no action called"),
        ({"action": "draw"}, "has the fields tiles"),
        ({"action": "draw", "tiles": ["A"], "seat": 1}, "has the fields tiles"),
        ({"action": "draw", "tiles": "AB"}, "cannot be 'AB'"),
        ({"action": "draw", "tiles": [1]}, "cannot be 1"),
        ({"action": "word", "seat": True, "word": "march"}, "cannot be True"),
        ({"action": "word", "seat": "0", "word": "march"}, "cannot be '0'"),
        ({"action": "time_up", "extra": 1}, "has the fields none"),
    ],
)
def test_a_journal_that_was_tampered_with_is_refused(data: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Action.from_json(data)


def test_names_stand_for_seats() -> None:
    players = ("Ann", "Bob")
    assert named(Stolen(1, 0, 60), players) == {"event": "stolen", "seat": "Bob", "from": "Ann", "points": 60}
    drawn = StarterDrawn((("A", "B"), ("A", "C")), 0)
    assert named(drawn, players)["draws"] == {"Ann": ["A", "B"], "Bob": ["A", "C"]}
    lost = named(PointsLost(0, 0, ("A",), ()), players)
    assert lost == {"event": "points_lost", "seat": "Ann", "points": 0, "letters": ["A"], "used": []}


def test_records_are_frozen_and_hash() -> None:
    assert hash(Draw(("A",))) == hash(Draw(("A",)))
    assert Word(0, "march") != Word(1, "march")
    with pytest.raises(FrozenInstanceError):
        Overrule(1, 0).ayes = 2  # type: ignore[misc]


def test_two_records_cannot_share_a_name() -> None:
    with pytest.raises(TypeError, match="two records are called draw"):
        type("Drawing", (Action,), {"name": "draw"})
