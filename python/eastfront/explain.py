"""What a battle would be, stage by stage, each stage with the rule that makes it so.

The numbers come from the game's queries, which the engine evaluates on a copy of the state in which
the battle is set up; this module asks, checks legality and words the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from eastfront import engagement
from eastfront._core import ArgumentError, IllegalAction, State
from eastfront.aftermath import Lost, Outcome, consequences
from eastfront.arguments import checked
from eastfront.labels import ladder
from eastfront.layout import Layout, layout_of

FACES = 6
TOTALS = 10_000
"""In what a game answers of a battle each total has so much room."""


@dataclass(frozen=True)
class Factor:
    """What one unit brings to a battle."""

    unit: str
    printed: int
    """The factor on the counter."""
    factor: int
    """The factor before it is divided."""
    divisor: int
    """By how much the group of units with this divisor is divided, once and rounded down."""
    rules: tuple[str, ...]
    """What changed it."""

    def __str__(self) -> str:
        text = f"{self.unit} {self.printed}"
        if self.factor != self.printed:
            text += f" as {self.factor}"
        if self.divisor != 1:
            text += f" divided by {self.divisor}"
        return f"{text} ({', '.join(self.rules)})" if self.rules else text


@dataclass(frozen=True)
class Battle:
    """A battle as it would be fought now.

    Where units' identities are hidden from the side that asks, `unknown` counts them, the totals,
    `odds` and `column` are None and the distribution is empty.
    """

    target: str
    kind: str
    side: str
    """The attacker's side."""
    attackers: tuple[Factor, ...]
    defenders: tuple[Factor, ...]
    unknown: int
    attack: int | None
    """The attack total, supports included."""
    defence: int | None
    odds: str | None
    """The odds before shifts, such as ``3:1``."""
    shifts: tuple[tuple[str, int], ...]
    """Rules and the columns that they shift, to the right if positive."""
    column: str | None
    """The odds column at which the die is rolled, beyond the table's ends too."""
    distribution: Mapping[str, Fraction]
    """The chance of each result after the conversions that nobody chooses."""
    choices: tuple[tuple[str, str], ...]
    """Rules that let a side change the result afterwards, and what they say."""
    rules: tuple[str, ...] = field(default=())
    """Further rules that entered the totals."""
    outcomes: tuple[Outcome, ...] = field(default=())
    """Each result that can come, with what lies behind it: losses, retreats, advances, and who
    chooses. Those that only a choice leads to come last, with no chance of their own."""
    result: str | None = field(default=None)
    """The result of a battle in progress whose die has fallen."""

    def explain(self) -> str:
        """The battle in words: each stage with its rule, the column, the chances."""
        kind = f"{self.kind} assault" if self.kind else "attack"
        lines = [f"{kind} on {self.target} by the {self.side} side"]
        lines += [f"  attack:  {f}" for f in self.attackers]
        lines += [f"  defence: {f}" for f in self.defenders]
        if self.unknown:
            rule = f" ({self.rules[0]})" if self.rules else ""
            lines.append(
                f"  units that may not be seen before odds are reckoned: {self.unknown}{rule}"
            )
            return "\n".join(lines)
        more = f" ({', '.join(self.rules)})" if self.rules else ""
        lines.append(f"  totals:  {self.attack} against {self.defence}{more}, odds {self.odds}")
        lines += [f"  shift:   {columns:+d} ({rule})" for rule, columns in self.shifts]
        lines.append(f"  column:  {self.column}")
        chances = ", ".join(f"{name} {chance}" for name, chance in self.distribution.items())
        lines.append(f"  results: {chances}")
        lines += [f"  choice:  {text} ({rule})" for rule, text in self.choices]
        lines += [f"  {line}" for outcome in self.outcomes for line in str(outcome).split("\n")]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.explain()


