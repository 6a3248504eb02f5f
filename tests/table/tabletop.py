"""A table for tests: actions by seconds and plain words, events as short tuples. No lexicon, no clock, no sound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from voicegame.games.kirdy import Kirdy, KirdyRules
from voicegame.games.protocol import Event
from voicegame.hearing.audio import to_samples
from voicegame.lexicon.verdicts import Candidate, Outcome, Verdict
from voicegame.table.actions import Drawn, Finished, Heard, Spoken, Woken
from voicegame.table.core import Table
from voicegame.table.events import Happening, Notice
from voicegame.table.kirdy_talk import KirdyTalk

ANN, BOB, CEM = range(3)


class Tabletop:
    """Plays on a table; ``said`` holds the names of the events and the keys of the notices of the last step."""

    def __init__(
        self, players: Sequence[str] = ("Ann", "Bob", "Cem"), rules: KirdyRules | None = None, **more: float
    ) -> None:
        game = Kirdy()
        state, self.happened = game.start(players, rules or KirdyRules())
        self.table = Table(game, state, KirdyTalk(), **more)
        self.seated: list[tuple[str, ...]] = []

    def act(self, action: object) -> list[Happening]:
        self.happened = self.table.act(action)
        return self.happened

    def turn(self, letters: str = "AC", starter: str = "ABC", at: float = 0.0) -> None:
        """Bring the game to the first minute, whose glass is turned at a second."""
        self.draw(starter)
        self.draw(letters)
        self.spoken(at)

    def draw(self, tiles: str, at: float = 0.0) -> list[Happening]:
        return self.act(Drawn(to_samples(at), tuple(tiles)))

    def spoken(self, at: float) -> list[Happening]:
        return self.act(Spoken(to_samples(at)))

    def time_up(self) -> list[Happening]:
        return self.act(self.table.time_up)

    def finish(self, at: float, reason: str = "end of input") -> list[Happening]:
        return self.act(Finished(to_samples(at), reason))

    def wake(self, at: float) -> list[Happening]:
        return self.act(Woken(to_samples(at)))

    def hear(
        self, verdict: Verdict, at: float, judged: float | None = None, seat: int | None = None
    ) -> list[Happening]:
        begin = to_samples(at)
        end = begin + to_samples(0.5)
        t = end if judged is None else to_samples(judged)
        return self.act(Heard(t, begin, end, verdict.word or verdict.command or "", verdict, seat))

    def word(self, word: str, at: float, judged: float | None = None, seat: int | None = None) -> list[Happening]:
        return self.hear(Verdict(Outcome.ACCEPT, word=word), at, judged, seat)

    def bad(self, word: str, at: float, judged: float | None = None, rule: str = "K6") -> list[Happening]:
        return self.hear(Verdict(Outcome.REFUSE, word=word, rule=rule, reason=f"{word} is bad"), at, judged)

    def unsure(self, *words: str, at: float) -> list[Happening]:
        candidates = tuple(Candidate(word, -1.0, fits=True) for word in words)
        return self.hear(Verdict(Outcome.ASK, word=words[0], candidates=candidates), at)

    def command(self, command: str, at: float, seat: int | None = None) -> list[Happening]:
        return self.hear(Verdict(Outcome.ACCEPT, command=command), at, seat=seat)

    @property
    def said(self) -> list[str]:
        return [happening.key if isinstance(happening, Notice) else happening.name for happening in self.happened]

    def only(self, name: str) -> dict[str, object]:
        """The fields of the one event of that name in the last step."""
        (event,) = [event for event in self.happened if isinstance(event, Event) and event.name == name]
        return {field.name: getattr(event, field.name) for field in fields(event)}
