"""The program in a room: what it tells, and people who speak to it."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import soundfile

from tests.program import COMMAND
from tests.room import Room
from tests.sounds import spoken
from voicegame.hearing.audio import RATE

PATIENCE = 60.0  # seconds until something that must happen has happened, on a busy machine
#: Whoever answers a question of the host's: the "yes" of espeak-ng's other voices is as near to "ace".
CLEAR = "en-us+f3"


class RoomProgram:
    """The program, with the room's microphone and loudspeaker.

    told: the events that have been waited for or passed over. arguments: with ``--json`` among them.
    """

    def __init__(self, room: Room, folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> None:
        self._room = room
        self._folder = folder
        self.told: list[dict[str, Any]] = []
        self._queue: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            env={**room.env, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=(folder / "stderr").open("a"),
            text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(json.loads(line))

    @property
    def journal(self) -> Path:
        """The journal of the game that is played."""
        raise NotImplementedError

    def wait(self, *names: str, patience: float = PATIENCE) -> dict[str, Any]:
        """The next event of one of these names; ``TimeoutError`` if it does not come within so many seconds."""
        deadline = time.monotonic() + patience
        while (left := deadline - time.monotonic()) > 0:
            try:
                event = self._queue.get(timeout=left)
            except queue.Empty:
                break
            self.told.append(event)
            if event["event"] in names:
                return event
        raise TimeoutError(f"no {names} came; told: {self.told[-6:]}; {(self._folder / 'stderr').read_text()}")

    def wait_for_silence(self) -> None:
        """Until the host of a game has been heard to its end."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            last = self.journal.read_text().splitlines()[-1]
            if json.loads(last).get("action") == "spoken":
                return
            time.sleep(0.02)
        raise AssertionError("the host does not stop speaking")

    def say(self, text: str, voice: str = "en-us") -> None:
        """Somebody speaks."""
        path = self._folder / f"{text}-{voice}.wav"
        soundfile.write(path, spoken(text, voice, 140), RATE)
        self._room.play(path)

    def end(self) -> None:
        """End it, however it stands."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
