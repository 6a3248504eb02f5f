"""The sound system may hang, or end whoever asks it: the doctor lives on and says so."""

from __future__ import annotations

import os
import signal

import pytest

from tests.room import Room
from voicegame.doctor import remedies, sound
from voicegame.doctor.report import Check
from voicegame.errors import UserError
from voicegame.sound import portaudio


def test_a_sound_server_that_hangs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with Room(echo=False) as stopped:
        for name, value in stopped.changes.items():
            monkeypatch.setenv(name, value)
        os.kill(stopped._server.pid, signal.SIGSTOP)
        try:
            (check,) = sound.checks(None, None, patience=2.0)
        finally:
            os.kill(stopped._server.pid, signal.SIGCONT)
    assert check == Check("PortAudio", "fail", "the sound system gives no answer", remedies.restart_sound())


def test_a_sound_library_that_ends_the_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """PortAudio calls abort() where ALSA's settings hold nothing at all."""
    monkeypatch.setenv("ALSA_CONFIG_PATH", "/dev/null")
    (check,) = sound.checks(None, None)
    assert (check.state, check.found) == ("fail", "the sound system ends the program (SIGABRT)")


def test_whoever_asks_a_sound_system_that_hung_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portaudio, "_hung", True)
    with pytest.raises(UserError, match="gives no answer: restart it"):
        portaudio.portaudio()


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        ({"apt-get", "brew"}, "sudo apt-get install libportaudio2"),
        ({"brew"}, "brew install portaudio"),
        ({"dnf"}, "sudo dnf install portaudio"),
        (set(), "install PortAudio with your system's packages"),
    ],
)
def test_the_remedy_is_for_this_system(tools: set[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remedies.shutil, "which", lambda tool: tool if tool in tools else None)
    assert remedies.install("PortAudio") == said


@pytest.mark.parametrize(
    ("prefix", "said"),
    [
        ("/home/a/.local/share/pipx/venvs/voicegame", "pipx inject voicegame 'x>=1'"),
        ("/home/a/.local/share/uv/tools/voicegame", "uv tool install --reinstall voicegame --with 'x>=1'"),
    ],
)
def test_a_missing_package_goes_where_the_program_is(prefix: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remedies.sys, "prefix", prefix)
    assert remedies.pip("x>=1") == said


def test_elsewhere_it_goes_by_pip() -> None:
    assert remedies.pip("x>=1").endswith(" -m pip install 'x>=1'")
