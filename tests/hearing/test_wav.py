"""Sound from files: every format, exact timing, clear errors."""

import itertools
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.wav import WavSource, read_clip


def click_at(seconds: float, length: float, rate: int) -> np.ndarray:
    """Silence with a short smooth bump (0.5 ms) centred at ``seconds``."""
    t = np.arange(round(length * rate)) / rate
    width = max(2.5e-4, 1.0 / rate)
    return (0.8 * np.exp(-(((t - seconds) / width) ** 2))).astype(np.float32)


def gather(chunks: list[Chunk]) -> np.ndarray:
    assert chunks[0].first_sample == 0
    for before, after in itertools.pairwise(chunks):
        assert before.end == after.first_sample
        assert after.lost == 0
    return np.concatenate([chunk.samples for chunk in chunks])


@pytest.mark.parametrize("rate", [8000, 11025, 16000, 22050, 32000, 44100, 48000, 88200, 96000])
def test_a_click_lands_where_it_was_at_every_rate(tmp_path: Path, rate: int) -> None:
    places = (0.1, 1.2345, 2.9)
    sound = sum((click_at(place, 3.0, rate) for place in places), np.zeros(3 * rate, np.float32))
    soundfile.write(tmp_path / "click.wav", sound, rate, subtype="PCM_16")
    streamed = gather(list(WavSource(tmp_path / "click.wav")))
    whole = read_clip(tmp_path / "click.wav")
    for heard in (streamed, whole):
        assert len(heard) == 3 * RATE
        for place in places:
            near = round(place * RATE)
            window = heard[near - 400 : near + 400]
            assert abs(int(np.argmax(window)) - 400) <= 16


def test_two_minutes_of_clicks_do_not_drift(tmp_path: Path) -> None:
    rate = 44_100
    with soundfile.SoundFile(tmp_path / "long.wav", "w", rate, 1, "PCM_16") as out:
        for _ in range(120):
            out.write(click_at(0.5, 1.0, rate))
    heard = gather(list(WavSource(tmp_path / "long.wav")))
    assert len(heard) == 120 * RATE
    peaks = np.argmax(heard.reshape(120, RATE), axis=1)
    assert np.abs(peaks - RATE // 2).max() <= 16


@pytest.mark.parametrize("subtype", ["PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE", "ULAW"])
@pytest.mark.parametrize("kind", ["WAV", "WAVEX"])
def test_every_sample_format(tmp_path: Path, subtype: str, kind: str) -> None:
    tone = (0.5 * np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE)).astype(np.float32)
    soundfile.write(tmp_path / "tone.wav", tone, RATE, subtype=subtype, format=kind)
    heard = gather(list(WavSource(tmp_path / "tone.wav")))
    assert np.abs(heard - tone).max() < 0.02
    np.testing.assert_array_equal(heard, read_clip(tmp_path / "tone.wav"))


def test_channels_are_mixed_down(tmp_path: Path) -> None:
    left = np.full(1600, 0.5, np.float32)
    stereo = np.stack([left, -left, left, left], axis=1)
    soundfile.write(tmp_path / "four.wav", stereo, RATE, subtype="FLOAT")
    np.testing.assert_allclose(read_clip(tmp_path / "four.wav"), 0.25, atol=1e-6)


def test_chunks_are_one_block_long_whatever_the_rate(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "noise.wav", np.zeros(44_100, np.float32), 44_100)
    sizes = [len(chunk.samples) for chunk in WavSource(tmp_path / "noise.wav")]
    assert set(sizes[:-1]) == {512}
    assert sum(sizes) == RATE


def test_not_a_number_is_silence(tmp_path: Path) -> None:
    sound = np.array([0.1, np.nan, np.inf, -np.inf, 0.2] * 100, np.float32)
    soundfile.write(tmp_path / "nan.wav", sound, RATE, subtype="FLOAT")
    heard = read_clip(tmp_path / "nan.wav")
    assert np.isfinite(heard).all()
    assert heard[1] == 0


def test_closing_twice_is_fine(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.zeros(100, np.float32), RATE)
    source = WavSource(tmp_path / "a.wav")
    source.close()
    source.close()


@pytest.mark.parametrize("opened", [WavSource, read_clip])
def test_what_is_not_a_sound_is_said_in_one_sentence(tmp_path: Path, opened: type[WavSource]) -> None:
    (tmp_path / "text.wav").write_text("this is not a sound, but a long enough line of text\n" * 20)
    (tmp_path / "nothing.wav").touch()
    (tmp_path / "cut.wav").write_bytes(b"RIFF\x24\x00\x00\x00WAVE")
    (tmp_path / "text.raw").write_text("raw")
    soundfile.write(tmp_path / "silent.wav", np.zeros(0, np.float32), RATE)
    for name, reason in (
        ("missing.wav", "does not exist"),
        (".", "is a folder"),
        ("nothing.wav", "is empty"),
        ("silent.wav", "holds no sound"),
        ("text.wav", "is not a WAV file"),
        ("text.raw", "is not a WAV file"),
        ("cut.wav", "is not a WAV file"),
    ):
        with pytest.raises(UserError) as caught:
            opened(tmp_path / name)
        sentence = str(caught.value)
        assert reason in sentence
        assert str(tmp_path / name) in sentence
        assert sentence.endswith(".")
        assert ": " in sentence
