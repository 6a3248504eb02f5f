"""The voice: text to sound. pyttsx3 does it, in a child process that can be watched and replaced."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from voicegame.sound.resampling import to_mono
from voicegame.sound.samples import Samples
from voicegame.speaking.remembered import Remembered

_EDGE_SECONDS = 0.05


class VoiceFailed(Exception):
    """A phrase could not be spoken; ``str()`` is one sentence. The game goes on in text."""


@dataclass(frozen=True)
class Pcm:
    """Sound: float32, shape ``(n,)``, mono, full scale 1, at ``rate`` samples a second."""

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate


class Voice(Protocol):
    """Whatever can read a phrase aloud."""

    def synthesise(self, text: str) -> Pcm:
        """The sound of ``text``, without silence around it. Raises VoiceFailed. May be called from any thread."""

    def close(self) -> None:
        """Let go of what it holds. May be called twice."""


def trim(pcm: Pcm) -> Pcm:
    """The same sound with 50 ms of what is 50 dB below its peak left at each end; all silence becomes nothing."""
    level = np.abs(pcm.samples)
    peak = float(level.max()) if len(level) else 0.0
    if peak == 0.0:
        return Pcm(pcm.samples[:0], pcm.rate)
    loud = np.flatnonzero(level > peak * 10 ** (-50 / 20))
    edge = round(_EDGE_SECONDS * pcm.rate)
    return Pcm(pcm.samples[max(0, int(loud[0]) - edge) : int(loud[-1]) + 1 + edge], pcm.rate)


class _Child:
    """The process, and its answers as they come."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
            )
        except OSError as error:
            raise VoiceFailed(f"The voice can't be started ({error}).") from None
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(None)

    def ask(self, **fields: Any) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # a dead child is told by its missing answer
            self._process.stdin.write(json.dumps(fields) + "\n")

    def answer(self, seconds: float) -> dict[str, Any] | None:
        """The next answer; None if the child died, hangs, or talks nonsense."""
        try:
            line = self._answers.get(timeout=seconds)
            fields = json.loads(line) if line is not None else None
        except (queue.Empty, ValueError):
            return None
        return fields if isinstance(fields, dict) else None

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class Pyttsx3Voice:
    """pyttsx3 (espeak-ng on Linux, the system's voices on macOS), speaking into memory.

    rate_wpm: words a minute.
    voice: an engine's voice id or name, or a language such as ``en-us`` or ``fr``; None for the engine's own choice.
    patience: seconds after which a call that gives nothing is ended, the child replaced, and the phrase tried once
        more (S04).
    command: the child to run instead of our own, for tests.

    Phrases are remembered. Calls from several threads wait for each other (S03). A voice that cannot start, or hangs
    twice in a row, has failed for good: every later phrase raises VoiceFailed at once, so that a game loses no time.
    """

    def __init__(
        self,
        rate_wpm: int = 160,
        voice: str | None = "en-us",
        *,
        patience: float = 8.0,
        command: list[str] | None = None,
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="voicegame-voice-")
        self._command = command or [
            sys.executable,
            "-m",
            "voicegame.speaking.synthesiser",
            self._folder.name,
            str(rate_wpm),
            voice or "",
        ]
        self._patience = patience
        self._child: _Child | None = None
        self._remembered = Remembered()
        self._lock = threading.Lock()
        self._closed = False
        self._failed: VoiceFailed | None = None

    def synthesise(self, text: str) -> Pcm:
        """See :meth:`Voice.synthesise`. Text without a letter or digit is no sound at all."""
        text = " ".join(text.split())
        with self._lock:
            if self._closed:
                raise VoiceFailed("The voice has been closed.")
            if not any(character.isalnum() for character in text):
                return Pcm(np.zeros(0, np.float32), 22_050)
            known = self._remembered.get(text)
            if known is not None:
                return known
            if self._failed is not None:
                raise self._failed
            pcm = self._spoken(text)
            self._remembered.keep(text, pcm)
            return pcm

    def close(self) -> None:
        """End the child; no process and no file stays behind."""
        with self._lock:
            self._closed = True
            self._end_child()
            self._folder.cleanup()

    def __enter__(self) -> Pyttsx3Voice:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _spoken(self, text: str) -> Pcm:
        reason = ""
        answer: dict[str, Any] | None = None
        for _attempt in range(2):
            child = self._running_child()
            child.ask(text=text)
            answer = child.answer(self._patience)
            if answer is None:
                reason = f"it gave no answer within {self._patience:g} seconds"
            elif "path" in answer:
                pcm = self._read(Path(answer["path"]), int(answer["frames"]))
                if pcm is not None:
                    return trim(pcm)
                reason = "its sound is incomplete"
            else:
                reason = str(answer.get("error", "it gave a strange answer"))
            self._end_child()
        failure = VoiceFailed(f"The voice could not say {text!r}: {reason}.")
        if answer is None:
            self._failed = failure
        raise failure

    def _read(self, path: Path, frames: int) -> Pcm | None:
        import soundfile

        try:
            samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
        except (soundfile.LibsndfileError, OSError):
            return None
        return Pcm(to_mono(samples), rate) if len(samples) == frames else None

    def _running_child(self) -> _Child:
        if self._child is None:
            child = _Child(self._command)
            hello = child.answer(self._patience)
            if hello is None or "ready" not in hello:
                child.end()
                reason = (hello or {}).get("error", f"it does not start within {self._patience:g} seconds")
                remedy = "" if sys.platform == "darwin" else ": is espeak-ng installed (apt-get install espeak-ng)?"
                self._failed = VoiceFailed(f"The host has no voice, {reason}{remedy or '.'}")
                raise self._failed
            self._child = child
        return self._child

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None
