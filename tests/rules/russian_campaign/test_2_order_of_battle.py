"""2.2 to 2.6, 3.3 and 20.0 by tables: each counter's figures, its set-up and its arrival.

The figures are those printed on the counters, listed here by area of set-up and by turn.
"""

from __future__ import annotations

import pytest

from .battle_positions import at
from .turn_positions import data, game, impulse_of, names, play, side_of, walk

HERE = "Y18"
ABROAD = {"germany", "poland", "east-prussia", "hungary", "rumania"}
"""Where army groups may begin."""

LOST = ("later", "surrendered")

AT_START = {
    ("axis", "north"): """
        41 Pz 8-7, 56 Pz 7-7, 1 Inf 4-4, 2 Inf 4-4, 10 Inf 3-4, 26 Inf 3-4, 28 Inf 3-4,
        38 Inf 3-4""",
    ("axis", "center"): """
        24 Pz 8-7, 39 Pz 8-7, 46 Pz 6-7, 47 Pz 7-7, 57 Pz 6-7, 5 Inf 4-4, 6 Inf 4-4, 7 Inf 5-4,
        8 Inf 4-4, 9 Inf 5-4, 12 Inf 4-4, 13 Inf 3-4, 20 Inf 3-4, 42 Inf 3-4, 43 Inf 5-4,
        53 Inf 4-4, Ital 3 Inf 2-4""",
    ("axis", "south"): """
        3 Pz 7-7, 14 Pz 7-7, 48 Pz 6-7, 52 Mot 3-6, 49 Mtn 5-5, 4 Inf 5-4, 17 Inf 3-4,
        29 Inf 3-4, 44 Inf 5-4, 55 Inf 3-4""",
    ("axis", "rumania"): """
        11 Inf 4-4, 30 Inf 4-4, 54 Inf 3-4, Rum 1 Inf 3-5, Rum 2 Inf 4-6, Rum 4 Inf 3-4,
        Rum Cav 2-7""",
    ("axis", "finland"): "Finn 2 Inf 3-4, Finn 4 Inf 4-3, Finn 6 Inf 4-3, Finn 7 Inf 2-3",
    ("russian", "baltic"): "11 A 6-3, 8 A 5-3, 1 TkC 2-5, 7 TkC 3-5",
    ("russian", "western"): """
        3 A 5-3, 10 A 5-3, 4 A 3-3, 3 CavC 2-7, 7 CavC 3-7, 5 TkC 2-5, 8 TkC 3-5""",
    ("russian", "kiev"): """
        12 A 6-3, 5 A 5-3, 6 A 5-3, 26 A 5-3, 6 CavC 3-7, 3 TkC 2-5, 4 TkC 2-5, 11 TkC 3-5""",
    ("russian", "odessa"): "9 A 5-3, 5 CavC 3-7, 12 TkC 3-5",
    ("russian", "leningrad"): "23 A 5-3, 7 A 4-3",
    ("russian", "E10"): "9 TkC 3-5",
    ("russian", "F17"): "27 A 4-3, 10 TkC 3-5",
    ("russian", "O19"): "13 A 4-3, 6 TkC 2-5",
    ("russian", "W19"): "18 A 4-3, 1 CavC 2-7",
    ("russian", "DD24"): "2 CavC 2-7",
    ("russian", "O8"): "22 A 5-3",
    ("russian", "U9"): "21 A 4-3",
    ("russian", "R9"): "19 A 4-3, 2 TkC 2-5",
}
"""By area, or by the hex of a city."""

COMING = {
    ("axis", 2): "40 Pz 8-7, 23 Inf 4-4, 27 Inf 4-4, SS Res 2-7, Rum 5 Inf 2-4, Hun 1 Mot 4-6",
    ("axis", 3): "34 Inf 4-4, 35 Inf 4-4, Ital 4 Inf 2-3",
    ("axis", 4): "51 Inf 4-4, 50 Mot 4-6",
    ("axis", 7): """
        59 Inf 4-4, Rum 6 Inf 2-4, Rum 7 Inf 2-4, Rum Pz 2-6, Hun 2 Inf 3-3, Ital 5 Inf 2-3""",
    ("axis", 8): "72 Inf 3-4, 3 LW 2-3, Hun 3 Inf 2-2",
    ("axis", 9): "Rum 3 Inf 2-2",
    ("axis", 11): "1 Cav 4-7, 2 SS Pz 9-8",
    ("axis", 12): "3 SS Pz 7-7",
    ("axis", 13): "22 Mtn 3-5, 1 SS Pz 10-8",
    ("axis", 15): "6 SS Inf 4-4",
    ("axis", 19): "90 Inf 3-4",
    ("axis", 20): "15 SS Cav 4-7",
    ("axis", 22): "GD Pz 10-8",
    ("russian", 2): "16 A 6-3, 20 A 5-3, 40 A 5-3, 24 A 4-3",
    ("russian", 3): """
        29 A 5-3, 34 A 5-3, 30 A 4-3, 31 A 4-3, 32 A 4-3, 33 A 4-3, 1G CavC 5-7, 5 ParaC 1-2,
        37 A 5-3, 43 A 5-3, 49 A 4-3, 51 A 4-3, 5 A (2nd) 3-3, 52 A 3-3, 55 A 3-3""",
    ("russian", 4): """
        1G A 8-4, 1 ParaC 1-2, 8 ParaC 1-2, 2G A 7-4, 3G A 7-4, 4G A 7-4, 39 A 6-3, 59 A 6-3,
        60 A 6-3, 61 A 5-3""",
    ("russian", 5): "2G CavC 4-7",
    ("russian", 6): "5G A 7-4, 1 TkA 6-5, 2 TkA 6-5, 1G TkA 10-7",
    ("russian", 7): "6G A 7-4",
    ("russian", 8): "3 TkA 6-5, 4 TkA 6-5",
    ("russian", 9): "7G A 7-4, 2G TkA 8-6",
    ("russian", 10): "8G A 7-4, 3G TkA 8-6",
    ("russian", 11): "3G CavC 4-7, 4G TkA 8-6",
    ("russian", 12): "9G A 7-4",
    ("russian", 13): "5G TkA 8-6",
    ("russian", 14): "6G TkA 8-6, 4G CavC 4-7",
    ("russian", 15): "7G TkA 8-6",
    ("russian", 16): "8G TkA 8-6",
}  # fmt: skip
"""By side and turn."""

