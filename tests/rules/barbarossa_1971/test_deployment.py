"""Initial Deployment: sides of the start line, covered fronts, Finland and Hungary."""

from __future__ import annotations

import random
from collections.abc import Set
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import eastfront as ef
from eastfront._core import State
from eastfront.scenario.errors import ScenarioError

from .deployment_positions import (
    FIGHTERS,
    INFANTRY,
    LINE,
    NEEDED,
    along,
    at_placement_of,
    fewest,
    free,
    own_ground,
    placed_at_random,
    reorganizing,
    supports,
    uncovered,
    units_kind,
    with_armies,
)
from .war_positions import (
    GAMES,
    STANDARD,
    area,
    begin,
    data,
    forces,
    game,
    hexes_with,
    names,
    near,
    placed,
    play,
    refused,
    units,
    walk,
)

FINNISH = ("FI:",)


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-DEPLOY-B", "SPI-FRONT-A")
@pytest.mark.parametrize("scenario", GAMES)
def test_each_side_is_offered_its_own_side_of_the_line_of_the_game(scenario: str) -> None:
    axis = hexes_with(f"axis-{LINE[scenario]}")
    theirs = at_placement_of(free(scenario, "soviet"), "SU:inf")
    offered = names(theirs, "set-up")
    assert offered and not offered & axis
    state = free(scenario, "axis")
    while state.decision == "placement":
        offered = names(state, "set-up")
        assert offered and offered <= axis
        state.push(state.legal_actions.list()[0])


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-DEPLOY-B")
@pytest.mark.parametrize("scenario", GAMES)
def test_the_other_side_of_the_line_is_refused(scenario: str) -> None:
    beyond = sorted(hexes_with(f"soviet-front-{LINE[scenario]}") - area("finland"))[0]
    before = sorted(hexes_with(f"axis-front-{LINE[scenario]}") - area("finland"))[0]
    with refused("SPI-DEPLOY-B", "start line"):
        play(free(scenario, "soviet"), f"set-up {before}")
    with refused("SPI-DEPLOY-A", "start line"):
        play(at_placement_of(free(scenario, "axis"), "DE:"), f"set-up {beyond}")


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-DEPLOY-B")
@pytest.mark.parametrize(("rule", "side"), [("SPI-DEPLOY-A", "axis"), ("SPI-DEPLOY-B", "soviet")])
def test_left_out_a_side_may_cross_the_line(rule: str, side: str) -> None:
    axis = hexes_with("axis-stalingrad")
    state = free("stalingrad", side, without=rule)
    state = at_placement_of(state, "DE:" if side == "axis" else "SU:")
    offered = names(state, "set-up")
    assert offered & axis and offered - axis


@pytest.mark.rule("SPI-FRONT-B")
def test_the_line_of_1941_is_the_soviet_border() -> None:
    """Every hex west of it lies in a state of the Axis or in Finland, every other does not."""
    west = hexes_with("axis-barbarossa")
    abroad = area(
        "finland", "greater-germany", "general-government", "slovakia", "hungary", "rumania",
        "bulgaria", "yugoslavia",
    )  # fmt: skip
    land = {h.name for h in data().map.hexes if h is not None and h.terrain in ("clear", "rough")}
    assert west & land == abroad
    home = area("ussr", "estonia", "latvia", "lithuania")
    assert home == land - abroad
    # supply units, which no full hex holds back, are set up on all of either side
    assert names(at_placement_of(free("barbarossa", "soviet"), "SU:sup"), "set-up") == home
    unbound = free("barbarossa", "axis", without="SPI-DEPLOY-D")
    axis = names(at_placement_of(unbound, "AX:sup"), "set-up")
    assert axis == abroad - area("finland", "hungary")


@pytest.mark.rule("SPI-FRONT-A")
def test_the_lines_of_the_four_games_differ_and_share_the_finnish_border() -> None:
    lines = [hexes_with(f"axis-{name}") for name in STANDARD]
    assert len({frozenset(line) for line in lines}) == 4
    assert all(area("finland") <= line for line in lines)


