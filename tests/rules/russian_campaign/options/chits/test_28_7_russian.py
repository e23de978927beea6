"""Section 28.7: the Russian chits of Finland, Siberia, the Stalin Line and the resistance."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, fight, may, odds, reach
from ...turn_positions import (
    MAY_42,
    at,
    before,
    counter,
    data,
    distance,
    game,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

PEACE, FACTORIES = ("chit-russian=1",), ("chit-russian=2",)
PREPARED, RESISTANCE = ("chit-russian=3",), ("chit-russian=5",)
DRAWN = ("chits",)
HELSINKI, LENINGRAD, MOSCOW, KHARKOV, WARSAW = "B14", "E10", "R9", "AA14", "L26"
DR = 5


def names_of(**wanted: str) -> list[str]:
    """The units of the campaign with some nation or group."""
    units = [counter(u) for u in data().units]
    return [u.name for u in units if all(getattr(u, k) == v for k, v in wanted.items())]


def area(name: str) -> set[str]:
    """The hexes of a country."""
    return {h.name for h in data().map.hexes if h is not None and h.area == name}


# -- Finland -------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def set_up(options: tuple[str, ...], *chits: str) -> tuple[dict[str, set[str]], State]:
    """For each unit of the set-up where it may stand, and the first movement phase."""
    state, found = play(game("campaign", options).new(), *chits), {}
    while state.decision == "set-up":
        hexes, places = names(state, "set-up"), state.places()
        # spread out, so that stacking does not matter
        goal = min(hexes - set(places.values()) or hexes)
        state.push(f"set-up {goal}")
        found[next(u for u, p in state.places().items() if p == goal != places[u])] = hexes
    return found, state


@pytest.mark.option("chit_draw", "no_winter_war", "relocation", "resistance", "stalin_line")
@pytest.mark.rule("TRC-28.7.R1a")
def test_finland_takes_no_part_and_nobody_enters_it() -> None:
    finns = names_of(nation="finnish")
    _, agreed = set_up(PEACE)
    _, drawn = set_up(DRAWN, "draw CHIT:2", "draw CHIT:1")
    for state in (agreed, drawn):
        assert {state.place(u) for u in finns} == {"removed"}
        assert HELSINKI not in {*state.ask("control", 0), *state.ask("control", 1)}
    _, other = set_up(DRAWN, "draw CHIT:1", "draw CHIT:2")
    assert "removed" not in {other.place(u) for u in finns}
    for options in ((), PEACE):
        russian = at("russian", units={"16 A": "D10"}, turn=8, options=options)
        assert bool(reach(russian, "16 A") & area("finland")) == (not options)


@pytest.mark.option("no_winter_war", "relocation")
@pytest.mark.rule("TRC-28.7.R1a")
def test_the_army_of_lapland_comes_in_july_1941() -> None:
    army = names_of(entry="lapland-russian")
    units = dict.fromkeys(army, "later")
    assert army
    for turn, options, there in ((2, PEACE, True), (3, PEACE, False), (2, (), False)):
        state = impulse_of("russian", turn=turn, units=units, options=options)
        assert [state.place(u) == "arriving" for u in army] == [there] * len(army)
    july = impulse_of("russian", turn=2, units=units, options=PEACE)
    doors = names(play(july, f"enter {army[0]}"), "at")
    assert doors and not doors & area("finland")


@pytest.mark.option("no_winter_war", "relocation", "resistance", "stalin_line")
@pytest.mark.rule("TRC-28.7.R1b")
def test_who_guarded_that_frontier_may_stand_in_a_city() -> None:
    guards = [u for u in names_of(group="leningrad") if u in set_up(PEACE)[0]]
    assert guards
    cities = {"AA14", "P14", "X13"}
    districts = {h.name for h in data().map.hexes if h is not None and h.zone == "leningrad"}
    found, usual = set_up(PEACE)[0], set_up(())[0]
    for unit in guards:
        assert cities <= found[unit] and found[unit] & districts
        assert "J21" not in found[unit] and not usual[unit] & cities
    others = [u for u in names_of(group="baltic") if u in found]
    assert others and not any(found[u] & cities for u in others)


# -- Siberia -------------------------------------------------------------------------------


def factories(turn: int = 4, options: tuple[str, ...] = FACTORIES, **more: Any) -> State:
    """The Russian impulse of a turn begins, with workers of two and of three points."""
    units = {"Kharkov Worker": KHARKOV, "Moscow Worker": MOSCOW, "4 A": "pool"}
    units |= more.pop("units", {})
    return play(before("russian", turn=turn, units=units, options=options, **more), "end-movement")


def points(state: State) -> int:
    """The points when units can be bought."""
    return int(walk(state, "replacements", "russian").var("replacement points"))


@pytest.mark.option("no_winter_war", "relocation")
@pytest.mark.rule("TRC-28.7.R2a")
def test_a_point_a_turn_goes_by_rail_to_siberia() -> None:
    state = factories()
    asked = walk(state, "relocation", "russian")
    assert names(asked, "relocate") == {"Kharkov Worker", "Moscow Worker"}
    gone = play(asked, "relocate Kharkov Worker")
    assert gone.var("rail moves") == 2
    assert points(play(asked, "stay-here")) - points(gone) == 1
    assert walk(factories(options=()), "relocation", "russian").is_over
    # it works again when five turns have passed
    idle = {"Siberian points in 1 turns": 1}
    made = factories(variables=idle)
    assert points(play(walk(made, "relocation", "russian"), "stay-here")) == 6
    fresh = gone.var("Siberian points in 5 turns")
    assert fresh == 1
    later = walk(walk(gone, "movement", "russian", 1), "relocation", "russian")
    assert later.var("Siberian points in 4 turns") == 1


@pytest.mark.option("no_winter_war", "relocation")
@pytest.mark.rule("TRC-28.7.R2b")
def test_new_workers_go_there_whole_and_lose_three_turns() -> None:
    state = factories(units={"Worker 1": "later"})
    asked = walk(state, "resettlement", "russian")
    assert names(asked, "resettle") == {"Worker 1"}
    gone = play(asked, "resettle Worker 1")
    value = next(u.attack for u in data().units if u.name == "Worker 1")
    assert gone.var("Siberian points in 3 turns") == value
    assert gone.place("Worker 1") == "removed"
    assert play(asked, "to-cities").decision == "worker city"


@pytest.mark.option("no_winter_war", "relocation")
@pytest.mark.rule("TRC-28.7.R2c")
def test_a_counter_goes_point_by_point() -> None:
    one = play(walk(factories(3), "relocation", "russian"), "relocate Kharkov Worker")
    assert one.place("Kharkov Worker") == KHARKOV
    two = walk(walk(one, "movement", "russian", 1), "relocation", "russian")
    assert "Kharkov Worker" in names(two, "relocate")
    gone = play(two, "relocate Kharkov Worker")
    assert gone.place("Kharkov Worker") == "removed"
    assert [gone.var(f"Siberian points in {n} turns") for n in (4, 5)] == [1, 1]
    assert points(gone) == 3


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.R2a")
def test_the_first_relocation_shows_a_drawn_chit() -> None:
    def asked(chit: int) -> State:
        start = play(game("campaign", DRAWN).new(), "draw CHIT:3", f"draw CHIT:{chit}")
        state = walk(start, "movement", "axis", 1)
        return walk(state, "relocation", "russian")

    state = asked(2)
    assert state.var("russian chit shown") == 0
    shown = play(state, f"relocate {min(names(state, 'relocate'))}")
    assert shown.var("russian chit shown") == 2
    # who has drawn another is not even asked
    assert asked(5).is_over


# -- the Stalin Line -----------------------------------------------------------------------


@pytest.mark.option("resistance", "stalin_line")
@pytest.mark.rule("TRC-28.7.R3a")
def test_russians_gain_by_rivers_from_the_start() -> None:
    units = {"4 Inf": "V25", "3 TkC": "W25"}
    found = [
        odds(combat("axis", units, turn=1, options=options), "W25", ["4 Inf"])[1]
        for options in ((), PREPARED)
    ]
    assert found == [2, 4]


@lru_cache(maxsize=1)
def line() -> set[str]:
    """Hexes of Russia in no district, with a district beside them to the west."""
    m = data().map
    rows = {h.name: h for h in m.hexes if h is not None}
    out = set()
    for h in rows.values():
        if (
            h.area in ("russia", "karelia")
            and h.zone == "none"
            and h.terrain not in ("sea", "lake")
        ):
            near = (m.neighbor(m.index[h.name], way) for way in range(6))
            beside = [m.hexes[n] for n in near if n is not None]
            out |= {
                h.name
                for o in beside
                if o is not None and o.zone != "none" and west(o.name, h.name)
            }
    return out


def west(one: str, other: str) -> bool:
    """Whether a hex lies west of its neighbour."""

    def across(name: str) -> int:
        row = name.rstrip("0123456789")
        index = ord(row[0]) - 64 + (26 if len(row) > 1 else 0)
        return 2 * int(name[len(row) :]) + index % 2

    return across(one) > across(other)


@pytest.mark.option("resistance", "stalin_line")
@pytest.mark.rule("TRC-28.7.R3b", "TRC-28.7.R3c")
def test_the_stalin_line_adds_one_that_is_not_doubled() -> None:
    assert {"W24", "N18"} & line() or len(line()) > 20
    plain = {h.name for h in data().map.hexes if h is not None and h.terrain == "clear"}
    here = sorted(h for h in line() & plain if h not in ("O19", "W19", "F17", "DD24"))[5]
    m = data().map
    near = [m.neighbor(m.index[here], way) for way in range(6)]
    beside = [m.hexes[n].name for n in near if n is not None and m.hexes[n] is not None]  # type: ignore[union-attr]
    from_ = next(h for h in beside if h in plain)

    def worth(turn: int, options: tuple[str, ...], *units: str) -> int:
        where = {"4 Inf": from_, "5 Inf": from_, **dict.fromkeys(units, here)}
        state = combat("axis", where, turn=turn, options=options)
        return odds(state, here, ["4 Inf", "5 Inf"])[1]

    # two units add two, whether they are doubled or not
    for turn, bonus in ((2, 1), (10, 1), (11, 0)):
        assert worth(turn, PREPARED, "3 TkC") - worth(turn, (), "3 TkC") == bonus
        assert (
            worth(turn, PREPARED, "3 TkC", "1 TkC") - worth(turn, (), "3 TkC", "1 TkC") == 2 * bonus
        )
    behind = next(h for h in beside if h not in line())
    assert behind


@pytest.mark.option("resistance", "stalin_line")
@pytest.mark.rule("TRC-28.7.R3c")
def test_who_defends_the_line_does_not_retreat() -> None:
    plain = {h.name for h in data().map.hexes if h is not None and h.terrain == "clear"}
    here = sorted(h for h in line() & plain if h not in ("O19", "W19", "F17", "DD24"))[5]
    m = data().map
    near = [m.neighbor(m.index[here], way) for way in range(6)]
    beside = [m.hexes[n].name for n in near if n is not None and m.hexes[n] is not None]  # type: ignore[union-attr]
    from_ = next(h for h in beside if h in plain)
    units = {"24 Pz": from_, "39 Pz": from_, "11 A": here}
    driven = {}
    for options in ((), PREPARED):
        state = combat("axis", units, turn=3, options=options)
        # 1-1 announced: some die drives defenders away, unless they may stay
        ends = [fight(state, here, ["24 Pz", "39 Pz"], die, announced=1) for die in range(1, 7)]
        back = [e for e in ends if e.var("result") == DR]
        after = [walk(e, "movement", "axis", 2) for e in back]
        driven[options] = {e.place("11 A") != here for e in after}
    assert driven == {(): {True}, PREPARED: {False}}


# -- the resistance ------------------------------------------------------------------------

FRONT = ["X13", "AA14", "W19", WARSAW, "P14"]


def underground(units: dict[str, str] | None = None, **more: Any) -> State:
    """The Russian end phase, with a corps and two partisans in the reserve."""
    where = {"5 ParaC": "reserve", "Partisan 1": "reserve", "Partisan 2": "reserve"}
    more = {"turn": 8, "axis": FRONT, "options": RESISTANCE, **more}
    start = at("russian", 2, units={**where, **(units or {})}, **more)
    return walk(play(start, "end-movement"), "underground", "russian")


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
@pytest.mark.rule("TRC-28.7.R5b")
def test_others_against_it_are_worth_their_factor_and_two_hexes_are_no_lair() -> None:
    both = play(lair({"1 SS Pz": "Y18", "13 Inf": "Y18"}), "end-movement")
    worth = {u.name: u.attack or 0 for u in data().units}
    assert odds(both, "Y17", ["1 SS Pz", "13 Inf"])[0] == 2 * worth["1 SS Pz"] + worth["13 Inf"]
    # with another hex attacked as well the SS is worth its factor
    two = play(lair({"1 SS Pz": "Y18", "39 Pz": "Y18", "11 A": "X18"}), "end-movement")
    found = odds(two, ["Y17", "X18"], ["1 SS Pz", "39 Pz"])[0]
    assert found == worth["1 SS Pz"] + worth["39 Pz"]


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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


@pytest.mark.option("resistance", "stalin_line")
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
