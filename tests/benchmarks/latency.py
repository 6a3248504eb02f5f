"""From the end of a word to its verdict, as at a table: ``python -m tests.benchmarks.latency --manifest FILE``.

Each word is put into its recording's own room noise and given to the real loop block by block (32 ms), as a microphone
gives it: a block can be taken once it has been recorded, and waits while the loop works. The clock is that queue's: the
time at which a block is complete, or at which the loop was done with what came before, and what the work took. What it
took is told twice: as it was, with all else that the machine did, and as processor time, where what other threads did
is shared by two cores, which is what two cores without other work take.
A word's end is where it ends for the endpointer that waits for the whole silence, which is also how cut words show.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.hearing_figures import APART, is_tuning
from voicegame.bench import ears
from voicegame.bench.manifest import Clip, read_manifest
from voicegame.bench.measure import is_word, wanted
from voicegame.bench.trials import draw_trials
from voicegame.hearing.audio import RATE, Chunk, Samples
from voicegame.hearing.endpointing import FRAME, Endpointer, silero
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.lexicon import Lexicon
from voicegame.lexicon.verdicts import Expectation
from voicegame.paths import CONFIG, LEXICONS
from voicegame.speaking.loudspeaker import VirtualSpeaker
from voicegame.table.actions import Heard
from voicegame.table.sound_loop import SoundLoop

Times = NDArray[np.float64]


def in_its_room(clip: Samples, seed: int = 1) -> Samples:
    """The clip with a second of its own noise before it and 0.8 s after it, as loud and as coloured as where it is
    quietest."""
    size = RATE // 20
    starts = range(0, max(1, len(clip) - size), size // 2)
    powers = [(float(np.square(clip[at : at + size]).mean()), at) for at in starts]
    power, at = min([each for each in powers if each[0] > 1e-10], default=(1e-8, 0))
    spectrum = np.abs(np.fft.rfft(clip[at : at + size]))
    dice = np.random.default_rng(seed)

    def noise(length: int) -> Samples:
        bins = np.fft.rfft(dice.normal(size=length))
        bins *= np.interp(np.linspace(0, 1, len(bins)), np.linspace(0, 1, len(spectrum)), spectrum)
        made = np.fft.irfft(bins, length)
        return (made / (made.std() + 1e-12) * max(power**0.5, 1e-4)).astype(np.float32)

    return np.concatenate([noise(RATE), clip, noise(RATE * 4 // 5)])


def _clocks() -> Times:
    """Seconds of work so far: by the wall, and on two cores without other work."""
    own = time.thread_time()
    return np.array([time.perf_counter(), own + (time.process_time() - own) / 2])


@dataclass
class Paced:
    """Sound as a microphone gives it. now: seconds on the two clocks of the queue, in the middle of the work too."""

    sound: Samples
    silent: bool = False

    def __post_init__(self) -> None:
        self._free = self._since = np.zeros(2)

    def __iter__(self) -> Iterator[Chunk]:
        for at in range(0, len(self.sound) - FRAME + 1, FRAME):
            self._free = np.maximum(self._free, (at + FRAME) / RATE)
            self._since = _clocks()
            yield Chunk(self.sound[at : at + FRAME], at)
            self._free = self.now

    @property
    def now(self) -> Times:
        return self._free + _clocks() - self._since

    def close(self) -> None:
        pass


@dataclass
class Still:
    """A host at whose table nothing ever changes. heard: what was heard, and when on the source's clock."""

    expectation: Expectation
    source: Paced
    heard: list[tuple[Heard, Times]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table: Any = SimpleNamespace(
            expectation=self.expectation, now=0, over=False, due=None, awaits_silence=False, asks_again=True
        )

    def act(self, action: object) -> None:
        if isinstance(action, Heard):
            self.heard.append((action, self.source.now))


class Unhurried(Endpointer):
    """Waits for the whole silence, whatever it is told."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.patience = None

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, None if name == "patience" else value)


def play(sound: Samples, judge: Judge, ear: Any, endpointer: Endpointer, expectation: Expectation) -> Still:
    """The real loop on a sound."""
    source = Paced(sound)
    host = Still(expectation, source)
    loop = SoundLoop(judge, ear, source, endpointer, VirtualSpeaker(), ("Ann",), None, print)
    loop.run(host, lambda: None)  # type: ignore[arg-type]
    return host


@dataclass(frozen=True)
class Found:
    """One word: milliseconds from its end to its verdict, what the verdict was, and how much of it was cut (ms)."""

    clip: Clip
    letters: int
    ms: Times
    outcome: str
    cut_ms: float
    pieces: int
    before_ms: Times  # the same word's time without a sooner end


def measure(clips: Sequence[Clip], lexicon: Lexicon, judge: Judge, ear: Any, letters: int) -> Iterator[Found]:
    """Each clip's first fitting trial with so many letters."""
    activity = silero()
    for clip in clips:
        trial = next((each for each in draw_trials(clip, (letters,), lexicon, 1) if each.fitting), None)
        if trial is None:
            continue
        sound, expectation = in_its_room(read_clip(clip.path)), wanted(trial.letters)
        before = play(sound, judge, ear, Unhurried(activity=activity), expectation).heard
        activity(None)
        now = play(sound, judge, ear, Endpointer(activity=activity), expectation).heard
        activity(None)
        if len(before) != 1 or not now:
            print(f"{clip.path.name}: heard as {len(before)} and {len(now)} utterances, left out")
            continue
        (whole, then), (sooner, at) = before[0], now[0]
        end = whole.end / RATE
        yield Found(
            clip, letters, 1000 * (at - end), sooner.verdict.outcome.value, 1000 * (end - sooner.end / RATE),
            len(now), 1000 * (then - end),
        )  # fmt: skip


def show(name: str, found: Sequence[Found], chosen: Callable[[Found], bool] = lambda _: True) -> None:
    some = [each for each in found if chosen(each)]
    if not some:
        return
    cut = sum(each.pieces > 1 or each.cut_ms > 20 for each in some)
    taken = [each for each in some if each.outcome == "accept"]
    print(
        f"{name}: {len(some)} words, {len(taken)} taken, {cut} cut; to the verdict (ms: median, 95 %; of those taken)"
    )
    for place, clock in enumerate(("busy", "idle")):
        for way, ms in (("now", lambda each: each.ms), ("whole silence", lambda each: each.before_ms)):
            all_of, of_taken = ([ms(each)[place] for each in them] for them in (some, taken or some))
            print(
                f"    {clock} cores, {way:13} {np.median(all_of):5.0f} {np.percentile(all_of, 95):5.0f};"
                f" {np.median(of_taken):5.0f} {np.percentile(of_taken, 95):5.0f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--manifest", type=Path, required=True)
    parser.add_argument("--letters", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="take every n-th clip only")
    parser.add_argument("--ear", default="phonemes")
    options = parser.parse_args()
    lexicon = Lexicon.load(LEXICONS / "en")
    book = CommandBook.load(CONFIG / "commands.en.yaml", lexicon)
    judge, ear = Judge(lexicon, book), ears.open_ear(options.ear, lexicon)
    clips = read_manifest(options.manifest)
    tuning = is_tuning(clips)
    words = [clip for clip in clips if clip.text and clip.dataset not in APART and is_word(clip, lexicon)]
    judge.judge(ear.listen(in_its_room(read_clip(words[0].path))), wanted("ae"))  # what is made on first use
    found = list(measure(words[:: options.every], lexicon, judge, ear, options.letters))
    print(f"{options.letters} letters, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    show("all", found)
    show("held", found, lambda each: not tuning(each.clip))
    show("tuning", found, lambda each: tuning(each.clip))
    for dataset in sorted({each.clip.dataset for each in found}):
        show(dataset, found, lambda each, dataset=dataset: each.clip.dataset == dataset)  # type: ignore[misc]


if __name__ == "__main__":
    main()
