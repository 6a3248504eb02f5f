"""Loading, levels, letters and sounds of a lexicon."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lexicon.small import ROWS, small
from voicegame.errors import UserError
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.phonemes import CODES
from voicegame.paths import LEXICONS


@pytest.fixture(scope="module")
def english() -> Lexicon:
    return Lexicon.load(LEXICONS / "en")


def naive(word: str, letters: str) -> bool:
    """The rule K6 as one would do it by hand."""
    at = 0
    for letter in letters:
        at = word.find(letter, at) + 1
        if at == 0:
            return False
    return True


def write(folder: Path, words: str, form: int = 1) -> Path:
    (folder / "meta.json").write_text(json.dumps({"format": form, "version": "test-1"}))
    (folder / "words.tsv").write_text(words)
    return folder


def test_the_words_are_sorted_and_know_their_rows(english: Lexicon) -> None:
    assert english.problems == ()
    assert english.words == sorted(set(english.words))
    assert len(english) == len(english.sizes) > 115_000
    assert english.row("march") is not None
    assert english.words[english.row("march") or 0] == "march"
    assert english.row("blorf") is None
    assert "march" in english
    assert "blorf" not in english
    assert english.version.startswith("en-20")


def test_every_word_has_a_sound_of_known_codes(english: Lexicon) -> None:
    assert set(np.unique(english.sounds)) <= {0, *CODES.encode()}
    assert english.sounds.shape[0] == len(english.owners)
    assert np.array_equal(np.unique(english.owners), np.arange(len(english)))
    counts = np.bincount(english.owners)
    assert counts.min() >= 1
    assert counts.max() <= 4
    row = english.row("read")
    assert row is not None
    assert english.pronunciations(row) == ("rEd", "rid")
    first = int(np.searchsorted(english.owners, row))
    assert english.sounds[first].tobytes().rstrip(b"\0") == b"rEd"


def test_homophones() -> None:
    lexicon = small()
    assert lexicon.homophones("air") == ("heir",)
    assert lexicon.homophones("dog") == ()
    assert lexicon.homophones("blorf") == ()


def test_the_english_homophones(english: Lexicon) -> None:
    assert {"heir", "ere"} <= set(english.homophones("air"))
    assert "flower" in english.homophones("flour")


def test_common_modern_words_and_both_spellings(english: Lexicon) -> None:
    for word in (
        "vlog",
        "wifi",
        "app",
        "frisbee",
        "sudoku",
        "emoji",
        "cafe",
        "colour",
        "color",
        "realise",
        "realize",
    ):
        assert word in english, word
    for word in ("london", "usa", "kb", "x"):
        assert word not in english, word


def test_levels_nest() -> None:
    everything, everyday, kids = small(), small("everyday"), small("kids")
    assert len(kids) < len(everyday) < len(everything)
    assert "riverbed" in everyday
    assert "riverbed" not in kids
    assert kids.beyond_level("riverbed")
    assert not kids.beyond_level("blorf")
    assert not everything.beyond_level("riverbed")
    assert kids.family_tokens("riverbed") == "+bed river+"
    assert kids.sizes.max() <= 35


def test_flags() -> None:
    lexicon = small()
    rows = {word: lexicon.row(word) or 0 for word in ("scurro", "sculp", "dog", "zax")}
    assert lexicon.is_blocked(rows["scurro"])
    assert lexicon.is_vulgar(rows["sculp"])
    assert not lexicon.is_blocked(rows["sculp"])
    assert lexicon.is_everyday(rows["dog"])
    assert not lexicon.is_everyday(rows["zax"])
    assert small("kids").is_blocked_word("scurro")


def test_no_vulgar_or_blocked_word_is_everyday(english: Lexicon) -> None:
    blocked = [row for row in range(len(english)) if english.is_blocked(row)]
    vulgar = [row for row in range(len(english)) if english.is_vulgar(row)]
    assert len(blocked) > 50
    assert len(vulgar) > 200
    assert not any(english.is_everyday(row) for row in blocked + vulgar)


def test_k06_letters_in_order() -> None:
    lexicon = small()

    def words(letters: str) -> list[str]:
        return [lexicon.words[row] for row in lexicon.containing(letters)]

    assert words("ac") == ["act", "arc", "each", "march"]
    assert words("RR") == ["river", "riverbed", "rivers", "riverside"]
    assert words("rrr") == []
    assert words("scr") == []  # blocked
    assert len(words("")) == len(ROWS) - 1
    with pytest.raises(ValueError, match="not a letter"):
        lexicon.containing(["a", "ç"])
    with pytest.raises(ValueError, match="not a letter"):
        lexicon.containing(["ab"])


@settings(max_examples=60, deadline=None)
@given(letters=st.text(alphabet="abcdeilnorstuxyz", min_size=0, max_size=7))
def test_k06_agrees_with_a_search_by_hand(english: Lexicon, letters: str) -> None:
    found = english.containing(letters)
    wanted = [row for row, word in enumerate(english.words) if naive(word, letters) and not english.is_blocked(row)]
    assert found.tolist() == wanted


@given(
    words=st.sets(st.text(alphabet="abc", min_size=2, max_size=63), min_size=1, max_size=30),
    letters=st.text(alphabet="abcd", max_size=5),
)
def test_k06_holds_for_very_long_words(words: set[str], letters: str) -> None:
    lexicon = Lexicon([(word, "10", "", "", "") for word in sorted(words)])
    assert [lexicon.words[row] for row in lexicon.containing(letters)] == [
        word for word in sorted(words) if naive(word, letters)
    ]


def test_an_empty_lexicon_answers() -> None:
    lexicon = Lexicon([])
    assert lexicon.containing("ab").tolist() == []
    assert len(lexicon.sounds) == 0
    assert lexicon.homophones("a") == ()


def test_s30_a_damaged_line_is_skipped_and_named(tmp_path: Path) -> None:
    good, late, last = "air\t10\tEr\t\t", "act\t10\t@kt\t\t", "emu\t70\tim\t\tv"
    lines = [good, "bad line", "Cat\t10\tk@t\t\t", late, "dog\t10\t9\t\t", last, ""]
    lexicon = Lexicon.load(write(tmp_path, "\n".join(lines)))
    assert lexicon.words == ["air", "emu"]
    assert len(lexicon.problems) == 4
    assert "line 2" in lexicon.problems[0]
    assert "bad line" in lexicon.problems[0]
    assert "out of order" in lexicon.problems[2]


def test_s30_bytes_that_are_no_text(tmp_path: Path) -> None:
    write(tmp_path, "")
    (tmp_path / "words.tsv").write_bytes(b"air\t10\tEr\t\t\n\xff\xfe\x00\nemu\t70\tim\t\t\n")
    lexicon = Lexicon.load(tmp_path)
    assert lexicon.words == ["air", "emu"]
    assert len(lexicon.problems) == 1


def test_s30_many_damaged_lines_are_summed_up(tmp_path: Path) -> None:
    lexicon = Lexicon.load(write(tmp_path, "nonsense\n" * 500))
    assert len(lexicon.problems) < 30
    assert "more lines" in lexicon.problems[-1]


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"meta\.json cannot be read; run"):
        Lexicon.load(tmp_path / "none")
    (tmp_path / "meta.json").write_text('{"format": 1, "version": "x"}')
    with pytest.raises(UserError, match=r"words\.tsv cannot be read; run"):
        Lexicon.load(tmp_path)


@pytest.mark.parametrize("meta", ["", "[]", '{"format": 1}', "{"])
def test_a_damaged_meta_file_is_said(tmp_path: Path, meta: str) -> None:
    (tmp_path / "meta.json").write_text(meta)
    with pytest.raises(UserError, match="is damaged"):
        Lexicon.load(tmp_path)


def test_another_format_or_level_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="has format 2, not 1"):
        Lexicon.load(write(tmp_path, "", form=2))
    with pytest.raises(UserError, match="'easy' is unknown; choose one of kids"):
        Lexicon.load(tmp_path, "easy")
