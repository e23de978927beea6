"""On a processor that cannot run the core, the import fails with an error before loading it."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import pytest

from eastfront import processor

NEW = "processor\t: 0\nflags\t: fpu abm avx2 bmi1 bmi2 fma movbe\n\nprocessor\t: 1\nflags\t: fpu\n"
OLD = "processor\t: 0\nflags\t\t: fpu sse4_2 popcnt abm\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "_core.abi3.so").write_bytes(b"code " + processor.MARK + b" code")
    return tmp_path


def cpuinfo(place: Path, text: str) -> Path:
    file = place / "cpuinfo"
    file.write_text(text)
    return file


def test_an_older_processor_is_told_what_it_lacks(place: Path) -> None:
    processor.look(cpuinfo(place, NEW), place)
    with pytest.raises(ImportError, match=r"lacks avx2, bmi1, bmi2, fma, movbe\. Build it"):
        processor.look(cpuinfo(place, OLD), place)


def test_a_core_built_for_it_runs_on_an_older_processor(place: Path) -> None:
    (place / "_core.abi3.so").write_bytes(b"other code")
    processor.look(cpuinfo(place, OLD), place)


@pytest.mark.parametrize("text", ["", "Features\t: fp asimd\n"])
def test_nothing_is_asked_where_nothing_is_told(place: Path, text: str) -> None:
    processor.look(cpuinfo(place, text), place)
    processor.look(place / "no such file", place)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="built for another machine")
@pytest.mark.skipif("RUSTFLAGS" in os.environ, reason="built for what was asked for")
def test_the_core_says_what_it_is_built_for() -> None:
    (core,) = Path(processor.__file__).parent.glob("_core.*.so")
    assert processor.MARK in core.read_bytes()
