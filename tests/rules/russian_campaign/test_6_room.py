"""6.1 and 6.3 by tables: the units in a hex as movement ends, and room for others."""

from __future__ import annotations

from itertools import product

import pytest

from .battle_positions import at, combat, fight, may, names, play, refused

HERE = "Y18"
ARMIES = ("12 A", "8 A", "11 A")
CORPS = ("7 TkC", "8 TkC", "10 TkC", "11 TkC")
GERMANS = ("13 Inf", "46 Pz", "49 Mtn", "Rum 1 Inf")
FREE = {
    "axis": ("HQ South", "Hitler", "SS Res"),
    "russian": ("Stavka", "Stalin", "Worker 1", "Partisan 1"),
}
"""Who has no stacking value (6.3; D-17)."""


def too_many(armies: int, corps: int) -> bool:
    """6.1: two armies, or three corps, or two of both."""
    return armies + corps > (2 if armies else 3)


COUNTS = [(a, c) for a, c in product(range(4), range(5)) if a + c <= 4]


@pytest.mark.rule("TRC-6.1a", "TRC-6.1b", "TRC-6.1c", "TRC-6.3a")
@pytest.mark.parametrize("free", [0, 4])
def test_how_many_russians_stand_in_a_hex(free: int) -> None:
    for armies, corps in COUNTS:
        stack = (*ARMIES[:armies], *CORPS[:corps], *FREE["russian"][:free])
        units = dict.fromkeys(stack, HERE)
        state = at("russian", units=units)
        if too_many(armies, corps):
            with refused("TRC-6.2a"):
                play(state, "end-movement")
        else:
            assert may(state, "end-movement"), (armies, corps)
        # the enemy's stacks are his own affair
        theirs = at("axis", units={**units, "24 Pz": "D28"})
        assert may(theirs, "end-movement"), (armies, corps)


@pytest.mark.rule("TRC-6.1b", "TRC-6.3a", "TRC-6.1a", "TRC-6.1c")
@pytest.mark.parametrize("free", [0, 3])
def test_how_many_germans_stand_in_a_hex(free: int) -> None:
    """All their units are corps."""
    for corps in range(5):
        units = dict.fromkeys((*GERMANS[:corps], *FREE["axis"][:free]), HERE)
        state = at("axis", units={**units, "24 Pz": "D28"})
        if corps > 3:
            with refused("TRC-6.2a"):
                play(state, "end-movement")
        else:
            assert may(state, "end-movement"), corps
        assert may(at("russian", units=units), "end-movement")


@pytest.mark.rule("TRC-6.1a", "TRC-6.1b", "TRC-6.1c", "TRC-6.2a")
def test_who_is_too_many_and_cannot_leave_is_lost_one_by_one() -> None:
    for armies, corps in COUNTS:
        units = dict.fromkeys((*ARMIES[:armies], *CORPS[:corps]), HERE)
        state = play(at("russian", units=units, flags={"moved": list(units)}), "end-movement")
        lost = 0
        while state.decision == "overstacked":
            assert state.to_move == "russian"
            state = play(state, f"lose {sorted(names(state, 'lose'))[0]}")
            lost += 1
        left = [u for u in units if state.place(u) == HERE]
        assert len(left) == len(units) - lost
        assert bool(lost) == too_many(armies, corps), (armies, corps)
        assert not too_many(sum(u in ARMIES for u in left), sum(u in CORPS for u in left))


PANZERS = {"46 Pz": "Z18", "47 Pz": "Z18"}
ROOM = "W18"
"""From Y18 the way of two hexes by X18 leads there."""

GUESTS = {"corps": "3 TkC", "army": "13 A", "free": "Stavka"}


def finds_room(guest: str, armies: int, corps: int) -> bool:
    """Whether one more is not too many."""
    if guest == "free":
        return True
    return not too_many(armies + (guest == "army"), corps + (guest == "corps"))


@pytest.mark.rule("TRC-6.1a", "TRC-6.1b", "TRC-6.1c", "TRC-13.7a")
@pytest.mark.parametrize("guest", GUESTS)
def test_where_who_retreats_finds_room(guest: str) -> None:
    for armies, corps in [(a, c) for a, c in COUNTS if not too_many(a, c)]:
        for also in ((), ("Stalin",)):
            hosts = dict.fromkeys((*ARMIES[:armies], *CORPS[:corps], *also), ROOM)
            unit = GUESTS[guest]
            state = combat("axis", {**PANZERS, unit: HERE, **hosts})
            fled = fight(state, HERE, PANZERS, 6, announced=1)
            assert "X18" in names(fled, "retreat-to")
            there = names(play(fled, "retreat-to X18"), "retreat-to")
            assert (ROOM in there) == finds_room(guest, armies, corps), (armies, corps, also)


@pytest.mark.rule("TRC-6.1b", "TRC-6.1a", "TRC-6.1c")
def test_where_a_german_corps_finds_room() -> None:
    """Enemies elsewhere fill no hex of his."""
    attackers = {"11 A": "Z18", "12 A": "Z18"}
    for corps in range(4):
        hosts = dict.fromkeys(("12 Inf", "8 Inf", "9 Inf")[:corps], ROOM)
        state = combat("russian", {**attackers, "13 Inf": HERE, **hosts})
        fled = fight(state, HERE, attackers, 6, announced=1)
        assert "X18" in names(fled, "retreat-to")
        there = names(play(fled, "retreat-to X18"), "retreat-to")
        assert (ROOM in there) == (corps < 3), corps


@pytest.mark.rule("TRC-6.3a", "TRC-6.2a")
@pytest.mark.parametrize("idle", ["SS Res", "HQ South"])
def test_who_has_no_stacking_value_cures_no_overfull_hex_by_leaving(idle: str) -> None:
    """Four corps that have moved, and one who has not and does not count."""
    units = dict.fromkeys(("13 Inf", "12 Inf", "8 Inf", "9 Inf"), HERE)
    flags = {"moved": list(units)}
    state = at("axis", 2, units={**units, idle: HERE, "24 Pz": "D28"}, flags=flags)
    assert idle in names(state, "move")
    ended = play(state, "end-movement")
    assert ended.decision == "overstacked" and idle not in names(ended, "lose")
