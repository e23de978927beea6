"""Sections 4.13 and 8: freedoms of arrivals, the RVGK box, strategic movement and supports."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    Units,
    at,
    declare,
    edit,
    fight,
    marker,
    names,
    odds,
    on,
    play,
    reach,
    refused,
    surround,
    walk,
)
from .test_8_arrivals import next_turn, replacing, romanian_falls
from .test_8_movement_by_rail import EMERGENCY, box, emergency, rail

CORPS = ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK"]
RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]
MANY = ["60A", "61A", "62A", "63A", "64A", "66A", "10A", "11A", "12A", "13A", "16A", "18A"]


@pytest.mark.rule("BD-4.13g", "BD-4.13e")
def test_a_defeated_expedition_keeps_its_points_and_earns_no_more() -> None:
    state = at(
        "movement",
        "soviet",
        turn=11,
        sequence="fight-move",
        units={"caucasus": ["3Pz", "14Pz", "49Mtn"], "2803": "60A", "1001": "59A", "2320": "4AK"},
        german=["2804", "2607"],
        variables={"caucasus": 2, "victory points": 20, "caucasus launched on": 9},
    )
    beaten = play(state, "move 60A", "to 2804")
    assert beaten.var("caucasus") == 3
    # nineteen: Rostov is a city
    assert beaten.var("victory points") == 19
    after = walk(beaten, "phase order", "german")
    assert after.var("turn") == 12 and after.var("victory points") == 19
    # undefeated, the turn pays a point
    assert walk(state, "phase order", "german").var("victory points") == 21


@pytest.mark.rule("BD-8.1a", "BD-8.1e")
def test_nobody_comes_before_the_turn_that_is_printed() -> None:
    """2nd Hungarian 10, 8th Italian 11; 39th 11, 1st Tank 10, 2nd Tank 12, 65th 13."""
    german = reach("reinforcements", "german", on_turn=10)
    assert names(german, "bring") == {"2Hun"}
    later = reach("rvgk", "soviet", on_turn=10)
    assert all(later.place(u) == "later" for u in ("39A", "2T", "65A", "8Ital", "1G"))
    assert later.place("1T") != "later"


@pytest.mark.rule("BD-8.1b", "BD-8.1d")
def test_the_soviet_may_let_any_reinforcement_wait() -> None:
    state = walk(next_turn({"60A": "2204", "later": ["39A"], "4AK": "2924"}, turn=10), "entry")
    assert "hold-in-rvgk" in names(state)
    held = play(state, "hold-in-rvgk")
    assert held.place("39A") == "rvgk"
    # it comes in any later RVGK phase
    later = walk(walk(held, "movement", "soviet"), "rvgk")
    assert later.var("turn") == 12 and "39A" in names(later, "deploy")


@pytest.mark.rule("BD-8.1j")
def test_a_city_is_entered_for_nothing() -> None:
    def setting_out(door: str) -> int:
        state = play(replacing("german", ["4AK"]), "reclaim 4AK", f"enter {door}")
        state = walk(state, "movement", "german", {"phase order": "move-fight"})
        return int(play(state, "move 4AK").var("spent"))

    assert (setting_out("2407"), setting_out("2924")) == (0, 1)


@pytest.mark.rule("BD-8.7b")
def test_who_went_by_rail_moves_in_the_same_player_turn() -> None:
    state = play(rail({"4AK": "2407", "6AK": "2311"}), "entrain 4AK", "detrain 2309")
    moving = walk(state, "movement", "german")
    moved = play(moving, "move 4AK")
    assert moved.ask("german allowance") == 4 and moved.var("spent") == 0
    assert play(moved, "to 2308").place("4AK") == "2308"


@pytest.mark.rule("BD-8.7i", "BD-8.7g")
def test_who_arrives_uses_no_trains_unless_he_goes_on_by_one() -> None:
    state = play(replacing("german", ["4AK", "3Pz"]), "reclaim 4AK", "enter 2407")
    state = play(state, "reclaim 3Pz", "enter 2407")
    trains = walk(state, "strategic movement", "german", {"phase order": "move-fight"})
    assert trains.var("strategic left") == 8
    assert play(trains, "entrain 4AK", "detrain 2309").var("strategic left") == 7


@pytest.mark.rule("BD-8.9b")
def test_the_box_holds_any_number() -> None:
    state = box({"2204": ["3A"], "rvgk": MANY})
    full = play(state, "withdraw 3A")
    assert full.place("3A") == "rvgk"
    assert sum(full.place(u) == "rvgk" for u in [*MANY, "3A"]) == 13


@pytest.mark.rule("BD-8.9e", "BD-8.9c")
def test_every_unit_counts_one_for_the_box() -> None:
    state = box({"2204": ["3A", "3T", "1G", "1Sh"], "rvgk": ["5T"]})
    left = [state.var("rvgk left")]
    for action in ("withdraw 3A", "withdraw 3T", "withdraw 1G", "withdraw 1Sh"):
        state = play(state, action)
        left.append(state.var("rvgk left"))
    assert left == [5, 4, 3, 2, 1]
    assert play(state, "deploy 5T", "enter 2501").place("5T") == "2501"


@pytest.mark.rule("BD-8.10d")
def test_ways_are_mixed_and_enemies_may_be_near() -> None:
    units = {"rvgk": ["60A", "61A", "62A"], "2204": ["3A"], "2304": ["4AK"], "2206": ["5AK"]}
    state = box({**units, "2400": ["6AK"]})
    # next to a corps, into the box
    gone = play(state, "withdraw 3A")
    assert gone.place("3A") == "rvgk"
    # to a city next to a corps, and to sources at the edge, one of them next to a corps
    asked = play(gone, "deploy 60A")
    assert {"2205", "2300", "2500", "1000"} <= names(asked, "enter")
    mixed = play(asked, "enter 2205", "deploy 61A", "enter 2300", "deploy 62A", "enter 1606")
    assert [mixed.place(u) for u in ("60A", "61A", "62A")] == ["2205", "2300", "1606"]


@pytest.mark.rule("BD-8.10e")
def test_who_leaves_the_box_moves_and_fights_in_the_player_turn() -> None:
    state = box({"rvgk": ["60A"], "2206": ["4AK"], "1001": ["59A"]})
    placed = play(state, "deploy 60A", "enter 2205")
    fighting = walk(placed, "prepared assault", "soviet")
    assert names(fighting, "attack") == {"2206"}
    moving = walk(placed, "movement", "soviet")
    leg = play(moving, "move 60A")
    assert leg.ask("soviet allowance") == 4 and "2105" in names(leg, "to")


@pytest.mark.rule("BD-8.10f")
def test_no_hex_costs_anything_from_the_box() -> None:
    for door in ("2300", "1000", "2501"):
        state = box({"rvgk": ["60A", "3T"], "2320": ["4AK"], "1001": ["59A"]})
        placed = play(state, "deploy 60A", f"enter {door}", "deploy 3T", f"enter {door}")
        moving = walk(placed, "movement", "soviet")
        assert play(moving, "move 60A").var("spent") == 0
        assert play(moving, "move 3T").var("spent") == 0


def commit(units: Units) -> State:
    """The first window for an emergency unit in a German movement phase."""
    return walk(emergency(units), "emergency deployment", choices=EMERGENCY)


@pytest.mark.rule("BD-8.11b", "BD-8.11a")
def test_an_emergency_unit_may_come_just_before_a_mobile_assault() -> None:
    units = {"rvgk": ["60A"], "3Pz": "2207", "61A": "2205", "59A": "1001"}
    first = commit(units)
    under_way = play(first, "decline", "move 3Pz", "to 2206")
    # the corps is next to Voronezh, with points for an assault; the Soviet is asked again
    assert (under_way.decision, under_way.to_move) == ("emergency deployment", "soviet")
    filled = play(under_way, "commit 60A", "at 2205")
    assert filled.place("60A") == "2205" and filled.decision == "leg"
    assert odds(filled, "german", "2205", ["3Pz"], 1).defence == 6


@pytest.mark.rule("BD-8.11c", "BD-8.11d")
def test_an_emergency_unit_counts_for_no_other_limit_and_stays_where_it_came() -> None:
    units = {"rvgk": ["1Sh", *MANY[:6]], "3Pz": "2309", "59A": "1001"}
    came = play(commit(units), "commit 1Sh", "at 2501")
    assert (came.place("1Sh"), came.to_move) == ("2501", "german")
    assert came.decision == "movement"
    boxed = walk(came, "rvgk", "soviet", EMERGENCY)
    assert boxed.place("1Sh") == "2501" and boxed.var("rvgk left") == 5
    for unit in MANY[:5]:
        boxed = play(boxed, f"deploy {unit}", "enter 1606" if unit != "60A" else "enter 2501")
    assert sum(boxed.place(u) in ("1606", "2501") for u in MANY[:5]) == 5


@pytest.mark.rule("BD-8.14a")
def test_units_come_back_from_the_dead_pile_however_they_fell_and_however_often() -> None:
    """A corps without supply falls; the step of the next turn brings it back; it falls again."""
    ring = surround("2309", RIFLES)
    crowd = {"2308": ["60A", "61A", "62A", "63A", "64A"]}
    pocket = {h: [u] for u, h in ring.items() if h != "2308"}
    for _ in range(2):
        state = at("prepared assault", "soviet", sequence="fight-move",
                   units={"2309": ["4AK"], **pocket, **crowd},
                   variables={**marker("2306"), "luftwaffe": 0})  # fmt: skip
        assert state.ask("supply", "4AK") == 0
        run = declare(state, "2309", crowd["2308"])
        run = walk(run, "prepared assault", "soviet",
                   {"combat": "roll 1", "aerial supply": "decline"})  # fmt: skip
        assert run.place("4AK") == "dead"
        again = walk(run, "replacements", "german")
        assert names(again, "reclaim") == {"4AK"}
        back = play(again, "reclaim 4AK", "enter 2924")
        assert back.place("4AK") == "2924"


@pytest.mark.rule("BD-8.15a")
@pytest.mark.parametrize("army", ["2Hun", "8Ital"])
def test_no_other_satellite_army_ever_comes_back(army: str) -> None:
    state = at(
        "prepared assault",
        "soviet",
        sequence="fight-move",
        units={army: "2309", "2308": ["60A", "61A", "62A", "63A", "64A"], "2320": ["4AK"]},
        variables=marker("2306"),
    )
    fought = fight(state, "2309", ["60A", "61A", "62A", "63A", "64A"])
    falls = play(fought, "roll 1")
    for die in range(1, 7):
        if falls.place(army) != "2309" and falls.decision != "retreat":
            break
        falls = play(fought, f"roll {die}")
        if falls.decision == "bloodbath":
            falls = play(falls, "keep-bloodbath")
    assert falls.decision != "romanian return" and falls.place(army) == "removed"
    # a Romanian army has its die
    assert romanian_falls({}).decision == "romanian return"


@pytest.mark.rule("BD-8.20c")
def test_who_comes_by_conversion_moves_and_fights_at_once() -> None:
    units = {"60A": "2204", "later": ["1G"], "2304": ["4AK"], "1001": ["59A"]}
    state = walk(next_turn(units, turn=10), "conversion")
    after = play(state, "convert 60A")
    assert after.place("1G") == "2204"
    fighting = walk(after, "prepared assault", "soviet", {"phase order": "fight-move"})
    assert names(fighting, "attack") == {"2304"}
    assert play(declare(fighting, "2304", ["1G"])).units_with("attacking") == ["1G"]
    moving = walk(after, "movement", "soviet", {"phase order": "move-fight"})
    assert play(moving, "move 1G").ask("soviet allowance") == 6


@pytest.mark.rule("BD-8.24c")
def test_the_polish_army_comes_on_turn_13_if_it_was_called_before() -> None:
    def entries(turn: int, trigger: int) -> list[str]:
        """Who enters, or is held, in the turn after."""
        units = {"60A": "2204", "2924": ["4AK"], "later": ["Pol"]}
        state = next_turn(units, turn=turn, variables={"polish trigger": trigger})
        assert state.place("Pol") == "later"
        run = state
        while run.decision != "phase order":
            run = play(run, "enter 2501") if run.decision == "entry" else on(run)
        return [u for u in ("Pol",) if run.place(u) == "2501"]

    assert entries(12, 10) == ["Pol"]
    assert entries(10, 10) == entries(11, 9) == []
    assert entries(12, 0) == []


@pytest.mark.rule("BD-8.34b")
def test_the_militia_holds_leningrad_and_may_attack_from_it() -> None:
    four = ["60A", "59A", "54A", "53A"]
    units = {"1011": [*four, "LPMA"], "1110": ["4AK"], "1010": ["52A"], "1001": ["51A"]}
    moving = at("movement", "soviet", sequence="move-fight", units=units)
    assert "LPMA" not in names(moving, "move")
    with refused("BD-10.2b"):
        moving.push("move LPMA")
    assert "LPMA" not in names(play(moving, "move 53A"), "with")
    # a fifth army finds room beside it
    assert "1011" in names(play(moving, "move 52A"), "to")
    fighting = at("prepared assault", "soviet", sequence="fight-move", units=units)
    assert odds(fighting, "soviet", "1110", ["LPMA"]).attack == 1
    assert declare(fighting, "1110", ["LPMA"]).units_with("attacking") == ["LPMA"]
    assert names(replacing("soviet", ["60A", "LPMA"]), "reclaim") == {"60A"}


ARMIES = ["60A", "61A", "62A"]


def assault(luftwaffe: int = 0) -> State:
    """A Soviet attack from two hexes, declared, with seven air armies at hand."""
    state = at(
        "prepared assault",
        "soviet",
        sequence="fight-move",
        units={"2309": ["4AK"], "2308": ARMIES[:2], "2209": ARMIES[2:], "2320": ["5AK"]},
        variables={**marker("2308"), "luftwaffe": luftwaffe},
    )
    return declare(state, "2309", ARMIES)


@pytest.mark.rule("BD-8.38d")
def test_every_army_of_an_attack_may_have_an_air_army_of_its_own() -> None:
    state = walk(assault(), "air armies")
    for unit in ARMIES:
        state = play(state, f"air-army {unit}")
    assert state.units_with("air army") == ARMIES
    assert walk(state, "combat").var("attack") == 9 + 3


@pytest.mark.rule("BD-8.38g", "BD-8.38f")
def test_the_german_speaks_of_the_luftwaffe_before_the_soviet_of_air_armies() -> None:
    run, seen = assault(luftwaffe=1), []
    while run.to_move != "chance":
        seen.append((run.to_move, run.decision))
        run = on(run)
    assert seen.index(("german", "luftwaffe")) < seen.index(("soviet", "air armies"))


@pytest.mark.rule("BD-8.41a")
def test_one_attack_may_have_support_of_every_kind() -> None:
    run = walk(assault(), "air armies")
    run = play(run, "air-army 60A", "no-more-air")
    run = walk(run, "combat", choices={"partisans": "partisans", "airborne": "airborne"})
    assert run.var("attack") == 10
    # two columns right of the odds, for partisans and paratroops
    assert run.var("column") == run.var("odds") + 2


@pytest.mark.rule("BD-4.13m", "BD-4.13h")
def test_an_expedition_goes_and_comes_as_a_whole() -> None:
    trio = ["3Pz", "14Pz", "49Mtn"]
    crowd = [f"{n}AK" for n in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 20, 23, 26, 27)]

    def recall(exits: Units) -> State:
        return at("movement", "german", turn=11, sequence="move-fight",
                  units={"caucasus": trio, **exits},
                  variables={"caucasus": 1, "caucasus launched on": 10})  # fmt: skip

    held = {"3203": ["60A"], "3204": ["61A"]}
    one_each = {"3200": crowd[:4], "3201": crowd[4:8], "3202": crowd[8:12], **held}
    after = play(recall(one_each), "recall-expedition")
    while after.decision == "recall":
        after = play(after, f"re-enter {min(names(after, 're-enter'))}")
    # all three are on the map, though no exit had room for all
    assert sorted(after.place(u) for u in trio) == ["3200", "3201", "3202"]
    # and none goes when there is room for two
    two = recall({**one_each, "3202": crowd[8:13]})
    assert "recall-expedition" not in names(two)
    assert edit(two, {"61A": "2204"}).place("3Pz") == "caucasus"
