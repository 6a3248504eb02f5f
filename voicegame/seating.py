"""Asks who plays, before the game has begun."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TextIO

from voicegame.errors import UserError

#: Who plays if nobody says.
NOBODY_NAMED = ("Player one", "Player two")


class Lines(Protocol):
    """Whatever lines can be read from."""

    def readline(self) -> str:
        """The next line, "" at the end."""


def ask(
    answers: Lines, questions: TextIO, seated: Callable[[Sequence[str]], tuple[str, ...]], *, again: bool
) -> tuple[str, ...]:
    """Read a line of names, separated by commas; an empty line or the end of input gives two nameless players.

    seated: the names, tidied; raises ``UserError`` if these can't play. again: whether they are asked for again then.
    """
    while True:
        print(
            "Who plays? Type the names in clockwise order, with commas between: Ann, Bob, Cem",
            file=questions,
            flush=True,
        )
        line = answers.readline().strip()
        try:
            return seated(line.split(",") if line else NOBODY_NAMED)
        except UserError as fault:
            if not again:
                raise
            print(fault, file=questions)
