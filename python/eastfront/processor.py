"""Whether this processor can run the compiled core, asked before the core is loaded.

A processor that meets an instruction it does not know ends the whole process without a word. Where
what it knows cannot be read (other systems than Linux), nothing is asked. Only what Python has at
hand as it starts is used here.
"""

from __future__ import annotations

import os

NEEDED = frozenset({"abm", "avx2", "bmi1", "bmi2", "fma", "movbe"})
"""What x86-64-v3 adds, by the names that Linux has for it."""

MARK = b"eastfront is built for x86-64-v3"
"""What stands in a core that is built for such processors."""

Place = str | os.PathLike[str]

_PACKAGE = os.path.dirname(__file__)


def look(cpuinfo: Place = "/proc/cpuinfo", package: Place = _PACKAGE) -> None:
    """Raises ImportError when the core of a package is built for other processors than this one."""
    flags = known(cpuinfo)
    missing = NEEDED - flags
    if not flags or not missing:
        return
    cores = (os.path.join(package, n) for n in os.listdir(package) if n.startswith("_core."))
    if any(MARK in _bytes(core) for core in cores):
        raise ImportError(
            "eastfront is built for x86 processors with AVX2 and BMI2 (x86-64-v3), as most made "
            f"since 2013 are; this one lacks {', '.join(sorted(missing))}. Build it for what this "
            "one has, in its source: RUSTFLAGS='-C target-cpu=native' pip install ."
        )


def known(cpuinfo: Place) -> frozenset[str]:
    """What the first processor of a list knows; nothing where none is told."""
    try:
        text = _bytes(cpuinfo, 1 << 14)
    except OSError:
        return frozenset()
    for line in text.splitlines():
        name, _, flags = line.partition(b":")
        if name.strip() == b"flags":
            return frozenset(flags.decode("ascii", "replace").split())
    return frozenset()


def _bytes(path: Place, most: int = -1) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read(most)
