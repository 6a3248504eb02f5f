"""A microphone that can be opened again by its name after it was lost, on the same clock."""

from __future__ import annotations

from collections.abc import Iterator

from voicegame.errors import UserError
from voicegame.hearing.audio import Chunk
from voicegame.hearing.microphone import DeviceLost, Microphone
from voicegame.sound.portaudio import Hung, opened, refresh_devices, within

#: Seconds that opening a device may take before it counts as hanging.
_PATIENCE = 8.0
_FIRST = 20.0  # when the game begins, with all else that begins then


class ReconnectingMicrophone:
    """As :class:`Microphone`, by whose exceptions it is opened; see :meth:`reopen`."""

    def __init__(self, device: str | None = None, *, opening: float = 4.0, patience: float = 3.0) -> None:
        self._device = device
        self._opening = opening
        self._patience = patience
        self._current = opened(_FIRST, lambda: Microphone(device, patience=patience))

    @property
    def captured(self) -> int:
        """See :attr:`Microphone.captured`."""
        return self._current.captured

    @property
    def latency(self) -> int:
        """See :attr:`Microphone.latency`."""
        return self._current.latency

    @property
    def silent(self) -> bool:
        """See :attr:`Microphone.silent`."""
        return self._current.silent

    def __iter__(self) -> Iterator[Chunk]:
        """The chunks of the microphone that is open now. Raises DeviceLost when it goes."""
        return iter(self._current)

    def reopen(self, at: int) -> bool:
        """Look for the device again; whether it gives sound. ``at``: where on the clock it carries on.

        The list of devices is made anew, which ends all streams: the loudspeaker's has to be closed before.
        """

        def open_again() -> Microphone:
            refresh_devices()
            found = Microphone(self._device, patience=self._patience, opening=self._opening, starts_at=at)
            try:
                found.wait_until_ready()
            except DeviceLost:
                found.close()
                raise
            return found

        self._current.close()
        try:
            self._current = within(_PATIENCE, open_again)
        except (UserError, DeviceLost, Hung):
            return False
        return True

    def close(self) -> None:
        """See :meth:`Microphone.close`."""
        self._current.close()
