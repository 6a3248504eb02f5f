"""The tree of sounds, which evidence is asked about."""

from __future__ import annotations

import numpy as np
import pytest

from voicegame.lexicon.evidence import TypedEvidence
from voicegame.lexicon.phonemes import CODES
from voicegame.lexicon.sound_tree import SoundTree, as_sounds, labels

WORDS = ["kAt", "kAts", "k", "bAt", "kAt", "ss", "bAtk"]


def walk(tree: SoundTree, node: int = 0, before: str = "") -> dict[int, str]:
    """The codes that lead to each node, found by following children."""
    found = {node: before}
    children, _ = tree.children_of(np.array([node]))
    for child in children:
        found |= walk(tree, int(child), before + CODES[tree.label[child]])
    return found


@pytest.fixture(scope="module")
def tree() -> SoundTree:
    return SoundTree(as_sounds(WORDS))


def test_every_prefix_is_one_node(tree: SoundTree) -> None:
    prefixes = {word[:length] for word in WORDS for length in range(len(word) + 1)}
    paths = walk(tree)
    assert sorted(paths.values()) == sorted(prefixes)
    assert len(tree.label) == len(prefixes)


def test_pronunciations_end_where_their_sounds_lead(tree: SoundTree) -> None:
    paths = walk(tree)
    assert [paths[int(node)] for node in tree.end] == WORDS
    assert tree.end[0] == tree.end[4]
    rows, owner = tree.rows_at(tree.end[[0, 2]])
    assert sorted(zip(owner, rows, strict=True)) == [(0, 0), (0, 4), (1, 2)]


def test_a_phoneme_said_twice_is_marked(tree: SoundTree) -> None:
    paths = walk(tree)
    assert [paths[node] for node in np.flatnonzero(tree.repeated)] == ["ss"]


@pytest.mark.parametrize("seed", range(5))
def test_random_words_are_found_again(seed: int) -> None:
    dice = np.random.default_rng(seed)
    words = ["".join(dice.choice(list(CODES[:4]), dice.integers(1, 7))) for _ in range(200)]
    tree = SoundTree(as_sounds(words))
    paths = walk(tree)
    assert [paths[int(node)] for node in tree.end] == words
    rows, _ = tree.rows_at(np.arange(len(tree.label)))
    assert sorted(rows) == list(range(200))


def test_no_words_make_a_bare_root() -> None:
    for sounds in (as_sounds([]), np.zeros((0, 5), np.uint8)):
        tree = SoundTree(sounds)
        assert len(tree.label) == 1
        assert tree.children_of(np.array([0]))[0].size == 0


def test_labels_are_places_in_the_codes() -> None:
    assert labels(as_sounds([CODES]))[0].tolist() == list(range(len(CODES)))
    assert labels(as_sounds(["k", "kA"]))[0, 1] == -1


def test_typed_evidence_is_empty_without_text() -> None:
    assert TypedEvidence("").empty
    assert not TypedEvidence("march").empty