@pytest.mark.rule("SPI-DEPLOY-C", "SPI-DEPLOY-D", "SPI-UNIT-G", "SPI-CAMP-A")
@pytest.mark.parametrize("scenario", GAMES)
def test_the_ready_set_up_covers_both_fronts_with_the_order_of_battle(scenario: str) -> None:
    state = begin(scenario)
    for side in ("axis", "soviet"):
        assert not uncovered(state, side, LINE[scenario])
    chart = data(scenario).charts[f"order-of-battle-{scenario}"]
    there, corps = forces(state), {"DE:inc": "DE:ina", "RU:inc": "RU:ina", "DE:pzc": "DE:pza"}
    size = {"DE:inc": 3, "RU:inc": 2, "DE:pzc": 3}
    for kind, army in corps.items():  # armies that the ready set-up breaks down
        there[army] = there.get(army, 0) + there.pop(kind, 0) // size[kind]
    wanted = {k: n for k, n in {**chart["axis"], **chart["soviet"]}.items() if n}
    assert {k: n for k, n in there.items() if n} == wanted


@pytest.mark.rule(
    "SPI-DEPLOY-A", "SPI-DEPLOY-B", "SPI-DEPLOY-C", "SPI-DEPLOY-D", "SPI-DEPLOY-F", "SPI-DEPLOY-G"
)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("scenario", GAMES)
def test_whoever_places_at_random_covers_both_fronts(scenario: str, seed: int) -> None:
    state = placed_at_random(game(scenario).new(seed=seed), seed)
    assert not uncovered(state, "soviet", LINE[scenario])
    assert not uncovered(state, "axis", LINE[scenario])
    finnish = {u for u, h in placed(state).items() if h in area("finland")}
    assert finnish and finnish == set(placed(state, FINNISH))
    assert state.var(NEEDED) == 0
    assert "to deploy" not in state.places().values()
    # what was noted to find that out is forgotten, so that equal positions are equal
    assert not state.hexes_with("covers the front") and not state.hexes_with("front to be covered")


@pytest.mark.rule("SPI-DEPLOY-C", "SPI-DEPLOY-D")
@pytest.mark.parametrize(("rule", "side"), [("SPI-DEPLOY-C", "soviet"), ("SPI-DEPLOY-D", "axis")])
def test_left_out_a_front_may_be_left_open(rule: str, side: str) -> None:
    state = placed_at_random(game("berlin", without=rule).new(seed=1), 1)
    other = {"soviet": "axis", "axis": "soviet"}[side]
    assert uncovered(state, side, "berlin") and not uncovered(state, other, "berlin")


def covers(hexes: set[str]) -> set[str]:
    """The hexes from which all of some are covered: one must stand in each, or beside it."""
    around = [{h, *near(h)} for h in hexes]
    return set.intersection(*around) if around else set()


def roomy(state: State, side: str) -> set[str]:
    """The hexes of a side in which one more army has a place."""
    stands = [h for u, h in placed(state).items() if units()[u].mobility != "support"]
    full = {h for h in stands if side == "axis" or stands.count(h) > 1}
    land = {h.name for h in data().map.hexes if h is not None and h.terrain in ("clear", "rough")}
    own = hexes_with("axis-barbarossa")
    return (land & own if side == "axis" else land - own) - full


def last_at_random(side: str, last: str, seed: int) -> tuple[State, State, int]:
    """The placement of the last unit that covers a front; the others were placed at random.

    With the state before the last but one was placed, and what was done there. A unit that has a
    single hex left is placed there without being asked.
    """
    for more in range(80):
        rng = random.Random(80 * seed + more)
        out = free("barbarossa", side) if side == "soviet" else without_support()
        before, action = out, 0
        while out.phase == "set-up" and str(out.subject) != last:
            before, action = out.copy(), rng.choice(out.legal_actions.list())
            out.push(action)
        if out.phase == "set-up" and uncovered(out, side, "barbarossa"):
            return out, before, action
    raise LookupError("no set-up leaves a choice to the last")


def without_support() -> State:
    """The placement of the first unit of the Axis, which has no support units to help."""
    state = reorganizing("barbarossa")
    waiting = [u for u, place in state.places().items() if place == "to deploy"]
    support = [u for u in waiting if units()[u].kind in ("DE:air", "AX:sup")]
    return walk(state._supposed(places=[(u, "pool") for u in support]), "placement", "axis")


def one_hex_is_left(
    before: State, action: int, gaps: set[str], helper: str, ground: set[str]
) -> None:
    """With a further unit that covers all of the gaps but a hex: in it or beside it."""
    for hex_ in sorted(ground):
        left = gaps - {hex_, *near(hex_)}
        if len(left) == 1:
            after = before._supposed(places=[(helper, hex_)])
            after.push(action)
            side = "axis" if helper == "1PzC" else "soviet"
            assert names(after, "set-up") == covers(left) & ground & roomy(after, side)


