"""What the host says of an event: phrases from a YAML file, filled with names, letters and numbers."""

from __future__ import annotations

import re
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
#: Fields that hold many letter tiles, only named: a hand would take too long to spell.
_HAND_FIELDS = frozenset({"hand"})
#: Fields that hold one letter.
_ONE_LETTER_FIELDS = frozenset({"letter", "wild"})
#: What is said of these events depends on one of their fields: "solo_result_good" comes before "solo_result".
_KINDS = {
    "game_ended": "reason",
    "paused": "reason",
    "solo_result": "grade",
    "set_discarded": "reason",
    "rolled": "face",
}
#: The number of a rule, which stands in sentences for programs and logs.
_RULE = re.compile(r" \([BKV]\d+\)")
_SINGLE_CAPITAL = re.compile(r"\b[A-Z]\b")


class Phrases:
    """The phrases of one language, in one style.

    spoken: letters are said with an example word and numbers as words; otherwise they stand as on a screen.
    game: whose own phrases come before those of all games.
    """

    def __init__(self, path: Path, style: Style, *, spoken: bool, game: str = "kirdy") -> None:
        """Read a phrase file. Raises ``UserError`` if it isn't one."""
        data = _read(path)
        self._examples = {str(letter): str(word) for letter, word in (data.get("letters") or {}).items()}
        self._spelling = str(data.get("spelling", "{letter}"))
        self._and = str(data.get("and", "and"))
        self._then = str(data.get("then", "then"))
        self._empty = str(data.get("empty", ""))
        self._spoken = spoken
        phrases = {**data["phrases"], **(data.get(game) or {})}
        self._phrases = {key: _styled(path, key, phrase, style, spoken) for key, phrase in phrases.items()}
        if spoken:
            _in_words(0)  # before the game begins, so that its first number keeps nobody waiting

    def event(self, event: Event, players: Sequence[str]) -> str:
        """What is said of an event; empty if nothing is."""
        fields = named(event, players)
        kind = _kind(event.name, fields)
        return self.say(kind if kind in self._phrases else event.name, fields)

    def notice(self, key: str, fields: Mapping[str, object], players: Sequence[str]) -> str:
        """What is said of a notice; fields named like an event's hold seats."""
        return self.say(key, {name: _seats_named(name, value, players) for name, value in fields.items()})

    def say(self, key: str, fields: Mapping[str, object]) -> str:
        """A phrase filled in. Raises ``KeyError`` for one that the file doesn't have, or a field that isn't given."""
        text = ""
        for fixed, name, unit, _ in Formatter().parse(self._phrases[key]):
            text += fixed + (self._shown(name, fields[name], unit or "") if name else "")
        return text[:1].upper() + text[1:]

    def _shown(self, name: str, value: object, unit: str = "") -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{key} {self._shown(name, item, unit)}" for key, item in value.items())
        if name == "draws":  # one after another, where players tied
            return f" {self._then} ".join(self._letter(str(letter)) for letter in cast("Sequence[str]", value))
        if name in _LETTER_FIELDS:
            return ", ".join(self._letter(str(letter)) for letter in cast("Sequence[str]", value))
        if name in _HAND_FIELDS:
            return ", ".join(cast("Sequence[str]", value)) or self._empty
        if isinstance(value, bool) or value is None:
            return ""
        if name in _ONE_LETTER_FIELDS:
            return self._letter(str(value))
        if name == "word":
            return _SINGLE_CAPITAL.sub(lambda letter: self._letter(letter[0]), str(value))
        if isinstance(value, int | float):
            one, _, many = unit.partition("|")
            counted = f" {one if value == 1 else many}" if unit else ""
            return self._number(abs(value) if name == "cash" else value) + counted
        if isinstance(value, list | tuple):
            return self._listed([self._shown(name, item) for item in value])
        return _RULE.sub("", str(value)).rstrip(".") if name in ("reason", "text") else str(value)

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


def _kind(name: str, fields: Mapping[str, object]) -> str:
    """The name of an event, and what kind of such it is."""
    if name in _KINDS:
        return f"{name}_{str(fields[_KINDS[name]]).replace(' ', '_')}"
    cash = fields.get("cash")
    if isinstance(cash, int) and cash:
        return f"{name}_{'paying' if cash > 0 else 'asking'}"
    if name in ("word_sold", "wild_named"):
        return f"{name}_{'with' if fields.get('wild', fields.get('letter')) else 'without'}_wild"
    return name


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


def _styled(path: Path, key: str, phrase: object, style: Style, spoken: bool) -> str:
    if isinstance(phrase, dict) and "screen" in phrase:  # nobody could say it
        return "" if spoken else str(phrase["screen"])
    text = phrase.get(style) if isinstance(phrase, dict) else phrase
    if not isinstance(text, str):
        raise UserError(f"{path}: the phrase {key!r} needs a text, or one for full and one for brief.")
    return text
