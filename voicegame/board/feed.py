"""What clients are sent: every event in order, each with an id, and the latest of what is only shown.

The game's thread writes, the server's thread reads. Nothing here waits: an entry is appended, then the readers are
woken, and each reads on from where it was, at its own pace.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Shown:
    """The latest of one kind of thing to show. at: when it was made, in seconds of a clock that never goes back."""

    number: int
    data: str
    at: float


class Feed:
    """One game's stream. wake: called after each change, from whichever thread made it.

    Ids are "RUN-NUMBER", with another RUN each time the program starts, so that an id of an earlier run is never
    taken for one of this.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.run = secrets.token_hex(3)
        self.wake: Callable[[], None] = lambda: None
        self.closed = False
        self._clock = clock
        self._events: list[str] = []
        self._shown: dict[str, Shown] = {}

    @property
    def last_id(self) -> str:
        """The id of the last event; RUN-0 before the first."""
        return f"{self.run}-{len(self._events)}"

    def tell(self, lines: Sequence[str]) -> None:
        """Add events, each as one line of JSON."""
        self._events.extend(lines)
        self.wake()

    def show(self, kind: str, data: Any) -> None:
        """Replace what is shown of a kind; it has no id, and only the latest is sent."""
        before = self._shown.get(kind)
        number = 1 if before is None else before.number + 1
        self._shown[kind] = Shown(number, json.dumps(data, ensure_ascii=False, separators=(",", ":")), self._clock())
        self.wake()

    def close(self) -> None:
        """Nothing more will come."""
        self.closed = True
        self.wake()

    def position(self, last_id: str | None) -> int:
        """How many events a client has that saw ``last_id`` last; 0 for none, and for an id that isn't of this run."""
        run, _, number = (last_id or "").partition("-")
        if run != self.run or not number.isascii() or not number.isdigit() or len(number) > 12:
            return 0
        return min(int(number), len(self._events))

    def state(self) -> str:
        """The whole state as JSON: ``id`` of the last event, ``view``, and ``age``, how many seconds old it is."""
        last_id, view = self.last_id, self._shown.get("view")
        if view is None:
            return json.dumps({"id": last_id, "age": 0.0, "view": None})
        return f'{{"id":"{last_id}",{self._aged("view", view)}}}'

    def reader(self, last_id: str | None) -> Reader:
        """What a client still has to be sent."""
        return Reader(self, self.position(last_id))

    def _aged(self, kind: str, shown: Shown) -> str:
        return f'"age":{max(0.0, self._clock() - shown.at):.3f},"{kind}":{shown.data}'


class Reader:
    """One client's place in the feed."""

    def __init__(self, feed: Feed, at: int) -> None:
        self._feed = feed
        self._at = at
        self._seen: dict[str, int] = {}

    def fresh(self) -> str:
        """All that is new since the last call, as server-sent events; empty if nothing is."""
        feed, parts = self._feed, []
        until = len(feed._events)
        for number in range(self._at, until):
            parts.append(f"id: {feed.run}-{number + 1}\ndata: {feed._events[number]}\n\n")
        self._at = until
        for kind, shown in list(feed._shown.items()):
            if self._seen.get(kind) != shown.number:
                self._seen[kind] = shown.number
                parts.append(f"event: {kind}\ndata: {{{feed._aged(kind, shown)}}}\n\n")
        return "".join(parts)
