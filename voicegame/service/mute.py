"""A loudspeaker that isn't there: while the host waits it says nothing, and no device has to run."""

from __future__ import annotations

from voicegame.sound.samples import Samples
from voicegame.speaking.loudspeaker import Interval
from voicegame.speaking.voice import Pcm


class Mute:
    """A ``Loudspeaker`` that nobody hears."""

    lost = False
    finished_at = 0
    intervals: list[Interval] = []  # noqa: RUF012 - always empty
    ringing: tuple[Samples, int] | None = None

    def release(self) -> None:
        """There is nothing to let go of."""

    def reopen(self) -> bool:
        """It is as good as before."""
        return True

    def play(self, pcm: Pcm, now: int) -> None:
        """Nobody hears it."""

    def tick(self, now: int) -> None:
        """No time passes for it."""

    def busy(self) -> bool:
        """Never."""
        return False

    def meets(self, begin: int, end: int) -> bool:  # noqa: ARG002
        """Never."""
        return False

    def stretch(self, tail: int) -> None:
        """Nothing rings."""

    def close(self) -> None:
        """There is nothing to close."""
