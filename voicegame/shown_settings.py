"""Settings as a person reads them: each with its value and where that comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import yaml
from pydantic import BaseModel

from voicegame.settings import TableSettings
from voicegame.strict_yaml import Key
from voicegame.typed_yaml import Origin, Sources


@dataclass(frozen=True)
class Row:
    """One setting. key: the way to it; origin and where: see :meth:`voicegame.typed_yaml.Sources.origin`."""

    key: Key
    value: object
    origin: Origin
    where: str


def rows(settings: TableSettings, sources: Sources) -> Iterator[Row]:
    """Every setting, in the order of the model; a bag is one."""
    for key, value in _leaves(settings, ()):
        yield Row(key, value, *sources.origin(key))


def lines(found: Iterator[Row]) -> Iterator[str]:
    """A settings file that says the same, with where each value comes from as a comment."""
    group = None
    for row in found:
        *outer, name = row.key
        if outer and outer[0] != group:
            yield f"{outer[0]}:"
        group = outer[0] if outer else None
        origin = "default" if row.origin == "default" else row.where
        yield f"{'  ' if outer else ''}{name}: {_written(row.value)}  # {origin}"


def _leaves(model: BaseModel, outer: Key) -> Iterator[tuple[Key, object]]:
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from _leaves(value, (*outer, name))
        elif isinstance(value, dict):
            yield from (((*outer, name, inner), each) for inner, each in value.items())
        else:
            yield (*outer, name), list(value) if isinstance(value, tuple) else value


def _written(value: object) -> str:
    """A value as YAML, on one line."""
    dumped: str = yaml.safe_dump([value], default_flow_style=True, allow_unicode=True, width=1_000_000, sort_keys=False)
    return dumped.strip()[1:-1]
