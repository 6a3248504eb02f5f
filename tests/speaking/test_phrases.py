"""Phrases: every event and notice has words, in both styles, on the screen and aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicegame.errors import UserError
from voicegame.games.events import GameStarted, GameWon, Score, WordAccepted, WordRefused
from voicegame.games.kirdy import Banked, LettersDrawn, PointsLost, StarterDrawn, Stolen
from voicegame.paths import CONFIG
from voicegame.speaking.phrases import Phrases, Style

FILE = CONFIG / "phrases.en.yaml"
PLAYERS = ("Ann", "Bob", "Cem")


def phrases(style: Style = "full", *, spoken: bool = True) -> Phrases:
    return Phrases(FILE, style, spoken=spoken)


def test_s26_letters_are_said_so_that_they_cannot_be_mistaken() -> None:
    drawn = LettersDrawn(1, ("B", "D"))
    assert phrases().event(drawn, PLAYERS) == "Bob, the letters are B as in boy, D as in dog."
    assert phrases(spoken=False).event(drawn, PLAYERS) == "Bob, the letters are B, D."


def test_every_letter_has_an_example_word_of_its_own() -> None:
    said = phrases().event(LettersDrawn(0, tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")), PLAYERS)
    examples = said.partition(" are ")[2].rstrip(".").split(", ")
    assert len({example.partition(" as in ")[2] for example in examples}) == 26
    assert all(example.partition(" as in ")[2].startswith(example[0].lower()) for example in examples)


def test_stakes_and_scores_are_said_as_words() -> None:
    accepted = WordAccepted(0, "march", 240)
    assert phrases().event(accepted, PLAYERS) == "March is good, for two hundred and forty points."
    assert phrases(spoken=False).event(accepted, PLAYERS) == "March is good, for 240 points."
    assert phrases("brief").event(Score((30, 0, 1000)), PLAYERS) == "Ann thirty, Bob zero, Cem one thousand."


def test_names_stand_for_seats() -> None:
    assert phrases("full").event(Stolen(2, 0, 60), PLAYERS) == "Cem takes sixty points from under Ann's nose."
    assert phrases().event(GameStarted("kirdy", PLAYERS, 1000), PLAYERS).startswith("Welcome. Ann, Bob and Cem play.")
    started = phrases().event(StarterDrawn((("A", "C"), ("A", "D"), ("B",)), 0), PLAYERS)
    assert "Ann A as in apple then C as in cat, Bob A as in apple then D as in dog, Cem B as in boy." in started


def test_a_reason_becomes_one_sentence() -> None:
    refused = WordRefused(0, "dog", "K6", "dog does not have A, then C.")
    assert phrases().event(refused, PLAYERS) == "Dog does not have A, then C."


@pytest.mark.parametrize("style", ["full", "brief"])
@pytest.mark.parametrize(
    "event", [Banked(0, 30), GameWon(1), PointsLost(0, 0, ("A", "C"), ()), WordAccepted(0, "a", 1)]
)
def test_what_matters_is_said_in_either_style(style: Style, event: Banked) -> None:
    assert phrases(style).event(event, PLAYERS)


def test_brief_is_shorter_than_full() -> None:
    events = [LettersDrawn(0, ("A", "C")), WordAccepted(0, "march", 30), Banked(0, 30), PointsLost(0, 0, ("A",), ())]
    for event in events:
        assert len(phrases("brief").event(event, PLAYERS)) < len(phrases("full").event(event, PLAYERS))


def test_a_phrase_without_words_is_not_said() -> None:
    assert phrases().say("floor_opened", {"seat": "Ann", "seconds": 5}) == ""


@pytest.mark.parametrize("content", ["", "phrases: 3", "phrases: {a: [1]}", "phrases: {a: {full: x}}", "a: [", "\x00"])
def test_a_file_without_phrases_is_named(content: str, tmp_path: Path) -> None:
    path = tmp_path / "phrases.yaml"
    path.write_text(content)
    with pytest.raises(UserError, match=r"phrases\.yaml"):
        Phrases(path, "brief", spoken=True)


def test_an_empty_hand_is_called_so() -> None:
    phrases = Phrases(CONFIG / "phrases.en.yaml", "full", spoken=False, game="buyword")
    said = phrases.notice("hand", {"seat": 0, "hand": [], "wilds": 3}, ("Ann", "Bob"))
    assert said == "Ann, you hold no letters, and 3 wild tiles."
