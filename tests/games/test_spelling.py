"""What a hand can lay, and what it is worth."""

from __future__ import annotations

import pytest

from voicegame.games.bag import Bag
from voicegame.games.spelling import CannotSpell, Spelling, pips_of, plain, price_of, spell


def hand(letters: str) -> Bag:
    return Bag().put_back(letters)


@pytest.mark.parametrize(
    ("word", "letters"),
    [("house", "HOUSE"), ("cœur", "COEUR"), ("Ægis", "AEGIS"), ("école", "ECOLE"), ("it's", "IT'S"), ("", "")],
)
def test_words_in_plain_capitals(word: str, letters: str) -> None:
    assert plain(word) == letters


@pytest.mark.parametrize(
    ("letters", "wilds", "wild_for", "laid"),
    [
        ("HOUSE", 0, None, Spelling(tuple("HOUSE"))),
        ("HOUSE", 1, None, Spelling(tuple("HOUSE"))),
        ("MOUSE", 1, None, Spelling(tuple("OUSE"), "M")),
        ("HOUSES", 1, None, Spelling(tuple("HOUES"), "S")),
        ("HOUSE", 1, "E", Spelling(tuple("HOUS"), "E")),
        ("MOUSE", 2, "M", Spelling(tuple("OUSE"), "M")),
    ],
)
def test_letters_are_laid_with_one_wild_at_the_most(
    letters: str, wilds: int, wild_for: str | None, laid: Spelling
) -> None:
    assert spell(letters, hand("HOUSE"), wilds, wild_for) == laid


@pytest.mark.parametrize(
    ("letters", "wilds", "wild_for", "missing"),
    [
        ("MOUSE", 0, None, "M"),
        ("MOUTH", 3, None, "MT"),
        ("MOUSE", 2, "E", "M"),
        ("HOUSE", 0, "E", "E"),
        ("HOUSEE", 0, None, "E"),
    ],
)
def test_what_is_missing_is_named(letters: str, wilds: int, wild_for: str | None, missing: str) -> None:
    with pytest.raises(CannotSpell) as caught:
        spell(letters, hand("HOUSE"), wilds, wild_for)
    assert caught.value.missing == tuple(missing)
    assert str(caught.value) == f"the hand lacks {', '.join(missing)}"


def test_pips_and_prices() -> None:
    pips = {"D": 2, "E": 1, "S": 1}
    assert pips_of("DES", pips) == 4
    assert pips_of("DE", pips, wilds=1) == 4
    assert [price_of(number) for number in (0, 2, 5, 8)] == [0, 4, 25, 64]
