"""Chooses the compiled core that this processor can run, before the core is loaded.

A wheel for Linux on x86 holds two cores, in a folder for each level of the processor; the wheels of
other systems, and a build from source, hold one, beside this module. An unsupported instruction
would kill the whole process without a message. Where the features of the processor cannot be read,
the lower level is chosen. This module uses only modules that Python imports at startup.
"""

from __future__ import annotations

import os

V2 = frozenset({"cx16", "lahf_lm", "pni", "popcnt", "sse4_1", "sse4_2", "ssse3"})
"""The processor features that x86-64-v2 adds to x86-64, by their names in Linux."""
V3 = frozenset({"abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"})
"""The processor features that x86-64-v3 adds to x86-64-v2, by their names in Linux."""

FOLDERS = ("x86_64_v3", "x86_64_v2")
"""The folders of the package with the compiled cores of a wheel that holds two: for x86-64-v3,
then for x86-64-v2."""
MARK = b"eastfront is built for x86-64-v3"
"""A text that the core contains if it is built for x86-64-v3."""

Place = str | os.PathLike[str]

_PACKAGE = os.path.dirname(__file__)


def folders(cpuinfo: Place = "/proc/cpuinfo", package: Place = _PACKAGE) -> list[str]:
    """Returns the folder that holds the core, as a list of one; an empty list if that is the folder
    `package` itself.

    Raises ImportError if this processor cannot run any core of the package.
    """
    flags = known(cpuinfo)
    upper, lower = (os.path.join(package, name) for name in FOLDERS)
    two = os.path.isdir(lower)
    if two and flags >= V2 | V3 and os.path.isdir(upper):
        return [upper]
    if two and flags and not flags >= V2:
        raise ImportError(
            "eastfront needs an x86 processor with SSE4.2 and POPCNT (x86-64-v2), as those made "
            f"since 2009 are, and this one lacks {_listed(V2 - flags)}; a build from source runs "
            "here: pip install --no-binary eastfront eastfront"
        )
    if not two and flags and not flags >= V3 and _built_for_v3(package):
        raise ImportError(
            "eastfront is built for x86 processors with AVX2 and BMI2 (x86-64-v3), as most made "
            f"since 2013 are; this one lacks {_listed(V3 - flags)}. Build it for this "
            "processor from source: RUSTFLAGS='-C target-cpu=native' pip install ."
        )
    return [lower] if two else []


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


def _built_for_v3(package: Place) -> bool:
    cores = (os.path.join(package, n) for n in os.listdir(package) if n.startswith("_core."))
    return any(MARK in _bytes(core) for core in cores)


def _listed(features: frozenset[str]) -> str:
    return ", ".join(sorted(features))


def _bytes(path: Place, most: int = -1) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read(most)
