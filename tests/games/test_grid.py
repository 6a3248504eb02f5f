"""The crossword on the table."""

from __future__ import annotations

import pytest

from voicegame.games.grid import CannotLie, Grid, Line, Tile, word_of


def lay(grid: Grid, word: str, row: int, column: int, across: bool) -> Grid:
    line = Line((row, column), across)
    letters = dict(zip(line.spots(len(word)), word, strict=True))
    return grid.with_tiles({spot: Tile(letters[spot]) for spot in grid.new_spots(word, line)})


def words(grid: Grid, word: str, row: int, column: int, across: bool) -> list[str]:
    line = Line((row, column), across)
    letters = dict(zip(line.spots(len(word)), word, strict=True))
    new = {spot: Tile(letters[spot]) for spot in grid.new_spots(word, line)}
    return [word_of(run) for run in grid.words_through(new, line)]


HOUSE = lay(Grid(), "HOUSE", 0, 0, True)
CROSSED = lay(HOUSE, "MATE", -3, 4, False)


def test_the_first_word_lies_anywhere_and_is_drawn_from_its_first_letter() -> None:
    assert Grid().picture() == ""
    assert lay(Grid(), "HI", 7, -3, False).picture() == "H\nI"
    assert CROSSED.picture() == "....M\n....A\n....T\nHOUSE"
    assert Grid().with_tiles({(0, 0): Tile("A"), (0, 1): Tile("X", wild=True)}).picture() == "Ax"


def test_all_words_that_a_word_makes_are_found() -> None:
    assert words(Grid(), "HOUSE", 0, 0, True) == ["house"]
    assert words(HOUSE, "HOUSES", 0, 0, True) == ["houses"]
    assert words(CROSSED, "AT", -2, 4, True) == ["at"]
    assert words(lay(CROSSED, "AT", -2, 4, True), "TOE", -1, 4, True) == ["toe", "to"]


@pytest.mark.parametrize(
    ("word", "row", "column", "across", "code"),
    [
        ("HOUSE", 0, 0, True, "nothing_new"),
        ("USE", 0, 2, True, "longer"),
        ("HOU", 0, 0, True, "longer"),
        ("SO", 0, 5, True, "longer"),
        ("MOUSE", 0, 0, True, "letter_differs"),
        ("SEA", 2, 2, True, "not_built_on"),
        ("SEA", 0, 5, False, "not_built_on"),
        ("TEA", -1, 2, True, "letter_differs"),
    ],
)
def test_where_a_word_cannot_lie(word: str, row: int, column: int, across: bool, code: str) -> None:
    with pytest.raises(CannotLie) as caught:
        CROSSED.new_spots(word, Line((row, column), across))
    assert caught.value.code == code


@pytest.mark.parametrize("across", [True, False])
def test_every_line_for_a_word_is_found_by_trying_all(across: bool) -> None:
    grid = lay(lay(Grid(), "HOUSE", 0, 0, across), "SEESAW", 0, 3, not across) if across else CROSSED
    for word in ("SEE", "HOE", "EASE", "TEA", "ZZZ"):
        found = set(grid.lines_for(word))
        tried = {Line((row, column), way) for row in range(-9, 10) for column in range(-9, 10) for way in (True, False)}
        possible = set()
        for line in tried:
            try:
                grid.new_spots(word, line)
            except CannotLie:
                continue
            possible.add(line)
        assert found == possible
