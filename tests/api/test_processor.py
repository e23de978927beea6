"""The package loads the core that the processor can run, or fails before loading any."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from tools.wheels import digests

import eastfront as ef
from eastfront import processor
from waiting import HANG

PACKAGE = Path(ef.__file__).parent


def flags(*features: str) -> str:
    """What Linux tells of two processors, of which the second is not asked."""
    return f"processor\t: 0\nflags\t\t: fpu {' '.join(features)}\n\nprocessor\t: 1\nflags\t: fpu\n"


NEW = flags(*processor.V2, *processor.V3)
MIDDLE = flags(*processor.V2, "abm")
OLD = flags("pni", "cx16", "lahf_lm")
UNKNOWN = ["", "Features\t: fp asimd\n"]


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """A package with one core, for x86-64-v3."""
    (tmp_path / "_core.abi3.so").write_bytes(b"code " + processor.MARK + b" code")
    return tmp_path


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A package with a core for each level."""
    for name in processor.FOLDERS:
        (tmp_path / name).mkdir()
    return tmp_path


def chosen(package: Path, text: str) -> list[str]:
    file = package / "cpuinfo"
    file.write_text(text)
    return [Path(place).name for place in processor.folders(file, package)]


def test_each_processor_gets_the_core_of_its_level(two: Path) -> None:
    assert chosen(two, NEW) == ["x86_64_v3"]
    assert chosen(two, MIDDLE) == ["x86_64_v2"]


@pytest.mark.parametrize("feature", sorted(processor.V3))
def test_the_upper_core_needs_all_features_of_its_level(two: Path, feature: str) -> None:
    assert chosen(two, flags(*processor.V2, *(processor.V3 - {feature}))) == ["x86_64_v2"]


@pytest.mark.parametrize("text", UNKNOWN)
def test_the_lower_core_is_loaded_where_nothing_is_told(two: Path, text: str) -> None:
    assert chosen(two, text) == ["x86_64_v2"]


def test_the_lower_core_alone_is_loaded_by_every_processor_that_can(two: Path) -> None:
    (two / "x86_64_v3").rmdir()
    assert chosen(two, NEW) == chosen(two, MIDDLE) == ["x86_64_v2"]


@pytest.mark.parametrize("feature", sorted(processor.V2))
def test_a_processor_with_neither_level_gets_one_sentence(two: Path, feature: str) -> None:
    with pytest.raises(ImportError) as error:
        chosen(two, flags(*(processor.V2 | processor.V3) - {feature}))
    assert str(error.value) == (
        "eastfront needs an x86 processor with SSE4.2 and POPCNT (x86-64-v2), as those made "
        f"since 2009 are, and this one lacks {feature}; a build from source runs here: "
        "pip install --no-binary eastfront eastfront"
    )


def test_an_older_processor_is_told_what_it_lacks(one: Path) -> None:
    assert chosen(one, NEW) == []
    with pytest.raises(ImportError, match=r"lacks avx2, bmi1, bmi2, f16c, fma, movbe\. Build it"):
        chosen(one, MIDDLE)


def test_a_core_built_for_it_runs_on_an_older_processor(one: Path) -> None:
    (one / "_core.abi3.so").write_bytes(b"other code")
    assert chosen(one, OLD) == chosen(one, MIDDLE) == []


@pytest.mark.parametrize("text", UNKNOWN)
def test_nothing_is_asked_where_nothing_is_told(one: Path, text: str) -> None:
    assert chosen(one, text) == []
    assert processor.folders(one / "no such file", one) == []


def linked(package: Path, *left_out: str) -> Path:
    """A package of links to the parts of the real one, but for some."""
    package.mkdir()
    for part in PACKAGE.iterdir():
        if part.name not in (*left_out, "__pycache__"):
            (package / part.name).symlink_to(part)
    return package


def run(folder: Path, *command: str) -> str:
    """What Python prints that imports the package in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=HANG,
    )  # fmt: skip
    assert not done.returncode, done.stderr
    return done.stdout


def test_a_package_loads_the_core_in_the_folder_of_its_level(tmp_path: Path) -> None:
    """Both names lead to the core of this environment, so the choice is seen by its path."""
    core = Path(ef._core.__file__)
    package = linked(tmp_path / "eastfront", *processor.FOLDERS, core.name, "processor.py")
    for name in processor.FOLDERS:
        (package / name).mkdir()
        (package / name / core.name).symlink_to(core)
    source = (PACKAGE / "processor.py").read_text(encoding="utf-8")
    assert source.count('"/proc/cpuinfo"') == 1
    for text, folder in ((NEW, "x86_64_v3"), (MIDDLE, "x86_64_v2")):
        told = tmp_path / folder
        told.write_text(text)
        (package / "processor.py").write_text(source.replace("/proc/cpuinfo", str(told)))
        code = "import eastfront as ef; print(ef._core.__file__, ef.State.__module__)"
        file, module = run(tmp_path, "-c", code).split()
        assert Path(file) == package / folder / core.name
        assert module == ef.State.__module__


@pytest.mark.skipif(not (PACKAGE / "x86_64_v2").is_dir(), reason="a build with one core")
def test_both_cores_play_equal_games(tmp_path: Path) -> None:
    """The digests are those of whole games, positions and searches."""
    linked(tmp_path / "eastfront", "x86_64_v3")
    lower, upper = (
        json.loads(run(place, digests.__file__)) for place in (tmp_path, PACKAGE.parent)
    )
    assert Path(lower.pop("core")).parent.name == "x86_64_v2"
    assert Path(upper.pop("core")).parent.name == "x86_64_v3"
    assert lower == upper


@pytest.mark.skipif(platform.machine() != "x86_64", reason="built for another machine")
@pytest.mark.skipif("RUSTFLAGS" in os.environ, reason="built for what was asked for")
def test_the_core_says_what_it_is_built_for() -> None:
    core = Path(ef._core.__file__)
    upper = core.parent.name != "x86_64_v2"
    assert (processor.MARK in core.read_bytes()) is upper
