"""Listening for a start phrase at little cost: what can't be one is not weighed against the word list."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from voicegame.hearing.audio import Samples, to_samples
from voicegame.hearing.listener import Ear
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import Evidence, SpokenEvidence, TypedEvidence
from voicegame.lexicon.sound_tree import SoundTree

#: How long a start phrase takes, with the silence around it.
_SHORTEST, _LONGEST = to_samples(0.6), to_samples(3.0)
#: How far below the free best path a start phrase may lie (natural log-likelihood).
_FARTHEST = 14.0


class Attention:
    """An ear that hears nothing where no start phrase was said."""

    def __init__(self, ear: Ear, book: CommandBook, calls: Collection[str]) -> None:
        """calls: the commands of ``book`` that are start phrases."""
        self._ear = ear
        called = [book.parse(text, calls) is not None for text in book.texts]
        self._phrases = SoundTree(book.tree.sounds[np.array(called)[book.owners]])

    def listen(self, samples: Samples) -> Evidence:
        """The evidence of an utterance that may be a start phrase, else that of silence."""
        if not _SHORTEST <= len(samples) <= _LONGEST:
            return TypedEvidence("")
        evidence = self._ear.listen(samples)
        if not isinstance(evidence, SpokenEvidence) or self.distance(evidence) > _FARTHEST:
            return TypedEvidence("")
        return evidence

    def distance(self, evidence: SpokenEvidence) -> float:
        """How far the likeliest start phrase lies below the free best path (natural log-likelihood)."""
        if evidence.empty:
            return math.inf
        near = evidence.nearest(self._phrases).scores
        return evidence.free - float(near[0]) if len(near) else math.inf
