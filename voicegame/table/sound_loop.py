"""A game by voice: sound in, verdicts and windows on its sample clock, the host's voice out.

Everything happens in the order of the sound. Judging takes real time, during which blocks wait in the source's queue;
no moment is read from anywhere but the samples, so a game from a file gives the same result each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from voicegame.hearing.audio import AudioSource, Chunk, Samples, Utterance
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.typed_ear import TypedEar
from voicegame.lexicon.evidence import Evidence
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.verdicts import Expectation, Outcome, Verdict
from voicegame.speaking.loudspeaker import Loudspeaker
from voicegame.table.actions import Finished, Heard, Spoken
from voicegame.table.core import Table
from voicegame.table.host import Host
from voicegame.table.text_loop import LineReader, not_understood
from voicegame.table.typed import BadLine, parse_line


class Ear(Protocol):
    """Turns sound into evidence."""

    def listen(self, samples: Samples) -> Evidence:
        """What a clip of mono samples at 16 kHz says."""


class SoundLoop:
    """Plays a game from an audio source until it is over or the source ends.

    typed: lines that players type beside the microphone, or None.
    complain: takes a sentence about a typed line that can't be used.
    interrupted: whether the user wants an end.
    start: where the source's first sample lies on the game's clock: 0, or where a resumed game stood.
    """

    def __init__(
        self,
        judge: Judge,
        ear: Ear,
        source: AudioSource,
        endpointer: Endpointer,
        loudspeaker: Loudspeaker,
        players: Sequence[str],
        typed: LineReader | None,
        complain: Callable[[str], None],
        interrupted: Callable[[], bool] = lambda: False,
        start: int = 0,
    ) -> None:
        self.now = start
        self._warned = False
        self._start = start
        self._judge = judge
        self._ear = ear
        self._source = source
        self._endpointer = endpointer
        self._loudspeaker = loudspeaker
        self._players = players
        self._typed = typed
        self._complain = complain
        self._interrupted = interrupted

    def run(self, host: Host, begin: Callable[[], None]) -> None:
        """Play. ``begin`` starts the game once the first block of sound has come, so that nothing is said to a deaf
        microphone."""
        table = host.table
        started = False
        for block in self._source:
            self._warn_of_silence()
            chunk = replace(block, first_sample=block.first_sample + self._start)
            self.now = chunk.end
            if not started:
                started = True
                begin()
            self._loudspeaker.tick(self.now)
            for utterance in self._utterances(chunk):
                self._hear(host, utterance)
            for line in self._typed.waiting() if self._typed is not None else ():
                self._read(host, line)
            self._close_windows(host)
            silent = not self._loudspeaker.busy()
            if silent and table.awaits_silence:
                host.act(Spoken(max(table.now, self._loudspeaker.finished_at)))
            elif silent and table.over:
                return
            if self._interrupted():
                host.act(Finished(self._moment(host), "interrupted"))
                return
        for utterance in self._endpointer.flush():
            self._hear(host, utterance)
        host.act(Finished(self._moment(host), "end of input"))

    def _warn_of_silence(self) -> None:
        """Say once that a microphone gives nothing at all (S20)."""
        if not self._warned and getattr(self._source, "silent", False):
            self._warned = True
            self._complain("The microphone gives pure silence: switch it on, or allow this program to listen to it.")

    def _utterances(self, chunk: Chunk) -> list[Utterance]:
        """The utterances that this block ends; what meets the host's own voice is not heard (idea 6)."""
        if self._loudspeaker.meets(chunk.first_sample, chunk.end):
            done = self._endpointer.skip(chunk)  # what had ended before the host began
        else:
            done = self._endpointer.feed(chunk)
        return [utterance for utterance in done if not self._loudspeaker.meets(utterance.begin, utterance.end)]

    def _close_windows(self, host: Host) -> None:
        """Close a window once its end has come and no sound that began before it is still to be judged (K7)."""
        table: Table[Any, Any] = host.table
        while (due := table.due) is not None and self._endpointer.heard_until >= due:
            pending = self._endpointer.pending
            if pending is not None and pending < due:
                return
            host.act(table.time_up)

    def _hear(self, host: Host, utterance: Utterance) -> None:
        expectation = host.table.expectation
        if utterance.talk or expectation == Expectation():
            return
        verdict = self._judge.judge(self._ear.listen(utterance.samples), expectation)
        if verdict.outcome is not Outcome.IGNORE:
            host.act(Heard(self._moment(host), utterance.begin, utterance.end, _text(verdict), verdict))

    def _read(self, host: Host, text: str) -> None:
        try:
            line = parse_line(text, self._players)
        except BadLine as error:
            self._complain(str(error))
            return
        if not line.text or host.table.over:
            return
        expectation = host.table.expectation
        verdict = self._judge.judge(TypedEar().listen(line.text), expectation)
        if verdict.outcome is Outcome.IGNORE:
            self._complain(not_understood(line.text, expectation))
            return
        now = self._moment(host)
        host.act(Heard(now, now, now, line.text, verdict, line.seat))

    def _moment(self, host: Host) -> int:
        return max(self.now, host.table.now)


def _text(verdict: Verdict) -> str:
    """What to show of an utterance: the word, or the best wording of the command."""
    if verdict.word is not None:
        return verdict.word
    for candidate in verdict.candidates:
        if candidate.command == verdict.command:
            return candidate.text
    return verdict.command or ""
