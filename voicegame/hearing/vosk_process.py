"""Vosk in a child process that is watched, replaced when it dies or hangs, and given up when that doesn't help.

A claim is sent whole, and sent again to the next child, so none is lost. Vosk itself is never imported here.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np

from voicegame.hearing import vosk_frames
from voicegame.hearing.audio import RATE, Samples

#: After so many failures without an answer between them, and after so many in all, Vosk is left out.
MOST_IN_A_ROW, MOST_IN_ALL = 3, 10
#: One claim is sent so often: one that kills the library doesn't end Vosk by itself.
_TRIES = 2
_STRANGE = "it gave a strange answer"


class VoskFailed(Exception):
    """Vosk can't hear this; ``str()`` is a reason, without a capital or a full stop."""


@dataclass(frozen=True)
class Word:
    """One word that Vosk heard: as the model writes it, where (seconds from the sound's first sample), how surely."""

    text: str
    begin: float
    end: float
    confidence: float


@dataclass(frozen=True)
class Views:
    """What was heard of one sound: expecting anything (open), and expecting certain words (forced; None without)."""

    open: tuple[Word, ...]
    forced: tuple[Word, ...] | None = None


class _Child:
    """The process; its answers as they come, its requests as it takes them.

    ended: told, from a thread of its own, when it is no more. fate: how it ended, once it has.
    hello: its first answer, once that has been read.
    """

    def __init__(self, command: Sequence[str], ended: Callable[[_Child], None]) -> None:
        # A group of its own, so that Ctrl-C at the terminal reaches the game alone.
        group: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        try:
            self._process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **group
            )
        except OSError as error:
            raise VoskFailed(f"its process can't be started ({error})") from None
        self.hello: dict[str, Any] | None = None
        self.fate = ""
        self._ended = ended
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _read(self) -> None:
        answers = cast(BinaryIO, self._process.stdout)
        fate = ""
        try:
            while (frame := vosk_frames.read(answers)) is not None:
                self._answers.put(frame[0])
        except (ValueError, OSError):
            fate = _STRANGE
        self._process.kill()  # does nothing to one that has ended, and keeps its exit code
        self.fate = fate or _how_it_ended(self._process.wait())
        self._answers.put(None)
        self._ended(self)

    def _write(self) -> None:
        """A child that hangs takes no more than a pipe holds, so whoever asks doesn't write itself."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # a dead child is told by its missing answer
            while (frame := self._requests.get()) is not None:
                self._process.stdin.write(frame)
                self._process.stdin.flush()

    def ask(self, frame: bytes) -> None:
        self._requests.put(frame)

    def answer(self, seconds: float) -> dict[str, Any]:
        """The next answer. Raises VoskFailed if the child dies, or gives none in time."""
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise VoskFailed(f"it gave no answer within {seconds:g} seconds") from None
        if answer is None:
            raise VoskFailed(self.fate)
        return answer

    def end(self) -> None:
        """No process, thread or pipe stays behind."""
        self._process.kill()
        self._process.wait()
        self._requests.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"its process ended with exit code {code}"
    try:
        return f"its process was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"its process was ended by signal {-code}"


class VoskProcess:
    """A Vosk model in a process of its own. Calls from several threads wait for each other.

    model: the model's folder. static: its grammar is built in, so nothing is expected of it.
    loading, patience: seconds after which a child that doesn't get ready, or doesn't answer, is replaced.
    given_up: told once, with the reason, by the first call after Vosk was left out for good. From then on every call
        raises VoskFailed.
    command: the child to run instead of our own, for tests.
    unknown: the model's word for "something else", None if it has none; known once :meth:`start` is done.
    restarts: how many children were replaced.
    """

    def __init__(
        self,
        model: Path,
        *,
        static: bool = False,
        given_up: Callable[[str], None] = lambda _: None,
        loading: float = 90.0,
        patience: float = 10.0,
        command: Sequence[str] | None = None,
    ) -> None:
        own = [sys.executable, "-m", "voicegame.hearing.vosk_child"]
        # Absolute, since the child steps into the folder.
        self._command = [*(command or own), str(model.absolute())]
        self._static = static
        self._given_up = given_up
        self._loading, self._patience = loading, patience
        self.unknown: str | None = None
        self.restarts = 0
        self._turn = threading.Lock()  # one request at a time
        self._state = threading.Lock()  # of what follows; never held while waiting for a child
        self._child: _Child | None = None
        self._past: list[_Child] = []
        self._reason: str | None = None
        self._told = False
        self._failures = self._in_a_row = 0
        self._closed = False
        self._number = 0

    @property
    def pid(self) -> int | None:
        """The child's process id, None while there is no child."""
        child = self._child
        return None if child is None else child.pid

    def start(self) -> None:
        """Load the model, and wait for it. Raises VoskFailed if it can't be loaded; Vosk is left out then."""
        with self._turn:
            child = self._running()
            try:
                self._wait_until_ready(child)
            except VoskFailed as failure:
                self._replace(child, str(failure), at_once=True)
                self._tell()
                raise

    def written(self, words: Sequence[str]) -> list[str | None]:
        """How the model writes each word; None for one that it lacks. Raises VoskFailed."""
        found = self._asked({"do": "write", "words": list(words)}, b"").get("written")
        if not isinstance(found, list) or len(found) != len(words):
            raise VoskFailed(_STRANGE)
        return [None if form is None else str(form) for form in found]

    def hear(self, samples: Samples, expected: Sequence[str] = (), rate: int = RATE) -> Views:
        """What is heard in mono samples of this rate (full scale 1). Raises VoskFailed.

        expected: words and phrases as the model writes them; without any, and with a static model, nothing is forced.
        """
        sound = np.nan_to_num(np.asarray(samples, np.float32), nan=0.0, posinf=0.0, neginf=0.0)
        pcm = (np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes()
        some = [] if self._static else list(expected)
        answer = self._asked({"do": "hear", "rate": rate, "expected": some}, pcm)
        try:
            forced = answer["forced"]
            return Views(_words(answer["open"]), None if forced is None else _words(forced))
        except (KeyError, TypeError, ValueError):
            raise VoskFailed(_STRANGE) from None

    def close(self) -> None:
        """End the child. May be called twice."""
        with self._state:
            self._closed = True
            children = [*self._past, *([] if self._child is None else [self._child])]
            self._child, self._past = None, []
        for child in children:
            child.end()

    def __enter__(self) -> VoskProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # How it is done

    def _asked(self, fields: dict[str, Any], payload: bytes) -> dict[str, Any]:
        """The answer to a request. Where a child fails, the next one is asked the same."""
        with self._turn:
            try:
                answer = self._first_answer(fields, payload)
            except VoskFailed:
                self._tell()
                raise
            with self._state:
                self._in_a_row = 0
            if "error" in answer:
                raise VoskFailed(str(answer["error"]))
            return answer

    def _first_answer(self, fields: dict[str, Any], payload: bytes) -> dict[str, Any]:
        failure = VoskFailed("")
        for _ in range(_TRIES):
            child = self._running()
            try:
                return self._answer_of(child, fields, payload)
            except VoskFailed as error:
                failure = error
                self._replace(child, str(error))
        raise failure

    def _answer_of(self, child: _Child, fields: dict[str, Any], payload: bytes) -> dict[str, Any]:
        self._wait_until_ready(child)
        self._number += 1
        child.ask(vosk_frames.packed(fields | {"id": self._number}, payload))
        answer = child.answer(self._patience)
        if answer.get("id") != self._number:
            raise VoskFailed(_STRANGE)
        return answer

    def _running(self) -> _Child:
        with self._state:
            if self._closed:
                raise VoskFailed("it has been closed")
            if self._reason is not None:
                raise VoskFailed(self._reason)
            if self._child is None:
                self._child = _Child(self._command, self._ended)
            return self._child

    def _wait_until_ready(self, child: _Child) -> None:
        if child.hello is None:
            hello = child.answer(self._loading)
            if hello.get("ready") is not True:
                raise VoskFailed(str(hello.get("error", _STRANGE)))
            child.hello, self.unknown = hello, hello.get("unknown")

    def _ended(self, child: _Child) -> None:
        """One that died while nobody asked is replaced at once, so that the next claim needn't wait."""
        if child.hello is not None:
            self._replace(child, child.fate)

    def _replace(self, child: _Child, reason: str, *, at_once: bool = False) -> None:
        """Count the failure of a child, once, and start the next; or leave Vosk out, at once or after many."""
        with self._state:
            if self._closed or child is not self._child:
                return
            self._failures += 1
            self._in_a_row += 1
            self._child, self._past = None, [*self._past, child][-2:]
            if at_once or self._in_a_row >= MOST_IN_A_ROW or self._failures >= MOST_IN_ALL:
                self._reason = reason
            else:
                self.restarts += 1
                try:
                    self._child = _Child(self._command, self._ended)
                except VoskFailed as failure:
                    self._reason = str(failure)
        child.end()

    def _tell(self) -> None:
        """Say once that Vosk was left out; never from a thread that the game doesn't know."""
        if self._reason is not None and not self._told:
            self._told = True
            self._given_up(self._reason)


def _words(found: list[list[Any]]) -> tuple[Word, ...]:
    return tuple(Word(str(text), float(begin), float(end), float(sure)) for text, begin, end, sure in found)
