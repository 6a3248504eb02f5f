"""The voice, with the real pyttsx3 and espeak-ng, and with children that hang, die and lie."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import soundfile

from voicegame.speaking.synthesiser import choose_voice
from voicegame.speaking.voice import Pcm, Pyttsx3Voice, VoiceFailed, trim

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_PAIRS = itertools.islice(itertools.combinations(_NUMBERS, 2), 30)
_PHRASES = [f"{a} {b} and {a}" if n % 3 else f"{a} {b}." for n, (a, b) in enumerate(_PAIRS)]


@pytest.fixture(scope="module")
def voice() -> Iterator[Pyttsx3Voice]:
    with Pyttsx3Voice(160, "en-us") as one:
        yield one


def directly(text: str, folder: Path) -> Pcm:
    """The same phrase from the program espeak-ng."""
    path = folder / "direct.wav"
    subprocess.run(["espeak-ng", "-v", "gmw/en-US", "-s", "160", "-w", str(path), text], check=True)
    samples, rate = soundfile.read(path, dtype="float32")
    return trim(Pcm(samples, rate))


def test_s02_thirty_phrases_in_a_row_are_all_whole(voice: Pyttsx3Voice, tmp_path: Path) -> None:
    assert len(_PHRASES) == 30
    for phrase in _PHRASES:
        said, wanted = voice.synthesise(phrase), directly(phrase, tmp_path)
        assert said.rate == wanted.rate == 22_050
        assert said.seconds == pytest.approx(wanted.seconds, abs=0.08), phrase
        assert np.abs(said.samples).max() > 0.1


def test_s03_threads_wait_for_each_other(voice: Pyttsx3Voice, tmp_path: Path) -> None:
    phrases = [f"{word} little letters" for word in _NUMBERS]
    said: dict[str, Pcm] = {}
    threads = [
        threading.Thread(target=lambda phrase=phrase: said.__setitem__(phrase, voice.synthesise(phrase)))  # type: ignore[misc]
        for phrase in phrases
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for phrase in phrases:
        assert said[phrase].seconds == pytest.approx(directly(phrase, tmp_path).seconds, abs=0.08), phrase


def test_a_phrase_is_spoken_once_and_remembered(voice: Pyttsx3Voice) -> None:
    first = voice.synthesise("remember me")
    assert voice.synthesise("  remember\n me ") is first


def test_the_edges_are_50_ms(voice: Pyttsx3Voice) -> None:
    said = voice.synthesise("cat")
    loud = np.flatnonzero(np.abs(said.samples) > np.abs(said.samples).max() * 10 ** (-50 / 20))
    assert loud[0] <= 0.051 * said.rate
    assert len(said.samples) - loud[-1] <= 0.052 * said.rate


def test_signs_without_a_word_are_no_sound(voice: Pyttsx3Voice) -> None:
    for text in ("", "  ", "...", "?!", "—"):
        assert len(voice.synthesise(text).samples) == 0


_ODD = ["naïve café — “quoted” £5", "<b>bold & brave</b>", "it's 7 o'clock", "a\nb\tc", "-v x"]


@pytest.mark.parametrize("text", _ODD)
def test_odd_texts_are_spoken(voice: Pyttsx3Voice, text: str) -> None:
    assert voice.synthesise(text).seconds > 0.3


def test_a_faster_voice_and_another_language_sound_different(voice: Pyttsx3Voice) -> None:
    text = "one two three four five six seven"
    with Pyttsx3Voice(260, "en-us") as fast, Pyttsx3Voice(160, "fr") as french, Pyttsx3Voice(160, "en-gb") as british:
        normal = voice.synthesise(text)
        assert fast.synthesise(text).seconds < 0.75 * normal.seconds
        others = [french.synthesise(text), british.synthesise(text)]
    for other in others:
        assert not np.array_equal(other.samples, normal.samples)


def test_no_such_voice_is_said() -> None:
    with Pyttsx3Voice(160, "klingon-x") as voice, pytest.raises(VoiceFailed, match="there is no voice 'klingon-x'"):
        voice.synthesise("hello")


def test_s04_a_child_that_hangs_is_replaced_once_and_then_given_up(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text(
        "import pathlib, sys, time\n"
        "pathlib.Path(sys.argv[1]).open('a').write('started\\n')\n"
        'print(\'{"ready": "x"}\', flush=True)\n'
        "time.sleep(1000)\n"
    )
    starts = tmp_path / "starts"
    voice = Pyttsx3Voice(patience=0.5, command=[sys.executable, str(script), str(starts)])
    with pytest.raises(VoiceFailed, match=r"could not say 'hello': it gave no answer within 0.5 seconds\."):
        voice.synthesise("hello")
    assert starts.read_text().count("started") == 2
    with pytest.raises(VoiceFailed, match="'hello'"):  # for good: no more waiting
        voice.synthesise("more")
    assert starts.read_text().count("started") == 2
    assert voice._child is None
    voice.close()


def test_s04_a_child_that_dies_once_costs_nothing(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "ok.wav", np.full(2000, 0.5), 22_050)
    script = tmp_path / "child.py"
    script.write_text(
        "import json, pathlib, sys\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        'print(\'{"ready": "x"}\', flush=True)\n'
        "sys.stdin.readline()\n"
        "if not (folder / 'died').exists():\n"
        "    (folder / 'died').touch()\n"
        "    sys.exit(1)\n"
        "print(json.dumps({'path': str(folder / 'ok.wav'), 'frames': 2000}), flush=True)\n"
        "sys.stdin.read()\n"
    )
    with Pyttsx3Voice(command=[sys.executable, str(script), str(tmp_path)]) as voice:
        assert len(voice.synthesise("hello").samples) == 2000


def test_an_incomplete_file_is_not_believed(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "cut.wav", np.full(2000, 0.5), 22_050)
    script = tmp_path / "child.py"
    answer = '{"path": "%s", "frames": 3000}' % (tmp_path / "cut.wav")
    script.write_text(
        f'import sys\nprint(\'{{"ready": "x"}}\', flush=True)\nfor line in sys.stdin: print({answer!r}, flush=True)\n'
    )
    with (
        Pyttsx3Voice(command=[sys.executable, str(script)]) as voice,
        pytest.raises(VoiceFailed, match="its sound is incomplete"),
    ):
        voice.synthesise("hello")


def test_without_espeak_the_package_is_named(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text(
        "import ctypes, runpy, sys\n"
        "def refuse(name): raise OSError(name + ': cannot open shared object file')\n"
        "ctypes.cdll.LoadLibrary = refuse\n"
        f"sys.argv = ['synthesiser', {str(tmp_path)!r}, '160', 'en-us']\n"
        "runpy.run_module('voicegame.speaking.synthesiser', run_name='__main__')\n"
    )
    with (
        Pyttsx3Voice(command=[sys.executable, str(script)]) as voice,
        pytest.raises(VoiceFailed, match=r"has no voice, .*: is espeak-ng installed \(apt-get install espeak-ng\)\?"),
    ):
        voice.synthesise("hello")
    with (
        Pyttsx3Voice(command=["/nowhere/at/all"]) as voice,
        pytest.raises(VoiceFailed, match="can't be started"),
    ):
        voice.synthesise("hello")


def test_closing_leaves_no_process_and_no_file() -> None:
    voice = Pyttsx3Voice()
    voice.synthesise("hello")
    assert voice._child is not None
    process, folder = voice._child._process, Path(voice._folder.name)
    assert process.poll() is None
    assert folder.is_dir()
    voice.close()
    voice.close()
    assert process.poll() is not None
    assert not folder.exists()
    with pytest.raises(VoiceFailed, match="closed"):
        voice.synthesise("again")


def test_a_child_whose_game_is_gone_ends_by_itself(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "voicegame.speaking.synthesiser", str(tmp_path), "160", "en-us"]
    done = subprocess.run(command, input="", capture_output=True, text=True, timeout=30, check=True)
    assert done.returncode == 0


def test_voices_are_chosen_by_id_name_language_or_its_start() -> None:
    voices = [
        SimpleNamespace(id="mb/mb-us1", name="us-mbrola-1", languages=["en-us"]),
        SimpleNamespace(id="gmw/en-us", name="English (America)", languages=["en-us"]),
        SimpleNamespace(id="com.apple.voice.Amelie", name="Amélie", languages=["fr_CA"]),
        SimpleNamespace(id="odd", name="Odd", languages=None),
    ]
    assert choose_voice("en-us", voices) == "gmw/en-us"
    assert choose_voice("en", voices) == "gmw/en-us"
    assert choose_voice("en_US", voices) == "gmw/en-us"
    assert choose_voice("MB/mb-us1", voices) == "mb/mb-us1"
    assert choose_voice("fr", voices) == "com.apple.voice.Amelie"
    assert choose_voice("amélie", voices) == "com.apple.voice.Amelie"
    assert choose_voice("de", voices) is None
