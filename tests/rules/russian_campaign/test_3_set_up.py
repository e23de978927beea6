"""Section 3: set-up, control, and the first attacks of the army groups."""

from __future__ import annotations

from functools import lru_cache

import pytest

import eastfront as ef
from eastfront._core import State
from eastfront.games.russian_campaign.units import Counter

from .battle_positions import at, combat, go, may, names, play
from .turn_positions import counter, data, game

DISTRICTS = {"L": "leningrad", "B": "baltic", "W": "western", "K": "kiev", "O": "odessa"}


def hexes(*, zone: str = "", areas: tuple[str, ...] = ()) -> set[str]:
    """The hexes of a district or of some countries."""
    rows = (h for h in data().map.hexes if h is not None)
    return {h.name for h in rows if (h.zone == zone if zone else h.area in areas)}


@lru_cache(maxsize=1)
def counters() -> list[Counter]:
    """All units with what is printed on them."""
    return [counter(u) for u in data().units]


def city(name: str) -> str:
    """The hex of a city."""
    return next(h.name for h in data().map.hexes if h is not None and h.label == name)


@lru_cache(maxsize=1)
def set_up() -> tuple[list[tuple[str, set[str]]], State]:
    """Where each side could put its next unit, and the position after the set-up."""
    state = game("campaign").new()
    asked = []
    while state.decision == "set-up":
        asked.append((str(state.to_move), names(state, "set-up")))
        # spread out, so that stacking does not matter
        taken = set(state.places().values())
        legal = sorted(names(state, "set-up"))
        state.push(f"set-up {next((h for h in legal if h not in taken), legal[0])}")
    return asked, state


@pytest.mark.rule("TRC-3.3a", "TRC-3.4a")
def test_the_russian_sets_up_first_all_that_starts() -> None:
    asked, state = set_up()
    sides = [side for side, _ in asked]
    assert sides == sorted(sides, reverse=True) and set(sides) == {"axis", "russian"}
    placed = {u.name for u in counters() if u.entry == "start" and not u.option}
    placed -= {u.name for u in counters() if u.kind == "air" or u.group == "off-map"}
    assert all(state.place(u)[0].isupper() for u in placed)
    assert not state.units_at("set-up")


@pytest.mark.rule("TRC-3.3b")
def test_units_of_a_city_start_in_it() -> None:
    _, state = set_up()
    fixed = [u for u in counters() if u.group == "city" and u.entry == "start" and not u.option]
    assert len(fixed) > 15
    for unit in fixed:
        assert state.place(unit.name) == city(unit.place), unit.name


@pytest.mark.rule("TRC-3.3a", "TRC-3.3c")
def test_units_of_a_district_start_anywhere_in_it() -> None:
    asked, state = set_up()
    of = {u.name: u.group for u in counters() if u.side == "russian" and u.entry == "start"}
    for unit, group in of.items():
        if group in DISTRICTS.values():
            assert state.place(unit) in hexes(zone=group), unit
    first = next(places for side, places in asked if side == "russian")
    assert any(first == hexes(zone=z) for z in DISTRICTS.values())


@pytest.mark.rule("TRC-3.4b", "TRC-3.4c", "TRC-3.4d")
def test_the_axis_sets_up_in_its_lands_and_not_next_to_russians() -> None:
    _, state = set_up()
    home = hexes(areas=("germany", "east-prussia", "poland", "hungary", "rumania"))
    lands = {"rumania": hexes(areas=("rumania",)), "finland": hexes(areas=("finland",))}
    m = data().map
    russians = {state.place(u.name) for u in counters() if u.side == "russian"}
    beside = {
        m.hexes[n].name  # type: ignore[union-attr]
        for h in russians & m.index.keys()
        for d in range(6)
        if (n := m.neighbor(m.index[h], d)) is not None and m.hexes[n] is not None
    }
    axis = [u for u in counters() if u.side == "axis" and u.entry == "start" and not u.option]
    for unit in axis:
        where = state.place(unit.name)
        if unit.kind != "air" and unit.group != "off-map":
            assert where in lands.get(unit.group, home), unit.name
            assert where not in beside, unit.name


