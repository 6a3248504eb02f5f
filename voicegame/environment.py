"""Settings from the environment: ``VOICEGAME_TARGET=500`` is the line ``target: 500`` of a settings file."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from voicegame import strict_yaml
from voicegame.strict_yaml import Document, Key, Place

PREFIX = "VOICEGAME_"
#: Variables of the program that are no settings of a game.
OTHERS = ("VOICEGAME_DATA", "VOICEGAME_DEBUG", "VOICEGAME_MODELS_URL", "VOICEGAME_WHISPER")


@dataclass(frozen=True)
class Environment(Document):
    """The variables that are settings, as if a file held them."""

    def where(self, key: Key) -> str:
        """The variable that holds a value."""
        return variable(tuple(part for part in key if isinstance(part, str)))


def variable(key: Key) -> str:
    """What the variable of a key is called: VOICEGAME_VOICE_RATE for the rate of the voice."""
    return PREFIX + "_".join(str(part).upper() for part in key)


def read(model: type[BaseModel], environ: Mapping[str, str]) -> Environment:
    """The settings of a model that the environment holds. A list is written ``Ann,Bob``; text needs no quotes.

    UserError for a value that can't be read at all.
    """
    values: dict[str, Any] = {}
    places: dict[Key, Place] = {}
    for key, annotation in _leaves(model):
        text = environ.get(variable(key))
        if text is None:
            continue
        value = _value(annotation, text.strip(), variable(key))
        inner = values
        for part in key[:-1]:
            inner = inner.setdefault(str(part), {})
        inner[str(key[-1])] = value
        places[key] = Place(0, "" if isinstance(value, tuple) else text.strip())
        if isinstance(value, tuple):
            places.update({(*key, at): Place(0, str(item)) for at, item in enumerate(value)})
    return Environment("the environment", values, places)


def unknown(models: Iterable[type[BaseModel]], environ: Mapping[str, str]) -> list[str]:
    """A sentence for each variable that looks like a setting and is none."""
    known = {variable(key) for model in models for key, _ in _leaves(model)} | set(OTHERS)
    told = []
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known:
            near = process.extractOne(name, sorted(known), scorer=Levenshtein.distance, score_cutoff=3)
            told.append(f"{name} is no setting: {f'did you mean {near[0]}?' if near else 'it changes nothing.'}")
    return told


def _leaves(model: type[BaseModel], outer: Key = ()) -> Iterator[tuple[Key, Any]]:
    """Every key of a single value or a list, with its type; a bag is too much for a variable."""
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _leaves(inner, (*outer, name))
        elif get_origin(inner) is not dict:
            yield (*outer, name), inner


def _value(annotation: Any, text: str, source: str) -> object:
    if get_origin(annotation) is tuple and not text.startswith("["):
        return tuple(part.strip() for part in text.split(",")) if text else ()
    kinds = get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
    if type(None) in kinds and text in ("", "null"):
        return None
    if {int, float, bool} & set(kinds) or text.startswith("["):
        return strict_yaml.value(text, source)
    return text
