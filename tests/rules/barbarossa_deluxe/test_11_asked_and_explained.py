"""Sections 7 and 11: queries on lines and battles, and explanations of them."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.questions.consequences import Withdrawal

from . import test_1_other_turns as other_turns
from .board_positions import (
    MOBILE,
    OOS,
    PREPARED,
    around,
    at,
    data,
    declare,
    edit,
    fight,
    game,
    marker,
    names,
    odds,
    play,
    refused,
    surround,
    walk,
)
from .test_11_retreat_tables import NE, NW, PZ, E, Units, W, fill, german, rules, soviet

ROWS = [r for r in data().map.hexes if r is not None]
WEST = {r.name for r in ROWS if r.name[2:] == "24" and int(r.name[:2]) >= 17 and
        r.terrain not in ("sea", "lake")}  # fmt: skip
"""7.3: 1724 to 2924."""
EAST = {f"{row}00" for row in (*range(10, 27), 31, 32)}
"""7.9: 1000 to 3200 but for 2700 to 3000."""


# -- lines ----------------------------------------------------------------------------------


@pytest.mark.rule("BD-7.3d", "BD-7.9c", "BD-7.3b")
def test_a_source_that_the_enemy_occupies_is_the_end_of_no_line() -> None:
    units: Units = {"2024": ["60A"], "1900": ["4AK"], "2320": ["5AK"], "1001": ["66A"]}
    state = at("movement", "german", units=units)
    west = {h for h in WEST if int(h) <= 2924}
    assert set(state.ask("german line ends", "2320")) == west - {"2024"}
    assert set(state.ask("soviet line ends", "1001")) == EAST - {"1900"}
    free = edit(state, {"60A": "1002", "4AK": "2321"})
    assert set(free.ask("german line ends", "2320")) == west
    assert set(free.ask("soviet line ends", "1001")) == EAST


@pytest.mark.rule("BD-7.4a", "BD-7.4c")
def test_only_german_lines_go_by_rostov_and_dnepropetrovsk() -> None:
    units: Units = {"2320": ["5AK"], "1001": ["66A"]}
    state = at("movement", "german", units=units, german=["2607", "2804"])
    assert state.ask("german line ends", "2903") == ["2804"]
    assert state.ask("german line onward", "2804") == ["2607"]
    assert state.ask("german line ends", "2705") == ["2607"]
    for city in ("2804", "2607"):
        assert set(state.ask("soviet line onward", city)) == EAST
        assert set(state.ask("soviet line ends", city)) == EAST
    assert set(state.ask("german line onward", "2607")) == {h for h in WEST if int(h) <= 2924}


# -- what is said of a retreat --------------------------------------------------------------


def told_of_dr(state: State, target: str, group: list[str]) -> Withdrawal:
    """What is said of DR before the die."""
    rolling = fight(state, target, group)
    outcome = next(o for o in rolling.battle().outcomes if o.result == "DR")
    return next(c for c in outcome.consequences if isinstance(c, Withdrawal))


@pytest.mark.rule("BD-11.27a", "BD-11.27d")
def test_friends_away_from_home_close_nothing_but_the_way_home_comes_first() -> None:
    state = german({W: PZ[:3], "2308": ["60A"], NW: ["59A"], NE: ["54A"]})
    told = told_of_dr(state, "2308", PZ[:3])
    assert NE in told.hexes and NW not in told.hexes
    assert rules(told.shut)[NW] == "BD-11.27d"
    corps = soviet({E: ["60A", "59A", "54A", "53A", "52A"], "2308": ["4AK"], NE: ["5AK"]}, E)
    told = told_of_dr(corps, "2308", ["52A", "53A", "54A", "59A", "60A"])
    assert NW in told.hexes and rules(told.shut)[NE] == "BD-11.27c"


@pytest.mark.rule("BD-6.3a", "BD-11.27a")
def test_only_hexes_without_room_are_asked_as_such() -> None:
    question = "german shut BD-6.3a it has no room for the whole stack"
    state = fight(german({W: PZ[:3], "2308": ["60A"], **fill(NE, side="soviet")}), "2308", PZ[:3])
    assert state.ask(question) == [NE]
    free = fight(german({W: PZ[:3], "2308": ["60A"]}), "2308", PZ[:3])
    assert free.ask(question) == []


@pytest.mark.rule("BD-13.9a", "BD-5.16b", "BD-11.33b")
def test_it_is_the_soviet_who_may_retreat_before_the_die_and_the_german_who_shapes() -> None:
    start = game().new()
    start.push("automatic")
    told = start.battle("2406", ["3Pz", "14Pz", "11AK"])
    assert told.choices == (
        ("BD-5.16b", "the German may turn BB into DR"),
        ("BD-13.9a", "the Soviet may make it DR before the die"),
    )
    turned = {one.result: one.turned for one in told.outcomes}
    assert turned == {"AS": (), "BB": (("german", "DR", "BD-5.16b"),), "DR": ()}
    lone = edit(on_a_satellite(), {"1Sh": "1001", "3Sh": "1001"}).battle("2308", ["4Sh"])
    assert lone.choices == (("BD-11.33b", "the Soviet may turn BB into DR"),)


@pytest.mark.rule("BD-11.30a", "BD-11.30b")
def test_the_ways_out_are_those_of_the_units_in_the_hex() -> None:
    """An army elsewhere, or a corps, has nothing to do with where others may go."""
    units: Units = {"2207": ["52A", "53A"], "2307": ["24A"], "2209": ["20A"], "2308": ["21A"]}
    corps = soviet({**units, "2208": ["4AK"], "2313": ["3Rum"]}, "2207")
    rolling = fight(corps, "2208", ["52A", "53A"])
    assert set(rolling.ask("retreat hexes")) == {"2108"}
    army = soviet({**units, "2208": ["3Rum"], "2313": ["4AK"]}, "2207")
    assert set(fight(army, "2208", ["52A"]).ask("retreat hexes")) == set()


# -- what is said of strengths --------------------------------------------------------------


@pytest.mark.rule("BD-5.16b", "BD-11.14b")
def test_a_battle_that_may_be_shaped_is_reckoned_with_the_factors_of_its_sides() -> None:
    """Mountain corps into rough ground by their defence, 4; two armies in supply, 6."""
    units: Units = {"2614": ["49Mtn", "3Pz"], "2615": ["60A", "59A"], "2316": ["1AK"],
                    "1001": ["66A"]}  # fmt: skip
    state = at("prepared assault", "german", turn=10, sequence="move-fight", units=units,
               soviet=["2616", "2715", "2716"])  # fmt: skip
    rolling = walk(declare(state, "2615", ["3Pz", "49Mtn"]), "combat")
    assert rolling.ask("german attack factor", "49Mtn") == 4
    assert rolling.ask("german attack factor", "3Pz") == 4
    assert rolling.ask("german attack divisor", "49Mtn") == 1
    told = rolling.battle()
    assert told.attack == 8 and tuple(r for r, _ in told.choices) == ("BD-5.16b",)
    open_ground: Units = {W: ["3Pz", "49Mtn"], "2308": ["60A", "59A"], "2316": ["1AK"],
                          "1001": ["66A"]}  # fmt: skip
    plain = at("prepared assault", "german", turn=10, sequence="move-fight", units=open_ground)
    rolling = walk(declare(plain, "2308", ["3Pz", "49Mtn"]), "combat")
    assert rolling.ask("german attack factor", "49Mtn") == 3
    assert rolling.ask("german defence divisor", "60A") == 1
    assert rolling.battle().defence == 6


SHOCK = ["1Sh", "3Sh", "4Sh"]


def on_a_satellite(target: str = "2308", **more: object) -> State:
    """Three shock armies in form against a lone army, in open country or a city."""
    launch = {"2308": E, "2407": "2406"}[target]
    units: Units = {launch: SHOCK, target: ["3Rum"], "2311": ["1AK"], "1001": ["66A"]}
    return at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
              variables=marker(launch), **more)  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.rule("BD-11.33b", "BD-8.39c", "BD-8.38b")
def test_a_battle_against_a_lone_army_is_reckoned_and_refused_as_any_other() -> None:
    """Shock armies count double, 18; partisans strike in open country only."""
    state = on_a_satellite()
    told = state.battle("2308", SHOCK)
    assert told.attack == 18 and told.column == "7:1"
    staged = declare(state, "2308", SHOCK)
    assert [staged.ask("soviet attack factor", u) for u in SHOCK] == [6, 6, 6]
    assert staged.ask("soviet defence divisor", "3Rum") == 1
    assert [staged.ask("soviet attack divisor", u) for u in SHOCK] == [1, 1, 1]
    assert ("BD-8.39d", 1) in state.battle("2308", SHOCK, partisans=True).shifts
    city = on_a_satellite("2407")
    with refused("BD-8.39c"):
        city.battle("2407", SHOCK, partisans=True)
    late = edit(state, variables={"sequence": 2})
    with refused("BD-8.38b"):
        late.battle("2308", SHOCK, air_armies=["1Sh"])


@pytest.mark.rule("BD-11.26h", "BD-11.26e", "BD-11.33b")
def test_a_doubled_shock_army_counts_double_before_while_and_after_losses_are_named() -> None:
    inside = {"3Rum": "2311", "4AK": "2308", "5AK": "2308", "6AK": "2308"}
    state = edit(on_a_satellite(), {**inside, "4Sh": "1001", "3T": E, "60A": E})
    group = ["60A", "1Sh", "3Sh", "3T"]
    rolling = fight(state, "2308", group)
    assert rolling.ask("soviet exchange factor", "1Sh") == 6
    blood = next(o for o in rolling.battle().outcomes if o.result == "BB")
    losing = play(rolling, f"roll {blood.dice[0]}")
    assert losing.decision == "bloodbath loss"
    assert [losing.ask("soviet exchange factor", u) for u in group] == [3, 6, 6, 3]
    over = walk(losing, "prepared assault", "soviet")
    assert over.var("result") == 2 and over.var("target") == -1
    fresh = edit(over, {"4Sh": E})
    assert fresh.ask("soviet exchange factor", "4Sh") == 6


@pytest.mark.rule("BD-11.26h", "BD-11.33b")
def test_a_doubled_shock_army_counts_double_while_its_owner_chooses_and_advances() -> None:
    units: Units = {E: ["1Sh"], "2308": ["3Rum"], "2311": ["1AK"], "1001": ["66A"]}
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               variables=marker(E))  # fmt: skip
    rolling = fight(state, "2308", ["1Sh"])
    blood = next(o for o in rolling.battle().outcomes if o.result == "BB")
    choosing = play(rolling, f"roll {blood.dice[0]}")
    assert choosing.decision == "bloodbath"
    assert choosing.ask("soviet exchange factor", "1Sh") == 6
    strong = edit(on_a_satellite(), {"2Sh": E, "5Sh": E})
    group = ["1Sh", "2Sh", "3Sh", "4Sh", "5Sh"]
    falling = walk(declare(strong, "2308", group), "romanian return")
    assert falling.var("result") == 4 and falling.place("3Rum") != "2308"
    assert falling.ask("soviet exchange factor", "1Sh") == 6
    won = walk(falling, "advance", "soviet")
    assert won.var("result") == 4  # beyond 7:1
    assert won.ask("soviet exchange factor", "1Sh") == 6


@pytest.mark.rule("BD-11.26e", "BD-11.26i")
def test_losses_are_counted_by_the_supply_of_the_battle_though_it_opens_a_line() -> None:
    """7.17: supply is judged as a battle begins. 2615 was all that shut 2614 in."""
    group = ["3Pz", "14Pz", "24Pz", "39Pz", "49Mtn"]
    ring = {h: [u] for u, h in surround("2614", ["21A", "22A", "23A", "24A", "27A"],
                                        leave=["2615"]).items()}  # fmt: skip
    units: Units = {"2614": group, "2615": ["60A"], "2320": ["1AK"], "1001": ["66A"], **ring}
    state = at("prepared assault", "german", turn=13, sequence="move-fight", units=units)
    assert state.ask("supply", "49Mtn") == OOS
    rolling = fight(state, "2615", group)
    blood = next(o for o in rolling.battle().outcomes if o.result == "BB")
    losing = play(rolling, f"roll {blood.dice[0]}")
    assert losing.decision == "bloodbath loss" and losing.place("60A") == "dead"
    assert losing.ask("supply", "49Mtn") != OOS
    # without supply a mountain corps attacks with its attack factor, and all are halved
    assert losing.ask("german exchange factor", "49Mtn") == 3
    assert {losing.ask("german exchange divisor", u) for u in group} == {2}


@pytest.mark.rule("BD-11.26e")
def test_so_it_is_where_the_battle_is_for_a_source_itself() -> None:
    """1000 is the first hex of the map, and the only source that 1001 can be fed from."""
    ring = [h for h in around("1001") if h != "1000"]
    m = data().map
    land = [h for h in ring if (row := m.hexes[m.index[h]]) and row.terrain not in ("sea", "lake")]
    group = ["60A", "1Sh", "3T"]
    units: Units = {"1001": group, "1000": ["4AK"], "2320": ["1AK"], "2500": ["66A"],
                    **{h: [u] for h, u in zip(land, PZ, strict=False)}}  # fmt: skip
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               variables=marker("1001"))  # fmt: skip
    assert state.ask("supply", "60A") == OOS
    rolling = fight(state, "1000", group)
    blood = next(o for o in rolling.battle().outcomes if o.result == "BB")
    losing = play(rolling, f"roll {blood.dice[0]}")
    assert losing.decision == "bloodbath loss" and losing.ask("supply", "60A") != OOS
    # 7.22: a quarter
    assert {losing.ask("soviet exchange divisor", u) for u in group} == {4}


# -- odds and ends --------------------------------------------------------------------------


@pytest.mark.rule("BD-8.38f", "BD-8.38b")
@pytest.mark.parametrize(("order", "may"), [("fight-move", True), ("move-fight", False)])
def test_without_the_luftwaffe_air_armies_still_need_the_right_order(order: str, may: bool) -> None:
    units: Units = {E: ["60A", "59A", "54A"], "2308": ["4AK"], "2311": ["1AK"], "1001": ["66A"]}
    state = at("prepared assault", "soviet", turn=13, sequence=order, units=units,
               variables=marker(E))  # fmt: skip
    begun = declare(state, "2308", ["54A", "59A", "60A"])
    met = []
    while begun.decision not in ("combat", None) and len(met) < 9:
        met.append(begun.decision)
        passes = [a for a in begun.legal_actions.list() if begun.is_pass(a)]
        begun.push(passes[0] if passes else begun.legal_actions.list()[0])
    assert ("air armies" in met) == may


@pytest.mark.rule("BD-5.3b", "BD-8.1e", "BD-8.24a")
def test_the_polish_army_comes_in_once() -> None:
    """It is on the map since turn 13; on turn 14 nobody is asked where it enters."""
    units: Units = {"2116": ["Pol"], "1001": ["66A"], "2320": ["5AK"], "dead": ["60A"]}
    state = other_turns.at("movement", "soviet", 13, units, variables={"polish trigger": 12})
    run = play(state, "end-movement")
    for _ in range(40):
        if run.decision == "phase order":
            break
        assert run.place("Pol") == "2116"
        assert run.decision != "entry" or run.to_move == "german" or "60A" in run.text()
        passes = [a for a in run.legal_actions.list() if run.is_pass(a)]
        asked = names(run)
        run.push("hold-in-rvgk" if "hold-in-rvgk" in asked else
                 passes[0] if passes else run.legal_actions.list()[0])  # fmt: skip
    assert run.decision == "phase order" and run.place("Pol") == "2116"


@pytest.mark.rule("BD-10.27a", "BD-11.27a", "BD-10.28b")
def test_the_two_kinds_of_battle_are_told_by_their_names() -> None:
    units: Units = {W: ["3Pz", "14Pz"], "2308": ["60A"], "2316": ["1AK"], "1001": ["66A"]}
    state = at("movement", "german", turn=12, sequence="move-fight", units=units)
    said = {kind: state.battle("2308", ["3Pz", "14Pz"], kind=kind) for kind in ("mobile",)}
    assert said["mobile"].kind == "mobile" and said["mobile"].column == "1:1"
    leg = walk(play(state, "move 3Pz", "with 14Pz", "assault 2308"), "combat")
    assert leg.battle().kind == "mobile" and leg.var("battle kind") == MOBILE
    fights = at("prepared assault", "german", turn=12, sequence="move-fight", units=units)
    prepared = walk(declare(fights, "2308", ["3Pz", "14Pz"]), "combat")
    assert prepared.battle().kind == "prepared" and prepared.var("battle kind") == PREPARED
    assert prepared.var("column") == 2


@pytest.mark.rule("BD-11.21c", "BD-11.21d")
@pytest.mark.parametrize("fort", ["2313", "1913"])
def test_a_soviet_line_that_is_taken_is_not_wrecked_and_protects_again(fort: str) -> None:
    """11.21: Soviet fortifications are indestructible."""
    beside, behind = f"{fort[:2]}{int(fort[2:]) - 1}", f"{fort[:2]}{int(fort[2:]) + 1}"
    units: Units = {beside: ["4AK"], "1001": ["66A"]}
    state = at("movement", "german", sequence="move-fight", units=units, soviet=[fort])
    taken = play(state, "move 4AK", f"to {fort}")
    assert fort in taken.hexes_with("german") and taken.hexes_with("destroyed fort") == []
    back = at("movement", "soviet", sequence="move-fight",
              units={beside: ["60A"], "2320": ["5AK"]}, german=[fort])  # fmt: skip
    retaken = play(back, "move 60A", f"to {fort}")
    assert fort not in retaken.hexes_with("german")
    assert retaken.hexes_with("destroyed fort") == []
    held: Units = {fort: ["60A"], behind: ["3Pz", "14Pz"], "1001": ["66A"]}
    attack = at("prepared assault", "german", turn=13, sequence="move-fight", units=held)
    line = attack.battle(fort, ["3Pz", "14Pz"])
    assert ("BD-11.21a", -1) in line.shifts


@pytest.mark.rule("BD-7.10a", "BD-7.17a")
@pytest.mark.parametrize(("marked", "attack"), [(True, 9), (False, 4)])
def test_what_a_battle_would_be_is_asked_of_the_side_that_attacks(
    marked: bool, attack: int
) -> None:
    """Three rifle armies of 3, halved without offensive supply; 4 defend. Then the other way."""
    units: Units = {E: ["52A", "53A", "54A"], "2308": ["4AK"], "2311": ["1AK"], "1001": ["66A"]}
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               variables=marker(E) if marked else {})  # fmt: skip
    found = odds(state, "soviet", "2308", ["52A", "53A", "54A"])
    assert (found.attack, found.defence) == (attack, 4)
    back = odds(state, "german", E, ["4AK"])
    assert (back.attack, back.defence) == (3, 9)


@pytest.mark.rule("BD-8.38b", "BD-8.39c")
def test_air_armies_and_partisans_help_in_no_mobile_assault() -> None:
    units: Units = {E: ["1T", "2T", "3T"], "2308": ["4AK"], "2311": ["1AK"], "1001": ["66A"]}
    state = other_turns.at("movement", "soviet", 25, units, variables=marker(E))
    tanks = ["1T", "2T", "3T"]
    # nor while prepared assaults are made, which they may help
    before = other_turns.at("prepared assault", "soviet", 25, units, variables=marker(E))
    assert before.battle("2308", tanks, air_armies=["1T"]).attack == 10
    with refused("BD-8.38b"):
        before.battle("2308", tanks, kind="mobile", air_armies=["1T"])
    assert state.battle("2308", tanks, kind="mobile").attack == 9
    with refused("BD-8.38b"):
        state.battle("2308", tanks, kind="mobile", air_armies=["1T"])
    with refused("BD-8.39c"):
        state.battle("2308", tanks, kind="mobile", partisans=True)
