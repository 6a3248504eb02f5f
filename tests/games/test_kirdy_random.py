"""Thousands of random games of KIRDY: what must hold in all of them."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from voicegame.games.actions import Choose, Draw, Overrule, Refused, TimeUp, Word
from voicegame.games.bag import Bag
from voicegame.games.events import GameWon, Score
from voicegame.games.kirdy import CARRY_ON, STOP, Banked, Kirdy, KirdyRules, State, Stolen, stake_for
from voicegame.games.protocol import Action, Event, IllegalAction

GAME = Kirdy()
ALL_RULES = st.builds(
    KirdyRules,
    target=st.sampled_from([1, 30, 60, 100, 200]),
    steal_on_first_pair=st.sampled_from([0, 30, 45]),
    suggestions_per_window=st.integers(1, 3),
    letters_at_start=st.integers(1, 3),
    stake_factor=st.integers(2, 3),
)


def word_for(state: State, chance: Random) -> str:
    """A word that fits; the letters around make it new."""
    letters = GAME.prompt(state).letters
    return "".join(chance.choice("xyzq") + letter.lower() for letter in letters) + str(chance.random())


def legal_actions(state: State, chance: Random) -> list[Action]:
    """What may be done now, one of each kind."""
    prompt = GAME.prompt(state)
    actions: list[Action] = []
    if prompt.kind == "draw":
        actions.append(Draw(tuple(chance.sample(state.bag.tiles, prompt.tiles))))
    if prompt.kind == "word" and prompt.seat is not None:
        word = word_for(state, chance)
        actions += [Word(prompt.seat, word)] * 2 + [Refused(prompt.seat, word, "K6", "no"), TimeUp()]
    if prompt.kind == "choice" and prompt.seat is not None:
        actions += [Choose(prompt.seat, option) for option in prompt.options]
    if state.ruling is not None and chance.random() < 0.2:
        ayes = chance.randrange(len(state.players))
        actions.append(Overrule(ayes, chance.randrange(len(state.players) - ayes)))
    return actions


def any_actions(state: State, chance: Random) -> list[Action]:
    """What may or may not be done now."""
    seat = chance.randrange(-1, len(state.players) + 1)
    word = chance.choice(["", "zzz", word_for(state, chance) if state.letters else "a", *state.used])
    return [
        Draw(tuple(chance.choices("AJQZ*", k=chance.randrange(10)))),
        Word(seat, word),
        Refused(seat, word, "K6", "no"),
        TimeUp(),
        Choose(seat, chance.choice([STOP, CARRY_ON, "", "pass"])),
        Overrule(chance.randrange(-1, 9), chance.randrange(-1, 9)),
    ]


def check_step(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
    """Tiles are conserved, scores change by a legal stake, and the turn passes clockwise."""
    rules, seats = before.rules, len(before.players)
    if after.bag is not before.bag:
        assert after.bag.put_back(after.letters) == rules.bag
    assert all(score >= 0 for score in after.scores)
    changes = [new - old for old, new in zip(before.scores, after.scores, strict=True)]
    prizes = [event for event in events if isinstance(event, Banked | Stolen)]
    assert (Score(after.scores) in events) == any(changes)
    if isinstance(action, Overrule):  # may take points back, so play is compared from the state it went back to
        return
    assert len(prizes) <= 1
    gained = dict.fromkeys(range(seats), 0)
    for prize in prizes:
        stakes = {stake_for(letters, rules) for letters in range(rules.letters_at_start, len(before.letters) + 1)}
        assert prize.points in stakes | {rules.steal_on_first_pair}
        assert isinstance(prize, Stolen) or prize.points == stake_for(len(before.letters), rules)
        gained[prize.seat] += prize.points
    assert changes == list(gained.values())
    turn_ended = bool(before.letters) and not after.letters
    if after.winner is None and before.phase != "starter":
        assert after.turn == (before.turn + turn_ended) % seats
    if prizes or any(event.name == "points_lost" for event in events):
        assert turn_ended


def play_out(players: int, rules: KirdyRules, chance: Random) -> tuple[list[Action], list[Event], State]:
    state, first = GAME.start([f"P{seat}" for seat in range(players)], rules)
    actions: list[Action] = []
    events: list[Event] = list(first)
    while state.winner is None:
        copy = replace(state)
        for attempt in any_actions(state, chance) if chance.random() < 0.1 else ():
            with suppress(IllegalAction):
                GAME.apply(state, attempt)
            assert state == copy
        action = chance.choice(legal_actions(state, chance))
        after, new = GAME.apply(state, action)
        assert state == copy
        check_step(state, action, after, new)
        state = after
        actions.append(action)
        events += new
    return actions, events, state


@settings(max_examples=2000, deadline=None)
@given(players=st.integers(2, 8), rules=ALL_RULES, seed=st.integers(0, 2**32))
def test_every_random_game_keeps_the_rules_and_has_one_winner(players: int, rules: KirdyRules, seed: int) -> None:
    actions, events, state = play_out(players, rules, Random(seed))
    won = [event for event in events if isinstance(event, GameWon)]
    assert won == [GameWon(state.winner if state.winner is not None else -1)]
    assert events[-1] == won[0]
    assert [seat for seat, score in enumerate(state.scores) if score >= rules.target] == [state.winner]

    replayed, again = GAME.start(state.players, rules)
    said = list(again)
    for line in [json.dumps(action.to_json()) for action in actions]:
        replayed, new = GAME.apply(replayed, Action.from_json(json.loads(line)))
        said += new
    assert (replayed, said) == (state, events)


@settings(max_examples=200, deadline=None)
@given(players=st.integers(2, 8), seed=st.integers(0, 2**32), aye=st.booleans())
def test_k19_reversing_a_ruling_is_the_same_as_the_other_ruling(players: int, seed: int, aye: bool) -> None:
    """After every ruling of a game: a vote leads where the other verdict would have led, or changes nothing."""
    chance = Random(seed)
    state, _ = GAME.start([f"P{seat}" for seat in range(players)], KirdyRules(target=400))
    while state.winner is None:
        action = chance.choice([one for one in legal_actions(state, chance) if not isinstance(one, Overrule)])
        after, _ = GAME.apply(state, action)
        if isinstance(action, Word | Refused):
            voted, _ = GAME.apply(after, Overrule(int(aye), int(not aye)))
            if not aye:
                assert voted == replace(after, ruling=None)
            else:
                other: Action
                if isinstance(action, Word):
                    other = Refused(action.seat, action.word, "K19", "no")
                else:
                    other = Word(action.seat, action.word)
                assert voted == replace(GAME.apply(state, other)[0], ruling=None)
        state = after


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_k12_a_small_bag_runs_empty_and_the_game_goes_on(seed: int) -> None:
    bag = Bag.of({"A": 2, "B": 2})
    _, events, state = play_out(2, KirdyRules(bag=bag, target=400), Random(seed))
    assert events[-1] == GameWon(state.turn)
