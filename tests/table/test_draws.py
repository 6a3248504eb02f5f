"""Chance: seeds, fixed tiles, and the bag's limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicegame.errors import UserError
from voicegame.games.kirdy import ENGLISH_BAG
from voicegame.table.draws import Chance, check_draws

BAG = ENGLISH_BAG.contents


@given(st.integers(), st.lists(st.integers(1, 8), max_size=8))
def test_the_same_seed_gives_the_same_tiles_and_never_more_than_the_bag_has(seed: int, counts: list[int]) -> None:
    first, second = Chance(seed), Chance(seed)
    bag = ENGLISH_BAG
    for count in counts:
        drawn = first.draw(bag.contents, count)
        assert drawn == second.draw(bag.contents, count)
        bag = bag.take(drawn)  # raises if the bag has them not


def test_fixed_tiles_come_first_and_the_seeded_ones_after_them() -> None:
    fixed, free = Chance(7, "ABC"), Chance(7)
    assert fixed.draw(BAG, 2) == ("A", "B")
    free.draw(BAG, 2)
    assert fixed.draw(BAG, 2)[0] == "C"
    free.draw(BAG, 2)
    assert fixed.draw(BAG, 5) == free.draw(BAG, 5)


def test_k02_letters_come_as_often_as_the_bag_holds_them() -> None:
    source = Chance(1)
    draws = [source.draw(BAG, 1)[0] for _ in range(8000)]
    assert abs(draws.count("E") / 8000 - 8 / 80) < 0.02
    assert abs(draws.count("Q") / 8000 - 1 / 80) < 0.01


def test_a_fixed_tile_that_the_bag_has_no_more_is_an_error() -> None:
    with pytest.raises(UserError, match="--draws asks for the tile Q"):
        Chance(1, "QQ").draw(BAG, 2)


def test_letters_that_no_bag_has_are_refused_at_the_start() -> None:
    assert check_draws("a,b c", BAG) == "ABC"
    with pytest.raises(UserError, match="'4'"):
        check_draws("AB4", BAG)
    with pytest.raises(UserError, match="not in the bag"):
        check_draws("É", BAG)
