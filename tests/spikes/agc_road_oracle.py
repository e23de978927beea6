"""Oracle: what a road saves and what leaving it costs, Barbarossa: Army Group Center.

From the sections on movement and terrain effects: Dry weather, motorized units. One Movement
Phase. Costs in half movement points. A state is (units, mover, over): each unit (name, hex,
moved), the mover (name, what is left, what is owed on leaving the road, steps made) or None.
"""

from __future__ import annotations

from typing import Any

from .plain_board import Plain, Step, read

TERRAIN = {"clear": 2, "hill": 4, "woods": 6, "hill-woods": 8}


class Oracle:
    def __init__(self, text: str) -> None:
        self.map: Plain = read(text)
        self.enemy = {u["where"] for u in self.map.units.values() if u["side"] == "soviet"}
        self.zone = {n for h in self.enemy for n in self.map.around[h]}

    def start(self) -> Any:
        units = tuple((n, u["where"], 0) for n, u in self.map.units.items() if u["side"] == "axis")
        return (units, None, False)

    def allowance(self, name: str) -> int:
        return 2 * int(self.map.units[name]["allowance"])

    def road(self, a: str, b: str) -> int | None:
        """The cost of entering b by road; None without a road."""
        if self.map.has("main", a, b):
            return 1
        if self.map.has("minor", a, b):
            return 1 if self.map.terrain[b] == "clear" else 2
        return None

    def step(self, left: int, owed: int, a: str, b: str) -> tuple[int, int] | None:
        """The points left and owed after a step, or None if it is impossible."""
        if b in self.enemy or (a in self.zone and b in self.zone):
            return None
        full = TERRAIN[self.map.terrain[b]]
        rate = self.road(a, b)
        if rate is None:
            rate, after = full + owed + 2 * self.map.has("river", a, b), 0
        else:
            after = full - rate
        rate += 2 * (b in self.zone)
        return (left - rate, after) if rate <= left else None

    def one_hex(self, a: str) -> set[str]:
        """The hexes to which a unit that has spent nothing may go in any case."""
        return {
            b
            for b in self.map.around[a]
            if b not in self.enemy and not (a in self.zone and b in self.zone)
        }

    def field(self, name: str, start: str) -> dict[str, int]:
        """Every hex that can be reached, and the least that it costs; tries every way."""
        seen = {(start, self.allowance(name), 0)}
        todo = list(seen)
        while todo:
            a, left, owed = todo.pop()
            if a in self.zone and a != start:
                continue
            for b in self.map.around[a]:
                after = self.step(left, owed, a, b)
                if after is not None and (b, *after) not in seen:
                    seen.add((b, *after))
                    todo.append((b, *after))
        out: dict[str, int] = {}
        for h, left, _ in seen:
            cost = self.allowance(name) - left
            out[h] = min(cost, out.get(h, cost))
        for b in self.one_hex(start):
            out.setdefault(b, self.allowance(name))
        del out[start]
        return out

    def successors(self, state: Any) -> tuple[str, list[Step]]:
        units, mover, over = state
        if over:
            return "axis", []
        if mover is None:
            steps: list[Step] = [(("end",), (units, None, True))]
            for name, where, moved in units:
                if not moved and self.field(name, where):
                    going = (name, self.allowance(name), 0, 0)
                    steps.append((("move", name), (units, going, False)))
            return "axis", steps
        name, left, owed, made = mover
        where = next(h for n, h, _ in units if n == name)
        steps = []
        if made:
            steps.append((("stop",), (self.placed(units, name, where, 1), None, False)))
        else:
            for h in self.field(name, where):
                steps.append((("to", h), (self.placed(units, name, h, 1), None, False)))
        for b in self.map.around[where]:
            after = None if made and where in self.zone else self.step(left, owed, where, b)
            if after is None and not made and b in self.one_hex(where):
                after = (0, 0)
            if after is not None:
                on = (name, *after, made + 1)
                steps.append((("next", b), (self.placed(units, name, b, 0), on, False)))
        return "axis", steps

    def placed(self, units: Any, name: str, hex_: str, moved: int) -> Any:
        return tuple((n, hex_, moved) if n == name else (n, h, m) for n, h, m in units)
