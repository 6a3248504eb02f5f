"""Games are kept where nobody asks for it, and an unfinished one is offered when the next begins."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.program import COMMAND, run
from voicegame.hearing.audio import RATE
from voicegame.last_game import played_to_its_end, unfinished
from voicegame.lexicon.verdicts import Outcome, Verdict
from voicegame.past_games import KEPT, Shelf
from voicegame.settings import load_kirdy
from voicegame.table.actions import Drawn, Finished, Halted, Heard, Restored, Spoken
from voicegame.table.doorstep import Asking
from voicegame.table.journal import Header, Journal, read

PLAYERS = ("Ann", "Bob")
#: Two words: never a word on the letters, whatever is drawn. ("score" on S, E is asked about.)
ANYTIME = "the score"
QUESTION = "Shall we go on with the last game, of Ann and Bob?"


class Terminal:
    """The program at a keyboard and a screen of its own."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, "play", "kirdy", "--text", *arguments],
            stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "VOICEGAME_DATA": str(data)},
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.shown = ""

    def wait(self, text: str) -> str:
        """Until this is on the screen; gives what came before it since the last time."""
        deadline = time.monotonic() + 60
        while text not in self.shown:
            assert select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))[0], self.shown
            try:
                self.shown += os.read(self._master, 4096).decode().replace("\r\n", "\n")
            except OSError:  # it has ended
                assert text in self.shown, self.shown
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, line: str) -> None:
        os.write(self._master, f"{line}\n".encode())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        os.close(self._master)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def games(data: Path) -> list[Path]:
    return Shelf(data / "games").journals("kirdy")


def stopped(data: Path, opened: list[Terminal], *arguments: str) -> Path:
    """A game that was killed after a word; its journal."""
    terminal = Terminal(data, "--players", "Ann,Bob", *arguments)
    opened.append(terminal)
    terminal.wait("the letters are")
    terminal.type(ANYTIME)
    terminal.wait("The score: Ann 0, Bob 0.")
    terminal.kill()
    (journal,) = games(data)
    return journal


def test_a_game_that_was_killed_is_offered_and_gone_on_with(tmp_path: Path, terminals: list[Terminal]) -> None:
    journal = stopped(tmp_path, terminals)
    before = read(journal).actions
    terminals.append(again := Terminal(tmp_path))
    again.wait(QUESTION)
    again.type("march")
    again.wait("means nothing here: type yes or no.")
    again.type("yes")
    again.wait("On we go.")
    again.type(ANYTIME)
    again.wait("The score: Ann 0, Bob 0.")
    again.kill()
    assert read(journal).actions[: len(before)] == before
    assert len(read(journal).actions) > len(before)
    assert games(tmp_path) == [journal]


def test_a_no_begins_a_new_game_and_the_old_one_stays(tmp_path: Path, terminals: list[Terminal]) -> None:
    journal = stopped(tmp_path, terminals)
    whole = journal.read_bytes()
    terminals.append(again := Terminal(tmp_path))
    again.wait(QUESTION)
    again.type("no")
    again.wait("Who plays?")
    again.type("Cem, Dan")
    again.wait("Welcome. Cem and Dan play.")
    again.type(ANYTIME)
    again.wait("The score: Cem 0, Dan 0.")
    again.kill()
    assert journal.read_bytes() == whole
    assert len(games(tmp_path)) == 2


def test_names_that_cannot_play_are_asked_for_again(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(tmp_path))
    terminal.wait("Who plays?")
    terminal.type("Ann")
    terminal.wait("KIRDY is for 2 to ")
    terminal.wait("Who plays?")
    terminal.type("Ann, Bob")
    terminal.wait("Welcome. Ann and Bob play.")


@pytest.mark.slow
def test_ten_seconds_of_silence_begin_a_new_game(tmp_path: Path, terminals: list[Terminal]) -> None:
    stopped(tmp_path, terminals)
    terminals.append(again := Terminal(tmp_path, "--players", "Ann,Bob"))
    again.wait(QUESTION)
    assert "On we go" not in again.wait("Welcome.")


def test_it_is_not_asked_where_another_game_is_wanted(tmp_path: Path, terminals: list[Terminal]) -> None:
    stopped(tmp_path, terminals)
    for arguments in (
        ("--players", "Ann,Bob", "--fresh"),
        ("--players", "Cem,Dan"),
        ("--players", "Ann,Bob", "--seed", "1"),
    ):
        terminals.append(other := Terminal(tmp_path, *arguments))
        assert QUESTION not in other.wait("Welcome.")
        other.kill()


def test_a_script_is_neither_asked_nor_kept(tmp_path: Path, terminals: list[Terminal]) -> None:
    stopped(tmp_path, terminals)
    data = {"VOICEGAME_DATA": str(tmp_path)}
    done = run("play", "kirdy", "--text", "--players", "Ann,Bob", lines=[f"@1 {ANYTIME}"], env=data)
    assert done.returncode == 0
    assert QUESTION not in done.stdout + done.stderr
    assert len(games(tmp_path)) == 1


