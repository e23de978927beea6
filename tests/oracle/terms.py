"""What the section of a scenario changes in the rules of the whole game.

Written from sections 13 to 15 of the rulebook; whatever a scenario does not name is as in the
sections before them. The oracle takes the terms with the position, so that no other module asks
which scenario is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, eq=False)
class Terms:
    """The rules that differ by scenario, as Operations Blue & Kremlin plays them by default."""

    name: str = "blue-kremlin"
    turns: tuple[int, int] = (9, 13)
    """The first and the last game turn (13.2, 15.2)."""
    order: tuple[str, str] = ("german", "soviet")
    """The player turns of a game turn (5.2, 15.3)."""
    movement: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Movement factors by side, mechanised and other, in place of those of the track (15.6)."""
    luftwaffe: int | None = None
    """Luftwaffe counters of each turn in place of those of the track (15.7)."""
    steps: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Replacement steps of a turn by side in place of those of the track (4.17, 14.11)."""
    more_steps: int = 0
    """Replacement steps of each kind added to those of the track (15.6)."""
    bare_turns: frozenset[int] = frozenset()
    """Turns without any replacements (15.6)."""
    offensive_supply: bool = True
    """Whether Soviet attackers need a supply marker from turn 7 on (7.9, 15.8)."""
    both_fights: Mapping[str, frozenset[int]] = field(
        default_factory=lambda: {"german": frozenset({9, 10, 11, 12})}
    )
    """The turns of which each side may choose fight/fight on one (5.5, 15.3)."""
    zone_shift: frozenset[int] = frozenset({9, 10, 11})
    """Turns of the German shift for fight/move in the zone declared (5.6, 13.8)."""
    zone_frees_satellites: bool = True
    """Whether the northern zone suspends the ban of satellite armies (10.22)."""
    middle: bool = False
    """Whether the first game turn opens after the German player turn (14.2)."""
    slip_turns: frozenset[int] = frozenset({9})
    """Turns on which Soviet defenders of the south may retreat before the die (13.9)."""
    east_wall: bool = False
    """Whether the East Wall is built (8.5): not in Citadel, which opens after its phase."""
    special_cities: bool = True
    """Whether there are hero and fortress cities (9.1, 9.2, 15.8)."""
    drop_against_luftwaffe: bool = True
    """Whether they may jump where the Luftwaffe flies (15.8)."""


BLUE_KREMLIN = Terms()

WHAT_IF = Terms(
    name="what-if",
    turns=(9, 14),
    order=("soviet", "german"),
    movement={"german": (10, 5), "soviet": (8, 4)},
    luftwaffe=3,
    more_steps=1,
    bare_turns=frozenset({9}),
    offensive_supply=False,
    both_fights=dict.fromkeys(("german", "soviet"), frozenset(range(9, 15))),
    zone_shift=frozenset({9, 10, 11, 12}),
    zone_frees_satellites=False,
    slip_turns=frozenset(),
    special_cities=False,
    drop_against_luftwaffe=False,
)

GAMBIT = Terms(
    name="gambit",
    turns=(18, 20),
    steps={"german": (2, 2)},
    east_wall=True,
    both_fights={"german": frozenset({17, 18, 19, 20})},
    zone_shift=frozenset(),
    zone_frees_satellites=False,
    slip_turns=frozenset(),
)
"""Manstein's Gambit, 1943 (14.8 to 14.11)."""

CITADEL = replace(GAMBIT, name="citadel", turns=(19, 22), steps={}, east_wall=False, middle=True)
"""Operation Citadel, 1943 (14.2 to 14.7)."""

TERMS = {terms.name: terms for terms in (BLUE_KREMLIN, WHAT_IF, GAMBIT, CITADEL)}
"""The terms of each scenario that the oracle knows, by its name."""
