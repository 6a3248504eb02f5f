"""The bag: a multiset that never changes."""

import pytest

from voicegame.games.bag import Bag, NotInBag


def test_taking_and_putting_back_make_new_bags() -> None:
    bag = Bag.of({"B": 1, "A": 2, "C": 0})
    less = bag.take(("A", "B"))
    assert dict(bag.contents) == {"A": 2, "B": 1}
    assert bag.total == 3
    assert dict(less.contents) == {"A": 1}
    assert less.put_back(("B", "A")) == bag
    assert hash(less.put_back(("A", "B"))) == hash(bag)


def test_a_bag_may_be_emptied_and_filled_again() -> None:
    empty = Bag.of({"A": 1}).take(("A",))
    assert (empty.total, empty.tiles) == (0, ())
    assert empty.put_back("BA").tiles == ("A", "B")


@pytest.mark.parametrize("tiles", [("B",), ("A", "A"), ("",), ("AB",)])
def test_a_tile_that_is_not_in_the_bag_cannot_be_taken(tiles: tuple[str, ...]) -> None:
    with pytest.raises(NotInBag):
        Bag.of({"A": 1}).take(tiles)


def test_contents_cannot_be_written_to() -> None:
    with pytest.raises(TypeError):
        Bag.of({"A": 1}).contents["A"] = 2  # type: ignore[index]
    with pytest.raises(ValueError, match="fewer than 0"):
        Bag.of({"A": -1})
