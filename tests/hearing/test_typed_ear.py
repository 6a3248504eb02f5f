"""Typed lines as evidence."""

import pytest

from voicegame.hearing.typed_ear import TypedEar
from voicegame.lexicon.evidence import TypedEvidence


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("march", "march"),
        ("  MARCH \n", "march"),
        ("Carry   on!", "carry on"),
        ("I\N{RIGHT SINGLE QUOTATION MARK}ll stop.", "i'll stop"),
        ("naïve", "naïve"),
    ],
)
def test_a_line_is_trimmed_and_in_lower_case(line: str, text: str) -> None:
    assert TypedEar().listen(line) == TypedEvidence(text)


@pytest.mark.parametrize("line", ["", "   ", "\n", "..."])
def test_a_line_without_words_is_empty(line: str) -> None:
    assert TypedEar().listen(line).empty
