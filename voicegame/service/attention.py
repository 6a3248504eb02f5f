"""Listening for a start phrase at little cost: what can't be one is not weighed against the word list."""

from __future__ import annotations

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
        return evidence if isinstance(evidence, SpokenEvidence) and self._is_near(evidence) else TypedEvidence("")

    def _is_near(self, evidence: SpokenEvidence) -> bool:
        if evidence.empty:
            return False
        near = evidence.nearest(self._phrases)
        return bool(len(near.scores)) and evidence.free - float(near.scores[0]) <= _FARTHEST
