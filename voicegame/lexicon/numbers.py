"""Numbers in words: those that players type are read with small tables, those that they say are written by inflect."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: value for value, word in enumerate(_SMALL)} | {word: 10 * at for at, word in enumerate(_TENS, start=2)}
_ORDINALS = {
    "first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine",
    "twelfth": "twelve",
}  # fmt: skip
_DIGITS = re.compile(r"\d{1,6}")
_PLACE = re.compile(r"(\d{1,3})(?:st|nd|rd|th)")


def number_of(text: str) -> int | None:
    """The number that a text means: digits, or words below a thousand ("a hundred and forty five"); else None."""
    if _DIGITS.fullmatch(text):
        return int(text)
    words = text.replace("-", " ").split()
    if not words:
        return None
    total = 0
    if "hundred" in words:
        before, after = words[: words.index("hundred")], words[words.index("hundred") + 1 :]
        hundreds = 1 if before == ["a"] else _below_hundred(before)
        if hundreds is None or not 1 <= hundreds <= 9:
            return None
        total, words = 100 * hundreds, after[1:] if after[:1] == ["and"] else after
        if not words:
            return None if after else total
    rest = _below_hundred(words)
    return None if rest is None else total + rest


def place_of(text: str) -> int | None:
    """The place that an ordinal means ("third", "3rd", "twenty first"); else None."""
    if match := _PLACE.fullmatch(text):
        return int(match[1])
    *tens, last = text.replace("-", " ").split() or [""]
    if last in _ORDINALS:
        last = _ORDINALS[last]
    elif last.endswith("ieth"):
        last = last.removesuffix("ieth") + "y"
    elif last.endswith("th"):
        last = last.removesuffix("th")
    else:
        return None
    return _below_hundred([*tens, last])


def _below_hundred(words: list[str]) -> int | None:
    values = [_VALUES.get(word) for word in words]
    match values:
        case [int(value)]:
            return value
        case [int(tens), int(ones)] if tens >= 20 and 1 <= ones <= 9:
            return tens + ones
    return None


@cache
def in_words(number: int) -> tuple[str, ...]:
    """How people say a number, without hyphens: "one hundred and forty", "a hundred and forty", "one hundred forty"."""
    ways = [str(_engine().number_to_words(number, andword=joint)).replace("-", " ") for joint in ("and", "")]
    if 100 <= number < 200:
        ways.append(ways[0].replace("one", "a", 1))
    return tuple(dict.fromkeys(" ".join(way.split()) for way in ways))


@cache
def place_in_words(number: int) -> str:
    """ "third"."""
    return str(_engine().number_to_words(_engine().ordinal(number))).replace("-", " ")


@cache
def _engine() -> Any:
    import inflect  # takes a second to import, so only whoever listens pays for it

    return inflect.engine()
