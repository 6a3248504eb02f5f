"""Who gets the point: claims on synthetic rooms in which the truth is known to the sample (K7)."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import samplerate
import soundfile

from tests.sounds import Sound, edges_of, scene, spoken
from tests.table.hall import RULES, Blocks, Hall
from voicegame.games.kirdy import Kirdy
from voicegame.hearing.audio import RATE
from voicegame.hearing.wav import WavSource
from voicegame.lexicon.verdicts import Outcome, Verdict
from voicegame.table import actions
from voicegame.table.core import Table
from voicegame.table.kirdy_talk import KirdyTalk


def starting_at(seconds: float, word: str, length: float = 14.0, *more: tuple[float, Sound]) -> Sound:
    """A quiet room in which the word's sound begins at this second."""
    clean = spoken(word)
    begin, _ = edges_of(clean)
    return scene(length, (seconds - begin / RATE, clean), *more)


def deadline(size: int = 512) -> float:
    """The first second that is too late for Ann."""
    return Hall(scene(5.0), size).play().opens + RULES.seconds


@pytest.mark.parametrize(("word", "size"), [("march", 512), ("elastic", 160), ("elastic", 8000)])
def test_k07_twenty_milliseconds_before_the_window_closes_counts_and_after_it_does_not(word: str, size: int) -> None:
    closes = deadline(size)
    early = Hall(starting_at(closes - 0.02, word, 8.0), size).play()
    assert [event["seat"] for event in early.events("word_accepted")] == [0]
    late = Hall(starting_at(closes + 0.02, word, 8.0), size).play()
    assert 0 not in [event["seat"] for event in late.events("word_accepted")]
    (closed,) = late.events("floor_closed")[:1]
    assert closed["t"] == pytest.approx(closes, abs=1.0)  # it waited for nothing, but heard as far as it must


@pytest.mark.parametrize("rate", [8_000, 44_100, 96_000])
def test_k07_at_any_sample_rate(rate: int, tmp_path: Path) -> None:
    def played(sound: Sound) -> Hall:
        path = tmp_path / "room.wav"
        soundfile.write(path, samplerate.resample(sound, rate / RATE, "sinc_best"), rate, subtype="PCM_16")
        return Hall(sound, source=WavSource(path)).play()

    closes = played(scene(4.0)).opens + RULES.seconds
    early = played(starting_at(closes - 0.02, "elastic", 7.0))
    late = played(starting_at(closes + 0.02, "elastic", 7.0))
    assert [event["seat"] for event in early.events("word_accepted")] == [0]
    assert 0 not in [event["seat"] for event in late.events("word_accepted")]


def test_two_sounds_in_one_window_are_judged_in_their_order() -> None:
    """The first is refused, the second wins; and the second of two that fit is no claim any more."""
    opens = deadline() - RULES.seconds
    rules = RULES.__class__(seconds=6.0)
    two = starting_at(opens + 0.5, "march", 14.0, (opens + 3.5, spoken("reach")))
    hall = Hall(two, rules=rules)
    hall.judge.answers = [Verdict(Outcome.REFUSE, word="dog", rule="K6", reason="Dog does not have A, then C")]
    hall.play()
    assert [event["t"] < opens + 3 for event in hall.events("word_refused")] == [True]
    assert len(hall.events("word_accepted")) == 1
    close_by = starting_at(opens + 0.5, "march", 14.0, (opens + 1.6, spoken("reach")))
    hall = Hall(close_by, rules=rules).play()
    assert len(hall.events("word_accepted")) == 1


def test_a_second_sound_before_the_first_is_judged_waits_for_its_turn() -> None:
    """One block holds both: the first wins, the second finds the choice open and is no claim."""
    opens = deadline(48_000) - RULES.seconds
    rules = RULES.__class__(seconds=20.0)
    sound = starting_at(opens + 0.1, "cat", 20.0, (opens + 1.1, spoken("dog")))
    hall = Hall(sound, 48_000, rules=rules).play()
    assert len(hall.events("word_accepted")) == 1
    assert hall.table.prompt.kind == "choice"


def test_of_a_sound_across_the_hosts_announcement_only_what_follows_it_is_heard() -> None:
    """What lies under the host's voice is not heard; what is left begins where the host has ended, and is judged."""
    opens = deadline() - RULES.seconds
    under = Hall(starting_at(opens - 0.7, "cat", 8.0)).play()
    assert under.events("heard", "word_accepted") == []
    across = Hall(starting_at(opens - 0.35, "banana", 8.0)).play()
    (left,) = across.ear.heard
    assert len(left) < len(spoken("banana"))
    assert across.events("heard")[0]["begin"] == pytest.approx(opens, abs=0.04)
    # A player who begins right when the host has ended is heard.
    after = Hall(starting_at(opens + 0.02, "banana", 8.0)).play()
    assert len(after.events("word_accepted")) == 1


def test_s07_a_verdict_seconds_late_decides_by_where_the_sound_began() -> None:
    """A microphone goes on while a verdict is worked out: the blocks wait, and all that counts is their place."""
    closes = deadline()
    quick = Hall(starting_at(closes - 0.02, "elastic", 8.0), 512).play()
    slow = Hall(starting_at(closes - 0.02, "elastic", 8.0), RATE * 4)  # everything comes four seconds late
    slow.sound = starting_at(deadline(RATE * 4) - 0.02, "elastic", 12.0)
    slow.play()
    assert [event["seat"] for event in slow.events("word_accepted")] == [0]
    assert [event["seat"] for event in quick.events("word_accepted")] == [0]


