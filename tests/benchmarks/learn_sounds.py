# ruff: noqa: RUF001
"""Learns ``voicegame/hearing/phoneme_table.tsv`` from recordings: run with ``--manifest FILE --out FILE``.

Each phoneme's chance in a frame is a weighted sum over the tokens that the model emits there. The weights are those
under which the spoken word stands out most from the words that sound nearest to it (maximum mutual information: the
loss is the negative logarithm of the right word's share among them), held near a start in which every phoneme shows as
its usual tokens. The gradient comes from forward-backward occupancies (Graves et al. 2006, section 4.1), the steps
from Adam. Only the tuning speakers of :mod:`tests.benchmarks.hearing_figures` take part.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.hearing_figures import APART, is_tuning
from voicegame.bench.manifest import read_manifest
from voicegame.hearing import ctc
from voicegame.hearing.phoneme_ear import HeardPhonemes, PhonemeEar
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.phonemes import ARPABET_TO_CODE
from voicegame.lexicon.sound_tree import SoundTree, labels
from voicegame.paths import LEXICONS

Floats = NDArray[np.float32]

#: The tokens that each phoneme usually shows as; the start of learning.
USUAL: dict[str, str] = {
    "AA": "ɑ a ɒ", "AE": "æ", "AH": "ʌ", "AH0": "ə ɐ", "AO": "ɔ", "AW": "aʊ", "AY": "aɪ", "B": "b", "CH": "t͡ʃ",
    "D": "d ɾ", "DH": "ð", "EH": "ɛ", "ER": "ɝ ɚ", "EY": "eɪ e", "F": "f", "G": "g ɡ", "HH": "h", "IH": "ɪ", "IY": "i",
    "JH": "d͡ʒ", "K": "k", "L": "l ɫ", "M": "m", "N": "n", "NG": "ŋ", "OW": "oʊ o", "OY": "ɔɪ", "P": "p", "R": "ɹ r",
    "S": "s", "SH": "ʃ", "T": "t ʔ", "TH": "θ", "UH": "ʊ", "UW": "u", "V": "v", "W": "w", "Y": "j", "Z": "z", "ZH": "ʒ",
    "blank": "<blank>",
}  # fmt: skip
FLOOR = -7.0
RIVALS = 64
TOKENS = 64  # those with the most probability in the recordings


@dataclass(frozen=True)
class Item:
    """log_probabilities: (frames, tokens). strings: label rows, the first ``right`` of them what was said."""

    log_probabilities: Floats
    strings: NDArray[np.int64]
    right: int


def occupancies(emissions: Floats, strings: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Scores ``(n,)``, and ``(n, frames, labels)``: how likely each label is at each frame, given each string."""
    count, longest = strings.shape
    lengths = (strings >= 0).sum(axis=1)
    blank = emissions.shape[1] - 1
    states = np.full((count, 2 * longest + 1), blank)
    states[:, 1::2] = np.where(strings >= 0, strings, blank)
    skips = np.zeros(states.shape, bool)
    skips[:, 3::2] = states[:, 3::2] != states[:, 1:-2:2]
    inside = np.arange(states.shape[1]) <= 2 * lengths[:, None]
    ends = (np.arange(states.shape[1]) >= 2 * lengths[:, None] - 1) & inside
    at = emissions[:, states].astype(np.float32)  # (frames, n, states)
    forward, backward = np.full(at.shape, ctc.NEVER), np.full(at.shape, ctc.NEVER)
    forward[0, :, :2] = at[0, :, :2]
    for t in range(1, len(at)):
        step = forward[t - 1].copy()
        step[:, 1:] = ctc.log_add(step[:, 1:], forward[t - 1, :, :-1])
        step[:, 2:] = ctc.log_add(step[:, 2:], np.where(skips[:, 2:], forward[t - 1, :, :-2], ctc.NEVER))
        forward[t] = step + at[t]
    backward[-1] = np.where(ends, np.float32(0), ctc.NEVER)
    for t in range(len(at) - 2, -1, -1):
        coming = backward[t + 1] + at[t + 1]
        step = coming.copy()
        step[:, :-1] = ctc.log_add(step[:, :-1], coming[:, 1:])
        step[:, :-2] = ctc.log_add(step[:, :-2], np.where(skips[:, 2:], coming[:, 2:], ctc.NEVER))
        backward[t] = step
    last = np.where(ends, forward[-1], ctc.NEVER)
    scores = np.logaddexp.reduce(last, axis=1)
    chance = np.exp(np.minimum(forward + backward - scores[:, None], 0)) * inside
    spread = np.zeros((count, len(at), blank + 1), np.float32)
    rows = np.arange(count)
    for state in range(states.shape[1]):
        spread[rows, :, states[:, state]] += chance[:, :, state].T
    return scores, spread


