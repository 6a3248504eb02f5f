"""The figures of ``voicegame bench hearing``, split by speaker; and the choice of margins: ``--manifest FILE``.

Speakers are split: margins and the table of sounds are chosen on the tuning speakers only (:data:`TUNING`), and what
is reported as "held" comes from voices that had no part in it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from voicegame.bench import ears
from voicegame.bench.manifest import Clip, read_manifest
from voicegame.bench.measure import Bench, Remembered, commands, grouped, listen, report
from voicegame.bench.rates import Result
from voicegame.bench.run import parse_counts
from voicegame.bench.table import lines
from voicegame.bench.talk import talk
from voicegame.bench.trials import Trial
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge, Margins
from voicegame.lexicon.lexicon import Lexicon
from voicegame.paths import CONFIG, LEXICONS

#: Speakers that the table of sounds and the margins are chosen on.
TUNING = frozenset({"nist_mrt:M3", "art4apps_words:smart4kids_f", "freeswitch_callie:callie"})
#: Of the many speakers of this set, every second (by name) is for tuning.
ALTERNATING = "an4"
#: Sets that stop below 4 kHz, and sets of a few wake words, are reported apart.
APART = frozenset({"asterisk_en_us_extra_nb", "fsdd", "picovoice_wakewords", "mycroft_precise", "shawnhymel_keywords"})


def is_tuning(clips: Sequence[Clip]) -> Callable[[Clip], bool]:
    """Whether a clip's speaker is one of the tuning side."""
    some = sorted({clip.speaker for clip in clips if clip.dataset == ALTERNATING})[::2]
    speakers = TUNING | set(some)
    return lambda clip: clip.speaker in speakers


#: What ``--choose`` tries.
GRID: dict[str, tuple[float, ...]] = {
    "softness": (1.0, 1.4, 1.6, 2.0, 2.8),
    "not_fitting": (-1.0, 0.0, 1.0, 2.0),
    "spread": (0.3, 0.5, 0.7, 1.0),
    "rare": (0.2, 0.4, 0.7),
    "no_word": (8.0, 10.0, 12.0, 14.0, 18.0),
    "second": (0.0, 0.1, 0.2, 0.3),
    "accept": (0.4, 0.45, 0.5, 0.6, 0.7, 0.8),
    "refuse": (0.6, 0.7, 0.8, 0.9, 0.95),
}


def choose(bench: Bench, trials: list[tuple[Trial, Remembered]]) -> None:
    """Coordinate descent over :data:`GRID`: least cost on the tuning speakers, weighing mistakes by what they annoy."""
    cost = {"bent": 10.0, "refused_wrongly": 4.0, "ignored": 4.0, "asked": 1.0}

    def price(margins: Margins) -> float:
        bench.judge.margins = margins
        total = 0.0
        for trial, heard in trials:
            found = bench.outcome(trial, heard)
            total += sum(cost.get(name, 0.0) * hit for name, hit in found.items())
            total += 3.0 * (found.get("taken", False) and not found["taken_right"])
            total += 1.0 * (not found.get("right_first", True))
        return total / len(trials)

    best = bench.judge.margins
    least = price(best)
    for _ in range(2):
        for name, values in GRID.items():
            for value in values:
                tried = replace(best, **{name: value})
                found = price(tried)
                if found < least:
                    best, least = tried, found
            print(f"{name}: {getattr(best, name)} (cost {least:.4f})", flush=True)
    bench.judge.margins = best
    print(best)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--manifest", type=Path, required=True)
    parser.add_argument("--letters", default="2,3,4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="take every n-th clip only")
    parser.add_argument("--ear", default="phonemes", help="phonemes (as in a game), phonemes-alone, or another")
    parser.add_argument("--choose", action="store_true", help="choose margins on the tuning speakers first")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    counts = parse_counts(options.letters)

    lexicon = Lexicon.load(LEXICONS / "en")
    book = CommandBook.load(CONFIG / "commands.en.yaml", lexicon)
    bench = Bench(lexicon, Judge(lexicon, book))
    ear = ears.open_ear(options.ear, lexicon)
    clips = read_manifest(options.manifest)
    tuning = is_tuning(clips)
    found = listen(bench, ear, book, [clip for clip in clips if clip.text][:: options.every], counts, options.seed)
    if options.choose:
        choose(bench, [(t, e) for t, e in found.trials if tuning(t.clip) and t.clip.dataset not in APART])

    def side(clip: Clip) -> str:
        return "tuning" if tuning(clip) else "held"

    results: list[Result] = [(trial, bench.outcome(trial, evidence)) for trial, evidence in found.trials]
    wideband = [(trial, outcome) for trial, outcome in results if trial.clip.dataset not in APART]
    figures = report(bench, ear, book, found, counts)
    figures["margins"] = asdict(bench.judge.margins)
    figures["datasets"] = grouped(wideband, counts, lambda trial: f"all {side(trial.clip)}") | grouped(
        results, counts, lambda trial: f"{side(trial.clip)} {trial.clip.dataset}"
    )
    figures["commands"] = {
        f"{half}, {name}": row
        for half in ("tuning", "held")
        for name, row in commands(bench, [(c, e) for c, e in found.heard if side(c) == half], book).items()
    }
    figures["talk"] = talk(bench, ear, [clip for clip in clips if not clip.text], counts, options.seed)
    if options.json:
        print(json.dumps(figures))
        return
    print(figures["margins"])
    for line in lines(figures):
        print(line)


if __name__ == "__main__":
    main()
