"""From the end of an utterance to its verdict, against scoring the pronunciation of every word one by one."""

from __future__ import annotations

import statistics

from tests.benchmarks.measure import milliseconds
from tests.sounds import spoken
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Expectation
from voicegame.lexicon.word_rules import InOrder

WORDS = ("march", "elastic", "reaction", "peach", "attack", "mascot", "factory", "each", "catch", "balcony")


def run(lexicon: Lexicon, judge: Judge) -> None:
    """Ten words said by espeak-ng, letters A, C; the whole lexicon is in play."""
    ear = PhonemeEar()
    expectation = Expectation(words=InOrder(("A", "C")), commands=("pause", "repeat", "score"))
    clips = [spoken(word) for word in WORDS]
    judge.judge(ear.listen(clips[0]), expectation)  # what is built once is built now
    listening, judging, plain, seconds = [], [], [], []
    for clip in clips:
        evidence = ear.listen(clip)
        listening.append(milliseconds(lambda clip=clip: ear.listen(clip)))
        judging.append(milliseconds(lambda evidence=evidence: judge.judge(evidence, expectation)))
        plain.append(milliseconds(lambda evidence=evidence: evidence.scores(lexicon.sounds)))
        seconds.append(len(clip) / 16_000)
    ear_ms, judge_ms, plain_ms = (statistics.median(times) for times in (listening, judging, plain))
    print(f"hearing a word ({statistics.median(seconds):.1f} s of sound): {ear_ms:.0f} ms")
    ratio = plain_ms / judge_ms
    print(f"judging it: {judge_ms:.0f} ms against {plain_ms:.0f} ms for scoring every word, {ratio:.0f} times as fast")
    print(f"utterance end to verdict (beside the endpointer's silence): {ear_ms + judge_ms:.0f} ms")
