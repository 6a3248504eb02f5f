"""The room test of BuyWord: two voices play a short game to its end, hands-free, with the host's voice in the room."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.program import COMMAND
from tests.room import Room
from tests.test_room_game import PATIENCE, VoiceGame

ANN, BOB = "en-gb", "en-us"

# Twelve tiles: five for each, and then too few for another draw.
CONFIG = """
bags: {en: {A: 2, B: 1, D: 1, E: 1, L: 1, M: 1, O: 1, S: 1, T: 3}}
most_players: 2
wilds_for_two: 0
hand_limit: 3
host: brief
voice: {rate: 420}
"""


@pytest.fixture
def game(room_server: Room, tmp_path: Path) -> Iterator[VoiceGame]:
    config = tmp_path / "party.yaml"
    config.write_text(CONFIG)
    fixed = ["--draws", "METALBDOST", "--rolls", "5,2", "--seed", "1"]
    options = ["--players", "Ann,Bob", *fixed, "--config", str(config)]
    game = VoiceGame(room_server, tmp_path, *options, name="buyword")
    game.wait("leader")
    yield game
    game.end()


def answer(game: VoiceGame, text: str, voice: str, *names: str) -> dict[str, Any]:
    """A player answers the host, confirms if the host asks back, and tries again if not heard; gives what follows."""
    said = text
    for _ in range(4):
        game.wait_for_silence()
        game.say(said, voice)
        try:
            event = game.wait(*names, "asked", patience=12)
        except TimeoutError:
            said = text
            continue
        if event["event"] in names:
            return event
        said = "that's right"
    raise AssertionError(f"{text} is not heard; told: {game.told[-6:]}")


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_b01_to_b17_a_short_game_by_two_voices_to_its_end(game: VoiceGame) -> None:
    assert answer(game, "roll", ANN, "rolled")["face"] == "5"
    first, second = game.wait("set_drawn"), game.wait("set_drawn")
    assert (first["seat"], first["letters"], first["price"]) == ("Ann", ["M", "E", "T", "A", "L"], 64)
    assert (second["seat"], second["letters"], second["price"]) == ("Bob", ["B", "D", "O", "S", "T"], 64)
    assert answer(game, "buy it", ANN, "set_bought")["seat"] == "Ann"
    assert answer(game, "buy", BOB, "set_bought")["seat"] == "Bob"
    sold = answer(game, "metal", ANN, "word_sold")
    assert (sold["seat"], sold["word"], sold["price"]) == ("Ann", "metal", 64)
    # Bob sells nothing, and holds two tiles too many.
    assert answer(game, "that's all", BOB, "choice")["choice"] == "done"
    assert answer(game, "B as in boy", BOB, "discarded")["letters"] == ["B"]
    assert answer(game, "the third", BOB, "discarded")["letters"] == ["S"]
    assert game.wait("leader")["seat"] == "Bob"
    # The bag holds two tiles, too few for two players.
    assert answer(game, "I roll", BOB, "rolled")["face"] == "2"
    assert sorted(game.wait("bag_ended")["letters"]) == ["A", "T"]
    assert answer(game, "that's all", BOB, "choice")["choice"] == "done"
    assert game.wait("game_won")["seat"] == "Ann"
    assert game.wait("game_ended")["reason"] == "won"
    assert game.process.wait(timeout=PATIENCE) == 0
    money = [event["scores"] for event in game.told if event["event"] == "score"]
    assert money[-1] == {"Ann": 200, "Bob": 136}
    again = subprocess.run([*COMMAND, "replay", str(game.journal)], capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in again.stdout.splitlines()] == game.told
