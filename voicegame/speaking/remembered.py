"""Phrases that were spoken before, so that what is said often is synthesised once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voicegame.speaking.voice import Pcm

_MOST_BYTES = 4_000_000  # some 45 seconds of speech: what is said often, not every standing of a long game


class Remembered:
    """The sound of the phrases that were said last."""

    def __init__(self) -> None:
        self._sounds: OrderedDict[str, Pcm] = OrderedDict()
        self._bytes = 0

    def get(self, text: str) -> Pcm | None:
        """The sound of a text, None where it isn't known."""
        if text in self._sounds:
            self._sounds.move_to_end(text)
        return self._sounds.get(text)

    def keep(self, text: str, pcm: Pcm) -> None:
        """Remember the sound of a text, and forget what was said longest ago where it is too much."""
        self._sounds[text] = pcm
        self._bytes += pcm.samples.nbytes
        while self._bytes > _MOST_BYTES:
            _, oldest = self._sounds.popitem(last=False)
            self._bytes -= oldest.samples.nbytes
