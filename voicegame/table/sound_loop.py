"""A game by voice: sound in, verdicts and windows on its sample clock, the host's voice out.

Everything happens in the order of the sound. Judging takes real time, during which blocks wait in the source's queue;
no moment is read from anywhere but the samples, so a game from a file gives the same result each time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from voicegame.errors import UserError
from voicegame.hearing.audio import AudioSource, Chunk, Utterance, to_samples
from voicegame.hearing.endpointing import Endpointer
from voicegame.hearing.listener import Ear, Listener
from voicegame.hearing.microphone import DeviceLost
from voicegame.hearing.typed_ear import TypedEar
from voicegame.lexicon.judge import Judge
from voicegame.lexicon.verdicts import Expectation, Outcome, Verdict
from voicegame.sound.clipping import cut_peaks
from voicegame.speaking.echo import EchoMeter
from voicegame.speaking.loudspeaker import Loudspeaker
from voicegame.table.actions import Finished, Halted, Heard, Lost, Restored, Spoken
from voicegame.table.core import Table
from voicegame.table.host import Host
from voicegame.table.text_loop import LineReader, Typed, not_understood
from voicegame.table.typed import BadLine, parse_line

#: Holes in the sound that are shorter hide no claim, and a word with one in it is judged as it is.
LEAST_HOLE = to_samples(0.02)
#: How long after a press of the buzzer ("NAME:" and nothing more) a sound may begin to be that player's.
BUZZER_HOLDS = to_samples(5.0)
#: While the microphone is away, and where the loudspeaker is, how often to look (seconds, samples).
GLANCE = 0.2
LOOK_AGAIN = to_samples(5.0)
#: How long the game waits for a loudspeaker that has gone, before it goes on in writing.
WAIT_FOR_SPEAKER = to_samples(15.0)
#: From so many cut-off peaks in one utterance on, the microphone is called overdriven.
OVERDRIVEN = 3
#: Longer blocks are taken in parts of this size.
LARGEST_BLOCK = 512


class SoundLoop:
    """Plays a game from an audio source until it is over or the source ends.

    typed: lines that players type beside the microphone, or None.
    complain: takes a sentence about a typed line that can't be used.
    interrupted: whether the user wants an end.
    glance: waits for so many seconds; for tests.
    start: where the source's first sample lies on the game's clock: 0, or where a resumed game stood.
    keep: takes the sound of each utterance that was understood or asked about, or None.
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
        glance: Callable[[float], None] = time.sleep,
        keep: Callable[[Utterance], None] | None = None,
    ) -> None:
        self.now = start
        self._warned = False
        self._talked = False
        self._echo = EchoMeter()
        self._measured: int | None = None
        self._buzzed: tuple[int, int] | None = None
        self._start = start
        self._glance = glance
        self._dumb = False
        self._look_again = 0
        self._waits_until: int | None = None
        self._overdriven = False
        self._judge = judge
        self._source = source
        self._endpointer = endpointer
        self._loudspeaker = loudspeaker
        self._players = players
        self._typed = typed
        self._complain = complain
        self._interrupted = interrupted
        self._keep = keep
        self._listener = Listener(judge, ear)

    def run(self, host: Host, begin: Callable[[], None]) -> None:
        """Play. ``begin`` starts the game once the first block of sound has come, so that nothing is said to a deaf
        microphone."""
        started = False
        self._endpointer.patience = partial(self._patience, host)
        for chunk in self._chunks(host):
            self._warn_of_silence()
            self.now = chunk.end
            if not started:
                started = True
                begin()
            self._loudspeaker.tick(self.now)
            self._measure_echo(chunk)
            self._listen(host, chunk)
            self._read_waiting(host)
            self._close_windows(host)
            self._mind_loudspeaker(host)
            self._tell_silence(host)
            if self._ended(host):
                return
        if self._ended(host):
            return
        for utterance in self._endpointer.flush():
            self._hear(host, utterance)
        host.act(Finished(self._moment(host), "end of input"))

    def _ended(self, host: Host) -> bool:
        """Whether the game is over and has been told to its end, or the user wants an end."""
        if host.table.over:
            return not self._loudspeaker.busy()
        if self._interrupted():
            host.act(Finished(self._moment(host), "interrupted"))
            return True
        return False

    def _tell_silence(self, host: Host) -> None:
        if host.table.awaits_silence and not self._loudspeaker.busy():
            host.act(Spoken(max(host.table.now, self._loudspeaker.finished_at)))

    def _read_waiting(self, host: Host) -> None:
        for line in self._typed.waiting(self.now) if self._typed is not None else ():
            self._read(host, line)

    def _mind_loudspeaker(self, host: Host) -> None:
        """The game waits for a loudspeaker that has gone, then goes on in writing; it is looked for all the while."""
        speaker = self._loudspeaker
        if not self._dumb:
            if not speaker.lost:
                return
            self._dumb, self._look_again = True, self.now + LOOK_AGAIN // 2
            self._waits_until = self.now + WAIT_FOR_SPEAKER
            self._complain("The loudspeaker has gone: plug it in again; until then the host only writes.")
            host.act(Halted(self._moment(host), "loudspeaker"))
        elif self.now >= self._look_again:
            if speaker.reopen():
                self._dumb = False
                self._complain("The loudspeaker is back.")
            if self._waits_until is not None and (not self._dumb or self.now >= self._waits_until):
                self._waits_until = None
                host.act(Restored(self._moment(host), "loudspeaker"))
            self._look_again = self.now + (LOOK_AGAIN if self._waits_until is None else LOOK_AGAIN // 2)

    def _wait_for_microphone(self, host: Host, lost: DeviceLost) -> bool:
        """Pause until the microphone is there again; False if the game ends before. Typed lines are read meanwhile."""
        reopen = getattr(self._source, "reopen", None)
        if reopen is None:
            raise UserError(str(lost)) from None
        self._complain(f"{lost} Plug it in, or switch it on: the game waits, and goes on by itself.")
        host.act(Halted(self._moment(host), "microphone"))
        at = self.now
        while not self._ended(host):
            self._glance(GLANCE)
            self.now += to_samples(GLANCE)
            self._loudspeaker.tick(self.now)
            self._read_waiting(host)
            self._tell_silence(host)
            if self.now - at < to_samples(1.0):
                continue
            at = self.now
            self._loudspeaker.release()
            found = reopen(self.now - self._start)
            self._dumb = not self._loudspeaker.reopen()
            if found:
                self._complain("The microphone is back.")
                host.act(Restored(self._moment(host)))
                return True
        return False

    def _warn_of_silence(self) -> None:
        """Say once that a microphone gives nothing at all (S20)."""
        if not self._warned and getattr(self._source, "silent", False):
            self._warned = True
            self._complain("The microphone gives pure silence: switch it on, or allow this program to listen to it.")

    def _warn_of_clipping(self, utterance: Utterance) -> None:
        """Say once that a microphone is overdriven: such words are heard worse."""
        if not self._overdriven and cut_peaks(utterance.samples) >= OVERDRIVEN:
            self._overdriven = True
            self._complain("The sound is overdriven: lower the microphone's level, or sit further away from it.")

    def _chunks(self, host: Host) -> Iterator[Chunk]:
        """The source's blocks on the game's clock, cut small, so that their size decides nothing."""
        lost: DeviceLost | None = None
        while lost is None or self._wait_for_microphone(host, lost):
            try:
                yield from self._cut()
                return
            except DeviceLost as error:
                lost = error

    def _cut(self) -> Iterator[Chunk]:
        for block in self._source:
            first = block.first_sample + self._start
            for at in range(0, max(1, len(block.samples)), LARGEST_BLOCK):
                yield Chunk(block.samples[at : at + LARGEST_BLOCK], first + at, 0 if at else block.lost)

    def _measure_echo(self, chunk: Chunk) -> None:
        """Be deaf for longer where the host's voice comes back later than its loudspeaker says."""
        self._echo.hear(chunk.samples, chunk.end)
        ringing = self._loudspeaker.ringing
        if ringing is None or ringing[1] == self._measured:
            return
        phrase, self._measured = ringing
        tail = self._echo.tail(phrase, self._measured)
        if tail is not None:
            self._loudspeaker.stretch(tail)

    def _listen(self, host: Host, chunk: Chunk) -> None:
        """Judge what this block ends; then tell of sound that was lost before it, and what it spoilt."""
        going_on = self._endpointer.pending
        for utterance in self._utterances(chunk):
            if utterance.begin == going_on and utterance.lost < LEAST_HOLE:
                going_on = None
            self._hear(host, utterance)
        if chunk.lost >= LEAST_HOLE:
            hole = chunk.first_sample - chunk.lost
            begin = hole if going_on is None else min(going_on, hole)
            host.act(Lost(self._moment(host), begin, chunk.first_sample))

    def _utterances(self, chunk: Chunk) -> list[Utterance]:
        """The utterances that this block ends; what meets the host's own voice is not heard (idea 6)."""
        if self._loudspeaker.meets(chunk.first_sample, chunk.end):
            for begin, end in self._loudspeaker.intervals:
                until = chunk.end if end is None else min(end, chunk.end)
                if begin < chunk.end and until > chunk.first_sample:
                    self._endpointer.deaf(max(begin, chunk.first_sample), until)
        done = self._endpointer.feed(chunk)  # gives what had ended before the host began
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
        if utterance.talk and not self._talked:
            self._talked = True
            self._complain("There is much talk here: the host hears a word only after a moment of silence.")
        if utterance.talk or utterance.lost >= LEAST_HOLE or expectation == Expectation():
            return
        self._warn_of_clipping(utterance)
        verdict = self._listener.verdict(utterance, expectation)
        if verdict.outcome is not Outcome.IGNORE or host.table.asks_again:
            buzzed = self._speaker(utterance)
            seat = verdict.seat if buzzed is None else buzzed
            self._keep_sound(utterance)
            host.act(Heard(self._moment(host), utterance.begin, utterance.end, _text(verdict), verdict, seat))

    def _patience(self, host: Host, utterance: Utterance) -> float:
        """How much silence ends an utterance that seems to be over."""
        enough: float | None = None
        if utterance.lost < LEAST_HOLE and not self._loudspeaker.meets(utterance.begin, utterance.end):
            enough = self._listener.patience(utterance, host.table.expectation)
        return self._endpointer.min_silence if enough is None else enough

    def _keep_sound(self, utterance: Utterance) -> None:
        """Keep what was said, if that is wished; a game goes on without."""
        if self._keep is None:
            return
        try:
            self._keep(utterance)
        except UserError as fault:
            self._keep = None
            self._complain(str(fault))

    def _speaker(self, utterance: Utterance) -> int | None:
        """Whoever pressed a buzzer last, if that is not long ago; it names the speaker of one utterance."""
        if self._buzzed is None or utterance.begin < self._buzzed[1]:
            return None
        (seat, at), self._buzzed = self._buzzed, None
        return seat if utterance.begin < at + BUZZER_HOLDS else None

    def _read(self, host: Host, typed: Typed) -> None:
        try:
            line = parse_line(typed.text, self._players)
        except BadLine as error:
            self._complain(str(error))
            return
        now = self._moment(host)
        at = now if typed.at is None else typed.at
        if line.seat is not None and not line.text:
            self._buzzed = (line.seat, at)
        if not line.text or host.table.over:
            return
        expectation = host.table.expectation
        verdict = self._judge.judge(TypedEar().listen(line.text, named=line.seat is not None), expectation)
        if verdict.outcome is Outcome.IGNORE:
            self._complain(not_understood(line.text, expectation, verdict.reason))
            return
        host.act(Heard(now, at, at, line.text, verdict, verdict.seat if line.seat is None else line.seat))

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
