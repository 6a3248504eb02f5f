"""Who follows a game: a stream of JSON for programs, lines for a screen, and the host's voice."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TextIO

from voicegame.games.protocol import Event, named
from voicegame.hearing.audio import to_seconds
from voicegame.speaking.loudspeaker import Loudspeaker
from voicegame.speaking.phrases import Phrases
from voicegame.speaking.voice import Voice, VoiceFailed
from voicegame.table.events import Happening


def json_line(event: Event, t: int, players: Sequence[str]) -> str:
    """An event as one line of JSON: ``event``, ``t`` in seconds since the game began, then its fields."""
    fields = named(event, players)
    name = fields.pop("event")
    return json.dumps({"event": name, "t": round(to_seconds(t), 3), **fields}, ensure_ascii=False)


class JsonLines:
    """Prints each event as a line of JSON; notices are no events."""

    def __init__(self, file: TextIO, players: Sequence[str]) -> None:
        self._file = file
        self._players = players

    def __call__(self, happenings: Sequence[Happening], t: int) -> None:
        """Print what happened at once, so that a program on the other end can follow live."""
        for happening in happenings:
            if isinstance(happening, Event):
                print(json_line(happening, t, self._players), file=self._file)
        self._file.flush()


class Screen:
    """Prints what the host says."""

    def __init__(self, file: TextIO, phrases: Phrases, players: Sequence[str]) -> None:
        self._file = file
        self._phrases = phrases
        self._players = players

    def __call__(self, happenings: Sequence[Happening], t: int) -> None:  # noqa: ARG002 - a screen shows no times
        """Print one line a phrase."""
        for text in texts(happenings, self._phrases, self._players):
            print(text, file=self._file, flush=True)


class Announcer:
    """Says what the host says.

    clock: the present place on the sample clock, at which a phrase may begin.
    warn: takes one sentence if the voice fails; the game then goes on without it (S04).
    """

    def __init__(
        self,
        voice: Voice,
        loudspeaker: Loudspeaker,
        phrases: Phrases,
        players: Sequence[str],
        clock: Callable[[], int],
        warn: Callable[[str], None],
    ) -> None:
        self._voice: Voice | None = voice
        self._loudspeaker = loudspeaker
        self._phrases = phrases
        self._players = players
        self._clock = clock
        self._warn = warn

    def __call__(self, happenings: Sequence[Happening], t: int) -> None:  # noqa: ARG002 - it is said now, not then
        """Say the phrases one after the other; returns before they have been heard."""
        for text in texts(happenings, self._phrases, self._players):
            self._say(text)

    def _say(self, text: str) -> None:
        if self._voice is None:
            return
        try:
            self._loudspeaker.play(self._voice.synthesise(text), self._clock())
        except VoiceFailed as failure:
            self._voice = None
            self._warn(f"The voice has failed ({failure}), so from here on the host only writes.")


def texts(happenings: Sequence[Happening], phrases: Phrases, players: Sequence[str]) -> list[str]:
    """The phrases for what happened, in order; what has no words is left out."""
    said = (
        phrases.event(happening, players)
        if isinstance(happening, Event)
        else phrases.notice(happening.key, happening.fields, players)
        for happening in happenings
    )
    return [text for text in said if text]
