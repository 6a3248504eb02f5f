"""The crossword of sold words (V5): where a word may lie, and which words it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

Spot = tuple[int, int]  # row, column; the first word begins at (0, 0), and rows and columns may be negative


class CannotLie(ValueError):
    """A word can't lie there. ``code`` is a stable word for programs; ``str(error)`` says why, without a full stop."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True)
class Tile:
    """A tile on the table. letter: a capital; wild: whether a wild tile stands for it."""

    letter: str
    wild: bool = False


@dataclass(frozen=True)
class Line:
    """Where a word is to lie. start: its first letter; across: to the right, else downwards."""

    start: Spot
    across: bool

    def spots(self, length: int) -> list[Spot]:
        """The spots of a word with so many letters."""
        row, column = self.start
        return [(row, column + at) if self.across else (row + at, column) for at in range(length)]


@dataclass(frozen=True)
class Grid:
    """The tiles that lie on the table. placed: (spot, tile), sorted by spot."""

    placed: tuple[tuple[Spot, Tile], ...] = ()

    @property
    def tiles(self) -> Mapping[Spot, Tile]:
        """What lies where."""
        return MappingProxyType(dict(self.placed))

    def with_tiles(self, new: Mapping[Spot, Tile]) -> Grid:
        """The grid with these tiles added."""
        return Grid(tuple(sorted({**self.tiles, **new}.items(), key=lambda item: item[0])))

    def new_spots(self, letters: str, line: Line) -> list[Spot]:
        """The spots that need a tile of the hand, in word order.

        :class:`CannotLie` if a letter there differs, if the word would be part of a longer one, or if it does not
        both reuse a tile (but for the first word) and add one.
        """
        tiles = self.tiles
        spots = line.spots(len(letters))
        before, after = _step(spots[0], line.across, -1), _step(spots[-1], line.across, 1)
        if before in tiles or after in tiles:
            raise CannotLie("longer", "it would be part of a longer word")
        new = [spot for spot in spots if spot not in tiles]
        for spot, letter in zip(spots, letters, strict=True):
            if spot in tiles and tiles[spot].letter != letter:
                raise CannotLie("letter_differs", f"there is {tiles[spot].letter} where {letter} should be")
        if not new:
            raise CannotLie("nothing_new", "it lies there already")
        if tiles and len(new) == len(spots):
            raise CannotLie("not_built_on", "it must reuse a tile of a word on the table")
        return new

    def words_through(self, new: Mapping[Spot, Tile], line: Line) -> list[tuple[Tile, ...]]:
        """Every word that these new tiles make: the one along the line first, then those that cross it."""
        whole = {**self.tiles, **new}
        words = [_run(whole, line.start, line.across)]
        words += [_run(whole, spot, not line.across) for spot in sorted(new)]
        return [word for at, word in enumerate(words) if at == 0 or len(word) > 1]

    def lines_for(self, letters: str) -> Iterator[Line]:
        """Every line on which the word could lie as far as the letters on the table go; each once, sorted."""
        if not self.placed:
            yield Line((0, 0), True)
            return
        lines = {
            Line((row - at * (not across), column - at * across), across)
            for (row, column), tile in self.placed
            for at, letter in enumerate(letters)
            if letter == tile.letter
            for across in (True, False)
        }
        for line in sorted(lines, key=lambda line: (line.start, not line.across)):
            try:
                self.new_spots(letters, line)
            except CannotLie:
                continue
            yield line

    def picture(self) -> str:
        """The grid as text: a line for each row, dots where nothing lies, wilds in small letters."""
        if not self.placed:
            return ""
        tiles = self.tiles
        rows, columns = [spot[0] for spot in tiles], [spot[1] for spot in tiles]
        return "\n".join(
            "".join(_sign(tiles.get((row, column))) for column in range(min(columns), max(columns) + 1))
            for row in range(min(rows), max(rows) + 1)
        )


def word_of(tiles: tuple[Tile, ...]) -> str:
    """The word that the tiles show, lower case."""
    return "".join(tile.letter for tile in tiles).lower()


def _sign(tile: Tile | None) -> str:
    if tile is None:
        return "."
    return tile.letter.lower() if tile.wild else tile.letter


def _step(spot: Spot, across: bool, by: int) -> Spot:
    row, column = spot
    return (row, column + by) if across else (row + by, column)


def _run(tiles: Mapping[Spot, Tile], spot: Spot, across: bool) -> tuple[Tile, ...]:
    """The unbroken line of tiles through the spot."""
    while _step(spot, across, -1) in tiles:
        spot = _step(spot, across, -1)
    run = []
    while spot in tiles:
        run.append(tiles[spot])
        spot = _step(spot, across, 1)
    return tuple(run)
