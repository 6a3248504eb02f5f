"""How well single words are heard and judged, on recordings: run with ``--manifest FILE``.

The manifest is a table of tab-separated columns ``path, text, speaker, dataset, licence``, paths relative to it, WAV
files of 16 kHz mono. For each clip whose text is one word of the lexicon, letters are drawn as an ordered subset of the
word (a fitting trial), and others that the word does not hold in order, but at least 50 words do (a non-fitting
trial). Clips without a text are talk: they are cut into utterances, and no claim must come of them.

Speakers are split: margins and the table of sounds are chosen on the tuning speakers only (:data:`TUNING`), and what
is reported as "held" comes from voices that had no part in it.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from voicegame.hearing.audio import RATE, Chunk
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.phoneme_ear import HeardPhonemes, PhonemeEar
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.evidence import Readings
from voicegame.lexicon.judge import Judge, Margins
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.sound_tree import SoundTree
from voicegame.lexicon.verdicts import Expectation, Outcome, Verdict
from voicegame.lexicon.word_rules import InOrder, in_order
from voicegame.paths import CONFIG, LEXICONS

#: Speakers that the table of sounds and the margins are chosen on.
TUNING = frozenset({"nist_mrt:M3", "art4apps_words:smart4kids_f", "freeswitch_callie:callie"})
#: Of the many speakers of this set, every second (by name) is for tuning.
ALTERNATING = "an4"
#: Sets that stop below 4 kHz, and sets of a few wake words, are reported apart.
APART = frozenset({"asterisk_en_us_extra_nb", "fsdd", "picovoice_wakewords", "mycroft_precise", "shawnhymel_keywords"})

ANY_TIME = ("pause", "repeat", "score", "quit")
CHOICE = ("stop", "carry_on", *ANY_TIME)
BAG = "AAAAAABBCCCDDDEEEEEEEEFFGGHHIIIIIIJKLLLLMMNNNNNOOOOOPPQRRRRRSSSSSTTTTTUUUVWWXYYZ"


@dataclass(frozen=True)
class Clip:
    path: Path
    text: str
    speaker: str
    dataset: str


@dataclass(frozen=True)
class Trial:
    clip: Clip
    letters: str
    fitting: bool


class Remembered:
    """Evidence whose tree searches are done once, since one clip is judged many times."""

    def __init__(self, heard: HeardPhonemes) -> None:
        self.text, self.empty, self.free = heard.text, heard.empty, heard.free
        self._heard = heard
        self._near: dict[int, Readings] = {}

    def nearest(self, sounds: SoundTree) -> Readings:
        if id(sounds) not in self._near:
            self._near[id(sounds)] = self._heard.nearest(sounds)
        return self._near[id(sounds)]


def read_manifest(path: Path) -> list[Clip]:
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Clip(path.parent / row["path"], row["text"], row["speaker"], row["dataset"]) for row in rows]


def is_tuning(clips: Sequence[Clip]) -> Callable[[Clip], bool]:
    some = sorted({clip.speaker for clip in clips if clip.dataset == ALTERNATING})[::2]
    speakers = TUNING | set(some)
    return lambda clip: clip.speaker in speakers


def draw_trials(clip: Clip, counts: Iterable[int], lexicon: Lexicon, dice: random.Random) -> list[Trial]:
    word = clip.text
    trials = []
    for count in counts:
        if len(word) >= count:
            places = sorted(dice.sample(range(len(word)), count))
            trials.append(Trial(clip, "".join(word[place] for place in places), True))
        for _ in range(200):
            letters = "".join(dice.sample(BAG, count)).lower()
            if not in_order(word, tuple(letters)) and len(lexicon.containing(letters)) >= 50:
                trials.append(Trial(clip, letters, False))
                break
    return trials


def interval(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate."""
    if not trials:
        return 0.0, 1.0
    z, rate = 1.96, hits / trials
    middle, half = rate + z * z / (2 * trials), z * np.sqrt((rate * (1 - rate) + z * z / (4 * trials)) / trials)
    return float((middle - half) / (1 + z * z / trials)), float((middle + half) / (1 + z * z / trials))


RATES = ("right_first", "right_by_second", "taken", "taken_other", "asked", "refused_wrongly", "ignored", "bent")


