"""One microphone for one game after another: it stays open, and each has a clock of its own that begins at 0."""

from __future__ import annotations

from collections.abc import Iterator

from voicegame.hearing.audio import Chunk
from voicegame.hearing.microphone import DeviceLost
from voicegame.hearing.reconnecting import ReconnectingMicrophone


class StandingMicrophone:
    """Lends the sound of a microphone. Its own clock runs on."""

    def __init__(self, microphone: ReconnectingMicrophone) -> None:
        self.microphone = microphone
        self._blocks: Iterator[Chunk] | None = None

    def lend(self) -> LentMicrophone:
        """The sound from now on; what has come and was not read is forgotten, so that nothing said to whoever
        listened before is heard by who listens next."""
        return LentMicrophone(self, self.microphone.captured)

    def blocks(self) -> Iterator[Chunk]:
        """The sound, going on where the last one stopped reading. Raises DeviceLost."""
        if self._blocks is None:
            self._blocks = iter(self.microphone)
        try:
            # Not "yield from": that would close the microphone's own iterator with this one.
            while (block := next(self._blocks, None)) is not None:
                yield block
        except DeviceLost:
            self._blocks = None
            raise

    def reopen(self, at: int) -> bool:
        """See :meth:`ReconnectingMicrophone.reopen`."""
        self._blocks = None
        return self.microphone.reopen(at)

    def close(self) -> None:
        self.microphone.close()


class LentMicrophone:
    """A ``ReconnectingMicrophone`` whose clock began at sample ``origin`` of the one that is lent."""

    def __init__(self, standing: StandingMicrophone, origin: int) -> None:
        self._standing = standing
        self._origin = origin

    @property
    def captured(self) -> int:
        return self._standing.microphone.captured - self._origin

    @property
    def latency(self) -> int:
        return self._standing.microphone.latency

    @property
    def silent(self) -> bool:
        return self._standing.microphone.silent

    def __iter__(self) -> Iterator[Chunk]:
        """The chunks from the origin on. Raises DeviceLost when the microphone goes."""
        for block in self._standing.blocks():
            late = self._origin - block.first_sample
            if late <= 0:
                yield Chunk(block.samples, -late, min(block.lost, -late))
            elif late < len(block.samples):
                yield Chunk(block.samples[late:], 0)

    def reopen(self, at: int) -> bool:
        """Look for the device again; whether it gives sound. ``at``: where on this clock it carries on."""
        return self._standing.reopen(at + self._origin)

    def close(self) -> None:
        """Give it back; it stays open."""
