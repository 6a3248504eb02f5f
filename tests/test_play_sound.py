"""Games and claims from WAV files, through the real program; the speech is espeak-ng's."""

from __future__ import annotations

import json
import wave
from pathlib import Path

import numpy as np
import pytest
import samplerate
import soundfile

from tests.program import complaint, events, named, run
from tests.sounds import Sound, scene, spoken
from voicegame.hearing.audio import RATE

GAME = ("play", "kirdy", "--players", "Ann,Bob,Cem", "--seed", 1, "--draws", "ABCACT", "--json")
BRIEF = "host: brief\nseconds: 8\n"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "party.yaml"
    path.write_text(BRIEF)
    return path


def said(text: str) -> Sound:
    return spoken(text, "en-us", 140)


def write(path: Path, sound: Sound, rate: int = RATE) -> Path:
    soundfile.write(path, sound, rate)
    return path


def opening(config: Path, tmp_path: Path) -> float:
    """The second at which the first glass is turned."""
    done = run(*GAME, "--config", config, "--audio-in", write(tmp_path / "quiet.wav", scene(25.0)))
    assert done.returncode == 0, done.stderr
    return float(named(done.stdout, "floor_opened")[0]["t"])


@pytest.mark.slow
def test_k07_k13_a_game_from_a_file(config: Path, tmp_path: Path) -> None:
    """A claim, "carry on", a failed minute, and a claim that begins just before a neighbour's window closes."""
    opens = opening(config, tmp_path)
    first = [(opens + 1.0, said("elastic"))]
    sound = scene(opens + 40.0, *first)
    done = run(*GAME, "--config", config, "--audio-in", write(tmp_path / "a.wav", sound))
    accepted = named(done.stdout, "word_accepted")[0]
    assert (accepted["word"], accepted["stake"]) == ("elastic", 30)
    heard = named(done.stdout, "heard")[0]
    assert heard["begin"] == pytest.approx(opens + 1.0, abs=0.05)
    # The host asks for the choice; it is answered long after.
    second = [*first, (accepted["t"] + 6.0, said("carry on"))]
    done = run(*GAME, "--config", config, "--audio-in", write(tmp_path / "b.wav", scene(opens + 60.0, *second)))
    assert named(done.stdout, "choice")[0]["choice"] == "carry_on"
    floors = named(done.stdout, "floor_opened")
    assert [(floor["seat"], floor["seconds"]) for floor in floors[:4]] == [
        ("Ann", 8.0), ("Ann", 8.0), ("Bob", 5.0), ("Cem", 5.0),
    ]  # fmt: skip
    closed = named(done.stdout, "floor_closed")
    assert closed[1]["t"] - floors[1]["t"] == pytest.approx(8.0, abs=0.001)
    # 0.3 s before Bob's window closes he begins to speak, and ends after it: it counts.
    third = [*second, (floors[2]["t"] + 4.7, said("factory"))]
    done = run(*GAME, "--config", config, "--audio-in", write(tmp_path / "c.wav", scene(opens + 60.0, *third)))
    heard = named(done.stdout, "heard")[-1]
    assert heard["end"] > floors[2]["t"] + 5.0 > heard["begin"]
    (stolen,) = named(done.stdout, "stolen")
    assert (stolen["seat"], stolen["from"], stolen["points"]) == ("Bob", "Ann", 30)
    # 0.3 s after it the same word is no claim of Bob's.
    late = [*second, (floors[2]["t"] + 5.3, said("factory"))]
    done = run(*GAME, "--config", config, "--audio-in", write(tmp_path / "d.wav", scene(opens + 60.0, *late)))
    assert [event["seat"] for event in named(done.stdout, "stolen")] in ([], ["Cem"])


