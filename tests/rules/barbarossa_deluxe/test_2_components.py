"""Section 2: the counters."""

from __future__ import annotations

import pytest

from .board_positions import at, fight, names, play, refused

PANZERS = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]


@pytest.mark.rule("BD-2.5a", "BD-2.12b", "BD-11.10b")
def test_one_loss_removes_a_unit_and_a_dotted_one_for_good() -> None:
    state = at("prepared assault", "german", units={"2308": PANZERS, "2309": ["60A", "LPMA"]})
    # 20 against 5 and concentric nothing: 4:1, so a die is rolled; against one unit it is not
    assert fight(state, "2309", PANZERS).to_move == "chance"
    for unit, box in (("LPMA", "removed"), ("60A", "dead")):
        alone = at(
            "prepared assault", "german", units={"2308": PANZERS, "2309": [unit]}, zone="south"
        )
        after = fight(alone, "2309", PANZERS, until="advance")
        assert after.place(unit) == box
        assert all(after.place(p) == "2308" for p in PANZERS)


@pytest.mark.rule("BD-2.9d")
def test_static_units_never_move() -> None:
    state = at("movement", "soviet", units={"2309": ["60A", "LPMA"], "2204": ["LPMA"]})
    assert names(state, "move") == {"60A"}
    with refused("BD-10.2b"):
        state.push("move LPMA")
    state = at("movement", "soviet", units={"2309": ["60A", "LPMA"]})
    state.push("move 60A")
    assert names(state, "with") == set()


@pytest.mark.rule("BD-2.11a")
@pytest.mark.parametrize(
    ("unit", "turn", "points"),
    [("3Pz", 9, 8), ("4AK", 9, 4), ("3T", 9, 6), ("60A", 9, 4), ("3Pz", 13, 7), ("3T", 13, 6)],
)
def test_movement_factors_are_the_turns(unit: str, turn: int, points: int) -> None:
    side = "soviet" if unit in ("3T", "60A") else "german"
    other = "4AK" if side == "soviet" else "61A"
    state = at(
        "movement",
        side,
        turn=turn,
        sequence="move-fight",
        units={unit: "2309", other: "1001"},
    )
    assert play(state, f"move {unit}").ask(f"{side} allowance") == points
