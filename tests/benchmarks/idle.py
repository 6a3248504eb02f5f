"""What 'voicegame serve' costs while nobody plays: processor time of the real program in a room of its own.

``python -m tests.benchmarks.idle [--minutes 2] [--manifest FILE]``: the program and its children wait in a private
sound server, first in room tone alone, then with talk in a fifth of the time: espeak-ng's, or the clips without a text
of a manifest (as of 'voicegame bench hearing').
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import soundfile

from tests.program import COMMAND
from tests.room import Room
from tests.sounds import Sound, noise, spoken
from voicegame.bench.manifest import read_manifest
from voicegame.hearing.audio import RATE
from voicegame.hearing.wav import read_clip

TONE_DB = -58.0
TALK = (
    "I was thinking that we could go to the market in the morning, before it gets too warm.",
    "Have you seen my keys? I had them a minute ago.",
    "She said that the train was late again, and nobody knew why.",
    "Put the kettle on, would you? And then we should call your mother.",
)


def processor_seconds(pid: int) -> float:
    """What a process and all its children, dead ones included, have used so far."""
    tick = os.sysconf("SC_CLK_TCK")
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(int(stat[at]) for at in (11, 12, 13, 14)) / tick
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(processor_seconds(int(child)) for child in children)


def talk(manifest: Path | None) -> list[Sound]:
    """Pieces of talk."""
    if manifest is None:
        return [spoken(text, voice) for text in TALK for voice in ("en-us", "en-gb")]
    return [read_clip(clip.path) for clip in read_manifest(manifest) if not clip.text]


def scene(seconds: float, pieces: list[Sound], share: float) -> Sound:
    """Room tone, with pieces of talk in a share of it."""
    sound = noise(round(seconds * RATE), TONE_DB)
    dice = random.Random(1)
    at = RATE
    while pieces and share:
        piece = dice.choice(pieces)[: 20 * RATE]
        if at + len(piece) > len(sound):
            break
        sound[at : at + len(piece)] += piece
        at += round(len(piece) / share)
    return sound


def measured(pid: int, room: Room, sound: Sound, folder: Path) -> float:
    """Processor time as a share of one core while a sound is heard."""
    path = folder / "scene.wav"
    soundfile.write(path, np.clip(sound, -1, 1), RATE)
    before, begun = processor_seconds(pid), time.monotonic()
    room.play(path, wait=False).wait()
    return (processor_seconds(pid) - before) / (time.monotonic() - begun)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--manifest", type=Path)
    asked = parser.parse_args()
    with Room() as room, tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        host = subprocess.Popen(
            [*COMMAND, "serve", "--json"], env={**room.env, "VOICEGAME_DATA": place}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert host.stdout is not None
            host.stdout.readline()  # it waits
            seconds = 60 * asked.minutes
            alone = measured(host.pid, room, scene(seconds, [], 0), folder)
            spoken_to = measured(host.pid, room, scene(seconds, talk(asked.manifest), 0.2), folder)
            status = Path(f"/proc/{host.pid}/status").read_text()
            memory = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        finally:
            host.terminate()
            said = host.communicate()[0]
    print(f"room tone: {alone:.1%} of a core; talk in a fifth of the time: {spoken_to:.1%}; {int(memory) // 1024} MB")
    print(f"called meanwhile: {said.count('listening')}; exit code {host.returncode}")


if __name__ == "__main__":
    main()
