"""The Russian Campaign, 26.9: optional fortress cities.

Battles between a fortress and adjacent enemies are voluntary for both sides, pair by pair: a unit
adjacent to a fortress and to other enemies must attack these, and then the fortress must be
attacked as well (D-99).
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
"""The largest number of fortresses that a side makes in a game (TRC-26.9d)."""

GARRISON_KINDS = ("infantry", "mountain", "paratroop", "luftwaffe")
"""Infantry-type units (TRC-26.9a): the kinds listed together in TRC-8.2b."""


class Fortress(AgreedRule):
    """Fortress cities."""

    name = "fortress-cities"
    text = "26.9: cities that need not fight"

    fortress = hex_flags("{} fortress", Life.GAME)
    fortresses_made = variables("{} fortresses made", Life.GAME, most=99)
    garrison = unit_flag("garrison", Life.PLAYER_TURN)
    """Units in a major city since their player turn began, without moving or attacking
    (TRC-26.9a)."""
    standing = unit_flag("standing", Life.BATTLE)
    """Units that do not retreat, because their fortress gave up a unit (TRC-26.9h)."""
    pressing = hex_flag("pressed", Life.PHASE)
    """The hexes of `pressed` at the beginning of the combat phase."""

    def define(self) -> None:
        """Declares the infantry-type units."""
        self.foot_troops = self.kinds("infantry-type", *GARRISON_KINDS)

    @Rules.drawing.then()
    def drawing(self, out: dict[str, Any]) -> dict[str, Any]:
        """Adds the markers of fortresses to the drawing."""
        out["marks"] += [["hex flag", f"{name} fortress", "fortress"] for name in self.sides]
        return out

    # -- making one -------------------------------------------------------------------------

    @Calendar.impulse_opens.after()
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Records infantry-type units in major cities as their player turn begins (TRC-26.9a)."""
        if impulse == FIRST:
            there = (self.foot_troops & self.on_map(side)).inside(self.major)
            clear(self.garrison)
            mark(self.garrison, there, "TRC-26.9a")

    @Arrivals.come_in.after(unless="TRC-26.9b")
    def come_in(self, side: int, impulse: int, unit: Int, at: Int) -> None:
        """TRC-26.9b: a unit that arrives cannot make a fortress in that turn; while this rule is
        off, it can."""
        mark(self.garrison, (one_unit(unit) & self.foot_troops).inside(self.major))

    @Battle.end_combat.before()
    def end_combat(self, side: int) -> None:
        """TRC-26.9a: units that moved, or attacked in any way, cannot make a fortress this turn."""
        busy = self.moved.units | self.battle.fought.units | self.overruns.victor.units
        clear(self.garrison, busy)

    @Calendar.close_player_turn.before(unless="TRC-26.9c")
    def fortify_early(self, side: int) -> None:
        """TRC-26.9c: while this rule is off, fortresses are made before all other steps."""
        self.fortify(side)

    @Calendar.close_player_turn.after("TRC-26.9c")
    def close_player_turn(self, side: int) -> None:
        """TRC-26.9c: fortresses are made at the very end of a player turn."""
        self.fortify(side)

    @procedure("{side} fortifies")
    def fortify(self, side: int) -> None:
        """TRC-26.9a, TRC-26.9d: the owner makes cities fortresses, within his limit for the
        game."""
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
        """TRC-26.9e: a fortress under enemy control is no longer one."""
        for side, flag in enumerate(self.fortress):
            clear(flag, flag.hexes & self.control[1 - side].hexes, "TRC-26.9e")

    # -- who must fight whom ----------------------------------------------------------------

    def strongholds(self, side: int) -> Hexes:
        """TRC-26.9f: a side's fortresses, with which combat is voluntary."""
        return by("TRC-26.9f", self.fortress[side].hexes)

    def pressed(self, side: int) -> Hexes:
        """The hexes whose units must attack enemies outside fortresses; none of a friendly
        fortress.

        In the combat phase they include hexes whose enemies have been attacked since its beginning.
        """
        field = self.strengths.defenders(side).hexes() - self.strongholds(1 - side)
        near = field.adjacent(self.zone_edges) - self.strongholds(side)
        return near | self.pressing.hexes

    @Duties.duty.then()
    def duty(self, duty: Duty, side: int, attackers: Units, held: Units) -> Duty:
        """TRC-26.9f, TRC-26.9g: only units that must attack other enemies must attack a fortress
        too.

        A unit in its own fortress need not attack (reading D-99).
        """
        mine, theirs = self.strongholds(side), self.strongholds(1 - side)

        def binds(at: Int, target: Int) -> Number:
            # who stands next to an enemy in the open is in a pressed hex
            pressed = self.pressed(side).contains(at)
            return ~mine.contains(at) & by("TRC-26.9g", pressed, otherwise=~theirs.contains(target))

        return replace(duty, binds=binds)

    @Duties.owed.then()
    def owed(self, owed: Hexes, side: int, winners: Units) -> Hexes:
        """TRC-26.9g: fortresses adjacent to units that attack others now must be attacked, and no
        others, except those already dared."""
        theirs = self.strongholds(1 - side) - by("TRC-26.9g", self.battle.dared.hexes)
        now = (winners & self.overruns.victor.units).hexes().adjacent(self.zone_edges)
        return (owed - theirs) | by("TRC-26.9g", now & self.strengths.defenders(side).hexes())

    @Battle.bound_beside.then()
    def bound_beside(self, so_far: Hexes, side: int) -> Hexes:
        """TRC-26.9f, TRC-26.9g: units in a fortress bind nobody by themselves."""
        theirs, targets = self.strongholds(1 - side), self.strengths.defenders(side).hexes()
        able = self.duties.fighters(side).hexes() - self.strongholds(side)
        bound = (targets - theirs) & able.adjacent(self.zone_edges)
        near = (able & self.pressed(side)).adjacent(self.zone_edges)
        return bound | by("TRC-26.9g", targets & theirs & near)

    @Battle.daring.then()
    def daring(self, daring: Units, side: int) -> Units:
        """TRC-26.9f: who attacks out of a fortress need not attack all beside him."""
        return daring - daring.inside(self.strongholds(side))

    @Battle.fight.before()
    def fight(self, side: int, impulse: int) -> None:
        """Records the pressed hexes before any battle (TRC-26.9)."""
        mark(self.pressing, self.pressed(side))

    @Battle.apply_result.before(unless="TRC-26.9i")
    def apply_result(self, side: int) -> None:
        """TRC-26.9i: a battle with a fortress has the usual results; while this rule is off, only
        contact."""
        with when((self.strengths.beset.hexes & self.strongholds(1 - side)).any()):
            assign(self.battle.result, CONTACT)

    # -- retreat ----------------------------------------------------------------------------

    @Battle.drive_back.before("TRC-26.9h")
    def offer_to_stand(self, attacker: int, side: int, units: Units, shorter: Number) -> None:
        """TRC-26.9h: on DR and AR, and on no other result, a fortress may lose a unit instead of
        retreating."""
        there = self.retreats.stands.open(units, attacker, side, units)
        with when((self.battle.result == DR) | (self.battle.result == AR)):
            with each(there.hexes() & self.fortress[side].hexes) as at:
                self._stand(side, there.inside(one_hex(at)))

    @Retreats.stands.bar("TRC-26.9h", "in the fortress")
    def stand_in_fortress(self, attacker: int, side: int, units: Units) -> Units:
        """TRC-26.9h: units of such a fortress do not retreat."""
        return self.standing.units

    def _stand(self, side: int, units: Units) -> None:
        """The owner gives up a unit, or all units of the fortress retreat."""
        stand, rule = "fortress stand", "TRC-26.9h"
        with choose(stand, side, rule, "give-up", units, decline="retreat-all") as unit:
            mark(self.standing, units, rule)
            self.eliminate(one_unit(unit), rule)
            self.zones.settle_after_loss()
