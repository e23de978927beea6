"""The Campaign Game: the Red Air Force, replacements."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .campaign_positions import APR_43, due, starved
from .war_positions import (
    GAMES,
    SECOND,
    STANDARD,
    at,
    begin,
    data,
    forces,
    hexes_with,
    names,
    on,
    placed,
    play,
    refused,
    units,
    usual,
    walk,
)

PZA, PZC, INA, INC = "DE:pza", "DE:pzc", "DE:ina", "DE:inc"
JAN_43 = 20


# -- how it begins, and the Red Air Force --------------------------------------------------------


@pytest.mark.rule("SPI-CAMP-A")
def test_it_begins_as_the_barbarossa_game_does() -> None:
    campaign, game = begin("campaign"), begin("barbarossa")
    assert campaign.turn == game.turn == 1
    assert campaign.places() == game.places()
    charts = data("campaign").charts
    assert charts["order-of-battle-campaign"] == charts["order-of-battle-barbarossa"]


@pytest.mark.rule("SPI-CAMP-C")
def test_the_soviets_have_no_air_units() -> None:
    assert not [u for u in units().values() if u.side == "soviet" and "air" in u.kind]


@pytest.mark.rule("SPI-CAMP-C", "SPI-AIR-GEN1")
@pytest.mark.parametrize("scenario", GAMES)
def test_no_air_force_helps_the_soviets_in_battle(scenario: str) -> None:
    """They attack with what stands there, and are asked for nothing more."""
    there = {"1TkA": "2520", "1SovSup": "2519", "1InC": "2521", "1Air": "2524"}
    first = data(scenario).setup["first_turn"]
    state = walk(at("soviet", where=there, turn=first, scenario=scenario), "attacks", "soviet")
    assert state.battle("2521", ["1TkA"]).attack == 6
    out, met = play(state, "attack 2521"), set()
    while out.decision != "table":
        met.add(out.decision)
        out.push(usual(out, {"force": "fight"}))
    assert out.var("attack") == 6 and met <= {"force", "supply"}


@pytest.mark.rule("SPI-CAMP-D1")
def test_the_luftwaffe_dwindles_each_march() -> None:
    """Three, two, one, none after the Marches of 1942, 1943 and 1944; nothing after that."""
    state, seen = begin("campaign"), {}
    while not state.is_over:
        if state.decision == "movement" and state.to_move == "axis":
            seen[state.turn] = len(placed(state, ["DE:air"]))
        state.push(usual(state, {}))
    for turn in range(1, 46):
        assert seen[turn] == 3 - (turn >= 10) - (turn >= 22) - (turn >= 34), turn


@pytest.mark.rule("SPI-CAMP-D1")
@pytest.mark.parametrize("turn", [9, 10, 11, 21, 22, 33, 34])
def test_in_march_the_axis_chooses_one_before_anybody_moves(turn: int) -> None:
    air = {"1Air": "2410", "2Air": "2610", "3Air": "2810"}
    state = at("soviet", SECOND, turn=turn - 1, where=air)
    state.push("end-movement")
    if turn not in (10, 22, 34):
        assert state.decision != "red air force" and set(placed(state, ["DE:air"])) == set(air)
        return
    assert (state.decision, state.to_move, state.turn) == ("red air force", "axis", turn)
    assert names(state, "withdraw") == set(air)
    after = walk(play(state, "withdraw 2Air"), "movement", "axis")
    assert set(placed(after, ["DE:air"])) == {"1Air", "3Air"}
    assert after.var("points lost") == 0  # it is not destroyed


@pytest.mark.rule("SPI-CAMP-D1")
def test_with_none_left_nothing_happens_and_left_out_none_goes() -> None:
    state = on(at("soviet", SECOND, turn=9), "movement", "axis")
    assert set(placed(state)) >= {"6AxSup", "4SovSup"}
    air = {"1Air": "2410"}
    kept = on(at("soviet", SECOND, turn=9, where=air, without="SPI-CAMP-D1"), "movement", "axis")
    assert set(placed(kept, ["DE:air"])) == {"1Air"}
    gone = on(at("soviet", SECOND, turn=9, where=air), "movement", "axis")
    assert not placed(gone, ["DE:air"])


@pytest.mark.rule("SPI-CAMP-D2")
@pytest.mark.parametrize("scenario", STANDARD)
def test_no_standard_game_has_a_march(scenario: str) -> None:
    months = {t["turn"]: t["month"] for t in data().charts["turn-track"]["turn"]}
    setup = data(scenario).setup
    played = [months[t] for t in range(setup["first_turn"], setup["last_turn"] + 1)]
    assert not [m for m in played if m.startswith("Mar")]


@pytest.mark.rule("SPI-CAMP-D2")
@pytest.mark.parametrize("scenario", STANDARD)
def test_the_luftwaffe_of_a_standard_game_stays_to_its_end(scenario: str) -> None:
    state = begin(scenario)
    air = placed(state, ["DE:air"])
    assert (air == {}) == (scenario == "berlin")
    while not state.is_over:
        assert placed(state, ["DE:air"]) == air
        state.push(usual(state, {}))


# -- replacements ------------------------------------------------------------------------------


def kinds(state: State) -> set[str]:
    """The kinds that may be replaced now."""
    if state.decision != "replacement":
        return set()
    return {units()[name].kind for name in names(state, "replace")}


def replace(state: State, kind: str) -> State:
    """A unit of a kind comes in where it first can; what is asked next."""
    unit = next(n for n in sorted(names(state, "replace")) if units()[n].kind == kind)
    chosen = play(state, f"replace {unit}")
    return play(chosen, f"arrive-at {min(names(chosen, 'arrive-at'))}")


@pytest.mark.rule("SPI-CAMP-R0", "SPI-CAMP-RB1", "SPI-CAMP-RB2", "SPI-SEQ-C")
@pytest.mark.parametrize("unit", ["1PzA", "1PzC", "1InA", "1InC"])
def test_what_was_lost_in_january_may_come_back_in_april(unit: str) -> None:
    _, lost = starved(unit, "campaign", turn=JAN_43 - 1)
    assert lost.place(unit) == "dead" and lost.turn == JAN_43
    back = walk(lost, "replacement")
    assert (back.turn, back.to_move) == (APR_43, "axis")
    assert kinds(back) == {units()[unit].kind}
    came = walk(replace(back, units()[unit].kind), "movement", "axis")
    assert came.turn == APR_43
    assert forces(came)[units()[unit].kind] == 1
    # it moves at once
    new = next(iter(placed(came, [units()[unit].kind])))
    assert new in names(came, "move")


@pytest.mark.rule("SPI-CAMP-RB1")
def test_left_out_it_comes_back_in_the_next_turn() -> None:
    _, lost = starved("1InA", "campaign", turn=JAN_43 - 1, without="SPI-CAMP-RB1")
    assert walk(lost, "replacement").turn == JAN_43 + 1


@pytest.mark.rule("SPI-CAMP-RB1")
def test_losses_of_three_months_come_back_in_their_order() -> None:
    """One lost in each month: no month is jumped, none comes early."""
    state = at("soviet", SECOND, turn=13)
    variables = [("DE:ina lost two turns ago", 1), ("DE:inc lost last turn", 1),
                 ("DE:pza lost", 1)]  # fmt: skip
    first = walk(state._supposed(variables=variables), "replacement")
    assert (first.turn, kinds(first)) == (14, {INA})
    second = walk(replace(first, INA), "replacement", turn=15)
    assert (second.turn, kinds(second)) == (15, {INC})
    third = walk(replace(second, INC), "replacement", turn=16)
    assert (third.turn, kinds(third)) == (16, {PZA})


@pytest.mark.rule("SPI-CAMP-R0")
@pytest.mark.parametrize("unit", ["1RumA", "1RumC", "1HunA", "1ItaA", "1FinA", "1Air", "1AxSup"])
def test_no_others_are_ever_replaced(unit: str) -> None:
    if unit == "1AxSup":
        lost = at("soviet", SECOND, turn=20, where={unit: "dead"})
    else:
        _, lost = starved(unit, "campaign", turn=JAN_43 - 1)
    assert lost.place(unit) == "dead"
    assert walk(lost, "replacement").is_over


@pytest.mark.rule("SPI-CAMP-R0", "SPI-GAMES-B")
def test_a_standard_game_knows_no_replacements() -> None:
    _, lost = starved("1InA", "stalingrad", turn=13)
    assert lost.place("1InA") == "dead"
    assert walk(lost, "replacement").is_over


@pytest.mark.rule("SPI-CAMP-R0")
def test_left_out_nobody_comes_back() -> None:
    _, lost = starved("1InA", "campaign", turn=13, without="SPI-CAMP-R0")
    assert walk(lost, "replacement", turn=17).is_over


@pytest.mark.rule("SPI-CAMP-R0")
def test_who_left_the_map_was_not_destroyed() -> None:
    state = at("axis", SECOND, turn=13, where={"1InA": "2501"})
    gone = play(state, "move 1InA", "leave-map")
    assert gone.place("1InA") == "off the map"
    assert walk(gone, "replacement").is_over


@pytest.mark.rule("SPI-CAMP-R0")
def test_who_was_broken_down_was_not_destroyed() -> None:
    state = at("soviet", SECOND, turn=13, where={"1InA": "2510"})
    state = on(state, "reorganization", "axis")
    after = walk(play(state, "break 1InA"), "movement", "axis")
    assert "1InA" not in placed(after) and len(placed(after, [INC])) == 3
    assert walk(after, "replacement").is_over


@pytest.mark.rule("SPI-CAMP-RB2")
def test_it_enters_on_the_western_edge_but_not_in_finland() -> None:
    state = due(ina=1)
    chosen = play(state, f"replace {min(names(state, 'replace'))}")
    finnish = hexes_with("edge-west-finland")
    assert finnish == {"0111", "0211", "0311", "0411", "0511"}
    assert names(chosen, "arrive-at") == {f"{row}01" for row in range(17, 47)}
    with refused("SPI-CAMP-RB2"):
        play(chosen, "arrive-at 0311")


@pytest.mark.rule("SPI-CAMP-RB2", "SPI-CAMP-R0")
def test_not_where_soviets_stand_nor_where_there_is_no_room() -> None:
    where = {"1TkC": "3001", "1InA": "3101", "1InC": "3201", "2InC": "3201", "1AxSup": "3301"}
    state = at("soviet", SECOND, turn=13, where=where, variables={"DE:ina to be replaced": 1})
    state = on(state, "replacement", "axis")
    chosen = play(state, f"replace {min(names(state, 'replace'))}")
    barred = {"3001", "3101", "3201"}
    assert names(chosen, "arrive-at") == {f"{row}01" for row in range(17, 47)} - barred
    corps = at("soviet", SECOND, turn=13, where=where, variables={"DE:inc to be replaced": 1})
    corps = on(corps, "replacement", "axis")
    chosen = play(corps, f"replace {min(names(corps, 'replace'))}")
    assert names(chosen, "arrive-at") == {f"{row}01" for row in range(17, 47)} - barred | {"3201"}


@pytest.mark.rule("SPI-CAMP-RB2")
def test_left_out_finland_takes_it_too() -> None:
    state = at("soviet", SECOND, turn=13, variables={"DE:ina to be replaced": 1},
               without="SPI-CAMP-RB2")  # fmt: skip
    state = on(state, "replacement", "axis")
    chosen = play(state, f"replace {min(names(state, 'replace'))}")
    assert names(chosen, "arrive-at") >= {"0111", "2501"}


@pytest.mark.rule("SPI-CAMP-RA1", "SPI-CAMP-RC")
def test_one_panzer_army_or_three_corps_in_the_whole_war() -> None:
    again = walk(replace(due(pza=2), PZA), "replacement")
    assert again.is_over
    state = due(pzc=4)
    for n in range(3):
        assert kinds(state) == {PZC}, n
        state = replace(state, PZC)
    assert walk(state, "replacement").is_over
    assert kinds(due(pza=1, pzc=1, used=(1, 0))) == {PZC}
    assert kinds(due(pza=1, pzc=1, used=(0, 5))) == {PZA, PZC}
    assert walk(due(pza=1, pzc=1, used=(3, 0)), "replacement").is_over


@pytest.mark.rule("SPI-CAMP-RA2", "SPI-CAMP-RC")
def test_two_infantry_armies_or_six_corps_in_the_whole_war() -> None:
    state = due(ina=3)
    for n in range(2):
        assert kinds(state) == {INA} and state.turn == APR_43 + n
        state = replace(state, INA)
        state = walk(state, "replacement")
    assert state.is_over  # the third never comes
    state = due(inc=7)
    for n in range(6):
        assert kinds(state) == {INC} and state.turn == APR_43 + n // 3, n
        state = walk(replace(state, INC), "replacement")
    assert state.is_over
    assert kinds(due(ina=1, inc=1, used=(0, 3))) == {INA, INC}
    assert kinds(due(ina=1, inc=1, used=(0, 4))) == {INC}
    assert kinds(due(ina=1, inc=1, used=(0, 5))) == {INC}
    assert walk(due(ina=1, inc=1, used=(0, 6)), "replacement").is_over


@pytest.mark.rule("SPI-CAMP-RA1", "SPI-CAMP-RA2", "SPI-CAMP-RC")
def test_left_out_more_come_back() -> None:
    for rule, variables, kind in (
        ("SPI-CAMP-RA1", {"DE:pza to be replaced": 1, "panzer corps replaced": 3}, PZA),
        ("SPI-CAMP-RA2", {"DE:ina to be replaced": 1, "infantry corps replaced": 6}, INA),
    ):
        state = at("soviet", SECOND, turn=13, variables=variables, without=rule)
        assert kinds(on(state, "replacement", "axis")) == {kind}
    variables = {"DE:pza to be replaced": 1, "DE:ina to be replaced": 1}
    state = at("soviet", SECOND, turn=13, variables=variables, without="SPI-CAMP-RC")
    state = on(state, "replacement", "axis")
    second = replace(state, PZA)
    assert kinds(second) == {INA} and second.turn == state.turn


@pytest.mark.rule("SPI-CAMP-RC")
def test_one_army_or_three_corps_a_player_turn() -> None:
    both = due(pza=1, ina=1)
    assert kinds(both) == {PZA, INA}
    later = walk(replace(both, PZA), "replacement")
    assert (later.turn, kinds(later)) == (APR_43 + 1, {INA})
    # with a corps there is no room for an army, and after three for nobody
    mixed = replace(due(ina=1, inc=3, pzc=2), PZC)
    assert kinds(mixed) == {INC, PZC}
    mixed = replace(mixed, INC)
    assert kinds(mixed) == {INC, PZC}
    after = walk(replace(mixed, INC), "replacement")
    assert (after.turn, kinds(after)) == (APR_43 + 1, {INA, INC, PZC})


@pytest.mark.rule("SPI-CAMP-R0", "SPI-CAMP-RB1")
def test_the_axis_need_not_take_it_and_may_take_it_later() -> None:
    state = play(due(ina=1), "no-replacement")
    assert state.turn == APR_43 and INA not in forces(walk(state, "movement", "axis"))
    later = walk(state, "replacement")
    assert (later.turn, kinds(later)) == (APR_43 + 1, {INA})


@pytest.mark.rule("SPI-CAMP-RA1", "SPI-CAMP-RA2", "SPI-CAMP-RB2", "SPI-CAMP-RC")
@pytest.mark.parametrize(
    ("kind", "used"), [("pza", (3, 0)), ("pzc", (1, 0)), ("ina", (0, 3)), ("inc", (0, 1))]
)
def test_who_has_come_back_is_due_no_more(kind: str, used: tuple[int, int]) -> None:
    """One was lost, so that one comes; it counts for as many corps as it has."""
    state = replace(due(**{kind: 1}), f"DE:{kind}")
    assert state.decision != "replacement" and state.var(f"DE:{kind} to be replaced") == 0
    found = (state.var("panzer corps replaced"), state.var("infantry corps replaced"))
    assert found == used


@pytest.mark.rule("SPI-CAMP-RB2", "SPI-CTRL-4")
def test_who_comes_back_has_passed_where_it_comes() -> None:
    """The hex, which Soviets went through last, is the Axis's again."""
    state = at("soviet", SECOND, turn=13, variables={"DE:ina to be replaced": 1},
               passed={"soviet": ["3001"]})  # fmt: skip
    state = on(state, "replacement", "axis")
    after = play(state, f"replace {min(names(state, 'replace'))}", "arrive-at 3001")
    assert "3001" in after.hexes_with("axis passed last")
    assert "3001" not in after.hexes_with("soviet passed last")