def gradient(item: Item, weights: Floats, sharpness: float) -> tuple[float, Floats, float, bool]:
    """Loss, its derivatives by the log-weights and by the sharpness, and whether the right word came first."""
    powered = np.exp(item.log_probabilities * sharpness)
    mixed = powered @ np.exp(weights).T + 1e-20
    scores, chance = occupancies(np.log(mixed), item.strings)
    shares = np.exp(scores - np.logaddexp.reduce(scores))
    right = shares[: item.right].sum() + 1e-30
    wanted = np.where(np.arange(len(shares)) < item.right, shares / right, 0.0)
    by_emission = np.einsum("n,ntk->tk", shares - wanted, chance) / mixed
    by_weight = (by_emission.T @ powered) * np.exp(weights)
    by_sharpness = float(((by_emission @ np.exp(weights)) * powered * item.log_probabilities).sum())
    first = bool(scores[: item.right].max() >= scores.max())
    return float(-np.log(right)), by_weight.astype(np.float32), by_sharpness, first


def items(manifest: Path, ear: PhonemeEar, kept: list[int], start: Floats) -> list[Item]:
    lexicon = Lexicon.load(LEXICONS / "en")
    tree = SoundTree(lexicon.sounds)
    clips = read_manifest(manifest)
    tuning = is_tuning(clips)
    found = []
    for clip in clips:
        row = lexicon.row(clip.text)
        if row is None or not tuning(clip) or clip.dataset in APART:
            continue
        own = np.unique(tree.end[lexicon.owners == row])
        for log_probabilities in ear.log_probabilities(read_clip(clip.path)):
            chosen = log_probabilities[:, kept]
            emissions = np.log(np.exp(chosen) @ np.exp(start).T + 1e-20).astype(np.float32)
            near = HeardPhonemes((emissions,)).nearest(tree)
            nodes = list(dict.fromkeys([*own, *tree.end[near.rows]]))[:RIVALS]
            rows, owner = tree.rows_at(np.array(nodes))
            sounds = tree.sounds[rows[np.searchsorted(owner, np.arange(len(nodes)))]]
            width = int((sounds > 0).sum(axis=1).max())
            found.append(Item(chosen, labels(sounds[:, :width]), len(own)))
    return found


def most_used(manifest: Path, ear: PhonemeEar) -> list[int]:
    clips = [clip for clip in read_manifest(manifest) if clip.text]
    heard = [lp for clip in clips[::5] for lp in ear.log_probabilities(read_clip(clip.path))[:1]]
    mass = sum(np.exp(each).sum(axis=0) for each in heard)
    return sorted(int(token) for token in np.argsort(-np.asarray(mass))[:TOKENS])


def learn(found: list[Item], start: Floats, rounds: int, hold: float, seed: int) -> tuple[Floats, float]:
    """``hold``: how much leaving the start costs, against the mean loss of a clip."""
    weights, sharpness, batch = start.copy(), 1.0, 16
    mean, square, steps = np.zeros(start.size + 1), np.zeros(start.size + 1), 0
    dice = random.Random(seed)
    for turn in range(rounds):
        rate = 0.025 * (1 + np.cos(np.pi * turn / rounds)) + 0.002
        dice.shuffle(found)
        losses, firsts = [], []
        for at in range(0, len(found) - batch + 1, batch):
            slopes = np.zeros(start.size + 1)
            for item in found[at : at + batch]:
                loss, by_weight, by_sharpness, first = gradient(item, weights, sharpness)
                slopes += np.append(by_weight.ravel(), by_sharpness) / batch
                losses.append(loss)
                firsts.append(first)
            slopes[:-1] += hold * 2 / 500 * (weights - start).ravel()
            steps += 1
            mean = 0.9 * mean + 0.1 * slopes
            square = 0.99 * square + 0.01 * slopes**2
            move = rate * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.99**steps)) + 1e-6)
            weights -= move[:-1].reshape(start.shape).astype(np.float32)
            sharpness -= float(move[-1])
        print(f"round {turn + 1}: loss {np.mean(losses):.4f}, right {np.mean(firsts):.3f}", flush=True)
    return weights, sharpness


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--manifest", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--hold", type=float, default=0.03)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    ear = PhonemeEar()
    symbols = [*ARPABET_TO_CODE, "blank"]
    kept = most_used(options.manifest, ear)
    names = [ear.tokens[token] for token in kept]
    start = np.full((len(symbols), len(kept)), FLOOR, np.float32)
    for place, symbol in enumerate(symbols):
        for token in USUAL[symbol].split():
            if token in names:
                start[place, names.index(token)] = 0.0
    found = items(options.manifest, ear, kept, start)
    weights, sharpness = learn(found, start, options.rounds, options.hold, options.seed)
    lines = [
        "# How likely each phoneme shows as each token of the phoneme model: natural log-weights, learnt from",
        "# recordings by the method of tests/benchmarks/learn_sounds.py. Every pair that is not listed has the",
        "# weight called floor; the log-probabilities of the model are multiplied by the sharpness first.",
        f"sharpness\t\t{sharpness:.3f}",
        f"floor\t\t{FLOOR:.2f}",
    ]
    for place, symbol in enumerate(symbols):
        order = np.argsort(-weights[place])
        lines += [
            f"{symbol}\t{names[token]}\t{weights[place, token]:.2f}"
            for token in order
            if abs(weights[place, token] - FLOOR) > 0.15
        ]
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
