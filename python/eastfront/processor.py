"""A check that this processor can run the compiled core, made before the core is loaded.

An unsupported instruction would kill the whole process without a message. On systems other than
Linux, where the features of the processor cannot be read, nothing is checked. This module uses only
modules that Python imports at startup.
"""

from __future__ import annotations

import os

NEEDED = frozenset({"abm", "avx2", "bmi1", "bmi2", "fma", "movbe"})
"""The processor features that x86-64-v3 adds to x86-64, by their names in Linux."""

MARK = b"eastfront is built for x86-64-v3"
"""A text that the core contains if it is built for x86-64-v3."""

Place = str | os.PathLike[str]

_PACKAGE = os.path.dirname(__file__)


def look(cpuinfo: Place = "/proc/cpuinfo", package: Place = _PACKAGE) -> None:
    """Raises ImportError if the core in the folder `package` is built for features that this
    processor lacks."""
    flags = known(cpuinfo)
    missing = NEEDED - flags
    if not flags or not missing:
        return
    cores = (os.path.join(package, n) for n in os.listdir(package) if n.startswith("_core."))
    if any(MARK in _bytes(core) for core in cores):
        raise ImportError(
            "eastfront is built for x86 processors with AVX2 and BMI2 (x86-64-v3), as most made "
            f"since 2013 are; this one lacks {', '.join(sorted(missing))}. Build it for this "
            "processor from source: RUSTFLAGS='-C target-cpu=native' pip install ."
        )


def known(cpuinfo: Place) -> frozenset[str]:
    """Returns the features of the first processor listed in the file `cpuinfo`; empty if the file
    cannot be read or lists none."""
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
