"""The checksum that files are known by."""

from __future__ import annotations

import hashlib
from pathlib import Path

_BLOCK = 1 << 20


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits; only a part of it is held in memory. Raises ``OSError``."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
