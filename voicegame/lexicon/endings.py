"""Whether somebody who has said a word may still be in the middle of a longer one.

Inside a word there is silence only where a stop or an affricate closes the mouth: after "car" it may be the closure of
the P of "carpet", while "racing" goes on from "race" without a gap. Words of a phrase may lie further apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from voicegame.lexicon.verdicts import Ending

#: Codes of the phonemes that begin with a closure.
_CLOSURES = np.frombuffer(b"bdgptkCJ", np.uint8)


def ending(said: Sequence[str], words: NDArray[np.uint8], phrases: Iterable[str]) -> Ending:
    """What silence after a word may be.

    said: its pronunciations, as codes. words: the sounds of all words that may be said instead, zero-padded, shape
    ``(n, L)``. phrases: the sounds of phrases that may be said.
    """
    if any(phrase.startswith(way) for phrase in phrases for way in said):
        return Ending.UNKNOWN
    return Ending.PREFIX if any(_goes_on(way, words) for way in said) else Ending.WHOLE


def _goes_on(way: str, words: NDArray[np.uint8]) -> bool:
    """Whether a longer word begins with ``way``, and goes on with a closure."""
    size = len(way)
    if size >= words.shape[1]:
        return False
    closing = words[np.isin(words[:, size], _CLOSURES)]
    return bool((closing[:, :size] == np.frombuffer(way.encode(), np.uint8)).all(axis=1).any())
