"""The loudspeaker: plays the host's phrases one after another, and knows when they could be heard.

Times are samples of the input's clock. An interval is ``[begin, end)``, with the tail in which a room still rings; an
utterance that meets one is the host's own voice (idea: the host never hears itself), whenever its result arrives.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from voicegame.errors import UserError
from voicegame.sound.portaudio import Hung, close_stream, find_device, open_stream, opened, portaudio, within
from voicegame.sound.resampling import resample
from voicegame.sound.samples import RATE, Samples, to_samples
from voicegame.speaking.voice import Pcm

#: An end of None: still sounding, and nobody knows until when.
Interval = tuple[int, int | None]

_OPENING = 5.0  # seconds that opening the device may take
_FIRST = 20.0  # and when the game begins, with all else that begins then
_ANSWERING = 2.0  # and until it asks for its first samples, when it is opened again
_HANGS = to_samples(5.0)  # a device that has asked for no samples for so long has gone

_REMEMBERED = 500  # intervals; a late result is never that late


class Loudspeaker(Protocol):
    """Where the host's voice goes."""

    @property
    def lost(self) -> bool:
        """The device stopped in the middle; nothing can be heard any more."""

    def release(self) -> None:
        """Let go of the device, so that devices can be looked for anew; nothing is heard until :meth:`reopen`."""

    def reopen(self) -> bool:
        """Look for the device again, by its name; whether it can be heard now."""

    def play(self, pcm: Pcm, now: int) -> None:
        """Play a phrase after those before it. ``now``: the sample clock of the input."""

    def tick(self, now: int) -> None:
        """Called once for each chunk of the input, with the clock at its end."""

    def busy(self) -> bool:
        """Something waits, sounds, or still rings."""

    @property
    def intervals(self) -> list[Interval]:
        """When the host could be heard, in order, none touching another; the last end is None while it sounds."""

    def meets(self, begin: int, end: int) -> bool:
        """Whether ``[begin, end)`` meets any of the intervals."""

    @property
    def finished_at(self) -> int:
        """The sample at which the last phrase and its tail ended; 0 if there was none."""

    @property
    def ringing(self) -> tuple[Samples, int] | None:
        """The last phrase at the clock's rate, and where its sound should have ended, while only its tail is left."""

    def stretch(self, tail: int) -> None:
        """The room rings for so many samples, from this phrase on; a tail never gets shorter."""

    def close(self) -> None:
        """Fall silent at once. May be called twice."""


class _Intervals:
    """A list of intervals that grows at its end."""

    def __init__(self) -> None:
        self.all: list[Interval] = []

    def open(self, begin: int) -> None:
        """Something begins to sound. Continues the last interval if that has not ended by then."""
        if self.all:
            last_begin, last_end = self.all[-1]
            if last_end is None:
                return
            if last_end >= begin:
                self.all[-1] = (last_begin, None)
                return
        self.all = [*self.all[-_REMEMBERED:], (begin, None)]

    def end(self, end: int) -> None:
        """What sounds has ended, tail and all."""
        if self.all and self.all[-1][1] is None:
            begin = self.all[-1][0]
            self.all[-1] = (begin, max(end, begin))

    def stretch(self, end: int) -> None:
        """The last interval ends later than was thought."""
        begin, known = self.all[-1]
        if known is not None:
            self.all[-1] = (begin, max(known, end))

    def meet(self, begin: int, end: int) -> bool:
        return any(a < max(end, begin + 1) and (b is None or begin < b) for a, b in reversed(self.all))

    @property
    def finished_at(self) -> int:
        return next((end for _, end in reversed(self.all) if end is not None), 0)


