"""Barbarossa (1971): the fifteen variable situations, each an option of the games that it fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from eastfront.program import *
from eastfront.scenario.model import ScenarioData, UnitRow

from .arrivals import Arrivals
from .board import SOVIET
from .cities import Cities
from .combat import Combat
from .deployment import Deployment
from .game_turn import GameTurn
from .movement import Movement
from .rail import Rail
from .section import OptionalRule
from .supply import Supply
from .victory import Victory


def facts(data: ScenarioData, number: int) -> Mapping[str, Any]:
    """What the chart of situations has of one of them."""
    rows = data.charts["situations"]["situation"]
    return next(row for row in rows if row["number"] == number)


class Situation(OptionalRule):
    """A variable situation (SPI-WHATIF-0)."""

    number: ClassVar[int] = 0

    @classmethod
    def played(cls, game: Any) -> bool:
        """Whether it fits the game; an error says which it fits (SPI-WHATIF-0)."""
        fits = facts(game.data, cls.number)["games"]
        if game.data.scenario not in fits:
            raise ProgramError(
                f"`{cls.name}` fits the games {', '.join(fits)}, not {game.data.scenario}"
            )
        return super().played(game)

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the chart has of it."""
        return facts(self.data, self.number)

    def changed(self, forces: dict[str, int]) -> dict[str, int]:
        """An order of battle with what it adds and takes away."""
        changes = self.facts["changes"]
        return {kind: forces.get(kind, 0) + changes.get(kind, 0) for kind in {**forces, **changes}}


class NeutralFinland(Situation):
    """Finland is neutral."""

    name, number = "situation-1", 1
    text = "the Finns are neutral"

    @Deployment.forces.then("SPI-WHATIF-1A")
    def no_finns(self, forces: dict[str, int]) -> dict[str, int]:
        """Finnish units are not deployed."""
        return {kind: n for kind, n in forces.items() if not kind.startswith("FI:")}

    @Movement.closed.bar("SPI-WHATIF-1B", "Finland is neutral")
    def nobody_enters(self, side: int, unit: Int) -> Hexes:
        """Finland."""
        return self.finland

    @Rail.crossed.then("SPI-WHATIF-1B")
    def nobody_crosses(self, hexes: Hexes) -> Hexes:
        """No enemy comes through Finland."""
        return hexes - self.finland

    @Deployment.front.then("SPI-WHATIF-1C")
    def border_open(self, front: Hexes, side: int) -> Hexes:
        """The Finnish border need not be covered."""
        return front - self.finland - self.finnish_front

    @property
    def finnish_front(self) -> Hexes:
        """The Soviet hexes that face Finland alone."""
        axis = set(
            self.indices_where(lambda h: f"axis-{self.data.setup['start_line']}" in h.features)
        )
        finnish = set(self.indices_where(lambda h: h.area == "finland"))
        faced: dict[int, set[int]] = {}
        for a, _, b in self.steps:
            if b in axis and self.dry("summer")(a, b):
                faced.setdefault(a, set()).add(b)
        return self.b.hex_set(
            "facing Finland", sorted(a for a, to in faced.items() if to <= finnish)
        )

    @Supply.closed.bar("SPI-WHATIF-1D", "Finland is neutral")
    def no_lines(self, side: int) -> Hexes:
        """No line of supply leads through it (R62)."""
        return no_hexes() if self.option("R62") else self.finland

    @Cities.scoring.then()
    def without_helsinki(self, cities: Hexes) -> Hexes:
        """Helsinki counts for nobody (SPI-WHATIF-1D, R63)."""
        return cities if self.option("R63") else cities - self.finland

    @Victory.par.then()
    def lower_par(self, par: Int) -> Int:
        """The par is lower by the points of Helsinki (SPI-WHATIF-1D, R63)."""
        lost = sum(v for h, v in self.towns.values() if self.area_of(h) == "finland")
        return par if self.option("R63") else par - lost

    def area_of(self, hex_: int) -> str:
        """The area of a hex."""
        row = self.data.map.hexes[hex_]
        return row.area if row is not None else ""


class NoRumania(Situation):
    """Rumania is overrun; Germans may deploy there (SPI-WHATIF-2B)."""

    name, number = "situation-2", 2
    text = "the Rumanians are not allied"

    @Deployment.forces.then("SPI-WHATIF-2A")
    def no_rumanians(self, forces: dict[str, int]) -> dict[str, int]:
        """Without the two Rumanian armies."""
        return self.changed(forces)


