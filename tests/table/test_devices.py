"""Devices that fail in the middle of a game: the game says so, and goes on."""

from __future__ import annotations

from tests.sounds import scene
from tests.table.hall import Blocks, Hall
from voicegame.speaking.voice import Pcm, VoiceFailed


class Hoarse:
    """A voice that fails at the third phrase."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def synthesise(self, text: str) -> Pcm:
        self.said.append(text)
        if len(self.said) == 3:
            raise VoiceFailed("It has a cold.")
        from tests.table.hall import Tone

        return Tone().synthesise(text)


def test_s04_a_voice_that_fails_leaves_a_game_in_text() -> None:
    voice = Hoarse()
    hall = Hall(scene(8.0), voice=voice).play()
    assert len(voice.said) == 3
    assert len(hall.complaints) == 1
    assert "the host only writes" in hall.complaints[0]
    assert hall.events("floor_closed")


def test_s20_a_microphone_that_gives_nothing_is_told() -> None:
    source = Blocks(scene(4.0) * 0)
    source.silent = True
    hall = Hall(scene(1.0), source=source).play()
    assert len(hall.complaints) == 1
    assert "pure silence" in hall.complaints[0]
