"""17.2.1 where all control is updated: occupants, zones and former owners of places."""

from __future__ import annotations

from itertools import product

import pytest

from eastfront._core import State

from .battle_positions import at, combat, fight, may, names, play, refused
from .line_positions import at as line
from .turn_positions import data

PLACES = {
    # a minor and a major city, a junction, an oil well: two hexes next to it, on either side
    "X13": ("X14", "X12"),
    "AA14": ("AA15", "AA13"),
    "CC15": ("BB16", "DD15"),
    "PP13": ("PP14", "PP12"),
}

SITUATIONS = [
    (), ("axis near",), ("russian near",), ("axis near", "russian near"), ("axis in",),
    ("russian in",), ("axis in", "russian near"), ("russian in", "axis near"), ("partisan in",),
    ("partisan near",), ("partisan in", "axis near"), ("partisan in", "russian near"),
]  # fmt: skip
"""Who is about a place."""

OWNED = {
    h.name
    for h in data().map.hexes
    if h is not None and h.features & {"city-major", "city-minor", "junction", "oil"}
}
"""What can have an owner; plain track has none."""

LEAVERS = {"axis": ("41 Pz", "V1"), "russian": ("1 TkC", "V33")}
"""Who leaves the map over the enemy's edge, far away: then control is looked at all over."""


def holder(state: State, hex_: str) -> str:
    """Who controls a place."""
    sides = [s for s in ("axis", "russian") if hex_ in state.hexes_with(f"{s} control")]
    assert len(sides) < 2
    return sides[0] if sides else "nobody"


def expected(situation: tuple[str, ...], before: str) -> str:
    """17.2.1: occupied, else in one side's zone alone, else in both, else as before (19.2c)."""
    for side in ("axis", "russian"):
        if f"{side} in" in situation:
            return side
    reach = [side for side in ("axis", "russian") if f"{side} near" in situation]
    return before if not reach else reach[0] if len(reach) == 1 else "nobody"


def position(
    side: str, place: str, situation: tuple[str, ...], before: str, options: tuple[str, ...] = ()
) -> State:
    """A place with those about it, whom it belongs to, and somebody about to leave the map."""
    ours, theirs = PLACES[place]
    spots = {
        "axis near": {"46 Pz": ours}, "russian near": {"8 TkC": theirs},
        "axis in": {"46 Pz": place}, "russian in": {"8 TkC": place},
        "partisan in": {"Partisan 1": place}, "partisan near": {"Partisan 1": theirs},
    }  # fmt: skip
    leaver, edge = LEAVERS[side]
    state = at(side, units={leaver: edge}, options=options)
    for who in situation:
        state = state._supposed(places=list(spots[who].items()))
    flags = [(place, f"{s} control", s == before) for s in ("axis", "russian")]
    return state._supposed(hex_flags=flags)


def check(side: str) -> None:
    """Every place, situation and holder before."""
    for place, situation, before in product(PLACES, SITUATIONS, ("axis", "russian", "nobody")):
        state = position(side, place, situation, before)
        assert holder(state, place) == before
        after = play(state, f"move {LEAVERS[side][0]}", "exit")
        held = {h for s in ("axis", "russian") for h in after.hexes_with(f"{s} control")}
        assert held <= OWNED
        found = holder(after, place)
        assert found == expected(situation, before), (place, situation, before)


@pytest.mark.rule(
    "TRC-17.2.1a", "TRC-17.2.1b", "TRC-17.2.1c", "TRC-17.2.1d", "TRC-17.2.1e", "TRC-19.2c"
)
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_all_places_are_settled_by_who_is_about_them(side: str) -> None:
    check(side)


@pytest.mark.rule("TRC-7.4a", "TRC-7.4b", "TRC-13.8c", "TRC-13.8d", "TRC-9.4.2d", "TRC-21.4f")
def test_contested_places_are_nobodys_and_vacant_ones_who_is_alone_near() -> None:
    check("russian")


@pytest.mark.rule("TRC-17.2.1a", "TRC-17.2.1d", "TRC-17.2.1e")
def test_two_places_are_settled_at_once_and_others_stay() -> None:
    units = {"41 Pz": "V1", "46 Pz": "X14", "8 TkC": "DD15"}
    state = at("axis", units=units)._supposed(
        hex_flags=[(h, f"{s} control", s == "russian") for h in ("X13", "PP13")
                   for s in ("axis", "russian")]
        + [("CC15", "axis control", True), ("CC15", "russian control", False)]
    )  # fmt: skip
    after = play(state, "move 41 Pz", "exit")
    assert [holder(after, h) for h in ("X13", "CC15", "PP13")] == ["axis", "russian", "russian"]


@pytest.mark.rule("TRC-17.2.1d", "TRC-13.3g")
@pytest.mark.parametrize("by", ["exchange", "retreat"])
def test_who_retreats_past_a_city_takes_it_but_not_in_an_exchange(by: str) -> None:
    """From Y14 by X14, next to Kursk, to W14; an exchange changes nothing before its end."""
    forces = ["46 Pz", "47 Pz", "48 Pz"]
    units = dict.fromkeys(forces, "Z15") | {"8 TkC": "Y14", "7 TkC": "Y14"}
    state = combat("axis", units, axis=["X13"])
    fled = fight(state, "Y14", forces, {"exchange": 5, "retreat": 6}[by], announced=1)
    if by == "exchange":
        fled = play(fled, "lose 48 Pz", "lose 7 TkC")
    for _ in range(2):
        if fled.decision == "retreat":
            fled = play(fled, f"retreat {sorted(names(fled, 'retreat'))[0]}")
        for hex_ in ("X14", "W14"):
            fled = play(fled, f"retreat-to {hex_}") if may(fled, f"retreat-to {hex_}") else fled
    assert fled.place("8 TkC") == "W14"
    assert holder(fled, "X13") == {"exchange": "axis", "retreat": "russian"}[by]


