"""How loud it is, with silence and clipping noticed."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sounds import noise, scene, spoken
from voicegame.doctor.levels import NOTHING, Fault, Levels, meter
from voicegame.hearing.audio import RATE


def fed(sound: np.ndarray, block: int = 512) -> Levels:
    levels = Levels()
    for at in range(0, len(sound), block):
        levels.feed(sound[at : at + block])
    return levels


@pytest.mark.parametrize("level", [-65.0, -50.0, -40.0])
def test_the_room_is_measured_under_the_talk_in_it(level: float) -> None:
    quiet, talk = fed(noise(4 * RATE, level)), fed(scene(4, (1.0, spoken("march")), level_db=level))
    assert quiet.room == pytest.approx(level, abs=3)
    assert talk.room == pytest.approx(quiet.room, abs=2)
    assert talk.loudest > -35
    assert talk.seconds == pytest.approx(4)


@pytest.mark.parametrize(
    ("sound", "fault"),
    [
        (np.zeros(RATE, np.float32), "zeros"),
        (np.clip(20 * spoken("march"), -1, 1), "clipped"),
        (noise(RATE, -25.0), "loud room"),
        (noise(RATE, -60.0), None),
        (np.concatenate([[1.0], np.zeros(RATE)]).astype(np.float32), None),  # one full sample is no clipping
    ],
)
def test_what_is_wrong_with_the_sound(sound: np.ndarray, fault: Fault | None) -> None:
    assert fed(sound).fault() == fault


def test_before_any_sound_there_is_none_to_judge() -> None:
    levels = Levels()
    assert levels.feed(np.zeros(0, np.float32)) == NOTHING
    assert (levels.fault(), levels.room, levels.loudest) == (None, NOTHING, NOTHING)


def test_the_meter_marks_the_loudest() -> None:
    assert meter(-30.0, -15.0) == f"[{'#' * 20}{' ' * 9}|{' ' * 10}]  -30.0 dB"
    assert meter(NOTHING, NOTHING) == f"[{' ' * 40}] -120.0 dB"
    assert meter(3.0, 3.0).count("#") == 39
