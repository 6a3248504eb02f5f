"""What noises are taken for: alone, under words and beside them, and two people who speak at once.

    python -m tests.benchmarks.found_sounds DIR                                  # recorded noises, once
    python -m tests.benchmarks.noises --sounds DIR [--manifest FILE.tsv] [--every N] [--kinds N] [--json]

Every scene is a quiet room (pink noise at -65 dB) with sounds in it, cut by the endpointer, heard and judged as in a
game, with the whole lexicon in play. Noises alone: four draws of letters at each number of letters, each of which at
least 50 words fit; a false claim is an utterance that is accepted for a draw. Words of the manifest: the letters of
``voicegame bench hearing`` (fitting and non-fitting trials); the first utterance of a scene that is accepted decides.

Noises are split in halves by a checksum of their names: what is chosen is chosen on "tuning", and "held" is the proof.
"""

from __future__ import annotations

import argparse
import json
import random
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.found_sounds import FoundSound, found_sounds, spoken_by
from tests.benchmarks.hearing_figures import APART
from tests.noises import NON_WORDS
from tests.sounds import noise, spoken
from voicegame.bench import ears
from voicegame.bench.manifest import Clip, read_manifest
from voicegame.bench.measure import Bench, BenchEar, Remembered, is_word, wanted
from voicegame.bench.rates import interval
from voicegame.bench.talk import utterances
from voicegame.bench.trials import BAG, FEWEST_FITTING, Trial, draw_trials
from voicegame.hearing.audio import RATE, Samples
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Outcome
from voicegame.paths import CONFIG, LEXICONS

#: Loudness of noises alone: their loudest 50 ms, in dB below full scale.
LOUDNESS = (-10.0, -25.0, -40.0)
#: How far a word lies above the noise under it, in dB (root mean squares of where each sounds).
OVER_NOISE = (20.0, 10.0, 5.0)
#: Seconds between a noise and the word beside it.
GAPS = (0.1, 0.6)
#: How much fainter the second of two speakers is, in dB.
FAINTER = (0.0, 6.0, 12.0)
COUNTS = (2, 3, 4)
DRAWS = 4
_LEVEL = -25.0  # of a word


def half(name: str) -> str:
    """Which side a noise is on."""
    return "tuning" if zlib.crc32(name.encode()) % 2 else "held"


def _power(samples: Samples) -> np.ndarray[Any, np.dtype[np.float64]]:
    hop = RATE // 20
    padded = np.pad(samples.astype(np.float64), (0, -len(samples) % hop))
    frames: np.ndarray[Any, np.dtype[np.float64]] = np.square(padded).reshape(-1, hop).mean(axis=1)
    return frames


def at_level(samples: Samples, db: float) -> Samples:
    """The loudest 50 ms at so many dB."""
    return (samples * np.sqrt(10 ** (db / 10) / max(1e-12, float(_power(samples).max())))).astype(np.float32)


def sounding_level(samples: Samples) -> float:
    """dB of the root mean square of all 50 ms that lie within 25 dB of the loudest."""
    power = _power(samples)
    return float(10 * np.log10(max(1e-12, power[power >= power.max() / 316].mean())))


def at_sounding_level(samples: Samples, db: float) -> Samples:
    """The sound made as loud as :func:`sounding_level` says."""
    return (samples * np.float32(10 ** ((db - sounding_level(samples)) / 20))).astype(np.float32)


def room(*placed: tuple[float, Samples], seed: int = 1) -> Samples:
    """Sounds at their seconds in a quiet room that begins before them and goes on after them."""
    total = noise(round((max(at + len(sound) / RATE for at, sound in placed) + 0.8) * RATE), seed=seed)
    for at, sound in placed:
        place = round(at * RATE)
        total[place : place + len(sound)] += sound
    return np.clip(total, -1, 1).astype(np.float32)


@dataclass(frozen=True)
class Heard:
    """One utterance of a scene. at: seconds where its sound begins and ends."""

    at: tuple[float, float]
    evidence: Remembered


def hear(ear: BenchEar, scene: Samples) -> list[Heard]:
    """What a scene is cut into; long talk, which is never judged, left out."""
    return [
        Heard((each.begin / RATE, each.end / RATE), Remembered(ear.listen(each.samples)))
        for each in utterances(scene)
        if not each.talk
    ]


