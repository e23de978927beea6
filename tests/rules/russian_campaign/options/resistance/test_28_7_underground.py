"""Section 28.7: the chit of a resistance, by which paratroops go underground."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import may, odds, reach
from ...chit_positions import area
from ...turn_positions import MAY_42, at, before, data, distance, names, play, refused, walk

RESISTANCE = ("chit-russian=5",)
MOSCOW, KHARKOV, WARSAW = "R9", "AA14", "L26"


FRONT = ["X13", "AA14", "W19", WARSAW, "P14"]


def underground(units: dict[str, str] | None = None, **more: Any) -> State:
    """The Russian end phase, with a corps and two partisans in the reserve."""
    where = {"5 ParaC": "reserve", "Partisan 1": "reserve", "Partisan 2": "reserve"}
    more = {"turn": 8, "axis": FRONT, "options": RESISTANCE, **more}
    start = at("russian", 2, units={**where, **(units or {})}, **more)
    return walk(play(start, "end-movement"), "underground", "russian")


@pytest.mark.rule("TRC-28.7.R5a")
def test_a_corps_takes_the_place_of_a_partisan_and_comes_as_these_do() -> None:
    asked = underground()
    assert names(asked, "infiltrate") == {"5 ParaC"}
    placing = play(asked, "infiltrate 5 ParaC")
    hexes = names(placing, "at")
    assert {"X13", "AA14", "P14", WARSAW} <= hexes
    assert all(distance(h, WARSAW) <= 3 for h in hexes & area("poland"))
    assert not hexes & area("germany")
    done = play(placing, "at X13")
    assert done.place("5 ParaC") == "X13"
    assert sorted(str(done.place(f"Partisan {n}")) for n in (1, 2)).count("removed") == 1
    # nobody without a partisan to replace, nor without the chit
    none = underground({"Partisan 1": "removed", "Partisan 2": "removed"})
    assert none.is_over or none.var("turn") > 8
    other = underground(options=())
    assert other.is_over and "TRC-28.7.R5a" not in other.game.rules


def lair(units: dict[str, str], side: str = "axis", **more: Any) -> State:
    """A movement phase with a corps underground at Y17."""
    more = {"turn": 8, "options": RESISTANCE, "flags": {"underground": ["5 ParaC"]}, **more}
    return at(side, units={"5 ParaC": "Y17", **units}, **more)


@pytest.mark.rule("TRC-28.7.R5b")
def test_it_moves_fights_and_is_removed_by_combat_alone() -> None:
    assert reach(lair({}, "russian"), "5 ParaC") >= {"Y16", "X18"}
    # Axis movement does not remove it
    passed = play(lair({"13 Inf": "Y18"}), "end-movement")
    assert passed.place("5 ParaC") == "Y17"
    assert may(passed, "attack Y17")
    attack, defence, _ = odds(passed, "Y17", ["13 Inf"])
    assert (attack, defence) == (3, 2) or attack == 3
    # SS units are worth twice as much against it, and against nobody else
    ss = play(lair({"1 SS Pz": "Y18"}), "end-movement")
    alone = odds(ss, "Y17", ["1 SS Pz"])[0]
    with_others = play(lair({"1 SS Pz": "Y18", "11 A": "Y17"}), "end-movement")
    assert alone == 2 * odds(with_others, "Y17", ["1 SS Pz"])[0]
    told = str(ss.battle("Y17", ["1 SS Pz"]).explain())
    assert "TRC-28.7.R5b" in told and str(alone) in told


@pytest.mark.rule("TRC-28.7.R5d")
def test_it_binds_its_own_hex_only_and_needs_no_supply() -> None:
    state = lair({"13 Inf": "Y20"})
    # others pass beside it, and need not attack it
    assert {"Y18", "X17"} <= reach(state, "13 Inf")
    beside = play(lair({"13 Inf": "Y18"}), "end-movement")
    assert may(beside, "end-combat")
    usual = play(at("axis", turn=8, units={"5 ParaC": "Y17", "13 Inf": "Y18"}), "end-movement")
    assert not may(usual, "end-combat")
    zone = set(state.ask("russian zone of control"))
    assert "Y17" in zone and "Y18" not in zone
    # it cuts track in its hex as a partisan does, is always in supply and drops no more
    assert state.ask("supply", "5 ParaC") == 2
    winter = at(
        "russian", turn=5, weather=3, units={"5 ParaC": "reserve", "Stavka": MOSCOW},
        flags={"underground": ["5 ParaC"]}, options=RESISTANCE,
    )  # fmt: skip
    assert "5 ParaC" not in names(winter, "drop")


@pytest.mark.rule("TRC-28.7.R5c")
def test_one_that_fell_is_replaced_in_a_turn() -> None:
    units = {"5 ParaC": "pool", "1 ParaC": "pool", "8 ParaC": "pool", "Moscow Worker": MOSCOW}
    units |= {"Kharkov Worker": KHARKOV, "4 A": "pool"}
    flags = {"underground": ["5 ParaC", "1 ParaC"]}
    start = before("russian", turn=MAY_42, units=units, flags=flags, options=RESISTANCE)
    shop = walk(play(start, "end-movement"), "replacements", "russian")
    one = play(shop, "recruit 5 ParaC")
    assert one.place("5 ParaC") == "reserve"
    with refused("TRC-28.7.R5c"):
        play(shop, "recruit 5 ParaC", "recruit 1 ParaC")
    # who never went underground is not replaced (18.4)
    with refused("TRC-18.4b"):
        play(shop, "recruit 8 ParaC")


TRACK = ["O19", "O20", "O21", "O22", "O23"]


def places(units: dict[str, str] | None = None, **more: Any) -> set[str]:
    """Where the corps may go underground."""
    where = {"axis": ["X13", "O19", "O22", "O23", WARSAW, "H29"], "rail": [*TRACK, "L27", "H28"]}
    asked = underground(units, **{**where, **more})
    assert asked.to_move == "russian"
    placing = play(asked, "infiltrate 5 ParaC")
    assert placing.to_move == "russian"
    return names(placing, "at")


@pytest.mark.rule("TRC-28.7.R5a")
def test_where_they_come_to_light_again() -> None:
    # Axis cities and track in Russia, and within three hexes of Warsaw in Poland
    track = {h.name for h in data().map.hexes if h is not None and "rail" in h.features}
    polish = {h for h in area("poland") & track if distance(h, WARSAW) <= 3}
    free = {"X13", "O19", "O20", "O21", "O22", "O23", WARSAW} | polish
    assert places() == free
    # not near Axis units, nor within five hexes of the SS, nor where there is no room
    assert places({"41 Pz": "N21"}) == {h for h in free if distance(h, "N21") > 1}
    assert places({"1 SS Pz": "O17"}) == {h for h in free if distance(h, "O17") > 5}
    assert places({"4 A": "X13", "11 A": "X13", "8 A": "X13"}, russian=[]) == free - {"X13"}


@pytest.mark.rule("TRC-28.7.R5a", "TRC-20.8a")
@pytest.mark.parametrize(("at_", "called"), [(WARSAW, True), ("O19", False)])
def test_one_that_comes_to_light_near_warsaw_calls_its_garrison(at_: str, called: bool) -> None:
    garrison = ["4 SS Pz", "HG Pz"]
    asked = underground(dict.fromkeys(garrison, "later"), turn=20, axis=["O19", WARSAW], rail=TRACK)
    placed = play(asked, "infiltrate 5 ParaC", f"at {at_}")
    assert placed.place("5 ParaC") == at_
    assert sorted(placed.units_with("called")) == (garrison if called else [])


@pytest.mark.rule("TRC-28.7.R5a")
def test_one_that_is_underground_needs_no_other_partisan() -> None:
    gone = {"Partisan 1": "removed", "Partisan 2": "removed"}
    asked = underground(gone, flags={"underground": ["5 ParaC"]})
    assert names(asked, "infiltrate") == {"5 ParaC"}
    # of two, it alone comes
    two = underground({**gone, "1 ParaC": "reserve"}, flags={"underground": ["5 ParaC"]})
    assert names(two, "infiltrate") == {"5 ParaC"}
    placed = play(two, "infiltrate 5 ParaC", "at X13")
    assert placed.decision != "underground" and placed.place("1 ParaC") == "reserve"
    # a partisan on the map gives way as well, and each gives way once
    free = underground({"Partisan 1": "AA14", "Partisan 2": "removed", "1 ParaC": "reserve"})
    one = play(free, "infiltrate 5 ParaC", "at X13")
    assert one.place("Partisan 1") == "removed"
    assert one.decision != "underground"
    # who would rather stay does
    above = play(underground(), "stay-above")
    assert above.place("5 ParaC") == "reserve" and above.place("Partisan 1") != "removed"


@pytest.mark.rule("TRC-28.7.R5a", "TRC-19.4a")
def test_nobody_goes_underground_when_the_axis_turn_ends() -> None:
    where = {"5 ParaC": "reserve", "Partisan 1": "reserve"}
    state = at("axis", 2, units=where, turn=8, axis=FRONT, options=RESISTANCE)
    state = play(state, "end-movement")
    while state.to_move == "axis" or state.decision != "movement":
        assert state.decision != "underground"
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    assert state.place("5 ParaC") == "reserve"


@pytest.mark.rule("TRC-28.7.R5b")
@pytest.mark.parametrize(
    ("attacker", "others", "twice"),
    [
        ("1 SS Pz", {}, True),
        ("13 Inf", {}, False),
        ("1 SS Pz", {"11 A": "Y17", "38 Inf": "Y18"}, False),
    ],
)
def test_the_twofold_worth_of_the_ss_is_told(
    attacker: str, others: dict[str, str], twice: bool
) -> None:
    state = play(lair({attacker: "Y18", **others}), "end-movement")
    factor = next(u.attack for u in data().units if u.name == attacker) or 0
    if not others:
        assert odds(state, "Y17", [attacker])[0] == factor * (2 if twice else 1)
    told = str(state.battle("Y17", [attacker]).explain())
    assert ("TRC-28.7.R5b" in told) == twice
    assert (f"{attacker} {factor} as {2 * factor} (TRC-28.7.R5b)" in told) == twice


@pytest.mark.rule("TRC-28.7.R5b")
def test_others_against_it_are_worth_their_factor_and_two_hexes_are_no_lair() -> None:
    both = play(lair({"1 SS Pz": "Y18", "13 Inf": "Y18"}), "end-movement")
    worth = {u.name: u.attack or 0 for u in data().units}
    assert odds(both, "Y17", ["1 SS Pz", "13 Inf"])[0] == 2 * worth["1 SS Pz"] + worth["13 Inf"]
    # with another hex attacked as well the SS is worth its factor
    two = play(lair({"1 SS Pz": "Y18", "39 Pz": "Y18", "11 A": "X18"}), "end-movement")
    found = odds(two, ["Y17", "X18"], ["1 SS Pz", "39 Pz"])[0]
    assert found == worth["1 SS Pz"] + worth["39 Pz"]


@pytest.mark.rule("TRC-28.7.R5d")
def test_it_bars_track_as_a_partisan_does() -> None:
    line = ["O19", "O20", "O21", "O22", "O23"]

    def goals(**units: str) -> set[str]:
        where = {"13 Inf": "O19", **{u.replace("_", " "): h for u, h in units.items()}}
        state = at(
            "axis", units=where, turn=8, rail=line, axis=["O19", "O22", "O23"],
            options=RESISTANCE, flags={"underground": ["5 ParaC"]},
        )  # fmt: skip
        return names(play(state, "rail 13 Inf"), "rail-to")

    assert {"O20", "O21", "O22", "O23"} <= goals()
    assert goals(**{"5_ParaC": "O21"}) == goals(Partisan_1="O21")
    assert not {"O21", "O22", "O23"} & goals(**{"5_ParaC": "O21"})


@pytest.mark.rule("TRC-28.7.R5d")
def test_who_stands_beside_it_and_others_attacks() -> None:
    beside = {"13 Inf": "Y18", "38 Inf": "Y18"}
    assert may(play(lair(beside), "end-movement"), "end-combat")
    # with another Russian in its hex, or another beside the Germans, they must
    assert not may(play(lair({**beside, "3 CavC": "Y17"}), "end-movement"), "end-combat")
    elsewhere = play(lair({**beside, "3 CavC": "X19"}), "end-movement")
    assert not may(elsewhere, "end-combat")
    # and it must attack whom it stands beside, as other Russians must
    red = play(lair({"13 Inf": "Y18"}, "russian"), "end-movement")
    assert not may(red, "end-combat")


@pytest.mark.rule("TRC-28.7.R5c")
def test_one_that_is_replaced_costs_its_points_and_waits_in_the_reserve() -> None:
    units = {"5 ParaC": "pool", "Moscow Worker": MOSCOW, "Kharkov Worker": KHARKOV, "4 A": "pool"}
    start = before(
        "russian", turn=MAY_42, units=units, flags={"underground": ["5 ParaC"]},
        options=RESISTANCE,
    )  # fmt: skip
    shop = walk(play(start, "end-movement"), "replacements", "russian")
    bought = play(shop, "recruit 5 ParaC")
    assert bought.place("5 ParaC") == "reserve"
    assert bought.var("underground replaced") == 1
    assert bought.var("replacement points") < shop.var("replacement points")
    # the next turn begins anew
    later = walk(bought, "movement", "axis", 1)
    again = walk(later, "movement", "russian", 1)
    assert again.var("underground replaced") == 0
