"""The child process in which pyttsx3 runs: text in, a sound file out, one at a time.

``python -m voicegame.speaking.synthesiser FOLDER RATE VOICE`` reads JSON lines from standard input and answers each
with one on standard output. The first answer is ``{"ready": VOICE}`` or ``{"error": REASON}``; then ``{"text": T}`` is
answered with ``{"path": P, "frames": N}`` or ``{"error": REASON}``. The file belongs to the asker until the next
request.

What pyttsx3 2.99 really does, read in its drivers and measured:

- espeak: ``runAndWait`` returns 10 ms after it has *started* synthesis, which goes on in a thread of the library; the
  file is written from there, whole, just before ``finished-utterance`` is told. So that event is what we wait for.
- espeak: a request made while the library still works would be cancelled by the next ``runAndWait`` (its loop calls
  ``stop`` first). So one request at a time.
- espeak: what is set before the first ``runAndWait`` is set inside it, and that loop's ``stop`` may drop it again on a
  busy machine (a voice 25 % too fast, in one of some twenty starts). So rate and voice are set after a first loop.
- espeak: an exception in its callback is lost and ``finished-utterance`` never comes. So whoever asks has a watchdog.
- espeak: it prints "Audio saved to ..." on standard output. So our answers go to a copy of that, and 1 becomes 2.
- espeak: after ``save_to_file`` a ``say`` is written to the file too. So this process never says anything.
- espeak: a voice that is not known is an ``error`` event, and the voice of before goes on.
- nsss (macOS): ``runAndWait`` must be on the main thread, and does wait; the file is AIFF whatever its name, and may
  still be growing when the event comes. So the file's kind is known by its content, and its length must have settled.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Seconds to wait for the engine's event before giving up; the asker's watchdog is the outer limit.
_PATIENCE = 60.0


def choose_voice(wanted: str, voices: list[Any]) -> str | None:
    """The id of the voice meant by ``wanted``: an id, a name, a language (``en-us``), or the start of one (``en``)."""
    key = wanted.casefold().replace("_", "-")

    def languages(voice: Any) -> list[str]:
        names = [one.decode(errors="ignore") if isinstance(one, bytes) else str(one) for one in voice.languages or []]
        return [name.strip("\x00\x02\x05").casefold().replace("_", "-") for name in names]

    ways: tuple[Callable[[Any], bool], ...] = (
        lambda voice: str(voice.id).casefold() == key,
        lambda voice: str(voice.name).casefold() == key,
        lambda voice: key in languages(voice),
        lambda voice: any(one.startswith(key + "-") for one in languages(voice)),
    )
    # espeak lists MBROLA voices whether or not their data is there; they come last.
    ordered = sorted(voices, key=lambda voice: str(voice.id).startswith("mb/"))
    for fits in ways:
        for voice in ordered:
            if fits(voice):
                return str(voice.id)
    return None


class Synthesiser:
    """One pyttsx3 engine that writes files. Raises RuntimeError with a reason for whatever goes wrong."""

    def __init__(self, folder: Path, rate_wpm: int, voice: str | None) -> None:
        try:
            pyttsx3: Any = importlib.import_module("pyttsx3")
            self._engine = pyttsx3.init()
        except Exception as error:  # whatever a driver raises: ImportError, OSError, RuntimeError, objc's own
            raise RuntimeError(f"no speech engine can be started: {str(error).strip() or repr(error)}") from None
        self._path = folder / "said.wav"
        self._done = threading.Event()
        self._error: Exception | None = None
        self._engine.connect("finished-utterance", self._on_finished)
        self._engine.connect("error", self._on_error)
        self.voice = str(self._engine.getProperty("voice"))
        if voice is not None:
            chosen = choose_voice(voice, list(self._engine.getProperty("voices")))
            if chosen is None:
                raise RuntimeError(f"there is no voice {voice!r}")
            self.voice = chosen
        self.write("a")
        self._rest()
        if voice is not None:
            self._engine.setProperty("voice", self.voice)
        self._engine.setProperty("rate", rate_wpm)
        time.sleep(0.1)  # espeak takes settings from a queue, in a thread of its own
        self._rest()

    def _on_finished(self, **_: Any) -> None:
        self._done.set()

    def _on_error(self, exception: Exception, **_: Any) -> None:
        self._error = exception
        self._done.set()

    def write(self, text: str) -> tuple[Path, int]:
        """The finished file with ``text`` spoken, and how many frames it holds."""
        self._path.unlink(missing_ok=True)
        self._done.clear()
        self._error = None
        self._engine.save_to_file(text, str(self._path))
        self._engine.runAndWait()
        if not self._done.wait(_PATIENCE):
            raise RuntimeError("the speech engine did not finish")
        if self._error is not None:
            raise RuntimeError(str(self._error))
        return self._path, self._settled_frames()

    def _rest(self) -> None:
        """Wait until the engine has nothing to do, so that what is set now is set at once, and not cancelled."""
        espeak = sys.modules.get("pyttsx3.drivers._espeak")
        deadline = time.monotonic() + 5.0
        while time.monotonic() < deadline and (self._engine.isBusy() or (espeak is not None and espeak.IsPlaying())):
            time.sleep(0.01)

    def _settled_frames(self) -> int:
        import soundfile

        frames = -1
        deadline = time.monotonic() + 5.0
        while time.monotonic() < deadline:
            try:
                now = int(soundfile.info(str(self._path)).frames)
            except soundfile.LibsndfileError:
                now = -1
            if now > 0 and (now == frames or sys.platform != "darwin"):
                return now
            frames = now
            time.sleep(0.02)
        raise RuntimeError("the speech engine wrote no sound")


def _requests() -> queue.SimpleQueue[str | None]:
    """Lines of standard input. When the asker is gone the process ends at once, even if the engine hangs."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines


def main() -> None:
    """Serve until standard input ends. Arguments: folder, words a minute, voice (may be empty)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game, which then says goodbye
    folder, rate_wpm, voice = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] or None
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    lines = _requests()

    def answer(**fields: Any) -> None:
        answers.write(json.dumps(fields) + "\n")

    try:
        synthesiser = Synthesiser(folder, rate_wpm, voice)
    except RuntimeError as error:
        answer(error=str(error))
        return
    answer(ready=synthesiser.voice)
    while (line := lines.get()) is not None:
        try:
            path, frames = synthesiser.write(json.loads(line)["text"])
        except Exception as error:  # the asker decides what becomes of it; this process goes on
            answer(error=str(error) or repr(error))
        else:
            answer(path=str(path), frames=frames)


if __name__ == "__main__":
    main()
