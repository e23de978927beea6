"""Section 13 and the charts: set-up, counters, and the turn record."""

from __future__ import annotations

import pytest

from .board_positions import (
    Units,
    at,
    data,
    edit,
    game,
    names,
    number,
    odds,
    on,
    play,
    reach,
    start,
    walk,
)

SOVIET_SET_UP = """
1011 23A 42A 55A LPMA
1110 8A 54A
1210 1Sh 4A 52A 59A
1310 11A 27A 34A 53A
1411 3Sh 4Sh
1410 22A 30A 41A
1409 29A
1508 31A
1609 5A 20A
1708 24A 33A 43A
1706 3T
1808 49A 50A
1806 64A
1907 10A 61A
1906 16A
2006 3A
2106 13A 48A
2105 5T
2206 40A
2204 60A
2306 21A 28A
2305 6A
2406 38A
2405 63A
2501 62A
2505 9A
2504 37A
2604 12A
2704 18A
2804 56A
3105 47A
"""
"""13.6."""

PANZER = [3, 14, 24, 39, 40, 41, 46, 47, 48, 56, 57]
INFANTRY = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 20, 23, 26, 27, 28, 29, 34, 35, 38, 43, 44,
            50, 51, 52, 53, 55, 59]  # fmt: skip
FREE = {*(f"{n}Pz" for n in PANZER), *(f"{n}AK" for n in INFANTRY), "49Mtn", "3Rum", "4Rum"}
"""13.7."""


@pytest.mark.rule("BD-13.7c", "BD-7.4f", "BD-2.6a", "BD-2.6b")
def test_the_set_up_is_that_of_the_rulebook() -> None:
    new = game().new()
    for line in SOVIET_SET_UP.split("\n"):
        hex_, *units = line.split() or [""]
        for unit in units:
            assert new.place(unit) == hex_, unit
    assert sum(len(line.split()[1:]) for line in SOVIET_SET_UP.split("\n") if line) == len(
        [u for u in game().units if new.place(u) in game().hexes and u not in
         ("42AK", "30AK", "54AK")]
    )  # fmt: skip
    assert (new.place("42AK"), new.place("30AK"), new.place("54AK")) == ("3106", "3108", "3108")
    assert set(new.units_at("pool")) == FREE
    assert set(new.units_at("rvgk")) == {"5Sh", "66A"}
    assert set(new.units_at("dead")) == {"2Sh", "51A", "57A"}


AUTOMATIC = """
1012 28AK
1111 26AK 50AK
1211 1AK 38AK
1311 10AK
1412 2AK
1511 59AK
1510 23AK
1509 41Pz 6AK
1610 27AK
1709 39Pz 9AK
1809 20AK 43AK
1908 56Pz
2008 12AK
2007 35AK
2107 34AK
2207 55AK 13AK 7AK 24Pz 48Pz
2307 29AK 53AK 47Pz
2407 8AK 51AK 40Pz 46Pz
2506 11AK 14Pz 3Pz 3Rum
2606 44AK
2605 4AK 57Pz
2705 52AK 4Rum
2805 5AK 49Mtn 17AK
"""
"""The ready placement, army by army along the front of June 1942."""


@pytest.mark.rule("BD-13.7c", "BD-6.3a", "BD-6.4a")
def test_the_ready_set_up_places_every_free_unit_at_the_front() -> None:
    ready = start()
    found = {unit: line.split()[0] for line in AUTOMATIC.split("\n") for unit in line.split()[1:]}
    assert found.keys() == FREE
    assert {unit: ready.place(unit) for unit in FREE} == found


@pytest.mark.rule("BD-13.6d")
def test_the_markers_at_the_start() -> None:
    ready = start()
    assert set(ready.hexes_with("hero city")) == {"1011", "1606", "1806"}
    assert ready.var("hero cities") == 1 and ready.var("fortress cities") == 0
    asked = reach("offensive supply", "soviet")
    # marker A and no other
    done = play(asked, "marker-a 2309")
    assert done.decision != "offensive supply"
    assert [done.var(f"supply marker {m}") for m in "ABC"] == [number("2309"), -1, -1]


def kinds() -> list[tuple[str, int, int, bool]]:
    """Each unit with its factors, and whether it is mechanised."""
    out = []
    for unit in game().units:
        if unit.endswith("Pz"):
            out.append((unit, 4, 3, True))
        elif unit.endswith("AK") or unit == "49Mtn":
            out.append((unit, 3, 4, False))
        elif unit in ("3Rum", "4Rum", "2Hun", "8Ital"):
            out.append((unit, 2, 3, False))
        elif unit in ("1G", "2G"):
            out.append((unit, 4, 4, True))
        elif unit == "LPMA":
            out.append((unit, 2, 2, False))
        else:
            out.append((unit, 3, 3, unit.endswith("T")))
    return out


