"""The Russian Campaign, sections 12 and 13: the combat phase and its battles.

Battles are not declared in advance: each battle chosen must leave every other unit a way to meet
its duty to attack (D-18). A battle is composed, odds are announced, the die is rolled, and losses
and retreats follow.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import hex_flag, unit_flag, variable
from eastfront.systems.sections import procedure, rule, step, value

from .board import A1, AE, AR, CONTACT, D1, DE, DR, DS, EX
from .section import Section
from .strength import BEST, WORST

DEFENDER, ALL_DEFENDERS = "TRC-13.3i", "TRC-13.3j"
"""The rules by which one defender, or all of them, are lost."""


class Battle(Section):
    """The combat phase."""

    defending = unit_flag("defending", Life.BATTLE)
    odds = variable("odds", Life.GAME_TURN, 1, limits=(-999, 9999))
    announced_odds = variable("announced odds", Life.GAME_TURN, 1, limits=(-999, 9999))
    result = variable("result", Life.GAME_TURN, -1, limits=(-1, 8))
    attack_total = variable("attack total", Life.GAME_TURN, most=9999)
    relaxed = variable("duty relaxed", Life.PHASE)
    """Whether the duty can no longer be met, so that odds below 1-6 are permitted (TRC-12.5)."""
    defence_total = variable("defence total", Life.GAME_TURN, most=9999)
    fought = unit_flag("fought", Life.IMPULSE)
    attacked = unit_flag("attacked", Life.IMPULSE)
    dared = hex_flag("dared", Life.PHASE)
    """Enemies adjacent to units that attacked others, if no remaining unit must attack them
    (TRC-12.3a)."""
    frozen = variable("control frozen", Life.PHASE)
    """Whether the losses of an exchange are being taken (TRC-13.3g)."""

    # -- 12.1 to 12.3: the phase ------------------------------------------------------------

    @value
    def daring(self, side: int) -> Units:
        """TRC-12.3a: the attackers; all enemies adjacent to them must also be attacked."""
        return self.strengths.engaged.units

    @value
    def bound_targets(self, side: int) -> Hexes:
        """TRC-12.3a: the enemy hexes that must still be attacked."""
        owed = self.duties.owed(side, self.duties.winners(side))
        return by("TRC-12.3a", self.bound_beside(side)) | owed

    @value
    def bound_beside(self, side: int) -> Hexes:
        """The enemy hexes that must be attacked because of adjacent units."""
        return self._beside(side, self.zone_edges)

    def open_targets(self, side: int) -> Hexes:
        """The enemy hexes that can still be attacked, across the strait too."""
        return self._beside(side, self.attack_edges)

    def _beside(self, side: int, edges: EdgeMask) -> Hexes:
        near = self.duties.fighters(side).hexes().adjacent(edges)
        return self.strengths.defenders(side).hexes() & near

    @procedure("{side} combat phase, impulse {impulse}")
    def fight(self, side: int, impulse: int) -> None:
        """Plays the combat phase: battles one after another (TRC-12.1c), until every unit in an
        enemy zone of control has attacked (TRC-12.1a)."""
        with loop():
            bound = self.bound_targets(side)
            with when(~self.open_targets(side).any()):
                break_()
            # TRC-12.5: if supply was lost since movement, odds below 1-6 are permitted
            assign(self.relaxed, ~self.duties.joining(side, number(0)).met())
            duty = self.duties.joining(side, self.relaxed)
            fair = duty.wideners(no_units(), no_hexes())
            with decide("battle", side, "TRC-12.1a") as d:
                d.holds(duty.met())
                with d.hex(
                    "attack",
                    self.open_targets(side),
                    self.duties.fair(fair, "the others could not all attack at 1-6 or more"),
                ) as target:
                    self.strengths.attack(one_hex(target))
                    self._gather(side, impulse)
                    self.resolve(side)
                self._stay_ashore(d, side, impulse)
                with d.option(
                    "end-combat",
                    1,
                    only("TRC-12.1a", ~bound.any(), "units in enemy zones of control must attack"),
                    passes=True,
                ):
                    break_()
        self.end_combat(side)
        over(Life.PHASE)

    @rule("TRC-10.1c", otherwise=lambda self, *offer: self.sea.offer_sea(*offer))
    def _stay_ashore(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-10.1c: no sea movement in a combat phase."""

    def within_reach(self, us: Units, them: Hexes) -> Int:
        """TRC-12.3c: whether all attackers are adjacent to a defending hex, or in one."""
        return ~(us - us.inside(them | them.adjacent(self.attack_edges))).any()

    def told_limits(self, side: int) -> list[Limit]:
        """The limits on the present battle, planned or in play, for explanations."""
        us, them = self.strengths.at_hand()
        there = self.strengths.defenders(side).hexes()

        def beside_all(unit: Int) -> Int:
            return ~(them - one_hex(place_of(unit)).adjacent(self.attack_edges)).any()

        able = us & self.duties.fighters(side)
        return [
            only("TRC-12.4a", ~(them - there).any(), "nobody is there who may still be attacked"),
            only("TRC-12.1a", able, "it does not fight, or not any more"),
            only("TRC-12.3c", us.where(beside_all), "it is not next to every defender"),
            self.strengths.group_limit(side),
            self.duties.told_floor(side, self.relaxed),
        ]

    def attackable(self, side: int) -> Int:
        """TRC-3.7: whether some unit may attack each enemy that must still be attacked."""
        able = self.duties.fighters(side)

        def spared(hex_: Int) -> Int:
            near = able.inside(one_hex(hex_).adjacent(self.attack_edges))
            return ~near.where(lambda unit: self.strengths.allowed(side, unit, hex_)).any()

        return ~self.bound_targets(side).where(spared).any()

    @step
    def end_combat(self, side: int) -> None:
        """Marks the point for rules at the end of a combat phase."""

    def _gather(self, side: int, impulse: int) -> None:
        """TRC-12.2a, TRC-12.3c: the attacker chooses units, further target hexes and aircraft."""
        ready = local(0)
        with loop():
            us, them = self.strengths.at_hand()
            duty = self.duties.joining(side, self.relaxed)
            near = self.duties.fighters(side) - us
            with decide("forces", side, "TRC-12.3c") as d:
                d.holds(duty.met(), self.within_reach(us, them))
                with d.unit(
                    "join",
                    near.inside(them.adjacent(self.attack_edges)).distinct(),
                    only(
                        "TRC-12.3c",
                        duty.joiners(us, them),
                        "it is not next to every defender, or others would have no legal attack",
                    ),
                ) as unit:
                    self.strengths.engage(one_unit(unit))
                with d.hex(
                    "with",
                    self.open_targets(side) - them,
                    only(
                        "TRC-12.3c",
                        duty.wideners(us, them),
                        "not every attacker is next to it, or others would have no legal attack",
                    ),
                ) as target:
                    self.strengths.attack(one_hex(target))
                self.strengths.offer_air(d, side, impulse)
                closed = duty.met_with(us, them, 1)
                apart = ~near.inside(us.hexes()).any()
                whole = by("TRC-12.2a", us.any(), otherwise=us.any() & apart)
                with d.option(
                    "fight",
                    whole,
                    self.duties.fair(closed, "below 1-6, or others could not all attack"),
                    *self.duties.floor_limits(side, impulse, self.relaxed),
                ):
                    assign(ready, 1)
            with when(ready):
                break_()

    # -- 12.4: once an impulse --------------------------------------------------------------

    def not_attacked(self, units: Units) -> Units:
        """TRC-12.4a: no unit is attacked twice in an impulse."""
        return units - by("TRC-12.4a", self.attacked.units)

    def not_fought(self, units: Units) -> Units:
        """TRC-12.4a, TRC-12.2b: no unit attacks twice in an impulse."""
        return units - by("TRC-12.2b", by("TRC-12.4a", self.fought.units))

    def has_fled(self, unit: Int) -> None:
        """Reading D-35: a unit that has retreated may be attacked again."""
        if self.option("D-35"):
            clear(self.attacked, one_unit(unit))

    def defend(self, units: Units, rule: str = "") -> None:
        """Units are attacked in the present battle."""
        mark(self.defending, units, rule)
        mark(self.attacked, self.defending.units, "TRC-12.4a")

    def commit(self, side: int) -> Int:
        """Computes the battle, which begins, and returns the best odds that can be announced."""
        us, them = self.strengths.at_hand()
        clear(self.dared, them)
        self.reckon(side)
        self.defend(self.strengths.defenders(side).inside(them))
        mark(self.fought, us, "TRC-12.4a")
        most = local(self.best_announced(side, self.odds))
        assign(self.announced_odds, most)
        return most

    # -- 13.1: the odds ---------------------------------------------------------------------

    def ratio(self, attack: Int, defence: Int) -> Int:
        """TRC-13.1a: the odds as one number, fractions rounded in the defender's favor."""
        worse = by("TRC-13.1a", defence.divided_up(attack), otherwise=defence // attack)
        return if_else(attack >= defence, attack // defence, 0 - worse)

    @step
    def reckon(self, side: int) -> None:
        """TRC-13.1a: the odds of the present battle."""
        assign(self.attack_total, self.strengths.attack_strength())
        assign(self.defence_total, self.strengths.worth(side, *self.strengths.at_hand()))
        odds = self.strengths.battle_odds(side, self.attack_total, self.defence_total)
        # D-22: a battle that has fallen below 1-6 since movement is fought at 1-6
        assign(self.odds, larger(odds, WORST), "TRC-13.1a")

    def best_announced(self, side: int, odds: Int) -> Int:
        """TRC-16.1a: the best odds that can be announced, given the computed odds."""
        rolled = (odds >= BEST) & ~self.overruns.wins_unrolled(side)
        return if_else(rolled, BEST - 1, odds)

    @procedure("{side} battle")
    def resolve(self, side: int) -> None:
        """Plays a battle: odds are announced, the die is rolled, and the result follows."""
        most = self.commit(side)
        beside = self.daring(side).hexes().adjacent(self.zone_edges) - self.bound_beside(side)
        mark(self.dared, beside & self.strengths.defenders(side).hexes(), "TRC-12.3a")
        self._announce(side, most)
        self.conclude(side)

    @rule("TRC-13.1b")
    def _announce(self, side: int, most: Int) -> None:
        """Offers the attacker to fight at any lower odds, announced before the die roll
        (TRC-13.1b)."""
        with when(most > WORST), decide("odds", side, "TRC-13.1b") as d:
            d.holds(self.within_reach(*self.strengths.at_hand()))
            with d.number("odds", WORST, BEST, mask=self.strengths.announced(most)) as odds:
                assign(self.announced_odds, odds, "TRC-13.1b")

    # -- 13.2, 13.3: results and losses -----------------------------------------------------

    def conclude(self, side: int) -> None:
        """After the odds are announced, the die is rolled and the result applied."""
        with either(self.announced_odds >= BEST) as otherwise:
            self.win_outright()
            otherwise()
            die = roll("combat", "TRC-13.2a")
            assign(self.result, self.strengths.combat_result(self.announced_odds, die), "TRC-13.2a")
        note(
            "battle",
            self.strengths.beset.hexes.first(),
            self.attack_total,
            self.defence_total,
            self.odds,
            self.announced_odds,
            self.result,
            side,
        )
        self.apply_result(side)
        over(Life.BATTLE)
        self.after_battle(side)
        self.zones.settle()

    @step
    def win_outright(self) -> None:
        """At 10-1 or better no die is rolled."""
        assign(self.result, DS)

    @step
    def after_battle(self, side: int) -> None:
        """Marks the point for rules at the end of a battle."""

    @step
    def apply_result(self, side: int) -> None:
        """Applies the result (TRC-13.3)."""
        us, them = self.strengths.engaged.units, self.defending.units
        with when(self.result == AE):
            self.eliminate(us, "TRC-13.3a")
        with when(self.result == A1):
            self.take_loss(side, 1)
        back = self.result == A1
        back = by("TRC-13.3d", back, otherwise=back | (self.result == CONTACT))
        with when(back | by("TRC-13.3c", self.result == AR)):
            self.drive_back(side, side, us, 1)
        with when(self.result == EX):
            # TRC-13.3g: control is updated after the whole exchange
            assign(self.frozen, 1, "TRC-13.3g")
            self._exchange(side)
            self._survivors_retreat(side, them)
            assign(self.frozen, 0)
        with when(self.result == D1):
            self.take_loss(1 - side, 0)
        with when((self.result == D1) | by("TRC-13.3h", self.result == DR)):
            self.drive_back(side, 1 - side, them, 0)
        with when(self.result == DE):
            self.destroy(side, them)
        with when(self.result == DS):
            self.surrender(them, "TRC-13.3k")

    @rule("TRC-13.3e")
    def _exchange(self, side: int) -> None:
        """Makes the attacker lose one unit of his choice, and then the defender one of his
        (TRC-13.3e)."""
        self.take_loss(side, 1)
        self.take_loss(1 - side, 0)

    @rule("TRC-13.3f")
    def _survivors_retreat(self, side: int, them: Units) -> None:
        """Retreats the defenders who survive an exchange, one or two hexes (TRC-13.3f)."""
        self.drive_back(side, 1 - side, them, 1)

    @procedure("{side} loss")
    def take_loss(self, side: int, attacking: Number) -> None:
        """TRC-13.3b, TRC-13.3e, TRC-13.3i: one unit is lost, of its owner's choice."""
        with either(attacking) as otherwise:
            self.choose_loss(side, self.strengths.engaged.units, "TRC-13.3b")
            otherwise()
            self.choose_loss(side, self.defending.units, DEFENDER)

    @step
    def choose_loss(self, side: int, units: Units, rule: str) -> None:
        """The owner chooses one of some units to lose."""
        there = units & self.on_map(side)
        with when(there.any()), choose("loss", side, rule, "lose", there) as unit:
            self.lose(side, unit, rule)
            self.zones.settle_after_loss()

    @step
    def lose(self, side: int, unit: Int, rule: str) -> None:
        """A unit is lost by a result."""
        self.eliminate(one_unit(unit), rule)

    @step
    def destroy(self, attacker: int, units: Units) -> None:
        """Eliminates all defenders (TRC-13.3j)."""
        self.eliminate(units, ALL_DEFENDERS)

    @step
    def drive_back(self, attacker: int, side: int, units: Units, shorter: Number) -> None:
        """Retreats units by a result (TRC-13.3), except those that stand (TRC-14.2)."""
        self.retreats.call(units & self.on_map(side))
        self.retreats.let_stand(attacker, side)
        self.retreats.go(attacker, side, shorter)
