"""Devices that fail in the middle of a game: the game says so, and goes on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.sounds import scene, spoken
from tests.table.hall import RULES, Blocks, Hall, Tone
from tests.table.tabletop import Tabletop
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.microphone import DeviceLost
from voicegame.speaking.loudspeaker import VirtualSpeaker
from voicegame.speaking.voice import Pcm, VoiceFailed
from voicegame.table.actions import Action, Halted, Restored, Woken


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
    """Gone from a phrase on, until it is looked for so many times."""

    def __init__(self, goes: int, looks: int) -> None:
        super().__init__()
        self._goes, self._looks = goes, looks
        self.phrases = self.looks = 0
        self.said_at: list[float] = []
        self.lost = False

    def play(self, pcm: Pcm, now: int) -> None:
        self.phrases += 1
        self.lost = self.lost or self.phrases == self._goes
        if not self.lost:
            self.said_at.append(now / RATE)
            super().play(pcm, now)

    def reopen(self) -> bool:
        self.looks += 1
        self.lost = self.looks < self._looks
        return not self.lost


def test_s21_a_loudspeaker_that_goes_pauses_the_game_and_what_was_lost_is_said_again_when_it_is_back() -> None:
    """It goes while the letters are said: nobody's glass is turned before they have been heard."""
    speaker = LooseSpeaker(goes=3, looks=2)
    hall = Hall(scene(25.0), speaker=speaker).play()
    assert [event["reason"] for event in hall.events("paused")] == ["loudspeaker"]
    (paused,), (resumed,) = hall.events("paused"), hall.events("resumed")
    assert 2.0 < resumed["t"] - paused["t"] < 8.0
    assert hall.complaints[0].startswith("The loudspeaker has gone")
    assert hall.complaints[1:] == ["The loudspeaker is back."]
    opened = hall.events("floor_opened")[0]
    assert opened["t"] > resumed["t"]
    assert len([at for at in speaker.said_at if resumed["t"] <= at <= opened["t"]]) == 2  # on we go; the letters
    assert hall.events("floor_closed")[0]["t"] == pytest.approx(opened["t"] + RULES.seconds, abs=0.001)


def test_s21_a_loudspeaker_that_goes_for_good_leaves_the_game_in_text() -> None:
    speaker = LooseSpeaker(goes=3, looks=1000)
    hall = Hall(scene(30.0), speaker=speaker).play()
    (paused,), (resumed,) = hall.events("paused"), hall.events("resumed")
    assert 15.0 <= resumed["t"] - paused["t"] < 20.0
    assert len(hall.complaints) == 1
    assert len(hall.events("floor_closed")) > 2
    assert [action.device for action in hall.actions if isinstance(action, Restored)] == ["loudspeaker"]


def test_s21_a_loudspeaker_that_comes_back_late_is_spoken_through_again() -> None:
    speaker = LooseSpeaker(goes=3, looks=8)
    hall = Hall(scene(40.0), speaker=speaker).play()
    (resumed,) = hall.events("resumed")
    assert hall.complaints[1:] == ["The loudspeaker is back."]
    assert speaker.said_at[-1] > resumed["t"] + 5.0
    assert len(hall.events("resumed")) == 1


def test_s21_in_a_window_the_glass_stands_while_the_loudspeaker_is_away() -> None:
    begins = opens()

    class Later(LooseSpeaker):
        def tick(self, now: int) -> None:
            super().tick(now)
            self.lost = self.lost or (self.looks == 0 and now >= round((begins + 1.0) * RATE))

    hall = Hall(scene(20.0), speaker=Later(goes=0, looks=2)).play()
    (opened, *_), (closed, *_) = hall.events("floor_opened"), hall.events("floor_closed")
    (paused,), (resumed,) = hall.events("paused"), hall.events("resumed")
    assert (opened["t"], paused["t"]) == (pytest.approx(begins), pytest.approx(begins + 1.0, abs=0.04))
    assert closed["t"] - opened["t"] >= RULES.seconds + resumed["t"] - paused["t"]
    assert opened["seat"] == closed["seat"] == 0


def at_the_table(*actions: Action) -> Tabletop:
    top = Tabletop()
    top.turn("AC", at=10.0)
    for action in actions:
        top.act(action)
    return top


GONE, BACK = Halted(20 * RATE, "loudspeaker"), Restored(30 * RATE, "loudspeaker")


def test_s21_players_may_go_on_without_the_loudspeaker() -> None:
    top = at_the_table(GONE)
    assert top.table.paused
    top.command("go_on", at=25.0)
    assert not top.table.paused
    assert top.act(BACK) == []


def test_s21_a_pause_of_the_players_outlasts_the_loudspeaker() -> None:
    top = at_the_table()
    top.command("pause", at=15.0)
    assert top.act(GONE) == []
    assert top.act(BACK) == []
    assert top.table.paused


def test_s21_both_devices_go_and_the_microphone_alone_is_waited_for() -> None:
    top = at_the_table(GONE, Halted(22 * RATE, "microphone"))
    assert top.act(BACK) == []
    assert top.table.paused
    top.act(Restored(40 * RATE))
    assert not top.table.paused


def test_s21_a_game_that_is_taken_up_again_has_a_loudspeaker() -> None:
    assert not at_the_table(GONE, Woken(20 * RATE)).table.paused


def overdriven(word: str) -> np.ndarray:
    return np.clip(spoken(word) * 8, -1.0, 1.0).astype(np.float32)


def test_an_overdriven_microphone_is_told_once() -> None:
    begins = opens()
    sound = scene(12.0, (begins + 0.3, overdriven("elastic")), (begins + 6.0, overdriven("factory")))
    hall = Hall(sound).play()
    assert len(hall.ear.heard) == 2
    assert [told for told in hall.complaints if "overdriven" in told] == hall.complaints[:1]
    assert "lower the microphone's level" in hall.complaints[0]


def test_a_loud_voice_is_not_called_overdriven() -> None:
    hall = Hall(scene(5.0, (opens() + 0.3, spoken("elastic") * np.float32(0.9 / 0.4)))).play()
    assert len(hall.ear.heard) == 1
    assert hall.complaints == []
