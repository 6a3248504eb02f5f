"""Sounds for the tests: words spoken by espeak-ng, noise, and where a sound begins and ends in a clean recording."""

from __future__ import annotations

import functools
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import RATE
from voicegame.hearing.wav import read_clip

Sound = NDArray[np.float32]


@functools.cache
def spoken(text: str, voice: str = "en-us", speed: int = 150) -> Sound:
    """``text`` said by espeak-ng, peak 0.4, as that program writes it (silence at the end included)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(speed), "-w", str(path), text], check=True)
        sound = read_clip(path)
    return sound * np.float32(0.4 / np.abs(sound).max())


def edges_of(sound: Sound, below_db: float = 40.0) -> tuple[int, int]:
    """First and last sample of a clean sound: where 5 ms of it, plain or differentiated, come near its peak."""
    over = np.zeros(len(sound), bool)
    for form in (sound, np.diff(sound, prepend=np.float32(0))):
        power = np.convolve(form.astype(np.float64) ** 2, np.ones(80) / 80, mode="same")
        over |= power > power.max() * 10 ** (-below_db / 10)
    places = np.flatnonzero(over)
    return int(places[0]), int(places[-1])


def noise(length: int, level_db: float = -65.0, seed: int = 1) -> Sound:
    """Pink noise with an RMS of ``level_db`` dB below full scale: a quiet room."""
    white = np.fft.rfft(np.random.default_rng(seed).normal(size=length))
    white[1:] /= np.sqrt(np.arange(1, len(white)))
    pink = np.fft.irfft(white, length)
    return (pink / pink.std() * 10 ** (level_db / 20)).astype(np.float32)


def scene(length: float, *placed: tuple[float, Sound], level_db: float = -65.0, seed: int = 1) -> Sound:
    """``length`` seconds of a quiet room with sounds placed at seconds."""
    room = noise(round(length * RATE), level_db, seed)
    for seconds, sound in placed:
        at = round(seconds * RATE)
        room[at : at + len(sound)] += sound[: len(room) - at]
    return room
