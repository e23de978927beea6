"""Isolation: which units are lost without General Supply, and when."""

from __future__ import annotations

import pytest

from eastfront._core import State

from . import movement_positions
from .battle_positions import (
    at,
    ended,
    fought,
    names,
    on,
    play,
    second,
    walk,
)
from .movement_positions import around
from .test_supply_lines import HELD, ZONES, supplied

OPEN = {k: v for k, v in HELD.items() if k != "0635"}
"""The ring with its eastern hex left open."""


def closed(turn: int = 3) -> State:
    """A Soviet First Movement Phase in which 0635 is entered and a German army cut off."""
    units = OPEN | {"0634": "1InA", "0636": "12Inf"}
    state = at("soviet move", units, turn)
    assert "1InA" in supplied(state)
    out = play(state, "move 12Inf", "to 0635")
    out = play(out, "stop") if out.decision == "leg" else out
    assert "1InA" not in supplied(out)
    return out


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-SUPPLY-A2", "SPI-SUPPLY-A3")
def test_who_is_cut_off_has_the_whole_next_turn() -> None:
    """W18: cut off in the Soviet half of a Game-Turn, lost as the Axis ends the next one."""
    cut = closed()
    # alive when the Soviet Player-Turn is over, and all through that of the Axis
    axis = walk(cut, "movement", "axis")
    assert axis.turn == 4 and axis.place("1InA") == "0634"
    assert "1InA" not in names(axis, "move")
    late = second(axis)
    assert (late.to_move, late.place("1InA")) == ("axis", "0634")
    assert ended(late).place("1InA") == "dead"


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-SUPPLY-A3")
def test_soviets_are_lost_at_the_end_of_their_own_turn() -> None:
    """Not at the end of that of the Axis; those in supply live."""
    units = ZONES | {"0634": "1Inf, 1TkC, 1SovSup", "0639": "2Inf"}
    without = units | {"0634": "1Inf, 1TkC"}
    axis = at("axis move", without)
    soviet = walk(axis, "movement", "soviet")
    assert soviet.place("1Inf") == soviet.place("1TkC") == "0634"
    # the rail phase and the movement of both phases pass; the player turn begins unsupplied
    late = second(soviet)
    assert late.place("1Inf") == "0634"
    done = ended(late)
    assert {done.place(u) for u in ("1Inf", "1TkC")} == {"dead"}
    assert done.place("2Inf") == "0639"
    # a supply unit in the pocket keeps them
    kept = ended(second(walk(at("axis move", units), "movement", "soviet")))
    assert {kept.place(u) for u in ("1Inf", "1TkC", "1SovSup")} == {"0634"}


@pytest.mark.rule("SPI-SUPPLY-A1")
def test_support_units_starve_as_others_do() -> None:
    """Luftwaffe units have no supply of their own; a supply unit always has."""
    axis = walk(at("soviet move", HELD | {"0634": "1Air"}), "movement", "axis")
    assert ended(second(axis)).place("1Air") == "dead"
    axis = walk(at("soviet move", HELD | {"0634": "1Air, 1AxSup"}), "movement", "axis")
    done = ended(second(axis))
    assert (done.place("1Air"), done.place("1AxSup")) == ("0634", "0634")


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-SUPPLY-A4", "SPI-SUPPLY-F3")
def test_who_began_in_supply_is_safe_for_the_turn() -> None:
    """A pocket that uses up its supply unit lives for this turn and dies in the next."""
    units = HELD | {"0634": "1PzA, 1AxSup"}
    state = at("axis fight", units)
    used = fought(state, "0635", "1PzA", "stand", 4)
    # no effect; the supply unit goes as the phase ends
    late = walk(play(used, "end-combat"), "movement", "axis")
    assert late.place("1AxSup") == "used up" and "1PzA" not in supplied(late)
    assert "1PzA" not in names(late, "move")
    soviet = ended(late)
    assert soviet.place("1PzA") == "0634"
    again = walk(soviet, "movement", "axis")
    assert again.place("1PzA") == "0634"
    assert ended(second(again)).place("1PzA") == "dead"


@pytest.mark.rule("SPI-SUPPLY-A4")
def test_supply_for_an_instant_saves_for_the_turn() -> None:
    """R29: an overrun opens the pocket; it is shut again before the turn ends."""
    units = HELD | {"0635": "1TkC", "0634": "1InA", "0636": "2PzA"}
    axis = walk(at("soviet move", units), "movement", "axis")
    assert "1InA" not in supplied(axis) and "1InA" in axis.units_with("isolated")
    freed = walk(play(axis, "overrun 0635"), "movement")
    assert "1InA" in supplied(freed) and "1InA" not in freed.units_with("isolated")
    shut = freed._supposed(places=[("2PzA", "0640"), ("12Inf", "0635")])
    assert "1InA" not in supplied(shut)
    assert ended(second(shut)).place("1InA") == "0634"
    # without the overrun the same end is its end
    never = axis._supposed(places=[("2PzA", "0640"), ("1TkC", "pool"), ("12Inf", "0635")])
    assert ended(second(never)).place("1InA") == "dead"


