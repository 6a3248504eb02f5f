"""A spelling ear: Moonshine's English "tiny" speech-to-text model.

Its weights (MIT licence) lie inside the ``moonshine-voice`` 0.0.73 wheel; they are run by ``onnxruntime``, and nothing
of that package's code is imported. Only this module knows the model.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicegame.hearing.spelling_ear import SpellingEar, merged
from voicegame.hearing.weights import check_files, folder_of

#: Where the weights lie inside the package that brings them; the files, and the SHA-256 of each.
_PACKAGE, _FOLDER = "moonshine_voice", "assets/tiny-en"
_FILES = {
    "encoder_model.ort": "94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221",
    "decoder_model_merged.ort": "cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0",
    "tokenizer.bin": "6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d",
}
_BEGIN, _END = 1, 2
#: Texts weighed at once: what the model says of each takes a megabyte.
_AT_ONCE = 16
_SPACE = "\N{LOWER ONE EIGHTH BLOCK}"
#: What the model writes after a last word.
_CLOSERS = (b".", b"!", b"?", b",")


def moonshine_folder() -> Path | None:
    """Where the model's files are, or None if they or ``onnxruntime`` are not installed."""
    return folder_of(_PACKAGE, _FOLDER, _FILES, ("onnxruntime",))


class Tokens:
    """The model's alphabet: pieces of words, each a number, the sooner merged the smaller.

    The file lists the pieces in order, each after its length in bytes; a length of 128 and more takes two bytes, the
    lower seven bits first.
    """

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self._ids: dict[bytes, int] = {}
        at = count = 0
        while at < len(data):
            length = data[at]
            at += 1
            if length >= 128:
                length += 128 * (data[at] - 1)
                at += 1
            self._ids.setdefault(data[at : at + length], count)
            count, at = count + 1, at + length
        self.closers = np.array([_END, *(self._ids[closer] for closer in _CLOSERS)])
        self.encode = functools.lru_cache(maxsize=10_000)(self._encode)

    def _encode(self, text: str) -> tuple[int, ...]:
        return merged([letter.encode() for letter in (" " + text).replace(" ", _SPACE)], self._ids)


class MoonshineEar(SpellingEar):
    """Moonshine as a spelling ear. The model is loaded at once (about 0.3 s, 110 MB).

    folder: as :func:`moonshine_folder` finds it. Raises ``UserError`` if a file in it is damaged, and what onnxruntime
    raises.
    """

    usual = 0.75

    def __init__(self, folder: Path) -> None:
        check_files(folder, _FILES, "moonshine-voice==0.0.73")
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 3
        options.add_session_config_entry("session.disable_prepacking", "1")
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        open_model = functools.partial(onnxruntime.InferenceSession, sess_options=options)
        encoder, decoder, tokens = (folder / name for name in _FILES)
        self._encoder: Any = open_model(str(encoder), providers=["CPUExecutionProvider"])
        self._decoder: Any = open_model(str(decoder), providers=["CPUExecutionProvider"])
        self._past = [each.name for each in self._decoder.get_inputs() if each.name.startswith("past")]
        self._tokens = Tokens(tokens)
        super().__init__()

    def _states(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        wave = samples.reshape(1, -1).astype(np.float32)
        states = self._encoder.run(None, {"input_values": wave, "attention_mask": np.ones(wave.shape, np.int64)})
        heard: NDArray[np.float32] = states[0]
        return heard

    def _likelihoods(self, heard: NDArray[np.float32], spellings: Sequence[str]) -> NDArray[np.float64]:
        texts = [*(spelling.capitalize() for spelling in spellings), *spellings]
        pieces = [self._tokens.encode(text) for text in texts]
        found = [
            chance
            for begin in range(0, len(pieces), _AT_ONCE)
            for chance in self._chances(heard, pieces[begin : begin + _AT_ONCE])
        ]
        both: NDArray[np.float64] = np.logaddexp(found[: len(spellings)], found[len(spellings) :])
        return both

    def _chances(self, heard: NDArray[np.float32], pieces: Sequence[tuple[int, ...]]) -> Iterator[float]:
        """The log-probability of each text, given as its pieces, with whatever closes it."""
        ids = np.full((len(pieces), 1 + max(map(len, pieces))), _END, np.int64)
        ids[:, 0] = _BEGIN
        for line, piece in zip(ids, pieces, strict=True):
            line[1 : 1 + len(piece)] = piece
        for scores, piece in zip(self._decode(heard, ids), pieces, strict=True):
            scores = scores[: len(piece) + 1]
            top = scores.max(axis=1)
            whole = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))  # logaddexp takes ten times as long
            closing = np.logaddexp.reduce(scores[-1, self._tokens.closers])
            yield float(scores[np.arange(len(piece)), piece].sum() + closing - whole.sum())

    def _decode(self, heard: NDArray[np.float32], ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """What comes after each place of ``ids``, ``(rows, places, pieces)``: log-probabilities, up to a constant for
        each place."""
        states = np.repeat(heard, len(ids), axis=0)
        nothing = np.zeros((len(ids), 8, 0, 36), np.float32)  # 8 heads of 36 features, nothing remembered
        inputs: dict[str, Any] = dict.fromkeys(self._past, nothing) | {
            "input_ids": ids,
            "encoder_hidden_states": states,
            "encoder_attention_mask": np.ones(states.shape[:2], np.int64),
            "use_cache_branch": np.array([False]),
        }
        raw: NDArray[np.float32] = self._decoder.run(["logits"], inputs)[0]
        return raw
