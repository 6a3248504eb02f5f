from __future__ import annotations

from tests.board.party import Party
from voicegame.assembly import load_lexicon
from voicegame.board.answers import answers
from voicegame.board.chronicle import HEARD_KEPT, Chronicle
from voicegame.games.buyword_records import LeaderChanged, SetBought, WordSold
from voicegame.games.events import GameStarted, Score, Undone, Voted, WordAccepted, WordRefused
from voicegame.games.kirdy import LettersDrawn
from voicegame.lexicon.commands import CommandBook
from voicegame.paths import CONFIG
from voicegame.table.events import GameEnded, HeardSomething, Notice


def chronicle() -> Chronicle:
    chronicle = Chronicle()
    chronicle.take([GameStarted("kirdy", ("Ann", "Bob"), 1000), LettersDrawn(0, ("A", "C"))], [], "")
    return chronicle


def heard(text: str, seat: int = 0) -> HeardSomething:
    return HeardSomething(text, seat, 1.0, 1.0)


def test_what_became_of_what_was_heard() -> None:
    told = chronicle()
    told.take([heard("dog"), WordRefused(0, "dog", "K6", "dog does not have A, then C")], [], "")
    told.take([heard("march"), WordAccepted(0, "march", 30)], [], "")
    told.take([heard("reach", 1), Notice("not_your_floor", {"seat": 0})], [], "It is Ann's turn to speak.")
    told.take([heard("score"), Notice("standing", {})], [], "The score.")
    assert [(entry.text, entry.outcome, entry.reason, entry.rule) for entry in told.heard] == [
        ("dog", "refused", "dog does not have A, then C", "K6"),
        ("march", "good", "30 points", ""),
        ("reach", "not_counted", "It is Ann's turn to speak.", ""),
        ("score", "taken", "The score.", ""),
    ]


def test_a_word_that_is_not_repeated_is_not_shown() -> None:
    told = chronicle()
    told.take([heard("something rude"), WordRefused(0, "", "K19", "that word is not allowed in this game")], [], "")
    assert "rude" not in str(told.heard)


def test_a_vote_takes_a_word_back_and_no_other() -> None:
    told = chronicle()
    told.take([heard("march"), WordAccepted(0, "march", 30)], [], "")
    told.take([heard("march"), WordRefused(0, "march", "K17", "march has been said already")], [], "")
    told.take([heard("no", 1), Voted(0, "march", 0, 1, False)], [], "")
    assert [word.word for word in told.words] == ["march"]  # the vote left the refusal as it was
    told.take(
        [heard("yes", 1), Voted(0, "march", 1, 0, False), WordRefused(0, "march", "K19", "The table voted.")], [], ""
    )
    assert told.words == []
    assert told.heard[-1].outcome == "taken"


def test_what_is_undone_is_no_word_any_more_and_who_comes_late_had_nothing_before() -> None:
    told = chronicle()
    told.take([heard("march"), WordAccepted(0, "march", 30)], [], "")
    told.take([heard("undo"), Undone(0, "march")], [], "")
    assert told.words == []
    told.take([Score((30, 0)), LettersDrawn(1, ("B", "D")), Score((30, 0, 0)), GameEnded("quit")], [], "")
    assert told.summary(lambda _letters, _used: [])["by_turn"] == [[30, 0, 0], [30, 0, 0]]


def test_only_the_last_is_kept_to_be_shown() -> None:
    told = chronicle()
    for number in range(30):
        told.take([heard(f"w{number}")], [f"Sentence {number}."], "")
    assert [entry.text for entry in told.heard] == [f"w{number}" for number in range(30 - HEARD_KEPT, 30)]
    assert told.said[-1].text == "Sentence 29."


def test_the_rounds_of_buyword() -> None:
    told = Chronicle()
    told.take([GameStarted("buyword", ("Ann", "Bob"), None), LeaderChanged(0)], [], "")
    told.take([SetBought(0, ("T", "E", "A"), 9), Score((191, 200))], [], "")
    told.take([WordSold(0, "tea", ("tea",), 3, 9, None), Score((200, 200)), LeaderChanged(1)], [], "")
    assert told.by_turn == [(200, 200)]
    assert told.words_of_turn == []
    summary = told.summary(lambda _letters, _used: [])
    assert summary["best"][0]["word"] == "tea"
    assert summary["boldest"] == {"seat": 0, "risk": 9, "letters": ["T", "E", "A"], "won": None}


def test_the_summary_of_a_game() -> None:
    with Party() as party:
        party.hear(5, "march")
        party.hear(6, command="carry_on")
        for window in (70, 80):
            while party.host.table.due is not None and party.host.table.due < window * 16_000:
                party.host.act(party.host.table.time_up)
                party.spoken(party.host.table.now / 16_000)
        party.finish(90)
        view = party.state()["view"]
    assert view["over"]
    summary = view["summary"]
    assert summary["boldest"] == {"seat": 0, "risk": 30, "letters": ["A", "C"], "won": False}
    assert summary["missed"] == [{"seat": 0, "letters": ["A", "C", "E"], "words": []}]
    assert summary["by_turn"] == [[0, 0], [0, 0]]
    assert [word["word"] for word in summary["longest"]] == ["march"]


def test_every_button_types_a_line_that_is_understood_as_its_command() -> None:
    players = ("Ann", "Bob", "Cem")
    book = CommandBook.load(CONFIG / "commands.en.yaml", load_lexicon("kids"), players)
    single = ("yes", "no", "stop", "carry_on", "roll", "buy", "pass", "done")
    for names in [*((name,) for name in single), ("number:2..5",), ("bid:11..60", "pass"), ("swap:*", "done"),
                  tuple(f"letter:{letter}" for letter in "AEQ")]:  # fmt: skip
        buttons = answers(names, players, 0)
        assert buttons
        for button in buttons:
            command = book.parse(button.line, names)
            assert command is not None, (names, button)
    assert [button.label for button in answers(("swap:*",), players, 1)] == ["Swap with Ann", "Swap with Cem"]
    assert answers(("hand", "money", "what_would:*", "position:1..3"), players, 0) == []