@pytest.mark.rule("SPI-SUPPLY-A4", "SPI-SUPPLY-A1", "SPI-MOVE-C1")
def test_a_supply_unit_on_its_way_saves() -> None:
    """It comes into the pocket by the gap that it needs itself, in either phase."""
    # zones are nothing to the Axis, so that a gap in the ring is a line; for Soviets it is none
    pocket = ZONES | {"0634": "1Inf", "0536": "1SovSup"}
    soviet = walk(at("axis move", pocket), "movement", "soviet")
    assert "1Inf" in soviet.units_with("isolated")
    out = play(soviet, "move 1SovSup", "to 0635")
    out = play(out, "stop") if out.decision == "leg" else out
    assert "1Inf" not in out.units_with("isolated")
    assert ended(second(out)).place("1Inf") == "0634"
    late = second(soviet)
    out = play(late, "move 1SovSup", "to 0635")
    out = play(out, "stop") if out.decision == "leg" else out
    assert ended(out).place("1Inf") == "0634"


@pytest.mark.rule("SPI-SUPPLY-A4", "SPI-CBT-GEN4")
def test_a_combat_that_opens_the_pocket_saves() -> None:
    """An attack from inside or outside that eliminates the ring's unit, or drives it off."""
    # 2PzA stands outside with its supply, and attacks 0635
    units = HELD | {"0634": "1InA", "0636": "2PzA, 2AxSup"}
    axis = walk(at("soviet move", units), "attacks", "axis")
    assert "1InA" in axis.units_with("isolated")
    for die, table in ((1, "stand"), (1, "give-ground")):
        out = fought(axis, "0635", "2PzA", table, die)
        while out.decision in ("way", "retreat"):
            out.push(out.legal_actions.names()[0])
        assert "1InA" not in out.units_with("isolated")
        assert ended(out).place("1InA") == "0634"
    # no effect, no relief
    assert ended(fought(axis, "0635", "2PzA", "stand", 4)).place("1InA") == "dead"


@pytest.mark.rule("SPI-SUPPLY-A3")
def test_who_is_cut_off_in_its_own_turn_lives_through_the_next() -> None:
    """A unit in supply as its turn begins is lost at the end of the next at the earliest."""
    state = at("axis move", OPEN | {"0634": "1InA", "0642": "2InA"})
    done = ended(second(state._supposed(places=[("12Inf", "0635")])))
    assert done.place("1InA") == "0634"
    assert ended(second(walk(done, "movement", "axis"))).place("1InA") == "dead"


MERGED = [
    # one of three corps is isolated: so is their army, or by the other reading only if all are
    ((), True),
    (("R68",), False),
]


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-BREAK-C2", "SPI-BREAK-C6")
@pytest.mark.parametrize(("options", "isolated"), MERGED)
def test_an_army_is_isolated_as_its_parts_are(options: tuple[str, ...], isolated: bool) -> None:
    """R68: else a corps that is lost would be saved by joining others."""
    units = HELD | {"0634": "1PzC [isolated], 2PzC, 3PzC"}
    state = at("axis break", units, options=options)
    (army,) = names(state, "form")
    out = walk(play(state, f"form {army}"), "reorganization")
    assert (army in out.units_with("isolated")) == isolated
    assert (ended(out).place(army) == "dead") == isolated
    # two of three are as one
    two = at(
        "axis break",
        HELD | {"0634": "1PzC [isolated], 2PzC [isolated], 3PzC"},
        options=options,
    )
    out = walk(play(two, f"form {army}"), "reorganization")
    assert (army in out.units_with("isolated")) == isolated
    # of three isolated corps the army is isolated by either reading
    every = at(
        "axis break",
        HELD | {"0634": "1PzC [isolated], 2PzC [isolated], 3PzC [isolated]"},
        options=options,
    )
    assert ended(walk(play(every, f"form {army}"), "reorganization")).place(army) == "dead"


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-BREAK-C1")
def test_the_parts_of_an_isolated_army_are_isolated() -> None:
    """R54: units out of supply break down, and all of their parts are lost."""
    state = at("axis break", HELD | {"0634": "1PzA [isolated]"})
    out = play(state, "break 1PzA")
    parts = out.units_at("0634")
    assert len(parts) == 3 and set(parts) <= set(out.units_with("isolated"))
    done = ended(out)
    assert {done.place(u) for u in parts} == {"dead"}
    assert on(out, "movement").units_at("0634") == parts


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-BREAK-C2", "SPI-BREAK-C6")
def test_a_counter_that_comes_back_is_not_isolated() -> None:
    """An isolated army breaks down, and corps in supply form one with its counter."""
    state = at("axis break", HELD | {"0634": "1InA [isolated]", "0640": "10InC, 11InC, 12InC"})
    out = play(state, "break 1InA", "form 1InA")
    assert out.place("1InA") == "0640" and len(out.units_at("0634")) == 3
    assert set(out.units_with("isolated")) == set(out.units_at("0634"))


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-SUPPLY-A2")
@pytest.mark.parametrize(("side", "unit"), [("axis", "1InA"), ("soviet", "1Inf")])
def test_who_ends_its_turn_in_supply_is_not_lost(side: str, unit: str) -> None:
    """However it began, and though nobody moves."""
    state = at(f"{side} move", {"0634": f"{unit} [isolated]"})
    assert unit in state.units_with("isolated")
    assert ended(second(state)).place(unit) == "0634"


