"""Pronunciations as a tree: words that begin with the same sounds share a path, so that all are searched at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voicegame.lexicon.phonemes import CODES

_LABEL = np.zeros(256, np.int64)
_LABEL[np.frombuffer(CODES.encode(), np.uint8)] = np.arange(1, len(CODES) + 1)


def labels(sounds: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Places in ``CODES``, -1 where ``sounds`` (zero-padded ASCII codes, any shape) ends."""
    return _LABEL[sounds] - 1


def as_sounds(pronunciations: list[str]) -> NDArray[np.uint8]:
    """Code strings as one zero-padded row each, shape ``(len(pronunciations), longest)``."""
    longest = max(map(len, pronunciations), default=0)
    rows = np.zeros((len(pronunciations), longest), np.uint8)
    for row, codes in zip(rows, pronunciations, strict=True):
        row[: len(codes)] = np.frombuffer(codes.encode(), np.uint8)
    return rows


class SoundTree:
    """The prefix tree of ``sounds``, as arrays over its nodes. Node 0 is the root; children lie side by side.

    sounds: zero-padded ASCII codes, shape ``(P, L)``; every row has at least one code.
    end: shape ``(P,)``, the node at which each pronunciation ends; equal sounds end at the same node.
    label: shape ``(nodes,)``, place in ``CODES`` of the node's last phoneme (0 at the root, which has none).
    repeated: whether that phoneme is also the one before it (CTC then needs a blank between them).
    first_child, children: where the node's children begin, and how many there are.
    """

    def __init__(self, sounds: NDArray[np.uint8]) -> None:
        self.sounds = sounds
        count, longest = sounds.shape
        order = np.lexsort(sounds.T[::-1]) if count else np.zeros(0, np.intp)
        rows = sounds[order]
        lengths = (rows > 0).sum(axis=1)
        codes = [np.zeros(1, np.int64)]
        parents = [np.full(1, -1, np.int64)]
        node = np.zeros(count, np.int64)  # where each sorted row stands at this depth
        differs = np.zeros(count, bool)  # from the row before it, up to this depth
        differs[:1] = True
        size = 1
        for depth in range(longest):
            differs[1:] |= rows[1:, depth] != rows[:-1, depth]
            alive = lengths > depth
            begins = differs & alive
            codes.append(labels(rows[begins, depth]))
            parents.append(node[begins])
            node = np.where(alive, size + np.cumsum(begins) - 1, node)
            size += int(begins.sum())
        self.label = np.concatenate(codes)
        parent = np.concatenate(parents)
        self.children = np.bincount(parent[1:], minlength=size)
        self.first_child = 1 + np.cumsum(self.children) - self.children
        self.repeated = np.zeros(size, bool)
        self.repeated[1:] = (self.label[1:] == self.label[parent[1:]]) & (parent[1:] > 0)
        self.end = np.empty(count, np.int64)
        self.end[order] = node
        self._by_end = np.argsort(self.end, kind="stable")
        self._begins = np.searchsorted(self.end[self._by_end], np.arange(size + 1))

    def rows_at(self, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows of the pronunciations that end at ``nodes``, and for each the index into ``nodes``."""
        counts = self._begins[nodes + 1] - self._begins[nodes]
        return spread(self._begins[nodes], counts, self._by_end)

    def children_of(self, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The children of ``nodes``, and for each the index into ``nodes``."""
        return spread(self.first_child[nodes], self.children[nodes])


def spread(
    begins: NDArray[np.int64], counts: NDArray[np.int64], values: NDArray[np.int64] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The ranges ``begin .. begin + count`` one after the other (as places in ``values``), and whose each item is."""
    owner = np.repeat(np.arange(len(counts)), counts)
    places = begins[owner] + np.arange(len(owner)) - (np.cumsum(counts) - counts)[owner]
    return (places if values is None else values[places]), owner
