"""Lifelines: the single hexes whose loss cuts a unit's supply.

There are two answers. `Cuts.occupied` is exact, by the rules: for every land hex, an enemy unit is
placed there, the units of the supplied side are removed from it, its control passes to the enemy,
and the supply of the unit is computed again. `Cuts.closed` comes from the lines of supply alone:
the hexes that every line from the unit must pass. This answer ignores other effects of an enemy in
a hex, such as a zone of control that cuts a line through adjacent hexes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eastfront._core import ArgumentError, State
from eastfront.arguments import checked, of_one_position
from eastfront.positions.layout import Layout, layout_of
from eastfront.questions import state as views
from eastfront.render.style import WATER


@dataclass(frozen=True)
class Cut:
    """A hex, and the level of the unit's supply after the enemy takes it."""

    hex: str
    level: int
    """The level of the unit's supply after the capture; a smaller number is worse supply."""
    state: str
    """The rulebook's name for this level."""


@dataclass(frozen=True)
class Cuts:
    """The lifelines of a unit: the hexes whose loss lowers its supply."""

    supply: views.Supply
    """The unit's present supply."""
    intruder: str
    """The enemy unit that was placed in the hexes."""
    occupied: tuple[Cut, ...]
    """Hexes whose capture lowers the unit's supply."""
    closed: tuple[str, ...]
    """The hexes that every line of supply from the unit must pass, without the unit's own hex."""

    def __str__(self) -> str:
        lines = [str(self.supply)]
        if not self.supply.path:
            return lines[0]
        lines += [f"  taken by {self.intruder}, {c.hex}: {c.state}" for c in self.occupied]
        if not self.occupied:
            lines.append(f"  no single hex taken by {self.intruder} lowers it")
        lines.append(f"  hexes on every line: {' '.join(self.closed) or 'none'}")
        return "\n".join(lines)


@of_one_position
@checked
def cuts(state: State, unit: str, intruder: str | None = None) -> Cuts:
    """Returns the single hexes whose loss cuts or lowers the supply of a unit on the map.

    The hex of the unit itself is never in the result. `intruder` is the enemy unit that is placed
    in the hexes; None selects the strongest enemy unit off the map, so that the front keeps its
    units, or else the strongest of all.

    Raises ValueError for unknown units, a unit off the map, or an intruder of the unit's own side.
    """
    layout = layout_of(state.game)
    now = views.supply(state, unit)
    side = views.side_of(state, now.unit)
    name = intruder or _intruder(state, layout, side)
    if views.side_of(state, name) == side:
        raise ArgumentError(f"{name} is of the {side} side itself")
    here = state.place(now.unit)
    taken = [Cut(h, level, what) for h, level, what in _taken(state, layout, now, name, side, here)]
    return Cuts(now, name, tuple(taken), _bridges(state, layout, side, now))


def _intruder(state: State, layout: Layout, side: str) -> str:
    """Returns the strongest unit that is hostile to ``side`` and off the map; if there is none, the
    strongest hostile unit on the map."""
    number = state.game.sides.index(side)
    places = state.places()
    power = layout.unit_attrs.get("attack") or next(iter(layout.unit_attrs.values()))
    others = [u for u in range(len(layout.units)) if layout.unit_side[u] != number]

    def rank(u: int) -> tuple[bool, float, int]:
        on_map = layout.place_index[places[layout.units[u]]] < len(layout.hex_names)
        return on_map, -power[u], u

    return layout.units[min(others, key=rank)]


def _taken(
    state: State, layout: Layout, now: views.Supply, intruder: str, side: str, here: str
) -> Iterator[tuple[str, int, str]]:
    """Yields each hex whose capture by the enemy unit ``intruder`` lowers the supply of a unit,
    with the level of supply that remains and the name of that level. ``now`` is the present supply
    of the unit, ``side`` the side of the unit, and ``here`` its hex."""
    words: list[str] = layout.document.get("drawing", {}).get("supply_states", [])
    own = state.game.sides.index(side)
    away = state.place(intruder)
    box = away if away in state.game.boxes else next(iter(state.game.boxes), None)
    flags = _control_flags(state, layout)
    controlled = frozenset(views.control(state)) if flags else frozenset()
    for hex_ in _land(layout):
        there = [u for u in state.units_at(hex_) if layout.unit_side[layout.unit_index[u]] == own]
        if hex_ == here or (there and box is None):
            continue
        changed = state._supposed(
            places=[*((u, str(box)) for u in there), (intruder, hex_)],
            hex_flags=[(hex_, flag, of != own) for flag, of in flags if hex_ in controlled],
        )
        level = int(changed.ask("supply", now.unit))
        if level < now.level:
            yield hex_, level, words[level] if level < len(words) else str(level)


def _land(layout: Layout) -> list[str]:
    """Returns the hexes of the map that are not water."""
    terrain: Sequence[str] = layout.document.get("drawing", {}).get("terrain", [])
    return [
        name
        for h, name in enumerate(layout.hex_names)
        if name and not (terrain and terrain[h] in WATER)
    ]


def _control_flags(state: State, layout: Layout) -> list[tuple[str, int]]:
    """Returns the hex flags that represent control, each with the number of the side that controls
    a hex while the flag is set."""
    if "control" not in state.game.queries:
        return []
    found = []
    land = _land(layout)
    held = [frozenset(state.ask("control", n)) for n in range(len(state.game.sides))]
    for flag in layout.document["hex_flags"]:
        marked = set(state.hexes_with(flag))
        for number, hexes in enumerate(held):
            # toggle the flag on one hex: does control of it follow?
            probe = next((h for h in land if h in marked & hexes), None)
            if probe is None:
                continue
            cleared = state._supposed(hex_flags=[(probe, flag, False)])
            if probe not in cleared.ask("control", number):
                found.append((flag, number))
    return found


def _bridges(state: State, layout: Layout, side: str, now: views.Supply) -> tuple[str, ...]:
    """Returns the hexes of a unit's line of supply that every line must pass: with any of these
    hexes closed, no line exists. ``now`` is the present supply of the unit, ``side`` its side."""
    here = now.path[0] if now.path else ""
    ends = views.sources(state, side, now.unit)
    return tuple(
        hex_
        for hex_ in dict.fromkeys(now.path[1:])
        if not views.line(state, layout, side, here, frozenset({hex_}), ends)[0]
    )
