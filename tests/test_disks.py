"""Folders that may not be written to, and disks that are full: a sentence, and the good part is kept."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.program import COMMAND
from voicegame.table.actions import Spoken
from voicegame.table.journal import Header, Journal, Keepsake, read

ROOT = Path(__file__).parent.parent


@pytest.fixture
def shut() -> Iterator[Path]:
    """A folder that the program may look into, and not change: ``journal`` in it can be read, ``secret`` can't."""
    folder = Path(tempfile.mkdtemp(prefix="voicegame-shut-"))
    Journal.create(folder / "journal", Header("kirdy", ("Ann", "Bob"), 1, "", {}, "en")).close()
    (folder / "secret").write_text("players: [Ann, Bob]\n")
    (folder / "journal").chmod(0o444)
    (folder / "secret").chmod(0)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def bound_by_rights(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program as somebody for whom a file's rights count, which they don't for an administrator."""
    bound = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    return subprocess.run(
        [*bound, *COMMAND, *(argument.replace("SHUT", str(folder)) for argument in arguments)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, check=False,
        env={**os.environ, "VOICEGAME_DATA": str(folder)},
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "kirdy", "--text", "--players", "Ann,Bob", "--journal", "SHUT/new"), "SHUT/new can't be written"),
        (("play", "kirdy", "--text", "--resume", "SHUT/journal"), "SHUT/journal"),
        (("replay", "SHUT/secret"), "SHUT/secret"),
        (("play", "kirdy", "--text", "--config", "SHUT/secret"), "SHUT/secret"),
        (("lexicon", "add", "blimpish", "--sounds", "B L IH1 M P IH0 SH"), "SHUT"),
        (("lexicon", "check", "SHUT"), "SHUT"),
        (("hear", "SHUT/secret", "--letters", "a,c"), "SHUT/secret"),
    ],
)
def test_what_may_not_be_read_or_written_is_one_sentence(arguments: tuple[str, ...], sentence: str, shut: Path) -> None:
    before = {path.name for path in shut.iterdir()}
    done = bound_by_rights(shut, *arguments)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert sentence.replace("SHUT", str(shut)) in done.stderr
    assert {path.name for path in shut.iterdir()} == before


LINES = [f"@{second} score" for second in range(1, 200)]

#: A disk of 20 kB that only these commands see; it grows before the second. Where no disk can be made, a limit for
#: files stands in for it.
_DISK = """
set -e
if mount -t tmpfs -o size=20k tmpfs {disk} 2>/dev/null; then grow="mount -o remount,size=1m {disk}"; limit=true
else grow=true; limit="ulimit -f 40"; fi
set +e
($limit; {play} --players Ann,Bob --journal {disk}/game < {lines} > {out}/1 2> {out}/told; echo $? > {out}/code)
cp {disk}/game {out}/full
$grow
{play} --resume {disk}/game < {lines} > {out}/2 2>&1; echo $? > {out}/code2
cp {disk}/game {out}/whole
"""


@pytest.mark.slow
def test_a_disk_that_fills_up_stops_the_game_and_with_more_room_it_goes_on(tmp_path: Path) -> None:
    out, disk, lines = tmp_path / "out", tmp_path / "disk", tmp_path / "lines"
    out.mkdir()
    disk.mkdir()
    lines.write_text("".join(f"{line}\n" for line in LINES))
    play = shlex.join([sys.executable, "-m", "voicegame.cli", "play", "kirdy", "--text", "--json"])
    script = _DISK.format(disk=disk, out=out, play=play, lines=lines)
    apart = ["unshare", "-m" if os.geteuid() == 0 else "-Urm"]
    works = shutil.which("unshare") and subprocess.run([*apart, "true"], capture_output=True, check=False)
    prefix = apart if works and works.returncode == 0 else []
    subprocess.run([*prefix, "sh", "-c", script], cwd=ROOT, check=True)
    told = (out / "told").read_text()
    assert (out / "code").read_text().strip() == "2", told
    assert "The journal can't be written any more" in told.splitlines()[-1]
    assert "Traceback" not in told
    kept = read(out / "full")
    assert len(kept.actions) > 50
    assert (out / "code2").read_text().strip() == "0", (out / "2").read_text()[-500:]
    whole = read(out / "whole")
    assert whole.actions[: len(kept.actions)] == kept.actions
    assert whole.fault == ""
    assert sum(1 for action in whole.actions if type(action).__name__ == "Heard") == len(LINES)


def test_a_journal_that_nobody_asked_for_stops_no_game() -> None:
    told: list[str] = []
    journal = Keepsake(open("/dev/full", "wb", buffering=0), told.append)  # noqa: SIM115 - the journal closes it
    journal.append(Spoken(1))
    journal.append(Spoken(2))
    journal.close()
    assert len(told) == 1
    assert "goes on without" in told[0]
