"""How often somebody may ask for something that costs: a bucket of tokens for each address."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

MOST = 4096
"""Addresses that are remembered; the one that asked longest ago is forgotten first."""
NETWORK = 64
"""Bits of an IPv6 address that stand for one household."""


class Rate:
    """So many a minute from each address, and as many at once after a quiet minute."""

    def __init__(self, each_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(each_minute)
        self._each = 60.0 / each_minute
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """What each address has left, and when that was."""

    def wait(self, address: str) -> float:
        """Takes one; the seconds to wait first when there is none."""
        who, now = household(address), self._clock()
        left, then = self._left.pop(who, (self._most, now))
        left = min(self._most, left + (now - then) / self._each)
        wait = 0.0 if left >= 1 else (1 - left) * self._each
        self._left[who] = (left - 1 if left >= 1 else left), now
        if len(self._left) > MOST:
            del self._left[next(iter(self._left))]
        return wait


def household(address: str) -> str:
    """An address, or the network of an IPv6 address: who has one has them all."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found), NETWORK), strict=False))
    return str(found)
