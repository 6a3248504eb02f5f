"""A server that hears, and one that speaks: real ones on loopback, which also refuse, hang, die and talk nonsense."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.lexicon.small import small
from tests.program import named, run
from tests.sounds import scene, spoken
from tests.wyoming_server import MISDEEDS, Server, Speech
from voicegame.assembly import load_judge, load_lexicon
from voicegame.doctor import checks
from voicegame.doctor.report import Failed
from voicegame.ears import open_ear
from voicegame.hearing.audio import RATE
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.evidence import SecondOpinion
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import SoundTree
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.lexicon.word_rules import InOrder
from voicegame.settings import load_kirdy
from voicegame.sound.wyoming_server import WyomingServer
from voicegame.speaking.voice import Pcm
from voicegame.speaking.wyoming_voice import ServerVoice
from voicegame.voices import open_voice


@pytest.fixture
def speech() -> Speech:
    return Speech()


@pytest.fixture
def server(speech: Speech) -> Iterator[Server]:
    with Server(speech) as server:
        yield server


class Told(list[str]):
    """Sentences."""

    def __call__(self, sentence: str) -> None:
        self.append(sentence)


def ear_of(server: Server, told: Told, call: float = 6.0, look: float = 600.0) -> WyomingServer:
    return WyomingServer("asr", server.address, "the game goes on", told, call=call, look=look)


# Hearing -------------------------------------------------------------------------------------------------------------


def test_a_server_hears_what_was_said_and_writes_it(server: Server, speech: Speech) -> None:
    speech.write = lambda pcm: f"{len(pcm) // 2} samples"
    told = Told()
    asked = ear_of(server, told)
    try:
        assert asked.greet()
        sound = spoken("march")
        assert asked.transcribe(sound, "en") == f"{len(sound)} samples"
        heard = np.frombuffer(speech.heard[0], "<i2") / 32767
        assert np.abs(heard - sound).max() < 1e-4
        assert speech.languages == ["en"]
    finally:
        asked.close()
        asked.close()
    assert asked.transcribe(sound, "en") is None
    assert told == []


@pytest.fixture(scope="module")
def words() -> tuple[Lexicon, Judge]:
    lexicon = load_lexicon("full")
    return lexicon, load_judge(lexicon)


def test_what_the_server_writes_weighs_what_is_close(
    server: Server, speech: Speech, words: tuple[Lexicon, Judge]
) -> None:
    lexicon, judge = words
    listening = open_ear(server.address, judge, lexicon, "en", Told())
    try:
        speech.write = lambda _: " Place, "
        evidence = listening.ear.listen(spoken("place"))
        assert isinstance(evidence, SecondOpinion)
        place, lace, march = evidence.opinion(["place", "lace", "march"])
        assert place > lace > march
        assert len(speech.heard) == 1  # asked once for an utterance
    finally:
        listening.close()


def test_a_claim_is_judged_with_the_server_and_a_sure_one_without(
    server: Server, speech: Speech, words: tuple[Lexicon, Judge]
) -> None:
    lexicon, judge = words
    listening = open_ear(server.address, judge, lexicon, "en", Told())
    try:
        speech.write = lambda _: "elastic"
        verdict = judge.judge(listening.ear.listen(spoken("elastic")), Expectation(words=InOrder(("A", "C"))))
        assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, "elastic")
        assert speech.heard == []
    finally:
        listening.close()


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_whatever_it_does_wrong_is_told_once_and_the_game_goes_on(server: Server, speech: Speech, misdeed: str) -> None:
    told = Told()
    asked = ear_of(server, told, call=1.0)
    try:
        assert asked.greet()
        speech.misdeed = misdeed
        assert asked.transcribe(spoken("march"), "en") is None
        assert asked.lost
        assert asked.transcribe(spoken("march"), "en") is None
        assert len(told) == 1
        assert told[0].startswith("The speech-to-text server at 127.0.0.1:")
        assert told[0].endswith(": the game goes on until it is back.")
        assert len(speech.heard) == 1
    finally:
        asked.close()


def test_a_server_that_is_not_there_or_does_something_else_is_told(server: Server, speech: Speech) -> None:
    told = Told()
    server.stop()
    asked = ear_of(server, told)
    assert not asked.greet()
    asked.close()
    assert "can't be reached" in told[0]
    server.start()
    whole = speech.info()
    speech.info = lambda: type(whole)(tts=whole.tts)  # type: ignore[method-assign]
    asked = ear_of(server, told)
    assert not asked.greet()
    asked.close()
    assert "offers no speech-to-text" in told[1]


def test_a_server_that_comes_back_is_asked_again(server: Server, speech: Speech) -> None:
    told = Told()
    asked = ear_of(server, told, look=0.05)
    try:
        server.stop()
        assert asked.transcribe(spoken("march"), "en") is None
        speech.write = lambda _: "march"
        server.start()
        while asked.lost:  # looked for in the background; the test's own timeout ends a wait in vain
            pass
        assert asked.transcribe(spoken("march"), "en") == "march"
        assert len(told) == 2
        assert told[1].endswith(" is back.")
    finally:
        asked.close()


def test_a_real_recogniser_behind_the_server(server: Server, speech: Speech) -> None:
    lexicon, ear = small(), PhonemeEar()
    tree = SoundTree(lexicon.sounds)

    def write(pcm: bytes) -> str:
        heard = ear.listen(np.frombuffer(pcm, "<i2").astype(np.float32) / 32767)
        return lexicon.words[lexicon.owners[heard.nearest(tree).rows[0]]]

    speech.write = write
    asked = ear_of(server, Told())
    try:
        for word in ("march", "river", "strong", "sidewalk"):
            assert asked.transcribe(scene(2.0, (0.4, spoken(word))), "en") == word
    finally:
        asked.close()


# Speaking ------------------------------------------------------------------------------------------------------------


class Own:
    """This system's voice, for tests: says everything in 100 samples."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.closed = False

    def synthesise(self, text: str) -> Pcm:
        self.said.append(text)
        return Pcm(np.zeros(100, np.float32), 22_050)

    def close(self) -> None:
        self.closed = True


