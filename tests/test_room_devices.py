"""Devices that go and come on the virtual sound card, in the middle of a game of the real program."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.room import Room
from tests.test_room_game import PATIENCE, VoiceGame

ARGUMENTS = ("--players", "Ann,Bob", "--seed", "1", "--draws", "ABACTMG")


def begun(room: Room, folder: Path) -> VoiceGame:
    config = folder / "party.yaml"
    config.write_text("seconds: 60\nhost: brief\n")
    game = VoiceGame(room, folder, *ARGUMENTS, "--config", str(config))
    assert game.wait("floor_opened")["seat"] == "Ann"
    return game


def ended(game: VoiceGame) -> None:
    game.process.send_signal(signal.SIGINT)
    assert game.wait("game_ended")["reason"] == "interrupted"
    assert game.process.wait(timeout=PATIENCE) == 0


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_s21_a_loudspeaker_that_is_switched_off_pauses_the_game_until_it_is_on_again(tmp_path: Path) -> None:
    with Room() as room:
        game = begun(room, tmp_path)
        try:
            room.ask("suspend-sink", "host", "1")
            assert game.wait("paused")["reason"] == "loudspeaker"
            room.ask("suspend-sink", "host", "0")
            game.wait("resumed")
            game.wait_for_silence()
            assert "The loudspeaker is back." in (tmp_path / "stderr").read_text()
            assert game.claim("elastic", "en-us")["word"] == "elastic"
            ended(game)
        finally:
            game.end()


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_s21_the_default_microphone_changes_and_goes_and_the_game_hears_the_next(tmp_path: Path) -> None:
    with Room() as room:
        room.plug_in("other")
        room.ask("set-default-source", "room.monitor")
        del room.changes["PULSE_SOURCE"]
        game = begun(room, tmp_path)
        try:
            room.ask("set-default-source", "other.monitor")
            room.unplug("room")
            room.place = "other"
            assert game.claim("elastic", "en-us")["word"] == "elastic"
            ended(game)
        finally:
            game.end()
