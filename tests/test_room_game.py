"""The room test: the real program listens and speaks through PortAudio, and players speak into its room.

The loudspeaker is looped back into the room all the while, so that the host hears its own voice as loud as theirs.
"""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.program import COMMAND
from tests.room import Room
from tests.room_program import CLEAR, PATIENCE, RoomProgram


class VoiceGame(RoomProgram):
    """A game in a room, and voices that answer it."""

    def __init__(self, room: Room, folder: Path, *arguments: str, name: str = "kirdy") -> None:
        self._journal = folder / "game.jsonl"
        super().__init__(room, folder, "play", name, "--json", "--journal", str(self._journal), *arguments)

    @property
    def journal(self) -> Path:
        return self._journal

    def claim(self, word: str, voice: str) -> dict[str, Any]:
        """A player says a word, and "yes" if the host asks back; gives the event that accepts or refuses it."""
        self.say(word, voice)
        event = self.wait("word_accepted", "word_refused", "asked")
        if event["event"] == "asked":
            assert event["word"] == word
            self.wait_for_silence()
            self.say("yes", CLEAR)
            event = self.wait("word_accepted", "word_refused")
        return event

    def order(self, command: str, voice: str, patience: float = PATIENCE) -> dict[str, Any]:
        """A player answers the host's choice, and says "yes" if the host asks back; gives the event that tells it."""
        self.wait_for_silence()
        self.say(command, voice)
        event = self.wait("choice", "asked", patience=patience)
        if event["event"] == "asked":
            self.wait_for_silence()
            self.say("yes", CLEAR)
            event = self.wait("choice")
        return event


@pytest.fixture
def game(room_server: Room, tmp_path: Path) -> Iterator[VoiceGame]:
    config = tmp_path / "party.yaml"
    config.write_text("seconds: 7\nwindow_seconds: 6\nhost: brief\n")
    game = VoiceGame(
        room_server, tmp_path, "--players", "Ann,Bob,Cem", "--seed", "1", "--draws", "ABCACTMG", "--config", str(config)
    )
    yield game
    game.end()


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_s06_s08_a_game_by_voice_with_the_host_s_own_voice_in_the_room(game: VoiceGame) -> None:
    ann, bob, cem = "en-us", "en-gb", "en-us+m3"
    # A claim in the minute, and "carry on".
    assert game.wait("floor_opened")["seat"] == "Ann"
    accepted = game.claim("elastic", ann)
    assert (accepted["event"], accepted["word"], accepted["stake"]) == ("word_accepted", "elastic", 30)
    assert game.order("carry on", ann)["choice"] == "carry_on"
    assert game.wait("letters_drawn")["letters"] == ["A", "C", "T"]
    # A failed minute, and silence in the first neighbour's window.
    first = game.wait("floor_opened")
    closed = game.wait("floor_closed")
    assert closed["t"] - first["t"] == pytest.approx(7.0, abs=0.002)
    window = game.wait("floor_opened")
    assert window["seat"] == "Bob"
    assert game.wait("floor_closed")["t"] - window["t"] == pytest.approx(6.0, abs=0.002)
    # A theft in the second neighbour's window.
    window = game.wait("floor_opened")
    assert window["seat"] == "Cem"
    stolen_word = game.claim("factory", cem)
    assert (stolen_word["word"], stolen_word["seat"]) == ("factory", "Cem")
    heard = next(event for event in reversed(game.told) if event["event"] == "heard" and event["text"] == "factory")
    assert window["t"] <= heard["begin"] < window["t"] + 6
    stolen = game.wait("stolen")
    assert (stolen["seat"], stolen["from"], stolen["points"]) == ("Cem", "Ann", 30)
    # The next turn, and "stop".
    assert game.wait("floor_opened")["seat"] == "Bob"
    assert game.claim("magic", bob)["word"] == "magic"
    assert game.order("stop", bob)["choice"] == "stop"
    assert game.wait("banked")["points"] == 30
    assert game.wait("score")["scores"] == {"Ann": 0, "Bob": 30, "Cem": 30}
    # The host spoke all the while, "carry on" and legal words among it, and none of it was taken for a player's.
    spoken_by_players = {"elastic", "carry on", "factory", "magic", "stop", "yes"}
    assert {event["text"] for event in game.told if event["event"] == "heard"} <= spoken_by_players
    game.wait("floor_opened")
    game.process.send_signal(signal.SIGINT)
    assert game.wait("game_ended")["reason"] == "interrupted"
    assert game.process.wait(timeout=PATIENCE) == 0
    # What was told can be told again.
    again = subprocess.run([*COMMAND, "replay", str(game.journal)], capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in again.stdout.splitlines()] == game.told


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_s21_the_plug_is_pulled_in_the_middle_of_a_game_and_put_back(tmp_path: Path) -> None:
    config = tmp_path / "party.yaml"
    config.write_text("seconds: 30\nhost: brief\n")
    arguments = ("--players", "Ann,Bob", "--seed", "1", "--draws", "ABACTMG", "--config", str(config))
    with Room() as room:
        game = VoiceGame(room, tmp_path, *arguments)
        try:
            assert game.wait("floor_opened")["seat"] == "Ann"
            room.stop_server()
            assert game.wait("paused")["reason"] == "microphone"
            room.start_server()
            game.wait("resumed")
            window = game.wait("floor_opened")
            assert (window["seat"], window["seconds"]) == ("Ann", 30.0)  # all of it again
            assert game.claim("elastic", "en-us")["word"] == "elastic"
            stderr = (tmp_path / "stderr").read_text()
            assert "Plug it in" in stderr
            assert "The microphone is back." in stderr
            game.process.send_signal(signal.SIGINT)
            assert game.wait("game_ended")["reason"] == "interrupted"
            assert game.process.wait(timeout=PATIENCE) == 0
        finally:
            game.end()
