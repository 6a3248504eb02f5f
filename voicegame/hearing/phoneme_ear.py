# ruff: noqa: RUF001
"""The embedded ear: a small CTC phoneme model, whose log-probabilities score any pronunciation.

The model is the one inside the ``hama`` wheel (Apache-2.0), one frame of 191 log-probabilities every 20 ms. Only
this module knows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing import ctc
from voicegame.lexicon.evidence import Readings
from voicegame.lexicon.phonemes import ARPABET_TO_CODE, CODES
from voicegame.lexicon.sound_tree import SoundTree, labels

RATE = 16_000

#: Sound shorter than this says nothing.
_SHORTEST = RATE // 20
#: Quieter than this (root mean square of the loudest 20 ms, full scale 1) is silence.
_SILENCE = 5e-4
#: Level at which the loudest 20 ms are given to the model.
_LEVEL = 0.15
#: Silence put before and after; the model was trained on clips with some, and loses sounds at a tight edge.
_PADDING = RATE // 2
#: The words that the tree search keeps are scored again, exactly, if they are no more than this.
_BEAM = 16.0

#: The model's tokens for each ARPAbet symbol; their probabilities are added.
_TOKENS: dict[str, tuple[str, ...]] = {
    "AA": ("ɑ", "a", "ɒ"), "AE": ("æ",), "AH": ("ʌ",), "AH0": ("ə", "ɐ"), "AO": ("ɔ",), "AW": ("aʊ",),
    "AY": ("aɪ",), "B": ("b",), "CH": ("t͡ʃ",), "D": ("d", "ɾ"), "DH": ("ð",), "EH": ("ɛ",), "ER": ("ɝ", "ɚ"),
    "EY": ("eɪ", "e"), "F": ("f",), "G": ("g", "ɡ"), "HH": ("h",), "IH": ("ɪ",), "IY": ("i",), "JH": ("d͡ʒ",),
    "K": ("k",), "L": ("l", "ɫ"), "M": ("m",), "N": ("n",), "NG": ("ŋ",), "OW": ("oʊ", "o"), "OY": ("ɔɪ",),
    "P": ("p",), "R": ("ɹ", "r"), "S": ("s",), "SH": ("ʃ",), "T": ("t", "ʔ"), "TH": ("θ",), "UH": ("ʊ",),
    "UW": ("u",), "V": ("v",), "W": ("w",), "Y": ("j",), "Z": ("z",), "ZH": ("ʒ",),
}  # fmt: skip


class PhonemeModel:
    """``hama``'s waveform model behind one call; loading it takes about 0.1 s.

    tokens: the 191 symbols of its alphabet, in the order of its output.
    """

    def __init__(self) -> None:
        from hama.asr import ASRModel

        self._model: Any = ASRModel()
        self.tokens: list[str] = list(self._model.decoder_tokens)

    def __call__(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Natural log-probabilities, shape ``(frames, 191)``, for 16 kHz mono samples in -1 .. 1."""
        model = self._model
        wave = np.ascontiguousarray(samples, np.float32).reshape(1, -1)
        outputs = [model._log_probs_output_name, model._out_lengths_output_name]
        inputs = {
            model._waveform_input_name: wave,
            model._waveform_lengths_input_name: np.array([wave.shape[1]], np.int64),
        }
        raw, length = model.session.run(outputs, inputs)
        frames = np.asarray(raw[0][: int(np.asarray(length).reshape(-1)[0])], np.float32)
        top = frames.max(axis=1, keepdims=True)
        normed: NDArray[np.float32] = frames - top - np.log(np.exp(frames - top).sum(axis=1, keepdims=True))
        return normed


@dataclass(frozen=True)
class HeardPhonemes:
    """:class:`~voicegame.lexicon.evidence.SpokenEvidence` of one utterance.

    emissions: shape ``(frames, len(CODES) + 1)``, log-probabilities of the codes and of blank; no frames for silence.
    """

    emissions: NDArray[np.float32] = field(repr=False)

    @property
    def empty(self) -> bool:
        return not self.text

    @cached_property
    def _best(self) -> tuple[list[int], float]:
        return ctc.best_path(self.emissions)

    @property
    def text(self) -> str:
        return "".join(CODES[label] for label in self._best[0])

    @property
    def free(self) -> float:
        return self._best[1]

    def nearest(self, sounds: SoundTree) -> Readings:
        return ctc.search(self.emissions, sounds, _BEAM)

    def scores(self, sounds: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Log-likelihood for each row of ``sounds`` (zero-padded codes), without a beam."""
        return ctc.scores(self.emissions, labels(sounds))


class PhonemeEar:
    """Turns an utterance into evidence. The model is loaded at once."""

    def __init__(self) -> None:
        self._model = PhonemeModel()
        self._columns = [
            [self._model.tokens.index(token) for token in _TOKENS[symbol]] for symbol in ARPABET_TO_CODE
        ] + [[self._model.tokens.index(token) for token in ("<blank>",)]]

    def listen(self, samples: NDArray[np.float32]) -> HeardPhonemes:
        """Evidence of one utterance: 16 kHz mono, full scale 1, any length; silence gives empty evidence."""
        levelled = _level(np.asarray(samples, np.float32))
        if levelled is None:
            return HeardPhonemes(np.zeros((0, len(CODES) + 1), np.float32))
        log_probabilities = self._model(np.pad(levelled, _PADDING))
        return HeardPhonemes(self._emissions(log_probabilities))

    def _emissions(self, log_probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
        columns = [np.logaddexp.reduce(log_probabilities[:, pool], axis=1) for pool in self._columns]
        return np.stack(columns, axis=1).astype(np.float32)


def _level(samples: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The samples at the level the model likes, without offset; None if there is nothing to hear."""
    samples = samples[np.isfinite(samples)]
    if len(samples) < _SHORTEST:
        return None
    samples = samples - samples.mean()
    hop = RATE // 50
    power = np.square(samples[: len(samples) // hop * hop]).reshape(-1, hop).mean(axis=1)
    loudest = float(np.sqrt(power.max()))
    if loudest < _SILENCE:
        return None
    levelled: NDArray[np.float32] = np.clip(samples * (_LEVEL / loudest), -1.0, 1.0).astype(np.float32)
    return levelled
