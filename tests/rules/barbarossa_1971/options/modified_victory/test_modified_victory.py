"""Modified Victory Conditions of the Campaign Game."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...campaign_positions import (
    CITIES,
    EMPTY,
    POINTS,
    next_turn,
    pressed,
    score,
    starved,
)
from ...war_positions import (
    FIRST,
    SECOND,
    STANDARD,
    at,
    game,
    names,
    near,
    play,
    refused,
    usual,
    walk,
)

MODIFIED = ("modified-victory",)
BANDS = [
    (120, "axis", 3, 1), (95, "axis", 3, 1), (94, "axis", 2, 2), (82, "axis", 2, 2),
    (81, "axis", 1, 3), (61, "axis", 1, 3), (60, None, 0, 4), (42, None, 0, 4),
    (41, "soviet", 1, 5), (27, "soviet", 1, 5), (26, "soviet", 2, 6), (10, "soviet", 2, 6),
    (9, "soviet", 3, 7), (0, "soviet", 3, 7), (-8, "soviet", 3, 7),
]  # fmt: skip


def last(points: int, **more: object) -> State:
    """The last Soviet phase of the modified campaign, with so many points."""
    passed: dict[str, list[str]] = {"axis": [], "soviet": []}
    left = max(points, 0)
    for city, value in sorted(CITIES.items(), key=lambda c: -c[1]):
        mine = value <= left
        left -= value * mine
        passed["axis" if mine else "soviet"].append(city)
    more.setdefault("options", MODIFIED)
    state = at("soviet", SECOND, turn=45, passed=passed, **more)  # type: ignore[arg-type]
    return state._supposed(variables=[("points lost", -points)]) if points < 0 else state


@pytest.mark.rule("SPI-MVIC-1", "SPI-MVIC-6")
@pytest.mark.parametrize(
    ("points", "winner", "degree", "row"),
    [pytest.param(*band, marks=pytest.mark.rule(f"SPI-MVIC-C{band[-1]}")) for band in BANDS],
)
def test_the_score_of_the_modified_campaign_has_seven_bands(
    points: int, winner: str | None, degree: int, row: int
) -> None:
    state = last(points)
    assert score(state) == points
    assert finished(state).outcome == (winner, degree, f"SPI-MVIC-C{row}")


def finished(state: State) -> State:
    """The end of the last turn, nobody agreeing to end the game before."""
    return walk(play(state, "end-movement"), "never")


@pytest.mark.rule("SPI-MVIC-1", "SPI-MVIC-2", "SPI-MVIC-3", "SPI-MVIC-5")
def test_the_example_of_the_reading_is_a_draw() -> None:
    """Cities for 70, units for 12, three supplied Soviets at the edge: 55."""
    edge = {"1Inf": "3001", "1TkC": "3301", "1SovSup": "3301"}
    state = last(70, where=edge)._supposed(variables=[("points lost", 12)])
    assert score(state) == 55
    assert finished(state).outcome == (None, 0, "SPI-MVIC-C4")


@pytest.mark.rule("SPI-MVIC-1", "SPI-MVIC-2", "SPI-MVIC-3", "SPI-MVIC-5")
def test_left_out_a_part_of_the_score_is_missing() -> None:
    edge = {"1Inf": "3001", "1TkC": "3301", "1SovSup": "3301"}
    for rule, points in (("SPI-MVIC-2", -15), ("SPI-MVIC-3", 67), ("SPI-MVIC-5", 58),
                         ("SPI-MVIC-1", 58)):  # fmt: skip
        state = last(70, where=edge, without=rule)._supposed(variables=[("points lost", 12)])
        assert score(state) == points, rule


@pytest.mark.rule("SPI-MVIC-3")
@pytest.mark.parametrize("unit", sorted(POINTS))
def test_each_destroyed_axis_unit_costs_its_points(unit: str) -> None:
    before, after = starved(unit, "campaign", options=MODIFIED)
    assert after.place(unit) == "dead" and score(before) - score(after) == POINTS[unit]


@pytest.mark.rule("SPI-MVIC-4")
@pytest.mark.parametrize(("unit", "points"), [("1PzA", 6), ("1PzC", 2), ("1InA", 3), ("1InC", 1)])
def test_who_comes_back_costs_nothing(unit: str, points: int) -> None:
    for without, left in (("", 0), ("SPI-MVIC-4", points)):
        _, lost = starved(unit, "campaign", turn=13, options=MODIFIED, without=without)
        assert lost.var("points lost") == points
        back = walk(lost, "replacement")
        assert back.var("points lost") == points
        chosen = play(back, f"replace {min(names(back, 'replace'))}", "arrive-at 3301")
        assert chosen.var("points lost") == left
        # what else was lost stays lost
        more = play(back._supposed(variables=[("points lost", points + 7)]),
                    f"replace {min(names(back, 'replace'))}", "arrive-at 3301")  # fmt: skip
        assert more.var("points lost") == left + 7


@pytest.mark.rule("SPI-MVIC-5")
def test_supplied_soviets_in_the_western_edge_cost_a_point_each() -> None:
    free = last(60)
    for where, points in (
        ({"1Inf": "3001"}, 1),
        ({"1Inf": "3001", "2Inf": "3001"}, 2),
        ({"1MeC": "0311"}, 1),
        ({"1Inf": "3002"}, 0),
        ({"1Inf": "2542"}, 0),
    ):
        state = last(60, where=where)
        held = sum(CITIES.get(h, 0) for h in where.values())
        assert score(free) - score(state) == points + held, where
    # cut off by zones of control, it is out of supply
    ring = {f"{n}InC": h for n, h in enumerate(["2903", "3003", "3103", "2803", "3203"], 1)}
    wide = {"1Inf": "3001", **ring, "6InC": "2702", "7InC": "3302", "8InC": "2601", "9InC": "3401"}
    assert score(last(60, where=wide)) == 60 + CITIES["2903"]


@pytest.mark.rule("SPI-MVIC-6")
def test_both_sides_may_agree_to_end_the_game_after_a_turn() -> None:
    state = last(95)._supposed(variables=[("turn", 20)])
    asked = play(state, "end-movement")
    assert (asked.decision, asked.to_move) == ("end of the game", "axis")
    assert asked.turn == 20
    proposed = play(asked, "propose-end")
    assert (proposed.decision, proposed.to_move) == ("end of the game", "soviet")
    over = play(proposed, "agree")
    assert over.outcome == ("axis", 3, "SPI-MVIC-C1")
    on_ = play(proposed, "play-on")
    assert not on_.is_over and on_.turn == 21
    assert play(asked, "play-on").turn == 21


@pytest.mark.rule("SPI-MVIC-6", "SPI-CVIC-E1")
@pytest.mark.parametrize(
    ("points", "winner", "row"), [(95, "axis", 1), (50, None, 4), (9, "soviet", 7)]
)
def test_a_condition_met_ends_the_modified_game_which_points_judge_or_by_r70_not(
    points: int, winner: str | None, row: int
) -> None:
    degree = {1: 3, 4: 0, 7: 3}[row]
    for options, outcome in (
        (MODIFIED, (winner, degree, f"SPI-MVIC-C{row}")),
        ((*MODIFIED, "R70"), ("axis", 1, "SPI-CVIC-A1")),
    ):
        state = last(points, options=options)._supposed(places=[("4SovSup", "pool")])
        axis = at("axis", SECOND, turn=14, options=options, where={"4SovSup": "pool"},
                  variables={EMPTY: 1})  # fmt: skip
        flags = [(h, f"{s} passed last", True) for s in ("axis", "soviet")
                 for h in state.hexes_with(f"{s} passed last") if h in CITIES]  # fmt: skip
        assert play(axis._supposed(hex_flags=flags), "end-movement").outcome == outcome


@pytest.mark.rule("SPI-MVIC-6")
def test_left_out_the_modified_campaign_ends_as_the_other_does() -> None:
    state = last(95, without="SPI-MVIC-6")
    assert play(state, "end-movement").outcome == (None, 0, "SPI-CVIC-E2")


@pytest.mark.rule("SPI-MVIC-7", "SPI-CAMP-R0")
def test_who_is_driven_off_the_western_edge_is_gone_but_not_destroyed() -> None:
    after = pressed(MODIFIED)
    assert after.place("1InC") == "off the map", after.text()
    assert after.var("points lost") == 0
    assert walk(after, "replacement").is_over


@pytest.mark.rule("SPI-MVIC-8")
@pytest.mark.parametrize("unit", ["1PzA", "1InC", "1RumA", "1Air", "1AxSup"])
def test_no_axis_unit_leaves_the_map_of_its_own_will_in_the_modified_campaign(unit: str) -> None:
    where = {unit: "2501"}
    free = play(at("axis", FIRST, where=where, turn=14), f"move {unit}")
    assert "leave-map" in free.legal_actions.names()
    bound = play(at("axis", FIRST, where=where, turn=14, options=MODIFIED), f"move {unit}")
    with refused("SPI-MVIC-8"):
        play(bound, "leave-map")
    soviet = at("soviet", FIRST, where={"1Inf": "2501"}, turn=14, options=MODIFIED)
    assert play(soviet, "move 1Inf", "leave-map").var("armies exited") == 1


@pytest.mark.rule("SPI-MVIC-1")
@pytest.mark.parametrize("scenario", STANDARD)
def test_modified_victory_is_for_the_campaign_alone(scenario: str) -> None:
    with pytest.raises(Exception, match=r"modified-victory.*campaign"):
        game(scenario, MODIFIED)


def test_whoever_only_passes_is_judged_at_last() -> None:
    state = walk(game("campaign", MODIFIED).new(seed=1), "movement", "axis")
    steps = 0
    while not state.is_over and steps < 5000:
        state.push(usual(state, {}))
        steps += 1
    assert state.is_over and state.turn == 45
    assert state.outcome is not None and str(state.outcome[2]).startswith("SPI-MVIC-C")


@pytest.mark.rule("SPI-MVIC-6", "SPI-CVIC-E1")
def test_points_judge_whoever_meets_whichever_condition() -> None:
    """All cities held for six turns, or twenty armies sent off, by 120 points of the Axis."""
    held = {"turns with all Soviet cities": 5}
    for variables, turns in ((held, 1), ({"armies exited": 20}, 2)):
        state = at("axis", SECOND, turn=14, options=MODIFIED, passed={"axis": CITIES},
                   variables=variables)  # fmt: skip
        state = next_turn(state, "soviet")
        for _ in range(turns):
            assert not state.is_over
            state = next_turn(state, "soviet")
        assert state.outcome == ("axis", 3, "SPI-MVIC-C1")


@pytest.mark.rule("SPI-MVIC-2")
def test_a_city_scores_whether_or_not_a_line_of_supply_leads_there() -> None:
    """Soviets all round Moscow, which the Axis passed last."""
    ring = {f"{n}Inf": h for n, h in enumerate(sorted(near("1627")), 1)}
    assert not near("1627") & CITIES.keys()
    assert score(last(70, where=ring)) == 70 and score(last(10, where=ring)) == 10


@pytest.mark.rule("SPI-MVIC-5")
def test_armies_that_have_left_the_map_score_nothing() -> None:
    assert score(last(60, variables={"armies exited": 7})) == 60