@checked
def battle(
    state: State,
    target: str | None = None,
    attackers: Sequence[str] | None = None,
    kind: str = "prepared",
    luftwaffe: bool = False,
    air_armies: Sequence[str] = (),
    partisans: bool = False,
    airborne: bool = False,
    seen_by: str | None = None,
    supports: Sequence[str] = (),
) -> Battle:
    """What a battle would be if it were fought now, or, without a target, the one in progress.

    Args:
        state: The position.
        target: The hex attacked, by printed id, or several joined by ``+`` where the rules let a
            battle have them; None for the battle in progress, which fixes all the rest too.
        attackers: Short names of the attacking units.
        kind: ``prepared`` or ``mobile``; a mobile assault is reckoned with the group's full
            movement allowance.
        luftwaffe: Whether a Luftwaffe counter supports the German side.
        air_armies: Attackers that an air army supports.
        partisans: Whether partisans support the attack.
        airborne: Whether the airborne marker supports the attack.
        seen_by: A side; what it may not know is then left out.
        supports: In games whose supports have names, those of this attack, such as ``stuka``; one
            that comes twice stands twice.

    Raises:
        IllegalAction: the rules refuse the battle; `rule` names the rule that does.
        ValueError: a unit, hex or kind that does not exist, attackers of two sides, or no battle
            in progress when none is described.
    """
    if target is None:
        if attackers is not None or luftwaffe or air_armies or partisans or airborne:
            raise ArgumentError("a battle without a target")
        return _in_progress(state, seen_by)
    layout = layout_of(state.game)
    if engagement.words_of(layout):
        if luftwaffe or air_armies or partisans or airborne or kind != "prepared":
            raise ArgumentError(f"{state.game.id} has no such battles or supports; see `supports`")
        group = list(dict.fromkeys(attackers or ()))
        return engagement.planned(state, target.split("+"), group, supports)
    if supports:
        raise ArgumentError(
            f"{state.game.id} has no supports by these names: {', '.join(supports)}"
        )
    words = layout.document.get("drawing", {})
    if kind not in words.get("battle_kinds", {}):
        kinds = ", ".join(words.get("battle_kinds", {})) or "none"
        raise ArgumentError(
            f"no kind of battle `{kind}`; the kinds that {state.game.id} has: {kinds}"
        )
    if target not in state.game.hexes:
        raise ArgumentError(f"no hex `{target}`")
    group = list(dict.fromkeys(attackers or ()))
    side = attacking_side(layout, state, group)
    secret = state.hidden_from(seen_by) if seen_by is not None else []
    number: int = words["battle_kinds"][kind]
    used_now = {"luftwaffe": luftwaffe, "partisans": partisans, "airborne": airborne}
    fought = _set_up(state, layout, side, target, number, group, used_now, air_armies)
    refuse(layout, fought, f"{side} {kind} limit ", target, group)
    for name, used in {**used_now, "air armies": bool(air_armies)}.items():
        if used and f"{side} support {name}" not in state.game.queries:
            raise ArgumentError(f"attacks of the {side} side have no support by {name}")
        if used:
            refuse(layout, fought, f"{side} support limit {name} ", target, [])
    return _reckoned(layout, fought, target, kind, side, group, secret)


def _in_progress(state: State, seen_by: str | None) -> Battle:
    """The battle that is being declared or fought; its dice may have fallen."""
    layout = layout_of(state.game)
    if engagement.words_of(layout):
        return engagement.in_progress(state)
    numbers: Mapping[str, int] = layout.document.get("drawing", {}).get("battle_kinds", {})
    group = state.units_with("attacking") if numbers else []
    target = state.var("target") if group else -1
    if target < 0 or state.is_over:
        raise ArgumentError("no battle is in progress")
    kind = next(name for name, n in numbers.items() if n == state.var("battle kind"))
    side = attacking_side(layout, state, group)
    secret = state.hidden_from(seen_by) if seen_by is not None else []
    begun = f"{side} battle" in state.stack
    fought = state
    if not begun:
        # it is still being declared: supports are those of an earlier battle
        last = [(v, 0) for v in layout.variables if v.startswith("with ")]
        fought = state.edited(variables=[*last, ("result", -1)])
    return _reckoned(layout, fought, layout.hex_names[target], kind, side, group, secret)


