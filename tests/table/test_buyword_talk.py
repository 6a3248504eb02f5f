"""What is said in BuyWord, and what it leads to at the table."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from voicegame.assembly import load_lexicon
from voicegame.games.buyword import Buyword
from voicegame.games.buyword_state import BAG, PIPS, BuywordRules
from voicegame.games.protocol import Event
from voicegame.hearing.audio import to_samples
from voicegame.lexicon.spelled import SpelledFrom
from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict
from voicegame.table.actions import Drawn, Heard, Rolled, Spoken
from voicegame.table.buyword_advice import Adviser
from voicegame.table.buyword_talk import BuywordTalk
from voicegame.table.core import Table
from voicegame.table.events import Happening, Notice

LEXICON = load_lexicon("kids")


class Tabletop:
    """Two players at a table of BuyWord; ``said`` holds names of events and keys of notices of the last step."""

    def __init__(self, **rules: Any) -> None:
        game = Buyword()
        state, _ = game.start(("Ann", "Bob"), BuywordRules(**rules))
        self.table = Table(game, state, BuywordTalk())
        self._at = 0
        self.happened: list[Happening] = []

    def act(self, action: object) -> None:
        self.happened = self.table.act(action)  # type: ignore[arg-type]
        while self.table.awaits_silence:
            self.table.act(Spoken(self.table.now))

    def hear(self, verdict: Verdict) -> None:
        self._at += to_samples(1)
        self.act(Heard(self._at, self._at, self._at, "something", verdict))

    def command(self, *commands: str) -> None:
        for command in commands:
            self.hear(Verdict(Outcome.ACCEPT, command=command))

    def round(self, *sets: str) -> None:
        """Roll, draw these tiles, and buy them."""
        self.command("roll")
        self.act(Rolled(self.table.now, str(len(sets[0]))))
        for letters in sets:
            self.act(Drawn(self.table.now, tuple(letters)))
        self.command(*["buy"] * len(sets))

    @property
    def said(self) -> list[str]:
        return [each.key if isinstance(each, Notice) else each.name for each in self.happened]

    def discarded(self) -> list[object]:
        return [each for each in self.happened if isinstance(each, Event) and each.name == "discarded"]


@pytest.fixture
def top() -> Tabletop:
    top = Tabletop(hand_limit=2)
    top.round("BDE", "STA")
    top.command("done")
    assert top.table.prompt.kind == "discard"
    return top


def test_b14_an_unclear_letter_is_asked_about_and_never_discarded(top: Tabletop) -> None:
    unsure = tuple(Candidate(name, -1.0, f"letter:{name}", fits=True) for name in "BDE")
    top.hear(Verdict(Outcome.ASK, command="letter:B", candidates=unsure))
    asked = top.happened[-1]
    assert isinstance(asked, Event)
    assert (asked.name, asked.word) == ("asked", "B")  # type: ignore[attr-defined]
    assert "letter:D" in top.table.expectation.commands  # the letter itself is an answer, too
    top.command("no")
    assert top.happened[-1].word == "D"  # type: ignore[union-attr]
    top.command("no")
    assert top.said[-1] == "say_again"
    assert top.table.state.hands[0].total == 3
    top.hear(Verdict(Outcome.ASK, command="letter:B", candidates=unsure))
    top.command("letter:E")
    assert [each.letters for each in top.discarded()] == [("E",)]  # type: ignore[attr-defined]


def test_b14_an_unheard_letter_is_asked_for_again_once(top: Tabletop) -> None:
    assert top.table.asks_again
    top.hear(Verdict(Outcome.IGNORE))
    assert top.said == ["which_letter?"]
    assert not top.table.asks_again
    top.hear(Verdict(Outcome.IGNORE))
    assert top.said == []
    top.command("letter:B")
    assert top.discarded()
    assert not top.table.asks_again  # Bob may sell: there any sound may be anything


def test_b14_no_answer_discards_nothing(top: Tabletop) -> None:
    top.hear(Verdict(Outcome.ASK, command="letter:B"))
    assert top.table.due is not None
    top.act(top.table.time_up)
    assert top.said == ["say_again"]
    assert top.table.state.hands[0].total == 3


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("letter:B", "B"), ("number:3", "3"), ("bid:40", "40"), ("position:3", "number 3"), ("wild:E", "wild for E"),
        ("swap:1", "swap with player 2"), ("swap:1:20", "swap with player 2 for 20 dollars"),
        ("swap_asking:0:5", "swap with player 1 and ask 5 dollars"), ("tiles_left", "tiles left"),
        ("done", "no more words"),
    ],
)  # fmt: skip
def test_what_the_host_calls_a_command(command: str, name: str) -> None:
    assert BuywordTalk().named(command) == name


def test_the_opening_asks_for_the_die() -> None:
    (notice,) = Tabletop().table.opening
    assert isinstance(notice, Notice)
    assert notice.key == "prompt_roll"


# Hints ----------------------------------------------------------------------------------------------------------------


def best_price(hand: tuple[str, ...], wilds: int) -> int:
    """The most that one word brings, word by word."""
    pips, best = dict(PIPS), 0
    for word in LEXICON.words:
        lacking = Counter(word.upper()) - Counter(hand)
        if lacking.total() <= min(wilds, 1) and not LEXICON.is_blocked_word(word):
            shown = sum(pips[letter] for letter in word.upper()) - sum(pips[x] - 1 for x in lacking.elements())
            best = max(best, shown**2)
    return best


@pytest.mark.parametrize("seed", range(6))
def test_hints_are_exact(seed: int) -> None:
    random, rules = Random(seed), BuywordRules()
    adviser = Adviser(LEXICON, hints=True)
    tiles = tuple(random.sample(BAG.tiles, 11))
    hand, drawn = tiles[:8], tiles[8:]
    rule = SpelledFrom(hand, wilds=seed % 2)
    best = adviser.best_word(rule, rules)
    assert (best.price if best else 0) == best_price(hand, seed % 2)
    assert best is None or rule.refusal(best.word, LEXICON) is None
    gain = best_price(tiles, seed % 2) - best_price(hand, seed % 2)
    assert adviser.worth_of_set(rule, drawn, rules) == gain


def test_a_hand_without_a_word_has_no_hint() -> None:
    assert Adviser(LEXICON).best_word(SpelledFrom(("Q", "Q")), BuywordRules()) is None
