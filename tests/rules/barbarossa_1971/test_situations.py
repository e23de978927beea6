"""Variable Situations: what each of the fifteen changes."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .test_campaign import due
from .test_campaign_victory import next_turn
from .test_cities import PAR, score
from .test_deployment import (
    FIGHTERS,
    INFANTRY,
    LINE,
    at_placement_of,
    free,
    placed_at_random,
    uncovered,
)
from .war_positions import (
    ALL_SITUATIONS,
    FIRST,
    GAMES,
    SECOND,
    area,
    at,
    begin,
    data,
    forces,
    game,
    hexes_with,
    names,
    near,
    on,
    placed,
    play,
    refused,
    situations,
    units,
    usual,
    walk,
)

IN_1941 = ("barbarossa", "campaign")
SIZES = {"DE:pzc": ("DE:pza", 3), "DE:inc": ("DE:ina", 3), "RU:inc": ("RU:ina", 2),
         "HU:inc": ("HU:ina", 2), "IT:inc": ("IT:ina", 2), "FI:inc": ("FI:ina", 2)}  # fmt: skip


def in_armies(state: State) -> dict[str, int]:
    """The forces on the map, corps of broken armies counted as these."""
    there = forces(state)
    for corps, (army, size) in SIZES.items():
        there[army] = there.get(army, 0) + there.pop(corps, 0) // size
    return {kind: n for kind, n in there.items() if n}


def order_of_battle(scenario: str) -> dict[str, int]:
    """The forces of a game without situations."""
    chart = data(scenario).charts[f"order-of-battle-{scenario}"]
    return {k: n for k, n in {**chart["axis"], **chart["soviet"]}.items() if n}


def changed(scenario: str, *numbers: int) -> dict[str, int]:
    """What situations add to the forces of a game."""
    with_, without = in_armies(begin(scenario, situations(*numbers))), order_of_battle(scenario)
    kinds = {**with_, **without}
    change = {k: with_.get(k, 0) - without.get(k, 0) for k in kinds}
    return {k: n for k, n in change.items() if n}


CHANGES = {
    1: {"FI:ina": -2}, 2: {"RU:ina": -2}, 3: {"HU:ina": 1}, 9: {"DE:ina": 1}, 10: {"DE:air": 1},
    11: {"DE:pza": 1}, 12: {"DE:ina": 1}, 13: {"DE:pza": -1}, 14: {"DE:ina": 1},
    15: {"DE:ina": 1, "DE:pza": 2},
}  # fmt: skip
ROWS = {1: "SPI-WHATIF-1A", 2: "SPI-WHATIF-2A", 3: "SPI-WHATIF-3B", 15: "SPI-WHATIF-15A"}


BY_NUMBER = [
    pytest.param(n, marks=pytest.mark.rule(ROWS.get(n, f"SPI-WHATIF-{n}"))) for n in CHANGES
]


@pytest.mark.parametrize("number", BY_NUMBER)
def test_each_situation_changes_the_order_of_battle_as_it_says(number: int) -> None:
    # the supply unit of the first turn has come already
    supply = {"AX:sup": 1} if number == 15 else {}
    for scenario in (s for s in GAMES if number in ALL_SITUATIONS[s]):
        assert changed(scenario, number) == {**CHANGES[number], **supply}, scenario


@pytest.mark.rule("SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", GAMES)
def test_the_other_situations_leave_the_order_of_battle_alone(scenario: str) -> None:
    for number in ALL_SITUATIONS[scenario]:
        if number not in CHANGES:
            assert changed(scenario, number) == {}, number


@pytest.mark.parametrize("number", BY_NUMBER)
def test_left_out_the_order_of_battle_stays(number: int) -> None:
    scenario = next(s for s in GAMES if number in ALL_SITUATIONS[s])
    rule = ROWS.get(number, f"SPI-WHATIF-{number}")
    off = f"{rule} SPI-WHATIF-15B"
    state = begin(scenario, situations(number), off)
    assert in_armies(state) == order_of_battle(scenario)


@pytest.mark.rule("SPI-UNIT-G", "SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", GAMES)
def test_all_situations_of_a_game_together_ask_for_no_more_than_the_counters(scenario: str) -> None:
    mix = data().charts["counter-mix"]["number"]
    numbers = [n for n in ALL_SITUATIONS[scenario] if n not in (1, 2, 13)]  # which take away
    for some in (numbers, ALL_SITUATIONS[scenario]):
        for kind, n in in_armies(begin(scenario, situations(*some))).items():
            assert n <= mix[kind], kind


@pytest.mark.rule("SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", GAMES)
def test_a_game_takes_the_situations_that_fit_it_and_refuses_others(scenario: str) -> None:
    for number in range(1, 16):
        if number in ALL_SITUATIONS[scenario]:
            assert game(scenario, situations(number)).id == f"barbarossa-1971/{scenario}"
        else:
            with pytest.raises(ValueError, match=f"situation-{number}.*not {scenario}"):
                game(scenario, situations(number))


# -- 1: Finland --------------------------------------------------------------------------------


@pytest.mark.rule("SPI-WHATIF-1C", "SPI-DEPLOY-C")
@pytest.mark.parametrize("scenario", ["barbarossa", "berlin"])
def test_1_the_finnish_border_alone_need_not_be_covered(scenario: str) -> None:
    axis = hexes_with(f"axis-{scenario}")
    finnish = {
        h for h in hexes_with(f"soviet-front-{scenario}") if near(h) & axis <= area("finland")
    }
    assert finnish
    open_: set[str] = set()
    for seed in range(4):
        state = placed_at_random(game(scenario, situations(1)).new(seed=seed), seed)
        open_ |= uncovered(state, "soviet", scenario)
        assert not uncovered(state, "axis", scenario) - area("finland")
        assert not placed(state, ["FI:"])
    assert open_ and open_ <= finnish
    for seed in range(2):
        game_ = game(scenario, situations(1), "SPI-WHATIF-1C")
        assert not uncovered(placed_at_random(game_.new(seed=seed), seed), "soviet", scenario)


@pytest.mark.rule("SPI-WHATIF-1B", "SPI-WHATIF-1D")
@pytest.mark.parametrize(
    ("side", "unit"), [("soviet", "1Inf"), ("axis", "1InA"), ("axis", "1RumA")]
)
def test_1_nobody_enters_finland(side: str, unit: str) -> None:
    supply = {"1SovSup": "0119"} if side == "soviet" else {"1AxSup": "0119"}
    where = {unit: "0119", **supply}
    assert "0118" in near("0119") & area("finland")
    usual_ = at(side, FIRST, where=where, turn=2)
    assert play(usual_, f"move {unit}", "to 0118").place(unit) == "0118"
    neutral = at(side, FIRST, where=where, turn=2, options=situations(1))
    moving = play(neutral, f"move {unit}")
    assert names(moving, "to") and not names(moving, "to") & area("finland")
    with refused("SPI-WHATIF-1B"):
        play(moving, "to 0118")
    left = at(side, FIRST, where=where, turn=2, options=situations(1), without="SPI-WHATIF-1B")
    assert "0118" in names(play(left, f"move {unit}"), "to")


@pytest.mark.rule("SPI-WHATIF-1B")
def test_1_nobody_is_set_up_in_finland_or_goes_there_by_rail() -> None:
    placing = at_placement_of(free("barbarossa", "axis", situations(1)), "DE:")
    assert not names(placing, "set-up") & area("finland")
    # into hexes that Soviets have walked through
    walked = ["0316", "0217"]
    assert set(walked) <= near("0317") & area("finland")
    flags = [(h, "trodden", True) for h in walked]
    for options, open_ in (((), True), (situations(1), False)):
        state = at("axis", SECOND, where={"1Inf": "0418"}, turn=2, options=options,
                   passed={"soviet": walked}).edited(hex_flags=flags)  # fmt: skip
        went = play(walk(state, "rail movement", "soviet"), "entrain 1Inf")
        assert bool(names(went, "detrain") & area("finland")) == open_


@pytest.mark.rule("SPI-WHATIF-1B", "SPI-CBT-GEN7")
def test_1_nobody_retreats_into_finland() -> None:
    """At 4-1 a corps gives ground on any roll; zones of control leave it Finland alone."""
    where = {"1PzC": "0417", "2PzC": "0417", "3PzC": "0417", "1AxSup": "0417", "1MeC": "0317"}
    for options, place in (((), "finland"), (situations(1), "dead")):
        state = at("axis", where=where, turn=2, options=options, passed={"axis": ["1707"]})
        assert state.supply("1PzC").level > 0
        out = play(walk(state, "attacks", "axis"), "attack 0317")
        while out.decision != "table":
            joining = sorted(names(out, "with"))
            out = play(out, f"with {joining[0]}" if joining else "fight")
        after = walk(play(out, "give-ground"), "movement", "axis")
        where_to = str(after.place("1MeC"))
        assert (where_to in area("finland")) if place == "finland" else where_to == "dead", where_to


def hemmed_in(options: tuple[str, ...], without: str = "") -> State:
    """A German army beside Finland whose every other neighbour is held by Soviets."""
    home, finland = "0119", area("finland")
    bar = sorted(near(home) - finland)
    soviets = {f"{n}Inf": h for n, h in enumerate(bar, 1)}
    return at("axis", FIRST, where={"1InA": home, **soviets}, options=options, without=without)


@pytest.mark.rule("SPI-WHATIF-1D")
def test_1_no_line_of_supply_leads_through_finland_or_one_does_by_r62() -> None:
    assert hemmed_in(()).supply("1InA").level
    assert not hemmed_in(situations(1)).supply("1InA").level
    assert hemmed_in((*situations(1), "R62")).supply("1InA").level
    assert hemmed_in(situations(1), "SPI-WHATIF-1D").supply("1InA").level


@pytest.mark.rule("SPI-WHATIF-1D", "SPI-LEN-C")
@pytest.mark.parametrize("scenario", ["barbarossa", "stalingrad", "zitadelle", "berlin"])
def test_1_helsinki_counts_for_nobody_or_for_the_axis_by_r63(scenario: str) -> None:
    """Without it the par is lower by as much, so that the game is as hard."""
    last = {"barbarossa": 8, "stalingrad": 20, "zitadelle": 29, "berlin": 42}[scenario]
    more = {"scenario": scenario, "turn": last}
    plain = score(at("soviet", SECOND, **more))  # type: ignore[arg-type]
    neutral = at("soviet", SECOND, options=situations(1), **more)  # type: ignore[arg-type]
    counted = at("soviet", SECOND, options=(*situations(1), "R63"), **more)  # type: ignore[arg-type]
    assert score(neutral) == plain - 3 and score(counted) == plain
    for state, par in ((neutral, PAR[scenario] - 3), (counted, PAR[scenario])):
        lost = score(state) - par  # so many points lost make a draw, which may be less than none
        for offset, winner in ((0, None), (1, "soviet"), (-1, "axis")):
            if lost + offset >= 0:
                out = state.edited(variables=[("points lost", lost + offset)])
                assert play(out, "end-movement").outcome[0] == winner  # type: ignore[index]
            else:
                assert play(state, "end-movement").outcome[0] == "soviet"  # type: ignore[index]


@pytest.mark.rule("SPI-WHATIF-1A", "SPI-WHATIF-1C", "SPI-DEPLOY-C", "SPI-DEPLOY-D")
def test_1_the_axis_covers_no_front_of_finland() -> None:
    """Without Finns it need not break down an army for it."""
    state = game("barbarossa", situations(1)).new(seed=1)
    while (state.decision, state.to_move) != ("reorganization", "axis"):
        state.push("free" if state.to_move == "axis" else state.legal_actions.list()[0])
    assert names(state, "end-reorganization") == {""}


# -- 2, 3: Rumania and Hungary -----------------------------------------------------------------


@pytest.mark.rule("SPI-WHATIF-2B", "SPI-WHATIF-2A")
@pytest.mark.parametrize("scenario", IN_1941)
def test_2_germans_may_deploy_in_rumania(scenario: str) -> None:
    state = at_placement_of(free(scenario, "axis", situations(2)), "DE:")
    assert names(state, "set-up") & area("rumania")
    final = placed_at_random(game(scenario, situations(2)).new(seed=1), 1)
    assert not placed(final, ["RU:"])
    assert not uncovered(final, "axis", LINE[scenario])


@pytest.mark.rule("SPI-WHATIF-3A", "SPI-WHATIF-3B", "SPI-WHATIF-3C")
@pytest.mark.parametrize("scenario", IN_1941)
def test_3_germans_may_deploy_in_hungary_and_the_hungarians_must(scenario: str) -> None:
    germans = at_placement_of(free(scenario, "axis", situations(3)), "DE:")
    assert names(germans, "set-up") & area("hungary")
    hungarian = at_placement_of(free(scenario, "axis", situations(3)), "HU:")
    assert names(hungarian, "set-up") and names(hungarian, "set-up") <= area("hungary")
    with refused("SPI-WHATIF-3C"):
        play(hungarian, "set-up 2405")
    germans = at_placement_of(free(scenario, "axis", situations(3), "SPI-WHATIF-3A"), "DE:")
    assert not names(germans, "set-up") & area("hungary")
    for seed in range(2):
        state = placed_at_random(game(scenario, situations(3)).new(seed=seed), seed)
        homes = set(placed(state, ["HU:"]).values())
        assert homes and homes <= area("hungary")


@pytest.mark.rule("SPI-WHATIF-3C")
def test_3_left_out_the_hungarians_go_where_they_like() -> None:
    met = set()
    for seed in range(4):
        game_ = game("barbarossa", situations(3), "SPI-WHATIF-3C")
        state = placed_at_random(game_.new(seed=seed), seed)
        met |= set(placed(state, ["HU:"]).values())
    assert met - area("hungary")


@pytest.mark.rule("SPI-WHATIF-3C", "SPI-SEQ-H")
def test_3_hungarians_who_arrive_later_come_as_they_do() -> None:
    state = at("soviet", SECOND, turn=12, options=situations(3))
    assert forces(on(state, "movement", "axis"))["HU:ina"] == 1


# -- 4: a turn earlier -------------------------------------------------------------------------


@pytest.mark.rule("SPI-WHATIF-4", "SPI-LEN-A")
@pytest.mark.parametrize(("scenario", "last"), [("barbarossa", 8), ("campaign", 45)])
def test_4_the_invasion_begins_in_may_and_the_game_ends_when_it_does(
    scenario: str, last: int
) -> None:
    state = begin(scenario, situations(4))
    assert state.turn == 0
    assert max(state.reach("1PzA").values()) == 8  # no mud in May
    turns = set()
    before = forces(state)
    while not state.is_over:
        turns.add(state.turn)
        if state.turn < 2 and state.decision == "movement":
            assert forces(state) == before  # nobody arrives in June either
        state.push(usual(state, {}))
    # without anybody who fights the campaign is won by the twelfth turn
    assert turns == set(range(0, last + 1)) if scenario == "barbarossa" else min(turns) == 0
    assert begin(scenario, situations(4), "SPI-WHATIF-4").turn == 1


@pytest.mark.rule("SPI-WHATIF-4", "SPI-CVIC-A2", "SPI-CAMP-RB1")
def test_4_may_counts_as_a_turn_for_what_lasts_turns() -> None:
    state = at("axis", SECOND, turn=0, options=situations(4))
    over = walk(state, "never")
    assert over.outcome == ("axis", 1, "SPI-CVIC-A2") and over.turn == 11
    lost = at("axis", SECOND, turn=0, options=situations(4), variables={"DE:ina lost": 1})
    assert walk(lost, "replacement").turn == 3


# -- 5, 6, 7: the Soviets ----------------------------------------------------------------------


@pytest.mark.rule("SPI-WHATIF-5A", "SPI-WHATIF-5B")
@pytest.mark.parametrize("scenario", IN_1941)
def test_5_the_soviets_deploy_anywhere_and_need_not_cover_the_frontier(scenario: str) -> None:
    state = free(scenario, "soviet", situations(5))
    inside = area("ussr", "estonia", "latvia", "lithuania")
    while state.decision == "placement" and state.to_move == "soviet":
        offered = names(state, "set-up")
        assert offered <= inside
        assert inside - offered <= set(placed(state).values())  # full ones
        state.push("set-up 2040" if "2040" in offered else f"set-up {max(offered)}")
    assert uncovered(state, "soviet", "barbarossa")
    covered = game(scenario, situations(5), "SPI-WHATIF-5B").new(seed=1)
    assert not uncovered(placed_at_random(covered, 1), "soviet", "barbarossa")


@pytest.mark.rule("SPI-WHATIF-5B", "SPI-DEPLOY-D")
def test_5_the_axis_covers_its_front_all_the_same() -> None:
    state = placed_at_random(game("barbarossa", situations(5)).new(seed=2), 2)
    assert uncovered(state, "soviet", "barbarossa")
    assert not uncovered(state, "axis", "barbarossa")


def defence(hex_: str, unit: str, options: tuple[str, ...], turn: int, **more: object) -> int:
    """The defence of a unit against a corps beside it, which is found in the battle's own words."""
    beside = max(h for h in near(hex_) if "river" not in sides(h, hex_))
    where = {unit: hex_, "1PzA": beside, "1AxSup": beside}
    state = walk(at("axis", where=where, turn=turn, options=options, **more), "attacks", "axis")  # type: ignore[arg-type]
    return int(state.battle(hex_, ["1PzA"]).defence)