@pytest.mark.rule("TRC-17.2.1c", "TRC-17.2.1e", "TRC-13.8d", "TRC-7.4a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_by_the_other_reading_a_contested_place_keeps_its_holder(side: str) -> None:
    """D-41; where one side alone is near, or stands, it is as in the usual one."""
    for place, situation, before in product(PLACES, SITUATIONS, ("axis", "russian", "nobody")):
        state = position(side, place, situation, before, ("D-41",))
        after = play(state, f"move {LEAVERS[side][0]}", "exit")
        contested = set(situation) == {"axis near", "russian near"}
        found = before if contested else expected(situation, before)
        assert holder(after, place) == found, (place, situation, before)


# -- D-41: a contested place keeps its holder, who has no use of it --------------------------


BALTIC = [
    # about Leningrad: who controls it, and whether Russian ships sail
    ({}, "russian", True),
    ({}, "axis", False),
    ({"8 TkC": "E11"}, "russian", True),
    ({"8 TkC": "E11", "46 Pz": "F10"}, "russian", False),
    ({"8 TkC": "E10", "46 Pz": "F10"}, "russian", True),
    ({"8 TkC": "E10", "7 TkC": "E10", "46 Pz": "F10"}, "russian", True),
    ({"8 TkC": "E11", "46 Pz": "E10"}, "axis", False),
    ({"46 Pz": "F10"}, "axis", False),
]


@pytest.mark.rule("TRC-17.2.1e", "TRC-10.5a")
@pytest.mark.parametrize(("about", "owner", "open_"), BALTIC)
def test_leningrad_opens_the_baltic_unless_it_is_contested(
    about: dict[str, str], owner: str, open_: bool
) -> None:
    units = {"11 A": "F17", **about}
    for other in ({}, {"10 TkC": "X13", "47 Pz": "X12"}):
        state = at("russian", units={**units, **other}, axis=[], russian=["F17"], options=("D-41",))
        flags = [("E10", f"{s} control", s == owner) for s in ("axis", "russian")]
        state = state._supposed(hex_flags=flags)
        if open_:
            assert "11 A" in names(state, "ship-baltic")
            if "46 Pz" not in about:
                # and they put in there, whoever of their own is near
                assert "E10" in names(play(state, "ship-baltic 11 A"), "ship-to")
        else:
            with refused("TRC-10.5a"):
                play(state, "ship-baltic 11 A")


MOSCOW = [
    # about Moscow, which the Axis controls; Stalin is lost (25.1.1)
    ({"46 Pz": "R10"}, True),
    ({}, True),
    ({"46 Pz": "R10", "8 TkC": "Q8"}, False),
    ({"46 Pz": "R9", "8 TkC": "Q8"}, True),
    ({"46 Pz": "R9", "47 Pz": "R9", "8 TkC": "Q8"}, True),
    # who lurks in it holds it for nobody (19.2c)
    ({"46 Pz": "R10", "8 TkC": "Q8", "Partisan 1": "R9"}, False),
]


@pytest.mark.rule("TRC-17.2.1e", "TRC-25.1.1a")
@pytest.mark.parametrize(("about", "won"), MOSCOW)
def test_the_axis_wins_by_moscow_unless_it_is_contested(about: dict[str, str], won: bool) -> None:
    troops = {u: h for u, h in about.items() if not u.startswith("Partisan")}
    state = at(
        "axis",
        units={"Stalin": "pool", "41 Pz": "V1", **troops},
        axis=["R9"],
        options=("D-41",),
    )._supposed(places=[(u, h) for u, h in about.items() if u not in troops])
    after = play(state, "move 41 Pz", "exit")
    assert after.is_over == won


@pytest.mark.rule("TRC-21.4f", "TRC-7.4b")
def test_the_wells_lie_in_mountains_that_stop_who_takes_them() -> None:
    """Maikop, and not the open land before it."""
    state = play(at("axis", units={"46 Pz": "OO14", "24 Pz": "D28"}), "move 46 Pz", "to PP14")
    assert holder(state, "PP13") == "axis"
    into = at("axis", units={"46 Pz": "OO13", "24 Pz": "D28"})
    taken = play(into, "move 46 Pz", "to PP13")
    assert (taken.decision, holder(taken, "PP13")) == ("movement", "axis")
    assert play(at("axis", units={"46 Pz": "Z18"}), "move 46 Pz", "to Z17").decision == "leg"


@pytest.mark.rule("TRC-17.2.1e", "TRC-17.2.1a")
@pytest.mark.parametrize("options", [(), ("D-41",)])
def test_a_city_next_to_its_holders_own_units_alone_supplies_him(options: tuple[str, ...]) -> None:
    """17.2.1: no enemy is near; with one beside it the city is contested."""
    for enemy, level in (("DD4", 2), ("W12", 0)):
        units = {"1 Inf": "X17", "41 Pz": "X14", "8 TkC": enemy}
        state = line("axis", units, axis=["X13"], options=options)
        if enemy == "W12" and not options:
            state = state._supposed(hex_flags=[("X13", "axis control", False)])
        assert state.ask("supply", "1 Inf") == level, enemy
