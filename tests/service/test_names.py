"""The list of given names: in form, of public origin, and heard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lexicon.small import small
from tests.sounds import scene, spoken
from voicegame.assembly import load_lexicon
from voicegame.bench.talk import utterances
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import TypedEvidence
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.phonemes import CODES
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.paths import CONFIG, LEXICONS
from voicegame.service.acquaintances import Acquaintances
from voicegame.service.names import AnyName, GivenNames

LIST = LEXICONS / "en" / "names.tsv"
EXPECTED = Expectation(words=AnyName(), commands=("player:1..8", "back", "quit", "repeat"), answering=True)
NAMES = ("Ann", "Robert", "Emma", "Oliver", "Sophie", "Daniel", "Maria", "Kevin")


@pytest.fixture(scope="module")
def hall() -> tuple[GivenNames, Judge]:
    words = load_lexicon("full")
    names = GivenNames(LIST, ["Cem", "Anna Lena"], words)
    return names, Judge(names.lexicon, CommandBook.load(CONFIG / "reception.en.yaml", words))


def test_the_list_is_in_form_and_says_where_it_is_from() -> None:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 2000
    assert lines == sorted(set(lines))
    assert [line for line in lines if not re.fullmatch(rf"[a-z]+\t\d+(\.\d+)?\t[{CODES}]+( [{CODES}]+)*", line)] == []
    notice = (LEXICONS / "en" / "licences" / "names.txt").read_text(encoding="utf-8")
    assert "public domain" in notice


def heard(said: str, judge: Judge) -> list[str]:
    """What is asked about first and second, or the command that is understood."""
    (utterance,) = utterances(scene(3.0, (1.0, spoken(said))))
    verdict = judge.judge(PhonemeEar().listen(utterance.samples), EXPECTED)
    if verdict.command is not None:
        return [verdict.command]
    assert verdict.outcome in (Outcome.ACCEPT, Outcome.ASK), said
    fitting = [each.text for each in verdict.candidates if each.fits and each.command is None]
    return list(dict.fromkeys([verdict.word or "", *fitting]))[:2]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_heard(name: str, hall: tuple[GivenNames, Judge]) -> None:
    assert name.lower() in heard(name, hall[1])


@pytest.mark.parametrize("cue", ["I'm", "my name is", "call me"])
def test_a_name_is_heard_after_what_people_say_before_it(cue: str, hall: tuple[GivenNames, Judge]) -> None:
    assert "robert" in heard(f"{cue} Robert", hall[1])


def test_a_player_without_a_name_is_heard(hall: tuple[GivenNames, Judge]) -> None:
    assert heard("player two", hall[1]) == ["player:2"]


def test_who_has_played_is_known_even_if_the_list_lacks_the_name(hall: tuple[GivenNames, Judge]) -> None:
    names, judge = hall
    assert "anna lena" in heard("Anna Lena", judge)
    assert (names.spelt("anna lena"), names.spelt("cem"), names.spelt("bob")) == ("Anna Lena", "Cem", "Bob")


def test_any_name_can_be_typed_but_one_that_typed_lines_could_not_name(hall: tuple[GivenNames, Judge]) -> None:
    judge = hall[1]
    assert judge.judge(TypedEvidence("xanthippe"), EXPECTED).word == "xanthippe"
    assert judge.judge(TypedEvidence("ann, bob"), EXPECTED).word == "ann, bob"
    for line in ("x" * 30, "ann, ann", "4711"):
        refused = judge.judge(TypedEvidence(line), EXPECTED)
        assert (refused.outcome, refused.reason != "") == (Outcome.REFUSE, True), line


def test_without_the_list_there_are_those_who_have_played(tmp_path: Path) -> None:
    assert GivenNames(tmp_path / "none.tsv", ["Zoë", "Bob"], small()).lexicon.words == ["bob", "zoë"]


# Who has played ------------------------------------------------------------------------------------------------------


def test_who_has_played_is_remembered_the_last_first(tmp_path: Path) -> None:
    path = tmp_path / "data" / "players.json"
    Acquaintances(path, print).played("kirdy", ["Ann", "Player two"], ["Player one", "Player two"])
    Acquaintances(path, print).played("buyword", ["Cem", "Ann"], [])
    known = Acquaintances(path, print)
    assert known.names == ("Cem", "Ann")
    assert (known.party("kirdy"), known.party("buyword")) == (("Ann", "Player two"), ("Cem", "Ann"))
    assert known.party("chess") == ()


@pytest.mark.parametrize("text", ["", "[]", '{"names": 3, "parties": {}}', '{"names": ["a:b"], "parties": {}}', "\x00"])
def test_a_damaged_file_of_players_is_set_aside_and_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "players.json"
    path.write_text(text)
    told: list[str] = []
    known = Acquaintances(path, told.append)
    assert (known.names, known.party("kirdy")) == ((), ())
    assert len(told) == 1
    assert f"{path} is damaged" in told[0]
    assert (tmp_path / "players.damaged").read_text() == text  # nothing is lost
    known.played("kirdy", ["Ann", "Bob"], [])
    assert Acquaintances(path, print).names == ("Ann", "Bob")


def test_a_folder_that_takes_no_file_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    known = Acquaintances(tmp_path / "data" / "players.json", print)
    known.played("kirdy", ["Ann", "Bob"], [])
    assert known.names == ("Ann", "Bob")
