"""The Russian Campaign, sections 12 and 13: the combat phase and its battles.

Battles are not declared in advance: each battle chosen must leave every other unit a way to meet
its duty to attack (reading D-18). A battle is composed, odds are announced, the die is rolled, and
losses and retreats follow.
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
"""The rules on the loss of one defender, of his owner's choice (D1, 13.3i), and of all defenders
(DE, 13.3j)."""


class Battle(Section):
    """The section on the combat phase of an impulse, battle by battle."""

    defending = unit_flag("defending", Life.BATTLE)
    odds = variable("odds", Life.GAME_TURN, 1, limits=(-999, 9999))
    announced_odds = variable("announced odds", Life.GAME_TURN, 1, limits=(-999, 9999))
    result = variable("result", Life.GAME_TURN, -1, limits=(-1, 8))
    attack_total = variable("attack total", Life.GAME_TURN, most=9999)
    relaxed = variable("duty relaxed", Life.PHASE)
    """Whether the duty to attack can no longer be met, so that odds below 1-6 are permitted
    (TRC-12.5)."""
    defence_total = variable("defence total", Life.GAME_TURN, most=9999)
    fought = unit_flag("fought", Life.IMPULSE)
    attacked = unit_flag("attacked", Life.IMPULSE)
    dared = hex_flag("dared", Life.PHASE)
    """Enemy hexes that must still be attacked in this phase (TRC-12.3a), though no unit beside them
    is left to do so: units next to such a hex have attacked another hex, and when they did, no
    other unit next to it could still attack."""
    frozen = variable("control frozen", Life.PHASE)
    """1 while the losses of an exchange are taken, when control does not change (TRC-13.3g)."""

    # -- 12.1 to 12.3: the phase ------------------------------------------------------------

    @value
    def daring(self, side: int) -> Units:
        """The attackers of the present battle that bind their side to attack every enemy unit in
        whose zone of control they are (TRC-12.3a): all attackers, unless an option leaves some
        out."""
        return self.strengths.engaged.units

    @value
    def bound_targets(self, side: int) -> Hexes:
        """The enemy hexes that a side must still attack: those with a unit of the side in their
        zones of control (TRC-12.3a), and those next to a unit that won automatically."""
        owed = self.duties.owed(side, self.duties.winners(side))
        return by("TRC-12.3a", self.bound_beside(side)) | owed

    @value
    def bound_beside(self, side: int) -> Hexes:
        """The enemy hexes that a side must attack because a unit of the side that can still attack
        is in their zones of control."""
        return self._beside(side, self.zone_edges)

    def open_targets(self, side: int) -> Hexes:
        """The enemy hexes that a side can still attack, also across the Kerch Strait, where no
        attack is compulsory."""
        return self._beside(side, self.attack_edges)

    def _beside(self, side: int, edges: EdgeMask) -> Hexes:
        near = self.duties.fighters(side).hexes().adjacent(edges)
        return self.strengths.defenders(side).hexes() & near

    @procedure("{side} combat phase, impulse {impulse}")
    def fight(self, side: int, impulse: int) -> None:
        """Plays the combat phase: battles one after another (TRC-12.1c), in the order that the
        attacker chooses, until each of his units in an enemy zone of control has attacked
        (TRC-12.1a)."""
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
                    self.duties.fair(fair, "the other units could not all attack at 1-6 or better"),
                ) as target:
                    self.strengths.attack(one_hex(target))
                    self._gather(side, impulse)
                    self.resolve(side)
                self._stay_ashore(d, side, impulse)
                # not before every unit in an enemy zone of control has attacked (12.1a)
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
        """Offers no sea movement in the combat phase: sea moves happen in movement phases alone
        (TRC-10.1c)."""

    def within_reach(self, us: Units, them: Hexes) -> Int:
        """Says whether every attacker `us` is in or adjacent to one of the attacked hexes `them`
        (TRC-12.3c)."""
        return ~(us - us.inside(them | them.adjacent(self.attack_edges))).any()

    def told_limits(self, side: int) -> list[Limit]:
        """The limits on the present battle, or on one that a question assumes, by which
        explanations say why it may not be fought. No unit defends twice (12.4a), only units that
        can still attack take part (12.1a), and each attacker is next to every defender (12.3c).
        Army groups keep to their districts (3.7), and the odds are not below 1-6 (12.5a)."""
        us, them = self.strengths.at_hand()
        there = self.strengths.defenders(side).hexes()

        def beside_all(unit: Int) -> Int:
            return ~(them - one_hex(place_of(unit)).adjacent(self.attack_edges)).any()

        able = us & self.duties.fighters(side)
        # units that must attack (12.1a), each next to every defender (12.3c)
        return [
            only("TRC-12.4a", ~(them - there).any(), "no unit there may still be attacked"),
            only("TRC-12.1a", able, "it may not attack, or not any more in this phase"),
            only("TRC-12.3c", us.where(beside_all), "it is not next to every defender"),
            self.strengths.group_limit(side),
            self.duties.told_floor(side, self.relaxed),
        ]

    def attackable(self, side: int) -> Int:
        """Says whether each enemy that a side must still attack can be attacked by at least one
        unit whose army group may attack there (TRC-3.7)."""
        able = self.duties.fighters(side)

        def spared(hex_: Int) -> Int:
            near = able.inside(one_hex(hex_).adjacent(self.attack_edges))
            return ~near.where(lambda unit: self.strengths.allowed(side, unit, hex_)).any()

        return ~self.bound_targets(side).where(spared).any()

    @step
    def end_combat(self, side: int) -> None:
        """Marks the end of a combat phase: an empty step, to which other sections add statements
        that record or clear facts about the phase's battles."""

    def _gather(self, side: int, impulse: int) -> None:
        """Makes the attacker compose a battle: units that are each next to every defender
        (TRC-12.3c), one by one, since units of a stack may attack different hexes (TRC-12.2a);
        further hexes; and aircraft."""
        ready = local(0)
        with loop():
            us, them = self.strengths.at_hand()
            duty = self.duties.joining(side, self.relaxed)
            near = self.duties.fighters(side) - us
            with decide("forces", side, "TRC-12.3c") as d:
                d.holds(duty.met(), self.within_reach(us, them))
                # every attacker is next to every defender of the battle (12.3c)
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
                # units of one stack may attack different hexes (12.2a)
                whole = by("TRC-12.2a", us.any(), otherwise=us.any() & apart)
                with d.option(
                    "fight",
                    whole,
                    self.duties.fair(
                        closed, "the odds are below 1-6, or other units could not all attack"
                    ),
                    *self.duties.floor_limits(side, impulse, self.relaxed),
                ):
                    assign(ready, 1)
            with when(ready):
                break_()

    # -- 12.4: once an impulse --------------------------------------------------------------

    def not_attacked(self, units: Units) -> Units:
        """The units among `units` that no battle of this impulse has attacked: no unit defends
        twice (TRC-12.4a)."""
        return units - by("TRC-12.4a", self.attacked.units)

    def not_fought(self, units: Units) -> Units:
        """The units among `units` that have not attacked in this impulse: no unit attacks twice
        (TRC-12.4a), so none splits its combat factor between battles (TRC-12.2b)."""
        return units - by("TRC-12.2b", by("TRC-12.4a", self.fought.units))

    def has_fled(self, unit: Int) -> None:
        """Lets a unit that has retreated be attacked again in this impulse, by reading D-35; has no
        effect without that reading."""
        if self.option("D-35"):
            clear(self.attacked, one_unit(unit))

    def defend(self, units: Units, rule: str = "") -> None:
        """Marks units as the defenders of the present battle, by the rule with the id `rule` (empty
        for no rule), and as attacked in this impulse (12.4a)."""
        mark(self.defending, units, rule)
        mark(self.attacked, self.defending.units, "TRC-12.4a")

    def commit(self, side: int) -> Int:
        """Begins the battle that has been composed: computes totals and odds, and records who
        fights (12.4a). Returns the best odds that the attacker can announce, as one number (see
        `ratio`)."""
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
        """The odds of two totals as one number, fractions rounded in the defender's favor
        (TRC-13.1a): 19 against 10 is 1 (1-1), 4 against 9 is -3 (1-3)."""
        worse = by("TRC-13.1a", defence.divided_up(attack), otherwise=defence // attack)
        return if_else(attack >= defence, attack // defence, 0 - worse)

    @step
    def reckon(self, side: int) -> None:
        """Computes the totals of the present battle, and the odds: attack against defence, rounded
        in the defender's favor (TRC-13.1a)."""
        assign(self.attack_total, self.strengths.attack_strength())
        assign(self.defence_total, self.strengths.worth(side, *self.strengths.at_hand()))
        odds = self.strengths.battle_odds(side, self.attack_total, self.defence_total)
        # D-22: a battle that has fallen below 1-6 since movement is fought at 1-6
        assign(self.odds, larger(odds, WORST), "TRC-13.1a")

    def best_announced(self, side: int, odds: Int) -> Int:
        """The best odds that the attacker can announce, given the odds of the battle. At odds of
        10-1 or better the attacker wins without a die roll, as in an automatic victory (TRC-16.1a).
        A side to which automatic victory is not yet open rolls in the 9-1 column instead."""
        rolled = (odds >= BEST) & ~self.overruns.wins_unrolled(side)
        return if_else(rolled, BEST - 1, odds)

    @procedure("{side} battle")
    def resolve(self, side: int) -> None:
        """Plays a battle that has been composed: the attacker announces the odds, and the result
        follows. Other enemies next to the attackers must still be attacked in this phase
        (12.3a)."""
        most = self.commit(side)
        beside = self.daring(side).hexes().adjacent(self.zone_edges) - self.bound_beside(side)
        mark(self.dared, beside & self.strengths.defenders(side).hexes(), "TRC-12.3a")
        self._announce(side, most)
        self.conclude(side)

    @rule("TRC-13.1b")
    def _announce(self, side: int, most: Int) -> None:
        """Makes the attacker announce, before the die roll, the odds at which he fights: `most`,
        the odds of the battle, or worse odds (TRC-13.1b)."""
        with when(most > WORST), decide("odds", side, "TRC-13.1b") as d:
            d.holds(self.within_reach(*self.strengths.at_hand()))
            with d.number("odds", WORST, BEST, mask=self.strengths.announced(most)) as odds:
                assign(self.announced_odds, odds, "TRC-13.1b")

    # -- 13.2, 13.3: results and losses -----------------------------------------------------

    def conclude(self, side: int) -> None:
        """Rolls one die in the column of the announced odds, and applies the result of the table
        (13.2a); at odds of 10-1 no die is rolled."""
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
        """Makes the defenders of a battle at odds of 10-1 or better surrender without a die
        roll."""
        assign(self.result, DS)

    @step
    def after_battle(self, side: int) -> None:
        """Marks the end of a battle, after losses and retreats: an empty step, to which options add
        the battle's further effects."""

    @step
    def apply_result(self, side: int) -> None:
        """Applies the result of a battle (TRC-13.3). AE: all attackers are eliminated. A1: one
        attacker is eliminated, the others retreat. AR: all attackers retreat. C: nothing. EX: each
        side loses one unit. DR: all defenders retreat. D1: one defender is eliminated, the others
        retreat. DE: all defenders are eliminated. DS: all defenders surrender."""
        us, them = self.strengths.engaged.units, self.defending.units
        # all attackers are eliminated (13.3a)
        with when(self.result == AE):
            self.eliminate(us, "TRC-13.3a")
        with when(self.result == A1):
            self.take_loss(side, 1)
        back = self.result == A1
        # contact: no loss and no retreat (13.3d); AR: attackers retreat one or two hexes (13.3c)
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
        # DR: all defenders retreat two hexes, without loss (13.3h)
        with when((self.result == D1) | by("TRC-13.3h", self.result == DR)):
            self.drive_back(side, 1 - side, them, 0)
        with when(self.result == DE):
            self.destroy(side, them)
        # all defenders surrender (13.3k)
        with when(self.result == DS):
            self.surrender(them, "TRC-13.3k")

    @rule("TRC-13.3e")
    def _exchange(self, side: int) -> None:
        """Makes the attacker lose one attacking unit of his choice, and then the defender one
        defending unit of his, whatever the sizes and factors of these units (TRC-13.3e)."""
        self.take_loss(side, 1)
        self.take_loss(1 - side, 0)

    @rule("TRC-13.3f")
    def _survivors_retreat(self, side: int, them: Units) -> None:
        """Retreats the defenders `them` that survive an exchange, one or two hexes; attackers that
        survive stay (TRC-13.3f)."""
        self.drive_back(side, 1 - side, them, 1)

    @procedure("{side} loss")
    def take_loss(self, side: int, attacking: Number) -> None:
        """Makes a unit's owner choose one unit as a loss and eliminates it: an attacker by the
        result A1 (TRC-13.3b), a defender by D1 (TRC-13.3i), by EX one of each side (TRC-13.3e).
        `attacking` is 1 if the loss is an attacker, 0 if it is a defender."""
        with either(attacking) as otherwise:
            self.choose_loss(side, self.strengths.engaged.units, "TRC-13.3b")
            otherwise()
            self.choose_loss(side, self.defending.units, DEFENDER)

    @step
    def choose_loss(self, side: int, units: Units, rule: str) -> None:
        """Makes the owner choose one of some units on the map, and eliminates that unit by
        `rule`."""
        there = units & self.on_map(side)
        with when(there.any()), choose("loss", side, rule, "lose", there) as unit:
            self.lose(side, unit, rule)
            self.zones.settle_after_loss()

    @step
    def lose(self, side: int, unit: Int, rule: str) -> None:
        """Eliminates, by `rule`, a unit that was chosen as the loss of a battle's result."""
        self.eliminate(one_unit(unit), rule)

    @step
    def destroy(self, attacker: int, units: Units) -> None:
        """Eliminates all defenders `units` of a battle, in which the side `attacker` attacks, by
        the result DE (TRC-13.3j)."""
        self.eliminate(units, ALL_DEFENDERS)

    @step
    def drive_back(self, attacker: int, side: int, units: Units, shorter: Number) -> None:
        """Makes `units` of `side` retreat by a result (TRC-13.3), except those that a rule exempts,
        as in woods (TRC-14.2). The side `attacker`, which attacks in the battle, moves the units
        two hexes, or one or two if `shorter` is 1."""
        self.retreats.call(units & self.on_map(side))
        self.retreats.let_stand(attacker, side)
        self.retreats.go(attacker, side, shorter)
