"""The expedition to the Caucasus, written from 4.11 to 4.13 of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from .model import DNEPROPETROVSK, GERMAN, ROSTOV, SOVIET, STACK_LIMIT, STALINGRAD, Position
from .supply import overland_hexes

MAIKOP = "3103"
EXITS = ("3200", "3201", "3202", "3203", "3204")
RESPONSE = 4
FOOT = ("infantry", "mountain")
RIFLES = ("rifle", "communist-satellite")  # 8.24


@dataclass
class Expedition:
    """The state of the expedition."""

    ready: bool = False
    """Whether it could be launched as this game turn began (4.11)."""
    launched: int = 0
    recalled: int = 0
    through: bool = False
    beaten: bool = False

    @property
    def under_way(self) -> bool:
        """In the box and not defeated."""
        return bool(self.launched) and not self.recalled and not self.beaten

    def launch(self, turn: int) -> None:
        self.launched = turn

    def recall(self, turn: int) -> None:
        self.recalled = turn

    def defeat(self) -> None:
        self.beaten = True

    def rolled(self, die: int, position: Position) -> None:
        """A die of a Victory Check Phase (4.13)."""
        if die + bonus(position) >= 6:
            self.through = True


def open_at_start(position: Position) -> bool:
    """The three cities held in supply, no Soviet unit next to any of them (4.11)."""
    supplied = overland_hexes(position, GERMAN)
    enemies = position.occupied(SOVIET)
    return all(
        position.controller(city) == GERMAN
        and city in supplied
        and not enemies.intersection(position.board.neighbours(city))
        for city in (MAIKOP, DNEPROPETROVSK, ROSTOV)
    )


def corps_at_exits(position: Position) -> tuple[list[str], list[str]]:
    """German infantry and mountain corps, and panzer corps, in the exit hexes."""
    here = [u for h in EXITS for u in position.occupants(h, GERMAN)]
    foot = [u for u in here if position.unit(u).kind in FOOT]
    return foot, [u for u in here if position.unit(u).kind == "panzer"]


def may_launch(position: Position, state: Expedition, unable: Iterable[str] = ()) -> bool:
    """One corps of infantry and two of panzers that may leave now (4.11, 4.13)."""
    if state.launched or not state.ready:
        return False
    foot, panzer = corps_at_exits(position)
    idle = set(unable)
    return len(set(foot) - idle) >= 1 and len(set(panzer) - idle) >= 2


def response(position: Position, units: Mapping[str, str]) -> list[str]:
    """The rifle armies that can answer: supplied on the map, or in the RVGK box (4.12)."""
    supplied = overland_hexes(position, SOVIET)
    return [
        u
        for u, place in units.items()
        if position.board.units[u].kind in RIFLES and (place in supplied or place == "rvgk")
    ]


def bonus(position: Position) -> int:
    """One more on the die while Stalingrad is held in supply (4.13)."""
    held = position.controller(STALINGRAD) == GERMAN
    return int(held and STALINGRAD in overland_hexes(position, GERMAN))


def defeated(position: Position) -> bool:
    """Rostov or Dnepropetrovsk lost, or all five exits occupied (4.13)."""
    if any(position.controller(c) == SOVIET for c in (ROSTOV, DNEPROPETROVSK)):
        return True
    return set(EXITS) <= position.occupied(SOVIET)


def doors(position: Position, unit: str) -> list[str]:
    """The exits at which a unit may come back: no enemy there, and room (4.13)."""
    enemy = SOVIET if position.unit(unit).side == GERMAN else GERMAN
    return [h for h in EXITS if not position.occupants(h, enemy) and position.fits([unit], h)]


def may_recall(position: Position, state: Expedition, box: Iterable[str]) -> bool:
    """All of it, over any of the exits, after the turn of the launch and before success (4.13)."""
    if not state.under_way or state.through or state.launched == position.turn:
        return False
    units = list(box)
    room = {
        h: STACK_LIMIT - len([u for u in position.occupants(h) if not position.unit(u).static])
        for h in EXITS
        if not position.occupants(h, SOVIET)
    }
    ways = product(room, repeat=len(units))
    return bool(units) and any(
        all(count <= room[h] for h, count in Counter(way).items()) for way in ways
    )


def may_leave(state: Expedition, turn: int) -> bool:
    """Whether the Soviet armies in the box may come out (4.13)."""
    return state.beaten or (state.recalled == turn)
