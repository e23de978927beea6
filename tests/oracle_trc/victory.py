"""How a game is won (24.2, 24.3, 24.5, 25, 27.12)."""

from __future__ import annotations

from collections.abc import Iterable

from .model import AXIS, RUSSIAN, Position, enemy_of, period, year

MAIKOP = "Maikop"

#: TRC-25.2.2a to TRC-25.2.4a
OBJECTIVES = {
    1942: ("Kiev", "Kalinin", "Leningrad", "Rostov", "Kharkov", "Stalino"),
    1943: (MAIKOP, "Moscow", "Stalingrad", "Kursk", "Leningrad", "Rostov"),
    1944: ("Leningrad", "Smolensk", "Kiev", "Dnepropetrovsk", "Sevastopol", "Kharkov"),
}

GERMANY = frozenset({"germany", "east-prussia"})


def controls(position: Position, side: str, place: str) -> bool:
    """Whether a side controls a named place; an uncontrolled one counts for neither."""
    return position.control.get(position.board.where(place)) == side


def german_cities(position: Position) -> set[str]:
    """Cities in Germany, East Prussia part of it (3.4)."""
    board = position.board
    return {h for h in board.cities if board.region(h) in GERMANY}


def sudden_death(position: Position, surrendered: Iterable[str]) -> set[str]:
    """TRC-25.2a, TRC-25.2b, TRC-25.2.1a to TRC-25.2.6b: who meets all objectives of the year.

    ``surrendered`` are the minor allies that have given up. Empty but at the end of Jan/Feb.
    """
    if period(position.turn) != "Jan/Feb":
        return set()
    gone = set(surrendered)
    when = year(position.turn)
    if when in OBJECTIVES:
        return {
            side
            for side in (AXIS, RUSSIAN)
            if all(controls(position, side, place) for place in OBJECTIVES[when])
        }
    winners = set()
    if _axis_1945(position, gone):
        winners.add(AXIS)
    if _russian_1945(position, gone):
        winners.add(RUSSIAN)
    return winners


def _russian_1945(position: Position, gone: set[str]) -> bool:
    """TRC-25.2.5a."""
    cities = [h for h in german_cities(position) if position.control.get(h) == RUSSIAN]
    wells = all(position.control.get(h) == RUSSIAN for h in position.board.wells)
    return {"finnish", "rumanian", "hungarian"} <= gone and bool(cities) and wells


def _axis_1945(position: Position, gone: set[str]) -> bool:
    """TRC-25.2.6a."""
    cities = all(position.control.get(h) == AXIS for h in german_cities(position))
    wells = any(position.control.get(h) == AXIS for h in position.board.wells)
    return not gone & {"rumanian", "hungarian"} and cities and wells


def at_once(position: Position, *, stalin_lost: bool) -> str | None:
    """TRC-25.1.1a, TRC-25.1.2a: the winner at this moment."""
    if controls(position, RUSSIAN, "Berlin"):
        return RUSSIAN
    if stalin_lost and controls(position, AXIS, "Moscow"):
        return AXIS
    return None


def at_the_end(position: Position) -> str:
    """TRC-25.1.1b: after the last turn the Axis has won unless Berlin is Russian."""
    return RUSSIAN if controls(position, RUSSIAN, "Berlin") else AXIS


def minors_surrendering(position: Position, already: Iterable[str] = ()) -> set[str]:
    """TRC-24.2a, TRC-24.3a: minor allies that give up in the Russian end phase."""
    board = position.board
    found = set()
    in_hungary = [
        u for u in position.on_map(RUSSIAN) if board.region(position.at[u.id]) == "hungary"
    ]
    if len(in_hungary) >= 5:
        found.add("hungarian")
    if controls(position, RUSSIAN, "Helsinki"):
        found.add("finnish")
    if controls(position, RUSSIAN, "Bucharest"):
        found.add("rumanian")
    return found - set(already)


def minors_surrendering_at_start(position: Position) -> set[str]:
    """TRC-24.4a, TRC-24.5a: minor allies that give up when a turn begins."""
    found = set()
    if position.turn == 15:  # Sep/Oct 1943
        found.add("italian")
    if position.turn >= 21 and not controls(position, AXIS, "Leningrad"):
        found.add("finnish")
    return found


def victory_points(position: Position, east_of_line: Iterable[str]) -> int:
    """27.12: Axis gains east of a scenario's line less Russian gains west of it.

    Major cities and oil wells are worth two, minor cities one; uncontrolled places count for
    neither side.
    """
    board, east = position.board, set(east_of_line)
    total = 0
    for name in sorted(set(board.cities) | board.wells):
        worth = 1 if board.cities.get(name) == "minor" else 2
        owner_side = RUSSIAN if name in east else AXIS
        if position.control.get(name) == enemy_of(owner_side):
            total += worth if owner_side == RUSSIAN else -worth
    return total
