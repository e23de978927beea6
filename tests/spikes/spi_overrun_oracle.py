"""Oracle: movement with overruns by several units, Barbarossa (1971).

From the sections on movement, zones of control, stacking and overrun. One Axis Movement Phase.
A state is (units, group): each unit (name of its kind, hex, movement points left, status), the
group (target, members so far) or None. Status: 0 to move, 1 has moved, 2 has overrun.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from .plain_board import Plain, Step, read

Unit = tuple[str, str, int, int]
ROUGH_COST = 2
LIMIT = 3
SIZE = {"army": 3, "corps": 1, "air": 0, "supply": 0}


class Oracle:
    def __init__(self, text: str) -> None:
        self.map: Plain = read(text)
        self.kinds = {
            f"{u['side']} {u['kind']} {u['attack']}-{u['defence']}-{u['allowance']}": u
            for u in self.map.units.values()
        }

    def start(self) -> Any:
        units = []
        for u in self.map.units.values():
            kind = f"{u['side']} {u['kind']} {u['attack']}-{u['defence']}-{u['allowance']}"
            units.append((kind, u["where"], u["allowance"] if u["side"] == "axis" else 0, 0))
        return (tuple(sorted(units)), None, False)

    # -- facts --------------------------------------------------------------------------------

    def side(self, unit: Unit) -> str:
        return str(self.kinds[unit[0]]["side"])

    def motor(self, unit: Unit) -> bool:
        return str(self.kinds[unit[0]]["kind"]).startswith("motor")

    def support(self, unit: Unit) -> bool:
        return self.kinds[unit[0]]["kind"] in ("air", "supply")

    def size(self, unit: Unit) -> int:
        return SIZE[self.kinds[unit[0]]["kind"].split("-")[-1]]

    def soviets(self, units: Any, hex_: str) -> list[Unit]:
        return [u for u in units if self.side(u) == "soviet" and u[1] == hex_]

    def enemy_hexes(self, units: Any) -> set[str]:
        return {u[1] for u in units if self.side(u) == "soviet"}

    def zone(self, units: Any, leave_out: str = "") -> set[str]:
        out: set[str] = set()
        for u in units:
            if self.side(u) == "soviet" and not self.support(u) and u[1] != leave_out:
                out |= set(self.map.around[u[1]])
        return out

    def supplied(self, units: Any, hex_: str) -> bool:
        """SPI-SUPPLY-P2: a way free of Soviet units to the west edge or to a supply unit."""
        enemy = self.enemy_hexes(units)
        sources = {u[1] for u in units if self.side(u) == "axis" and "supply" in u[0]}
        seen, todo = {hex_}, [hex_]
        while todo:
            h = todo.pop()
            if self.map.column[h] == 0 or h in sources:
                return True
            for n in self.map.around[h]:
                if n not in seen and n not in enemy:
                    seen.add(n)
                    todo.append(n)
        return False

    def ground(self, a: str, b: str) -> int:
        cost = ROUGH_COST if self.map.terrain[b] == "rough" else 1
        return cost + (1 if self.map.has("river", a, b) else 0)

    def step(self, unit: Unit, a: str, b: str, zone: set[str]) -> int:
        dear = 2 if self.motor(unit) or self.support(unit) else 1
        return self.ground(a, b) + (dear if b in zone else 0) + (1 if a in zone else 0)

    def destinations(self, units: Any, unit: Unit) -> dict[str, int]:
        """The hexes in which a unit may end its move, with its remaining points there."""
        zone, enemy = self.zone(units), self.enemy_hexes(units)
        best = {unit[1]: 0}
        allowance = unit[2]
        changed = True
        while changed:
            changed = False
            for a in list(best):
                for b in self.map.around[a]:
                    cost = best[a] + self.step(unit, a, b, zone)
                    if b not in enemy and cost <= allowance and cost < best.get(b, 999):
                        best[b] = cost
                        changed = True
        out = {h: allowance - cost for h, cost in best.items()}
        for b in self.map.around[unit[1]]:  # SPI-MOVE-N1
            if b not in enemy and b not in out:
                out[b] = 0
        del out[unit[1]]
        return {h: left for h, left in out.items() if self.room(units, unit, h)}

    def room(self, units: Any, unit: Unit, hex_: str) -> bool:
        there = sum(self.size(u) for u in units if self.side(u) == "axis" and u[1] == hex_)
        return self.size(unit) == 0 or there + self.size(unit) <= LIMIT

    # -- overrun ------------------------------------------------------------------------------

    def cost(self, units: Any, unit: Unit, target: str) -> int:
        # the stack that is overrun exerts no zone over its own hex
        cost = self.ground(unit[1], target) + 3
        if unit[1] in self.zone(units):
            cost += 1
        if target in self.zone(units, leave_out=target):
            cost += 2
        return cost

    def able(self, units: Any, unit: Unit, target: str) -> bool:
        return (
            self.side(unit) == "axis"
            and self.motor(unit)
            and unit[3] != 2
            and target in self.map.around[unit[1]]
            and unit[2] >= self.cost(units, unit, target)
            and self.supplied(units, unit[1])
        )

    def wins(self, units: Any, group: list[Unit], target: str) -> bool:
        if not group or sum(self.size(u) for u in group) > LIMIT:
            return False
        defence = sum(self.kinds[u[0]]["defence"] for u in self.soviets(units, target))
        all_cross = all(self.map.has("river", u[1], target) for u in group)
        if self.map.terrain[target] == "rough" or all_cross:
            defence *= 2
        return bool(sum(self.kinds[u[0]]["attack"] for u in group) >= 9 * defence)

    def possible(self, units: Any, group: list[Unit], target: str) -> bool:
        rest = list(units)
        for u in group:
            rest.remove(u)
        rest = [u for u in rest if self.able(units, u, target)]
        return any(
            self.wins(units, [*group, *more], target)
            for n in range(LIMIT + 1)
            for more in combinations(rest, n)
        )

    # -- the game -----------------------------------------------------------------------------

    def successors(self, state: Any) -> tuple[str, list[Step]]:
        units, group, over = state
        if over:
            return "axis", []
        if group is None:
            return "axis", self.movement(units)
        target, members, moving = group
        if moving is not None:
            return "axis", [
                (("to", h), self.moved(units, moving, h, left))
                for h, left in self.destinations(units, moving).items()
            ]
        steps: list[Step] = []
        rest = list(units)
        for m in members:
            rest.remove(m)
        for u in sorted(set(rest)):
            if self.able(units, u, target) and self.possible(units, [*members, u], target):
                chosen = tuple(sorted([*members, u]))
                steps.append((("join", *u), (units, (target, chosen, None), False)))
        if self.wins(units, list(members), target):
            steps.append((("go",), self.overrun(units, target, members)))
        return "axis", steps

    def movement(self, units: Any) -> list[Step]:
        steps: list[Step] = [(("end",), (units, None, True))]
        for u in sorted(set(units)):
            free = self.side(u) == "axis" and u[3] == 0 and self.supplied(units, u[1])
            if free and self.destinations(units, u):
                steps.append((("move", *u), (units, ("", (), u), False)))
        for target in sorted(self.enemy_hexes(units)):
            if self.possible(units, [], target):
                steps.append((("overrun", target), (units, (target, (), None), False)))
        return steps

    def moved(self, units: Any, unit: Unit, hex_: str, left: int) -> Any:
        rest = list(units)
        rest.remove(unit)
        return (tuple(sorted([*rest, (unit[0], hex_, left, 1)])), None, False)

    def overrun(self, units: Any, target: str, members: Any) -> Any:
        rest = [u for u in units if u[1] != target]
        for m in members:
            rest.remove(m)
        rest += [(m[0], target, 0, 2) for m in members]
        return (tuple(sorted(rest)), None, False)
