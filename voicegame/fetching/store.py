"""The models that the user has: fetched, checked, and thrown away again.

They lie in ``models`` in the user's data folder. Beside its files each one that was fetched holds ``voicegame.json``:
the checksums of the archive and of every file. ``checksums.json`` in the folder above keeps those of archives whose
checksum the list doesn't know, from the first download on.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from voicegame import model_folders
from voicegame.checksum import sha256_of
from voicegame.errors import UserError
from voicegame.fetching.archive import unpack
from voicegame.fetching.download import Download, megabytes
from voicegame.fetching.known import KnownModel, KnownModels
from voicegame.progress import Progress, Steps, unseen

RECEIPT = "voicegame.json"
_CHECKSUMS = "checksums.json"

State = Literal["not here", "fetched", "put here by hand"]


@dataclass(frozen=True)
class Listed:
    """A model that is known or here. model is None for one that isn't in the list, folder for one that isn't here."""

    name: str
    model: KnownModel | None
    folder: Path | None

    @property
    def state(self) -> State:
        if self.folder is None:
            return "not here"
        return "fetched" if (self.folder / RECEIPT).is_file() else "put here by hand"


def store() -> Path:
    """The folder that models are fetched into; it need not exist."""
    return model_folders.folders()[0]


def listed(known: KnownModels) -> list[Listed]:
    """The known models, in the list's order, then others that are here."""
    here = {folder.name: folder for folder in reversed(model_folders.installed())}
    ours = [Listed(name, model, here.pop(name, None)) for name, model in known.models.items()]
    return ours + [Listed(name, None, folder) for name, folder in sorted(here.items())]


def get(
    known: KnownModels,
    name: str,
    progress: Steps = unseen,
    wait: Callable[[float], None] = time.sleep,
) -> Path:
    """Fetch a known model, check it, unpack it, and put it in its place at once. Gives its folder.

    progress: shows the steps "fetching" and "unpacking". wait: seconds before another attempt. Raises ``UserError``.
    """
    model, target = known.models[name], store() / name
    if target.exists():
        raise UserError(f"{target} is there already: 'voicegame models verify' checks it, 'models remove' makes room.")
    _check_room(model)
    _sweep()
    archive = store() / f"{name}.zip"
    download = Download(known.address(name), archive, model.bytes, progress("fetching"), wait)
    wanted = model.sha256 or _read(store() / _CHECKSUMS).get(name)
    begun_before = download.run()
    sha256 = sha256_of(archive)
    if wanted is not None and sha256 != wanted and begun_before:  # the halves were of two versions, perhaps
        download.forget()
        download.run()
        sha256 = sha256_of(archive)
    if wanted is not None and sha256 != wanted:
        download.forget()
        raise UserError(
            f"{download.url} is not the file that the list names (its SHA-256 is {sha256[:12]}..., and should be "
            f"{wanted[:12]}...), so it was thrown away: update voicegame, or fetch from a mirror."
        )
    try:
        _put(archive, target, model, sha256, progress("unpacking"))
    except OSError as error:
        raise UserError(f"{store()} can't be written ({error.strerror}): make room or mend the folder.") from None
    finally:
        archive.unlink(missing_ok=True)
    if model.sha256 is None:
        _write(store() / _CHECKSUMS, {**_read(store() / _CHECKSUMS), name: sha256})
    return target


def _put(archive: Path, target: Path, model: KnownModel, sha256: str, progress: Progress) -> None:
    with tempfile.TemporaryDirectory(prefix=".new-", dir=target.parent) as folder:
        new = Path(folder) / "model"
        new.mkdir()
        files = unpack(archive, new, target.name, model.unpacked, progress)
        if not model_folders.is_model(new):
            raise UserError(f"{archive.name} holds no model that Vosk can load, so it is not used: update voicegame.")
        _write(new / RECEIPT, {"archive": sha256, "files": files})
        new.rename(target)


def verify(name: str | None = None) -> tuple[list[str], list[str]]:
    """Check models file by file: a line for each, and what is wrong. Without a name, all that are here.

    Raises ``UserError`` if there is no such model.
    """
    folders = [each for each in model_folders.installed() if name in (None, each.name)]
    if not folders and name is not None and _own(name).is_dir():
        folders = [_own(name)]  # damaged so that Vosk can't load it
    if name is not None and not folders:
        raise UserError(f"There is no model {name} here: 'voicegame models get {name}' fetches it.")
    lines, faults = [], []
    for folder in folders:
        wrong = _faults(folder)
        if wrong is None:
            lines.append(f"{folder.name}: put here by hand, so there is nothing to check it by.")
        elif not wrong:
            lines.append(f"{folder.name}: every file is as it was fetched.")
        faults += wrong or []
    return lines or ([] if faults else ["There is no model here."]), faults


def _faults(folder: Path) -> list[str] | None:
    """What is wrong with a fetched model, one sentence a file; None for one that wasn't fetched."""
    if not (folder / RECEIPT).is_file():
        return None
    again = f"fetch it again with 'voicegame models remove {folder.name}' and 'voicegame models get {folder.name}'"
    try:
        files = {str(path): (int(size), str(sha)) for path, (size, sha) in _read(folder / RECEIPT)["files"].items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        return [f"{folder / RECEIPT} is damaged: {again}."]
    faults = []
    for path, (size, sha256) in files.items():
        file = folder / path
        if not file.is_file():
            faults.append(f"{file} is missing: {again}.")
        elif file.stat().st_size != size or sha256_of(file) != sha256:
            faults.append(f"{file} is not as it was fetched: {again}.")
    return faults


def remove(name: str) -> str:
    """Delete a model, fetched or put there by hand, and what is left of a download of it; says what was deleted.

    Raises ``UserError`` if there is none. Only the user's own folder of models is touched.
    """
    target = _own(name)
    left = [path for path in (store() / f"{name}.zip.part", store() / f"{name}.zip.mark") if path.is_file()]
    if target.is_symlink():
        target.unlink()
    elif target.is_dir():
        doomed = target.rename(target.with_name(f".old-{name}"))  # gone for others at once
        shutil.rmtree(doomed)
    elif not left:
        raise UserError(f"There is no model {name} in {store()}: 'voicegame models list' shows what is there.")
    for path in left:
        path.unlink()
    return f"{name} is deleted."


def _own(name: str) -> Path:
    """The folder of a model in the user's data folder. Raises ``UserError`` for what is no model's name."""
    if model_folders.language_of(name) is None or Path(name).name != name:
        raise UserError(f"{name!r} is no model's name: 'voicegame models list' shows them.")
    return store() / name


def _sweep() -> None:
    """Throw away what an earlier run left when it was killed, a day ago or more."""
    yesterday = time.time() - 86_400
    for left in (*store().glob(".new-*"), *store().glob(".old-*")):
        if left.lstat().st_mtime < yesterday:
            shutil.rmtree(left, ignore_errors=True)


def _check_room(model: KnownModel) -> None:
    folder = next(folder for folder in (store(), *store().parents) if folder.is_dir())
    needed = 4 * model.bytes  # the archive, and three times that unpacked; models take about two
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise UserError(f"{folder} has {megabytes(free)} MB left, and {megabytes(needed)} are needed: make room first.")


def _read(path: Path) -> dict[str, Any]:
    """A JSON object, empty where there is none that can be read."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _write(path: Path, value: dict[str, Any]) -> None:
    new = path.with_name(f".{path.name}.new")
    new.write_text(json.dumps(value, indent=1), encoding="utf-8")
    new.replace(path)
