from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's models, with nothing in it."""
    monkeypatch.setenv("VOICEGAME_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("VOICEGAME_MODELS_URL", raising=False)
    for proxy in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(proxy, raising=False)
    return tmp_path / "data" / "models"