@dataclass(frozen=True)
class Bench:
    lexicon: Lexicon
    judge: Judge

    def expectation(self, letters: str) -> Expectation:
        return Expectation(InOrder(tuple(letters)), ANY_TIME)

    def outcome(self, trial: Trial, heard: Remembered) -> dict[str, bool]:
        verdict = self.judge.judge(heard, self.expectation(trial.letters))
        accepted = verdict.outcome is Outcome.ACCEPT
        if not trial.fitting:
            # A homophone that fits is no bending: the sound allows it.
            meant = self.meant(trial)
            return {"bent": accepted and verdict.word not in meant and verdict.command is None}
        meant = self.meant(trial)
        guesses = [candidate.text for candidate in verdict.candidates]
        return {
            "right_first": guesses[:1] != [] and guesses[0] in meant,
            "right_by_second": any(guess in meant for guess in guesses[:2]),
            "taken": accepted and verdict.word in meant,
            "taken_other": accepted and verdict.word not in meant,
            "asked": verdict.outcome is Outcome.ASK,
            "refused_wrongly": verdict.outcome is Outcome.REFUSE,
            "ignored": verdict.outcome is Outcome.IGNORE,
        }

    def meant(self, trial: Trial) -> set[str]:
        return {trial.clip.text, *self.lexicon.homophones(trial.clip.text)}


def rates(results: list[tuple[Trial, dict[str, bool]]], count: int) -> dict[str, object]:
    chosen = [(trial, found) for trial, found in results if len(trial.letters) == count]
    table: dict[str, object] = {
        "fitting": sum(trial.fitting for trial, _ in chosen),
        "non_fitting": sum(not trial.fitting for trial, _ in chosen),
    }
    for name in RATES:
        hits = [found[name] for _, found in chosen if name in found]
        low, high = interval(sum(hits), len(hits))
        table[name] = [round(sum(hits) / max(1, len(hits)), 4), round(low, 4), round(high, 4)]
    return table


def line(name: str, table: dict[str, object]) -> str:
    shown = " ".join(f"{100 * table[rate][0]:5.1f}" for rate in RATES)  # type: ignore[index]
    return f"{name:34.34} {table['fitting']:5} {table['non_fitting']:5}  {shown}"


def commands(bench: Bench, clips: list[tuple[Clip, Remembered]], book: CommandBook) -> dict[str, dict[str, int]]:
    """Clips whose text is a command's wording, where it is expected, and all others, where commands are expected."""
    table: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for clip, heard in clips:
        for names in (("yes", "no"), CHOICE):
            wanted = book.parse(clip.text, names)
            verdict = bench.judge.judge(heard, Expectation(commands=names))
            kind = "answers" if names[0] == "yes" else "choice"
            key = f"{kind}: {'commands' if wanted else 'others'}"
            table[key]["trials"] += 1
            right = verdict.command == wanted
            table[key][f"{verdict.outcome.value} {'right' if right else 'wrong'}"] += 1
    return {key: dict(row) for key, row in table.items()}


def talk(
    bench: Bench, ear: PhonemeEar, clips: list[Clip], counts: Iterable[int], dice: random.Random
) -> dict[str, float]:
    """False claims an hour of running speech, each clip's utterances judged with some random letters."""
    seconds, utterances, tally = 0.0, 0, defaultdict(float)
    for clip in clips:
        samples = np.concatenate([read_clip(clip.path), np.zeros(RATE, np.float32)])
        seconds += len(samples) / RATE - 1
        endpointer = Endpointer()
        chunks = [Chunk(samples[at : at + 512], at) for at in range(0, len(samples), 512)]
        found = [one for chunk in chunks for one in endpointer.feed(chunk)]
        for utterance in found + endpointer.flush():
            utterances += 1
            if utterance.talk:
                continue
            heard = Remembered(ear.listen(utterance.samples))
            for count in counts:
                verdicts: list[Verdict] = []
                for _ in range(4):
                    letters = "".join(dice.sample(BAG, count)).lower()
                    verdicts.append(bench.judge.judge(heard, bench.expectation(letters)))
                for outcome in Outcome:
                    share = sum(verdict.outcome is outcome for verdict in verdicts) / len(verdicts)
                    tally[f"{count} letters, {outcome.value}"] += share
            tally["choice, accept"] += (
                bench.judge.judge(heard, Expectation(commands=CHOICE)).outcome is Outcome.ACCEPT
            )
    hours = max(seconds, 1) / 3600
    return {"hours": hours, "utterances": utterances} | {name: round(n / hours, 1) for name, n in tally.items()}


#: What ``--choose`` tries.
GRID: dict[str, tuple[float, ...]] = {
    "softness": (1.0, 1.4, 2.0, 2.8),
    "not_fitting": (-1.0, 0.0, 1.0, 2.0),
    "spread": (0.3, 0.5, 0.7, 1.0),
    "rare": (0.2, 0.4, 0.7),
    "no_word": (8.0, 11.0, 14.0, 18.0),
    "accept": (0.4, 0.5, 0.6, 0.7, 0.8),
    "refuse": (0.6, 0.7, 0.8, 0.9, 0.95),
}


