"""The commands ``voicegame models``, as a user gives them."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.fetching.wayward import FILES, NAME, Wayward, packed, served
from tests.program import complaint, run
from voicegame import model_folders
from voicegame.cli import voicegame
from voicegame.fetching import store as models
from voicegame.fetching.known import KnownModels

_GET = """
import sys
from voicegame.fetching import store
from voicegame.fetching.known import KnownModels
told = lambda done, total: print(done, flush=True)
store.get(KnownModels.model_validate_json(sys.argv[1]), sys.argv[2], lambda doing: told)
"""


def test_list_get_verify_remove(store: Path) -> None:
    listed = json.loads(run("models", "list", "--json").stdout)
    assert [row["name"] for row in listed] == list(KnownModels.load().models)
    assert {row["state"] for row in listed} == {"not_here"}
    with served(Wayward(packed(FILES))) as server:
        refused = complaint(run("models", "get", "en", env={"VOICEGAME_MODELS_URL": server.url}))
    assert f"{server.url}/{NAME}.zip holds" in refused
    assert "where the list says 41205931" in refused
    folder = store / NAME
    (folder / "am").mkdir(parents=True)
    (folder / "am" / "final.mdl").write_bytes(b"x")
    assert f"{NAME}: US English, small; 41.2 MB; Apache-2.0; put here by hand" in run("models", "list").stdout
    assert run("models", "verify").returncode == 0
    assert run("models", "remove", NAME).returncode == 0
    assert not folder.exists()
    assert "'voicegame models list'" in complaint(run("models", "remove", NAME))


def test_a_download_that_is_killed_is_gone_on_with(store: Path) -> None:
    with served(Wayward(packed(FILES), cuts=[20_000], stalls=threading.Event())) as server:
        assert server.stalls is not None
        known = server.known()
        command = [sys.executable, "-c", _GET, known.model_dump_json(), NAME]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as getting:
            assert getting.stdout is not None
            assert next(line for line in getting.stdout if line == "20000\n")
            getting.kill()
        server.stalls.set()
        models.get(known, NAME)
    assert server.asked == [(None, None), ("bytes=20000-", '"one"')]
    assert model_folders.find("en") == store / NAME


@pytest.mark.usefixtures("store")
def test_a_checksum_that_is_not_known_is_said_to_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(Wayward(packed(FILES))) as server:
        known = server.known(sha256=None)
    monkeypatch.setattr(KnownModels, "load", lambda: known)
    voicegame(["models", "list"], standalone_mode=False)
    assert capsys.readouterr().out.endswith("; not here; checksum not known, recorded at first download\n")
