"""What the host heeds while it waits: its start phrases, and no other talk."""

from __future__ import annotations

import pytest

from tests.sounds import scene, spoken
from voicegame.assembly import load_lexicon
from voicegame.bench.talk import utterances
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.paths import CONFIG
from voicegame.service.attention import MARGINS, Attention
from voicegame.settings import load_buyword, load_kirdy

CALLS = {"play_kirdy": load_kirdy().start_phrases, "play_buyword": load_buyword().start_phrases}


@pytest.fixture(scope="module")
def heeded() -> tuple[Attention, Judge]:
    words = load_lexicon("full")
    book = CommandBook.load(CONFIG / "reception.en.yaml", words, phrases=CALLS)
    return Attention(PhonemeEar(), book, CALLS), Judge(words, book, MARGINS)


def call(said: str, voice: str, heeded: tuple[Attention, Judge]) -> set[str]:
    attention, judge = heeded
    calls: set[str] = set()
    for utterance in utterances(scene(6.0, (1.0, spoken(said, voice)))):
        verdict = judge.judge(attention.listen(utterance.samples), Expectation(commands=tuple(CALLS)))
        if verdict.outcome is Outcome.ACCEPT and verdict.command is not None:
            calls.add(verdict.command)
    return calls


@pytest.mark.parametrize("voice", ["en-us", "en-gb", "en-us+f3"])
@pytest.mark.parametrize(
    ("said", "command"), [("let's play kirdy", "play_kirdy"), ("let's play buy word", "play_buyword")]
)
def test_a_start_phrase_calls(said: str, command: str, voice: str, heeded: tuple[Attention, Judge]) -> None:
    assert call(said, voice, heeded) == {command}


@pytest.mark.parametrize(
    "said",
    ["let's go to the party", "where is the birdie", "yes", "I would like some tea", "let's pay"],
)
def test_other_talk_does_not(said: str, heeded: tuple[Attention, Judge]) -> None:
    assert call(said, "en-us", heeded) == set()
