"""The effects of an action, as `state.push(action, effects=True)` returns them."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["Effect"]

Effect: TypeAlias = (
    tuple[Literal["placed"], str, str, str, str]
    | tuple[Literal["unit", "hex"], str, str, bool, str]
    | tuple[Literal["var"], str, int, int, str]
    | tuple[Literal["note"], str, list[int], str]
    | tuple[Literal["applied"], str]
    | tuple[Literal["forced"], int, str]
)
"""An effect: its kind, its values, and the id of the rule that caused it, empty for none.

| kind | values |
| --- | --- |
| `placed` | unit, place before, place after |
| `unit` | unit, flag, whether it is set |
| `hex` | hex, flag, whether it is set |
| `var` | variable, value before, value after |
| `note` | name of the note, its numbers |
| `applied` | none; the rule was applied. Reported only by `state.push(..., applied=True)` |
| `forced` | number of the acting side in `Game.sides`, a greater one for chance; the action |

An effect `forced` reports an action that was played without a choice, as the only legal one. It has
no rule.
"""
