"""A claim's form: a word alone, or after a cue that makes it a claim ("I've got march", "Bob: march")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Literal

#: ``none``: a word may stand alone; ``word``: it needs a cue of words, ``name``: it needs a player's name before it.
ClaimCue = Literal["none", "name", "word"]

#: Ways of saying one cue that are kept.
_MOST_WAYS = 6
_NUMBERS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip

Pronounce = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class Cue:
    """What is said before the word. ways: its sounds as codes. seat: the player, if it is a name."""

    text: str
    ways: tuple[str, ...] = field(repr=False)
    seat: int | None = None


class ClaimForms:
    """The cues of a table.

    phrases: text (lower case, words apart by one blank) -> its sounds as codes.
    players: names, in the order of their seats; the list may grow.
    known, guessed: how a word sounds, in the lexicon and by its spelling alone.
    """

    def __init__(
        self,
        phrases: Mapping[str, Sequence[str]] | None = None,
        players: Sequence[str] = (),
        known: Pronounce = lambda _: (),
        guessed: Pronounce = lambda _: (),
    ) -> None:
        self._phrases = tuple(Cue(text, tuple(ways)) for text, ways in (phrases or {}).items())
        self._players = players
        self._known, self._guessed = known, guessed
        self._named: tuple[tuple[str, ...], tuple[Cue, ...]] = ((), ())

    @property
    def phrases(self) -> tuple[Cue, ...]:
        """Cues of words."""
        return self._phrases

    @property
    def names(self) -> tuple[Cue, ...]:
        """A cue for each player; a name that is no word sounds as its spelling says, and "player two" is one too."""
        players = tuple(self._players)
        if self._named[0] != players:
            self._named = players, tuple(self._name(seat, name) for seat, name in enumerate(players))
        return self._named[1]

    def split(self, text: str) -> tuple[Cue, str] | None:
        """The cue of a typed line (lower case), and what follows it; None if it has none.

        After a name there is a comma or a colon.
        """
        for cue in sorted((*self._phrases, *self.names), key=lambda cue: -len(cue.text)):
            between = r"\s*[,:]\s*" if cue.seat is not None else r"(?:\s*[,:]\s*|\s+)"
            match = re.fullmatch(rf"{re.escape(cue.text)}{between}(\S.*)", text)
            if match:
                return cue, match[1]
        return None

    def _name(self, seat: int, name: str) -> Cue:
        plain = unicodedata.normalize("NFKD", name.casefold())
        words = re.findall("[a-z]+", "".join(sign for sign in plain if not unicodedata.combining(sign)))
        ways = self._joined([self._guessed(word) for word in words]) if words else []
        number = _NUMBERS[seat : seat + 1]
        ways += self._joined([self._known(word) for word in ("player", *number)]) if number else []
        return Cue(name.casefold(), tuple(dict.fromkeys(ways)), seat)

    @staticmethod
    def _joined(each: Sequence[Sequence[str]]) -> list[str]:
        return ["".join(way) for way in islice(product(*each), _MOST_WAYS)]