def sides(a: str, b: str) -> frozenset[str]:
    """The features of a hexside."""
    m = data().map
    pair = (m.index[a], m.index[b])
    return m.hexsides.get(pair, m.hexsides.get(pair[::-1], frozenset()))


@pytest.mark.rule("SPI-WHATIF-6")
@pytest.mark.parametrize(
    ("unit", "plain"),
    [("1Inf", 4), ("1TkC", 1), ("1MeC", 2), ("1Shk", 9), ("1TkA", 5), ("1SovSup", 1)],
)
@pytest.mark.parametrize("turn", [1, 14, 40])
def test_6_soviets_beside_the_frontier_are_doubled(unit: str, plain: int, turn: int) -> None:
    clear = {h.name for h in data().map.hexes if h is not None and h.terrain == "clear"}
    front = hexes_with("soviet-front-barbarossa") & clear
    fort = next(h for h in sorted(front) if any("river" not in sides(n, h) for n in near(h)))
    assert defence(fort, unit, (), turn) == plain
    assert defence(fort, unit, situations(6), turn) == 2 * plain
    assert defence(fort, unit, situations(6), turn, without="SPI-WHATIF-6") == plain
    inside = "2136"
    assert defence(inside, unit, situations(6), turn) == plain


@pytest.mark.rule("SPI-WHATIF-6")
def test_6_every_hex_beside_the_frontier_and_no_other() -> None:
    """Found from the map: a Soviet hex with a neighbour abroad."""
    abroad = hexes_with("axis-barbarossa")
    clear = {h.name for h in data().map.hexes if h is not None and h.terrain == "clear"}
    for hex_ in sorted(
        (clear - abroad) & {n for h in abroad for m in near(h) for n in {m, *near(m)}}
    ):
        dry = [h for h in near(hex_) if "river" not in sides(h, hex_)]
        if dry:
            expected = 8 if near(hex_) & abroad else 4
            assert defence(hex_, "1Inf", situations(6), 14) == expected, hex_