@pytest.mark.slow
def test_any_kind_of_wav_gives_the_same_game(config: Path, tmp_path: Path) -> None:
    opens = opening(config, tmp_path)
    sound = scene(opens + 4.0, (opens + 1.0, said("elastic")))
    plain = run(*GAME, "--config", config, "--audio-in", write(tmp_path / "plain.wav", sound))
    for rate, subtype in ((44_100, "PCM_24"), (48_000, "PCM_32"), (22_050, "FLOAT")):
        other = samplerate.resample(sound, rate / RATE, "sinc_best")
        path = tmp_path / f"{rate}.wav"
        soundfile.write(path, np.stack([other, other], axis=1), rate, subtype=subtype)
        done = run(*GAME, "--config", config, "--audio-in", path)
        assert done.returncode == 0, done.stderr
        names = [event["event"] for event in events(done.stdout)]
        assert names == [event["event"] for event in events(plain.stdout)]
        ours, theirs = (named(output, "heard")[0] for output in (done.stdout, plain.stdout))
        assert ours["text"] == theirs["text"] == "elastic"
        assert ours["begin"] == pytest.approx(theirs["begin"], abs=0.03)


def test_what_the_host_says_is_written_where_it_was_spoken(config: Path, tmp_path: Path) -> None:
    quiet = write(tmp_path / "quiet.wav", scene(20.0))
    done = run(*GAME, "--config", config, "--audio-in", quiet, "--audio-out", tmp_path / "host.wav")
    opens, closes = (named(done.stdout, name)[0]["t"] for name in ("floor_opened", "floor_closed"))
    host, rate = soundfile.read(tmp_path / "host.wav")

    def loudness(begin: float, end: float) -> float:
        return float(np.abs(host[round(begin * rate) : round(end * rate)]).max())

    assert loudness(0.0, 1.0) > 0.05
    assert loudness(opens - 1.0, opens - 0.35) > 0.05  # the announcement's end, before its tail
    assert loudness(opens - 0.2, closes) == 0.0  # not a sound while the glass runs
    assert loudness(closes, closes + 1.5) > 0.05


def test_s06_the_host_s_own_voice_in_the_input_is_no_claim(config: Path, tmp_path: Path) -> None:
    quiet = write(tmp_path / "quiet.wav", scene(20.0))
    alone = run(*GAME, "--config", config, "--audio-in", quiet, "--audio-out", tmp_path / "host.wav")
    host, _ = soundfile.read(tmp_path / "host.wav", dtype="float32")
    room = scene(20.0)
    part = host[: len(room) - 2000]
    room[2000 : 2000 + len(part)] += part  # as loud as it was, an eighth of a second later
    echoed = run(*GAME, "--config", config, "--audio-in", write(tmp_path / "echo.wav", room))
    # The glass may be turned a little later, because the room rings; nothing else differs.
    assert [event["event"] for event in events(echoed.stdout)] == [event["event"] for event in events(alone.stdout)]
    assert not named(echoed.stdout, "heard")


def test_hear_judges_each_clip(tmp_path: Path) -> None:
    clips = [write(tmp_path / f"{word}.wav", said(word)) for word in ("elastic", "seventy")]
    clips.append(write(tmp_path / "quiet.wav", scene(1.0)))
    done = run("hear", "--letters", "a,c", "--json", *clips)
    assert done.returncode == 0, done.stderr
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [verdict["file"] for verdict in verdicts] == [str(clip) for clip in clips]
    assert (verdicts[0]["outcome"], verdicts[0]["word"]) == ("accept", "elastic")
    assert verdicts[0]["candidates"][0]["word"] == "elastic"
    assert (verdicts[1]["outcome"], verdicts[1]["word"], verdicts[1]["rule"]) == ("refuse", "seventy", "K6")
    assert verdicts[2]["outcome"] == "ignore"
    again = json.loads(run("hear", "--letters", "a,c", "--after", "elastic", "--json", clips[0]).stdout)
    assert again["outcome"] in ("refuse", "ask")
    assert again["rule"] == "K17" if again["outcome"] == "refuse" else again["word"] != "elastic"


def test_check_judges_a_typed_word() -> None:
    def verdict(word: str, letters: str, after: str = "") -> tuple[str, str | None]:
        done = run("check", word, "--letters", letters, "--after", after, "--json")
        assert done.returncode == 0, done.stderr
        fields = json.loads(done.stdout)
        assert set(fields) == {"file", "outcome", "word", "rule", "reason", "candidates"}
        return fields["outcome"], fields["rule"]

    assert verdict("march", "a,c") == ("accept", None)
    assert verdict("march", "c,a") == ("refuse", "K6")
    assert verdict("blorf", "b,l") == ("refuse", "K19")
    assert verdict("riverside", "r,v", "river") == ("refuse", "K17")
    assert "march is good" in run("check", "march", "--letters", "ac").stdout


# Bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [("hear", "--letters", "a,c"), ("play", "kirdy", "--players", "Ann,Bob", "--audio-in")]
)
@pytest.mark.parametrize("kind", ["missing", "no wav", "empty", "no samples", "folder"])
def test_a_wav_that_is_none_is_named(command: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    path = tmp_path / "clip.wav"
    match kind:
        case "no wav":
            path.write_text("this is no sound at all")
        case "empty":
            path.write_bytes(b"")
        case "no samples":
            soundfile.write(path, np.zeros(0, np.float32), RATE)
        case "folder":
            path.mkdir()
    sentence = complaint(run(*command, path))
    assert "clip.wav" in sentence


def test_a_recording_is_never_overwritten(tmp_path: Path) -> None:
    quiet = write(tmp_path / "quiet.wav", scene(1.0))
    size = quiet.stat().st_size
    players = ("play", "kirdy", "--players", "Ann,Bob", "--audio-in", quiet)
    assert "would be overwritten" in complaint(run(*players, "--audio-out", quiet))
    assert quiet.stat().st_size == size
    notes = tmp_path / "notes.txt"
    notes.write_text("not to be lost")
    assert "is not overwritten" in complaint(run(*players, "--audio-out", notes))
    assert notes.read_text() == "not to be lost"


@pytest.mark.parametrize("rate", [1, 100, 2_000_000])
def test_a_header_with_an_impossible_rate_is_named(rate: int, tmp_path: Path) -> None:
    clip = tmp_path / "clip.wav"
    with wave.open(str(clip), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(b"\0\1" * 1000)
    sentence = complaint(run("hear", "--letters", "a,c", clip))
    assert f"says {rate} samples a second" in sentence


def test_numbers_beyond_all_loudness_do_no_harm(tmp_path: Path) -> None:
    wild = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38] * 4000, np.float32)
    soundfile.write(tmp_path / "wild.wav", wild, RATE, subtype="FLOAT")
    done = run("hear", "--letters", "a,c", "--json", tmp_path / "wild.wav")
    assert (done.returncode, done.stderr) == (0, "")


def test_bad_clips_do_not_keep_good_ones_from_being_judged(tmp_path: Path) -> None:
    good = write(tmp_path / "elastic.wav", said("elastic"))
    done = run("hear", "--letters", "a,c", "--json", tmp_path / "missing.wav", good)
    assert done.returncode == 2
    assert "missing.wav" in done.stderr
    assert json.loads(done.stdout)["word"] == "elastic"


@pytest.mark.parametrize("letters", ["", "4", "a;c", "é"])
def test_letters_that_are_none_are_named(letters: str) -> None:
    assert "--letters" in complaint(run("check", "march", "--letters", letters))


def test_audio_out_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    quiet = write(tmp_path / "quiet.wav", scene(1.0))
    done = run("play", "kirdy", "--players", "Ann,Bob", "--audio-in", quiet, "--audio-out", tmp_path / "no" / "out.wav")
    assert "out.wav" in complaint(done)


@pytest.fixture
def deaf(tmp_path: Path) -> Path:
    """Settings that name a microphone which no machine has."""
    path = tmp_path / "deaf.yaml"
    path.write_text("microphone: a microphone that nobody has\n")
    return path


def test_s18_without_a_microphone_there_is_one_sentence(deaf: Path) -> None:
    sentence = complaint(run("play", "kirdy", "--players", "Ann,Bob", "--config", deaf))
    assert sentence.startswith("No microphone")


def test_s18_with_or_text_the_game_goes_on_by_keyboard(deaf: Path) -> None:
    lines = ["@1", "@2 score"]
    done = run("play", "kirdy", "--players", "Ann,Bob", "--or-text", "--json", "--config", deaf, lines=lines)
    assert done.returncode == 0
    assert done.stderr.splitlines()[0].startswith("No microphone")
    assert named(done.stdout, "game_ended")[0]["reason"] == "end of input"
