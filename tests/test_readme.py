"""The README says what is true: its example runs, its tables list every event and every key."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.program import COMMAND
from voicegame import table
from voicegame.games import buyword, kirdy
from voicegame.games.protocol import Event
from voicegame.paths import CONFIG

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize("example", re.findall(r"^    \$ (.*\n(?:    .*\n)*)", TEXT, re.MULTILINE))
def test_examples_print_what_they_show(example: str) -> None:
    command, *shown = [line.strip() for line in example.strip().splitlines()]
    program = " ".join(COMMAND)
    done = subprocess.run(
        command.replace("voicegame ", f"{program} "), shell=True, capture_output=True, text=True, check=True, timeout=60
    )
    printed = done.stdout.splitlines()
    until = shown.index("...") if "..." in shown else len(shown)
    assert printed[:until] == shown[:until]
    assert until == len(shown) - 1 or printed == shown


def test_the_table_of_events_lists_every_event() -> None:
    assert {kirdy, buyword, table}  # importing them makes the events known
    from voicegame.table import events  # noqa: F401

    documented = set(re.findall(r"`([a-z_]+)`", "\n".join(re.findall(r"^\| (`[^|]*) \|", TEXT, re.MULTILINE))))
    assert set(Event.registry) - documented == set()


@pytest.mark.parametrize("game", ["kirdy", "buyword"])
def test_every_key_of_the_house_rules_is_named(game: str) -> None:
    keys = yaml.safe_load((CONFIG / f"{game}.yaml").read_text(encoding="utf-8"))
    assert [key for key in keys if f"`{key}`" not in TEXT] == []


def test_every_file_that_is_linked_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", TEXT)
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []
