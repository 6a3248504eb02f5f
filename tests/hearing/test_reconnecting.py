"""A microphone that hangs when it is opened keeps nobody waiting for ever."""

from __future__ import annotations

import threading

import pytest

from voicegame.hearing import reconnecting
from voicegame.hearing.reconnecting import ReconnectingMicrophone
from voicegame.sound.portaudio import SoundSystemHangs


def test_s18_a_microphone_that_does_not_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    never = threading.Event()
    monkeypatch.setattr(reconnecting, "_FIRST", 0.05)
    monkeypatch.setattr(reconnecting, "Microphone", lambda *_, **__: never.wait())
    with pytest.raises(SoundSystemHangs, match="gives no answer: restart it"):
        ReconnectingMicrophone()
    never.set()
