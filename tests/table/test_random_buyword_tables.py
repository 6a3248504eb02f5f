"""Thousands of random tables of BuyWord with its variants: there is a phrase for all that is said, and it replays."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.test_buyword_random import SMALL, check_state, games, word_in
from voicegame.games.buyword import Buyword
from voicegame.games.buyword_state import FACES, BuywordRules
from voicegame.games.protocol import Event, named
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.spelled import SpelledFrom
from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict
from voicegame.paths import CONFIG
from voicegame.speaking.phrases import Phrases
from voicegame.table import actions
from voicegame.table.actions import Action, Drawn, Finished, Heard, Rolled, Spoken, Woken
from voicegame.table.buyword_advice import Adviser
from voicegame.table.buyword_talk import BuywordTalk
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.events import Happening
from voicegame.table.expecting import ANY_TIME
from voicegame.table.outputs import json_line, texts

NAMES = ("Ann", "Bob", "Cem", "Dora")
PHRASES = [
    Phrases(CONFIG / "phrases.en.yaml", style, spoken=spoken, game="buyword")
    for style in ("full", "brief")
    for spoken in (False, True)
]
WORDS = Lexicon([(word, "10", "", "", "") for word in ("ate", "eat", "net", "sea", "tea", "ten", "toe")])  # type: ignore[misc]


def new_table(players: int, rules: BuywordRules) -> Table[Any, Any]:
    game = Buyword()
    state, _ = game.start(NAMES[:players], rules)
    return Table(game, state, BuywordTalk(Adviser(WORDS, hints=True)))


def some_command(name: str, chance: Random, players: int) -> str:
    """One of a family, legal or not."""
    family, colon, _ = name.partition(":")
    if not colon:
        return name
    match family:
        case "letter" | "wild":
            return f"{family}:{chance.choice('AEQS')}"
        case "what_would":
            return "what_would:tea"
        case "swap" | "swap_asking":
            cash = f":{chance.randrange(1, 250)}" if family == "swap_asking" or chance.random() < 0.5 else ""
            return f"{family}:{chance.randrange(players)}{cash}"
    least, _, most = name.partition(":")[2].partition("..")
    return f"{family}:{chance.randrange(int(least), int(most) + 1) if chance.random() < 0.8 else chance.randrange(999)}"


def heard(table: Table[Any, Any], t: int, chance: Random) -> Heard:
    expectation, players = table.expectation, len(table.state.players)
    own = [name for name in expectation.commands if name not in ANY_TIME]
    name = chance.choice(own) if own and chance.random() < 0.9 else chance.choice(expectation.commands or ("pause",))
    command = some_command(name, chance, players)
    verdict = Verdict(Outcome.ACCEPT, command=command)
    if chance.random() < 0.1:
        others = [some_command(name, chance, players) for name in own[:3]]
        fits = tuple(Candidate(other, -1.0, other, fits=True) for other in others)
        verdict = Verdict(Outcome.ASK, command=command, candidates=fits)
    rule = expectation.words
    if rule is not None and chance.random() < 0.5:
        word = word_in(table.prompt.letters, table.prompt.wilds, chance) if table.prompt.letters else "a"
        refused = Verdict(Outcome.REFUSE, word=word, rule="B19", reason=f"{word} is bad")
        # As the judge does, but for the list of words: what the rule refuses is never accepted.
        fits = isinstance(rule, SpelledFrom) and len(word) > 1 and rule._lack(word) is None
        fits = fits or (not isinstance(rule, SpelledFrom) and any(rule.lays(word)))  # type: ignore[attr-defined]
        asked = Verdict(Outcome.ASK, word=word, candidates=(Candidate(word, -1.0, fits=True),))
        verdict = chance.choice([Verdict(Outcome.ACCEPT, word=word)] * 3 + [asked, refused]) if fits else refused
    elif chance.random() < 0.05:
        verdict = Verdict(Outcome.IGNORE)
    seat = chance.choice([None, None, None, chance.randrange(players)])
    return Heard(t, max(0, t - chance.randrange(20_000)), t, "something", verdict, seat)


def action(table: Table[Any, Any], source: Chance, chance: Random) -> Action:
    if table.tiles_wanted:
        return Drawn(table.now, source.draw(table.state.bag.contents, table.tiles_wanted))
    if table.faces_wanted:
        assert table.faces_wanted == FACES
        return Rolled(table.now, source.roll(table.faces_wanted))
    if table.awaits_silence:
        return Spoken(table.now + chance.randrange(50_000))
    if table.due is not None and chance.random() < 0.2:
        return table.time_up
    if chance.random() < 0.003:
        return Finished(table.now, "quit")
    if chance.random() < 0.02:
        return Woken(table.now)
    return heard(table, table.now + chance.randrange(1, 40_000), chance)


@dataclass
class Told:
    table: Table[Any, Any]
    done: list[Action] = field(default_factory=list)
    happenings: list[list[Happening]] = field(default_factory=list)


def played(players: int, rules: BuywordRules, seed: int, steps: int) -> Told:
    chance, source = Random(seed), Chance(seed)
    told = Told(new_table(players, rules))
    for _ in range(steps):
        over = told.table.over
        one = Woken(told.table.now) if over else action(told.table, source, chance)
        told.done.append(one)
        told.happenings.append(told.table.act(one))
        if told.table.prompt.kind == "over":
            break
    return told


@given(game=games(), seed=st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_b01_to_v07_any_order_of_sounds_is_a_legal_game_with_words_for_everything(
    game: tuple[int, BuywordRules], seed: int
) -> None:
    players, rules = game
    told = played(players, rules, seed, 400)
    names = NAMES[:players]
    for happenings in told.happenings:
        for phrases in PHRASES:
            texts(happenings, phrases, names)
        for happening in happenings:
            if isinstance(happening, Event):
                assert json.loads(json_line(happening, 16_000, names))["event"] == happening.name
                if hasattr(happening, "seat"):
                    assert named(happening, names)["seat"] in names
    check_state(told.table.state)
    ends = {"game_won", "win_shared", "solo_result"}
    ended = [each for each in told.happenings[-1] if isinstance(each, Event) and each.name in ends]
    assert len(ended) == (told.table.prompt.kind == "over")


@given(game=games(), seed=st.integers(0, 2**32))
@settings(max_examples=75, deadline=None)
def test_the_journal_is_the_truth(game: tuple[int, BuywordRules], seed: int) -> None:
    players, rules = game
    told = played(players, rules, seed, 300)
    again = new_table(players, rules)
    for one, happenings in zip(told.done, told.happenings, strict=True):
        written = json.loads(json.dumps(actions.to_json(one)))
        assert again.act(actions.from_json(written)) == happenings
    assert (again.state, again.prompt, again.due) == (told.table.state, told.table.prompt, told.table.due)


def test_random_tables_come_to_their_end() -> None:
    ended = [played(2, BuywordRules(bag=SMALL), seed, 3000).table.prompt.kind for seed in range(10)]
    assert ended.count("over") >= 8
