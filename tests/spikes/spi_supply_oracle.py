"""Oracle: supply that counts when it was there for one instant, Barbarossa (1971).

From the sections on movement, zones of control and supply. One Soviet Player-Turn without attacks
(they are optional): two Movement Phases, then the isolated are eliminated. Units move hex by hex.
A state is (units, phase, mover, over): each unit (kind, hex, moved, safe, gone), the mover
(unit, points left, steps made) or None.
"""

from __future__ import annotations

from typing import Any

from .plain_board import Plain, Step, read

LIMIT = 2
ROUGH_COST = 2


class Oracle:
    def __init__(self, text: str) -> None:
        self.map: Plain = read(text)
        self.kinds: dict[str, dict[str, Any]] = {}
        self.east = self.map.last_column()

    def start(self) -> Any:
        units = []
        for u in self.map.units.values():
            kind = f"{u['side']} {u['kind']} {u['attack']}-{u['defence']}-{u['allowance']}"
            self.kinds[kind] = u
            units.append((kind, u["where"], 0, 0, 0))
        return (self.rested(self.marked(units)), 1, None, False)

    # -- facts --------------------------------------------------------------------------------

    def soviet(self, unit: Any) -> bool:
        return self.kinds[unit[0]]["side"] == "soviet" and not unit[4]

    def hexes(self, units: Any, soviet: bool) -> set[str]:
        return {u[1] for u in units if not u[4] and self.soviet(u) == soviet}

    def zone(self, units: Any) -> set[str]:
        return {n for h in self.hexes(units, False) for n in self.map.around[h]}

    def traced(self, units: Any) -> set[str]:
        """The hexes with a Soviet line to the east edge: SPI-SUPPLY-P1, SPI-ZOC-F5, SPI-ZOC-F6."""
        own, enemy, zone = self.hexes(units, True), self.hexes(units, False), self.zone(units)
        open_ = {h for h in self.map.terrain if h not in enemy and (h not in zone or h in own)}
        seen = {h for h in open_ if self.map.column[h] == self.east}
        todo = list(seen)
        while todo:
            for n in self.map.around[todo.pop()]:
                if n in open_ and n not in seen:
                    seen.add(n)
                    todo.append(n)
        return seen

    def marked(self, units: Any) -> list[Any]:
        """Marks units that can trace a line now as safe for the turn."""
        line = self.traced(units)
        return [
            (u[0], u[1], u[2], 1, u[4]) if self.soviet(u) and u[1] in line else u for u in units
        ]

    def rested(self, units: Any) -> Any:
        return tuple(sorted((u[0], u[1], 0, u[3], u[4]) for u in units))

    def step_cost(self, units: Any, unit: Any, a: str, b: str) -> int:
        dear = 2 if self.kinds[unit[0]]["kind"].startswith("motor") else 1
        zone = self.zone(units)
        cost = ROUGH_COST if self.map.terrain[b] == "rough" else 1
        return cost + (dear if b in zone else 0) + (1 if a in zone else 0)

    def full(self, others: Any, hex_: str) -> bool:
        return sum(1 for u in others if self.soviet(u) and u[1] == hex_) >= LIMIT

    def next_hexes(self, units: Any, mover: Any) -> dict[str, int]:
        """The next hexes, with what is left after; never one where a mover would be stuck."""
        unit, left, steps = mover
        others = list(units)
        others.remove(unit)
        enemy = self.hexes(units, False)
        out = {}
        for b in self.map.around[unit[1]]:
            if b in enemy:
                continue
            rest = left - self.step_cost(units, unit, unit[1], b)
            if rest < 0 and steps == 0:
                rest = 0  # SPI-MOVE-N1
            if rest >= 0 and self.can_end(others, unit, b, rest):
                out[b] = rest
        return out

    def can_end(self, others: Any, unit: Any, hex_: str, left: int) -> bool:
        """Whether some hex with room can be reached from here with what is left."""
        best, todo = {hex_: left}, [hex_]
        enemy = self.hexes(others, False)
        while todo:
            a = todo.pop()
            if not self.full(others, a):
                return True
            for b in self.map.around[a]:
                rest = best[a] - self.step_cost(others, unit, a, b)
                if b not in enemy and rest >= 0 and rest > best.get(b, -1):
                    best[b] = rest
                    todo.append(b)
        return False

    # -- the game -----------------------------------------------------------------------------

    def successors(self, state: Any) -> tuple[str, list[Step]]:
        units, phase, mover, over = state
        if over:
            return "soviet", []
        if mover is None:
            steps: list[Step] = [(("end",), self.end(units, phase))]
            line = self.traced(units)
            for u in sorted(set(units)):
                if self.soviet(u) and not u[2] and u[1] in line:
                    going = (u, self.kinds[u[0]]["allowance"], 0)
                    if self.next_hexes(units, going):
                        steps.append((("move", *u), (units, phase, going, False)))
            return "soviet", steps
        unit, _, made = mover
        steps = []
        for h, left in self.next_hexes(units, mover).items():
            rest = list(units)
            rest.remove(unit)
            index = len(rest)
            now = self.marked([*rest, (unit[0], h, unit[2], unit[3], unit[4])])
            steps.append(
                (("next", h), (tuple(sorted(now)), phase, (now[index], left, made + 1), False))
            )
        others = list(units)
        others.remove(unit)
        if made and not self.full(others, unit[1]):
            after = tuple(sorted([*others, (unit[0], unit[1], 1, *unit[3:])]))
            steps.append((("stop",), (after, phase, None, False)))
        return "soviet", steps

    def end(self, units: Any, phase: int) -> Any:
        if phase == 1:
            return (self.rested(units), 2, None, False)
        dead = [(u[0], "gone", 0, 0, 1) if self.soviet(u) and not u[3] else u for u in units]
        return (self.rested(dead), 2, None, True)
