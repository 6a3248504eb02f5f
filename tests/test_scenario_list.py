"""The table of fault scenarios in ``tests/README.md`` names tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
LIST = (HERE / "README.md").read_text(encoding="utf-8")
DEFINED = {name for path in HERE.rglob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)}


def test_every_scenario_is_listed_once() -> None:
    assert re.findall(r"^\| (S\d\d) \|", LIST, re.M) == [f"S{number:02}" for number in range(1, 35)]


def test_every_test_that_is_named_exists() -> None:
    assert set(re.findall(r"`(test_\w+)`", LIST)) - DEFINED == set()


def test_every_scenario_has_a_test_or_a_reason() -> None:
    for row in re.findall(r"^\| S\d\d .*", LIST, re.M):
        assert "`test_" in row or "left out: " in row, row


def test_every_row_of_who_gets_the_point_has_its_tests() -> None:
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    rows = re.search(r"## Who gets the point\n.*?\|---\|---\|\n(.*?)\n\n", readme, re.S)
    tested = re.search(r"## Who gets the point\n.*?\|---\|---\|\n(.*?)\n\n", LIST, re.S)
    assert rows is not None
    assert tested is not None
    assert all("`test_" in row for row in tested[1].splitlines())
    assert len(tested[1].splitlines()) == len(rows[1].splitlines())
