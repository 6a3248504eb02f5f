"""The network in numpy beside the engine that its weights come with, and files that hold no such network."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hama.asr import ASRModel
from threadpoolctl import threadpool_info

from tests.sounds import noise, scene, spoken
from voicegame.errors import UserError
from voicegame.hearing import phoneme_ear
from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.conformer import Conformer, read_weights
from voicegame.hearing.phoneme_ear import PhonemeModel
from voicegame.hearing.weights import folder_of

FILE = (folder_of("hama", "assets", {"asr_waveform.hama": ""}) or Path()) / "asr_waveform.hama"

SOUNDS = {
    "a word": spoken("banana"),
    "a short word in a room": scene(1.7, (0.5, spoken("if"))),
    "two words": np.pad(spoken("yellow window"), RATE // 2),
    "noise": noise(RATE // 3, -20),
    "silence": np.zeros(RATE // 3, np.float32),
    "the shortest": noise(201, -20),
    "an odd number of frames": spoken("market")[: 160 * 41 + 7],
}


@pytest.fixture(scope="module")
def model() -> PhonemeModel:
    return PhonemeModel()


@pytest.fixture(scope="module")
def engine() -> ASRModel:
    return ASRModel()


@pytest.mark.parametrize("sound", SOUNDS.values(), ids=SOUNDS)
def test_it_gives_what_the_engine_gives(model: PhonemeModel, engine: ASRModel, sound: Samples) -> None:
    feeds = {"waveform": sound[None], "waveform_lengths": np.array([len(sound)], np.int64)}
    raw, length = engine.session.run(["log_probs", "out_lengths"], feeds)
    wanted = np.exp(np.asarray(raw[0][: int(length[0])], np.float32))
    wanted /= wanted.sum(axis=1, keepdims=True)
    found = model(sound)
    assert found.shape == wanted.shape
    np.testing.assert_allclose(np.exp(found), wanted, atol=0.02)  # the engine reckons in half precision in places
    np.testing.assert_allclose(np.logaddexp.reduce(found, axis=1), 0, atol=1e-5)


def test_it_has_the_engines_alphabet(model: PhonemeModel, engine: ASRModel) -> None:
    assert model.tokens == list(engine.decoder_tokens)


def test_several_threads_may_run_it_at_once(model: PhonemeModel) -> None:
    sound = SOUNDS["two words"]
    alone = model(sound)
    with ThreadPoolExecutor(4) as threads:
        for found in threads.map(model, [sound] * 20):
            np.testing.assert_allclose(found, alone, atol=1e-4)


def test_a_sound_shorter_than_a_frame_is_named() -> None:
    with pytest.raises(ValueError, match="200 samples is too short"):
        Conformer(FILE)(np.zeros(200, np.float32))


@pytest.mark.parametrize("kept", [0, 5, 12, 13, 700, 7000, 7400, -1])
def test_a_cut_file_of_weights_is_told(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "weights"
    path.write_bytes(FILE.read_bytes()[:kept])
    with pytest.raises(ValueError, match=r"no file of weights|cut or damaged|another network"):
        Conformer(path)


def test_another_networks_weights_are_told(tmp_path: Path) -> None:
    data = FILE.read_bytes().replace(b".blocks.0.attn_norm", b".blocks.0.attn_morn")
    path = tmp_path / "weights"
    path.write_bytes(data)
    assert len(read_weights(path)) == len(read_weights(FILE))
    with pytest.raises(ValueError, match=r"another network \(KeyError: .*blocks\.0\.attn_norm"):
        Conformer(path)


def test_a_damaged_model_and_a_missing_one_are_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in phoneme_ear._FILES:
        (tmp_path / name).write_bytes(b"HAMAPK")
    monkeypatch.setattr(phoneme_ear, "folder_of", lambda *_: tmp_path)
    remedy = r"run 'pip install --force-reinstall hama==1\.7\.0'\."
    with pytest.raises(UserError, match=rf"asr_waveform\.hama is damaged or of another version: {remedy}"):
        PhonemeModel()
    monkeypatch.setattr(phoneme_ear, "folder_of", lambda *_: None)
    with pytest.raises(UserError, match=rf"package hama is not installed: {remedy}"):
        PhonemeModel()


@pytest.mark.usefixtures("model")
def test_matrices_keep_to_one_thread() -> None:
    libraries = [each for each in threadpool_info() if each["user_api"] == "blas"]
    assert {each["num_threads"] for each in libraries} == ({1} if libraries else set())  # macOS's own isn't known
