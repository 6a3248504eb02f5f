"""Judging every clip of a manifest for drawn letters, with the whole lexicon in play."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from voicegame.bench.manifest import Clip
from voicegame.bench.rates import Result, by_letters
from voicegame.bench.trials import Trial, draw_trials
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import (
    CuedEvidence,
    DoubtingEvidence,
    ExpectantEvidence,
    PartlyForced,
    Readings,
    SecondOpinion,
    SpokenEvidence,
)
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import SoundTree
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.lexicon.word_rules import InOrder

ANY_TIME = ("pause", "repeat", "score", "quit")
CHOICE = ("stop", "carry_on", *ANY_TIME)
ANSWERS = ("yes", "no")


class BenchEar(Protocol):
    """What is measured. name: as it is called on the command line."""

    @property
    def name(self) -> str: ...

    def listen(self, samples: Samples) -> SpokenEvidence:
        """Evidence of one clip: 16 kHz mono, full scale 1."""


class Remembered:
    """Evidence whose searches are done once, since one clip is judged many times."""

    def __init__(self, heard: SpokenEvidence) -> None:
        self.text, self.empty, self.free = heard.text, heard.empty, heard.free
        self._heard = heard
        self._near: dict[int, Readings] = {}
        if isinstance(heard, SecondOpinion):
            self.opinions = heard.opinions
        if isinstance(heard, ExpectantEvidence):
            self.expecting = heard.expecting
        if isinstance(heard, PartlyForced):
            self.unforced = heard.unforced
        if isinstance(heard, DoubtingEvidence):
            self.doubts = heard.doubts
        self._begun: dict[tuple[str, ...], NDArray[np.float64]] = {}
        self._after: dict[tuple[tuple[str, ...], int], Readings] = {}

    def nearest(self, sounds: SoundTree) -> Readings:
        """As the evidence itself says; the tree must outlive this."""
        if id(sounds) not in self._near:
            self._near[id(sounds)] = self._heard.nearest(sounds)
        return self._near[id(sounds)]

    def begins_with(self, cues: tuple[str, ...]) -> NDArray[np.float64]:
        """As the evidence itself says; nothing begins with a cue for an ear that can't tell."""
        if not isinstance(self._heard, CuedEvidence):
            return np.full(len(cues), -np.inf)
        if cues not in self._begun:
            self._begun[cues] = self._heard.begins_with(cues)
        return self._begun[cues]

    def nearest_after(self, cues: tuple[str, ...], sounds: SoundTree) -> Readings:
        """As the evidence itself says."""
        assert isinstance(self._heard, CuedEvidence), "nothing began with a cue"
        if (cues, id(sounds)) not in self._after:
            self._after[cues, id(sounds)] = self._heard.nearest_after(cues, sounds)
        return self._after[cues, id(sounds)]


def wanted(letters: str) -> Expectation:
    """What is expected of a player who has these letters."""
    return Expectation(InOrder(tuple(letters)), ANY_TIME)


@dataclass(frozen=True)
class Bench:
    """A lexicon, and the judge that is measured on it."""

    lexicon: Lexicon
    judge: Judge

    def outcome(self, trial: Trial, heard: SpokenEvidence) -> dict[str, bool]:
        """What is true of one trial (:data:`voicegame.bench.rates.RATES`)."""
        verdict = self.judge.judge(heard, wanted(trial.letters))
        accepted = verdict.outcome is Outcome.ACCEPT
        as_command = accepted and verdict.command is not None
        if not trial.fitting:
            return {"bent": accepted and not as_command}
        meant = {trial.clip.text, *self.lexicon.homophones(trial.clip.text)}
        guesses = [candidate.text for candidate in verdict.candidates]
        return {
            "right_first": bool(guesses) and guesses[0] in meant,
            "right_by_second": any(guess in meant for guess in guesses[:2]),
            "taken": accepted and not as_command,
            "taken_right": accepted and verdict.word in meant,
            "asked": verdict.outcome is Outcome.ASK,
            "refused_wrongly": verdict.outcome is Outcome.REFUSE,
            "ignored": verdict.outcome is Outcome.IGNORE,
            "taken_for_command": as_command,
        }


@dataclass
class Measured:
    """All that was heard. latency_ms: from the end of each clip to its verdict, the ear's time and the judge's."""

    heard: list[tuple[Clip, Remembered]] = field(default_factory=list)
    trials: list[tuple[Trial, Remembered]] = field(default_factory=list)
    latency_ms: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rtf(self) -> float:
        """Seconds of hearing and judging for a second of sound."""
        return sum(self.latency_ms) / 1000 / self.seconds if self.seconds else 0.0