class WavWriter:
    """A WAV file of what the host says, each phrase at the place of the sample clock where it was spoken.

    16 kHz, mono, 16 bits; silence in between. Nothing written is written again: a phrase that would begin before the
    last one's end follows it. Use it with ``with``, or close it in ``finally``: its header is right only after that.
    Raises UserError if the file can't be made, or grown (a full disk).
    """

    def __init__(self, path: Path | str) -> None:
        import soundfile

        self._path = path
        self._errors = (soundfile.LibsndfileError, OSError)
        try:
            self._file: Any = soundfile.SoundFile(str(path), "w", RATE, 1, "PCM_16", format="WAV")
        except self._errors:
            raise UserError(f"{path} can't be written: check that its folder exists and may be written to.") from None
        self._written = 0

    def write(self, at: int, samples: Samples) -> None:
        """Mono samples at the clock's rate, to be heard from sample ``at`` on."""
        self.pad(at)
        self._append(np.clip(samples, -1.0, 1.0))

    def pad(self, until: int) -> None:
        """Silence up to sample ``until`` (the end of the game, so that the file is as long)."""
        while self._written < until:
            self._append(np.zeros(min(until - self._written, 60 * RATE), np.float32))

    def _append(self, samples: Samples) -> None:
        try:
            self._file.write(samples)
        except self._errors:
            raise UserError(f"{self._path} can't be written any further: is the disk full?") from None
        self._written += len(samples)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> WavWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class VirtualSpeaker:
    """For input from a file: a phrase takes its length of the sample clock, and nothing is heard but by ``out``.

    A phrase played at ``now`` occupies ``[max(now, end of the last phrase), + its length)``.
    """

    lost = False

    def __init__(self, tail_seconds: float = 0.3, out: WavWriter | None = None) -> None:
        self._tail = to_samples(tail_seconds)
        self._out = out
        self._intervals = _Intervals()
        self._now = 0
        self._end = 0  # of the last phrase, without its tail
        self._phrase: Samples | None = None

    def play(self, pcm: Pcm, now: int) -> None:
        self._now = max(self._now, now)
        if not len(pcm.samples):
            return
        samples = resample(pcm.samples, pcm.rate)
        begin = max(now, self._end)
        self._end = begin + len(samples)
        self._phrase = samples
        self._intervals.open(begin)
        self._intervals.end(self._end + self._tail)
        if self._out is not None:
            self._out.write(begin, samples)

    def release(self) -> None:
        pass

    def reopen(self) -> bool:
        return True

    def tick(self, now: int) -> None:
        self._now = max(self._now, now)

    def busy(self) -> bool:
        return self._now < self.finished_at

    @property
    def intervals(self) -> list[Interval]:
        return list(self._intervals.all)

    def meets(self, begin: int, end: int) -> bool:
        return self._intervals.meet(begin, end)

    @property
    def finished_at(self) -> int:
        return self._intervals.finished_at

    @property
    def ringing(self) -> tuple[Samples, int] | None:
        if self._phrase is None or not self._end + self._tail // 2 <= self._now < self._end + self._tail:
            return None
        return self._phrase, self._end

    def stretch(self, tail: int) -> None:
        self._tail = max(self._tail, tail)
        self._intervals.stretch(self._end + self._tail)

    def close(self) -> None:
        self._now = max(self._now, self.finished_at)