@pytest.mark.rule("SPI-DEPLOY-C")
@pytest.mark.parametrize("seed", range(3))
def test_the_last_soviet_infantry_goes_where_it_closes_the_front(seed: int) -> None:
    state, before, action = last_at_random("soviet", "22Inf", seed)
    gaps = uncovered(state, "soviet", "barbarossa")
    closing = covers(gaps) & roomy(state, "soviet")
    assert names(state, "set-up") == closing
    elsewhere = min(roomy(state, "soviet") - closing)
    with refused("SPI-DEPLOY-C", "could not cover the front"):
        play(state, f"set-up {elsewhere}")
    one_hex_is_left(before, action, gaps, "1Shk", roomy(state, "soviet"))
    # a tank corps in the gap, or beside it, does not help; infantry does
    hole = min(covers(gaps))
    for other, helps in {"1TkC": False, "1MeC": False, "1TkA": False, "1Shk": True}.items():
        after = before._supposed(places=[(other, hole)])
        after.push(action)
        assert names(after, "set-up") == (roomy(after, "soviet") if helps else closing), other


@pytest.mark.rule("SPI-DEPLOY-D")
@pytest.mark.parametrize("seed", range(3))
def test_the_last_axis_army_goes_where_it_closes_the_front(seed: int) -> None:
    state, before, action = last_at_random("axis", "2RumA", seed)
    gaps = uncovered(state, "axis", "barbarossa")
    open_ = roomy(state, "axis") - area("finland", "hungary")
    closing = covers(gaps) & open_
    assert names(state, "set-up") == closing
    with refused("SPI-DEPLOY-D", "could not cover the front"):
        play(state, f"set-up {min(open_ - closing)}")
    one_hex_is_left(before, action, gaps, "1PzC", open_)
    # whatever fights for the Axis covers it
    for other in ("1PzC", "1InC", "1RumC", "1HunC", "1ItaC"):
        after = before._supposed(places=[(other, min(closing))])
        after.push(action)
        assert names(after, "set-up") >= open_ - {min(closing)}, other


@pytest.mark.rule("SPI-DEPLOY-D", "SPI-DEPLOY-G")
def test_two_finnish_armies_cover_the_finnish_front() -> None:
    """The first goes where one more can close the front, the second closes it."""
    first = at_placement_of(free("barbarossa", "axis"), "FI:")
    front = hexes_with("axis-front-barbarossa") & area("finland")
    can = {h for h in area("finland") if covers(front - {h, *near(h)} or {h}) & area("finland")}
    assert names(first, "set-up") == can
    with refused("SPI-DEPLOY-D"):
        play(first, "set-up 0111")
    for hex_ in sorted(can):
        second = play(first, f"set-up {hex_}")
        left = front - {hex_, *near(hex_)}
        open_ = area("finland") - {hex_}
        assert names(second, "set-up") == (covers(left) & open_ if left else open_)


@pytest.mark.rule("SPI-DEPLOY-C", "SPI-DEPLOY-D")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_while_enough_is_left_a_unit_stands_anywhere(side: str) -> None:
    """The first infantry and the first German unit, in the rear as well as in the front."""
    state = at_placement_of(free("barbarossa", side), "DE:" if side == "axis" else "SU:inf")
    closed = area("finland", "hungary") if side == "axis" else set()
    assert names(state, "set-up") == roomy(state, side) - closed


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-DEPLOY-B")
@pytest.mark.parametrize("scenario", GAMES)
def test_a_side_that_sets_up_is_told_by_which_rule(scenario: str) -> None:
    state = game(scenario).new(seed=1)
    for side, rule in (("soviet", "SPI-DEPLOY-B"), ("axis", "SPI-DEPLOY-A")):
        state = walk(state, "deployment", side)
        assert state.game.sides[state.var("phasing side")] == side
        with refused(rule):
            play(state, "end-movement")
        state = play(state, "automatic")


