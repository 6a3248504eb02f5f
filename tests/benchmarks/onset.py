"""How far the measured beginning of a sound lies from the true one: what decides whether a claim was in time (K7)."""

from __future__ import annotations

import numpy as np
import samplerate

from tests.sounds import edges_of, scene, spoken
from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.endpointing import Endpointer
from voicegame.sound.resampling import StreamResampler

WORDS = ("march", "elastic", "see", "fun", "hat", "ship", "thief", "cat", "street", "apple", "zebra", "when")
VOICES = ("en-us", "en-gb", "en-us+f3", "en-us+m3")
BLOCKS = (160, 512, 4096)
RATES = (8_000, 16_000, 48_000, 96_000)
NOISES_DB = (-65.0, -50.0)
GOAL_MS = 20.0


def errors(rate: int, block: int, noise_db: float) -> tuple[list[float], int]:
    """Milliseconds from the true begin to the measured one for each word and voice, and how many were not heard."""
    found, missed = [], 0
    for voice in VOICES:
        for word in WORDS:
            clean = spoken(word, voice)
            begin, _ = edges_of(clean)
            room = scene(2.6, (1.0, clean), level_db=noise_db)
            given = room if rate == RATE else samplerate.resample(room, rate / RATE, "sinc_best").astype(np.float32)
            resampler, ears, at = StreamResampler(rate), Endpointer(), 0
            heard = []
            for start in range(0, len(given), block):
                samples = resampler.feed(given[start : start + block])
                heard += ears.feed(Chunk(samples, at))
                at += len(samples)
            heard += ears.flush()
            if len(heard) != 1:
                missed += 1
                continue
            found.append((heard[0].begin - RATE - begin) * 1000 / RATE)
    return found, missed


def run() -> None:
    """Words with every kind of first sound, four voices, known to the sample where each begins."""
    cases = [(rate, 512, NOISES_DB[0]) for rate in RATES] + [(RATE, block, NOISES_DB[0]) for block in BLOCKS]
    for rate, block, noise_db in [*dict.fromkeys(cases), (RATE, 512, NOISES_DB[1])]:
        found, missed = errors(rate, block, noise_db)
        sizes = np.abs(found)
        within = float((sizes <= GOAL_MS).mean())
        print(
            f"onset at {rate} Hz, blocks of {block}, noise {noise_db:.0f} dB: median {np.median(found):+.1f} ms, "
            f"95% within {np.percentile(sizes, 95):.1f} ms, worst {sizes.max():.1f} ms, "
            f"{within:.0%} within {GOAL_MS:.0f} ms, {missed} of {len(found) + missed} not heard as one word"
        )
