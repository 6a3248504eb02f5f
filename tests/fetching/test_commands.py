"""The commands ``voicegame models``, as a user gives them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.fetching.wayward import FILES, NAME, Wayward, packed, served
from tests.program import complaint, run
from voicegame.fetching.known import KnownModels


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
