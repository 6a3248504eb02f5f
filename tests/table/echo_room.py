"""A room that gives the host's voice back, late and reverberant, while players answer right after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.sounds import Sound, edges_of, noise, spoken
from voicegame.hearing.audio import RATE, Chunk
from voicegame.sound.resampling import resample
from voicegame.speaking.loudspeaker import VirtualSpeaker
from voicegame.speaking.voice import Pcm

BLOCK = 512


def impulse(delay: float, reverberation: float = 0.5, share: float = 0.7, seed: int = 3) -> Sound:
    """What a click becomes: itself, ``delay`` seconds later, and noise that dies away by 60 dB in ``reverberation``.

    share: amplitude of the reverberation in all, the direct sound being 1.
    """
    times = np.arange(round(0.9 * RATE)) / RATE
    tail = np.random.default_rng(seed).normal(size=len(times)) * 10 ** (-3 * times / reverberation)
    tail *= share / np.sqrt((tail**2).sum())
    tail[0] += 1.0
    return np.concatenate([np.zeros(round(delay * RATE)), tail]).astype(np.float32)


class RememberingSpeaker(VirtualSpeaker):
    """Tells its room what it plays, and from which sample on."""

    def __init__(self, room: EchoRoom) -> None:
        super().__init__()
        self._room = room

    def play(self, pcm: Pcm, now: int) -> None:
        begin = max(now, self._end)
        super().play(pcm, now)
        if len(pcm.samples):
            self._room.add(begin, np.convolve(resample(pcm.samples, pcm.rate), self._room.echo))


class EchoRoom:
    """A source of sound. ``answer`` is asked, once the host has ended, what a player says to it: a text, or None.

    reaction: seconds from the host's end (its tail included) to the player's first sound.
    """

    silent = False

    def __init__(self, seconds: float, echo: Sound, answer: Callable[[], str | None], reaction: float = 0.05) -> None:
        self.echo = echo
        self.speaker = RememberingSpeaker(self)
        self.said: list[str] = []
        self._sound = noise(round(seconds * RATE), -60.0)
        self._answer = answer
        self._reaction = reaction
        self._answered = 0

    def add(self, at: int, sound: Any) -> None:
        part = sound[: max(0, len(self._sound) - at)]
        self._sound[at : at + len(part)] += part.astype(np.float32)

    def __iter__(self) -> Iterator[Chunk]:
        for at in range(0, len(self._sound) - BLOCK, BLOCK):
            ended = self.speaker.finished_at
            if ended > self._answered and not self.speaker.busy() and at >= ended:
                self._answered = ended
                text = self._answer()
                if text is not None:
                    clean = spoken(text, "en-us", 140)
                    self.said.append(text)
                    self.add(max(at, ended + round(self._reaction * RATE) - edges_of(clean)[0]), clean)
            yield Chunk(self._sound[at : at + BLOCK].copy(), at)

    def close(self) -> None:
        pass
