"""Lines that a page or a phone puts in beside the keyboard: they count at the moment they came."""

from __future__ import annotations

import io
import queue
from collections.abc import Sequence

import pytest

from tests.sounds import scene
from tests.table.hall import PLAYERS, Hall, Says
from tests.table.tabletop import Tabletop
from tests.table.test_claims import starting_at
from voicegame.hearing.audio import RATE, to_samples
from voicegame.table.draws import Chance
from voicegame.table.events import Happening
from voicegame.table.host import Host
from voicegame.table.text_loop import LineReader, TextLoop, Typed


def test_a_line_waits_for_its_moment_and_the_end_is_kept() -> None:
    reader = LineReader()
    moments = iter([10, 30, 20])
    reader.clock = lambda: next(moments)
    for text in ("first", "third", "second"):
        reader.say(text)
    assert [line.text for line in reader.waiting(until=20)] == ["first", "second"]
    assert reader.waiting(until=29) == []
    assert reader.next(0) == Typed("third", 30, elsewhere=True)
    with pytest.raises(queue.Empty):
        reader.next(0)
    typed = LineReader(io.StringIO("march\n"))
    assert typed.next(5) == Typed("march\n")
    assert typed.next(5) is None


@pytest.mark.parametrize(("came", "thief"), [(61.9, "Bob"), (62.0, "Bob"), (65.0, "Cem"), (66.0, "Cem")])
def test_k13_by_keyboard_a_line_counts_when_it_came_however_late_it_is_taken(came: float, thief: str) -> None:
    """The loop slept for a long while; the line had come in Bob's window, or in Cem's."""
    top = Tabletop()
    told: list[Happening] = []

    def note(happenings: Sequence[Happening], _t: int) -> None:
        told.extend(happenings)

    clock = [0.0]
    host = Host(top.table, Chance(1, "ABCAC"), [note])
    reader = LineReader()
    loop = TextLoop(host, Says(), PLAYERS, reader, told.append, lambda: True, lambda: clock[0])  # type: ignore[arg-type]
    host.begin(top.happened)
    clock[0] = came
    reader.say("march")
    clock[0] = 69.5
    loop.run()
    (stolen,) = [event for event in told if getattr(event, "name", "") == "stolen"]
    assert PLAYERS[stolen.seat] == thief  # type: ignore[union-attr]


def _played(monkeypatch: pytest.MonkeyPatch, hall: Hall, *lines: tuple[float, str]) -> Hall:
    reader = LineReader()
    for at, text in lines:
        reader.clock = lambda at=at: to_samples(at)  # type: ignore[misc]
        reader.say(text)
    hall.lines = ["given below"]
    monkeypatch.setattr("tests.table.hall.LineReader", lambda _: reader)
    return hall.play()


def test_k07_by_voice_a_line_is_a_claim_at_the_sample_at_which_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    opens = Hall(scene(4.0)).play().opens
    for after, good in ((0.5, [0]), (1.99, [0]), (2.01, [])):
        at = round((opens + after) * RATE) / RATE
        hall = _played(monkeypatch, Hall(scene(12.0)), (at, "Ann: march"))
        heard = hall.events("heard")[0]
        assert heard["begin"] == pytest.approx(at, abs=0.001)
        assert [event["seat"] for event in hall.events("word_accepted")] == good
        assert heard["t"] - at < 1024 / RATE or not good


def test_a_pressed_buzzer_says_who_speaks_next(monkeypatch: pytest.MonkeyPatch) -> None:
    opens = Hall(scene(4.0)).play().opens
    sound = starting_at(opens + 1.0, "march", 9.0)
    assert Hall(sound).play().events("heard")[0]["seat"] == 0
    pressed = _played(monkeypatch, Hall(sound), (opens + 0.6, "Bob:"))
    assert pressed.events("heard")[0]["seat"] == 1
    assert pressed.events("word_accepted") == []  # the floor is Ann's
    own = _played(monkeypatch, Hall(sound), (opens + 0.6, "Ann:"))
    assert [event["seat"] for event in own.events("word_accepted")] == [0]
    later = _played(monkeypatch, Hall(sound), (opens + 1.2, "Bob:"))
    assert later.events("heard")[0]["seat"] == 0  # a sound that had begun before is not Bob's