def _reckoned(
    layout: Layout,
    fought: State,
    target: str,
    kind: str,
    side: str,
    group: Sequence[str],
    secret: Sequence[str],
) -> Battle:
    """A battle that is set up, stage by stage."""
    words = layout.document["drawing"]
    number: int = words["battle_kinds"][kind]
    there: list[str] = fought.ask(f"{side} defenders")
    unknown = sum(u in secret for u in (*group, *there))
    shown = [u for u in group if u not in secret]
    attack = tuple(_factor(layout, fought, side, "attack", u, ()) for u in shown)
    defence = tuple(
        _factor(layout, fought, side, "defence", u, (number,)) for u in there if u not in secret
    )
    if unknown:
        return Battle(
            target, kind, side, attack, defence, unknown, None, None, None, (), None, {}, (),
            (words.get("hidden_rule", ""),),
        )  # fmt: skip
    packed, traced = fought.trace(f"{side} battle", target, number)
    column, ratio = packed % 1000 - 500, packed // 1000 % 1000 - 500
    totals = packed // 1_000_000 % TOTALS, packed // 1_000_000 // TOTALS
    if _revealed(fought, target):
        # the odds have been reckoned; losses since do not change them
        column, ratio = fought.var("column"), fought.var("odds")
        totals = fought.var("attack"), fought.var("defence")
    shifts = fought.trace(f"{side} shifts")[1]
    named = {r for u in (*group, *there) for r in _asked(fought, side, u, u in there, number)}
    named |= {r for r, _ in shifts}
    dice = _dice(fought, side, words["results"], target, number, column)
    return Battle(
        target=target,
        kind=kind,
        side=side,
        attackers=attack,
        defenders=defence,
        unknown=0,
        attack=totals[0],
        defence=totals[1],
        odds=ladder(ratio),
        shifts=tuple((rule, columns) for rule, columns in shifts if columns),
        column=ladder(column),
        distribution={name: Fraction(len(faces), FACES) for name, faces in dice.items()},
        choices=_choices(layout, fought, side),
        rules=tuple(_unique(r for r, value in traced if value and r not in named)),
        outcomes=_outcomes(fought, side, dice, totals[1], secret),
        result=_result(fought, side, words["results"]),
    )


def _revealed(state: State, target: str) -> bool:
    """Whether the odds of the battle at a hex have been reckoned openly."""
    layout = layout_of(state.game)
    return "revealed" in layout.variables and (state.var("revealed") == layout.place_index[target])


def _result(state: State, side: str, results: Sequence[str]) -> str | None:
    """The result of a battle in progress, once there is one."""
    known = f"{side} battle" in state.stack and state.var("result") >= 0
    return results[state.var("result")] if known else None


def moving(state: State, side: str, group: Iterable[str]) -> dict[str, Any]:
    """What to edit so that just these units are about to move, their supply looked at."""
    flags = [(u, "moving", False) for u in state.units_with("moving")]
    query = f"{side} halved"
    for u in group:
        flags.append((u, "moving", True))
        if query in state.game.queries:
            flags.append((u, "halved", bool(state.ask(query, u))))
    return {"unit_flags": flags, "variables": [("spent", 0)]}


def attacking_side(layout: Layout, state: State, group: Sequence[str]) -> str:
    """The side of some attackers; ValueError for none, for unknown ones and for two sides."""
    if not group:
        raise ArgumentError("a battle without attackers")
    for u in group:
        if u not in layout.unit_index:
            raise ArgumentError(f"no unit `{u}`")
    sides = {layout.unit_side[layout.unit_index[u]] for u in group}
    if len(sides) > 1:
        raise ArgumentError(f"attackers of two sides: {', '.join(group)}")
    return state.game.sides[sides.pop()]


def _set_up(
    state: State,
    layout: Layout,
    side: str,
    target: str,
    kind: int,
    group: Sequence[str],
    supports: Mapping[str, bool],
    air_armies: Sequence[str],
) -> State:
    """A copy in which the battle is about to be reckoned."""
    edit = moving(state, side, group)
    for flag, units in (("attacking", group), ("air army", air_armies)):
        if flag in layout.document["unit_flags"]:
            edit["unit_flags"] += [(u, flag, False) for u in state.units_with(flag)]
            edit["unit_flags"] += [(u, flag, True) for u in units]
    variables = {"target": layout.place_index[target], "battle kind": kind, "revealed": -1}
    variables |= {f"with {name}": int(used) for name, used in supports.items()}
    known = layout.variables
    edit["variables"] += [(name, value) for name, value in variables.items() if name in known]
    return state.edited(**edit)


