"""Hundreds of times ``kill -9``: at a random moment, after a random byte that was told, in the middle of a line of the
journal. The game that is gone on with is the game that would have been.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.nursery import Death, Life, Nursery, fresh
from voicegame.assembly import load_judge, load_lexicon, new_table, settings_of, told_again
from voicegame.catalogue import GAMES
from voicegame.hearing.audio import to_samples
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.table.actions import Action, Finished, Heard, Spoken, Woken
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.host import Host
from voicegame.table.journal import read
from voicegame.table.outputs import JsonLines
from voicegame.table.seating import Seating
from voicegame.table.text_loop import LineReader, TextLoop, Typed

PLAYERS = ("Ann", "Bob", "Cem")
#: What is typed for a command of a family; the others have wordings of their own.
FAMILIES = {
    "join": ("Dan joins", "a new player joins"),
    "leave": ("Bob leaves", "player three leaves"),
    "letter": ("E", "B", "the first", "number two"),
    "wild": ("wild for E", "wild for S"),
    "bid": ("bid ten", "forty dollars"),
    "number": ("three", "two tiles"),
    "what_would": ("what would house bring",),
    "swap": ("swap with Bob", "swap with player three"),
}


@dataclass(frozen=True)
class Told:
    """A game as it would have been: how it was started, what was typed, and what came of it."""

    arguments: tuple[str, ...]
    lines: tuple[str, ...]
    actions: tuple[Action, ...]
    table: Table[Any, Any]
    events: str


class Author(LineReader):
    """Types what can be said at a table, and some that can't, until there are enough lines."""

    def __init__(self, lexicon: Lexicon, judge: Judge, random: Random, count: int) -> None:
        super().__init__()
        self._lexicon, self._judge, self._random, self._left = lexicon, judge, random, count
        self.host: Host | None = None
        self.lines: list[str] = []
        self._at = 0.0

    def next(self, seconds: float) -> Typed | None:  # noqa: ARG002 - it never has to be waited for
        if self._left == 0:
            return None
        self._left -= 1
        self._at = round(self._at + self._random.choice([1.0, 2.5, 3.25, 7.0, 61.0]), 3)
        self.lines.append(f"@{self._at:.3f} {self._text()}")
        return Typed(self.lines[-1])

    def _text(self) -> str:
        assert self.host is not None
        expectation, random = self.host.table.expectation, self._random
        rare = ("quit", "pause", "join", "join:*", "leave:*")
        names = [name for name in expectation.commands if name not in rare or random.random() < 0.1]
        if expectation.words is not None and random.random() < 0.6:
            fitting = expectation.words.rows(self._lexicon)
            rows = fitting if len(fitting) and random.random() < 0.8 else range(len(self._lexicon.words))
            return self._lexicon.words[int(random.choice(rows))]
        name = random.choice(names or ["repeat"])
        family = FAMILIES.get(name.partition(":")[0])
        if family is not None:
            return random.choice(family)
        texts = [wording.text for wording in self._judge._commands.wordings if wording.command == name]
        return random.choice(texts or ["hm"])


@cache
def lexicon() -> Lexicon:
    return load_lexicon("full")


