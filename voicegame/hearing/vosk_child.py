"""The child process in which Vosk runs: sound in, words out. Only this module knows the library.

``python -m voicegame.hearing.vosk_child MODEL`` reads frames (:mod:`voicegame.hearing.vosk_frames`) from standard input
and answers each with one on standard output. The first answer is ``{"ready": true, "unknown": TOKEN or null}`` or
``{"error": REASON}``. Then

- ``{"id", "do": "write", "words"}`` is answered with ``{"id", "written"}``: how the model writes each word, null for
  one that it lacks;
- ``{"id", "do": "hear", "rate", "expected"}`` with mono samples (signed 16 bits, little-endian) with ``{"id", "open",
  "forced"}``: what was heard by a recogniser that expects anything, and by one that expects these words (null without
  any), each a list of ``[word, begin, end, confidence]``, in seconds from the first sample;
- a request that can't be met with ``{"id", "error"}``.

What Vosk 0.3.44 and 0.3.45 really do, read in their source, in reports, and measured:

- A grammar that is set while sound is in flight, and an empty one, end the process: nothing in Python can catch that.
  So a grammar is set right after ``FinalResult`` only, never an empty one; and all this happens in a child.
- ``Reset`` and ``Result`` leave up to half a second of sound behind, which is heard in the next utterance.
  ``FinalResult`` doesn't. So every utterance ends with it, and ``Reset`` is never called.
- Times are counted from the first sample that a recogniser ever got, on and on. So we count what was fed, too.
- What ends an utterance is looked at once a call. So sound is fed in blocks of 200 ms at the most.
- The rate that a recogniser is made with is believed. So there is one for each rate.
- A word that the model lacks is left out of a grammar, and the rest of its phrase stays, half a phrase; only a log line
  tells. ``\\uXXXX`` in a grammar's JSON is not understood either: the word is taken to be missing.
- The word for "something else" differs by model; a model without it only warns.
- Confidence is mostly 1.0 with a grammar, right or wrong. So it decides nothing.
- ``SetPartialWords`` changes final results, and partial results change their mind. Neither is used.
- ``SetEndpointerMode`` came after 0.3.45. It is not used.
- ``Model(lang=...)`` and ``Model(model_name=...)`` ask the network, and may end the program. Only a path is given.
- A path goes to C as it is, and odd ones fail on some systems. So we step into the folder and load ``.``.
- The library starts no process and keeps no file open once a model is loaded.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import queue
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from voicegame.hearing import vosk_frames

#: How models write "something else".
UNKNOWN = ("[unk]", "<unk>", "[UNK]", "<UNK>")
#: A block of sound, and the silence around an utterance, in seconds.
_BLOCK = 0.2
_BEFORE, _AFTER = 0.3, 0.5
#: Both ends of a word are told early by one to two frames of 30 ms (measured with the model of the tests).
_EARLY = 0.035

Words = list[tuple[str, float, float, float]]


class View:
    """One recogniser, which hears one utterance after another.

    expected: what it expects, as the model writes it; None for anything.
    """

    def __init__(self, vosk: Any, model: Any, rate: int, expected: tuple[str, ...] | None = None) -> None:
        if expected is not None and not expected:
            raise ValueError("a grammar must not be empty")
        arguments = () if expected is None else (_grammar(expected),)
        self._recogniser: Any = vosk.KaldiRecognizer(model, rate, *arguments)
        self._recogniser.SetWords(True)
        self._rate = rate
        self._expected = expected
        self._fed = 0
        self._at_rest = True

    def expect(self, expected: tuple[str, ...]) -> None:
        """Expect other words from the next utterance on. Raises ValueError in the middle of one, and for none."""
        if not expected:
            raise ValueError("a grammar must not be empty")
        if not self._at_rest:
            raise ValueError("a grammar can't be set in the middle of an utterance")
        if expected != self._expected:
            self._recogniser.SetGrammar(_grammar(expected))
            self._expected = expected

    def feed(self, block: bytes) -> Words:
        """Hear at most 200 ms; gives what became certain with them."""
        self._at_rest = False
        certain = self._recogniser.AcceptWaveform(block)
        self._fed += len(block) // 2
        return self._words(self._recogniser.Result()) if certain else []

    def end(self) -> Words:
        """The end of the utterance: the rest of what was heard."""
        rest = self._words(self._recogniser.FinalResult())
        self._at_rest = True
        return rest

    def hear(self, sound: bytes) -> Words:
        """One utterance. Times are seconds from its first sample."""
        fed = self._fed
        padded = bytes(2 * round(_BEFORE * self._rate)) + sound + bytes(2 * round(_AFTER * self._rate))
        size = 2 * int(_BLOCK * self._rate)
        heard: Words = []
        try:
            for at in range(0, len(padded), size):
                heard += self.feed(padded[at : at + size])
        finally:
            heard += self.end()
        offset = fed / self._rate + _BEFORE - _EARLY
        return [(word, round(b - offset, 3), round(e - offset, 3), confidence) for word, b, e, confidence in heard]

    def _words(self, result: str) -> Words:
        return [
            (str(each["word"]), float(each["start"]), float(each["end"]), float(each["conf"]))
            for each in json.loads(result).get("result", [])
        ]


def _grammar(expected: tuple[str, ...]) -> str:
    return json.dumps(expected, ensure_ascii=False)


class Vosk:
    """A model, and two recognisers over it: one that expects anything, one that is told what is expected."""

    def __init__(self, folder: Path) -> None:
        """folder: absolute. Raises RuntimeError with a reason."""
        try:
            self._vosk: Any = importlib.import_module("vosk")
        except Exception as error:  # ImportError, OSError of the library, cffi's own
            raise RuntimeError(f"the package vosk can't be imported ({_reason(error)})") from None
        self._vosk.SetLogLevel(-1)
        try:
            os.chdir(folder)
            self._model: Any = self._vosk.Model(".")
        except Exception as error:  # the library raises Exception itself
            raise RuntimeError(f"the model can't be loaded ({_reason(error)})") from None
        finally:
            os.chdir(os.path.abspath(os.sep))
        self.unknown = next((token for token in UNKNOWN if self._has(token)), None)
        self._views: dict[int, tuple[View, View | None]] = {}

    def _has(self, word: str) -> bool:
        return int(self._model.vosk_model_find_word(word)) >= 0

    def write(self, words: list[str]) -> list[str | None]:
        """How the model writes each word: some models hold capitals only."""
        return [
            next((form for form in (word, word.upper(), word.capitalize()) if form and self._has(form)), None)
            for word in words
        ]

    def hear(self, sound: bytes, rate: int, expected: tuple[str, ...]) -> tuple[Words, Words | None]:
        """What the open view and the forced one hear, at the same time: each on a thread of its own.

        expected: as the model writes them; words that it lacks, and phrases with one, are left out whole.
        """
        known = tuple(phrase for phrase in expected if phrase and all(self._has(word) for word in phrase.split()))
        free, forced = self._views.get(rate) or (View(self._vosk, self._model, rate), None)
        if known and forced is None:
            forced = View(self._vosk, self._model, rate, known)
        elif known and forced is not None:
            forced.expect(known)
        self._views = {rate: (free, forced)}
        with ThreadPoolExecutor(1) as other:
            hearing = other.submit(forced.hear, sound) if known and forced is not None else None
            heard = free.hear(sound)
            return heard, None if hearing is None else hearing.result()


def _reason(error: Exception) -> str:
    return " ".join(str(error).split()) or repr(error)


def answered(vosk: Vosk, fields: dict[str, Any], payload: bytes) -> dict[str, Any]:
    """The answer to one request."""
    if fields["do"] == "write":
        return {"written": vosk.write(fields["words"])}
    heard, forced = vosk.hear(payload, int(fields["rate"]), tuple(fields["expected"]))
    return {"open": heard, "forced": forced}


def _requests() -> queue.SimpleQueue[tuple[dict[str, Any], bytes]]:
    """Frames of standard input. When the asker is gone the process ends at once, whatever the library does."""
    frames: queue.SimpleQueue[tuple[dict[str, Any], bytes]] = queue.SimpleQueue()
    source = os.fdopen(os.dup(0), "rb")

    def read() -> None:
        with contextlib.suppress(Exception):
            while (frame := vosk_frames.read(source)) is not None:
                frames.put(frame)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return frames


def _leave_no_core() -> None:
    """A library that aborts must not write its memory into a file."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def serve(folder: Path, answer_to: Any = answered) -> None:
    """Answer until standard input ends. answer_to: as :func:`answered`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game, which then says goodbye
    _leave_no_core()
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever a library prints is no answer
    frames = _requests()
    try:
        vosk = Vosk(folder)
    except RuntimeError as error:
        answers.write(vosk_frames.packed({"error": str(error)}))
        return
    answers.write(vosk_frames.packed({"ready": True, "unknown": vosk.unknown}))
    while True:
        fields, payload = frames.get()
        try:
            answer = answer_to(vosk, fields, payload)
        except Exception as error:  # the asker decides what becomes of it; this process goes on
            answer = {"error": _reason(error)}
        answers.write(vosk_frames.packed({"id": fields.get("id"), **answer}))


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