def choose(bench: Bench, trials: list[tuple[Trial, Remembered]]) -> None:
    """Coordinate descent over :data:`GRID`: least cost on the tuning speakers, weighing mistakes by what they annoy."""
    cost = {"bent": 10.0, "refused_wrongly": 4.0, "ignored": 4.0, "taken_other": 3.0, "asked": 1.0}

    def price(margins: Margins) -> float:
        bench.judge.margins = margins
        total = 0.0
        for trial, heard in trials:
            found = bench.outcome(trial, heard)
            total += sum(cost.get(name, 0.0) * hit for name, hit in found.items())
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
    parser.add_argument("--choose", action="store_true", help="choose margins on the tuning speakers first")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    counts = [int(count) for count in options.letters.split(",")]

    lexicon = Lexicon.load(LEXICONS / "en")
    book = CommandBook.load(CONFIG / "commands.en.yaml", lexicon)
    bench = Bench(lexicon, Judge(lexicon, book))
    ear = PhonemeEar()
    clips = read_manifest(options.manifest)
    tuning = is_tuning(clips)
    dice = random.Random(options.seed)

    heard: list[tuple[Clip, Remembered]] = []
    hearing_ms, judging_ms, seconds = [], [], 0.0
    for clip in [clip for clip in clips if clip.text][:: options.every]:
        if clip.text not in lexicon and not any(book.parse(clip.text, [name]) for name in book.names):
            continue
        samples = read_clip(clip.path)
        began = time.perf_counter()
        evidence = Remembered(ear.listen(samples))
        middle = time.perf_counter()
        bench.judge.judge(evidence, bench.expectation("ae"))
        judging_ms.append(1000 * (time.perf_counter() - middle))
        hearing_ms.append(1000 * (middle - began))
        seconds += len(samples) / RATE
        heard.append((clip, evidence))
    trials = [
        (trial, evidence)
        for clip, evidence in heard
        if clip.text in lexicon and lexicon.pronunciations(lexicon.row(clip.text) or 0)
        for trial in draw_trials(clip, counts, lexicon, dice)
    ]
    if options.choose:
        choose(bench, [(t, e) for t, e in trials if tuning(t.clip) and t.clip.dataset not in APART])

    results = [(trial, bench.outcome(trial, evidence)) for trial, evidence in trials]
    groups: dict[str, list[tuple[Trial, dict[str, bool]]]] = defaultdict(list)
    for trial, found in results:
        half = "tuning" if tuning(trial.clip) else "held"
        if trial.clip.dataset not in APART:
            groups[f"all {half}"].append((trial, found))
        groups[f"{half} {trial.clip.dataset}"].append((trial, found))
        if trial.clip.dataset == "nist_mrt":
            groups[f"{half} {trial.clip.speaker}"].append((trial, found))
    report = {
        "ear": "phonemes",
        "lexicon_words": len(lexicon),
        "margins": asdict(bench.judge.margins),
        "groups": {name: {str(n): rates(group, n) for n in counts} for name, group in sorted(groups.items())},
        "commands": {
            half: commands(bench, [(c, e) for c, e in heard if tuning(c) == (half == "tuning")], book)
            for half in ("tuning", "held")
        },
        "talk": talk(bench, ear, [clip for clip in clips if not clip.text], counts, dice),
        "latency_ms": {
            "hearing_median": round(float(np.median(hearing_ms)), 1),
            "hearing_p95": round(float(np.percentile(hearing_ms, 95)), 1),
            "judging_median": round(float(np.median(judging_ms)), 1),
            "judging_p95": round(float(np.percentile(judging_ms, 95)), 1),
        },
        "rtf": round(sum(hearing_ms + judging_ms) / 1000 / max(seconds, 1e-9), 3),
    }
    if options.json:
        print(json.dumps(report))
        return
    print(report["margins"])
    for name, count in itertools.product(sorted(groups), counts):
        if name == sorted(groups)[0] and count == counts[0]:
            heads = " ".join(re.sub("[a-z]+_", "_", rate)[:5].rjust(5) for rate in RATES)
            print(f"{'':34} {'fit':>5} {'not':>5}  {heads}")
        print(line(f"{count} letters, {name}", rates(groups[name], count)))
    for name in ("commands", "talk", "latency_ms", "rtf"):
        print(name, json.dumps(report[name], indent=1))


if __name__ == "__main__":
    main()