@pytest.mark.rule("TRC-3.4b")
def test_the_hexes_next_to_russians_are_refused() -> None:
    state = game("campaign").new()
    while state.to_move == "russian":
        state.push(f"set-up {sorted(names(state, 'set-up'))[0]}")
    m = data().map
    for unit in (u for u in counters() if u.side == "russian"):
        at_ = state.place(unit.name)
        if at_ in m.index:
            near = (m.neighbor(m.index[at_], d) for d in range(6))
            rows = (m.hexes[n] for n in near if n is not None)
            assert not {r.name for r in rows if r is not None} & names(state, "set-up")


@pytest.mark.rule("TRC-3.4c", "TRC-3.7f")
def test_army_groups_may_stand_next_to_any_district() -> None:
    """TRC-3.7f: an N unit may start beside the Kiev district, if no Russian is beside it."""
    asked, _ = set_up()
    axis = [places for side, places in asked if side == "axis"]
    beside_kiev = {"R28", "S28", "T28"}
    assert any(places & beside_kiev for places in axis)
    north = {u.name for u in counters() if u.group == "north"}
    state, open_ = game("campaign").new(), set[str]()
    while state.decision == "set-up":
        before, hexes_ = state.places(), names(state, "set-up")
        taken = set(before.values())
        legal = sorted(hexes_)
        state.push(f"set-up {next((h for h in legal if h not in taken), legal[0])}")
        if any(before[u] != place for u, place in state.places().items() if u in north):
            open_ |= hexes_
    assert open_ & beside_kiev


@pytest.mark.rule("TRC-3.5a", "TRC-3.6a")
def test_each_side_controls_its_own_side_of_the_frontier() -> None:
    _, state = set_up()
    ours, theirs = set(state.hexes_with("axis control")), set(state.hexes_with("russian control"))
    owned = {h.name for h in data().map.hexes if h is not None and h.features & {"oil", "junction"}}
    russia = hexes(areas=("russia", "karelia"))
    assert ours & russia == set() and theirs - russia == set()
    assert owned <= ours | theirs and city("Berlin") in ours and city("Minsk") in theirs
    track = {h.name for h in data().map.hexes if h is not None and "rail" in h.features}
    assert set(state.hexes_with("axis rail")) == track - russia
    assert (state.turn, state.to_move, state.decision) == (1, "axis", "movement")
    assert state.var("impulse") == 1


# -- the opening impulse --------------------------------------------------------------------

GROUPS = [
    ("TRC-3.7a", "41 Pz", {"baltic"}),
    ("TRC-3.7b", "47 Pz", {"western"}),
    ("TRC-3.7c", "48 Pz", {"kiev"}),
    ("TRC-3.7d", "Rum 2 Inf", {"kiev", "odessa"}),
]

BESIDE = {
    "baltic": ("G20", "G19"), "western": ("M23", "M22"),
    "kiev": ("R28", "R27"), "odessa": ("AA26", "AA25"),
}  # fmt: skip
"""A hex next to each district, and one of the district."""


def attacks(unit: str, zone: str, turn: int = 1, impulse: int = 1) -> bool:
    """Whether a unit that stands next to a Russian of a district may attack him."""
    here, there = BESIDE[zone]
    state = combat("axis", {unit: here, "5 TkC": there}, impulse, turn=turn)
    fights = unit in state.units_with("engaged")
    assert fights != (state.place(unit) == "surrendered")
    return fights


