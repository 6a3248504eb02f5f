"""Imports between the rooms go one way, as the README's table says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import voicegame

ROOMS = {
    "games": set[str](),
    "lexicon": set[str](),
    "sound": set[str](),
    "fetching": set[str](),
    "hearing": {"lexicon", "sound"},
    "speaking": {"games", "sound"},
    "table": {"games", "lexicon", "sound", "hearing", "speaking"},
    "board": {"games", "table", "hearing"},
    "bench": {"hearing", "lexicon", "sound"},
}
ROOT = Path(voicegame.__file__).parent
ALL = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}


def imported(room: str) -> set[str]:
    """The other rooms that the modules of a room import."""
    found = set()
    for path in (ROOT / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("voicegame"):
                parts = node.module.split(".")
                found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
            elif isinstance(node, ast.Import):
                found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("voicegame.")}
    return (found & ALL) - {room}


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_imports_only_the_rooms_that_the_readme_allows_it(room: str) -> None:
    assert imported(room) <= ROOMS[room]
