"""How surely a start phrase and a name are heard, and how often talk is taken for a start phrase.

``python -m tests.benchmarks.calls [--manifest FILE] [--every N]``: start phrases by voices of espeak-ng, at several
speeds and noise levels; talk (the clips without a text of a manifest, as of 'voicegame bench hearing', or all of its
clips with --all), heard as while the host waits; and whether the gate before the detector costs any speech.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from tests.sounds import Sound, noise, scene, spoken
from voicegame.bench.manifest import read_manifest
from voicegame.hearing.audio import RATE, Chunk, Utterance
from voicegame.hearing.endpointing import Endpointer, VoiceActivity, silero
from voicegame.hearing.gate import Gate
from voicegame.hearing.two_ears import best_ear
from voicegame.hearing.wav import read_clip
from voicegame.lexicon.commands import CommandBook
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.verdicts import Expectation, Outcome
from voicegame.paths import CONFIG, LEXICONS
from voicegame.service.attention import MARGINS, Attention
from voicegame.service.names import AnyName, GivenNames
from voicegame.service.serving import Plan, Service
from voicegame.settings import load_buyword, load_kirdy

VOICES = ("en-us", "en-gb", "en-us+f3", "en-us+m3", "en-gb+f2", "en-us+m7")
SPEEDS = (130, 160, 190)
NOISES_DB = (-65.0, -50.0, -42.0)
LEAD = 3.0


class Doorbell:
    """What the host hears while it waits."""

    def __init__(self) -> None:
        service = Service(Plan({"kirdy": load_kirdy(), "buyword": load_buyword()}))
        self._judge = Judge(service._words, service._book, MARGINS)
        self._calls = tuple(service._calls)
        self.words, self.ear = service._words, best_ear()
        self._attention = Attention(self.ear, service._book, self._calls)

    def distance(self, utterance: Utterance) -> float:
        """How far a start phrase lies below the free best path."""
        evidence = self.ear.listen(utterance.samples)
        return self._attention.distance(evidence)[0]

    def call(self, utterance: Utterance) -> str | None:
        """The call that an utterance is taken for."""
        if utterance.talk:
            return None
        verdict = self._judge.judge(self._attention.listen(utterance.samples), Expectation(commands=self._calls))
        return verdict.command if verdict.outcome is Outcome.ACCEPT else None


def utterances(sound: Sound, activity: VoiceActivity) -> list[Utterance]:
    """The utterances in a sound, after which there is silence."""
    endpointer = Endpointer(activity=activity)
    chunks = (Chunk(sound[at : at + 512], at) for at in range(0, len(sound), 512))
    return [*(one for chunk in chunks for one in endpointer.feed(chunk)), *endpointer.flush()]


def in_the_room(clip: Sound) -> Sound:
    """A clip with some room tone before and after it."""
    room = noise(round(LEAD * RATE) + len(clip) + RATE, -65.0)
    room[round(LEAD * RATE) : round(LEAD * RATE) + len(clip)] += clip
    return room


def phrases(bell: Doorbell) -> None:
    """How many start phrases are heard as such."""
    for level in NOISES_DB:
        heard = total = wrong = 0
        far: list[float] = []
        for game, texts in (("kirdy", load_kirdy().start_phrases), ("buyword", load_buyword().start_phrases)):
            for text in texts:
                for voice in VOICES:
                    for speed in SPEEDS:
                        said = scene(LEAD + 4, (LEAD, spoken(text, voice, speed)), level_db=level)
                        pieces = utterances(said, Gate(silero()))
                        found = {bell.call(each) for each in pieces} - {None}
                        far.append(min(map(bell.distance, pieces), default=np.inf))
                        total += 1
                        heard += f"play_{game}" in found
                        wrong += bool(found - {f"play_{game}"})
        print(
            f"start phrases, noise {level:.0f} dB: {heard} of {total} heard, {wrong} as the other game's; "
            f"below the free path by {np.median(far):.1f}, {np.percentile(far, 90):.1f} for 9 of 10"
        )


def names(bell: Doorbell) -> None:
    """How many given names are the first that is said back, or the second."""
    listed = sorted(
        (line.split("\t") for line in (LEXICONS / "en" / "names.tsv").read_text(encoding="utf-8").splitlines()),
        key=lambda cells: -float(cells[1]),
    )
    known = GivenNames(LEXICONS / "en" / "names.tsv", [], bell.words)
    judge = Judge(known.lexicon, CommandBook.load(CONFIG / "reception.en.yaml", bell.words))
    expected = Expectation(words=AnyName(), commands=("player:1..8", "back", "quit", "repeat"), answering=True)
    first = second = total = 0
    for place, (name, _, ways) in enumerate(listed[:600:5]):
        said = in_the_room(spoken(name.capitalize(), VOICES[place % len(VOICES)], 150))
        alike = {cells[0] for cells in listed if set(cells[2].split()) & set(ways.split())}
        total += 1
        for utterance in utterances(said, Gate(silero())):
            verdict = judge.judge(bell.ear.listen(utterance.samples), expected)
            back = [each.text for each in verdict.candidates if each.fits and each.command is None]
            told = list(dict.fromkeys([verdict.word, *back]))[:2]
            first += verdict.word in alike
            second += bool(alike & set(told))
    print(f"names: {first} of {total} first, {second} by the second")


def talk(bell: Doorbell, clips: Iterable[Path]) -> None:
    """How often talk is taken for a start phrase, and what the gate costs."""
    seconds = calls = plain = gated = 0.0
    asked = seen = 0
    far = [np.inf]
    for path in clips:
        clip = read_clip(path)
        seconds += len(clip) / RATE
        sound = in_the_room(clip)
        gate = Gate(silero())
        found = utterances(sound, gate)
        asked, seen = asked + gate.opened, seen + gate.seen
        calls += sum(bell.call(each) is not None for each in found)
        far += [bell.distance(each) for each in found]
        gated += sum(each.end - each.begin for each in found)
        plain += sum(each.end - each.begin for each in utterances(sound, silero()))
    hours = seconds / 3600
    print(f"talk: {hours:.3f} h, {len(far) - 1} utterances, {calls:.0f} calls, {calls / max(hours, 1e-9):.1f} an hour")
    nearest = ", ".join(f"{each:.0f}" for each in sorted(far)[:5])
    print(f"the nearest to a start phrase lie below the free path by {nearest}")
    print(f"speech found with the gate: {gated / max(plain, 1):.1%} of that without; detector asked {asked / seen:.0%}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--manifest", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    asked = parser.parse_args()
    np.seterr(all="ignore")
    bell = Doorbell()
    phrases(bell)
    names(bell)
    if asked.manifest is not None:
        clips = [clip.path for clip in read_manifest(asked.manifest) if asked.all or not clip.text]
        talk(bell, clips[:: asked.every])


if __name__ == "__main__":
    main()
