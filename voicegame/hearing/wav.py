"""Sound from a WAV file, on the same clock and in the same blocks as from a microphone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from voicegame.errors import UserError
from voicegame.hearing.audio import Chunk, Samples, to_samples
from voicegame.sound.resampling import StreamResampler, resample, to_mono

#: Rates that sound is recorded at; the header of a file that says less or more is wrong.
SLOWEST, FASTEST = 1_000, 768_000


def _open(path: Path) -> Any:
    """An open ``soundfile.SoundFile``; raises UserError for anything that can't be heard."""
    import soundfile

    if path.is_dir():
        raise UserError(f"{path} is a folder, not a sound: name a WAV file inside it.")
    try:
        with path.open("rb") as raw:
            if not raw.read(1):
                raise UserError(f"{path} is empty (0 bytes): record it again.")
    except FileNotFoundError:
        raise UserError(f"{path} does not exist: check the name of the WAV file.") from None
    except OSError as error:
        raise UserError(f"{path} can't be read ({error.strerror}): check its permissions.") from None
    try:
        file = soundfile.SoundFile(path)
    except (soundfile.LibsndfileError, TypeError, ValueError):
        reason = "is not a WAV file that can be read: convert it to a 16-bit PCM WAV."
        raise UserError(f"{path} {reason}") from None
    if file.frames <= 0:
        file.close()
        raise UserError(f"{path} holds no sound (0 samples): record it again.")
    if not SLOWEST <= file.samplerate <= FASTEST:
        file.close()
        raise UserError(f"{path} says {file.samplerate} samples a second: record it at 8000 to 192000.")
    return file


def _read(file: Any, path: Path | str, frames: int = -1) -> Samples:
    """The next frames, shape ``(n, channels)``; a file that is damaged or of a kind that can't be read is named."""
    import soundfile

    try:
        samples: Samples = file.read(frames, dtype="float32", always_2d=True)
    except soundfile.LibsndfileError as error:
        raise UserError(f"{path} is damaged ({error.error_string}): record it again.") from None
    except ValueError:  # compressed kinds that give fewer frames than they promise
        raise UserError(f"{path} can't be read to its end: convert it to a 16-bit PCM WAV.") from None
    return samples


class WavSource:
    """A WAV file as an audio source: any rate, channels mixed down, 8 to 32 bits or float.

    Chunks hold ``block_seconds`` of sound each (the last one less). The file is read block by block, so its
    length does not matter. Raises UserError if it can't be read.
    """

    def __init__(self, path: Path | str, block_seconds: float = 0.032) -> None:
        self._file = _open(Path(path))
        self._path = path
        self._block = max(1, to_samples(block_seconds))
        self._block_seconds = block_seconds
        #: Seconds of sound in the file.
        self.seconds: float = self._file.frames / self._file.samplerate

    def __iter__(self) -> Iterator[Chunk]:
        first = 0
        waiting: list[Samples] = []
        held = 0
        for samples in self._resampled():
            waiting.append(samples)
            held += len(samples)
            if held < self._block:
                continue
            rest = np.concatenate(waiting)
            whole = held - held % self._block
            for start in range(0, whole, self._block):
                yield Chunk(rest[start : start + self._block], first)
                first += self._block
            waiting = [rest[whole:]]
            held -= whole
        if held:
            yield Chunk(np.concatenate(waiting), first)

    def _resampled(self) -> Iterator[Samples]:
        resampler = StreamResampler(self._file.samplerate)
        frames = max(1, round(self._block_seconds * self._file.samplerate))
        while True:
            block = _read(self._file, self._path, frames)
            last = len(block) < frames
            yield resampler.feed(to_mono(block), last=last)
            if last:
                return

    def close(self) -> None:
        self._file.close()


def read_clip(path: Path | str) -> Samples:
    """A whole WAV file: float32, shape ``(n,)``, mono at the clock's rate. UserError if it can't be read."""
    with _open(Path(path)) as file:
        return resample(to_mono(_read(file, path)), file.samplerate)
