"""The commands file: what is understood, and what a mistake in it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicegame.errors import UserError
from voicegame.lexicon.commands import CommandBook, normalised
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.phonemes import encode
from voicegame.paths import CONFIG, LEXICONS

ROWS = [
    ("carry", "10", "k@ri kEri", "", ""),
    ("no", "10", "no", "", ""),
    ("on", "10", "An", "", ""),
    ("stop", "10", "stAp", "", ""),
    ("yes", "10", "yEs", "", ""),
]
SMALL = Lexicon(ROWS)  # type: ignore[arg-type]


def load(tmp_path: Path, text: str) -> CommandBook:
    path = tmp_path / "commands.yaml"
    path.write_text(text, encoding="utf-8")
    return CommandBook.load(path, SMALL)


def ways(book: CommandBook, text: str) -> set[str]:
    places = [place for place, owner in enumerate(book.owners) if book.texts[owner] == text]
    return {book.tree.sounds[place].tobytes().rstrip(b"\0").decode() for place in places}


def test_yes_and_no_stay_words(tmp_path: Path) -> None:
    book = load(tmp_path, "commands: {yes: [yes], no: [no]}")
    assert book.names == ("yes", "no")
    assert book.parse("No!", ["yes", "no"]) == "no"


def test_a_wording_is_said_in_every_way_its_words_are(tmp_path: Path) -> None:
    book = load(tmp_path, "commands: {carry_on: [carry on]}")
    assert ways(book, "carry on") == {"k@riAn", "kEriAn"}


def test_sounds_of_the_file_come_before_the_lexicon(tmp_path: Path) -> None:
    book = load(tmp_path, """commands: {stop: ["I'll stop"]}\nsounds: {"i'll": [AY1 L, AA1 L], stop: [S T AO1 P]}""")
    assert ways(book, "i'll stop") == {encode(f"{ill} S T AO1 P") for ill in ("AY1 L", "AA1 L")}


def test_one_wording_of_two_commands_means_the_one_expected(tmp_path: Path) -> None:
    book = load(tmp_path, "commands: {stop: [stop, no], no: [no]}")
    assert book.parse("no", ["no"]) == "no"
    assert book.parse("no", ["stop"]) == "stop"
    assert book.parse("no", ["no", "stop"]) == "no"
    assert book.parse("no", ["yes"]) is None
    assert len(ways(book, "no")) == 1


def test_phrases_of_the_settings_are_wordings_too_and_sound_as_their_spelling_says(tmp_path: Path) -> None:
    path = tmp_path / "commands.yaml"
    path.write_text("commands:\n  yes: [yes]\nsounds: {kirdy: [K ER1 D IY0]}\n", encoding="utf-8")
    lexicon = Lexicon.load(LEXICONS / "en")
    book = CommandBook.load(path, lexicon, phrases={"play": ["Play KIRDY!", "xylo", "  "], "other": ["yes"]})
    assert ways(book, "play kirdy") == {encode("P L EY1 K ER1 D IY0")}
    assert all(ways(book, "xylo"))
    assert [book.parse(text, ("play", "other")) for text in ("play kirdy", "xylo", "yes", "")] == [
        "play",
        "play",
        "other",
        None,
    ]


def test_typed_wordings_are_compared_without_marks_and_capitals() -> None:
    assert normalised("  I\N{RIGHT SINGLE QUOTATION MARK}ll STOP, thanks! ") == "i'll stop thanks"
    assert normalised("...") == ""


@pytest.mark.parametrize(
    ("text", "line", "thing"),
    [
        ("commands:\n  stop: [halt]\n", 2, '"halt"'),
        ("commands:\n  stop: []\n", 2, '"stop"'),
        ("commands:\n  stop: stop\n", 2, '"stop"'),
        ("commands:\n  stop: [stop]\n  stop: [no]\n", 3, '"stop"'),
        ("commands:\n  stop:\n    - stop\n    - '!'\n", 4, '"!"'),
        ("commands:\n  stop: [stop]\nsound: {}\n", 3, '"sound"'),
        ("commands:\n  stop: [stop]\nsounds:\n  stop: [S T OH P]\n", 4, "'OH'"),
        ("commands: [stop]\n", 1, '"commands"'),
        ("sounds: {}\n", 1, '"commands"'),
        ("commands:\n  stop: [stop\n", 3, "YAML"),
    ],
)
def test_a_mistake_names_its_line_in_one_sentence(tmp_path: Path, text: str, line: int, thing: str) -> None:
    with pytest.raises(UserError) as caught:
        load(tmp_path, text)
    assert f"line {line}" in str(caught.value)
    assert thing in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_file_that_is_missing_or_empty_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        CommandBook.load(tmp_path / "nowhere.yaml", SMALL)
    with pytest.raises(UserError, match="empty"):
        load(tmp_path, "")


WORDINGS = [
    ("stop", "stop"), ("stop", "I'll stop"), ("stop", "bank it"), ("stop", "that's enough"), ("carry_on", "carry on"),
    ("carry_on", "double or nothing"), ("carry_on", "one more"), ("yes", "yeah"), ("no", "nope"), ("pause", "pause"),
    ("go_on", "resume"), ("go_on", "continue"), ("repeat", "what are the letters"), ("score", "what's the score"),
    ("quit", "end the game"), ("right", "that was right"), ("wrong", "that was wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "text"), WORDINGS)
def test_the_shipped_file_knows_the_everyday_wordings(shipped: CommandBook, command: str, text: str) -> None:
    assert shipped.parse(text, [command]) == command
    assert ways(shipped, normalised(text))


def test_the_shipped_file_keeps_apart_what_is_expected_at_once(shipped: CommandBook) -> None:
    any_time = ("pause", "repeat", "score", "quit")
    for state in (
        ("stop", "carry_on", *any_time),
        ("yes", "no", *any_time),
        ("go_on", "repeat", "score", "quit"),
    ):
        for wording in shipped.wordings:
            meant = {each.command for each in shipped.wordings if each.text == wording.text} & set(state)
            assert len(meant) <= 1, wording


@pytest.fixture(scope="module")
def shipped() -> CommandBook:
    return CommandBook.load(CONFIG / "commands.en.yaml", Lexicon.load(LEXICONS / "en"))
