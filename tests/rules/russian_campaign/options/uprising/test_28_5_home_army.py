"""Section 28.5: the rise, battles and end of the Home Army, with other Russian units and alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import around, combat, engage, fight, may, odds
from ...turn_positions import CLEAR, at, before, names, play, refused, walk

RISING = ("warsaw-uprising",)
WARSAW, AK, MOSCOW = "L26", "AK", "R9"
JUL_43, SEEN = 14, "Russians were in Warsaw"
A1, DR, D1 = 1, 5, 6
BEST = {"41 Pz": "L27", "56 Pz": "L27", "24 Pz": "K26", "39 Pz": "K26"}
"""Thirty-one factors beside Warsaw."""


def field(side: str, units: Mapping[str, str], **more: Any) -> State:
    """The combat phase of a side in July 1943."""
    return combat(side, units, turn=JUL_43, options=RISING, **more)


def moving(side: str, units: Mapping[str, str], impulse: int = 1, **more: Any) -> State:
    """A movement phase in July 1943."""
    more = {"turn": JUL_43, "options": RISING, **more}
    return at(side, impulse, units=units, **more)


# -- rising --------------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.5a")
def test_only_the_home_army_rises_and_once() -> None:
    units = {AK: "later", "39 A": "later", "11 A": "S7"}
    state = moving("russian", units, 2)
    up = play(state, "rise")
    assert [up.place(u) for u in units] == [WARSAW, "later", "S7"]
    assert not may(up, "rise")
    for place in ("pool", "removed"):
        assert not may(moving("russian", {AK: place, "11 A": "S7"}, 2), "rise")
    # the next turn has both impulses for it
    for impulse in (1, 2):
        later = moving("russian", {AK: "later"}, impulse, turn=JUL_43 + 1)
        assert play(later, "rise").place(AK) == WARSAW
    assert not may(moving("axis", {AK: "later", "13 Inf": "D28"}, 2), "rise")


@pytest.mark.rule("TRC-28.5a")
def test_warsaw_is_theirs_as_soon_as_they_have_risen() -> None:
    state = moving("russian", {AK: "later"}, 2, axis=[WARSAW])
    assert state.control[WARSAW] == "axis"
    assert play(state, "rise").control[WARSAW] == "russian"


@pytest.mark.rule("TRC-28.5a")
def test_others_enter_beside_it_as_ever() -> None:
    state = moving("russian", {AK: "later", "39 A": "arriving"}, 1)
    assert "39 A" in names(state, "enter")
    usual = at("russian", 1, turn=JUL_43, units={"39 A": "arriving"})
    doors = names(play(usual, "enter 39 A"), "at")
    assert doors and names(play(state, "enter 39 A"), "at") == doors


# -- what it is ----------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.5b")
def test_it_alone_has_no_stacking_value() -> None:
    # two armies fill Warsaw with it or without it, and three are too many
    for home in ({AK: WARSAW}, {}):
        units = {**home, "11 A": WARSAW, "8 A": "L25", "16 A": "L25"}
        state = moving("russian", units)
        one = play(state, "move 8 A", f"to {WARSAW}")
        one = play(one, "stop") if one.decision == "leg" else one
        assert one.place("8 A") == WARSAW
        with refused("TRC-6.2a"):
            both = play(one, "move 16 A", f"to {WARSAW}")
            both = play(both, "stop") if both.decision == "leg" else both
            play(both, "end-movement")


@pytest.mark.rule("TRC-28.5b")
def test_its_supply_and_that_of_others() -> None:
    # Germans on all sides of Warsaw, and of an army
    germans = ["41 Pz", "56 Pz", "24 Pz", "39 Pz", "46 Pz", "47 Pz"]
    germans += ["57 Pz", "3 Pz", "14 Pz", "48 Pz", "40 Pz", "1 SS Pz"]
    ring = dict(zip(germans, sorted(around(WARSAW)) + sorted(around("R24")), strict=True))
    state = moving("russian", {AK: WARSAW, "11 A": "R24", **ring})
    assert state.ask("supply", AK) == 2
    # it does not hang on the city that it stands in
    nobodys = state._supposed(hex_flags=[(WARSAW, "russian control", False)])
    assert nobodys.ask("supply", AK) == 2
    assert state.ask("supply", "11 A") < 2
    # partisans keep what they had
    forest = moving("russian", {"Partisan 1": "X14", AK: WARSAW})
    assert forest.ask("supply", "Partisan 1") == 2


# -- its battles ---------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.5c")
def test_who_stands_beside_it_alone_need_not_be_attacked() -> None:
    # another Russian stands two hexes from the Germans
    alone = field("russian", {AK: WARSAW, "13 Inf": "L27", "16 A": "L25"})
    assert may(alone, "end-combat") and may(alone, "attack L27")
    # he who stands beside them must attack, and those of Warsaw's side alone are let be
    units = {AK: WARSAW, "13 Inf": "K26", "16 A": "M28", "38 Inf": "M29"}
    state = field("russian", units)
    with refused("TRC-12.1a"):
        play(state, "end-combat")
    fought = fight(state, "M29", ["16 A"], 3)
    done = walk(fought, "battle", "russian") if fought.decision != "battle" else fought
    assert done.is_over or may(done, "end-combat")


@pytest.mark.rule("TRC-28.5c")
def test_the_axis_must_attack_it_and_others() -> None:
    beside = field("axis", {AK: WARSAW, "41 Pz": "L27"})
    assert not may(beside, "end-combat")
    other = field("axis", {"16 A": "M28", "41 Pz": "M29"})
    assert not may(other, "end-combat")
    # a Russian that is none of it must attack as ever
    assert not may(field("russian", {"16 A": "M28", "13 Inf": "M29"}), "end-combat")


@pytest.mark.rule("TRC-28.5c")
def test_it_may_attack_with_others_at_their_odds() -> None:
    state = field("russian", {AK: WARSAW, "16 A": "M27", "13 Inf": "L27"})
    assert odds(state, "L27", [AK, "16 A"]).attack == 8
    assert odds(state, "L27", ["16 A"]).attack == 6


def at_odds(state: State, target: str, forces: list[str], result: int, ask: int) -> State:
    """A battle announced at some odds whose die gives a result."""
    for die in range(1, 7):
        out = fight(state, target, forces, die, announced=ask)
        if out.var("result") == result:
            return out
    raise AssertionError("no die gives it")


def losses(state: State) -> State:
    """What follows a battle, up to the end of it, with the first choice taken."""
    out = state.copy()
    while out.decision not in ("battle", "movement", "forces") and not out.is_over:
        if out.to_move == "chance":
            out.push("roll 1")
            continue
        legal = out.legal_actions.list()
        out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return out


@pytest.mark.rule("TRC-28.5d")
def test_others_in_warsaw_are_lost_or_retreat_without_it() -> None:
    units = {AK: WARSAW, "16 A": WARSAW, "28 Inf": "D30", **BEST}
    state = field("axis", units)
    # 31 to 16: 1-1, where a six drives them away
    assert odds(state, WARSAW, list(BEST))[:2] == (31, 16)
    driven = losses(at_odds(state, WARSAW, list(BEST), DR, 1))
    assert driven.place(AK) == WARSAW and driven.place("16 A") != WARSAW
    stronger = {**BEST, "47 Pz": "M26", "3 Pz": "M26"}
    more = field("axis", {**units, **stronger})
    one = losses(at_odds(more, WARSAW, list(stronger), D1, 2))
    # one is lost, and it is not the Home Army
    assert one.place(AK) == WARSAW and one.place("16 A") in ("pool", "surrendered")


@pytest.mark.rule("TRC-28.5d")
def test_attacking_with_others_it_stays_and_may_be_the_loss() -> None:
    units = {AK: WARSAW, "16 A": WARSAW, "13 Inf": "L27"}
    state = field("russian", units)
    # 8 to 3, doubled behind the river: 1-1
    assert odds(state, "L27", [AK, "16 A"])[:2] == (8, 6)
    # a three drives the army away and not it
    back = losses(at_odds(state, "L27", [AK, "16 A"], 2, 1))
    assert back.place(AK) == WARSAW and back.place("16 A") != WARSAW
    # A1 takes one of the two, as their owner likes
    out = at_odds(state, "L27", [AK, "16 A"], A1, 1)
    assert out.to_move == "russian"
    verb = out.legal_actions.names()[0].split()[0]
    assert names(out, verb) == {AK, "16 A"}


# -- the end -------------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.5e")
def test_only_a_russian_in_warsaw_counts_as_having_been_there() -> None:
    def seen(side: str, unit: str, start: str, goal: str) -> int:
        state = moving(side, {unit: start, "12 TkC": "DD3"})
        return int(play(state, f"move {unit}", f"to {goal}").var(SEEN))

    assert seen("russian", "16 A", "M26", WARSAW) == 1
    assert seen("russian", "16 A", "M26", "M27") == 0
    assert seen("axis", "41 Pz", "L27", WARSAW) == 0


@pytest.mark.rule("TRC-28.5e")
def test_who_comes_near_warsaw_calls_its_garrison_as_ever() -> None:
    garrison = {"HG Pz", "4 SS Pz"}
    units = {"16 A": "M28", **dict.fromkeys(garrison, "later")}
    state = moving("russian", units, turn=20)
    # within two hexes of it (20.8)
    near = play(state, "move 16 A", "to M27")
    assert garrison <= set(near.units_with("called"))
    assert near.var(SEEN) == 0
    # Germans who come there call nobody
    german = moving("axis", {"41 Pz": "M28", **dict.fromkeys(garrison, "later")}, turn=20)
    assert not play(german, "move 41 Pz", "to M27").units_with("called")


def drafted(units: Mapping[str, str], seen: int = 1, axis: bool = False) -> tuple[str | None, int]:
    """Where the Home Army is when the points of a turn are counted, and these."""
    where = {AK: WARSAW, "11 A": "pool", "Moscow Worker": MOSCOW, **units}
    start = before(
        "russian", turn=JUL_43 + 1, units=where, options=RISING, weather=CLEAR,
        variables={SEEN: seen, "Archangel lost": 1}, russian=[WARSAW],
    )  # fmt: skip
    if axis:
        flags = [(WARSAW, "russian control", False), (WARSAW, "axis control", True)]
        start = start._supposed(hex_flags=flags)
    march = walk(play(start, "end-movement"), "movement", "russian", 1)
    return march.place(AK), int(march.var("replacement points"))


@pytest.mark.rule("TRC-28.5e")
def test_it_is_drafted_only_when_warsaw_was_taken() -> None:
    # a worker's three points, doubled in 1943, and two
    assert drafted({}) == ("removed", 8)
    assert drafted({}, seen=0) == (WARSAW, 6)
    # of one that has not risen, or has fallen, there is nothing to be had
    for place in ("later", "pool", "removed"):
        assert drafted({AK: place}) == (place, 6)
    # while the Axis holds Warsaw it is not
    assert drafted({}, axis=True) == (WARSAW, 6)


@pytest.mark.rule("TRC-28.5e", "TRC-17.2.1c", "TRC-17.2.1d", "TRC-17.2.1e")
def test_warsaw_is_whose_zone_it_is_in_when_it_has_been_drafted() -> None:
    """A corps at L27, and perhaps an army at K26, watch the empty city."""
    for army, owner in (("S7", "axis"), ("K26", None)):
        units = {AK: WARSAW, "13 Inf": "L27", "16 A": army, "Moscow Worker": MOSCOW}
        start = before(
            "russian", turn=JUL_43 + 1, units=units, options=RISING, variables={SEEN: 1},
            flags={"fought": ["13 Inf"]},
        )  # fmt: skip
        assert start.control[WARSAW] == "russian"
        march = walk(play(start, "end-movement"), "movement", "russian", 1)
        assert march.place(AK) == "removed"
        assert march.control.get(WARSAW) == owner


@pytest.mark.rule("TRC-28.5e")
def test_other_russians_stay_when_it_is_drafted() -> None:
    units = {AK: WARSAW, "16 A": WARSAW, "Moscow Worker": MOSCOW}
    start = before("russian", turn=JUL_43 + 1, units=units, options=RISING, variables={SEEN: 1})
    march = walk(play(start, "end-movement"), "movement", "russian", 1)
    assert [march.place(u) for u in (AK, "12 TkC")] == ["removed", "DD3"]


@pytest.mark.rule("TRC-28.5c", "TRC-12.3a")
def test_who_stands_next_to_it_alone_need_not_be_attacked_when_it_attacks_others() -> None:
    """It joins an attack on K25; a corps in M26, on the other side of Warsaw, is let be."""
    units = {AK: WARSAW, "1G TkA": "K24", "13 Inf": "K25", "38 Inf": "M26"}
    state = field("russian", units)
    joined = engage(state, "K25", [AK, "1G TkA"])
    assert set(joined.units_with("engaged")) == {AK, "1G TkA"}
    assert joined.decision == "odds" and joined.hexes_with("dared") == []
