"""Typed lines: ``[@SECONDS] [NAME:] TEXT``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from voicegame.hearing.audio import to_samples

_AT = re.compile(r"@(\S*)\s*")
_NUMBER = re.compile(r"\d+(\.\d*)?|\.\d+")

#: Longer than any word with a name and a time before it.
LONGEST = 200
#: A year of play: beyond it a number is a slip of the finger.
_LATEST_SECONDS = 366 * 86_400


class BadLine(ValueError):
    """A typed line that says nothing usable; ``str(error)`` is one sentence for the player. The line is left out."""


@dataclass(frozen=True)
class Line:
    """What a line says.

    at: the moment in samples, or None for "now"; seat: the player named, or None; text: what was said, perhaps "".
    """

    at: int | None
    seat: int | None
    text: str


def parse_line(line: str, players: Sequence[str]) -> Line:
    """Read one typed line. Raises :class:`BadLine`."""
    if len(line) > LONGEST:
        raise BadLine(f"A line of {len(line)} characters is no word and no command: type less than {LONGEST}.")
    line = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line.strip())
    at = None
    if match := _AT.match(line):
        number = match[1]
        if not _NUMBER.fullmatch(number) or float(number) > _LATEST_SECONDS:
            raise BadLine(f"@{number[:20]} is no time: write seconds since the game began, such as @12.5.")
        at, line = to_samples(float(number)), line[match.end() :]
    name, colon, rest = line.partition(":")
    if not colon:
        return Line(at, None, line)
    if not name.strip():
        return Line(at, None, rest.strip())
    known = {player.casefold(): seat for seat, player in enumerate(players)}
    seat = known.get(name.strip().casefold())
    if seat is None:
        raise BadLine(f"Nobody here is called {name.strip()[:40]}: the players are {', '.join(players)}.")
    return Line(at, seat, rest.strip())
