"""Oracle: breaking units down and putting them together, Barbarossa (1971).

From the section on stacking and unit breakdown. One Movement Phase of one side: reorganize, move,
recombine. Counters that are alike are one thing: a state holds (kind, place, isolated, new, moved)
for each, sorted. A counter put down by this phase's reorganization takes no further part in it.
"""

from __future__ import annotations

from typing import Any

from .plain_board import Plain, Step, kind_of, read

PARTS = {
    "panzer-army": {"panzer-corps": 3},
    "hungarian-army": {"hungarian-corps": 2},
    "tank-army": {"tank-corps": 2, "mech-corps": 1},
}
LIMIT = {"axis": 3, "soviet": 2}


class Oracle:
    def __init__(self, text: str, side: str, forming: bool) -> None:
        self.map: Plain = read(text)
        self.side = side
        self.forming = forming
        self.kinds = {kind_of(u): u for u in self.map.units.values()}

    def start(self) -> Any:
        cut_off = self.map.header["isolated"].split()
        units = [
            (kind_of(u), u["where"], int(name in cut_off), 0, 0)
            for name, u in self.map.units.items()
        ]
        return (tuple(sorted(units)), "begin", None)

    # -- facts --------------------------------------------------------------------------------

    def name(self, unit: Any) -> str:
        return str(self.kinds[unit[0]]["kind"])

    def own(self, unit: Any) -> bool:
        return bool(self.kinds[unit[0]]["side"] == self.side)

    def size(self, unit: Any) -> int:
        return 3 if self.side == "axis" and self.name(unit).endswith("army") else 1

    def stack(self, units: Any, hex_: str) -> int:
        return sum(self.size(u) for u in units if self.own(u) and u[1] == hex_)

    def over(self, units: Any) -> set[str]:
        return {h for h in self.map.terrain if self.stack(units, h) > LIMIT[self.side]}

    def hexes_for(self, units: Any, army: str) -> list[str]:
        """The hexes where an army can be formed: with all parts, none of them new."""
        out = []
        for h in self.map.terrain:
            here = [self.name(u) for u in units if u[1] == h and self.own(u) and not u[3]]
            if all(here.count(part) >= n for part, n in PARTS[army].items()):
                out.append(h)
        if self.over(units):
            out = [h for h in out if h in self.over(units)]
        return out

    def may_form(self, army: str) -> bool:
        return self.forming or army != "tank-army"

    def room(self, units: Any, unit: Any, hex_: str) -> bool:
        """Room at the end of the phase, if need be after units there are put together."""
        rest = list(units)
        rest.remove(unit)
        if self.stack(rest, hex_) + self.size(unit) <= LIMIT[self.side]:
            return True
        there = [*rest, (unit[0], hex_, *unit[2:])]
        for army, parts in PARTS.items():
            counters = sum(
                1 for u in units if self.own(u) and u[1] == "pool" and self.name(u) == army
            )
            here = [self.name(u) for u in there if u[1] == hex_ and self.own(u)]
            fits = all(here.count(part) >= n for part, n in parts.items())
            after = (
                self.stack(there, hex_) - sum(parts.values()) + (3 if self.side == "axis" else 1)
            )
            left = counters > len(self.over(rest) - {hex_})
            if fits and self.may_form(army) and after <= LIMIT[self.side] and left:
                return True
        return False

    # -- the game -----------------------------------------------------------------------------

    def successors(self, state: Any) -> tuple[str, list[Step]]:
        units, phase, doing = state
        if phase == "over":
            return self.side, []
        if doing is not None and doing[0] == "form":
            return self.side, self.picks(units, phase, doing)
        if doing is not None:
            unit = doing[1]
            rest = list(units)
            rest.remove(unit)
            return self.side, [
                (("to", h), (tuple(sorted([*rest, (unit[0], h, unit[2], 0, 1)])), phase, None))
                for h in self.reachable(unit)
                if self.room(units, unit, h)
            ]
        if phase == "begin":
            return self.side, [
                *self.breaks(units),
                *self.forms(units, phase),
                (("ready",), (self.fresh(units), "move", None)),
            ]
        if phase == "move":
            steps: list[Step] = [(("cease",), (units, "end", None))]
            for u in sorted(set(units)):
                if self.own(u) and u[1] != "pool" and not u[4] and self.moves(units, u):
                    steps.append((("move", *u), (units, phase, ("move", u))))
            return self.side, steps
        steps = self.forms(units, phase)
        if not self.over(units):
            steps.append((("done",), (units, "over", None)))
        return self.side, steps

    def fresh(self, units: Any) -> Any:
        return tuple(sorted((u[0], u[1], u[2], 0, u[4]) for u in units))

    def moves(self, units: Any, unit: Any) -> bool:
        return any(self.room(units, unit, h) for h in self.reachable(unit))

    def reachable(self, unit: Any) -> set[str]:
        seen = {unit[1]}
        for _ in range(self.kinds[unit[0]]["allowance"]):
            seen |= {n for h in seen for n in self.map.around[h]}
        return seen - {unit[1]}

    def breaks(self, units: Any) -> list[Step]:
        out: list[Step] = []
        for u in sorted(set(units)):
            parts = PARTS.get(self.name(u), {})
            if not (parts and self.own(u) and u[1] != "pool" and not u[3]):
                continue
            rest = list(units)
            rest.remove(u)
            rest.append((u[0], "pool", 0, 0, 0))
            for part, n in parts.items():
                loose = [v for v in rest if v[1] == "pool" and self.name(v) == part][:n]
                if len(loose) < n:
                    break
                for v in loose:
                    rest.remove(v)
                    rest.append((v[0], u[1], u[2], 1, 0))
            else:
                out.append((("break", *u), (tuple(sorted(rest)), "begin", None)))
        return out

    def forms(self, units: Any, phase: str) -> list[Step]:
        out: list[Step] = []
        for u in sorted({u for u in units if self.own(u) and u[1] == "pool"}):
            army = self.name(u)
            if army in PARTS and self.may_form(army) and self.hexes_for(units, army):
                out.append((("form", *u), (units, phase, ("form", u, ()))))
        return out

    def picks(self, units: Any, phase: str, doing: Any) -> list[Step]:
        _, army, chosen = doing
        parts = dict(PARTS[self.name(army)])
        rest = list(units)
        for c in chosen:
            parts[self.name(c)] -= 1
            rest.remove(c)
        # the parts are picked in the order of the list
        wanted = next(part for part, n in parts.items() if n)
        places = [chosen[0][1]] if chosen else self.hexes_for(units, self.name(army))
        out: list[Step] = []
        for u in sorted(set(rest)):
            if self.name(u) != wanted or u[1] not in places or u[3]:
                continue
            now = (*chosen, u)
            if len(now) < sum(PARTS[self.name(army)].values()):
                out.append((("with", *u), (units, phase, ("form", army, now))))
                continue
            after = list(units)
            for c in now:
                after.remove(c)
                after.append((c[0], "pool", 0, 0, 0))
            after.remove(army)
            isolated = int(any(c[2] for c in now))
            after.append((army[0], u[1], isolated, int(phase == "begin"), 0))
            out.append((("with", *u), (tuple(sorted(after)), phase, None)))
        return out
