"""Rate limiting: a token bucket for each address."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

MOST = 4096
"""Maximum number of addresses kept; beyond it the least recently used one is dropped."""
NETWORK = 64
"""The number of leading bits of an IPv6 address that identify a household."""


class Rate:
    """Limits the requests of each address to a number per minute, which may come all at once."""

    def __init__(self, each_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(each_minute)
        self._each = 60.0 / each_minute
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """The remaining tokens of each address, with the time of the last update."""

    def wait(self, address: str) -> float:
        """Counts a request of an address and returns 0, if the limit allows the request now; else
        returns the seconds until the limit allows one."""
        who, now = household(address), self._clock()
        left, then = self._left.pop(who, (self._most, now))
        left = min(self._most, left + (now - then) / self._each)
        wait = 0.0 if left >= 1 else (1 - left) * self._each
        self._left[who] = (left - 1 if left >= 1 else left), now
        if len(self._left) > MOST:
            del self._left[next(iter(self._left))]
        return wait


def household(address: str) -> str:
    """Returns the address that stands for a client in the limit: the address itself, or for IPv6
    its network, all of which one household owns."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found), NETWORK), strict=False))
    return str(found)
