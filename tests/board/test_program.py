"""The board from the command line."""

from __future__ import annotations

import json
import socket
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
import soundfile

from tests.board.party import Stream
from tests.board.screen import Program
from tests.program import complaint, named, run

GAME = ("play", "kirdy", "--text", "--players", "Ann,Bob,Cem", "--seed", 1, "--draws", "ABCACED")


def say(address: str, text: str, player: str | None = None) -> None:
    body = json.dumps({"text": text, "as": player}).encode()
    request = urllib.request.Request(f"{address}say", body, {"Content-Type": "application/json"})
    assert urllib.request.urlopen(request, timeout=10).status == 202


def test_a_line_from_the_page_plays_the_game(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    with Program("kirdy", "--draws", "ABCAC", "--journal", journal) as game:
        say(game.address, "march", "Ann")
        say(game.address, "nonsense of no use")
        say(game.address, "stop")
        say(game.address, "end the game")
        say(game.address, "yes", "Bob")
    told = named(run("replay", journal).stdout, "word_accepted", "banked", "game_ended")
    assert [event["event"] for event in told] == ["word_accepted", "banked", "game_ended"]
    assert told[-1]["reason"] == "quit"
    assert any("means nothing here" in line for line in game.told)


def test_a_resumed_game_shows_what_was_before(tmp_path: Path) -> None:
    journal = tmp_path / "game.jsonl"
    first = run(*GAME, "--journal", journal, lines=["@3 dog", "@5 march", "@6 carry on", "@8 marches"])
    assert first.returncode == 0, first.stderr
    with Program("kirdy", "--resume", journal, players=None) as game:
        stream = Stream(int(urlsplit(game.address).port or 0))
        view = stream.view()
        while not view["glass"]["running"]:
            view = stream.view()
        stream.close()
        assert view["kirdy"]["letters"] == ["A", "C", "E"]
        assert [word["word"] for word in view["words"]] == ["march"]
        assert [entry["text"] for entry in view["heard"]] == ["dog", "march", "carry on", "marches"]
        assert not view["over"]


def test_by_voice_from_a_file_the_board_is_there_too(tmp_path: Path) -> None:
    silence = tmp_path / "silence.wav"
    soundfile.write(silence, np.zeros(16_000 * 3, np.int16), 16_000)
    done = run("play", "kirdy", "--players", "Ann,Bob", "--audio-in", silence, "--board", "--port", 0, "--json")
    assert done.returncode == 0, done.stderr
    assert "The board is at http://127.0.0.1:" in done.stderr
    assert named(done.stdout, "game_ended")[0]["reason"] == "end of input"


def test_the_settings_can_ask_for_the_board(tmp_path: Path) -> None:
    party = tmp_path / "party.yaml"
    party.write_text("board: on\n")
    done = run(*GAME, "--config", party)
    assert done.returncode == 0
    assert "The board is at http://127.0.0.1:" in done.stderr


@pytest.mark.parametrize("host", ["203.0.113.9", "nonsense.invalid"])
def test_a_host_that_is_not_here_is_one_sentence(host: str) -> None:
    sentence = complaint(run(*GAME, "--host", host))
    assert host in sentence
    assert "--host" in sentence


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = complaint(run(*GAME, "--port", port))
    assert str(port) in sentence