@pytest.mark.rule("SPI-WHATIF-6", "SPI-OVR-F1")
def test_6_an_overrun_meets_the_doubled_defence() -> None:
    fort, beside = "2109", "2108"
    for options, can in (((), True), (situations(6), False)):
        where = {"1TkC": fort, "1PzA": beside, "1AxSup": beside}
        state = at("axis", FIRST, where=where, turn=2, options=options)
        assert any(a.startswith("overrun") for a in state.legal_actions.names()) == can


@pytest.mark.rule("SPI-WHATIF-6")
def test_6_axis_units_are_not_doubled_there() -> None:
    fort = "1809"
    beside = next(h for h in sorted(near(fort)) if "river" not in sides(h, fort))
    where = {"1InA": fort, "1Inf": beside, "2Inf": beside, "1SovSup": beside}
    for options in ((), situations(6)):
        state = walk(at("soviet", where=where, turn=14, options=options), "attacks", "soviet")
        assert state.battle(fort, ["1Inf"]).defence == 7


@pytest.mark.rule("SPI-WHATIF-6", "SPI-CBT-J")
@pytest.mark.parametrize("hex_", ["0217", "0314"])
def test_6_finns_are_doubled_at_home_all_the_same(hex_: str) -> None:
    """Beside the frontier and away from it; a German there is not."""
    beside = min(h for h in near(hex_) if "river" not in sides(h, hex_))
    for unit, defence_ in (("1FinA", 8), ("1InA", 7)):
        where = {unit: hex_, "1Inf": beside, "1SovSup": beside}
        state = at("soviet", where=where, turn=14, options=situations(6))
        assert walk(state, "attacks", "soviet").battle(hex_, ["1Inf"]).defence == defence_


