"""What became of each part that was tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from voicegame.errors import UserError

State = Literal["pass", "warn", "fail"]


@dataclass(frozen=True)
class Check:
    """What became of one part. fail: no game by voice with this; warn: a game, but less good. remedy: what to do."""

    name: str
    state: State
    found: str
    remedy: str | None = None


class Failed(Exception):
    """A part doesn't work: what was found, and what to do."""

    def __init__(self, found: str, remedy: str | None, state: State = "fail") -> None:
        super().__init__(found)
        self.found, self.remedy, self.state = found, remedy, state


def tried(name: str, part: Callable[[], str]) -> Check:
    """Try a part, which returns what was found, or raises."""
    try:
        return Check(name, "pass", part())
    except Failed as failed:
        return Check(name, failed.state, failed.found, failed.remedy)
    except UserError as error:
        found, _colon, remedy = str(error).rstrip(".").partition(": ")
        return Check(name, "fail", found, remedy or None)
    except Exception as fault:
        return Check(name, "fail", f"{type(fault).__name__}: {' '.join(str(fault).split())}", "report it")
