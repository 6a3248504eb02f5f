"""Devices that fail in the middle of a game: the game says so, and goes on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.sounds import scene, spoken
from tests.table.hall import RULES, Blocks, Hall, Tone
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.microphone import DeviceLost
from voicegame.speaking.loudspeaker import VirtualSpeaker
from voicegame.speaking.voice import Pcm, VoiceFailed


class Hoarse:
    """A voice that fails at the third phrase."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def synthesise(self, text: str) -> Pcm:
        self.said.append(text)
        if len(self.said) == 3:
            raise VoiceFailed("It has a cold.")
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


class Plug:
    """A microphone that goes at a second, and is found again at the third look."""

    silent = False

    def __init__(self, sound: np.ndarray, goes: float, looks: int = 3) -> None:
        self._sound = sound
        self._goes = round(goes * RATE)
        self._left = looks
        self._from = 0
        self.reopened: list[int] = []

    def __iter__(self) -> Iterator[Chunk]:
        for at in range(self._from, len(self._sound) - 512, 512):
            if self._from == 0 and at >= self._goes:
                raise DeviceLost("The microphone 'Mic' has gone.")
            yield Chunk(self._sound[at : at + 512], at)

    def reopen(self, at: int) -> bool:
        self.reopened.append(at)
        self._left -= 1
        self._from = at
        return self._left == 0

    def close(self) -> None:
        pass


def opens() -> float:
    return Hall(scene(3.0)).play().opens


def with_plug(goes: float, sound: np.ndarray, **more: object) -> Hall:
    hall = Hall(sound, source=Plug(sound, goes), **more)  # type: ignore[arg-type]
    hall.glance = lambda _: None
    return hall.play()


def test_s21_a_microphone_that_goes_in_a_window_pauses_the_game_and_the_window_is_played_again() -> None:
    begins = opens()
    hall = with_plug(begins + 1.0, scene(20.0))
    assert [event["reason"] for event in hall.events("paused")] == ["microphone"]
    assert hall.source.reopened == sorted(hall.source.reopened)
    assert len(hall.source.reopened) == 3
    assert len(hall.events("resumed")) == 1
    first, second = hall.events("floor_opened")[:2]
    assert (first["seat"], second["seat"], second["seconds"]) == (0, 0, RULES.seconds)
    assert hall.events("floor_closed")[0]["t"] == pytest.approx(second["t"] + RULES.seconds, abs=0.001)
    assert "Plug it in" in hall.complaints[0]
    assert hall.complaints[-1] == "The microphone is back."


def test_s21_what_is_said_after_it_came_back_counts() -> None:
    begins = opens()
    again = with_plug(begins + 1.0, scene(20.0)).events("floor_opened")[1]["t"]
    hall = with_plug(begins + 1.0, scene(20.0, (again + 0.5, spoken("elastic"))))
    assert len(hall.events("word_accepted")) == 1


def test_s21_while_the_microphone_is_away_typed_lines_are_understood() -> None:
    hall = with_plug(opens() + 1.0, scene(20.0), lines=["score"])
    assert "standing" in hall.names()


def test_s21_a_pause_of_the_players_outlasts_the_microphone() -> None:
    hall = with_plug(opens() + 1.0, scene(20.0), lines=["pause"])
    assert hall.events("resumed") == []
    assert hall.table.paused


def test_s21_a_file_that_ends_in_the_middle_is_said() -> None:
    class Gone:
        silent = False

        def __iter__(self) -> Iterator[Chunk]:
            raise DeviceLost("The microphone 'Mic' has gone.")

    with pytest.raises(UserError, match="has gone"):
        Hall(scene(1.0), source=Gone()).play()


class LooseSpeaker(VirtualSpeaker):
    """Gone from the second phrase on, until it is looked for the second time."""

    def __init__(self) -> None:
        super().__init__()
        self.phrases = self.looks = 0
        self.lost = False

    def play(self, pcm: Pcm, now: int) -> None:
        self.phrases += 1
        self.lost = self.lost or self.phrases == 2
        if not self.lost:
            super().play(pcm, now)

    def reopen(self) -> bool:
        self.looks += 1
        self.lost = self.looks < 2
        return not self.lost


def test_s21_a_loudspeaker_that_goes_leaves_the_game_in_text_until_it_is_back() -> None:
    speaker = LooseSpeaker()
    hall = Hall(scene(25.0), speaker=speaker).play()
    assert len(hall.complaints) == 2
    assert hall.complaints[0].startswith("The loudspeaker has gone")
    assert hall.complaints[1] == "The loudspeaker is back."
    assert len(hall.events("floor_closed")) > 3
    assert speaker.finished_at > 15 * RATE
