"""Whether somebody who has said a word may go on: what decides how much silence ends an utterance."""

from __future__ import annotations

import pytest

from tests.lexicon.test_judge import judge, lexicon, said, word  # noqa: F401
from voicegame.lexicon.endings import ending
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import as_sounds
from voicegame.lexicon.verdicts import Ending, Expectation, Outcome, Verdict

WORDS = as_sounds(["kAr", "kArt", "kArpxt", "kAriN", "res", "resIN", "rYs", "b@k", "b@kp@k"])


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (["kAr"], Ending.PREFIX),  # car: cart, carpet
        (["b@k"], Ending.PREFIX),  # back: backpack
        (["res"], Ending.WHOLE),  # race: racing goes on without a gap
        (["kArpxt"], Ending.WHOLE),
        (["b@kp@kxx"], Ending.WHOLE),  # longer than any word
        (["rYs", "kAr"], Ending.PREFIX),  # one way of saying it is enough
    ],
)
def test_silence_inside_a_word_is_the_closure_of_a_stop(said: list[str], found: Ending) -> None:
    assert ending(said, WORDS, ()) is found


def test_a_phrase_that_begins_so_may_go_on_after_any_pause() -> None:
    assert ending(["mY"], WORDS, ["mYwRdIz"]) is Ending.UNKNOWN
    assert ending(["bAb"], WORDS, ["bAb"]) is Ending.UNKNOWN  # "Bob: march"


def test_only_longer_words_that_fit_count(judge: Judge, lexicon: Lexicon) -> None:  # noqa: F811
    car = said(lexicon, car=-1.0)
    assert judge.judge(car, word("CR")).ending is Ending.PREFIX
    assert judge.judge(said(lexicon, backpack=-1.0), word("BPK")).ending is Ending.PREFIX  # backpacked
    assert judge.judge(said(lexicon, backpacking=-1.0), word("BPG")).ending is Ending.WHOLE
    reaction = judge.judge(said(lexicon, reaction=-1.0), word("AC"))
    assert (reaction.outcome, reaction.ending) == (Outcome.ACCEPT, Ending.WHOLE)


def test_what_is_not_clear_waits_for_the_whole_silence(judge: Judge, lexicon: Lexicon) -> None:  # noqa: F811
    far = judge.judge(said(lexicon, racing=-6.0), word("RCG"))
    assert (far.outcome, far.ending) == (Outcome.ACCEPT, Ending.UNKNOWN)
    asked = judge.judge(said(lexicon, mark=-1.0, market=-1.1, bark=-1.15), word("AK"))
    assert (asked.outcome, asked.ending) == (Outcome.ASK, Ending.UNKNOWN)
    refused = judge.judge(said(lexicon, dog=-1.0), word("AC"))
    assert (refused.outcome, refused.ending) == (Outcome.REFUSE, Ending.UNKNOWN)


def test_a_word_that_begins_a_command_or_a_claim_s_form_waits(judge: Judge, lexicon: Lexicon) -> None:  # noqa: F811
    assert judge.judge(said(lexicon, my=-1.0), word("MY")).ending is Ending.UNKNOWN  # "my word is march"
    that = judge.judge(said(lexicon, that=-1.0), word("TT", commands=("right",)))
    assert (that.word, that.ending) == ("that", Ending.UNKNOWN)  # "that was right"


def test_commands_end_soon_unless_others_begin_so(judge: Judge, lexicon: Lexicon) -> None:  # noqa: F811
    def verdict(text: str, *commands: str) -> Verdict:
        return judge.judge(said(lexicon, **{text: -1.0}), Expectation(commands=commands))

    stop = verdict("stop", "stop", "carry_on")
    assert (stop.command, stop.ending) == ("stop", Ending.PREFIX)  # "stop here" is the same
    assert verdict("nope", "yes", "no").ending is Ending.WHOLE
    three = verdict("three", "number:3")
    assert (three.command, three.ending) == ("number:3", Ending.UNKNOWN)  # "three tiles", and others go on so
