"""What is no word is ignored or asked about, never taken: noises made by rule, at several loudness levels, alone, under
words and beside them; non-words; two people at once. Recorded ones are in the benchmarks."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from tests.noises import MADE, NON_WORDS, at_once
from tests.sounds import Sound, scene, spoken
from voicegame.bench.measure import Remembered, wanted
from voicegame.bench.talk import utterances
from voicegame.hearing.audio import RATE
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Outcome, Verdict
from voicegame.paths import CONFIG, LEXICONS

#: Letters that very many words fit, so that a noise could become one of them.
DRAWS = ("ae", "er", "st", "oe", "in", "ar")


@pytest.fixture(scope="module")
def judge() -> Judge:
    lexicon = Lexicon.load(LEXICONS / "en")
    return Judge(lexicon, CommandBook.load(CONFIG / "commands.en.yaml", lexicon))


@pytest.fixture(scope="module")
def ear() -> PhonemeEar:
    return PhonemeEar()


def _verdicts(judge: Judge, ear: PhonemeEar, sound: Sound, draws: Iterable[str] = DRAWS) -> list[Verdict]:
    """What becomes of every utterance of a scene, for each draw."""
    heard = [Remembered(ear.listen(each.samples)) for each in utterances(sound) if not each.talk]
    return [judge.judge(each, wanted(letters)) for each in heard for letters in draws]


def _taken(verdicts: Iterable[Verdict]) -> list[str | None]:
    return [each.word or each.command for each in verdicts if each.outcome is Outcome.ACCEPT]


def _alone(sound: Sound, loud_db: float) -> Sound:
    """In a quiet room, the peak so many dB below full scale."""
    return scene(len(sound) / RATE + 1.6, (0.8, sound * np.float32(10 ** (loud_db / 20) / 0.4)))


@pytest.mark.parametrize("kind", ["cough", "laughter", "babble"])
def test_a_noise_alone_is_never_taken(kind: str, judge: Judge, ear: PhonemeEar) -> None:
    assert _taken(_verdicts(judge, ear, _alone(MADE[kind](1), -10.0))) == []


def test_k6_a_laugh_is_ignored_and_a_word_that_does_not_fit_is_refused_by_name(judge: Judge, ear: PhonemeEar) -> None:
    laughs = [each for seed in (1, 6) for each in _verdicts(judge, ear, _alone(MADE["laughter"](seed), -10.0), ["ac"])]
    assert {each.outcome for each in laughs} == {Outcome.IGNORE}
    [word] = _verdicts(judge, ear, _alone(spoken("fish"), -10.0), ["gr"])
    assert (word.outcome, word.word, word.rule) == (Outcome.REFUSE, "fish", "K6")


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", MADE)
def test_many_noises_of_a_kind_at_every_loudness_are_never_taken(kind: str, judge: Judge, ear: PhonemeEar) -> None:
    for seed in range(1, 5):
        for loud_db in (-3.0, -18.0, -34.0):
            assert _taken(_verdicts(judge, ear, _alone(MADE[kind](seed), loud_db))) == []


def test_two_people_at_once_are_never_taken_for_a_third_word(judge: Judge, ear: PhonemeEar) -> None:
    both = at_once(spoken("march"), spoken("window", "en-gb+f3"))
    for draws in (DRAWS, ("ac", "wo", "mi")):
        taken = _taken(_verdicts(judge, ear, _alone(both, -10.0), draws))
        assert [each for each in taken if each not in ("march", "window")] == []


@pytest.mark.slow
def test_non_words_are_refused_or_asked_about_or_ignored(judge: Judge, ear: PhonemeEar) -> None:
    """A non-word can lie a sound away from a word, and is then heard as that; most must not be."""
    taken = [each for text in NON_WORDS for each in _taken(_verdicts(judge, ear, _alone(spoken(text), -10.0)))]
    assert len(taken) <= 0.05 * len(NON_WORDS) * len(DRAWS), taken


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", MADE)
def test_a_word_over_or_beside_a_noise_becomes_no_other(kind: str, judge: Judge, ear: PhonemeEar) -> None:
    """While something goes on 20 dB below it, or half a second before and after, nothing is taken that the voice is
    not taken for in a quiet room (espeak-ng's ends much like "windup")."""
    noise, word, draws = MADE[kind](1), spoken("window"), ("wo", "nd", "io", "ae", "st")
    quiet = {*_taken(_verdicts(judge, ear, scene(3.0, (1.0, word)), draws)), "window"}
    under = np.tile(noise, 1 + 2 * RATE // len(noise))[: 2 * RATE] * np.float32(0.1)
    length, gap = (len(noise) + len(word)) / RATE + 2.0, 0.6
    before = scene(length, (0.6, noise), (0.6 + len(noise) / RATE + gap, word))
    after = scene(length, (0.6, word), (0.6 + len(word) / RATE + gap, noise))
    for sound in (scene(3.0, (0.4, under), (1.0, word)), before, after):
        assert set(_taken(_verdicts(judge, ear, sound, draws))) <= quiet | {"windup"}
