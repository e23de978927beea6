"""Wheels with a core for each level of x86 are joined and checked; the workflow builds all."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from tools.wheels import check
from tools.wheels.__main__ import LINUX, ROOT, WHEELS, command, flags
from tools.wheels.joined import joined

from eastfront import processor

TAG = "eastfront-0.1.0-cp311-abi3-manylinux2014"
INFO = "eastfront-0.1.0.dist-info"


def wheel(folder: Path, core: bytes, tag: str = f"{TAG}_x86_64", **others: bytes) -> Path:
    """A wheel with a core, as maturin makes it."""
    folder.mkdir()
    file = folder / f"{tag}.whl"
    files = {
        "eastfront/_core.abi3.so": core,
        "eastfront/_core.pyi": b"types",
        f"{INFO}/WHEEL": b"Wheel-Version: 1.0\n",
        f"{INFO}/METADATA": b"Metadata-Version: 2.1\nName: eastfront\nVersion: 0.1.0\n",
        f"{INFO}/RECORD": b"the list of the first wheel",
    }
    with zipfile.ZipFile(file, "w") as made:
        for name, data in (files | {f"eastfront/{n}.py": d for n, d in others.items()}).items():
            made.writestr(name, data)
    return file


@pytest.fixture
def two(tmp_path: Path) -> dict[str, Path]:
    return {
        "x86-64-v3": wheel(tmp_path / "upper", b"code " + check.MARK),
        "x86-64-v2": wheel(tmp_path / "lower", b"code"),
    }


def test_each_core_goes_into_the_folder_of_its_level(two: dict[str, Path], tmp_path: Path) -> None:
    file = joined(two, tmp_path / "dist")
    assert file.name == f"{TAG}_x86_64.whl"
    with zipfile.ZipFile(file) as made:
        assert set(made.namelist()) == {
            "eastfront/_core.pyi",
            "eastfront/x86_64_v2/_core.abi3.so",
            "eastfront/x86_64_v3/_core.abi3.so",
            f"{INFO}/METADATA",
            f"{INFO}/RECORD",
            f"{INFO}/WHEEL",
        }
        assert check.MARK in made.read("eastfront/x86_64_v3/_core.abi3.so")
    assert check.faults(file) == []
    again = joined(two, tmp_path / "again")
    assert again.read_bytes() == file.read_bytes()


def test_pip_installs_a_joined_wheel(two: dict[str, Path], tmp_path: Path) -> None:
    """It compares every file with the list of the wheel."""
    file = joined(two, tmp_path / "dist")
    pure = file.rename(file.with_name("eastfront-0.1.0-py3-none-any.whl"))
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    where = ["--target", str(tmp_path / "site"), str(pure)]
    done = subprocess.run([*install, *where], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    core = tmp_path / "site" / "eastfront" / "x86_64_v2" / "_core.abi3.so"
    assert core.read_bytes() == b"code"


def test_wheels_that_differ_elsewhere_are_not_joined(tmp_path: Path) -> None:
    cores = {
        "x86-64-v3": wheel(tmp_path / "upper", b"code", rules=b"new"),
        "x86-64-v2": wheel(tmp_path / "lower", b"code", rules=b"old"),
    }
    with pytest.raises(SystemExit, match=r"differ in eastfront/rules\.py"):
        joined(cores, tmp_path / "dist")


def test_a_single_core_stays_where_it_is(tmp_path: Path) -> None:
    file = joined({"": wheel(tmp_path / "one", b"code", f"{TAG}_aarch64")}, tmp_path / "dist")
    with zipfile.ZipFile(file) as made:
        assert "eastfront/_core.abi3.so" in made.namelist()
    assert check.faults(file) == []


def test_faults_of_wheels_are_listed(
    two: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (fault,) = check.faults(two["x86-64-v2"])
    assert fault == "cores in ['eastfront'], expected ['x86_64_v2', 'x86_64_v3']"
    swapped = {"x86-64-v3": two["x86-64-v2"], "x86-64-v2": two["x86-64-v3"]}
    assert check.faults(joined(swapped, tmp_path / "swapped")) == [
        "the core in x86_64_v3 is built for another level of x86",
        "the core in x86_64_v2 is built for another level of x86",
    ]
    own = wheel(tmp_path / "own", b"libunwind: malformed", f"{TAG}_aarch64")
    assert check.faults(own) == ["the core in eastfront has an unwinder of its own"]
    named = wheel(tmp_path / "named", b"code", f"{TAG}_aarch64", made=str(ROOT).encode())
    assert check.faults(named) == [f"eastfront/made.py names {ROOT}"]
    monkeypatch.setattr(check, "LIMITS", {1: 100, 2: 100})
    file = joined(two, tmp_path / "large")
    (fault,) = check.faults(file)
    assert fault == f"{file.stat().st_size:,} bytes, 2 cores; expected at most 100"


def test_the_check_knows_the_cores_that_the_package_chooses() -> None:
    assert (check.FOLDERS, check.MARK) == (processor.FOLDERS, processor.MARK)


def test_a_wheel_for_linux_on_x86_has_both_levels() -> None:
    assert WHEELS["musllinux-x86_64"].levels == ("x86-64-v3", "x86-64-v2")
    assert WHEELS["windows-x86_64"].levels == ("x86-64-v2",)
    assert WHEELS["manylinux-aarch64"].levels == ("",)
    words = command(WHEELS["manylinux-x86_64-3.14t"], Path("out"))
    assert "--zig" in words and words[words.index("--interpreter") + 1] == "python3.14t"


def test_a_core_is_built_with_the_flags_of_the_configuration_and_then_its_level() -> None:
    given = flags("x86-64-v2", Path("lib")).split("\x1f")
    assert given[-2:] == ["-Ctarget-cpu=x86-64-v2", "-Clink-arg=lib"]
    assert "target-cpu=x86-64-v3" in given and "pyo3_disable_reference_pool" in given
    plain = flags("").split("\x1f")
    assert "pyo3_disable_reference_pool" in plain
    assert not any("target-cpu" in word or "link-arg" in word for word in plain)


def test_the_workflow_builds_all_wheels() -> None:
    jobs = YAML(typ="safe").load(ROOT / ".github" / "workflows" / "wheels.yml")["jobs"]
    assert jobs["linux"]["strategy"]["matrix"]["wheel"] == list(LINUX)
    others = [row["wheel"] for row in jobs["others"]["strategy"]["matrix"]["include"]]
    assert others == [name for name in WHEELS if name not in LINUX]
    page = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    assert all(f"`{name.removesuffix('-3.14t')}`" in page for name in WHEELS)
