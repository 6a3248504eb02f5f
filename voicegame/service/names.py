"""Given names as a word list, so that the judge finds the name that was said as it finds a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voicegame.errors import UserError
from voicegame.lexicon.lexicon import Lexicon, Row
from voicegame.lexicon.spelling_rules import said_as
from voicegame.lexicon.verdicts import Refusal
from voicegame.settings import check_players

#: What the judge takes for how well known a name is (SCOWL's sizes): of people who have played, of one that one in a
#: hundred bears, and more for each tenth of that.
_KNOWN, _FREQUENT, _TENTH = 35, 55, 14
_RAREST = 99


class GivenNames:
    """The names that the host knows by ear. lexicon: as words, in lower case."""

    def __init__(self, path: Path, known: Sequence[str], words: Lexicon) -> None:
        """path: a list of names, how many in a hundred bear each, and how it is said; it need not be there.

        known: people who have played, likelier than all others. words: says how a name sounds that the list lacks.
        """
        rows: dict[str, Row] = {}
        self._spelt = {name.casefold(): name for name in known}
        for name, share, sounds in _listed(path):
            size = min(_RAREST, round(_FREQUENT - _TENTH * log10(max(share, 1e-4))))
            rows[name] = (name, str(size), sounds, "", "")
        for name in self._spelt:
            sounds = rows[name][2] if name in rows else " ".join(_said(name, words))
            rows[name] = (name, str(_KNOWN), sounds, "", "")
        self.lexicon = Lexicon([rows[name] for name in sorted(rows)], version="names")

    def spelt(self, name: str) -> str:
        """A name of the list as it is written."""
        return self._spelt.get(name, name.capitalize())


def _listed(path: Path) -> list[tuple[str, float, str]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        cells = [line.split("\t") for line in lines]
        return [(name, float(share), sounds) for name, share, sounds in cells]
    except (OSError, ValueError):
        return []  # "player two" works without


def _said(name: str, words: Lexicon) -> list[str]:
    """How a name of one or more words sounds."""
    ways = [""]
    for word in name.split():
        ways = [way + more for way in ways for more in said_as(word, words)[:2]]
    return [way for way in ways[:4] if way]


@dataclass(frozen=True)
class AnyName:
    """The rule that a name is wanted (a ``WordRule``). Typed, it may be any; several stand with commas between."""

    def rows(self, lexicon: Lexicon) -> NDArray[np.intp]:
        return np.arange(len(lexicon), dtype=np.intp)

    def refusal(self, word: str, lexicon: Lexicon) -> Refusal | None:  # noqa: ARG002 - any name is one
        try:
            check_players(word.split(","))
        except UserError as fault:
            return Refusal("name", str(fault).rstrip("."))
        return None
