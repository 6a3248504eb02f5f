"""Judging while the silence runs: what is done once, and how much silence a verdict leaves to wait for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from tests.sounds import Sound, edges_of, scene, spoken
from voicegame.hearing.audio import RATE, Chunk, Samples, Utterance
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.listener import ENOUGH, LONGEST, Listener
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import TypedEvidence
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Ending, Expectation, Outcome, Verdict
from voicegame.lexicon.word_rules import InOrder
from voicegame.paths import CONFIG, LEXICONS

STOP, YES = Expectation(commands=("stop",)), Expectation(commands=("yes", "no"))


@dataclass
class Counting:
    """An ear and a judge that count what they do."""

    ending: Ending = Ending.WHOLE
    listened: int = 0
    judged: list[Expectation] = field(default_factory=list)

    def listen(self, _: Samples) -> Any:
        self.listened += 1
        return TypedEvidence("something")

    def judge(self, _: Any, expectation: Expectation) -> Verdict:
        self.judged.append(expectation)
        return Verdict(Outcome.ACCEPT, command=expectation.commands[0], ending=self.ending)


def utterance(length: int = RATE) -> Utterance:
    return Utterance(np.zeros(length, np.float32), 0, length, 0)


@pytest.mark.parametrize("ending", Ending)
def test_a_draft_is_heard_and_judged_once(ending: Ending) -> None:
    both = Counting(ending)
    listener, one = Listener(both, both), utterance()  # type: ignore[arg-type]
    assert listener.patience(one, STOP) == ENOUGH.get(ending)
    assert listener.verdict(one, STOP).command == "stop"
    assert (both.listened, both.judged) == (1, [STOP])


def test_for_another_expectation_it_is_judged_again_but_not_heard_again() -> None:
    both = Counting()
    listener, one = Listener(both, both), utterance()  # type: ignore[arg-type]
    listener.patience(one, STOP)
    assert listener.verdict(one, YES).command == "yes"
    assert (both.listened, both.judged) == (1, [STOP, YES])


def test_another_utterance_is_another_one_though_it_looks_the_same() -> None:
    both = Counting()
    listener, one = Listener(both, both), utterance()  # type: ignore[arg-type]
    listener.patience(one, STOP)
    listener.verdict(utterance(), STOP)
    assert both.listened == 2


def test_where_nothing_is_expected_and_in_long_speech_nothing_is_heard_before_its_time() -> None:
    both = Counting()
    listener = Listener(both, both)  # type: ignore[arg-type]
    assert listener.patience(utterance(), Expectation()) is None
    assert listener.patience(utterance(LONGEST + 1), STOP) is None
    assert both.listened == 0


# With the real ear and judge, on words said by espeak-ng


@pytest.fixture(scope="module")
def real() -> Listener:
    lexicon = Lexicon.load(LEXICONS / "en")
    return Listener(Judge(lexicon, CommandBook.load(CONFIG / "commands.en.yaml", lexicon)), PhonemeEar())


def taken(listener: Listener, sound: Sound, letters: str) -> list[tuple[str | None, float]]:
    """What is taken of a sound, and how many seconds after its end each was given."""
    expectation = Expectation(InOrder(tuple(letters)), ("pause", "repeat", "score", "quit"))
    ears = Endpointer(patience=lambda one: listener.patience(one, expectation) or Endpointer.min_silence)
    found = []
    for at in range(0, len(sound), 512):
        for one in ears.feed(Chunk(sound[at : at + 512], at)):
            verdict = listener.verdict(one, expectation)
            found.append((verdict.word, (at + 512 - one.end) / RATE))
    return found


@pytest.mark.parametrize(("word", "letters"), [("reaction", "AC"), ("elastic", "LC")])
def test_a_clear_word_ends_soon(real: Listener, word: str, letters: str) -> None:
    ((said, after),) = taken(real, scene(3.0, (1.0, spoken(word, speed=140))), letters)
    assert said == word
    assert after <= 0.3


@pytest.mark.parametrize(
    ("first", "rest", "letters"), [("car", "pet", "CR"), ("back", "pack", "BC"), ("fact", "tory", "FT")]
)
def test_a_word_that_begins_another_is_not_cut_at_a_long_closure(
    real: Listener, first: str, rest: str, letters: str
) -> None:
    """The silence of the closure is drawn out to 0.18 s: a third more than any in the recordings of people."""
    before, after = spoken(first, speed=140), spoken(rest, speed=140)
    begin, end = edges_of(before)
    closure = np.zeros(round(0.18 * RATE), np.float32)
    said = np.concatenate([before[begin:end], closure, after[edges_of(after)[0] :]])
    found = taken(real, scene(3.5, (1.0, said)), letters)
    assert len(found) == 1
    assert found[0][0] != first
