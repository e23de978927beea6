"""Common parts of the environments: spaces and observations.

An observation is a dictionary: ``observation``, the planes from `eastfront.tensor` for the side
(int16 [planes, rows, columns]), and ``action_mask``, the side's legal actions by dense id (int8,
all zero if the side is not to act). Actions are the game's dense ids.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from eastfront._core import ArgumentTypeError, Game, State
from eastfront.arguments import of_one_position, shown

from .planes import layout
from .sight import GREATEST, Sight
from .tensors import of_state

Seen = dict[str, npt.NDArray[Any]]

_RANGE = np.iinfo(np.int16)


def observation_space(game: Game, fixed: bool) -> spaces.Dict:
    """Returns the Gymnasium space of observations: the planes and an action mask.

    With ``fixed`` the planes of the map, which never change, are included.
    """
    shape = layout(game).shape(fixed)
    return spaces.Dict(
        {
            "observation": spaces.Box(int(_RANGE.min), int(_RANGE.max), shape, np.int16),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )


def learner_space(sight: Sight) -> spaces.Dict:
    """Returns the Gymnasium space of what a learner sees: its picture and its facts."""
    return spaces.Dict(
        {
            "picture": spaces.Box(0, GREATEST, sight.shape, np.uint8),
            "facts": spaces.Box(0, 1, (len(sight.facts),), np.float32),
        }
    )


def action_space(game: Game) -> spaces.Discrete:
    """Returns the Gymnasium space of actions: one number for each action of the game."""
    return spaces.Discrete(game.num_actions)


def whole(action: Any) -> int:
    """Converts an action to an integer. Raises ArgumentTypeError for other values, such as 1.7 or
    "12"."""
    try:
        if not isinstance(action, (bool, np.bool_)):
            return operator.index(action)
    except Exception:  # also exceptions of the value itself
        pass
    raise ArgumentTypeError(f"action={shown(action)}, expected a whole number")


@of_one_position
def mask(state: State, side: str) -> npt.NDArray[np.int8]:
    """Returns the mask of a side's legal actions, int8 of shape (num_actions,); all zero if the
    side is not to act."""
    if state.to_move == side:
        return state.legal_actions.mask().view(np.int8)
    return np.zeros(state.game.num_actions, dtype=np.int8)


@of_one_position
def seen(state: State, side: str, fixed: bool) -> Seen:
    """Returns the observation dictionary of a side, in new arrays; with `fixed` the planes of the
    map are included."""
    return {
        "observation": of_state(state, side, fixed=fixed),
        "action_mask": mask(state, side),
    }


@of_one_position
def ending(state: State) -> dict[str, Any]:
    """Returns the entries ``winner``, ``level`` and ``rule`` of a finished game, for the dictionary
    ``info`` of an environment; an empty dictionary before the end."""
    if state.outcome is None:
        return {}
    winner, level, rule = state.outcome
    return {"winner": winner, "level": level, "rule": rule}


def picture(state: State, mode: str | None) -> str | None:
    """Returns a position as a string in the render mode `mode`, ``ansi`` (text) or ``svg``; None
    for another mode."""
    if mode == "ansi":
        return state.text()
    if mode == "svg":
        return state._repr_svg_()
    return None
