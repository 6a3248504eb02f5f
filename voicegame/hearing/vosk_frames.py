"""How the game and the process in which Vosk runs talk: frames on two pipes.

A frame is two lengths in bytes (unsigned, 4 bytes each, the higher first), a JSON object in UTF-8, and raw bytes.
"""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

_LENGTHS = struct.Struct(">II")
#: More than any frame of ours: a length beyond it is nonsense.
_LONGEST = 64_000_000


def packed(fields: dict[str, Any], payload: bytes = b"") -> bytes:
    """One frame."""
    text = json.dumps(fields, ensure_ascii=False).encode("utf-8")
    return _LENGTHS.pack(len(text), len(payload)) + text + payload


def read(file: BinaryIO) -> tuple[dict[str, Any], bytes] | None:
    """The next frame, None where the pipe ends, be it in the middle of one. Raises ValueError for what is no frame."""
    lengths = file.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    text_length, payload_length = _LENGTHS.unpack(lengths)
    if text_length + payload_length > _LONGEST:
        raise ValueError("a frame is too long")
    text, payload = file.read(text_length), file.read(payload_length)
    if len(text) < text_length or len(payload) < payload_length:
        return None
    fields = json.loads(text)
    if not isinstance(fields, dict):
        raise ValueError("a frame holds no object")
    return fields, payload
