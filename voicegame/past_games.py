"""The journals of past games, in a folder of the user's own, so that an unfinished one can be gone on with.

The last :data:`KEPT` of each game stay; of those before them, only what has not been played to its end.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from voicegame.errors import UserError
from voicegame.paths import user_data
from voicegame.table.journal import Header, Journal, Keepsake, is_played

#: So many of each game stay, whatever became of them.
KEPT = 10


@dataclass(frozen=True)
class Shelf:
    """A folder of journals, named by game and time; it need not exist yet."""

    folder: Path

    def journals(self, game: str) -> list[Path]:
        """Those of a game, the last played first."""
        found: list[tuple[int, str, Path]] = []
        with contextlib.suppress(OSError):
            for path in self.folder.glob(f"{game}-*.jsonl"):
                with contextlib.suppress(OSError):
                    found.append((path.stat().st_mtime_ns, path.name, path))
        return [path for *_, path in sorted(found, reverse=True)]

    def new(self, header: Header, complain: Callable[[str], None], is_over: Callable[[Path], bool]) -> Journal | None:
        """A journal for a game that begins; None where the folder takes none, which is told, and no reason to stop.

        is_over: whether a journal's game has been played to its end.
        """
        name = f"{header.game}-{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{os.getpid()}.jsonl"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            journal = Keepsake.begin(self.folder / name, header, complain)
        except (UserError, OSError) as fault:
            why = fault.strerror if isinstance(fault, OSError) else str(fault)
            complain(f"This game is not kept, since {self.folder} takes no journal ({why}): name a file by --journal.")
            return None
        for old in self.journals(header.game)[KEPT:]:
            if not is_played(old) and is_over(old):
                with contextlib.suppress(OSError):
                    old.unlink()
        return journal


def shelf() -> Shelf:
    """The user's own."""
    return Shelf(user_data() / "games")