@pytest.mark.rule("SPI-WHATIF-6", "SPI-CBT-GEN2")
@pytest.mark.parametrize(
    ("options", "dry", "wet"), [((), 8, 8), (("R21",), 16, 32)], ids=["once", "each"]
)
def test_6_a_fort_in_rough_ground_behind_a_river(
    options: tuple[str, ...], dry: int, wet: int
) -> None:
    """R21: doubled once, or by the other reading for two reasons and for three."""
    for beside, expected in (("3308", dry), ("3208", wet)):
        where = {"1Inf": "3207", "1PzA": beside, "1AxSup": beside}
        state = at("axis", where=where, turn=2, options=(*situations(6), *options))
        assert walk(state, "attacks", "axis").battle("3207", ["1PzA"]).defence == expected


def exchange(*wanted: str, without: str = "", scenario: str = "barbarossa") -> State:
    """The exchanges of situation 7 made, by the first letters of the army taken."""
    state = play(game(scenario, situations(7), without).new(seed=1), "free")
    for letters in wanted:
        unit = next(u for u in sorted(names(state, "exchange-for")) if letters in u)
        state = play(state, f"exchange-for {unit}")
    return state


def soviets(state: State) -> dict[str, int]:
    """The Soviet order of battle once the exchanges are over and all are placed."""
    out = state.copy()
    while out.to_move == "soviet" and out.phase == "set-up":
        out.push(usual(out, {}))
    return {k: n for k, n in forces(out).items() if k.startswith("SU:")}