@pytest.mark.rule("SPI-CAMP-R0", "SPI-CAMP-RB2", "SPI-CAMP-RC", "SPI-SEQ-H")
@pytest.mark.parametrize("vacant", [0, 1])
def test_nobody_comes_back_to_an_edge_that_enemies_hold(vacant: int) -> None:
    """But for a single hex that is left."""
    rows = range(17 + vacant, 47)
    where = {f"{n}Inf": f"{row}01" for n, row in enumerate(rows, 1)} | {"1AxSup": "2010"}
    state = at("soviet", SECOND, turn=13, where=where, rear=False,
               variables={"DE:ina to be replaced": 1})  # fmt: skip
    seen = set()
    while not (state.decision == "movement" and state.to_move == "axis"):
        seen.add(state.decision)
        if state.decision == "replacement":
            state.push(f"replace {min(names(state, 'replace'))}")
        state.push(usual(state, {}))
    assert ("replacement" in seen) == bool(vacant)
    assert forces(state).get(INA, 0) == vacant
    assert set(placed(state, [INA]).values()) == ({"1701"} if vacant else set())


@pytest.mark.rule("SPI-CAMP-RC", "SPI-UNIT-G")
def test_the_last_counter_of_a_kind_comes_back_and_none_that_is_in_play() -> None:
    """Of six Panzer armies the one that was lost; nobody, when all six fight."""
    others = {f"{n}PzA": f"25{n + 10}" for n in range(2, 7)}
    for first, may in (("dead", True), ("2510", False)):
        state = at("soviet", SECOND, turn=13, where=others | {"1PzA": first},
                   variables={"DE:pza to be replaced": 1})  # fmt: skip
        seen = set()
        while not (state.decision == "movement" and state.to_move == "axis"):
            if state.decision == "replacement":
                seen = names(state, "replace")
            state.push(usual(state, {}))
        assert seen == ({"1PzA"} if may else set())


