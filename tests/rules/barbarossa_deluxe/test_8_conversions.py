"""8.19 and 8.29: guards tank armies and late panzer corps, which take the place of one other unit,
at once in overland supply or in the dead pile, else as soon as either comes."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from . import late
from .board_positions import (
    OOS,
    OVERLAND,
    around,
    data,
    declare,
    edit,
    marker,
    names,
    odds,
    play,
    surround,
    usual,
    walk,
)

WALL = ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK"]
ARMIES = ["8A", "9A", "10A", "11A", "12A", "13A"]
SOUTH = "2204"
FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
"""A unit of each side far from the front."""
GUARDS = {"later": ["5GT"], **FAR}
PANZERS = {"later": ["3PzL", "14PzL"], **FAR}


def guards(units: dict[str, Any], **more: Any) -> State:
    """The end of turn 14, the turn before 5GT; then the German player turn of 15."""
    before = late.at("movement", "soviet", (14, 16), {**GUARDS, **units}, **more)
    return late.next_turn(before, "phase order", "german")


def panzers(units: dict[str, Any], **more: Any) -> State:
    """The end of turn 21, the turn before the late panzer corps; then the player turn of 22."""
    before = late.at("movement", "soviet", (21, 23), {**PANZERS, **units}, **more)
    return late.next_turn(before, "phase order", "german")


def places(state: State, *units: str) -> list[str]:
    """Where units are."""
    return [state.place(unit) for unit in units]


def ring(units: list[str], leave: tuple[str, ...] = ()) -> dict[str, Any]:
    """Units around 1806, a city."""
    return {h: [u] for u, h in surround("1806", units, leave).items()}


@pytest.mark.rule("BD-8.19a", "BD-8.19c")
def test_a_guards_tank_army_takes_over_from_its_namesake() -> None:
    state = guards({"1806": ["5T", "60A"], "1001": ["66A", "3T"]})
    assert state.ask("supply", "5GT") == OVERLAND
    assert places(state, "5GT", "5T", "3T") == ["1806", "removed", "1001"]
    assert state.units_with("to be converted") == []
    # and fights with its own factor at once
    move = walk(state, "movement", "soviet", {"phase order": "move-fight"})
    assert "5GT" in names(move, "move")


@pytest.mark.rule("BD-8.19b")
@pytest.mark.parametrize("box", ["dead", "rvgk"])
def test_it_takes_over_off_the_map(box: str) -> None:
    state = guards({box: ["5T"]})
    assert places(state, "5GT", "5T") == [box, "removed"]


@pytest.mark.rule("BD-8.19b")
def test_that_costs_no_step_of_replacement() -> None:
    """A step reclaims the new counter, which is dead as the old one was."""
    state = late.at("movement", "soviet", (14, 16), {**GUARDS, "dead": ["5T"]})
    state = walk(late.next_turn(state, "replacements", "soviet"), "replacements", "soviet")
    assert state.var("turn") == 15 and names(state, "reclaim") == {"5GT"}


@pytest.mark.rule("BD-8.19d", "BD-8.1e", "BD-5.3b")
def test_a_tank_army_without_supply_waits() -> None:
    state = guards({"1806": ["5T"], **ring(WALL)})
    assert places(state, "5GT", "5T") == ["later", "1806"]
    assert state.ask("supply", "5T") != OVERLAND and state.units_with("to be converted") == ["5T"]
    # also the turn after, until a line opens
    later = late.next_turn(state, "phase order", "german")
    assert places(later, "5GT", "5T") == ["later", "1806"]
    assert later.units_with("to be converted") == ["5T"]
    opened = play(edit(later, {"8AK": "2022"}), "move-fight")
    opened = walk(opened, "movement", "german")
    goal = min(names(play(opened, "move 9AK"), "to"))
    assert places(play(opened, "move 9AK", f"to {goal}"), "5GT", "5T") == ["1806", "removed"]


def cut_off(decision: str, side: str, units: dict[str, Any], **more: Any) -> State:
    """A decision in which 5T is out of supply in 1806, in a ring of German corps, and waits."""
    return late.at(
        decision, side, (14, 16), {**GUARDS, "1806": ["5T"], **ring(WALL), **units}, turn=15,
        flags={"to be converted": ["5T"]}, not_hex_flags={"hero city": ["1806"]}, **more,
    )  # fmt: skip


@pytest.mark.rule("BD-8.19d")
def test_it_converts_as_an_enemy_moves_away() -> None:
    state = cut_off("movement", "german", {})
    assert state.ask("supply", "5T") == OOS
    out = play(state, "move 8AK")
    goals, opened = sorted(names(out, "to")), []
    for goal in goals:
        moved = play(out, f"to {goal}")
        if moved.place("5GT") == "1806":
            assert moved.place("5T") == "removed" and moved.ask("supply", "5GT") == OVERLAND
            opened.append(goal)
        else:
            assert places(moved, "5GT", "5T") == ["later", "1806"]
            assert moved.ask("supply", "5T") == OOS
    assert opened


@pytest.mark.rule("BD-8.19b", "BD-8.19d")
def test_it_converts_as_it_is_lost() -> None:
    state = cut_off("prepared assault", "german", {})
    fought = walk(declare(state, "1806", WALL[:1]), "combat")
    lost = next(
        s for s in (play(fought, f"roll {n}") for n in range(1, 7)) if s.place("5T") != "1806"
    )
    assert places(lost, "5GT", "5T") == ["dead", "removed"]
    assert lost.units_with("to be converted") == []


@pytest.mark.rule("BD-8.19d")
def test_a_battle_is_over_before_a_unit_in_it_converts() -> None:
    """5T and others outside break the ring; the supply that this opens comes after the battle."""
    home, target, outside = "1806", "1705", "1605"
    attackers = ["5T", "60A", "61A", "62A", "63A", "64A"]
    ring = surround(home, WALL, [target])
    units = {"later": ["5GT"], home: attackers[:1], outside: attackers[1:], target: ["13AK"],
             "2022": ["1AK"], **{h: [u] for u, h in ring.items()}}  # fmt: skip
    state = late.at("prepared assault", "soviet", (14, 16), units, turn=15,
                    flags={"to be converted": ["5T"]}, not_hex_flags={"hero city": ["1806"]},
                    variables=marker(outside))  # fmt: skip
    assert state.ask("supply", "5T") != OVERLAND
    fought = walk(declare(state, target, attackers), "combat")
    won = 0
    for die in range(1, 7):
        out = play(fought, f"roll {die}")
        while out.decision in ("advance", "retreat"):
            assert places(out, "5GT", "5T") == ["later", home]
            if out.decision == "advance" and out.units_at(target) == []:
                won += 1
                out = play(out, "advance 60A")
            else:
                away = {f"retreat-to {h}" for h in names(out, "retreat-to")}
                out = play(out, "hold" if "hold" in names(out) else min(away))
        if out.units_at(target) == ["60A"]:
            assert places(out, "5GT", "5T") == [home, "removed"]
    assert won


@pytest.mark.rule("BD-8.29a")
def test_a_lost_panzer_corps_is_replaced_as_the_late_one() -> None:
    before = late.at("movement", "soviet", (21, 23), {**PANZERS, "dead": ["14Pz"]})
    state = walk(late.next_turn(before, "replacements", "german"), "replacements", "german")
    assert state.var("turn") == 22 and names(state, "reclaim") == {"14PzL"}


@pytest.mark.rule("BD-8.19c", "BD-8.29c")
@pytest.mark.parametrize(
    ("turn", "old", "units", "rule"),
    [(15, "5T", GUARDS, "BD-8.19c"), (22, "3Pz", PANZERS, "BD-8.29c")],
)
def test_the_rule_takes_the_old_counter_out_of_play(
    turn: int, old: str, units: dict[str, Any], rule: str
) -> None:
    where = "1001" if old == "5T" else "2022"
    units = {**units, where: [*units[where], old]}
    state = late.at("movement", "soviet", (turn - 1, turn + 1), units).copy()
    told: list[Any] = []
    while state.place(old) != "removed":
        told += state.push(usual(state, {}), effects=True) or []
    assert ("placed", old, where, "removed", rule) in told


@pytest.mark.rule("BD-8.19c", "BD-8.19d", "BD-10.1b")
def test_a_unit_that_moves_into_supply_moves_on_as_the_new_one() -> None:
    """Lines do not cross the logistics boundary, units do: 2204 is south, 2104 north."""
    rows = data().map
    south = [h for h in around(SOUTH) if rows.hexes[rows.index[h]].zone == "south"]
    units = {**GUARDS, SOUTH: ["5T"], **{h: [u] for h, u in zip(south, WALL, strict=False)}}
    state = late.at("movement", "soviet", (14, 16), units, turn=15,
                    flags={"to be converted": ["5T"]})  # fmt: skip
    assert state.ask("supply", "5T") == OOS
    out = play(state, "move 5T")
    goals = [(goal, play(out, f"to {goal}")) for goal in sorted(names(out, "to"))]
    assert len(goals) > 2
    for goal, moved in goals:
        assert places(moved, "5GT", "5T") == [goal, "removed"]
        assert moved.ask("supply", "5GT") == OVERLAND
        # it began out of supply, and has half of its points
        assert moved.units_with("halved") == ["5GT"]
    on_the_way = [moved for _, moved in goals if moved.decision == "leg"]
    assert on_the_way
    for moved in on_the_way:
        assert moved.units_with("moving") == ["5GT"] and names(moved, "to")


@pytest.mark.rule("BD-8.19c", "BD-8.19d", "BD-10.6a")
def test_a_unit_that_pauses_on_its_way_goes_on_with_the_points_that_it_has_left() -> None:
    """60A and 5T march in a pocket; 60A breaks a counter of the East Wall, and so the ring."""
    start, pause, wall = "2007", "2006", "2105"
    beside = dict.fromkeys([*around(start), *around(pause)])
    shut = [h for h in beside if h not in (start, pause, wall)]
    units = {**GUARDS, start: ["60A", "5T"], **dict(zip([*WALL, "17AK"], shut, strict=True))}
    state = late.at("movement", "soviet", (14, 20), units, turn=15, german=[wall],
                    flags={"to be converted": ["5T"]}, hex_flags={"east wall": [wall]})  # fmt: skip
    moved = play(state, "move 60A", "with 5T", f"to {pause}", "drop 5T")
    assert state.ask("supply", "5T") == moved.ask("supply", "5T") == OOS
    through = play(moved, f"to {wall}")
    assert places(through, "5GT", "5T") == [pause, "removed"]
    assert "5T" not in through.units_with("paused")
    on = play(through, "move 5GT")
    assert (on.var("spent"), on.ask("soviet allowance")) == (1, 3)
    assert play(state, "move 5T").var("spent") == 0


@pytest.mark.rule("BD-8.29a", "BD-8.29c")
def test_late_panzer_corps_take_over_from_the_early_ones() -> None:
    state = panzers({"2022": ["1AK", "3Pz"], "dead": ["14Pz"]})
    assert places(state, "3PzL", "3Pz", "14PzL", "14Pz") == ["2022", "removed", "dead", "removed"]
    before = late.at("movement", "soviet", (20, 22), {**PANZERS, "2022": ["3Pz", "1AK"]})
    assert places(late.next_turn(before, "phase order", "german"), "3PzL", "3Pz") == [
        "later",
        "2022",
    ]


@pytest.mark.rule("BD-8.29b")
def test_a_panzer_corps_without_overland_supply_waits() -> None:
    state = panzers({"1806": ["3Pz"], **ring(ARMIES), "1001": ["66A"]})
    assert places(state, "3PzL", "3Pz") == ["later", "1806"]
    later = late.next_turn(state, "phase order", "german")
    assert places(later, "3PzL", "3Pz") == ["later", "1806"]
    # it is forfeit no more than others that wait
    relieved = edit(later, {"1806": ["3Pz"]}, clear=False)
    assert relieved.units_with("to be converted") == ["3Pz"]


@pytest.mark.rule("BD-8.29b")
def test_it_converts_as_it_is_lost_too() -> None:
    units = {**PANZERS, "1806": ["3Pz"], **ring(ARMIES)}
    state = late.at("prepared assault", "soviet", (21, 23), units, turn=22,
                    flags={"to be converted": ["3Pz"]})  # fmt: skip
    fought = walk(declare(state, "1806", ARMIES), "combat")
    ends = [play(fought, f"roll {n}") for n in range(1, 7)]
    lost = [end for end in ends if end.place("3Pz") != "1806"]
    assert lost and all(places(end, "3PzL", "3Pz") == ["dead", "removed"] for end in lost)


@pytest.mark.rule("BD-8.29d")
@pytest.mark.parametrize(
    ("corps", "city", "attack"),
    [("3Pz", False, 4), ("3Pz", True, 3), ("3PzL", False, 2), ("3PzL", True, 2)],
)  # fmt: skip
def test_late_panzer_corps_attack_cities_with_their_attack_factor(
    corps: str, city: bool, attack: int
) -> None:
    target = "1806" if city else "2309"
    near = {"1806": "1807", "2309": "2310"}[target]
    units = {target: ["60A"], near: [corps], **FAR}
    state = late.at("prepared assault", "german", (21, 23), units, turn=22,
                    not_hex_flags={"hero city": ["1806"]})  # fmt: skip
    supplied = 1 if state.ask("supply", corps) == OVERLAND else 2
    assert odds(state, "german", target, [corps]).attack == attack // supplied
    assert state.battle(target, [corps]).attack == attack // supplied


@pytest.mark.rule("BD-8.29d")
def test_late_panzer_corps_defend_with_four() -> None:
    units = {"2309": ["60A"], "2310": ["3PzL"], **FAR}
    state = late.at("prepared assault", "soviet", (21, 23), units, turn=22)
    assert odds(state, "soviet", "2310", ["60A"]).defence == 4


@pytest.mark.rule("BD-8.29e")
def test_other_corps_stay_as_they_are() -> None:
    state = panzers({"2022": ["1AK", "2SSPz", "3SSPz"]})
    assert places(state, "2SSPz", "3SSPz") == ["2022", "2022"]


@pytest.mark.rule("BD-8.19d", "BD-11.21f")
def test_it_converts_as_a_counter_of_the_east_wall_is_destroyed() -> None:
    """No enemy stands near; the line of 3T is shut by the counters alone."""
    wall = around("1806")
    near = next(h for h in around(wall[0]) if h not in {*wall, "1806"})
    units = {"later": ["3GT"], "1806": ["3T"], near: ["60A"], **FAR}
    state = late.at("movement", "soviet", (19, 21), units, turn=20, german=wall,
                    flags={"to be converted": ["3T"]}, hex_flags={"east wall": wall},
                    not_hex_flags={"hero city": ["1806"]})  # fmt: skip
    assert state.ask("supply", "3T") == OOS
    out = play(state, "move 60A")
    broken = play(out, f"to {min(names(out, 'to') & set(wall))}")
    assert len(set(wall) - set(broken.hexes_with("east wall"))) == 1
    assert places(broken, "3GT", "3T") == ["1806", "removed"]


@pytest.mark.rule("BD-8.29b", "BD-8.10a")
def test_it_converts_as_an_enemy_goes_into_the_reserve() -> None:
    units = {**PANZERS, "1806": ["3Pz"], **ring(ARMIES)}
    state = late.at("phase order", "soviet", (21, 23), units, turn=22,
                    flags={"to be converted": ["3Pz"]})  # fmt: skip
    state = play(state, "move-fight")
    assert places(state, "3PzL", "3Pz") == ["later", "1806"]
    gone = play(state, f"withdraw {ARMIES[0]}")
    assert places(gone, "3PzL", "3Pz") == ["1806", "removed"]
