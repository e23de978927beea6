"""The content of a picture: the map's drawing data, and the position as an observer sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from eastfront._core import Game, State
from eastfront.positions.layout import Layout, layout_of, members
from eastfront.positions.observation import observe
from eastfront.questions import state as views


@dataclass(frozen=True)
class Counter:
    """One unit in a picture; its name is empty if its identity is hidden."""

    side: int
    name: str = ""
    nation: str = ""
    kind: str = ""
    mobility: str = ""
    factors: str = ""
    flags: tuple[str, ...] = ()
    own: str = ""
    """The values of the game's own columns of units.csv, in words."""
    cut_off: bool = False
    """Whether the unit is out of supply."""
    colours: Sequence[str] | None = None
    """The colour of the counter and that of the text on it, if the game states them."""

    def described(self) -> str:
        """Returns the unit in words: name, factors, values in the game's own columns, whether it is
        out of supply, and flags."""
        flags = f" ({', '.join(self.flags)})" if self.flags else ""
        cut = ", out of supply" if self.cut_off else ""
        own = f", {self.own}" if self.own else ""
        return f"{self.name or 'a hidden unit'} {self.factors}{own}{cut}{flags}".strip()


@dataclass(frozen=True)
class Scene:
    """The content of a picture, as a value; hexes are given by index."""

    layout: Layout
    drawing: Mapping[str, Any]
    title: str
    caption: str
    """Turn, phase and side to act, in words."""
    stacks: Mapping[int, tuple[Counter, ...]] = field(default_factory=dict)
    """Counters in hexes, the top one first."""
    boxes: Mapping[str, tuple[Counter, ...]] = field(default_factory=dict)
    control: Mapping[int, int] = field(default_factory=dict)
    """The number of the side that controls each hex."""
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The shapes of markers on each hex."""


def scene_of(position: State | Game, side: str | None = None) -> Scene:
    """Returns the scene of a position, or, for a game, of its map without units.

    With `side`, the scene is what that side observes; with None nothing is hidden. Raises
    ValueError for an unknown side.
    """
    if isinstance(position, Game):
        layout = layout_of(position)
        return Scene(layout, layout.document.get("drawing", {}), position.title, position.id)
    game = position.game
    layout = layout_of(game)
    drawing = layout.document.get("drawing", {})
    seen, riders = _seen(position, layout) if side is None else _observed(position, side)
    seen = _attached(seen, riders)
    counters = {
        place: tuple(_counter(layout, drawing, position, *unit) for unit in units)
        for place, units in seen.items()
    }
    index = layout.place_index
    hexes = len(layout.hex_names)
    sides = {name: n for n, name in enumerate(game.sides)}
    owners = views.control(position).items() if "control" in game.queries else ()
    view = "" if side is None else f", as the {side} side sees it"
    return Scene(
        layout=layout,
        drawing=drawing,
        title=game.title,
        caption=_caption(position) + view,
        stacks={index[p]: c for p, c in counters.items() if index[p] < hexes},
        boxes={p: c for p, c in counters.items() if index[p] >= hexes},
        control={index[h]: sides[owner] for h, owner in owners},
        marks=_marks(position, layout, drawing),
    )


Unit = tuple[str, str, tuple[str, ...]]
"""Side, name (empty if hidden) and flags."""


def _seen(state: State, layout: Layout) -> tuple[dict[str, list[Unit]], Mapping[str, str]]:
    """Returns all units, none of them hidden, by the name of their place, a hex id or a box; and
    the riders, each with the unit that it is attached to."""
    canon = layout.canon(state)
    flags: dict[int, list[str]] = {}
    for name, bits in zip(layout.document["unit_flags"], canon.unit_flags, strict=True):
        for u in members(bits):
            flags.setdefault(u, []).append(name)
    out: dict[str, list[Unit]] = {}
    for u, place in enumerate(canon.places):
        side = state.game.sides[layout.unit_side[u]]
        unit = (side, layout.units[u], tuple(flags.get(u, ())))
        out.setdefault(layout.place_names[place], []).append(unit)
    names = layout.units
    return out, {names[rider]: names[parent] for rider, parent in layout.parents(canon).items()}


def _observed(state: State, side: str) -> tuple[dict[str, list[Unit]], Mapping[str, str]]:
    """Returns the units as a side observes them, by the name of their place, a hex id or a box; and
    the riders, each with the unit that it is attached to, if the side knows it."""
    seen = observe(state, side)
    units = {p: [(s.side, s.unit, s.flags) for s in stack] for p, stack in seen.places.items()}
    return units, seen.riders


def _attached(seen: dict[str, list[Unit]], riders: Mapping[str, str]) -> dict[str, list[Unit]]:
    """Puts each rider below the unit that it is attached to; returns the units by place."""
    if not riders:
        return seen
    counters = {unit[1]: unit for stack in seen.values() for unit in stack if unit[1] in riders}
    above = {parent: rider for rider, parent in riders.items() if parent}
    out: dict[str, list[Unit]] = {}
    for place, stack in seen.items():
        for unit in stack:
            if riders.get(unit[1]):
                continue
            out.setdefault(place, []).append(unit)
            if unit[1] in above:
                side, name, flags = counters[above[unit[1]]]
                out[place].append((side, name, (*flags, f"on {unit[1]}")))
    return out


def _counter(
    layout: Layout,
    drawing: Mapping[str, Any],
    state: State,
    side: str,
    name: str,
    flags: tuple[str, ...],
) -> Counter:
    number = state.game.sides.index(side)
    own = drawing.get("colours", {})
    if not name:
        return Counter(number, flags=flags, colours=own.get(side))
    u = layout.unit_index[name]
    units = drawing.get("units", [])
    nation, kind, mobility, attack, defence = units[u] if units else ("", "", "", 0, 0)
    drawn = any(u in one["units"] for one in layout.drawn)
    on_map = state.place(name) in layout.hex_names
    asked = on_map and "supply" in state.game.queries and bool(drawing.get("supply_states"))
    return Counter(
        side=number,
        name=name,
        nation=nation,
        kind=kind,
        mobility=mobility,
        factors=layout.factors[u] if drawn else f"{attack}-{defence}" if units else "",
        flags=flags,
        own=_own(drawing["own"][u]) if "own" in drawing else "",
        cut_off=asked and state.ask("supply", name) == 0,
        colours=own.get(nation, own.get(side)),
    )


def _own(values: Mapping[str, Any]) -> str:
    """Returns in words a unit's values in the columns that the game adds to units.csv. A yes is
    shown as the name of its column; no, 0 and empty text are left out."""
    told = (name if value is True else f"{name} {value}" for name, value in values.items() if value)
    return ", ".join(told)


def _caption(state: State) -> str:
    words = []
    if "turn" in layout_of(state.game).variables:
        words.append(f"game turn {state.turn}")
    if state.is_over and state.outcome is not None:
        winner, level, rule = state.outcome
        words.append(f"over: {winner or 'nobody'} wins, level {level} ({rule})")
    else:
        words += [str(views.phase(state)), f"{state.to_move} to decide: {state.decision}"]
    return " · ".join(words)


def _marks(state: State, layout: Layout, drawing: Mapping[str, Any]) -> dict[int, tuple[str, ...]]:
    out: dict[int, tuple[str, ...]] = {}
    for holder, name, shape in drawing.get("marks", []):
        if holder == "hex flag":
            hexes = [layout.place_index[h] for h in state.hexes_with(name)]
        else:
            at = state.var(name)
            hexes = [at] if 0 <= at < len(layout.hex_names) else []
        for h in hexes:
            out[h] = (*out.get(h, ()), shape)
    return out
