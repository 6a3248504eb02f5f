"""The embedded model in numpy, against the engine that it comes with."""

from __future__ import annotations

import numpy as np

from tests.benchmarks.measure import versus
from tests.sounds import spoken
from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.phoneme_ear import PhonemeModel

WORDS = ("if", "dog", "march", "banana", "elephant", "window", "reaction", "it", "yellow", "market", "seven", "stop")


def run() -> None:
    """Words of one voice, with the silence around them that the ear gives the model."""
    from hama.asr import ASRModel

    session = ASRModel().session

    def engine(sound: Samples) -> object:
        lengths = np.array([len(sound)], np.int64)
        return session.run(["log_probs"], {"waveform": sound[None], "waveform_lengths": lengths})

    sounds = [np.pad(spoken(word), RATE // 2) for word in WORDS]
    versus("the phoneme model on a word", PhonemeModel(), engine, sounds)
