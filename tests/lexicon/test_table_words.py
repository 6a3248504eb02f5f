"""Words that a table added or banned, and the integrity of a word list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lexicon.small import ROWS, small
from tests.program import complaint, run
from voicegame import own_words
from voicegame.errors import UserError
from voicegame.lexicon import integrity, table_words
from voicegame.lexicon.lexicon import Columns, Lexicon
from voicegame.lexicon.phonemes import CODES, decode, encode
from voicegame.lexicon.spelling_rules import letter_by_letter, regular, said_as
from voicegame.lexicon.table_words import TableWords
from voicegame.lexicon.word_rules import InOrder, listed
from voicegame.paths import LEXICONS

COLUMNS = Columns(*zip(*ROWS, strict=True))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICEGAME_DATA", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def english() -> Lexicon:
    return Lexicon.load(LEXICONS / "en")


def _changed(words: TableWords, level: str = "full") -> Lexicon:
    return Lexicon(words.applied(COLUMNS), version=words.version("small"), level=level)


def test_an_added_word_fits_is_heard_and_stands_in_its_place() -> None:
    lexicon = _changed(TableWords().add("marcher", ["mArCR"]), "kids")
    assert lexicon.words == sorted(lexicon.words)
    row = lexicon.row("marcher")
    assert row is not None
    assert lexicon.pronunciations(row) == ("mArCR",)
    assert row in InOrder(("A", "C", "R")).rows(lexicon)
    assert InOrder(("A", "C", "R")).refusal("marcher", lexicon) is None
    assert lexicon.version == "small+1"


def test_a_banned_word_is_refused_and_can_be_heard_so_that_it_is_not_bent() -> None:
    lexicon = _changed(TableWords().ban("march").ban("unheard"))
    row = lexicon.row("march")
    assert row is not None
    assert row not in InOrder(("A", "C")).rows(lexicon)
    assert lexicon.pronunciations(row) == ("mArC",)
    for word in ("march", "unheard"):
        refusal = listed(word, lexicon)
        assert refusal is not None
        assert refusal.rule == "K19"


def test_a_rare_word_that_is_added_is_in_every_level_and_keeps_its_family() -> None:
    words = TableWords().add("riverbed", ["rIvRbEd"])
    assert "riverbed" not in small("kids")
    lexicon = _changed(words, "kids")
    assert "riverbed" in lexicon
    assert lexicon.family_tokens("riverbed") == "+bed river+"


def test_another_pronunciation_comes_before_the_known_ones() -> None:
    lexicon = _changed(TableWords().add("read", ["rid"]))
    assert lexicon.pronunciations(lexicon.row("read") or 0) == ("rid", "rEd")


def test_changes_come_and_go_and_are_counted() -> None:
    words = TableWords().add("marcher", ["mArCR"]).ban("marcher")
    assert (words.added, words.banned) == ({}, {"marcher"})
    words = words.add("marcher", ["mArCR"])
    assert words.banned == frozenset()
    words = words.forget("marcher")
    assert (bool(words), words.changes, words.version("en-1")) == (False, 4, "en-1")
    assert words.ban("cat").version("en-1") == "en-1+5"
    with pytest.raises(UserError, match="neither added nor banned"):
        words.forget("marcher")


def test_words_are_kept_as_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "words.en.tsv"
    assert table_words.read(path) == TableWords()
    words = TableWords().add("marcher", ["mArCR", "mArSR"]).ban("dog")
    table_words.write(path, words)
    assert table_words.read(path) == words
    assert [each.name for each in path.parent.iterdir()] == ["words.en.tsv"]


@pytest.mark.parametrize(
    "line",
    ["add\tMarch\tmArC", "add\tmarch\t!!", "add\tmarch\t", "ban\t", "ban\tx", "hop\tmarch", "\x00", "add\tmarch"],
)
def test_a_damaged_line_is_named_left_out_and_never_lost(line: str, tmp_path: Path) -> None:
    path = tmp_path / "words.en.tsv"
    path.write_text(f"# voicegame words 1, changed 2\n{line}\nban\tdog\t\n")
    words = table_words.read(path)
    assert (words.added, words.banned, words.changes) == ({}, {"dog"}, 2)
    assert len(words.problems) == 1
    assert "line 2" in words.problems[0]
    with pytest.raises(UserError, match="mend or delete"):
        table_words.to_change(path)


def test_files_that_cannot_be_read_or_written_say_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="can't be read"):
        table_words.read(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="can't be kept"):
        table_words.write(tmp_path / "file" / "words.en.tsv", TableWords())
    (tmp_path / "binary").write_bytes(b"\xff\xfe\n\xff")
    assert len(table_words.read(tmp_path / "binary").problems) == 2


@pytest.mark.parametrize("text", ["", " ", "a", "x-ray", "naïve", "two words", "don't", "b2b", "m" * 64, "add\tx\n"])
def test_what_is_no_word_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="is no word for the list"):
        table_words.check_word(text)


@pytest.mark.parametrize(
    ("word", "like", "sounds", "said"),
    [
        ("marcher", "car", "M AA1", "give one of them"),
        ("marcher", None, "M QQ", "no ARPAbet symbol"),
        ("marcher", None, " ", "--sounds is empty"),
        ("marcher", "xyzzy", None, "isn't known either"),
        ("marcher", "x-ray", None, "is no word"),
        ("xyzzy", None, None, "can't be told from its spelling"),
        ("march", None, None, "is in the word list already"),
        ("scurro", None, None, "is blocked"),
    ],
)
def test_sounds_that_cannot_be_had(word: str, like: str | None, sounds: str | None, said: str) -> None:
    with pytest.raises(UserError, match=said):
        table_words.sounds_of(word, small(), like, sounds)


def test_sounds_come_from_what_is_given_or_from_regular_rules() -> None:
    lexicon = small()
    assert table_words.sounds_of("marcher", lexicon, None, "m aa1 r ch er0") == ("mArCR",)
    assert table_words.sounds_of("eir", lexicon, "heir", None) == ("Er",)
    assert table_words.sounds_of("marched", lexicon, None, None) == ("mArCt",)
    assert table_words.sounds_of("zax", lexicon, None, None) == ("z@ks",)


@pytest.mark.parametrize(
    ("word", "codes"),
    [
        ("marches", "mArCIz"), ("acts", "@kts"), ("dogs", "dOgz"), ("acted", "@ktId"), ("signed", "sYnd"),
        ("dogged", "dOgd"), ("catty", "k@ti"), ("unsign", "VnsYn"), ("signing", "sYnIN"), ("dogcat", "dOgk@t"),
        ("arising", "xrYzIN"),
    ],
)  # fmt: skip
def test_regular_words_sound_as_their_stems_say(word: str, codes: str) -> None:
    assert regular(word, small()) == (codes,)


def test_any_spelling_sounds_somehow() -> None:
    for word in ("q", "cem", "zoe", "xyzzy", "aaa", "bobbie", "o", "strengths", "jane"):
        codes = letter_by_letter(word)
        assert codes
        assert set(codes) <= set(CODES)
    assert (letter_by_letter("bob"), letter_by_letter("jane")) == ("bAb", "Jen")
    assert said_as("march", small()) == ("mArC",)
    assert encode(decode("mArCx")) == "mArCx"


def test_the_commands_change_what_is_judged() -> None:
    assert "marchly is good from now on, said M AA R CH L IY" in run("lexicon", "add", "Marchly").stdout
    assert "dog is refused from now on" in run("lexicon", "ban", "dog").stdout
    shown = run("lexicon", "list").stdout.splitlines()
    assert shown[:2] == ["added marchly: M AA R CH L IY", "banned dog"]
    assert shown[2].endswith("+2.")
    judged = run("check", "marchly", "--letters", "c,l", "--json")
    assert json.loads(judged.stdout)["outcome"] == "accept"
    assert json.loads(run("check", "dog", "--letters", "d", "--json").stdout)["rule"] == "K19"
    assert "neither added nor banned" in complaint(run("lexicon", "remove", "cat"))


def test_a_game_says_which_list_judged_it(tmp_path: Path) -> None:
    own_words.ban("march")
    journal = tmp_path / "game.jsonl"
    done = run(
        "play", "kirdy", "--text", "--players", "Ann,Bob", "--draws", "ABAC", "--seed", 1, "--journal", journal,
        lines=["@3 march"],
    )  # fmt: skip
    assert "not allowed" in done.stdout
    assert json.loads(journal.read_text().splitlines()[0])["lexicon"].endswith("+1")


# Integrity


def _copy(folder: Path) -> Path:
    folder.mkdir()
    for name in ("meta.json", "words.tsv"):
        (folder / name).write_bytes((LEXICONS / "en" / name).read_bytes())
    return folder


def test_the_shipped_list_is_whole() -> None:
    shown, faults = integrity.faults(LEXICONS / "en")
    assert "words" in shown
    assert faults == []


def test_any_changed_byte_is_found(tmp_path: Path) -> None:
    words = _copy(tmp_path / "en") / "words.tsv"
    data = bytearray(words.read_bytes())
    data[data.index(b"\tmArC") + 1] = ord("b")  # the file is still in form
    words.write_bytes(data)
    assert ["sha256" in fault for fault in integrity.faults(words.parent)[1]] == [True]
    words.write_bytes(data + b"zzzz\tnothing\n")
    done = run("lexicon", "check", words.parent)
    assert done.returncode == 2
    assert "is damaged" in done.stderr
    assert "sha256" in done.stderr
    (words.parent / "meta.json").write_text("{}")
    assert "is damaged" in complaint(run("lexicon", "check", words.parent))
    for wrong in (tmp_path, tmp_path / "nowhere", words):
        sentence = complaint(run("lexicon", "check", wrong))
        assert sentence.startswith(f"{wrong} holds no word list")
        assert "lexicons/en" in sentence


def test_words_that_cannot_be_kept_are_told_with_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(UserError, match=r"\(Permission denied\): .* name another folder in VOICEGAME_DATA"):
        table_words.write(tmp_path / "away" / "words.en.tsv", TableWords())
