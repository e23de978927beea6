"""The package loads the core that the processor can run, or fails before loading any."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

import eastfront
from eastfront import processor
from waiting import HANG

PACKAGE = Path(eastfront.__file__).parent


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


def test_a_package_loads_the_core_in_the_folder_of_its_level(tmp_path: Path) -> None:
    """Both names lead to the core of this environment, so the choice is seen by its path."""
    core = Path(eastfront._core.__file__)
    package = tmp_path / "eastfront"
    package.mkdir()
    for part in PACKAGE.iterdir():
        if part.name not in (*processor.FOLDERS, core.name, "processor.py", "__pycache__"):
            (package / part.name).symlink_to(part)
    for name in processor.FOLDERS:
        (package / name).mkdir()
        (package / name / core.name).symlink_to(core)
    source = (PACKAGE / "processor.py").read_text(encoding="utf-8")
    for text, folder in ((NEW, "x86_64_v3"), (MIDDLE, "x86_64_v2")):
        told = tmp_path / folder
        told.write_text(text)
        assert source.count('"/proc/cpuinfo"') == 1
        (package / "processor.py").write_text(source.replace("/proc/cpuinfo", str(told)))
        code = "import eastfront as ef; print(ef._core.__file__, ef._core.__name__, ef.State)"
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment, capture_output=True, text=True, timeout=HANG,
        )  # fmt: skip
        assert not done.returncode, done.stderr
        file, name, *_ = done.stdout.split()
        assert Path(file) == package / folder / core.name
        assert name == "eastfront._core"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="built for another machine")
@pytest.mark.skipif("RUSTFLAGS" in os.environ, reason="built for what was asked for")
def test_the_core_says_what_it_is_built_for() -> None:
    core = Path(eastfront._core.__file__)
    upper = core.parent.name != "x86_64_v2"
    assert (processor.MARK in core.read_bytes()) is upper
