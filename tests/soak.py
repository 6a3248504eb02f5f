"""``python -m tests.soak [HOURS]``: one long game by sound, faster than real time; does anything grow, or drift?

The room's sound is made as it is needed: noise, the host's own voice a tenth of a second late, and players who answer
half a second after the host has ended. Real endpointing, phoneme ear, judge, voice and journal. Printed at the end:
memory, threads and open files against those after the first tenth, and how far the measured beginning of the players'
words lay from the true one, in the first tenth and in the last.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.sounds import edges_of, spoken
from tests.table.echo_room import BLOCK, RememberingSpeaker, impulse
from tests.table.hall import PLAYERS
from voicegame.assembly import load_judge, load_lexicon
from voicegame.games.kirdy import Kirdy, KirdyRules
from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.paths import CONFIG
from voicegame.speaking.phrases import Phrases
from voicegame.speaking.voice import Pyttsx3Voice
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.host import Host
from voicegame.table.journal import Header, Journal
from voicegame.table.kirdy_talk import KirdyTalk
from voicegame.table.outputs import Announcer
from voicegame.table.questions import ClaimQuestion
from voicegame.table.sound_loop import SoundLoop

WORDS = ("elastic", None, "factory", "magic", None, None, None, "capacity", "balcony")
REACTION = 0.5
#: Memory may grow by so much after the first tenth; the verdict of the run.
MOST_GROWTH = 0.05


@dataclass(frozen=True)
class Load:
    """What the process holds."""

    megabytes: float
    threads: int
    files: int


def load() -> Load:
    """Now (Linux)."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    files = len(os.listdir("/proc/self/fd"))
    return Load(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, threading.active_count(), files)


class EndlessRoom:
    """Sound without end: what is to come is kept, what has been heard is forgotten."""

    silent = False

    def __init__(self, seconds: float) -> None:
        self.echo = impulse(0.1)
        self.speaker = RememberingSpeaker(self)  # type: ignore[arg-type]
        self.table: Table | None = None  # type: ignore[type-arg]
        self.said: list[int] = []  # true beginnings
        self.loads: list[Load] = []
        self._total = round(seconds * RATE)
        self._noise = (np.random.default_rng(1).normal(size=7 * RATE + 13) * 10**-3.2).astype(np.float32)
        self._ahead = np.zeros(0, np.float32)
        self._at = 0
        self._answered = 0
        self._turn = 0

    def add(self, at: int, sound: np.ndarray) -> None:
        end = at - self._at + len(sound)
        if end > len(self._ahead):
            self._ahead = np.concatenate([self._ahead, np.zeros(end - len(self._ahead), np.float32)])
        self._ahead[at - self._at : end] += sound.astype(np.float32)

    def _answer(self) -> str | None:
        assert self.table is not None
        if isinstance(self.table.question, ClaimQuestion):
            return "yes"
        if self.table.prompt.kind == "choice":
            return "stop"
        self._turn += 1
        return WORDS[self._turn % len(WORDS)]

    def __iter__(self) -> Iterator[Chunk]:
        while self._at < self._total:
            ended = self.speaker.finished_at
            if ended > self._answered and not self.speaker.busy() and self._at >= ended:
                self._answered = ended
                text = self._answer()
                if text is not None:
                    clean = spoken(text, "en-us", 140)
                    begin = max(self._at, ended + round(REACTION * RATE))
                    self.said.append(begin + edges_of(clean)[0])
                    self.add(begin, clean)
            if self._at * 10 // self._total > len(self.loads) - 1:
                self.loads.append(load())
            part = np.take(self._noise, range(self._at, self._at + BLOCK), mode="wrap")
            now = self._ahead[:BLOCK]
            part[: len(now)] += now
            self._ahead = self._ahead[BLOCK:].copy()
            yield Chunk(part, self._at)
            self._at += BLOCK

    def close(self) -> None:
        pass


def main(hours: float) -> int:
    """Play; exit code 1 if memory, threads or files grew, or verdicts drifted."""
    began = time.monotonic()
    room = EndlessRoom(hours * 3600)
    rules = KirdyRules(seconds=6.0, window_seconds=3.0, target=1_000_000)
    heard: list[int] = []
    with tempfile.TemporaryDirectory() as folder, Pyttsx3Voice(165, "en-us") as voice:
        game = Kirdy()
        state, started = game.start(PLAYERS, rules)
        room.table = table = Table(game, state, KirdyTalk())
        judge = load_judge(load_lexicon("full"), players=PLAYERS)
        loop = SoundLoop(judge, PhonemeEar(), room, Endpointer(), room.speaker, PLAYERS, None, print)
        phrases = Phrases(CONFIG / "phrases.en.yaml", "brief", spoken=True)
        announcer = Announcer(voice, room.speaker, phrases, PLAYERS, lambda: loop.now, print)
        journal = Journal.create(Path(folder) / "game.jsonl", Header("kirdy", PLAYERS, 1, "", {}, "en"))
        host = Host(table, Chance(1, "ABC" + "AC" * 100_000), [announcer], journal)
        act = table.act

        def noted(action: object) -> object:
            if type(action).__name__ == "Heard":
                heard.append(action.begin)  # type: ignore[attr-defined]
            return act(action)  # type: ignore[arg-type]

        table.act = noted  # type: ignore[method-assign,assignment]
        loop.run(host, lambda: host.begin(started))
        journal.close()
    errors = [min(abs(begin - true) for begin in heard) * 1000 / RATE for true in room.said]
    tenth = max(1, len(errors) // 10)
    first, last = room.loads[1], room.loads[-1]
    growth = last.megabytes / first.megabytes - 1
    print(f"{hours:g} h of table time in {(time.monotonic() - began) / 60:.1f} min, {os.cpu_count()} cores")
    print(f"{len(room.said)} things said, {len(heard)} heard; scores {table.state.scores}")
    print(f"memory {first.megabytes:.0f} MB after a tenth, {last.megabytes:.0f} MB at the end: {growth:+.1%}")
    print(f"threads {first.threads}, {last.threads}; open files {first.files}, {last.files}")
    print(
        f"onset error, worst: {max(errors[:tenth]):.0f} ms in the first tenth, {max(errors[-tenth:]):.0f} ms at the end"
    )
    missed = sum(error > 40 for error in errors)
    print(f"said and not heard at its place: {missed}")
    grown = growth > MOST_GROWTH or last.threads > first.threads or last.files > first.files
    return int(grown or missed > len(errors) // 50)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