def listen(
    bench: Bench, ear: BenchEar, book: CommandBook, clips: Iterable[Clip], counts: Sequence[int], seed: int
) -> Measured:
    """Hear each clip whose text is a word of the lexicon, or a command; draw the trials of the words.

    Raises ``UserError`` for a clip that can't be read.
    """
    return listen_each(bench, [ear], book, clips, counts, seed)[0]


def listen_each(
    bench: Bench,
    ears: Sequence[BenchEar],
    book: CommandBook,
    clips: Iterable[Clip],
    counts: Sequence[int],
    seed: int,
) -> list[Measured]:
    """:func:`listen` for several ears, in their order: each clip is heard by one after the other, so that a machine
    that gets busier or hotter does so for all of them."""
    hiss = np.random.default_rng(0).normal(scale=0.01, size=RATE).astype(np.float32)
    for ear in ears:
        bench.judge.judge(ear.listen(hiss), wanted("ae"))  # what is made on first use is no part of a clip's time
    every = [Measured() for _ in ears]
    for clip in clips:
        trials = draw_trials(clip, counts, bench.lexicon, seed) if is_word(clip, bench.lexicon) else []
        if not trials and not is_command(clip, book):
            continue
        samples = read_clip(clip.path)
        for ear, found in zip(ears, every, strict=True):
            began = time.perf_counter()
            evidence = Remembered(ear.listen(samples))
            bench.judge.judge(evidence, wanted(trials[0].letters if trials else "ae"))
            found.latency_ms.append(1000 * (time.perf_counter() - began))
            found.seconds += len(samples) / RATE
            found.heard.append((clip, evidence))
            found.trials += [(trial, evidence) for trial in trials]
    return every


def is_word(clip: Clip, lexicon: Lexicon) -> bool:
    """Whether the clip is one word of the lexicon that may be said, and can be heard."""
    row = lexicon.row(clip.text)
    return row is not None and not lexicon.is_blocked(row) and bool(lexicon.pronunciations(row))


def is_command(clip: Clip, book: CommandBook) -> bool:
    """Whether the clip is a wording of a command."""
    return bool(clip.text) and any(book.parse(clip.text, (name,)) for name in book.names)


def commands(bench: Bench, clips: Iterable[tuple[Clip, Remembered]], book: CommandBook) -> dict[str, dict[str, Any]]:
    """Where the host has asked (yes or no), and where it asks to stop or carry on: what becomes of clips that word one
    of these commands, and of all other clips. "accept right" of the others never occurs: there is no right command."""
    table: dict[str, dict[str, Any]] = defaultdict(lambda: defaultdict(int))
    for clip, heard in clips:
        for kind, names in (("answers", ANSWERS), ("choice", CHOICE)):
            meant = book.parse(clip.text, names)
            verdict = bench.judge.judge(heard, Expectation(commands=names))
            row = table[f"{kind}, {'commands' if meant else 'other words'}"]
            row["clips"] += 1
            said = verdict.outcome.value
            if meant and verdict.outcome is not Outcome.IGNORE:
                said += " right" if verdict.command == meant else " wrong"
            row[said] += 1
    return {key: dict(row) for key, row in sorted(table.items())}


def report(bench: Bench, ear: BenchEar, book: CommandBook, found: Measured, counts: Sequence[int]) -> dict[str, Any]:
    """The figures, as ``--json`` prints them: rates between 0 and 1, times in milliseconds."""
    if not found.trials:
        raise UserError(
            "No clip of the manifest is one word of the lexicon that has so many letters: its column 'text' says what "
            "is said."
        )
    results: list[Result] = [(trial, bench.outcome(trial, evidence)) for trial, evidence in found.trials]
    return {
        "ear": ear.name,
        "lexicon_words": len(bench.lexicon),
        "lexicon": bench.lexicon.version,
        "clips": len(found.heard),
        "letters": by_letters(results, counts),
        "datasets": grouped(results, counts, lambda trial: trial.clip.dataset),
        "speakers": grouped(results, counts, lambda trial: trial.clip.speaker),
        "commands": commands(bench, found.heard, book),
        "latency_ms": {
            "median": round(float(np.median(found.latency_ms)), 1),
            "p95": round(float(np.percentile(found.latency_ms, 95)), 1),
        },
        "rtf": round(found.rtf, 4),
    }


def grouped(
    results: Sequence[Result], counts: Sequence[int], key: Callable[[Trial], str]
) -> dict[str, dict[str, dict[str, Any]]]:
    """:func:`~voicegame.bench.rates.by_letters` of each group of trials, sorted by its name."""
    groups: dict[str, list[Result]] = defaultdict(list)
    for trial, found in results:
        groups[key(trial)].append((trial, found))
    return {name: by_letters(group, counts) for name, group in sorted(groups.items())}
