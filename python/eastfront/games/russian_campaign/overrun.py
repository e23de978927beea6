"""The Russian Campaign, section 16: automatic victories during movement.

An attack at 10-1 or better wins automatically. The hex flag `ripe` marks the enemy hexes that such
an attack could take at present. After each move the flag is updated near the unit that moved.
"""

from __future__ import annotations

from contextlib import nullcontext

from eastfront.program import *
from eastfront.systems.fields import hex_flag, unit_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, value

from .battle import Battle
from .board import AXIS, FIRST, RUSSIAN
from .movement import Movement
from .section import Section
from .strength import BEST

AUTOMATIC_VICTORY = "TRC-16.1a"
LATE_RUSSIANS = "TRC-16.4a"
"""By the rule `AUTOMATIC_VICTORY` attacks at 10-1 in the movement phase win without a die roll
(16.1a); by `LATE_RUSSIANS` the Russian makes such attacks only from November/December 1942 on
(16.4a)."""


class Overruns(Section):
    """The section on automatic victories."""

    victor = unit_flag("victor", Life.IMPULSE)
    """Units that won an automatic victory this impulse, and so neither move on nor fight in it
    (TRC-16.2a)."""
    spent = unit_flag("spent", Life.PLAYER_TURN)
    """Units that won an automatic victory in the first impulse of this player turn; in the second
    they enter no enemy zone of control and do not attack (TRC-16.2b)."""
    shadow = hex_flag("watched by the dead", Life.IMPULSE)
    """While TRC-9.3.2d is off: the zones of control of units that were lost to an automatic victory
    this impulse."""
    ripe = hex_flag("ripe", Life.PHASE)
    """Enemy hexes that the moving side could take now by an automatic victory."""
    outlook = variable("outlook kept", Life.PHASE)
    """Whether `ripe` is up to date after a unit's move: 1 if the move could change it only near the
    unit, where `gone_from` has updated it; 0 if `look` must update it for all hexes."""

    # -- 16.1: what could be won ------------------------------------------------------------

    def look(self, side: int, impulse: int) -> None:
        """Updates for every enemy hex whether an automatic victory at 10-1 could take the hex
        (TRC-16.1a). After a move that can change this only near the moved unit, `gone_from` has
        updated the hexes there, and no hex is updated here."""
        with when(self.outlook == 0):
            self.look_all_over(side, impulse)
            self.movement.stale()
        assign(self.outlook, 0)

    @procedure("{side} prospects, impulse {impulse}")
    def look_all_over(self, side: int, impulse: int) -> None:
        """Records for every enemy hex whether an automatic victory of the side that moves could
        take the hex."""
        self.ripen(side, impulse, self.strengths.defenders(side).hexes())

    @value
    def victors_to_be(self, side: int) -> Units:
        """The units of a side that can take part in an automatic victory: those that fight, except
        the winners of an earlier one in this player turn. Units in hexes with too many units can
        too (TRC-16.2c)."""
        able = self.sea.fit_to_attack(self.troops(side) - self.duties.winners(side))
        return by(
            "TRC-16.2c",
            able,
            otherwise=lambda: able - self.on_map(side).inside(self.overstacked(side)),
        )

    @value
    def wins_unrolled(self, side: int) -> Int:
        """Says whether a side's attack at odds of 10-1 in a combat phase needs no die roll: True
        from the turn in which the side may win automatically; always False by the option D-23."""
        if self.option("D-23"):
            return number(0)
        return number(1) if self._any_time(side) else self._late()

    @Battle.win_outright.after(AUTOMATIC_VICTORY)
    def win_outright(self) -> None:
        """Counts an attack at odds of 10-1 in a combat phase as an automatic victory too: the
        defenders surrender without a die roll (TRC-16.1a)."""
        applied(AUTOMATIC_VICTORY)

    def ripen(self, side: int, impulse: int, hexes: Hexes) -> None:
        """Updates the flag `ripe` of the enemy hexes `hexes`. The flag is set if all units of the
        side next to the hex together reach odds of 10-1 (TRC-16.1a); for the Russian never before
        November/December 1942 (TRC-16.4a)."""
        with nullcontext() if self.always_wins(side) else when(self._late()):
            clear(self.ripe, hexes)
            # TRC-12.3c: only hexes next to a possible attacker
            contact = hexes & self.victors_to_be(side).hexes().adjacent(self.attack_edges)
            mark(self.ripe, contact.where(lambda h: self._beatable(side, impulse, h)))

    def _beatable(self, side: int, impulse: int, hex_: Int) -> Int:
        """Says whether all units of a side next to an enemy hex together reach odds of 10-1 in an
        attack on that hex (TRC-16.1a), with the shift of aircraft that could join (TRC-16.1c)."""
        able = self.near_all(side, one_hex(hex_))
        attack = self.strengths.might(able, one_hex(hex_))
        worth = self.strengths.defence(side, able, hex_)
        levels = self.strengths.levels(side, able, self.air_for(side, impulse, hex_))
        return able.any() & (attack >= worth * (BEST - levels))

    def no_false_hope(self, side: int, impulse: int, unseen: Hexes) -> Int:
        """Says whether every hex marked `ripe` can really be taken. Hexes in `unseen` are not
        checked, as their flag is not updated yet."""
        hoped = self.ripe.hexes - unseen
        return ~hoped.where(lambda h: ~self._beatable(side, impulse, h)).any()

    @value
    def air_for(self, side: int, impulse: int, hex_: Int) -> Int:
        """The number of columns by which a side's aircraft could still shift the odds of its attack
        on a hex."""
        return self.strengths.air_against(side, impulse, one_hex(hex_), 0)

    def near_all(self, side: int, hexes: Hexes) -> Units:
        """The units of a side that may attack all of `hexes` together: each unit is adjacent to
        every hex (TRC-12.3c), and every hex is in a district open to the unit's army group
        (TRC-3.7)."""
        able = self.victors_to_be(side).inside(hexes.adjacent(self.attack_edges))

        def fits(unit: Int) -> Int:
            beside = one_hex(place_of(unit)).adjacent(self.attack_edges)
            barred = hexes.where(lambda h: ~self.strengths.allowed(side, unit, h)).when(
                self.strengths.opening()
            )
            return ~((hexes - beside) | barred).any()

        return able.where(fits)

    @Movement.gone_from.after()
    def gone_from(self, side: int, impulse: int, start: Int, unit: Int) -> None:
        """Updates, after a unit's move, whether an automatic victory could take the enemy hexes
        next to the hex that the unit left or to the hex that it entered (TRC-16.1a).

        Records whether all other enemy hexes must be updated too. They must if the unit is an Axis
        headquarters (TRC-15.2a), Stavka (TRC-15.8a) or Stalin, since aircraft come nearer with the
        unit. They must also in turns in which units may lack combat supply, since a city affects
        that supply two hexes away (TRC-17.3.3b).
        """
        end, there = place_of(unit), self.strengths.defenders(side).hexes()
        around = (one_hex(start) | one_hex(end)).adjacent(self.attack_edges)
        beside = there.adjacent(self.attack_edges)
        with when(beside.contains(start) | beside.contains(end)):
            self.ripen(side, impulse, around & there)
        bases = self.german_hqs if side == AXIS else self.stavka | self.stalin
        assign(self.outlook, ~bases.contains(unit) & ~self.supply.cold().any())

    @Movement.still_hoped.then()
    def still_hoped(self, hoped: Int, side: int, impulse: int, start: Int, unit: Int) -> Int:
        """Says whether each enemy hex with the flag `ripe`, which an automatic victory could take
        before a unit moved from the hex `start`, can be taken by one after the move too. Hexes next
        to `start` and to the unit's present hex are left out, since the flag is updated
        there. The answer is always 1 if the unit is a headquarters or leader that brings aircraft
        nearer. It replaces `hoped`, the answer without this section."""
        around = one_hex(start) | one_hex(place_of(unit))
        bases = self.german_hqs if side == AXIS else self.stavka | self.stalin
        seen = self.no_false_hope(side, impulse, around.adjacent(self.attack_edges))
        return bases.contains(unit) | seen

    # -- 16.1, 16.2: the attack -------------------------------------------------------------

    @rule(AUTOMATIC_VICTORY)
    def offer_overrun(self, d: Decision, side: int, impulse: int) -> None:
        """Offers a side, in its movement phase, to attack each enemy hex that it can take now at
        odds of 10-1 or better: the defenders surrender at once, without a die roll (TRC-16.1a)."""
        with d.hex("overrun", self.ripe.hexes, *self.overrun_limits(side)) as target:
            self.strengths.attack(one_hex(target))
            self.overrun(side, impulse, target)

    @value
    def overrun_limits(self, side: int) -> list[Limit]:
        """The limits on a side's automatic victories: the Russian wins none before the
        November/December 1942 turn (TRC-16.4a)."""
        if side == AXIS:
            return []
        text = "Russians win no automatic victories before November 1942"
        return [only(LATE_RUSSIANS, self.winnable(side), text)]

    @value
    def winnable(self, side: int) -> Hexes:
        """The enemy hexes against which a side meets every requirement of an automatic victory now;
        options add further hexes."""
        return self.ripe_for(side)

    @value
    def ripe_for(self, side: int) -> Hexes:
        """The enemy hexes that a side may take now by automatic victory, at odds of 10-1: those
        marked `ripe`; for the Russian none before November/December 1942 (TRC-16.4a)."""
        return self.ripe.hexes if self._any_time(side) else self.ripe.hexes.when(self._late())

    def _possible(self, side: int, impulse: int, us: Units, last: Number, them: Hexes) -> Int:
        """Says whether the attackers `us` chosen so far can still reach odds of 10-1 against the
        hexes `them`, together with all units that may still be chosen: units with a number above
        `last`, the number of the last unit chosen."""
        able, fight = us | self.near_all(side, them).where(lambda u: u > last), self.strengths
        levels = fight.levels(side, able, fight.shift + fight.air_at_hand(side, impulse))
        worth = fight.worth(side, able, them)
        return able.any() & (fight.might(able, them) >= worth * (BEST - levels))

    @procedure("{side} automatic victory, impulse {impulse}")
    def overrun(self, side: int, impulse: int, target: Int) -> None:
        """Plays an automatic victory of a side, beginning with the hex `target` (TRC-16.1). The
        player chooses further hexes in the order of the hexes' numbers, then attackers in the order
        of the units' numbers, and aircraft. At odds of 10-1 the defenders surrender."""
        fight = self.strengths
        us, them = fight.at_hand()
        last = local(-1)
        with loop():
            with decide("automatic victory", side, AUTOMATIC_VICTORY) as d:
                more = self.winnable(side).where(
                    lambda h: (
                        (h > target) & self._possible(side, impulse, us, last, them | one_hex(h))
                    )
                )
                with d.hex("with", more.when(~us.any())) as other:
                    fight.attack(one_hex(other))
                    assign(target, other)
                later = self.near_all(side, them).where(lambda u: u > last)
                enough = later.where(
                    lambda u: self._possible(side, impulse, us | one_unit(u), u, them)
                )
                text = "10-1 could not be reached with it and the units after it"
                with d.unit("join", later, only(AUTOMATIC_VICTORY, enough, text)) as unit:
                    fight.engage(one_unit(unit))
                    assign(last, unit)
                fight.offer_air(d, side, impulse)
                levels = fight.levels(side, us, fight.shift)
                won = fight.might(us, them) >= fight.worth(side, us, them) * (BEST - levels)
                limits = [
                    only(AUTOMATIC_VICTORY, won, "the odds are below 10-1"),
                    *self.strike_limits(side),
                ]
                with d.option("strike", us.any(), *limits):
                    break_()
        note("automatic victory", them.first(), us.sum(fight.strength), side)
        mark(self.victor, us, "TRC-16.2a")
        self._remember(side, impulse)
        clear(self.ripe, them)
        self.surrender(fight.defenders(side).inside(them), AUTOMATIC_VICTORY)
        over(Life.BATTLE)
        self.zones.settle()

    def victor_limit(self) -> Limit:
        """The limit that a unit that took part in an automatic victory moves no farther in the
        impulse (TRC-16.2a)."""
        return only("TRC-16.2a", all_units() - self.victor.units, "it has won an automatic victory")

    @value
    def strike_limits(self, side: int) -> list[Limit]:
        """The limits that optional rules put on the attackers of an automatic victory, each with
        what it allows and its refusal; empty without such rules."""
        return []

    @law("TRC-16.2a", "units with an automatic victory fight no battle")
    def victors_do_not_fight(self) -> Int:
        """Says whether no unit that won automatically in this impulse has fought a battle in it
        (16.2a)."""
        return ~(self.victor.units & self.battle.fought.units).any()

    @law(AUTOMATIC_VICTORY, "only enemies of the moving side can be lost to an automatic victory")
    def only_enemies_are_ripe(self) -> Int:
        """Says whether only hexes with enemies of the moving side are marked as open to an
        automatic victory at 10-1 (16.1a)."""
        axis_moves = self.game_turn.phase_side == AXIS
        enemies = if_else(axis_moves, self.on_map(RUSSIAN).hexes(), self.on_map(AXIS).hexes())
        return ~(self.ripe.hexes - enemies).any()

    def _remember(self, side: int, impulse: int) -> None:
        """Cancels the effects of the zones of control of enemies that an automatic victory removes:
        in a first impulse units held in such a zone may move (TRC-8.3d), and rail moves may pass
        through the zone (TRC-9.3.2d)."""
        if impulse == FIRST:
            self._free_the_pinned(side)
        self._open_the_track()

    def _keep_pinned(self, side: int) -> None:
        hostile = self.zones.hostile[side]
        shut = hostile - (self.land - hostile).adjacent(self.ground)
        self.pin(self.on_map(side).inside(shut))

    @rule("TRC-8.3d", otherwise=_keep_pinned)
    def _free_the_pinned(self, side: int) -> None:
        """Frees, in the first impulse, the units held in the zone of control of an enemy that an
        automatic victory removed: they may move (TRC-8.3d)."""

    def _keep_watched(self) -> None:
        here = self.strengths.beset.hexes
        mark(self.shadow, here | here.adjacent(self.zone_edges))

    @rule("TRC-9.3.2d", otherwise=_keep_watched)
    def _open_the_track(self) -> None:
        """Opens to rail movement the hexes that were in the zone of control of units removed by an
        automatic victory (TRC-9.3.2d)."""

    @rule("TRC-9.3.2d", otherwise=lambda self: self.shadow.hexes)
    def still_watched(self) -> Hexes:
        """The hexes that enemies removed by an automatic victory in this impulse still close to
        rail movement: none, since their zones of control have ended (TRC-9.3.2d)."""
        return no_hexes()

    @Battle.end_combat.after("TRC-16.2b")
    def end_combat(self, side: int) -> None:
        """Keeps units that won automatically in the first impulse from entering enemy zones of
        control and from attacking in the second (TRC-16.2b)."""
        mark(self.spent, self.victor.units, "TRC-16.2b")

    # -- 16.4: no Russians before November 1942 ---------------------------------------------

    def _any_time(self, side: int) -> bool:
        """Says whether a side may win automatically in every turn: the Axis may, the Russian only
        from November/December 1942 on (TRC-16.4a)."""
        return side == AXIS or self._russians_any_time()

    @rule(LATE_RUSSIANS, otherwise=True)
    def _russians_any_time(self) -> bool:
        """Says whether the Russian may win automatically before November/December 1942: False
        (TRC-16.4a)."""
        return False

    def _late(self) -> Int:
        """Says whether the November/December 1942 turn has come, from which the Russian may win
        automatically (TRC-16.4a)."""
        return self.from_turn(1942, "nov")

    @value
    def always_wins(self, side: int) -> bool:
        """Says whether a side may win automatically in every turn of the game, at least against
        some hexes; if not, only from November/December 1942 on. True for the Axis; optional rules
        may make it true for the Russian."""
        return self._any_time(side)