def draws(lexicon: Lexicon, seed: str) -> dict[int, list[str]]:
    """Letters that many words fit."""
    dice = random.Random(seed)
    found: dict[int, list[str]] = {count: [] for count in COUNTS}
    for count, some in found.items():
        while len(some) < DRAWS:
            letters = "".join(dice.sample(BAG, count)).lower()
            if len(lexicon.containing(letters)) >= FEWEST_FITTING:
                some.append(letters)
    return found


# Noises alone -----------------------------------------------------------------------------------------------------


def alone(bench: Bench, ear: BenchEar, sounds: Iterable[FoundSound], levels: Sequence[float]) -> dict[str, Any]:
    """For each kind, side, level and number of letters: scenes, utterances, and what share of the draws of a scene were
    accepted, asked about or refused aloud. "worst": what was accepted, as (noise, letters, word)."""
    tally: dict[str, dict[str, Any]] = {}
    for sound in sounds:
        for level in levels:
            heard = hear(ear, room((0.8, at_level(sound.samples, level))))
            row = tally.setdefault(
                f"{sound.kind}, {half(sound.name)}, {level:g} dB",
                {"scenes": 0, "seconds": 0.0, "utterances": 0, "letters": {n: defaultdict(int) for n in COUNTS},
                 "worst": []},
            )  # fmt: skip
            row["scenes"] += 1
            row["seconds"] += len(sound.samples) / RATE
            row["utterances"] += len(heard)
            for count, some in draws(bench.lexicon, sound.name).items():
                for letters in some:
                    verdicts = [bench.judge.judge(each.evidence, wanted(letters)) for each in heard]
                    row["letters"][count]["draws"] += 1
                    for kind in (Outcome.ACCEPT, Outcome.ASK, Outcome.REFUSE):
                        row["letters"][count][kind.value] += any(each.outcome is kind for each in verdicts)
                    row["worst"] += [
                        (sound.name, letters, each.word or each.command)
                        for each in verdicts
                        if each.outcome is Outcome.ACCEPT
                    ]
    return tally


# Words with noise -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """A word with something around it. word: seconds where the word begins and ends."""

    kind: str
    clip: Clip
    samples: Samples
    word: tuple[float, float]


