"""The declaration of the queries behind `State.reach`, `State.supply` and `State.battle`:
expressions in the game file that the engine evaluates for any position.

A game passes the expressions that its play uses, as functions of the side, so that no rule is
stated twice. A game may declare further queries of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Protocol

from eastfront.program import (
    Attr,
    Hexes,
    Int,
    Life,
    Limit,
    Number,
    ProgramError,
    Table,
    UnitFlag,
    Units,
    all_hexes,
    assign,
    builder,
    end_game,
    if_else,
    larger,
    number,
    units_at,
)

from .differences import difference
from .sections import Bars

MOST = 9999
"""The largest attack or defence total, in factors, that a battle may have in a game file."""


def define_answer(name: str, value: Int | Hexes | Units) -> None:
    """Declares a query without arguments, whose answer is the given value."""
    builder().query(name, 0, lambda: value)


def define_limits(name: str, limits: Iterable[Limit | None]) -> None:
    """Declares a query for each limit whose rule is in force; entries of None are skipped. The name
    of the query is ``name`` followed by the rule's id and the words of the limit. The answer is
    what the limit allows: a set, or a condition."""
    for limit in limits:
        if limit is not None and builder().in_force(limit.rule):
            define_answer(f"{name} {limit.rule} {limit.text}", limit.allows)


def define_control(control: Callable[[int], Hexes]) -> None:
    """Declares, for each side, the query for the hexes that the side controls; ``control`` takes
    the number of a side."""
    first, second = control(0), control(1)
    builder().query("control", 1, lambda side: if_else(side == 0, first, second))


def define_moves(
    reach: Callable[[int, Int], Hexes],
    zone: Callable[[int], Hexes],
    closed: Bars[[int], Hexes] | None = None,
) -> None:
    """Declares for each side two queries: the hexes that a unit can reach, and the side's zone of
    control.

    ``reach`` gives the reachable hexes for a side and a unit, ``zone`` the zone of control of a
    side. ``closed`` holds the rules that forbid a move to end in some hexes; None for none.
    """

    def moves(side: int, unit: Int) -> Hexes:
        hexes = reach(side, unit)
        return hexes if closed is None else closed.open(hexes, side)

    for side, name in enumerate(builder().sides):
        builder().query(f"{name} moves", 1, partial(moves, side))
        define_answer(f"{name} zone of control", zone(side))


def define_supply(
    own: Sequence[Units],
    supplied: Callable[[int, Int], Int],
    open_: Callable[[int], Hexes] | None = None,
    sources: Sequence[Hexes] | Callable[[int, Int], Hexes] = (),
    crossings: Int | None = None,
) -> None:
    """Declares the queries for the level of a unit's supply, named by `Rules.supply_states`, and
    for the lines of supply of each side.

    ``own`` has the set of units of each side; ``supplied`` gives the level, from a side and a unit.
    Lines lead through the hexes ``open_`` of a side to the hexes ``sources``: one set for each
    side, or a function of a side and a unit. With ``open_`` None there are no queries for lines.
    The edge mask ``<side> supply`` has the hexsides that lines may cross; if they change in play,
    ``crossings`` is the index of the mask that has them now.
    """

    def answer(unit: Int) -> Int:
        return if_else(own[0].contains(unit), supplied(0, unit), supplied(1, unit))

    b = builder()
    b.query("supply", 1, answer)
    if open_ is None:
        return
    define_lines(open_, area=lambda side, at: all_hexes())
    if crossings is not None:
        define_answer("line crossings", crossings)
    for side, name in enumerate(b.sides):
        if callable(sources):
            b.query(f"{name} unit line ends", 1, partial(sources, side))
        else:
            for what in ("ends", "onward"):
                b.query(f"{name} line {what}", 1, lambda at, ends=sources[side]: ends)


def define_lines(hexes: Callable[[int], Hexes], **answers: Callable[[int, Int], Hexes]) -> None:
    """Declares the queries for the supply lines of each side: the hexes that its lines may enter
    (``hexes``, by side), and one query for each of ``answers``, a function of a side and a hex.

    The names of the answers are fixed: ``area`` gives the hexes in which a line from the hex must
    stay, ``ends`` the hexes where the first part of the line ends. For a hex of ``ends``,
    ``onward`` gives the hexes to which the line goes on from there; the hex itself is among them if
    the line stops there.
    """
    for side, name in enumerate(builder().sides):
        define_answer(f"{name} line hexes", hexes(side))
        for what, answer in answers.items():
            builder().query(f"{name} line {what}", 1, partial(answer, side))


def ratio(attack: Number, defence: Number, better: str = "", worse: str = "") -> Int:
    """The odds as a column number, rounded in the defender's favour: 3 is 3:1, 1 is 1:1, 0 is 1:2,
    -1 is 1:3.

    ``better`` is the id of the rule that rounds odds of 1:1 and more, ``worse`` that of the rule
    for lower odds; empty for no rule. While the rule is left out, these odds are rounded in the
    attacker's favour.
    """
    attack, defence = number(attack), larger(defence, 1)
    least, off = larger(attack, 1), builder().off
    up = attack.divided_up(defence) if off(better) else attack // defence
    down = larger(defence // least, 1) if off(worse) else defence.divided_up(least)
    return if_else(attack >= defence, up, number(2) - down)


def results_table(
    chart: Any, lowest: int, order: Sequence[str] = (), columns: Sequence[int] = ()
) -> Table:
    """A combat results table for look-ups by column and die, from a chart of the form
    `ResultsTable`; a list of charts gives one table for look-ups by chart number, column and die.

    ``lowest`` is the number of the first column, as `ratio` numbers columns. ``columns`` selects
    columns of the chart by index, by default all. A cell is the index of its result in ``order``,
    the names of the results, by default those that the chart lists.
    """
    charts = chart if isinstance(chart, list) else [chart]
    first = charts[0]
    order, columns = order or first["order"], columns or range(len(first["columns"]))
    cells = [order.index(row[at]) for one in charts for at in columns for row in one["rows"]]
    sizes = [len(charts), len(columns), len(first["rows"])]
    many = 0 if charts is chart else 1
    return builder().table("combat results", [0, lowest, 1][many:], sizes[many:], cells)


def define_play(name: str, reckon: Callable[[], object], resolve: Callable[[Int], object]) -> None:
    """Declares two procedures that each play a part of one prepared battle of a side and then end
    the game, for play on a copy. The first computes the odds, the second plays from there to the
    end of the battle.

    ``name`` is the side's name, with which the names of both procedures begin. ``reckon`` writes
    the computation of the odds, ``resolve`` the statements from there on; the argument of
    ``resolve`` is nonzero if the decision of the die roll is already pending.
    """

    def reckoned() -> None:
        reckon()
        end_game(-1, 0, "")

    def resolved(rolled: Int) -> None:
        resolve(rolled)
        end_game(-1, 0, "")

    builder().procedure(f"{name} battle reckoned", 0, reckoned)
    builder().procedure(f"{name} battle resolved", 1, resolved)


class Fighting(Protocol):
    """The protocol (interface) of a game's section on combat: the functions and names that
    `define_battle` needs to explain battles. Play uses the same functions and names."""

    attacking: UnitFlag
    """The flag ``attacking`` of the attackers."""
    retreating: UnitFlag
    """The flag ``retreating`` of units that must still retreat."""
    target: Int
    """The variable ``target``: the hex attacked."""
    attack: Attr
    """The attack factor printed on a unit."""
    defence: Attr
    """The defence factor printed on a unit."""

    def able(self, side: int) -> Units:
        """The units of a side that may attack the target."""

    def factor(self, side: int, unit: Int) -> Int:
        """The attack factor of a unit of the attacking side against the target."""

    def shifts(self, side: int) -> Int:
        """The total column shift of the odds, in the attacker's favour."""

    def column(self, side: int) -> Int:
        """The column of the combat results table: the odds after shifts."""

    def resolve(self, side: int) -> None:
        """Rolls the die and applies the result: stores the result in a variable ``result`` and a
        note ``battle``, and plays losses and retreats (decisions ``retreat`` and
        ``retreat-to``)."""


