"""The microphone: through the real PortAudio in a room of its own, and with a fake one for what goes wrong."""

from __future__ import annotations

import builtins
import itertools
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.room import Room
from tests.sounds import edges_of, spoken
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.microphone import DeviceLost, Microphone

# In the room, through PortAudio


def test_a_word_said_in_the_room_is_heard_at_its_length(room: Room, tmp_path: Path) -> None:
    word = spoken("banana")
    soundfile.write(tmp_path / "word.wav", word, RATE)
    microphone, ears, found = Microphone(), Endpointer(), []
    try:
        at = 0
        for chunk in microphone:
            if at == 0:
                room.play(tmp_path / "word.wav", wait=False)
            assert chunk.first_sample == at + chunk.lost
            at = chunk.end
            found += ears.feed(chunk)
            if found or at > 6 * RATE:
                break
    finally:
        microphone.close()
    begin, end = edges_of(word)
    (heard,) = found
    assert abs((heard.end - heard.begin) - (end - begin)) <= 0.06 * RATE
    assert not microphone.silent


@pytest.mark.usefixtures("room")
def test_silence_is_noticed_and_a_name_finds_the_device() -> None:
    microphone = Microphone("PULSE")
    assert microphone.name == "pulse"
    for chunk in microphone:
        if chunk.end > 1.1 * RATE:
            break
    microphone.close()
    assert microphone.silent


@pytest.mark.usefixtures("room")
def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(UserError, match=r"No microphone is called 'trumpet': name one of .*'pulse'"):
        Microphone("trumpet")


_LISTENER = """
from voicegame.hearing.microphone import DeviceLost, Microphone
microphone = Microphone(patience=1.0)
try:
    for number, _ in enumerate(microphone):
        if number == 3:
            print("listening", flush=True)
except DeviceLost as lost:
    print("lost:", lost)
microphone.close()
"""


def test_s21_a_server_that_dies_is_noticed_and_the_program_ends_by_itself() -> None:
    with Room(echo=False) as doomed:
        command = [sys.executable, "-c", _LISTENER]
        with subprocess.Popen(command, env=doomed.env, stdout=subprocess.PIPE, text=True) as listener:
            assert listener.stdout is not None
            assert listener.stdout.readline() == "listening\n"
            doomed.stop_server()
            said, _ = listener.communicate(timeout=20)
    assert said.startswith("lost: The microphone")
    assert listener.returncode == 0


# With a fake sounddevice


class FakeStream:
    """Gives blocks when a test says so."""

    def __init__(self, samplerate: int, channels: int, callback: Any, finished_callback: Any, **_: Any) -> None:
        self.samplerate, self.channels, self.callback, self.finished = samplerate, channels, callback, finished_callback
        self.latency = 0.02

    def start(self) -> None:
        self.give(np.zeros(64))

    def give(self, samples: np.ndarray, overflow: bool = False) -> None:
        block = np.repeat(samples.astype(np.float32)[:, None], self.channels, axis=1)
        self.callback(block, len(block), None, SimpleNamespace(input_overflow=overflow))

    def stop(self) -> None:
        self.finished()

    def close(self) -> None:
        self.finished()


class FakeSound(SimpleNamespace):
    """A ``sounddevice`` with the devices and refusals that a test wants."""

    PortAudioError = type("PortAudioError", (Exception,), {})

    def __init__(self, devices: list[dict[str, Any]] | None = None, refused: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__()
        if devices is None:
            devices = [{"name": "Mic", "index": 0, "max_input_channels": 2, "default_samplerate": 48000.0}]
        self.devices, self.refused = devices, refused

    def query_devices(self, kind: str | None = None) -> Any:
        if kind is None:
            return self.devices
        if not self.devices:
            raise self.PortAudioError("Error querying device -1")
        return self.devices[0]

    def InputStream(self, **settings: Any) -> FakeStream:
        if (settings["samplerate"], settings["channels"]) in self.refused:
            raise self.PortAudioError("Invalid sample rate [PaErrorCode -9997]")
        return FakeStream(**settings)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeSound:
    sound = FakeSound()
    monkeypatch.setattr("voicegame.hearing.microphone.portaudio", lambda: sound)
    monkeypatch.setattr("voicegame.sound.portaudio.portaudio", lambda: sound)
    return sound


def test_s18_without_portaudio_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "sounddevice":
            raise OSError("PortAudio library not found")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UserError, match="libportaudio2"):
        Microphone()


def test_no_microphone_is_said(fake: FakeSound) -> None:
    fake.devices = []
    with pytest.raises(UserError, match=r"No microphone was found: plug one in, or play with --text\."):
        Microphone()


