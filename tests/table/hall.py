"""A whole table by sound, with known truth: real endpointing, referee and loop; a judge that takes any sound.

The host's voice is a tone of known length, so that where a window opens and closes is known to the sample.
"""

from __future__ import annotations

import itertools
import string
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from voicegame.games.kirdy import Kirdy, KirdyRules
from voicegame.games.protocol import Event
from voicegame.hearing.audio import RATE, Chunk, Samples, Utterance
from voicegame.hearing.endpointing import Endpointer
from voicegame.lexicon.evidence import TypedEvidence
from voicegame.lexicon.verdicts import Candidate, Expectation, Outcome, Verdict
from voicegame.paths import CONFIG
from voicegame.speaking.loudspeaker import VirtualSpeaker
from voicegame.speaking.phrases import Phrases
from voicegame.speaking.voice import Pcm
from voicegame.table.actions import Action
from voicegame.table.core import Table
from voicegame.table.draws import Chance
from voicegame.table.events import Happening
from voicegame.table.host import Host
from voicegame.table.kirdy_talk import KirdyTalk
from voicegame.table.outputs import Announcer
from voicegame.table.sound_loop import SoundLoop
from voicegame.table.text_loop import LineReader

PLAYERS = ("Ann", "Bob", "Cem")
#: A short game: Ann begins on A, C, has two seconds, and the others one each.
RULES = KirdyRules(seconds=2.0, window_seconds=1.0)


class Blocks:
    """Sound as a source of blocks; ``holes`` are pairs of seconds that the sound card loses."""

    silent = False

    def __init__(self, sound: Samples, size: int = 512, holes: Sequence[tuple[float, float]] = ()) -> None:
        self._sound, self._size = sound, size
        self._holes = [(round(begin * RATE), round(end * RATE)) for begin, end in holes]

    def __iter__(self) -> Iterator[Chunk]:
        at = lost = 0
        while at < len(self._sound):
            hole = next((end for begin, end in self._holes if begin <= at < end), None)
            if hole is not None:
                lost, at = hole - at, hole
                continue
            ends = [begin for begin, _ in self._holes if begin > at]
            size = min([self._size, *[end - at for end in ends]])
            yield Chunk(self._sound[at : at + size], at, lost)
            at, lost = at + size, 0

    def close(self) -> None:
        pass


class Tone:
    """A voice that says anything in a fifth of a second."""

    def synthesise(self, _text: str) -> Pcm:
        times = np.arange(RATE // 5) / RATE
        return Pcm((0.3 * np.sin(2 * np.pi * 300 * times)).astype(np.float32), RATE)

    def close(self) -> None:
        pass


class AnyEar:
    """Hears something in every sound."""

    def __init__(self) -> None:
        self.heard: list[Samples] = []

    def listen(self, samples: Samples) -> Any:
        self.heard.append(samples)
        return TypedEvidence("something")


@dataclass
class Says:
    """A judge that answers from a list; after it, a fitting word that nobody has said yet.

    A typed line is taken for a command if it is one that may be said now.
    """

    answers: list[Verdict] = field(default_factory=list)
    expected: list[Expectation] = field(default_factory=list)
    letters: tuple[str, ...] = ("A", "C")

    def __post_init__(self) -> None:
        pairs = itertools.product(string.ascii_lowercase, repeat=2)
        self._words = ("".join(self.letters).lower() + "".join(pair) for pair in pairs)

    def judge(self, evidence: Any, expectation: Expectation) -> Verdict:
        self.expected.append(expectation)
        if evidence.text != "something":
            command = evidence.text.replace(" ", "_")
            known = command in expectation.commands
            return Verdict(Outcome.ACCEPT, command=command) if known else Verdict(Outcome.ACCEPT, word=evidence.text)
        if self.answers:
            return self.answers.pop(0)
        if expectation.words is None:
            return Verdict(Outcome.IGNORE)
        word = next(self._words)
        return Verdict(Outcome.ACCEPT, word=word, candidates=(Candidate(word, 0.0, fits=True),))


@dataclass
class Hall:
    """One game from a sound. ``told``: (seconds, what was told); ``actions``: what the journal would hold."""

    sound: Samples
    size: int = 512
    rules: KirdyRules = RULES
    source: Any = None
    judge: Any = field(default_factory=Says)
    ear: Any = None
    holes: Sequence[tuple[float, float]] = ()
    lines: list[str] = field(default_factory=list)
    tail_seconds: float = 0.3
    voice: Any = None
    draws: str = "ABCACACACACAC"
    speaker: Any = None
    pause_after_silence: float | None = None

    def __post_init__(self) -> None:
        self.actions: list[Action] = []
        self.told: list[tuple[float, Happening]] = []
        self.complaints: list[str] = []
        self.glance: Callable[[float], None] = time.sleep
        self.keep: Callable[[Utterance], None] | None = None

    def play(self) -> Hall:
        game = Kirdy()
        state, started = game.start(PLAYERS, self.rules)
        self.table = Table(game, state, KirdyTalk(), pause_after_silence=self.pause_after_silence)
        self.speaker = self.speaker or VirtualSpeaker(self.tail_seconds)
        source = self.source = self.source or Blocks(self.sound, self.size, self.holes)
        reader = LineReader(self.lines) if self.lines else None
        self.ear = self.ear or AnyEar()
        self.loop = SoundLoop(
            self.judge, self.ear, source, Endpointer(), self.speaker, PLAYERS, reader, self.complaints.append,
            glance=self.glance,
            keep=self.keep,
        )  # fmt: skip
        phrases = Phrases(CONFIG / "phrases.en.yaml", "full", spoken=True)
        announcer = Announcer(
            self.voice or Tone(), self.speaker, phrases, PLAYERS, lambda: self.loop.now, self.complaints.append
        )
        act = self.table.act
        self.table.act = lambda action: self.actions.append(action) or act(action)  # type: ignore[method-assign]
        host = Host(self.table, Chance(1, self.draws), [announcer, self._note])
        self.loop.run(host, lambda: host.begin(started))
        return self

    def _note(self, happenings: Sequence[Happening], t: int) -> None:
        self.told += [(t / RATE, happening) for happening in happenings]

    def events(self, *names: str) -> list[dict[str, Any]]:
        """The events of these names: their fields, and ``t`` in seconds."""
        return [
            {"t": t, "event": event.name, **{one.name: getattr(event, one.name) for one in fields(event)}}
            for t, event in self.told
            if isinstance(event, Event) and event.name in names
        ]

    def names(self) -> list[str]:
        return [getattr(happening, "name", "") or happening.key for _, happening in self.told]

    @property
    def opens(self) -> float:
        """The second at which the first glass is turned."""
        return self.events("floor_opened")[0]["t"]
