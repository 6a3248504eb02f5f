"""Trying the microphone: how loud it is, and what is heard of a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

from voicegame.doctor.levels import NOTHING, SOFT_VOICE, Levels, decibels
from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Chunk, Utterance
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.microphone import DeviceLost, Microphone
from voicegame.lexicon.verdicts import Expectation, Outcome, Verdict
from voicegame.lexicon.word_rules import InOrder

#: Told the level of each block and the highest so far, in dB; None when the measuring is over.
Show = Callable[["tuple[float, float] | None"], None]

_ADVICE = {
    "zeros": "the microphone gives pure silence",
    "clipped": "the sound is overdriven: lower the microphone's level in the system's sound settings",
    "loud room": "the room is loud: turn off what makes noise, or move the microphone to the players",
}


@dataclass(frozen=True)
class Heard:
    """What became of a word. verdict: None if nothing was said. level: of what was said, in dB."""

    word: str
    verdict: Verdict | None
    level: float
    clipped: bool

    @property
    def understood(self) -> bool:
        """The word was taken, or asked about: the game would have gone on."""
        return self.verdict is not None and self.verdict.word == self.word

    def lines(self) -> list[str]:
        """What was heard and why it was judged so, for a person."""
        if self.verdict is None:
            return [f"Nothing was heard; the loudest was {self.level:.0f} dB."]
        verdict = self.verdict
        told = {
            Outcome.ACCEPT: f"Heard: {verdict.word}, without a doubt.",
            Outcome.ASK: f"Heard: perhaps {verdict.word}; the host would ask.",
            Outcome.REFUSE: f"Heard: {verdict.word or 'a word'}, which is refused ({verdict.rule}: {verdict.reason}).",
            Outcome.IGNORE: f"Heard no word{': ' + verdict.reason if verdict.reason else ''}.",
        }[verdict.outcome]
        lines = [told, f"It was {self.level:.0f} dB loud."]
        if verdict.candidates:
            readings = ", ".join(f"{each.text} ({each.score:.1f})" for each in verdict.candidates)
            lines.insert(1, f"Readings, the best first, with how well each explains the sound (0 is best): {readings}.")
        if self.clipped:
            lines.append("The sound is overdriven: speak from farther away, or lower the microphone's level.")
        elif self.level < SOFT_VOICE:
            lines.append("That is soft: come nearer, or raise the microphone's level.")
        return lines


class MicTest:
    """One microphone, tried; close it. Raises ``UserError`` if there is none, or it gives nothing."""

    def __init__(self, device: str | None) -> None:
        try:
            self._source = Microphone(device)
        except DeviceLost as lost:
            raise UserError(str(lost)) from None
        self.name = self._source.name
        self._chunks = self._heard()

    def close(self) -> None:
        self._source.close()

    def _heard(self) -> Iterator[Chunk]:
        try:
            yield from self._source
        except DeviceLost as lost:
            raise UserError(f"{str(lost).rstrip('.')}: check its cable and the system's sound settings.") from None

    def measure(self, seconds: float, show: Show) -> Levels:
        """Listen for so many seconds."""
        levels = Levels()
        for chunk in self._chunks:
            show((levels.feed(chunk.samples), decibels(levels.peak)))
            if levels.seconds >= seconds:
                break
        show(None)
        return levels

    def hear(self, word: str, seconds: float, judge: Callable[[Utterance], Verdict], show: Show) -> Heard:
        """Wait so many seconds for somebody to begin to say a word, and judge it."""
        ears, levels = Endpointer(), Levels()
        for chunk in self._chunks:
            level = levels.feed(chunk.samples)
            show((level, decibels(levels.peak)))
            for utterance in ears.feed(chunk):
                show(None)
                said = Levels()
                for at in range(utterance.sound_at, len(utterance.samples), RATE // 50):
                    said.feed(utterance.samples[at : at + RATE // 50])
                return Heard(word, judge(utterance), said.loudest, levels.clipped > 0)
            if levels.seconds >= seconds and ears.pending is None:
                break
        show(None)
        return Heard(word, None, max(levels.blocks, default=NOTHING), levels.clipped > 0)


def advice(levels: Levels) -> str | None:
    """What is wrong with the sound, in a few words; None if nothing is."""
    fault = levels.fault()
    return None if fault is None else _ADVICE.get(fault)


def expectation(word: str) -> Expectation:
    """What a word is judged by: two of its letters, as if they had been drawn."""
    letters = word.upper()
    return Expectation(words=InOrder((letters[1], letters[3]) if len(letters) > 3 else (letters[0], letters[-1])))


def closing_test(device: str | None) -> closing[MicTest]:
    """A test for a ``with`` statement."""
    return closing(MicTest(device))
