"""Claims in a claim's form, typed and spoken, where a cue is needed and where it is not."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.lexicon.test_judge import Heard
from tests.program import named, run
from tests.sounds import spoken
from voicegame.errors import UserError
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.hearing.typed_ear import TypedEar
from voicegame.lexicon.claim_forms import ClaimCue, ClaimForms
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import Readings
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import SoundTree
from voicegame.lexicon.spelling_rules import said_as
from voicegame.lexicon.verdicts import Expectation, Outcome, Verdict
from voicegame.lexicon.word_rules import InOrder
from voicegame.paths import CONFIG, LEXICONS

PLAYERS = ["Ann", "Bob"]
AC = Expectation(InOrder(("A", "C")), ("pause", "repeat", "score", "quit"))
ANSWER = Expectation(InOrder(("A", "C")), ("yes", "no"), answering=True)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(LEXICONS / "en")


@pytest.fixture(scope="module")
def judges(lexicon: Lexicon) -> dict[ClaimCue, Judge]:
    book = CommandBook.load(CONFIG / "commands.en.yaml", lexicon, PLAYERS)
    cues: tuple[ClaimCue, ...] = ("none", "word", "name")
    return {cue: Judge(lexicon, book, cue=cue) for cue in cues}


def _typed(judge: Judge, line: str, expectation: Expectation = AC, *, named: bool = False) -> Verdict:
    return judge.judge(TypedEar().listen(line, named=named), expectation)


# Typed


@pytest.mark.parametrize(
    "line",
    ["I've got march", "I\N{RIGHT SINGLE QUOTATION MARK}ve got MARCH!", "my word is: march", "I say march", "march",
     "The word is march."],
)  # fmt: skip
def test_a_typed_claim_may_have_a_form(line: str, judges: dict[ClaimCue, Judge]) -> None:
    verdict = _typed(judges["none"], line)
    assert (verdict.outcome, verdict.word, verdict.seat) == (Outcome.ACCEPT, "march", None)


@pytest.mark.parametrize("line", ["Bob, march", "bob: march", "Bob ,march"])
def test_a_name_before_a_word_names_the_player(line: str, judges: dict[ClaimCue, Judge]) -> None:
    verdict = _typed(judges["none"], line)
    assert (verdict.outcome, verdict.word, verdict.seat) == (Outcome.ACCEPT, "march", 1)


def test_the_word_of_a_form_is_judged_by_itself(judges: dict[ClaimCue, Judge]) -> None:
    assert _typed(judges["none"], "my word is dog").reason == "dog does not have A, then C"
    assert "is more than one word" in _typed(judges["none"], "I have two words").reason
    assert "is more than one word" in _typed(judges["none"], "Bob march").reason


def test_where_a_cue_is_needed_a_bare_word_is_ignored_and_the_form_is_said(judges: dict[ClaimCue, Judge]) -> None:
    for cue, form in (("word", "my word is march"), ("name", "Bob: march")):
        verdict = _typed(judges[cue], "march")
        assert verdict.outcome is Outcome.IGNORE
        assert form in verdict.reason
        assert _typed(judges[cue], "pause").command == "pause"
        assert _typed(judges[cue], "march", ANSWER).word == "march"  # the host has asked
    assert _typed(judges["word"], "my word is march").word == "march"
    assert _typed(judges["name"], "Bob, march").word == "march"
    assert _typed(judges["name"], "march", named=True).word == "march"
    assert _typed(judges["word"], "march", named=True).outcome is Outcome.IGNORE


# The cues


def test_names_sound_somehow_and_newcomers_are_known(lexicon: Lexicon) -> None:
    players = ["Bob", "Zoë", "Ким"]

    def known(word: str) -> tuple[str, ...]:
        return said_as(word, lexicon)

    forms = ClaimForms({}, players, known, known)
    bob, zoe, kim = forms.names
    assert bob.ways[0] == "bAb"
    assert zoe.ways[0]
    assert all("ple" in way for way in kim.ways)  # only "player three"
    assert kim.ways
    players.append("Mark")
    assert [cue.seat for cue in forms.names] == [0, 1, 2, 3]
    assert forms.split("zoë: march") is not None


@pytest.mark.parametrize("form", ["march", "{word} is mine", "{word}", "xqzzy {word}"])
def test_a_wrong_form_in_the_file_is_told_with_its_line(form: str, lexicon: Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "commands.yaml"
    path.write_text(f'commands:\n  yes: ["yes"]\nclaims: ["{form}"]\n')
    with pytest.raises(UserError, match="line 3"):
        CommandBook.load(path, lexicon)


# Spoken


@dataclass(frozen=True)
class Cued(Heard):
    """Evidence by decree that begins with some cues, and the odds of what follows them."""

    cues: tuple[str, ...] = ()
    after: dict[str, float] = field(default_factory=dict)

    def begins_with(self, cues: tuple[str, ...]) -> NDArray[np.float64]:
        return np.array([-1.0 if cue in self.cues else -99.0 for cue in cues])

    def nearest_after(self, cues: tuple[str, ...], sounds: SoundTree) -> Readings:
        assert set(cues) <= set(self.cues)
        return Heard(self.after).nearest(sounds)


def test_a_word_after_a_cue_is_taken_and_refused_by_name(judges: dict[ClaimCue, Judge]) -> None:
    said = Cued({"mxtist": -40.0}, cues=("mYwRdIz",), after={"mArC": -4.0})
    for cue in ("none", "word"):
        assert judges[cue].judge(said, AC).word == "march"
    assert judges["name"].judge(said, AC).outcome is Outcome.IGNORE
    dog = Cued({"mxtist": -40.0}, cues=("mYwRdIz",), after={"dOg": -4.0})
    verdict = judges["none"].judge(dog, AC)
    assert (verdict.outcome, verdict.word, verdict.rule) == (Outcome.REFUSE, "dog", "K6")


def test_a_spoken_name_names_the_player(judges: dict[ClaimCue, Judge]) -> None:
    said = Cued({"bAbx": -40.0}, cues=("bAb",), after={"mArC": -3.0})
    for cue in ("none", "name"):
        verdict = judges[cue].judge(said, AC)
        assert (verdict.word, verdict.seat) == ("march", 1)


def test_a_bare_word_is_no_claim_where_a_cue_is_needed_and_no_command(judges: dict[ClaimCue, Judge]) -> None:
    for cue in ("word", "name"):
        assert judges[cue].judge(Heard({"mArC": -1.0}), AC).outcome is Outcome.IGNORE
        assert judges[cue].judge(Heard({"mArC": -1.0}), ANSWER).word == "march"
        near_pause = Heard({"pOrz": -1.0, "pOz": -9.0})  # PORES, said clearly
        assert judges[cue].judge(near_pause, AC).command is None


def test_a_word_that_sounds_like_a_cue_and_another_word_stays_one_word(judges: dict[ClaimCue, Judge]) -> None:
    isotope = Cued({"Ysxtop": -2.0}, cues=("Yse",), after={"top": -4.0})
    verdict = judges["none"].judge(isotope, Expectation(InOrder(("T", "P"))))
    assert verdict.word == "isotope"


def test_a_claim_in_its_form_is_heard_from_sound(judges: dict[ClaimCue, Judge]) -> None:
    ear = PhonemeEar()
    formed = ear.listen(spoken("my word is elastic", "en-us", 140))
    bare = ear.listen(spoken("elastic", "en-us", 140))
    for cue in ("none", "word"):
        assert judges[cue].judge(formed, AC).word == "elastic"
    assert judges["none"].judge(bare, AC).word == "elastic"
    assert judges["word"].judge(bare, AC).outcome is Outcome.IGNORE


@pytest.mark.parametrize("word", ["shop", "score", "pores", "quilt", "repeal", "passed"])
def test_no_word_claim_is_taken_for_a_command(word: str, judges: dict[ClaimCue, Judge]) -> None:
    """Where both are possible the host asks."""
    heard = PhonemeEar().listen(spoken(word, "en-us", 140))
    rule = InOrder((word[0].upper(), word[-1].upper()))
    verdict = judges["none"].judge(heard, Expectation(rule, AC.commands))
    assert verdict.outcome is not Outcome.ACCEPT or verdict.command is None


# In a game


def test_a_game_with_a_compulsory_cue(tmp_path: Path) -> None:
    config = tmp_path / "party.yaml"
    config.write_text("claim_cue: word\n")
    done = run(
        "play", "kirdy", "--text", "--json", "--players", "Ann,Bob", "--draws", "ABAC", "--seed", 1, "--config", config,
        lines=["@3 march", "@5 my word is march"],
    )  # fmt: skip
    (accepted,) = named(done.stdout, "word_accepted")
    assert (accepted["t"], accepted["word"]) == (5.0, "march")
    assert "'march' means nothing here: a word is claimed as in 'my word is march'." in done.stderr


def test_a_claim_under_another_name_is_not_the_player_s() -> None:
    done = run(
        "play", "kirdy", "--text", "--json", "--players", "Ann,Bob", "--draws", "ABAC", "--seed", 1,
        lines=["@3 Bob, march", "@5 Ann, march"],
    )  # fmt: skip
    assert [heard["seat"] for heard in named(done.stdout, "heard")] == ["Bob", "Ann"]
    assert [accepted["t"] for accepted in named(done.stdout, "word_accepted")] == [5.0]


@pytest.mark.parametrize("value", ["loud", "true", "3", "null"])
def test_a_cue_that_is_none_is_told(value: str, tmp_path: Path) -> None:
    config = tmp_path / "party.yaml"
    config.write_text(f"claim_cue: {value}\n")
    done = run("play", "kirdy", "--text", "--players", "Ann,Bob", "--config", config)
    assert done.returncode == 2
    assert "claim_cue" in done.stderr
    assert "Traceback" not in done.stderr
