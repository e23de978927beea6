"""The Russian Campaign, 28.6.III: the Mediterranean Distraction.

If the Axis keeps out of the Balkans, the game begins in March 1941 with Rumania and Hungary
neutral. The paratroops of the variant have a module of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from eastfront.program import *
from eastfront.systems.fields import variable

from ..axis_replacements import AxisReplacements
from ..board import AXIS, BLACK, RUSSIAN, Board, turn_of
from ..calendar import Calendar
from ..movement import Movement
from ..rail import Railroads
from ..retreat import Retreats
from ..russian_replacements import RussianReplacements
from ..sea import Sea
from ..section import Closures, Former, Limits
from ..strength import Strengths
from ..supply import Supply
from ..victory import Victory
from ..zones import Zones
from .commitments import INVASION, Commitment

EARLIEST = turn_of(1941, "mar")
"""The first turn of such a game (TRC-28.6.III.MDb)."""

BALKANS = ("rumanian", "hungarian")
"""The nations that stay neutral (TRC-28.6.III.MDc)."""


DISTRACTIONS = ("mediterranean", "mediterranean-mud", "russian-reaction", "japanese-gambit")
"""The options by which the Axis may keep out of the Balkans (TRC-28.6.III.MDa): each includes those
on which it depends."""


class Mediterranean(Commitment):
    """The distraction."""

    name = "mediterranean"
    names = DISTRACTIONS
    text = "28.6.III: the Axis may keep out of the Balkans, and begin in March 1941"
    rests_on = ("TRC-28.6.III.MDa",)
    asked, committed = "mediterranean", "Mediterranean distraction"
    from_invasion = True  # TRC-28.6.III.MDa, TRC-28.6.III.MDb

    balkans_neutral = variable("Balkans neutral", Life.GAME)

    def define(self) -> None:
        """Declares the units of the Balkans (TRC-28.6.III.MDa)."""
        self._balkan_germans = self.counters_with(
            "Germans listed for Rumania", nation="german", group="rumania"
        )
        self._balkan_armies = self.nation["rumanian"] | self.nation["hungarian"]
        self._budapest = self.hexes_where("Budapest", lambda h: h.label == "Budapest")

    @Board.define_hexes.after()
    def find_hexes(self) -> None:
        """Declares the neutral countries and their inland hexes (TRC-28.6.III.MDc,
        TRC-28.6.III.MDd)."""
        self._balkans = self.rumania | self.hungary
        self._inland = {
            nation: self.b.hex_set(f"{nation} inland", self._inner(area))
            for nation, area in zip(BALKANS, ("rumania", "hungary"), strict=True)
        }

    def _inner(self, area: str) -> list[int]:
        """TRC-28.6.III.MDd: the hexes of a country not adjacent to other land."""
        own = self.indices_where(lambda row: row.area == area)

        def foreign(hex_: int) -> bool:
            return self.is_land(hex_) and hex_ not in own

        return [h for h in own if not any([foreign(n) for n in self.next_to(h)])]

    # -- decisions --------------------------------------------------------------------------

    @Calendar.before_set_up.after()
    def before_set_up(self, side: int) -> None:
        """TRC-28.6.III.MDa: the Axis decides after the Russian has set up."""
        if side != AXIS:
            return
        self.ask()
        with when(self.active):
            self.go_to_turn(EARLIEST, "TRC-28.6.III.MDb")
            assign(self.balkans_neutral, 1, "TRC-28.6.III.MDc")
            self.commitments.italy_leaves("TRC-28.6.III.MDg")

    # -- the first turn ---------------------------------------------------------------------

    @Strengths.flies_from.then()
    def flies_from(self, first: int, row: Mapping[str, Any]) -> int:
        """The aircraft of 1941 are available in March too."""
        return EARLIEST if first == INVASION else first

    @Strengths.first_played.instead("TRC-28.6.III.MDh")
    def first_played(self, former: Callable[[], Number]) -> Number:
        """TRC-28.6.III.MDh: the districts restrict army groups in the first impulse played."""
        return self._beginning()

    def _beginning(self) -> Int:
        return if_else(self.active, EARLIEST, INVASION)

    @Strengths.surprise.instead()
    def surprise(self, former: Callable[[], Number]) -> Number:
        """The turn in whose first impulse the surprise applies: the first turn played; by reading
        D-97 that of May 1941."""
        return former() if self.option("D-97") else self._beginning()

    @Strengths.allowed.then("TRC-28.6.III.MDh", told=False)
    def allowed(self, may: Int, side: int, unit: Number, hex_: Number) -> Int:
        """TRC-28.6.III.MDh: units listed for Rumania attack whom they please."""
        if side != AXIS:
            return may
        return if_else(self.active & self._balkan_germans.contains(unit), 1, may)

    # -- set-up -----------------------------------------------------------------------------

    @Calendar.set_up_area.then("TRC-28.6.III.MDh")
    def set_up_area(self, so_far: Hexes, side: int, unit: Int, area: Hexes) -> Hexes:
        """TRC-28.6.III.MDh: any German unit may be set up in Poland."""
        if side != AXIS:
            return so_far
        return so_far | self.poland.when(self.active & self.germans.contains(unit))

    @Calendar.set_up_limits.then()
    def set_up_limits(self, limits: Limits, side: int, unit: Int) -> Limits:
        """TRC-28.6.III.MDh: Germans are set up in Poland only."""
        if side == AXIS:
            shut = (self.land - self.poland).when(self.active & self.germans.contains(unit))
            text = "Germans set up in Poland when the Axis keeps out of the Balkans"
            limits.append(only("TRC-28.6.III.MDh", all_hexes() - shut, text))
        return limits

    # -- neutral countries ------------------------------------------------------------------

    @property
    def neutral(self) -> Int:
        """Whether the Balkans are neutral."""
        return self.balkans_neutral == 1

    @Supply.closed.bar("TRC-28.6.III.MDc", "Rumania and Hungary are neutral")
    def neutral_land(self, side: int) -> Hexes:
        """The neutral countries are closed to all units and lines of supply."""
        return by("TRC-28.6.III.MDc", self._balkans.when(self.neutral))

    def _home_bound(self, unit: Number) -> Hexes:
        """TRC-28.6.III.MDd: the hexes closed to a unit of a neutral country: all except its inland
        hexes."""
        shut = (
            (self.land - self._inland[n]).when(self.nation[n].contains(unit) & self.neutral)
            for n in BALKANS
        )
        return by("TRC-28.6.III.MDd", union(shut))

    def _not_theirs(self, unit: Number) -> Hexes:
        """The neutral countries, for a unit of another nation."""
        return self.neutral_land(AXIS).when(~self._balkan_armies.contains(unit))

    @Movement.closed.then()
    def closed(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-28.6.III.MDc, TRC-28.6.III.MDd: these hexes are closed to movement."""
        return closed | self._not_theirs(unit) | self._home_bound(unit)

    @Retreats.shut_to_retreat.then()
    def shut_to_retreat(self, shut: Hexes, side: int, unit: Int) -> Hexes:
        """TRC-28.6.III.MDc: nobody retreats into a neutral country."""
        return shut | self._not_theirs(unit) | self._home_bound(unit)

    @Railroads.rail_closures.then()
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """TRC-28.6.III.MDc, TRC-28.6.III.MDd: no train enters or leaves a neutral country."""
        home = "it stays in its own country while that is neutral"
        closures = [
            ("TRC-28.6.III.MDc", self._not_theirs(unit), "Rumania and Hungary are neutral"),
            ("TRC-28.6.III.MDd", self._home_bound(unit), home),
        ]
        return [*out, *(one for closure in closures for one in by(closure[0], [closure]))]

    @Railroads.rolls_away.then()
    def rolls_away(self, so_far: Int, side: int, unit: Int, away: Int) -> Int:
        """TRC-28.6.III.MDd: neutrals do not leave their country over the edge of the map."""
        stays = self.neutral & self._balkan_armies.contains(unit)
        return so_far & by("TRC-28.6.III.MDd", ~stays, otherwise=1)

    @Supply.exempt.then("TRC-28.6.III.MDd")
    def exempt(self, exempt: Units) -> Units:
        """TRC-28.6.III.MDd: units of a neutral country need no line of supply."""
        return exempt | self._balkan_armies.when(self.neutral)

    @Zones.control_settled.after("TRC-28.6.III.MDf")
    def control_settled(self) -> None:
        """TRC-28.6.III.MDf: neutrality ends when the Axis controls the three ports of the Black
        Sea."""
        open_ports = self.ports[BLACK] - self.zones.held(AXIS)
        with when(self.neutral & ~open_ports.any()):
            assign(self.balkans_neutral, 0, "TRC-28.6.III.MDf")

    # -- sea and oil ------------------------------------------------------------------------

    @Sea.sailors.then()
    def sailors(self, able: Units, side: int, sea: int) -> Units:
        """TRC-28.6.III.MDe: no Axis sea movement on the Black Sea while Rumania is neutral."""
        if (side, sea) != (AXIS, BLACK):
            return able
        return able.when(by("TRC-28.6.III.MDe", self.balkans_neutral == 0, otherwise=1, told=True))

    @Sea.sail_unit.instead("TRC-28.6.III.MDe")
    def sail_unit(
        self,
        former: Former,
        side: int,
        sea: int,
        unit: Int,
        to: Int,
        rescued: Int,
    ) -> None:
        """TRC-28.6.III.MDe: Russian sea movement there needs no die roll."""
        if (side, sea) != (RUSSIAN, BLACK):
            former(side, sea, unit, to, rescued)
            return
        with either(self.neutral) as otherwise:
            applied("TRC-28.6.III.MDe")
            self.sea.arrive_by_sea(side, unit, to)
            otherwise()
            former(side, sea, unit, to, rescued)

    @AxisReplacements.axis_wells.then("TRC-28.6.III.MDe")
    def axis_wells(self, wells: Hexes) -> Hexes:
        """TRC-28.6.III.MDe: the Axis receives no armor for the wells of a neutral country."""
        flows = self.commitments.oil_flows(self.balkans_neutral == 0)
        return wells - self.rumania.when(~flows)

    # -- points and victory -----------------------------------------------------------------

    @RussianReplacements.archangel_gave.after()
    def archangel_gave(self, points: Int) -> None:
        """TRC-28.6.III.MDq: the points of Archangel are doubled."""
        with when(self.active):
            self.russian_replacements.gain(points, "TRC-28.6.III.MDq")

    @Victory.prizes.then("TRC-28.6.III.MDr")
    def prizes(self, held: Hexes, side: int) -> Hexes:
        """TRC-28.6.III.MDr: while it is neutral, Budapest, if the map shows it, counts as
        controlled by both sides."""
        return held | self._budapest.when(self.neutral)
