"""Unpacking an archive that came from elsewhere: nothing leaves the folder, nothing grows beyond what is allowed."""

from __future__ import annotations

import hashlib
import re
import stat
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from voicegame.errors import UserError
from voicegame.progress import Progress, silent

MOST_FILES = 500  # ten times what the largest listed model has
_LONGEST = 200  # characters of a path in the archive
_BLOCK = 1 << 16
_LEFT_OUT = "__MACOSX/"  # what macOS puts beside the files when it packs them
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: A path as models have them. What else a name might hold (a colon, a backslash, a control character) means
#: something to some system.
_PLAIN = re.compile(r"[A-Za-z0-9_.+-]+(/[A-Za-z0-9_.+-]+)*/?")


def unpack(archive: Path, into: Path, top: str, most: int, progress: Progress = silent) -> dict[str, tuple[int, str]]:
    """Unpack a ZIP file whose entries all lie in the folder ``top``, into ``into``, which is new and empty.

    most: bytes that it may hold. Gives the size and SHA-256 of each file, by its path below ``top``. Raises
    ``UserError`` for anything that isn't a plain file or folder in there, for too much of it, and for a damaged one.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not entry.filename.startswith(_LEFT_OUT)]
            _check(entries, archive.name, top, most)
            return _written(opened, entries, into, top, most, progress)
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, UnicodeError) as fault:
        raise _refused(archive.name, f"is damaged ({' '.join(str(fault).split()) or type(fault).__name__})") from None


def _refused(name: str, reason: str) -> UserError:
    return UserError(f"{name} {reason}, so nothing of it is used: fetch it again, or from another mirror.")


def _check(entries: list[zipfile.ZipInfo], name: str, top: str, most: int) -> None:
    """UserError for the first entry that must not be written."""
    if len(entries) > MOST_FILES:
        raise _refused(name, f"holds {len(entries)} files, more than {MOST_FILES}")
    if sum(entry.file_size for entry in entries) > most:
        raise _refused(name, f"unpacks to more than {most // 1_000_000} MB")
    seen: set[str] = set()
    for entry in entries:
        path, shown = entry.filename, ascii(entry.filename)[:80]
        parts = PurePosixPath(path).parts
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if len(path) > _LONGEST or not _PLAIN.fullmatch(path) or set(parts) & {".", ".."} or parts[0] != top:
            raise _refused(name, f"holds {shown}, which doesn't belong into {top}")
        if kind and not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
            raise _refused(name, f"holds {shown}, which is a link or a device")
        if entry.flag_bits & 1:
            raise _refused(name, f"holds {shown}, which is encrypted")
        if entry.compress_type not in _PACKED:
            raise _refused(name, f"holds {shown}, which is packed in an unusual way")
        same = path.rstrip("/").casefold()
        if same in seen:
            raise _refused(name, f"holds {shown} twice")
        seen.add(same)


def _written(
    opened: zipfile.ZipFile,
    entries: list[zipfile.ZipInfo],
    into: Path,
    top: str,
    most: int,
    progress: Progress,
) -> dict[str, tuple[int, str]]:
    files: dict[str, tuple[int, str]] = {}
    total, left = sum(entry.file_size for entry in entries), most
    for entry in entries:
        inside = PurePosixPath(entry.filename).relative_to(top)
        target = into.joinpath(*inside.parts)
        if entry.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        digest, size = hashlib.sha256(), 0
        with opened.open(entry) as source, target.open("xb") as file:
            while block := source.read(_BLOCK):
                size += len(block)
                left -= len(block)  # counted, for what the archive says of itself may be false
                if left < 0:
                    raise _refused(Path(opened.filename or "").name, f"unpacks to more than {most // 1_000_000} MB")
                digest.update(block)
                file.write(block)
                progress(most - left, total)
        files[str(inside)] = size, digest.hexdigest()
    return files
