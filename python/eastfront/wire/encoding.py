"""Answers and documents as JSON, by one function."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from eastfront._core import ArgumentTypeError, LegalActions, State
from eastfront.arguments import checked, shown
from eastfront.positions.observation import Observation
from eastfront.questions.state import Obligation


@checked
def encode(document: object) -> bytes:
    """Returns a document or the answer of any question as JSON, with equal bytes for equal values.

    Probabilities become strings such as ``1/6``, arrays become lists, legal actions are in
    notation. Of an observation it writes what the side knows and its legal actions; an obligation
    becomes an object with its ``name``, ``lost`` and ``rule``. Raises ArgumentTypeError for an
    unsupported type.
    """
    try:
        told = _seen(document) if isinstance(document, Observation) else document
        return msgspec.json.encode(told, enc_hook=_as_json)
    except (TypeError, ValueError, RecursionError) as error:
        raise ArgumentTypeError(f"document={shown(document)}: {error}") from None


def _as_json(value: Any) -> Any:
    """Converts a value inside an answer to a JSON type. Raises TypeError for a value of an
    unsupported type."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Obligation):
        return {"name": str(value), "lost": value.lost, "rule": value.rule}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, LegalActions):
        return value.names()
    if isinstance(value, tuple | list):
        return list(value)
    if isinstance(value, State):
        raise TypeError("`wire.position(state, side)` is the document of a state")
    raise TypeError(f"{type(value).__name__} is no answer")


def _seen(seen: Observation) -> dict[str, Any]:
    names = dict(zip(seen.legal_actions, seen.labels, strict=True))
    return {
        "game": seen.game.id,
        "side": seen.side,
        "to_move": seen.to_move,
        "decision": seen.decision,
        "subject": seen.subject,
        "stack": seen.stack,
        "outcome": seen.outcome,
        "legal_actions": seen.labels,
        "passes": sorted(names[action] for action in seen.passes),
        "places": {place: [one._asdict() for one in stack] for place, stack in seen.places.items()},
        "hidden": seen.hidden,
        **({"riders": seen.riders} if seen.riders else {}),
        "variables": seen.variables,
        "hex_flags": seen.hex_flags,
    }
