"""Commands: names that the table acts on, and the everyday wordings that people say for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import yaml
from numpy.typing import NDArray

from voicegame.errors import UserError
from voicegame.lexicon.phonemes import encode
from voicegame.lexicon.sound_tree import SoundTree, as_sounds

if TYPE_CHECKING:
    from voicegame.lexicon.lexicon import Lexicon

#: Ways of saying one wording that are kept (words have several pronunciations, and they multiply).
_MOST_WAYS = 12
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")


@dataclass(frozen=True)
class Wording:
    """One way of putting a command, lower case, words apart by one blank."""

    command: str
    text: str


class CommandBook:
    """All wordings of all commands.

    wordings: in the file's order; one text may stand under several commands, and the state tells which is meant.
    tree: their pronunciations.
    owners: shape ``(P,)``, for each pronunciation the index of the wording in ``texts``.
    texts: each text once.
    """

    def __init__(self, wordings: tuple[Wording, ...], ways: dict[str, list[str]]) -> None:
        self.wordings = wordings
        self.texts = list(ways)
        pairs = [(index, way) for index, text in enumerate(self.texts) for way in ways[text]]
        self.tree = SoundTree(as_sounds([way for _, way in pairs]))
        self.owners: NDArray[np.intp] = np.array([index for index, _ in pairs], np.intp)
        self._commands: dict[str, list[str]] = {}
        for wording in wordings:
            self._commands.setdefault(wording.text, []).append(wording.command)

    @property
    def names(self) -> tuple[str, ...]:
        """The commands, in the file's order."""
        return tuple(dict.fromkeys(wording.command for wording in self.wordings))

    def parse(self, text: str, names: Collection[str]) -> str | None:
        """The command among ``names`` that a typed line words exactly, the first one named if there are several."""
        meant = self._commands.get(normalised(text), ())
        return next((name for name in names if name in meant), None)

    @classmethod
    def load(cls, path: Path, lexicon: Lexicon) -> CommandBook:
        """Read the YAML file: ``commands`` (name: list of wordings) and ``sounds`` (word: list of ARPAbet strings).

        A word takes its pronunciations from ``sounds``, else from the lexicon. Raises UserError, naming the line.
        """
        return _Reader(path, lexicon).book()


def normalised(text: str) -> str:
    """Lower case, marks left out, words apart by one blank."""
    text = text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return " ".join(_WORD.findall(text))


class _Reader:
    """Reads nodes rather than values: a node knows its line, and ``yes`` and ``no`` stay words."""

    def __init__(self, path: Path, lexicon: Lexicon) -> None:
        self._path = path
        self._lexicon = lexicon
        self._sounds: dict[str, list[str]] = {}

    def book(self) -> CommandBook:
        root = self._compose()
        sections = dict(self._entries(root, "the file"))
        for name, (key, _) in sections.items():
            if name not in ("commands", "sounds"):
                raise self._error(key, f'there is no section "{name}"; use "commands" and "sounds"')
        if "commands" not in sections:
            raise self._error(root, 'the section "commands" is missing; list the wordings of each command there')
        if "sounds" in sections:
            for word, (_, node) in self._entries(sections["sounds"][1], '"sounds"'):
                self._sounds[word] = [self._encoded(item) for item in self._items(node, word)]
        wordings: list[Wording] = []
        ways: dict[str, list[str]] = {}
        for command, (_, node) in self._entries(sections["commands"][1], '"commands"'):
            for item in self._items(node, command):
                text = normalised(item.value)
                wordings.append(Wording(command, text))
                ways[text] = self._ways(item, text)
        return CommandBook(tuple(wordings), ways)

    def _compose(self) -> yaml.Node:
        try:
            root = yaml.compose(self._path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
        except OSError as error:
            raise UserError(f"The commands file {self._path} cannot be read: {error.strerror}.") from None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            mark = getattr(error, "problem_mark", None)
            where = f", line {mark.line + 1}" if mark is not None else ""
            raise UserError(f"{self._path}{where}: this is no YAML; compare it with the file as shipped.") from None
        if root is None:
            raise UserError(f"The commands file {self._path} is empty; copy the one that was shipped.")
        return root

    def _entries(self, node: yaml.Node, what: str) -> Iterator[tuple[str, tuple[yaml.Node, yaml.Node]]]:
        if not isinstance(node, yaml.MappingNode):
            raise self._error(node, f"{what} must hold names followed by lists; indent them below it")
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                raise self._error(key, f'"{key.value}" stands here twice; put both lists under one')
            seen.add(key.value)
            yield key.value, (key, value)

    def _items(self, node: yaml.Node, name: str) -> list[yaml.ScalarNode]:
        items = node.value if isinstance(node, yaml.SequenceNode) else []
        if not items or not all(isinstance(item, yaml.ScalarNode) and item.value.strip() for item in items):
            raise self._error(node, f'"{name}" needs a list of texts; write them as [one, another]')
        return list(items)

    def _encoded(self, item: yaml.ScalarNode) -> str:
        try:
            return encode(item.value)
        except KeyError as error:
            raise self._error(item, f"{error} is no ARPAbet symbol; write a sound as in AY1 L") from None

    def _ways(self, item: yaml.ScalarNode, text: str) -> list[str]:
        if not text:
            raise self._error(item, f'"{item.value}" has no word in it; write a wording in plain letters')
        each = [self._pronunciations(item, word) for word in text.split()]
        return list(dict.fromkeys("".join(way) for way in islice(product(*each), _MOST_WAYS)))

    def _pronunciations(self, item: yaml.ScalarNode, word: str) -> list[str]:
        if word in self._sounds:
            return self._sounds[word]
        row = self._lexicon.row(word)
        if row is None:
            raise self._error(item, f'how to say "{word}" is not known; add it to "sounds"')
        return list(self._lexicon.pronunciations(row))

    def _error(self, node: yaml.Node, what: str) -> UserError:
        return UserError(f"{self._path}, line {node.start_mark.line + 1}: {what}.")