class Hungary(Situation):
    """The Hungarians enter the war at once."""

    name, number = "situation-3", 3
    text = "the Hungarians enter the war at once"

    @Deployment.closed_areas.then("SPI-WHATIF-3A")
    def open_hungary(self, shut: frozenset[str]) -> frozenset[str]:
        """Hungary takes units in."""
        return shut - frozenset(self.facts["opened"])

    @Deployment.forces.then("SPI-WHATIF-3B")
    def hungarians(self, forces: dict[str, int]) -> dict[str, int]:
        """With a Hungarian army."""
        return self.changed(forces)

    @Deployment.closed.bar("SPI-WHATIF-3C", "the Hungarian army is set up in Hungary")
    def at_home(self, side: int, unit: Int) -> Hexes:
        """All but Hungary, to Hungarians."""
        hungary = self.hexes_where("Hungary", lambda h: h.area == "hungary")
        if not in_force("SPI-WHATIF-3A"):  # it is closed to them too
            return no_hexes()
        return (~hungary).when(self.hungarians_there.contains(unit))

    @Deployment.bound.then()
    def not_elsewhere(self, bound: Units) -> Units:
        """The Hungarian army covers no front but that of Hungary."""
        return (bound | self.hungarians_there) if in_force("SPI-WHATIF-3C") else bound

    @property
    def hungarians_there(self) -> Units:
        """The Hungarian units."""
        return self.units_where("hungarian", lambda u: u.nation == "hungarian")


class EarlyStart(Situation):
    """The invasion begins in May."""

    name, number = "situation-4", 4
    text = "the coup in Yugoslavia fails: the invasion begins in May 1941"

    @GameTurn.calendar.then("SPI-WHATIF-4")
    def from_may(self, turns: tuple[int, int]) -> tuple[int, int]:
        """One turn earlier."""
        return int(self.facts["first_turn"]), turns[1]


class InDepth(Situation):
    """The Soviets deploy in depth: anywhere on their side of the line, which is their frontier."""

    name, number = "situation-5", 5
    text = "the Soviets deploy in depth"

    @Deployment.front.then("SPI-WHATIF-5B")
    def frontier_open(self, front: Hexes, side: int) -> Hexes:
        """They need not cover the frontier."""
        return no_hexes() if side == SOVIET else front


class Fortified(Situation):
    """The frontier is fortified."""

    name, number = "situation-6", 6
    text = "the Soviet frontier is fortified"

    @Combat.at_home.then("SPI-WHATIF-6")
    def forts(self, reasons: Int, unit: Number) -> Int:
        """Soviet units beside the frontier are doubled, all game long (R41)."""
        frontier = self.hexes_with("soviet-front-barbarossa")
        return reasons + (frontier.contains(place_of(unit)) & self.of[SOVIET].contains(unit))


class Reorganized(Situation):
    """The Soviet army is reorganized."""

    name, number = "situation-7", 7
    text = "the Soviet army is reorganized: old units may be exchanged for new armies"

    @Deployment.prepare_forces.before()
    def exchange(self, side: int) -> None:
        """SPI-WHATIF-7C: as many exchanges as the Soviet player likes."""
        if side != SOVIET:
            return
        with loop():
            spare = self.deployment.spare_after(1)
            enough: Number = 1
            with decide("exchange", SOVIET, "SPI-WHATIF-7C") as d:
                for rule, row in zip(RULES_7, self.facts["exchanges"], strict=True):
                    if in_force(rule):
                        # two armies that cover a front are given for one
                        covers = spare if "SU:inf" in row["give"] else number(1)
                        more = self._offer(d, rule, row["give"], row["take"], covers)
                        if not in_force("SPI-WHATIF-7C"):
                            enough = ~more & enough
                with d.option("end-exchange", enough, passes=True):
                    break_()

    def _offer(
        self, d: Decision, rule: str, give: dict[str, int], take: dict[str, int], covers: Int
    ) -> Int:
        """Offers an exchange, and answers whether there is one."""
        (army,) = take
        enough = number(1)
        for kind, n in give.items():
            enough = enough & ((self.deployment.waiting(SOVIET) & self.kinds[kind]).count() >= n)
        counter = self.losses.spare(self.kinds[army])
        offered = one_unit(counter).when(enough & covers)
        with d.unit("exchange-for", offered) as unit:
            for kind, n in give.items():
                for _ in range(n):
                    waiting = self.deployment.waiting(SOVIET) & self.kinds[kind]
                    self.leave(waiting.first(), "pool", rule)
            self.leave(unit, "to deploy", rule)
        return offered.any()


