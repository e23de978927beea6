"""The Russian Campaign, section 12: the duty to attack, and surrender for lack of a legal attack.

One exact query of the engine says whether the attackers can be divided among the enemies to be
attacked. During movement the query binds only units that have moved, since the others may still
help them or go; at the end of movement it binds all units; in the combat phase, those that have not
fought.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from eastfront.program import *
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.sections import procedure, rule, value

from .board import AXIS, FIRST
from .movement import Movement
from .section import Section
from .strength import WORST

STUKA_LEVELS = 3
"""The largest shift of an attack's odds by aircraft, in columns (TRC-15.5a, TRC-15.10b)."""

NO_FLOOR = (1, 0)
"""Odds that every attack has, in the form of `Duties.floor`: the attack factor times 1 is at least
the defence factor times 0."""


class Duties(Section):
    """The section on the duty to attack."""

    yielding = unit_flag("yielding", Life.PHASE, in_play=True)
    kept = unit_flag("kept", Life.PHASE)
    duty_known = variable("duty known", Life.PHASE)
    duty_met = variable("duty met", Life.PHASE, 1)

    # -- 12.1, 12.3: who owes an attack -----------------------------------------------------

    def winners(self, side: int) -> Units:
        """The units of a side that won an automatic victory (an attack during movement that wins
        without a die roll) in this impulse or in the first impulse of the player turn. Such units
        need not attack."""
        return self.overruns.victor.units | self.overruns.spent.units

    @value
    def fighters(self, side: int) -> Units:
        """The units of a side that can still attack in this impulse, without units that won an
        automatic victory. Each of them that is in an enemy zone of control must attack
        (TRC-12.1a)."""
        free = self.winners(side)
        # victors of the first impulse need not attack in the second, if others do (16.3b)
        free = by("TRC-16.3b", free, otherwise=free - self.overruns.spent.units)
        there = self.sea.fit_to_attack(self.troops(side) - free)
        if self.option("D-10"):
            there = there - self.static - self.leaders - self.hqs
        return self.battle.not_fought(there)

    @value
    def owed(self, side: int, winners: Units) -> Hexes:
        """The enemy hexes adjacent to `winners`, units that won an automatic victory in this
        impulse (TRC-16.2d) or in the first (TRC-16.3a): since these units do not fight, other units
        of the side must attack the hexes.

        Enemy hexes recorded as `dared`, next to units that attacked other enemies, must be attacked
        too (TRC-12.3a).
        """
        spent = self.overruns.spent.units
        winners = by("TRC-16.2d", winners, otherwise=winners & spent)
        winners = by("TRC-16.3a", winners, otherwise=winners - spent)
        owed = winners.hexes().adjacent(self.zone_edges) | self.battle.dared.hexes
        # usually there are none
        some = winners.any() | self.battle.dared.hexes.any()
        return (self.strengths.defenders(side).hexes() & owed).when(some)

    @value
    def duty(self, side: int, attackers: Units, held: Units) -> Duty:
        """The duty to attack, as a query for the engine: a side must attack every enemy in whose
        zone of control its units are (TRC-12.3), no unit fights twice (TRC-12.4), and no odds are
        below 1-6. `attackers` are the units that can attack. Those in `held` stay in place and are
        bound by the duty; the others may also abstain from attacks."""
        return Duty(
            attackers=attackers,
            held=held,
            targets=self.strengths.defenders(side).hexes(),
            owed=self.owed(side, self.winners(side)),
            odds=self.floor(),
            strength=self.strengths.strength,
            defence=partial(self.strengths.defence_at_most, side),
            eased=partial(self.strengths.defence_at_least, side),
            eases=self.strengths.easing,
            may=partial(self.strengths.allowed, side),
            edges=self.attack_edges,
            # TRC-8.5.2b: attacks across the Kerch Strait are optional, unit by unit
            binding=by("TRC-8.5.2b", self.zone_edges, otherwise=self.attack_edges),
        )

    def joining(self, side: int, relaxed: Int) -> Duty:
        """The duty to attack in the combat phase, of the units of a side that have not fought yet:
        each of them in an enemy zone of control must take part in an attack (12.3b). If `relaxed`
        is 1, these attacks may be at odds below 1-6."""
        (six, one), (attack, defence) = self.floor(), NO_FLOOR
        odds = (if_else(relaxed, attack, six), if_else(relaxed, defence, one))
        able = self.fighters(side)
        held = by("TRC-12.3b", able)
        return replace(self.duty(side, able, held), odds=odds)

    # -- 12.5: the lowest odds --------------------------------------------------------------

    @rule("TRC-12.5a", otherwise=NO_FLOOR)
    def floor(self) -> tuple[Number, Number]:
        """The lowest odds of an attack, 1-6 (TRC-12.5a).

        The result is a pair: the odds suffice if the attack factor times the first number is at
        least the defence factor times the second. By reading D-21 aircraft that have joined or can
        join raise the first number.
        """
        if not self.option("D-21"):
            return (6, 1)
        # aircraft that have joined the present battle, and those that still could
        axis = if_else(self.strengths.stukas + self.strengths.shift > 0, STUKA_LEVELS, 0)
        russian = smaller(self.strengths.sturmoviks + self.strengths.shift, STUKA_LEVELS)
        levels = if_else(self.game_turn.phase_side == AXIS, axis, russian)
        return (number(6) + levels * self.strengths.flying(), 1)

    def fair(self, allowed: Hexes | Units | Int, text: str) -> Limit:
        """The limit that no attack is made at odds below 1-6 (TRC-12.5a): `allowed` holds the
        permitted hexes or units, or is 1 if the action is permitted, and `text` is the refusal."""
        return only("TRC-12.5a", allowed, text)

    @rule("TRC-12.5a", otherwise=())
    def floor_limits(self, side: int, impulse: int, relaxed: Int) -> list[Limit]:
        """The limit, by reading D-21, that no attack is made at odds below 1-6 while further
        aircraft can join it; an empty list without that reading. If `relaxed` is 1, the limit
        refuses nothing."""
        if not self.option("D-21"):
            return []
        fight = self.strengths
        us, them = fight.at_hand()
        odds = fight.battle_odds(side, fight.attack_strength(), fight.worth(side, us, them))
        fair = if_else(us.any(), odds >= WORST, 1)
        none = fight.air_at_hand(side, impulse) == 0
        return [self.fair(fair | none | relaxed, "the odds are below 1-6 without more aircraft")]

    def told_floor(self, side: int, relaxed: Int) -> Limit:
        """The limit, for explanations, that the present battle is at odds of 1-6 or better
        (TRC-12.5a), unless `relaxed` is 1. By reading D-21 the aircraft of the battle count."""
        fight = self.strengths
        attack, worth = fight.attack_strength(), fight.worth(side, *fight.at_hand())
        least, times = self.floor()
        fair = attack * least >= worth * times
        for limit in self.floor_limits(side, FIRST, relaxed):
            if isinstance(limit.allows, Int):
                fair = fair & (limit.allows | (self.game_turn.impulse != FIRST))
        return self.fair(fair | relaxed, "the odds are below 1-6")

    # -- 12.5, 16.3: while units move -------------------------------------------------------

    @Movement.stale.after()
    def stale(self) -> None:
        """Records that the duty to attack must be evaluated again, after a move that may have
        changed whether the duty can be met."""
        assign(self.duty_known, 0)

    def look(self, side: int, impulse: int) -> None:
        """Evaluates whether movement may end, and records the answer, if a move since the last
        evaluation may have changed it. Movement must go on while a unit that moved has no legal
        attack, but units that can still move could help it to one (TRC-12.5b). It must also go on
        while such units could attack enemies next to units that won an automatic victory, which
        nobody can attack yet (TRC-16.3a)."""
        with when(self.duty_known == 0):
            self.look_at_duty(side, impulse)

    @Movement.moved_from.after()
    def moved_from(self, side: int, impulse: int, start: Int, unit: Int) -> None:
        """Keeps, after a ground move, the recorded answer that movement may end, if the move began
        and ended outside enemy zones of control. In all other cases discards the record, so that
        the duty to attack is evaluated again (TRC-12.5b)."""
        zone = self.zones.zone[1 - side]
        quiet = ~zone.contains(start) & ~zone.contains(place_of(unit)) & (self.duty_met == 1)
        assign(self.duty_known, quiet)

    @procedure("{side} duty, impulse {impulse}")
    def look_at_duty(self, side: int, impulse: int) -> None:
        """Records whether movement may end now. Movement must go on while a unit that moved next to
        enemies has no legal attack, but units that can still move could help it to one (TRC-12.5b).
        It must also go on while such units could attack enemies next to units that won an automatic
        victory, which nobody can attack yet (TRC-16.3a)."""
        assign(self.duty_known, 1)
        assign(self.duty_met, 1)
        able, came = self.fighters(side), self.entered_now.units
        beside = (able & came).inside(self.zones.zone[1 - side])
        with when(beside.any() | self.owed(side, self.winners(side)).any()):
            now = self.duty(side, able, came)
            later = replace(now, spots=partial(self.could_go, side, impulse))
            assign(self.duty_met, now.met() | ~later.met())

    def could_go(self, side: int, impulse: int, unit: Int) -> Hexes:
        """The hexes that a unit that has not moved yet could still reach by ground."""
        reach = self.movement.ground_reach(side, impulse, unit).hexes()
        return reach.when(self.movement.movable(side, impulse).contains(unit))

    def duty_limit(self) -> Limit:
        """The limit that movement does not end while a unit that moved has no attack at odds of 1-6
        or better, but other units can still help it to one by joining its attack (TRC-12.5b)."""
        return only(
            "TRC-12.5b",
            self.duty_met == 1,
            "a unit that moved has no legal attack at 1-6 or better, and others can still join it",
        )

    # -- 12.5, 16.3: when nobody moves any more ---------------------------------------------

    @procedure("{side} surrender")
    def surrenders(self, side: int) -> None:
        """Makes units without a legal attack surrender, after all movement of the impulse and
        before any combat (TRC-12.5d)."""
        self._winners_forfeit(side)
        self._give_way(side)

    @rule("TRC-12.5c")
    def _give_way(self, side: int) -> None:
        """Makes the owner name units that surrender, as few as necessary, until his other units can
        attack all enemies that they must, at odds of 1-6 or better (TRC-12.5c)."""
        able, came, given = self.fighters(side), self.entered_now.units, self.yielding.units
        rest = able - given
        # usually the duty is met, and the combat phase evaluates the same query
        with when(~self.duty(side, able, able).met()):
            with until(self.duty(side, rest, rest).met()):
                # units that moved by choice surrender only if nothing else suffices (reading D-20)
                held = local(self.duty(side, able, came).met())
                stay = if_else(held, came, no_units())
                with decide("surrender", side, "TRC-12.5c") as d:
                    who = self.duty(side, able, stay).give_way(given)
                    with d.unit("surrender", who) as unit:
                        mark(self.yielding, one_unit(unit), "TRC-12.5c")
            # after all movement and ahead of every combat (12.5d)
            self.surrender(given, "TRC-12.5d")
            self.zones.settle()

    @rule("TRC-16.3c")
    def _winners_forfeit(self, side: int) -> None:
        """Makes units that won an automatic victory surrender, after movement and before combat, if
        no other units of their side can attack the enemies adjacent to them (TRC-16.3c)."""
        winners = self.winners(side)
        with when(self.owed(side, winners).any()):
            alone = local(~self._could_attack(side, winners))
            with when(alone):
                with each(winners) as unit:
                    mark(self.kept, one_unit(unit))
                    with when(~self._could_attack(side, self.kept.units)):
                        clear(self.kept, one_unit(unit))
                self.surrender(winners - self.kept.units, "TRC-16.3c")
                clear(self.kept)
                self.zones.settle()

    def _could_attack(self, side: int, winners: Units) -> Int:
        """Says whether other units of a side can attack, at odds of 1-6 or better, all enemies
        adjacent to `winners`, units that won an automatic victory."""
        owed = self.owed(side, winners)
        return replace(self.duty(side, self.fighters(side), no_units()), owed=owed).met()