def _stretch(sound: Samples, length: int, dice: random.Random) -> Samples:
    """So much of a noise, repeated where it is short, from any place of it."""
    return np.roll(np.tile(sound, 1 + length // len(sound)), dice.randrange(len(sound)))[:length]


def scenes(clip: Clip, sounds: Sequence[FoundSound], most: int | None = None) -> Iterator[Scene]:
    """The word by itself, over a noise of each kind, and beside a short one of each kind. most: so many kinds at most,
    drawn for each word."""
    dice = random.Random(f"{clip.path.name} {clip.speaker}")
    word = at_sounding_level(read_clip(clip.path), _LEVEL)
    length = len(word) / RATE
    yield Scene("by itself", clip, room((0.8, word)), (0.8, 0.8 + length))
    kinds = sorted({sound.kind for sound in sounds})
    for kind in kinds if most is None else dice.sample(kinds, most):
        sound = dice.choice([each for each in sounds if each.kind == kind])
        under = _stretch(sound.samples, len(word) + round(1.6 * RATE), dice)
        for over in OVER_NOISE:
            scene = room((0.2, at_sounding_level(under, _LEVEL - over)), (1.0, word))
            yield Scene(f"under, {over:g} dB: {kind}", clip, scene, (1.0, 1.0 + length))
        short = [each for each in sounds if each.kind == kind and len(each.samples) < 1.5 * RATE]
        if not short:
            continue
        beside = at_sounding_level(dice.choice(short).samples, _LEVEL)
        for gap in GAPS:
            at = 0.8 + len(beside) / RATE + gap
            yield Scene(f"after, {gap:g} s: {kind}", clip, room((0.8, beside), (at, word)), (at, at + length))
            scene = room((0.8, word), (0.8 + length + gap, beside))
            yield Scene(f"before, {gap:g} s: {kind}", clip, scene, (0.8, 0.8 + length))


def outcome(bench: Bench, heard: Sequence[Heard], word: tuple[float, float], trial: Trial) -> dict[str, bool]:
    """What a scene came to: as in ``voicegame bench hearing``, but the first utterance that is accepted decides, and
    right_first is read off the utterance that holds most of the word."""
    verdicts = [bench.judge.judge(each.evidence, wanted(trial.letters)) for each in heard]
    taken = next((each for each in verdicts if each.outcome is Outcome.ACCEPT), None)
    if not trial.fitting:
        return {"bent": taken is not None}
    meant = {trial.clip.text, *bench.lexicon.homophones(trial.clip.text)}
    overlap = [min(each.at[1], word[1]) - max(each.at[0], word[0]) for each in heard]
    best = verdicts[int(np.argmax(overlap))] if overlap else None
    outcomes = {each.outcome for each in verdicts}
    return {
        "right_first": best is not None and any(guess.text in meant for guess in best.candidates[:1]),
        "taken_right": taken is not None and taken.word in meant,
        "taken_wrong": taken is not None and taken.word not in meant,
        "asked": taken is None and Outcome.ASK in outcomes,
        "refused": taken is None and Outcome.ASK not in outcomes and Outcome.REFUSE in outcomes,
        "nothing": taken is None and outcomes <= {Outcome.IGNORE},
    }


def words(
    bench: Bench, ear: BenchEar, clips: Iterable[Clip], sounds: Sequence[FoundSound], most: int | None = None
) -> dict[str, Any]:
    """Rates of each kind of scene (all letters together, and by number of letters for all kinds under and beside)."""
    found: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for clip in clips:
        trials = draw_trials(clip, COUNTS, bench.lexicon, 1)
        for scene in scenes(clip, sounds, most):
            heard = hear(ear, scene.samples)
            for trial in trials:
                where = scene.kind.split(":")[0]
                for name, hit in outcome(bench, heard, scene.word, trial).items():
                    found[scene.kind][name].append(hit)
                    found[f"{where}: all, {len(trial.letters)} letters"][name].append(hit)
    return {kind: _rates(rows) for kind, rows in sorted(found.items())}


def _rates(rows: dict[str, list[bool]]) -> dict[str, Any]:
    return {
        "fitting": len(rows["right_first"]),
        "non_fitting": len(rows["bent"]),
        **{name: round(sum(hits) / len(hits), 4) for name, hits in rows.items() if hits},
        "bent_interval": [round(end, 4) for end in interval(sum(rows["bent"]), len(rows["bent"]))],
    }


# Two people at once -----------------------------------------------------------------------------------------------


def two_at_once(bench: Bench, ear: BenchEar, clips: Sequence[Clip]) -> dict[str, Any]:
    """Two words of two speakers that begin within 0.15 s of each other. The letters fit the first, the louder one: its
    word may be taken if it is much louder; and letters that fit neither."""
    dice = random.Random(1)
    found: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for first in clips:
        second = dice.choice([each for each in clips if each.speaker != first.speaker and each.text != first.text])
        later, swapped = dice.uniform(0, 0.15), dice.random() < 0.5
        loud, faint = (at_sounding_level(read_clip(each.path), _LEVEL) for each in (first, second))
        for fainter in FAINTER:
            other = (faint * np.float32(10 ** (-fainter / 20))).astype(np.float32)
            at = (0.8 + later, 0.8) if swapped else (0.8, 0.8 + later)
            heard = hear(ear, room((at[0], loud), (at[1], other)))
            for trial in draw_trials(first, COUNTS, bench.lexicon, 1):
                verdicts = [bench.judge.judge(each.evidence, wanted(trial.letters)) for each in heard]
                taken = next((each.word for each in verdicts if each.outcome is Outcome.ACCEPT), None)
                of_first = {first.text, *bench.lexicon.homophones(first.text)}
                of_second = {second.text, *bench.lexicon.homophones(second.text)}
                row = found[f"{fainter:g} dB fainter, {len(trial.letters)} letters"]
                side = "fitting" if trial.fitting else "non_fitting"
                row[f"{side}: the first's word taken"].append(taken in of_first)
                row[f"{side}: the second's word taken"].append(taken in of_second)
                row[f"{side}: another word taken"].append(taken is not None and taken not in of_first | of_second)
                row[f"{side}: asked"].append(taken is None and any(each.outcome is Outcome.ASK for each in verdicts))
    return {
        kind: {name: round(sum(hits) / len(hits), 4) for name, hits in rows.items()} | {"trials": len(clips)}
        for kind, rows in sorted(found.items())
    }


def non_words() -> Iterator[FoundSound]:
    """Spoken by three voices of espeak-ng."""
    for voice in ("en-us", "en-gb+f3", "en-us+m3"):
        for text in NON_WORDS:
            yield FoundSound("non-words", f"{text} {voice}", spoken(text, voice))


def pairs(folder: Path, most: int) -> Iterator[FoundSound]:
    """Short phrases of two people at once, both as loud, installable recordings."""
    dice = random.Random(1)
    english = spoken_by(folder, "English")
    others = [each for language in ("French", "Italian") for each in spoken_by(folder, language)]
    for one, other in zip(dice.sample(english, min(most, len(english))), dice.sample(others, most), strict=False):
        total = np.zeros(max(len(one.samples), len(other.samples)), np.float32)
        for each in (one, other):
            total[: len(each.samples)] += at_sounding_level(each.samples, -20)
        yield FoundSound("two at once", f"{one.name} & {other.name}", total)


def foreign(folder: Path, most: int) -> Iterator[FoundSound]:
    """Words and short phrases of other languages."""
    for language in ("French", "Italian", "Russian"):
        some = spoken_by(folder, language)
        for each in random.Random(1).sample(some, min(most, len(some))):
            yield FoundSound("another language", f"{language} {each.name}", each.samples)


def _print(title: str, table: dict[str, Any]) -> None:
    print(f"\n{title}")
    for name, row in table.items():
        if "letters" in row:
            shares = "   ".join(
                f"{count}: "
                + "/".join(f"{100 * each[kind] / each['draws']:.1f}" for kind in ("accept", "ask", "refuse"))
                for count, each in row["letters"].items()
            )
            print(f"{name:44} {row['scenes']:4} {row['seconds']:6.0f} s {row['utterances']:4} utt.   {shares}")
        else:
            print(f"{name:44} " + "  ".join(f"{key} {value}" for key, value in row.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sounds", type=Path, required=True, help="the folder of tests.benchmarks.found_sounds")
    parser.add_argument("--manifest", type=Path, help="words, for noise under and beside them and two people at once")
    parser.add_argument("--every", type=int, default=20, help="take every n-th word only")
    parser.add_argument("--kinds", type=int, help="noise of so many kinds for each word; without: of every kind")
    parser.add_argument("--ear", default="phonemes")
    parser.add_argument("--part", choices=("alone", "words", "two"), action="append", help="without: all of them")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    parts = options.part or ["alone", "words", "two"]
    lexicon = Lexicon.load(LEXICONS / "en")
    bench = Bench(lexicon, Judge(lexicon, CommandBook.load(CONFIG / "commands.en.yaml", lexicon)))
    ear = ears.open_ear(options.ear, lexicon)
    sounds = list(found_sounds(options.sounds))
    figures: dict[str, Any] = {"ear": ear.name}
    if "alone" in parts:
        figures["alone"] = alone(bench, ear, sounds, LOUDNESS)
        people = [*non_words(), *pairs(options.sounds, 60), *foreign(options.sounds, 25)]
        figures["alone"] |= alone(bench, ear, people, (-10.0, -25.0))
    if options.manifest is not None:
        clips = [each for each in read_manifest(options.manifest) if each.dataset not in APART]
        clips = [each for each in clips if is_word(each, lexicon)][:: options.every]
        if "words" in parts:
            held = [each for each in sounds if half(each.name) == "held"]
            figures["words"] = words(bench, ear, clips, held, options.kinds)
        if "two" in parts:
            figures["two"] = two_at_once(bench, ear, clips)
    if options.json:
        print(json.dumps(figures))
        return
    for name, table in figures.items():
        if isinstance(table, dict):
            _print(name, table)
    for row in figures.get("alone", {}).values():
        for each in row["worst"]:
            print("accepted:", *each)


if __name__ == "__main__":
    main()
