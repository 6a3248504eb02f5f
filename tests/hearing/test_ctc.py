"""CTC scores against a sum over every alignment, written out."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from voicegame.hearing import ctc
from voicegame.lexicon.phonemes import CODES
from voicegame.lexicon.sound_tree import SoundTree, as_sounds, labels

BLANK = 3
STRINGS = [[], [0], [1], [0, 1], [0, 0], [2, 1, 2], [1, 1, 1], [0, 1, 2, 0]]


def emissions(frames: int, symbols: int, seed: int = 0) -> NDArray[np.float32]:
    drawn = np.random.default_rng(seed).normal(size=(frames, symbols)) * 2
    return (drawn - np.logaddexp.reduce(drawn, axis=1, keepdims=True)).astype(np.float32)


def padded(strings: list[list[int]]) -> NDArray[np.int64]:
    rows = np.full((len(strings), max(map(len, strings))), -1)
    for row, string in zip(rows, strings, strict=True):
        row[: len(string)] = string
    return rows


def collapsed(path: tuple[int, ...]) -> list[int]:
    kept = [symbol for place, symbol in enumerate(path) if place == 0 or symbol != path[place - 1]]
    return [symbol for symbol in kept if symbol != BLANK]


@pytest.mark.parametrize("frames", [1, 2, 5])
def test_scores_are_the_sum_over_all_alignments(frames: int) -> None:
    chances = emissions(frames, BLANK + 1)
    paths = [
        (collapsed(path), float(sum(chances[place, symbol] for place, symbol in enumerate(path))))
        for path in product(range(BLANK + 1), repeat=frames)
    ]
    found = ctc.scores(chances, padded(STRINGS))
    for string, score in zip(STRINGS, found, strict=True):
        wanted = [chance for collapsed_path, chance in paths if collapsed_path == string]
        if wanted:
            assert score == pytest.approx(np.logaddexp.reduce(wanted), abs=1e-4)
        else:
            assert score < -1e20  # too long for so few frames


def test_no_frames_say_the_empty_string_only() -> None:
    found = ctc.scores(np.zeros((0, BLANK + 1), np.float32), padded([[], [0]]))
    assert found[0] == 0
    assert found[1] == ctc.NEVER


def random_words(count: int, seed: int = 3) -> list[str]:
    dice = np.random.default_rng(seed)
    return ["".join(dice.choice(list(CODES[:6]), dice.integers(1, 6))) for _ in range(count)]


def test_the_tree_search_gives_the_exact_scores() -> None:
    tree = SoundTree(as_sounds(random_words(400)))
    chances = emissions(12, len(CODES) + 1)
    found = ctc.search(chances, tree, beam=1000.0, most=10**6)
    assert sorted(found.rows) == list(range(400))
    exact = ctc.scores(chances, labels(tree.sounds))
    assert found.scores == pytest.approx(exact[found.rows], abs=1e-3)
    assert (np.diff(found.scores) <= 0).all()


def test_a_narrow_beam_keeps_the_best() -> None:
    tree = SoundTree(as_sounds(random_words(400)))
    chances = emissions(12, len(CODES) + 1) * 2
    exact = ctc.scores(chances, labels(tree.sounds))
    found = ctc.search(chances, tree, beam=12.0)
    best = tree.sounds[int(exact.argmax())]
    assert len(found.rows) < 400
    assert (tree.sounds[found.rows[0]] == best).all()


def test_few_prefixes_at_once_still_find_the_best() -> None:
    tree = SoundTree(as_sounds(random_words(400)))
    chances = emissions(12, len(CODES) + 1) * 4
    exact = ctc.scores(chances, labels(tree.sounds))
    found = ctc.search(chances, tree, beam=1000.0, most=30)
    assert (tree.sounds[found.rows[0]] == tree.sounds[int(exact.argmax())]).all()


def test_equal_sounds_stand_side_by_side_with_equal_scores() -> None:
    tree = SoundTree(as_sounds(["bA", "bAt", "bA", "A"]))
    found = ctc.search(emissions(6, len(CODES) + 1), tree, beam=1000.0)
    places = [list(found.rows).index(row) for row in (0, 2)]
    assert abs(places[0] - places[1]) == 1
    assert found.scores[places[0]] == found.scores[places[1]]


def test_an_empty_tree_and_no_frames_find_nothing() -> None:
    chances = emissions(4, len(CODES) + 1)
    assert len(ctc.search(chances, SoundTree(np.zeros((0, 1), np.uint8)), 10.0).rows) == 0
    assert len(ctc.search(chances[:0], SoundTree(as_sounds(["bA"])), 10.0).rows) == 0


def test_the_best_path_leaves_out_repeats_and_blanks() -> None:
    path = [BLANK, 0, 0, BLANK, 0, 2, 2, BLANK]
    chances = np.full((len(path), BLANK + 1), -9.0, np.float32)
    chances[np.arange(len(path)), path] = -0.5
    assert ctc.best_path(chances) == ([0, 0, 2], pytest.approx(-0.5 * len(path)))
    assert ctc.best_path(chances[:0]) == ([], 0.0)
