"""YAML read strictly: every value keeps its line, and nothing surprising passes.

Plain YAML takes the last of two equal keys without a word, expands references to any size and can hold objects; a
settings file needs none of that, so each is refused with the line where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from voicegame.errors import UserError

Key = tuple[str | int, ...]  # the way to a value: keys of mappings, positions in lists

MOST_BYTES = 64 * 1024  # hundreds of times a real settings file
MOST_LEVELS = 8
LONGEST_SHOWN = 40  # characters of the user's that an error repeats
_PLAIN = "tag:yaml.org,2002:"
_SCALARS = {_PLAIN + kind for kind in ("str", "int", "float", "bool", "null", "timestamp")}

# What PyYAML says of broken YAML, and what that means for whoever wrote the file.
_FAULTS = (
    ("found character '\\t'", "there is a tab before the value; use spaces"),
    ("cannot start any token", "a value can't begin with this character; write the value in quotes"),
    (
        "mapping values are not allowed",
        "no colon can stand here; quote the value, or mend the indentation or the line above",
    ),
    ("could not find expected ':'", "a key is not followed by a colon; write 'key: value'"),
    ("unexpected end of stream", "a quote is opened and never closed; close it"),
    ("expected ',' or", "a bracket is not closed or a comma is missing; mend the list"),
    ("expected '<document start>'", "a line that begins with % can't stand above this; remove it"),
    ("but found '<scalar>'", "there is more after the value; put the whole value in double quotes"),
    ("expected <block end>", "the line doesn't line up with those above it; mend the indentation"),
    ("expected a single document", "a second document begins here; remove the line '---'"),
    ("incompatible YAML", "the file asks for another version of YAML; remove the line '%YAML'"),
    ("expected the node content", "a value is missing here; write one or remove the sign before it"),
    ("unknown escape character", "a backslash in double quotes means something else; use single quotes"),
    ("undefined alias", "a reference (*name) can't be used here; write the value out"),
    ("duplicate anchor", "a reference mark (&name) can't be used here; remove it"),
)


@dataclass(frozen=True)
class Place:
    """Where a value stands. line: from 1; text: a scalar as it is written, without quotes; empty for others."""

    line: int
    text: str = ""


@dataclass(frozen=True)
class Document:
    """A file that was read.

    source: its name as given. values: what it holds; lists are tuples, keys are always text as written.
    places: where each value stands; for a value with a key, the line of the key.
    """

    source: str
    values: Mapping[str, object]
    places: Mapping[Key, Place]

    def where(self, key: Key) -> str:
        """File and line of a value, or of the nearest thing around it: "party.yaml, line 3"."""
        while key and key not in self.places:
            key = key[:-1]
        return f"{self.source}, line {self.places[key].line}" if key else self.source


def read(path: Path) -> Document:
    """The mapping that the file holds (none for an empty file); UserError if there is anything wrong with it."""
    source = str(path)
    with _loading(_text(path, source), source) as loader:
        root = loader.root()
        if root is None:
            return Document(source, {}, {})
        if not isinstance(root, MappingNode):
            raise UserError(f"{source} holds no settings; write lines such as 'target: 500'.")
        places: dict[Key, Place] = {}
        return Document(source, _mapping(root, (), places, loader), places)


def value(text: str, source: str) -> object:
    """The value that a text means where a file would hold it after a colon; UserError as for a file."""
    with _loading(text, source) as loader:
        root = loader.root()
        return None if root is None else _value(root, (), {}, loader)


@contextmanager
def _loading(text: str, source: str) -> Iterator[_Loader]:
    """What PyYAML says of broken YAML becomes a UserError with the line."""
    loader = _Loader(text, source)
    try:
        yield loader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        said = f"{error.context} {error.problem}"
        reason = next((ours for theirs, ours in _FAULTS if theirs in said), None)
        raise UserError(
            f"{source}, line {line}: {reason or 'this is not valid YAML; compare the lines above'}."
        ) from None
    finally:
        loader.dispose()


def shown(text: str) -> str:
    """The text as it may stand in a sentence: one line, and not too long."""
    line = "".join(sign if sign.isprintable() else "?" for sign in text)
    return line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}..."


def _text(path: Path, source: str) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise UserError(f"{source} does not exist; check the path.") from None
    except IsADirectoryError:
        raise UserError(f"{source} is a directory; name a YAML file.") from None
    except PermissionError:
        raise UserError(f"{source} may not be read; change its permissions.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UserError(f"{source} can't be read ({reason}); name a YAML file.") from None
    if len(data) > MOST_BYTES:
        raise UserError(f"{source} is larger than {MOST_BYTES // 1024} KiB, too large for settings; name another file.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UserError(f"{source}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from None
    odd = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if odd:
        line, code = text[: odd.start()].count("\n") + 1, ord(odd.group())
        raise UserError(f"{source}, line {line}: the character U+{code:04X} can't stand here; remove it.")
    return text


class _Loader(yaml.SafeLoader):
    """PyYAML's, without references and deep nesting."""

    def __init__(self, text: str, source: str) -> None:
        super().__init__(text)
        self.source = source
        self.levels = 0

    def root(self) -> Node | None:
        """The tree of the file's only document."""
        return self.get_single_node()  # type: ignore[no-any-return,unused-ignore]

    def fault(self, node: Node | yaml.Event, reason: str) -> UserError:
        line = node.start_mark.line + 1 if node.start_mark else 1
        return UserError(f"{self.source}, line {line}: {reason}.")

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        if self.check_event(yaml.AliasEvent):
            event: yaml.AliasEvent = self.peek_event()  # type: ignore[no-untyped-call,unused-ignore]
            raise self.fault(
                event, f"a reference (*{shown(str(event.anchor))}) can't be used here; write the value out"
            )
        self.levels += 1
        if self.levels > MOST_LEVELS:
            deep: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call,unused-ignore]
            raise self.fault(deep, "brackets or indentation go too deep; no setting needs that")
        node = super().compose_node(parent, index)
        self.levels -= 1
        return node


def _value(node: Node, key: Key, places: dict[Key, Place], loader: _Loader) -> object:
    places.setdefault(key, Place(node.start_mark.line + 1))
    if isinstance(node, MappingNode) and node.tag == _PLAIN + "map":
        return _mapping(node, key, places, loader)
    if isinstance(node, SequenceNode) and node.tag == _PLAIN + "seq":
        return tuple(_value(item, (*key, at), places, loader) for at, item in enumerate(node.value))
    if not isinstance(node, ScalarNode) or node.tag not in _SCALARS:
        raise loader.fault(node, f"the mark {shown(node.tag.replace(_PLAIN, '!!'))} can't be used here; remove it")
    places[key] = Place(places[key].line, node.value)
    try:
        return loader.construct_object(node)
    except (ValueError, KeyError, AttributeError):  # "!!int x", 2026-99-99, a number of five thousand digits
        raise loader.fault(node, f"{shown(node.value)} can't be read as a value; write it in quotes") from None


def _mapping(node: MappingNode, key: Key, places: dict[Key, Place], loader: _Loader) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, item in node.value:
        if not isinstance(name, ScalarNode):
            raise loader.fault(name, "a list can't be a key; write 'key: value'")
        at: Key = (*key, name.value)
        line = name.start_mark.line + 1
        if name.value in values:
            reason = f"the key '{shown(name.value)}' stands on line {places[at].line} already; remove one of the two"
            raise loader.fault(name, reason)
        places[at] = Place(line)
        values[name.value] = _value(item, at, places, loader)
    return values