@cache
def told(name: str, seed: int, count: int = 45) -> Told:
    """A random game, played to its end."""
    arguments = ["play", name, "--text", "--json", "--players", ",".join(PLAYERS), "--seed", str(seed)]
    kind = GAMES[name]
    given: dict[str, object] = {}
    if name == "buyword" and seed % 2:
        variant = ("auction", "trade", "draft")[seed // 2 % 3]
        given, arguments = {"variants": [variant]}, [*arguments, "--variant", variant]
    settings = kind.load(None, given)
    table, started = new_table(kind, settings, PLAYERS, lexicon())
    judge = load_judge(lexicon(), players=Seating(table))
    author, printed = Author(lexicon(), judge, Random(seed), count), io.StringIO()
    actions: list[Action] = []

    class Noted(Host):
        def act(self, action: Action) -> None:
            actions.append(action)
            super().act(action)

    host = author.host = Noted(table, Chance(seed), [JsonLines(printed, Seating(table))])
    host.begin(started)
    TextLoop(host, judge, Seating(table), author, lambda _: None).run()
    return Told(tuple(arguments), tuple(author.lines), tuple(actions), table, printed.getvalue())


def played(path: Path, game: Told) -> tuple[Action, ...]:
    """The actions of a journal but for being woken, and a silence after it that there would not have been."""
    kept: list[Action] = []
    woken = False
    for action in read(path).actions:
        extra = woken and isinstance(action, Spoken) and action not in game.actions[len(kept) :][:1]
        woken = isinstance(action, Woken)
        if not woken and not extra:
            kept.append(action)
    return tuple(kept)


def at_rest(path: Path) -> Table[Any, Any]:
    """The table that a journal leads to, with the glass running where it ran."""
    story = read(path)
    kind, settings = settings_of(story, path)
    table, _ = new_table(kind, settings, story.header.players, lexicon())
    for action in story.actions:
        table.act(action)
    return table


def missing(game: Told, path: Path) -> tuple[str, ...]:
    """The lines that had not been judged when the program died; at least the moment at which the last one came."""
    heard = max((action.t for action in read(path).actions if isinstance(action, Heard)), default=-1)
    left = tuple(line for line in game.lines if to_samples(float(line.split()[0][1:])) > heard)
    return left or (game.lines[-1].split()[0],)


def killed_again_and_again(
    name: str, seed: int, folder: Path, live: Callable[[Life], Death], kills: int, kinds: tuple[str, ...]
) -> int:
    """Play a game with so many deaths in it; gives how many there were."""
    random, game, journal = Random(f"{name} {seed}"), told(name, seed), folder / f"{name}-{seed}.jsonl"
    whole = live(Life((*game.arguments, "--journal", str(folder / f"whole-{name}-{seed}.jsonl")), game.lines))
    assert whole.code == 0, whole.err
    assert whole.out == game.events
    size = (folder / f"whole-{name}-{seed}.jsonl").stat().st_size
    deaths = 0
    before: list[str] = []
    arguments = (*game.arguments, "--journal", str(journal))
    for _ in range(kills):
        there = journal.stat().st_size if journal.exists() else 0
        kind = random.choice(kinds)
        life = Life(
            arguments,
            game.lines if not there else missing(game, journal),
            output=random.randrange(1, 1 + len(whole.out) // 4) if kind == "output" else None,
            seconds=random.uniform(0.0, whole.seconds / 2) if kind == "seconds" else None,
            written=there + random.randrange(1, 1 + max(2, (size - there) // 4)) if kind == "written" else None,
        )
        death = live(life)
        if death.code >= 0:
            assert death.code == 0, death.err  # it came to its end before its time
            break
        deaths += 1
        if not journal.exists() or b"\n" not in journal.read_bytes():
            journal.unlink(missing_ok=True)  # it died before there was a game
            continue
        done = played(journal, game)
        assert done == game.actions[: len(done)]
        replayed = told_by(journal)
        said = [line for line in death.out.splitlines(keepends=True) if line.endswith("\n")]
        resumed = 0 if "--journal" in arguments else len(before)
        assert replayed[resumed : resumed + len(said)] == said  # nothing was told that is not written down
        before = replayed
        if done and isinstance(done[-1], Finished):
            break  # it died with nothing left to do
        arguments = ("play", name, "--text", "--json", "--resume", str(journal))
    else:
        last = live(Life(arguments, game.lines if not journal.exists() else missing(game, journal)))
        assert last.code == 0, last.err
    end = at_rest(journal)
    assert (end.state, end.prompt) == (game.table.state, game.table.prompt)
    assert played(journal, game) == game.actions
    assert read(journal).fault == ""
    return deaths


def told_by(path: Path) -> list[str]:
    """What ``replay`` prints."""
    printed = io.StringIO()
    told_again(read(path), path, lambda players: JsonLines(printed, players))
    return printed.getvalue().splitlines(keepends=True)


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as one:
        yield one


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", ["kirdy", "buyword"])
def test_kill_9_hundreds_of_times_and_the_game_is_the_one_that_would_have_been(
    name: str, nursery: Nursery, tmp_path: Path
) -> None:
    deaths = 0
    for seed in range(12):
        deaths += killed_again_and_again(name, seed, tmp_path, nursery.run, 10, ("output", "seconds", "written"))
    print(f"{name}: killed {deaths} times")
    assert deaths >= 85


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", ["kirdy", "buyword"])
def test_kill_9_of_whole_processes(name: str, tmp_path: Path) -> None:
    deaths = 0
    for seed in range(50, 53):
        deaths += killed_again_and_again(name, seed, tmp_path, fresh, 4, ("output", "seconds"))
    print(f"{name}: killed {deaths} times, as whole processes")
    assert deaths >= 6
