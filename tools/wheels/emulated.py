"""Plays games with the wheel for arm64 in an emulator, and compares them with this processor's.

    python -m tools.wheels.emulated dist/eastfront-*manylinux*_aarch64.whl

Needs a Debian system and a network. Debian's emulator and its Python for arm64, and the arm64
wheels of the dependencies, are unpacked into ``out/arm64``; nothing is installed. Raises SystemExit
if a digest of games differs from that of the package in this environment.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from . import digests

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "out" / "arm64"
EMULATOR = "qemu-aarch64-static"


def run(*words: str | Path, cwd: Path = PLACE, **environment: str) -> str:
    """What a command prints; raises SystemExit with its errors if it fails."""
    done = subprocess.run(
        words, cwd=cwd, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise SystemExit(f"{words[0]} ended with {done.returncode}")
    return done.stdout


def packages(architecture: str, *names: str) -> Path:
    """A folder with Debian's packages of these names, and all that they depend on, unpacked."""
    root = PLACE / architecture / names[0]
    if (root / "usr").is_dir():
        return root
    # apt's own lists, as if nothing were installed: those of this machine are left alone
    state, cache = PLACE / architecture / "state", PLACE / architecture / "cache"
    for folder in (state / "lists" / "partial", cache / "archives" / "partial"):
        folder.mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Install-Recommends": "false",
        "APT::Sandbox::User": "root",
        "Debug::NoLocking": "true",
        "Dir::State": state,
        "Dir::State::status": state / "status",
        "Dir::Cache": cache,
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
    run(*apt, "update")
    run(*apt, "--yes", "--download-only", "install", *names)
    new = root.with_suffix(".new")
    new.mkdir(parents=True)
    for package in sorted((cache / "archives").glob("*.deb")):
        run("dpkg", "-x", package, new)
    new.rename(root)
    return root


def libraries(wheel: Path, version: str) -> Path:
    """A folder with the wheel and the wheels of its dependencies for arm64."""
    site = PLACE / "site"
    shutil.rmtree(site, ignore_errors=True)
    platforms = [f"manylinux_2_{minor}_aarch64" for minor in range(17, 37)]
    run(
        sys.executable, "-m", "pip", "install", "--quiet", "--target", site,
        "--only-binary=:all:", "--implementation", "cp", "--python-version", version,
        *(word for name in ["manylinux2014_aarch64", *platforms] for word in ("--platform", name)),
        wheel,
    )  # fmt: skip
    return site


def main() -> None:
    """Unpacks everything, plays, and compares."""
    wheel = Path(sys.argv[1]).resolve()
    PLACE.mkdir(parents=True, exist_ok=True)
    emulator = shutil.which(EMULATOR)
    if emulator is None:
        own = run("dpkg", "--print-architecture").strip()
        emulator = str(packages(own, "qemu-user-static") / "usr" / "bin" / EMULATOR)
    root = packages("arm64", "python3", "libstdc++6")
    (python,) = (
        path for path in (root / "usr" / "bin").glob("python3.*") if path.suffix[1:].isdigit()
    )
    site = libraries(wheel, python.name.removeprefix("python"))
    command = [emulator, "-L", root, python, "-X", "faulthandler"]
    environment = {
        "PYTHONHOME": str(root / "usr"),
        "PYTHONPATH": str(site),
        "EASTFRONT_CACHE": str(PLACE / "cache"),
    }
    code = "import sys, platform; print(sys.version.split()[0], platform.machine())"
    print("emulated Python", run(*command, "-c", code, **environment).strip())
    begun = time.monotonic()
    said = json.loads(run(*command, Path(digests.__file__), **environment))
    print(f"played in {time.monotonic() - begun:.0f} s by {said['core']}")
    here = digests.digests()
    wrong = [name for name in digests.SCENARIOS if said[name] != here[name]]
    for name in digests.SCENARIOS:
        print(f"{name} {said[name]}")
    if wrong:
        raise SystemExit(f"other games than on this processor: {', '.join(wrong)}")
    print("the games are equal to those of this processor")


if __name__ == "__main__":
    main()
