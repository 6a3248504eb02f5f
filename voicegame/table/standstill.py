"""Whether a game stands still, and why: the players want it, nobody speaks any more, a device has gone."""

from __future__ import annotations

from voicegame.hearing.audio import to_samples


class Standstill:
    """The pauses of a table.

    patience: seconds without anything heard after which it is to pause by itself; None for never.
    paused: whether it stands still now.
    deaf: whether the microphone has gone.
    """

    def __init__(self, patience: float | None) -> None:
        self._patience = None if patience is None else to_samples(patience)
        self._last_heard = 0
        self._wanted = False  # the players paused the game, and only they go on with it
        self._mute = False  # it stands only because the loudspeaker has gone
        self.paused = False
        self.deaf = False

    @property
    def silence_due(self) -> int | None:
        """The sample at which silence has lasted too long, None where it never does, or the game stands anyway."""
        return None if self._patience is None or self.paused else self._last_heard + self._patience

    def heard(self, at: int) -> None:
        """Somebody spoke."""
        self._last_heard = max(self._last_heard, at)

    def ask(self) -> None:
        """The players want a pause."""
        self.paused = self._wanted = True
        self._mute = False

    def halt(self) -> None:
        """The game comes to stand by itself."""
        self.paused = True

    def lift(self) -> None:
        """Stand no longer still, for a question of the host's; who wanted the pause is remembered."""
        self.paused = False

    def lose_microphone(self) -> None:
        """The microphone has gone."""
        self.deaf, self._wanted = True, self.paused and not self._mute
        self.paused, self._mute = True, False

    def lose_loudspeaker(self) -> bool:
        """The loudspeaker has gone; False where the game stands anyway."""
        if self.paused:
            return False
        self.paused = self._mute = True
        return True

    def find_loudspeaker(self) -> bool:
        """The loudspeaker is back, or given up; False where the game did not stand for it alone."""
        if not self._mute:
            return False
        self.paused = self._mute = False
        return True

    def go_on(self) -> bool:
        """The players want to go on; False where they have to wait for the microphone."""
        if self.deaf:
            self._wanted = False
            return False
        self.paused = self._mute = False
        return True

    def find_microphone(self, at: int) -> bool:
        """The microphone is back; False if the players had paused the game before, and it stays so."""
        self.deaf = False
        self._last_heard = at
        self.paused = self._wanted
        return not self.paused

    def wake(self, at: int) -> None:
        """The program has been started again; it has a microphone, or needs none."""
        self._last_heard = at
        if self.deaf:
            self.deaf, self.paused = False, self._wanted
        self.find_loudspeaker()