class SoundCardSpeaker:
    """One PortAudio output stream of our own, always running, so that "speaking from a to b" is a fact.

    device: a part of the device's name, None for the default one.
    tail_seconds: how long a room rings after the last sample.
    clock: the input's clock now, read in PortAudio's thread (:attr:`Microphone.captured`). Without it the clock of the
        last :meth:`tick` is used, which is right as long as whoever calls that keeps up with the input.
    input_latency: samples between a sound and its arrival on the clock (:attr:`Microphone.latency`).
    out: also write what is said to a file.

    Raises UserError if there is no such device, or PortAudio is missing.
    """

    def __init__(
        self,
        device: str | None = None,
        tail_seconds: float = 0.3,
        *,
        clock: Callable[[], int] | None = None,
        input_latency: int = 0,
        out: WavWriter | None = None,
    ) -> None:
        self._device = device
        self._clock = clock or self._last_tick
        self._late = input_latency
        self._tail = to_samples(tail_seconds)
        self._out = out
        self._now = 0
        self._waiting: deque[Samples] = deque()  # at the stream's rate
        self._offset = 0  # in the first of them
        self._lock = threading.Lock()
        self._intervals = _Intervals()
        self._silent_at: int | None = None  # clock at which the last sample will have been heard, tail included
        self._phrase: Samples | None = None
        self._closed = False
        self._asks = threading.Event()
        self._streams = 0
        self.lost = False
        opened(_FIRST, self._open)

    def _open(self) -> None:
        info = find_device("output", self._device)
        self.name: str = info["name"]
        self._asked_at = max(self._now, self._clock())
        sounddevice = portaudio()
        self._streams = number = self._streams + 1

        def fill(block: NDArray[np.float32], frames: int, times: Any, status: Any) -> None:
            if number == self._streams:
                self._fill(block, frames, times, status)
            else:
                block[:] = 0  # a stream that could not be closed

        def make(rate: int, channels: int) -> Any:
            return sounddevice.OutputStream(
                samplerate=rate,
                device=info["index"],
                channels=channels,
                dtype="float32",
                latency=0.1,  # less and a busy machine lets the stream run dry
                callback=fill,
            )

        self._stream = open_stream("output", info, [round(info["default_samplerate"]), 48_000, 44_100, RATE], make)
        self.rate: int = round(self._stream.samplerate)
        try:
            self._stream.start()
        except sounddevice.PortAudioError as error:
            close_stream(self._stream)
            raise UserError(f"The loudspeaker {self.name!r} doesn't start ({error}): name another one.") from None

    def release(self) -> None:
        """Close the stream, so that the list of devices can be made anew; nothing is heard until :meth:`reopen`."""
        if not self.lost:
            self._lose()
        close_stream(self._stream)

    def reopen(self) -> bool:
        """Look for the device again, by its name; whether it can be heard now."""
        if self._closed:
            return False
        close_stream(self._stream)  # it may only have been stuck, and would go on beside the new one
        self._asks.clear()
        try:
            within(_OPENING, self._open)
        except (UserError, Hung):
            return False
        if not self._asks.wait(_ANSWERING):  # it opens, and is as dead as before
            close_stream(self._stream)
            return False
        self.lost = False
        return True

    def _lose(self) -> None:
        self.lost = True
        with self._lock:
            self._waiting.clear()
            self._offset = 0
            if self._sounding() and self._silent_at is None:
                self._silent_at = self._now + self._tail

    def _last_tick(self) -> int:
        return self._now

    def play(self, pcm: Pcm, now: int) -> None:
        self._now = max(self._now, now)
        if not len(pcm.samples) or self._closed or self.lost:
            return
        samples, phrase = resample(pcm.samples, pcm.rate, self.rate), resample(pcm.samples, pcm.rate)
        with self._lock:
            self._phrase = phrase
            self._waiting.append(samples)
            self._intervals.open(max(now, self._clock()) if not self._sounding() else now)
            self._silent_at = None
        if self._out is not None:
            self._out.write(max(now, self._clock()), phrase)

    def tick(self, now: int) -> None:
        self._now = max(self._now, now)
        hangs = self._now - self._asked_at > _HANGS
        if not self._closed and not self.lost and (hangs or not self._stream.active):
            self._lose()
        with self._lock:
            if self._silent_at is not None and self._now >= self._silent_at and not self._waiting:
                self._intervals.end(self._silent_at)
                self._silent_at = None

    def busy(self) -> bool:
        with self._lock:
            return bool(self._waiting) or self._sounding()

    def _sounding(self) -> bool:
        return bool(self._intervals.all) and self._intervals.all[-1][1] is None

    @property
    def intervals(self) -> list[Interval]:
        with self._lock:
            return list(self._intervals.all)

    def meets(self, begin: int, end: int) -> bool:
        with self._lock:
            return self._intervals.meet(begin, end)

    @property
    def finished_at(self) -> int:
        with self._lock:
            return self._intervals.finished_at

    @property
    def ringing(self) -> tuple[Samples, int] | None:
        with self._lock:
            if self._phrase is None or self._silent_at is None or self._waiting:
                return None
            ended = self._silent_at - self._tail
            return (self._phrase, ended) if self._now >= ended + self._tail // 2 else None

    def stretch(self, tail: int) -> None:
        with self._lock:
            longer = max(0, tail - self._tail)
            self._tail += longer
            if self._silent_at is not None:
                self._silent_at += longer

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with self._lock:
            self._waiting.clear()
        close_stream(self._stream)
        with self._lock:
            self._intervals.end(self._clock() + self._tail)

    # In PortAudio's thread.

    def _fill(self, block: NDArray[np.float32], frames: int, times: Any, _status: Any) -> None:
        filled = 0
        self._asks.set()
        self._asked_at = max(self._now, self._clock())
        with self._lock:
            while filled < frames and self._waiting:
                first = self._waiting[0]
                part = first[self._offset : self._offset + frames - filled]
                block[filled : filled + len(part)] = part[:, None]
                filled += len(part)
                self._offset += len(part)
                if self._offset >= len(first):
                    self._waiting.popleft()
                    self._offset = 0
            if filled and not self._waiting:
                delay = self._delay(times) + filled / self.rate
                self._silent_at = self._clock() + to_samples(delay) + self._late + self._tail
        block[filled:] = 0

    def _delay(self, times: Any) -> float:
        """Seconds until the first sample of a block is heard; the stream's latency where a host says 0 or nonsense."""
        said = float(times.outputBufferDacTime - times.currentTime)
        latency = float(self._stream.latency)
        return max(said, latency) if 0.0 < said < 2.0 else latency
