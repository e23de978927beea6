"""Sections 10.10 to 10.18: the cost of each hexside and hex for each kind of unit."""

from __future__ import annotations

import pytest

from .board_positions import at, data, names, play, surround

CORPS = [u.name for u in data().units if u.kind == "infantry"]
RIFLES = [u.name for u in data().units if u.kind == "rifle" and u.arrives is None]
NO = None


@pytest.mark.rule("BD-10.10a", "BD-10.11a", "BD-10.12a", "BD-10.13a", "BD-10.18a", "BD-10.12b")
@pytest.mark.parametrize(
    ("start", "to", "foot", "mech", "late"),
    [
        # points on foot, mechanised, and mechanised Soviet from turn 13 on
        ("1000", "1001", 1, 1, 1),  # clear
        ("2408", "2407", 1, 1, 1),  # a city
        ("2601", "2700", 1, 1, 1),  # steppe
        ("1109", "1010", 2, 3, 3),  # clear, over a river
        ("2404", "2403", 2, 3, 3),
        ("1106", "1206", 1, 3, 1),  # marsh
        ("1912", "2013", 1, 3, 1),
        ("1109", "1110", 2, 5, 3),  # marsh, over a river
        ("2012", "2112", 2, 5, 3),
        ("2221", "2321", 1, 2, 2),  # rough
        ("2122", "2222", 1, 2, 2),
        ("2514", "2515", 2, 4, 4),  # rough, over a river
        ("2614", "2615", 1, 2, 2),
        ("1112", "1213", NO, NO, NO),  # over a lake
        ("1305", "1206", NO, NO, NO),
        ("2802", "2901", NO, NO, NO),
        ("1216", "1316", NO, NO, NO),  # over the sea
        ("2805", "2904", NO, NO, NO),
        ("1215", "1315", NO, NO, NO),  # into it
        ("3105", "3106", NO, NO, NO),  # the strait is no ordinary way
        ("3106", "3105", NO, NO, NO),
    ],
)
def test_what_a_step_costs(
    start: str, to: str, foot: int | None, mech: int | None, late: int | None
) -> None:
    row = data().map.hexes[data().map.index[to]]
    assert row is not None
    for unit, turn, points in (
        ("4AK", 9, foot),
        ("49Mtn", 9, foot),
        ("60A", 9, foot),
        ("1Sh", 13, foot),
        ("3Pz", 9, mech),
        ("3Pz", 13, mech),
        ("3T", 9, mech),
        ("3T", 12, mech),
        ("3T", 13, late),
        ("1G", 13, late),
    ):
        side = "german" if unit in ("4AK", "49Mtn", "3Pz") else "soviet"
        enemies = RIFLES if side == "german" else CORPS
        ring = surround(start, [u for u in enemies if u not in (unit, "60A")], [to])
        held = [to, "2607", "2804"]
        state = at(
            "movement",
            side,
            turn=turn,
            sequence="move-fight",
            units={unit: start, **ring},
            german=held if side == "german" else [],
            soviet=[to] if side == "soviet" and row.terrain != "sea" else [],
        )
        if f"{unit}" not in names(state, "move"):
            assert points is None
            continue
        leg = play(state, f"move {unit}")
        if leg.decision != "leg":
            # there is nowhere to go
            assert points is None
            continue
        found = {h: leg.last_cost(h) for h in leg.ask(f"{side} reach")}
        whole = leg.ask(f"{side} allowance")
        # who cannot pay spends all that he has (10.3)
        want = None if points is None else min(points, whole)
        assert found.get(to) == want, (unit, turn)


@pytest.mark.rule("BD-10.15a", "BD-10.15b", "BD-10.18a")
@pytest.mark.parametrize(("start", "to"), [("2907", "3008"), ("3008", "2907")])
def test_the_sivash_is_a_river_to_soviet_foot_and_to_nobody_else(start: str, to: str) -> None:
    for unit, points in (("60A", 2), ("1Sh", 2), ("3T", None), ("1G", None), ("4AK", None),
                         ("3Pz", None), ("3Rum", None)):  # fmt: skip
        side = "german" if unit in ("4AK", "3Pz", "3Rum") else "soviet"
        enemies = RIFLES if side == "german" else CORPS
        ring = surround(start, [u for u in enemies if u not in ("60A", "4AK")], [to])
        far = {"1001": "61A"} if side == "german" else {"2320": "59AK"}
        state = at("movement", side, sequence="move-fight",
                   units={unit: start, **ring, **{u: h for h, u in far.items()}})  # fmt: skip
        if unit not in names(state, "move"):
            assert points is None
            continue
        leg = play(state, f"move {unit}")
        if leg.decision != "leg":
            # there is nowhere to go
            assert points is None
            continue
        found = {h: leg.last_cost(h) for h in leg.ask(f"{side} reach")}
        assert found.get(to) == points, unit
