"""The Russian Campaign, section 10: sea movement.

The off-map box is a port of both seas. The player names a unit, then its destination; a die roll
decides whether it arrives. There is one attempt per sea and player turn, successful or not (D-61).
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import remaining
from eastfront.systems.fields import unit_flag, variables
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, value

from .board import AXIS, BALTIC, BLACK, FIRST, RUSSIAN, SEAS, SECOND
from .movement import Movement
from .section import Section

SAIL_RULES = {0: ("TRC-10.4a", "TRC-10.4b"), BALTIC: ("TRC-10.5c", "TRC-10.5d")}
"""For each sea, the rules on the highest roll that saves a unit, and on the effect of ports on
it."""

SAIL_OFF = ("TRC-10.3.1b", "TRC-20.1.1b")
"""The rules by which a unit on land may sail to the off-map box."""

LANDINGS = 2
"""The limit on a side's invasions in a game (TRC-10.3.2b)."""

INVASIONS = {
    "breaking-storm": "TRC-27.21e",
    "fall-blau": "TRC-27.4d",
    "zitadelle": "TRC-27.5c",
    "bagration": "TRC-27.6c",
}
"""The scenarios with their own limit on invasions, with their rules."""


class Sea(Section):
    """Transfers, invasions and evacuations."""

    invader = unit_flag("invader", Life.GAME_TURN, in_play=True)
    """Units that invaded this turn (TRC-10.3.2e)."""
    landed = unit_flag("landed", Life.IMPULSE, in_play=True)
    """Units that invaded this impulse (TRC-10.3.2d)."""
    sea_used = variables("{} sea used", Life.PLAYER_TURN, each=SEAS)
    invasions = variables("{} invasions", Life.GAME, most=99)
    """Invasions attempted in the game."""

    def define(self) -> None:
        """Declares the port on which Russian sea movement in the Baltic depends."""
        self.leningrad = self.city("Leningrad")

    # -- 10.1, 10.2: ports ------------------------------------------------------------------

    def havens(self, side: int, sea: int) -> Hexes:
        """TRC-10.2a, TRC-10.2b: the friendly ports of one of two seas (readings D-58, D-59)."""
        ports = by("TRC-10.2a", self.ports[sea], otherwise=self.ports[sea] | self.ports[1 - sea])
        ports = by("TRC-10.2b", ports, otherwise=ports | one_hex(self.city("Astrakhan")))
        return ports & self.zones.held(side)

    @Movement.cross_strait.after(unless="TRC-8.5.1c")
    def cross_strait(self) -> None:
        """TRC-8.5.1c: a crossing of the Kerch Strait uses up no sea move."""
        assign(self.sea_used[BLACK], 1)

    def can_move_at_all(self, side: int, impulse: int, unit: Number) -> Int:
        """TRC-10.1b: whether a unit has a movement allowance; the loss of a leader does not matter
        here."""
        move = self.movement
        return by(
            "TRC-11.3b",
            lambda: move.charted(impulse, unit) > 0,
            otherwise=lambda: move.allowance(side, impulse, unit) > 0,
        )

    # -- 10.3: who may sail -----------------------------------------------------------------

    def bound_somewhere(self, side: int, sea: int, unit: Number) -> Int:
        """TRC-10.3.1a, TRC-10.3.2a, TRC-10.3d: whether a unit has a port or a coast as a
        destination."""
        ports = remaining(self.harbours(side, sea, unit), *self.harbour_limits(side, sea, unit))
        coast = remaining(self.landings(side, sea, unit), *self.all_landing_limits(side, sea, unit))
        return ports.any() | coast.any()

    @value
    def sailors(self, side: int, sea: int) -> Units:
        """Units on a coast, and units off the map that could arrive by sea."""
        havens = self.havens(side, sea)
        coast = by("TRC-10.3.3a", self.coast[sea], otherwise=havens)
        coast = by("TRC-10.2b", coast, otherwise=coast | havens)
        ashore = self.on_map(side).inside(coast)
        pinned = ashore.inside(self.zones.hostile[side])
        ashore = self._sail_off(side, sea, by("TRC-10.3b", ashore, otherwise=ashore - pinned))
        able = (ashore | self._waiting(side, sea)) - self.static - self.moved.units
        begun = (self.moved.units & self.on_map(side)).any()
        return by("TRC-10.3a", able, otherwise=able.when(~begun))

    def _find_goals(self, side: int, sea: int, ashore: Units) -> Units:
        return ashore.where(lambda u: self.bound_somewhere(side, sea, u))

    @rule(*SAIL_OFF, otherwise=_find_goals)
    def _sail_off(self, side: int, sea: int, ashore: Units) -> Units:
        """TRC-10.3.1b, TRC-20.1.1b: a unit on land may always sail to the off-map box."""
        return ashore

    def _waiting(self, side: int, sea: int) -> Units:
        """Units off the map that could arrive by sea, at a port or by invasion."""
        out = units_at("arriving") | by("TRC-10.3d", units_at("off-map"))
        return (out & self.own(side)).where(lambda u: self.bound_somewhere(side, sea, u))

    @value
    def held_back(self, impulse: int) -> list[Limit]:
        """TRC-10.3b: units pinned in a zone may sail, except by reading D-2; dropped paratroops may
        not."""
        out = [self.irregulars.dropped_limit()]
        if impulse == SECOND and self.option("D-2"):
            text = "it was in an enemy zone of control when the impulse began"
            out.append(self.movement.pinned_limit(text))
        return out

    @value
    def ship_limits(self, side: int) -> list[Limit]:
        """The limits of optional rules on units that move by sea."""
        return []

    def offer_sea(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-10.3a: a unit sails, at any point of the movement phase."""
        everyone = all_units()
        fixed = "a unit that cannot move in this impulse cannot go by sea"
        mobile = self.own(side) - self.static
        still = mobile.where(lambda u: ~self.can_move_at_all(side, impulse, u))
        for sea, name in enumerate(SEAS):
            closed: list[Limit] = []
            if sea == BALTIC and side == RUSSIAN:
                open_ = self.zones.holds(RUSSIAN, self.leningrad)
                text = "the Russian sails the Baltic only while he controls Leningrad"
                closed = [only("TRC-10.5a", open_, text)]
            with d.unit(
                f"ship-{name}",
                self.sailors(side, sea).distinct(),
                only("TRC-10.2c", self.sea_used[sea] == 0, "one sea move a turn in each sea area"),
                *closed,
                only("TRC-10.3c", everyone - self.moved.units, "it has moved already"),
                self.overruns.victor_limit(),
                *self.held_back(impulse),
                *self.ship_limits(side),
                self.railroads.by_rail_only(),
                only("TRC-10.1b", everyone - still, fixed),
            ) as unit:
                self.embark(side, sea, unit)

    @procedure("{side} {sea} sea move", sea=SEAS)
    def embark(self, side: int, sea: int, unit: Int) -> None:
        """TRC-10.3d: the kind of sea move depends on the unit's hex and its destination."""
        here = local(place_of(unit))
        havens = self.havens(side, sea)
        ashore = self.land.contains(here)
        # TRC-10.3.3a: a unit that leaves a coast without a friendly port is evacuated
        rescued = local(ashore & ~havens.contains(here))
        assign(self.sea_used[sea], 1, "TRC-10.2c")
        with decide("sea move", side, "TRC-10.3d", about=unit) as d:
            limit = only("TRC-10.3.1a", havens, "a transfer ends in a friendly port of the sea")
            limits = [limit, *self.harbour_limits(side, sea, unit)]
            with d.hex("ship-to", self.harbours(side, sea, unit), *limits) as to:
                self.sail_unit(side, sea, unit, to, rescued)
            self._offer_the_box(d, side, sea, unit, ashore, rescued)
            self._offer_landing(d, side, sea, unit, rescued)

    # -- 10.3.1: to a port ------------------------------------------------------------------

    @value
    def harbour_limits(self, side: int, sea: int, unit: Number) -> list[Limit]:
        """The limits on the port to which a unit is shipped."""
        return self._closed_shores(unit)

    def _closed_shores(self, unit: Number) -> list[Limit]:
        """TRC-5.5a, TRC-24.5b: closed countries are closed to sea movement too."""
        return [self.arrivals.bulgaria_limit(), self.allies.finland_limit(unit)]

    def harbours(self, side: int, sea: int, unit: Number) -> Hexes:
        """The ports to which a unit may be shipped, none in a country closed to it (TRC-5.5a)."""
        here = place_of(unit)
        harbours = self.havens(side, sea) - one_hex(here) - self.movement.closed(side, FIRST, unit)
        harbours = by(
            "TRC-10.1a",
            harbours,
            otherwise=lambda: harbours & within(here, self.movement.charted(FIRST, unit)),
        )
        return by("TRC-10.3.1c", harbours, otherwise=harbours.when(self.land.contains(here)))

    @rule(*SAIL_OFF)
    def _offer_the_box(
        self, d: Decision, side: int, sea: int, unit: Int, ashore: Int, rescued: Int
    ) -> None:
        """TRC-10.3.1b, TRC-20.1.1b: a transfer or an evacuation to the off-map box."""
        with d.option("ship-off", self.sails_away(side, unit, ashore)):
            self.sail_unit(side, sea, unit, number(self.box("off-map")), rescued)

    @value
    def sails_away(self, side: int, unit: Int, ashore: Int) -> Int:
        """Whether a unit may sail to the off-map box (TRC-10.3.1b)."""
        return ashore

    def arrive_by_sea(self, side: int, unit: Int, to: Int) -> None:
        """TRC-10.3.1: a unit arrives at its destination, on the map or off it."""
        self.has_moved(one_unit(unit))
        with either(self.land.contains(to)) as off_map:
            self.came(one_unit(unit))
            self.zones.put(side, unit, to, "TRC-10.3.1a")
            off_map()
            self.leave(unit, "off-map", "TRC-10.3.1b")
            self.zones.settle()

    # -- 10.3.2: landings -------------------------------------------------------------------

    @value
    def landing_limits(self, side: int, unit: Number) -> list[Limit]:
        """The limits on the coast that a unit invades."""
        return self._closed_shores(unit)

    def landings(self, side: int, sea: int, unit: Number) -> Hexes:
        """The coast that a unit could invade, unless the unit must be evacuated."""
        here = place_of(unit)
        coast = self.coast[sea] - self.movement.closed(side, FIRST, unit) - one_hex(here)
        coast = coast.when(self.havens(side, sea).contains(here) | ~self.land.contains(here))
        coast = by("TRC-10.3.2f", coast, otherwise=coast.when(~(here == self.box("off-map"))))
        return by("TRC-10.3.2a", coast)

    def all_landing_limits(self, side: int, sea: int, unit: Number) -> list[Limit]:
        """The limits on invasions by a unit, and on their hexes."""
        empty = self.coast[sea] - self.own(1 - side).hexes()
        return [
            *self.invasion_limits(side, sea),
            *self.landing_limits(side, unit),
            only("TRC-10.3.2c", empty, "invaders land on a coast where no enemy stands"),
        ]

    def invasion_rule(self) -> str:
        """The rule on the number of a side's invasions in a scenario."""
        return INVASIONS.get(self.data.scenario, "TRC-10.3.2b")

    @value
    def invasion_limits(self, side: int, sea: int) -> list[Limit]:
        """The limits on all invasions: the Baltic (TRC-10.5b), the date (TRC-10.7a), their
        number."""
        most = self.data.setup["invasions"][self.sides[side]]
        text = "all invasions of the game are used up"
        limits = [only(self.invasion_rule(), self.invasions[side] < most, text)]
        if sea == BALTIC:
            limits.append(only("TRC-10.5b", number(0), "no invasions in the Baltic"))
        if side == AXIS:
            text = "no Axis invasion before July 1941"
            limits.append(only("TRC-10.7a", self.from_turn(1941, "jul"), text))
        return limits

    @rule("TRC-10.3.2a")
    def _offer_landing(self, d: Decision, side: int, sea: int, unit: Int, rescued: Int) -> None:
        """TRC-10.3.2: an invasion, from a port or from off the map."""
        limits = self.all_landing_limits(side, sea, unit)
        with d.hex("invade", self.landings(side, sea, unit), *limits) as to:
            assign(self.invasions[side], self.invasions[side] + 1, "TRC-10.3.2b")
            mark(self.invader, one_unit(unit), "TRC-10.3.2e")
            mark(self.landed, one_unit(unit), "TRC-10.3.2d")
            self.sail_unit(side, sea, unit, to, rescued)

    @value
    def few_invasions(self) -> Int:
        """TRC-10.3.2b: whether both sides are within the limit on invasions."""
        return (self.invasions[AXIS] <= LANDINGS) & (self.invasions[RUSSIAN] <= LANDINGS)

    @law("TRC-10.3.2b", "no third invasion")
    def no_third_invasion(self) -> Int:
        """Each side may invade twice."""
        return self.few_invasions()

    def fit_to_attack(self, units: Units) -> Units:
        """TRC-13.8a: invaders may attack in the same impulse."""
        return by("TRC-13.8a", units, otherwise=lambda: units - self.landed.units)

    def frail(self) -> tuple[Units, str]:
        """TRC-10.3.2d: units that invaded this impulse are lost if they must retreat."""
        return self.landed.units, "TRC-10.3.2d"

    # -- 10.4 to 10.6: the roll of a sea ----------------------------------------------------

    def _chart(self, sea: int) -> dict[str, Any]:
        rows = self.data.charts["sea-movement"]["sea"]
        return next(row for row in rows if row["name"] == SEAS[sea])

    def sea_modifier(self, side: int, sea: int, rescued: Number) -> Int:
        """TRC-10.3.3b, TRC-10.4b, TRC-10.5d, TRC-10.5e: the modifier of the sea roll."""
        chart = self._chart(sea)
        _, ports = SAIL_RULES[sea]
        out: Int = number(0) - by(ports, self.havens(side, sea).count(), told=True)
        out = out + by("TRC-10.3.3b", if_else(rescued, chart["evacuation"], 0), told=True)
        if sea == BALTIC and side == RUSSIAN:
            out = out + by("TRC-10.5e", chart["russian"], told=True)
        return out

    @procedure("{side} {sea} sea roll", sea=SEAS)
    def sail_unit(self, side: int, sea: int, unit: Int, to: Int, rescued: Int) -> None:
        """The sea roll: a lost unit goes to the pool, a unit that arrives has moved."""
        modifier = local(self.sea_modifier(side, sea, rescued))
        rule, _ = SAIL_RULES[sea]
        die = roll("sea roll", rule)
        safe = die + modifier <= self._chart(sea)["succeeds"]
        with either(by(rule, safe, otherwise=1, told=True)) as otherwise:
            self.arrive_by_sea(side, unit, to)
            otherwise()
            self.eliminate(one_unit(unit), "TRC-10.6a")
            self.zones.settle()