BASE = {"SU:inf": 22, "SU:tkc": 10, "SU:mec": 5, "SU:sup": 1}


@pytest.mark.rule("SPI-WHATIF-7A", "SPI-WHATIF-7B", "SPI-WHATIF-7C")
@pytest.mark.parametrize("scenario", IN_1941)
def test_7_old_units_may_be_exchanged_for_new_armies(scenario: str) -> None:
    assert soviets(exchange(scenario=scenario)) == BASE
    one = soviets(exchange("Shk", scenario=scenario))
    assert one == {**BASE, "SU:inf": 20, "SU:shk": 1}
    tank = soviets(exchange("TkA", scenario=scenario))
    assert tank == {**BASE, "SU:tkc": 8, "SU:mec": 4, "SU:tka": 1}
    both = soviets(exchange("Shk", "Shk", "TkA", scenario=scenario))
    assert both == {"SU:inf": 18, "SU:tkc": 8, "SU:mec": 4, "SU:sup": 1, "SU:shk": 2, "SU:tka": 1}


@pytest.mark.rule("SPI-WHATIF-7B", "SPI-WHATIF-7C")
def test_7_all_tank_corps_may_go_but_no_more_than_there_are() -> None:
    state = exchange(*["TkA"] * 5)
    assert not [u for u in names(state, "exchange-for") if "TkA" in u]
    assert soviets(state) == {"SU:inf": 22, "SU:sup": 1, "SU:tka": 5}


