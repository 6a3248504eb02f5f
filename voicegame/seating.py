"""Asks who plays, before the game has begun."""

from __future__ import annotations

from typing import TextIO

#: Who plays if nobody says.
NOBODY_NAMED = ("Player one", "Player two")


def ask(answers: TextIO, questions: TextIO) -> tuple[str, ...]:
    """Read one line of names, separated by commas; an empty line or the end of input gives two nameless players."""
    print(
        "Who plays? Type the names in clockwise order, with commas between: Ann, Bob, Cem", file=questions, flush=True
    )
    line = answers.readline().strip()
    return tuple(line.split(",")) if line else NOBODY_NAMED
