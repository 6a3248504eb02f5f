"""Runs the real program, as a user would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-m", "voicegame.cli")


def run(
    *arguments: object,
    lines: Sequence[str] | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end with these lines on standard input, and no input at all where there are none."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input="".join(f"{line}\n" for line in lines or ()),
        capture_output=True,
        text=True,
        timeout=90,
        env=os.environ | dict(env or {}),
        cwd=cwd,
        check=False,
    )


def events(output: str) -> list[dict[str, Any]]:
    """The JSON events of a program's output."""
    return [json.loads(line) for line in output.splitlines()]


def named(output: str, *names: str) -> list[dict[str, Any]]:
    """The events of these names, in order."""
    return [event for event in events(output) if event["event"] in names]


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a program that ended with exit code 2, having printed no traceback."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    (sentence,) = done.stderr.strip().splitlines()
    return sentence
