"""The documented JSON protocol for front ends: positions, legal actions, events, explanations.

    from eastfront import wire

    wire.encode(wire.position(state, "german"))     # bytes of JSON
    wire.encode(state.battle("1708", ["9AK"]))

`encode` also writes the answer of any question. The documents are typed structs (`forms`,
`battles`, `boards`, `requests`); `wire.schema()` returns their JSON Schema. Documents for a side
contain no information hidden from it.
"""

from __future__ import annotations

from .encoding import encode
from .json_schema import schema
from .told import act, everything_told, result_of, told
from .words import CHANCE, FORMAT, UMPIRE
from .write import battle, observe, position, reach, seats, supply, turn
from .write_board import board, rule, scenarios

__all__ = [
    "CHANCE",
    "FORMAT",
    "UMPIRE",
    "act",
    "battle",
    "board",
    "encode",
    "everything_told",
    "observe",
    "position",
    "reach",
    "result_of",
    "rule",
    "scenarios",
    "schema",
    "seats",
    "supply",
    "told",
    "turn",
]