def test_s16_a_sound_that_pends_holds_the_window_and_one_that_says_nothing_lets_it_go() -> None:
    closes = deadline()
    hall = Hall(starting_at(closes - 0.1, "elastic", 8.0))
    hall.judge.answers = [Verdict(Outcome.IGNORE)]
    hall.play()
    first = hall.events("floor_closed")[0]
    assert hall.events("heard") == []
    assert first["t"] == pytest.approx(closes, abs=0.001)  # the window's own end, though told later
    spoken_until = closes - 0.1 + len(spoken("elastic")) / RATE
    closing = next(action for action in hall.actions if type(action).__name__ == "TimeUp")
    assert closing.t == round(closes * RATE)
    assert spoken_until > closes


def test_s17_twenty_seconds_of_talk_keep_no_window_open_and_are_told_once() -> None:
    opens = deadline() - RULES.seconds
    speech = np.concatenate([spoken("the weather was lovely all the way down to the river and back again")] * 6)
    hall = Hall(scene(opens + 22.0, (opens + 0.1, speech[: 20 * RATE])), rules=RULES.__class__(seconds=8.0)).play()
    assert hall.events("floor_closed")[0]["t"] == pytest.approx(opens + 8.0, abs=0.001)
    assert len([one for one in hall.complaints if "talk" in one]) == 1


def test_s22_a_hole_in_a_window_has_it_played_again_and_the_host_says_why() -> None:
    opens = deadline() - RULES.seconds
    hall = Hall(scene(14.0), holes=[(opens + 1.0, opens + 1.4)]).play()
    (again,) = hall.events("window_replayed")
    assert (again["seat"], again["lost"]) == (0, pytest.approx(0.4))
    first, second = hall.events("floor_opened")[:2]
    assert (first["seat"], second["seat"], second["seconds"]) == (0, 0, RULES.seconds)
    assert hall.events("floor_closed")[0]["t"] == pytest.approx(second["t"] + RULES.seconds, abs=0.001)


def test_s22_a_claim_that_was_cut_by_a_hole_is_not_judged_and_can_be_said_again() -> None:
    opens = deadline() - RULES.seconds
    hole = (opens + 0.8, opens + 0.9)
    hall = Hall(starting_at(opens + 0.6, "elastic", 14.0, (opens + 4.5, spoken("march"))), holes=[hole])
    hall.rules = RULES.__class__(seconds=4.0)
    hall.play()
    assert len(hall.events("window_replayed")) == 1
    assert len(hall.ear.heard) == 1
    (accepted,) = hall.events("word_accepted")
    assert accepted["t"] > opens + 4.5


def test_s22_a_claim_before_the_hole_counts() -> None:
    opens = deadline() - RULES.seconds
    hall = Hall(starting_at(opens + 0.2, "march", 9.0), holes=[(opens + 1.6, opens + 1.9)]).play()
    assert len(hall.events("word_accepted")) == 1
    assert hall.events("window_replayed") == []


def test_s22_a_hole_across_the_end_of_a_window_counts_as_in_it() -> None:
    closes = deadline()
    hall = Hall(scene(9.0), holes=[(closes - 0.1, closes + 0.5)]).play()
    assert [event["seat"] for event in hall.events("window_replayed")] == [0]


@pytest.mark.parametrize("hole", [(0.4, 0.8), (-0.5, -0.2)])
def test_s22_a_hole_where_no_window_is_open_changes_nothing(hole: tuple[float, float]) -> None:
    opens = deadline() - RULES.seconds
    begin, end = hole if hole[0] > 0 else (opens + hole[0], opens + hole[1])
    hall = Hall(scene(6.0), holes=[(begin, end)]).play()
    assert hall.events("window_replayed") == []


def test_s22_a_sound_card_that_loses_sound_all_the_time_does_not_keep_the_game_for_ever() -> None:
    holes = [(second + 0.5, second + 0.6) for second in range(60)]
    hall = Hall(scene(30.0), holes=holes).play()
    replays = [event["seat"] for event in hall.events("window_replayed")]
    assert replays[:4] == [0, 0, 1, 1]
    assert hall.events("points_lost")
    assert "sound_keeps_being_lost" in hall.names()


def test_s22_the_journal_tells_a_replayed_window_again() -> None:

    opens = deadline() - RULES.seconds
    hall = Hall(scene(14.0), holes=[(opens + 1.0, opens + 1.4)]).play()
    game = Kirdy()
    table = Table(game, game.start(("Ann", "Bob", "Cem"), RULES)[0], KirdyTalk())
    told = []
    for action in hall.actions:
        again = actions.from_json(json.loads(json.dumps(actions.to_json(action))))
        told += table.act(again)
    started = len(hall.told) - len(told)
    assert told == [happening for _, happening in hall.told[started:]]


def test_blocks_of_the_tests_lose_what_they_say() -> None:
    chunks = list(Blocks(scene(1.0), 512, [(0.25, 0.5)]))
    assert sum(chunk.lost for chunk in chunks) == RATE // 4
    assert all(b.first_sample == a.end + b.lost for a, b in itertools.pairwise(chunks))


def test_the_host_pauses_when_nobody_has_spoken_for_long() -> None:
    hall = Hall(scene(14.0), pause_after_silence=6.0).play()
    (paused,) = hall.events("paused")
    assert (paused["t"], paused["reason"]) == (pytest.approx(6.0, abs=0.5), "silence")
    assert max(t for t, _ in hall.told[:-3]) <= 6.5  # and from then on nothing happens
