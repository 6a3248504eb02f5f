"""Asks who plays, before the game has begun."""

from __future__ import annotations

from typing import Protocol, TextIO

#: Who plays if nobody says.
NOBODY_NAMED = ("Player one", "Player two")


class Lines(Protocol):
    """Whatever lines can be read from."""

    def readline(self) -> str:
        """The next line, "" at the end."""


def ask(answers: Lines, questions: TextIO) -> tuple[str, ...]:
    """Read one line of names, separated by commas; an empty line or the end of input gives two nameless players."""
    print(
        "Who plays? Type the names in clockwise order, with commas between: Ann, Bob, Cem", file=questions, flush=True
    )
    line = answers.readline().strip()
    return tuple(line.split(",")) if line else NOBODY_NAMED
