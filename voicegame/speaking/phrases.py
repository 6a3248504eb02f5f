"""What the host says of an event: phrases from a YAML file, filled with names, letters and numbers as a person says them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal, cast

import yaml

from voicegame.errors import UserError
from voicegame.games.protocol import BY_SEAT_FIELDS, SEAT_FIELDS, SEATS_FIELDS, Event, named

if TYPE_CHECKING:
    import inflect

Style = Literal["full", "brief"]

#: Fields that hold letter tiles, to be spelt.
_LETTER_FIELDS = frozenset({"letters", "tiles", "draws"})


class Phrases:
    """The phrases of one language, in one style.

    spoken: letters are said with an example word and numbers as words; otherwise they stand as on a screen.
    """

    def __init__(self, path: Path, style: Style, *, spoken: bool) -> None:
        """Read a phrase file. Raises ``UserError`` if it isn't one."""
        data = _read(path)
        self._examples = {str(letter): str(word) for letter, word in (data.get("letters") or {}).items()}
        self._spelling = str(data.get("spelling", "{letter}"))
        self._and = str(data.get("and", "and"))
        self._spoken = spoken
        self._phrases = {key: _styled(path, key, phrase, style) for key, phrase in data["phrases"].items()}

    def event(self, event: Event, players: Sequence[str]) -> str:
        """What is said of an event; empty if nothing is."""
        fields = named(event, players)
        if event.name == "game_ended":
            return self.say(f"game_ended_{str(fields['reason']).replace(' ', '_')}", fields)
        return self.say(event.name, fields)

    def notice(self, key: str, fields: Mapping[str, object], players: Sequence[str]) -> str:
        """What is said of a notice; fields named like an event's hold seats."""
        return self.say(key, {name: _seats_named(name, value, players) for name, value in fields.items()})

    def say(self, key: str, fields: Mapping[str, object]) -> str:
        """A phrase filled in. Raises ``KeyError`` for a phrase that the file doesn't have, or a field that isn't given."""
        template = self._phrases[key]
        names = [name for _, name, _, _ in Formatter().parse(template) if name]
        text = template.format(**{name: self._shown(name, fields[name]) for name in names})
        return text[:1].upper() + text[1:]

    def _shown(self, name: str, value: object) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{key} {self._shown(name, item)}" for key, item in value.items())
        if name in _LETTER_FIELDS:
            return ", ".join(self._letter(str(letter)) for letter in cast("Sequence[str]", value))
        if isinstance(value, bool) or value is None:
            return ""
        if isinstance(value, int | float):
            return self._number(value)
        if isinstance(value, list | tuple):
            return self._listed([self._shown(name, item) for item in value])
        return str(value).rstrip(".") if name in ("reason", "text") else str(value)

    def _letter(self, letter: str) -> str:
        if not self._spoken or letter not in self._examples:
            return letter
        return self._spelling.format(letter=letter, word=self._examples[letter])

    def _number(self, value: float) -> str:
        whole = round(value) if float(value).is_integer() else value
        return _in_words(whole) if self._spoken else str(whole)

    def _listed(self, items: list[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self._and} {items[-1]}"


@cache
def _in_words(number: float) -> str:
    return str(_engine().number_to_words(number, andword="and"))  # type: ignore[arg-type]


@cache
def _engine() -> inflect.engine:
    import inflect  # takes a second to import, so only whoever speaks pays for it

    return inflect.engine()


def _seats_named(name: str, value: object, players: Sequence[str]) -> object:
    if value is None:
        return ""
    if name in SEAT_FIELDS:
        return players[cast(int, value)]
    if name in SEATS_FIELDS:
        return [players[seat] for seat in cast("Sequence[int]", value)]
    if name in BY_SEAT_FIELDS:
        return dict(zip(players, cast("Sequence[object]", value), strict=True))
    return value


def _read(path: Path) -> dict[str, Any]:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        reason = str(error).splitlines()[0]
        raise UserError(
            f"The phrases in {path} can't be read ({reason}): mend the file or install voicegame anew."
        ) from None
    if not isinstance(data, dict) or not isinstance(data.get("phrases"), dict):
        raise UserError(f"{path} holds no phrases: it needs a key 'phrases' with a text for each event.")
    return data


def _styled(path: Path, key: str, phrase: object, style: Style) -> str:
    text = phrase.get(style) if isinstance(phrase, dict) else phrase
    if not isinstance(text, str):
        raise UserError(f"{path}: the phrase {key!r} needs a text, or one for full and one for brief.")
    return text