@pytest.mark.rule("SPI-DEPLOY-C", "SPI-DEPLOY-E")
def test_tank_corps_stand_in_the_front_once_infantry_covers_it() -> None:
    state = at_placement_of(free("barbarossa", "soviet"), "SU:tkc")
    assert not placed(state, ["SU:tkc", "SU:mec"])
    assert not uncovered(state, "soviet", "barbarossa")
    assert hexes_with("soviet-front-barbarossa") & roomy(state, "soviet") <= names(state, "set-up")
    assert names(state, "set-up") == roomy(state, "soviet")
    # where a unit is set up its side has passed last
    stands = set(placed(state).values())
    assert stands <= set(state.hexes_with("soviet passed last"))
    assert not stands & set(state.hexes_with("axis passed last"))


@pytest.mark.rule("SPI-DEPLOY-E")
@pytest.mark.parametrize("kind", ["SU:tkc", "SU:mec", "SU:sup"])
def test_left_out_infantry_alone_stands_in_the_front(kind: str) -> None:
    front = hexes_with("soviet-front-barbarossa")
    state = at_placement_of(free("barbarossa", "soviet"), kind)
    behind = at_placement_of(free("barbarossa", "soviet", without="SPI-DEPLOY-E"), kind)
    assert names(state, "set-up") & front
    assert names(behind, "set-up") and not names(behind, "set-up") & front
    # infantry is free to, and the Axis places what it likes
    infantry = at_placement_of(free("barbarossa", "soviet", without="SPI-DEPLOY-E"), "SU:inf")
    assert names(infantry, "set-up") & front
    army = at_placement_of(free("barbarossa", "axis", without="SPI-DEPLOY-E"), "DE:pz")
    assert names(army, "set-up") & hexes_with("axis-front-barbarossa")


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-DEPLOY-B")
@pytest.mark.parametrize("scenario", ["zitadelle", "berlin"])
def test_the_side_that_is_set_up_breaks_down_its_own_armies_first(scenario: str) -> None:
    """R69; the other side does it when its own turn to be set up has come."""
    state, sides = game(scenario).new(seed=3), []
    while state.phase == "set-up" and len(sides) < 2:
        if state.decision == "deployment":
            side = state.to_move
            state.push("free")
            assert (state.decision, state.to_move) == ("reorganization", side)
            armies = names(state, "break")
            assert armies and {units()[u].side for u in armies} == {side}
            sides.append(side)
        state.push(state.legal_actions.names()[-1])
    assert set(sides) == {"axis", "soviet"}


@pytest.mark.rule("SPI-SUPPLY-H1", "SPI-DEPLOY-F")
@pytest.mark.parametrize("without", ["", "SPI-DEPLOY-D"])
@pytest.mark.parametrize("scenario", GAMES)
def test_the_finns_begin_without_supply_units(scenario: str, without: str) -> None:
    """Nor where no front leaves them but one hex."""
    state = at_placement_of(free(scenario, "axis", without=without), "AX:sup")
    assert names(state, "set-up") and not names(state, "set-up") & area("finland")
    assert not without or len(names(state, "set-up")) > 50


@pytest.mark.rule("SPI-DEPLOY-G", "SPI-BREAK-C6")
@pytest.mark.parametrize("without", ["", "SPI-DEPLOY-D"])
def test_finnish_corps_are_set_up_in_finland_as_armies_are(without: str) -> None:
    state = game("berlin", without=without).new(seed=3)
    while (state.decision, state.to_move) != ("reorganization", "axis"):
        names_ = state.legal_actions.names()
        free_ = state.to_move == "axis" and "free" in names_
        state.push("free" if free_ else names_[0])
    army = next(u for u in sorted(names(state, "break")) if units()[u].kind == "FI:ina")
    corps = at_placement_of(play(state, f"break {army}"), "FI:inc")
    assert names(corps, "set-up") and names(corps, "set-up") <= area("finland")
    with refused("SPI-DEPLOY-G"):
        play(corps, "set-up 2405")


@pytest.mark.rule("SPI-DEPLOY-F", "SPI-DEPLOY-G")
@pytest.mark.parametrize("scenario", GAMES)
def test_finns_and_nobody_else_of_the_axis_are_set_up_in_finland(scenario: str) -> None:
    state = free(scenario, "axis")
    met: set[str] = set()
    while state.decision == "placement":
        kind = units_kind(state)
        met.add(kind)
        hexes = names(state, "set-up")
        if kind == "FI:ina":
            assert hexes <= area("finland")
            with refused("SPI-DEPLOY-G"):
                play(state, "set-up 2405")
        else:
            assert not hexes & area("finland")
            with refused("SPI-DEPLOY-F"):
                play(state, "set-up 0211")
        state.push(state.legal_actions.list()[0])
    assert met >= {"FI:ina", "AX:sup"} and met & {"DE:pza", "DE:pzc"} and met & {"RU:ina", "RU:inc"}


