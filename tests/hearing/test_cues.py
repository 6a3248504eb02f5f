"""Words after a cue: the search that enters the tree late finds what scoring each whole string finds."""

from __future__ import annotations

import numpy as np

from voicegame.hearing import ctc
from voicegame.hearing.phoneme_ear import HeardPhonemes
from voicegame.lexicon.phonemes import CODES
from voicegame.lexicon.sound_tree import SoundTree, as_sounds, labels

CUES = ("Yse", "mYz", "zz")
WORDS = ("zu", "zz", "mA", "e", "ez", "mAr")


def _emissions(seed: int, frames: int = 14) -> ctc.Floats:
    raw = np.random.default_rng(seed).normal(scale=2.0, size=(frames, len(CODES) + 1)).astype(np.float32)
    normed: ctc.Floats = raw - np.logaddexp.reduce(raw, axis=1, keepdims=True)
    return normed


def test_the_search_after_cues_sums_over_all_ways() -> None:
    for seed in range(5):
        emissions = _emissions(seed)
        tree = SoundTree(as_sounds(list(WORDS)))
        entries, _ = ctc.ways_in(emissions, labels(as_sounds(list(CUES))))
        found = ctc.search(emissions, tree, beam=1e9, entries=entries)
        assert sorted(found.rows.tolist()) == list(range(len(WORDS)))
        for row, score in zip(found.rows, found.scores, strict=True):
            whole = ctc.scores(emissions, labels(as_sounds([cue + WORDS[row] for cue in CUES])))
            np.testing.assert_allclose(score, np.logaddexp.reduce(whole), rtol=1e-4)


def test_each_cue_s_share_is_that_of_its_prefix() -> None:
    emissions = _emissions(7)
    _, each = ctc.ways_in(emissions, labels(as_sounds(list(CUES))), only_each=True)
    for frames in (4, 9, 14):
        np.testing.assert_allclose(
            each[frames - 1], ctc.scores(emissions[:frames], labels(as_sounds(list(CUES)))), rtol=1e-4
        )


def test_silence_begins_with_nothing() -> None:
    heard = HeardPhonemes(())
    assert (heard.begins_with(CUES) == -np.inf).all()
    assert len(heard.begins_with(())) == 0
    tree = SoundTree(as_sounds(list(WORDS)))
    assert len(heard.nearest_after(CUES, tree).rows) == 0
