"""Commands with arguments: what typed lines mean, what can be said, and that no unclear letter is guessed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from tests.sounds import spoken
from voicegame.assembly import load_lexicon
from voicegame.errors import UserError
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import Readings
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.numbers import in_words, number_of, place_in_words, place_of
from voicegame.lexicon.sound_tree import SoundTree
from voicegame.lexicon.spoken_arguments import covers
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.paths import CONFIG
from voicegame.speaking.phrases import Phrases

LEXICON = load_lexicon("full")
BOOK = CommandBook.load(CONFIG / "commands.en.yaml", LEXICON, ("Ann", "Bob", "Zoë K."))
JUDGE = Judge(LEXICON, BOOK)
DISCARD = ("letter:B", "letter:E", "letter:S", "position:1..8")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("B", "letter:B"), ("b as in boy", "letter:B"), ("B as in bravo", "letter:B"), ("bravo", "letter:B"),
        ("b as in dog", None), ("x-ray", "letter:X"), ("discard T", "letter:T"), ("the third", "position:3"),
        ("3rd", "position:3"), ("3", "position:3"), ("number three", "position:3"), ("twenty first", "position:21"),
        ("the letter q", "letter:Q"), ("bb", None), ("", None),
    ],
)  # fmt: skip
def test_b14_what_typed_lines_mean_at_a_discard(line: str, command: str | None) -> None:
    assert BOOK.parse(line, DISCARD) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("40", "bid:40"), ("$40", "bid:40"), ("bid forty", "bid:40"), ("forty-five dollars", "bid:45"),
        ("a hundred and forty five", "bid:145"), ("two hundred", "bid:200"), ("pass", "pass"), ("house", None),
        ("minus four", None), ("forty fifty", None), ("hundred", None), ("bid 4000", "bid:4000"),
        ("bid -3", None), ("-3", None), ("$-3", None), ("-$3", None), ("\N{MINUS SIGN}3", None),
        ("bid forty-five", "bid:45"),
    ],
)  # fmt: skip
def test_v1_what_typed_lines_mean_at_an_auction(line: str, command: str | None) -> None:
    assert BOOK.parse(line, ("bid:5..100", "pass")) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("swap with Bob", "swap:1"), ("swap with bob for 20", "swap:1:20"), ("trade with zoë k.", "swap:2"),
        ("swap with player three and ask $5", "swap_asking:2:5"), ("swap with Dora", None),
        ("swap with player 4", None),
    ],
)  # fmt: skip
def test_v2_v3_what_typed_lines_mean_at_a_trade(line: str, command: str | None) -> None:
    assert BOOK.parse(line, ("done", "swap:*", "swap_asking:*")) == command


def test_a_family_is_understood_only_where_one_of_it_is_expected() -> None:
    assert BOOK.parse("b as in boy", ("buy", "pass")) is None
    assert BOOK.families(("buy", "pass")) is None
    assert BOOK.parse("what would house bring", ("what_would", "what_would:*")) == "what_would:house"
    assert BOOK.parse("what would it bring", ("what_would", "what_would:*")) == "what_would"


@pytest.mark.parametrize("level", ["kids", "everyday"])
def test_the_wordings_can_be_said_at_every_level_of_the_word_list(level: str) -> None:
    book = CommandBook.load(CONFIG / "commands.en.yaml", load_lexicon(level), ("Ann", "Bob"))
    names = ("letter:A", "position:1", "number:2", "bid:1", "wild:A", "swap:1", "swap_asking:1:1")
    families = book.families(names)
    assert families is not None
    assert all(wording.ways for wording in families.wordings)


def test_numbers_in_words_are_read_back() -> None:
    for number in (*range(1, 130), 500, 999):
        assert [number_of(words) for words in in_words(number)] == [number] * len(in_words(number))
        if number <= 99:
            assert place_of(place_in_words(number)) == number


def test_ranges_name_all_that_lies_in_them() -> None:
    assert covers(("bid:5..9", "letter:B", "wild:*"), "bid:9")
    assert covers(("bid:5..9", "letter:B", "wild:*"), "wild:Q")
    for command in ("bid:10", "letter:D", "bid:x", "pass"):
        assert not covers(("bid:5..9", "letter:B", "wild:*"), command)


def test_the_host_s_own_examples_are_understood() -> None:
    phrases = Phrases(CONFIG / "phrases.en.yaml", "full", spoken=True)
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        said = phrases.say("letters_drawn", {"seat": "", "letters": (letter,)}).partition(" are ")[2]
        assert BOOK.parse(said, ("letter:A",)) == f"letter:{letter}"
    families = BOOK.families(("letter:A",))
    assert families is not None
    assert {wording.command for wording in families.wordings} == {f"letter:{x}" for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("commands: {a: [yes]}\nfamilies: {bid: {wordings: [bid]}}", "line 2"),
        ("commands: {a: [yes]}\nfamilies: {bid: {wordings: ['{much}']}}", "needs one of {letter}"),
        ("commands: {a: [yes]}\nfamilies: {bid: {numbers: [1, 2]}}", 'needs "wordings"'),
        ("commands: {a: [yes]}\nfamilies: {bid: {wordings: ['{number}'], numbers: [1]}}", "are two"),
        ("commands: {a: [yes]}\nfamilies: {bid: {wordings: ['zzyzx {number}']}}", 'how to say "zzyzx"'),
        ("commands: {a: [yes]}\nletters: {A: {sounds: [EY1]}}", 'needs "sounds" and "words"'),
        ("commands: {a: [yes]}\nletters: {A: {sounds: [EY9X], words: [apple]}}", "ARPAbet"),
    ],
)
def test_s31_a_mistake_in_the_families_names_its_line(text: str, part: str, tmp_path: Path) -> None:
    path = tmp_path / "commands.yaml"
    path.write_text(text)
    with pytest.raises(UserError) as caught:
        CommandBook.load(path, LEXICON)
    assert part in str(caught.value)
    assert "line 2" in str(caught.value)


# By voice -------------------------------------------------------------------------------------------------------------


@dataclass
class Sounded:
    """Evidence in which some pronunciations have the scores given, and all others lie far below."""

    scores: dict[str, float]
    text: str = "x"
    empty: bool = False
    free: float = -5.0
    _rows: list[int] = field(default_factory=list)

    def nearest(self, sounds: SoundTree) -> Readings:
        codes = [row.tobytes().rstrip(b"\0").decode() for row in sounds.sounds]
        found = sorted(
            ((self.scores[code], row) for row, code in enumerate(codes) if code in self.scores), reverse=True
        )
        return Readings(np.array([row for _, row in found], np.int64), np.array([score for score, _ in found]))


def test_b14_a_letter_is_taken_only_if_it_is_clearly_that_letter() -> None:
    expectation = Expectation(commands=DISCARD)
    clear = JUDGE.judge(Sounded({"bi": -5.0, "i": -15.0}), expectation)
    assert (clear.outcome, clear.command) == (Outcome.ACCEPT, "letter:B")
    close = JUDGE.judge(Sounded({"bi": -5.0, "i": -6.0}), expectation)
    assert (close.outcome, close.command) == (Outcome.ASK, "letter:B")
    assert [candidate.command for candidate in close.candidates if candidate.fits] == ["letter:B", "letter:E"]


def test_b14_where_the_host_has_asked_yes_is_no_letter() -> None:
    answered = JUDGE.judge(Sounded({"yEs": -6.0, "Es": -5.0}), Expectation(commands=("yes", "no", *DISCARD)))
    assert (answered.outcome, answered.command) == (Outcome.ACCEPT, "yes")
    again = JUDGE.judge(Sounded({"bi@zInbq": -5.0, "yEs": -20.0}), Expectation(commands=("yes", "no", *DISCARD)))
    assert (again.outcome, again.command) == (Outcome.ACCEPT, "letter:B")


def test_b14_a_letter_that_the_hand_lacks_is_not_bent_into_one_that_it_has() -> None:
    expectation = Expectation(commands=DISCARD)
    lacking = JUDGE.judge(Sounded({"di": -5.0, "bi": -12.0}), expectation)
    assert (lacking.outcome, lacking.command) == (Outcome.ACCEPT, "letter:D")  # and the rules say that there is none
    close = JUDGE.judge(Sounded({"di": -5.0, "bi": -5.5}), expectation)
    assert (close.outcome, close.command) == (Outcome.ASK, "letter:B")


@pytest.mark.parametrize("voice", ["en-us", "en-gb"])
def test_b14_spoken_letters_and_places(voice: str) -> None:
    ear = PhonemeEar()
    commands = (*(f"letter:{letter}" for letter in "ABDEKNST"), "position:1..9", "hand", "money")
    sure = {"B as in boy": "letter:B", "bravo": "letter:B", "the third": "position:3", "number three": "position:3"}
    for text, command in sure.items():
        verdict = JUDGE.judge(ear.listen(spoken(text, voice, 140)), Expectation(commands=commands))
        assert (verdict.outcome, verdict.command) == (Outcome.ACCEPT, command), text
    for letter in "BDENST":
        verdict = JUDGE.judge(ear.listen(spoken(letter, voice, 140)), Expectation(commands=commands))
        assert verdict.outcome is not Outcome.ACCEPT or verdict.command == f"letter:{letter}", letter


def test_v1_spoken_bids() -> None:
    ear = PhonemeEar()
    expectation = Expectation(commands=("bid:5..200", "pass"))
    for text in ("bid fourteen", "sixty dollars", "a hundred and twenty"):
        verdict = JUDGE.judge(ear.listen(spoken(text, "en-us", 140)), expectation)
        right = {"bid fourteen": 14, "sixty dollars": 60, "a hundred and twenty": 120}[text]
        assert verdict.outcome is Outcome.ASK or verdict.command == f"bid:{right}", text