@pytest.mark.rule("TRC-3.7a", "TRC-3.7b", "TRC-3.7c", "TRC-3.7d", "TRC-3.7h")
@pytest.mark.parametrize(("rule", "unit", "zones"), GROUPS)
def test_whom_an_army_group_attacks_in_the_opening_impulse(
    rule: str, unit: str, zones: set[str]
) -> None:
    assert {zone for zone in BESIDE if attacks(unit, zone)} == zones, rule
    # TRC-3.7h: no longer in the second impulse, nor on the second turn
    assert attacks(unit, "western", impulse=2) and attacks(unit, "baltic", turn=2)


@pytest.mark.rule("TRC-3.7e")
def test_finns_attack_whom_they_reach() -> None:
    assert all(attacks("Finn 2 Inf", zone) for zone in BESIDE)


@pytest.mark.rule("TRC-3.7a", "TRC-3.7g", "TRC-12.3c")
def test_a_group_joins_no_battle_of_another_district() -> None:
    units = {"41 Pz": "M23", "47 Pz": "M23", "5 TkC": "M22"}
    # alone the corps of Army Group North could not stay; the other attacks for both (D-8)
    state = combat("axis", units, turn=1)
    assert state.units_with("engaged") == ["47 Pz"] and state.place("41 Pz") == "surrendered"
    # but it may pass through the district
    march = at("axis", units={"41 Pz": "M23", "5 TkC": "P23"}, turn=1)
    assert "N21" in names(play(march, "move 41 Pz"), "to")


@pytest.mark.rule("TRC-3.7a")
def test_the_limit_binds_automatic_victories_too() -> None:
    units = {"24 Pz": "M24", "39 Pz": "M24", "57 Pz": "M24", "41 Pz": "M24", "56 Pz": "M24"}
    state = at("axis", units={**units, "5 TkC": "M22"}, turn=1, variables={"stukas": 0})
    north = go(go(state, "41 Pz", "M23"), "56 Pz", "N23")
    assert not may(north, "overrun M22")
    center = go(go(go(state, "24 Pz", "M23"), "39 Pz", "M23"), "57 Pz", "M23")
    assert may(center, "overrun M22")
    mixed = go(go(go(state, "24 Pz", "M23"), "41 Pz", "M23"), "56 Pz", "M23")
    assert not may(mixed, "overrun M22")


# -- positions of the set-up that are read ---------------------------------------------------


def some_steps(side: str, steps: int) -> State:
    """The set-up when a side has placed so many units, each in the last hex that is open."""
    state = game("campaign").new()
    while state.to_move != side:
        state.push(state.legal_actions.list()[-1])
    for _ in range(steps):
        state.push(state.legal_actions.list()[-1])
    assert (state.decision, state.to_move) == ("set-up", side)
    return state


@pytest.mark.rule("TRC-3.3a", "TRC-3.4a")
@pytest.mark.parametrize(
    ("side", "steps", "unit", "place"),
    [
        ("russian", 0, "Worker 1", "set-up"),
        ("russian", 0, "16 A", "set-up"),
        ("russian", 6, "3 A", "A14"),
        ("russian", 6, "11 A", "O8"),
        ("russian", 6, "11 A", "set-up"),
        ("russian", 6, "13 A", "set-up"),
        ("russian", 6, "Stavka", "set-up"),
        ("axis", 0, "11 A", "set-up"),
        ("axis", 6, "11 A", "set-up"),
        ("axis", 6, "41 Pz", "set-up"),
        ("axis", 6, "41 Pz", "O8"),
    ],
)
def test_a_position_in_which_a_step_was_left_out_is_refused(
    side: str, steps: int, unit: str, place: str
) -> None:
    """Who waits has an area and his turn is to come; who stands on the map stands in his area."""
    state = some_steps(side, steps)
    same = game("campaign").state_from_bytes(bytes(state))
    assert (same.subject, same.places()) == (state.subject, state.places())
    wrong = state._supposed(places=[(unit, place)])
    with pytest.raises(ef.FormatError):
        game("campaign").state_from_bytes(bytes(wrong))
