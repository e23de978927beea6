"""Each answer of a public function becomes JSON by `wire.encode`: a law over types of answers.

The types are read from the annotations of all public functions, so a new answer is covered too.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import importlib
import inspect
import json
import types
from collections.abc import Iterator
from fractions import Fraction
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
import numpy as np
import pytest
from tools.site.reference import PAGES

import eastfront as ef
from eastfront import wire
from eastfront.positions.observation import Observation
from eastfront.questions.state import Obligation

PLAIN = (str, int, float, type(None), Fraction, np.generic, np.ndarray, msgspec.Struct)
GROUPS = (Union, types.UnionType, NotRequired, tuple, list, set, frozenset, dict)
ABSTRACT = (collections.abc.Sequence, collections.abc.Mapping, collections.abc.Iterator)
PAGES_OF_ANSWERS = ("answers", "playing", "search", "matches", "analysis", "wire")
NO_ANSWERS = {
    "eastfront.serve.app": "an application",
    "eastfront.wire.encode": "it is the JSON",
    "eastfront.wire.observe": "an observation, which is tried below",
    "eastfront.wire.schema": "a JSON Schema, already a dictionary",
    "eastfront.matches.Tournament.document": "already a dictionary for JSON",
    "eastfront.matches.Worth.document": "already a dictionary for JSON",
}


def functions() -> Iterator[tuple[str, Any]]:
    """The public functions that answer, and the public methods and properties of their answers."""
    for page in PAGES_OF_ANSWERS:
        for listed in PAGES[page]:
            module = importlib.import_module(listed.module)
            for name in listed.shown:
                thing = getattr(module, name)
                if inspect.isfunction(thing):
                    yield f"{listed.module}.{name}", thing
                for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                    value = value.fget if isinstance(value, property) else value
                    if not member.startswith("_") and inspect.isfunction(value):
                        yield f"{listed.module}.{name}.{member}", value


def strange(hint: Any, path: str, known: set[Any]) -> Iterator[str]:
    """The parts of a type that are not known to become JSON."""
    origin = get_origin(hint)
    if hint in known or origin in (Literal, np.ndarray):
        return
    if origin in GROUPS + ABSTRACT:
        for part in get_args(hint):
            if part is not ...:
                yield from strange(part, path, known)
    elif hint in (Obligation, Observation, ef.LegalActions):
        return
    elif dataclasses.is_dataclass(hint) or is_typeddict(hint) or hasattr(hint, "_fields"):
        known.add(hint)
        for name, part in get_type_hints(hint).items():
            yield from strange(part, f"{path}.{name}", known)
    elif not (inspect.isclass(hint) and issubclass(hint, PLAIN)):
        yield f"{path}: {hint}"


def test_every_type_of_answer_becomes_json() -> None:
    known: set[Any] = set()
    found: list[str] = []
    for name, function in functions():
        if name not in NO_ANSWERS:
            hint = inspect.signature(function).return_annotation
            if hint not in ("None", inspect.Signature.empty):
                try:
                    hint = get_type_hints(function)["return"]
                except (NameError, TypeError):  # an annotation of an argument
                    hint = eval(hint, vars(importlib.import_module(function.__module__)))
                found += strange(hint, name, known)
    assert not found
    assert len(known) > 30


@pytest.fixture(scope="module")
def state() -> ef.State:
    state = ef.load("russian-campaign/zitadelle").new(seed=7)
    ef.set_up(state)
    while state.decision == "replacements":
        state.push("forgo")
    return state


def decoded(answer: object) -> Any:
    return json.loads(wire.encode(answer))


def test_legal_actions_are_written_in_notation(state: ef.State) -> None:
    assert decoded(state.legal_actions) == state.legal_actions.names()


def test_an_observation_is_what_its_side_knows(state: ef.State) -> None:
    seen = state.observation("axis")
    found = decoded(seen)
    assert found["legal_actions"] == list(seen.labels) and found["passes"] == ["end-movement"]
    here = found["places"][state.place("39 Pz")]
    assert ("axis", "39 Pz") in [(one["side"], one["unit"]) for one in here]
    assert found["variables"] == seen.variables and found["decision"] == "movement"
    hidden = ef.load("barbarossa-deluxe/blue-kremlin").new(seed=1)
    hidden.push("automatic")
    mine = hidden.observation("german")
    units = {one["unit"] for stack in decoded(mine)["places"].values() for one in stack}
    assert mine.hidden and not units & set(mine.hidden)


def test_an_obligation_has_its_losses() -> None:
    [found] = decoded([Obligation("3Pz", ("3Pz", "14Pz"), "BD-8.2a")])
    assert found == {"name": "3Pz", "lost": ["3Pz", "14Pz"], "rule": "BD-8.2a"}


def test_a_state_has_a_document_by_another_name(state: ef.State) -> None:
    with pytest.raises(ef.ArgumentTypeError, match=r"wire\.position\(state, side\)"):
        wire.encode(state)
