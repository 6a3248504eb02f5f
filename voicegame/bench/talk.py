"""False claims: what running speech, which claims nothing, is taken for."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from voicegame.bench.manifest import Clip
from voicegame.bench.measure import CHOICE, Bench, BenchEar, Remembered, wanted
from voicegame.bench.trials import BAG
from voicegame.hearing.audio import RATE, Chunk, Samples, Utterance
from voicegame.hearing.endpointing import FRAME, Endpointer, Patience, VoiceActivity, silero
from voicegame.hearing.listener import Listener
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.verdicts import Expectation, Outcome

#: Draws of letters that each clip is judged for, at each number of letters.
DRAWS = 4


def utterances(
    samples: Samples, patience: Patience | None = None, activity: VoiceActivity | None = None
) -> list[Utterance]:
    """The sound, cut as in a game. patience, activity: see :class:`~voicegame.hearing.endpointing.Endpointer`."""
    endpointer = Endpointer(activity=activity or silero(), patience=patience)
    padded = np.concatenate([samples, np.zeros(RATE, np.float32)])
    chunks = (Chunk(padded[at : at + FRAME], at) for at in range(0, len(padded), FRAME))
    return [*(one for chunk in chunks for one in endpointer.feed(chunk)), *endpointer.flush()]


class _Overheard:
    """A sound that is cut and judged for many expectations, and heard once. pieces: how many a whole silence makes."""

    def __init__(self, samples: Samples, bench: Bench, ear: BenchEar) -> None:
        self._samples, self._bench, self._ear = samples, bench, ear
        self._heard: dict[bytes, Remembered] = {}
        self._chances: list[float] = []
        self.pieces = len(utterances(samples, activity=self._noting(silero())))

    def _noting(self, detector: VoiceActivity) -> VoiceActivity:
        def activity(frame: Samples | None) -> float:
            chance = detector(frame)
            if frame is not None:
                self._chances.append(chance)
            return chance

        return activity

    def listen(self, samples: Samples) -> Remembered:
        """As the ear does."""
        key = samples.tobytes()
        if key not in self._heard:
            self._heard[key] = Remembered(self._ear.listen(samples))
        return self._heard[key]

    def outcomes(self, expectation: Expectation, *, hurried: bool) -> list[Outcome]:
        """What it is taken for. hurried: whether a clear verdict ends an utterance sooner, as in a game."""
        listener, known = Listener(self._bench.judge, self), iter(self._chances)
        whole = Endpointer.min_silence

        def patience(utterance: Utterance) -> float:
            return listener.patience(utterance, expectation) or whole

        def activity(frame: Samples | None) -> float:
            return 0.0 if frame is None else next(known)

        cut = utterances(self._samples, patience if hurried else None, activity)
        return [listener.verdict(one, expectation).outcome for one in cut if not one.talk]


def talk(
    bench: Bench, ear: BenchEar, clips: Iterable[Clip], counts: Sequence[int], seed: int, *, hurried: bool = True
) -> dict[str, Any]:
    """Verdicts an hour of talk: by number of letters accepted, asked about and refused; and commands accepted where the
    host asks to stop or carry on. hurried: see :class:`voicegame.hearing.listener.Listener`."""
    seconds, pieces = 0.0, 0
    tally: dict[str, float] = defaultdict(float)
    dice = random.Random(seed)
    for clip in clips:
        samples = read_clip(clip.path)
        seconds += len(samples) / RATE
        overheard = _Overheard(samples, bench, ear)
        pieces += overheard.pieces
        for count in counts:
            for _ in range(DRAWS):
                letters = "".join(dice.sample(BAG, count)).lower()
                for outcome in overheard.outcomes(wanted(letters), hurried=hurried):
                    tally[f"{count} {outcome.value}"] += 1 / DRAWS
        commands = overheard.outcomes(Expectation(commands=CHOICE), hurried=hurried)
        tally["command"] += commands.count(Outcome.ACCEPT)
    hours = seconds / 3600
    an_hour = {name: round(n / hours, 1) if hours else 0.0 for name, n in tally.items()}
    kinds = (Outcome.ACCEPT, Outcome.ASK, Outcome.REFUSE)
    return {
        "hours": round(hours, 4),
        "utterances": pieces,
        "per_hour": {
            str(count): {kind.value: an_hour.get(f"{count} {kind.value}", 0.0) for kind in kinds} for count in counts
        },
        "commands_per_hour": an_hour.get("command", 0.0),
    }
