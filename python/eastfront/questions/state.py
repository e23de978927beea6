"""Questions about a state beyond those that the engine answers.

`State` has them as attributes: `phase`, `control`, `obligations`, and the methods `reach`,
`supply`, `zoc`, `evaluation` and `battle`. All answers come from the game's queries, which its
rules declare; no game is named here. If a game lacks the query, the answer is empty (no
obligations, no zones of control) or an error.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

from eastfront._core import ArgumentError, State
from eastfront.arguments import checked, of_one_position
from eastfront.positions.effects import Effect
from eastfront.positions.layout import LEG, MOVE, Layout, layout_of
from eastfront.questions import battle as explain


@of_one_position
def phase(state: State) -> str | None:
    """Returns the name of the phase, or of a segment or other part of the turn; None when the game
    is over."""
    stack = state.stack
    for name in stack:
        if name.endswith((" phase", " segment")):
            return name
    return stack[min(1, len(stack) - 1)] if stack else None


class Obligation(str):
    """The name of a unit or hex, as text, with a duty that is not fulfilled: the unit or hex must
    act before the phase may end, or units are lost."""

    lost: tuple[str, ...]
    """The units lost if the phase ends now; empty if the rules refuse to end it."""
    rule: str
    """The rule by which the units are lost; empty if none are."""

    def __new__(cls, name: str, lost: Iterable[str] = (), rule: str = "") -> Obligation:
        """Makes an obligation by name, with the losses that ending the phase would cause."""
        made = super().__new__(cls, name)
        made.lost, made.rule = tuple(lost), rule
        return made

    def __reduce__(self) -> tuple[type[Obligation], tuple[str, tuple[str, ...], str]]:
        return type(self), (str(self), self.lost, self.rule)

    def told(self) -> str:
        """Returns the obligation in words, with the units that would be lost."""
        if not self.lost:
            return str(self)
        who = str(self) if self.lost == (str(self),) else f"{self}: {', '.join(self.lost)}"
        return f"{who} lost if the phase ends now ({self.rule})"


@of_one_position
def duties(state: State) -> list[str]:
    """Returns the names of the units or hexes that must still act before the phase may end, from
    the query `obligations`; empty in a game without the query."""
    return list(state.ask("obligations")) if "obligations" in state.game.queries else []


@of_one_position
def obligations(state: State) -> list[Obligation]:
    """Returns the units or hexes that must still act before the phase may end, each with its losses
    if the phase ends now; after these, the other units that are lost if the phase ends now."""
    at_stake = lost_by_passing(state)
    found: list[Obligation] = []
    for name in duties(state):
        here = [u for u in at_stake if name in (u, state.place(u))]
        found.append(Obligation(name, here, at_stake[here[0]] if here else ""))
        for unit in here:
            del at_stake[unit]
    return [*found, *(Obligation(unit, (unit,), rule) for unit, rule in at_stake.items())]


MOST_LOST = 30
"""Maximum number of decisions that `lost_by_passing` plays after a pass, to find the losses."""


@of_one_position
def lost_by_passing(state: State) -> dict[str, str]:
    """Returns the units of the side to move that leave the map if it passes, each with the rule.

    If the side must then choose its losses, the first legal choices are assumed. Losses that depend
    on a die or on the other side are not foreseen.
    """
    found: dict[str, str] = {}
    if state.is_over or state.to_move not in state.game.sides:
        return found
    mover = state.to_move
    for action in state.legal_actions:
        if not state.is_pass(action):
            continue
        after = state.copy()
        lost = _off_map(after, mover, after.push(action, effects=True))
        found |= lost
        for _ in range(MOST_LOST):
            if after.is_over or after.to_move != mover:
                break
            lost = _off_map(after, mover, after.push(after.legal_actions[0], effects=True))
            if not lost:
                break
            found |= lost
    return found


def _off_map(state: State, side: str, effects: Iterable[Effect]) -> dict[str, str]:
    """Returns the units of a side that some effects moved from the map to a box, each with the rule
    of that effect."""
    on_map = frozenset(state.game.hexes)
    return {
        unit: rule
        for kind, unit, origin, to, rule in (e for e in effects if e[0] == "placed")
        if origin in on_map and to not in on_map and side_of(state, unit) == side
    }


@of_one_position
def subject(state: State) -> str | None:
    """Returns the unit that the decision is about, such as the unit to be placed; None if there is
    no such unit."""
    layout = layout_of(state.game)
    canon = layout.canon(state)
    found = layout.subject(canon.frames, canon.locals) if state.decision is not None else None
    return None if found is None else layout.units[found[0]]


@of_one_position
def control(state: State) -> Mapping[str, str]:
    """Returns the side that controls each hex; uncontrolled hexes are omitted."""
    game = state.game
    owners = {h: side for n, side in enumerate(game.sides) for h in state.ask("control", n)}
    return {h: owners[h] for h in game.hexes if h in owners}


@checked
def side_of(state: State, unit: str) -> str:
    """Returns the side of a unit, given by short name or id. Raises ValueError for an unknown
    unit."""
    return state.game.sides[layout_of(state.game).unit_side[_index(state, unit)]]


@checked
def zoc(state: State, side: str) -> frozenset[str]:
    """Returns the hexes in a side's zones of control; empty in a game without zones of control.

    Raises ValueError for an unknown side.
    """
    if side not in state.game.sides:
        raise ArgumentError(f"no side `{side}`; the sides are {', '.join(state.game.sides)}")
    query = f"{side} zone of control"
    return frozenset(state.ask(query)) if query in state.game.queries else frozenset()


# -- evaluation -----------------------------------------------------------------------------------


_WON = 1000
"""The evaluation of a won game; `eastfront.systems.evaluating.WON` is the same number."""


@of_one_position
@checked
def evaluation(state: State, side: str) -> int:
    """Returns how good the position is for a side by the evaluation of the game's rules, in
    thousandths of a won game; of a finished game 1000 for the winner, -1000 for the loser, and 0
    for a draw.

    Raises ValueError for an unknown side, and for a game whose rules define no evaluation.
    """
    if side not in state.game.sides:
        raise ArgumentError(f"no side `{side}`; the sides are {', '.join(state.game.sides)}")
    query = f"evaluation {side}"
    if query not in state.game.queries:
        told = "its rules have no `define_evaluation`"
        raise ArgumentError(f"{state.game.id} has no evaluation for {side}: {told}")
    if state.is_over:
        return 0 if state.winner is None else _WON if state.winner == side else -_WON
    return int(state.ask(query))


# -- movement -------------------------------------------------------------------------------------


@of_one_position
@checked
def reach(state: State, units: str | Iterable[str], full: bool = False) -> Mapping[str, float]:
    """Returns the hexes that a unit or stack may move to now, each with its cost in movement
    points.

    The answer agrees with play: it holds the hexes in which the move may end by a leg that is legal
    now, or becomes legal once the units are chosen to move. For units that move one by one it holds
    the hexes open to each of them. It is empty for units that may not move now. Events on the way
    (a hex filled by the other side, a battle) are not foreseen. In a game whose moves use other
    verbs than ``move`` and ``to``, it is the reach of the full allowance.

    With ``full`` it is the reach of a move that begins now with the full allowance, regardless of
    the phase and of earlier moves, with supply judged now and stacking ignored. A hex that a unit
    may enter whatever the cost can cost more than the unit has; some games then report the
    allowance.

    Raises ValueError for unknown units, units of two sides, and units in different hexes.
    """
    group = [units] if isinstance(units, str) else list(units)
    if not group:
        raise ArgumentError("units: got none, expected at least one")
    layout = layout_of(state.game)
    names = [layout.units[_index(state, u)] for u in group]
    sides = {side_of(state, u) for u in names}
    places = {state.place(u) for u in names}
    if len(sides) > 1 or len(places) > 1:
        where = ", ".join(f"{u} in {state.place(u)}" for u in names)
        raise ArgumentError(
            f"units that move together are of one side and begin in one hex: {where}"
        )
    if not places <= set(state.game.hexes):
        raise ArgumentError(f"{names[0]} is not on the map but in the box {state.place(names[0])}")
    side = sides.pop()
    if f"{side} moves" in state.game.queries:
        field, stacks = _reach_one_by_one(state, f"{side} moves", names), [[u] for u in names]
    else:
        moved = state._supposed(**explain.moving(state, side, names))
        costs = {h: moved.last_cost(h) for h in moved.ask(f"{side} reach")}
        field, stacks = {h: cost for h, cost in costs.items() if cost is not None}, [names]
    reached = {h: layout.points(cost) for h, cost in field.items()}
    verbs = {verb["name"] for verb in layout.document["verbs"]}
    if full or not field or not {MOVE, LEG} <= verbs:
        return reached
    ends = [_offered(state, side, stack) for stack in stacks]
    return {h: cost for h, cost in reached.items() if all(h in some for some in ends)}


def _offered(state: State, side: str, stack: Iterable[str]) -> frozenset[str]:
    """Returns the hexes in which a move of some units may end now, by a legal action that moves
    them there; empty if the units may not move now."""
    if state.is_over or state.to_move != side:
        return frozenset()
    board, order = state.copy(), layout_of(state.game).unit_index
    group = sorted(stack, key=order.__getitem__)
    if not _legs(board):
        for number, unit in enumerate(group):
            action = f"{'with' if number else MOVE} {unit}"
            if action not in board.legal_actions:
                return frozenset()
            board.push(action)
    elif group != _under_way(board, side):
        return frozenset()
    own = {place for unit, place in board.places().items() if side_of(board, unit) == side}
    return frozenset(h for h in _legs(board) if h not in own or _may_end(board, h))


def _under_way(state: State, side: str) -> list[str | None]:
    """Returns the units whose move is in progress. In a game whose units move one by one, this is
    the unit that the decision is about, or None if there is no such unit."""
    if f"{side} moves" in state.game.queries:
        return [subject(state)]
    return [*state.units_with("moving")]


def _legs(state: State) -> list[str]:
    """Returns the hexes to which the moving units may continue."""
    names = state.legal_actions.names()
    return [name.removeprefix(f"{LEG} ") for name in names if name.startswith(f"{LEG} ")]


def _may_end(state: State, hex_: str) -> bool:
    """Says whether the move in progress may end in a hex, which the moving units can enter next."""
    after = state.copy()
    after.push(f"{LEG} {hex_}")
    return not _legs(after) or any(after.is_pass(action) for action in after.legal_actions)


def _reach_one_by_one(state: State, query: str, units: Iterable[str]) -> Mapping[str, int]:
    """Returns the hexes that all of the units can reach, moving one by one, each hex with the
    highest cost among the units; `query` is the query that gives the reach of a unit."""
    found: dict[str, int] | None = None
    board = state.copy()
    for unit in units:
        hexes = board.ask(query, unit)
        costs = {h: cost for h in hexes if (cost := board.last_cost(h)) is not None}
        if found is None:
            found = costs
        else:
            found = {h: max(cost, costs[h]) for h, cost in found.items() if h in costs}
    return found or {}


# -- supply ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Supply:
    """The supply of a unit, with a certificate: a path or a barrier that a few lines of code can
    check.

    If a line of supply exists, `path` leads from the unit's hex over hexsides that lines may cross,
    through hexes that they may enter, to a source, by way of a city where the rules require one. (A
    rule may still deny the line to the unit; `rule` then names it.) Otherwise, `region` holds every
    hex that a line can reach from `stuck`, which is the unit's hex or a city that the line must
    pass. The next required hex is not in the region, and every way out leads through `cut` (which
    is the hex `stuck` itself if no line may enter it).
    """

    unit: str
    state: str
    """The rulebook's name for the state of supply."""
    level: int
    """The number of the state of supply; higher is better."""
    rule: str
    """The rule that gives this state of supply; empty if there is no single rule."""
    path: tuple[str, ...]
    stuck: str
    region: tuple[str, ...]
    cut: tuple[str, ...]
    barred: Mapping[str, str]
    """Hexes of the cut that rules close, each with the reason and the rule."""

    def __str__(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        if self.path and self.level:
            return f"{self.unit}: {self.state}{rule} along {' '.join(self.path)}"
        if self.cut:
            why = "; ".join(dict.fromkeys(self.barred.values()))
            past = f"no line past {' '.join(self.cut)}{why and f': {why}'}"
            return f"{self.unit}: {self.state}{rule}, {past}"
        return f"{self.unit}: {self.state}{rule}"


@of_one_position
@checked
def supply(state: State, unit: str) -> Supply:
    """Returns the supply of a unit on the map, with its proof: a path to a source, or the hexes
    that stop every line of supply.

    Raises ValueError for an unknown unit, a unit off the map, and a game without supply.
    """
    layout = layout_of(state.game)
    name = layout.units[_index(state, unit)]
    here = state.place(name)
    if here not in state.game.hexes:
        raise ArgumentError(f"{name} is not on the map but in the box {here}")
    level, seen = state.trace("supply", name)
    states: list[str] = layout.document.get("drawing", {}).get("supply_states", [])
    side = side_of(state, name)
    path, stuck, region, cut = line(state, layout, side, here, sources=sources(state, side, name))
    return Supply(
        unit=name,
        state=states[level] if level < len(states) else str(level),
        level=level,
        rule=seen[-1][0] if seen else "",
        path=path,
        stuck=stuck,
        region=region,
        cut=cut,
        barred=_barred(state, layout, side, cut),
    )


def sources(state: State, side: str, unit: str) -> Collection[str] | None:
    """Returns the hexes where the lines of supply of a unit may end (its sources); None in a game
    where they are the same for a whole side."""
    ends = f"{side} unit line ends"
    return cast("list[str]", state.ask(ends, unit)) if ends in state.game.queries else None


def _barred(state: State, layout: Layout, side: str, hexes: Collection[str]) -> dict[str, str]:
    """Returns those of the given hexes that rules close to a side's lines of supply, each with the
    reason and the rule."""
    found: dict[str, str] = {}
    if hexes:
        for name, rule, text in layout.queries_about(f"{side} line shut "):
            for hex_ in set(hexes).intersection(state.ask(name)):
                found.setdefault(hex_, f"{text} ({rule})" if rule else text)
    return {hex_: found[hex_] for hex_ in hexes if hex_ in found}


Line = tuple[tuple[str, ...], str, tuple[str, ...], tuple[str, ...]]


def line(
    state: State,
    layout: Layout,
    side: str,
    here: str,
    closed: frozenset[str] = frozenset(),
    sources: Collection[str] | None = None,
) -> Line:
    """Finds a line of supply from the hex `here`, or proves that the hex has none. Returns four
    fields of `Supply`: path, stuck, region and cut.

    `closed` holds hexes closed to the line in addition to the hexes that rules close. `sources`
    replaces the hexes in which the side's lines may end by the rules; None leaves these.
    """
    mask = crossings(state, layout, side)
    if mask is None or f"{side} line hexes" not in state.game.queries:
        return (), "", (), ()
    index = layout.place_index
    open_ = frozenset(index[h] for h in state.ask(f"{side} line hexes") if h not in closed)
    names = partial(_names, layout)
    path = [index[here]]
    ends = state.ask(f"{side} line ends", here) if sources is None else sources
    while True:
        at = path[-1]
        area = frozenset(index[h] for h in state.ask(f"{side} line area", layout.hex_names[at]))
        if at not in open_ & area:
            return (), layout.hex_names[at], names([at]), names([at])
        came = _flood(layout, mask, at, open_ & area)
        reached = [_back(came, index[h]) for h in ends if index[h] in came]
        if not reached:
            return (), layout.hex_names[at], names(came), names(_border(layout, mask, came, area))
        path += min(reached, key=lambda leg: (len(leg), leg))[1:]
        # a required city leads on to further ends; a source is its own end
        last = layout.hex_names[path[-1]]
        ends = state.ask(f"{side} line onward", last) if sources is None else sources
        if last in ends:
            return tuple(layout.hex_names[h] for h in path), "", (), ()


def crossings(state: State, layout: Layout, side: str) -> list[int] | None:
    """Returns the hexsides that a side's lines of supply may cross now, as a mask for each hex, in
    which bit n stands for direction n (0 to 5); None if the game declares no such hexsides."""
    masks = layout.document["edge_masks"]
    if "line crossings" in state.game.queries:
        return cast("list[int]", masks[state.ask("line crossings")]["masks"])
    return next((e["masks"] for e in masks if e["name"] == f"{side} supply"), None)


def _flood(layout: Layout, mask: list[int], start: int, through: frozenset[int]) -> dict[int, int]:
    """Returns every hex that a line of supply from `start` reaches, with the hex before it on a
    shortest line (-1 for `start`). A line crosses hexsides open in `mask`, and stays within the
    hexes `through`."""
    came = {start: -1}
    edge = [start]
    for at in edge:
        for d, to in enumerate(layout.neighbors[at]):
            if to is not None and mask[at] >> d & 1 and to in through and to not in came:
                came[to] = at
                edge.append(to)
    return came


def _back(came: Mapping[int, int], at: int) -> list[int]:
    out = [at]
    while came[out[-1]] >= 0:
        out.append(came[out[-1]])
    return out[::-1]


def _border(
    layout: Layout, mask: list[int], region: Mapping[int, int], area: frozenset[int]
) -> set[int]:
    """Returns the hexes of `area` that are not keys of `region` and lie next to one of its keys,
    across an open hexside. `mask` has a number for each hex; its bit n opens the hexside in
    direction n (0 to 5)."""
    ways = ((layout.neighbor(h, d), h, d) for h in region for d in range(6))
    return {
        to for to, h, d in ways
        if to is not None and mask[h] >> d & 1 and to in area and to not in region
    }  # fmt: skip


def _names(layout: Layout, hexes: Iterable[int]) -> tuple[str, ...]:
    return tuple(layout.hex_names[h] for h in sorted(hexes))


# -- words ----------------------------------------------------------------------------------------


def _index(state: State, unit: str) -> int:
    layout = layout_of(state.game)
    if unit in layout.unit_index:
        return layout.unit_index[unit]
    ids = state.game.unit_ids
    if unit in ids:
        return ids.index(unit)
    near = difflib.get_close_matches(unit, [*layout.units, *ids], n=1)
    hint = f"; the nearest is {near[0]}" if near else ""
    raise ArgumentError(f"no unit `{unit}`{hint}")
