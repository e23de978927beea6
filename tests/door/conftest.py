"""An environment with only eastfront and a game, each from its own wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import eastfront as ef

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "two-bridges"

Run = Callable[..., subprocess.CompletedProcess[str]]


def _wheel_of_eastfront(to: Path) -> Path:
    """A wheel of the imported package, built without a compiler."""
    import base64
    import hashlib
    import zipfile

    package = Path(ef.__file__).resolve().parent
    info = "eastfront-0.1.0.dist-info"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entry = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in named.items())
        for group, named in project["entry-points"].items()
    )
    texts = {
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: eastfront\nVersion: 0.1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": entry,
    }
    out = to / "eastfront-0.1.0-py3-none-any.whl"
    record: list[str] = []
    with zipfile.ZipFile(out, "w") as wheel:

        def add(name: str, data: bytes) -> None:
            wheel.writestr(name, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")

        for folder, _, files in os.walk(package, followlinks=True):
            if folder.endswith("__pycache__"):
                continue
            for file in sorted(files):
                path = Path(folder) / file
                add(f"eastfront/{path.relative_to(package).as_posix()}", path.read_bytes())
        for name, text in texts.items():
            add(name, text.encode())
        record.append(f"{info}/RECORD,,")
        wheel.writestr(f"{info}/RECORD", "\n".join(record) + "\n")
    return out


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Path]:
    """Wheels of eastfront and of the example."""
    import shutil

    to = tmp_path_factory.mktemp("wheels")
    source = tmp_path_factory.mktemp("source") / "two-bridges"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__", "build"))
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(to), str(source)]
    offline = [*build, "--no-index", "--no-build-isolation"]
    if subprocess.run(offline, capture_output=True).returncode:
        # the build backend is not at hand, so pip has to get it
        subprocess.run(build, check=True, capture_output=True, text=True)
    return [_wheel_of_eastfront(to), *to.glob("two_bridges-*.whl")]


@pytest.fixture(scope="session")
def python(wheels: Sequence[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with these wheels, and the libraries that run the tests.

    The libraries are those of the environment of the tests, in which eastfront is not looked for:
    its own copy comes first, and no editable install is followed.
    """
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False)
    executable = home / "bin" / "python"
    site = subprocess.run(
        [executable, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "-q"]
    subprocess.run([*install, "--target", site, *map(str, wheels)], check=True, capture_output=True)
    # no .pth of the other environment is read, so that no editable install of it is seen
    Path(site, "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return executable


@pytest.fixture(scope="session")
def run(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python in that environment, in an empty folder and without our sources on the path."""
    folder = tmp_path_factory.mktemp("empty")
    cache = tmp_path_factory.mktemp("cache")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    environment |= {"EASTFRONT_CACHE": str(cache), "COLUMNS": "200"}

    def command(
        *arguments: str, typed: str | None = None, fails: bool = False
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [python, *arguments],
            cwd=folder, env=environment, input=typed, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert (done.returncode != 0) == fails, done.stderr[-3000:]
        return done

    return command
