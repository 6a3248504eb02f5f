"""A Wyoming speech-to-text server as a further opinion beside the phoneme ear.

It writes what it heard, knowing nothing of the game; a word is the likelier the nearer it sounds to that. It is asked
only where no reading is sure, so most claims stay on this machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import Samples
from voicegame.hearing.beside import Beside, PhonemeLike
from voicegame.hearing.text_evidence import Texts, apart, ways_of
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.spelling_rules import said_as
from voicegame.sound.wyoming_server import WyomingServer

#: What each phoneme takes by which a spelling differs from the server's text, on the scale of
#: :class:`voicegame.lexicon.evidence.SecondOpinion`, and at most so many. Chosen among 3, 5, 7, 9 and 12 with the texts
#: of Whisper "tiny" on recordings of single words (tests/benchmarks/README.md).
_PER_PHONEME, _MOST = 7.0, 3


@dataclass
class HeardByServer(Beside):
    """The first ear's evidence, and what a server wrote, which listens only once it is asked."""

    server: WyomingServer = field(repr=False)
    lexicon: Lexicon = field(repr=False)
    language: str = "en"

    def opinion(self, spellings: Sequence[str]) -> NDArray[np.float64]:
        """How well each spelling explains the sound for a second ear, if there is one, and for the server."""
        odds = super().opinion(spellings)
        if not self._ways:
            return odds
        return odds - _PER_PHONEME * np.array([self._far(spelling) for spelling in spellings])

    @cached_property
    def _ways(self) -> tuple[str, ...]:
        """How the server's text sounds; none if it heard nothing or is lost."""
        text = self.server.transcribe(self.samples, self.language)
        return tuple(Texts(self.lexicon).evidence(text).ways) if text else ()

    def _far(self, spelling: str) -> int:
        ways = ways_of(spelling.replace("'", "").split(), lambda word: said_as(word, self.lexicon))
        return apart(ways, self._ways, _MOST)


class ServerEar:
    """The phoneme ear with a server beside it; without it, where that is lost."""

    def __init__(self, first: PhonemeLike, server: WyomingServer, lexicon: Lexicon, language: str) -> None:
        self._first, self._server, self._lexicon, self._language = first, server, lexicon, language

    def listen(self, samples: Samples) -> HeardByServer:
        """Evidence of one utterance: 16 kHz mono, full scale 1."""
        return HeardByServer(self._first.listen(samples), samples, self._server, self._lexicon, self._language)
