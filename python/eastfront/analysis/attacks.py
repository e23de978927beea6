"""Where an attack pays: every enemy that can be reached, the odds, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eastfront import explain
from eastfront._core import ArgumentError, IllegalAction, State
from eastfront.arguments import checked
from eastfront.explain import Battle
from eastfront.layout import Layout, layout_of
from eastfront.record import Record

from .exchange import Exchange, exchange_of


@dataclass(frozen=True)
class Attack:
    """One attack that a side could make."""

    battle: Battle
    """The battle, stage by stage, with its exact distribution."""
    exchange: Exchange | None
    """What it costs each side on average; None when the odds may not be seen."""

    @property
    def target(self) -> str:
        """The hex attacked."""
        return self.battle.target

    @property
    def attackers(self) -> tuple[str, ...]:
        """The units that attack."""
        return tuple(factor.unit for factor in self.battle.attackers)


@checked
def attacks(
    state: State, side: str | None = None, seen_by: str | None = None, kind: str | None = None
) -> list[Attack]:
    """The attacks of a side, those that pay best first.

    For each hex with enemies next to units of the side, groups of these are looked at: the
    strongest, the two strongest, and so on to all of them. The group with the best average exchange
    is told, of equals the smallest. It is asked as if the side were to fight now, whatever the
    phase; aircraft and other supports are left out.

    Args:
        state: The position.
        side: Who attacks; the side to move when None.
        seen_by: A side; what it may not know is left out, and attacks whose odds it may not see
            come last.
        kind: The kind of battle, in games that have several; the rulebook's usual one when None.

    Raises ValueError for a side that does not exist, or when none is to move.
    """
    game = state.game
    side = side or state.to_move
    if side not in game.sides:
        raise ArgumentError(f"no side `{side}` attacks; the sides are {', '.join(game.sides)}")
    layout = layout_of(game)
    places = state.places()
    number = game.sides.index(side)
    own: set[str] = set()
    enemy: set[str] = set()
    for unit, place in places.items():
        if layout.place_index[place] < len(layout.hex_names):
            of = layout.unit_side[layout.unit_index[unit]]
            (own if of == number else enemy).add(place)
    found = []
    for target in sorted(enemy, key=layout.place_index.__getitem__):
        at = layout.place_index[target]
        around = [layout.neighbor(at, d) for d in range(6)]
        hexes = [layout.hex_names[h] for h in around if h is not None]
        near = [u for h in hexes if h in own for u in state.units_at(h)]
        near = [u for u in near if layout.unit_side[layout.unit_index[u]] == number]
        best = _best(state, layout, target, near, seen_by, kind)
        if best is not None:
            found.append(best)
    return sorted(found, key=_order)


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
    """The attack on a hex that pays best; None when the rules allow none."""
    how: dict[str, Any] = {"seen_by": seen_by, **({"kind": kind} if kind else {})}
    power = layout.unit_attrs[explain.words_of(layout).get("printed", ["attack"])[0]]

    def strength(unit: str) -> tuple[int, int]:
        index = layout.unit_index[unit]
        return -power[index], index

    ranked = sorted(units, key=strength)
    if ranked and _asked(state, target, ranked, how) is None:
        # somebody may not; each is asked whether it may be there at all
        ranked = [u for u in ranked if _asked(state, target, [u], how) is not None]
    best: Attack | None = None
    seen: set[str | None] = set()
    for size in range(1, len(ranked) + 1):
        asked = _asked(state, target, ranked[:size], how)
        column = asked.column if asked is not None and not asked.unknown else None
        if asked is None or (column in seen and column is not None):
            continue
        seen.add(column)
        battle = asked.told()
        attack = Attack(battle, exchange_of(battle) if battle.distribution else None)
        if best is None or _order(attack) < _order(best):
            best = attack
    return best


def _asked(
    state: State, target: str, attackers: Sequence[str], how: dict[str, Any]
) -> explain.Asked | None:
    """A battle to be asked about, or None when the rules refuse it."""
    try:
        return explain.planned(state, target, attackers, **how)
    except IllegalAction:
        return None


# -- battles that were fought -------------------------------------------------------------------


@dataclass(frozen=True)
class Fought:
    """A battle of a record, as it stood when its die was rolled."""

    turn: int
    battle: Battle
    exchange: Exchange
    roll: str
    """What was rolled, in notation."""
    result: str | None
    """What the roll came to by the table; None when the notation ends in no number."""


@checked
def battles_of(record: Record) -> list[Fought]:
    """The battles of a record for which a die was rolled, in order.

    Raises RecordError when the record does not replay.
    """
    record.replay()
    game = record.game()
    state = game.new() if record.start is None else game.state_from_bytes(record.start)
    found = []
    for action in record.actions:
        battle = _rolled_for(state) if state.to_move == "chance" else None
        if battle is not None and battle.distribution:
            die = action.rpartition(" ")[2]
            results = [o.result for o in battle.outcomes if die.isdecimal() and int(die) in o.dice]
            result = results[0] if results else None
            turn = state.var("turn")
            found.append(Fought(turn, battle, exchange_of(battle), action, result))
        state.push(action)
    return found


def _rolled_for(state: State) -> Battle | None:
    """The battle that chance decides now; None when the roll is for something else."""
    if not any(name.endswith(" battle") for name in state.stack[-1:]):
        return None
    try:
        return explain.battle(state)
    except ValueError:
        return None
