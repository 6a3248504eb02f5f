"""Which microphones and loudspeakers there are, by the names that the settings take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from voicegame.sound.portaudio import Kind, find_device, portaudio


@dataclass(frozen=True)
class Device:
    """One of the system's. channels, rate: what it says of itself. system: the sound system that it belongs to."""

    name: str
    channels: int
    rate: int
    system: str
    default: bool


def devices(kind: Kind) -> list[Device]:
    """Every device of a kind, in the sound system's order. Raises ``UserError`` without PortAudio."""
    sounddevice = portaudio()
    try:
        found: list[dict[str, Any]] = list(sounddevice.query_devices())
        systems = sounddevice.query_hostapis()
    except sounddevice.PortAudioError:
        return []
    fitting = [each for each in found if each[f"max_{kind}_channels"] > 0]
    if not fitting:
        return []
    default = find_device(kind, None)["index"]
    return [
        Device(
            each["name"],
            each[f"max_{kind}_channels"],
            round(each["default_samplerate"]),
            systems[each["hostapi"]]["name"],
            each["index"] == default,
        )
        for each in fitting
    ]
