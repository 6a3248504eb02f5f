"""A short run of ``python -m tests.fuzz`` for each way in."""

from __future__ import annotations

import pytest

from tests.fuzz import WAYS, damaged, run


@pytest.mark.parametrize("way", list(WAYS))
def test_damaged_input_is_told_or_taken(way: str) -> None:
    run(way, 8 if way == "lines" else 20)


def test_damage_is_done_where_it_is_said() -> None:
    assert damaged(b"abcd", [(0.5, 1, b"XY")]) == b"abXYd"
    assert damaged(b"a: 1\nb: 2\n", [(0.0, -1, b"9")]) == b"a:9\nb: 2\n"
    assert damaged(b"a: 1\nb: 2\nc", [(0.0, -2, b"9")]) == b"a: 1\n9\nc"
