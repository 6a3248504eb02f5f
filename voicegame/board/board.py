"""The board of one game: follows it, serves its page, and puts what is typed there into the game's lines."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from voicegame.board import address
from voicegame.board.chronicle import Chronicle, Fitting
from voicegame.board.feed import Feed
from voicegame.board.guard import Guard
from voicegame.board.server import Server, bound
from voicegame.board.view import question_key, view
from voicegame.games.protocol import Event
from voicegame.table.core import Table
from voicegame.table.events import Happening, HeardSomething, Notice
from voicegame.table.outputs import json_line
from voicegame.table.seating import Seating
from voicegame.table.text_loop import LineReader

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8642

#: What the host says of something that happened, in order.
Sayings = Callable[[Sequence[Happening]], Sequence[str]]


def _asks_on(happening: Happening) -> bool:
    """Whether this says what is waited for next, rather than what became of something."""
    return isinstance(happening, Notice) and (happening.key.startswith("prompt_") or happening.key == "standing")


class Board:
    """A listener and a watcher of a :class:`voicegame.table.host.Host`. Nothing here waits for a client.

    lines: where what is typed on a page goes.
    sayings: the host's sentences, as on a screen.
    fitting: words that would have fitted, for the summary.
    host, port: where to listen; port None takes the usual one, or any that is free. Where others than this machine
    can reach the host, a token is part of the address.

    Raises ``UserError`` if it can't listen there.
    """

    def __init__(
        self,
        table: Table[Any, Any],
        lines: LineReader,
        sayings: Sayings,
        fitting: Fitting,
        *,
        host: str = LOOPBACK,
        port: int | None = None,
    ) -> None:
        self._players = Seating(table)
        self._target: int | None = getattr(table.state.rules, "target", None)
        self._lines = lines
        self._sayings = sayings
        self._fitting = fitting
        self._chronicle = Chronicle()
        self._key: object = None
        self._question = ""
        self._fresh: list[str] = []
        self.feed = Feed()
        listener = bound(host, port, DEFAULT_PORT)
        local = address.is_loopback(host)
        token = None if local else secrets.token_urlsafe(16)
        self.port = int(listener.getsockname()[1])
        path = "" if token is None else f"?token={token}"
        self.address = f"http://{address.reached_at(host)}:{self.port}/{path}"
        self.shared = token is not None
        guard = Guard(address.names_of(host), any_address=not local, token=token)
        qr = address.qr_as_svg(self.address.replace("/?", "/player?")) if self.shared else None
        self._server = Server(listener, self.feed, guard, self._players, self._say, self._buzz, qr)
        self._server.start()

    @property
    def invitation(self) -> str:
        """Where the board is, for the terminal; with a QR code where others can come."""
        told = f"The board is at {self.address}"
        if not self.shared:
            return told
        return f"{told}\n{address.qr_for_terminal(self.address)}\nWhoever has this address can watch and play."

    # In the game's thread ----------------------------------------------------------------------------------------

    def __call__(self, happenings: Sequence[Happening], t: int) -> None:
        """Take what happened (a ``Listener``)."""
        self.feed.tell([json_line(event, t, self._players) for event in happenings if isinstance(event, Event)])
        self.remember(happenings, t)

    def remember(self, happenings: Sequence[Happening], t: int) -> None:  # noqa: ARG002 - order is all that counts
        """Take what happened before the program was started again; it is no news for the feed."""
        said = [event for event in happenings if getattr(event, "key", "") != "grid"]  # it is drawn, not written
        sentences = self._sayings(said)
        self._fresh += sentences
        heard = [at for at, event in enumerate(said) if isinstance(event, HeardSomething)]
        became = self._sayings([event for event in said[heard[0] + 1 :] if not _asks_on(event)])[:1] if heard else []
        self._chronicle.take(happenings, sentences, became[0] if became else "")

    def look(self, table: Table[Any, Any]) -> None:
        """Show the table as it is now (a ``Watcher``)."""
        key = question_key(table)
        if self._fresh and key != self._key:
            asked = [sentence for sentence in self._fresh if sentence.endswith("?")]
            self._question = (asked or self._fresh)[-1]
        self._key, self._fresh = key, []
        shown = view(table, self._chronicle, self._question, self._target)
        shown["shared"] = self.shared
        start = getattr(table.state.rules, "money", 0)
        shown["summary"] = {**self._chronicle.summary(self._fitting), "start": start} if table.over else None
        self.feed.show("view", shown)

    def complain(self, sentence: str) -> None:
        """Show a sentence about a line that can't be used."""
        self.feed.show("notice", {"text": sentence})

    def close(self) -> None:
        """Send what is left, then stop serving."""
        self._server.close()

    # In the server's thread --------------------------------------------------------------------------------------

    def _say(self, text: str, name: str | None) -> None:
        self._lines.say(text if name is None else f"{name}: {text}")

    def _buzz(self, name: str) -> None:
        self._lines.say(f"{name}:")
        self.feed.show("buzz", {"seat": self._players.index(name)})