@pytest.mark.rule("SPI-WHATIF-7A", "SPI-WHATIF-7C", "SPI-DEPLOY-C")
def test_7_infantry_is_exchanged_while_the_front_can_be_covered() -> None:
    state = exchange()
    done = 0
    while more := [u for u in names(state, "exchange-for") if "Shk" in u]:
        state = play(state, f"exchange-for {more[0]}")
        done += 1
    assert done >= 5 and soviets(state)["SU:shk"] == done
    assert not uncovered(placed_at_random(state, 1), "soviet", "barbarossa")
    # with nothing to cover, all may go
    state = play(game("barbarossa", situations(5, 7)).new(seed=1), "free")
    for _ in range(11):
        unit = next(u for u in names(state, "exchange-for") if "Shk" in u)
        state = play(state, f"exchange-for {unit}")
    assert not [u for u in names(state, "exchange-for") if "Shk" in u]


@pytest.mark.rule("SPI-WHATIF-7C")
def test_7_left_out_all_that_can_be_are_exchanged() -> None:
    state = exchange(without="SPI-WHATIF-7C")
    while state.decision == "exchange":
        assert "end-exchange" not in state.legal_actions.names()
        state.push(state.legal_actions.list()[0])
    there = soviets(state)
    assert there["SU:tka"] == 5 and "SU:tkc" not in there
    assert there["SU:shk"] >= 5 and there["SU:inf"] == 22 - 2 * there["SU:shk"]


