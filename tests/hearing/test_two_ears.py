"""Two ears on one utterance; what needs the second model's weights is run only where they are installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.sounds import spoken
from voicegame.hearing import spelling_ear, two_ears
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.hearing.spelling_ear import SpellingEar, Tokens
from voicegame.hearing.two_ears import HeardTwice, TwoEars, best_ear
from voicegame.lexicon.evidence import SecondOpinion, SpokenEvidence

FOLDER = spelling_ear.weights_folder()
needs_weights = pytest.mark.skipif(FOLDER is None, reason="the second ear is not installed")


def test_without_the_second_model_the_phoneme_ear_hears_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_ears, "weights_folder", lambda: None)
    heard = best_ear().listen(spoken("market"))
    assert isinstance(heard, SpokenEvidence)
    assert not isinstance(heard, SecondOpinion)


def test_without_the_runtime_or_the_weights_there_is_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in ("onnxruntime", "moonshine_voice"):
        monkeypatch.setattr(
            spelling_ear, "find_spec", lambda name, missing=missing: None if name == missing else pytest
        )
        monkeypatch.setattr(pytest, "submodule_search_locations", [], raising=False)
        assert spelling_ear.weights_folder() is None


def test_pieces_are_merged_from_the_smallest_number_on(tmp_path) -> None:  # type: ignore[no-untyped-def]
    pieces = ["<unk>", "<s>", "</s>", "\u2581", "a", "b", "c", "ab", "bc", "\u2581ab", "x" * 130, ".", "!", "?", ","]
    data = b""
    for piece in pieces:
        raw = piece.encode()
        length = bytes([len(raw)]) if len(raw) < 128 else bytes([128 + len(raw) % 128, len(raw) // 128])
        data += length + raw
    (tmp_path / "tokens").write_bytes(data)
    tokens = Tokens(tmp_path / "tokens")
    assert tokens.encode("abc") == (9, 6)
    assert tokens.encode("bc") == (3, 8)
    assert tokens.encode("a?") == (3, 4, 13)
    assert tokens.encode("a\u00e9") == (3, 4, 0)
    assert tokens.closers.tolist() == [2, 11, 12, 13, 14]


@pytest.fixture(scope="module")
def second() -> SpellingEar:
    assert FOLDER is not None
    return SpellingEar(FOLDER)


@needs_weights
@pytest.mark.parametrize("word", ["banana", "market", "seven"])
def test_the_word_that_was_said_gains_most(second: SpellingEar, word: str) -> None:
    words = ["banana", "bandana", "market", "marker", "seven", "several", "carry on"]
    gained = second.weigh(second.hear(spoken(word)), words)
    assert words[int(gained.argmax())] == word


@needs_weights
def test_a_word_gains_about_the_same_in_any_company(second: SpellingEar) -> None:
    heard = second.hear(spoken("garden"))
    alone = [float(second.weigh(heard, [word])[0]) for word in ("garden", "harden")]
    assert second.weigh(heard, ["elastic", "garden", "harden"])[1:] == pytest.approx(
        alone, abs=1.0
    )  # the model computes in 8 bits
    assert len(second.weigh(heard, [])) == 0


@needs_weights
@pytest.mark.parametrize(
    "sound", [np.zeros(0, np.float32), np.full(800, np.nan, np.float32), np.zeros(8000, np.float32)]
)
def test_s15_silence_is_no_fault(second: SpellingEar, sound: np.ndarray) -> None:
    assert np.isfinite(second.weigh(second.hear(sound), ["garden", "harden"])).all()
    assert TwoEars(second).listen(sound).empty


@needs_weights
def test_the_second_ear_listens_only_when_it_is_asked(second: SpellingEar, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    hear = second.hear
    monkeypatch.setattr(second, "hear", lambda samples: asked.append(len(samples)) or hear(samples))
    sound = spoken("window")
    heard = TwoEars(second).listen(sound)
    assert isinstance(heard, SecondOpinion)
    assert heard.versions[0].shape == PhonemeEar().listen(sound).versions[0].shape
    assert asked == []
    heard.opinion(["window"])
    heard.opinion(["widow"])
    assert asked == [len(sound)]


@needs_weights
def test_best_ear_has_both() -> None:
    assert isinstance(best_ear().listen(spoken("stop")), HeardTwice)


class Dizzy:
    """A second ear that fails."""

    def hear(self, _: np.ndarray) -> np.ndarray:
        raise RuntimeError("out of memory")

    def weigh(self, *_: object) -> np.ndarray:
        raise AssertionError("it has heard nothing")


def test_a_second_ear_that_fails_has_no_opinion() -> None:
    heard = TwoEars(Dizzy()).listen(spoken("window"))  # type: ignore[arg-type]
    assert heard.opinion(["window", "widow"]).tolist() == [0.0, 0.0]


@needs_weights
def test_a_second_ear_with_a_damaged_file_is_left_out_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert FOLDER is not None
    for path in FOLDER.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes()[:-1] if path.suffix == ".ort" else path.read_bytes())
    monkeypatch.setattr("voicegame.hearing.two_ears.weights_folder", lambda: tmp_path)
    told: list[str] = []
    ear = best_ear(told.append)
    assert not isinstance(ear, TwoEars)
    assert len(told) == 1
    assert "encoder_model.ort is damaged" in told[0]