RULES_7 = ("SPI-WHATIF-7A", "SPI-WHATIF-7B")


class Mechanized(Situation):
    """The German infantry rides."""

    name, number = "situation-8", 8
    text = "the German infantry is mechanized"

    @Movement.points.then("SPI-WHATIF-8", rank=-1)
    def rides(self, points: int, unit: UnitRow, weather: int) -> int:
        """Eight points, before mud and winter cut them (R34)."""
        return int(self.facts["movement"].get(unit.kind, points))


class FewerInFrance(Situation):
    """France is held with smaller forces."""

    name, number = "situation-9", 9
    text = "smaller forces in France: a German army more"

    @Deployment.forces.then("SPI-WHATIF-9")
    def added(self, forces: dict[str, int]) -> dict[str, int]:
        """With another 5-7-3."""
        return self.changed(forces)


class FewerInTheAir(Situation):
    """The air force in the west is smaller."""

    name, number = "situation-10", 10
    text = "a smaller air force in the west: a Luftwaffe unit more"

    @Deployment.forces.then("SPI-WHATIF-10")
    def added(self, forces: dict[str, int]) -> dict[str, int]:
        """With another Luftwaffe unit."""
        return self.changed(forces)


class MoreTanks(Situation):
    """Tanks are built earlier."""

    name, number = "situation-11", 11
    text = "tank production is raised earlier: a Panzer army more"

    @Deployment.forces.then("SPI-WHATIF-11")
    def added(self, forces: dict[str, int]) -> dict[str, int]:
        """With another 11-8-8."""
        return self.changed(forces)


class MobileDefence(Situation):
    """The winter of 1941 is fought by a mobile defence."""

    name, number = "situation-12", 12
    text = "a mobile defence in the winter of 1941: a German army more"

    @Deployment.forces.then("SPI-WHATIF-12")
    def added(self, forces: dict[str, int]) -> dict[str, int]:
        """With another 5-7-3."""
        return self.changed(forces)


class CaughtAtRostov(Situation):
    """First Panzer Army does not escape."""

    name, number = "situation-13", 13
    text = "First Panzer Army is lost in the Caucasus"

    @Deployment.forces.then("SPI-WHATIF-13")
    def taken(self, forces: dict[str, int]) -> dict[str, int]:
        """Without one 11-8-8."""
        return self.changed(forces)


class SixthArmy(Situation):
    """Sixth Army withdraws from Stalingrad."""

    name, number = "situation-14", 14
    text = "Sixth Army withdraws from Stalingrad"

    @Deployment.forces.then("SPI-WHATIF-14")
    def added(self, forces: dict[str, int]) -> dict[str, int]:
        """With another 5-7-3."""
        return self.changed(forces)


class Bulge(Situation):
    """The troops of the Bulge fight in the east."""

    name, number = "situation-15", 15
    text = "the troops of the Bulge offensive fight in the east"

    @Deployment.forces.then("SPI-WHATIF-15A")
    def added(self, forces: dict[str, int]) -> dict[str, int]:
        """With two 11-8-8 and a 5-7-3."""
        return self.changed(forces)

    @Arrivals.coming.then("SPI-WHATIF-15B")
    def supplied(self, coming: Int, kind: str) -> Int:
        """A supply unit each turn, in place of those of the turn record (R64)."""
        each = self.facts["each_turn"].get(kind)
        if each is None:
            return coming
        return coming + int(each) if self.option("R64") else number(int(each))


SITUATIONS = (
    NeutralFinland,
    NoRumania,
    Hungary,
    EarlyStart,
    InDepth,
    Fortified,
    Reorganized,
    Mechanized,
    FewerInFrance,
    FewerInTheAir,
    MoreTanks,
    MobileDefence,
    CaughtAtRostov,
    SixthArmy,
    Bulge,
)
