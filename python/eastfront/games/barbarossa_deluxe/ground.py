"""Barbarossa Deluxe: the ground, that is, the hexsides passable for supply lines (7.14) and for
units (11.17 to 11.19), and the costs of steps in movement points, by terrain and water (10.10 to
10.20)."""

from __future__ import annotations

from collections.abc import Collection, Set
from typing import TypeAlias

from eastfront.program import *
from eastfront.systems.laws import law
from eastfront.systems.placing import Placing
from eastfront.systems.sections import rule
from eastfront.systems.stacking import Stacking
from eastfront.systems.windows import Windows

GERMAN, SOVIET = 0, 1
BALTIC = frozenset({"lithuania", "latvia", "estonia"})
LAKES_AND_SEAS = frozenset({"sea", "lake"})
WATER = LAKES_AND_SEAS | {"kerch", "sivash"}

Step: TypeAlias = tuple[int, int]
"""A step: the hex that is left, and the neighbour that is entered."""


class Ground(Placing, Stacking, Windows):
    """Base class of the board, with the hexsides that may be crossed and the movement costs."""

    land: Hexes
    german_lakes: Hexes
    soviet_lakes: Hexes

    def lakes_for_lines(self, side: int) -> Hexes:
        """The all-lake hexes over which a side's supply lines may pass: for the Soviet those in the
        USSR or a Baltic state (BD-7.14b), for the German side those in Greater Germany or Hungary
        (BD-7.14c)."""
        if side == GERMAN:
            return by("BD-7.14c", self.german_lakes)
        return by("BD-7.14b", self.soviet_lakes)

    @law("BD-10.13a", "no unit in a water hex")
    def _dry(self) -> Int:
        """Says whether no unit is in an all-sea or all-lake hex, which ground units may not enter
        (10.13a)."""
        return ~((occupied(GERMAN) | occupied(SOVIET)) - self.land).any()

    @rule("BD-7.14f", otherwise=False)
    def soviet_straits(self) -> bool:
        """Says whether Soviet supply lines may cross the Sivash hexside and the Kerch Strait: yes,
        all game long (BD-7.14f)."""
        return True

    @rule("BD-7.14g", otherwise=True)
    def german_straits(self) -> bool:
        """Says whether German supply lines may cross the Sivash hexside and the Kerch Strait: no.
        The Kerch Strait is open to the lines of Crimea supply alone (BD-7.14g)."""
        return False

    @rule("BD-7.14e", otherwise=True)
    def lines_at_sea(self) -> bool:
        """Says whether supply lines may cross all-sea hexes and hexsides: no (BD-7.14e)."""
        return False

    def _dry_side(self, a: int, b: int) -> bool:
        """Says whether the hexside between two adjacent hexes is no lake, sea or strait hexside."""
        return self.sides_of(a, b).isdisjoint(WATER)

    def _define_edges(self) -> None:
        """Declares the hexsides that supply lines of each side may cross, and those that attacks,
        retreats and advances after combat may cross: lake and reservoir hexsides are not among them
        (BD-11.19a)."""
        kerch, sivash = self.steps_across("kerch"), self.steps_across("sivash")
        dry = {step for step in self.data.map.pairs if self._dry_side(*step)}
        wet = set(self.indices_where(lambda row: row.terrain == "lake"))
        lakes = {(a, b) for a, b in self.data.map.pairs if a in wet or b in wet}
        lakes |= self.steps_across("lake")
        self.ground, ground_side = self.edges_of("ground", dry), self.feature_of("ground", dry)
        # the hexsides that attacks, retreats and advances may cross
        self.field, self.field_side = by(
            "BD-11.19a",
            lambda: (self.ground, ground_side),
            otherwise=lambda: (
                self.edges_of("field", dry | lakes),
                self.feature_of("field", dry | lakes),
            ),
        )
        german = self._line_steps(GERMAN, dry, lakes, ("greater-germany", "hungary"))
        self.german_lines = self.edges_of("german supply", german)
        self.crimea_lines = self.edges_of("crimea supply", german | kerch)
        soviet = self._line_steps(SOVIET, dry, lakes, ("ussr", *BALTIC))
        self.soviet_lines = self.edges_of("soviet supply", soviet)
        self.kerch_side, self.kerch = self.edges_of("kerch", kerch), self.feature_of("kerch", kerch)
        self.sivash_side = self.edges_of("sivash", sivash)
        self.sivash = self.feature_of("sivash", sivash)
        self.bridgeheads = self.b.hex_set("kerch hexes", [a for a, _ in kerch])

    def _line_steps(
        self, side: int, dry: Set[Step], lakes: Set[Step], home: Collection[str]
    ) -> Set[Step]:
        """The steps that supply lines of a side may take (BD-7.14b to 7.14g): those in ``lakes``
        only between hexes of the side's own countries ``home``, none across the sea, and those
        across the straits that are open to the side. ``dry`` has the steps across no water."""
        own = set(self.indices_where(lambda row: row.area in home))
        sea = self.steps_across("sea")
        at_sea = sea if self.lines_at_sea() else frozenset[Step]()
        open_lakes = by(  # BD-7.14b, BD-7.14c
            "BD-7.14c" if side == GERMAN else "BD-7.14b",
            {(a, b) for a, b in lakes if a in own and b in own},
        )
        ways = (((dry - lakes) | open_lakes) - sea) | at_sea
        kerch, sivash = self.steps_across("kerch"), self.steps_across("sivash")
        crossed = self.soviet_straits() if side == SOVIET else self.german_straits()
        return ways | kerch | sivash if crossed else ways - kerch - sivash

    @property
    def marsh_is_clear(self) -> Int:
        """Says whether Soviet mechanised units treat marsh as clear on this turn (BD-10.12b)."""
        return self.in_window("BD-10.12b")

    def _define_costs(self) -> None:
        """Declares the movement points for each step, by mobility (chart `movement-costs`); foot
        units are the non-mechanised ones.

        - Clear hex: 1 for every unit (BD-10.10).
        - Rough hex: 1 for foot, 2 for mechanised units (BD-10.11a).
        - Marsh hex: 1 for foot, 3 for mechanised units (BD-10.12a); from turn 13 on Soviet
          mechanised units treat marsh as clear (BD-10.12b).
        - River hexside: 1 more for foot, 2 more for mechanised units (BD-10.18a).
        - The Sivash hexside: from turn 7 on Soviet foot units cross it as a river (BD-10.15a);
          German-side and mechanised units never do (BD-10.15b).
        - Lakes and seas: no unit enters or crosses them (BD-10.13a), nor does strategic movement
          (BD-8.7e).

        In play without the rule on rough or marsh, that terrain costs as much as clear; without the
        rule on clear terrain, clear costs as much as rough.
        """
        chart = self.data.charts["movement-costs"]
        terrain, hexside = chart["terrain"], chart["hexside"]
        rule_of = {"rough": "BD-10.11a", "marsh": "BD-10.12a", "clear": "BD-10.10a"}

        def costs(name: str, mobility: str, soviet: bool = False, late: bool = False) -> None:
            def step(kind: str, sides: Set[str]) -> int | None:
                if not LAKES_AND_SEAS.isdisjoint((kind, *sides)) and in_force("BD-10.13a"):
                    return None
                if "kerch" in sides:
                    return None
                crossing = "sivash" in sides
                if crossing and not (soviet and mobility == "foot" and in_force("BD-10.15a")):
                    return by("BD-10.15b", None, otherwise=1)
                if kind in LAKES_AND_SEAS or (late and kind == "marsh" and in_force("BD-10.12b")):
                    kind = "clear"
                kind = by(
                    rule_of.get(kind, "BD-10.10a"),
                    kind,
                    otherwise="rough" if kind == "clear" else "clear",
                )
                points = int(terrain[kind][mobility])
                if (crossing or "river" in sides) and in_force("BD-10.18a"):
                    points += int(hexside["river"][mobility])
                return points

            self.costs_by(name, step)

        costs("german foot", "foot")
        costs("german mech", "mech")
        costs("soviet foot", "foot", soviet=True)
        costs("soviet mech", "mech", soviet=True)
        costs("soviet mech, marsh as clear", "mech", soviet=True, late=True)

        # BD-8.7e, BD-10.14c
        every = set(self.data.map.pairs)
        water = {s for s in every if self.terrain(s[1]) in LAKES_AND_SEAS or not self._dry_side(*s)}
        rail = every - by("BD-8.7e", water)
        self.costs_of("strategic movement", dict.fromkeys(rail, 1))
        self.rail_edges = self.edges_of("strategic movement", rail)
