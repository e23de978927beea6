"""Modules that have moved are found under their former names, with a warning."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import eastfront as ef
from eastfront.former_modules import MOVED


@pytest.mark.parametrize("former", MOVED)
def test_a_former_name_leads_to_the_module_and_warns(former: str) -> None:
    sys.modules.pop(f"eastfront.{former}", None)
    told = f"eastfront.{former} is now eastfront.{MOVED[former]}".replace(".", r"\.")
    with pytest.warns(DeprecationWarning, match=told):
        found = import_module(f"eastfront.{former}")
    assert found is import_module(f"eastfront.{MOVED[former]}")


def test_the_warning_names_the_line_that_imports() -> None:
    code = "from eastfront.orders import Order\nimport eastfront\nprint(Order is eastfront.Order)"
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"
    assert done.stderr.startswith("<string>:1: DeprecationWarning: eastfront.orders is now ")


def test_an_attribute_of_the_package_leads_there_too() -> None:
    sys.modules.pop("eastfront.explain", None)
    vars(ef).pop("explain", None)
    with pytest.warns(DeprecationWarning, match="questions.battle"):
        assert ef.explain is import_module("eastfront.questions.battle")


def test_the_planner_is_still_found_where_it_was() -> None:
    with pytest.warns(DeprecationWarning, match=r"eastfront\.bots\.Planner"):
        assert ef.search.Planner is ef.bots.Planner


def test_what_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("eastfront.nothing")
