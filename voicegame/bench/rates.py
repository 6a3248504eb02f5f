"""What trials came to: rates with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from voicegame.bench.trials import Trial

#: Of the fitting trials, then of the others. ``taken_right`` is the part of ``taken`` where the word was the right one.
FITTING = (
    "right_first", "right_by_second", "taken", "taken_right", "asked", "refused_wrongly", "ignored",
    "taken_for_command",
)  # fmt: skip
RATES = (*FITTING, "bent")

#: What is true of one trial; a name that is missing has nothing to do with it.
Found = Mapping[str, bool]
Result = tuple[Trial, Found]


def interval(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate (Wilson 1927); (0, 1) without a trial."""
    if not trials:
        return 0.0, 1.0
    z, rate = 1.959964, hits / trials
    middle = rate + z * z / (2 * trials)
    half = z * math.sqrt((rate * (1 - rate) + z * z / (4 * trials)) / trials)
    scale = 1 + z * z / trials
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def rates(results: Iterable[Result], count: int) -> dict[str, Any]:
    """The rates of the trials with so many letters: numbers of trials, each rate (None without a trial), and under
    "intervals" the lower and upper end of each."""
    chosen = [(trial, found) for trial, found in results if len(trial.letters) == count]
    table: dict[str, Any] = {
        "fitting": sum(trial.fitting for trial, _ in chosen),
        "non_fitting": sum(not trial.fitting for trial, _ in chosen),
    }
    intervals: dict[str, list[float]] = {}
    for name in RATES:
        hits = [found[name] for _, found in chosen if name in found]
        table[name] = round(sum(hits) / len(hits), 4) if hits else None
        intervals[name] = [round(end, 4) for end in interval(sum(hits), len(hits))]
    return {**table, "intervals": intervals}


def by_letters(results: Sequence[Result], counts: Sequence[int]) -> dict[str, dict[str, Any]]:
    """:func:`rates` for each number of letters, keyed "2", "3" ..."""
    return {str(count): rates(results, count) for count in counts}
