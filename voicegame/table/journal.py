"""The journal: every action of a game, one JSON object a line, written and flushed before its effect is announced.

The first line is the header: format, game, players, seed, fixed draws and rolls, house rules, the lexicon's version. A
journal is read up to its last whole line; what follows a cut is told and left out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from io import FileIO
from pathlib import Path
from typing import Any, TypeVar

from voicegame.errors import UserError
from voicegame.table import actions
from voicegame.table.actions import Action

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

Written = TypeVar("Written", bound="Journal")

#: Raised when a newer program changes what a line means.
FORMAT = 1


@dataclass(frozen=True)
class Header:
    """What a game was started with; with the actions it is the whole game."""

    game: str
    players: tuple[str, ...]
    seed: int
    draws: str
    rules: dict[str, Any]
    lexicon: str
    rolls: tuple[str, ...] = ()


class Journal:
    """Writes a journal. Every line reaches the disk before :meth:`append` returns."""

    def __init__(self, file: FileIO) -> None:
        """Take an unbuffered file: what a full disk refuses must not wait in memory and fail once more on closing."""
        self._file = file

    @classmethod
    def create(cls: type[Written], path: Path, header: Header) -> Written:
        """Start a new journal. Raises ``UserError`` if the file exists already or can't be written."""
        try:
            journal = cls(path.open("xb", buffering=0))
        except FileExistsError:
            raise UserError(
                f"{path} exists already and would be overwritten: name another journal, or go on with it by --resume."
            ) from None
        except OSError as error:
            raise UserError(f"{path} can't be written ({error.strerror}): name another journal.") from None
        _lock(journal._file)
        try:
            journal._write({"voicegame": FORMAT, **asdict(header)})
        except UserError:
            journal.close()
            path.unlink()  # nothing is in it
            raise
        return journal

    @classmethod
    def resume(cls: type[Written], path: Path, whole_bytes: int) -> Written:
        """Go on with a journal, behind its last whole line; a cut line behind that is taken away.

        Raises ``UserError`` if it can't be written, or another program plays that game now.
        """
        try:
            file = path.open("r+b", buffering=0)
            if not _lock(file):
                file.close()
                raise UserError(f"{path} is being played by another voicegame: end that one first.")
            file.truncate(whole_bytes)
            file.seek(0, os.SEEK_END)
        except OSError as error:
            raise UserError(f"{path} can't be written ({error.strerror}): copy it to a place that can be.") from None
        return cls(file)

    def append(self, action: Action) -> None:
        """Write one action. Raises ``UserError`` if the disk takes it no more."""
        self._write(actions.to_json(action))

    def close(self) -> None:
        """Close the file; what was appended is on the disk already."""
        self._file.close()

    def _write(self, record: dict[str, Any]) -> None:
        line = memoryview((json.dumps(record, ensure_ascii=False) + "\n").encode())
        try:
            while line:
                line = line[self._file.write(line) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise UserError(
                f"The journal can't be written any more ({error.strerror}): make room, then go on with --resume."
            ) from None


class Keepsake(Journal):
    """A journal that nobody asked for: where it can't be written any more, that is told, and the game goes on."""

    def __init__(self, file: FileIO, complain: Callable[[str], None] = lambda _: None) -> None:
        super().__init__(file)
        self._complain = complain
        self._failed = False

    @classmethod
    def begin(cls, path: Path, header: Header, complain: Callable[[str], None]) -> Keepsake:
        """Start a new one. Raises ``UserError`` as :meth:`Journal.create`."""
        journal = cls.create(path, header)
        journal._complain = complain
        return journal

    def append(self, action: Action) -> None:
        """Write one action, as long as the disk takes them."""
        if self._failed:
            return
        try:
            super().append(action)
        except UserError:
            self._failed = True
            self._complain("The game is not kept any further: its journal can't be written. It goes on without.")


def _lock(file: FileIO) -> bool:
    """Mark a journal as being played, until the file is closed or the program ends; False if it is already."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


def is_played(path: Path) -> bool:
    """Whether a program plays the game of this journal now."""
    try:
        with path.open("rb", buffering=0) as file:
            return not _lock(file)
    except OSError:
        return False


@dataclass(frozen=True)
class Story:
    """A journal that was read.

    whole_bytes: how much of the file is whole lines.
    fault: one sentence if something behind them was left out, else "".
    """

    header: Header
    actions: tuple[Action, ...]
    whole_bytes: int
    fault: str


def read(path: Path) -> Story:
    """Read a journal up to its last whole line.

    Raises ``UserError`` if there is no such file, it isn't a journal, or it was written in a newer format.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} can't be read ({error.strerror}): name a journal that play --journal wrote.") from None
    lines = list(_lines(data))
    header, size = _header(path, lines)
    taken: list[Action] = []
    for number, (line, whole) in enumerate(lines[1:], start=2):
        kept = f"{path} is kept up to line {number - 1}"
        if not whole:
            return Story(header, tuple(taken), size, f"{kept}: line {number} is cut in the middle.")
        try:
            taken.append(actions.from_json(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return Story(header, tuple(taken), size, f"{kept}: line {number} is not an action of a game.")
        size += len(line) + 1
    return Story(header, tuple(taken), size, "")


def _lines(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """The lines without their ends, and whether the end was there."""
    *whole, last = data.split(b"\n")
    yield from ((line, True) for line in whole)
    if last:
        yield last, False


def _header(path: Path, lines: list[tuple[bytes, bool]]) -> tuple[Header, int]:
    sorry = f"{path} is not a journal of a game: name a file that play --journal wrote."
    if not lines or not lines[0][1]:
        raise UserError(sorry)
    try:
        record = json.loads(lines[0][0])
        if not isinstance(record["voicegame"], int):
            raise UserError(sorry)
        if record["voicegame"] > FORMAT:
            raise UserError(
                f"{path} was written by a newer voicegame (format {record['voicegame']}): update this one to read it."
            )
        header = Header(
            game=str(record["game"]),
            players=tuple(str(name) for name in record["players"]),
            seed=int(record["seed"]),
            draws=str(record["draws"]),
            rules=dict(record["rules"]),
            lexicon=str(record["lexicon"]),
            rolls=tuple(str(face) for face in record.get("rolls", ())),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UserError(sorry) from None
    return header, len(lines[0][0]) + 1
