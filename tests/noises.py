"""Noises for the tests, made by rule: what a table of players makes beside words. All 16 kHz, peak 0.4, seeded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tests.sounds import Sound, spoken
from voicegame.hearing.audio import RATE


def _peak(sound: NDArray[np.floating]) -> Sound:
    return (sound * (0.4 / max(1e-9, float(np.abs(sound).max())))).astype(np.float32)


def _seconds(length: float) -> NDArray[np.float64]:
    return np.arange(round(length * RATE)) / RATE


def _resonances(source: NDArray[np.float64], poles: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    """The source through a throat or a panel: resonances at (hertz, bandwidth), taken as a sum, by spectrum."""
    frequencies = np.fft.rfftfreq(2 * len(source), 1 / RATE)
    response = sum(1 / (1 + ((frequencies - centre) / width) ** 2) for centre, width in poles)
    shaped: NDArray[np.float64] = np.fft.irfft(np.fft.rfft(source, 2 * len(source)) * response)[: len(source)]
    return shaped


def _burst(length: float, attack: float, decay: float) -> NDArray[np.float64]:
    t = _seconds(length)
    envelope: NDArray[np.float64] = np.minimum(t / attack, 1) * np.exp(-np.maximum(t - attack, 0) / decay)
    return envelope


def cough(seed: int = 1) -> Sound:
    """One or two explosive bursts of throat noise, each with a short voiced end."""
    dice = np.random.default_rng(seed)
    poles = [(dice.uniform(450, 800), 150.0), (dice.uniform(1200, 1700), 250.0), (dice.uniform(2500, 3300), 600.0)]
    parts = []
    for _ in range(int(dice.integers(1, 3))):
        length = dice.uniform(0.25, 0.4)
        t = _seconds(length)
        pitch = dice.uniform(90, 220)
        hiss = dice.normal(size=len(t)) * _burst(length, 0.008, 0.07)
        voiced = np.sign(np.sin(2 * np.pi * pitch * t)) * _burst(length, 0.12, 0.06) * 0.5
        parts += [_resonances(hiss + voiced, poles), np.zeros(round(dice.uniform(0.05, 0.15) * RATE))]
    return _peak(np.concatenate(parts))


def laughter(seed: int = 1) -> Sound:
    """Ha-ha-ha: puffs of breath and of a falling voice, four or five a second."""
    dice = np.random.default_rng(seed)
    pitch, gap = dice.uniform(150, 380), dice.uniform(0.18, 0.24)
    poles = [(dice.uniform(600, 900), 120.0), (dice.uniform(1100, 1500), 180.0), (2600.0, 400.0)]
    parts = []
    for turn in range(int(dice.integers(3, 7))):
        t = _seconds(gap)
        glide = pitch * (1.15 - 0.04 * turn) * (1.1 - 0.8 * t)
        voice = np.sum([np.sin(2 * np.pi * k * np.cumsum(glide) / RATE) / k for k in range(1, 14)], axis=0)
        puff = dice.normal(size=len(t)) * _burst(gap, 0.02, 0.03) * 0.6
        parts.append(_resonances(voice * _burst(gap, 0.06, 0.04) + puff, poles) * 0.92**turn)
    return _peak(np.concatenate(parts))


def door(seed: int = 1) -> Sound:
    """A creak, if any, then the thud of the leaf and the click of the latch."""
    dice = np.random.default_rng(seed)
    thud = _resonances(dice.normal(size=round(0.35 * RATE)) * _burst(0.35, 0.003, 0.05), [(90.0, 40.0), (230.0, 80.0)])
    click = dice.normal(size=round(0.05 * RATE)) * _burst(0.05, 0.001, 0.008)
    thud[: len(click)] += 0.05 * click
    if seed % 2:
        t = _seconds(dice.uniform(0.4, 0.8))
        rate = dice.uniform(60, 110) * (1 + 0.6 * np.sin(2 * np.pi * dice.uniform(0.7, 1.6) * t))
        clicks = (np.diff(np.floor(np.cumsum(rate) / RATE), prepend=0) > 0).astype(float)
        creak = _resonances(clicks, [(dice.uniform(500, 900), 90.0), (dice.uniform(1500, 2200), 150.0)])
        return _peak(np.concatenate([0.4 * creak / np.abs(creak).max(), thud / np.abs(thud).max()]))
    return _peak(thud)


def music(seed: int = 1, length: float = 3.0) -> Sound:
    """Plucked chords with a melody over them and a drum under them."""
    dice = np.random.default_rng(seed)
    total = np.zeros(round((length + 1.5) * RATE))
    beat = dice.uniform(0.3, 0.5)
    for place in range(int(length / beat)):
        at = round(place * beat * RATE)
        root = 220 * 2 ** (int(dice.choice([0, 5, 7, 9])) / 12)
        notes = [root, root * 2 ** (4 / 12), root * 2 ** (7 / 12)] if place % 2 == 0 else []
        notes.append(root * 2 ** (int(dice.integers(12, 25)) / 12))
        t = _seconds(1.2)
        for note in notes:
            tone = np.sum([np.sin(2 * np.pi * k * note * t) / k**1.5 for k in range(1, 9)], axis=0)
            total[at : at + len(t)] += tone * np.minimum(t / 0.005, 1) * np.exp(-t / 0.3)
        drum = dice.normal(size=round(0.15 * RATE)) * _burst(0.15, 0.002, 0.03)
        total[at : at + len(drum)] += drum
    return _peak(total[: round(length * RATE)])


def applause(seed: int = 1, length: float = 1.5) -> Sound:
    """Many hands."""
    dice = np.random.default_rng(seed)
    total = np.zeros(round((length + 0.1) * RATE))
    for at in dice.integers(0, round(length * RATE), size=round(60 * length)):
        clap = dice.normal(size=round(0.05 * RATE)) * _burst(0.05, 0.001, 0.012)
        total[at : at + len(clap)] += dice.uniform(0.2, 1) * _resonances(clap, [(dice.uniform(800, 2000), 400.0)])
    return _peak(total)


def at_once(*voices: Sound) -> Sound:
    """Voices one over the other, each as loud as it is."""
    total = np.zeros(max(map(len, voices)), np.float32)
    for voice in voices:
        total[: len(voice)] += voice
    return _peak(total)


def babble(seed: int = 1, length: float = 3.0) -> Sound:
    """Five people who read aloud at once."""
    dice = np.random.default_rng(seed)
    lines = ("the rain had gone before anybody thought of the washing and the garden was full of birds",
             "we took the early train and nobody had told us that it does not stop where we wanted to go",
             "there were seven of them around the table and every one of them knew a better way to do it")  # fmt: skip
    voices = ("en-us", "en-gb+f3", "en-us+m3", "en-gb+m7", "en-us+f5")
    layers = [np.roll(spoken(lines[k % 3], voice, 140 + 10 * k), int(dice.integers(RATE))) for k, voice in
              enumerate(voices)]  # fmt: skip
    return at_once(*(layer[: round(length * RATE)] for layer in layers))


#: What is no word: espeak-ng's phoneme names, so that nothing is guessed from a spelling.
NON_WORDS = (
    "[[bl'Ik]]", "[[D'aUm]]", "[[fr'Vlp]]", "[[ztr'u:k]]", "[[gl'OIv]]", "[[sn'Ugz@n]]", "[[v'i:mfIst]]",
    "[[pl'aUT]]", "[[dZ'OIfp]]", "[[kl'u:vm@n]]", "[[Tw'EpsIg]]", "[[m'aIvg@lt]]",
)  # fmt: skip

#: Kind of noise -> how one is made of a seed.
MADE: dict[str, Callable[[int], Sound]] = {
    "cough": cough,
    "laughter": laughter,
    "door": door,
    "music": music,
    "applause": applause,
    "babble": babble,
}