def test_s19_a_refused_rate_is_resampled(fake: FakeSound) -> None:
    fake.refused = ((RATE, 1), (RATE, 2))
    microphone = Microphone()
    assert microphone.rate == 48_000
    chunks = iter(microphone)
    tone = np.sin(2 * np.pi * 440 * np.arange(48_000) / 48_000)
    stream = microphone._stream
    got: list[Chunk] = []
    microphone._counting = True
    for at in range(0, 48_000, 1536):
        stream.give(tone[at : at + 1536])
        got.append(next(chunks))
    for before, after in itertools.pairwise(got):
        assert after.first_sample == before.end
    heard = np.concatenate([one.samples for one in got])
    assert abs(len(heard) - RATE) <= RATE // 100
    wanted = np.sin(2 * np.pi * 440 * np.arange(len(heard)) / RATE)
    assert np.abs(heard - wanted)[100:-100].max() < 0.02
    assert microphone.captured == RATE


def test_stereo_only_devices_are_mixed_down(fake: FakeSound) -> None:
    fake.refused = ((RATE, 1),)
    microphone = Microphone()
    assert (microphone.rate, microphone._stream.channels) == (RATE, 2)
    microphone._counting = True
    microphone._stream.give(np.full(512, 0.25))
    np.testing.assert_allclose(next(iter(microphone)).samples, 0.25)


def test_a_device_that_refuses_everything_is_said(fake: FakeSound) -> None:
    fake.refused = tuple((rate, channels) for rate in (RATE, 44_100, 48_000) for channels in (1, 2))
    with pytest.raises(UserError, match=r"The microphone 'Mic' can't be opened \(Invalid sample rate"):
        Microphone()


@pytest.mark.usefixtures("fake")
def test_s22_an_overflow_moves_the_clock_by_what_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("voicegame.hearing.microphone.time.monotonic", lambda: now[0])
    microphone = Microphone()
    chunks = iter(microphone)
    microphone._counting = True
    for count in range(20):
        now[0] += 0.032
        if count == 10:
            now[0] += 0.5  # half a second of sound was thrown away by the sound card
        microphone._stream.give(np.full(512, 0.1), overflow=count == 10)
    got = [next(chunks) for _ in range(20)]
    assert microphone.overflows == 1
    assert [one.lost > 0 for one in got].index(True) == 10
    assert abs(got[10].lost - RATE // 2) <= 2
    assert got[10].first_sample == got[9].end + got[10].lost
    assert got[-1].end == microphone.captured == 20 * 512 + got[10].lost


@pytest.mark.usefixtures("fake")
def test_s20_zeros_then_sound_is_not_silence() -> None:
    microphone = Microphone()
    microphone._counting = True
    chunks = iter(microphone)
    for level in (0.0, 0.1, 0.0, 0.0):
        microphone._stream.give(np.full(RATE, level))
    flags = []
    for _ in range(4):
        next(chunks)
        flags.append(microphone.silent)
    assert flags == [True, False, False, False]


@pytest.mark.usefixtures("fake")
def test_s21_a_vanished_device_is_noticed_and_close_ends_the_iteration() -> None:
    microphone = Microphone(patience=0.01)
    with pytest.raises(DeviceLost, match="no more blocks"):
        list(microphone)
    microphone = Microphone()
    microphone._stream.finished()
    with pytest.raises(DeviceLost, match="has gone"):
        list(microphone)
    microphone = Microphone()
    microphone.close()
    microphone.close()
    assert list(microphone) == []


@pytest.mark.usefixtures("fake")
def test_blocks_from_before_the_clock_began_do_not_count() -> None:
    microphone = Microphone()
    microphone._stream.give(np.full(512, 0.5))
    assert microphone.captured == 0
    microphone._counting = True
    microphone._stream.give(np.full(512, 0.25))
    first = next(iter(microphone))
    assert first.first_sample == 0
    assert first.samples[0] == np.float32(0.25)


@pytest.mark.usefixtures("fake")
def test_a_second_microphone_carries_on_with_the_clock() -> None:
    microphone = Microphone(starts_at=123_456)
    microphone._counting = True
    microphone._stream.give(np.full(512, 0.25))
    assert next(iter(microphone)).first_sample == 123_456
    assert microphone.captured == 123_456 + 512


@pytest.mark.usefixtures("fake")
def test_a_full_queue_is_a_loss_of_known_length() -> None:
    microphone = Microphone()
    microphone._counting = True
    limit = microphone._blocks.maxsize
    for _ in range(limit + 3):
        microphone._stream.give(np.full(16, 0.1))
    chunks = iter(microphone)
    for _ in range(limit):
        assert next(chunks).lost == 0
    microphone._stream.give(np.full(16, 0.1))
    after = next(chunks)
    assert after.lost == 3 * 16
    assert after.end == microphone.captured == (limit + 4) * 16