OTHERS = {
    "axis": """
        15 Mtn 2-5, 21 Mtn 4-5, 91 Mtn 2-5, 97 Mtn 2-5, 5 SS Mtn 5-5, 4 SS Pz 6-7, HG Pz 7-8,
        36 Mtn 3-5, Dietl Mtn 3-5, 11 Mot 4-6, 26 Mot 4-6, 29 Mot 4-6, 43 Mot 5-6""",
    "russian": "14 A 3-3",
}
"""Garrisons, the troops of Lapland, and corps that take the place of others."""


def printed(text: str) -> dict[str, tuple[int, int]]:
    """Units with their factors."""
    found = {}
    for entry in text.replace("\n", " ").split(","):
        name, _, figures = entry.strip().rpartition(" ")
        attack, _, movement = figures.partition("-")
        found[name] = (int(attack), int(movement))
    return found


def shown(side: str) -> dict[str, tuple[int, int]]:
    """All units of a side with their factors."""
    texts = [t for (whose, _), t in (*AT_START.items(), *COMING.items()) if whose == side]
    return {u: f for text in (*texts, OTHERS[side]) for u, f in printed(text).items()}


def far(unit: str) -> int:
    """How many hexes of clear land a unit goes in the first impulse of clear weather."""
    return max(at(side_of(unit), units={unit: HERE}, turn=14).reach(unit).values())


@pytest.mark.rule("TRC-2.4a", "TRC-2.5a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_every_unit_attacks_with_what_its_counter_shows(side: str) -> None:
    units = shown(side)
    state = at(side, turn=14, units=dict.fromkeys(units, "later"))
    for unit, (factor, _) in units.items():
        stands = state._supposed(places=[(unit, HERE)])
        assert stands.ask(f"{side} attack factor", unit) == factor, unit


@pytest.mark.rule("TRC-2.5a", "TRC-2.6a", "TRC-5.1a", "TRC-5.4b")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_every_unit_goes_as_far_as_its_counter_shows(side: str) -> None:
    for unit, (_, movement) in shown(side).items():
        assert far(unit) == movement, unit


@pytest.mark.rule("TRC-2.2b", "TRC-20.0a", "TRC-20.0b")
@pytest.mark.parametrize(("side", "turn"), COMING)
def test_every_unit_comes_in_its_turn(side: str, turn: int) -> None:
    dated = {u for (whose, _), t in COMING.items() if whose == side for u in printed(t)}
    # two armored corps that may be withdrawn in May 1944 (20.9.2)
    units = {**dict.fromkeys(dated, "later"), "24 Pz": "F30", "39 Pz": "F30"}
    state = impulse_of(side, 1, turn=turn, units=units)
    state = walk(play(state, "end-movement"), "movement", side, 2)
    came = {u for u in dated if state.place(u) not in LOST}
    assert came == set(printed(COMING[side, turn]))


BESIDE = {3: 1, 4: 3}
"""Partisans in the game by the turn of their arrival: one in September, two more in November."""


@pytest.mark.rule("TRC-20.0a", "TRC-20.0b")
@pytest.mark.parametrize("turn", range(2, 6))
def test_partisans_are_at_hand_from_the_first_month_of_their_turn(turn: int) -> None:
    """Who came in an earlier turn is in the reserve already."""
    there = [f"Partisan {n}" for n in range(1, 4)]
    before_ = max((n for t, n in BESIDE.items() if t < turn), default=0)
    units = dict.fromkeys(there, "later") | dict.fromkeys(there[:before_], "reserve")
    state = impulse_of("russian", 1, turn=turn, units=units)
    now = max((n for t, n in BESIDE.items() if t <= turn), default=0)
    assert [u for u in there if state.place(u) == "reserve"] == there[:now]
    assert [u for u in there if state.place(u) == "later"] == there[now:]


@pytest.mark.rule("TRC-2.2a", "TRC-2.2b", "TRC-3.3a", "TRC-3.3c", "TRC-3.4c")
def test_every_unit_begins_in_its_area() -> None:
    """In a city it stands already; elsewhere it is asked where in its district, or country."""
    state, asked = game().new(), {}
    rows = {h.name: h for h in data().map.hexes if h is not None}
    stood = {u: str(p) for u, p in state.places().items()}
    while state.decision in ("set-up", "cover"):
        if state.decision == "set-up":
            hexes = [rows[h] for h in names(state, "set-up")]
            zones, areas = {h.zone for h in hexes}, {h.area for h in hexes}
            asked[str(state.subject)] = zones | areas
        state.push(state.legal_actions.list()[0])
    for (_, area), text in AT_START.items():
        for unit in printed(text):
            if area[-1].isdigit():
                assert stood[unit] == area and unit not in asked, unit
            elif area in ("north", "center", "south"):
                assert asked[unit] - {"none"} == ABROAD, unit
            else:
                assert area in asked[unit] and not asked[unit] >= ABROAD, unit
