"""What becomes of memory that a model no longer needs."""

from __future__ import annotations

import contextlib
import ctypes
import sys

#: glibc's number for the size from which a block of memory is one by itself (``mallopt(3)``), and that size.
_M_MMAP_THRESHOLD = -3
_LARGE = 2 << 20


def give_back_large_blocks() -> None:
    """Blocks of 2 MB and more go back to the system when they are freed.

    glibc raises that limit to 32 MB as it meets larger ones, and then keeps what the models need for a moment: 50 MB of
    a game with two spelling ears. Other systems' libraries have no such limit, and nothing is changed there.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)
