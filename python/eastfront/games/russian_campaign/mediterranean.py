"""The Russian Campaign, 28.6.III: the Mediterranean Distraction, and the Russian Reaction to it.

When the Axis keeps out of the Balkans the game begins in March 1941, with Rumania and Hungary
neutral; the Russian may then call the Siberian Army early. The paratroops of the same variant have
a module of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.sections import value

from .arrivals import Arrivals
from .axis_replacements import AxisReplacements
from .board import AXIS, BLACK, FIRST, MUD, RUSSIAN, Board, turn_of
from .calendar import Calendar
from .movement import Movement
from .rail import Railroads
from .retreat import Retreats
from .russian_replacements import RussianReplacements
from .sea import Sea
from .section import OptionalRule
from .strength import Strengths
from .supply import Supply
from .victory import Victory
from .weather import Climate
from .zones import Zones

EARLIEST = turn_of(1941, "mar")
"""The turn with which the game begins (TRC-28.6.III.MDb)."""

INVASION = turn_of(1941, "may")
"""That with which it begins otherwise."""

LAST_OF_1941 = turn_of(1941, "nov")
"""Up to when the reinforcements of the east are due that come earlier (TRC-28.6.III.RRb)."""

DISTRACTIONS = ("mediterranean", "mediterranean-mud", "russian-reaction", "japanese-gambit")
"""The options with which the Axis may keep out of the Balkans: each brings in what it rests on."""

REACTIONS = ("russian-reaction", "japanese-gambit")
"""Those with which the Russian may call the Siberian Army."""

BALKANS = ("rumanian", "hungarian")
"""The nations that stay neutral (TRC-28.6.III.MDc)."""


class Mediterranean(OptionalRule):
    """The distraction and the reaction, when they are played."""

    distracted = variable("Mediterranean distraction", Life.GAME, limits=(0, 1))
    balkans_neutral = variable("Balkans neutral", Life.GAME, limits=(0, 1))
    siberians = variable("Siberian Army called early", Life.GAME, limits=(0, 1))

    @property
    def may_distract(self) -> bool:
        """Whether the Axis may keep out of the Balkans."""
        return self.may_begin(DISTRACTIONS, "TRC-28.6.III.MDa")

    @property
    def may_react(self) -> bool:
        """Whether the Russian may answer it."""
        return self.may_distract and self.may_begin(REACTIONS, "TRC-28.6.III.RRa")

    def define(self) -> None:
        """TRC-28.6.III.MDa, TRC-28.6.III.RRa: declares what has been decided."""
        if self.may_distract:
            self._balkan_germans = self.counters_where(
                "Germans listed for Rumania",
                lambda u: (u.nation, u.group) == ("german", "rumania"),
            )
            self._balkan_armies = self.nation["rumanian"] | self.nation["hungarian"]
            self._budapest = self.hexes_where("Budapest", lambda h: h.label == "Budapest")
        if self.may_react:
            self._from_the_east = self.counters_where(
                "over the east edge in 1941",
                lambda u: (
                    (u.side, u.entry, u.place) == ("russian", "turn", "east-edge")
                    and (u.arrives or 0) <= LAST_OF_1941
                ),
            )

    def may_begin(self, options: tuple[str, ...], rule: str) -> bool:
        """Whether one of some options is played, in a game that begins with the invasion."""
        played = any([self.option(name) for name in options])
        begins = int(self.data.setup["first_turn"]) == INVASION
        return played and begins and in_force("TRC-28.6.IIIa") and in_force(rule)

    @Board.define_hexes.after()
    def find_hexes(self) -> None:
        """TRC-28.6.III.MDc, TRC-28.6.III.MDd: the neutral countries, and their inland."""
        if self.may_distract:
            self._balkans = self.rumania | self.hungary
            self._inland = {
                nation: self.b.hex_set(f"{nation} inland", self._inner(area))
                for nation, area in zip(BALKANS, ("rumania", "hungary"), strict=True)
            }

    def _inner(self, area: str) -> list[int]:
        """TRC-28.6.III.MDd: the hexes of a country that no other land touches."""
        m = self.data.map

        def foreign(hex_: int) -> bool:
            row = m.hexes[hex_]
            return row is not None and self.is_land(hex_) and row.area != area

        def inner(hex_: int) -> bool:
            near = (m.neighbor(hex_, way) for way in range(6))
            return not any([n is not None and foreign(n) for n in near])

        return [h for h in self.indices_where(lambda row: row.area == area) if inner(h)]

    # -- decisions --------------------------------------------------------------------------

    @Calendar.before_set_up.after()
    def before_set_up(self, side: int) -> None:
        """TRC-28.6.III.MDa: the Axis decides when the Russian has set up."""
        if side != AXIS or not self.may_distract:
            return
        self.strategic_options.ask("mediterranean", self.distracted, "TRC-28.6.III.MDa")
        with when(self.distracted == 1):
            assign(self.turn, EARLIEST, "TRC-28.6.III.MDb")
            assign(self.balkans_neutral, 1, "TRC-28.6.III.MDc")
            self.strategic_options.italy_leaves("TRC-28.6.III.MDg")

    @Calendar.impulse_opens.before()
    def impulse_opens(self, side: int, impulse: int) -> None:
        """TRC-28.6.III.RRa: the Russian decides as his turn of March 1941 begins."""
        if self.may_react and (side, impulse) == (RUSSIAN, FIRST):
            with when((self.turn == EARLIEST) & (self.distracted == 1)):
                self.strategic_options.ask(
                    "siberian army", self.siberians, "TRC-28.6.III.RRa", RUSSIAN
                )

    # -- the first turn ---------------------------------------------------------------------

    @Climate.determine_weather.instead(rank=1)
    def determine_weather(self, former: Callable[[], None]) -> None:
        """TRC-28.6.III.MDs: mud in March 1941, if that was agreed."""
        muddy = self.may_distract and self.option("mediterranean-mud")
        if not muddy or not in_force("TRC-28.6.III.MDs"):
            former()
            return
        with either(self.turn == EARLIEST) as otherwise:
            assign(self.weather, MUD, "TRC-28.6.III.MDs")
            otherwise()
            former()

    @Strengths.flies_from.then()
    def flies_from(self, first: int, row: Mapping[str, Any]) -> int:
        """The aircraft of 1941 fly in March as well."""
        return EARLIEST if self.may_distract and first == INVASION else first

    @Strengths.first_played.instead()
    def first_played(self, former: Callable[[], Number]) -> Number:
        """TRC-28.6.III.MDh: the districts bind in the first impulse that is played."""
        if not self.may_distract or not in_force("TRC-28.6.III.MDh"):
            return former()
        return if_else(self.distracted == 1, EARLIEST, INVASION)

    @Strengths.surprise.instead()
    def surprise(self, former: Callable[[], Number]) -> Number:
        """D-97: surprise is that of the first impulse played, or else of May 1941."""
        if not self.may_distract or self.option("D-97"):
            return former()
        return if_else(self.distracted == 1, EARLIEST, INVASION)

    @Strengths.allowed.then()
    def allowed(self, may: Int, side: int, unit: Number, hex_: Number) -> Int:
        """TRC-28.6.III.MDh: those listed for Rumania attack whom they please."""
        if side != AXIS or not self.may_distract or not in_force("TRC-28.6.III.MDh"):
            return may
        return if_else((self.distracted == 1) & self._balkan_germans.contains(unit), 1, may)

    # -- set-up -----------------------------------------------------------------------------

    @Calendar.set_up_area.then()
    def set_up_area(self, so_far: Hexes, side: int, unit: Int, area: Hexes) -> Hexes:
        """TRC-28.6.III.MDh: Poland is open to every German."""
        if side != AXIS or not self.may_distract or not in_force("TRC-28.6.III.MDh"):
            return so_far
        return so_far | self.poland.when((self.distracted == 1) & self.germans.contains(unit))

    @Calendar.set_up_limits.then()
    def set_up_limits(self, limits: list[Limit], side: int, unit: Int) -> list[Limit]:
        """TRC-28.6.III.MDh: Germans set up in Poland only."""
        if side == AXIS and self.may_distract:
            bound = (self.distracted == 1) & self.germans.contains(unit)
            shut = (self.land - self.poland).when(bound)
            text = "Germans set up in Poland when the Axis keeps out of the Balkans"
            limits.append(only("TRC-28.6.III.MDh", all_hexes() - shut, text))
        return limits

    # -- neutral countries ------------------------------------------------------------------

    def neutral_land(self) -> Hexes:
        """TRC-28.6.III.MDc: the countries that nobody enters, while they are neutral."""
        if not in_force("TRC-28.6.III.MDc"):
            return no_hexes()
        return self._balkans.when(self.balkans_neutral == 1)

    def _home_bound(self, unit: Number) -> Hexes:
        """TRC-28.6.III.MDd: what is closed to a unit of a neutral country: all but its inland."""
        out = no_hexes()
        if not in_force("TRC-28.6.III.MDd"):
            return out
        for nation in BALKANS:
            own = self.nation[nation].contains(unit) & (self.balkans_neutral == 1)
            out = out | (self.land - self._inland[nation]).when(own)
        return out

    def _not_theirs(self, unit: Number) -> Hexes:
        """The neutral countries, for a unit of another nation."""
        return self.neutral_land().when(~self._balkan_armies.contains(unit))

    @Movement.closed.then()
    def closed(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-28.6.III.MDc, TRC-28.6.III.MDd: where a unit may not go."""
        if not self.may_distract:
            return closed
        return closed | self._not_theirs(unit) | self._home_bound(unit)

    @Retreats.shut_to_retreat.then()
    def shut_to_retreat(self, shut: Hexes, side: int, unit: Int) -> Hexes:
        """TRC-28.6.III.MDc: nor does anybody retreat there."""
        if not self.may_distract:
            return shut
        return shut | self._not_theirs(unit) | self._home_bound(unit)

    @Railroads.rail_closures.then()
    def rail_closures(
        self, out: list[tuple[str, Hexes, str]], side: int, unit: Number
    ) -> list[tuple[str, Hexes, str]]:
        """TRC-28.6.III.MDc, TRC-28.6.III.MDd: nor goes there by rail."""
        if self.may_distract:
            text = "Rumania and Hungary are neutral"
            if in_force("TRC-28.6.III.MDc"):
                out.append(("TRC-28.6.III.MDc", self._not_theirs(unit), text))
            if in_force("TRC-28.6.III.MDd"):
                text = "it stays in its own country while that is neutral"
                out.append(("TRC-28.6.III.MDd", self._home_bound(unit), text))
        return out

    @Railroads.rolls_away.then()
    def rolls_away(self, so_far: Int, side: int, unit: Int, away: Int) -> Int:
        """TRC-28.6.III.MDd: nor do they leave their own country over the edge of the map."""
        if not self.may_distract or not in_force("TRC-28.6.III.MDd"):
            return so_far
        return so_far & ~((self.balkans_neutral == 1) & self._balkan_armies.contains(unit))

    @Supply.closed_countries.then()
    def closed_countries(self, closed: Hexes) -> Hexes:
        """TRC-28.6.III.MDc: no line of supply leads through a neutral country."""
        return closed | self.neutral_land() if self.may_distract else closed

    @Supply.exempt.then()
    def exempt(self, exempt: Units) -> Units:
        """TRC-28.6.III.MDd: who is at home in a neutral country needs no line."""
        if not self.may_distract or not in_force("TRC-28.6.III.MDd"):
            return exempt
        return exempt | self._balkan_armies.when(self.balkans_neutral == 1)

    @Zones.control_settled.after()
    def control_settled(self) -> None:
        """TRC-28.6.III.MDf: with the three ports of the Black Sea the Axis wins its allies."""
        if self.may_distract and in_force("TRC-28.6.III.MDf"):
            all_held = ~(self.ports[BLACK] - self.zones.held(AXIS)).any()
            with when((self.balkans_neutral == 1) & all_held):
                assign(self.balkans_neutral, 0, "TRC-28.6.III.MDf")

    # -- sea and oil ------------------------------------------------------------------------

    @Sea.sailors.then()
    def sailors(self, able: Units, side: int, sea: int) -> Units:
        """TRC-28.6.III.MDe: the Axis does not sail the Black Sea while Rumania is neutral."""
        if not self.may_distract or (side, sea) != (AXIS, BLACK):
            return able
        at_war = ruled("TRC-28.6.III.MDe", self.balkans_neutral == 0, 1)
        return able.when(at_war)

    @Sea.sail_unit.instead()
    def sail_unit(
        self,
        former: Callable[[int, int, Int, Int, Int], None],
        side: int,
        sea: int,
        unit: Int,
        to: Int,
        rescued: Int,
    ) -> None:
        """TRC-28.6.III.MDe: the Russian sails it without a die."""
        alone = self.may_distract and (side, sea) == (RUSSIAN, BLACK)
        if not alone or not in_force("TRC-28.6.III.MDe"):
            former(side, sea, unit, to, rescued)
            return
        with either(self.balkans_neutral == 1) as otherwise:
            applied("TRC-28.6.III.MDe")
            self.sea.arrive_by_sea(side, unit, to)
            otherwise()
            former(side, sea, unit, to, rescued)

    @value
    def rumanian_oil(self) -> Int:
        """TRC-28.6.III.MDe: whether the Axis draws on the wells of a neutral Rumania."""
        return self.balkans_neutral == 0

    @AxisReplacements.axis_wells.then()
    def axis_wells(self, wells: Hexes) -> Hexes:
        """TRC-28.6.III.MDe: no armor for the wells of a neutral country."""
        if not self.may_distract or not in_force("TRC-28.6.III.MDe"):
            return wells
        return wells - self.rumania.when(~self.rumanian_oil())

    # -- points and victory -----------------------------------------------------------------

    @RussianReplacements.archangel_gave.after()
    def archangel_gave(self, points: Int) -> None:
        """TRC-28.6.III.MDq: what comes by Archangel is doubled."""
        if self.may_distract:
            with when(self.distracted == 1):
                assign(
                    self.russian_replacements.points,
                    self.russian_replacements.points + points,
                    "TRC-28.6.III.MDq",
                )

    @Victory.prizes.then()
    def prizes(self, held: Hexes, side: int) -> Hexes:
        """TRC-28.6.III.MDr: both sides have Budapest, where a map shows it, while it is neutral."""
        if not self.may_distract or not in_force("TRC-28.6.III.MDr"):
            return held
        return held | self._budapest.when(self.balkans_neutral == 1)

    # -- the reaction -----------------------------------------------------------------------

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-28.6.III.RRb: what 1941 brings over the east edge comes a turn earlier."""
        if not self.may_react or side != RUSSIAN or not in_force("TRC-28.6.III.RRb"):
            return due
        waiting = self.own(RUSSIAN) & self._from_the_east & units_at(self.box("later"))
        early = waiting.where(
            lambda u: (self.due_turn(u) == self.turn + 1) & (self.due_impulse(u) == impulse)
        )
        return due | early.when(self.siberians == 1)
