"""Verdicts, on evidence that says exactly how likely each pronunciation is."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from voicegame.hearing.typed_ear import TypedEar
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import Opinion, Readings
from voicegame.lexicon.judge import Judge, Margins
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import SoundTree
from voicegame.lexicon.verdicts import Expectation, Outcome, Verdict
from voicegame.lexicon.word_rules import InOrder
from voicegame.paths import CONFIG, LEXICONS

ANY_TIME = ("pause", "repeat", "score", "quit")
CHOICE = ("stop", "carry_on", *ANY_TIME)


@dataclass(frozen=True)
class Heard:
    """Evidence by decree: ``odds`` is the score of each pronunciation (code string), all others are impossible."""

    odds: dict[str, float] = field(default_factory=dict)
    free: float = 0.0
    text: str = "?"

    @property
    def empty(self) -> bool:
        return not self.odds

    def nearest(self, sounds: SoundTree) -> Readings:
        near = sorted((-odds, code, row) for code, odds in self.odds.items() for row in _rows(sounds).get(code, ()))
        return Readings(np.array([row for *_, row in near], np.int64), np.array([-score for score, *_ in near]))


@functools.cache
def _rows(sounds: SoundTree) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for row, codes in enumerate(sounds.sounds):
        rows.setdefault(codes.tobytes().rstrip(b"\0").decode(), []).append(row)
    return rows


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    return Lexicon.load(LEXICONS / "en")


@pytest.fixture(scope="session")
def judge(lexicon: Lexicon) -> Judge:
    return Judge(lexicon, CommandBook.load(CONFIG / "commands.en.yaml", lexicon), Margins())


def word(letters: str, *used: str, commands: tuple[str, ...] = ANY_TIME) -> Expectation:
    return Expectation(InOrder(tuple(letters), used), commands)


def said(lexicon: Lexicon, **scores: float) -> Heard:
    """As if each of these words had been said with this score; the free path lies at 0."""
    odds: dict[str, float] = {}
    for text, score in scores.items():
        row = lexicon.row(text)
        assert row is not None
        odds |= {way: score - 0.5 * place for place, way in enumerate(lexicon.pronunciations(row))}
    return Heard(odds)


def typed(judge: Judge, line: str, expectation: Expectation) -> Verdict:
    return judge.judge(TypedEar().listen(line), expectation)


# Spoken words


def test_a_clear_word_that_fits_is_taken(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, march=-1, marble=-9), word("AC"))
    assert (verdict.outcome, verdict.word, verdict.rule, verdict.reason) == (
        Outcome.ACCEPT,
        "march",
        None,
        "",
    )
    assert [(each.text, each.fits) for each in verdict.candidates[:2]] == [("march", True), ("marble", False)]
    assert verdict.candidates[0].score == pytest.approx(-1)


def test_of_two_that_fit_and_sound_alike_the_host_asks_and_lists_the_next(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, mark=-1.0, market=-1.1, bark=-1.15), word("AK"))
    assert (verdict.outcome, verdict.word) == (Outcome.ASK, "mark")
    assert [each.text for each in verdict.candidates if each.fits] == ["mark", "market", "bark"]


@dataclass(frozen=True)
class HeardWithOpinion(Heard):
    """And a second ear: ``gains`` of each spelling, -20 for all others; ``asked`` lists what it was asked about.

    before: a further ear's gains, which is asked first and finds all else alike.
    """

    gains: dict[str, float] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    before: dict[str, float] | None = None

    @property
    def opinions(self) -> tuple[Opinion, ...]:
        return (self._opinion,) if self.before is None else (self._first_opinion, self._opinion)

    def _first_opinion(self, spellings: Sequence[str]) -> np.ndarray:
        return np.array([(self.before or {}).get(spelling, 0.0) for spelling in spellings])

    def _opinion(self, spellings: Sequence[str]) -> np.ndarray:
        self.asked.extend(spellings)
        return np.array([self.gains.get(spelling, -20.0) for spelling in spellings])


@dataclass(frozen=True)
class HeardAfterCue(Heard):
    """And every cue is there: ``after`` is what follows it, as ``odds`` is."""

    after: dict[str, float] = field(default_factory=dict)

    def begins_with(self, cues: tuple[str, ...]) -> np.ndarray:
        return np.zeros(len(cues))

    def nearest_after(self, _: tuple[str, ...], sounds: SoundTree) -> Readings:
        return Heard(self.after).nearest(sounds)


def again(heard: Heard, **gains: float) -> HeardWithOpinion:
    return HeardWithOpinion(heard.odds, heard.free, heard.text, gains)


def test_of_two_close_words_the_second_ear_decides(judge: Judge, lexicon: Lexicon) -> None:
    heard = again(said(lexicon, mark=-1.0, market=-1.1, bark=-1.15), market=0.0)
    verdict = judge.judge(heard, word("AK"))
    assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, "market")
    assert {"mark", "market", "bark"} <= set(heard.asked)


def test_a_further_ear_is_asked_only_where_words_are_close_after_the_one_before(judge: Judge, lexicon: Lexicon) -> None:
    close = again(said(lexicon, mark=-1.0, market=-1.1, bark=-1.15), market=0.0)
    decided = replace(close, before={"mark": 30.0})
    assert judge.judge(decided, word("AK")).word == "mark"
    assert decided.asked == []
    undecided = replace(close, before={})
    assert judge.judge(undecided, word("AK")).word == "market"
    assert {"mark", "market", "bark"} <= set(undecided.asked)


def test_k6_the_second_ear_finds_the_word_that_does_not_fit(judge: Judge, lexicon: Lexicon) -> None:
    heard = again(said(lexicon, dog=-1.0, dock=-8.0), dog=5.0)
    verdict = judge.judge(heard, word("DCK"))
    assert (verdict.outcome, verdict.word) == (Outcome.REFUSE, "dog")


def test_a_clear_word_is_left_to_the_first_ear(judge: Judge, lexicon: Lexicon) -> None:
    heard = again(said(lexicon, march=-1, marble=-14), marble=0.0)
    assert judge.judge(heard, word("AC")).word == "march"
    assert heard.asked == []


def test_s24_a_spelling_that_fits_gains_by_what_sounds_the_same(judge: Judge, lexicon: Lexicon) -> None:
    heard = again(said(lexicon, flower=-1.0, flow=-1.1), flower=0.0)
    verdict = judge.judge(heard, word("FO"))
    assert verdict.word in ("flower", "flour")
    assert verdict.outcome is Outcome.ACCEPT


def test_commands_alone_are_left_to_the_first_ear(judge: Judge, lexicon: Lexicon) -> None:
    heard = again(said(lexicon, stop=-1.0, stock=-1.1))
    judge.judge(heard, Expectation(commands=CHOICE))
    assert heard.asked == []


def test_k6_a_clear_word_that_does_not_fit_is_refused_by_name(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, dog=-1, dock=-12), word("DCK"))
    assert (verdict.outcome, verdict.word, verdict.rule) == (Outcome.REFUSE, "dog", "K6")
    assert "dog" in verdict.reason
    assert [(each.text, each.fits) for each in verdict.candidates] == [("dog", False), ("dock", True)]


def test_a_word_that_does_not_fit_is_not_bent_into_one_nearby(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, dog=-1.0, dock=-8.0), word("DCK"))
    assert (verdict.outcome, verdict.word) == (Outcome.ASK, "dock")


def test_k17_a_word_said_before_is_refused_rather_than_bent(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, rise=-1, rice=-11), word("RI", "rise"))
    assert (verdict.outcome, verdict.word, verdict.rule) == (Outcome.REFUSE, "rise", "K17")


def test_k17_another_form_of_a_word_is_refused(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, rising=-1), word("RI", "rise"))
    assert (verdict.outcome, verdict.word, verdict.rule) == (Outcome.REFUSE, "rising", "K17")


@pytest.mark.parametrize(("letters", "spelling"), [("FR", "flour"), ("FWR", "flower"), ("FLOUR", "flour")])
def test_s24_of_homophones_the_spelling_that_fits_is_taken(
    judge: Judge, lexicon: Lexicon, letters: str, spelling: str
) -> None:
    verdict = judge.judge(said(lexicon, flower=-1), word(letters))
    assert verdict.outcome is Outcome.ACCEPT
    assert verdict.word is not None
    assert set(lexicon.pronunciations(lexicon.row(verdict.word) or 0)) & set(
        lexicon.pronunciations(lexicon.row(spelling) or 0)
    )
    assert InOrder(tuple(letters)).refusal(verdict.word, lexicon) is None


def test_a_rare_homophone_of_an_everyday_word_is_asked_about(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, mark=-1), word("AC"))
    assert (verdict.outcome, verdict.word) == (Outcome.ASK, "marc")
    assert ("mark", False) in [(each.text, each.fits) for each in verdict.candidates]


def test_k19_a_blocked_word_is_refused_and_never_repeated(judge: Judge, lexicon: Lexicon) -> None:
    rows = [row for row in range(len(lexicon)) if lexicon.is_blocked(row) and lexicon.pronunciations(row)]
    slur = next(row for row in rows if not lexicon.homophones(lexicon.words[row]))
    text = lexicon.words[slur]
    heard = Heard({lexicon.pronunciations(slur)[0]: -1.0})
    for verdict in (judge.judge(heard, word(text[:2])), typed(judge, text, word(text[:2]))):
        assert (verdict.outcome, verdict.word, verdict.rule) == (Outcome.REFUSE, None, "K19")
        assert text not in verdict.reason
        assert all(each.text != text for each in verdict.candidates)


# Noise and talk


@pytest.mark.parametrize("expectation", [word("AC"), Expectation(commands=CHOICE)])
def test_s15_silence_is_ignored(judge: Judge, expectation: Expectation) -> None:
    assert judge.judge(Heard(), expectation) == Verdict(Outcome.IGNORE)


def test_s25_talk_that_no_word_explains_is_ignored(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, march=-60, mark=-62), word("AC"))
    assert (verdict.outcome, verdict.word) == (Outcome.IGNORE, None)


def test_s25_talk_with_a_word_that_does_not_fit_is_ignored_too(judge: Judge, lexicon: Lexicon) -> None:
    assert judge.judge(said(lexicon, dog=-60), word("AC")).outcome is Outcome.IGNORE


def test_where_nothing_is_expected_everything_is_ignored(judge: Judge, lexicon: Lexicon) -> None:
    assert judge.judge(said(lexicon, march=-1), Expectation()).outcome is Outcome.IGNORE
    assert typed(judge, "march", Expectation()).outcome is Outcome.IGNORE


# Spoken commands


def test_a_clear_command_is_taken(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, stop=-1), Expectation(commands=CHOICE))
    assert (verdict.outcome, verdict.command, verdict.word) == (Outcome.ACCEPT, "stop", None)
    assert verdict.candidates[0].command == "stop"


def test_a_word_that_is_no_command_is_not_taken_for_one(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, shop=-1, stop=-14), Expectation(commands=CHOICE))
    assert (verdict.outcome, verdict.command) == (Outcome.IGNORE, None)


def test_a_command_of_another_state_is_ignored(judge: Judge, lexicon: Lexicon) -> None:
    assert judge.judge(said(lexicon, stop=-1), Expectation(commands=("yes", "no"))).outcome is Outcome.IGNORE


def test_s23_a_command_that_is_a_fitting_word_too_is_asked_about(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, score=-1), word("SR"))
    assert (verdict.outcome, verdict.word, verdict.command) == (Outcome.ASK, "score", None)
    assert [each.command for each in verdict.candidates[:2]] == [None, "score"]


def test_a_command_that_does_not_fit_as_a_word_is_a_command(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, score=-1), word("AC"))
    assert (verdict.outcome, verdict.command) == (Outcome.ACCEPT, "score")


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_yes_and_no_answer_even_where_they_fit_as_words(judge: Judge, lexicon: Lexicon, answer: str) -> None:
    asked = word(answer[0] + answer[-1], commands=("yes", "no", *ANY_TIME))
    assert judge.judge(said(lexicon, **{answer: -1.0}), asked).command == answer
    assert typed(judge, answer, asked).command == answer


def test_an_answer_that_is_not_clear_is_ignored_rather_than_asked_about(judge: Judge, lexicon: Lexicon) -> None:
    verdict = judge.judge(said(lexicon, nope=-6.0, note=-1.0), Expectation(commands=("yes", "no")))
    assert (verdict.outcome, verdict.command) == (Outcome.IGNORE, None)


def test_the_word_itself_answers_the_question_about_it(judge: Judge, lexicon: Lexicon) -> None:
    asked = word("AK", commands=("yes", "no", *ANY_TIME))
    assert judge.judge(said(lexicon, mark=-1), asked).word == "mark"


# Typed


def test_a_typed_word_that_fits_is_taken(judge: Judge) -> None:
    verdict = typed(judge, " March! ", word("AC"))
    assert (verdict.outcome, verdict.word, verdict.reason) == (Outcome.ACCEPT, "march", "")


@pytest.mark.parametrize(
    ("line", "rule"),
    [("dog", "K6"), ("rising", "K17"), ("xyzzy", "K19"), ("two words", "K19"), ("x-ray", "K19")],
)
def test_a_typed_word_is_refused_with_its_rule(judge: Judge, line: str, rule: str) -> None:
    verdict = typed(judge, line, word("RI", "rise"))
    assert (verdict.outcome, verdict.word, verdict.rule) == (Outcome.REFUSE, line, rule)
    assert line in verdict.reason


def test_a_typed_word_has_no_homophones(judge: Judge) -> None:
    assert typed(judge, "flour", word("FWR")).outcome is Outcome.REFUSE


def test_typed_commands_are_matched_exactly(judge: Judge) -> None:
    choice = Expectation(commands=CHOICE)
    assert typed(judge, "Carry on!", choice).command == "carry_on"
    assert typed(judge, "I'll stop", choice).command == "stop"
    assert typed(judge, "stopp", choice).outcome is Outcome.IGNORE


def test_s23_a_typed_command_that_fits_as_a_word_is_asked_about(judge: Judge) -> None:
    verdict = typed(judge, "score", word("SR"))
    assert (verdict.outcome, verdict.word) == (Outcome.ASK, "score")
    assert [each.command for each in verdict.candidates] == [None, "score"]
    assert typed(judge, "score", word("AC")).command == "score"


# What holds of every verdict


def test_every_verdict_names_a_word_or_a_command_but_never_both(judge: Judge, lexicon: Lexicon) -> None:
    texts = ("march", "mark", "dog", "score", "yes", "no", "stop")
    expectations = (
        word("AC"),
        word("AK", "march"),
        Expectation(commands=CHOICE),
        word("SR", commands=("yes", "no")),
    )
    for (first, second), low, expectation in itertools.product(
        itertools.permutations(texts, 2), (-1.0, -3.0, -30.0), expectations
    ):
        verdict = judge.judge(said(lexicon, **{first: low, second: -2.5}), expectation)
        named = [verdict.word, verdict.command].count(None)
        assert named == (2 if verdict.outcome is Outcome.IGNORE else 1)
        assert (verdict.rule is not None) == (verdict.outcome is Outcome.REFUSE)
        assert len(verdict.candidates) <= 5
        if verdict.outcome in (Outcome.ACCEPT, Outcome.ASK):
            assert verdict.candidates[0].fits
            assert verdict.candidates[0].text == verdict.word or verdict.candidates[0].command == verdict.command


def test_one_word_that_explains_the_sound_badly_is_asked_about_though_nothing_else_is_likelier(
    lexicon: Lexicon, judge: Judge
) -> None:
    """Two people at once, a grunt: what comes out lies further below the free path than any word that is said."""
    far = judge.margins.single + 0.5
    clear, odd = (judge.judge(said(lexicon, march=-score), word("ac")) for score in (far - 1, far))
    assert (clear.outcome, clear.word) == (Outcome.ACCEPT, "march")
    assert (odd.outcome, odd.word) == (Outcome.ASK, "march")
    command = judge.judge(said(lexicon, repeat=-far), Expectation(commands=ANY_TIME))
    assert (command.outcome, command.command) == (Outcome.ASK, "repeat")
    answer = judge.judge(said(lexicon, yes=-far), Expectation(commands=("yes", "no")))
    assert answer.outcome is Outcome.IGNORE


def test_a_word_of_two_phonemes_is_asked_about_sooner(lexicon: Lexicon, judge: Judge) -> None:
    """Cries and music are heard as "know" and "bay"; "no" is an answer, however short."""
    far = judge.margins.short + 0.5
    assert judge.judge(said(lexicon, bay=-judge.margins.short + 0.5), word("ay")).outcome is Outcome.ACCEPT
    assert judge.judge(said(lexicon, bay=-far), word("ay")).outcome is Outcome.ASK
    assert judge.judge(said(lexicon, march=-far), word("ac")).outcome is Outcome.ACCEPT
    assert judge.judge(said(lexicon, no=-far), Expectation(commands=("yes", "no"))).command == "no"


def test_k6_what_explains_the_sound_badly_is_not_refused_aloud(judge: Judge, lexicon: Lexicon) -> None:
    """A word may lie further below the free path the more of it there was to hear."""
    margins = judge.margins
    for text, far in (("dog", margins.aloud), ("go", margins.cry)):
        near, odd = (judge.judge(said(lexicon, **{text: -score}), word("AC")) for score in (far - 0.1, far + 0.1))
        assert (near.outcome, near.word) == (Outcome.REFUSE, text)
        assert (odd.outcome, odd.word) == (Outcome.IGNORE, None)
        assert odd.candidates[0].text == text


def test_a_word_of_one_phoneme_is_taken_where_it_fits_and_never_refused(judge: Judge, lexicon: Lexicon) -> None:
    assert judge.judge(said(lexicon, oh=-0.1), word("IX")).outcome is Outcome.IGNORE
    assert judge.judge(said(lexicon, oh=-0.1), word("OH")).word == "oh"


def test_after_a_cue_a_short_word_is_refused_by_name(lexicon: Lexicon, judge: Judge) -> None:
    """Nobody grunts "my word is oh"."""
    row = lexicon.row("oh")
    assert row is not None
    [way] = lexicon.pronunciations(row)
    heard = HeardAfterCue({way: -20.0}, after={way: -1.0})
    verdict = judge.judge(heard, word("IX"))
    assert (verdict.outcome, verdict.word, verdict.rule) == (Outcome.REFUSE, "oh", "K6")
