"""Fault scenarios that concern the whole of a table: S28, S29, S32 to S34 (tests/README.md lists them all)."""

from __future__ import annotations

import gc

import numpy as np
import pytest
import samplerate

from tests.sounds import scene, spoken
from tests.table.tabletop import BOB, CEM, Tabletop
from voicegame.assembly import load_judge, load_lexicon
from voicegame.games.kirdy import KirdyRules
from voicegame.hearing.audio import Chunk
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.phoneme_ear import PhonemeEar
from voicegame.hearing.typed_ear import TypedEar
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.lexicon.word_rules import InOrder


@pytest.fixture(scope="module")
def judge() -> Judge:
    return load_judge(load_lexicon("full"), players=("Ann", "Bob", "Cem"))


@pytest.fixture(scope="module")
def ear() -> PhonemeEar:
    return PhonemeEar()


@pytest.mark.parametrize("first", [BOB, CEM])
def test_s28_of_two_claims_at_one_sample_the_floor_decides_not_their_order(first: int) -> None:
    top = Tabletop()
    top.turn("AC", at=10.0)
    top.time_up()
    top.spoken(71.0)
    second = CEM if first == BOB else BOB
    told = [top.word("march", at=72.0, seat=first), top.word("march", at=72.0, seat=second)]
    names = [[getattr(one, "name", "") for one in happenings] for happenings in told]
    winner = next(seat for seat, one in zip((first, second), names, strict=True) if "word_accepted" in one)
    assert winner == BOB  # clockwise from the player in turn
    assert top.table.state.scores == (0, 30, 0)


def test_s29_who_answered_is_known_by_polling_or_by_a_name() -> None:
    top = Tabletop()
    top.turn("AC", at=10.0)
    top.word("march", at=20.0, seat=CEM)
    assert top.said == ["heard", "not_your_floor"]  # named, and not asked
    top.time_up()
    top.spoken(71.0)
    top.word("march", at=72.0)  # no name: whoever is asked
    assert top.only("stolen")["seat"] == BOB


def test_s32_two_hundred_turns_leave_nothing_behind() -> None:
    """Accepted, refused, asked about, paused and voted on in every turn: the table holds no more at the end."""
    top = Tabletop(rules=KirdyRules(target=1_000_000))
    top.draw("ABC")

    def one_turn(at: float) -> None:
        top.draw("AC", at)
        top.spoken(at + 1)
        top.bad("dog", at=at + 2)
        top.spoken(at + 4)
        top.unsure("march", "match", at=at + 5)
        top.spoken(at + 6)
        top.command("pause", at=at + 7)
        top.command("go_on", at=at + 8)
        top.spoken(at + 9)
        top.command("yes", at=at + 10)
        top.spoken(at + 11)
        top.command("stop", at=at + 12)

    def held() -> int:
        gc.collect()
        return sum(1 for one in gc.get_objects() if str(type(one).__module__).startswith("voicegame."))

    for turn in range(20):
        one_turn(turn * 20.0)
    before = held()
    for turn in range(20, 220):
        one_turn(turn * 20.0)
    assert held() <= before + 5
    assert sum(top.table.state.scores) == 220 * 30
    assert top.table.floor is None
    assert top.table.question is None


WORDS = ("elastic", "factory", "reaction", "balcony", "capacity")


@pytest.mark.parametrize(("voice", "shift"), [("en-us", 1.25), ("en-gb+f4", 1.3), ("en-us", 0.85)])
def test_s33_higher_and_lower_voices_are_heard(voice: str, shift: float, judge: Judge, ear: PhonemeEar) -> None:
    """Pitch and formants raised as a child's are, or lowered; of five words four are taken or asked about."""
    expectation = Expectation(InOrder(("A", "C")), ("pause", "repeat", "score", "quit"))
    right = wrong = 0
    for word in WORDS:
        slow = spoken(word, voice, round(140 / shift))
        sound = scene(2.5, (0.8, samplerate.resample(slow, 1 / shift, "sinc_fastest").astype(np.float32)))
        ears = Endpointer()
        found = [one for at in range(0, len(sound), 512) for one in ears.feed(Chunk(sound[at : at + 512], at))]
        assert len(found) == 1, word
        verdict = judge.judge(ear.listen(found[0].samples), expectation)
        likely = [candidate.text for candidate in verdict.candidates[:2]]
        right += verdict.word == word or (verdict.outcome is Outcome.ASK and word in likely)
        wrong += verdict.outcome is Outcome.ACCEPT and verdict.word != word
    assert right >= 4
    assert wrong == 0


def _states() -> dict[str, Expectation]:
    """What may be said in each state that waits for somebody; what is always understood only in the first."""

    def turn() -> Tabletop:
        top = Tabletop()
        top.turn("AC", at=10.0)
        return top

    states = {}
    top = turn()
    states["minute"] = top.table.expectation
    top.unsure("march", "match", at=12.0)
    states["did you say"] = top.table.expectation
    top.command("yes", at=14.0)
    top.spoken(15.0)
    states["choice"] = top.table.expectation
    top.command("wrong", at=16.0)
    states["vote"] = top.table.expectation
    top = turn()
    top.bad("dog", at=12.0)
    states["refused"] = top.table.expectation
    top.command("pause", at=13.0)
    states["paused"] = top.table.expectation
    top = turn()
    top.command("quit", at=13.0)
    states["quit"] = top.table.expectation
    top = turn()
    top.time_up()
    top.spoken(75.0)
    states["window"] = top.table.expectation
    return states


ALWAYS = ("pause", "repeat", "score", "quit")


@pytest.mark.parametrize("state", list(_states()))
def test_s34_every_prompt_is_answered_by_voice_and_by_keyboard(state: str, judge: Judge, ear: PhonemeEar) -> None:
    expectation = _states()[state]
    book = judge._commands
    asked = [name for name in expectation.commands if state == "minute" or name not in ALWAYS]
    for command in dict.fromkeys(name.partition(":")[0] for name in asked):
        texts = [wording.text for wording in book.wordings if wording.command == command]
        families = book.families([name for name in expectation.commands if name.startswith(f"{command}:")])
        if not texts:
            assert families is not None, command
            texts = [wording.text for wording in families.wordings if wording.command.partition(":")[0] == command]
        typed = judge.judge(TypedEar().listen(texts[0]), expectation)
        meant = [candidate.command for candidate in typed.candidates] + [typed.command]
        assert command in [name.partition(":")[0] for name in meant if name], (command, typed)
        heard = []
        for text in texts[:4]:
            verdict = judge.judge(ear.listen(scene(2.6, (0.5, spoken(text, "en-us", 140)))), expectation)
            if verdict.outcome in (Outcome.ACCEPT, Outcome.ASK):
                heard.append((verdict.command or "").partition(":")[0])
            if command in heard:
                break
        assert command in heard, (command, heard)
    if state == "minute":
        assert judge.judge(TypedEar().listen("march"), expectation).word == "march"
        verdict = judge.judge(ear.listen(scene(2.0, (0.5, spoken("elastic", "en-us", 140)))), expectation)
        assert verdict.word == "elastic"
