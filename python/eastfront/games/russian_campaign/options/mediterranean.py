"""The Russian Campaign, 28.6.III: the Mediterranean Distraction.

If the Axis keeps out of the Balkans, the game begins in March 1941 with Rumania and Hungary
neutral. The paratroops of the variant are in `parachutists`.
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
"""The first turn of a game with the variant: March/April 1941 (TRC-28.6.III.MDb)."""

BALKANS = ("rumanian", "hungarian")
"""The nations that stay neutral (TRC-28.6.III.MDc)."""


DISTRACTIONS = ("mediterranean", "mediterranean-mud", "russian-reaction", "japanese-gambit")
"""The options with which the Axis may keep out of the Balkans (TRC-28.6.III.MDa): the variant
itself, and the variants that require it."""


class Mediterranean(Commitment):
    """The Mediterranean Distraction: neutral Balkans, and a beginning in March 1941 (28.6.III)."""

    name = "mediterranean"
    names = DISTRACTIONS
    text = "28.6.III: the Axis may keep out of the Balkans, and begin in March 1941"
    rests_on = ("TRC-28.6.III.MDa",)  # the Axis decides between the two set-ups
    asked, committed = "mediterranean", "Mediterranean distraction"
    from_invasion = True  # TRC-28.6.III.MDa, TRC-28.6.III.MDb: set-up, then March 1941 first

    balkans_neutral = variable("Balkans neutral", Life.GAME)
    """Whether Rumania and Hungary are neutral."""

    def define(self) -> None:
        """Declares the German units listed for Rumania, the Rumanian and Hungarian units, and
        Budapest (TRC-28.6.III.MDa)."""
        self._balkan_germans = self.counters_with(
            "Germans listed for Rumania", nation="german", group="rumania"
        )
        self._balkan_armies = self.nation["rumanian"] | self.nation["hungarian"]
        self._budapest = self.hexes_where("Budapest", lambda h: h.label == "Budapest")

    @Board.define_hexes.after()
    def find_hexes(self) -> None:
        """Declares the neutral countries (TRC-28.6.III.MDc), and the inland hexes of each, in which
        its own units must stay (TRC-28.6.III.MDd)."""
        self._balkans = self.rumania | self.hungary
        self._inland = {
            nation: self.b.hex_set(f"{nation} inland", self._inner(area))
            for nation, area in zip(BALKANS, ("rumania", "hungary"), strict=True)
        }

    def _inner(self, area: str) -> list[int]:
        """The hexes of a country without adjacent land outside the country; its units must stay
        there while the country is neutral (TRC-28.6.III.MDd)."""
        own = self.indices_where(lambda row: row.area == area)

        def foreign(hex_: int) -> bool:
            return self.is_land(hex_) and hex_ not in own

        return [h for h in own if not any([foreign(n) for n in self.next_to(h)])]

    # -- decisions --------------------------------------------------------------------------

    @Calendar.before_set_up.after()
    def before_set_up(self, side: int) -> None:
        """Asks the Axis, after the set-up of the Russian and before that of the Axis, whether it
        keeps out of the Balkans (TRC-28.6.III.MDa). If so, the game begins in March/April 1941
        (28.6.III.MDb) with Rumania and Hungary neutral (28.6.III.MDc) and all Italian units leave
        (28.6.III.MDg)."""
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
        """The number of the first turn for which a line of the aircraft table holds: `first`, but
        March/April 1941 for the line of the first turn of the campaign."""
        return EARLIEST if first == INVASION else first

    @Strengths.first_played.instead("TRC-28.6.III.MDh")
    def first_played(self, former: Callable[[], Number]) -> Number:
        """The turn in whose first impulse German units may attack only in the districts of their
        army groups: the first turn played (TRC-28.6.III.MDh)."""
        return self._beginning()

    def _beginning(self) -> Int:
        """The first turn played: March/April 1941 with the variant active, otherwise May/June
        1941."""
        return if_else(self.active, EARLIEST, INVASION)

    @Strengths.surprise.instead()
    def surprise(self, former: Callable[[], Number]) -> Number:
        """The turn in whose first impulse rivers do not double Russian defenders: the first turn
        played, or by the option D-97 May/June 1941."""
        return former() if self.option("D-97") else self._beginning()

    @Strengths.allowed.then("TRC-28.6.III.MDh", told=False)
    def allowed(self, may: Int, side: int, unit: Number, hex_: Number) -> Int:
        """Says whether a unit may attack a hex: the German infantry corps listed for Rumania, the
        11th, 30th and 54th, may attack every Russian unit even in the first impulse of the game,
        when other German units may attack only in the districts of their army groups
        (TRC-28.6.III.MDh)."""
        if side != AXIS:
            return may
        return if_else(self.active & self._balkan_germans.contains(unit), 1, may)

    # -- set-up -----------------------------------------------------------------------------

    @Calendar.set_up_area.then("TRC-28.6.III.MDh")
    def set_up_area(self, so_far: Hexes, side: int, unit: Int, area: Hexes) -> Hexes:
        """Adds Poland to the set-up area of every German unit (TRC-28.6.III.MDh)."""
        if side != AXIS:
            return so_far
        return so_far | self.poland.when(self.active & self.germans.contains(unit))

    @Calendar.set_up_limits.then()
    def set_up_limits(self, limits: Limits, side: int, unit: Int) -> Limits:
        """Adds the limit that German units are set up in Poland alone, if the Axis keeps out of the
        Balkans (TRC-28.6.III.MDh)."""
        if side == AXIS:
            shut = (self.land - self.poland).when(self.active & self.germans.contains(unit))
            text = "Germans set up in Poland when the Axis keeps out of the Balkans"
            limits.append(only("TRC-28.6.III.MDh", all_hexes() - shut, text))
        return limits

    # -- neutral countries ------------------------------------------------------------------

    @property
    def neutral(self) -> Int:
        """Says whether Rumania and Hungary are neutral."""
        return self.balkans_neutral == 1

    @Supply.closed.bar("TRC-28.6.III.MDc", "Rumania and Hungary are neutral")
    def neutral_land(self, side: int) -> Hexes:
        """The hexes of Rumania and Hungary while these countries are neutral: no unit of either
        side enters, and neither side traces supply through them (28.6.III.MDc)."""
        return by("TRC-28.6.III.MDc", self._balkans.when(self.neutral))

    def _home_bound(self, unit: Number) -> Hexes:
        """The hexes closed to a Rumanian or Hungarian unit while the countries are neutral: all
        land except the inland hexes of its own country, which touch no land abroad
        (TRC-28.6.III.MDd). Empty for any other unit."""
        shut = (
            (self.land - self._inland[n]).when(self.nation[n].contains(unit) & self.neutral)
            for n in BALKANS
        )
        return by("TRC-28.6.III.MDd", union(shut))

    def _not_theirs(self, unit: Number) -> Hexes:
        """The hexes of neutral Rumania and Hungary, closed to a unit of any other nation
        (28.6.III.MDc); empty for a Rumanian or Hungarian unit."""
        return self.neutral_land(AXIS).when(~self._balkan_armies.contains(unit))

    @Movement.closed.then()
    def closed(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Closes neutral Rumania and Hungary to the movement of units of other nations
        (TRC-28.6.III.MDc), and keeps Rumanian and Hungarian units at least one hex inside the
        borders of their own country (TRC-28.6.III.MDd)."""
        return closed | self._not_theirs(unit) | self._home_bound(unit)

    @Retreats.shut_to_retreat.then()
    def shut_to_retreat(self, shut: Hexes, side: int, unit: Int) -> Hexes:
        """Closes neutral Rumania and Hungary to the retreats of units of other nations
        (TRC-28.6.III.MDc), and keeps Rumanian and Hungarian units at least one hex inside the
        borders of their own country (28.6.III.MDd)."""
        return shut | self._not_theirs(unit) | self._home_bound(unit)

    @Railroads.rail_closures.then()
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """Closes neutral Rumania and Hungary to the trains of units of other nations
        (TRC-28.6.III.MDc), and keeps Rumanian and Hungarian units at least one hex inside the
        borders of their own country (TRC-28.6.III.MDd)."""
        home = "it stays in its own country while that is neutral"
        closures = [
            ("TRC-28.6.III.MDc", self._not_theirs(unit), "Rumania and Hungary are neutral"),
            ("TRC-28.6.III.MDd", self._home_bound(unit), home),
        ]
        return [*out, *(one for closure in closures for one in by(closure[0], [closure]))]

    @Railroads.rolls_away.then()
    def rolls_away(self, so_far: Int, side: int, unit: Int, away: Int) -> Int:
        """Says whether a unit may leave the map by rail: a Rumanian or Hungarian unit may not while
        these countries are neutral (TRC-28.6.III.MDd)."""
        stays = self.neutral & self._balkan_armies.contains(unit)
        return so_far & by("TRC-28.6.III.MDd", ~stays, otherwise=1)

    @Supply.exempt.then("TRC-28.6.III.MDd")
    def exempt(self, exempt: Units) -> Units:
        """Adds Rumanian and Hungarian units to those that need no line of supply while their
        countries, in which they must stay, are neutral (TRC-28.6.III.MDd)."""
        return exempt | self._balkan_armies.when(self.neutral)

    @Zones.control_settled.after("TRC-28.6.III.MDf")
    def control_settled(self) -> None:
        """Brings Rumania and Hungary into the war as soon as the Axis controls all three ports of
        the Black Sea (TRC-28.6.III.MDf)."""
        open_ports = self.ports[BLACK] - self.zones.held(AXIS)
        with when(self.neutral & ~open_ports.any()):
            assign(self.balkans_neutral, 0, "TRC-28.6.III.MDf")

    # -- sea and oil ------------------------------------------------------------------------

    @Sea.sailors.then()
    def sailors(self, able: Units, side: int, sea: int) -> Units:
        """Excludes all Axis units from those that may sail the Black Sea while Rumania is neutral
        (TRC-28.6.III.MDe)."""
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
        """Lets Russian sea movement on the Black Sea succeed without a die roll while Rumania is
        neutral (TRC-28.6.III.MDe)."""
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
        """Excludes the oil wells of Rumania, while it is neutral, from those for which the Axis
        receives armored replacements (TRC-28.6.III.MDe)."""
        flows = self.commitments.oil_flows(self.balkans_neutral == 0)
        return wells - self.rumania.when(~flows)

    # -- points and victory -----------------------------------------------------------------

    @RussianReplacements.archangel_gave.after()
    def archangel_gave(self, points: Int) -> None:
        """Doubles the Russian's replacement points of each die roll for Archangel
        (TRC-28.6.III.MDq)."""
        with when(self.active):
            self.russian_replacements.gain(points, "TRC-28.6.III.MDq")

    @Victory.prizes.then("TRC-28.6.III.MDr")
    def prizes(self, held: Hexes, side: int) -> Hexes:
        """Counts Budapest, if the map shows the city, as controlled by both sides for victory while
        Rumania is neutral (TRC-28.6.III.MDr)."""
        return held | self._budapest.when(self.neutral)
