"""Set-up: the hexes of a side, the cover of the front, and whether it can still be covered.

DEPLOY-A to G, R38, R39, WHATIF-1C, 3A, 3C, 5A, 5B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from .board import AXIS, SOVIET, Unit, distance
from .charts import GAMES, INVASION, PARTS
from .model import Position
from .stacks import fits

FINNS, HUNGARIANS, OTHERS, SUPPORT = "finns", "hungarians", "others", "support"


def hungary_is_closed(pos: Position) -> bool:
    """In 1941 no Axis unit is set up in Hungary, unless situation 3 opens it."""
    return pos.game in INVASION and 3 not in pos.situations


def may_deploy(pos: Position, unit: Unit, hex_: str) -> bool:
    """Whether a unit may be set up in a hex, with no look at others."""
    board, line = pos.board, GAMES[pos.game].line
    if board.terrain[hex_] not in {"clear", "rough"} or hex_ in pos.closed_area:
        return False
    if board.side_of_line(hex_, line) != unit.side:
        return False
    if unit.side == SOVIET:
        return True
    if (hex_ in board.finland) != (unit.nation == "finnish"):
        return False
    if unit.nation == "hungarian" and pos.game in INVASION:
        return board.area[hex_] == "hungary"
    return not (board.area[hex_] == "hungary" and hungary_is_closed(pos))


def deployment(pos: Position, unit: Unit) -> frozenset[str]:
    """The hexes in which a unit may be set up now, within the limit of stacking."""
    return frozenset(
        h
        for h in pos.board.terrain
        if may_deploy(pos, unit, h) and fits(pos, unit.side, [*pos.stack(h, unit.side), unit])
    )


def duty(pos: Position, side: str) -> frozenset[str]:
    """The front hexes that a side must cover."""
    board, line = pos.board, GAMES[pos.game].line
    front = board.front(line)
    if side == AXIS:
        exempt = pos.closed_area | (
            board.lying_in("hungary") if hungary_is_closed(pos) else frozenset()
        )
        return front[AXIS] - exempt
    if 5 in pos.situations:
        return frozenset()
    # next to nothing but neutral Finland
    opposite = front[AXIS] - pos.closed_area
    shut = board.sea_sides | board.lake_sides
    return frozenset(
        h
        for h in front[SOVIET]
        if any(n in opposite and {h, n} not in shut for n in board.beside[h])
    )


def covers(pos: Position, unit: Unit, hex_: str) -> frozenset[str]:
    """The hexes that a unit covers from a hex: with its zone, Soviets only by infantry (R38)."""
    if unit.side == SOVIET and unit.unit_class != "infantry":
        return frozenset()
    return frozenset({hex_} if unit.is_support else {hex_, *pos.neighbours[hex_]})


def uncovered(pos: Position, side: str) -> frozenset[str]:
    """The front hexes that a side has not covered."""
    covered = {h for u in pos.on_map(side) for h in covers(pos, u, pos.at[u.id])}
    return duty(pos, side) - covered


# ---- can it still be done?


def people(unit: Unit, game: str) -> str:
    """The group of units that share their hexes of deployment."""
    if unit.nation == "finnish":
        return FINNS
    if unit.is_support:
        return SUPPORT
    return HUNGARIANS if unit.nation == "hungarian" and game in INVASION else OTHERS


def pieces(pos: Position, side: str, waiting: Iterable[str], broken: bool = True) -> Counter[str]:
    """The number of units of each group that can cover, with armies broken down or not."""
    found: Counter[str] = Counter()
    for name in waiting:
        unit = pos.units[name]
        number = len(PARTS.get(unit.kind, "1")) if broken else 1
        if side == AXIS:
            found[people(unit, pos.game)] += number
        elif unit.unit_class == "infantry":
            found[OTHERS] += number
    return found


def one_piece(pos: Position, group: str, side: str) -> Unit:
    """A unit of a group, as small as it breaks down to."""
    kind = {FINNS: "FI:inc", HUNGARIANS: "HU:inc", OTHERS: "DE:inc", SUPPORT: "AX:sup"}[group]
    wanted = "SU:inf" if side == SOVIET else kind
    return next(u for u in pos.units.values() if u.kind == wanted)


def can_be_completed(
    pos: Position, side: str, waiting: Iterable[str], *, broken: bool = True
) -> bool:
    """Whether units that are not yet set up can cover what is still uncovered.

    Armies among them are broken down for it, or stay as they are.
    """
    have = pieces(pos, side, waiting, broken)
    open_ = in_a_row(uncovered(pos, side))
    options: dict[str, list[tuple[str, frozenset[str]]]] = {h: [] for h in open_}
    for group in sorted(have):
        unit = one_piece(pos, group, side)
        free = deployment(pos, unit)
        for spot in sorted(free):
            gets = covers(pos, unit, spot) & set(open_)
            for h in gets:
                options[h].append((group, gets))
    groups = sorted(have)

    @cache
    def done(left: tuple[str, ...], numbers: tuple[int, ...]) -> bool:
        if not left:
            return True
        for group, gets in set(options[left[0]]):
            i = groups.index(group)
            if numbers[i]:
                rest = tuple(h for h in left if h not in gets)
                if done(rest, (*numbers[:i], numbers[i] - 1, *numbers[i + 1 :])):
                    return True
        return False

    return done(open_, tuple(have[g] for g in groups))


def in_a_row(hexes: Iterable[str]) -> tuple[str, ...]:
    """Hexes of a line, each followed by the nearest that is left."""
    rest = set(hexes)
    row: list[str] = []
    while rest:
        nearest = min(rest, key=lambda h: (distance(h, row[-1]) if row else 0, h))
        row.append(nearest)
        rest.remove(nearest)
    return tuple(row)