@pytest.mark.rule("SPI-WHATIF-7A", "SPI-WHATIF-7B")
def test_7_left_out_one_of_the_exchanges_is_not_offered() -> None:
    for rule, letters in (("SPI-WHATIF-7A", "TkA"), ("SPI-WHATIF-7B", "Shk")):
        offered = names(exchange(without=rule), "exchange-for")
        assert offered and all(letters in u for u in offered)


# -- 8: infantry that rides --------------------------------------------------------------------


@pytest.mark.rule("SPI-WHATIF-8", "SPI-MUD-B2", "SPI-WINTER-D2")
@pytest.mark.parametrize(
    ("turn", "army", "rumanian"), [(14, 8, 2), (17, 2, 2), (19, 2, 2), (22, 2, 2), (23, 8, 2)]
)
@pytest.mark.parametrize("unit", ["1InA", "1InC"])
def test_8_german_infantry_has_eight_points_but_two_in_mud_and_winter(
    turn: int, army: int, rumanian: int, unit: str
) -> None:
    where = {unit: "2136", "1AxSup": "2136", "1RumC": "2138", "2AxSup": "2138"}
    state = at("axis", FIRST, where=where, turn=turn, options=situations(8))
    assert max(state.reach(unit).values()) == army
    assert max(state.reach("1RumC").values()) == rumanian
    plain = at("axis", FIRST, where=where, turn=14)
    assert max(plain.reach(unit).values()) == 3
    off = at("axis", FIRST, where=where, turn=14, options=situations(8), without="SPI-WHATIF-8")
    assert max(off.reach(unit).values()) == 3


