"""Commands: names that the table acts on, and the everyday wordings that people say for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import yaml
from numpy.typing import NDArray

from voicegame.errors import UserError
from voicegame.lexicon.claim_forms import ClaimForms
from voicegame.lexicon.phonemes import encode
from voicegame.lexicon.sound_tree import SoundTree, as_sounds
from voicegame.lexicon.spelling_rules import said_as
from voicegame.lexicon.spoken_arguments import (
    PLACEHOLDERS,
    Alphabet,
    Arguments,
    Family,
    Pronounce,
    Spoken,
    family_of,
)

if TYPE_CHECKING:
    from voicegame.lexicon.lexicon import Lexicon

#: Ways of saying one wording that are kept (words have several pronunciations, and they multiply).
_MOST_WAYS = 12
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
_BRACES = re.compile(r"\{(\w*)\}")
_SECTIONS = ("commands", "claims", "families", "letters", "sounds")


@dataclass(frozen=True)
class Wording:
    """One way of putting a command, lower case, words apart by one blank."""

    command: str
    text: str


@dataclass(frozen=True)
class WithArguments:
    """The families of a book: by name, how their arguments are read and said, and how words sound."""

    families: dict[str, Family]
    arguments: Arguments
    pronounce: Pronounce


class CommandBook:
    """All wordings of all commands.

    Commands with arguments ("bid:40") belong to families; their wordings are written out when they are first heard.

    wordings: in the file's order; one text may stand under several commands, and the state tells which is meant.
    claims: what may come before a claimed word.
    tree: their pronunciations.
    owners: shape ``(P,)``, for each pronunciation the index of the wording in ``texts``.
    texts: each text once.
    """

    def __init__(
        self,
        wordings: tuple[Wording, ...],
        ways: dict[str, list[str]],
        more: WithArguments | None = None,
        claims: ClaimForms | None = None,
    ) -> None:
        self.wordings = wordings
        self.claims = claims or ClaimForms()
        self._more = more or WithArguments({}, Arguments(), lambda _: ())
        self._spoken: dict[tuple[str, ...], SpokenFamilies] = {}
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

    def pronounce(self, word: str) -> Sequence[str]:
        """How a word of a wording is said, as codes; none if neither the file nor the lexicon says."""
        return self._more.pronounce(word)

    def parse(self, text: str, names: Collection[str]) -> str | None:
        """The command among ``names`` that a typed line words exactly, the first one named if there are several.

        Where one of a family is named, any of that family is understood: "bid:900" for "bid:1..200".
        """
        meant = self._commands.get(normalised(text), ())
        for name in names:
            if name in meant:
                return name
            family = self._more.families.get(family_of(name))
            command = self._more.arguments.parse(family, text) if family is not None and ":" in name else None
            if command is not None:
                return command
        return None

    def families(self, names: Collection[str]) -> SpokenFamilies | None:
        """All wordings of the families that ``names`` have members of; None if they have none. Made once each."""
        wanted = tuple(dict.fromkeys(family_of(name) for name in names if ":" in name))
        known = tuple(name for name in wanted if name in self._more.families)
        if known and known not in self._spoken:
            more = self._more
            self._spoken[known] = SpokenFamilies(
                [each for name in known for each in more.arguments.spoken(more.families[name], more.pronounce)]
            )
        return self._spoken.get(known)

    @classmethod
    def load(
        cls,
        path: Path,
        lexicon: Lexicon,
        players: Sequence[str] = (),
        phrases: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> CommandBook:
        """Read the YAML file: ``commands`` (name: list of wordings), ``sounds`` (word: list of ARPAbet strings), and
        for commands with arguments ``families`` and ``letters``, as the file describes them.

        A word takes its pronunciations from ``sounds``, else from the lexicon. players: names that commands may hold.
        phrases: command -> wordings beside the file's; a word of theirs that is not known sounds as its spelling says.
        Raises UserError, naming the line.
        """
        return _Reader(path, lexicon, players).book(phrases)


class SpokenFamilies:
    """Wordings of commands with arguments. tree: their pronunciations; ``wordings[owners[p]]`` is what p words."""

    def __init__(self, wordings: Sequence[Spoken]) -> None:
        self.wordings = wordings
        pairs = [(index, way) for index, wording in enumerate(wordings) for way in wording.ways]
        self.tree = SoundTree(as_sounds([way for _, way in pairs]))
        self.owners: NDArray[np.intp] = np.array([index for index, _ in pairs], np.intp)


def normalised(text: str) -> str:
    """Lower case, marks left out, words apart by one blank."""
    text = text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return " ".join(_WORD.findall(text))


class _Reader:
    """Reads nodes rather than values: a node knows its line, and ``yes`` and ``no`` stay words."""

    def __init__(self, path: Path, lexicon: Lexicon, players: Sequence[str]) -> None:
        self._path = path
        self._lexicon = lexicon
        self._players = players
        self._sounds: dict[str, list[str]] = {}

    def book(self, phrases: Mapping[str, Sequence[str]]) -> CommandBook:
        root = self._compose()
        sections = dict(self._entries(root, "the file"))
        for name, (key, _) in sections.items():
            if name not in _SECTIONS:
                listed = ", ".join(f'"{section}"' for section in _SECTIONS)
                raise self._error(key, f'there is no section "{name}"; the sections are {listed}')
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
        for command, texts in phrases.items():
            for text in filter(None, map(normalised, texts)):
                wordings.append(Wording(command, text))
                ways[text] = self._combined([self._guessed(word) for word in text.split()])
        families = {}
        if "families" in sections:
            for name, (_, node) in self._entries(sections["families"][1], '"families"'):
                families[name] = self._family(name, node)
        alphabet = self._alphabet(sections["letters"][1]) if "letters" in sections else Alphabet()
        more = WithArguments(families, Arguments(alphabet, self._players), self._sounds_of)
        phrases = self._claims(sections["claims"][1]) if "claims" in sections else {}
        claims = ClaimForms(phrases, self._players, self._sounds_of, lambda word: said_as(word, self._lexicon))
        return CommandBook(tuple(wordings), ways, more, claims)

    def _claims(self, node: yaml.Node) -> dict[str, list[str]]:
        """What may come before a claimed word, and how it is said."""
        phrases = {}
        for item in self._items(node, "claims"):
            cue, word, rest = item.value.partition("{word}")
            if not word or rest.strip() or not normalised(cue):
                raise self._error(item, f'"{item.value}" needs some words and then {{word}} at its end')
            phrases[normalised(cue)] = self._ways(item, normalised(cue))
        return phrases

    def _family(self, name: str, node: yaml.Node) -> Family:
        entries = dict(self._entries(node, f'"{name}"'))
        for key, (at, _) in entries.items():
            if key not in ("wordings", "numbers"):
                raise self._error(at, f'"{name}" has "wordings" and perhaps "numbers", but no "{key}"')
        if "wordings" not in entries:
            raise self._error(node, f'"{name}" needs "wordings"; list them there')
        templates = []
        for item in self._items(entries["wordings"][1], name):
            template = " ".join(item.value.casefold().split())
            kinds = _BRACES.findall(template)
            if not kinds or not set(kinds) <= set(PLACEHOLDERS) or len(set(kinds)) < len(kinds):
                known = ", ".join(f"{{{kind}}}" for kind in PLACEHOLDERS)
                raise self._error(item, f'"{item.value}" needs one of {known}, each once at the most')
            if "word" not in kinds:
                for word in normalised(_BRACES.sub(" ", template)).split():
                    self._pronunciations(item, word)
            templates.append(template)
        if "numbers" not in entries:
            return Family(name, tuple(templates))
        ends = [item.value for item in self._items(entries["numbers"][1], name)]
        if len(ends) != 2 or not all(end.isdigit() for end in ends):
            raise self._error(entries["numbers"][1], f'the numbers of "{name}" are two, as in [1, 20]')
        return Family(name, tuple(templates), (int(ends[0]), int(ends[1])))

    def _alphabet(self, node: yaml.Node) -> Alphabet:
        names, words = {}, {}
        for letter, (_, entry) in self._entries(node, '"letters"'):
            given = dict(self._entries(entry, f'the letter "{letter}"'))
            if set(given) != {"sounds", "words"}:
                raise self._error(entry, f'the letter "{letter}" needs "sounds" and "words"')
            names[letter] = [self._encoded(item) for item in self._items(given["sounds"][1], letter)]
            items = self._items(given["words"][1], letter)
            for item in items:
                for word in item.value.split():
                    self._pronunciations(item, word)
            words[letter] = [item.value for item in items]
        return Alphabet(names, words)

    def _sounds_of(self, word: str) -> list[str]:
        if word in self._sounds:
            return self._sounds[word]
        row = self._lexicon.row(word)
        return [] if row is None else list(self._lexicon.pronunciations(row))

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
        return self._combined([self._pronunciations(item, word) for word in text.split()])

    @staticmethod
    def _combined(each: Sequence[Sequence[str]]) -> list[str]:
        return list(dict.fromkeys("".join(way) for way in islice(product(*each), _MOST_WAYS)))

    def _guessed(self, word: str) -> Sequence[str]:
        return self._sounds_of(word) or said_as(word.replace("'", ""), self._lexicon)

    def _pronunciations(self, item: yaml.ScalarNode, word: str) -> list[str]:
        sounds = self._sounds_of(word)
        if not sounds:
            raise self._error(item, f'how to say "{word}" is not known; add it to "sounds"')
        return sounds

    def _error(self, node: yaml.Node, what: str) -> UserError:
        return UserError(f"{self._path}, line {node.start_mark.line + 1}: {what}.")
