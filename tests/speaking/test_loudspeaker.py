"""The loudspeaker: when the host can be heard, in a file's time and through the real PortAudio in a room."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.room import Room
from tests.sounds import scene, spoken
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.microphone import Microphone
from voicegame.speaking.loudspeaker import SoundCardSpeaker, VirtualSpeaker, WavWriter
from voicegame.speaking.voice import Pcm

TAIL = round(0.3 * RATE)


def hiss(seconds: float, rate: int = 22_050) -> Pcm:
    return Pcm(np.random.default_rng(1).normal(0, 0.1, round(seconds * rate)).astype(np.float32), rate)


# In a file's time


def test_a_phrase_takes_its_length_of_the_clock_and_a_tail() -> None:
    speaker = VirtualSpeaker()
    assert not speaker.busy()
    assert speaker.finished_at == 0
    speaker.play(hiss(1.0), 1000)
    assert speaker.intervals == [(1000, 1000 + RATE + TAIL)]
    assert speaker.busy()
    speaker.tick(1000 + RATE + TAIL - 1)
    assert speaker.busy()
    speaker.tick(1000 + RATE + TAIL)
    assert not speaker.busy()
    assert speaker.finished_at == 1000 + RATE + TAIL


def test_s02_three_lines_follow_each_other(tmp_path: Path) -> None:
    with WavWriter(tmp_path / "said.wav") as out:
        speaker = VirtualSpeaker(out=out)
        for level, now in ((0.1, 800), (0.2, 800), (0.3, 1600)):
            speaker.play(Pcm(np.full(RATE, level, np.float32), RATE), now)
    said, _ = soundfile.read(tmp_path / "said.wav")
    assert len(said) == 800 + 3 * RATE
    assert not said[:800].any()
    for number, level in enumerate((0.1, 0.2, 0.3)):
        np.testing.assert_allclose(said[800 + number * RATE : 800 + (number + 1) * RATE], level, atol=1e-4)
    assert speaker.intervals == [(800, 800 + 3 * RATE + TAIL)]


def test_s05_two_sounds_one_over_the_other_keep_the_ears_shut_until_the_second_ends() -> None:
    speaker = VirtualSpeaker()
    speaker.play(hiss(1.0), 0)
    speaker.play(hiss(0.5), RATE + TAIL // 2)  # begins while the tail of the first rings
    speaker.tick(RATE + TAIL)
    assert speaker.busy()
    assert len(speaker.intervals) == 1
    speaker.tick(speaker.finished_at)
    assert not speaker.busy()
    assert speaker.finished_at == RATE + TAIL // 2 + RATE // 2 + TAIL


def test_s07_what_meets_an_interval_is_the_hosts_own_however_late_it_is_asked() -> None:
    speaker = VirtualSpeaker()
    speaker.play(hiss(1.0), 10 * RATE)
    speaker.play(hiss(1.0), 20 * RATE)
    speaker.tick(30 * RATE)
    end = 11 * RATE + TAIL
    for begin, until, meets in (
        (9 * RATE, 10 * RATE, False),
        (9 * RATE, 10 * RATE + 1, True),
        (10 * RATE + 100, 10 * RATE + 200, True),
        (end - 1, end + 100, True),
        (end, end + RATE, False),
        (15 * RATE, 25 * RATE, True),
        (20 * RATE, 20 * RATE, True),
        (25 * RATE, 26 * RATE, False),
    ):
        assert speaker.meets(begin, until) is meets, (begin, until)


def test_no_sound_is_no_interval() -> None:
    speaker = VirtualSpeaker()
    speaker.play(Pcm(np.zeros(0, np.float32), 22_050), 100)
    assert speaker.intervals == []
    assert not speaker.busy()


def test_closing_falls_silent() -> None:
    speaker = VirtualSpeaker()
    speaker.play(hiss(5.0), 0)
    speaker.close()
    speaker.close()
    assert not speaker.busy()


# The file of what was said


def test_the_file_is_whole_even_after_an_error(tmp_path: Path) -> None:
    def game() -> None:
        with WavWriter(tmp_path / "said.wav") as out:
            speaker = VirtualSpeaker(out=out)
            speaker.play(hiss(0.5), 1234)
            out.pad(2 * RATE)
            raise RuntimeError("the game broke")

    with pytest.raises(RuntimeError):
        game()
    said, rate = soundfile.read(tmp_path / "said.wav")
    assert (len(said), rate) == (2 * RATE, RATE)
    assert np.flatnonzero(said)[0] in range(1230, 1240)
    assert not said[1240 + RATE // 2 :].any()


def test_loud_sound_is_clipped_not_wrapped(tmp_path: Path) -> None:
    with WavWriter(tmp_path / "said.wav") as out:
        out.write(0, np.array([1.5, -1.5], np.float32))
    said, _ = soundfile.read(tmp_path / "said.wav")
    assert said[0] > 0.99
    assert said[1] < -0.99


def test_a_place_that_can_not_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no/said\.wav can't be written: check"):
        WavWriter(tmp_path / "no" / "said.wav")


# In the room, through PortAudio


def true_intervals(sound: np.ndarray) -> list[tuple[int, int]]:
    loud = np.flatnonzero(np.abs(sound) > 1e-3)
    groups = np.split(loud, np.flatnonzero(np.diff(loud) > RATE // 10) + 1)
    return [(int(group[0]), int(group[-1]) + 1) for group in groups if len(group)]


@pytest.mark.usefixtures("room")
def test_s01_the_noted_intervals_cover_what_the_microphone_hears() -> None:
    microphone = Microphone()
    speaker = SoundCardSpeaker(clock=lambda: microphone.captured, input_latency=microphone.latency)
    plan = [(0.3, hiss(0.5)), (1.6, hiss(0.3)), (1.6, hiss(0.2)), (2.9, hiss(0.3))]
    recorded: list[np.ndarray] = []
    played: list[int] = []
    try:
        for chunk in microphone:
            recorded.append(chunk.samples)
            speaker.tick(chunk.end)
            while len(played) < len(plan) and chunk.end >= plan[len(played)][0] * RATE:
                speaker.play(plan[len(played)][1], chunk.end)
                played.append(chunk.end)
                assert speaker.busy()
            if len(played) == len(plan) and not speaker.busy():
                break
            assert chunk.end < 12 * RATE
    finally:
        speaker.close()
        microphone.close()
    heard, noted = true_intervals(np.concatenate(recorded)), speaker.intervals
    assert len(heard) == len(noted) == 3
    for (begin, end), (noted_begin, noted_end) in zip(heard, noted, strict=True):
        assert noted_end is not None
        assert noted_begin <= begin < end <= noted_end
        # Not so late that a quick player is taken for the host: the tail and at most as much again.
        assert noted_end - end <= 2 * TAIL
        assert speaker.meets(begin, end)
    for (begin, end), seconds in zip(heard, [0.5, 0.5, 0.3], strict=True):
        assert seconds - 0.05 <= (end - begin) / RATE < seconds + 0.3  # a busy machine may let it run dry
    assert speaker.finished_at == noted[-1][1]


def test_s06_the_room_gives_the_hosts_words_back_and_nobody_takes_them_for_a_claim(room: Room, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "answer.wav", spoken("apple"), RATE)
    host = Pcm(spoken("march", "en-gb"), RATE)
    microphone, ears = Microphone(), Endpointer()
    speaker = SoundCardSpeaker(clock=lambda: microphone.captured, input_latency=microphone.latency)
    found, said, answered = [], False, False
    try:
        for chunk in microphone:
            speaker.tick(chunk.end)
            if not said and chunk.end > RATE // 2:
                speaker.play(host, chunk.end)
                said = True
            found += ears.skip(chunk) if speaker.busy() else ears.feed(chunk)
            if said and not answered and not speaker.busy():
                room.play(tmp_path / "answer.wav", wait=False)
                answered = True
            if found or chunk.end > 10 * RATE:
                break
    finally:
        speaker.close()
        microphone.close()
    (claim,) = found
    assert not speaker.meets(claim.begin, claim.end)
    assert claim.begin >= speaker.finished_at
    assert claim.first_sample > speaker.finished_at - 512  # the chunk in which the tail ends is heard whole


@pytest.mark.usefixtures("room")
def test_an_unknown_loudspeaker_is_answered_with_those_there_are() -> None:
    with pytest.raises(UserError, match=r"No loudspeaker is called 'trumpet': name one of .*'pulse'"):
        SoundCardSpeaker("trumpet")


# With a fake sounddevice


class FakeOut:
    latency = 0.1
    active = True

    def __init__(self, samplerate: int, channels: int, callback: Any, **_: Any) -> None:
        self.samplerate, self.channels, self.callback = samplerate, channels, callback

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.active = False

    def want(self, frames: int, dac: float = 0.0) -> np.ndarray:
        block = np.full((frames, self.channels), 9.0, np.float32)
        self.callback(block, frames, SimpleNamespace(outputBufferDacTime=dac, currentTime=0.0), None)
        return block[:, 0]


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> type[FakeOut]:
    device = {"name": "Out", "index": 0, "max_output_channels": 1, "default_samplerate": float(RATE)}
    sound = SimpleNamespace(
        PortAudioError=type("PortAudioError", (Exception,), {}),
        query_devices=lambda kind=None: device if kind else [device],
        OutputStream=FakeOut,
    )
    monkeypatch.setattr("voicegame.speaking.loudspeaker.portaudio", lambda: sound)
    monkeypatch.setattr("voicegame.sound.portaudio.portaudio", lambda: sound)
    return FakeOut


@pytest.mark.usefixtures("stream")
@pytest.mark.parametrize(("dac", "delay"), [(0.0, 0.1), (0.25, 0.25), (1e9, 0.1), (-5.0, 0.1)])
def test_s23_the_end_is_told_by_the_streams_latency_where_its_times_are_nonsense(dac: float, delay: float) -> None:
    clock = [5000]
    speaker = SoundCardSpeaker(clock=lambda: clock[0], input_latency=160)
    speaker.play(Pcm(np.ones(1000, np.float32), RATE), 4500)
    assert speaker.intervals == [(5000, None)]
    assert speaker._stream.want(600, dac).tolist() == [1.0] * 600
    clock[0] = 5600
    block = speaker._stream.want(600, dac)
    assert block.tolist() == [1.0] * 400 + [0.0] * 200
    end = 5600 + 400 + round(delay * RATE) + 160 + TAIL
    speaker.tick(end - 1)
    assert speaker.busy()
    assert speaker.meets(end + 50, end + 60)  # nobody knows yet
    speaker.tick(end)
    assert not speaker.busy()
    assert speaker.intervals == [(5000, end)]
    assert speaker.finished_at == end
    assert not speaker._stream.want(100).any()


@pytest.mark.usefixtures("stream")
def test_s21_a_loudspeaker_that_stops_does_not_keep_the_game_waiting() -> None:
    speaker = SoundCardSpeaker()
    speaker.play(Pcm(np.ones(100_000, np.float32), RATE), 1000)
    speaker._stream.want(512)
    speaker._stream.active = False
    speaker.tick(2000)
    assert speaker.lost
    speaker.tick(2000 + TAIL)
    assert not speaker.busy()
    speaker.play(Pcm(np.ones(100, np.float32), RATE), 9000)
    assert not speaker.busy()


@pytest.mark.usefixtures("stream")
def test_s21_a_sound_card_that_asks_for_no_more_samples_has_gone() -> None:
    speaker = SoundCardSpeaker()
    speaker.play(Pcm(np.ones(100_000, np.float32), RATE), 1000)
    speaker._stream.want(512)
    speaker.tick(1000 + 5 * RATE)
    assert not speaker.lost
    speaker.tick(1001 + 5 * RATE)
    assert speaker.lost
    speaker.tick(1001 + 5 * RATE + TAIL)
    assert not speaker.busy()


def test_s21_a_sound_card_that_opens_again_and_asks_for_nothing_is_not_back(
    stream: type[FakeOut], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voicegame.speaking.loudspeaker._ANSWERING", 0.0)
    speaker = SoundCardSpeaker()
    speaker.release()
    assert not speaker.reopen()
    assert speaker.lost
    start = stream.start

    def asks(self: FakeOut) -> None:
        start(self)
        self.want(512)

    monkeypatch.setattr(stream, "start", asks)
    assert speaker.reopen()
    assert not speaker.lost


def test_s18_a_loudspeaker_that_does_not_start_is_told(stream: type[FakeOut], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voicegame.speaking.loudspeaker._FIRST", 0.05)
    never = threading.Event()
    monkeypatch.setattr(stream, "start", lambda _: never.wait())
    with pytest.raises(UserError, match="gives no answer: restart it"):
        SoundCardSpeaker()
    never.set()


@pytest.mark.usefixtures("stream")
def test_closing_the_sound_card_ends_the_interval() -> None:
    speaker = SoundCardSpeaker()
    speaker.play(Pcm(np.ones(100_000, np.float32), RATE), 1000)
    speaker.close()
    speaker.close()
    assert not speaker.busy()
    assert speaker.intervals == [(1000, 1000 + TAIL)]


def test_the_scene_of_a_file_game_hears_no_host() -> None:
    """A virtual game: the recording holds the host's phrase too, as a speaker beside the recorder would."""
    speaker, ears = VirtualSpeaker(), Endpointer()
    host = Pcm(spoken("march", "en-gb"), RATE)
    sound = scene(5.0, (1.0, host.samples), (3.0, spoken("apple")))
    found = []
    for at in range(0, len(sound), 512):
        chunk = Chunk(sound[at : at + 512], at)
        if at == RATE // 512 * 512:
            speaker.play(host, RATE)
        speaker.tick(chunk.end)
        found += ears.skip(chunk) if speaker.busy() else ears.feed(chunk)
    (claim,) = found + ears.flush()
    assert claim.begin > 2.9 * RATE
