"""The phoneme ear on synthetic voices and on sounds that are no speech."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sounds import noise, scene, spoken
from voicegame.hearing import phoneme_ear
from voicegame.hearing.audio import RATE
from voicegame.hearing.phoneme_ear import HeardPhonemes, PhonemeEar
from voicegame.lexicon.evidence import SpokenEvidence
from voicegame.lexicon.phonemes import CODES, encode
from voicegame.lexicon.sound_tree import SoundTree, as_sounds

WORDS = {
    "banana": "B AH0 N AE1 N AH0", "market": "M AA1 R K AH0 T", "yellow": "Y EH1 L OW0", "seven": "S EH1 V AH0 N",
    "garden": "G AA1 R D AH0 N", "piano": "P IY0 AE1 N OW0", "window": "W IH1 N D OW0", "stop": "S T AA1 P",
}  # fmt: skip


@pytest.fixture(scope="module")
def ear() -> PhonemeEar:
    return PhonemeEar()


@pytest.fixture(scope="module")
def tree() -> SoundTree:
    return SoundTree(as_sounds([encode(sound) for sound in WORDS.values()]))


def first(heard: HeardPhonemes, tree: SoundTree) -> str:
    return list(WORDS)[heard.nearest(tree).rows[0]]


@pytest.mark.parametrize("word", WORDS)
def test_a_spoken_word_is_heard_among_others(ear: PhonemeEar, tree: SoundTree, word: str) -> None:
    assert first(ear.listen(spoken(word)), tree) == word


@pytest.mark.parametrize("loudness", [0.003, 0.05, 2.2])
def test_loudness_does_not_matter(ear: PhonemeEar, tree: SoundTree, loudness: float) -> None:
    assert first(ear.listen(spoken("banana") * np.float32(loudness)), tree) == "banana"


def test_an_offset_and_broken_samples_do_not_matter(ear: PhonemeEar, tree: SoundTree) -> None:
    sound = spoken("market") + np.float32(0.2)
    sound[100:103] = np.nan, np.inf, -np.inf
    assert first(ear.listen(sound), tree) == "market"


def test_a_word_in_a_quiet_room_is_heard(ear: PhonemeEar, tree: SoundTree) -> None:
    assert first(ear.listen(scene(1.8, (0.5, spoken("garden")))), tree) == "garden"


@pytest.mark.parametrize(
    "sound",
    [
        np.zeros(0, np.float32),
        np.zeros(10, np.float32),
        np.zeros(RATE, np.float32),
        np.full(RATE, 0.3, np.float32),
        noise(RATE, level_db=-90),
        np.full(RATE, np.nan, np.float32),
    ],
    ids=["none", "too short", "silence", "offset", "hiss", "no numbers"],
)
def test_s15_silence_of_any_kind_is_empty(ear: PhonemeEar, tree: SoundTree, sound: np.ndarray) -> None:
    heard = ear.listen(sound)
    assert heard.empty
    assert heard.text == ""
    assert heard.free == 0.0
    assert len(heard.nearest(tree).rows) == 0


def test_evidence_keeps_to_its_protocol(ear: PhonemeEar, tree: SoundTree) -> None:
    heard = ear.listen(spoken("yellow"))
    assert isinstance(heard, SpokenEvidence)
    assert not heard.empty
    assert set(heard.text) <= set(CODES)
    near = heard.nearest(tree)
    assert (np.diff(near.scores) <= 0).all()
    assert near.scores[0] <= heard.free + 3  # the sum over paths may exceed the best path, but not by much
    assert heard.scores(tree.sounds[near.rows]) == pytest.approx(near.scores, abs=1e-2)


def test_one_word_lies_near_the_free_path_and_a_sentence_far_below(ear: PhonemeEar, tree: SoundTree) -> None:
    word = ear.listen(spoken("banana"))
    talk = ear.listen(spoken("the garden is behind the window"))
    assert word.free - word.nearest(tree).scores[0] < 10
    assert not len(talk.nearest(tree).rows) or talk.free - talk.nearest(tree).scores[0] > 20


def test_the_same_sound_gives_the_same_scores(ear: PhonemeEar, tree: SoundTree) -> None:
    scores = [ear.listen(spoken("seven")).nearest(tree).scores for _ in range(2)]
    assert (scores[0] == scores[1]).all()


@pytest.mark.parametrize("speeds", [(1.0,), (1.0, 0.9, 1.1)])
def test_any_number_of_versions(tree: SoundTree, speeds: tuple[float, ...]) -> None:
    heard = PhonemeEar(speeds).listen(spoken("window"))
    assert len(heard.versions) == len(speeds)
    assert first(heard, tree) == "window"


def test_silence_around_a_word_costs_nothing_and_changes_little(
    ear: PhonemeEar, tree: SoundTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = scene(3.0, (1.0, spoken("garden")))
    trimmed = ear.listen(sound)
    monkeypatch.setattr(phoneme_ear, "_trimmed", lambda emissions: emissions)
    whole = ear.listen(sound)
    for short, long in zip(trimmed.versions, whole.versions, strict=True):
        assert len(short) < len(long) / 3
        assert (short[[0, -1]].argmax(axis=1) == len(CODES)).all()
    assert trimmed.text == whole.text
    np.testing.assert_allclose(
        trimmed.scores(tree.sounds) - trimmed.free, whole.scores(tree.sounds) - whole.free, atol=3.0
    )  # a sound that is not there may lie in fewer places


def test_of_a_long_sound_half_a_minute_is_heard(ear: PhonemeEar) -> None:
    long = noise(40 * RATE, -20)
    long[: RATE // 2] = 0.0
    whole, first = ear.log_probabilities(long), ear.log_probabilities(long[: 30 * RATE])
    for one, other in zip(whole, first, strict=True):
        np.testing.assert_array_equal(one, other)