@pytest.mark.rule("SPI-SUPPLY-A4")
def test_supply_between_the_two_hexes_of_a_retreat_saves_for_the_turn() -> None:
    """R29: a line leads from 0433 by 0534, and by 0634 or 0535, to 0635, where Soviets stand.

    As they give ground, they open it while they stand in one of the two, and shut it in 0534.
    """
    way, goal = {"0534", "0634", "0535"}, "0534"
    shut = {h for at_ in ("0433", *way) for h in around(at_)} - way - {"0433", "0635"}
    infantry = {h: f"{n}Inf" for n, h in enumerate(sorted(shut), 2)}
    units = {"0433": "1Air", "0635": "1Inf", "0636": "1PzA, 1AxSup", **infantry}
    state = at("axis fight", units)._supposed(unit_flags=[("1Air", "isolated", True)])
    assert "1Air" not in supplied(state)
    far = fought(state, "0635", "1PzA", "give-ground", 3)
    while far.decision == "way":
        ways = names(far, "retreat-to")
        far = play(far, f"retreat-to {goal if goal in ways else min(ways & way)}")
    assert far.place("1Inf") == goal and "1Air" not in supplied(far)
    assert "1Air" not in far.units_with("isolated")
    assert ended(second(far)).place("1Air") == "0433"
    # without an attack the air unit is lost
    assert ended(second(state)).place("1Air") == "dead"


@pytest.mark.rule("SPI-SUPPLY-A4", "SPI-SUPPLY-J2")
def test_soviets_are_saved_between_the_two_hexes_of_an_axis_retreat() -> None:
    """From 0232 the one line leads by 0233, the northern edge and 0236 to 0337.

    1InC closes 0236 from 0336, nothing from 0335, and 0233 from 0334.
    """
    # support units close only where they stand; the zones of the corps lie beside the line
    support = {"0133": "1AxSup", "0333": "2AxSup", "0137": "3AxSup"}
    corps = {"0132": "2InC", "0231": "3InC", "0332": "4InC", "0433": "5InC", "0434": "6InC"}
    units = {"0232": "1Inf", "0336": "1InC", "0337": "1TkA, 2TkA, 1SovSup"} | support | corps
    state = at("soviet fight", units)._supposed(unit_flags=[("1Inf", "isolated", True)])
    assert "1Inf" not in supplied(state)
    out = play(fought(state, "0336", "1TkA, 2TkA", "give-ground", 3), "retreat-to 0335")
    assert "1Inf" in supplied(out)
    out = play(out, "retreat-to 0334")
    assert "1Inf" not in supplied(out)
    assert ended(second(out)).place("1Inf") == "0232"
    # without an attack it is lost
    assert ended(second(state)).place("1Inf") == "dead"


@pytest.mark.rule("SPI-SUPPLY-A1")
@pytest.mark.parametrize(("side", "other"), [("axis", "soviet"), ("soviet", "axis")])
def test_nobody_who_begins_a_turn_in_supply_is_watched(side: str, other: str) -> None:
    """Where nobody arrives, so that nobody has moved since."""
    unit, ring = ("1InA", HELD) if side == "axis" else ("1Inf", ZONES)
    open_, cut = (
        walk(movement_positions.at(f"{other} move", there, without="SPI-SEQ-H"), "movement", side)
        for there in ({"0634": unit}, ring | {"0634": unit})
    )
    assert unit in set(open_.ask(f"{side} supplied")) and open_.units_with("isolated") == []
    assert cut.units_with("isolated") == [unit]
