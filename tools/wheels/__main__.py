"""Builds wheels.

    python -m tools.wheels --out dist                      # those of Linux
    python -m tools.wheels --out dist manylinux-x86_64     # one of them

Cross-compiles with zig, which links against the oldest glibc that Rust supports, 2.17, or musl. A
wheel for Linux on x86 is made of two, with cores for x86-64-v3 and v2; the other systems are built
on themselves, without zig, and on x86 for v2. Raises SystemExit if a wheel is wrong.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .check import faults
from .joined import joined
from .unwinder import stand_in

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Wheel:
    """A platform that wheels are built for."""

    target: str
    """The target of Rust."""
    compatibility: str = ""
    """The tag of Linux; empty for other systems, which are not cross-compiled."""
    free_threaded: bool = False
    """Whether it is for CPython 3.14t, which has no stable ABI, rather than for 3.11 and later."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of x86 that there are cores for; one empty level on other machines."""
        if not self.target.startswith("x86_64"):
            return ("",)
        return ("x86-64-v3", "x86-64-v2") if self.compatibility else ("x86-64-v2",)


_LINUX = {
    f"{name}-{machine}": Wheel(f"{machine}-unknown-linux-{libc}", compatibility)
    for name, libc, compatibility in (
        ("manylinux", "gnu", "manylinux2014"),
        ("musllinux", "musl", "musllinux_1_2"),
    )
    for machine in ("x86_64", "aarch64")
}
LINUX = _LINUX | {
    f"{name}-3.14t": Wheel(wheel.target, wheel.compatibility, free_threaded=True)
    for name, wheel in _LINUX.items()
}
WHEELS = LINUX | {
    "macos-x86_64": Wheel("x86_64-apple-darwin"),
    "macos-arm64": Wheel("aarch64-apple-darwin"),
    "windows-x86_64": Wheel("x86_64-pc-windows-msvc"),
    "windows-arm64": Wheel("aarch64-pc-windows-msvc"),
}
"""All wheels by name."""


def flags(level: str, library: Path | None = None) -> str:
    """The flags of rustc for a core, in the form of ``CARGO_ENCODED_RUSTFLAGS``: those of
    ``.cargo/config.toml``, then the level of x86, whose last mention counts, and a library to link.

    They are complete, since this variable takes the place of all flags of the configuration. Those
    of ``--config`` would be lost for musl (findings/maturin-musl-rustflags.sh).
    """
    config = tomllib.loads((ROOT / ".cargo" / "config.toml").read_text(encoding="utf-8"))["target"]
    found: list[str] = [*config["cfg(all())"]["rustflags"]]
    if level:
        found += config['cfg(target_arch = "x86_64")']["rustflags"]
        found.append(f"-Ctarget-cpu={level}")
    if library is not None:
        found.append(f"-Clink-arg={library}")
    return "\x1f".join(found)


def command(wheel: Wheel, out: Path) -> list[str]:
    """The command that builds one core of a wheel into a folder."""
    words = [sys.executable, "-m", "maturin", "build", "--release", "--locked", "--quiet"]
    words += ["--target", wheel.target, "--out", str(out)]
    if wheel.compatibility:
        words += ["--zig", "--compatibility", wheel.compatibility]
    if wheel.free_threaded:
        words += ["--interpreter", "python3.14t"]
    return words


def build(name: str, out: Path) -> Path:
    """Builds a wheel into a folder and returns its file."""
    wheel = WHEELS[name]
    # maturin starts zig as `python3 -m ziglang`
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": beside, "CARGO_ZIGBUILD_PYTHON_PATH": sys.executable}
    # a fixed folder: the path of the library is in the fingerprints by which Cargo builds again
    libraries = ROOT / "out" / "wheels" / name
    libraries.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        cores: dict[str, Path] = {}
        for level in wheel.levels:
            place, library = Path(folder, level or "core"), None
            if wheel.compatibility.startswith("manylinux"):
                library = stand_in(wheel.target.partition("-")[0], libraries)
            environment["CARGO_ENCODED_RUSTFLAGS"] = flags(level, library)
            done = subprocess.run(command(wheel, place), cwd=ROOT, env=environment)
            if done.returncode:
                raise SystemExit(f"{name}: maturin ended with {done.returncode}")
            (cores[level],) = place.glob("*.whl")
        return joined(cores, out)


def main() -> None:
    """Builds the wheels that the command line names, and checks each."""
    parser = argparse.ArgumentParser(prog="python -m tools.wheels", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(WHEELS))
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder; dist")
    asked = parser.parse_args()
    names = asked.names or list(LINUX)
    unknown = [name for name in names if name not in WHEELS]
    if unknown:
        parser.error(f"unknown wheel `{unknown[0]}`, expected one of {', '.join(WHEELS)}")
    wrong: list[str] = []
    for name in names:
        file = build(name, asked.out)
        print(f"{file} {file.stat().st_size:,} bytes", flush=True)
        wrong += [f"{file.name}: {fault}" for fault in faults(file)]
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
