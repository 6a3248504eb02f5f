"""K6, K17 and K19 as one rule, and its sentences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lexicon.small import ROWS, small
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Refusal, WordRule
from voicegame.lexicon.word_rules import InOrder
from voicegame.paths import LEXICONS

SMALL = small()
ENGLISH = Lexicon.load(LEXICONS / "en")


def test_it_is_a_word_rule() -> None:
    rule: WordRule = InOrder(("A", "C"))
    assert rule.refusal("march", SMALL) is None


@pytest.mark.parametrize("word", ["each", "march", "arc", "act"])
def test_k06_letters_in_order_are_accepted(word: str) -> None:
    assert InOrder(("A", "C")).refusal(word, SMALL) is None


@pytest.mark.parametrize(
    ("letters", "word", "reason"),
    [
        (("A", "C"), "dog", "dog does not have A, then C"),
        (("A", "C"), "car", "car does not have A, then C"),
        (("C", "A", "R"), "cat", "cat does not have C, then A, then R"),
        (("D", "D"), "dog", "dog does not have D, then D"),
    ],
)
def test_k06_a_refusal_names_the_letters(letters: tuple[str, ...], word: str, reason: str) -> None:
    assert InOrder(letters).refusal(word, SMALL) == Refusal("K6", reason)


@pytest.mark.parametrize(
    ("used", "word", "reason"),
    [
        ("rise", "rise", "rise has been said already"),
        ("rise", "rising", "rising is a form of rise"),
        ("river", "riverside", "river is inside riverside"),
        ("strong", "strength", "strength belongs with strong"),
    ],
)
def test_k17_a_root_serves_once(used: str, word: str, reason: str) -> None:
    assert InOrder(("R",), (used,)).refusal(word, SMALL) == Refusal("K17", reason)


def test_k17_a_doubt_is_accepted_and_reported() -> None:
    rule = InOrder(("S", "I"), ("dog", "sign"))
    assert rule.refusal("resign", SMALL) is None
    assert [link.reason for link in rule.unsure_links("resign", SMALL)] == ["resign is close to sign"]
    assert rule.unsure_links("side", SMALL) == ()


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("blorf", "blorf is not in the word list"),
        ("co-op", "co-op has a hyphen"),
        ("don't", "don't has an apostrophe"),
        ("don\u2019t", "don\u2019t has an apostrophe"),
        ("b2b", "b2b has a digit"),
        ("Paris", "Paris is written like a name"),
        ("USA", "USA is written like an abbreviation"),
        ("q", "Q alone is a letter, not a word"),
        ("ice cream", "ice cream is more than one word"),
        ("naïve", "naïve has a sign that is not a letter from A to Z"),
        ("", "no word was given"),
    ],
)
def test_k19_not_a_word_of_the_list(word: str, reason: str) -> None:
    assert InOrder(("A", "C")).refusal(word, SMALL) == Refusal("K19", reason)


def test_k19_a_word_beyond_the_level_is_refused_as_too_rare() -> None:
    refused = InOrder(("R", "B")).refusal("riverbed", small("kids"))
    assert refused == Refusal("K19", "riverbed is too rare for this game's word list")


@pytest.mark.parametrize("word", ["scurro", "Scurro", "SCURRO"])
@pytest.mark.parametrize("level", ["full", "kids"])
def test_k19_a_blocked_word_is_refused_without_being_repeated(word: str, level: str) -> None:
    refused = InOrder(("S", "C")).refusal(word, small(level))
    assert refused is not None
    assert refused.rule == "K19"
    assert "scurro" not in refused.reason.lower()


def test_the_word_list_is_asked_first_then_the_letters_then_the_root() -> None:
    rule = InOrder(("Z",), ("rise",))
    assert [rule.refusal(word, SMALL).rule for word in ("blorf", "rising")] == ["K19", "K6"]  # type: ignore[union-attr]


@given(
    letters=st.lists(st.sampled_from("aceirs"), max_size=3),
    used=st.lists(st.sampled_from([row[0] for row in ROWS]), max_size=3),
)
def test_rows_agree_with_refusal(letters: list[str], used: list[str]) -> None:
    rule = InOrder(tuple(letters), tuple(used))
    wanted = [row for row, word in enumerate(SMALL.words) if rule.refusal(word, SMALL) is None]
    assert rule.rows(SMALL).tolist() == wanted


@settings(max_examples=25, deadline=None)
@given(
    letters=st.lists(st.sampled_from("aceilnorst"), min_size=2, max_size=5),
    used=st.lists(st.sampled_from(ENGLISH.words), max_size=4),
)
def test_rows_agree_with_refusal_in_english(letters: list[str], used: list[str]) -> None:
    rule = InOrder(tuple(letters), tuple(used))
    listed = np.zeros(len(ENGLISH), dtype=bool)
    listed[rule.rows(ENGLISH)] = True
    # All words near the used ones, and every 41st of the others.
    near = {row for word in used for row in ENGLISH.same_root(word)}
    for row in near | set(range(0, len(ENGLISH), 41)):
        word = ENGLISH.words[row]
        assert listed[row] == (rule.refusal(word, ENGLISH) is None), word
