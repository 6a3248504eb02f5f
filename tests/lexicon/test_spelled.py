"""Which words a hand spells (B11, B12, V5), against a plain reading of the rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicegame.assembly import load_lexicon
from voicegame.games.bag import Bag
from voicegame.games.spelling import CannotSpell, spell
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.spelled import Laid, SpelledFrom

WORDS = load_lexicon("kids")
SOME = WORDS.words[::37]
ROWS = [
    (word, "10", "", "", "b" if word == "tut" else "") for word in ("ate", "end", "eat", "net", "sea", "tea", "tut")
]
SMALL = Lexicon(sorted(ROWS))  # type: ignore[arg-type]


def plainly(word: str, hand: Sequence[str], wilds: int, wild_for: str | None) -> bool:
    """Whether the rules of the game let the hand spell it."""
    if wild_for is not None and wild_for not in word.upper():
        return False
    try:
        spell(word.upper(), Bag().put_back(hand), wilds, wild_for)
    except CannotSpell:
        return False
    return True


@given(
    hand=st.lists(st.sampled_from("AEIOSTRNDLBZ"), max_size=9),
    wilds=st.integers(0, 2),
    wild_for=st.sampled_from([None, None, "E", "T"]),
    shortest=st.integers(2, 4),
)
@settings(max_examples=40, deadline=None)
def test_b11_b12_the_rows_are_the_words_that_the_rules_take(
    hand: list[str], wilds: int, wild_for: str | None, shortest: int
) -> None:
    rule = SpelledFrom(tuple(hand), wilds, wild_for, shortest)
    listed = {WORDS.words[row] for row in rule.rows(WORDS)}
    for word in SOME:
        fits = len(word) >= shortest and plainly(word, hand, wilds, wild_for) and not WORDS.is_blocked_word(word)
        assert (word in listed) == fits, word
        assert (rule.refusal(word, WORDS) is None) == fits, word


@pytest.mark.parametrize(
    ("rule", "word", "number", "reason"),
    [
        (SpelledFrom(("T", "A")), "zzz", "B19", "zzz is not in the word list"),
        (SpelledFrom(("T", "A")), "tut", "B19", "that word is not allowed in this game"),
        (SpelledFrom(("T", "A")), "tea", "B11", "tea needs E, which the hand lacks"),
        (SpelledFrom(("S",)), "tea", "B11", "tea needs T, E and A, which the hand lacks"),
        (SpelledFrom(("T",), 3), "tea", "B12", "tea needs E and A beyond the hand, and a wild stands for only one"),
        (SpelledFrom(("T", "E", "A"), 1, "S"), "tea", "B12", "tea does not need the S that the wild was named for"),
        (SpelledFrom(("T", "A"), 0, "E"), "tea", "B12", "there is no wild left in the hand"),
        (SpelledFrom(("T", "E", "A"), 0, None, 4), "tea", "B12", "tea has fewer than 4 letters"),
    ],
)
def test_b11_b12_b19_a_refusal_names_what_is_missing(rule: SpelledFrom, word: str, number: str, reason: str) -> None:
    refusal = rule.refusal(word, SMALL)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (number, reason)


def test_a_blocked_word_is_never_listed() -> None:
    assert [SMALL.words[row] for row in SpelledFrom(("T", "U", "T")).rows(SMALL)] == []
    assert [SMALL.words[row] for row in SpelledFrom(("E", "T", "A")).rows(SMALL)] == ["ate", "eat", "tea"]


def test_an_empty_hand_and_an_empty_lexicon() -> None:
    assert not len(SpelledFrom(()).rows(SMALL))
    assert not len(SpelledFrom(("A",), 1).rows(Lexicon([])))


def lays(found: Iterable[Sequence[str]]) -> Laid:
    return Laid(SpelledFrom(("N", "D"), 0), lambda _: found, (("T", "E", "A"), ("E",)))


def test_v5_a_word_takes_letters_of_a_line() -> None:
    assert [SMALL.words[row] for row in lays(()).rows(SMALL)] == ["ate", "eat", "end", "net", "tea"]
    assert [SMALL.words[row] for row in Laid(SpelledFrom(("N", "D"), 0), lambda _: (), (("E",),)).rows(SMALL)] == [
        "end"
    ]


def test_v5_a_place_is_good_if_all_it_makes_is_listed() -> None:
    assert lays([("end", "zz"), ("end", "tea")]).refusal("end", SMALL) is None
    assert lays([("end",)]).refusal("end at 0 1 down", SMALL) is None
    for found, number, part in (([("end", "zz")], "B19", "end would make zz"), ([], "V5", "has no place on the table")):
        refusal = lays(found).refusal("end", SMALL)
        assert refusal is not None
        assert refusal.rule == number
        assert part in refusal.reason
    somewhere = lays([]).refusal("end at 3 -1 across", SMALL)
    assert somewhere is not None
    assert somewhere.reason == "end has no place there with the letters of the hand"
