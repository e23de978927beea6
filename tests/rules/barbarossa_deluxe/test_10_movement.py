"""Section 10, movement: units, costs, and hexes closed to them."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import at, edit, names, play, refused, walk

FAR = {"1001": "60A"}
"""One army out of the way, so that the other side has something on the map."""


def costs(leg: State, side: str = "german") -> dict[str, int]:
    """Movement points to every hex that the group under way can reach in one leg."""
    return {h: leg.last_cost(h) for h in leg.ask(f"{side} reach")}


def leg(units: dict[str, list[str]], *movers: str, side: str = "german", turn: int = 9) -> State:
    """A group chosen to move, with nothing else near."""
    far = FAR if side == "german" else {"1924": "59AK"}
    state = at("movement", side, turn=turn, sequence="move-fight", units={**units, **far})
    return play(state, f"move {movers[0]}", *(f"with {m}" for m in movers[1:]))


@pytest.mark.rule("BD-10.10a")
def test_clear_costs_one_point_for_everybody() -> None:
    assert costs(leg({"2309": ["1AK"]}, "1AK"))["2310"] == 1
    panzer = costs(leg({"2309": ["3Pz"]}, "3Pz"))
    assert panzer["2310"] == 1
    assert panzer["2308"] == 1
    # a city is clear ground (BD-10.10b)
    assert costs(leg({"2408": ["3Pz"]}, "3Pz"))["2407"] == 1


@pytest.mark.rule("BD-10.11a")
def test_rough_costs_mechanised_units_two() -> None:
    assert costs(leg({"2614": ["3Pz"]}, "3Pz"))["2615"] == 2
    assert costs(leg({"2614": ["1AK"]}, "1AK"))["2615"] == 1


@pytest.mark.rule("BD-10.12a")
def test_marsh_costs_mechanised_units_three() -> None:
    assert costs(leg({"1912": ["3Pz"]}, "3Pz"))["2013"] == 3
    assert costs(leg({"1912": ["1AK"]}, "1AK"))["2013"] == 1


@pytest.mark.rule("BD-10.12b")
def test_soviet_marsh_is_clear_from_turn_13() -> None:
    """W-18."""
    early = leg({"1111": ["3T"]}, "3T", side="soviet", turn=12)
    late = leg({"1111": ["3T"]}, "3T", side="soviet", turn=13)
    assert costs(early, "soviet")["1110"] == 3
    assert costs(late, "soviet")["1110"] == 1
    german = leg({"1912": ["3Pz"]}, "3Pz", turn=13)
    assert costs(german)["2013"] == 3


@pytest.mark.rule("BD-10.13a")
def test_water_is_not_entered_nor_lake_hexsides_crossed() -> None:
    at_sea = leg({"3106": ["1AK"]}, "1AK")
    assert not {"3007", "3006", "3206"} & names(at_sea, "to")
    with refused("BD-10.1b"):
        at_sea.push("to 3206")
    # the Manych: 2802 and 2901 are neighbours across a lake hexside
    manych = leg({"2802": ["60A"]}, "60A", side="soviet")
    assert costs(manych, "soviet").get("2901", 9) > 1
    assert costs(manych, "soviet")["2902"] == 1


@pytest.mark.rule("BD-10.18a")
def test_rivers_cost_one_more_and_two_more() -> None:
    """W-17 and W-18: added to the ground (BD-10.20a)."""
    assert costs(leg({"2404": ["1AK"]}, "1AK"))["2403"] == 2
    assert costs(leg({"2404": ["3Pz"]}, "3Pz"))["2403"] == 3
    assert costs(leg({"2404": ["3Pz"]}, "3Pz"))["2405"] == 1
    # marsh over a river: 3 + 2, and 1 + 1 on foot
    assert costs(leg({"2013": ["3Pz"]}, "3Pz"))["2112"] == 5
    assert costs(leg({"2013": ["1AK"]}, "1AK"))["2112"] == 2


@pytest.mark.rule("BD-10.1b")
def test_a_leg_goes_as_far_as_the_points_reach() -> None:
    first = leg({"2309": ["1AK"]}, "1AK")
    reached = costs(first)
    assert names(first, "to") == set(reached) and max(reached.values()) == 4
    there = next(h for h, points in sorted(reached.items()) if points == 3)
    state = play(first, f"to {there}")
    assert state.var("spent") == 3 and state.place("1AK") == there
    # one point is left: clear hexes next to it that no river parts from it
    assert names(state, "to") and all(near(h, there) for h in names(state, "to"))
    with refused("BD-10.1b"):
        state.push("to 2709")


def near(a: str, b: str) -> bool:
    """Whether two hexes are next to each other."""
    from playout.games import neighbours

    return b in neighbours(a)


@pytest.mark.rule("BD-10.2b")
def test_a_player_moves_what_he_likes_once() -> None:
    state = at("movement", "german", sequence="move-fight", units={"2309": ["1AK", "3Pz"], **FAR})
    assert "end-movement" in names(state) and names(state, "move") == {"1AK", "3Pz"}
    moved = play(state, "move 1AK", "to 2310", "stop")
    assert names(moved, "move") == {"3Pz"}
    with refused("BD-10.2b"):
        moved.push("move 1AK")
    # what stops with points unspent has moved all the same
    stopped = play(state, "move 3Pz", "stop")
    assert names(stopped, "move") == {"1AK"}


@pytest.mark.rule("BD-10.3a")
def test_a_unit_may_always_move_one_hex() -> None:
    """W-20: halved or short of points, by spending everything."""
    poor = leg({"2013": ["3Pz"]}, "3Pz")
    weak = edit(poor, flags={"halved": ["3Pz"]})
    assert weak.ask("german allowance") == 4
    assert "2112" in names(weak, "to")
    after = play(weak, "to 2112")
    assert after.place("3Pz") == "2112"
    assert not names(after, "to")
    # not into what cannot be passed
    assert "3206" not in names(leg({"3105": ["3Pz"]}, "3Pz"), "to")


@pytest.mark.rule("BD-10.4a")
def test_enemy_hexes_are_not_entered_nor_passed() -> None:
    state = at(
        "movement", "german", sequence="move-fight", units={"2309": ["3Pz"], "2308": ["60A"]}
    )
    way = play(state, "move 3Pz")
    assert "2308" not in names(way, "to") and "2307" in names(way, "to")
    with refused("BD-10.1b"):
        way.push("to 2308")


@pytest.mark.rule("BD-10.6a")
def test_a_stack_drops_units_on_its_way_not_before() -> None:
    state = at("movement", "german", sequence="move-fight", units={"2309": ["1AK", "3Pz"], **FAR})
    both = play(state, "move 3Pz", "with 1AK")
    with refused("BD-10.6a"):
        both.push("drop 1AK")
    parted = play(both, "to 2310", "drop 1AK", "to 2308")
    assert parted.place("1AK") == "2310" and parted.place("3Pz") == "2308"
    alone = play(state, "move 3Pz", "to 2310")
    with refused("BD-10.6a"):
        alone.push("drop 3Pz")


@pytest.mark.rule("BD-10.5a")
def test_only_units_that_begin_together_move_together() -> None:
    units = {"2309": ["1AK", "3Pz"], "2310": ["2AK"], **FAR}
    state = at("movement", "german", sequence="move-fight", units=units)
    begun = play(state, "move 3Pz")
    assert names(begun, "with") == {"1AK"}  # who may, but need not
    met = play(begun, "to 2310")
    assert met.place("3Pz") == "2310" and met.place("1AK") == "2309"
    assert not names(met, "with")
    with refused("BD-10.5a"):
        met.push("with 2AK")


@pytest.mark.rule("BD-10.6a", "BD-10.7a")
def test_a_stack_moves_at_the_pace_of_its_slowest() -> None:
    """BD-10.7a: 4 points with the infantry along, 8 for the panzer corps when it is gone."""
    state = at("movement", "german", sequence="move-fight", units={"2309": ["1AK", "3Pz"], **FAR})
    both = play(state, "move 3Pz", "with 1AK")
    assert max(costs(both).values()) == 4
    far = next(h for h, points in sorted(costs(both).items()) if points == 4)
    paused = play(both, f"to {far}")
    assert not names(paused, "to")
    parted = play(paused, "drop 1AK")
    assert parted.ask("german allowance") == 8 and parted.var("spent") == 4
    assert names(parted, "to")
    # who began elsewhere does not join (BD-10.5a)
    assert not names(parted, "with")


@pytest.mark.rule("BD-10.6a", "BD-10.6b")
def test_a_split_stack_goes_on_until_somebody_else_moves() -> None:
    units = {"2309": ["1AK", "2AK", "3Pz"], "2311": ["4AK"], **FAR}
    state = at("movement", "german", sequence="move-fight", units=units)
    parted = play(state, "move 3Pz", "with 1AK", "to 2310", "drop 1AK", "stop")
    # both rest with the points they have; the one moves off, then the other goes on
    assert parted.units_with("paused") == ["3Pz", "1AK"]
    assert names(parted, "move") == {"1AK", "2AK", "3Pz", "4AK"}
    off = play(parted, "move 1AK", "to 2411")
    spent = off.var("spent")
    assert spent > 1
    resumed = play(off, "stop", "move 3Pz")
    assert resumed.var("spent") == 1
    assert play(resumed, "to 2309", "stop").place("3Pz") == "2309"
    # together they go on as they came
    both = play(parted, "move 3Pz", "with 1AK")
    assert both.units_with("moving") == ["3Pz", "1AK"] and not names(both, "drop")
    # who is back where they began does not set out anew with who is still there
    back = play(parted, "move 3Pz", "to 2309", "stop", "move 2AK")
    assert not names(back, "with")
    # a unit from the hex where they began changes nothing, one from elsewhere ends it
    assert {"1AK", "3Pz"} <= names(play(parted, "move 2AK", "to 2409", "stop"), "move")
    ended = play(parted, "move 4AK")
    assert ended.units_with("paused") == []
    ended = play(ended, "to 2411", "stop")
    assert names(ended, "move") == {"2AK"}
    with refused("BD-10.2b"):
        ended.push("move 3Pz")


@pytest.mark.rule("BD-10.6a")
def test_who_goes_on_and_does_nothing_has_moved() -> None:
    """No play comes back to where it was, and who has no points left does not go on."""
    units = {"2309": ["1AK", "3Pz"], "2311": ["4AK"], **FAR}
    state = at("movement", "german", sequence="move-fight", units=units)
    parted = play(state, "move 3Pz", "with 1AK", "to 2310", "drop 1AK", "stop")
    idle = play(parted, "move 3Pz", "stop")
    assert names(idle, "move") == {"1AK", "4AK"}
    whole = play(state, "move 3Pz", "with 1AK", "to 2310", "stop")
    assert names(whole, "move") == {"4AK"}
    group = play(state, "move 3Pz", "with 1AK")
    far = next(h for h, points in sorted(costs(group).items()) if points == 4)
    tired = play(group, f"to {far}", "drop 1AK", "stop")
    assert names(tired, "move") == {"3Pz", "4AK"}
    done = play(tired, "end-movement")
    assert done.units_with("paused") == [] and done.ask("german allowance") == 0


# -- straits --------------------------------------------------------------------------------


@pytest.mark.rule("BD-10.14a", "BD-10.14b")
def test_one_stack_a_phase_crosses_kerch_from_where_it_began() -> None:
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"3106": ["1AK", "3Pz"], "3107": ["2AK"], "3105": ["4AK"], **FAR},
    )
    crossed = play(state, "move 3Pz", "with 1AK", "cross 3105")
    assert crossed.place("3Pz") == crossed.place("1AK") == "3105"
    # the move is over, and the other way is closed too
    assert crossed.decision == "movement" and "3Pz" not in names(crossed, "move")
    back = play(crossed, "move 4AK")
    with refused("BD-10.14a"):
        back.push("cross 3106")
    arrived = play(state, "move 2AK", "to 3106")
    with refused("BD-10.14b"):
        arrived.push("cross 3105")


@pytest.mark.rule("BD-10.14a")
def test_kerch_is_no_way_for_a_leg_and_soviets_cross_too() -> None:
    state = at(
        "movement", "soviet", sequence="move-fight", units={"3105": ["60A"], "3116": ["4AK"]}
    )
    first = play(state, "move 60A")
    assert "3106" not in names(first, "to") and names(first, "cross") == {"3106"}
    assert play(first, "cross 3106").place("60A") == "3106"


@pytest.mark.rule("BD-10.15a", "BD-10.15b")
def test_only_soviet_foot_crosses_the_sivash() -> None:
    soviet = leg({"2907": ["60A"]}, "60A", side="soviet")
    assert costs(soviet, "soviet")["3008"] == 2
    # the isthmus at 2908 closed, there is no other way
    tanks = at(
        "movement", "soviet", sequence="move-fight", units={"2907": ["3T", "59A"], "2908": ["1AK"]}
    )
    assert "3008" not in names(play(tanks, "move 3T"), "to")
    assert "3008" in names(play(tanks, "move 59A"), "to")
    german = at(
        "movement", "german", sequence="move-fight", units={"2907": ["1AK"], "2908": ["60A"]}
    )
    german = play(german, "move 1AK")
    assert "3008" not in names(german, "to")
    with refused("BD-10.1b"):
        german.push("to 3008")


# -- by sea ---------------------------------------------------------------------------------


@pytest.mark.rule("BD-10.16a")
def test_one_infantry_corps_a_phase_ships_over_the_black_sea() -> None:
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"2911": ["1AK", "2AK", "3Pz", "49Mtn"], "3108": ["4AK"], **FAR},
        german=["2911", "3108", "3213"],
    )
    assert names(state, "ship-black") == {"1AK", "4AK"}  # one of each class in a hex
    port = play(state, "ship-black 1AK")
    assert names(port, "to-port") == {"3108", "3213"}
    there = play(port, "to-port 3108")
    assert there.place("1AK") == "3108" and "1AK" not in names(there, "move")
    with refused("BD-10.16a"):
        there.push("ship-black 2AK")
    enemy = edit(state, soviet=["3213"])
    assert names(play(enemy, "ship-black 1AK"), "to-port") | {"3108"} == {"3108"}
    moved = play(state, "move 1AK", "to 2912", "stop")
    assert "1AK" not in names(moved, "ship-black")


@pytest.mark.rule("BD-10.16b")
def test_who_ships_does_not_attack_in_the_player_turn() -> None:
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"2911": ["1AK"], "3107": ["60A"], "3108": ["5AK"], "3106": ["2AK"]},
        german=["2911", "3108"],
    )
    shipped = walk(play(state, "ship-black 1AK", "to-port 3108"), "prepared assault", "german")
    attack = play(shipped, "attack 3107")
    assert names(attack, "with") == {"2AK", "5AK"}  # those that did not come by sea
    fought = edit(state, flags={"fought": ["1AK"]})
    with refused("BD-10.16b"):
        fought.push("ship-black 1AK")


@pytest.mark.rule("BD-10.17a", "BD-10.17b")
def test_one_infantry_corps_a_phase_ships_over_the_baltic() -> None:
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"1415": ["1AK", "2AK"], "1718": ["3Pz"], "1011": ["4AK"], **FAR},
        german=["1011", "1415", "1717", "1718"],
    )
    assert names(state, "ship-baltic") == {"1AK", "4AK"}
    assert names(play(state, "ship-baltic 1AK"), "to-port") == {"1011", "1717", "1718"}
    there = play(state, "ship-baltic 1AK", "to-port 1011")
    assert "1AK" not in names(there, "move")
    with refused("BD-10.17a"):
        there.push("ship-baltic 2AK")
    with refused("BD-10.17b"):
        edit(state, flags={"fought": ["1AK", "2AK", "4AK"]}).push("ship-baltic 1AK")
    near_enemy = edit(there, {"1010": ["59A"]})
    target = walk(near_enemy, "prepared assault", "german")
    assert target.units_with("may not attack") == ["1AK"]
    attack = play(target, "attack 1010")
    assert attack.decision != "attackers" or names(attack, "with") == {"4AK"}


@pytest.mark.rule("BD-10.16b", "BD-10.17b")
def test_who_went_by_rail_does_not_ship() -> None:
    state = at(
        "phase order",
        "german",
        units={"2911": ["1AK"], "2311": ["2AK"], **FAR},
        german=["2911", "3108"],
    )
    port = play(state, "move-fight", "entrain 2AK", "detrain 2911")
    waiting = walk(port, "movement", "german")
    assert names(waiting, "ship-black") == {"1AK"}
    with refused("BD-10.16b"):
        waiting.push("ship-black 2AK")


# -- satellites -----------------------------------------------------------------------------


@pytest.mark.rule("BD-10.22a")
def test_satellites_stay_south_of_the_boundary() -> None:
    units = {"2209": ["3Rum"], "2210": ["4AK", "4Rum"], "1001": ["60A"]}
    state = at("movement", "german", sequence="move-fight", units=units)
    army = play(state, "move 3Rum")
    assert "2309" in names(army, "to")
    assert not {h for h in names(army, "to") if int(h[:2]) < 22}
    assert "2109" in names(play(state, "move 4AK"), "to")
    # a corps that takes an army along is bound with it
    assert "2109" not in names(play(state, "move 4AK", "with 4Rum"), "to")


@pytest.mark.rule("BD-10.22a")
def test_satellites_do_not_attack_nor_draw_supply_in_the_north() -> None:
    units = {"2209": ["3Rum", "4AK"], "2109": ["60A"]}
    state = at("prepared assault", "german", sequence="fight-move", units=units)
    fight = play(state, "attack 2109")
    assert "3Rum" not in names(fight, "with") and fight.units_with("attacking") != ["3Rum"]
    alone = at(
        "prepared assault",
        "german",
        sequence="fight-move",
        units={"2209": ["3Rum"], "2109": ["60A"], "2210": ["59A"]},
    )
    assert names(alone, "attack") == {"2210"}
    with refused("BD-11.1a"):
        alone.push("attack 2109")
    north = at("movement", "german", sequence="move-fight", units={"2109": ["3Rum"], **FAR})
    assert north.ask("supply", "3Rum") < 5


@pytest.mark.rule("BD-10.22c")
def test_an_effort_in_the_north_lets_satellites_north_until_turn_12() -> None:
    units = {"2209": ["3Rum"], "1001": ["60A"]}
    north = at("movement", "german", sequence="move-fight", zone="north", units=units)
    assert "2109" in names(play(north, "move 3Rum"), "to")
    late = at("movement", "german", sequence="move-fight", zone="north", turn=13, units=units)
    assert "2109" not in names(play(late, "move 3Rum"), "to")
    there = {"2109": ["3Rum"], "1001": ["60A"]}
    supplied = at("movement", "german", sequence="move-fight", zone="north", units=there)
    assert supplied.ask("supply", "3Rum") == 5


# -- interruptions --------------------------------------------------------------------------


@pytest.mark.rule("BD-10.1b", "BD-8.11a")
def test_a_leg_that_is_stopped_costs_what_was_entered() -> None:
    """An emergency unit fills Voronezh before a panzer corps that goes through it."""
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"2208": ["3Pz"], "rvgk": ["60A"], "1001": ["59A"]},
        soviet=["2205"],
        choices={"emergency: standing answer": "ask-always"},
    )
    state = edit(state, variables={"standing emergency": 2, "emergency used": 0})
    state = walk(play(state, "move 3Pz"), "leg")
    there = walk(play(state, "to 2205"), "emergency deployment")
    blocked = walk(play(there, "commit 60A", "at 2205"), "leg")
    assert blocked.place("60A") == "2205" and blocked.place("3Pz") != "2205"
    paid = state.copy()
    paid.ask("german reach")
    assert blocked.var("spent") == paid.last_cost(blocked.place("3Pz"))
    assert names(blocked, "to")
