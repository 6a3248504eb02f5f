"""Who may use the board: which host names, which origins, which token, and how fast."""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Refused:
    """A request that is not answered. status: of HTTP; reason: one sentence."""

    status: int
    reason: str


@dataclass(frozen=True)
class Guard:
    """Checks requests.

    names: host names under which the board may be asked for, lower case. Any other name may be one that a foreign page
    has pointed at this machine ("DNS rebinding"), and is refused.
    any_address: whether numbers (192.168.1.5) are good as well; no foreign page can make a number its own name.
    token: what a client must know, None where only this machine can ask.
    """

    names: Collection[str]
    any_address: bool
    token: str | None

    def refusal(self, headers: Mapping[str, str], given: Collection[str]) -> Refused | None:
        """Why a request is refused, or None. headers: with lower-case names; given: what it shows as the token."""
        host = headers.get("host", "")
        if not self._knows(host):
            return Refused(421, "The board does not go by this host name.")
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return Refused(403, "The board answers its own pages only.")
        own = headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        if not own and headers.get("sec-fetch-mode") != "navigate":  # a link on another page may lead here
            return Refused(403, "The board answers its own pages only.")
        if self.token is not None and not any(same(self.token, one) for one in given):
            return Refused(
                401, "The address lacks its token: take the whole address, or the QR code, that the host shows."
            )
        return None

    def _knows(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname
        except ValueError:
            return False
        if not name:
            return False
        return name in self.names or (self.any_address and _is_address(name))


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing of where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Pace:
    """How often each address may ask: ``burst`` times at once, then ``rate`` times a second.

    most: how many addresses are remembered; the one not heard of for longest is forgotten first.
    """

    def __init__(self, rate: float, burst: int, most: int = 1024, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admits(self, address: str) -> bool:
        """Whether this address may ask now; counts the question if it may."""
        now = self._clock()
        left, at = self._left.pop(address, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) * self._rate)
        good = left >= 1
        self._left[address] = (left - good, now)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return good