@pytest.mark.rule("SPI-DEPLOY-F", "SPI-DEPLOY-G")
def test_left_out_finland_is_open_or_finns_go_abroad() -> None:
    both = "SPI-DEPLOY-D SPI-DEPLOY-G"  # the front of Finland is covered by Finns
    abroad = at_placement_of(free("barbarossa", "axis", without=both), "FI:")
    assert names(abroad, "set-up") - area("finland")
    guest = at_placement_of(free("barbarossa", "axis", without="SPI-DEPLOY-F"), "DE:")
    assert names(guest, "set-up") & area("finland")


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-WHATIF-3A")
@pytest.mark.parametrize("scenario", ["barbarossa", "campaign"])
def test_hungary_is_closed_to_the_axis_in_1941(scenario: str) -> None:
    state = at_placement_of(free(scenario, "axis"), "DE:")
    assert not names(state, "set-up") & area("hungary")
    with refused("SPI-DEPLOY-A"):
        play(state, "set-up 3501")


@pytest.mark.rule("SPI-DEPLOY-A")
@pytest.mark.parametrize("scenario", ["stalingrad", "zitadelle", "berlin"])
def test_hungary_is_open_later(scenario: str) -> None:
    last = at_placement_of(free(scenario, "axis", without="SPI-DEPLOY-D"), "AX:sup")
    assert "3501" in names(last, "set-up")


@pytest.mark.rule("SPI-DEPLOY-C")
def test_a_file_with_a_gap_in_the_front_is_refused_with_its_line(tmp_path: Path) -> None:
    state = begin("barbarossa")
    there = placed(state, INFANTRY)
    alone = next(
        u for u in there
        if uncovered(state._supposed(places=[(u, "pool")]), "soviet", "barbarossa")
    )  # fmt: skip
    rows = [f"{u},{h}" for u, h in placed(state, ["SU:"]).items() if u != alone]
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(["unit,hex", *rows, f"{alone},2040", ""]))
    with pytest.raises(ScenarioError, match=r"mine\.csv"):
        ef.set_up(game("barbarossa").new(seed=1), str(path))


# -- readings ----------------------------------------------------------------------------------


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-DEPLOY-B")
@pytest.mark.parametrize("scenario", GAMES)
def test_the_soviets_set_up_first_or_the_axis_by_r37(scenario: str) -> None:
    for options, order in ((), ["soviet", "axis"]), (("R37",), ["axis", "soviet"]):
        state, sides = game(scenario, options).new(seed=1), []
        while state.decision == "deployment":
            sides.append(str(state.to_move))
            state.push("automatic")
        assert sides == order
        assert state.phase != "set-up" and state.to_move == "axis"


@pytest.mark.rule("SPI-DEPLOY-D")
def test_the_front_of_hungary_needs_no_cover_or_does_by_r66() -> None:
    """From outside only its two ends can be covered."""
    hungary = hexes_with("axis-front-barbarossa") & area("hungary")
    assert hungary == hexes_with("hungary-front")
    outside = hexes_with("axis-barbarossa") - area("hungary")
    ends = {h for h in hungary if near(h) & outside}
    assert ends == {"3307", "3710"}
    for options in ((), ("R66",)):
        met = 0
        for seed in range(4):
            state = placed_at_random(game("barbarossa", options).new(seed=seed), seed)
            stands = set(placed(state, FIGHTERS).values())
            met += len(ends - {h for at in stands for h in near(at)})
            assert not stands & area("hungary")
            assert not uncovered(state, "axis", "barbarossa")
        assert (met == 0) == bool(options)


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-DEPLOY-B", "SPI-UNIT-G")
@pytest.mark.parametrize("scenario", GAMES)
def test_after_a_ready_set_up_nobody_waits_any_more(scenario: str) -> None:
    """Armies that it breaks down are put away: no unit comes twice, as itself and as its parts."""
    state = begin(scenario)
    assert "to deploy" not in state.places().values()


