"""Verdicts while the silence after a word still runs: sooner where they are clear, and never another one for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.sounds import Sound, edges_of, scene, spoken
from tests.table.hall import Hall, Says
from voicegame.hearing.audio import RATE
from voicegame.lexicon.verdicts import Ending, Expectation, Verdict
from voicegame.table.actions import Heard


class Sure(Says):
    """Takes any sound for a new word that fits, and is sure that nothing follows."""

    ending = Ending.WHOLE

    def judge(self, evidence: Any, expectation: Expectation) -> Verdict:
        return replace(super().judge(evidence, expectation), ending=self.ending)


class Careful(Sure):
    ending = Ending.PREFIX


class Doubtful(Sure):
    ending = Ending.UNKNOWN


def opens() -> float:
    return Hall(scene(3.0)).play().opens


def verdict_after(hall: Hall) -> float:
    """Seconds from the end of the first word to its verdict."""
    heard = hall.events("word_accepted")[0]
    (claim, *_) = [action for action in hall.actions if isinstance(action, Heard)]
    return float(heard["t"]) - claim.end / RATE


def test_a_clear_verdict_comes_after_less_silence() -> None:
    sound = scene(8.0, (opens() + 0.5, spoken("elastic")))
    whole, prefix, unknown = (verdict_after(Hall(sound, judge=judge()).play()) for judge in (Sure, Careful, Doubtful))
    assert 0.2 <= whole <= 0.27
    assert 0.25 <= prefix <= 0.32
    assert whole < prefix < unknown
    assert unknown >= 0.35


def test_an_utterance_is_heard_and_judged_once() -> None:
    hall = Hall(scene(8.0, (opens() + 0.5, spoken("elastic"))), judge=Doubtful()).play()
    assert len(hall.ear.heard) == 1
    assert len(hall.judge.expected) == 1


def pieces(first: str, gap: float, second: str) -> Sound:
    """Two sounds with so many seconds of silence between their edges."""
    before, after = spoken(first), spoken(second)
    silence = np.zeros(round(gap * RATE), np.float32)
    return np.concatenate([before[: edges_of(before)[1]], silence, after[edges_of(after)[0] :]])


def test_voice_that_comes_back_drops_the_verdict() -> None:
    hall = Hall(scene(8.0, (opens() + 0.5, pieces("car", 0.17, "pet"))), judge=Careful()).play()
    assert len(hall.ear.heard) >= 2  # it had been judged after "car"
    claims = [action for action in hall.actions if isinstance(action, Heard)]
    assert len(claims) == 1
    assert len(hall.ear.heard[-1]) > len(hall.ear.heard[0]) + RATE // 5


@pytest.mark.parametrize("size", [160, 4096])
def test_k07_a_game_is_the_same_whatever_the_blocks_and_each_time(size: int) -> None:
    begins = opens()
    sound = scene(14.0, (begins + 0.5, spoken("elastic")), (begins + 1.9, pieces("car", 0.17, "pet")))
    usual, again, other = (Hall(sound, judge=Sure(), size=each).play() for each in (512, 512, size))
    assert again.actions == usual.actions
    claims, others = (
        [(action.begin, action.end, action.text) for action in hall.actions if isinstance(action, Heard)]
        for hall in (usual, other)
    )
    assert [text for *_, text in others] == [text for *_, text in claims] != []
    for ours, theirs in zip(others, claims, strict=True):  # what the host says ends a block sooner or later
        assert ours[:2] == pytest.approx(theirs[:2], abs=0.01 * RATE)


def test_k07_a_claim_that_begins_in_time_counts_though_its_verdict_is_given_later() -> None:
    begins = opens()
    hall = Hall(scene(9.0, (begins + 1.9, spoken("elastic"))), judge=Sure()).play()
    assert [event["seat"] for event in hall.events("word_accepted")][:1] == [0]
