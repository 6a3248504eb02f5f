"""Keeping the sound of claims, for those who want to hear again what a verdict was about."""

from __future__ import annotations

from pathlib import Path

from voicegame.errors import UserError
from voicegame.hearing.audio import RATE, Utterance, to_seconds


class Keeper:
    """Writes utterances as WAV files into a folder, which is made if it isn't there.

    A file is called by the second at which its sound began, as the event ``heard`` says it: ``0083.412s.wav``. What is
    there already is never overwritten.
    """

    def __init__(self, folder: Path) -> None:
        """Raises ``UserError`` if the folder can't be made or written to."""
        self._folder = folder
        trial = folder / ".voicegame"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            trial.touch()
            trial.unlink()
        except OSError as error:
            raise UserError(f"{folder} can't keep the sound of claims ({error.strerror}): name another.") from None

    def __call__(self, utterance: Utterance) -> None:
        """Keep the sound. Raises ``UserError`` if the disk takes it no more."""
        import soundfile

        name = f"{to_seconds(utterance.begin):08.3f}s"
        try:
            for attempt in range(1, 1000):
                again = "" if attempt == 1 else f"-{attempt}"
                try:
                    with (self._folder / f"{name}{again}.wav").open("xb") as file:
                        soundfile.write(file, utterance.samples, RATE, format="WAV", subtype="PCM_16")
                    return
                except FileExistsError:  # an earlier game's
                    continue
        except (OSError, soundfile.LibsndfileError) as error:
            reason = getattr(error, "strerror", None) or getattr(error, "error_string", "it failed")
            raise UserError(f"The sound of claims isn't kept any more ({reason}): make room for it.") from None
