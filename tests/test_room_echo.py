"""The host's voice comes back from the walls, as loud as it is: whole short games on the sound card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.room import Room
from tests.test_room_game import PATIENCE, VoiceGame


def stopped(game: VoiceGame, folder: Path) -> dict[str, Any]:
    """Ann says "stop"; once more only where the sound card ran dry, so that the host spoke later than it knew."""
    try:
        return game.order("stop", "en-us", patience=10.0)
    except TimeoutError:
        assert "underrun occurred" in (folder / "stderr").read_text()
    return game.order("stop", "en-us")


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("late", [0.0, 0.1, 0.2, 0.4])
def test_s06_s08_a_whole_game_in_a_room_that_gives_the_hosts_voice_back_late(late: float, tmp_path: Path) -> None:
    """Ann wins 30, nobody speaks in Bob's minute nor after it, Ann wins the rest, speaking as soon as she may."""
    config = tmp_path / "party.yaml"
    config.write_text("seconds: 5\nwindow_seconds: 2\nhost: brief\ntarget: 60\n")
    arguments = ("--players", "Ann,Bob", "--seed", "1", "--draws", "ABACTMAC", "--config", str(config))
    with Room(late=late, reverberation=0.5) as room:
        game = VoiceGame(room, tmp_path, *arguments)
        try:
            said = ["elastic", "stop"]
            assert game.wait("floor_opened")["seat"] == "Ann"
            assert game.claim("elastic", "en-us")["event"] == "word_accepted"
            assert stopped(game, tmp_path)["choice"] == "stop"
            for seat in ("Bob", "Ann"):
                assert game.wait("floor_opened")["seat"] == seat
                assert game.wait("floor_closed")["seat"] == seat
            assert game.wait("floor_opened")["seat"] == "Ann"
            word = "factory"
            assert game.claim(word, "en-us")["event"] == "word_accepted"
            assert stopped(game, tmp_path)["choice"] == "stop"
            assert game.wait("game_won")["seat"] == "Ann"
            game.wait("game_ended")
            assert game.process.wait(timeout=PATIENCE) == 0
        finally:
            game.end()
    heard = [event["text"] for event in game.told if event["event"] == "heard" and event["text"] != "yes"]
    assert heard == [*said, word, "stop"]
