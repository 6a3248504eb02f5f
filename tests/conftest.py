"""Fixtures for all tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import hypothesis
import pytest

from tests.room import Room

# A busy machine is no fault, so nothing is timed. The examples are the same in each run, so that a test which fails for
# one person fails for all; 'pytest --hypothesis-profile=search' looks for others.
hypothesis.settings.register_profile("search", deadline=None)
hypothesis.settings.register_profile("same", deadline=None, derandomize=True)
hypothesis.settings.load_profile("same")

# Settings of whoever runs the tests don't count in them.
for _name in [name for name in os.environ if name.startswith("VOICEGAME_") and name != "VOICEGAME_WHISPER"]:
    del os.environ[_name]
# No test reads or changes the words that whoever runs it has added; programs that tests start inherit this.
os.environ["VOICEGAME_DATA"] = tempfile.mkdtemp(prefix="voicegame-tests-")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games in the room run in real time: those that are slow run apart from work that needs the processor."""
    for item in items:
        if item.path.name.startswith("test_room_"):
            item.add_marker("room")


@pytest.fixture(scope="session")
def room_server() -> Iterator[Room]:
    """One private sound server for the whole run."""
    with Room() as room:
        yield room


@pytest.fixture
def room(room_server: Room, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """The room, with this very process in it: PortAudio's default devices are the room's microphone and loudspeaker."""
    import sounddevice

    for name, value in room_server.changes.items():
        monkeypatch.setenv(name, value)
    sounddevice._terminate()
    sounddevice._initialize()  # the list of devices is made here
    yield room_server
    sounddevice._terminate()
    monkeypatch.undo()
    sounddevice._initialize()
