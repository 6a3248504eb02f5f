"""``doctor``, ``devices`` and ``mic-test``, as a user runs them: in a room with sound, and with none."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import soundfile

from tests.program import COMMAND, complaint, run
from tests.room import Room
from tests.sounds import noise, spoken
from voicegame.doctor import checks
from voicegame.doctor.report import Failed
from voicegame.hearing.audio import RATE


@pytest.fixture
def lively(room_server: Room, tmp_path: Path) -> Iterator[Room]:
    """The room, with its noise: a microphone that works is never quite silent."""
    soundfile.write(tmp_path / "noise.wav", noise(90 * RATE, -60.0), RATE)
    player = room_server.play(tmp_path / "noise.wav", wait=False)
    yield room_server
    player.kill()
    player.wait()


_NO_DEVICE = """
class PortAudioError(Exception): pass
def get_portaudio_version(): return 1, "PortAudio V19, revision 0"
def query_hostapis(): return ()
def query_devices(kind=None):
    if kind: raise PortAudioError("Error querying device -1")
    return []
"""


def examined(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, Any]]:
    """The checks of ``doctor --json`` by name, with ``playable`` beside them."""
    told = json.loads(done.stdout)
    assert (done.returncode == 0) == told["playable"]
    assert told["playable"] == all(check["state"] != "fail" for check in told["checks"])
    return {check["name"]: check for check in told["checks"]}


@pytest.fixture
def no_device(tmp_path: Path) -> dict[str, str]:
    """An environment in which PortAudio finds no device, whatever this machine has."""
    (tmp_path / "sounddevice.py").write_text(_NO_DEVICE)
    return {"PYTHONPATH": str(tmp_path)}


@pytest.fixture
def no_portaudio(tmp_path: Path) -> dict[str, str]:
    """An environment whose sounddevice finds no library."""
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    return {"PYTHONPATH": str(tmp_path)}


@pytest.fixture
def silent() -> Iterator[Room]:
    """A room in which nothing sounds at all."""
    with Room(echo=False) as room:
        yield room


def test_in_a_room_with_sound_a_game_can_be_played(lively: Room) -> None:
    done = run("doctor", env=lively.changes)
    assert done.returncode == 0, done.stdout + done.stderr
    *lines, last = done.stdout.splitlines()
    assert {line.split()[0] for line in lines} <= {"pass", "warn"}
    assert [line for line in lines if line.startswith("warn") and " -> " not in line] == []
    assert "pass  ear: hears a recorded 'reaction'" in lines
    assert last == "A game can be played by voice."


def test_s18_without_a_device_the_rest_is_still_tried(no_device: dict[str, str]) -> None:
    done = run("doctor", "--json", env=no_device)
    checks = examined(done)
    assert done.returncode == 2
    failed = [name for name, check in checks.items() if check["state"] == "fail"]
    assert failed == ["microphone", "level", "loudspeaker"]
    assert checks["microphone"]["remedy"].startswith("plug one in")
    assert checks["ear"]["state"] == "pass"
    assert checks["word list"]["state"] == "pass"


def test_s18_without_portaudio_the_package_of_this_system_is_named(no_portaudio: dict[str, str]) -> None:
    checks = examined(run("doctor", "--json", env=no_portaudio))
    assert checks["PortAudio"]["state"] == "fail"
    assert "portaudio" in checks["PortAudio"]["remedy"].lower()
    assert checks["microphone"]["found"] == "can't be tried without PortAudio"
    assert "PortAudio library is missing" in complaint(run("devices", env=no_portaudio))
    assert "PortAudio library is missing" in complaint(run("mic-test", env=no_portaudio))


@pytest.mark.slow
def test_s20_a_microphone_that_gives_pure_silence_is_told(silent: Room) -> None:
    checks = examined(run("doctor", "--json", env=silent.changes))
    assert checks["level"]["state"] == "fail"
    assert checks["level"]["found"] == "the microphone gives pure silence"
    tried = run("mic-test", "--seconds", "1", env=silent.changes)
    assert "gives pure silence" in complaint(tried)
    assert "Now say" not in tried.stdout


@pytest.mark.slow
def test_without_a_voice_and_with_broken_parts_each_is_told(no_device: dict[str, str], tmp_path: Path) -> None:
    data = tmp_path / "data"
    model = data / "models" / "vosk-model-small-en-us-0.15"
    (model / "am").mkdir(parents=True)
    (model / "am" / "final.mdl").write_bytes(b"x")
    (model / "voicegame.json").write_text('{"files": {"am/final.mdl": [2, "00"]}}')
    party = tmp_path / "party.yaml"
    party.write_text("microphone: trumpet\near: both\n")
    (tmp_path / "pyttsx3.py").write_text("raise ImportError('no voice')\n")
    env = {**no_device, "VOICEGAME_DATA": str(data)}
    checks = examined(run("doctor", "--json", "--config", party, env=env))
    assert checks["voice"]["state"] == "fail"
    assert "espeak-ng" in checks["voice"]["remedy"]
    assert checks["Vosk ear"]["state"] == "fail"  # it is asked for, and its model can't be loaded
    assert checks["Vosk ear"]["remedy"] is not None
    assert checks["models"]["state"] == "warn"
    assert "models get vosk-model-small-en-us-0.15" in checks["models"]["remedy"]


@pytest.mark.slow
def test_devices_are_named_as_the_settings_take_them(room_server: Room, tmp_path: Path) -> None:
    told = json.loads(run("devices", "--json", env=room_server.changes).stdout)
    for kind in ("microphone", "loudspeaker"):
        assert [each["default"] for each in told[kind]].count(True) == 1
        assert "pulse" in [each["name"] for each in told[kind]]
    printed = run("devices", env=room_server.changes).stdout.splitlines()
    assert [line for line in printed if not line.startswith(" ")] == ["microphone:", "loudspeaker:"]
    (name,) = {each["name"] for each in told["microphone"] if each["default"]}
    assert sum(line.startswith(f'  * "{name}"') for line in printed) == 2
    party = tmp_path / "party.yaml"
    party.write_text(f"microphone: {json.dumps(name)}\n")
    checks = examined(run("doctor", "--json", "--config", party, env=room_server.changes))
    assert checks["microphone"] == {"name": "microphone", "state": "pass", "found": repr(name), "remedy": None}


@pytest.mark.slow
def test_without_any_device_there_is_one_sentence(no_device: dict[str, str]) -> None:
    assert complaint(run("devices", env=no_device)) == (
        "No sound device was found: plug one in, or start the system's sound server."
    )
    assert json.loads(run("devices", "--json", env=no_device).stdout) == {"microphone": [], "loudspeaker": []}
    assert "No microphone was found" in complaint(run("mic-test", env=no_device))


class MicTested:
    """A mic-test that runs in a room."""

    def __init__(self, room: Room, *arguments: str, **pipes: Any) -> None:
        command = [*COMMAND, "mic-test", "--seconds", "1", *arguments]
        self.process = subprocess.Popen(
            command, env=room.env, stdout=subprocess.PIPE, text=True, **{"stderr": subprocess.PIPE, **pipes}
        )

    def until(self, begin: str) -> str:
        """The next line that begins so."""
        assert self.process.stdout is not None
        return next(line for line in self.process.stdout if line.startswith(begin))


def say(room: Room, folder: Path, text: str, gain: float = 1.0) -> None:
    soundfile.write(folder / "said.wav", (gain * spoken(text)).clip(-1, 1), RATE)
    room.play(folder / "said.wav", wait=False)


def spoken_to(room: Room, folder: Path, text: str) -> tuple[int, str]:
    """Exit code and last lines of a mic-test that asks for "reaction" and hears ``text``."""
    tested = MicTested(room, "--patience", "60", "--word", "reaction")
    loud = re.search(r"The room is (-\d+) dB loud", tested.until("The room is"))
    assert loud
    assert -65 < int(loud[1]) < -55
    tested.until("Now say: reaction")
    say(room, folder, text)
    printed, told = tested.process.communicate(timeout=80)
    assert told == ""  # the meter is for a terminal
    assert printed.startswith("Heard: ")
    assert "dB loud" in printed
    return tested.process.returncode, printed


def test_a_word_is_said_and_heard(lively: Room, tmp_path: Path) -> None:
    code, printed = spoken_to(lively, tmp_path, "reaction")
    if code:  # a machine that is busy with other tests may lose a piece of the sound: once more
        code, printed = spoken_to(lively, tmp_path, "reaction")
    assert code == 0, printed
    assert "reaction (-" in printed


@pytest.mark.slow
def test_another_word_is_said_and_told(lively: Room, tmp_path: Path) -> None:
    code, printed = spoken_to(lively, tmp_path, "banana")
    assert code == 2
    assert "reaction, without a doubt" not in printed


def test_a_word_that_is_in_no_list_is_not_asked_for(no_device: dict[str, str]) -> None:
    assert "'xyzzy' is not in the word list" in complaint(run("mic-test", "--word", "xyzzy", env=no_device))


@pytest.mark.slow
def test_nothing_said_is_told_with_the_level(lively: Room) -> None:
    done = run("mic-test", "--seconds", "1", "--patience", "1", env=lively.changes)
    assert done.returncode == 2
    assert "Nothing was heard; the loudest was -" in done.stdout


@pytest.mark.slow
def test_on_a_terminal_there_is_a_meter_that_clears_itself(lively: Room) -> None:
    ours, theirs = pty.openpty()
    tested = MicTested(lively, "--patience", "1", stderr=theirs)
    os.close(theirs)
    tested.process.communicate(timeout=60)
    shown = b""
    try:
        while block := os.read(ours, 65536):
            shown += block
    except OSError:  # the terminal has gone with the program
        pass
    os.close(ours)
    assert shown.count(b"dB") > 10
    assert shown.endswith(b"\r\x1b[K")


@pytest.mark.parametrize(
    ("here", "fault"),
    [
        ({}, ""),
        ({"hama": "1.6.0"}, "hama is 1.6.0"),
        ({"hama": "1.8.0"}, "hama is 1.8.0"),
        ({"numpy": "1.2"}, "numpy is 1.2"),
    ],
)
def test_a_library_of_another_version_than_the_program_needs_is_named_with_the_right_one(
    monkeypatch: pytest.MonkeyPatch, here: dict[str, str], fault: str
) -> None:
    version = metadata.version
    monkeypatch.setattr(checks.metadata, "version", lambda name: here.get(name) or version(name))
    if not fault:
        assert checks._libraries().startswith("all ")
        return
    with pytest.raises(Failed, match=fault) as failed:
        checks._libraries()
    assert ("'hama==1.7.0'" in failed.value.remedy) is ("hama" in here)