def refuse(layout: Layout, state: State, prefix: str, target: str, group: Sequence[str]) -> None:
    """Raises IllegalAction when a rule asked for under a prefix forbids the battle."""
    for query in layout.document["queries"]:
        if not query["name"].startswith(prefix):
            continue
        rule, text = query["name"][len(prefix) :].split(" ", 1)
        reply = state.ask(query["name"], *(target,)[: query["args"]])
        if "Units" in query["answer"]:
            wrong = next((u for u in group if u not in reply), None)
            refused = wrong is not None
            fact = f"{wrong} in {state.place(wrong)}, target {target}" if wrong else ""
        else:
            refused = target not in reply if "Hexes" in query["answer"] else not reply
            fact = f"{target} is {layout.document['hex_facts'][layout.place_index[target]]}"
        if refused:
            error = IllegalAction(f"{rule}: {text}; {fact}")
            error.rule = rule
            raise error


def _factor(
    layout: Layout, state: State, side: str, what: str, unit: str, more: tuple[int, ...]
) -> Factor:
    """What a unit brings, from the queries of the attacker's side."""
    factor, by_factor = state.trace(f"{side} {what} factor", unit)
    divisor, by_divisor = state.trace(f"{side} {what} divisor", unit, *more)
    printed = layout.unit_attrs[what][layout.unit_index[unit]]
    seen = [r for r, value in by_factor if value] if factor != printed else []
    if divisor != 1:
        seen += [r for r, value in by_divisor if value]
    return Factor(unit, printed, factor, divisor, tuple(_unique(seen)))


def _asked(state: State, side: str, unit: str, defends: bool, kind: int) -> list[str]:
    """The rules that speak of a unit's factor, whatever they say."""
    what, more = ("defence", (kind,)) if defends else ("attack", ())
    traces = (
        state.trace(f"{side} {what} factor", unit)[1],
        state.trace(f"{side} {what} divisor", unit, *more)[1],
    )
    return [rule for trace in traces for rule, _ in trace]


def _dice(
    state: State, side: str, results: Sequence[str], target: str, kind: int, column: int
) -> dict[str, tuple[int, ...]]:
    """The faces that give each result, from the worst for the attacker to the best."""
    faces: dict[str, tuple[int, ...]] = dict.fromkeys(results, ())
    for die in range(1, FACES + 1):
        faces[results[state.ask(f"{side} result", target, kind, column, die)]] += (die,)
    return {name: dice for name, dice in faces.items() if dice}


def _outcomes(
    state: State,
    side: str,
    dice: Mapping[str, tuple[int, ...]],
    defence: int,
    secret: Sequence[str] = (),
) -> tuple[Outcome, ...]:
    """What lies behind each result of the dice, and behind those that a choice makes of them.

    Units in ``secret`` that would fall, such as newcomers to the hex, are told without their names.
    """
    other = next(s for s in state.game.sides if s != side)
    prefix = f"{side} after turned "
    turns = [q[len(prefix) :].split(" ") for q in state.game.queries if q.startswith(prefix)]
    turns = [t for t in turns if state.ask(prefix + " ".join(t))]
    reached = list(dice)
    reached += _unique(to for of, to, *_ in turns if to not in dice and of in ("any", *dice))
    return tuple(
        Outcome(
            result,
            dice.get(result, ()),
            Fraction(len(dice.get(result, ())), FACES),
            tuple(
                _veiled(what, secret)
                for what in consequences(
                    state, side, other, result, defence, result not in ("AE", "AS")
                )
            ),
            tuple((who, to, rule) for of, to, who, rule in turns if of == result),
        )
        for result in reached
    )


def _veiled(what: Any, secret: Sequence[str]) -> Any:
    """A consequence without the names of hidden units that fall, in an order that says nothing."""
    if not isinstance(what, Lost) or not any(u in secret for u in what.units):
        return what
    known = tuple(u for u in what.units if u not in secret)
    return replace(what, units=known + ("a hidden unit",) * (len(what.units) - len(known)))


def _choices(layout: Layout, state: State, side: str) -> tuple[tuple[str, str], ...]:
    prefix = f"{side} battle choice "
    names = [q["name"] for q in layout.document["queries"] if q["name"].startswith(prefix)]
    pairs = [(name, *name[len(prefix) :].split(" ", 1)) for name in names]
    return tuple((rule, text) for name, rule, text in pairs if state.ask(name))


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
