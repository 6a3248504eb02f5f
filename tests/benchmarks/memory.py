"""The memory of a running game."""

from __future__ import annotations

import resource
import subprocess
import tempfile
from pathlib import Path

import soundfile

from tests.program import COMMAND
from tests.sounds import scene, spoken


def run() -> None:
    """A game by voice, from a file in which three words are said; the largest process is the game itself."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.wav"
        soundfile.write(path, scene(60.0, *((t, spoken("elastic")) for t in (25.0, 35.0, 45.0))), 16_000)
        arguments = ["play", "kirdy", "--players", "Ann,Bob", "--draws", "ABAC", "--json", "--audio-in", str(path)]
        subprocess.run([*COMMAND, *arguments], check=True, capture_output=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # kilobytes on Linux
    print(f"memory of a running game, at its peak: {peak:.0f} MB")