@pytest.mark.rule("SPI-WHATIF-8", "SPI-ZOC-A2", "SPI-OVR-A1")
def test_8_it_stays_infantry_for_zones_and_overruns() -> None:
    where = {"1InA": "2134", "1AxSup": "2134", "1TkC": "2137"}
    state = at("axis", FIRST, where=where, turn=14, options=situations(8))
    reach = state.reach("1InA")
    assert reach["2135"] == 1 and reach["2136"] == 3  # one more to enter, not two
    where = {"1InA": "2136", "2InA": "2136", "1AxSup": "2136", "1SovSup": "2137"}
    state = at("axis", FIRST, where=where, turn=14, options=situations(8))
    assert not [a for a in state.legal_actions.names() if a.startswith("overrun")]


# -- 15: supply each turn ----------------------------------------------------------------------


@pytest.mark.rule("SPI-WHATIF-15B", "SPI-SEQ-H")
def test_15_a_supply_unit_comes_each_turn_in_place_of_the_record_or_besides_by_r64() -> None:
    record = {38: 0, 39: 1, 40: 0, 41: 1, 42: 0}
    for turn, usual_ in record.items():
        for options, without, number in (
            ((), "", usual_),
            (situations(15), "", 1),
            ((*situations(15), "R64"), "", usual_ + 1),
            (situations(15), "SPI-WHATIF-15B", usual_),
        ):
            state = at("soviet", SECOND, turn=turn - 1, scenario="berlin", options=options,
                       without=without)  # fmt: skip
            axis = on(state, "movement", "axis")
            assert forces(axis)["AX:sup"] - 1 == number, (turn, options)
    soviet = walk(axis, "movement", "soviet")
    assert forces(soviet)["SU:sup"] > 1  # theirs come as ever


@pytest.mark.rule("SPI-WHATIF-15B")
def test_15_the_first_turn_has_one_too() -> None:
    plain, more = begin("berlin"), begin("berlin", situations(15))
    assert forces(more)["AX:sup"] == forces(plain)["AX:sup"] + 1


@pytest.mark.rule("SPI-WHATIF-9", "SPI-CAMP-R0")
def test_a_unit_more_is_replaced_as_others_are() -> None:
    assert due(ina=1).decision == "replacement"
    assert next_turn(begin("campaign", situations(9)), "soviet").turn == 1


@pytest.mark.rule("SPI-WHATIF-0", "SPI-DEPLOY-C", "SPI-DEPLOY-D")
@pytest.mark.parametrize("scenario", GAMES)
def test_with_all_its_situations_a_game_is_set_up_by_its_rules(scenario: str) -> None:
    numbers = ALL_SITUATIONS[scenario]
    state = placed_at_random(game(scenario, situations(*numbers)).new(seed=4), 4)
    assert not placed(state, ["FI:"])
    assert {units()[u].mobility for u in placed(state, INFANTRY)} == {"infantry"}
    assert not uncovered(state, "axis", LINE[scenario]) - area("finland")
    assert placed(state, FIGHTERS)


@pytest.mark.rule("SPI-WHATIF-1D")
def test_1_no_soviet_line_leads_through_finland_either() -> None:
    """Axis support units, which have no zones, hold every other hex beside 0119."""
    bar = sorted(near("0119") - area("finland"))
    held = dict(zip(("1Air", "2Air", "3Air", "1AxSup", "2AxSup", "3AxSup"), bar, strict=False))
    assert len(held) == len(bar)
    for options, without, open_ in (
        ((), "", True),
        (situations(1), "", False),
        ((*situations(1), "R62"), "", True),
        (situations(1), "SPI-WHATIF-1D", True),
    ):
        where = {"1Inf": "0119", **held}
        state = at("soviet", FIRST, where=where, options=options, without=without)
        assert bool(state.supply("1Inf").level) == open_
