"""What a battle would be in a game in which marks say who attacks what.

Such a game declares an `engagement` in the drawing of its game file: the flags of the attackers and
of the hexes attacked, the variable that aircraft shift, what supports there are. `explain.battle`
comes here for them; the numbers are the game's own queries, asked on a copy with the marks set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from eastfront._core import ArgumentError, State
from eastfront.aftermath import Outcome, consequences
from eastfront.labels import odds
from eastfront.layout import Layout, layout_of

if TYPE_CHECKING:
    from eastfront.explain import Battle, Factor

FACES = 6


def words_of(layout: Layout) -> Mapping[str, Any]:
    """What a game declares of its battles; empty for a game of another kind."""
    found: Mapping[str, Any] = layout.document.get("drawing", {}).get("engagement", {})
    return found


def planned(
    state: State, targets: Sequence[str], attackers: Sequence[str], supports: Sequence[str]
) -> Battle:
    """A battle that nobody has begun; raises as `explain.battle` does."""
    from eastfront import explain

    layout = layout_of(state.game)
    words = words_of(layout)
    for hex_ in targets:
        if hex_ not in state.game.hexes:
            raise ArgumentError(f"no hex `{hex_}`")
    side = explain.attacking_side(layout, state, attackers)
    given: Mapping[str, int] = words["supports"].get(side, {})
    for name in supports:
        if name not in given:
            known = ", ".join(given) or "none"
            raise ArgumentError(
                f"attacks of the {side} side have no support by {name}, only {known}"
            )
    fought = _set_up(state, words, targets, attackers, sum(given[name] for name in supports))
    if not fought.ask(f"{side} defenders"):
        raise ArgumentError(f"nobody is to be attacked in {'+'.join(targets)}")
    explain.refuse(layout, fought, f"{side} limit ", targets[0], attackers)
    for name in dict.fromkeys(supports):
        explain.refuse(layout, fought, f"{side} support limit {name} ", targets[0], [])
    return reckoned(fought, side, attackers, targets)


def in_progress(state: State) -> Battle:
    """The battle at hand, being put together or fought; ValueError when there is none."""
    from eastfront import explain

    layout = layout_of(state.game)
    words = words_of(layout)
    attackers, targets = state.units_with(words["units"]), state.hexes_with(words["hexes"])
    if state.is_over or not attackers or not targets:
        raise ArgumentError("no battle is in progress")
    return reckoned(state, explain.attacking_side(layout, state, attackers), attackers, targets)


def _set_up(
    state: State,
    words: Mapping[str, Any],
    targets: Sequence[str],
    attackers: Sequence[str],
    by: int,
) -> State:
    """A copy in which just these units attack just these hexes."""
    units, hexes = words["units"], words["hexes"]
    return state.edited(
        unit_flags=[
            *((u, units, False) for u in state.units_with(units)),
            *((u, units, True) for u in attackers),
        ],
        hex_flags=[
            *((h, hexes, False) for h in state.hexes_with(hexes)),
            *((h, hexes, True) for h in targets),
        ],
        variables=[(words["shift"], by)],
    )


def reckoned(state: State, side: str, attackers: Sequence[str], targets: Sequence[str]) -> Battle:
    """A battle whose marks are set, stage by stage."""
    from eastfront.explain import Battle

    layout = layout_of(state.game)
    words = words_of(layout)
    begun = f"{side} battle" in state.stack
    there: list[str] = state.ask(f"{side} defenders")
    attack = tuple(_factor(layout, state, f"{side} attack factor", u) for u in attackers)
    defence = tuple(_factor(layout, state, f"{side} defence factor", u) for u in there)
    known = None
    if begun:
        # losses since do not change what was reckoned and announced
        totals = tuple(state.var(name) for name in words["totals"])
        column = state.var(words["announced"])
        if state.decision not in words["open"]:
            known = layout.document["drawing"]["results"][state.var(words["result"])]
    else:
        totals = tuple(int(state.ask(f"{side} {what} total")) for what in ("attack", "defence"))
        column = int(state.ask(f"{side} column"))
    dice = _dice(state, side, column)
    return Battle(
        target="+".join(targets),
        kind="",
        side=side,
        attackers=attack,
        defenders=defence,
        unknown=0,
        attack=totals[0],
        defence=totals[1],
        odds=odds(int(state.ask(f"{side} plain odds", *totals))),
        shifts=_shifts(state, side),
        column=odds(column),
        distribution={name: Fraction(len(faces), FACES) for name, faces in dice.items()},
        choices=(),
        rules=(),
        outcomes=_outcomes(state, side, dice),
        result=known,
    )


def _factor(layout: Layout, state: State, query: str, unit: str) -> Factor:
    """What a unit brings, and the rules that changed its printed factor."""
    from eastfront.explain import Factor

    factor, by = state.trace(query, unit)
    printed = layout.unit_attrs[words_of(layout)["printed"]][layout.unit_index[unit]]
    rules = tuple(dict.fromkeys(rule for rule, value in by if value))
    return Factor(unit, printed, factor, 1, rules)


def _shifts(state: State, side: str) -> tuple[tuple[str, int], ...]:
    """The rules that shift the odds, and by how much."""
    prefix = f"{side} shift "
    found = [
        (q[len(prefix) :].split(" ", 1)[0], q) for q in state.game.queries if q.startswith(prefix)
    ]
    shifts = [(rule, int(state.ask(query))) for rule, query in found]
    return tuple((rule, by) for rule, by in shifts if by)


def _dice(state: State, side: str, column: int) -> dict[str, tuple[int, ...]]:
    """The faces that give each result, in the order of the game's results."""
    results: Sequence[str] = layout_of(state.game).document["drawing"]["results"]
    faces: dict[str, tuple[int, ...]] = dict.fromkeys(results, ())
    for die in range(1, FACES + 1):
        faces[results[state.ask(f"{side} result", column, die)]] += (die,)
    return {name: dice for name, dice in faces.items() if dice}


def _outcomes(state: State, side: str, dice: Mapping[str, tuple[int, ...]]) -> tuple[Outcome, ...]:
    """What lies behind each result."""
    other = next(s for s in state.game.sides if s != side)
    return tuple(
        Outcome(
            result,
            faces if len(faces) < FACES else (),
            Fraction(len(faces), FACES),
            consequences(state, side, other, result, 0, False),
        )
        for result, faces in dice.items()
    )
