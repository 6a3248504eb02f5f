"""The memory of a running game."""

from __future__ import annotations

import resource
import subprocess
import tempfile
from pathlib import Path

import soundfile

from tests.program import COMMAND
from tests.sounds import scene, spoken

WORDS = ("ban", "bat", "bland", "brand", "path", "back", "blame", "bang", "bad", "batch", "bran", "bare")


def run() -> None:
    """A game by voice, from a file of words that are hard to tell apart, so that each ear is asked.

    The largest process is the game itself.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.wav"
        soundfile.write(path, scene(90.0, *((25.0 + 5.0 * n, spoken(word)) for n, word in enumerate(WORDS))), 16_000)
        arguments = ["play", "kirdy", "--players", "Ann,Bob", "--draws", "ABAC", "--json", "--audio-in", str(path)]
        subprocess.run([*COMMAND, *arguments], check=True, capture_output=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # kilobytes on Linux
    print(f"memory of a running game, at its peak: {peak:.0f} MB")
