"""The one way to ``sounddevice``: imported when first needed, and what goes wrong said in a sentence.

Facts behind it: without the PortAudio library the *import* raises OSError; without a device, queries raise
PortAudioError; device numbers shift when something is plugged in, so devices are named by a part of their name; a sound
card may refuse 16 kHz or one channel.
"""

from __future__ import annotations

import atexit
import contextlib
import sys
import threading
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from voicegame.errors import UserError

Kind = Literal["input", "output"]
_NAMES = {"input": "microphone", "output": "loudspeaker"}


T = TypeVar("T")


class Hung(Exception):
    """A call of the sound system gave no answer in time."""


class SoundSystemHangs(UserError):
    """The system's sound server gave no answer when it was first asked."""


def within(seconds: float, work: Callable[[], T]) -> T:
    """What ``work`` returns or raises; :class:`Hung` if it takes longer than ``seconds`` (its thread is left alone)."""
    done: list[T] = []
    failed: list[Exception] = []

    def run() -> None:
        try:
            done.append(work())
        except Exception as error:
            failed.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise Hung
    return done[0]


def opened(seconds: float, work: Callable[[], T]) -> T:
    """As :func:`within`, for a device that is opened when the game begins: what hangs raises SoundSystemHangs."""
    try:
        return within(seconds, work)
    except Hung:
        raise SoundSystemHangs("The sound system gives no answer: restart it ('voicegame doctor' says how).") from None


def refresh_devices() -> None:
    """Make the list of devices anew: what was plugged in meanwhile is found only then. Ends every open stream."""
    sounddevice = portaudio()
    with contextlib.suppress(sounddevice.PortAudioError):
        sounddevice._terminate()
    with contextlib.suppress(sounddevice.PortAudioError):
        sounddevice._initialize()


_STARTING = 15.0  # seconds that the sound system may take
_hung = False  # it took longer; asking again would wait for ever


def _imported() -> Any:
    import sounddevice

    return sounddevice


def portaudio() -> Any:
    """The ``sounddevice`` module. Raises UserError if the PortAudio library isn't installed, or the sound system hangs.

    Importing it asks the system's sound server, for ever if that one hangs.
    """
    global _hung
    try:
        if _hung:
            raise Hung
        return _imported() if "sounddevice" in sys.modules else within(_STARTING, _imported)
    except Hung:
        _hung = True
        raise SoundSystemHangs("The sound system gives no answer: restart it ('voicegame doctor' says how).") from None
    except OSError as error:
        raise UserError(
            f"The PortAudio library is missing ({error}): install it (apt-get install libportaudio2, or "
            "brew install portaudio), or play with --text."
        ) from None


def find_device(kind: Kind, name: str | None) -> dict[str, Any]:
    """What ``sounddevice.query_devices`` says of a device: the default one, or the first with ``name`` in its name.

    Raises UserError if there is none.
    """
    sounddevice = portaudio()
    thing = _NAMES[kind]
    try:
        devices: list[dict[str, Any]] = [one for one in sounddevice.query_devices() if one[f"max_{kind}_channels"] > 0]
    except sounddevice.PortAudioError:
        devices = []
    if not devices:
        raise UserError(f"No {thing} was found: plug one in, or play with --text.")
    if name is None:
        try:
            default: dict[str, Any] = sounddevice.query_devices(kind=kind)
        except (sounddevice.PortAudioError, ValueError):  # devices, but none of them the default
            return devices[0]
        return default
    wanted = name.casefold()
    for device in [one for one in devices if one["name"].casefold() == wanted] + devices:
        if wanted in device["name"].casefold():
            return device
    known = ", ".join(repr(one["name"]) for one in devices)
    raise UserError(f"No {thing} is called {name!r}: name one of {known}.")


def open_stream(kind: Kind, device: dict[str, Any], rates: list[int], make: Callable[[int, int], Any]) -> Any:
    """The first stream that ``make(rate, channels)`` can open, tried with one channel and two at each rate.

    Raises UserError if the device refuses them all.
    """
    sounddevice = portaudio()
    reason = ""
    for rate in dict.fromkeys(rates):
        for channels in (1, 2):
            if channels > device[f"max_{kind}_channels"]:
                continue
            try:
                return make(rate, channels)
            except (sounddevice.PortAudioError, ValueError) as error:
                reason = reason or str(error).splitlines()[0]
    raise UserError(
        f"The {_NAMES[kind]} {device['name']!r} can't be opened ({reason}): close other programs that use it, "
        "or name another one."
    )


def close_stream(stream: Any, seconds: float = 2.0) -> None:
    """Stop and close a stream, waiting ``seconds`` for it at most.

    Stopped before it is closed: closing alone cancels PortAudio's thread wherever it is, even inside our callback.
    When a sound server dies, ALSA's plugin for it may hold that thread for ever (seen in one run of five); then the
    stream is left as it is, and the library isn't ended at exit, where it would wait for the thread again.
    """

    def close() -> None:
        with contextlib.suppress(sounddevice.PortAudioError):
            stream.stop()
        with contextlib.suppress(sounddevice.PortAudioError):
            stream.close()

    sounddevice = portaudio()
    closer = threading.Thread(target=close, daemon=True)
    closer.start()
    closer.join(seconds)
    at_exit = getattr(sounddevice, "_exit_handler", None)
    if closer.is_alive() and at_exit is not None:
        atexit.unregister(at_exit)
