"""Sea movement (10)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .grid import around
from .model import AXIS, RUSSIAN, Position, Unit, enemy_of
from .movement import Chart, allowance

OMB = "off-map box"

#: TRC-10.4a, TRC-10.5c: the highest modified roll that a unit survives
SAFE = {"black": 3, "baltic": 2}

FIRST_AXIS_INVASION_TURN = 2  # TRC-10.7a
INVASIONS_PER_GAME = 2


@dataclass(frozen=True)
class SeaMove:
    """One attempt: transfer, invasion or evacuation, where to, and over which sea."""

    kind: str
    to: str
    area: str


@dataclass(frozen=True)
class Log:
    """A side's sea moves: areas tried this turn, invasions tried this game."""

    tried: frozenset[str] = frozenset()
    invasions: int = 0


def coast(position: Position, area: str) -> set[str]:
    """Land hexes beside a sea hex of an area."""
    board = position.board
    return {
        h
        for h in board.terrain
        if board.is_land(h) and any(board.seas.get(s) == area for s in around(h))
    }


def friendly_ports(position: Position, side: str, area: str) -> set[str]:
    """Ports that a side controls now; a contested one belongs to neither side."""
    ports = position.board.ports
    return {h for h in ports if ports[h] == area and position.control.get(h) == side}


def sail_refusal(position: Position, unit: Unit, chart: Chart) -> str | None:
    """Why a unit on the map may not use the sea in this impulse, or None."""
    if unit.kind == "leader":
        return "TRC-11.2a"
    if unit.kind in {"worker", "partisan"}:
        return "TRC-22.2c"
    if unit.id in position.av_now:
        return "TRC-16.2a"
    if unit.id in position.spent:
        return "TRC-10.3c"
    if unit.id in position.frozen and not position.readings.pinned_may_sail:
        return "TRC-8.4a"
    return no_voyage(position, unit, chart)


def no_voyage(position: Position, unit: Unit, chart: Chart) -> str | None:
    """Why a unit may not use the sea in this impulse wherever it is, arriving units too."""
    # TRC-10.1b; the loss of a leader does not count here (TRC-11.3b)
    if allowance(position.with_(leaderless=frozenset()), unit, chart) == 0:
        return "TRC-10.1b"
    return None


def moves(
    position: Position, unit: Unit, log: Log, chart: Chart, *, start: str | None = None
) -> set[SeaMove]:
    """Every sea move that a unit may try now.

    ``start`` is `OMB` for an arriving unit or one in the off-map box; otherwise its hex.
    """
    arriving = start == OMB
    refusal = no_voyage if arriving else sail_refusal
    if refusal(position, unit, chart) is not None:
        return set()
    here = OMB if arriving else position.at[unit.id]
    found: set[SeaMove] = set()
    for area in ("black", "baltic"):
        if area in log.tried or (area == "baltic" and not may_use_baltic(position, unit.side)):
            continue
        ports = friendly_ports(position, unit.side, area)
        from_port = arriving or here in ports
        ports = open_ports(position, ports, here)
        if from_port:
            ends = ports | (set() if arriving else {OMB})
            found |= {SeaMove("transfer", to, area) for to in ends - {here}}
        if not arriving and here in coast(position, area):
            found |= {SeaMove("evacuation", to, area) for to in (ports | {OMB}) - {here}}
        if from_port and area == "black" and may_invade(position, unit.side, log):
            found |= {SeaMove("invasion", to, area) for to in beaches(position, unit) - {here}}
    return found


def open_ports(position: Position, ports: set[str], here: str) -> set[str]:
    """TRC-5.5a, TRC-24.5b: the ports that lie in no country that the unit may not enter."""
    region = position.board.region
    inside = None if here == OMB else region(here)
    return {h for h in ports if region(h) not in position.closed or region(h) == inside}


def may_use_baltic(position: Position, side: str) -> bool:
    """TRC-10.5a: the Russian needs Leningrad."""
    return side == AXIS or position.control.get(position.board.where("Leningrad")) == RUSSIAN


def may_invade(position: Position, side: str, log: Log) -> bool:
    """TRC-10.3.2b, TRC-10.5b, TRC-10.7a: two attempts a game, the Axis not on turn 1."""
    early = side == AXIS and position.turn < FIRST_AXIS_INVASION_TURN
    return not early and log.invasions < INVASIONS_PER_GAME


def beaches(position: Position, unit: Unit) -> set[str]:
    """TRC-10.3.2c: coastal hexes of the Black Sea and Azov without enemy units."""
    enemy = enemy_of(unit.side)
    return {
        h
        for h in coast(position, "black")
        if not position.stack(h, enemy) and position.board.region(h) not in position.closed
    }


def modifier(position: Position, side: str, move: SeaMove) -> int:
    """TRC-10.3.3b, TRC-10.4b, TRC-10.5d, TRC-10.5e: what is added to the die."""
    change = -len(friendly_ports(position, side, move.area))
    if move.kind == "evacuation":
        change += 1
    if side == RUSSIAN and move.area == "baltic":
        change += 2
    return change


def survives(position: Position, side: str, move: SeaMove, die: int) -> bool:
    """TRC-10.4a, TRC-10.5c: whether a unit arrives on a die."""
    return die + modifier(position, side, move) <= SAFE[move.area]


def chance(position: Position, side: str, move: SeaMove) -> Fraction:
    """The probability that a unit arrives."""
    return Fraction(sum(survives(position, side, move, die) for die in range(1, 7)), 6)


def logged(log: Log, move: SeaMove) -> Log:
    """TRC-10.2c, TRC-10.3.2b: an attempt uses its sea for the turn, lost or not."""
    return Log(log.tried | {move.area}, log.invasions + (move.kind == "invasion"))
