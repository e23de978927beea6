"""8.16, 8.21 and 8.36: comb-outs, the withdrawal of turn 20, and artillery corps."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from . import late
from .board_positions import (
    BB,
    OVERLAND,
    declare,
    edit,
    marker,
    names,
    odds,
    on,
    play,
    surround,
    walk,
)
from .test_11_bloodbath import given_up

FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}


# -- 8.16: comb-outs --------------------------------------------------------------------------


def combing(turn: int, dead: list[str], turns: tuple[int, int] = (16, 29), **more: Any) -> State:
    """The first decision of the German player turn after a turn of passes."""
    units = {**FAR, "dead": dead}
    state = late.at("movement", "soviet", (16, 29), units, turn=turn - 1, **more)
    while state.var("turn") < turn:
        state = on(state)
    while state.decision not in ("comb-out", "phase order"):
        state = on(state)
    return state


CORPS = ["4AK", "5AK", "6AK", "7AK"]


@pytest.mark.rule("BD-8.16a")
@pytest.mark.parametrize(
    ("turn", "used", "may"),
    [(17, 0, True), (20, 0, True), (20, 1, False), (21, 0, False), (24, 1, False), (25, 1, True),
     (28, 0, True), (28, 2, False)],
)  # fmt: skip
def test_a_comb_out_is_declared_once_in_1943_and_once_in_1944(
    turn: int, used: int, may: bool
) -> None:
    state = combing(turn, CORPS, variables={"comb-out used": used})
    assert (state.decision == "comb-out") == may
    if may:
        assert state.to_move == "german"
        declared = play(state, "comb-out", "roll 1")
        assert declared.var("comb-out used") == (1 if turn <= 20 else 2)
        # no comb-out is a pass
        assert on(state) == play(state, "no-comb-out")
        assert on(state).var("comb-out used") == used


@pytest.mark.rule("BD-8.16b")
@pytest.mark.parametrize(("die", "men"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_a_die_of_units_comes_back_at_once(die: int, men: int) -> None:
    state = play(combing(17, CORPS), "comb-out", f"roll {die}")
    back = 0
    while state.decision in ("combed out", "entry"):
        assert state.to_move == "german"
        if state.decision == "combed out":
            state = play(state, f"reclaim {sorted(names(state, 'reclaim'))[0]}")
        else:
            assert names(state, "enter") <= set(state.hexes_with("german"))
            state = play(state, f"enter {sorted(names(state, 'enter'))[0]}")
        back = 4 - sum(state.place(corps) == "dead" for corps in CORPS)
    assert back == men and state.decision == "phase order"


@pytest.mark.rule("BD-8.16b")
def test_the_german_may_leave_units_behind_and_has_none_later() -> None:
    state = play(combing(17, CORPS), "comb-out", "roll 6")
    assert state.var("comb-out steps") == 3
    ended = play(state, "end-comb-out")
    assert (ended.decision, ended.var("comb-out steps")) == ("phase order", 0)


@pytest.mark.rule("BD-8.16a", "BD-8.16b")
def test_only_replaceable_units_that_are_not_mechanised_come_back() -> None:
    """The battle groups are dotted; GE is mechanised, FP is not."""
    others = ["3Pz", "GE", "FP", "8A"]
    state = play(combing(17, ["4AK", *others]), "comb-out", "roll 6")
    assert names(state, "reclaim") == {"4AK"}
    # nobody could come
    assert combing(17, others).decision == "phase order"
    # nor come where the German holds nothing
    state = combing(17, CORPS)
    lost = edit(state, soviet=set(state.hexes_with("german")) - {"2022"})
    assert play(lost, "comb-out", "roll 6").decision == "phase order"


# -- 8.21: a withdrawal -----------------------------------------------------------------------


@pytest.mark.rule("BD-8.21d")
def test_a_rifle_army_leaves_for_good_on_turn_20() -> None:
    wall = ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK"]
    units = {"1001": ["66A", "1Sh", "3T", "5G"], "1806": ["60A"], "2022": ["1AK"],
             **{h: [u] for u, h in surround("1806", wall).items()}, "1500": ["58A"],
             "dead": ["8A"]}  # fmt: skip
    state = late.at("movement", "soviet", (19, 21), units)
    while state.decision != "withdrawal":
        assert state.var("turn") <= 20
        state = on(state)
    assert state.var("turn") == 20 and names(state, "withdraw") == {"66A", "58A"}
    assert state.to_move == "soviet"
    out = play(state, "withdraw 58A")
    assert out.place("58A") == "removed"
    assert walk(out, "movement", "soviet").place("58A") == "removed"
    # no other turn has one
    quiet = late.at("movement", "soviet", (19, 21), units, turn=20)
    quiet = late.next_turn(quiet, "phase order", "soviet")
    assert {quiet.place(u) for u in ("66A", "58A")} == {"1001", "1500"}


@pytest.mark.rule("BD-8.21d")
@pytest.mark.parametrize(("supplied", "end"), [(True, "removed"), (False, "1806")])
def test_an_only_army_leaves_if_it_can(supplied: bool, end: str) -> None:
    wall = [] if supplied else ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK"]
    units = {"1001": ["1Sh"], "1806": ["60A"], "2022": ["1AK"],
             **{h: [u] for u, h in surround("1806", wall).items()}}  # fmt: skip
    state = late.at("movement", "soviet", (19, 21), units)
    assert late.next_turn(state, "phase order", "german").place("60A") == end


# -- 8.36: artillery corps --------------------------------------------------------------------

TURNS = (19, 21)
FRONT = {"2309": ["60A", "61A", "1Sh"], "2310": ["4AK", "5AK"]}


def guns(turn: int = 20, order: str = "fight-move", left: int = 5, **more: Any) -> State:
    """The prepared assault phase of the Soviet with corps left, in full supply."""
    units = {**FAR, **FRONT, **more.pop("units", {})}
    variables = {"artillery corps left": left, **marker("2309"), **more.pop("variables", {})}
    return late.at("prepared assault", "soviet", TURNS, units, turn=turn, order=order,
                   variables=variables, **more)  # fmt: skip


def offered(state: State, attackers: list[str]) -> State | None:
    """The decision on artillery in a battle, None if there is none."""
    state = declare(state, "2310", attackers)
    while state.decision not in ("artillery", "combat") and state.var("target") >= 0:
        state = on(state)
    return state if state.decision == "artillery" else None


def attack(state: State) -> int:
    """The attack strength of the battle under way, before its die."""
    return walk(state, "combat").var("attack")


@pytest.mark.rule("BD-8.36a")
@pytest.mark.parametrize(("turn", "there"), [(15, 0), (16, 2), (19, 4), (20, 5), (31, 9)])
def test_nine_corps_arrive_from_turn_16_to_31(turn: int, there: int) -> None:
    state = late.at("movement", "soviet", (15, 31), FAR, turn=turn, order="move-fight")
    assert walk(state, "prepared assault", "soviet").var("artillery corps left") == there


@pytest.mark.rule("BD-8.36d", "BD-8.36e", "BD-8.36g")
def test_a_corps_doubles_an_army_that_is_no_shock_army() -> None:
    state = offered(guns(), ["60A", "61A", "1Sh"])
    assert state is not None and names(state, "artillery") == {"60A"}  # and 61A, alike
    plain = attack(play(state, "no-more-artillery"))
    one = play(state, "artillery 60A")
    assert one.units_with("artillery corps") == ["60A"] and names(one, "artillery") == {"61A"}
    assert attack(play(one, "no-more-artillery")) == plain + 3
    two = play(one, "artillery 61A")
    assert attack(two) == plain + 6
    assert two.var("artillery corps left") == 3


@pytest.mark.rule("BD-8.36d")
def test_artillery_doubles_what_supply_leaves_and_not_the_air_army() -> None:
    """Halved 3 is 1, doubled 2, and 1 for the air army."""
    state = offered(guns(variables={"supply marker A": -1}), ["60A"])
    assert state is not None
    supported = play(state, "artillery 60A")
    assert attack(supported) == 2
    air = walk(supported, "air armies")
    assert attack(play(air, "air-army 60A")) == 3


@pytest.mark.rule("BD-8.36d", "BD-11.12b")
def test_what_artillery_adds_to_reduced_armies_is_reduced_once() -> None:
    """6 halved is 3; the 3 or 6 that is added is halved to 1 or 3."""
    bare = guns(variables={"supply marker A": -1})
    begun = offered(bare, ["60A", "61A"])
    assert begun is not None
    one = play(begun, "artillery 60A")
    assert attack(play(one, "no-more-artillery")) == 4
    assert attack(play(one, "artillery 61A")) == 6


def prepared(place: str, beside: str, armies: list[str], foes: list[str], fed: bool) -> State:
    """The decision on artillery in an attack of armies with offensive supply or none."""
    variables = {"artillery corps left": 5, **{f"supply marker {m}": -1 for m in "ABC"}}
    units = {**FAR, beside: armies, place: foes}
    state = late.at("prepared assault", "soviet", TURNS, units, turn=20, order="fight-move",
                    variables=variables | (marker(beside) if fed else {}))  # fmt: skip
    return walk(declare(state, place, armies), "artillery")


@pytest.mark.rule("BD-8.36d", "BD-11.12b")
@pytest.mark.parametrize(
    ("armies", "plain", "supported"),
    [(["1T"], 1, 2), (["1T", "2T"], 1, 2), (["1T", "2T", "3T"], 2, 4), (["60A", "1T"], 2, 4)],
)
def test_what_artillery_adds_to_quartered_armies_is_quartered_once(
    armies: list[str], plain: int, supported: int
) -> None:
    """A tank army of 3 without offensive supply is quartered before the marsh, and counts 1 alone;
    a rifle army is halved."""
    begun = prepared("2113", "2213", armies, ["4AK"], fed=False)
    assert attack(play(begun, "no-more-artillery")) == plain
    assert attack(play(begun, *(f"artillery {name}" for name in armies))) == supported


RIFLES, TANKS = ["60A", "61A", "62A", "63A"], ["1T", "2T", "3T", "5T"]


@pytest.mark.rule("BD-8.36d", "BD-8.36g", "BD-11.26e")
@pytest.mark.parametrize(
    ("place", "armies", "foes", "fed", "flies", "gone"),
    [
        # 6 with artillery, 3 without, for two corps of 3
        ("2310", RIFLES, ["3Pz", "14Pz"], True, False, {(1, 0), (1, 1), (0, 2)}),
        # 7 with an air army too, for corps of 3 and 4
        ("2310", RIFLES, ["3Pz", "4AK"], True, True, {(1, 0), (1, 1), (1, 2), (0, 3)}),
        # halved, 2 with artillery, for one of 4: 2 + 1 is not enough, 1 + (3 + 3) / 2 is
        ("2310", RIFLES, ["4AK"], False, False, {(1, 1), (1, 2), (0, 3)}),
        # quartered, 2 with artillery, for one of 2
        ("2113", TANKS, ["GE"], False, False, {(1, 0), (1, 1), (1, 2), (0, 3)}),
    ],
)
def test_an_army_with_artillery_is_lost_with_its_doubled_factor(
    place: str,
    armies: list[str],
    foes: list[str],
    fed: bool,
    flies: bool,
    gone: set[tuple[int, int]],
) -> None:
    """The sets that a bloodbath can take: armies with artillery, and armies without."""
    beside = {"2310": "2309", "2113": "2213"}[place]
    begun = play(prepared(place, beside, armies, foes, fed), f"artillery {armies[0]}")
    choices = {"air armies": f"air-army {armies[0]}"} if flies else {}
    fought = walk(play(begun, "no-more-artillery"), "combat", choices=choices)
    dice = [play(fought, f"roll {die}") for die in range(1, 7)]
    bloody = next(after for after in dice if after.var("result") == BB)
    assert bloody.units_with("artillery corps") == [armies[0]]
    named = {army: "plain" for army in armies} | {armies[0]: "supported"}
    counted = [dict(lost) for lost in given_up(bloody, named)]
    assert {(n.get("supported", 0), n.get("plain", 0)) for n in counted} == gone
    lost = play(bloody, f"lose {armies[0]}")
    assert lost.units_with("artillery corps") == []


@pytest.mark.rule("BD-8.36d")
def test_only_armies_in_overland_supply_have_artillery() -> None:
    ring = {h: [u] for u, h in surround("2309", ["8AK", "9AK", "10AK", "11AK", "12AK"],
                                        ["2310"]).items()}  # fmt: skip
    state = guns(units=ring)
    assert state.ask("supply", "60A") != OVERLAND
    assert offered(state, ["60A", "61A"]) is None


@pytest.mark.rule("BD-8.36b", "BD-8.36g")
def test_artillery_supports_in_fight_move_turns_and_once_a_phase() -> None:
    assert offered(guns(order="move-fight"), ["60A"]) is None
    assert offered(guns(left=0), ["60A"]) is None
    last = offered(guns(left=1), ["60A", "61A"])
    assert last is not None
    assert last.to_move == "soviet"
    used = play(last, "artillery 60A")
    assert used.decision != "artillery" and used.var("artillery corps left") == 0


@pytest.mark.rule("BD-8.36b", "BD-8.36d", "BD-8.36g")
@pytest.mark.parametrize(("left", "more"), [(1, False), (2, True)])
def test_the_next_battle_of_a_phase_has_the_corps_that_are_left(left: int, more: bool) -> None:
    state = guns(left=left, units={"2209": ["62A"], "2210": ["6AK"]})
    fought = walk(
        play(walk(declare(state, "2310", ["60A"]), "artillery"), "artillery 60A"), "combat"
    )
    dice = [walk(play(fought, f"roll {die}"), "prepared assault", "soviet") for die in range(1, 7)]
    after = next(end for end in dice if end.place("60A") == "2309")
    assert after.var("artillery corps left") == left - 1
    second = declare(after, "2210", ["62A"])
    while second.decision not in ("artillery", "combat"):
        second = on(second)
    assert (second.decision == "artillery") == more
    # the army of the first battle adds nothing to the second
    assert attack(second) == 3
    # and the movement phase has no corps
    moving = walk(play(after, "end-assaults"), "movement", "soviet")
    assert moving.var("turn") == after.var("turn") and moving.var("artillery corps left") == 0


@pytest.mark.rule("BD-8.36c")
@pytest.mark.parametrize(("phase", "may"), [(1, True), (2, False)])
def test_artillery_supports_the_first_phase_of_fight_fight(phase: int, may: bool) -> None:
    state = edit(guns(order="move-fight"), variables={"sequence": 3, "assault phase": phase})
    assert (offered(state, ["60A"]) is not None) == may


@pytest.mark.rule("BD-8.36f", "BD-8.36h")
def test_artillery_is_no_loss_and_no_help_in_defence() -> None:
    state = offered(guns(), ["60A", "61A"])
    assert state is not None
    fought = walk(play(state, "artillery 60A"), "combat")
    ends = [play(fought, f"roll {die}") for die in range(1, 7)]
    assert {end.var("artillery corps left") for end in ends} == {4}
    attacked = late.at("prepared assault", "german", TURNS, {**FAR, **FRONT}, turn=20)
    assert "artillery" not in {attacked.decision, declare(attacked, "2309", ["4AK"]).decision}
    assert odds(attacked, "german", "2309", ["4AK"]).defence == 9


@pytest.mark.rule("BD-8.36d")
def test_an_explained_attack_is_the_one_that_is_played() -> None:
    """With artillery or without."""
    state = guns()
    begun = offered(state, ["60A", "61A"])
    assert begun is not None
    shown = state.battle("2310", ["60A", "61A"])
    assert shown.attack == attack(play(begun, "no-more-artillery"))
    fought = walk(play(begun, "artillery 60A", "no-more-artillery"), "combat")
    assert fought.battle().attack == fought.var("attack") == shown.attack + 3
