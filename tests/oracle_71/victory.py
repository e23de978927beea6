"""Control of cities, the score, and the conditions of the campaign (CTRL, LEN, MVIC, CVIC)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from . import charts
from .board import AXIS, SOVIET
from .charts import CITIES, GAMES, HELSINKI, SOVIET_CITIES
from .model import Position, enemies
from .movement import west_edge
from .supply import is_supplied, lines, open_hexes


def controller(pos: Position, city: str) -> str | None:
    """R7: the side in the hex, else the last side there, else the side of the start line.

    Helsinki in neutral Finland belongs to neither side.
    """
    if city in pos.closed_area:
        return None
    for side in (AXIS, SOVIET):
        if city in pos.held[side]:
            return side
    if city in pos.traveller:
        return pos.traveller[city][0]
    return pos.board.side_of_line(city, GAMES[pos.game].line)


def city_points(pos: Position) -> int:
    """MVIC-2: the values of the cities that the Axis controls."""
    return sum(value for city, value in CITIES.items() if controller(pos, city) == AXIS)


def losses(pos: Position, eliminated: Iterable[str]) -> int:
    """MVIC-3: points of Axis units eliminated for good; those off the map do not count (MVIC-7)."""
    return sum(pos.units[u].points for u in eliminated if pos.units[u].side == AXIS)


def standard_score(pos: Position, eliminated: Iterable[str]) -> int:
    """3.8: cities of the Axis less its losses."""
    return city_points(pos) - losses(pos, eliminated)


def par(game: str, situations: Iterable[int] = ()) -> int:
    """The score that neither side wins by; without Helsinki it is lower by its points."""
    return GAMES[game].par - (CITIES[HELSINKI] if 1 in situations else 0)


def standard_winner(pos: Position, eliminated: Iterable[str]) -> str | None:
    """LEN-B, LEN-C: above par the Axis, below it the Soviets, equal is a draw."""
    over = standard_score(pos, eliminated) - par(pos.game, pos.situations)
    return None if over == 0 else AXIS if over > 0 else SOVIET


def supplied_on_west_edge(pos: Position) -> int:
    """MVIC-5: Soviet units in supply in hexes of the west edge."""
    edge = west_edge(pos)
    return sum(pos.at[u.id] in edge and is_supplied(pos, u) for u in pos.on_map(SOVIET))


def modified_score(pos: Position, eliminated: Iterable[str]) -> int:
    """MVIC-1 to 5: what the modified conditions judge by."""
    return standard_score(pos, eliminated) - supplied_on_west_edge(pos)


def band(score: int) -> str:
    """MVIC-C1 to C7: the result of a modified score."""
    return next((name for least, name in charts.BANDS if score >= least), "Soviet strategic")


# ---- the campaign


def in_the_soviet_union(pos: Position, hex_: str) -> bool:
    """R45: east of the Barbarossa line."""
    return pos.board.side_of_line(hex_, "barbarossa") == SOVIET


def line_to_the_west(pos: Position) -> bool:
    """R44: a Soviet line from the east edge or a supply unit to a hex of the west edge."""
    may = open_hexes(pos, SOVIET)
    ends = may & west_edge(pos)
    return any(
        not ends.isdisjoint(lines(pos, SOVIET, start))
        for start in {
            *(may & pos.board.where("edge-east")),
            *(pos.at[u.id] for u in pos.on_map(SOVIET) if u.is_supply),
        }
    )


def west_of_the_line(pos: Position) -> bool:
    """CVIC-A2: whether a Soviet unit is west of the Campaign Victory Line."""
    return any(pos.board.side_of_line(h, "campaign-victory") == AXIS for h in pos.held[SOVIET])


def all_cities(pos: Position) -> bool:
    """CVIC-A3: the Axis controls each city of the Soviet Union, with a line from the west edge."""
    edge = pos.board.where("edge-west") - enemies(pos, AXIS)
    return all(
        controller(pos, city) == AXIS
        and city not in pos.held[SOVIET]
        and not edge.isdisjoint(lines(pos, AXIS, city))
        for city in SOVIET_CITIES
    )


@dataclass(frozen=True)
class Counters:
    """The counts of the campaign from turn to turn."""

    #: Axis Player-Turns in a row that ended with no Soviet unit on the map (A1)
    empty: int = 0
    #: Axis Player-Turns in a row that ended with no Soviet unit west of the line (A2)
    clean: int = 0
    #: Game-Turns in a row in which the Axis held all cities at the end of both Player-Turns (A3)
    cities: int = 0
    held_at_axis_end: bool = False
    #: Soviet armies that have left by the west edge
    exited: int = 0
    #: complete Soviet Player-Turns in a row with a line to the west, after 10 and after 20 armies
    line_10: int = 0
    line_20: int = 0
    #: whether this Soviet Player-Turn began with a line, and with how many armies gone
    line_at_start: bool = False
    exited_at_start: int = 0


def at_axis_end(pos: Position, count: Counters) -> Counters:
    """The counters after an Axis Second Movement Phase (CVIC-A1, A2, A3)."""
    return replace(
        count,
        empty=0 if pos.held[SOVIET] else count.empty + 1,
        clean=0 if west_of_the_line(pos) else count.clean + 1,
        held_at_axis_end=all_cities(pos),
    )


def at_soviet_start(pos: Position, count: Counters) -> Counters:
    """The facts checked as a Soviet Player-Turn begins (CVIC-S2B, S3)."""
    return replace(count, line_at_start=line_to_the_west(pos), exited_at_start=count.exited)


def at_soviet_end(pos: Position, count: Counters) -> Counters:
    """The counters after a Soviet Second Movement Phase (CVIC-S2B, S3, A3, R44, R46)."""
    kept = count.line_at_start and line_to_the_west(pos)
    return replace(
        count,
        cities=count.cities + 1 if count.held_at_axis_end and all_cities(pos) else 0,
        line_10=count.line_10 + 1 if kept and count.exited_at_start >= 10 else 0,
        line_20=count.line_20 + 1 if kept and count.exited_at_start >= 20 else 0,
    )


def campaign_winner(pos: Position, count: Counters) -> str | None:
    """CVIC-S1 to S3, A1 to A3: the winner, if any."""
    if not pos.held[AXIS]:
        return SOVIET
    axis_inside = any(in_the_soviet_union(pos, h) for h in pos.held[AXIS])
    if (count.line_10 >= 2 and not axis_inside) or count.line_20 >= 2:
        return SOVIET
    if count.empty >= 2 or count.clean >= 12 or count.cities >= 6:
        return AXIS
    return None
