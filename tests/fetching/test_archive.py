"""A hostile archive writes nothing outside, and nothing at all that is used."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fetching.wayward import FILES, NAME, Wayward, packed, served
from voicegame.errors import UserError
from voicegame.fetching import archive
from voicegame.fetching import store as models


def lying(claimed: int) -> bytes:
    """A file of a megabyte that says in the directory that it has ``claimed`` bytes."""
    data = bytearray(packed({"am/final.mdl": bytes(10**6)}))
    true = (10**6).to_bytes(4, "little")
    return bytes(data.replace(true, claimed.to_bytes(4, "little")))


def twice() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        opened.writestr(f"{NAME}/README", b"a")
        opened.writestr(f"{NAME}/readme", b"b")
    return buffer.getvalue()


def device() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        entry = zipfile.ZipInfo(f"{NAME}/null")
        entry.external_attr = (stat.S_IFCHR | 0o666) << 16
        opened.writestr(entry, b"")
    return buffer.getvalue()


def encrypted() -> bytes:
    data = bytearray(packed({"README": b"secret"}))
    local, central = data.index(b"PK\3\4"), data.index(b"PK\1\2")
    data[local + 6] |= 1
    data[central + 8] |= 1
    return bytes(data)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "zip slip": (lambda: packed({"../../evil": b"x"}), "doesn't belong into"),
    "zip slip within": (lambda: packed({"am/../../../evil": b"x"}), "doesn't belong into"),
    "absolute": (lambda: packed({"/tmp/evil": b"x"}, top=""), "doesn't belong into"),
    "another folder": (lambda: packed({"evil": b"x"}, top="vosk-model-small-fr-0.22"), "doesn't belong into"),
    "no folder": (lambda: packed({"evil": b"x"}, top=""), "doesn't belong into"),
    "backslashes": (lambda: packed({"..\\evil": b"x"}), "doesn't belong into"),
    "drive": (lambda: packed({"C:evil": b"x"}), "doesn't belong into"),
    "control character": (lambda: packed({"e\x1b[2Jvil": b"x"}), "doesn't belong into"),
    "symbolic link": (lambda: packed(FILES, links={"am/link": "/etc/passwd"}), "a link or a device"),
    "link, then a file through it": (
        lambda: packed({"out/evil": b"x"}, links={"out": "/tmp"}),
        "a link or a device",
    ),
    "device": (device, "a link or a device"),
    "bomb": (lambda: packed({"am/final.mdl": bytes(3 * 10**6)}), "unpacks to more than 2 MB"),
    "a bomb that lies": (lambda: lying(10), "is damaged"),
    "many files": (lambda: packed({f"f{n}": b"" for n in range(archive.MOST_FILES + 1)}), "more than 500"),
    "one name twice": (twice, "twice"),
    "encrypted": (encrypted, "encrypted"),
    "cut": (lambda: packed(FILES)[:-40], "is damaged"),
    "a changed byte": (lambda: (good := packed(FILES)).replace(good[60:90], bytes(30), 1), "is damaged"),
    "no archive": (lambda: b"<html>Not found</html>" * 50, "is damaged"),
    "empty": (lambda: packed({}), "holds no model"),
    "no model": (lambda: packed({"README": b"x"}), "holds no model"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_refused_and_leaves_nothing(name: str, store: Path, tmp_path: Path) -> None:
    build, said = HOSTILE[name]
    with served(Wayward(build())) as server, pytest.raises(UserError) as told:
        models.get(server.known(unpacked=2 * 10**6), NAME)
    assert said in str(told.value)
    assert "\x1b" not in str(told.value)
    assert list(store.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]
    assert list((tmp_path / "data").iterdir()) == [store]


def test_what_macos_adds_is_left_out(store: Path) -> None:
    buffer = io.BytesIO(packed(FILES))
    with zipfile.ZipFile(buffer, "a") as opened:
        opened.writestr(f"__MACOSX/{NAME}/._README", b"x")
    with served(Wayward(buffer.getvalue())) as server:
        models.get(server.known(), NAME)
    assert sorted(path.name for path in store.iterdir()) == [NAME]


@pytest.mark.usefixtures("store")
def test_files_are_never_made_programs() -> None:
    buffer = io.BytesIO(packed(FILES))
    with zipfile.ZipFile(buffer, "a") as opened:
        entry = zipfile.ZipInfo(f"{NAME}/run.sh")
        entry.external_attr = (stat.S_IFREG | 0o6777) << 16
        opened.writestr(entry, b"#!/bin/sh\n")
    with served(Wayward(buffer.getvalue())) as server:
        folder = models.get(server.known(), NAME)
    assert (folder / "run.sh").stat().st_mode & 0o7111 == 0
