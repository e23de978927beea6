"""The map, the counters and the charts, as seen in play."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    COASTAL,
    DE,
    OOS,
    OVERLAND,
    at,
    data,
    declare,
    edit,
    fight,
    marker,
    names,
    number,
    odds,
    on,
    play,
    reach,
    surround,
    walk,
)
from .test_8_movement_by_rail import box
from .test_11_odds import E, W, german, soviet

PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]
ARMIES = ["60A", "59A", "54A", "53A", "52A"]


def points(state: State) -> int:
    return int(state.var("victory points"))


def taken(hex_: str) -> int:
    """The points that a German corps gains by coming into a Soviet hex."""
    m = data().map
    near = (m.hexes[h] for d in range(6) if (h := m.neighbor(number(hex_), d)) is not None)
    beside = next(r.name for r in near if r is not None and r.terrain not in ("sea", "lake"))
    state = at("movement", "german", sequence="move-fight",
               units={beside: ["4AK"], "1001": ["60A"]}, soviet=[hex_],
               not_hex_flags={"hero city": [hex_]})  # fmt: skip
    return points(play(state, "move 4AK", f"to {hex_}")) - points(state)


@pytest.mark.rule("BD-4.2a", "BD-4.2b")
def test_cities_oil_and_the_silesian_region_are_worth_a_point() -> None:
    cities = {"1011", "1304", "1312", "1402", "1415", "1606", "1709", "1714", "1806", "1813",
              "1908", "2100", "2205", "2311", "2407", "2415", "2501", "2607", "2705", "2804",
              "2911", "3108", "3114", "3220", "1717", "1718", "1922", "2117", "2320", "2322",
              "2418", "2622", "2820"}  # fmt: skip
    for hex_ in cities:
        assert taken(hex_) == 1, hex_
    # the region, Maikop, Nagykaniza, Ploesti
    assert [taken(h) for h in ("2419", "3103", "2922", "3015")] == [1] * 4
    assert [taken(h) for h in ("2309", "1904", "3200")] == [0] * 3


@pytest.mark.rule("BD-7.4d", "BD-7.4l", "BD-7.4c")
def test_the_rostov_area_lies_within_that_of_dnepropetrovsk() -> None:
    corps = ["4AK", "5AK", "6AK", "7AK", "8AK", "9AK"]
    both = ["2904", "2801", "3001", "3102", "2803", "3004"]
    one = ["2705", "2501", "2603", "2702", "2703", "2806"]

    def states(hexes: list[str], **control: list[str]) -> set[int]:
        units = dict(zip(corps, hexes, strict=True))
        state = at("prepared assault", "german", units={**units, "60A": "1001"}, **control)  # type: ignore[arg-type]
        return {int(state.ask("supply", u)) for u in corps}

    without_rostov = {"german": ["2607"], "soviet": ["2804"]}
    without_dnepr = {"german": ["2804"], "soviet": ["2607"]}
    assert states(both, german=["2607", "2804"]) == states(one, german=["2607"]) == {OVERLAND}
    assert OVERLAND not in states(both, **without_rostov) and states(one, **without_rostov) == {
        OVERLAND
    }
    for area in (both, one):
        assert OVERLAND not in states(area, **without_dnepr)
    assert {COASTAL, OOS} >= states(both, **without_dnepr)


@pytest.mark.rule("BD-2.10a", "BD-2.10b")
def test_the_left_factor_attacks_and_the_right_one_defends() -> None:
    printed = {"3Pz": (4, 3), "4AK": (3, 4), "3Rum": (2, 3), "49Mtn": (3, 4)}
    for unit, (attack, defence) in printed.items():
        state = german({W: [unit], "2308": ["60A"], "1001": ["59A"]})
        assert odds(state, "german", "2308", [unit]).attack == attack
        assert odds(state, "soviet", W, ["60A"]).defence == defence
    for unit, one in {"60A": 3, "1G": 4, "3T": 3, "LPMA": 2}.items():
        state = soviet({E: [unit], "2308": ["4AK"], W: ["5AK"]})
        assert odds(state, "soviet", "2308", [unit]).attack == one
        assert odds(state, "german", E, ["4AK"]).defence == one


@pytest.mark.rule("BD-10.9b", "BD-10.10b")
def test_steppe_and_cities_are_as_clear_ground() -> None:
    steppe = [r.name for r in data().map.hexes if r is not None and r.terrain == "steppe"]
    assert {"2700", "2800", "2900", "3000"} <= set(steppe)
    for there, beside in (("2900", "2901"), ("3000", "3001")):
        state = at("movement", "german", sequence="move-fight",
                   units={beside: ["3Pz"], "1001": ["60A"]})  # fmt: skip
        assert play(state, "move 3Pz", f"to {there}").var("spent") == 1
        found = odds(german({beside: PZ[:3], there: ["60A"]}), "german", there, PZ[:3])
        assert found.column == found.odds
    # a city may be assaulted from the march, as clear ground may
    leg = at("movement", "german", turn=10, sequence="move-fight",
             units={"2206": ["3Pz"], "2205": ["60A"], "1001": ["59A"]})  # fmt: skip
    assert "2205" in names(play(leg, "move 3Pz"), "assault")


@pytest.mark.rule("BD-11.10a")
def test_the_table_goes_from_one_to_six_to_seven_to_one() -> None:
    """At 1:6 and at 7:1 a die is rolled."""
    six = german({W: ["3Rum"], "2308": ["1G", "2G", "60A"], "1001": ["59A"]})
    low = fight(six, "2308", ["3Rum"])
    assert (low.var("attack"), low.var("defence"), low.var("column")) == (2, 11, 2 - 6)
    high = german({W: PZ, "2409": ["4AK"], "2308": ["60A"], "1001": ["59A"]})
    top = fight(high, "2308", [*PZ, "4AK"])
    assert (top.var("attack"), top.var("defence"), top.var("column")) == (23, 3, 7)
    assert all(play(top, f"roll {die}").var("result") >= 0 for die in range(1, 7))


@pytest.mark.rule("BD-11.27g", "BD-11.27c")
def test_west_is_read_from_the_grid() -> None:
    """The rulebook: west of 2403 is 2404, northwest of it 2303."""
    state = soviet({"2402": ARMIES, "2403": ["4AK"], "2102": ["5AK"]}, marker="2402")
    fled = fight(state, "2403", ARMIES, die=1)
    assert names(fled, "retreat-to") == {"2404", "2303", "2503"}


@pytest.mark.rule("BD-5.1a", "BD-5.2a", "BD-5.2b", "BD-5.2c", "BD-5.2e")
def test_the_phases_of_a_game_turn() -> None:
    """Turn 11, with an expedition in the box, so that the last phase has its die."""
    state = edit(reach("movement", "soviet", on_turn=10),
                 {"dead": ["3Pz", "60A"], "caucasus": ["14Pz", "24Pz", "49Mtn"]},
                 variables={"caucasus": 1, "caucasus launched on": 9})  # fmt: skip
    run = walk(play(state, "end-movement"), "replacements", "german")
    assert run.var("turn") == 11
    seen: list[tuple[str | None, str | None]] = []
    wanted = {
        "replacements", "reinforcements", "conversion", "phase order", "strategic movement",
        "movement", "prepared assault", "rvgk", "expedition",
    }  # fmt: skip
    while run.var("turn") == 11:
        step = (run.to_move, run.decision)
        if run.decision in wanted and step not in seen:
            seen.append(step)
        run = play(run, "move-fight") if run.decision == "phase order" else on(run)
    assert seen == [
        ("german", "replacements"),
        ("german", "reinforcements"),
        ("soviet", "replacements"),
        ("soviet", "conversion"),
        ("german", "phase order"),
        ("german", "strategic movement"),
        ("german", "movement"),
        ("german", "prepared assault"),
        ("soviet", "phase order"),
        ("soviet", "rvgk"),
        ("soviet", "movement"),
        ("soviet", "prepared assault"),
        ("chance", "expedition"),
    ]


@pytest.mark.rule("BD-10.1c", "BD-11.1c")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_only_the_side_whose_turn_it_is_moves_and_attacks(side: str) -> None:
    other = "soviet" if side == "german" else "german"
    state = reach("phase order", side)
    places = {u: state.place(u) for u in state.game.units}
    run = play(state, "move-fight")
    while run.decision not in ("phase order", "replacements", "crimea supply", "offensive supply"):
        assert run.decision not in ("movement", "prepared assault") or run.to_move == side
        run = on(run)
    assert {u: run.place(u) for u in places} == places
    assert other != side


@pytest.mark.rule("BD-10.2a", "BD-10.2c")
def test_points_are_not_kept_and_a_move_is_ended_before_another() -> None:
    units = {"2309": ["4AK"], "2311": ["5AK"], "1001": ["60A"]}
    state = at("movement", "german", sequence="move-fight", units=units)
    first = play(state, "move 4AK", "to 2308")
    # nobody else may be taken up while it is on its way
    assert not names(first, "move")
    second = play(first, "stop", "move 5AK")
    assert (second.var("spent"), second.ask("german allowance")) == (0, 4)
    assert "4AK" not in names(play(second, "stop"), "move")
    # what was not spent is no help on the next turn
    later = walk(play(second, "stop"), "movement", "german", {"phase order": "move-fight"})
    assert later.var("turn") == 10
    assert play(later, "move 4AK").ask("german allowance") == 4


@pytest.mark.rule("BD-10.24g")
def test_the_launch_hex_is_the_last_that_was_held() -> None:
    """Five corps strike at five armies: the two stacks do not add up."""
    units = {"2310": PZ, "2308": ARMIES, "1001": ["51A"]}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units)
    group = play(state, "move 3Pz", *(f"with {u}" for u in PZ[1:]), "to 2309")
    struck = walk(play(group, "assault 2308"), "combat", choices={"luftwaffe": "no-luftwaffe"})
    assert {struck.place(u) for u in PZ} == {"2309"}
    stalled = play(struck, "roll 5")
    assert {stalled.place(u) for u in PZ if stalled.place(u) != "dead"} <= {"2309"}
    assert {stalled.place(u) for u in ARMIES} == {"2308"}


@pytest.mark.rule("BD-11.6b")
def test_no_defender_refuses_combat() -> None:
    """On any turn but the first, and before a city on that, nothing is asked of him but aid."""
    state = german({W: PZ[:3], "2308": ["60A"], "1001": ["59A"]}, turn=10)
    run = declare(state, "2308", PZ[:3])
    while run.to_move != "chance":
        assert run.to_move == "german"
        run = on(run)
    assert run.place("60A") == "2308"


@pytest.mark.rule("BD-11.30c")
def test_an_advance_is_decided_before_the_next_attack() -> None:
    units = {W: PZ[:3], "2308": ["60A"], "2210": ["4AK"], "2110": ["59A"], "1001": ["54A"]}
    dice = (fight(german(units), "2308", PZ[:3], die=die) for die in range(1, 7))
    won = next(after for after in dice if after.var("result") == DE)
    assert won.decision == "advance" and not names(won, "attack")
    held = walk(play(won, "hold"), "prepared assault", "german")
    assert names(held, "attack") == {"2110"}
    # and it is not made up for later
    after = fight(held, "2110", ["4AK"], die=5)
    assert all(after.place(u) != "2308" for u in PZ)


@pytest.mark.rule("BD-8.38e", "BD-8.39e", "BD-8.40d", "BD-11.23e")
def test_supports_are_no_units_and_no_result_takes_them() -> None:
    """Five armies with five air armies stand in a hex; a lost attack costs no marker of them."""
    state = at("prepared assault", "soviet", sequence="fight-move",
               units={"2308": ARMIES, "2309": ["4AK"], "2310": ["5AK"]},
               variables={**marker("2306"), "luftwaffe": 0})  # fmt: skip
    run = walk(declare(state, "2309", ARMIES), "air armies")
    for unit in reversed(ARMIES):
        run = play(run, f"air-army {unit}")
    run = walk(run, "combat", choices={"partisans": "partisans", "airborne": "airborne"})
    assert {run.place(u) for u in ARMIES} == {"2308"}
    # in defence they add nothing
    helped = edit(state, variables={"with partisans": 1, "with airborne": 1})
    struck = odds(helped, "german", "2308", ["4AK"])
    assert struck == odds(state, "german", "2308", ["4AK"]) and struck.defence == 15
    after = play(run, "roll 1")
    assert after.var("air armies left") == 7 - 5
    # the Luftwaffe's counter is spent, and stays on the defenders' side alone
    flown = edit(state, variables={"luftwaffe": 1})
    asked = walk(declare(flown, "2309", ARMIES), "luftwaffe")
    assert walk(play(asked, "luftwaffe"), "combat").var("defence") == 4


@pytest.mark.rule("BD-9.3a")
def test_a_hero_city_marker_takes_no_room_and_needs_no_supply() -> None:
    ring = surround("2205", ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK"], ["2204"])
    units = {"2205": ARMIES[:4], "2204": ["51A"], **{h: [u] for u, h in ring.items()}}
    state = at("movement", "soviet", sequence="move-fight", units=units,
               hex_flags={"hero city": ["2205"]})  # fmt: skip
    inside = play(state, "move 51A", "to 2205")
    assert inside.place("51A") == "2205" and "2205" in inside.hexes_with("hero city")
    assert odds(state, "german", "2205", ["1AK"]).defence == 12
    pocket = edit(state, {"9AK": "2204", "51A": "1001"})
    assert "2205" in pocket.hexes_with("hero city")
    found = odds(pocket, "german", "2205", ["1AK", "2AK", "5AK"])
    assert found.defence == 12


@pytest.mark.rule("BD-8.8a", "BD-1.6a")
def test_any_soviet_unit_may_wait_in_the_box() -> None:
    """Reclaimed, withdrawn or held back; the Polish army among them."""
    state = box({"2204": ["60A", "3T", "1G", "1Sh", "Pol"]})
    assert {"60A", "3T", "1G", "1Sh", "Pol"} >= names(state, "withdraw") >= {"3T", "1G", "1Sh"}
    assert play(state, "withdraw Pol").place("Pol") == "rvgk"


@pytest.mark.rule("BD-1.5b", "BD-10.22a")
@pytest.mark.parametrize(
    ("unit", "bound"),
    [
        ("3Rum", True), ("4Rum", True), ("2Hun", True), ("8Ital", True),
        ("4AK", False), ("49Mtn", False), ("3Pz", False), ("60A", False), ("Pol", False),
    ],
)  # fmt: skip
def test_what_names_satellites_binds_hungarians_italians_and_rumanians(
    unit: str, bound: bool
) -> None:
    """They alone may not go north of the boundary (10.22)."""
    german = unit not in ("60A", "Pol")
    far = {"1001": ["59A"]} if german else {"2324": ["59AK"]}
    state = at("movement", "german" if german else "soviet", sequence="move-fight", turn=13,
               units={"2209": [unit], **far})  # fmt: skip
    reached = names(play(state, f"move {unit}"), "to")
    assert "2309" in reached
    assert ("2109" not in reached) == bound


@pytest.mark.rule("BD-1.5c")
def test_the_coast_serves_german_units_and_not_their_satellites() -> None:
    """7.5 speaks of German units."""
    ring = surround("2911", RIFLES)
    units = {"2911": ["4AK", "3Pz", "3Rum", "8Ital"], **{h: [u] for u, h in ring.items()}}
    state = german({**units, "2911": ["4AK", "3Pz", "49Mtn", "3Rum"]},
                   variables={"crimea supply": 2})  # fmt: skip
    found = {u: state.ask("supply", u) for u in ("4AK", "3Pz", "49Mtn", "3Rum")}
    assert found == {"4AK": COASTAL, "3Pz": COASTAL, "49Mtn": COASTAL, "3Rum": OOS}
    other = edit(state, {"8Ital": "2911", "3Rum": "2320"})
    assert other.ask("supply", "8Ital") == OOS


@pytest.mark.rule("BD-5.8a")
@pytest.mark.parametrize(("turn", "single"), [(9, 1), (10, 1), (11, 1), (12, 1), (13, 0)])
def test_june_to_september_are_single_months(turn: int, single: bool) -> None:
    """German mobile assaults are for them alone, and so is a second hex of advance."""
    leg = at("movement", "german", turn=turn, sequence="move-fight",
             units={"2309": ["3Pz"], "2308": ["60A"], "1001": ["59A"]})  # fmt: skip
    assert ("2308" in names(play(leg, "move 3Pz"), "assault")) == single
