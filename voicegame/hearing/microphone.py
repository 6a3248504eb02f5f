"""The microphone as an audio source: samples counted from the first block, gaps counted, a vanished device noticed."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import RATE, Chunk
from voicegame.sound.portaudio import close_stream, find_device, open_stream, portaudio
from voicegame.sound.resampling import StreamResampler, to_mono

_QUEUED_BLOCKS = 4096  # two minutes: longer than anything keeps the reader away


class DeviceLost(Exception):
    """The device stopped giving sound in the middle of a game; ``str()`` is one sentence."""


class Microphone:
    """A microphone, opened at once; its clock begins with the first block after iterating has begun.

    Open it early: the first block may come two seconds after opening (measured with PulseAudio), and
    :meth:`wait_until_ready` tells when it came. Iterating gives chunks of about ``block_seconds`` and never waits for
    ever: it raises :class:`DeviceLost` when no sound has come for ``patience`` seconds, and ends after :meth:`close`.

    device: a part of the device's name, None for the default one.
    starts_at: place of the first sample on the clock, for a microphone that carries on where a lost one stopped.
    Raises UserError if there is no such device, or PortAudio is missing.
    """

    def __init__(
        self,
        device: str | None = None,
        *,
        block_seconds: float = 0.032,
        patience: float = 3.0,
        opening: float = 10.0,
        starts_at: int = 0,
    ) -> None:
        info = find_device("input", device)
        self.name: str = info["name"]
        self._patience = patience
        self._opening = opening
        self._starts_at = starts_at
        self._blocks: queue.Queue[tuple[NDArray[np.float32], int] | None] = queue.Queue(_QUEUED_BLOCKS)
        self._ready = threading.Event()
        self._counting = False
        self._closed = False
        self._frames = 0  # counted since the clock began, those lost included
        self._dropped = 0  # frames not queued since the last one that was
        self._offsets: deque[float] = deque(maxlen=64)  # arrival minus place on the clock, seconds
        self._zeros = 0
        #: How often the sound card reported an overflow.
        self.overflows = 0
        sounddevice = portaudio()

        def make(rate: int, channels: int) -> Any:
            return sounddevice.InputStream(
                samplerate=rate,
                blocksize=max(1, round(block_seconds * rate)),
                device=info["index"],
                channels=channels,
                dtype="float32",
                latency="low",
                callback=self._hear,
                finished_callback=self._end,
            )

        # A sound card may refuse the clock's rate; its own is resampled then.
        self._stream = open_stream("input", info, [RATE, round(info["default_samplerate"]), 48_000, 44_100], make)
        #: The rate that the device runs at.
        self.rate: int = round(self._stream.samplerate)
        try:
            self._stream.start()
        except sounddevice.PortAudioError as error:
            self.close()
            raise DeviceLost(f"The microphone {self.name!r} doesn't start ({error}).") from None

    @property
    def captured(self) -> int:
        """The sample clock now: samples that have arrived, read or not. Stands still until iterating has begun."""
        return self._starts_at + self._frames * RATE // self.rate

    @property
    def latency(self) -> int:
        """Samples of the clock between a sound and its arrival, as the sound card says."""
        return round(float(self._stream.latency) * RATE)

    @property
    def silent(self) -> bool:
        """All sound so far, a second of it at least, was exactly zero: no permission to listen, or a muted device."""
        return self._zeros >= RATE

    def wait_until_ready(self) -> None:
        """Until the first block has come. Raises DeviceLost if none comes."""
        if not self._ready.wait(self._opening) and not self._closed:
            raise DeviceLost(f"The microphone {self.name!r} gives no sound.")

    def __iter__(self) -> Iterator[Chunk]:
        self.wait_until_ready()
        resampler = StreamResampler(self.rate)
        at = self._starts_at
        self._counting = True
        while not self._closed:
            try:
                block = self._blocks.get(timeout=self._patience)
            except queue.Empty:
                raise DeviceLost(f"The microphone {self.name!r} has fallen silent: it gives no more blocks.") from None
            if block is None:
                if self._closed:
                    return
                raise DeviceLost(f"The microphone {self.name!r} has gone.")
            frames, lost_frames = block
            samples = resampler.feed(to_mono(frames))
            lost = lost_frames * RATE // self.rate
            if self._zeros >= 0:
                self._zeros = self._zeros + len(samples) if not samples.any() else -1
            at += lost
            if len(samples) or lost:
                yield Chunk(samples, at, lost)
                at += len(samples)

    def close(self) -> None:
        """Stop listening; an iteration in progress ends."""
        if self._closed:
            return
        self._closed = True
        self._ready.set()
        close_stream(self._stream)
        self._end()

    # In PortAudio's thread: copy and leave.

    def _hear(self, block: NDArray[np.float32], frames: int, _times: Any, status: Any) -> None:
        self._ready.set()
        if not self._counting:
            return
        lost = self._dropped
        if status and status.input_overflow:
            self.overflows += 1
            lost += self._gap(frames)
        self._frames += lost - self._dropped + frames
        self._offsets.append(time.monotonic() - self._frames / self.rate)
        try:
            self._blocks.put_nowait((block.copy(), lost))
            self._dropped = 0
        except queue.Full:
            self._dropped = lost + frames

    def _gap(self, frames: int) -> int:
        """Frames lost in an overflow, which PortAudio does not count: what time says beyond the frames that came."""
        if not self._offsets:
            return 0
        late = time.monotonic() - (self._frames + frames) / self.rate - min(self._offsets)
        self._offsets.clear()
        return max(0, round(late * self.rate))

    def _end(self) -> None:
        try:
            self._blocks.put_nowait(None)
        except queue.Full:
            self._closed = True