def voice_of(server: Server, own: Own, told: Told, call: float = 6.0) -> ServerVoice:
    return ServerVoice(WyomingServer("tts", server.address, "this system speaks", told, call=call, look=600), own, "en")


@pytest.mark.parametrize(("rate", "channels"), [(22_050, 1), (16_000, 2), (48_000, 1), (8_000, 1)])
def test_a_server_speaks_at_any_rate(rate: int, channels: int) -> None:
    speech, own = Speech(rate=rate, channels=channels), Own()
    with Server(speech) as server:
        voice = voice_of(server, own, Told())
        said = voice.synthesise("Ann, the letters are A, C.")
        assert voice.synthesise("Ann,  the letters are A, C.") is said  # remembered
        voice.close()
    assert said.rate == rate
    assert 1.0 < said.seconds < 4.0
    assert np.abs(said.samples).max() > 0.05
    assert speech.said == ["Ann, the letters are A, C."]
    assert (own.said, own.closed) == ([], True)


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_s04_a_server_that_fails_leaves_the_words_to_this_systems_voice(
    server: Server, speech: Speech, misdeed: str
) -> None:
    told, own = Told(), Own()
    voice = voice_of(server, own, told, call=1.0)
    speech.misdeed = misdeed
    assert len(voice.synthesise("Welcome.").samples) == 100
    assert len(voice.synthesise("Goodbye.").samples) == 100
    voice.close()
    assert own.said == ["Welcome.", "Goodbye."]
    assert len(told) == 1
    assert told[0].endswith(": this system speaks until it is back.")


def test_without_a_server_in_the_settings_this_system_speaks(tmp_path: Path, server: Server, speech: Speech) -> None:
    told = Told()
    voice = open_voice(load_kirdy(), None, told)
    voice.close()
    party = tmp_path / "party.yaml"
    party.write_text(f"voice: {server.address}\n")
    voice = open_voice(load_kirdy(party), None, told)
    voice.synthesise("Yes.")
    voice.close()
    assert speech.said == ["Yes."]
    assert told == []


def test_the_doctor_asks_it(server: Server) -> None:
    assert checks._server("tts", server.address) == f"{server.address} answers"
    server.stop()
    with pytest.raises(Failed) as failed:
        checks._server("asr", server.address)
    assert failed.value.state == "warn"
    assert "can't be reached" in failed.value.found


# A game --------------------------------------------------------------------------------------------------------------


def test_a_game_with_a_server_that_hears_and_speaks_and_dies_in_the_middle(
    tmp_path: Path, server: Server, speech: Speech
) -> None:
    sound = tmp_path / "in.wav"
    soundfile.write(sound, scene(22.0, (12.0, spoken("elastic")), (19.0, spoken("stop"))), RATE)
    said: list[str] = []
    speak = speech.speak

    def dying(text: str) -> bytes:
        said.append(text)
        if len(said) == 3:
            speech.misdeed = "dies"
        return speak(text)

    speech.speak = dying  # type: ignore[method-assign]
    config = tmp_path / "party.yaml"
    config.write_text("host: brief\n")
    done = run(
        "play", "kirdy", "--players", "Ann,Bob", "--draws", "ABAC", "--seed", "1", "--json", "--config", config,
        "--audio-in", sound, "--audio-out", tmp_path / "out.wav", "--ear", server.address, "--voice", server.address,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert named(done.stdout, "word_accepted")[0]["word"] == "elastic"
    assert done.stderr.count("The text-to-speech server at 127.0.0.1") == 1
    assert "this system's voice" in done.stderr
    assert said[:2] == ["Ann and Bob, to one thousand.", "Ann begins."]
    with wave.open(io.BytesIO((tmp_path / "out.wav").read_bytes())) as out:
        assert out.getnframes() > 10 * RATE


@pytest.mark.parametrize("option", ["--ear", "--voice"])
@pytest.mark.parametrize("address", ["wyoming://nas", "wyoming://nas:port", "wyoming://:10300"])
def test_an_address_that_is_none_is_told(option: str, address: str, tmp_path: Path) -> None:
    done = run("play", "kirdy", "--players", "Ann,Bob", "--audio-in", tmp_path / "none.wav", option, address)
    assert done.returncode == 2
    assert done.stderr == f"{option} {address} is no server's address: write it as wyoming://HOST:PORT.\n"
