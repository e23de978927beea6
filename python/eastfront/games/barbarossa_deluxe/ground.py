"""Barbarossa Deluxe: the ground. Hexsides that lines and movers may cross, and what steps cost.

Sections 7.14, 10.10 to 10.20 and 11.17 to 11.19 of the rulebook.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.laws import law
from eastfront.systems.materials import Materials

GERMAN, SOVIET = 0, 1
BALTIC = frozenset({"lithuania", "latvia", "estonia"})
WATER = frozenset({"sea", "lake", "kerch", "sivash"})


class Ground(Materials):
    """Hexsides and movement costs."""

    land: Hexes
    german_lakes: Hexes
    soviet_lakes: Hexes

    def lines_over_lakes(self, side: int) -> bool:
        """Whether lines of a side run over the lakes at home (BD-7.14b, BD-7.14c)."""
        return in_force("BD-7.14c" if side == GERMAN else "BD-7.14b")

    def lakes_for_lines(self, side: int) -> Hexes:
        """The lakes over which lines of a side run."""
        lakes = self.german_lakes if side == GERMAN else self.soviet_lakes
        return lakes if self.lines_over_lakes(side) else no_hexes()

    @law("BD-10.13a", "no unit in a hex of water")
    def _dry(self) -> Int:
        return ~((occupied(GERMAN) | occupied(SOVIET)) - self.land).any()

    def _define_edges(self) -> None:
        def dry(a: int, b: int) -> bool:
            return self.sides_of(a, b).isdisjoint(WATER)

        def area(h: int) -> str:
            row = self.data.map.hexes[h]
            return row.area if row is not None else "none"

        def lake(a: int, b: int) -> bool:
            return self.has_side(a, b, "lake") or "lake" in (self.terrain(a), self.terrain(b))

        def german_line(a: int, b: int) -> bool:
            # BD-7.14c, BD-7.14e, BD-7.14g
            if self.has_side(a, b, "kerch") or self.has_side(a, b, "sivash"):
                return not in_force("BD-7.14g")
            if self.has_side(a, b, "sea"):
                return not in_force("BD-7.14e")
            at_home = {area(a), area(b)} <= {"greater-germany", "hungary"}
            if lake(a, b):
                return at_home and self.lines_over_lakes(GERMAN)
            return dry(a, b)

        def soviet_line(a: int, b: int) -> bool:
            # BD-7.14b, BD-7.14e, BD-7.14f
            if self.has_side(a, b, "kerch") or self.has_side(a, b, "sivash"):
                return in_force("BD-7.14f")
            if self.has_side(a, b, "sea"):
                return not in_force("BD-7.14e")
            at_home = {area(a), area(b)} <= {"ussr", *BALTIC}
            if lake(a, b):
                return at_home and self.lines_over_lakes(SOVIET)
            return dry(a, b)

        def kerch(a: int, b: int) -> bool:
            return self.has_side(a, b, "kerch")

        def sivash(a: int, b: int) -> bool:
            return self.has_side(a, b, "sivash")

        self.ground = self.edges_where("ground", dry)
        self.ground_side = self.feature_where("ground", dry)
        # what attacks, retreats and advances may cross
        self.field, self.field_side = self.ground, self.ground_side
        if not in_force("BD-11.19a"):
            self.field = self.edges_where("field", lambda a, b: dry(a, b) or lake(a, b))
            self.field_side = self.feature_where("field", lambda a, b: dry(a, b) or lake(a, b))
        self.german_lines = self.edges_where("german supply", german_line)
        self.crimea_lines = self.edges_where(
            "crimea supply", lambda a, b: german_line(a, b) or kerch(a, b)
        )
        self.soviet_lines = self.edges_where("soviet supply", soviet_line)
        self.kerch_side = self.edges_where("kerch", kerch)
        self.kerch = self.feature_where("kerch", kerch)
        self.sivash_side = self.edges_where("sivash", sivash)
        self.sivash = self.feature_where("sivash", sivash)
        self.bridgeheads = self.b.hex_set(
            "kerch hexes", [a for (a, b), f in self.data.map.hexsides.items() if "kerch" in f]
        )

    def _define_costs(self) -> None:
        """BD-10.10 to 10.20: what a hex costs to enter, hexside included."""
        chart = self.data.charts["movement-costs"]
        terrain, hexside = chart["terrain"], chart["hexside"]
        rule_of = {"rough": "BD-10.11a", "marsh": "BD-10.12a", "clear": "BD-10.10a"}

        def cost(mobility: str, soviet: bool, late: bool) -> Any:
            def step(a: int, b: int) -> int | None:
                kind, sides = self.terrain(b), self.sides_of(a, b)
                if kind in ("sea", "lake") and in_force("BD-10.13a"):
                    return None
                if kind in ("sea", "lake"):
                    kind = "clear"
                if ("sea" in sides or "lake" in sides) and in_force("BD-10.13a"):
                    return None
                if "kerch" in sides:
                    return None
                crossing = "sivash" in sides
                if crossing and not (soviet and mobility == "foot" and in_force("BD-10.15a")):
                    return None if in_force("BD-10.15b") else 1
                if late and kind == "marsh" and in_force("BD-10.12b"):
                    kind = "clear"
                if not in_force(rule_of.get(kind, "BD-10.10a")):
                    kind = "rough" if kind == "clear" else "clear"
                points = int(terrain[kind][mobility])
                river = crossing or "river" in sides
                if river and in_force("BD-10.18a"):
                    points += int(hexside["river"][mobility])
                return points

            return step

        self.costs_where("german foot", cost("foot", False, False))
        self.costs_where("german mech", cost("mech", False, False))
        self.costs_where("soviet foot", cost("foot", True, False))
        self.costs_where("soviet mech", cost("mech", True, False))
        self.costs_where("soviet mech, marsh as clear", cost("mech", True, True))

        def rail(a: int, b: int) -> int | None:
            # BD-8.7e, BD-10.14c
            barred = not self.sides_of(a, b).isdisjoint(WATER)
            barred = barred or self.terrain(b) in ("sea", "lake")
            return None if barred and in_force("BD-8.7e") else 1

        self.costs_where("strategic movement", rail)
        self.rail_edges = self.edges_where("strategic movement", lambda a, b: rail(a, b) == 1)
