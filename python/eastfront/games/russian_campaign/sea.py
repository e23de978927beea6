"""The Russian Campaign, section 10: sea movement.

The off-map box is a port of both seas. The player names a unit, then its destination; a die roll
decides whether the unit arrives. There is one attempt per sea and player turn, successful or not
(reading D-61).
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
"""For each sea, the rule on the die roll, and the rule on ports, each of which lowers the roll by
one while friendly.

- Black Sea: a unit survives on 3 or less (10.4a); Odessa, Sevastopol and Rostov (10.4b).
- Baltic: a unit survives on 2 or less (10.5c); Riga, Tallinn, Helsinki and Leningrad (10.5d).
"""

SAIL_OFF = ("TRC-10.3.1b", "TRC-20.1.1b")
"""The rules by which a unit may go by sea to the off-map box: the box is a port of both seas
(10.3.1b), and units enter it by sea transfer or evacuation (20.1.1b)."""

LANDINGS = 2
"""The largest number of invasions that a side may attempt in a game of any scenario
(TRC-10.3.2b)."""

INVASIONS = {
    "breaking-storm": "TRC-27.21e",
    "fall-blau": "TRC-27.4d",
    "zitadelle": "TRC-27.5c",
    "bagration": "TRC-27.6c",
}
"""The scenarios with a limit of their own on invasions, with their rules.

