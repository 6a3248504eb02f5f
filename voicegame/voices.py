"""Which voice the host speaks with: this system's, or a server's."""

from __future__ import annotations

from collections.abc import Callable

from voicegame.settings import TableSettings
from voicegame.sound.wyoming_server import WyomingServer
from voicegame.speaking.voice import Pyttsx3Voice, Voice
from voicegame.speaking.wyoming_voice import ServerVoice

#: The voice of a language, where its plain name would be another accent than the one the word list is said in.
VOICES = {"en": "en-us"}


def open_voice(settings: TableSettings, server: str | None, complain: Callable[[str], None]) -> Voice:
    """The voice of the settings, or of ``server`` (``wyoming://HOST:PORT``). A server that is not there is told."""
    own = Pyttsx3Voice(settings.voice.rate, VOICES.get(settings.language, settings.language))
    address = server or settings.voice.server
    if address is None:
        return own
    speaks = WyomingServer("tts", address, "the host speaks with this system's voice", complain)
    speaks.greet()
    return ServerVoice(speaks, own, settings.language)
