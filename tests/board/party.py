"""A game of KIRDY with its board, moved by hand, and plain clients of its server."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping, Sequence
from typing import Any

from voicegame.assembly import new_table
from voicegame.board.board import Board
from voicegame.catalogue import GAMES
from voicegame.hearing.audio import to_samples
from voicegame.lexicon.verdicts import Outcome, Verdict
from voicegame.paths import CONFIG
from voicegame.speaking.phrases import Phrases
from voicegame.table.actions import Finished, Heard, Spoken
from voicegame.table.draws import Chance
from voicegame.table.host import Host
from voicegame.table.outputs import texts
from voicegame.table.text_loop import LineReader


class Party:
    """Ann begins on A, C. Nothing is judged: verdicts are given."""

    def __init__(self, players: Sequence[str] = ("Ann", "Bob"), draws: str = "ABACED", host: str = "127.0.0.1") -> None:
        kind = GAMES["kirdy"]
        settings = kind.load(None, {})
        table, started = new_table(kind, settings, players, None)
        phrases = Phrases(CONFIG / "phrases.en.yaml", "full", spoken=False)
        self.lines = LineReader()
        self.board = Board(
            table,
            self.lines,
            lambda happenings: texts(happenings, phrases, players),
            lambda letters, _used: ["each"] if letters == ("A", "C") else [],
            host=host,
            port=0,
        )
        self.host = Host(table, Chance(1, draws), [self.board], None, [self.board.look])
        self.host.begin(started)
        self.spoken(0)

    def __enter__(self) -> Party:
        return self

    def __exit__(self, *_: object) -> None:
        self.board.close()

    def spoken(self, at: float) -> None:
        self.host.act(Spoken(to_samples(at)))

    def hear(self, at: float, word: str = "", command: str = "", reason: str = "", seat: int | None = None) -> None:
        """A word or command that is good, or refused for a reason; then the host is heard to its end."""
        outcome = Outcome.REFUSE if reason else Outcome.ACCEPT
        verdict = Verdict(outcome, word or None, command or None, rule="K6" if reason else None, reason=reason)
        moment = to_samples(at)
        self.host.act(Heard(moment, moment, moment, word or command, verdict, seat))
        self.spoken(at)

    def finish(self, at: float) -> None:
        self.host.act(Finished(to_samples(at), "end of input"))

    @property
    def token(self) -> str:
        return self.board.address.partition("token=")[2]

    def ask(
        self, path: str, body: object = None, headers: Mapping[str, str] | None = None, method: str | None = None
    ) -> Answer:
        """One request; a body is sent as JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.board.port, timeout=10)
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        try:
            connection.request(method or ("GET" if data is None else "POST"), path, data, {**kind, **(headers or {})})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def state(self) -> dict[str, Any]:
        return json.loads(self.ask("/state").text)


class Answer:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()


class Stream:
    """A client of the event stream."""

    def __init__(self, port: int, last_id: str | None = None, headers: Mapping[str, str] | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        resume = {"Last-Event-ID": last_id} if last_id is not None else {}
        self._connection.request("GET", "/events", headers={**resume, **(headers or {})})
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.last_id = last_id

    def next(self) -> tuple[str, Any]:
        """The next message: its kind ("message" for an event of the game), and its data."""
        kind, data = "message", ""
        while True:
            line = self._response.readline().decode()
            assert line, "the stream has ended"
            field, _, value = line.rstrip("\n").partition(": ")
            if field == "id":
                self.last_id = value
            elif field == "event":
                kind = value
            elif field == "data":
                data = value
            elif not line.strip() and data:
                return kind, json.loads(data)

    def until(self, name: str) -> list[dict[str, Any]]:
        """The events of the game up to the next of this name."""
        told = []
        while not told or told[-1]["event"] != name:
            kind, data = self.next()
            if kind == "message":
                told.append(data)
        return told

    def view(self) -> dict[str, Any]:
        """The next whole view."""
        while True:
            kind, data = self.next()
            if kind == "view":
                return data["view"]

    def close(self) -> None:
        self._response.close()
        self._connection.close()
