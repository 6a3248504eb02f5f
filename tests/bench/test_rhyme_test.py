"""The rhyme test's words, cut out of strings of words by their tables of cut points."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.program import complaint, run
from tests.sounds import Sound, spoken
from voicegame.bench import rhyme_test
from voicegame.bench.manifest import read_manifest
from voicegame.bench.rhyme_test import BATCHES, TALKERS, installed_strings, word_of, write_recordings
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.lexicon import Lexicon
from voicegame.paths import LEXICONS


def _string(folder: Path, name: str, *words: tuple[int, Sound]) -> None:
    """A string as the package holds it: words at 48 kHz, each padded to half seconds, and the table of cut points."""
    rows, at, parts = ["Clip,Start,End"], 0, []
    for number, sound in words:
        loud = np.repeat(sound, 3)  # 48 kHz, roughly; what it sounds like doesn't matter here
        room = -len(loud) % 24_000
        rows += [f"{number},{at + 1},{at + len(loud)}", f"NaN,{at + len(loud) + 1},{at + len(loud) + room}"]
        parts += [loud, np.zeros(room, np.float32)]
        at += len(loud) + room
    soundfile.write(folder / f"{name}.wav", np.concatenate(parts), 48_000)
    (folder / f"{name}.csv").write_text("\n".join(rows))


def test_the_list_is_fifty_batches_of_six_that_differ_in_one_sound() -> None:
    lexicon = Lexicon.load(LEXICONS / "en")
    assert [len(batch) for batch in BATCHES] == [6] * 50
    assert all(lexicon.row(word) is not None for batch in BATCHES for word in batch)
    alike = 0
    for batch in BATCHES:
        ways = [lexicon.pronunciations(row) for word in batch if (row := lexicon.row(word)) is not None]
        assert len(set(batch)) == 6
        alike += any(
            set.intersection(*({way[end] for way in some} for some in ways)) for end in (slice(1), slice(-1, None))
        )
    assert alike >= 48  # "thaw" and "jaw" are said with two vowels


def test_numbers_name_talker_and_word() -> None:
    assert word_of(1) == ("F1", "went", "b1_w1")
    assert word_of(69) == ("F1", "sung", "b12_w3")
    assert word_of(301) == ("F3", "went", "b1_w1")
    assert word_of(1200) == ("M4", "nun", "b50_w6")
    for wrong in (0, 1201, -5):
        with pytest.raises(ValueError, match=str(wrong)):
            word_of(wrong)


def test_words_are_cut_at_their_points(tmp_path: Path) -> None:
    strings = tmp_path / "set1"
    strings.mkdir()
    first, second = spoken("sung"), spoken("went")
    _string(strings, "F1_n10_s1_c1", (69, first), (1, second))
    _string(strings, "M4_n10_s1_c1", (1200, second))
    manifest = write_recordings(strings, tmp_path / "out")
    clips = read_manifest(manifest)
    assert [(clip.text, clip.speaker) for clip in clips] == [
        ("sung", "nist:F1"), ("went", "nist:F1"), ("nun", "nist:M4")
    ]  # fmt: skip
    for clip, sound in zip(clips, (first, second, second), strict=True):
        cut = read_clip(clip.path)
        assert abs(len(cut) - len(sound)) <= 1
        assert np.corrcoef(cut[: len(sound) - 1], sound[: len(cut)][: len(sound) - 1])[0, 1] > 0.9
    with pytest.raises(UserError, match="is not empty"):
        write_recordings(strings, tmp_path / "out")


def test_damaged_tables_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no recordings"):
        write_recordings(tmp_path, tmp_path / "out")
    _string(tmp_path, "F1_n10_s1_c1", (69, spoken("sung")))
    for text in ("Clip,Start,End\n7,one,2\n", "Clip,Start\n7,1\n", "Clip,Start,End\n1201,1,2\n"):
        (tmp_path / "F1_n10_s1_c1.csv").write_text(text)
        with pytest.raises(UserError, match=r"c1\.csv is no table of cut points"):
            write_recordings(tmp_path, tmp_path / "another")
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="Nothing can be written"):
        write_recordings(tmp_path, tmp_path / "file")


def test_without_the_package_the_way_to_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rhyme_test, "_PACKAGE", "no_such_package.psud")
    with pytest.raises(UserError, match="pip install --no-deps mcvqoe-psud"):
        installed_strings()


@pytest.mark.slow
def test_the_command_cuts_the_installed_package(tmp_path: Path) -> None:
    """With the package (180 MB, not a part of the tests' environment) all 1,200 words; without it, the way to it."""
    done = run("bench", "recordings", tmp_path / "words")
    try:
        installed_strings()
    except UserError:
        assert "pip install --no-deps mcvqoe-psud" in complaint(done)
        return
    assert done.returncode == 0, done.stderr
    clips = read_manifest(Path(done.stdout.strip()))
    assert len(clips) == 1200
    for talker in TALKERS:
        words = [clip.text for clip in clips if clip.speaker == f"nist:{talker}"]
        assert sorted(words) == sorted(word for batch in BATCHES for word in batch)
    assert all(0.2 < len(read_clip(clip.path)) / RATE < 1.5 for clip in clips[::50])
