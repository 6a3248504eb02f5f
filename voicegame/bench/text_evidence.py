"""Evidence from an ear that writes words: how near each pronunciation is to how its text sounds.

So the same judge decides for every ear, over the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice, product
from weakref import WeakKeyDictionary

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from voicegame.lexicon.evidence import Readings
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import SoundTree
from voicegame.lexicon.spelling_rules import said_as

#: Log-likelihood of one phoneme that differs (measured for a text beside the phoneme ear: hearing of single words).
PER_PHONEME = -3.0
#: Pronunciations that differ by so many more phonemes than the best are given up.
_NEAR = 4
#: Ways of saying a text that are compared.
_MOST_WAYS = 6
_WORD = re.compile(r"[a-z]+")

_STRINGS: WeakKeyDictionary[SoundTree, list[str]] = WeakKeyDictionary()


def _strings(tree: SoundTree) -> list[str]:
    if tree not in _STRINGS:
        _STRINGS[tree] = [row.tobytes().rstrip(b"\0").decode("ascii") for row in tree.sounds]
    return _STRINGS[tree]


@dataclass(frozen=True)
class TextEvidence:
    """``SpokenEvidence`` of a text. ways: how it may sound, as codes."""

    text: str
    ways: tuple[str, ...] = field(repr=False)
    free: float = 0.0

    @property
    def empty(self) -> bool:
        return not self.ways

    def nearest(self, sounds: SoundTree) -> Readings:
        """Scores are :data:`PER_PHONEME` for each phoneme that differs from the nearest way."""
        far = np.min(cdist(self.ways, _strings(sounds), scorer=Levenshtein.distance, dtype=np.uint8), axis=0)
        near = np.flatnonzero(far <= far.min(initial=255) + min(_NEAR, 255 - far.min(initial=255)))
        rows = near[np.lexsort((sounds.end[near], far[near]))].astype(np.int64)
        return Readings(rows, PER_PHONEME * far[rows].astype(np.float64))


class Texts:
    """Turns what an ear wrote into evidence."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def evidence(self, text: str) -> TextEvidence:
        """Marks and capitals say nothing; a word that the lexicon lacks sounds as its spelling says."""
        words = _WORD.findall(text.casefold().replace("'", ""))
        return TextEvidence(" ".join(words), tuple(self._ways(words)))

    def _ways(self, words: list[str]) -> Iterable[str]:
        each = [said_as(word, self._lexicon) for word in words]
        return dict.fromkeys("".join(way) for way in islice(product(*each), _MOST_WAYS)) if words else ()
