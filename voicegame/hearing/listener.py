"""Hearing and judging an utterance, while its silence still runs where it seems to be over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from voicegame.hearing.audio import Samples, Utterance, to_samples
from voicegame.lexicon.evidence import Evidence
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.verdicts import Ending, Expectation, Verdict

#: Seconds of silence that end an utterance once the verdict on it is clear: no word read aloud holds 0.13 s of it.
ENOUGH = {Ending.WHOLE: 0.2, Ending.PREFIX: 0.25}
#: Longer utterances are not judged before their silence is over: they are hardly one word, and talk is to cost little.
LONGEST = to_samples(2.5)


class Ear(Protocol):
    """Turns sound into evidence."""

    def listen(self, samples: Samples) -> Evidence:
        """What a clip of mono samples at 16 kHz says."""


@dataclass(frozen=True)
class _Draft:
    """An utterance that was judged as soon as its sound seemed over, and for what."""

    utterance: Utterance
    evidence: Evidence
    expectation: Expectation
    verdict: Verdict


class Listener:
    """An ear and a judge. What has been heard, and judged for the same, is not heard and judged again."""

    def __init__(self, judge: Judge, ear: Ear) -> None:
        self._judge, self._ear = judge, ear
        self._draft: _Draft | None = None

    def patience(self, utterance: Utterance, expectation: Expectation) -> float | None:
        """How many seconds of silence end this utterance, which seems to be over; None if its verdict is not clear.

        See :data:`voicegame.hearing.endpointing.Patience`.
        """
        if expectation == Expectation() or utterance.end - utterance.begin > LONGEST:
            return None
        evidence = self._ear.listen(utterance.samples)
        verdict = self._judge.judge(evidence, expectation)
        self._draft = _Draft(utterance, evidence, expectation, verdict)
        return ENOUGH.get(verdict.ending)

    def verdict(self, utterance: Utterance, expectation: Expectation) -> Verdict:
        """What an utterance that is over is taken for."""
        draft = self._draft
        if draft is None or draft.utterance is not utterance:
            return self._judge.judge(self._ear.listen(utterance.samples), expectation)
        if draft.expectation == expectation:
            return draft.verdict
        return self._judge.judge(draft.evidence, expectation)
