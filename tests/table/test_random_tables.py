"""Thousands of random tables: whatever is said, in whatever order, there is a phrase for it, and it can be replayed."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.tabletop import Tabletop
from voicegame.games.kirdy import KirdyRules
from voicegame.games.protocol import Event, named
from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict
from voicegame.paths import CONFIG
from voicegame.speaking.phrases import Phrases
from voicegame.table import actions
from voicegame.table.actions import Action, Drawn, Finished, Halted, Heard, Lost, Restored, Spoken, Woken
from voicegame.table.draws import Chance
from voicegame.table.events import Happening
from voicegame.table.expecting import ANY_TIME, WHILE_PAUSED
from voicegame.table.outputs import json_line, texts

PLAYERS = ("Ann", "Bob", "Cem")
RULES = KirdyRules(target=150)
COMMANDS = sorted({"stop", "carry_on", "yes", "no", "right", "wrong", "undo", *ANY_TIME, *WHILE_PAUSED})
PHRASES = [
    Phrases(CONFIG / "phrases.en.yaml", style, spoken=spoken) for style in ("full", "brief") for spoken in (False, True)
]


def _words(letters: tuple[str, ...], random: Random) -> list[str]:
    """Words that fit by construction, so that the rules take them."""
    return ["x".join(letters).lower() + str(random.randrange(10**6)) for _ in range(3)]


def _heard(top: Tabletop, t: int, random: Random) -> Heard:
    words = _words(top.table.prompt.letters, random)
    fits = top.table.expectation.words is not None
    candidates = tuple(Candidate(word, -1.0, fits=fits) for word in words[: random.randrange(4)])
    command = random.choice(COMMANDS)
    verdict = random.choice(
        [
            Verdict(Outcome.ACCEPT, word=words[0]),
            Verdict(Outcome.REFUSE, word=words[0], rule="K6", reason="it does not fit"),
            Verdict(Outcome.ASK, word=words[0], candidates=candidates),
            Verdict(Outcome.ASK, command=command, candidates=candidates),
            Verdict(Outcome.IGNORE),
            *[Verdict(Outcome.ACCEPT, command=command)] * 4,
        ]
    )
    if verdict.word is not None and top.table.expectation.words is None:
        verdict = Verdict(Outcome.ACCEPT, command=command)  # no ear gives a word where none is expected
    if random.random() < 0.03 and top.table.expectation.words is not None:
        moving = random.choice(["join", "join:dan", "join:bob", "leave:0", "leave:1", "leave:2"])
        return Heard(t, t - 900, t, moving, Verdict(Outcome.ACCEPT, command=moving), None)
    if verdict.command is not None and verdict.command not in top.table.expectation.commands:
        verdict = Verdict(Outcome.IGNORE)  # nor a command
    return Heard(t, t - random.randrange(20_000), t, "something", verdict, random.choice([None, None, 0, 1, 2]))


def _devices(t: int) -> list[Action]:
    return [one for device in ("microphone", "loudspeaker") for one in (Halted(t, device), Restored(t, device))]


def _action(top: Tabletop, source: Chance, random: Random) -> Action:
    table = top.table
    if table.tiles_wanted:
        return Drawn(table.now, source.draw(table.state.bag.contents, table.tiles_wanted))
    if table.awaits_silence:
        return Spoken(table.now + random.randrange(50_000))
    if table.due is not None and random.random() < 0.2:
        return table.time_up
    if random.random() < 0.01:
        return Finished(table.now, "quit")
    if random.random() < 0.02:
        return Woken(table.now)
    if random.random() < 0.04:
        end = table.now + random.randrange(1, 20_000)
        return random.choice([Lost(end, end - 9000, end), *_devices(end)])
    return _heard(top, table.now + random.randrange(1, 40_000), random)


def _played(seed: int, steps: int) -> tuple[list[Action], list[list[Happening]], Tabletop]:
    random, source, top = Random(seed), Chance(seed), Tabletop(PLAYERS, RULES)
    done: list[Action] = []
    told: list[list[Happening]] = []
    for _ in range(steps):
        action = Woken(top.table.now) if top.table.over else _action(top, source, random)
        done.append(action)
        told.append(top.act(action))
        top.seated.append(top.table.state.players)  # as many as there are at this moment
        if top.table.prompt.kind == "over":
            break
    return done, told, top


@given(st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_k01_to_k20_any_order_of_sounds_is_a_legal_game_with_words_for_everything(seed: int) -> None:
    done, told, top = _played(seed, 400)
    moment = 0
    for action, happenings, players in zip(done, told, top.seated, strict=True):
        assert action.t >= 0
        for phrases in PHRASES:
            texts(happenings, phrases, players)
        for happening in happenings:
            if isinstance(happening, Event):
                assert json.loads(json_line(happening, 16_000, players))["event"] == happening.name
    assert top.table.now >= moment
    state = top.table.state
    assert state.bag.total + len(state.letters) == RULES.bag.total
    ended = [happening for happening in told[-1] if isinstance(happening, Event) and happening.name == "game_won"]
    assert bool(ended) == (top.table.prompt.kind == "over")


@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_the_journal_is_the_truth(seed: int) -> None:
    done, told, top = _played(seed, 200)
    again = Tabletop(PLAYERS, RULES)
    for action, happenings in zip(done, told, strict=True):
        written = json.loads(json.dumps(actions.to_json(action)))
        assert again.act(actions.from_json(written)) == happenings
    assert (again.table.state, again.table.prompt, again.table.due) == (
        top.table.state,
        top.table.prompt,
        top.table.due,
    )


@pytest.mark.parametrize("seed", range(3))
def test_events_carry_names_where_the_rules_count_seats(seed: int) -> None:
    _, told, top = _played(seed, 400)
    for happenings, players in zip(told, top.seated, strict=True):
        for happening in happenings:
            if isinstance(happening, Event) and hasattr(happening, "seat"):
                assert named(happening, players)["seat"] in players
