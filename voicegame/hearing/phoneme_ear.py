"""The embedded ear: a small CTC phoneme model, whose log-probabilities score any pronunciation.

The model is the one inside the ``hama`` 1.7.0 wheel (Apache-2.0), one frame of 191 log-probabilities every 20 ms. Only
this module knows it; nothing of that package's code is imported.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import samplerate
from numpy.typing import NDArray

from voicegame.errors import UserError
from voicegame.hearing import ctc
from voicegame.hearing.conformer import Conformer
from voicegame.hearing.weights import again, check_files, folder_of
from voicegame.lexicon.evidence import Readings
from voicegame.lexicon.phonemes import ARPABET_TO_CODE, CODES
from voicegame.lexicon.sound_tree import SoundTree, as_sounds, labels

RATE = 16_000

#: Where the model lies inside the package that brings it; the network and its alphabet, and the SHA-256 of each.
_PACKAGE, _FOLDER, _RELEASE = "hama", "assets", "hama==1.7.0"
_FILES = {
    "asr_waveform.hama": "a9fcfe73e179ca48e399cd76a90a6b3e1887bf5037ecc52b778d13a149563328",
    "g2p_vocab.json": "520d19e4e6ae58658eed53594e0feab8ea8e1b4b04a7746e25e50c16c29b91bf",
}

#: Sound shorter than this says nothing.
_SHORTEST = RATE // 20
#: What comes after so much is not heard: the model was made for 30 s, and its time grows with the square.
_LONGEST = 30 * RATE
#: Quieter than this (root mean square of the loudest 20 ms, full scale 1) is silence.
_SILENCE = 1e-4
#: Level at which the loudest 20 ms are given to the model.
_LEVEL = 0.15
#: Silence put before and after; the model was trained on clips with some, and loses sounds at a tight edge.
_PADDING = RATE // 2
#: A frame in which some phoneme has this log-probability is part of the sound, and so are these many around it.
#: (Where there is no sound a phoneme has about -6.5.)
_SOUNDING, _AROUND = -5.0, 3
#: Words this far below the best one are given up (natural logarithm).
_BEAM = 16.0
#: Of each version's best readings, how many are scored in all versions.
_RESCORED = 200

#: A cue and a word have at least so many phonemes.
_SHORTEST_CUED = 5
#: Words after a cue that are scored in all versions.
_RESCORED_CUED = 40

#: How each phoneme shows in the model's tokens; learnt from recordings, see the benchmarks' README.
TABLE = Path(__file__).with_name("phoneme_table.tsv")


class PhonemeModel:
    """The model and its alphabet; loading it takes about 0.05 s.

    tokens: the 191 symbols, in the order of the network's output. Raises ``UserError`` if the package that brings it is
    missing, or damaged.
    """

    def __init__(self) -> None:
        folder = folder_of(_PACKAGE, _FOLDER, _FILES)
        if folder is None:
            raise UserError(f"The phoneme model of the package {_PACKAGE} is not installed: {again(_RELEASE)}.")
        check_files(folder, _FILES, _RELEASE)
        network, alphabet = (folder / name for name in _FILES)
        self._network = Conformer(network)
        self.tokens: list[str] = [*json.loads(alphabet.read_text(encoding="utf-8"))["decoder"], "<wb>", "<blank>"]

    def __call__(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Natural log-probabilities, shape ``(frames, 191)``, for 16 kHz mono samples in -1 .. 1."""
        raw = self._network(samples)
        raw -= raw.max(axis=1, keepdims=True)
        raw -= np.log(np.exp(raw).sum(axis=1, keepdims=True))
        return raw


