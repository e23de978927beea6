"""Checks files of wheels: their size, their cores, and that they name no folder of this machine.

python -m tools.wheels.check dist/*.whl
"""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath

from .joined import contents, is_core

LIMITS = {1: 2_800_000, 2: 4_500_000}
"""The greatest size of a wheel in bytes, by its number of cores."""
ROOT = Path(__file__).resolve().parents[2]

FOLDERS = ("x86_64_v3", "x86_64_v2")
MARK = b"eastfront is built for x86-64-v3"
"""As in `eastfront.processor`, which cannot be imported before the package is built."""


def faults(file: Path) -> list[str]:
    """Lists the faults of a wheel, in words."""
    found: list[str] = []
    files = contents(file)
    cores = {PurePosixPath(name).parent.name: data for name, data in files.items() if is_core(name)}
    if file.stat().st_size > LIMITS.get(len(cores), 0):
        most = f"at most {LIMITS[len(cores)]:,}" if len(cores) in LIMITS else "one or two cores"
        found.append(f"{file.stat().st_size:,} bytes, {len(cores)} cores; expected {most}")
    two = "linux" in file.name and file.name.endswith("x86_64.whl")
    expected = set(FOLDERS) if two else {"eastfront"}
    if set(cores) != expected:
        found.append(f"cores in {sorted(cores)}, expected {sorted(expected)}")
    for folder, data in cores.items():
        if (MARK in data) != (folder == FOLDERS[0]):
            found.append(f"the core in {folder} is built for another level of x86")
        if "manylinux" in file.name and b"libunwind: " in data:
            found.append(f"the core in {folder} has an unwinder of its own")
    found += [f"{name} names {ROOT}" for name, data in files.items() if str(ROOT).encode() in data]
    return found


if __name__ == "__main__":
    wrong = [f"{file}: {fault}" for file in sys.argv[1:] for fault in faults(Path(file))]
    raise SystemExit("\n".join(wrong) if wrong else 0)
