"""Commands with arguments: families such as ``bid:40``, whose wordings are templates like "bid {number} dollars".

A family is understood as a whole wherever one of it is expected: what is said but can't be done is then refused by
name, and never bent into what can.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from voicegame.lexicon.numbers import in_words, number_of, place_in_words, place_of

#: Ways of saying one wording that are kept.
_MOST_WAYS = 4
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
#: A minus before a number, or before its currency; not the hyphen of "forty-5".
_MINUS = re.compile(r"(?<!\w)[-\N{MINUS SIGN}\N{EN DASH}]\s*(?=[$\N{EURO SIGN}\N{POUND SIGN}]?\s*\d)")
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
#: What may stand in braces; a name's arguments stand in the template's order, {example} for the {letter} it means.
PLACEHOLDERS = ("letter", "example", "number", "ordinal", "player", "word")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: The pronunciations of a word, as code strings.
Pronounce = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class Spoken:
    """One way of putting one command: what is shown, and how it sounds (code strings)."""

    command: str
    text: str
    ways: tuple[str, ...]


@dataclass(frozen=True)
class Alphabet:
    """How letters are said. names: capital -> code strings; words: capital -> the words that stand for it."""

    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Family:
    """The wordings of one command with arguments.

    templates: lower case, as in "{letter} as in {example}". numbers: the least and the most that are told apart by
    voice; typed, any number goes.
    """

    name: str
    templates: tuple[str, ...]
    numbers: tuple[int, int] = (1, 20)


@dataclass(frozen=True)
class Arguments:
    """Reads and writes the arguments of all families. players: their names, as "swap with Bob" needs them."""

    alphabet: Alphabet = field(default_factory=Alphabet)
    players: Sequence[str] = ()

    def parse(self, family: Family, text: str) -> str | None:
        """The command that a typed line words, such as "bid:40"; None if it is none of this family."""
        line = tidy(text)
        for template in family.templates:
            match = re.fullmatch(_pattern(template), line)
            arguments = None if match is None else self._read(match.groupdict())
            if arguments is not None:
                return ":".join([family.name, *arguments])
        return None

    def _read(self, groups: Mapping[str, str]) -> list[str] | None:
        read: dict[str, str] = {}
        for kind, text in groups.items():
            value = self._value(kind, text)
            if value is None:
                return None
            place = "letter" if kind == "example" else kind
            if read.setdefault(place, value) != value:
                return None
        return list(read.values())

    def _value(self, kind: str, text: str) -> str | None:
        match kind:
            case "letter":
                return text.upper()
            case "example":
                return next((letter for letter, words in self.alphabet.words.items() if text in words), None)
            case "number" | "ordinal":
                number = number_of(text) if kind == "number" else place_of(text)
                return None if number is None else str(number)
            case "player":
                return self._seat(text)
        return text

    def _seat(self, text: str) -> str | None:
        for seat, name in enumerate(self.players):
            if text == tidy(name):
                return str(seat)
        number = number_of(text.removeprefix("player").strip())
        return str(number - 1) if number is not None and 1 <= number <= len(self.players) else None

    def spoken(self, family: Family, pronounce: Pronounce) -> Iterator[Spoken]:
        """Every wording that can be told apart by voice; templates with {word} can only be typed."""
        for template in family.templates:
            kinds = _PLACEHOLDER.findall(template)
            if "word" not in kinds:
                yield from self._filled(family, template, pronounce)

    def _filled(self, family: Family, template: str, pronounce: Pronounce) -> Iterator[Spoken]:
        parts: list[list[tuple[str, str, Sequence[str]]]] = []  # argument, text, ways
        for at, part in enumerate(_PLACEHOLDER.split(template)):
            if at % 2:
                options = self._options(part, family, pronounce)
                parts.append([(f"{part}={value}", text, ways) for value, text, ways in options])
            elif part.strip():
                parts.append([("", part.strip(), _together(part.split(), pronounce))])
        for chosen in product(*parts):
            arguments: dict[str, str] = {}
            for argument, _, _ in chosen:
                kind, _, value = argument.replace("example=", "letter=").partition("=")
                if kind and arguments.setdefault(kind, value) != value:
                    break
            else:
                text = " ".join(text for _, text, _ in chosen)
                ways = islice(("".join(way) for way in product(*(ways for _, _, ways in chosen))), _MOST_WAYS)
                yield Spoken(":".join([family.name, *arguments.values()]), text, tuple(dict.fromkeys(ways)))

    def _options(self, kind: str, family: Family, pronounce: Pronounce) -> Iterator[tuple[str, str, Sequence[str]]]:
        match kind:
            case "letter":
                for letter in _LETTERS:
                    yield letter, letter.lower(), self.alphabet.names[letter]
            case "example":
                for letter, words in self.alphabet.words.items():
                    for word in words:
                        yield letter, word, _together(word.split(), pronounce)
            case "number":
                for number in range(family.numbers[0], family.numbers[1] + 1):
                    for words in in_words(number):
                        yield str(number), words, _together(words.split(), pronounce)
            case "ordinal":
                for number in range(family.numbers[0], family.numbers[1] + 1):
                    words = place_in_words(number)
                    yield str(number), words, _together(words.split(), pronounce)
            case "player":
                for seat in range(len(self.players)):
                    words = f"player {in_words(seat + 1)[0]}"
                    yield str(seat), words, _together(words.split(), pronounce)


def tidy(text: str) -> str:
    """A typed line for comparing: lower case, signs left out, words apart by one blank; "-3" is not 3."""
    line = _MINUS.sub("minus ", text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return " ".join(_TOKEN.findall(line))


def family_of(name: str) -> str:
    """The family of a command's name: "bid" of "bid:40", the whole name where it has no arguments."""
    return name.partition(":")[0]


def covers(names: Collection[str], command: str) -> bool:
    """Whether a command is one of those named, where "bid:5..240" names every bid from 5 to 240."""
    if command in names:
        return True
    family, _, argument = command.partition(":")
    for name in names:
        known, _, span = name.partition(":")
        least, dots, most = span.partition("..")
        if known == family and dots and argument.isdigit() and int(least) <= int(argument) <= int(most):
            return True
        if known == family and span == "*":
            return True
    return False


_GROUPS = {
    "letter": "[a-z]",
    "example": r"[a-z]+(?: [a-z]+)?",
    "number": r"[a-z0-9]+(?: [a-z]+)*",
    "ordinal": r"[a-z0-9]+(?: [a-z]+)?",
    "player": ".+?",
    "word": r"[^\W\d_]+",
}


def _pattern(template: str) -> str:
    pieces = _PLACEHOLDER.split(template)
    return "".join(f"(?P<{piece}>{_GROUPS[piece]})" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))


def _together(words: Sequence[str], pronounce: Pronounce) -> list[str]:
    each = [pronounce(word)[:2] for word in words]
    return list(dict.fromkeys("".join(way) for way in islice(product(*each), _MOST_WAYS)))