@dataclass(frozen=True)
class HeardPhonemes:
    """:class:`~voicegame.lexicon.evidence.SpokenEvidence` of one utterance, heard in one or more versions.

    versions: each of shape ``(frames, len(CODES) + 1)``, log-probabilities of the codes and of blank. Scores are means
        over the versions; silence has none.
    """

    versions: tuple[NDArray[np.float32], ...] = field(repr=False)

    @property
    def empty(self) -> bool:
        return not self.text

    @cached_property
    def _best(self) -> list[tuple[list[int], float]]:
        return [ctc.best_path(version) for version in self.versions]

    @property
    def text(self) -> str:
        longest = max((path for path, _ in self._best), key=len, default=[])
        return "".join(CODES[label] for label in longest)

    @property
    def free(self) -> float:
        return float(np.mean([score for _, score in self._best])) if self._best else 0.0

    def nearest(self, sounds: SoundTree) -> Readings:
        if not self.versions:
            return Readings(np.zeros(0, np.int64), np.zeros(0))
        found = [ctc.search(version, sounds, _BEAM).rows for version in self.versions]
        if len(found) == 1:
            return ctc.search(self.versions[0], sounds, _BEAM)
        ends = np.unique(np.concatenate([sounds.end[rows[:_RESCORED]] for rows in found]))
        rows, owner = sounds.rows_at(ends)
        first = rows[np.searchsorted(owner, np.arange(len(ends)))]
        means = self.scores(sounds.sounds[first])
        order = np.argsort(-means[owner], kind="stable")
        return Readings(rows[order], means[owner][order].astype(np.float64))

    def begins_with(self, cues: tuple[str, ...]) -> NDArray[np.float64]:
        """See :class:`voicegame.lexicon.evidence.CuedEvidence`."""
        if not self.versions or not cues or len(self.text) < _SHORTEST_CUED:
            return np.full(len(cues), -np.inf)
        strings = labels(as_sounds(list(cues)))
        below = []
        for version in self.versions:
            _, each = ctc.ways_in(version, strings, only_each=True)
            below.append((each - np.cumsum(version.max(axis=1))[:, None]).max(axis=0))
        return np.minimum(np.mean(below, axis=0, dtype=np.float64), 0.0)

    def nearest_after(self, cues: tuple[str, ...], sounds: SoundTree) -> Readings:
        """See :class:`voicegame.lexicon.evidence.CuedEvidence`."""
        strings = labels(as_sounds(list(cues)))
        found = [
            ctc.search(version, sounds, _BEAM, entries=ctc.ways_in(version, strings)[0]).rows[:_RESCORED_CUED]
            for version in self.versions
        ]
        ends = np.unique(np.concatenate([sounds.end[rows] for rows in found])) if found else np.zeros(0, np.int64)
        if not len(ends):
            return Readings(np.zeros(0, np.int64), np.zeros(0))
        rows, owner = sounds.rows_at(ends)
        first = sounds.sounds[rows[np.searchsorted(owner, np.arange(len(ends)))]]
        said = [row.tobytes().rstrip(b"\0").decode("ascii") for row in first]
        means = np.logaddexp.reduce([self.scores(as_sounds([cue + word for word in said])) for cue in cues])
        order = np.argsort(-means[owner], kind="stable")
        return Readings(rows[order], means[owner][order].astype(np.float64))

    def scores(self, sounds: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Log-likelihood for each row of ``sounds`` (zero-padded codes), without a beam."""
        strings = labels(sounds)
        strings = strings[:, : max(1, int((strings >= 0).sum(axis=1).max(initial=0)))]
        each = [ctc.scores(version, strings) for version in self.versions]
        means: NDArray[np.float32] = np.mean(each, axis=0, dtype=np.float32)
        return means


class PhonemeEar:
    """Turns an utterance into evidence. The model is loaded at once.

    speeds: how much faster the sound is played to the model, one version each. What a version mishears, the other
        often hears; each costs one run of the model (about 4 ms for a second of sound).
    """

    def __init__(self, speeds: tuple[float, ...] = (1.0, 0.9)) -> None:
        self._model = PhonemeModel()
        self._speeds = speeds
        self._weights, self._sharpness = read_table(TABLE, self._model.tokens)

    @property
    def tokens(self) -> list[str]:
        """The model's alphabet."""
        return self._model.tokens

    def listen(self, samples: NDArray[np.float32]) -> HeardPhonemes:
        """Evidence of one utterance: 16 kHz mono, full scale 1, any length; silence gives empty evidence."""
        return HeardPhonemes(tuple(self._emissions(version) for version in self.log_probabilities(samples)))

    def log_probabilities(self, samples: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """What the model makes of each version, ``(frames, len(tokens))``; no version of silence."""
        levelled = _level(np.asarray(samples, np.float32))
        if levelled is None:
            return []
        return [self._model(_at_speed(levelled, speed)) for speed in self._speeds]

    def _emissions(self, log_probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
        """Each code's chance is a weighted sum over the tokens that it shows as. What is around the sound is cut."""
        mixed = np.exp(log_probabilities * self._sharpness) @ self._weights.T
        emissions: NDArray[np.float32] = np.log(mixed + 1e-20).astype(np.float32)
        return _trimmed(emissions)


def _trimmed(emissions: NDArray[np.float32]) -> NDArray[np.float32]:
    """Without the frames before and after the sound, which are blank in every reading; all of them if all are."""
    sounding = np.flatnonzero(emissions[:, :-1].max(axis=1) > _SOUNDING)
    if not len(sounding):
        return emissions
    return emissions[max(0, sounding[0] - _AROUND) : sounding[-1] + 1 + _AROUND]


def _at_speed(samples: NDArray[np.float32], speed: float) -> NDArray[np.float32]:
    """The samples played this much faster, with silence around them."""
    if speed != 1.0:
        samples = np.clip(samplerate.resample(samples, 1 / speed, "sinc_fastest"), -1.0, 1.0)
    return np.pad(samples, _PADDING)


def read_table(path: Path, tokens: list[str]) -> tuple[NDArray[np.float32], np.float32]:
    """Weights of shape ``(len(CODES) + 1, len(tokens))``, blank last, and the sharpness.

    Lines are ``ARPAbet symbol or "blank", token, log-weight``; "floor" and "sharpness" stand for themselves.
    """
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    single = {name: float(value) for name, token, value in rows if not token}
    symbols = {symbol: place for place, symbol in enumerate([*ARPABET_TO_CODE, "blank"])}
    places = {token: place for place, token in enumerate(tokens)}
    weights = np.full((len(symbols), len(tokens)), single["floor"])
    for symbol, token, value in rows:
        if token:
            weights[symbols[symbol], places[token]] = float(value)
    return np.exp(weights).astype(np.float32), np.float32(single["sharpness"])


def _level(samples: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The samples at the level the model likes, without offset; None if there is nothing to hear."""
    samples = samples[:_LONGEST][np.isfinite(samples[:_LONGEST])]
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
