"""3.7 by tables: the army group that attacks in each district in the first impulse of the war."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import around, at, combat, go, names, play
from .turn_positions import data

ROWS = {h.name: h for h in data().map.hexes if h is not None}

GROUPS = {
    # ten factors or more of each group, and where they may attack
    "north": (("41 Pz", "56 Pz"), {"baltic"}),
    "center": (("24 Pz", "39 Pz"), {"western"}),
    "south": (("3 Pz", "14 Pz"), {"kiev"}),
    "rumania": (("Rum 2 Inf", "Rum 1 Inf", "Rum 4 Inf"), {"kiev", "odessa"}),
    "finland": (("Finn 4 Inf", "Finn 6 Inf", "Finn 2 Inf"), None),
    "none": (("40 Pz", "27 Inf"), None),
}
"""The last are reinforcements, who belong to no group and are bound by nothing."""


def plain(hex_: str) -> bool:
    """Open land that doubles nobody."""
    row = ROWS[hex_]
    return row.terrain == "clear" and not row.rivers and not row.features & {"city-major"}


def places(district: str) -> tuple[str, str, str, str]:
    """A defender's hex in a district, an attacker's, and one from which somebody goes away."""
    for hex_, row in ROWS.items():
        if row.zone != district or not plain(hex_):
            continue
        near = sorted(h for h in around(hex_) if plain(h))
        for start in near:
            for other in near:
                ends = sorted(h for h in around(other) - around(hex_) if plain(h) and h != hex_)
                if start != other and ends:
                    return hex_, start, other, ends[0]
    raise LookupError(district)


PLACES = {d: places(d) for d in ("leningrad", "baltic", "western", "kiev", "odessa", "none")}


def beaten(force: tuple[str, ...], district: str, turn: int, impulse: int) -> bool:
    """Whether a force wins at 10-1 against one factor, after somebody has gone away."""
    target, start, other, end = PLACES[district]
    units = dict.fromkeys(force, start) | {"1 ParaC": target, "97 Mtn": other}
    state = at("axis", impulse, units=units, turn=turn, variables={"stukas": 0, "Bulgaria open": 1})
    return target in names(go(state, "97 Mtn", end), "overrun")


@pytest.mark.rule("TRC-3.7a", "TRC-3.7b", "TRC-3.7c", "TRC-3.7d", "TRC-3.7e", "TRC-3.7h")
@pytest.mark.parametrize("district", PLACES)
@pytest.mark.parametrize("group", GROUPS)
def test_whom_a_group_attacks_as_the_war_begins_and_afterwards(group: str, district: str) -> None:
    force, bound = GROUPS[group]
    assert beaten(force, district, 1, 1) == (bound is None or district in bound)
    assert beaten(force, district, 1, 2)
    assert beaten(force, district, 2, 1)


def fights(side: str, units: dict[str, str], turn: int, impulse: int) -> State:
    """The combat phase that the units of a position meet."""
    return combat(side, units, impulse, turn=turn)


@pytest.mark.rule("TRC-3.7c", "TRC-3.7b", "TRC-3.7h", "TRC-3.7d")
@pytest.mark.parametrize("impulse", [1, 2])
def test_in_battle_as_well_a_group_attacks_in_its_own_district(impulse: int) -> None:
    """Next to an enemy of another district's a corps has nobody to attack, and gives up (12.5)."""
    for district, unit in (("kiev", "3 Pz"), ("western", "24 Pz"), ("odessa", "Rum 2 Inf")):
        target, start, *_ = PLACES[district]
        for attacker in ("3 Pz", "24 Pz", "Rum 2 Inf"):
            free = impulse == 2 or attacker == unit or (district, attacker) == ("kiev", "Rum 2 Inf")
            state = fights("axis", {attacker: start, "1 ParaC": target}, 1, impulse)
            assert (target in state.hexes_with("beset")) == free, (district, attacker)


@pytest.mark.rule("TRC-3.7h", "TRC-3.7e", "TRC-3.7f")
@pytest.mark.parametrize("turn", [1, 2])
def test_russians_are_bound_by_no_district(turn: int) -> None:
    for target, start, *_ in PLACES.values():
        state = fights("russian", {"11 A": start, "15 Mtn": target}, turn, 1)
        assert state.hexes_with("beset") == [target]


@pytest.mark.rule("TRC-3.7a", "TRC-3.7b", "TRC-3.7c", "TRC-3.7d")
@pytest.mark.parametrize("district", PLACES)
def test_who_belongs_to_no_group_is_bound_by_no_district(district: str) -> None:
    """Hitler starts in his city, and reinforcements nowhere."""
    target, start, *_ = PLACES[district]
    for unit in ("Hitler", "15 Mtn", "40 Pz"):
        state = combat("axis", {unit: start, "1 ParaC": target}, turn=1)
        assert state.hexes_with("beset") == [target], unit


@pytest.mark.rule("TRC-3.7g", "TRC-11.1e")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_where_others_may_not_go_they_may_not_at_any_time(side: str) -> None:
    """Headquarters enter a zone of the enemy's only where friends stand."""
    units = {
        "axis": {"HQ South": "Y20", "8 TkC": "X17", "5 TkC": "X18"},
        "russian": {"Stavka": "Y20", "46 Pz": "X17", "13 Inf": "X18"},
    }[side]
    state = at(side, 2, turn=1, units=units)
    found = names(play(state, f"move {next(iter(units))}"), "to")
    assert found and not found & {"X18", "X17", "Y18"}


@pytest.mark.rule("TRC-3.7a", "TRC-3.7b", "TRC-3.7e", "TRC-12.3c")
def test_it_is_a_law_that_somebody_may_attack_whom_the_axis_must() -> None:
    """An army in Riga with a corps beside it that may not; F18 is parted from the city by water."""
    law = "law TRC-3.7a units that the side in battle must attack can be attacked"
    begun = {"fought": ["27 Inf"]}
    units = {"16 A": "F17", "24 Pz": "F16", "27 Inf": "K25"}
    for near, holds in (("G16", True), ("F18", False)):
        state = at("axis", units={**units, "Finn 2 Inf": near}, turn=1, flags=begun)
        assert bool(state.ask(law)) == holds
    assert at("axis", units={**units, "Finn 2 Inf": "F18"}, turn=2, flags=begun).ask(law)