@pytest.mark.rule("SPI-DEPLOY-A", "SPI-DEPLOY-B", "SPI-DEPLOY-E", "SPI-MOVE-G")
def test_a_ready_set_up_is_not_taken_onto_a_single_enemy() -> None:
    """With the line left out, a unit may stand where the other side's ready set-up has one."""
    state = game("barbarossa", (), "SPI-DEPLOY-B SPI-DEPLOY-D").new(seed=1)
    ready = begin("barbarossa")
    taken = min(placed(ready, ["DE:in"]).values())
    state = walk(play(state, "free"), "deployment", "axis")
    assert "automatic" in state.legal_actions.names()
    placing = walk(play(state, "free"), "placement", "axis", choices={"deployment": "free"})
    assert taken in names(at_placement_of(placing, "AX:sup"), "set-up")
    beside = state._supposed(places=[("1TkC", taken)])
    placing = walk(play(beside, "free"), "placement", "axis", choices={"deployment": "free"})
    assert taken not in names(at_placement_of(placing, "AX:sup"), "set-up")
    met = state._supposed(places=[("1TkC", taken)])
    assert "automatic" not in met.legal_actions.names()
    assert "free" in met.legal_actions.names()


# -- what a front takes ------------------------------------------------------------------------


@pytest.mark.rule("SPI-DEPLOY-C", "SPI-DEPLOY-D")
@pytest.mark.parametrize(
    ("scenario", "side"),
    [(name, side) for name in STANDARD for side in ("soviet", "axis")],
)
def test_a_front_takes_no_more_units_than_cover_it(scenario: str, side: str) -> None:
    """The number without which nobody is bound to any part of it, against all ways to cover it."""
    line, ground = LINE[scenario], own_ground(side, LINE[scenario])
    front = hexes_with(f"{side}-front-{line}") & ground
    if side == "soviet":
        asked = at_placement_of(free(scenario, "soviet"), "SU:inf")
        assert asked.var(NEEDED) == fewest(front, ground)
    else:
        asked = reorganizing(scenario)
        assert supports(asked) > 1
        assert asked.var(NEEDED) == fewest(front, ground, supports(asked)) < fewest(front, ground)


@pytest.mark.rule("SPI-DEPLOY-D")
@pytest.mark.parametrize("scenario", STANDARD)
def test_support_units_that_are_left_hold_a_hex_each(scenario: str) -> None:
    """One by one they are taken away, and what the front takes of others is counted again."""
    line, ground = LINE[scenario], own_ground("axis", LINE[scenario])
    front = hexes_with(f"axis-front-{line}") & ground
    state = reorganizing(scenario)
    met = {state.var(NEEDED)}
    for kind in ("AX:sup", "DE:air"):
        for unit in [u for u, h in state.places().items() if h == "to deploy"]:
            if units()[unit].kind == kind:
                state = state._supposed(places=[(unit, "pool")])
                whole = min(u for u in names(state, "break") if units()[u].kind == "DE:ina")
                least = play(state, f"break {whole}").var(NEEDED)
                assert least == fewest(front, ground, supports(state))
                met.add(least)
    assert supports(state) == 0 and len(met) > 1


@pytest.mark.rule("SPI-DEPLOY-D", "SPI-DEPLOY-F")
def test_no_support_unit_helps_the_finns() -> None:
    """One Finnish army in the middle leaves the ends of its front open; supply units stay out."""
    state = at_placement_of(free("barbarossa", "axis"), "FI:")
    front = hexes_with("axis-front-barbarossa") & area("finland")
    wide = {h for h in area("finland") if len(front - {h, *near(h)}) <= supports(state)}
    can = {h for h in wide if covers(front - {h, *near(h)} or {h}) & area("finland")}
    assert wide - can and names(state, "set-up") == can


@pytest.mark.rule("SPI-DEPLOY-D")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", STANDARD)
def test_the_last_support_units_hold_what_is_open(scenario: str, seed: int) -> None:
    """A hex that no other covers is held by one of them, and those that are over go anywhere."""
    rng, state = random.Random(seed), free(scenario, "axis")
    while units_kind(state) not in ("DE:air", "AX:sup"):  # mostly in the front, with gaps
        offered = state.legal_actions.list()
        state.push(rng.choice(offered[:20] if rng.random() < 0.5 else offered))
    bound = eased = 0
    while state.decision == "placement":
        gaps = uncovered(state, "axis", LINE[scenario])
        open_ = own_ground("axis", LINE[scenario])
        assert len(gaps) <= supports(state)
        assert names(state, "set-up") == (gaps if len(gaps) == supports(state) else open_)
        if len(gaps) == supports(state):
            bound += 1
            with refused("SPI-DEPLOY-D", "could not cover the front"):
                play(state, f"set-up {min(open_ - gaps)}")
            # a corps beside them fills one: then one of them is over, and goes where it likes
            helped = state._supposed(places=[("1PzC", min(gaps))])
            helped.push(helped.legal_actions.list()[-1])
            left = uncovered(helped, "axis", LINE[scenario])
            if helped.decision == "placement" and 0 < len(left) < supports(helped):
                assert names(helped, "set-up") == open_
                eased += 1
        state.push(rng.choice(state.legal_actions.list()))
    assert bound and (eased or scenario == "berlin")
    assert not uncovered(state, "axis", LINE[scenario])


