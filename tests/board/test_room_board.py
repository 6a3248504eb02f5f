"""A game by voice with its board: the program listens and speaks in the room, and a phone types beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.board.test_program import say
from tests.room import Room
from tests.test_room_game import VoiceGame


@pytest.mark.slow
def test_a_phone_types_into_a_game_by_voice(room_server: Room, tmp_path: Path) -> None:
    config = tmp_path / "party.yaml"
    config.write_text("seconds: 60\nhost: brief\n")
    arguments = ("--players", "Ann,Bob", "--seed", "1", "--draws", "ABAC", "--config", str(config), "--port", "0")
    game = VoiceGame(room_server, tmp_path, *arguments)
    try:
        opened = game.wait("floor_opened")
        (address,) = re.findall(r"http://\S+", (tmp_path / "stderr").read_text())
        say(address, "march", "Bob")
        said = game.wait("heard")
        assert (said["seat"], said["text"]) == ("Bob", "march")  # it is not Bob's floor, and nothing comes of it
        say(address, "march", "Ann")
        said = game.wait("heard")
        accepted = game.wait("word_accepted")
        assert (accepted["seat"], accepted["word"]) == ("Ann", "march")
        assert opened["t"] <= said["begin"] <= accepted["t"]
        game.wait_for_silence()
        say(address, "stop")
        assert game.wait("banked")["points"] == 30
    finally:
        game.end()
