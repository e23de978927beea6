"""Section 13 and the counter sheet: control at the start, and the owner of each counter."""

from __future__ import annotations

import pytest

from eastfront.loading.game import scenario_of

from .board_positions import data, game, side_of

FRONT = [
    "1011", "1110", "1210", "1310", "1411", "1508", "1609", "1708", "1808", "1907", "2006",
    "2106", "2206", "2306", "2406", "2505", "2604", "2704", "2804", "3105",
]  # fmt: skip
"""The westernmost Soviet hex of each row of 13.6."""


@pytest.mark.rule("BD-3.6a", "BD-3.6d", "BD-13.6e", "BD-13.7c")
@pytest.mark.parametrize("west", FRONT)
def test_the_german_holds_what_lies_west_of_the_soviet_front(west: str) -> None:
    """13.7: the German sets up west of the Soviet front line; columns run west."""
    state = game().new()
    assert any(side_of(u) == "soviet" for u in state.units_at(west))
    held = set(state.hexes_with("german"))
    land = [
        h.name
        for h in data().map.hexes
        if h is not None and h.name[:2] == west[:2] and h.terrain not in ("sea", "lake")
    ]
    assert len(land) > 5
    assert {h for h in land if h in held} == {h for h in land if h > west}


ALLIES = {"3Rum": "romanian", "4Rum": "romanian", "2Hun": "hungarian", "8Ital": "italian"}
KINDS = {"Pz": "panzer", "AK": "infantry", "Mtn": "mountain"}


@pytest.mark.rule("BD-2.5a", "BD-2.12b", "BD-8.12f")
def test_whose_each_counter_is_and_whether_it_bears_a_dot() -> None:
    """Only the militia and the satellites bear the dot of 2.5; the Poles fight on Soviet side."""
    playing = set(game().units)
    rows = [u for u in scenario_of("barbarossa-deluxe/blue-kremlin").units if u.name in playing]
    assert len(rows) == len(playing) == 113
    for u in rows:
        german = u.name.endswith(tuple(KINDS))
        axis = german or u.name in ALLIES
        nation = ALLIES.get(u.name) or ("german" if german else "soviet")
        nation = "polish" if u.name == "Pol" else nation
        assert (u.side, u.nation) == ("german" if axis else "soviet", nation), u.name
        if german:
            assert u.kind == next(k for end, k in KINDS.items() if u.name.endswith(end)), u.name
        assert u.replaceable == (u.name not in ALLIES and u.name != "LPMA"), u.name
