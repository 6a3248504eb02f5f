"""The room that other tests take place in: what is played is heard, and nothing stays behind."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.room import Room
from voicegame.hearing.audio import RATE


def test_what_is_played_in_the_room_is_recorded_and_nothing_stays_behind(tmp_path: Path) -> None:
    tone = (0.3 * np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE)).astype(np.float32)
    soundfile.write(tmp_path / "tone.wav", tone, RATE)
    with Room() as room:
        recorder = room.record()
        assert room.changes["PULSE_SERVER"] != os.environ.get("PULSE_SERVER")
        room.play(tmp_path / "tone.wav")
        heard = recorder.stop()
        server, folder = room._server, room._folder
    loud = np.flatnonzero(np.abs(heard) > 0.05)
    assert loud[0] > 0  # the recording had begun
    assert abs(loud[-1] - loud[0] - RATE) < 0.02 * RATE
    assert server.returncode is not None
    assert not folder.exists()


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match=r"pulseaudio is missing.*apt-get install pulseaudio"), Room():
        pass