@pytest.mark.rule("SPI-CAMP-RB2", "SPI-STACK-GEN1")
def test_who_comes_back_finds_a_hex_of_the_edge_with_room() -> None:
    """None with an army or a corps for an army; a corps comes to a corps."""
    there = [("9InA", "2501"), ("1InC", "2301")]
    for kind, shut in (("pza", {"2501", "2301"}), ("pzc", {"2501"})):
        state = due(**{kind: 1})._supposed(places=there)
        come = play(state, next(a for a in state.legal_actions.names() if a[:8] == "replace "))
        assert come.to_move == "axis"
        assert names(come, "arrive-at") == hexes_with("edge-west") - shut


@pytest.mark.rule("SPI-CAMP-RB2", "SPI-CAMP-R0")
@pytest.mark.parametrize(("there", "asked"), [("9InA", False), ("1InC", True), ("", True)])
def test_nobody_comes_back_while_the_edge_is_full(there: str, asked: bool) -> None:
    """Soviets hold all of it but a hex, to which a corps that is due comes if no army is there."""
    edge = sorted(hexes_with("edge-west") - {"2501"})
    where = {f"{n}Inf": h for n, h in enumerate(edge, 1)} | {"6AxSup": "2530"}
    where |= {there: "2501"} if there else {}
    state = at("soviet", SECOND, turn=22, where=where, variables={"DE:pzc to be replaced": 1})
    met = set()
    while (state.decision, state.to_move) != ("movement", "axis"):
        state.push(usual(state, {}))
        met.add(state.decision)
    assert ("replacement" in met) == asked


@pytest.mark.rule("SPI-CAMP-R0")
def test_to_bring_nobody_back_is_to_pass() -> None:
    state = due(pza=1)
    legal = state.legal_actions
    passes = [name for a, name in zip(legal.list(), legal.names(), strict=True) if state.is_pass(a)]
    assert passes == ["no-replacement"]


@pytest.mark.rule("SPI-CAMP-R0", "SPI-CAMP-RB1")
@pytest.mark.parametrize(("unit", "kind"), [("1PzC", PZC), ("1InC", INC), ("1InA", INA)])
def test_all_who_are_lost_in_a_turn_may_come_back(unit: str, kind: str) -> None:
    """One was lost before in the same turn, and another is now."""
    before, _ = starved(unit, "campaign")
    before = before._supposed(variables=[(f"{kind} lost", 1)])
    after = on(on(before, "movement", "axis"), "movement", "soviet")
    assert after.place(unit) == "dead" and after.var(f"{kind} lost") == 2
