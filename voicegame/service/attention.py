"""Listening for a start phrase at little cost: what can't be one is not weighed against the word list."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from voicegame.hearing.audio import Samples, to_samples
from voicegame.hearing.listener import Ear
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import Evidence, SpokenEvidence, TypedEvidence
from voicegame.lexicon.judge import Margins
from voicegame.lexicon.sound_tree import SoundTree

#: How long a start phrase takes, with the silence around it.
_SHORTEST, _LONGEST = to_samples(0.6), to_samples(3.0)
#: How far below the free best path a start phrase may lie (natural log-likelihood) for each of its phonemes: those of
#: the games lie within 14 mostly, talk 50 and more away (tests/benchmarks/README.md).
_PER_PHONEME = 2.0
#: For whoever judges what was let through.
MARGINS = Margins(no_word=26.0)


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
        if not isinstance(evidence, SpokenEvidence):
            return TypedEvidence("")
        far, phonemes = self.distance(evidence)
        return evidence if far <= _PER_PHONEME * phonemes else TypedEvidence("")

    def distance(self, evidence: SpokenEvidence) -> tuple[float, int]:
        """How far the likeliest start phrase lies below the free best path, and how many phonemes it has."""
        near = None if evidence.empty else evidence.nearest(self._phrases)
        if near is None or not len(near.rows):
            return math.inf, 0
        phonemes = int((self._phrases.sounds[near.rows[0]] > 0).sum())
        return evidence.free - float(near.scores[0]), phonemes
