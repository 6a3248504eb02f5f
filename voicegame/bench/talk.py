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
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.verdicts import Expectation, Outcome

#: Draws of letters that each utterance is judged for, at each number of letters.
DRAWS = 4


def utterances(samples: Samples) -> list[Utterance]:
    """The sound, cut as in a game."""
    endpointer = Endpointer()
    padded = np.concatenate([samples, np.zeros(RATE, np.float32)])
    chunks = (Chunk(padded[at : at + 512], at) for at in range(0, len(padded), 512))
    return [*(one for chunk in chunks for one in endpointer.feed(chunk)), *endpointer.flush()]


def talk(bench: Bench, ear: BenchEar, clips: Iterable[Clip], counts: Sequence[int], seed: int) -> dict[str, Any]:
    """Verdicts an hour of talk: by number of letters accepted, asked about and refused; and commands accepted where the
    host asks to stop or carry on."""
    seconds, pieces = 0.0, 0
    tally: dict[str, float] = defaultdict(float)
    dice = random.Random(seed)
    for clip in clips:
        samples = read_clip(clip.path)
        seconds += len(samples) / RATE
        for utterance in utterances(samples):
            pieces += 1
            if utterance.talk:
                continue
            heard = Remembered(ear.listen(utterance.samples))
            for count in counts:
                for _ in range(DRAWS):
                    letters = "".join(dice.sample(BAG, count)).lower()
                    tally[f"{count} {bench.judge.judge(heard, wanted(letters)).outcome.value}"] += 1 / DRAWS
            verdict = bench.judge.judge(heard, Expectation(commands=CHOICE))
            tally["command"] += verdict.outcome is Outcome.ACCEPT
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
