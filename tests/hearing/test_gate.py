"""The gate before the detector: shut in a quiet room, open for any voice; and a microphone that is lent."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.sounds import Sound, noise, scene, spoken
from voicegame.hearing.audio import RATE, Chunk, Samples
from voicegame.hearing.endpointing import FRAME, Endpointer, silero
from voicegame.hearing.gate import Gate
from voicegame.hearing.lent import StandingMicrophone
from voicegame.hearing.microphone import DeviceLost
from voicegame.hearing.reconnecting import ReconnectingMicrophone


def run(sound: Sound, gate: Gate) -> list[tuple[int, int]]:
    endpointer = Endpointer(activity=gate)
    chunks = (Chunk(sound[at : at + FRAME], at) for at in range(0, len(sound), FRAME))
    found = [*(each for chunk in chunks for each in endpointer.feed(chunk)), *endpointer.flush()]
    return [(each.begin, each.end) for each in found]


def share(gate: Gate) -> float:
    return gate.opened / gate.seen


@pytest.mark.parametrize("level_db", [-75.0, -58.0, -45.0])
def test_steady_noise_of_any_loudness_asks_the_detector_for_next_to_nothing(level_db: float) -> None:
    gate = Gate(lambda _: 0.0)
    run(noise(60 * RATE, level_db), gate)
    assert share(gate) < 0.08


def test_silence_asks_for_nothing() -> None:
    gate = Gate(lambda _: 0.0)
    run(np.zeros(20 * RATE, np.float32), gate)
    assert gate.opened == 0


@pytest.mark.parametrize("level_db", [-65.0, -50.0, -42.0])
def test_a_word_is_found_where_it_is_found_without_the_gate(level_db: float) -> None:
    words = [(3.0 + 2 * place, spoken(word)) for place, word in enumerate(("march", "see", "puff", "let's play kirdy"))]
    sound = scene(13.0, *words, level_db=level_db)
    gate = Gate(silero())
    with_gate = run(sound, gate)
    without = run(sound, silero())  # type: ignore[arg-type]
    assert len(with_gate) == len(without) == 4
    for (begin, end), (plain_begin, plain_end) in zip(with_gate, without, strict=True):
        assert abs(begin - plain_begin) <= RATE // 50
        assert abs(end - plain_end) <= RATE // 10
    assert share(gate) < 0.75


def test_a_room_that_becomes_noisy_is_quiet_again_soon() -> None:
    gate = Gate(lambda _: 0.0)
    run(noise(10 * RATE, -65.0), gate)
    run(noise(12 * RATE, -45.0), gate)  # a fan is switched on
    before = gate.opened
    run(noise(20 * RATE, -45.0, seed=2), gate)
    assert gate.opened - before < 0.12 * 20 * RATE / FRAME


# A microphone that is lent -------------------------------------------------------------------------------------------


class Fake:
    """A microphone of counted samples, which goes away after some blocks."""

    latency, silent = 7, False

    def __init__(self, blocks: int) -> None:
        self._left, self._at = blocks, 0
        self.captured = 0
        self.reopened: list[int] = []

    def __iter__(self) -> Iterator[Chunk]:
        while self._left:
            self._left -= 1
            yield Chunk(np.arange(self._at, self._at + 100, dtype=np.float32), self._at)
            self._at += 100
        raise DeviceLost("It has gone.")

    def reopen(self, at: int) -> bool:
        self.reopened.append(at)
        self._left, self._at = 1, at
        return True

    def close(self) -> None:
        pass


def standing(blocks: int) -> tuple[StandingMicrophone, Fake]:
    fake = Fake(blocks)
    microphone: ReconnectingMicrophone = fake  # type: ignore[assignment]
    return StandingMicrophone(microphone), fake


def took(source: Iterator[Chunk]) -> tuple[int, Samples]:
    chunk = next(source)
    return chunk.first_sample, chunk.samples


def test_each_borrower_has_a_clock_from_0_and_hears_nothing_of_what_came_before() -> None:
    microphone, fake = standing(10)
    first = iter(microphone.lend())
    assert took(first)[0] == 0
    fake.captured = 350  # a block was read, and two and a half more have come
    lent = microphone.lend()
    at, samples = took(iter(lent))
    assert (at, samples[0], len(samples)) == (0, 350.0, 50)
    again = iter(lent)  # going on where it stopped
    assert took(again)[0] == 50
    fake.captured = 600
    assert lent.captured == 250


def test_s21_a_lent_microphone_that_goes_carries_on_on_the_borrowers_clock() -> None:
    microphone, fake = standing(4)
    list(zip(range(3), microphone.lend(), strict=False))
    fake.captured = 300
    lent = microphone.lend()
    source = iter(lent)
    assert took(source)[0] == 0
    with pytest.raises(DeviceLost):
        next(source)
    assert lent.reopen(1000)
    assert fake.reopened == [1300]
    assert took(iter(lent))[0] == 1000
