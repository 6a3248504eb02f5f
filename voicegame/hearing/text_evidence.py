"""Evidence from an ear that writes words: how near each pronunciation is to how its text sounds.

So the same judge decides for every ear, over the same words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
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
#: By how many phonemes a cue that was heard may be longer or shorter than it is.
_UNEVEN = 2
_WORD = re.compile(r"[a-z]+")

_STRINGS: WeakKeyDictionary[SoundTree, list[str]] = WeakKeyDictionary()


def _strings(tree: SoundTree) -> list[str]:
    if tree not in _STRINGS:
        _STRINGS[tree] = [row.tobytes().rstrip(b"\0").decode("ascii") for row in tree.sounds]
    return _STRINGS[tree]


@dataclass(frozen=True)
class TextEvidence:
    """``SpokenEvidence`` and ``CuedEvidence`` of a text.

    ways: how it may sound, as codes, each with what it costs to believe it, in phonemes that differ (0: nothing).
    sureness: how much more a phoneme that differs counts than where one ear wrote one text.
    most: how many pronunciations are taken into account at most, None for all that are near.
    """

    text: str
    ways: Mapping[str, float] = field(repr=False)
    free: float = 0.0
    sureness: float = 1.0
    most: int | None = None

    @property
    def empty(self) -> bool:
        return not self.ways

    def nearest(self, sounds: SoundTree) -> Readings:
        """Scores are :data:`PER_PHONEME` for each phoneme that differs from the nearest way."""
        return _nearest(self.ways, sounds, self.sureness, self.most)

    def begins_with(self, cues: tuple[str, ...]) -> NDArray[np.float64]:
        """See :class:`voicegame.lexicon.evidence.CuedEvidence`."""
        after = [min(_after(cue, self.ways).values(), default=np.inf) for cue in cues]
        return self.sureness * PER_PHONEME * np.array(after, np.float64)

    def nearest_after(self, cues: tuple[str, ...], sounds: SoundTree) -> Readings:
        """See :class:`voicegame.lexicon.evidence.CuedEvidence`."""
        rest: dict[str, float] = {}
        for cue in cues:
            for way, cost in _after(cue, self.ways).items():
                rest[way] = min(cost, rest.get(way, np.inf))
        return _nearest(rest, sounds, self.sureness, self.most)


def _nearest(ways: Mapping[str, float], sounds: SoundTree, sureness: float, most: int | None) -> Readings:
    if not ways or not len(sounds.sounds):
        return Readings(np.zeros(0, np.int64), np.zeros(0))
    far = cdist(list(ways), _strings(sounds), scorer=Levenshtein.distance, dtype=np.uint8).astype(np.float64)
    far = (far + np.array(list(ways.values()))[:, None]).min(axis=0)
    near = np.flatnonzero(far <= far.min() + _NEAR)
    rows = near[np.lexsort((sounds.end[near], far[near]))].astype(np.int64)
    if most is not None and len(rows) > most:
        # Far words are each unlikely but many, so that together they would hide the near ones.
        rows = rows[: max(most, int(np.searchsorted(far[rows], far[rows[0]], side="right")))]
    return Readings(rows, sureness * PER_PHONEME * far[rows])


def _after(cue: str, ways: Mapping[str, float]) -> dict[str, float]:
    """What may follow the cue in each way, with what it costs to believe that."""
    rest: dict[str, float] = {}
    for way, cost in ways.items():
        for length in range(max(1, len(cue) - _UNEVEN), min(len(way), len(cue) + _UNEVEN + 1)):
            far = cost + Levenshtein.distance(cue, way[:length])
            rest[way[length:]] = min(far, rest.get(way[length:], np.inf))
    return rest


def apart(ways: Iterable[str], heard: Sequence[str], most: int) -> int:
    """By how many phonemes the nearest of some ways of saying a word differs from what was heard, ``most`` at most."""
    return min([most, *(Levenshtein.distance(way, said) for way in ways for said in heard)])


def ways_of(words: Sequence[str], sounds_of: Callable[[str], Iterable[str]]) -> list[str]:
    """How a text may sound, as codes; a few of all the ways that its words may be said in."""
    each = [tuple(sounds_of(word)) for word in words]
    return list(dict.fromkeys("".join(way) for way in islice(product(*each), _MOST_WAYS))) if words else []


class Texts:
    """Turns what an ear wrote into evidence."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def evidence(self, text: str) -> TextEvidence:
        """Marks and capitals say nothing; a word that the lexicon lacks sounds as its spelling says."""
        words = _WORD.findall(text.casefold().replace("'", ""))
        ways = ways_of(words, lambda word: said_as(word, self._lexicon))
        return TextEvidence(" ".join(words), dict.fromkeys(ways, 0.0))
