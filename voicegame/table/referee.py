"""The referee: who has the floor, since when, until when. Nothing else decides whether a claim came in time.

A floor is a half-open interval of the sample clock: a claim counts if its sound *begins* at or after ``opened`` and
before ``deadline`` (K7). The glass is held while the host itself talks or asks back, so nobody pays for the host's
time; what was held is added to the deadline when the glass is released.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from voicegame.hearing.audio import to_samples


@dataclass(frozen=True)
class Floor:
    """One player's right to speak. All times are samples.

    number: floors are numbered from 1 through the game, so that a late timer can't close a later floor.
    deadline: the first sample that is too late, or None where there is no limit.
    held: the sample since which the glass stands still, or None while it runs.
    """

    number: int
    seat: int
    opened: int
    deadline: int | None
    held: int | None = None

    def admits(self, begin: int) -> bool:
        """Whether a sound that begins at this sample is in time (K7)."""
        if begin < self.opened:
            return False
        return self.deadline is None or self.held is not None or begin < self.deadline

    def misses(self, begin: int, end: int) -> bool:
        """Whether a hole ``[begin, end)`` in the sound may hide a claim: it meets the window while the glass runs."""
        if self.deadline is None or end <= self.opened or begin >= self.deadline:
            return False
        return self.held is None or begin < self.held

    def hold(self, at: int) -> Floor:
        """Stop the glass at a sample; holding a held glass changes nothing."""
        return self if self.held is not None else replace(self, held=at)

    def release(self, at: int) -> Floor:
        """Let the glass run again from a sample; the time it stood still is added to the deadline."""
        if self.held is None:
            return self
        deadline = None if self.deadline is None else self.deadline + max(0, at - self.held)
        return replace(self, held=None, deadline=deadline)

    @property
    def due(self) -> int | None:
        """The sample at which time will be up, or None if the glass is held or there is no limit."""
        return None if self.held is not None else self.deadline

    def left(self, at: int) -> int | None:
        """Samples left on the glass at a moment, None without a limit."""
        if self.deadline is None:
            return None
        return max(0, self.deadline - (at if self.held is None else self.held))


def open_floor(number: int, seat: int, at: int, seconds: float | None) -> Floor:
    """Turn the glass for a seat at a sample; ``seconds`` None means without limit."""
    return Floor(number, seat, at, None if seconds is None else at + to_samples(seconds))
