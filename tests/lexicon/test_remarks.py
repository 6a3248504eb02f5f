"""What is said of a word that is taken: which spelling, and what the table may object to."""

from __future__ import annotations

import pytest

from tests.lexicon.small import small
from voicegame.hearing.typed_ear import TypedEar
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.remarks import remark
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.lexicon.word_rules import InOrder
from voicegame.paths import CONFIG, LEXICONS


def test_s24_of_homophones_the_spelling_that_was_taken_is_said() -> None:
    rule = InOrder(("H", "R"))
    assert remark("heir", rule, small(), heard=True) == "heir, H, E, I, R"  # AIR is better known
    assert remark("air", InOrder(("A", "R")), small(), heard=True) == ""
    assert remark("heir", rule, small(), heard=False) == ""  # typed, it is spelt already


def test_k17_a_doubtful_link_is_said() -> None:
    rule = InOrder(("S", "G"), ("sign",))
    assert remark("resign", rule, small(), heard=False) == "resign is close to sign; the table may object"
    assert remark("resign", InOrder(("S", "G")), small(), heard=True) == ""


def test_what_the_lexicon_lacks_has_no_remark() -> None:
    assert remark("xyzzy", InOrder(("X",)), small(), heard=True) == ""


@pytest.mark.parametrize(("used", "reason"), [((), ""), (("sign",), "resign is close to sign; the table may object")])
def test_k17_the_verdict_says_so(used: tuple[str, ...], reason: str) -> None:
    lexicon = Lexicon.load(LEXICONS / "en")
    judge = Judge(lexicon, CommandBook.load(CONFIG / "commands.en.yaml", lexicon))
    verdict = judge.judge(TypedEar().listen("resign"), Expectation(InOrder(("S", "N"), used)))
    assert (verdict.outcome, verdict.word, verdict.reason) == (Outcome.ACCEPT, "resign", reason)
    assert verdict.lexicon == lexicon.version
