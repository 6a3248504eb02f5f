"""The sound system, tried in a process of its own: one that is broken may hang, or end the process that asks it."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from typing import TextIO

from voicegame.doctor import remedies
from voicegame.doctor.levels import Levels
from voicegame.doctor.report import Check, Failed, tried
from voicegame.errors import UserError
from voicegame.sound.portaudio import SoundSystemHangs, find_device, portaudio

PARTS = ("PortAudio", "microphone", "level", "loudspeaker")
_NEEDS = {"microphone": "PortAudio", "level": "microphone", "loudspeaker": "PortAudio"}
_PATIENCE = 20.0  # seconds that a part may take
_LISTENING = 1.5  # seconds of the microphone that are measured


def checks(microphone: str | None, loudspeaker: str | None, patience: float = _PATIENCE) -> Iterator[Check]:
    """Try the parts, with devices of these names; each comes when it is done, within ``patience`` seconds."""
    names = json.dumps([microphone, loudspeaker])
    command = [sys.executable, "-m", "voicegame.doctor.sound", names]
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    assert child.stdout is not None
    reader = threading.Thread(target=_read, args=(child.stdout, answers), daemon=True)
    reader.start()
    try:
        for name in PARTS:
            try:
                answer = answers.get(timeout=patience)
            except queue.Empty:
                yield Check(name, "fail", "the sound system gives no answer", remedies.restart_sound())
                return
            if answer is None:
                yield Check(name, "fail", f"the sound system {_ended(child.wait())}", remedies.restart_sound())
                return
            yield Check(**json.loads(answer))
    finally:
        child.kill()
        child.wait()
        reader.join()
        child.stdout.close()


def _read(stream: TextIO, answers: queue.SimpleQueue[str | None]) -> None:
    for line in stream:
        answers.put(line)
    answers.put(None)


def _ended(code: int) -> str:
    return f"ends the program ({signal.Signals(-code).name if code < 0 else f'exit code {code}'})"


def listened(microphone: str | None, seconds: float) -> Levels:
    """What is measured at the microphone in so many seconds. Raises ``UserError`` or ``Failed`` if it gives nothing."""
    from voicegame.hearing.microphone import DeviceLost, Microphone

    levels = Levels()
    try:
        with closing(Microphone(microphone)) as source:
            for chunk in source:
                levels.feed(chunk.samples)
                if levels.seconds >= seconds:
                    break
    except DeviceLost as lost:
        raise Failed(str(lost).rstrip("."), remedies.listening()) from None
    return levels


def _portaudio() -> str:
    try:
        return str(portaudio().get_portaudio_version()[1]).split(",")[0]
    except SoundSystemHangs:
        raise Failed("the sound system gives no answer", remedies.restart_sound()) from None
    except UserError:
        raise Failed("the library is missing", remedies.install("PortAudio")) from None


def _level(microphone: str | None) -> str:
    levels = listened(microphone, _LISTENING)
    said = f"{levels.room:.0f} dB in the room"
    fault = levels.fault()
    if fault == "zeros":
        raise Failed("the microphone gives pure silence", remedies.listening())
    if fault == "clipped":
        remedy = "lower the microphone's level in the system's sound settings"
        raise Failed(f"the microphone is overdriven ({levels.clipped} times at the end of the scale)", remedy, "warn")
    if fault == "loud room":
        raise Failed(f"{said}, which is loud", "turn off what makes noise, or move the microphone", "warn")
    return said


def _loudspeaker(loudspeaker: str | None) -> str:
    from voicegame.speaking.loudspeaker import SoundCardSpeaker

    with closing(SoundCardSpeaker(loudspeaker)):
        return repr(find_device("output", loudspeaker)["name"])


def _each(microphone: str | None, loudspeaker: str | None) -> Iterator[Check]:
    parts = {
        "PortAudio": _portaudio,
        "microphone": lambda: repr(find_device("input", microphone)["name"]),
        "level": lambda: _level(microphone),
        "loudspeaker": lambda: _loudspeaker(loudspeaker),
    }
    broken: set[str] = set()
    for name in PARTS:
        needed = _NEEDS.get(name)
        if needed in broken:
            check = Check(name, "fail", f"can't be tried without {needed}", "see above")
        else:
            check = tried(name, parts[name])
        if check.state == "fail":
            broken.add(name)
        yield check


def main() -> None:
    """In the child: print each check as a line of JSON."""
    for check in _each(*json.loads(sys.argv[1])):
        print(json.dumps(asdict(check)), flush=True)


if __name__ == "__main__":
    main()
