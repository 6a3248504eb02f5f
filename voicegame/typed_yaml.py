"""Typed settings from YAML layers: what is wrong becomes one sentence with the file, the line and what is allowed.

The models are pydantic's; the sentences are ours, made from the model's own types and limits, so that a limit
stands in one place.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from voicegame import environment, strict_yaml
from voicegame.environment import Environment
from voicegame.errors import UserError
from voicegame.strict_yaml import Document, Key, shown

M = TypeVar("M", bound=BaseModel)
#: Where a value comes from.
Origin = Literal["default", "file", "environment", "flag"]
NameFault = Callable[[str], "str | None"]

#: Options of the command line that are called otherwise than the key that they set.
_OPTIONS = {"variants": "--variant"}


@dataclass(frozen=True)
class Allowed:
    """Metadata of a field whose values a validator checks: what they may be, in words."""

    words: str


@dataclass(frozen=True)
class Sources:
    """Where each value came from: later documents over earlier ones, and the command line over all."""

    documents: tuple[Document, ...]
    given: Mapping[str, object]

    def merged(self) -> dict[str, object]:
        values: dict[str, object] = {}
        for layer in (*(document.values for document in self.documents), self.given):
            for key, value in layer.items():
                old = values.get(key)
                # A group of keys is filled up one by one: "voice: {rate: 140}" leaves the rest of "voice".
                grouped = isinstance(old, dict) and isinstance(value, dict)
                values[key] = {**old, **value} if grouped else value  # type: ignore[dict-item]
        return values

    def _document(self, key: Key) -> Document:
        return next((one for one in reversed(self.documents) if key in one.places), self.documents[-1])

    def option(self, key: Key) -> str | None:
        """The command-line option that gave the value, if one did."""
        if not key or key[0] not in self.given:
            return None
        return _OPTIONS.get(str(key[0]), f"--{str(key[0]).replace('_', '-')}")

    def origin(self, key: Key) -> tuple[Origin, str]:
        """Where the value that counts comes from, and its place there: an option, a file and line, a variable."""
        option, document = self.option(key), self._document(key)
        if option:
            return "flag", option
        if document is self.documents[0]:
            return "default", document.where(key)
        return "environment" if isinstance(document, Environment) else "file", document.where(key)

    def text(self, key: Key) -> str | None:
        """The value as it is written, None if it is no single value of a file."""
        place = self._document(key).places.get(key)
        return place.text if place and not self.option(key) else None

    def order(self, key: Key) -> tuple[int, int]:
        """Sorts keys as they are read: by file, then by line."""
        document = self._document(key)
        place = document.places.get(key)
        return self.documents.index(document), place.line if place else 0

    def error(self, key: Key, reason: str, names_key: bool = False) -> UserError:
        """One sentence. names_key: the reason begins with the key, which an option then replaces."""
        option = self.option(key)
        if option is None:
            return UserError(_ended(f"{self._document(key).where(key)}: {reason}"))
        return UserError(_ended(f"{option}{reason.removeprefix(_dotted(key))}" if names_key else f"{option}: {reason}"))


def sources(
    model: type[BaseModel],
    defaults: Path,
    path: Path | None,
    given: Mapping[str, object],
    environ: Mapping[str, str] = MappingProxyType({}),
) -> Sources:
    """What counts, the later the more: the file of defaults, the user's file, the environment, the options.

    UserError for a file that can't be read.
    """
    short: Mapping[str, str] = getattr(model, "SHORT", {})
    documents = [_written_out(strict_yaml.read(file), short) for file in (defaults, path) if file]
    variables = environment.read(model, environ)
    listed = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
    return Sources((*documents, variables) if variables.values else tuple(documents), listed)


def _written_out(document: Document, short: Mapping[str, str]) -> Document:
    """The document with each text that is short for a group of one key as that group. short: group -> its key."""
    values, places = dict(document.values), dict(document.places)
    for group, key in short.items():
        if isinstance(values.get(group), str):
            values[group] = {key: values[group]}
            places[group, key] = places[group,]
    return Document(document.source, values, places)


def validated(model: type[M], found: Sources, name_fault: NameFault) -> tuple[M | None, list[UserError]]:
    """The settings; or None, and all that is wrong with them, in the order in which a reader meets it.

    name_fault: why a text can't be one of a list of names, None if it can.
    """
    try:
        settings = model.model_validate(found.merged())
    except ValidationError as problem:
        wrong = sorted(problem.errors(include_url=False), key=lambda one: found.order(one["loc"]))
        return None, [_explained(one, model, found, name_fault) for one in wrong]
    odd = [(key, document) for document in found.documents for key in document.places]
    faults = [fault for key, document in odd if (fault := _odd_number(key, document, found)) is not None]
    return (None, faults) if faults else (settings, [])


def _odd_number(key: Key, document: Document, sources: Sources) -> UserError | None:
    """What is wrong with a number that YAML reads otherwise than a person: 010 is 8, and 1:30 is 90."""
    text = document.places[key].text
    value: Any = document.values
    for part in key:
        value = value[part]
    octal = text.lstrip("+-").startswith("0") and text.lstrip("+-") not in ("0", "0.0") and "." not in text
    if type(value) in (int, float) and (octal or set(text) & set(":_")):
        return sources.error(key, f"{_dotted(key)}: {text} is read by YAML as {value}; write {value} if you mean that")
    return None


def _explained(problem: ErrorDetails, model: type[BaseModel], sources: Sources, name_fault: NameFault) -> UserError:
    """What pydantic found, as one sentence that says what is allowed instead."""
    key, kind = problem["loc"], problem["type"]
    name = shown(_dotted(key))
    if kind == "extra_forbidden":
        near = _nearest(str(key[-1]), model)
        return sources.error(key, f"there is no key '{name}'; {near or 'remove it or look up the keys in config/'}")
    if kind == "missing":
        return sources.error(key, f"the key '{name}' is missing; add it")
    value, text = problem["input"], sources.text(key)
    written = shown(text) if text else "empty" if value is None else _short(value)
    if key[0] == "players" and len(key) == 2:
        if text is None or isinstance(value, dict | tuple):
            return sources.error(key, "a player's name must be text; write [Ann, Bob]")
        unusable = name_fault(text)
        if unusable:
            return sources.error(key, unusable)
        read_as = {True: "true", False: "false", None: "nothing"}.get(value) if _is_word(value) else str(value)
        return sources.error(key, f'the name {written} is read by YAML as {read_as}; write it in quotes: "{written}"')
    annotation, limits = _annotation(key, model)
    if isinstance(value, str) and text and _is_in_quotes(text, annotation):
        return sources.error(key, f'{name} is "{written}" in quotes, which makes it text; write {written} without them')
    allowed = _allowed(annotation, limits)
    return sources.error(key, f"{name} cannot be {written}; it is {allowed}", names_key=True)


def _is_in_quotes(text: str, annotation: Any) -> bool:
    """Whether a text would be a value of this type, were it not in quotes."""
    wanted = get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
    if not set(wanted) & {int, float, bool}:
        return False
    try:
        kind = type(strict_yaml.value(text, ""))
        return kind in wanted or (kind is int and float in wanted)
    except UserError:
        return False


def _is_word(value: object) -> bool:
    return value is None or isinstance(value, bool)


def _short(value: object) -> str:
    if isinstance(value, dict):
        return "a group of keys"
    if isinstance(value, tuple):
        return "a list"
    return shown(str(value))


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(("?", '"')) else f"{sentence}."


def _dotted(key: Key) -> str:
    return ".".join(part for part in key if isinstance(part, str))  # an item of a list goes by the list's name


def _keys(model: type[BaseModel], outer: Key = ()) -> dict[str, Key]:
    """Every key that can be set, by its own name."""
    keys: dict[str, Key] = {}
    for name, field in model.model_fields.items():
        keys.setdefault(name, (*outer, name))
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            keys = _keys(inner, (*outer, name)) | keys
    return keys


def _nearest(unknown: str, model: type[BaseModel]) -> str | None:
    keys = _keys(model)
    far = max(2, len(unknown) // 3)
    found = process.extractOne(unknown.lower(), list(keys), scorer=Levenshtein.distance, score_cutoff=far)
    return f"did you mean '{_dotted(keys[found[0]])}'?" if found else None


def _annotation(key: Key, model: type[BaseModel]) -> tuple[Any, tuple[object, ...]]:
    """The type of the value at ``key``, and its limits."""
    annotation: Any = model
    limits: tuple[object, ...] = ()
    for part in key:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            field = annotation.model_fields[str(part)]
            annotation, limits = field.annotation, tuple(field.metadata)
        elif get_origin(annotation) in (dict, tuple):
            annotation, limits = get_args(annotation)[get_origin(annotation) is dict], ()
        if get_origin(annotation) is Annotated:
            annotation, *extra = get_args(annotation)
            limits += tuple(one for item in extra for one in getattr(item, "metadata", (item,)))
    return annotation, limits


def _allowed(annotation: Any, limits: tuple[object, ...]) -> str:
    """What a value of this type may be, in words."""
    told = next((limit.words for limit in limits if isinstance(limit, Allowed)), None)
    if told is not None:
        return told
    origin = get_origin(annotation)
    if origin is Literal:
        return _one_of([str(option) for option in get_args(annotation)])
    if origin in (Union, types.UnionType):
        inner = get_args(annotation)[0]
        return f"{_allowed(inner, limits) if inner in (int, float) else 'text in quotes'}, or null"
    if origin is tuple:
        item = get_args(annotation)[0]
        return "a list, such as [{}]".format(
            ", ".join(get_args(item)[:1]) if get_origin(item) is Literal else "Ann, Bob"
        )
    if annotation is bool:
        return "true or false"
    if origin is dict:
        return "a group of lines 'name: value'"
    if annotation in (int, float):
        low = next(limit.ge for limit in limits if isinstance(limit, Ge))
        high = next(limit.le for limit in limits if isinstance(limit, Le))
        return f"a {'whole ' if annotation is int else ''}number from {low} to {high}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"a group of keys ({', '.join(annotation.model_fields)})"
    return "text, in quotes if it looks like something else"


def _one_of(options: Sequence[str]) -> str:
    return " or ".join([", ".join(options[:-1]), options[-1]])
