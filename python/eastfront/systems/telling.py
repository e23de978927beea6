"""The words in which a game's course is told; each game has its own in its `telling`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from eastfront._core import State


@dataclass(frozen=True)
class Telling:
    """What a game calls what happens in it."""

    results: Mapping[str, str]
    """The results of the combat results table in words, by their short names."""
    order: Sequence[str]
    """The short names, in the order of the numbers that the rules give them."""
    control: Mapping[str, tuple[str, str]]
    """Hex flags that tell who holds a hex: the side that then holds it, and the side that does when
    the flag is cleared, empty when that tells nothing."""
    gone: Mapping[str, str]
    """Boxes to which units are lost, and how that is called."""
    battles: Mapping[str, str]
    """Kinds of battle in words."""
    kinds: Mapping[int, str]
    """Kinds of battle by the number that the note of a battle has."""
    note: Sequence[str]
    """What the numbers of the note of a battle are; `target`, `kind`, `attack`, `defence`, `odds`,
    `column` or `announced` odds, `result` and `side` are told."""
    attackers: str
    """The flag of the units that attack."""
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Notes that are told, and what their number means."""
    shifts: Mapping[str, str] = field(default_factory=dict)
    """Shifts in words, by their rule without the letter of its sentence, and their columns where
    the rule has several: ``BD-11.14`` or ``BD-11.23 -1``."""
    statuses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What is said of a unit whose flag is set, and when it is cleared; empty for nothing. Flags,
    hex flags, variables and notes that do not stand here are of no interest to people."""
    helpers: Mapping[str, str] = field(default_factory=dict)
    """Flags of units that have a part in a battle and do not fight in it, and what it is called."""
    grounds: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The same of a hex."""
    numbers: Mapping[str, str] = field(default_factory=dict)
    """What is said when a variable has another value by a rule: ``{new}`` and ``{old}`` are
    numbers, ``{hex}`` is the new one as a hex; of a variable that then names no hex nothing is
    said. What has no number in it is said when the variable is no longer 0."""
    reports: Mapping[str, str] = field(default_factory=dict)
    """What is said of a note, by the names of its facts; odds and results are put in words."""
    odds: Callable[[int], str] = str
    """Odds in words by their number."""
    shift_rows: str = ""
    """What the rules in the rows of the game's chart of shifts begin with, when it has such a
    chart; its rows then give further words."""
    left: Mapping[str, str] = field(default_factory=dict)
    """Boxes to which units leave the map without being lost, and how that is called; empty where it
    is not told."""
    causes: Mapping[str, str] = field(default_factory=dict)
    """Why units leave the map, by the rule or by the area that the catalogue gives to it; empty
    where the box says it."""
    score: Callable[[State], Sequence[str]] = lambda state: ()
    """How the sides stand, beside the cities that they hold."""
    ending: Callable[[State], Sequence[str]] = lambda state: ()
    """What a game that is over turned on, in lines."""
