"""The events of an action for a seat, a side or the umpire: the action's effects without hidden
information.

In a game without hidden information, and for the umpire, every effect is an event, in order. In
other games, events about hidden things are derived from the difference between two observations of
the seat. They reveal only these facts: units revealed, units concealed, and numbers of hidden
counters by place. All effects on units known before and after are events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from eastfront._core import ArgumentError, Game
from eastfront.arguments import checked
from eastfront.positions.effects import Effect
from eastfront.positions.labels import label
from eastfront.positions.layout import Layout, layout_of
from eastfront.positions.observation import Observation, open_to_all

from .forms import (
    Act,
    AnyEvent,
    Concealed,
    Forced,
    HexFlag,
    Hidden,
    Note,
    Placed,
    Revealed,
    UnitFlag,
    Variable,
)
from .sentences import sentence
from .words import CHANCE, UMPIRE


@checked
def act(
    before: Observation, after: Observation, by: str, action: str, effects: Sequence[Effect]
) -> Act:
    """Returns an action as a seat may know it, with its events.

    In a game with hidden information, the other side's action is not named, since it may contain
    private information, such as an answer given in advance; only its events are listed.

    Args:
        before: The seat's observation before the action.
        after: The seat's observation after the action.
        by: The actor, a side or chance.
        action: The action in notation.
        effects: All effects, as returned by `State.push`.
    """
    game = after.game
    if after.side == UMPIRE or open_to_all(game):
        named, events = True, everything_told(layout_of(game), effects)
    else:
        named, events = by in (after.side, CHANCE), told(before, after, effects)
    for event in events:
        event.text = sentence(game, event)
    return Act(
        by=by,
        action=action if named else None,
        label=label(game, action, before.subject) if named else None,
        events=events,
    )


@checked
def everything_told(layout: Layout, effects: Sequence[Effect]) -> list[AnyEvent]:
    """Returns every effect as an event, in order."""
    return [_event(layout, effect, frozenset()) for effect in effects]


@checked
def result_of(game: Game, effects: Sequence[Effect]) -> str | None:
    """Returns the result of the battle that some effects report; None if they report none."""
    layout = layout_of(game)
    for effect in effects:
        if effect[0] == "note":
            found = _facts(layout, effect[1], effect[2], frozenset()).get("result")
            if isinstance(found, str):
                return found
    return None


@checked
def told(before: Observation, after: Observation, effects: Sequence[Effect]) -> list[AnyEvent]:
    """Returns the events that a seat may know of an action's effects.

    Args:
        before: The seat's observation before the action.
        after: The seat's observation after the action.
        effects: All effects, as returned by `State.push`.
    """
    layout = layout_of(after.game)
    unknown = frozenset((*before.hidden, *after.hidden))
    mine = _number(layout, after.side)
    out = [
        _event(layout, effect, unknown)
        for effect in effects
        if _may_hear(effect, unknown, mine, layout)
    ]
    out += _variables(before, after, effects)
    out += _turned(before, after)
    out += _slots(before, after)
    return out


def _number(layout: Layout, side: str) -> int:
    sides: list[str] = layout.document["sides"]
    return sides.index(side)


def _may_hear(effect: Effect, unknown: frozenset[str], mine: int, layout: Layout) -> bool:
    """Says whether a seat may be told of an effect as the engine reports it. `unknown` are the
    units hidden from the seat, and `mine` is the number of its side. False for effects on hidden
    units, for effects on variables, and for forced actions of the other side."""
    match effect:
        case ("placed", unit, *_) | ("unit", unit, *_):
            return unit not in unknown
        case ("var", *_):
            return False
        case ("forced", actor, _):
            # a forced action of the other side may reveal its options
            return actor in (mine, len(layout.document["sides"]))
    return True


def _event(layout: Layout, effect: Effect, unknown: frozenset[str]) -> AnyEvent:
    match effect:
        case ("placed", unit, origin, to, rule):
            return Placed(unit=unit, origin=origin, to=to, rule=rule)
        case ("unit", unit, flag, on, rule):
            return UnitFlag(unit=unit, flag=flag, on=on, rule=rule)
        case ("hex", hex_, flag, on, rule):
            return HexFlag(hex=hex_, flag=flag, on=on, rule=rule)
        case ("var", name, old, new, rule):
            return Variable(name=name, before=old, after=new, rule=rule)
        case ("note", name, args, rule):
            return Note(name=name, facts=_facts(layout, name, args, unknown), rule=rule)
        case ("forced", actor, action):
            sides: list[str] = layout.document["sides"]
            return Forced(by=sides[actor] if actor < len(sides) else "chance", action=action)
    raise ArgumentError(f"an effect of an unknown kind: {effect[0]}")


def _facts(
    layout: Layout, name: str, args: Sequence[int], unknown: frozenset[str]
) -> dict[str, float | str | None]:
    """Returns the facts of the note `name`, a report of the rules, by name: its numbers `args`,
    converted to the hexes, units and sides that they stand for. None for units in `unknown`."""
    drawing = layout.document.get("drawing", {})
    names: Sequence[str] | None = drawing.get("notes", {}).get(name)
    if names is None:
        # numbers without a description may encode hidden information
        return {} if unknown else {str(n): value for n, value in enumerate(args)}
    things: Mapping[str, Sequence[str]] = {
        "hex": layout.place_names,
        "unit": layout.units,
        "side": layout.document["sides"],
        "result": drawing.get("results", ()),
    }
    facts: dict[str, float | str | None] = {}
    for word, value in zip(names, args, strict=False):
        kind, colon, called = word.partition(":")
        if not colon:
            facts[word] = value
            continue
        if kind == "points":
            facts[called] = layout.points(value)
            continue
        known = things[kind]
        thing = known[value] if 0 <= value < len(known) else None
        facts[called] = None if kind == "unit" and thing in unknown else thing
    return facts


def _variables(
    before: Observation, after: Observation, effects: Sequence[Effect]
) -> Iterator[Variable]:
    """Yields an event for each variable that changed and whose value the seat may know, with the
    last rule that changed it."""
    rules = {e[1]: e[4] for e in effects if e[0] == "var"}
    for name, value in after.variables.items():
        if before.variables[name] != value:
            was = before.variables[name]
            yield Variable(name=name, before=was, after=value, rule=rules.get(name, ""))


def _turned(before: Observation, after: Observation) -> Iterator[Revealed | Concealed]:
    """Yields an event for each unit revealed or concealed between the observations."""
    was, now = _known(before), _known(after)
    for unit in before.hidden:
        if unit in now:
            yield Revealed(unit=unit, place=now[unit])
    for unit in after.hidden:
        if unit in was:
            yield Concealed(unit=unit, origin=was[unit])


def _known(seen: Observation) -> dict[str, str]:
    return {c.unit: place for place, stack in seen.places.items() for c in stack if c.unit}


def _slots(before: Observation, after: Observation) -> Iterator[Hidden]:
    """Yields an event for each place in which the number of hidden counters changed."""
    was, now = _counts(before), _counts(after)
    for place, side in sorted(was.keys() | now.keys()):
        old, new = was.get((place, side), 0), now.get((place, side), 0)
        if old != new:
            yield Hidden(place=place, side=side, before=old, after=new)


def _counts(seen: Observation) -> dict[tuple[str, str], int]:
    out: dict[tuple[str, str], int] = {}
    for place, stack in seen.places.items():
        for counter in stack:
            if not counter.unit:
                key = place, counter.side
                out[key] = out.get(key, 0) + 1
    return out
