"""The embedded phoneme model's network: a small Conformer (Gulati et al. 2020) whose last layer is a CTC alphabet.

The weights lie inside the ``hama`` 1.7.0 wheel (Apache-2.0); nothing of that package's code is imported. It brings an
engine of its own, which needs about 43 ms for a second of sound where numpy's matrix products need a tenth of that; a
test holds the two against each other.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

Floats = NDArray[np.float32]

_MAGIC = b"HAMAPK\x01\x02"
_ALIGNED = 16  # bytes
_HEADS = 4
#: Samples of a frame and of a step from one to the next; the network keeps every second.
_FRAME, _HOP = 400, 160
_LEAST_POWER, _LEAST_VARIANCE = 1e-10, 1e-5
_SHORTEST = _FRAME // 2 + 1  # samples that can be mirrored at an edge
#: What the names of the network's own arrays begin with. Matrices and filters have numbers for names, in order of use.
_MODEL = "acoustic_model.model."


def read_weights(path: Path) -> dict[str, Floats]:
    """The arrays of a ``.hama`` file by their names, in its order, as single precision.

    A header lists each array: the length of its name and the name, a byte that tells single (0) or half precision (1),
    the number of dimensions and each of them, where it begins among the arrays, and its bytes; all little-endian. The
    arrays follow, from the next multiple of 16 bytes. Raises ``ValueError`` where it holds none, and ``OSError``.
    """
    data = path.read_bytes()
    if not data.startswith(_MAGIC):
        raise ValueError("it is no file of weights")
    try:
        (count,) = struct.unpack_from("<I", data, len(_MAGIC))
        at = len(_MAGIC) + 4
        listed: list[tuple[str, bool, tuple[int, ...], int]] = []
        for _ in range(count):
            (length,) = struct.unpack_from("<H", data, at)
            name = data[at + 2 : at + 2 + length].decode("ascii")
            at += 2 + length
            is_half, dimensions = struct.unpack_from("<BB", data, at)
            shape = struct.unpack_from(f"<{dimensions}I", data, at + 2)
            begin, _ = struct.unpack_from("<QQ", data, at + 2 + 4 * dimensions)
            at += 18 + 4 * dimensions
            listed.append((name, bool(is_half), shape, begin))
        first = -(-at // _ALIGNED) * _ALIGNED
        return {
            name: np.frombuffer(data, "<f2" if is_half else "<f4", int(np.prod(shape)), first + begin)
            .reshape(shape)
            .astype(np.float32)
            for name, is_half, shape, begin in listed
        }
    except (struct.error, ValueError) as fault:
        raise ValueError(f"it is cut or damaged ({fault})") from None


@dataclass(frozen=True)
class _Affine:
    """x W + b. weights: ``(inputs, outputs)``."""

    weights: Floats
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        total: Floats = x @ self.weights
        total += self.bias
        return total


@dataclass(frozen=True)
class _Norm:
    """Layer normalisation (Ba et al. 2016) of each frame."""

    gain: Floats
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        centred = x - x.mean(axis=1, keepdims=True)
        variance = np.square(centred).mean(axis=1, keepdims=True)
        normed: Floats = centred / np.sqrt(variance + _LEAST_VARIANCE) * self.gain + self.bias
        return normed


@dataclass(frozen=True)
class _FeedForward:
    norm: _Norm
    up: _Affine
    down: _Affine

    def __call__(self, x: Floats) -> Floats:
        return self.down(_swish(self.up(self.norm(x))))


@dataclass(frozen=True)
class _Attention:
    """Self-attention of several heads over the whole sound, without positions (Vaswani et al. 2017, 3.2)."""

    norm: _Norm
    ask: _Affine
    answer: _Affine

    def __call__(self, x: Floats) -> Floats:
        frames, features = x.shape
        each = self.ask(self.norm(x)).reshape(frames, 3, _HEADS, features // _HEADS)
        queries, keys, values = each.transpose(1, 2, 0, 3)
        near: Floats = queries @ keys.transpose(0, 2, 1)
        near /= np.float32(np.sqrt(features // _HEADS))
        np.exp(near - near.max(axis=2, keepdims=True), out=near)
        near /= near.sum(axis=2, keepdims=True)
        found: Floats = near @ values
        return self.answer(found.transpose(1, 0, 2).reshape(frames, features))


@dataclass(frozen=True)
class _Convolution:
    """Features gated by their twins, then each filtered along time by itself. taps: ``(taps, features)``."""

    norm: _Norm
    spread: _Affine
    taps: Floats
    bias: Floats
    mix: _Affine

    def __call__(self, x: Floats) -> Floats:
        frames, features = x.shape
        both = self.spread(self.norm(x))
        gated = both[:, :features] * _sigmoid(both[:, features:])
        padded = np.pad(gated, ((len(self.taps) // 2,) * 2, (0, 0)))
        filtered = np.broadcast_to(self.bias, gated.shape).copy()
        for place, tap in enumerate(self.taps):
            filtered += padded[place : place + frames] * tap
        return self.mix(_swish(filtered))


@dataclass(frozen=True)
class _Block:
    first: _FeedForward
    attention: _Attention
    convolution: _Convolution
    second: _FeedForward
    norm: _Norm

    def __call__(self, x: Floats) -> Floats:
        x = x + np.float32(0.5) * self.first(x)
        x = x + self.attention(x)
        x = x + self.convolution(x)
        return self.norm(x + np.float32(0.5) * self.second(x))


class Conformer:
    """The network, ready to be run by several threads at once.

    path: a file of :func:`read_weights`. Raises ``ValueError`` where it holds another network, and ``OSError``.

    From then on numpy's matrix products keep to one thread in this process, if it makes them with a library that can be
    told so (OpenBLAS, MKL, BLIS). These matrices are so small that a second one gains a quarter on idle cores, and
    where cores are busy each product waits for it, up to ten times as long.
    """

    def __init__(self, path: Path) -> None:
        threadpool_limits(limits=1, user_api="blas")
        named = read_weights(path)
        products = iter([array for name, array in named.items() if "MatMul" in name])
        filters = iter([array for name, array in named.items() if "Conv" in name])
        try:
            self._waves = np.concatenate([named["stft_real_kernel"], named["stft_imag_kernel"]])[:, 0].T.copy()
            self._bands = named["mel_fb"]
            stem, bias = next(filters), next(filters)  # (features, bands, 3)
            self._stem = _Affine(stem.transpose(2, 1, 0).reshape(-1, len(stem)), bias)
            blocks = 1 + max(int(name.split(".")[3]) for name in named if name.startswith(f"{_MODEL}blocks."))
            self._blocks = [_block(named, b, products, filters) for b in range(blocks)]
            self._last = _Affine(named[f"{_MODEL}proj.weight"][:, :, 0].T, named[f"{_MODEL}proj.bias"])
        except (KeyError, IndexError, StopIteration, ValueError) as fault:
            raise ValueError(f"it holds another network ({type(fault).__name__}: {fault})") from None

    def __call__(self, samples: Floats) -> Floats:
        """What the last layer gives, not normalised: ``(frames, outputs)``, a frame every 20 ms.

        samples: 16 kHz mono, full scale 1; at least 13 ms.
        """
        if len(samples) < _SHORTEST:
            raise ValueError(f"a sound of {len(samples)} samples is too short")
        bands = np.pad(self._log_mel(np.asarray(samples, np.float32)), ((1, 1), (0, 0)))
        steps = np.lib.stride_tricks.sliding_window_view(bands, 3, axis=0)[::2].transpose(0, 2, 1)
        x = _gelu(self._stem(steps.reshape(len(steps), -1)))
        for block in self._blocks:
            x = block(x)
        return self._last(x)

    def _log_mel(self, samples: Floats) -> Floats:
        """Natural logarithms of the power in each band, ``(len(samples) // 160 + 1, bands)``."""
        padded = np.pad(samples, _FRAME // 2, mode="reflect")
        frames = np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[::_HOP]
        waves = np.square(frames @ self._waves)
        half = waves.shape[1] // 2
        power = (waves[:, :half] + waves[:, half:]) @ self._bands
        logs: Floats = np.log(np.maximum(power, np.float32(_LEAST_POWER)))
        return logs


def _block(named: dict[str, Floats], number: int, products: Iterator[Floats], filters: Iterator[Floats]) -> _Block:
    """A block of the network; its matrices come from ``products`` and ``filters``, in order of use."""

    def of(name: str) -> Floats:
        return named[f"{_MODEL}blocks.{number}.{name}"]

    def norm(name: str) -> _Norm:
        return _Norm(of(f"{name}.weight"), of(f"{name}.bias"))

    def feed_forward(name: str) -> _FeedForward:
        return _FeedForward(
            norm(f"{name}.norm"),
            _Affine(next(products), of(f"{name}.fc1.bias")),
            _Affine(next(products), of(f"{name}.fc2.bias")),
        )

    first = feed_forward("ffn1")
    attention = _Attention(
        norm("attn_norm"),
        _Affine(next(products), of("attn.in_proj_bias")),
        _Affine(next(products), of("attn.out_proj.bias")),
    )
    convolution = _Convolution(
        norm("conv.norm"),
        _Affine(of("conv.pointwise1.weight")[:, :, 0].T, of("conv.pointwise1.bias")),
        next(filters)[:, 0].T.copy(),
        next(filters),
        _Affine(of("conv.pointwise2.weight")[:, :, 0].T, of("conv.pointwise2.bias")),
    )
    return _Block(first, attention, convolution, feed_forward("ffn2"), norm("norm"))


def _sigmoid(x: Floats) -> Floats:
    total: Floats = np.float32(0.5) * (np.float32(1) + np.tanh(np.float32(0.5) * x))
    return total


def _swish(x: Floats) -> Floats:
    """x / (1 + exp(-x)), which the Conformer is built of."""
    return x * _sigmoid(x)


def _gelu(x: Floats) -> Floats:
    """x times the chance that a normal variate is smaller (Hendrycks and Gimpel 2016).

    The error function is formula 7.1.26 of Abramowitz and Stegun, right to 1.5e-7.
    """
    z = np.abs(x) * np.float32(np.sqrt(0.5))
    t = 1 / (1 + np.float32(0.3275911) * z)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    error = np.copysign(1 - series * np.exp(-np.square(z)), x)
    gained: Floats = (0.5 * x * (1 + error)).astype(np.float32)
    return gained