def test_a_folder_that_takes_no_journal_is_told_and_the_game_goes_on(tmp_path: Path, terminals: list[Terminal]) -> None:
    (tmp_path / "games").write_text("in the way")
    terminals.append(game := Terminal(tmp_path, "--players", "Ann,Bob"))
    game.wait("This game is not kept")
    game.wait("Welcome.")


# The shelf -----------------------------------------------------------------------------------------------------------

SCORE = Heard(50, 40, 45, "score", Verdict(Outcome.ACCEPT, command="score"))


def kept(shelf: Shelf, number: int, *actions: object, players: tuple[str, ...] = PLAYERS) -> Path:
    """A journal that was last written at second ``number``."""
    shelf.folder.mkdir(exist_ok=True)
    path = shelf.folder / f"kirdy-{number:02d}.jsonl"
    rules = load_kirdy(None, {"players": players}).model_dump(mode="json")
    journal = Journal.create(path, Header("kirdy", players, 1, "", rules, "en"))
    for action in actions:
        journal.append(action)  # type: ignore[arg-type]
    journal.close()
    os.utime(path, (number, number))
    return path


def begun(*more: object) -> tuple[object, ...]:
    return (Drawn(0, ("A", "B")), Drawn(0, ("A", "C")), Spoken(10), SCORE, *more)


def test_the_last_game_is_the_one_that_was_played_last(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    assert unfinished(shelf, "kirdy", None) is None
    kept(shelf, 1, *begun())
    last = kept(shelf, 2, *begun(Finished(99, "interrupted")))
    found = unfinished(shelf, "kirdy", PLAYERS)
    assert found is not None
    assert found[0] == last
    assert unfinished(shelf, "buyword", None) is None
    assert unfinished(shelf, "kirdy", ("Cem", "Dan")) is None


def test_a_game_that_the_players_ended_is_not_offered_and_nothing_before_it(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    kept(shelf, 1, *begun())
    ended = kept(shelf, 2, *begun(Finished(99, "quit")))
    assert played_to_its_end(ended)
    assert unfinished(shelf, "kirdy", None) is None


def test_a_game_that_was_ended_by_saying_so_is_not_offered(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    quit_, yes = (Verdict(Outcome.ACCEPT, command=command) for command in ("quit", "yes"))
    asked = (Heard(60, 60, 60, "end the game", quit_), Spoken(70))
    kept(shelf, 1, *begun(*asked, Heard(80, 80, 80, "yes", yes)))
    assert unfinished(shelf, "kirdy", None) is None
    kept(shelf, 2, *begun(*asked, Heard(80, 80, 80, "no", Verdict(Outcome.ACCEPT, command="no"))))
    assert unfinished(shelf, "kirdy", None) is not None


def test_journals_without_a_game_are_passed_over(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    last = kept(shelf, 1, *begun())
    kept(shelf, 2, Drawn(0, ("A", "B")))
    (shelf.folder / "kirdy-3.jsonl").write_bytes(b'{"voicegame": 1, "ga')
    (shelf.folder / "kirdy-4.jsonl").write_bytes(b'{"voicegame": 99}\n')
    found = unfinished(shelf, "kirdy", None)
    assert found is not None
    assert found[0] == last


def test_a_game_that_is_being_played_is_neither_offered_nor_taken_up(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    path = kept(shelf, 1, *begun())
    playing = Journal.resume(path, path.stat().st_size)
    assert unfinished(shelf, "kirdy", None) is None
    done = run("play", "kirdy", "--text", "--resume", path)
    assert done.returncode == 2
    assert "is being played by another voicegame" in done.stderr
    playing.close()
    assert unfinished(shelf, "kirdy", None) is not None


def test_of_old_games_those_that_are_over_go(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    old_unfinished, old_ended = kept(shelf, 1, *begun()), kept(shelf, 2, *begun(Finished(99, "quit")))
    recent = [kept(shelf, number, *begun(Finished(99, "quit"))) for number in range(10, 9 + KEPT)]
    told: list[str] = []
    journal = shelf.new(Header("kirdy", PLAYERS, 1, "", {}, "en"), told.append, played_to_its_end)
    assert journal is not None
    journal.close()
    assert told == []
    assert not old_ended.exists()
    assert old_unfinished.exists()
    assert all(path.exists() for path in recent)


# The question --------------------------------------------------------------------------------------------------------


def test_the_wait_for_an_answer_begins_when_the_host_has_been_heard() -> None:
    asking = Asking(5 * RATE, 10.0)
    assert asking.due is None
    asking.act(Spoken(7 * RATE))
    assert asking.due == 17 * RATE
    asking.act(Heard(8 * RATE, 8 * RATE, 8 * RATE, "yes", Verdict(Outcome.ASK, command="yes")))
    assert not asking.over
    asking.act(asking.time_up)
    assert (asking.over, asking.answer) == (True, False)


def test_a_microphone_that_goes_has_the_question_put_again() -> None:
    asking = Asking(0, 10.0)
    asking.act(Spoken(10))
    asking.act(Halted(20, "microphone"))
    asking.act(Restored(30))
    assert asking.awaits_silence
    asking.act(Finished(40, "interrupted"))
    assert (asking.over, asking.answer) == (True, None)
