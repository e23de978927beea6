"""Positions of the scenario Manstein's Gambit."""

from __future__ import annotations

from functools import partial

from . import scenario_positions

game = partial(scenario_positions.game, "gambit")
data = partial(scenario_positions.data, "gambit")
start = partial(scenario_positions.start, "gambit")
at = partial(scenario_positions.at, "gambit", turn=18)
