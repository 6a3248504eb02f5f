"""Chance, kept in one place: which tiles come out of the bag, and how the die falls.

The order is fixed by the seed, and by what was asked for with ``--draws`` before that; the rules themselves only ever
see the tiles that came (``Draw``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from voicegame.errors import UserError


class Chance:
    """Draws tiles from a bag whose contents the game keeps, and throws its die.

    seed: the same seed and the same bags give the same tiles and faces.
    draws: letters that come first, in order; faces: how the die falls first.
    """

    def __init__(self, seed: int, draws: str = "", faces: Sequence[str] = ()) -> None:
        self._random = Random(seed)
        self._die = Random(f"die {seed}")
        self._fixed = list(draws)
        self._faces = list(faces)

    def roll(self, faces: Sequence[str]) -> str:
        """One of the die's faces."""
        seeded = self._die.choice(faces)
        return self._faces.pop(0) if self._faces else seeded

    def draw(self, bag: Mapping[str, int], number: int) -> tuple[str, ...]:
        """Draw ``number`` tiles from a bag given as letter -> count.

        Raises ``UserError`` if a fixed tile isn't in the bag any more.
        """
        left = Counter(bag)
        drawn = []
        for _ in range(number):
            tile = self._next(left)
            left[tile] -= 1
            drawn.append(tile)
        return tuple(drawn)

    def _next(self, left: Counter[str]) -> str:
        # A seeded tile is drawn even where a fixed one is taken, so that two games that differ only in --draws go
        # on alike afterwards.
        letters = [letter for letter in sorted(left) for _ in range(left[letter])]
        seeded = self._random.choice(letters)
        if not self._fixed:
            return seeded
        tile = self._fixed.pop(0)
        if left[tile] < 1:
            raise UserError(f"--draws asks for the tile {tile}, but the bag has none left: leave it out or change it.")
        return tile


def check_rolls(text: str, faces: Sequence[str]) -> tuple[str, ...]:
    """The faces in "3,choice,5"; ``UserError`` for one that the die doesn't have."""
    rolls = tuple(roll.strip().lower() for roll in text.split(",")) if text.strip() else ()
    for roll in rolls:
        if roll not in faces:
            known = ", ".join(dict.fromkeys(faces))
            raise UserError(f"--rolls asks for {roll!r}, which the die does not show: use {known}.")
    return rolls


def check_draws(text: str, bag: Mapping[str, int]) -> str:
    """``text`` in capitals, if every letter of it is a tile of the bag; else a ``UserError``.

    Whether the bag still holds a tile when its turn comes is seen only then; here a letter must not be asked for
    when the bag never had it.
    """
    letters = text.upper().replace(",", "").replace(" ", "")
    for letter in letters:
        if bag.get(letter, 0) < 1:
            raise UserError(
                f"--draws asks for the tile {letter!r}, which is not in the bag: use letters of the bag only."
            )
    return letters
