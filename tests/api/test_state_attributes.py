"""`dir`, `help` and type checkers know the attributes of a state; others raise a clear error."""

from __future__ import annotations

import pickle
import pydoc
import re
import weakref
from pathlib import Path

import pytest
from mypy import api as mypy

import eastfront as ef
from eastfront.questions.state import Obligation

STUB = Path(ef.__file__).with_name("_core.pyi")
VIEWS = ("phase", "control", "obligations", "reach", "supply", "zoc", "evaluation", "battle")


def public(names: list[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def test_dir_and_stub_name_the_same() -> None:
    stub = STUB.read_text(encoding="utf-8")
    body = re.search(r"^class State:\n(.*?)^(?:class|@final)", stub, re.DOTALL | re.MULTILINE)
    assert body is not None
    stubbed = public(re.findall(r"^    def (\w+)\(", body[1], re.MULTILINE))
    state = ef.load("barbarossa-deluxe/blue-kremlin").new()
    assert public(dir(state)) == public(dir(ef.State)) == stubbed
    assert set(VIEWS) <= stubbed


@pytest.mark.parametrize("name", VIEWS)
def test_help_tells_of_each_view(name: str) -> None:
    text = pydoc.render_doc(getattr(ef.State, name), renderer=pydoc.plaintext)
    assert len(text.splitlines()) > 3


def test_weak_references_end_with_what_they_refer_to() -> None:
    game = ef.load("barbarossa-deluxe/blue-kremlin")
    state = game.new()
    for thing in (state, state.legal_actions, ef.Game.from_bytes(game.to_bytes())):
        refers = weakref.ref(thing)
        assert refers() is thing
    del thing
    assert refers() is None


def test_an_attribute_that_there_is_not() -> None:
    state = ef.load("barbarossa-deluxe/blue-kremlin").new()
    with pytest.raises(AttributeError, match="no attribute `phas`; the nearest name is `phase`"):
        _ = state.phas  # type: ignore[attr-defined]


def test_type_checkers_know_what_a_state_has(tmp_path: Path) -> None:
    code = tmp_path / "bot.py"
    lines = ["import eastfront as ef", "state = ef.load('x').new()", "state.battle().target"]
    code.write_text("\n".join([*lines, "state.obligations[0].lost", "state.foo", ""]))
    root = STUB.parents[1]
    found, _, status = mypy.run(
        [
            "--config-file=",
            f"--cache-dir={tmp_path / 'cache'}",
            "--follow-imports=silent",
            str(code),
        ]
    )
    assert status == 1, (root, found)
    assert '"State" has no attribute "foo"' in found and "Found 1 error" in found


def test_an_obligation_is_a_name_that_knows_what_is_lost() -> None:
    owed = Obligation("1 TkC", ["1 TkC"], "TRC-12.5d")
    assert owed == "1 TkC" and pickle.loads(pickle.dumps(owed)).lost == ("1 TkC",)
    assert owed.told() == "1 TkC lost if the phase ends now (TRC-12.5d)"
    assert Obligation("J16", ["1 TkC"], "X").told() == "J16: 1 TkC lost if the phase ends now (X)"
    assert Obligation("J16").told() == "J16"
