"""The host never hears itself: a whole game in a room that gives its voice back as loud as the players' (S06, S08)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.sounds import Sound, noise, spoken
from tests.table.echo_room import EchoRoom, impulse
from tests.table.hall import PLAYERS, Hall
from voicegame.assembly import load_judge, load_lexicon
from voicegame.games.kirdy import KirdyRules
from voicegame.hearing.audio import RATE
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.lexicon.evidence import Evidence
from voicegame.lexicon.judge import Judge
from voicegame.sound.resampling import resample
from voicegame.speaking.echo import EchoMeter
from voicegame.speaking.voice import Pyttsx3Voice
from voicegame.table.questions import ClaimQuestion


class CountingEar(PhonemeEar):
    """Counts the sounds that reach it."""

    sounds = 0

    def listen(self, samples: Sound) -> Evidence:
        self.sounds += 1
        return super().listen(samples)


RULES = KirdyRules(seconds=3.0, window_seconds=2.0, target=60)


@pytest.fixture(scope="module")
def judge() -> Judge:
    return load_judge(load_lexicon("full"), players=PLAYERS)


@pytest.fixture(scope="module")
def voice() -> Iterator[Pyttsx3Voice]:
    with Pyttsx3Voice(165, "en-us") as voice:
        yield voice


@pytest.mark.parametrize("delay", [0.0, 0.2, 0.4, 0.6])
def test_s06_s08_a_whole_game_with_the_hosts_voice_in_the_room(delay: float, judge: Judge, voice: Pyttsx3Voice) -> None:
    """Ann wins 30; Bob says nothing, and nothing is claimed for him; Cem and Ann each take their word at once."""
    words = iter(["elastic", None, "factory", "elastic", "magic", "capacity"])

    def answer() -> str | None:
        table = hall.table
        if isinstance(table.question, ClaimQuestion):
            return "yes"
        if table.prompt.kind == "choice":
            return "stop"
        return next(words, None)

    room = EchoRoom(90.0, impulse(delay), answer)
    ear = CountingEar()
    hall = Hall(noise(RATE), source=room, judge=judge, ear=ear, voice=voice, rules=RULES, speaker=room.speaker)
    hall.play()
    heard = [event["text"] for event in hall.events("heard")]
    assert heard == room.said
    assert hall.events("word_refused") == []
    assert [event["word"] for event in hall.events("word_accepted")] == [
        text for text in room.said if text not in ("yes", "stop")
    ]
    assert hall.events("game_won")
    assert ear.sounds == len(room.said)  # not a single one of the host's


@pytest.mark.parametrize("late", [0.0, 0.1, 0.25, 0.4, 0.6])
def test_how_late_the_voice_comes_back_is_measured(late: float, voice: Pyttsx3Voice) -> None:
    pcm = voice.synthesise("Time is up. Bob, you have five seconds.")
    phrase = resample(pcm.samples, pcm.rate)
    for share in (0.5, 2.0):
        room = noise(8 * RATE, -60.0)
        echo = np.convolve(phrase, impulse(late, 0.6, share))
        room[2 * RATE : 2 * RATE + len(echo)] += 0.3 * echo
        ended = 2 * RATE + len(phrase)
        meter = EchoMeter()
        meter.hear(room[: ended + RATE // 8], ended + RATE // 8)
        tail = meter.tail(phrase, ended)
        assert tail is not None
        assert tail / RATE == pytest.approx(late + 0.2, abs=0.02)


@pytest.mark.parametrize("text", ["the weather is fine today and we all like it", "carry on", "time is up"])
def test_what_players_say_is_no_echo(text: str, voice: Pyttsx3Voice) -> None:
    pcm = voice.synthesise("Time is up. Bob, you have five seconds.")
    phrase = resample(pcm.samples, pcm.rate)
    room = noise(8 * RATE, -60.0)
    said = spoken(text, "en-us+m3")
    room[3 * RATE : 3 * RATE + len(said)] += said
    meter = EchoMeter()
    meter.hear(room, len(room))
    assert meter.tail(phrase, 5 * RATE) is None
