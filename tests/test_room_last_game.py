"""By voice: a game that was killed is offered aloud, and a spoken yes goes on with it."""

from __future__ import annotations

import subprocess
import threading
import time
from pathlib import Path

import pytest
import soundfile

from tests.program import COMMAND
from tests.room import Room
from tests.room_program import CLEAR
from tests.sounds import spoken
from voicegame.hearing.audio import RATE
from voicegame.past_games import Shelf
from voicegame.table.journal import read

PATIENCE = 40.0


class Spoken:
    """A game by voice that is kept where nobody asks for it; what it says is on its standard output."""

    def __init__(self, room: Room, folder: Path, *arguments: str) -> None:
        self._room, self._folder = room, folder
        self.shown: list[str] = []
        self.process = subprocess.Popen(
            [*COMMAND, "play", "kirdy", *arguments],
            env={**room.env, "VOICEGAME_DATA": str(folder)}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=(folder / "stderr").open("w"), text=True,
        )  # fmt: skip
        self._more = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self.shown.append(line.strip())
                self._more.notify_all()

    def wait(self, text: str) -> None:
        with self._more:
            found = self._more.wait_for(lambda: any(text in line for line in self.shown), PATIENCE)
        assert found, (text, self.shown, (self._folder / "stderr").read_text())

    def say(self, text: str) -> None:
        path = self._folder / f"{text}.wav"
        soundfile.write(path, spoken(text, CLEAR, 140), RATE)
        self._room.play(path)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_game_that_was_killed_is_offered_aloud_and_a_spoken_yes_goes_on_with_it(
    room_server: Room, tmp_path: Path
) -> None:
    first = Spoken(room_server, tmp_path, "--players", "Ann,Bob", "--draws", "ABAC")
    try:
        first.wait("Ann, the letters are A, C.")
        (journal,) = Shelf(tmp_path / "games").journals("kirdy")
        _until_the_host_is_silent(journal)
        first.say("elastic")
        first.wait("lastic")  # good, or asked about
    finally:
        first.end()
    before = read(journal).actions
    second = Spoken(room_server, tmp_path)
    try:
        second.wait("Shall we go on with the last game, of Ann and Bob?")
        for _ in range(6):  # said until it is heard: nothing tells from outside when the host has finished
            second.say("yes")
            if any("On we go" in line for line in second.shown):
                break
        second.wait("On we go.")
        second.wait("The score: Ann 0, Bob 0.")
    finally:
        second.end()
    assert Shelf(tmp_path / "games").journals("kirdy") == [journal]
    assert read(journal).actions[: len(before)] == before
    assert len(read(journal).actions) > len(before)


def _until_the_host_is_silent(journal: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while '"spoken"' not in journal.read_text():
        assert time.monotonic() < deadline, journal.read_text()
        time.sleep(0.02)
