"""The players' names as they are now: more may come while the game goes on, and a seat never changes its owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from voicegame.table.core import Table


class Seating(Sequence[str]):
    """The names at a table, in clockwise order; always those of the moment."""

    def __init__(self, table: Table[Any, Any]) -> None:
        self._table = table

    @overload
    def __getitem__(self, seat: int) -> str: ...

    @overload
    def __getitem__(self, seat: slice) -> Sequence[str]: ...

    def __getitem__(self, seat: int | slice) -> str | Sequence[str]:
        players: tuple[str, ...] = self._table.state.players
        return players[seat]

    def __len__(self) -> int:
        return len(self._table.state.players)
