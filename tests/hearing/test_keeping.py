"""The sound of claims is kept under the second at which it began, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.program import complaint, run
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Utterance
from voicegame.hearing.keeping import Keeper
from voicegame.hearing.wav import read_clip

SOUND = (0.3 * np.sin(np.arange(RATE // 2) / 7)).astype(np.float32)


def _utterance(begin: int) -> Utterance:
    return Utterance(SOUND, begin, begin + len(SOUND), 0)


def test_a_claim_is_kept_under_the_second_it_began(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "kept"
    keep = Keeper(folder)
    keep(_utterance(RATE * 83 + 6592))
    (path,) = folder.iterdir()
    assert path.name == "0083.412s.wav"
    np.testing.assert_allclose(read_clip(path), SOUND, atol=1e-4)


def test_what_an_earlier_game_kept_stays(tmp_path: Path) -> None:
    (tmp_path / "0001.000s.wav").write_bytes(b"earlier")
    Keeper(tmp_path)(_utterance(RATE))
    Keeper(tmp_path)(_utterance(RATE))
    assert (tmp_path / "0001.000s.wav").read_bytes() == b"earlier"
    assert {path.name for path in tmp_path.iterdir()} == {"0001.000s.wav", "0001.000s-2.wav", "0001.000s-3.wav"}


def test_a_folder_that_cannot_be_is_told_before_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(UserError, match="can't keep the sound of claims"):
            Keeper(folder)
    keep = Keeper(tmp_path / "kept")
    (tmp_path / "kept").rmdir()
    with pytest.raises(UserError, match="isn't kept any more"):
        keep(_utterance(0))
    done = run("play", "kirdy", "--text", "--players", "Ann,Bob", "--keep-audio", tmp_path)
    assert "--text has no sound" in complaint(done)
