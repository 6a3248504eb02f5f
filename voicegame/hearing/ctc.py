"""Connectionist temporal classification: how well a sound explains a string of phonemes.

The sum over all alignments of a label string with blanks (Graves et al. 2006, "Connectionist Temporal
Classification", section 4.1), computed for many strings at once: row by row, or along a prefix tree with a beam.

An emission matrix has shape ``(T, K + 1)``: natural log-probabilities of K labels and, last, of blank for each frame.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voicegame.lexicon.evidence import Readings
from voicegame.lexicon.sound_tree import SoundTree

Floats = NDArray[np.float32]

#: The logarithm of "impossible": finite, so that differences of two of them are no NaN.
NEVER = np.float32(-1e30)


def log_add(a: Floats, b: Floats) -> Floats:
    """log(exp(a) + exp(b)), element by element (numpy's ``logaddexp`` is several times slower)."""
    high = np.maximum(a, b)
    total: Floats = high + np.log1p(np.exp(np.minimum(a, b) - high))
    return total


def scores(emissions: Floats, strings: NDArray[np.int64]) -> Floats:
    """Log-likelihood of the whole sound for each label string, shape ``(n,)``.

    strings: shape ``(n, L)``, labels padded with -1. An empty string means silence. No frames: 0 for the empty
    string, :data:`NEVER` for the others.
    """
    count, longest = strings.shape
    lengths = (strings >= 0).sum(axis=1)
    rows = np.arange(count)
    if not len(emissions):
        return np.where(lengths == 0, np.float32(0), NEVER)
    blank = emissions.shape[1] - 1
    states = np.full((count, 2 * longest + 1), blank)
    states[:, 1::2] = np.where(strings >= 0, strings, blank)
    may_skip = np.zeros(states.shape, bool)  # from the label before, over the blank between
    may_skip[:, 3::2] = states[:, 3::2] != states[:, 1:-2:2]
    alpha = np.full(states.shape, NEVER)
    alpha[:, :2] = emissions[0][states[:, :2]]
    for frame in emissions[1:]:
        arrived = alpha.copy()
        arrived[:, 1:] = log_add(alpha[:, 1:], alpha[:, :-1])
        skipped = np.where(may_skip[:, 2:], alpha[:, :-2], NEVER)
        arrived[:, 2:] = log_add(arrived[:, 2:], skipped)
        alpha = arrived + frame[states]
    last_label = np.where(lengths > 0, alpha[rows, np.maximum(2 * lengths - 1, 0)], NEVER)
    return log_add(alpha[rows, 2 * lengths], last_label)


def ways_in(emissions: Floats, strings: NDArray[np.int64], *, only_each: bool = False) -> tuple[Floats, Floats]:
    """What has been said by each frame, if one of ``strings`` is said first and something else follows.

    strings: as in :func:`scores`, none empty. Returns log-likelihoods: ``(T, K)``, that the sound up to each frame
    says one of them, so that label k may begin with the next frame (one that ends in k needs a blank before); and
    ``(T, n)``, the same for each string, whatever follows. only_each: the first is not wanted.
    """
    count, longest = strings.shape
    lengths = (strings >= 0).sum(axis=1)
    rows = np.arange(count)
    blank = emissions.shape[1] - 1
    states = np.full((count, 2 * longest + 1), blank)
    states[:, 1::2] = np.where(strings >= 0, strings, blank)
    may_skip = np.zeros(states.shape, bool)
    may_skip[:, 3::2] = states[:, 3::2] != states[:, 1:-2:2]
    last = strings[rows, lengths - 1]
    entries = np.full((len(emissions), blank), NEVER)
    each = np.full((len(emissions), count), NEVER)
    alpha = np.full(states.shape, NEVER)
    alpha[:, 0] = 0.0
    for at, frame in enumerate(emissions):
        arrived = alpha.copy()
        arrived[:, 1:] = log_add(alpha[:, 1:], alpha[:, :-1])
        arrived[:, 2:] = log_add(arrived[:, 2:], np.where(may_skip[:, 2:], alpha[:, :-2], NEVER))
        if at == 0:
            arrived[:, 2:] = NEVER
        alpha = arrived + frame[states]
        after_blank, after_label = alpha[rows, 2 * lengths], alpha[rows, 2 * lengths - 1]
        each[at] = log_add(after_blank, after_label)
        if only_each:
            continue
        total = np.logaddexp.reduce(each[at])
        entries[at] = total
        for label in np.unique(last):
            entries[at, label] = np.logaddexp.reduce(np.where(last == label, after_blank, each[at]))
    return entries, each


class _Beam:
    """What both searches do at the end of a frame: prefixes that are met twice become one, and weak ones are given up.

    nodes: of the tree; beam, most: as in :func:`search`.
    """

    def __init__(self, nodes: int, beam: float, most: int) -> None:
        self._place = np.full(nodes, -1)
        self._beam, self._most = beam, most

    def __call__(
        self,
        nodes: NDArray[np.int64],
        stay_blank: Floats,
        stay_label: Floats,
        children: NDArray[np.int64],
        step: Floats,
    ) -> tuple[NDArray[np.int64], Floats, Floats]:
        """The prefixes that go on, and their log-probabilities with a blank and with a label as their last frame.

        nodes: those so far, with ``stay_blank`` and ``stay_label`` if they stay; children: those stepped into.
        """
        best = max(stay_blank.max(initial=NEVER), stay_label.max(initial=NEVER), step.max(initial=NEVER))
        near = step >= best - self._beam
        children, step = children[near], step[near]
        self._place[nodes] = np.arange(len(nodes))
        known = self._place[children]
        is_new = known < 0
        self._place[nodes] = -1
        known = known[~is_new]
        stay_label[known] = log_add(stay_label[known], step[~is_new])
        nodes = np.concatenate([nodes, children[is_new]])
        after_blank = np.concatenate([stay_blank, np.full(int(is_new.sum()), NEVER)])
        after_label = np.concatenate([stay_label, step[is_new]])
        strength = np.maximum(after_blank, after_label)
        keep = strength >= strength.max(initial=NEVER) - self._beam
        if keep.sum() > self._most:
            keep &= strength >= np.partition(strength, -self._most)[-self._most]
        return nodes[keep], after_blank[keep], after_label[keep]


def _readings(tree: SoundTree, nodes: NDArray[np.int64], total: Floats) -> Readings:
    """The pronunciations that end at these nodes, best first."""
    order = np.argsort(-total, kind="stable")
    rows, owner = tree.rows_at(nodes[order])
    return Readings(rows, total[order][owner].astype(np.float64))


def search(
    emissions: Floats, tree: SoundTree, beam: float, most: int = 4000, entries: Floats | None = None
) -> Readings:
    """The pronunciations of ``tree`` that explain the sound, scored as :func:`scores` does it.

    beam: prefixes that lie this far below the best one in some frame are given up, so scores near the end of the
        list may be slightly too low, and what is not listed lies about ``beam`` or more below the best.
    most: prefixes followed at once.
    entries: of :func:`ways_in`, if the pronunciations come after something else that is said.
    """
    if entries is not None:
        return _search_after(emissions, tree, beam, most, entries)
    blank = emissions.shape[1] - 1
    nodes = np.zeros(1, np.int64)
    after_blank = np.zeros(1, np.float32)  # log-probability of each prefix, its last frame a blank
    after_label = np.full(1, NEVER)  # the same, its last frame the prefix's last phoneme
    beamed = _Beam(len(tree.label), beam, most)
    for frame in emissions:
        total = log_add(after_blank, after_label)
        stay_blank = total + frame[blank]
        stay_label = after_label + frame[tree.label[nodes]]
        children, parent = tree.children_of(nodes)
        step = np.where(tree.repeated[children], after_blank[parent], total[parent]) + frame[tree.label[children]]
        nodes, after_blank, after_label = beamed(nodes, stay_blank, stay_label, children, step)
    return _readings(tree, nodes, log_add(after_blank, after_label))


def _search_after(emissions: Floats, tree: SoundTree, beam: float, most: int, entries: Floats) -> Readings:
    """:func:`search` that enters the tree from ``entries`` at every frame; the root itself is no prefix."""
    blank = emissions.shape[1] - 1
    firsts, _ = tree.children_of(np.zeros(1, np.int64))
    nodes = np.zeros(0, np.int64)
    after_blank = np.zeros(0, np.float32)
    after_label = np.zeros(0, np.float32)
    beamed = _Beam(len(tree.label), beam, most)
    for at in range(1, len(emissions)):
        frame = emissions[at]
        total = log_add(after_blank, after_label)
        stay_blank = total + frame[blank]
        stay_label = after_label + frame[tree.label[nodes]]
        children, parent = tree.children_of(nodes)
        step = np.where(tree.repeated[children], after_blank[parent], total[parent]) + frame[tree.label[children]]
        children = np.concatenate([children, firsts])
        step = np.concatenate([step, entries[at - 1][tree.label[firsts]] + frame[tree.label[firsts]]])
        nodes, after_blank, after_label = beamed(nodes, stay_blank, stay_label, children, step)
    return _readings(tree, nodes, log_add(after_blank, after_label))


def best_path(emissions: Floats) -> tuple[list[int], float]:
    """The likeliest label of each frame, repeats and blanks taken out, and the path's log-likelihood."""
    if not len(emissions):
        return [], 0.0
    blank = emissions.shape[1] - 1
    path = emissions.argmax(axis=1)
    changes = np.flatnonzero(np.diff(path, prepend=-1))
    return [int(label) for label in path[changes] if label != blank], float(emissions.max(axis=1).sum())
