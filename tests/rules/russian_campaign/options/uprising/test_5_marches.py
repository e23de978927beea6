"""Sections 5, 7, 8 and 11, with the option `uprising`."""

from __future__ import annotations

import pytest

from ...battle_positions import at, names, play, refused


@pytest.mark.rule("TRC-2.5a", "TRC-22.2c", "TRC-5.1a")
def test_who_has_no_movement_factor_goes_nowhere() -> None:
    """Workers, partisans and the insurgents of Warsaw, on track and in a port as well."""
    units = {"AK": "L26", "Leningrad Worker": "E10", "Partisan 1": "R10", "11 A": "E11"}
    for impulse in (1, 2):
        state = at("russian", impulse, units=units, turn=14, options=("warsaw-uprising",))
        for verb in ("move", "rail", "ship-baltic"):
            assert not {"AK", "Leningrad Worker", "Partisan 1"} & names(state, verb)
        with refused("TRC-5.1a"):
            play(state, "move AK")
