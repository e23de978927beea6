"""The words with which reports describe the course of a game (`eastfront tell`); each game defines
its own in its module `telling`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from eastfront._core import State


@dataclass(frozen=True)
class Telling:
    """A game's words for the events of a report, as data: for boxes, flags, results and so on, the
    words for each."""

    results: Mapping[str, str]
    """The results of the combat results table in words, by short name."""
    order: Sequence[str]
    """The short names of the results, in the order of their numbers in the rules."""
    control: Mapping[str, tuple[str, str]]
    """For each hex flag for control, by its name: the side that holds a hex with the flag, and the
    side that holds the hex when the flag is cleared; empty if that is undetermined."""
    gone: Mapping[str, str]
    """The boxes for lost units, each with the word for the loss."""
    battles: Mapping[str, str]
    """The kinds of battle in words, by name."""
    kinds: Mapping[int, str]
    """The names of the kinds of battle, by their number in the note of a battle."""
    note: Sequence[str]
    """The names of the numbers in the note of a battle; `target`, `kind`, `attack`, `defence`,
    `odds`, `column` or `announced` odds, `result` and `side` are reported."""
    attackers: str
    """The name of the flag of the attackers."""
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The notes, such as ``weather``, that report a number: for each name the words for the numbers
    0, 1 and so on."""
    shifts: Mapping[str, str] = field(default_factory=dict)
    """Column shifts in words, by rule id without the final letter, and by columns if the rule has
    several shifts: ``BD-11.14`` or ``BD-11.23 -1``."""
    statuses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """For each flag of units, by its name, the words for a unit when the flag is set, and those
    when the flag is cleared; empty words for no report. Flags, hex flags, variables and notes
    without words are internal and not reported."""
    helpers: Mapping[str, str] = field(default_factory=dict)
    """The flags of units that take part in a battle without fighting, each with the word for their
    role."""
    grounds: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """For each flag of hexes, by its name, the words for a hex when the flag is set, and those when
    the flag is cleared; empty words for no report."""
    numbers: Mapping[str, str] = field(default_factory=dict)
    """The words for a variable that a rule changes. ``{new}`` and ``{old}`` are its numbers,
    ``{hex}`` is the new value as a hex; if the new value is no hex nothing is reported. Words
    without a placeholder apply when the variable becomes nonzero."""
    reports: Mapping[str, str] = field(default_factory=dict)
    """The words for the notes (reports of the rules, such as a battle), by the note's name. A
    placeholder such as ``{target}`` stands for a value of the note by that name; odds and results
    are converted to words."""
    odds: Callable[[int], str] = str
    """A function that gives odds in words, from their number."""
    shift_rows: str = ""
    """The prefix, such as ``BD-``, that makes rule ids of the rules in the game's chart of shifts;
    the cases of that chart then serve as words for column shifts, besides those of `shifts`. Empty
    if the chart is not used."""
    left: Mapping[str, str] = field(default_factory=dict)
    """The boxes for units that leave the map without being lost, each with its words. If the words
    are empty, the departure is not reported."""
    causes: Mapping[str, str] = field(default_factory=dict)
    """The reasons why units leave the map, by rule id or by area of the rulebook (a group of rules
    in the game's catalogue of rules); empty if the words for the box state the reason."""
    score: Callable[[State], Sequence[str]] = lambda state: ()
    """A function that gives the score at the end of a turn, as texts; the report adds them to the
    numbers of cities that the sides hold."""
    ending: Callable[[State], Sequence[str]] = lambda state: ()
    """A function that gives the decisive facts of a finished game, as lines."""
