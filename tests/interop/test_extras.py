"""No optional library is imported before its use, and a missing one is named in one line."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from eastfront.interop.extras import EXTRAS, MissingExtra, need

LIBRARIES = ("gymnasium", "pettingzoo", "pyspiel", "networkx", "pyarrow")
MODULES = {
    "gymnasium": "gymnasium",
    "graphs": "networkx",
    "learner": "gymnasium",
    "openspiel": "pyspiel",
    "pettingzoo": "pettingzoo",
    "tables": "pyarrow",
}
LATE = {"networkx", "pyarrow"}
"""What is imported with the first graph or table."""


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_and_playing_imports_none_of_them() -> None:
    code = f"""
import sys, eastfront as ef
assert "numpy" not in sys.modules
import eastfront.interop
games = ef.vector("barbarossa-deluxe/blue-kremlin", 2)
games.reset()
ef.tensor(games.state(0)), ef.interop.tensors.layout(games.game)
print([m for m in {LIBRARIES} if m in sys.modules])
"""
    assert run(code) == "[]"


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_imports_its_own_library_only(module: str) -> None:
    code = f"""
import sys, eastfront as ef
ef.interop.{module}
print([m for m in {LIBRARIES} if m in sys.modules])
"""
    wanted = {MODULES[module]} - LATE
    # PettingZoo stands on Gymnasium
    assert set(eval(run(code))) - ({"gymnasium"} if module == "pettingzoo" else set()) == wanted


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_missing_library_is_named_with_its_extra(module: str) -> None:
    library = MODULES[module]
    code = f"""
import sys
sys.modules[{library!r}] = None  # what the import system takes for "not there"
import eastfront as ef
try:
    found = ef.interop.{module}
    if {module!r} == "tables":
        found.schema("games")
    found.map_graph(ef.load("barbarossa-deluxe/blue-kremlin"))
except ImportError as error:
    print(type(error).__name__, error)
"""
    said = run(code)
    extra = EXTRAS[library]
    assert said == (
        f"MissingExtra {library} is not installed; it comes with `pip install 'eastfront[{extra}]'`"
    )


def test_the_vector_for_stable_baselines3_names_what_it_needs() -> None:
    code = """
import sys
sys.modules["stable_baselines3"] = None
try:
    import eastfront.interop.sb3
except ImportError as error:
    print(type(error).__name__, error)
"""
    assert run(code) == (
        "MissingExtra stable_baselines3 is not installed; it comes with `pip install sb3-contrib`"
    )


def test_every_extra_is_declared() -> None:
    page = Path(__file__).parents[2] / "pyproject.toml"
    declared = tomllib.loads(page.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS.values()) <= set(declared)


def test_a_fault_inside_a_library_is_not_taken_for_its_absence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyspiel_of_mine.py").write_text("import no_such_module_at_all")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(EXTRAS, "pyspiel_of_mine", "openspiel")
    with pytest.raises(ModuleNotFoundError, match="no_such_module_at_all"):
        need("pyspiel_of_mine")
    with pytest.raises(MissingExtra, match="pyspiel_of_yours is not installed"):
        monkeypatch.setitem(EXTRAS, "pyspiel_of_yours", "openspiel")
        need("pyspiel_of_yours")