@pytest.mark.rule("BD-2.6a", "BD-2.6b", "BD-2.9a", "BD-11.11a", "BD-11.9a")
def test_what_the_counters_say() -> None:
    for side, target, beside in (("german", "2309", "2308"), ("soviet", "2309", "2308")):
        enemy = "60A" if side == "german" else "59AK"
        board = at(
            "prepared assault",
            side,
            turn=10,
            sequence="move-fight",
            units={target: [enemy]},
            variables={"supply marker A": number("2307")},
        )
        for unit, attack, defence, _ in kinds():
            if (unit in german_units()) != (side == "german") or unit == enemy:
                continue
            state = edit(board, {unit: beside})
            found = odds(state, side, target, [unit])
            assert found.attack == attack, unit
            other = "soviet" if side == "german" else "german"
            there = edit(state, {enemy: target})
            assert odds(there, other, beside, [enemy]).defence == defence, unit


def german_units() -> set[str]:
    return {u.name for u in data().units if u.side == "german"}


@pytest.mark.rule("BD-2.9a", "BD-2.6a", "BD-2.6b", "BD-10.18a", "BD-2.11a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_who_is_mechanised(side: str) -> None:
    far = {"1001": ["59A"]} if side == "german" else {"2320": ["59AK"]}
    board = at("movement", side, turn=10, sequence="move-fight", units=far)  # type: ignore[arg-type]
    for unit, _, _, mech in kinds():
        if (unit in german_units()) != (side == "german") or unit in ("59A", "59AK"):
            continue
        state = edit(board, {unit: "2308"})
        if unit == "LPMA":
            assert unit not in names(state, "move")
            continue
        points = play(state, f"move {unit}").ask(f"{side} allowance")
        assert points == {"german": (4, 8), "soviet": (4, 6)}[side][mech], unit


@pytest.mark.rule("BD-2.11a", "BD-5.8a", "BD-13.5a")
@pytest.mark.parametrize("turn", [9, 10, 11, 12, 13])
def test_the_movement_factors_of_each_turn(turn: int) -> None:
    for side, unit, points in (
        ("german", "3Pz", 7 if turn == 13 else 8),
        ("german", "4AK", 4),
        ("german", "3Rum", 4),
        ("soviet", "3T", 6),
        ("soviet", "60A", 4),
        ("soviet", "1Sh", 4),
    ):
        far: Units = {"1001": ["59A"]} if side == "german" else {"2320": ["59AK"]}
        state = at("movement", side, turn=turn, sequence="move-fight",
                   units={**far, "2308": [unit]})  # type: ignore[dict-item]  # fmt: skip
        assert play(state, f"move {unit}").ask(f"{side} allowance") == points


DEAD: Units = {"dead": ["3Pz", "14Pz", "4AK", "5AK", "1T", "2T", "3T", "60A", "61A"],
               "1001": ["59A"], "2320": ["59AK"]}  # fmt: skip


@pytest.mark.rule("BD-8.12c", "BD-13.5a")
@pytest.mark.parametrize(
    ("turn", "german", "soviet"),
    [(10, (1, 1), (1, 3)), (11, (1, 1), (1, 3)), (12, (1, 1), (1, 3)), (13, (1, 1), (2, 5))],
)
def test_the_replacements_of_each_turn(
    turn: int, german: tuple[int, int], soviet: tuple[int, int]
) -> None:
    state = at("movement", "soviet", turn=turn - 1, sequence="fight-move", units=DEAD)
    state = play(state, "end-movement")
    for side, steps in (("german", german), ("soviet", soviet)):
        state = walk(state, "replacements", side)
        assert state.var("turn") == turn
        assert (state.var("mech steps"), state.var("foot steps")) == steps


@pytest.mark.rule("BD-8.12c")
def test_the_replacements_of_the_first_turn() -> None:
    """Second Shock and two rifle armies wait in the dead pile (13.6)."""
    state = reach("replacements", "soviet")
    assert state.var("turn") == 9
    assert (state.var("mech steps"), state.var("foot steps")) == (1, 3)
    assert names(state, "reclaim") == {"2Sh", "51A"}


@pytest.mark.rule("BD-11.23a", "BD-13.5a")
def test_the_luftwaffe_of_the_first_turn() -> None:
    assert start().var("luftwaffe") == 3


@pytest.mark.rule("BD-8.38b", "BD-13.5a")
@pytest.mark.parametrize(("turn", "armies"), [(9, 7), (10, 9), (11, 10), (12, 10), (13, 13)])
def test_how_many_air_armies_there_are(turn: int, armies: int) -> None:
    order = at("phase order", "soviet", turn=turn, units={"2308": ["60A"], "2309": ["4AK"]})
    fights = walk(play(order, "fight-move"), "prepared assault", "soviet")
    assert fights.var("air armies left") == armies


@pytest.mark.rule("BD-8.40b")
@pytest.mark.parametrize("turn", [9, 10, 11, 12, 13])
def test_the_airborne_marker_is_used_once_in_1942(turn: int) -> None:
    for used, offered in ((0, True), (1, False)):
        state = at("prepared assault", "soviet", turn=turn, sequence="fight-move",
                   units={"2309": ["4AK"], "2308": ["60A", "61A"]},
                   variables={"airborne used in": used})  # fmt: skip
        run = play(state, "attack 2309")
        seen: set[str] = set()
        while run.to_move != "chance" and run.decision not in ("prepared assault", "movement"):
            seen |= names(run)
            actions = run.legal_actions.names()
            run = play(run, "fight") if "fight" in actions else on(run)
        assert any("airborne" in n for n in seen) == offered, sorted(seen)


@pytest.mark.rule("BD-13.5a")
def test_the_reinforcements_are_those_of_the_turn_record() -> None:
    """Without the armies that 13.6 puts out of play."""
    due: dict[int, set[str]] = {}
    for unit in data().taking_part():
        if unit.arrives is not None and unit.entry != "trigger":
            due.setdefault(unit.arrives, set()).add(unit.name)
    assert due == {
        10: {"2Hun", "1T", "4T"}, 11: {"8Ital", "39A", "1G"}, 12: {"2T"}, 13: {"65A", "2G"},
    }  # fmt: skip
    assert not {"19A", "26A", "32A", "44A", "46A", "ICA"} & {u.name for u in data().taking_part()}


@pytest.mark.rule("BD-8.1c", "BD-8.1e", "BD-5.3a")
@pytest.mark.parametrize(("turn", "due"), [(10, {"2Hun"}), (11, {"8Ital"}), (12, set()),
                                           (13, set())])  # fmt: skip
def test_which_armies_of_allies_come_when(turn: int, due: set[str]) -> None:
    units: Units = {"later": ["2Hun", "8Ital"], "1001": ["59A"], "2320": ["59AK"]}
    state = at("movement", "soviet", turn=turn - 1, sequence="fight-move", units=units)
    run = play(state, "end-movement")
    seen: set[str] = set()
    while run.decision != "phase order":
        if run.decision == "reinforcements":
            seen |= names(run, "bring")
        run = on(run)
    assert seen == due
    assert {u for u in ("2Hun", "8Ital") if run.place(u) == "removed"} == due


@pytest.mark.rule("BD-8.20a", "BD-8.1e", "BD-5.3b")
@pytest.mark.parametrize(
    ("turn", "armies"), [(10, 0), (11, 1), (12, 1), (13, 2)]
)  # fmt: skip
def test_which_guards_armies_come_when(turn: int, armies: int) -> None:
    """First Guards is due on turn 11, Second on 13; one that was not called in still is."""
    units: Units = {"later": ["1G", "2G"], "2204": ["60A"], "2203": ["61A"], "2320": ["59AK"]}
    state = at("movement", "soviet", turn=turn - 1, sequence="fight-move", units=units)
    run = play(state, "end-movement")
    asked = 0
    while run.decision != "phase order":
        asked += run.decision == "conversion"
        run = on(run)
    assert asked == armies
    waiting = [u for u in ("1G", "2G") if run.place(u) == "rvgk-waiting"]
    assert waiting == ["1G", "2G"][:armies]


@pytest.mark.rule("BD-2.5a", "BD-8.12f")
def test_who_is_replaceable() -> None:
    """All but the militia and the satellites."""
    for unit, _, _, _ in kinds():
        side = "german" if unit in german_units() else "soviet"
        # of units printed alike one is as good as the next
        if unit.endswith(("AK", "A")) and unit not in ("4AK", "60A", "39A", "65A"):
            continue
        far: Units = {"1001": ["59A"], "2320": ["59AK"]}
        state = at("movement", "soviet", turn=9, sequence="fight-move",
                   units={"dead": [unit], **far})  # fmt: skip
        run = play(state, "end-movement")
        offered: set[str] = set()
        while run.decision != "phase order":
            if run.decision == "replacements" and run.to_move == side:
                offered |= names(run, "reclaim")
            run = on(run)
        dotted = unit in ("LPMA", "3Rum", "4Rum", "2Hun", "8Ital")
        assert offered == (set() if dotted else {unit}), unit
