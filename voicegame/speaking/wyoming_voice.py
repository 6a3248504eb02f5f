"""The host's voice from a Wyoming text-to-speech server; without it, where that is lost, from this system."""

from __future__ import annotations

import threading

from voicegame.sound.wyoming_server import WyomingServer
from voicegame.speaking.remembered import Remembered
from voicegame.speaking.voice import Pcm, Voice, trim


class ServerVoice:
    """A :class:`Voice`. otherwise: speaks where the server doesn't."""

    def __init__(self, server: WyomingServer, otherwise: Voice, language: str) -> None:
        self._server, self._otherwise, self._language = server, otherwise, language
        self._remembered = Remembered()
        self._lock = threading.Lock()

    def synthesise(self, text: str) -> Pcm:
        """See :meth:`Voice.synthesise`."""
        text = " ".join(text.split())
        if not any(character.isalnum() for character in text):
            return self._otherwise.synthesise(text)
        with self._lock:
            known = self._remembered.get(text)
            if known is None and (found := self._server.synthesise(text, self._language)) is not None:
                known = trim(Pcm(*found))
                self._remembered.keep(text, known)
        return self._otherwise.synthesise(text) if known is None else known

    def close(self) -> None:
        """Let go of the server and of the other voice."""
        self._server.close()
        self._otherwise.close()
