"""The referee alone: floors are half-open intervals of the sample clock."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from voicegame.hearing.audio import to_samples
from voicegame.table.referee import open_floor

MOMENT = st.integers(0, 10**7)


@given(MOMENT, st.integers(1, 3600), MOMENT)
def test_k07_in_time_means_from_the_opening_to_just_before_the_deadline(at: int, seconds: int, begin: int) -> None:
    floor = open_floor(1, 0, at, seconds)
    assert floor.admits(begin) == (at <= begin < at + to_samples(seconds))


@given(MOMENT, st.integers(1, 3600), st.lists(st.tuples(st.integers(0, 9999), st.integers(0, 9999)), max_size=6))
def test_holding_adds_exactly_the_time_that_the_glass_stood_still(
    at: int, seconds: int, holds: list[tuple[int, int]]
) -> None:
    floor = open_floor(1, 0, at, seconds)
    deadline, now = floor.deadline, at
    assert deadline is not None
    for runs, stands in holds:
        left = floor.left(now + runs)
        floor = floor.hold(now + runs)
        assert floor.due is None
        floor = floor.hold(now + runs + 1)  # holding a held glass changes nothing
        now += runs + stands
        assert floor.left(now) == left
        floor = floor.release(now)
        assert floor.left(now) == left
    assert floor.due == deadline + sum(stands for _, stands in holds)


def test_a_floor_without_a_limit_stays_open() -> None:
    floor = open_floor(1, 0, 100, None)
    assert floor.due is None
    assert floor.left(10**9) is None
    assert floor.admits(10**9)
    assert not floor.admits(99)
    assert floor.hold(200).release(300).due is None
