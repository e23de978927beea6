"""Joins wheels that differ in their core into one wheel, which has a core for each level of x86."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

WHEN = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that equal files make equal wheels."""


def is_core(name: str) -> bool:
    """Whether a file of a wheel is the compiled core."""
    return PurePosixPath(name).name.startswith("_core.") and not name.endswith(".pyi")


def joined(cores: Mapping[str, Path], out: Path) -> Path:
    """Writes the wheel with the cores of the given wheels, by level, into a folder, and returns it.

    A single wheel keeps its core beside the modules; of several, each core goes into the folder of
    its level. All files are compressed as far as they can be. Raises SystemExit if the wheels
    differ in more than their cores.
    """
    parts = {level: contents(file) for level, file in cores.items()}
    first, *others = parts.values()
    for other in others:
        unlike = {n for n in first.keys() | other.keys() if first.get(n) != other.get(n)}
        more = sorted(n for n in unlike if not is_core(n))
        if more:
            raise SystemExit(f"the wheels to be joined differ in {more[0]}")
    whole = {name: data for name, data in first.items() if not is_core(name)}
    for level, part in parts.items():
        for name in filter(is_core, part):
            path = PurePosixPath(name)
            folder = path.parent / level.replace("-", "_") if others else path.parent
            whole[str(folder / path.name)] = part[name]
    out.mkdir(parents=True, exist_ok=True)
    file = out / next(iter(cores.values())).name
    write(whole, file)
    return file


def contents(file: Path) -> dict[str, bytes]:
    """The files of a wheel, without its list of them."""
    with zipfile.ZipFile(file) as wheel:
        return {n: wheel.read(n) for n in wheel.namelist() if not n.endswith(".dist-info/RECORD")}


def write(files: Mapping[str, bytes], file: Path) -> None:
    """Writes a wheel of the given files, and the list of them."""
    (info,) = {name.partition("/")[0] for name in files if ".dist-info/" in name}
    lines: list[str] = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:

        def add(name: str, data: bytes) -> None:
            entry = zipfile.ZipInfo(name, WHEN)
            entry.external_attr = (0o100755 if is_core(name) else 0o100644) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)

        for name, data in files.items():
            add(name, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
            lines.append(f"{name},sha256={digest.decode()},{len(data)}\n")
        add(f"{info}/RECORD", "".join([*lines, f"{info}/RECORD,,\n"]).encode())
