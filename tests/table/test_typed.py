"""Typed lines."""

from __future__ import annotations

import pytest

from voicegame.table.typed import BadLine, Line, parse_line

PLAYERS = ("Ann", "Bob", "Player three")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("march\n", Line(None, None, "march")),
        ("@12.5 march", Line(200_000, None, "march")),
        ("@0 Bob: march", Line(0, 1, "march")),
        ("bob:march", Line(None, 1, "march")),
        ("player THREE : carry on", Line(None, 2, "carry on")),
        ("@60", Line(960_000, None, "")),
        ("  ", Line(None, None, "")),
        (": march", Line(None, None, "march")),
        ("Bob: ", Line(None, 1, "")),
        ("ma\x00rch\udc80", Line(None, None, "ma\N{REPLACEMENT CHARACTER}rch\N{REPLACEMENT CHARACTER}")),
    ],
)
def test_a_line_says_when_who_and_what(text: str, line: Line) -> None:
    assert parse_line(text, PLAYERS) == line


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("@ march", "@ is no time"),
        ("@-3 march", "@-3 is no time"),
        ("@1e9 march", "@1e9 is no time"),
        ("@inf march", "@inf is no time"),
        ("@99999999999 march", "is no time"),
        ("Zed: march", "Nobody here is called Zed"),
        ("a" * 201, "A line of 201 characters"),
    ],
)
def test_a_line_that_says_nothing_usable_is_named(text: str, part: str) -> None:
    with pytest.raises(BadLine, match=part.replace("+", r"\+")):
        parse_line(text, PLAYERS)