def define_battle(
    combat: Fighting,
    *,
    may: str,
    limits: Callable[[int], Sequence[Limit]] = lambda side: (),
    by_difference: bool = False,
    draw: Callable[[int], object] | None = None,
) -> None:
    """Declares the queries and procedures by which the program explains the battles of each side
    (`State.battle`): who takes part, the factors, the odds, the shifts, the column, and the
    consequences of each result, which is played on a copy of the state.

    ``combat`` is the game's section on combat. ``may`` is the id of the rule that says which units
    may attack; ``limits`` gives, for a side, further limits on the units that may attack, or on the
    hexes that may be attacked. With ``by_difference`` battles are not by odds: the column is that
    of the attack total less the defence total (`DifferenceTable.column`).

    ``draw`` writes, for a side, what chance decides before the odds of its battle, as play does:
    the draws of strengths (`DrawnStrengths.draw`). If the section has a method ``defended``, it is
    the defence factor of a unit in the battle, from the attacking side and the unit; else that is
    the printed ``defence``.
    """
    b, defence = builder(), combat.defence
    defended = getattr(combat, "defended", None)
    ours, theirs = combat.attacking.units, units_at(combat.target)
    attack_total = b.variable("attack total", Life.BATTLE, limits=(0, b.scaled(MOST)))
    defence_total = b.variable("defence total", Life.BATTLE, limits=(0, b.scaled(MOST)))
    at_column = b.variable("column", Life.BATTLE, limits=(-MOST, MOST))
    printed = [b.unit_attrs[attr.index]["name"] for attr in (combat.attack, defence)]
    for name in printed if b.scale > 1 else ():
        if name not in b.points:
            raise ProgramError(f"`{name}`, a factor of battles: declare it by `unit_points`")
    b.battle = {
        "attackers": "attacking",
        "target": "target",
        "retreating": "retreating",
        "printed": printed,
        "totals": ["attack total", "defence total"],
        "column": "column",
        "kept": False,  # only explanations assign totals and column
        **({"difference": b.scale} if by_difference else {"ladder": True}),
        "supports": {},
    }
    for side, name in enumerate(b.sides):
        factor: Any = defence if defended is None else partial(defended, side)

        def reckoned(s: int = side, factor: Any = factor) -> None:
            if draw is not None:
                draw(s)
            assign(attack_total, ours.sum(lambda u: combat.factor(s, u)))
            assign(defence_total, theirs.sum(factor))
            assign(at_column, combat.column(s))

        def resolved(rolled: Int, s: int = side) -> None:
            combat.resolve(s)

        define_play(name, reckoned, resolved)
        b.query(f"{name} defenders", 0, lambda: theirs)
        b.query(f"{name} attack factor", 1, partial(combat.factor, side))
        b.query(f"{name} defence factor", 1, factor)
        b.query(f"{name} odds", 2, difference if by_difference else ratio)
        b.query(f"{name} shifts", 0, partial(combat.shifts, side))
        able = Limit(may, combat.able(side), "it may not attack there, or has already fought")
        define_limits(f"{name} limit", (able, *limits(side)))
