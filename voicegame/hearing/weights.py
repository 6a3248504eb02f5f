"""Models that come inside a package: where their files are, and whether they are whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from voicegame.checksum import sha256_of
from voicegame.errors import UserError


def folder_of(package: str, inside: str, files: Mapping[str, str], runtimes: Sequence[str] = ()) -> Path | None:
    """Where the ``files`` of a model lie inside a package, or None if they, or a runtime, are not installed.

    Nothing is imported.
    """
    if any(find_spec(runtime) is None for runtime in runtimes):
        return None
    found = find_spec(package)
    for place in (found.submodule_search_locations or ()) if found is not None else ():
        folder = Path(place) / inside
        if all((folder / name).is_file() for name in files):
            return folder
    return None


def check_files(folder: Path, files: Mapping[str, str], release: str) -> None:
    """UserError if a file's SHA-256 is not the one given: a runtime may end the process over one that is damaged.

    release: of the package that brings them, as pip names it.
    """
    for name, wanted in files.items():
        try:
            found = sha256_of(folder / name)
        except OSError as error:
            found = str(error.strerror)
        if found != wanted:
            raise UserError(f"{folder / name} is damaged or of another version: {again(release)}.")


def again(release: str) -> str:
    """What brings a package back: pip leaves one alone that seems to be there."""
    return f"run 'pip install --force-reinstall {release}'"
