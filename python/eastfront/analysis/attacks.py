"""The attacks open to a side, with odds and exact results, ranked by average exchange: the
defender's average loss less the attacker's, in printed combat factors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from eastfront._core import ArgumentError, IllegalAction, State
from eastfront.arguments import checked, of_one_position
from eastfront.positions.layout import Layout, layout_of
from eastfront.questions import battle as explain
from eastfront.questions.battle import Battle
from eastfront.questions.drawn import is_draw, units_drawn
from eastfront.record import Record

from .exchange import Exchange, exchange_of


@dataclass(frozen=True)
class Attack:
    """An attack that a side can make on a hex."""

    battle: Battle
    """The battle, stage by stage, with its exact distribution of results; if the defender chooses a
    table, by the table that costs the defender least."""
    exchange: Exchange | None
    """The average losses of each side; None if the odds are hidden."""
    tables: Mapping[str, tuple[Battle, Exchange]] = field(default_factory=dict)
    """Battle and exchange by each table that the defender may choose, the best for the defender
    first; empty if there is no such choice."""
    left_out: tuple[str, ...] = ()
    """Kinds of support that the side has, such as aircraft; the figures count none of them."""

    @property
    def target(self) -> str:
        """The hex under attack."""
        return self.battle.target

    @property
    def attackers(self) -> tuple[str, ...]:
        """The attacking units."""
        return tuple(factor.unit for factor in self.battle.attackers)


@of_one_position
@checked
def attacks(
    state: State, side: str | None = None, seen_by: str | None = None, kind: str | None = None
) -> list[Attack]:
    """Returns the attacks that a side can make, the one with the greatest average exchange first:
    the defender's average loss less the attacker's, in printed combat factors.

    For each hex with enemies adjacent to units of the side, these groups are tried: the strongest
    unit, the two strongest, and so on to all of them. The result holds the group with the greatest
    average exchange, the smallest group among equals. Where the defender chooses the combat results
    table, the table with the smallest exchange counts; each attack has all tables. The attacks are
    judged as if fought now, regardless of the phase, without aircraft and other support.

    Args:
        state: The position.
        side: The attacking side; None for the side to move.
        seen_by: A side; information hidden from it is omitted, and attacks with hidden odds come
            last. None shows all information.
        kind: The kind of battle, in a game with several; None for the default one.

    Raises ValueError for an unknown side, or if none is given and no side is to move.
    """
    game = state.game
    side = _attacker(state, side)
    layout = layout_of(game)
    places = state.places()
    enemy = {place for unit, place in places.items() if _stands(layout, unit, place, side) is False}
    found = []
    for target in sorted(enemy, key=layout.place_index.__getitem__):
        best = _best(state, layout, target, _beside(state, layout, target, side), seen_by, kind)
        if best is not None:
            found.append(best)
    return sorted(found, key=_order)


@of_one_position
@checked
def refusals(state: State, target: str, side: str | None = None) -> dict[str, list[str]]:
    """Returns the reasons why a side cannot attack a hex: for the text of each reason, the list of
    the units concerned.

    A text names the rule, if there is one. A reason that concerns no single unit has an empty list.
    Raises ValueError as `attacks` does, and for an unknown hex.
    """
    layout, side = layout_of(state.game), _attacker(state, side)
    if target not in state.game.hexes:
        raise ArgumentError(f"no hex `{target}`")
    there = state.units_at(target)
    if not any(_stands(layout, unit, target, side) is False for unit in there):
        return {f"no enemy of the {side} side is there": []}
    near = _beside(state, layout, target, side)
    if not near:
        return {f"no unit of the {side} side is next to it": []}
    found: dict[str, list[str]] = {}
    for unit in near:
        try:
            explain.planned(state, target, [unit])
        except IllegalAction as refused:
            found.setdefault(str(refused).partition(";")[0], []).append(unit)
    return found


def _attacker(state: State, side: str | None) -> str:
    """Returns the name of the attacking side: ``side``, or the side to move if that is None. Raises
    ArgumentError if this is not a side of the game."""
    game = state.game
    side = side or state.to_move
    if side not in game.sides:
        raise ArgumentError(f"no side `{side}` attacks; the sides are {', '.join(game.sides)}")
    return side


def _stands(layout: Layout, unit: str, place: str, side: str) -> bool | None:
    """Says whether a unit in ``place`` belongs to a side; None if the place is off the map."""
    if layout.place_index[place] >= len(layout.hex_names):
        return None
    sides: Sequence[str] = layout.document["sides"]
    return sides[layout.unit_side[layout.unit_index[unit]]] == side


def _beside(state: State, layout: Layout, target: str, side: str) -> list[str]:
    """Returns the units of a side in the hexes adjacent to a hex."""
    around = (layout.neighbor(layout.place_index[target], d) for d in range(6))
    hexes = [layout.hex_names[h] for h in around if h is not None]
    return [u for h in hexes for u in state.units_at(h) if _stands(layout, u, h, side)]


def _order(attack: Attack) -> tuple[bool, float]:
    hidden = attack.exchange is None
    return hidden, 0.0 if attack.exchange is None else -float(attack.exchange.gain)


def _best(
    state: State,
    layout: Layout,
    target: str,
    units: Sequence[str],
    seen_by: str | None,
    kind: str | None,
) -> Attack | None:
    """Returns the attack on the hex ``target`` by the group among ``units`` with the greatest
    average exchange, the defender's average loss less the attacker's; None if the rules allow no
    attack. ``kind`` is the kind of battle, None for the default one."""
    how: dict[str, Any] = {"seen_by": seen_by, **({"kind": kind} if kind else {})}
    power = layout.unit_attrs[explain.words_of(layout).get("printed", ["attack"])[0]]

    drawn = units_drawn(explain.words_of(layout))

    def strength(unit: str) -> tuple[float, int]:
        index = layout.unit_index[unit]
        faces = drawn.get(index, (0,))
        return -power[index] - sum(faces) / len(faces), index

    ranked = sorted(units, key=strength)
    if ranked and _asked(state, target, ranked, how) is None:
        # some unit is excluded; test each of them alone
        ranked = [u for u in ranked if _asked(state, target, [u], how) is not None]
    best: Attack | None = None
    seen: set[object] = set()
    for size in range(1, len(ranked) + 1):
        asked = _asked(state, target, ranked[:size], how)
        known = asked is not None and not asked.unknown
        column = tuple(asked.columns.items()) if asked is not None and known else None
        if asked is None or (column in seen and column is not None):
            continue
        seen.add(column)
        attack = _judged(asked)
        if best is None or _order(attack) < _order(best):
            best = attack
    return best


def _judged(asked: explain.Asked) -> Attack:
    """Returns a planned battle as an attack, with the average losses of each side. Where the
    defender chooses the combat results table, the table with the smallest exchange counts: the
    defender's average loss less the attacker's."""
    battle = asked.told()
    left_out = tuple(asked.words.get("supports", {}).get(asked.side, ()))
    if battle.unknown:
        return Attack(battle, None, left_out=left_out)
    by_table = [battle, *(replace(asked, table=t).told() for t in list(battle.tables)[1:])]
    judged = [(one, exchange_of(one)) for one in by_table]
    judged.sort(key=lambda pair: pair[1].gain)
    tables = {one.table: (one, exchange) for one, exchange in judged if one.table}
    return Attack(*judged[0], tables, left_out)


def _asked(
    state: State, target: str, attackers: Sequence[str], how: dict[str, Any]
) -> explain.Asked | None:
    """Returns the planned battle of some attackers against a hex; None if the rules refuse it.
    ``how`` has the options of the plan, such as the kind of battle."""
    try:
        return explain.planned(state, target, attackers, **how)
    except IllegalAction:
        return None


# -- battles that were fought -------------------------------------------------------------------


@dataclass(frozen=True)
class Fought:
    """A battle of a record at the moment of its roll, before the result is applied."""

    turn: int
    battle: Battle
    exchange: Exchange
    roll: str
    """The action of chance that rolled, in notation."""
    result: str | None
    """The result that the table gives for the roll; None if the notation of the roll does not end
    in a number that the table lists."""


@checked
def battles_of(record: Record) -> list[Fought]:
    """Returns the battles of a record that were decided by a roll, in order.

    Raises RecordError if the record does not replay.
    """
    record.replay()
    game = record.game()
    state = game.new() if record.start is None else game.state_from_bytes(record.start)
    found = []
    for action in record.actions:
        battle = _rolled_for(state) if state.to_move == "chance" else None
        if battle is not None:
            die = action.rpartition(" ")[2]
            results = [o.result for o in battle.outcomes if die.isdecimal() and int(die) in o.dice]
            result = results[0] if results else None
            turn = state.var("turn")
            found.append(Fought(turn, battle, exchange_of(battle), action, result))
        state.push(action)
    return found


def _rolled_for(state: State) -> Battle | None:
    """Returns the battle that the pending roll decides; None for a roll of another kind."""
    if not any(name.endswith(" battle") for name in state.stack[-1:]):
        return None
    if is_draw(explain.words_of(layout_of(state.game)), state):
        return None
    try:
        return explain.battle(state)
    except ValueError:
        return None