- Breaking Storm and Fall Blau: one for each side (27.21e, 27.4d).
- Zitadelle: none for the Axis, one for the Russian (27.5c). Bagration: none (27.6c).
"""


class Sea(Section):
    """The section on sea movement: transfers, invasions and evacuations."""

    invader = unit_flag("invader", Life.GAME_TURN, in_play=True)
    """Units that invaded this turn, and are in supply until its end (TRC-10.3.2e)."""
    landed = unit_flag("landed", Life.IMPULSE, in_play=True)
    """Units that invaded this impulse, and are eliminated if they must retreat in it
    (TRC-10.3.2d)."""
    sea_used = variables("{} sea used", Life.PLAYER_TURN, each=SEAS)
    """1 for a sea in which a sea move has been attempted this player turn."""
    invasions = variables("{} invasions", Life.GAME, most=99)
    """The number of invasions that each side has attempted in the game."""

    def define(self) -> None:
        """Declares Leningrad, on whose control Russian sea movement in the Baltic depends."""
        self.leningrad = self.city("Leningrad")

    # -- 10.1, 10.2: ports ------------------------------------------------------------------

    def havens(self, side: int, sea: int) -> Hexes:
        """A side's friendly ports in one of the two seas: the Black Sea with the Sea of Azov, or
        the Baltic. No sea move goes from one sea to the other (TRC-10.2a, readings D-58 and D-59),
        and the Caspian has no sea movement (TRC-10.2b)."""
        ports = by("TRC-10.2a", self.ports[sea], otherwise=self.ports[sea] | self.ports[1 - sea])
        ports = by("TRC-10.2b", ports, otherwise=ports | one_hex(self.city("Astrakhan")))
        return ports & self.zones.held(side)

    @Movement.cross_strait.after(unless="TRC-8.5.1c")
    def cross_strait(self) -> None:
        """Counts a crossing of the Kerch Strait as a sea move, but only while TRC-8.5.1c is off; by
        that rule the crossing is no sea move."""
        assign(self.sea_used[BLACK], 1)

    def can_move_at_all(self, side: int, impulse: int, unit: Number) -> Int:
        """Says whether a unit has a movement allowance in this impulse: a unit without one may not
        go by sea (TRC-10.1b). The effect of a leader's loss on allowances is left out (11.3b)."""
        move = self.movement
        return by(
            "TRC-11.3b",
            lambda: move.charted(impulse, unit) > 0,
            otherwise=lambda: move.allowance(side, impulse, unit) > 0,
        )

    # -- 10.3: who may sail -----------------------------------------------------------------

    def bound_somewhere(self, side: int, sea: int, unit: Number) -> Int:
        """Says whether a unit has a destination in a sea (TRC-10.3d): a friendly port for a
        transfer (TRC-10.3.1a), or a coast for an invasion (TRC-10.3.2a)."""
        ports = remaining(self.harbours(side, sea, unit), *self.harbour_limits(side, sea, unit))
        coast = remaining(self.landings(side, sea, unit), *self.all_landing_limits(side, sea, unit))
        return ports.any() | coast.any()

    @value
    def sailors(self, side: int, sea: int) -> Units:
        """The units of a side that may sail: units on any coast of the sea, as evacuation is
        possible there (10.3.3a), even in enemy zones of control (10.3b); and units off the map that
        could arrive by sea."""
        havens = self.havens(side, sea)
        coast = by("TRC-10.3.3a", self.coast[sea], otherwise=havens)
        # the Caspian has no sea movement (10.2b)
        coast = by("TRC-10.2b", coast, otherwise=coast | havens)
        ashore = self.on_map(side).inside(coast)
        pinned = ashore.inside(self.zones.hostile[side])
        ashore = self._sail_off(side, sea, by("TRC-10.3b", ashore, otherwise=ashore - pinned))
        able = (ashore | self._waiting(side, sea)) - self.static - self.moved.units
        begun = (self.moved.units & self.on_map(side)).any()
        # at any point of the movement phase (10.3a)
        return by("TRC-10.3a", able, otherwise=able.when(~begun))

    def _find_goals(self, side: int, sea: int, ashore: Units) -> Units:
        return ashore.where(lambda u: self.bound_somewhere(side, sea, u))

    @rule(*SAIL_OFF, otherwise=_find_goals)
    def _sail_off(self, side: int, sea: int, ashore: Units) -> Units:
        """The units ashore that have a destination: all, as the off-map box is a port of both seas
        (TRC-10.3.1b) that units may enter by sea (TRC-20.1.1b)."""
        return ashore

    def _waiting(self, side: int, sea: int) -> Units:
        """The units of a side off the map that could arrive by sea, at a port or by invasion:
        arriving ones, and those in the off-map box, which count as reinforcements (10.3d)."""
        out = units_at("arriving") | by("TRC-10.3d", units_at("off-map"))
        return (out & self.own(side)).where(lambda u: self.bound_somewhere(side, sea, u))

    @value
    def held_back(self, impulse: int) -> list[Limit]:
        """The limits on the units that may move by sea in this impulse: paratroops that have
        dropped may not, nor, by reading D-2 in a second impulse, units held by an enemy zone of
        control. Otherwise such zones do not hinder sea movement (TRC-10.3b)."""
        out = [self.irregulars.dropped_limit()]
        if impulse == SECOND and self.option("D-2"):
            text = "it was in an enemy zone of control when the impulse began"
            out.append(self.movement.pinned_limit(text))
        return out

    @value
    def ship_limits(self, side: int) -> list[Limit]:
        """The limits of optional rules on the units that may move by sea; empty without such
        rules."""
        return []

    def offer_sea(self, d: Decision, side: int, impulse: int) -> None:
        """Offers a side sea moves, at any point of its movement phase (TRC-10.3a): one in each sea
        a turn (10.2c), by a unit that could move in this impulse (10.1b) and has not moved (10.3c).
        The Russian sails the Baltic only while he controls Leningrad (10.5a)."""
        everyone = all_units()
        fixed = "a unit that cannot move in this impulse cannot go by sea"
        mobile = self.own(side) - self.static
        still = mobile.where(lambda u: ~self.can_move_at_all(side, impulse, u))
        for sea, name in enumerate(SEAS):
            closed: list[Limit] = []
            if sea == BALTIC and side == RUSSIAN:
                open_ = self.zones.holds(RUSSIAN, self.leningrad)
                text = "the Russian may sail the Baltic only while he controls Leningrad"
                closed = [only("TRC-10.5a", open_, text)]
            # one sea move in each sea a turn (10.2c), by a unit that moves in no other way (10.3c)
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
                # no unit that may not move in this impulse (10.1b)
                only("TRC-10.1b", everyone - still, fixed),
            ) as unit:
                self.embark(side, sea, unit)

    @procedure("{side} {sea} sea move", sea=SEAS)
    def embark(self, side: int, sea: int, unit: Int) -> None:
        """Plays a sea move (TRC-10.3d): a transfer to a friendly port, an invasion, or an
        evacuation from a coast, depending on the unit's hex and on the destination that its owner
        chooses. Each attempt, successful or not, uses the side's one move in that sea for the turn
        (10.2c)."""
        here = local(place_of(unit))
        havens = self.havens(side, sea)
        ashore = self.land.contains(here)
        # TRC-10.3.3a: a unit that leaves a coast without a friendly port is evacuated
        rescued = local(ashore & ~havens.contains(here))
        assign(self.sea_used[sea], 1, "TRC-10.2c")
        with decide("sea move", side, "TRC-10.3d", about=unit) as d:
            # from a friendly port to another one in the same sea (10.3.1a)
            limit = only("TRC-10.3.1a", havens, "a transfer must end in a friendly port of the sea")
            limits = [limit, *self.harbour_limits(side, sea, unit)]
            with d.hex("ship-to", self.harbours(side, sea, unit), *limits) as to:
                self.sail_unit(side, sea, unit, to, rescued)
            self._offer_the_box(d, side, sea, unit, ashore, rescued)
            self._offer_landing(d, side, sea, unit, rescued)

    # -- 10.3.1: to a port ------------------------------------------------------------------

    @value
    def harbour_limits(self, side: int, sea: int, unit: Number) -> list[Limit]:
        """The limits on the port to which a unit may be shipped: no closed country, and the limits
        of optional rules."""
        return self._closed_shores(unit)

    def _closed_shores(self, unit: Number) -> list[Limit]:
        """The limits that no unit goes by sea to Bulgaria (TRC-5.5a) or Finland (TRC-24.5b) while
        that country is closed."""
        return [self.arrivals.bulgaria_limit(), self.allies.finland_limit(unit)]

    def harbours(self, side: int, sea: int, unit: Number) -> Hexes:
        """The friendly ports of a sea to which a unit may be shipped, none in a closed country such
        as Bulgaria (TRC-5.5a). Movement factors do not matter (10.1a), and arriving units may enter
        by these ports (10.3.1c)."""
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
        """Offers a unit on land (`ashore`) a sea move to the off-map box, which is a friendly port
        of both seas (TRC-10.3.1b, TRC-20.1.1b): a transfer, or an evacuation if `rescued` is 1."""
        with d.option("ship-off", self.sails_away(side, unit, ashore)):
            self.sail_unit(side, sea, unit, number(self.box("off-map")), rescued)

    @value
    def sails_away(self, side: int, unit: Int, ashore: Int) -> Int:
        """Says whether a unit may sail to the off-map box (TRC-10.3.1b). The answer is `ashore`, 1
        if the unit is on land, unless an option forbids it to the unit."""
        return ashore

    def arrive_by_sea(self, side: int, unit: Int, to: Int) -> None:
        """Puts a unit that has survived its sea move at the destination (TRC-10.3.1), a hex
        (10.3.1a) or the off-map box (10.3.1b); the unit moves no more this impulse."""
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
        """The limits on the coast hexes that a unit may invade: no closed country, and the limits
        of optional rules."""
        return self._closed_shores(unit)

    def landings(self, side: int, sea: int, unit: Number) -> Hexes:
        """The coast hexes of a sea that a unit may invade: from a friendly port, or from off the
        map as it arrives (10.3.2a), also from the off-map box (10.3.2f). Empty for a unit on the
        map outside friendly ports, which may only be evacuated."""
        here = place_of(unit)
        coast = self.coast[sea] - self.movement.closed(side, FIRST, unit) - one_hex(here)
        coast = coast.when(self.havens(side, sea).contains(here) | ~self.land.contains(here))
        coast = by("TRC-10.3.2f", coast, otherwise=coast.when(~(here == self.box("off-map"))))
        return by("TRC-10.3.2a", coast)

    def all_landing_limits(self, side: int, sea: int, unit: Number) -> list[Limit]:
        """The limits on an invasion by a unit: the limits on its side's invasions, the limits of
        optional rules on the coast hex, and no enemy unit in that hex (10.3.2c)."""
        empty = self.coast[sea] - self.own(1 - side).hexes()
        return [
            *self.invasion_limits(side, sea),
            *self.landing_limits(side, unit),
            only("TRC-10.3.2c", empty, "an invasion must land on a coast hex without enemies"),
        ]

    def invasion_rule(self) -> str:
        """The rule on the number of invasions that a side may attempt in the game: two (10.3.2b),
        or the scenario's number."""
        return INVASIONS.get(self.data.scenario, "TRC-10.3.2b")

    @value
    def invasion_limits(self, side: int, sea: int) -> list[Limit]:
        """The limits on a side's invasions: none in the Baltic (TRC-10.5b), none by the Axis before
        July/August 1941 (TRC-10.7a), and in the whole game at most the number that the scenario
        gives for the side."""
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
        """Offers a unit in a friendly port or arriving (10.3.2a) an invasion (TRC-10.3.2), which
        counts as attempted whether it succeeds or not (10.3.2b). The unit is in supply this turn
        (10.3.2e), and lost if it must retreat in this impulse (10.3.2d)."""
        limits = self.all_landing_limits(side, sea, unit)
        with d.hex("invade", self.landings(side, sea, unit), *limits) as to:
            assign(self.invasions[side], self.invasions[side] + 1, "TRC-10.3.2b")
            mark(self.invader, one_unit(unit), "TRC-10.3.2e")
            mark(self.landed, one_unit(unit), "TRC-10.3.2d")
            self.sail_unit(side, sea, unit, to, rescued)

    @value
    def few_invasions(self) -> Int:
        """Says whether neither side has attempted more than two invasions in the game
        (TRC-10.3.2b)."""
        return (self.invasions[AXIS] <= LANDINGS) & (self.invasions[RUSSIAN] <= LANDINGS)

    @law("TRC-10.3.2b", "at most two invasions a side")
    def no_third_invasion(self) -> Int:
        """Says whether each side has attempted at most two invasions (10.3.2b)."""
        return self.few_invasions()

    def fit_to_attack(self, units: Units) -> Units:
        """The units among `units` that may attack: all of `units`, including those that have
        invaded in the same impulse (TRC-13.8a)."""
        return by("TRC-13.8a", units, otherwise=lambda: units - self.landed.units)

    def frail(self) -> tuple[Units, str]:
        """The units that invaded this impulse, and the rule by which they are eliminated if they
        must retreat in it (TRC-10.3.2d)."""
        return self.landed.units, "TRC-10.3.2d"

    # -- 10.4 to 10.6: the roll of a sea ----------------------------------------------------

    def _chart(self, sea: int) -> dict[str, Any]:
        rows = self.data.charts["sea-movement"]["sea"]
        return next(row for row in rows if row["name"] == SEAS[sea])

    def sea_modifier(self, side: int, sea: int, rescued: Number) -> Int:
        """The number added to the die roll of a sea move, which succeeds if low: +1 for an
        evacuation, if `rescued` is 1 (TRC-10.3.3b); -1 for each friendly port of the sea, the Black
        Sea (TRC-10.4b) or the Baltic (TRC-10.5d); +2 for the Russian in the Baltic (TRC-10.5e)."""
        chart = self._chart(sea)
        _, ports = SAIL_RULES[sea]
        out: Int = number(0) - by(ports, self.havens(side, sea).count(), told=True)
        out = out + by("TRC-10.3.3b", if_else(rescued, chart["evacuation"], 0), told=True)
        if sea == BALTIC and side == RUSSIAN:
            out = out + by("TRC-10.5e", chart["russian"], told=True)
        return out

    @procedure("{side} {sea} sea roll", sea=SEAS)
    def sail_unit(self, side: int, sea: int, unit: Int, to: Int, rescued: Int) -> None:
        """Rolls for a sea move to the hex or box `to`: the unit arrives if the modified roll is low
        enough, and otherwise is eliminated and goes to its replacement pool (10.6a). `rescued` is 1
        for an evacuation."""
        modifier = local(self.sea_modifier(side, sea, rescued))
        rule, _ = SAIL_RULES[sea]
        die = roll("sea roll", rule)
        safe = die + modifier <= self._chart(sea)["succeeds"]
        with either(by(rule, safe, otherwise=1, told=True)) as otherwise:
            self.arrive_by_sea(side, unit, to)
            otherwise()
            self.eliminate(one_unit(unit), "TRC-10.6a")
            self.zones.settle()
