"""The child of the Vosk ear with faults in it: ``python vosk_faults.py FAULT HOW_OFTEN FOLDER MODEL``.

FOLDER remembers, over all children, how often the fault came and what was heard. The faults are the library's own:
``abort`` sets a grammar while sound is in flight, ``empty`` uses a recogniser with an empty one; or the system's:
``kill`` ends the process in the middle of a claim, ``hang`` stops it.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from voicegame.hearing import vosk_child

FAULT, HOW_OFTEN, FOLDER = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])


def answered(vosk: Any, fields: dict[str, Any], payload: bytes) -> dict[str, Any]:
    """As the child does, but for the first requests to hear something."""
    if fields["do"] != "hear":
        return vosk_child.answered(vosk, fields, payload)
    with (FOLDER / "asked").open("a") as asked:
        asked.write(f"{len(payload)}\n")
    if len((FOLDER / "asked").read_text().splitlines()) <= HOW_OFTEN:
        recogniser = vosk._vosk.KaldiRecognizer(vosk._model, 16_000, "[]" if FAULT == "empty" else '["라디오"]')
        recogniser.AcceptWaveform(payload[: len(payload) // 2])
        if FAULT == "abort":
            recogniser.SetGrammar('["버스"]')
            recogniser.AcceptWaveform(payload[len(payload) // 2 :])
        os.kill(os.getpid(), signal.SIGSTOP if FAULT == "hang" else signal.SIGKILL)
    return vosk_child.answered(vosk, fields, payload)


if __name__ == "__main__":
    vosk_child.serve(Path(sys.argv[4]), answered)
