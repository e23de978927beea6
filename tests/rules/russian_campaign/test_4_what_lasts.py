"""Facts that last beyond a phase, an impulse, a player turn or a game turn, and those that end.

Each row is a fact of a movement phase: at the moments of one list it still holds, at those of the
other no longer. No event in between affects it.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from eastfront._core import State

from .battle_positions import combat, fight
from .turn_positions import at, names, walk

TURN = 8
"""July 1942."""

UNIT, CORPS, ARMY = "28 Inf", "HQ South", "12 TkC"
"""Units that stand far from anything."""

BESET = {"46 Pz": "Z18", "8 TkC": "Y18"}
"""Enemies side by side."""

Moment = tuple[str, str | None, int | None]
"""A kind of decision, who decides, in which impulse."""

AXIS_1: Moment = ("movement", "axis", 1)
AXIS_2: Moment = ("movement", "axis", 2)
RUSSIAN_1: Moment = ("movement", "russian", 1)
RUSSIAN_2: Moment = ("movement", "russian", 2)
BATTLE: Moment = ("combat", None, None)
"""The die of a battle."""
NEW_TURN: Moment = ("weather", None, None)
"""The first of a game turn: the die for its weather."""


class Row(NamedTuple):
    """Something that is so, from when, until when."""

    rules: tuple[str, ...]
    name: str
    since: Moment
    still: tuple[Moment, ...] = ()
    no_more: tuple[Moment, ...] = ()
    holder: str = ""
    """The unit that bears it, or none when it is a number."""
    options: tuple[str, ...] = ()
    number: int = 1
    before: int = 0
    """The number that is there from the start."""


ROWS = [
    # a movement phase
    Row(("TRC-12.5b", "TRC-16.3a"), "duty known", AXIS_1, no_more=(BATTLE,)),
    # an impulse: the combat phase still knows who moved in it, or was not to
    Row(("TRC-12.5c", "TRC-20.3a"), "entered", AXIS_1, (BATTLE,), (AXIS_2,), UNIT),
    Row(("TRC-8.4a", "TRC-20.3c"), "pinned", AXIS_1, (BATTLE,), (AXIS_2,), UNIT),
    Row(("TRC-9.2c", "TRC-9.2d"), "fresh", RUSSIAN_1, (BATTLE,), (RUSSIAN_2,), ARMY),
    # a player turn
    Row(("TRC-9.2a", "TRC-9.2b"), "rail moves", AXIS_1, (AXIS_2,), (RUSSIAN_1,)),
    Row(("TRC-10.2c",), "black sea used", AXIS_1, (AXIS_2,), (RUSSIAN_1,)),
    Row(("TRC-15.5b",), "supports a stuka", AXIS_1, (AXIS_2,), (RUSSIAN_1,), CORPS),
    Row(("TRC-16.2b",), "spent", AXIS_1, (AXIS_2,), (RUSSIAN_1,), UNIT),
    Row(("TRC-28.3e",), "cut off", AXIS_1, (AXIS_2,), (RUSSIAN_1,), UNIT, ("no-retreat",)),
    # a game turn: the last battle of it, its aircraft and landings
    Row(("TRC-13.1a",), "attack total", AXIS_1, (RUSSIAN_1,), (NEW_TURN,), number=9),
    Row(("TRC-13.1a",), "defence total", AXIS_1, (RUSSIAN_1,), (NEW_TURN,), number=3),
    Row(("TRC-13.1a",), "odds", AXIS_1, (RUSSIAN_1,), (NEW_TURN,), number=3, before=1),
    Row(("TRC-13.1b",), "announced odds", AXIS_1, (RUSSIAN_1,), (NEW_TURN,), number=3, before=1),
    Row(("TRC-13.2a",), "result", AXIS_1, (RUSSIAN_1,), (NEW_TURN,), number=5, before=-1),
    Row(("TRC-15.6a", "TRC-15.6d"), "stukas", AXIS_1, (RUSSIAN_1,), (NEW_TURN,), number=2),
    Row(("TRC-15.9a",), "sturmoviks", RUSSIAN_1, (RUSSIAN_2,), (NEW_TURN,), number=2),
    Row(("TRC-10.3.2e",), "invader", AXIS_1, (RUSSIAN_1,), (NEW_TURN,), UNIT),
    Row(("TRC-22.6d",), "south edge replacement", RUSSIAN_1, (RUSSIAN_2,), (NEW_TURN,)),
    # whose turn it is, until the next begins
    Row(("TRC-4.0b",), "impulse", RUSSIAN_2, (NEW_TURN,), (AXIS_1,), number=2, before=1),
    Row(("TRC-6.2a",), "phase side", RUSSIAN_2, (NEW_TURN,), (AXIS_1,)),
    # the game
    Row(("TRC-10.3.2b",), "axis invasions", AXIS_1, (RUSSIAN_1, NEW_TURN, AXIS_1)),
    Row(("TRC-22.4c",), "Archangel lost", AXIS_1, (RUSSIAN_1, NEW_TURN, AXIS_1)),
    Row(("TRC-27.21a",), "points for headquarters and leaders", AXIS_1, (NEW_TURN, AXIS_1)),
    Row(("TRC-26.13a",), "barrages", AXIS_1, (NEW_TURN, AXIS_1), (), "", ("artillery-barrage",)),
    Row(
        ("TRC-28.5e",), "Russians were in Warsaw", AXIS_1, (NEW_TURN, AXIS_1), (), "",
        ("warsaw-uprising",),
    ),
    Row(
        ("TRC-28.6.IIb",), "axis lost the black sea", AXIS_1, (NEW_TURN, AXIS_1), (), "",
        ("sea-variants",),
    ),
    Row(
        ("TRC-28.7.G4b",), "Vlasov armour", AXIS_1, (NEW_TURN, AXIS_1), (), "",
        ("chit-german=4",),
    ),
]  # fmt: skip


def _so(state: State, row: Row) -> int | bool:
    """Whether a unit bears what a row is about, or the number of it."""
    return row.holder in state.units_with(row.name) if row.holder else state.var(row.name)


@pytest.mark.parametrize(
    "row", [pytest.param(r, id=r.name, marks=pytest.mark.rule(*r.rules)) for r in ROWS]
)
def test_what_lasts_and_what_ends(row: Row) -> None:
    side, impulse = row.since[1], row.since[2]
    assert side and impulse
    state = at(
        side, impulse, turn=TURN, options=row.options,
        units={CORPS: "F30", **(BESET if BATTLE in (*row.still, *row.no_more) else {})},
        flags={row.name: [row.holder]} if row.holder else None,
        variables=None if row.holder else {row.name: row.number},
    )  # fmt: skip
    assert _so(state, row) == (True if row.holder else row.number)
    state.push("end-movement")
    for moment in row.still:
        assert _so(walk(state, *moment), row) == (True if row.holder else row.number), moment
    for moment in row.no_more:
        assert _so(walk(state, *moment), row) == (False if row.holder else row.before), moment


@pytest.mark.rule("TRC-26.9h")
def test_a_fortress_stands_for_one_battle() -> None:
    """What a unit was given up for binds no other battle of the phase."""
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": "Y18", "24 Pz": "BB12", "7 TkC": "BB11"}
    state = combat("axis", units, options=("fortress-cities",))
    state = state._supposed(unit_flags=[(UNIT, "standing", True)])
    assert names(state, "attack") == {"Y18", "BB11"}
    after = walk(fight(state, "Y18", ["46 Pz", "47 Pz"], 4), *BATTLE)
    assert after.hexes_with("beset") == ["BB11"] and not after.units_with("standing")
