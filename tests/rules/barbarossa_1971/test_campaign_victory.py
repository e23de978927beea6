"""Campaign Game Victory Conditions, of the rulebook and modified."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .campaign_positions import (
    CITIES,
    EMPTY,
    SOVIET_CITIES,
    fought,
    next_turn,
    pressed,
    score,
    starved,
)
from .war_positions import (
    FIRST,
    SECOND,
    STANDARD,
    at,
    data,
    hexes_with,
    near,
    on,
    placed,
    play,
    walk,
)

TEN, TWENTY = {"armies exited": 10}, {"armies exited": 20}
LINE, LINE_20 = "turns of a line after ten armies", "turns of a line after twenty armies"
CLEAR = "turns without Soviets west of the line"
HELD, NOON = "turns with all Soviet cities", "all Soviet cities held as the Axis ended"

WESTERN_EDGE = hexes_with("edge-west") | hexes_with("edge-west-finland")


def wall(edge: set[str]) -> dict[str, str]:
    """Corps that hold every hex of an edge, or have it in their zones of control."""
    out: dict[str, str] = {}
    covered: set[str] = set()
    for hex_ in sorted(edge):
        if hex_ not in covered:
            beside = max(near(hex_) & edge | {hex_})
            covered |= {beside, *near(beside)}
            out[f"{len(out) + 1}InC"] = beside
    return out


def ended(state: State, side: str, rule: str, level: int = 1) -> bool:
    """Whether the game is over, won by a side by a rule."""
    return state.is_over and state.outcome == (side, level, rule)


# -- the Soviets -------------------------------------------------------------------------------


@pytest.mark.rule("SPI-CVIC-S1", "SPI-CVIC-E1")
@pytest.mark.parametrize("unit", ["1PzA", "1Air", "1FinA"])
def test_the_soviets_win_when_the_last_axis_unit_is_destroyed(unit: str) -> None:
    _, after = starved(unit, "campaign")
    assert not after.is_over  # a supply unit is left in the west
    middle = "2530" if "Fin" not in unit else "0720"
    ring = {f"{n}Inf": h for n, h in enumerate(sorted(near(middle)), 1)}
    alone = at("soviet", SECOND, where={unit: middle, **ring, "6AxSup": "pool"}, turn=6)
    # no supply unit arrives in December
    over = on(alone, "movement", "soviet")
    assert ended(over, "soviet", "SPI-CVIC-S1") and over.turn == 7
    assert over.var("phasing side") == 0  # at once, before the Soviets move


@pytest.mark.rule("SPI-CVIC-S1", "SPI-MOVE-C1")
def test_the_soviets_win_when_the_last_axis_unit_left_the_map() -> None:
    state = at("axis", FIRST, where={"1InA": "2501", "6AxSup": "pool"}, turn=7)
    assert not walk(state, "movement", "soviet").is_over
    gone = play(state, "move 1InA", "leave-map")
    assert gone.is_over or gone.decision != "leg"
    over = walk(gone, "movement", "soviet")
    assert ended(over, "soviet", "SPI-CVIC-S1") and over.turn == 7


@pytest.mark.rule("SPI-CVIC-S1")
def test_the_soviets_win_as_a_battle_destroys_the_last() -> None:
    """Before their Second Movement Phase."""
    soviets = dict(zip(("1Inf", "2Inf", "3Inf", "4Inf"), ["2137"] * 2 + ["2135"] * 2, strict=True))
    where = {"1AxSup": "2136", "6AxSup": "pool", "1SovSup": "2036", **soviets}
    state = at("soviet", FIRST, where=where, turn=2)
    over = fought(state, "2136", "give-ground")
    assert over.place("1AxSup") == "dead"
    assert ended(over, "soviet", "SPI-CVIC-S1"), over.text()


@pytest.mark.rule("SPI-CVIC-S1")
def test_left_out_or_in_a_standard_game_the_war_goes_on() -> None:
    for more in ({"without": "SPI-CVIC-S1"}, {"scenario": "barbarossa"}):
        state = at("axis", FIRST, where={"6AxSup": "pool", "1AxSup": "dead"}, turn=7, **more)  # type: ignore[arg-type]
        assert not walk(state, "movement", "soviet").is_over


def with_line(variables: dict[str, int], turns: int, **more: object) -> State:
    """So many Soviet turns after the Axis turn in which armies had left the map."""
    state = at("axis", SECOND, variables=variables, turn=14, **more)  # type: ignore[arg-type]
    state = on(state, "movement", "soviet")
    for _ in range(turns):
        state = next_turn(state, "soviet")
    return state


@pytest.mark.rule("SPI-CVIC-S2A", "SPI-CVIC-S2B")
def test_ten_armies_and_a_line_for_two_whole_turns_win_an_empty_union() -> None:
    assert with_line(TEN, 1).var(LINE) == 1 and not with_line(TEN, 1).is_over
    over = with_line(TEN, 2)
    assert ended(over, "soviet", "SPI-CVIC-S2B") and over.turn == 15
    nine = with_line({"armies exited": 9}, 3)
    assert not nine.is_over and nine.var(LINE) == 0


@pytest.mark.rule("SPI-CVIC-S2A")
@pytest.mark.parametrize(
    ("where", "won"),
    [
        ({"1InA": "2405"}, True),  # Warsaw
        ({"1InA": "3813"}, True),  # Jassy
        ({"1FinA": "0113"}, True),  # Finland
        ({"1InA": "1912"}, False),  # Vilna
        ({"1InA": "3109"}, False),  # Lvov
        ({"1AxSup": "2530"}, False),
        ({"1Air": "0642"}, False),
    ],
)
def test_no_axis_unit_of_any_kind_may_be_in_the_soviet_union(
    where: dict[str, str], won: bool
) -> None:
    state = with_line(TEN, 2, where=where)
    assert state.is_over == won
    assert with_line(TEN, 2, where=where, without="SPI-CVIC-S2A").is_over


@pytest.mark.rule("SPI-CVIC-S2A", "SPI-CVIC-S2B")
def test_the_union_may_be_cleared_after_the_line_was_opened() -> None:
    state = with_line(TEN, 3, where={"1InA": "1912"})
    assert not state.is_over and state.var(LINE) == 3
    over = next_turn(state._supposed(places=[("1InA", "pool")]), "soviet")
    assert ended(over, "soviet", "SPI-CVIC-S2B")


@pytest.mark.rule("SPI-CVIC-S3")
def test_twenty_armies_win_with_the_axis_still_in_the_union() -> None:
    where = {"1InA": "1912"}
    assert not with_line(TWENTY, 1, where=where).is_over
    over = with_line(TWENTY, 2, where=where)
    assert ended(over, "soviet", "SPI-CVIC-S3") and over.turn == 15
    assert not with_line({"armies exited": 19}, 3, where=where).is_over
    assert not with_line(TWENTY, 3, where=where, without="SPI-CVIC-S3").is_over


@pytest.mark.rule("SPI-CVIC-S2B", "SPI-CVIC-S3")
@pytest.mark.parametrize(("variables", "name"), [(TEN, LINE), (TWENTY, LINE_20)])
def test_the_line_must_hold_as_each_of_the_two_turns_begins_and_ends(
    variables: dict[str, int], name: str
) -> None:
    """The Axis shuts the western edge by its zones of control, and opens it again."""
    shut = wall(WESTERN_EDGE)
    off = [(u, "pool") for u in shut]
    began = with_line(variables, 0, where=shut)
    opened = next_turn(began._supposed(places=off), "soviet")  # open at its end alone
    assert opened.var(name) == 0
    first = next_turn(opened, "soviet")
    assert first.var(name) == 1 and not first.is_over
    closed = next_turn(first._supposed(places=list(shut.items())), "soviet")  # shut at its end
    assert closed.var(name) == 0 and not closed.is_over
    again = next_turn(with_line(variables, 1)._supposed(places=list(shut.items())), "soviet")
    assert again.var(name) == 0 and not again.is_over


@pytest.mark.rule("SPI-CVIC-S2B", "SPI-CVIC-S3")
def test_an_army_that_leaves_within_a_turn_counts_from_the_next() -> None:
    """The turns are complete ones after the tenth army has left."""
    state = at("soviet", FIRST, where={"1Inf": "2001", "6AxSup": "3001"}, turn=14,
               variables={"armies exited": 9})  # fmt: skip
    gone = play(state, "move 1Inf", "leave-map")
    assert gone.var("armies exited") == 10
    first = next_turn(gone, "soviet")
    assert first.var(LINE) == 0
    second = next_turn(first, "soviet")
    assert second.var(LINE) == 1 and not second.is_over
    assert ended(next_turn(second, "soviet"), "soviet", "SPI-CVIC-S2B")


@pytest.mark.rule("SPI-CVIC-S3")
def test_the_line_may_run_off_the_edge_of_finland() -> None:
    """The western edge is shut everywhere else."""
    shut = {**wall(hexes_with("edge-west")), "1InA": "1912"}
    assert ended(with_line(TWENTY, 2, where=shut), "soviet", "SPI-CVIC-S3")
    assert not with_line(TWENTY, 2, where=wall(WESTERN_EDGE)).is_over


@pytest.mark.rule("SPI-CVIC-S3")
def test_the_line_may_begin_at_a_supply_unit() -> None:
    """The whole eastern edge is shut; a Soviet supply unit stands in the west, or does not."""
    shut = wall(hexes_with("edge-east"))
    where, calm = {**shut, "4SovSup": "2010"}, "SPI-SEQ-H SPI-CVIC-A1"  # nobody arrives
    assert ended(with_line(TWENTY, 2, where=where, without=calm), "soviet", "SPI-CVIC-S3")
    where = {**shut, "4SovSup": "pool", "1Inf": "2010"}
    none = with_line(TWENTY, 2, where=where, without=calm)
    assert none.var(LINE_20) == 0 and none.outcome and none.outcome[0] != "soviet"


@pytest.mark.rule("SPI-CVIC-S2A", "SPI-CVIC-S3")
@pytest.mark.parametrize(
    ("unit", "counts"),
    [("1Inf", 1), ("1Shk", 1), ("1TkA", 1), ("1TkC", 0), ("1MeC", 0), ("1SovSup", 0)],
)
@pytest.mark.parametrize("edge", ["2501", "0311"])
def test_armies_count_as_they_leave_by_the_western_edge(unit: str, counts: int, edge: str) -> None:
    state = at("soviet", FIRST, where={unit: edge}, turn=14)
    gone = play(state, f"move {unit}", "leave-map")
    assert gone.place(unit) == "off the map"
    assert gone.var("armies exited") == counts


@pytest.mark.rule("SPI-CVIC-S3")
def test_leaving_takes_a_point_more_at_the_edge_alone_and_the_west_alone() -> None:
    near_ = at("soviet", FIRST, where={"1Inf": "2502"}, turn=14)
    one = play(near_, "move 1Inf", "to 2501")
    assert "leave-map" in one.legal_actions.names()
    two = at("soviet", FIRST, where={"1Inf": "2503"}, turn=14)
    two = play(two, "move 1Inf", "to 2501")
    assert two.decision != "leg" or "leave-map" not in two.legal_actions.names()
    for hex_ in ("2502", "2542", "4540"):
        state = play(at("soviet", FIRST, where={"1Inf": hex_}, turn=14), "move 1Inf")
        assert "leave-map" not in state.legal_actions.names()
    standard = at("soviet", FIRST, where={"1Inf": "2501"}, turn=14, scenario="stalingrad")
    assert "leave-map" not in play(standard, "move 1Inf").legal_actions.names()


@pytest.mark.rule("SPI-CVIC-S3", "SPI-ZOC-B")
@pytest.mark.parametrize(
    ("side", "unit", "enemy"), [("soviet", "1TkC", "1InA"), ("axis", "1PzC", "1Inf")]
)
def test_leaving_the_map_out_of_an_enemy_zone_takes_another_point(
    side: str, unit: str, enemy: str
) -> None:
    supply = {"soviet": "1SovSup", "axis": "1AxSup"}[side]

    def at_the_edge(start: str, without: str = "", **more: str) -> State:
        where = {unit: start, supply: start, **more}
        state = at(side, FIRST, where=where, turn=14, without=without)
        return play(state, f"move {unit}", "to 2501")

    def left(state: State) -> bool:
        return state.decision == "leg" and "leave-map" in state.legal_actions.names()

    points = max(
        at(side, FIRST, where={unit: "2501", supply: "2501"}, turn=14).reach(unit).values()
    )
    far, near_ = {5: ("2701", "2601"), 8: ("3001", "2901")}[points]
    # three points into the zone: one is left, or two
    assert not left(at_the_edge(far, **{enemy: "2401"}))
    assert left(at_the_edge(near_, **{enemy: "2401"}))
    assert left(at_the_edge(far))
    assert left(at_the_edge(far, "SPI-ZOC-B", **{enemy: "2401"}))


# -- the Axis ----------------------------------------------------------------------------------


@pytest.mark.rule("SPI-CVIC-A1")
def test_the_axis_wins_when_no_soviet_is_there_at_the_end_of_two_turns() -> None:
    none = {"4SovSup": "pool"}
    first = play(at("axis", SECOND, where=none, turn=14), "end-movement")
    assert not first.is_over and first.var(EMPTY) == 1
    second = play(at("axis", SECOND, where=none, turn=14, variables={EMPTY: 1}), "end-movement")
    assert ended(second, "axis", "SPI-CVIC-A1")
    for unit in ("1Inf", "1MeC", "1SovSup"):
        where = {**none, unit: "2540"}
        met = play(at("axis", SECOND, where=where, turn=14, variables={EMPTY: 1}), "end-movement")
        assert not met.is_over and met.var(EMPTY) == 0
    left = at("axis", SECOND, where=none, turn=14, variables={EMPTY: 1}, without="SPI-CVIC-A1")
    assert not play(left, "end-movement").is_over


@pytest.mark.rule("SPI-CVIC-A1")
def test_reinforcements_of_the_soviets_keep_them_in_the_war() -> None:
    first = on(at("axis", SECOND, where={"4SovSup": "pool"}, turn=14), "movement", "soviet")
    assert placed(first, ["SU:"])
    after = on(next_turn(first, "axis"), "movement", "axis")
    assert after.var(EMPTY) == 1
    assert on(after, "movement", "soviet").var(EMPTY) == 0


def line_pair() -> tuple[str, str]:
    """A hex west of the Campaign Victory Line, and its neighbour east of it."""
    west = hexes_with("west-of-victory-line")
    pairs = ((w, e) for w in sorted(west - CITIES.keys()) for e in sorted(near(w) - west))
    return next(pair for pair in pairs if pair[0][:2] > "15" and pair[1] not in CITIES)


@pytest.mark.rule("SPI-CVIC-A2")
@pytest.mark.parametrize("unit", ["1Inf", "1TkC", "1SovSup"])
def test_twelve_clean_turns_win_and_a_soviet_west_of_the_line_resets_them(unit: str) -> None:
    west, east = line_pair()
    for count, place, over, after in (
        (11, east, True, 12), (10, east, False, 11), (11, west, False, 0), (0, east, False, 1),
    ):  # fmt: skip
        state = at("axis", SECOND, where={unit: place}, turn=14, variables={CLEAR: count})
        out = play(state, "end-movement")
        assert out.is_over == over
        assert ended(out, "axis", "SPI-CVIC-A2") if over else out.var(CLEAR) == after


@pytest.mark.rule("SPI-CVIC-A2")
def test_the_line_is_looked_at_as_the_axis_ends_alone() -> None:
    west, east = line_pair()
    state = at("soviet", SECOND, where={"1Inf": west}, turn=14, variables={CLEAR: 11})
    axis = next_turn(state, "axis")
    assert axis.var(CLEAR) == 11
    away = on(axis, "movement", "axis")._supposed(places=[("1Inf", east)])
    assert ended(play(away, "end-movement"), "axis", "SPI-CVIC-A2")


@pytest.mark.rule("SPI-CVIC-A2")
def test_passing_twelve_turns_wins_from_the_first_turn_on() -> None:
    state = at("axis", SECOND, turn=1)
    over = walk(state, "never")
    assert ended(over, "axis", "SPI-CVIC-A2") and over.turn == 12
    left = walk(at("axis", SECOND, turn=1, without="SPI-CVIC-A2"), "never")
    assert left.outcome == (None, 0, "SPI-CVIC-E2") and left.turn == 45


def all_cities(count: int = 5, where: dict[str, str] | None = None, **more: object) -> State:
    """The Axis Second Movement Phase with all Soviet cities taken."""
    state = at("axis", SECOND, where=where, turn=14, passed={"axis": SOVIET_CITIES},
               variables={HELD: count}, **more)  # type: ignore[arg-type]  # fmt: skip
    return state


def to_its_end(state: State) -> State:
    """The Axis First Movement Phase of the next turn, or the end."""
    return next_turn(next_turn(state, "soviet"), "axis") if not state.is_over else state


@pytest.mark.rule("SPI-CVIC-A3")
def test_all_soviet_cities_for_six_turns_win_as_the_sixth_ends() -> None:
    state = all_cities()
    soviet = next_turn(state, "soviet")
    assert not soviet.is_over
    over = next_turn(soviet, "axis")
    assert ended(over, "axis", "SPI-CVIC-A3") and over.turn == 14
    fifth = to_its_end(all_cities(4))
    assert not fifth.is_over and fifth.var(HELD) == 5
    assert not to_its_end(all_cities(without="SPI-CVIC-A3")).is_over


@pytest.mark.rule("SPI-CVIC-A3")
@pytest.mark.parametrize("city", sorted(SOVIET_CITIES))
def test_every_one_of_them_counts(city: str) -> None:
    passed = [(city, "axis passed last", False), (city, "soviet passed last", True)]
    after = to_its_end(all_cities()._supposed(hex_flags=passed))
    assert not after.is_over and after.var(HELD) == 0


@pytest.mark.rule("SPI-CVIC-A3")
def test_cities_abroad_do_not_matter() -> None:
    lost = [(c, "soviet passed last", True) for c in CITIES if c not in SOVIET_CITIES]
    assert to_its_end(all_cities()._supposed(hex_flags=lost)).is_over


@pytest.mark.rule("SPI-CVIC-A3")
def test_they_are_held_as_the_axis_ends_and_as_the_soviets_end() -> None:
    moscow = [("1627", "axis passed last", False), ("1627", "soviet passed last", True)]
    back = [("1627", "axis passed last", True), ("1627", "soviet passed last", False)]
    soviet = next_turn(all_cities(), "soviet")
    late = next_turn(soviet._supposed(hex_flags=moscow), "axis")
    assert not late.is_over and late.var(HELD) == 0
    early = next_turn(all_cities()._supposed(hex_flags=moscow), "soviet")
    early = next_turn(early._supposed(hex_flags=back), "axis")
    assert not early.is_over and early.var(HELD) == 0


@pytest.mark.rule("SPI-CVIC-A3")
@pytest.mark.parametrize("city", ["2115", "4433"])
def test_a_line_from_the_western_edge_must_reach_each(city: str) -> None:
    ring = {f"{n}Inf": h for n, h in enumerate(sorted(near(city)), 1)}
    assert len(ring) == 6
    held = all_cities(where={"1InA": city, **ring, "1AxSup": city})
    after = to_its_end(held)
    assert not after.is_over and after.var(HELD) == 0
    gap = {u: h for u, h in ring.items() if u != "1Inf"}  # zones of control do not matter
    assert to_its_end(all_cities(where={"1InA": city, **gap, "1AxSup": city})).is_over


@pytest.mark.rule("SPI-CVIC-A3", "SPI-SUPPLY-E1")
@pytest.mark.parametrize(("turn", "frozen"), [(14, False), (19, True)])
def test_a_line_to_leningrad_leads_over_the_ice_in_winter_alone(turn: int, frozen: bool) -> None:
    """Every way to it on land is held by Soviets."""
    land = ("0417", "0418", "0616", "0620", "0717", "0720", "0817", "0818", "0819")
    ring = {f"{n}Inf": hex_ for n, hex_ in enumerate(land, 1)}
    state = at("axis", SECOND, where=ring, turn=turn, passed={"axis": SOVIET_CITIES},
               variables={HELD: 3})  # fmt: skip
    after = to_its_end(state)
    assert (after.var(HELD) == 4) == frozen


# -- the end -----------------------------------------------------------------------------------


@pytest.mark.rule("SPI-CVIC-E2", "SPI-CVIC-0")
@pytest.mark.parametrize("points", [0, 120])
def test_when_nobody_has_won_the_campaign_is_a_draw_whatever_the_points(points: int) -> None:
    west, _ = line_pair()
    whose = "axis" if points else "soviet"
    state = at("soviet", SECOND, turn=45, passed={whose: CITIES}, where={"1Inf": west})
    assert score(state) == points
    assert play(state, "end-movement").outcome == (None, 0, "SPI-CVIC-E2")
    earlier = play(state._supposed(variables=[("turn", 44)]), "end-movement")
    assert not earlier.is_over


@pytest.mark.rule("SPI-CVIC-0", "SPI-CVIC-E1", "SPI-CVIC-E2")
def test_left_out_points_count_or_the_war_goes_on() -> None:
    state = at("soviet", SECOND, turn=45, passed={"axis": CITIES}, without="SPI-CVIC-0")
    assert play(state, "end-movement").outcome == ("axis", 1, "SPI-LEN-C")
    none = {"4SovSup": "pool"}
    state = at("axis", SECOND, where=none, turn=14, variables={EMPTY: 1}, without="SPI-CVIC-E1")
    assert not play(state, "end-movement").is_over
    state = at("soviet", SECOND, turn=45, without="SPI-CVIC-E2")
    assert play(state, "end-movement").outcome == (None, 0, "")


@pytest.mark.rule("SPI-CVIC-S1", "SPI-CVIC-A1", "SPI-CVIC-A2", "SPI-CVIC-A3", "SPI-CVIC-S3")
@pytest.mark.parametrize("scenario", STANDARD)
def test_a_standard_game_knows_none_of_these_conditions(scenario: str) -> None:
    turn = data(scenario).setup["first_turn"] + 1
    state = at("axis", SECOND, where={"4SovSup": "pool"}, turn=turn, scenario=scenario,
               passed={"axis": SOVIET_CITIES}, without="SPI-SEQ-H")  # fmt: skip
    for _ in range(2):
        state = on(walk(on(state, "movement", "axis"), "movement", "axis"), "movement", "axis")
    assert not state.is_over and state.turn == turn + 2


@pytest.mark.rule("SPI-MVIC-7", "SPI-CAMP-R0")
def test_who_is_driven_off_the_western_edge_is_gone_but_not_destroyed() -> None:
    after = pressed(())
    assert after.place("1InC") == "off the map", after.text()
    assert after.var("points lost") == 0
    assert walk(after, "replacement").is_over


# -- clauses ---------------------------------------------------------------------------------------


@pytest.mark.rule("SPI-CVIC-S2B", "SPI-CVIC-S3")
@pytest.mark.parametrize(
    ("armies", "where", "rule"),
    [(11, {}, "SPI-CVIC-S2B"), (19, {}, "SPI-CVIC-S2B"), (21, {"1InA": "1912"}, "SPI-CVIC-S3")],
)
def test_more_armies_than_it_takes_win_as_well(
    armies: int, where: dict[str, str], rule: str
) -> None:
    assert ended(with_line({"armies exited": armies}, 2, where=where), "soviet", rule)


@pytest.mark.rule("SPI-CVIC-S2A")
@pytest.mark.parametrize("turn", [7, 14])
def test_finns_and_units_on_the_ice_are_in_the_soviet_union_too(turn: int) -> None:
    """A Finn at Leningrad; in January a German corps on Lake Ladoga."""
    unit, hex_ = ("1InC", "0420") if turn == 7 else ("1FinC", "0618")
    state = at("axis", SECOND, variables=TEN, turn=turn, where={unit: hex_})
    state = on(state, "movement", "soviet")
    later = next_turn(next_turn(state, "soviet"), "soviet")
    assert not later.is_over and later.var(LINE) == 2


@pytest.mark.rule("SPI-CVIC-A2", "SPI-CVIC-A1")
def test_soviets_out_of_supply_count_as_others_do() -> None:
    """A corps in a ring of Germans, west of the line; and one west of the Soviet Union."""
    ring = {f"{n}InC": h for n, h in enumerate(sorted(near("2310")), 1)}
    for place, guard in (("2310", ring), ("2403", {})):
        where = {"1TkC": place, **guard, "4SovSup": "pool"}
        count = {CLEAR: 11, EMPTY: 1}
        state = at("axis", SECOND, where=where, turn=14, variables=count)
        assert bool(state.supply("1TkC").level) == (not guard)
        out = play(state, "end-movement")
        assert not out.is_over and (out.var(CLEAR), out.var(EMPTY)) == (0, 0)


@pytest.mark.rule("SPI-CVIC-A3")
def test_no_line_to_the_cities_begins_at_the_edge_of_finland() -> None:
    """A supply unit of the Axis is left, and Soviets stand in every other hex of the edge."""
    edge = sorted(hexes_with("edge-west"))
    kinds = [f"{n}Inf" for n in range(1, 60)]
    where = dict(zip(kinds, edge, strict=False)) | {"6AxSup": "2530"}
    assert len(edge) <= len(kinds)
    shut = next_turn(next_turn(all_cities(3, where), "soviet"), "axis")
    assert shut.var(HELD) == 0
    gap = {u: h for u, h in where.items() if h != "2501"}
    assert next_turn(next_turn(all_cities(3, gap), "soviet"), "axis").var(HELD) == 4


@pytest.mark.rule("SPI-CVIC-A3")
def test_the_line_is_needed_as_the_axis_ends_and_as_the_soviets_end() -> None:
    """Minsk is cut off for one of the two, and the turn does not count."""
    ring = {f"{n}Inf": h for n, h in enumerate(sorted(near("2115")), 1)}
    held = {"1InA": "2115", "1AxSup": "2115"}
    away = [(u, "pool") for u in ring]
    early = next_turn(all_cities(3, held | ring), "soviet")._supposed(places=away)
    assert next_turn(early, "axis").var(HELD) == 0
    late = next_turn(all_cities(3, held), "soviet")._supposed(places=list(ring.items()))
    assert next_turn(late, "axis").var(HELD) == 0
    whole = next_turn(all_cities(3, held), "soviet")
    assert next_turn(whole, "axis").var(HELD) == 4


@pytest.mark.rule("SPI-CVIC-A3", "SPI-SUPPLY-E2")
@pytest.mark.parametrize(
    ("guard", "without", "kept"),
    [({}, "", 4), ({"20Inf": "4327"}, "", 0), ({}, "SPI-SUPPLY-E2", 0)],
)
def test_a_line_to_the_caucasus_crosses_the_straits_of_kerch(
    guard: dict[str, str], without: str, kept: int
) -> None:
    """Soviets hold all between the Sea of Azov and the eastern edge."""
    where = {f"{n}Inf": f"39{n + 29}" for n in range(1, 14)} | guard
    after = next_turn(next_turn(all_cities(3, where, without=without), "soviet"), "axis")
    assert after.var(HELD) == kept


@pytest.mark.rule("SPI-CVIC-E1", "SPI-CVIC-S1")
def test_the_game_ends_as_a_movement_phase_does() -> None:
    """The last Axis unit leaves the map in the First: no Combat Phase is met."""
    state = at("axis", FIRST, where={"1InA": "2501", "6AxSup": "pool"}, turn=7)
    over = play(state, "move 1InA", "leave-map")
    over = over if over.is_over else play(over, "end-movement")
    assert ended(over, "soviet", "SPI-CVIC-S1")


@pytest.mark.rule("SPI-CVIC-S2B", "SPI-CVIC-S3")
@pytest.mark.parametrize(("variables", "name"), [(TEN, LINE), (TWENTY, LINE_20)])
def test_a_unit_on_the_western_edge_is_no_line(variables: dict[str, int], name: str) -> None:
    """It stands there cut off as the turn begins; the edge is open as it ends."""
    shut = wall(WESTERN_EDGE - {"2501"})
    shut |= {f"{n}PzC": h for n, h in enumerate(sorted(near("2501")), 1)}
    began = with_line(variables, 0, where=shut | {"1Inf": "2501"})
    assert not began.supply("1Inf").level
    opened = next_turn(began._supposed(places=[(u, "pool") for u in shut]), "soviet")
    assert opened.var(name) == 0


@pytest.mark.rule("SPI-CVIC-S2A", "SPI-CVIC-S3")
def test_armies_count_that_leave_in_the_second_phase() -> None:
    state = at("soviet", SECOND, where={"1Inf": "2501"}, turn=14)
    assert play(state, "move 1Inf", "leave-map").var("armies exited") == 1


@pytest.mark.rule("SPI-CVIC-S1")
def test_what_is_still_to_be_replaced_saves_nobody() -> None:
    due = {f"DE:{kind} to be replaced": 1 for kind in ("pza", "pzc", "ina", "inc")}
    state = at("axis", FIRST, where={"1InA": "2501", "6AxSup": "pool"}, turn=7, variables=due)
    over = walk(play(state, "move 1InA", "leave-map"), "movement", "soviet")
    assert ended(over, "soviet", "SPI-CVIC-S1") and over.turn == 7


@pytest.mark.rule("SPI-CVIC-E2")
def test_conditions_half_met_make_no_winner_at_the_end() -> None:
    west, _ = line_pair()
    half = {HELD: 3, NOON: 1, LINE: 1, "armies exited": 19}
    state = at("soviet", SECOND, turn=45, passed={"axis": SOVIET_CITIES}, variables=half,
               where={"1Inf": west, "1InA": "1912"})  # fmt: skip
    assert play(state, "end-movement").outcome == (None, 0, "SPI-CVIC-E2")
