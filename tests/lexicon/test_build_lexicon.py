# ruff: noqa: RUF001 (the phonetic alphabet is meant)
"""The script that builds the English lexicon: its inputs, its rules, and that it gives the same bytes again."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from voicegame.lexicon.phonemes import CODES
from voicegame.paths import LEXICONS

ENGLISH = LEXICONS / "en"
INPUTS = ENGLISH / "inputs"
sys.path.insert(0, str(ENGLISH))

from builder import sources, spelt  # noqa: E402
from builder.affixes import PREFIXES, SUFFIXES  # noqa: E402
from builder.analogy import Analogy  # noqa: E402
from builder.pronounce import Pronouncer, distinct  # noqa: E402
from builder.relations import regular  # noqa: E402
from builder.sources import InputError, Source  # noqa: E402
from builder.spelling import variants  # noqa: E402


def installed() -> str:
    """Why the inputs are not here, empty if they are."""
    try:
        sources.verify(sources.sources(), INPUTS / "checksums.json")
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.timeout(900)
@pytest.mark.slow
def test_the_build_gives_the_same_bytes_again(tmp_path: Path) -> None:
    missing = installed()
    if missing:
        pytest.skip(f"the lexicon cannot be built here: {missing}")
    # Another order of sets and dictionaries than the last build had.
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    command = [sys.executable, str(ENGLISH / "build.py"), "--out", str(tmp_path)]
    subprocess.run(command, check=True, env=environment)
    for name in ("words.tsv", "meta.json"):
        assert (tmp_path / name).read_bytes() == (ENGLISH / name).read_bytes(), name


def test_meta_describes_the_files_beside_it() -> None:
    meta = json.loads((ENGLISH / "meta.json").read_text())
    text = (ENGLISH / "words.tsv").read_bytes()
    assert meta["sha256"] == hashlib.sha256(text).hexdigest()
    assert meta["words"] == text.count(b"\n") == sum(meta["sounds_from"].values())
    for name, checksum in meta["files"].items():
        assert sources.checksum(INPUTS / name) == checksum, f"{name} changed: build the lexicon again"


def test_a_wrong_input_is_named(tmp_path: Path) -> None:
    path = tmp_path / "list.10"
    path.write_text("word\n")
    pins = tmp_path / "pins.json"
    source = Source("lists", "1.0", "run apt-get install lists", {"list.10": path})
    pins.write_text(sources.pins_of([source]))
    sources.verify([source], pins)
    path.write_text("worm\n")
    with pytest.raises(InputError, match=r"list\.10 is not the one of lists 1\.0"):
        sources.verify([source], pins)
    path.unlink()
    with pytest.raises(InputError, match=r"the file list\.10 is missing; run apt-get install lists"):
        sources.verify([source], pins)
    path.write_text("word\n")
    pins.write_text('{"lists": {}}')
    with pytest.raises(InputError, match="is not one of the pinned ones"):
        sources.verify([source], pins)


def test_accents_fall_and_a_word_keeps_its_smallest_size(tmp_path: Path) -> None:
    small, large = tmp_path / "english-words.10", tmp_path / "british-words.35"
    small.write_text("cat\na\n")
    large.write_text("cat\ncaf\u00e9\nit's\nBob\n", encoding="utf-8")
    source = Source("scowl", "1", "", {small.name: small, large.name: large})
    assert sources.scowl_words(source) == {"cat": 10, "cafe": 35}


def test_a_hand_made_table_names_its_bad_line(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    table.write_text("# title\na\tb\nc\n")
    with pytest.raises(InputError, match=r"table\.tsv, line 3: 2 columns are needed, not 1"):
        sources.rows(table, 2)


@pytest.mark.parametrize("table", [spelt.ESPEAK_TO_CODES, spelt.HAMA_TO_CODES])
def test_every_phoneme_is_mapped_to_our_codes(table: dict[str, str]) -> None:
    assert all(code in CODES for codes in table.values() for code in codes)
    assert all(table.values())


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (" k_ˈʌ_l_ɚ", "kVlR"),
        ("s_ˈuː_d_oʊ_k_ˌuː", "sudoku"),
        ("z_w_ˈiː_b_æ_k", "zwib@k"),
        ("f_ˈɜː_ɹ_i", "fRi"),
        ("w_ˈɔː_ɾ_ɚ", "wOtR"),
        ("tʃ_ˈɪ_l d_ˈaʊ_n", "CIldWn"),
    ],
)
def test_espeaks_phonemes_become_codes(line: str, codes: str) -> None:
    assert spelt.from_espeak(line) == codes


def test_a_phoneme_that_is_not_mapped_is_an_error() -> None:
    with pytest.raises(KeyError):
        spelt.from_espeak("k_ǂ")


TOY = {
    "cat": ("k@t",), "cats": ("k@ts",), "dog": ("dOg",), "dogs": ("dOgz",), "map": ("m@p",), "maps": ("m@ps",),
    "hat": ("h@t",), "hats": ("h@ts",), "leg": ("lEg",), "legs": ("lEgz",), "cup": ("kVp",), "cups": ("kVps",),
    "pig": ("pIg",), "pigs": ("pIgz",), "rat": ("r@t",), "rats": ("r@ts",), "bag": ("b@g",), "bags": ("b@gz",),
    "wig": ("wIg",), "net": ("nEt", "nIt"), "sun": ("sVn",), "hot": ("hAt",),
}  # fmt: skip


def test_analogy_takes_the_ending_that_the_last_sound_asks_for() -> None:
    analogy = Analogy(TOY, TOY, lambda word: word in TOY)
    assert analogy.derive("wigs", TOY, 0.5)[1] == ("wIgz",)
    assert analogy.derive("nets", TOY, 0.5)[1] == ("nEts", "nIts")
    assert analogy.derive("sunhat", TOY, 0.8)[1] == ("sVnh@t",)
    assert analogy.derive("blorf", TOY, 0.0) == (0.0, ())
    assert analogy.derive("cats", TOY, 0.5)[1] == ("k@ts",), "derived from cat, not from itself"


def test_a_word_that_nothing_pronounces_is_an_error(tmp_path: Path) -> None:
    spelt_file = tmp_path / "spelt.tsv"
    spelt_file.write_text("blorf\tblOrf\tblOf\nwugg\t?\twVg\n")
    sizes = {"cat": 10, "wugg": 35, "blorf": 70}
    found = Pronouncer(TOY, sizes, spelt_file).all()
    assert found["cat"] == ("k@t",)
    assert found["blorf"] == ("blOrf", "blOf")
    assert found["wugg"] == ("wVg",)
    with pytest.raises(InputError, match=r"spelt\.tsv lacks 1 words, zyx among them; build with --spell"):
        Pronouncer(TOY, {"zyx": 70}, spelt_file).all()


def test_sounds_are_listed_once_and_failures_left_out() -> None:
    assert distinct("a", "b?", "a", "", "c") == ("a", "c")
    assert len(distinct("a", "b", "c", "d", "e")) == 4


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("colour", "color"), ("realise", "realize"), ("theatre", "theater"), ("travelled", "traveled"),
        ("greyish", "grayish"),
        ("anaemia", "anemia"), ("fulfil", "fulfill"), ("defence", "defense"), ("catalogue", "catalog"),
    ],
)  # fmt: skip
def test_national_spellings(word: str, other: str) -> None:
    assert other in set(variants(word, {other}.__contains__))


@pytest.mark.parametrize(
    ("word", "other"),
    [("four", "for"), ("fatted", "fated"), ("mourn", "morn"), ("called", "caled"), ("moussed", "moused")],
)
def test_other_words_are_no_spellings_of_one(word: str, other: str) -> None:
    assert other not in set(variants(word, {other}.__contains__))


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("rising", "rise"), ("rivers", "river"), ("tries", "try"), ("running", "run"), ("biggest", "big"),
        ("wolves", "wolf"), ("boxes", "box"), ("panicked", "panic"), ("dying", "die"), ("quizzes", "quiz"),
        ("happier", "happy"),
    ],
)  # fmt: skip
def test_k17_regular_forms(word: str, base: str) -> None:
    assert base in regular(word)


@pytest.mark.parametrize(("word", "base"), [("rated", "rat"), ("hated", "hat"), ("glass", "glas"), ("his", "hi")])
def test_k17_not_every_ending_makes_a_form(word: str, base: str) -> None:
    assert base not in regular(word)


def test_the_affix_tables_hold_no_line_twice() -> None:
    assert len(set(SUFFIXES)) == len(SUFFIXES)
    assert len(set(PREFIXES)) == len(PREFIXES)


def test_blocked_words_are_not_also_vulgar() -> None:
    assert not sources.word_list(INPUTS / "blocked.txt") & sources.word_list(INPUTS / "vulgar.txt")


def test_the_supplement_is_sorted_dated_and_sized() -> None:
    supplement = sources.rows(INPUTS / "supplement.tsv", 3)
    words = [word for word, _, _ in supplement]
    assert words == sorted(set(words))
    assert all(int(size) in sources.SIZES for _, size, _ in supplement)
    assert all(len(added) == 7 and added[4] == "-" for _, _, added in supplement)


def test_k17_no_look_alikes_are_also_in_the_hand_list() -> None:
    families = [set(words) for words in sources.word_rows(INPUTS / "hand_families.txt")]
    for pair in sources.word_rows(INPUTS / "lookalikes.txt"):
        assert len(pair) == 2, pair
        assert not any(set(pair) <= family for family in families), pair


def test_k17_look_alikes_are_never_called_the_same() -> None:
    from voicegame.lexicon.families import link
    from voicegame.lexicon.lexicon import Lexicon

    lexicon = Lexicon.load(ENGLISH)
    wrong = [
        pair
        for pair in sources.word_rows(INPUTS / "lookalikes.txt")
        if all(word in lexicon for word in pair)
        and (found := link(pair[0], pair[1], lexicon)) is not None
        and found.kind == "same"
    ]
    assert wrong == []
