"""The Russian Campaign, 26.9: optional fortress cities.

Battles between a fortress and adjacent enemies are voluntary for both sides. A unit next to an
enemy fortress and to other enemies must attack the other enemies, and then the fortress must be
attacked as well (reading D-99).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import again, choose
from eastfront.systems.fields import hex_flag, hex_flags, unit_flag, variables
from eastfront.systems.retreats import Retreats
from eastfront.systems.rules import Rules
from eastfront.systems.sections import procedure

from ..arrivals import Arrivals
from ..battle import Battle
from ..board import AR, CONTACT, DR, FIRST
from ..calendar import Calendar
from ..duties import Duties
from ..section import AgreedRule
from ..zones import Zones

FORTRESSES = 4
"""The largest number of fortresses that a side may make in a game (TRC-26.9d)."""

GARRISON_KINDS = ("infantry", "mountain", "paratroop", "luftwaffe")
"""The kinds of infantry-type units, which alone can fortify a city (TRC-26.9a): those that TRC-8.2b
lists together."""


class Fortress(AgreedRule):
    """Fortress cities: how a city is fortified, and battles with a fortress (26.9)."""

    name = "fortress-cities"
    text = "26.9: cities without the duty to attack"

    fortress = hex_flags("{} fortress", Life.GAME)
    """The hexes of the fortresses, as one flag for each side."""
    fortresses_made = variables("{} fortresses made", Life.GAME, most=99)
    """The number of fortresses that each side has made in the game, those lost since included."""
    garrison = unit_flag("garrison", Life.PLAYER_TURN)
    """Infantry-type units that were in a major city when their player turn began and have not moved
    or attacked since, so that they can fortify the city (TRC-26.9a)."""
    standing = unit_flag("standing", Life.BATTLE)
    """Units that do not retreat in the present battle, because their fortress gave up a unit
    instead (TRC-26.9h)."""
    pressing = hex_flag("pressed", Life.PHASE)
    """The hexes whose units must attack because enemies outside fortresses are adjacent, recorded
    as the combat phase began."""

    def define(self) -> None:
        """Declares the infantry-type units."""
        self.foot_troops = self.kinds("infantry-type", *GARRISON_KINDS)

    @Rules.drawing.then()
    def drawing(self, out: dict[str, Any]) -> dict[str, Any]:
        """Adds the markers of fortresses to the data for pictures of positions."""
        out["marks"] += [["hex flag", f"{name} fortress", "fortress"] for name in self.sides]
        return out

    # -- making a fortress ------------------------------------------------------------------

    @Calendar.impulse_opens.after()
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Records, as a player turn begins, the side's infantry-type units in major cities; a unit
        that neither moves nor attacks in the turn can fortify its city (TRC-26.9a)."""
        if impulse == FIRST:
            there = (self.foot_troops & self.on_map(side)).inside(self.major)
            clear(self.garrison)
            mark(self.garrison, there, "TRC-26.9a")

    @Arrivals.come_in.after(unless="TRC-26.9b")
    def come_in(self, side: int, impulse: int, unit: Int, at: Int) -> None:
        """Lets an infantry-type unit that arrives in a major city fortify the city in the same
        turn, while the rule that arriving units cannot do so (TRC-26.9b) is off."""
        mark(self.garrison, (one_unit(unit) & self.foot_troops).inside(self.major))

    @Battle.end_combat.before()
    def end_combat(self, side: int) -> None:
        """Excludes units that moved or attacked in the impulse, by automatic victory too, from
        those that can fortify a city in this turn (TRC-26.9a)."""
        busy = self.moved.units | self.battle.fought.units | self.overruns.victor.units
        clear(self.garrison, busy)

    @Calendar.close_player_turn.before(unless="TRC-26.9c")
    def fortify_early(self, side: int) -> None:
        """Lets a side make fortresses before the other steps of the end of its player turn, while
        the rule that it makes them as the last act of the turn (TRC-26.9c) is off."""
        self.fortify(side)

    @Calendar.close_player_turn.after("TRC-26.9c")
    def close_player_turn(self, side: int) -> None:
        """Lets a side make fortresses as the last act of its player turn (TRC-26.9c)."""
        self.fortify(side)

    @procedure("{side} fortifies")
    def fortify(self, side: int) -> None:
        """Offers a side to make fortresses of major cities, each with an infantry-type unit that
        has been there for the whole player turn without moving or attacking (TRC-26.9a); a side
        makes at most four in the game (TRC-26.9d)."""
        made = self.fortresses_made[side]
        left = by("TRC-26.9d", made < FORTRESSES, otherwise=number(1))
        manned = self.garrison.units.hexes() & self.major
        held = by("TRC-26.9a", manned, otherwise=lambda: self.major & self.zones.held(side))
        open_ = held - self.fortress[side].hexes
        # TRC-26.9a, TRC-26.9d
        with again("fortress", side, "TRC-26.9a", "end-fortresses", open_.when(left)) as d:
            with d.hex("fortify", open_) as at:
                mark(self.fortress[side], one_hex(at))
                assign(made, made + 1, "TRC-26.9d")
        clear(self.garrison)

    @Zones.control_settled.after()
    def control_settled(self) -> None:
        """Removes a fortress for good when the enemy gains control of its city (TRC-26.9e)."""
        for side, flag in enumerate(self.fortress):
            clear(flag, flag.hexes & self.control[1 - side].hexes, "TRC-26.9e")

    # -- who must fight whom ----------------------------------------------------------------

    def strongholds(self, side: int) -> Hexes:
        """The fortresses of a side; combat between their units and adjacent enemies is voluntary
        for both sides (TRC-26.9f)."""
        return by("TRC-26.9f", self.fortress[side].hexes)

    def pressed(self, side: int) -> Hexes:
        """The hexes adjacent to enemies outside fortresses: units of a side there must attack. A
        hex of the side's own fortresses is not among them.

        In the combat phase the hexes recorded as the phase began count too, although the adjacent
        enemies may have been attacked since.
        """
        field = self.strengths.defenders(side).hexes() - self.strongholds(1 - side)
        near = field.adjacent(self.zone_edges) - self.strongholds(side)
        return near | self.pressing.hexes

    @Duties.duty.then()
    def duty(self, duty: Duty, side: int, attackers: Units, held: Units) -> Duty:
        """Changes the duty to attack: units next to an enemy fortress need not attack it
        (TRC-26.9f), unless enemies outside fortresses are adjacent too: then the fortress must be
        attacked together with these enemies (TRC-26.9g).

        A unit in its own fortress need not attack (reading D-99).
        """
        mine, theirs = self.strongholds(side), self.strongholds(1 - side)

        # Whether a unit at `at` must attack `target`: never from its own fortress (26.9f). An enemy
        # fortress binds the unit only if the unit is also next to an enemy outside fortresses, in a
        # hex of `pressed`: then the fortress stack must be attacked too (26.9g).
        def binds(at: Int, target: Int) -> Number:
            pressed = self.pressed(side).contains(at)
            return ~mine.contains(at) & by("TRC-26.9g", pressed, otherwise=~theirs.contains(target))

        return replace(duty, binds=binds)

    @Duties.owed.then()
    def owed(self, owed: Hexes, side: int, winners: Units) -> Hexes:
        """Excludes enemy fortresses from the hexes that a side must attack because units that won
        automatically are adjacent. A fortress must still be attacked if such a unit won in this
        impulse, or if a unit next to the fortress has attacked other enemies (TRC-26.9g)."""
        theirs = self.strongholds(1 - side) - by("TRC-26.9g", self.battle.dared.hexes)
        now = (winners & self.overruns.victor.units).hexes().adjacent(self.zone_edges)
        return (owed - theirs) | by("TRC-26.9g", now & self.strengths.defenders(side).hexes())

    @Battle.bound_beside.then()
    def bound_beside(self, so_far: Hexes, side: int) -> Hexes:
        """The enemy hexes that a side must attack because its units are adjacent. Units in the
        side's own fortresses do not count, and an enemy fortress need not be attacked (TRC-26.9f),
        unless a unit next to it must also attack enemies outside fortresses (TRC-26.9g)."""
        theirs, targets = self.strongholds(1 - side), self.strengths.defenders(side).hexes()
        able = self.duties.fighters(side).hexes() - self.strongholds(side)
        bound = (targets - theirs) & able.adjacent(self.zone_edges)
        near = (able & self.pressed(side)).adjacent(self.zone_edges)
        return bound | by("TRC-26.9g", targets & theirs & near)

    @Battle.daring.then()
    def daring(self, daring: Units, side: int) -> Units:
        """Excludes units in their own fortress from `daring`, the attackers of the present battle
        that bind their side to attack all enemies adjacent to them (TRC-26.9f)."""
        return daring - daring.inside(self.strongholds(side))

    @Battle.fight.before()
    def fight(self, side: int, impulse: int) -> None:
        """Records, before the first battle of a combat phase, the hexes whose units must attack
        adjacent enemies outside fortresses (TRC-26.9)."""
        mark(self.pressing, self.pressed(side))

    @Battle.apply_result.before(unless="TRC-26.9i")
    def apply_result(self, side: int) -> None:
        """Changes every result of an attack on a fortress to contact, while the rule that ordinary
        combat rules apply to such an attack (TRC-26.9i) is off."""
        with when((self.strengths.beset.hexes & self.strongholds(1 - side)).any()):
            assign(self.battle.result, CONTACT)

    # -- retreat ----------------------------------------------------------------------------

    @Battle.drive_back.before("TRC-26.9h")
    def offer_to_stand(self, attacker: int, side: int, units: Units, shorter: Number) -> None:
        """Offers the owner of a fortress, on a result of DR or AR but not on D1, A1 or EX, to lose
        one unit of the fortress instead of retreating (TRC-26.9h)."""
        there = self.retreats.stands.open(units, attacker, side, units)
        with when((self.battle.result == DR) | (self.battle.result == AR)):
            with each(there.hexes() & self.fortress[side].hexes) as at:
                self._stand(side, there.inside(one_hex(at)))

    @Retreats.stands.bar("TRC-26.9h", "in the fortress")
    def stand_in_fortress(self, attacker: int, side: int, units: Units) -> Units:
        """The units that do not retreat, because their fortress gave up a unit on DR or AR
        (TRC-26.9h)."""
        return self.standing.units

    def _stand(self, side: int, units: Units) -> None:
        """Offers the owner of a fortress to give up one of its units `units`, so that the others
        stay; if he declines, all its units retreat (26.9h)."""
        stand, rule = "fortress stand", "TRC-26.9h"
        with choose(stand, side, rule, "give-up", units, decline="retreat-all") as unit:
            mark(self.standing, units, rule)
            self.eliminate(one_unit(unit), rule)
            self.zones.settle_after_loss()
