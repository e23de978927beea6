"""Section 6: stacking."""

from __future__ import annotations

import pytest

from eastfront.cli.invariants import violations

from .board_positions import at, edit, fight, names, odds, play, refused

FIVE = ["4AK", "5AK", "6AK", "7AK", "8AK"]


@pytest.mark.rule("BD-6.2a", "BD-6.3a")
def test_a_sixth_unit_may_not_enter_nor_pass() -> None:
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"2308": FIVE, "2309": ["1AK"], "2310": ["2AK", "9AK"], "1001": "60A"},
    )
    leg = play(state, "move 1AK")
    assert "2308" not in names(leg, "to") and "2310" in names(leg, "to")
    with refused("BD-6.2a"):
        leg.push("to 2308")
    # four fit, a stack of two beside four does not
    four = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"2308": FIVE[:4], "2310": ["2AK", "9AK"], "1001": "60A"},
    )
    assert "2308" in names(play(four, "move 2AK"), "to")
    pair = play(four, "move 2AK", "with 9AK")
    assert "2308" not in names(pair, "to") and "2309" in names(pair, "to")


@pytest.mark.rule("BD-6.2a")
def test_a_full_hex_bars_the_way_for_the_moment() -> None:
    # 2408 to 2210 in a straight line leads through 2309
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"2309": FIVE, "2408": ["1AK"], "1001": "60A"},
    )
    there = play(state, "move 1AK")
    assert "2309" not in names(there, "to")
    left = play(state, "move 4AK", "to 2310", "stop")
    assert "2309" in names(play(left, "move 1AK"), "to")


@pytest.mark.rule("BD-6.3a")
def test_five_units_stack_after_an_advance() -> None:
    state = at(
        "prepared assault",
        "german",
        units={"2308": ["3Pz", "14Pz", "24Pz"], "2408": ["39Pz", "40Pz", "41Pz"], "2309": "60A"},
    )
    attackers = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz", "41Pz"]
    after = fight(state, "2309", attackers, until="advance")
    while after.decision == "advance" and names(after, "advance"):
        after = play(after, sorted(f"advance {u}" for u in names(after, "advance"))[0])
    assert sum(after.place(u) == "2309" for u in attackers) <= 5


@pytest.mark.rule("BD-6.4a")
def test_two_satellite_armies_never_share_a_hex() -> None:
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"2308": ["3Rum"], "2309": ["4Rum", "1AK"], "1001": "60A"},
    )
    assert "2308" not in names(play(state, "move 4Rum"), "to")
    assert "2308" not in names(play(state, "move 1AK", "with 4Rum"), "to")
    # alone, the German corps may
    assert "2308" in names(play(state, "move 1AK"), "to")
    assert "2310" in names(play(state, "move 4Rum"), "to")


@pytest.mark.rule("BD-6.5b")
def test_static_units_do_not_count() -> None:
    state = at(
        "movement",
        "soviet",
        units={"2308": ["60A", "61A", "62A", "63A", "LPMA"], "2309": ["64A", "66A"]},
    )
    assert "2308" in names(play(state, "move 64A"), "to")
    assert "2308" not in names(play(state, "move 64A", "with 66A"), "to")
    # guards armies do
    guards = edit(state, {"LPMA": "removed", "1G": "2308"})
    assert "2308" not in names(play(guards, "move 64A"), "to")
    attacked = edit(state, {"2408": ["3Pz"]})
    assert odds(attacked, "german", "2308", ["3Pz"])[1] == 14


@pytest.mark.rule("BD-6.2a", "BD-6.3a")
@pytest.mark.parametrize(
    ("five", "sixth", "other"),
    [(FIVE, "9AK", "60A"), (["3A", "4A", "5A", "6A", "8A"], "9A", "1AK")],
)
def test_a_position_with_six_units_in_a_hex_is_refused_and_one_with_five_is_none(
    five: list[str], sixth: str, other: str
) -> None:
    full = at("movement", "german", sequence="move-fight", units={"2308": five, "1001": other})
    assert not list(violations(full))
    over = edit(full, {"2308": [*five, sixth]})
    assert any("BD-6.3a" in found.text for found in violations(over))


@pytest.mark.rule("BD-6.4a", "BD-6.3a")
def test_what_is_too_full_for_a_retreat_is_told_of_the_ways_home_alone() -> None:
    """West of 2308 stands an army of allies, five corps northwest; others stand farther off."""
    units = {
        "2307": ["60A", "59A", "54A"], "2308": ["3Rum"], "2309": ["4Rum"], "2209": FIVE,
        "2311": ["2Hun"], "2408": ["8Ital"], "2313": ["9AK", "10AK", "11AK", "12AK", "13AK"],
        "2409": ["1AK"], "2208": ["2AK"],
    }  # fmt: skip
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units)
    begun = fight(state, "2308", ["60A", "59A", "54A"])
    assert begun.ask("soviet shut BD-6.4a another satellite army is there") == ["2309"]
    assert begun.ask("soviet shut BD-6.3a it has no room for the whole stack") == ["2209"]
    corps = edit(begun, {"3Rum": "2315", "20AK": "2308"})
    assert corps.ask("soviet shut BD-6.4a another satellite army is there") == []
    assert corps.ask("soviet shut BD-6.3a it has no room for the whole stack") == ["2209"]
