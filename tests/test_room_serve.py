"""The host that runs on, in a room of its own: called, answered, played with, stopped, and waiting again."""

from __future__ import annotations

import contextlib
import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.room import Room
from tests.room_program import PATIENCE, RoomProgram


class Host(RoomProgram):
    """The program in a room, and people who call it."""

    def __init__(self, room: Room, folder: Path, *arguments: str) -> None:
        self.data = folder / "data"
        self._question = ""
        super().__init__(room, folder, "serve", "--json", *arguments, env={"VOICEGAME_DATA": str(self.data)})

    @property
    def journal(self) -> Path:
        (journal,) = (self.data / "games").glob("*.jsonl")
        return journal

    def call(self, phrase: str) -> None:
        """Call until the host asks whether it was meant: nobody is heard who speaks as it begins to listen."""
        for _ in range(3):
            self.say(phrase)
            try:
                self._question = self.wait("listening", patience=15)["question"]
                assert self._question == "shall_we_play"
                return
            except TimeoutError:
                continue
        raise AssertionError("the host does not answer")

    def answer(self, text: str, expected: str) -> None:
        """Answer until the expected question comes next; "" is that the party is agreed. On a busy machine a word
        may be lost, and people say it again as well."""
        asked = self._question
        for _ in range(4):
            self.say(text)
            with contextlib.suppress(TimeoutError):
                event = self.wait("listening", "agreed", "waiting", patience=7)
                assert event["event"] != "waiting", f"{asked} was not answered"
                self._question = event.get("question", "")
                if self._question == expected:
                    return
                assert self._question == asked, (self._question, expected)
        raise AssertionError(f"{text!r} is not understood")

    def name(self, name: str, expected: str) -> None:
        """Give a name, and say yes when it is said back; else say who one is."""
        self.answer(name, "name_right")
        lines = (self._folder / "stderr").read_text().splitlines()
        assert [line for line in lines if not line.startswith("ALSA")][-1] == f"{name}. Is that right?"
        self.answer("yes", expected)

    def end_game(self) -> dict[str, Any]:
        """End the game by voice; gives the event that it has ended."""
        for _ in range(3):
            self.wait_for_silence()
            self.say("end the game")
            self.wait("heard")
            self.wait_for_silence()
            self.say("yes")
            with contextlib.suppress(TimeoutError):
                return self.wait("game_ended", patience=15)
        raise AssertionError("the game does not end")


@pytest.fixture
def hosts() -> Iterator[list[Host]]:
    started: list[Host] = []
    yield started
    for host in started:
        host.end()


@pytest.mark.timeout(400)
@pytest.mark.slow
def test_an_evening_without_a_keyboard(room_server: Room, tmp_path: Path, hosts: list[Host]) -> None:
    rules = tmp_path / "party.yaml"
    rules.write_text("host: brief\nseconds: 30\n")
    arguments = ("--seed", "1", "--kirdy", str(rules), "--buyword", str(rules.with_name("none.yaml")))
    rules.with_name("none.yaml").write_text("host: brief\n")
    hosts.append(host := Host(room_server, tmp_path, *arguments))
    host.wait("waiting")
    # Called, confirmed, the number, a name that is said back, and a player without one.
    host.call("let's play kirdy")
    host.answer("yes", "how_many")
    host.answer("two players", "your_name")
    host.name("Robert", "your_name")
    host.answer("player two", "")
    assert host.told[-1] == {**host.told[-1], "event": "agreed", "game": "kirdy", "players": ["Robert", "Player two"]}
    # A claim.
    window = host.wait("floor_opened")
    assert window["seat"] == "Robert"
    host.say("city")
    claimed = host.wait("word_accepted", "word_refused", "asked")
    if claimed["event"] == "asked":
        host.wait_for_silence()
        host.say("yes")
        claimed = host.wait("word_accepted", "word_refused")
    assert (claimed["event"], claimed["word"], claimed["stake"]) == ("word_accepted", "city", 30)
    # The game is ended by voice, and the host waits again.
    assert host.end_game()["reason"] == "quit"
    host.wait("waiting")
    assert json.loads((host.data / "players.json").read_text())["names"] == ["Robert"]
    # Who played is remembered; the game is stopped from outside, and kept.
    host.call("let's play kirdy")
    host.answer("yes", "same_again")
    host.answer("yes", "")
    host.wait("floor_opened")
    host.say("city")
    host.wait("heard")
    host.process.send_signal(signal.SIGTERM)
    assert host.wait("game_ended")["reason"] == "interrupted"
    assert host.process.wait(timeout=PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "stderr").read_text()
    # Another day it is offered.
    hosts.append(host := Host(room_server, tmp_path, *arguments))
    host.wait("waiting")
    host.call("let's play kirdy")
    host.answer("yes", "take_up")
    host.answer("yes", "")
    assert host.told[-1]["resumed"] is True
    host.wait("resumed")
    host.process.send_signal(signal.SIGTERM)
    assert host.process.wait(timeout=PATIENCE) == 0


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_s21_a_microphone_that_goes_while_the_host_waits_is_told_once(tmp_path: Path, hosts: list[Host]) -> None:
    with Room() as room:
        hosts.append(host := Host(room, tmp_path, "--game", "kirdy"))
        host.wait("waiting")
        room.stop_server()
        deadline = time.monotonic() + PATIENCE
        while "goes on by itself" not in (tmp_path / "stderr").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        room.start_server()
        while "The microphone is back." not in (tmp_path / "stderr").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        host.call("let's play kirdy")
        assert (tmp_path / "stderr").read_text().count("goes on by itself") == 1
        host.process.send_signal(signal.SIGTERM)
        assert host.process.wait(timeout=PATIENCE) == 0