@pytest.mark.rule("SPI-DEPLOY-D")
def test_the_ends_of_the_hungarian_front_count_by_the_other_reading() -> None:
    """R66: besides the rest of the front those hexes that are covered from outside."""
    ground = own_ground("axis", "barbarossa")
    front = hexes_with("axis-front-barbarossa") - area("finland")
    ends = {h for h in front & area("hungary") if near(h) & ground}
    state = reorganizing("barbarossa", ("R66",))
    assert state.var(NEEDED) == fewest((front & ground) | ends, ground, supports(state))


def stretches(front: set[str], length: int) -> list[set[str]]:
    """All parts of a front that are so long."""
    order = along(front)
    return [set(order[n : n + length]) for n in range(0, len(order), length)]


@pytest.mark.rule("SPI-DEPLOY-C", "SPI-DEPLOY-D")
@pytest.mark.parametrize("length", [2, 3, 5, 8])
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_what_is_open_takes_no_more_units_than_cover_it(side: str, length: int) -> None:
    """Stretch by stretch: the rest of the front is held already."""
    ground = own_ground(side, "barbarossa")
    front = hexes_with(f"{side}-front-barbarossa") & ground
    kinds = ("DE:inc", "DE:pzc") if side == "axis" else ("SU:inf",)
    state = walk(game("barbarossa").new(seed=1), "deployment", side, choices={"deployment": "free"})
    if side == "axis":
        state = reorganizing("barbarossa")
    free_ = [u for u, h in state.places().items() if h == "pool" and units()[u].kind in kinds]
    for open_ in stretches(front, length):
        held = sorted(front - open_ - {h for at in open_ for h in near(at)})
        placed_ = dict(zip(free_, held, strict=False))
        covered = set(placed_.values()) | {h for at in placed_.values() for h in near(at)}
        there = state._supposed(places=list(placed_.items()))
        if side == "axis":
            whole = next(u for u in names(there, "break") if units()[u].kind == "DE:ina")
            asked = play(there, f"break {whole}")
        else:
            asked = play(there, "free")
        helpers = supports(there) if side == "axis" else 0
        assert asked.var(NEEDED) == fewest(front - covered, ground, helpers), sorted(open_)


sets_of_hexes = st.lists(
    st.builds(
        lambda at, ahead: frozenset(at + step for step in {0, *ahead} if at + step < 14),
        st.integers(0, 13),
        st.frozensets(st.integers(0, 5), max_size=3),
    ),
    min_size=1,
    max_size=20,
)


@pytest.mark.rule("SPI-DEPLOY-C", "SPI-DEPLOY-D")
@settings(max_examples=500)
@example([{1}], {1}, {1}, 3, 0)
@example([{0, 2}, {2, 4}], {0, 1, 2, 3, 4}, {0, 3}, 3, 0)
@example([{2, 3}, {0, 2}, {0}], {0, 2, 3}, {0, 1}, 2, 0)
@given(
    sets_of_hexes, *[st.frozensets(st.integers(0, 13))] * 2, st.integers(0, 4), st.integers(0, 4)
)
def test_the_fewest_are_counted_whatever_is_open(
    sets: list[Set[int]], open_: Set[int], held: Set[int], most: int, away: int
) -> None:
    """Going along the line state by state, against all ways to choose among sets and helpers."""
    # looked up here, so that a wrong one that is planted is the one that is asked
    tally = import_module("eastfront.games.barbarossa_1971.front").tally
    sets = [frozenset(one) for one in sets]
    counted = tally(tuple(100 + at for at in range(14)), frozenset(sets), most, frozenset(held))
    state, units = min(away, most), 0
    while state < len(counted.hexes):
        step = 2 * state + (counted.hexes[state] - 100 in open_)
        state, units = counted.after[step], units + counted.more[step]

    @cache
    def fewest_of(left: frozenset[int], helpers: int) -> int:
        if not left:
            return 0
        first = min(left)
        useful = {some for some in sets if first in some} or {left & {first}}
        helped = [fewest_of(left - {first}, helpers - 1)] if helpers and first in held else []
        return min(helped + [1 + fewest_of(left - some, helpers) for some in useful])

    assert units == fewest_of(frozenset(open_), max(most - away, 0))


