"""Killed at any moment and resumed, a game goes on as if nothing had been: scores, bag, seats, turn and letters."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.program import COMMAND, events, named, run
from voicegame.assembly import load_judge, load_lexicon
from voicegame.games.kirdy import Kirdy, KirdyRules
from voicegame.lexicon.judge import Judge
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.host import Host
from voicegame.table.journal import Header, Journal, read
from voicegame.table.kirdy_talk import KirdyTalk
from voicegame.table.text_loop import LineReader, TextLoop

PLAYERS = ("Ann", "Bob", "Cem")
HEADER = Header("kirdy", PLAYERS, 5, "ABCACE", {}, "en")
# A claim, a refusal, "carry on", a failed minute, a theft, a pause, votes, a bank, a turn that nobody can save.
SCRIPT = [
    "@2 dog", "@3 march", "@4 carry on", "@10 mart", "@12 that was right", "@13 Bob: yes", "@14 Cem: no",
    "@20 pause", "@90 go on", "@91 score", "@139 Bob: reached", "@150 Bob: a", "@300", "@400 repeat", "@500",
]  # fmt: skip


class Killed(Exception):
    """Stands for kill -9: what was not written is gone."""


class MortalJournal(Journal):
    """Dies after some lines; ``torn`` bytes of the next one still reach the disk."""

    def __init__(self, path: Path, lives: int, torn: int = 0) -> None:
        super().__init__(path.open("ab", buffering=0))
        self._path, self._lives, self._torn = path, lives, torn

    def _write(self, record: dict[str, object]) -> None:
        if self._lives == 0:
            with self._path.open("ab") as file:
                file.write(b'{"action": "heard", "t"'[: self._torn])
            raise Killed
        self._lives -= 1
        super()._write(record)


@pytest.fixture(scope="module")
def judge() -> Judge:
    return load_judge(load_lexicon("full"))


def _host(journal: Journal) -> Host:
    game = Kirdy()
    state, _ = game.start(PLAYERS, KirdyRules())
    return Host(Table(game, state, KirdyTalk()), Chance(HEADER.seed, HEADER.draws), [], journal)


def _play(host: Host, judge: Judge, lines: list[str]) -> None:
    reader = LineReader(io.StringIO("".join(f"{line}\n" for line in lines)))
    TextLoop(host, judge, PLAYERS, reader, lambda _: None).run()


def _left(path: Path) -> list[str]:
    """The lines of the script that had not been judged when the game was killed."""
    heard = [action.text for action in read(path).actions if hasattr(action, "text")]
    last = max((action.t for action in read(path).actions), default=0) / 16_000
    lines = list(SCRIPT)
    for text in heard:
        while not lines[0].endswith(text):
            lines.pop(0)
        lines.pop(0)
    return [line for line in lines if float(line[1:].split()[0]) >= last]


def test_a_game_killed_before_any_of_its_actions_ends_like_one_that_was_not(judge: Judge, tmp_path: Path) -> None:
    whole = Journal.create(tmp_path / "whole", HEADER)
    host = _host(whole)
    host.begin([])
    _play(host, judge, SCRIPT)
    end = host.table.state
    assert end.scores != (0, 0, 0)
    count = len(read(tmp_path / "whole").actions)
    assert count > 30
    for lives in range(count):
        path = tmp_path / f"killed-{lives}"
        Journal.create(path, HEADER).close()
        victim = _host(MortalJournal(path, lives, torn=lives % 24))
        with contextlib.suppress(Killed):
            victim.begin([])
            _play(victim, judge, SCRIPT)
        story = read(path)
        survivor = _host(Journal.resume(path, story.whole_bytes))
        survivor.resume(story.actions)
        _play(survivor, judge, _left(path))
        assert survivor.table.state == end, lives
        assert read(path).fault == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_kill_9_at_a_random_moment_of_the_real_program(seed: int, tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    random = Random(seed)
    game = subprocess.Popen(
        [*COMMAND, "play", "kirdy", "--text", "--json", "--players", "Ann,Bob,Cem", "--seed", "5", "--draws", "ABCACE",
         "--journal", str(journal)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert game.stdin is not None
    assert game.stdout is not None
    wanted = random.randrange(4, 26)
    game.stdin.write("".join(f"{line}\n" for line in SCRIPT))
    game.stdin.flush()
    told = [game.stdout.readline() for _ in range(wanted)]
    os.kill(game.pid, signal.SIGKILL)
    game.wait()
    told += game.stdout.readlines()
    # Nothing was told that the journal does not hold.
    replayed = run("replay", journal).stdout
    assert replayed.startswith("".join(line for line in told if line.endswith("\n")))
    resumed = run("play", "kirdy", "--text", "--json", "--resume", journal, lines=_left(journal))
    assert resumed.returncode == 0, resumed.stderr
    whole = run(
        "play", "kirdy", "--text", "--json", "--players", "Ann,Bob,Cem", "--seed", 5, "--draws", "ABCACE", lines=SCRIPT
    )
    assert named(resumed.stdout, "score")[-1]["scores"] == named(whole.stdout, "score")[-1]["scores"]
    letters = [event["letters"] for event in events(run("replay", journal).stdout) if event["event"] == "letters_drawn"]
    assert letters == [event["letters"] for event in named(whole.stdout, "letters_drawn")]
