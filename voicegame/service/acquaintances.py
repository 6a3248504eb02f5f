"""Who has played here before, kept in the user's data folder."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from voicegame.errors import UserError
from voicegame.paths import user_data
from voicegame.settings import check_players

#: So many people are remembered, those who played last.
_MOST = 100


class Acquaintances:
    """A file of names and of who played each game last. Where it can't be read or written, nobody is remembered."""

    def __init__(self, path: Path, complain: Callable[[str], None]) -> None:
        """complain: is told of a file that is damaged; it is set aside, and nothing of it is lost."""
        self._path = path
        self.names: tuple[str, ...] = ()
        self._parties: dict[str, tuple[str, ...]] = {}
        with contextlib.suppress(OSError):
            try:
                data = json.loads(path.read_text(encoding="utf-8"))
                parties = {str(game): _names(names) for game, names in dict(data["parties"]).items()}
                self.names, self._parties = _names(data["names"]), parties
            except (ValueError, TypeError, AttributeError, KeyError, UserError):
                aside = path.with_suffix(".damaged")
                os.replace(path, aside)
                complain(f"{path} is damaged, so nobody who has played before is known; it is kept as {aside.name}.")

    def party(self, game: str) -> tuple[str, ...]:
        """Who played it last, in the order of their seats; () if that isn't known."""
        return self._parties.get(game, ())

    def played(self, game: str, players: Sequence[str], nameless: Sequence[str]) -> None:
        """Remember a party. nameless: what players are called who gave no name."""
        named = [name for name in players if name not in nameless]
        known = {name.casefold(): name for name in (*named, *self.names)}  # who played last comes first
        self.names = tuple(known.values())[:_MOST]
        self._parties[game] = tuple(players)
        data = {"names": self.names, "parties": self._parties}
        new = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            os.replace(new, self._path)


def _names(names: object) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise TypeError(f"{names!r} are no names")
    return check_players([str(name) for name in names])


def acquaintances(complain: Callable[[str], None]) -> Acquaintances:
    """The user's own."""
    return Acquaintances(user_data() / "players.json", complain)