@pytest.mark.rule("SPI-DEPLOY-C", "SPI-BREAK-C6")
def test_shock_armies_form_while_the_front_can_be_covered() -> None:
    """Each is one unit for two; the last one leaves as many as it takes."""
    ground = own_ground("soviet", "stalingrad")
    least = fewest(hexes_with("soviet-front-stalingrad") & ground, ground)
    state = play(walk(game("stalingrad").new(seed=1), "deployment", "soviet"), "free")
    waiting = [u for u, h in state.places().items() if h == "to deploy"]
    infantry = [u for u in waiting if units()[u].kind == "SU:inf"]
    left = least + 8
    state = state._supposed(places=[(u, "pool") for u in infantry[left:]])
    while more := [u for u in names(state, "form") if units()[u].kind == "SU:shk"]:
        state, left = play(state, f"form {min(more)}"), left - 1
    assert left == least


@pytest.mark.rule("SPI-DEPLOY-D", "SPI-BREAK-C6")
def test_armies_may_stay_whole_while_they_cover_the_front() -> None:
    """An army that is broken down counts as three."""
    state = reorganizing("barbarossa")
    least = state.var(NEEDED)
    assert with_armies(state, least - 2) == {""} and with_armies(state, least - 3) == set()


@pytest.mark.rule("SPI-DEPLOY-C")
@pytest.mark.parametrize(("more", "bound"), [(0, True), (1, False), (2, False)])
def test_with_a_unit_to_spare_the_first_stands_anywhere(more: int, bound: bool) -> None:
    """With as many infantry as the front takes it is bound to it, with one more it is not."""
    ground = own_ground("soviet", "barbarossa")
    least = fewest(hexes_with("soviet-front-barbarossa") & ground, ground)
    state = walk(game("barbarossa").new(seed=1), "deployment", "soviet")
    waiting = [u for u, h in state.places().items() if h == "to deploy"]
    infantry = [u for u in waiting if units()[u].kind == "SU:inf"]
    few = state._supposed(places=[(u, "pool") for u in infantry[least + more :]])
    first = walk(play(few, "free"), "placement", "soviet")
    assert (names(first, "set-up") != roomy(first, "soviet")) == bound


@pytest.mark.rule("SPI-DEPLOY-D", "SPI-DEPLOY-F")
def test_what_finns_leave_open_binds_no_support_unit() -> None:
    """They may not stand in Finland, and all else is covered: the last stand anywhere."""
    state = at_placement_of(free("barbarossa", "axis"), "DE:air")
    away = [(u, "pool") for u in placed(state, FINNISH)]
    gaps = sorted(uncovered(state, "axis", "barbarossa") - area("finland"))
    corps = [u for u in units() if units()[u].kind == "DE:inc"]
    state = state._supposed(places=[*away, *zip(corps, gaps, strict=False)])
    bound = 0
    while state.decision == "placement":
        state.push(state.legal_actions.list()[-1])
        left = uncovered(state, "axis", "barbarossa")
        assert left and left <= area("finland")
        if state.decision == "placement":
            assert names(state, "set-up") == own_ground("axis", "barbarossa")
            bound += supports(state) <= len(left)
    assert bound


@pytest.mark.rule("SPI-DEPLOY-E", "SPI-DEPLOY-A")
def test_left_out_it_keeps_no_axis_unit_from_the_soviet_front() -> None:
    """It speaks of the Soviets; that the Axis stays on its side is another rule."""
    front = hexes_with("soviet-front-barbarossa")
    for without, may in (("SPI-DEPLOY-E", False), ("SPI-DEPLOY-A SPI-DEPLOY-E", True)):
        state = at_placement_of(free("barbarossa", "axis", without=without), "DE:pz")
        assert bool(names(state, "set-up") & front) == may
