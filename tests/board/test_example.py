from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.board.party import Party

WATCH = Path(__file__).parents[2] / "examples" / "watch.py"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_the_example_client_prints_every_event(host: str) -> None:
    with Party(host=host) as party:
        query = f"?token={party.token}" if party.token else ""
        address = f"http://127.0.0.1:{party.board.port}/{query}"
        client = subprocess.Popen([sys.executable, str(WATCH), address], stdout=subprocess.PIPE, text=True)
        assert client.stdout is not None
        assert json.loads(client.stdout.readline())["event"] == "game_started"  # it is there
        party.hear(3, "march")
        party.finish(4)
        party.board.close()
        rest = client.stdout.read()  # it ends with the game
    assert client.wait(30) == 0
    assert [json.loads(line)["event"] for line in rest.splitlines()] == [
        "starter_drawn", "letters_drawn", "floor_opened",
        "heard", "word_accepted", "floor_closed", "score", "game_ended",
    ]  # fmt: skip


def test_the_example_client_tells_a_wrong_token() -> None:
    with Party(host="0.0.0.0") as party:
        done = subprocess.run(
            [sys.executable, str(WATCH), f"http://127.0.0.1:{party.board.port}/?token=wrong"],
            capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert "lacks its token" in done.stderr
