"""Barbarossa (1971): the Combat Phase.

The attacker names the hexes to attack, the attacking units, the assistance of the Luftwaffe and the
supply units expended; the defender chooses the table; the die is rolled and the result applied.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.asking import ratio, results_table
from eastfront.systems.choosing import remaining
from eastfront.systems.fields import hex_flag, unit_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .charts import CombatTables
from .data import RESULTS
from .section import Section

AE, AR, NONE, DR, DR2, DE = range(len(RESULTS))
ROUNDING = (
    # odds of 1-1 or more are rounded in the defender's favour: 26 against 9 is 2-1
    "SPI-CBT-G1",
    # so are odds of a weaker attacker: 9 against 26 is 1-3
    "SPI-CBT-G2",
)
"""The rules that round odds to whole numbers in the defender's favour, first for odds of 1-1 or
more, then for lower odds."""
MOST = 9999


class Combat(Section):
    """Attacks: the attackers and the hexes that they attack, the odds, the table and the result."""

    targets = hex_flag("attacked hex", Life.BATTLE)
    attacking = unit_flag("attacking", Life.BATTLE)
    fought = unit_flag("has attacked", Life.PHASE)
    attacked = unit_flag("was attacked", Life.PHASE)
    table = variable("table", Life.BATTLE, limits=lambda s: (0, len(s.combat_tables.names) - 1))
    result = variable("result", Life.BATTLE, -1, limits=(-1, DE))
    attack_total = variable("attack", Life.BATTLE, most=MOST)
    defence_total = variable("defence", Life.BATTLE, most=MOST)
    column = variable("column", Life.BATTLE, limits=(-MOST, MOST))

    @property
    def combat_tables(self) -> CombatTables:
        """The combat results tables, of which the defender chooses one for each attack (reading
        R1)."""
        return CombatTables.of(self.data.charts["combat-results"]["choice"])

    def define(self) -> None:
        """Declares the combat results tables."""
        tables = self.combat_tables
        self.combat_result = results_table(tables.charts, tables.lowest, RESULTS)

    # -- CBT-GEN1 to GEN6, B: the phase --------------------------------

    @procedure("{side} combat phase")
    def phase(self, side: int) -> None:
        """Plays the Combat Phase of a side, which may attack adjacent enemy units (SPI-CBT-GEN1)
        and need not (SPI-CBT-B1). An enemy unit is attacked only if a unit that may attack is
        adjacent (CBT-A1); the result of each attack is carried out before the next attack
        (SPI-CBT-GEN5)."""
        with loop():
            with when(~by("SPI-CBT-GEN1", self.attackable(side)).any()):
                break_()
            with decide("attacks", side, "SPI-CBT-GEN1") as d:
                near = self.facing(self.able(side).hexes())
                beside = only("SPI-CBT-A1", near, "no unit that may attack is next to it")
                hexes = occupied(1 - side)
                with d.hex("attack", hexes, beside, self.not_yet_attacked(side)) as hex_:
                    mark(self.targets, one_hex(hex_))
                    self.attack_one(side)
                    over(Life.BATTLE)
                with d.option("end-combat", passes=True):
                    break_()
        self.supply.use_up()
        over(Life.PHASE)

    @procedure("{side} attack")
    def attack_one(self, side: int) -> None:
        """Plays an attack on one enemy-occupied hex, or on several in one combat (SPI-CBT-D1), by
        any number of the adjacent units, as the attacker chooses (SPI-CBT-B2)."""
        us = self.attacking.units
        with loop(), decide("force", side, "SPI-CBT-B2") as d:
            own = (self.fighters(side) & units_on_map()) - us
            limits = [self.beside_limit(side), *self.limits(side)]
            with d.unit("with", own.distinct(), *limits) as unit:
                mark(self.attacking, one_unit(unit))
            with d.hex("also", self.further(side).when(~us.any())) as hex_:
                mark(self.targets, one_hex(hex_), "SPI-CBT-D1")
            with d.option("fight", us.any()):
                break_()
        self.declared(side)
        self.supply.draw(side)
        self.fight(side)

    @procedure("{side} battle")
    def fight(self, side: int) -> None:
        """Plays a battle whose attackers and supply units are chosen: computes the odds, makes the
        defender choose a table, rolls the die, and applies the result."""
        self.reckon(side)
        self.choose_table(1 - side)
        self.resolve(side)

    @step
    def declared(self, side: int) -> None:
        """Runs the rules of other sections for the instant after a side has declared its attackers
        and their targets, before the odds are computed: the offer of Luftwaffe units."""

    @property
    def rolls(self) -> Int:
        """Says whether the odds require a die roll: no roll is made if all tables have the same
        certain result at these odds."""
        return self.column < self.combat_tables.certain

    def chosen(self) -> Limit:
        """A limit that tells, in queries about a battle, that the defender chooses the combat
        results table before the die is rolled (SPI-CBT-GEN3). Its condition is that the odds
        require a die roll."""
        return only("SPI-CBT-GEN3", self.rolls, "the defender chooses the table")

    @rule("SPI-CBT-GEN3")
    def choose_table(self, side: int) -> None:
        """Makes the defender, who knows the odds, choose the combat results table before the die is
        rolled (SPI-CBT-GEN3, reading R2)."""
        names = self.combat_tables.names
        if len(names) > 1:
            with when(self.rolls), decide("table", side, "SPI-CBT-GEN3") as d:
                for at, name in enumerate(names):
                    with d.option(name):
                        assign(self.table, at)

    def resolve(self, side: int) -> None:
        """Determines the result of an attack, and applies it (SPI-CBT-GEN4). One die is rolled and
        read in the odds column of the chosen table; if the result is certain at these odds, no die
        is rolled."""
        tables = self.combat_tables
        with either(self.column >= tables.certain) as otherwise:
            assign(self.result, tables.above)
            otherwise()
            column = larger(smaller(self.column, tables.highest), tables.lowest)
            die = roll("combat", "SPI-CBT-GEN4")
            assign(self.result, self.combat_result(self.table, column, die), "SPI-CBT-GEN4")
        note(
            "battle",
            self.targets.hexes.first(),
            self.attack_total,
            self.defence_total,
            self.column,
            self.table,
            self.result,
            side,
        )
        self.apply(side)

    def apply(self, side: int) -> None:
        """Applies the result of an attack: elimination or retreat of the defenders (SPI-CBT-GEN4)
        or, since by reading R55 results apply to either side, of the attackers (SPI-CBT-GEN6).

        Marks the attackers, which attack at most once in a Combat Phase (SPI-CBT-C1), and the
        defenders, which are attacked at most once (SPI-CBT-C2).
        """
        them = memoise(self.of[1 - side].inside(self.targets.hexes))
        us = self.attacking.units
        mark(self.fought, us)  # SPI-CBT-C1
        mark(self.attacked, them)  # SPI-CBT-C2
        with when(self.result == DE):
            self.losses.destroy(them, "SPI-CBT-GEN4")
        with when(self.result == AE):
            self.losses.destroy(us, "SPI-CBT-GEN6")
        with when((self.result == DR) | (self.result == DR2)):
            self.retreats.retreat(side, 1 - side, them, "Dr", "Dr2")
        with when(self.result == AR):
            self.retreats.retreat(side, side, us, "Ar")
        self.supply.look_again(side)

    @law("SPI-CBT-GEN1", "attackers are combat units of the side whose turn it is")
    def _attackers(self) -> Int:
        """Says whether all units marked as attackers are combat units of the phasing side, which
        is the attacker in its Combat Phase (CBT-GEN1)."""
        return ~(self.attacking.units - (self.of_side(self.phasing) - self.support)).any()

    # -- CBT-A, C, D, I, K: who may attack -----------------------------

    def limits(self, side: int) -> list[Limit]:
        """The limits on units that attack, wherever the enemies are: a unit attacks at most once in
        a Combat Phase (SPI-CBT-C1), and only in Attack Supply."""
        fresh = all_units() - self.fought.units
        return [
            only("SPI-CBT-C1", fresh, "it has attacked in this phase"),
            *self.supply.attack_limits(side),
        ]

    def able(self, side: int) -> Units:
        """The combat units of a side that may attack now, wherever the enemies are."""
        return remaining(self.fighters(side) & units_on_map(), *self.limits(side))

    def facing(self, hexes: Hexes) -> Hexes:
        """The hexes adjacent to one of ``hexes``, across hexsides over which units may attack, that
        is, not over the Kerch Straits (SPI-CBT-K)."""
        near = self.near(hexes)
        return by("SPI-CBT-K", near, otherwise=near | hexes.adjacent(self.kerch_side))

    def beside(self, hexes: Hexes) -> Hexes:
        """The hexes in which units must be to attack ``hexes``: adjacent to the attacked hex
        (SPI-CBT-A1, A2), or to every attacked hex if there are several (D2)."""
        near = memoise(self.facing(hexes))
        all_of_them = near.where(lambda h: ~(hexes - self.facing(one_hex(h))).any())
        return by("SPI-CBT-D2", all_of_them, otherwise=near)

    def attackable(self, side: int) -> Hexes:
        """The enemy-occupied hexes that a side may attack: next to a unit that may attack, and with
        a unit not yet attacked in this phase (C2)."""
        hexes = occupied(1 - side) & self.facing(self.able(side).hexes())
        return remaining(hexes, self.not_yet_attacked(side))

    def not_yet_attacked(self, side: int) -> Limit:
        """The limit that an enemy unit is attacked at most once in a Combat Phase (SPI-CBT-C2)."""
        fresh = (self.of[1 - side] - self.attacked.units).hexes()
        return only("SPI-CBT-C2", fresh, "all units there have been attacked in this phase")

    def beside_limit(self, side: int) -> Limit:
        """The limit that only combat units adjacent to every attacked hex take part in an attack
        (SPI-CBT-A2)."""
        near = self.fighters(side).inside(self.beside(self.targets.hexes))
        return only("SPI-CBT-A2", near, "it is a support unit, or not next to every hex attacked")

    def further(self, side: int) -> Hexes:
        """The further enemy-occupied hexes that the attacker may add to the targets chosen so far,
        to be attacked by the same units in one combat (SPI-CBT-D1)."""
        more = self.attackable(side) - self.targets.hexes
        able = memoise(self.able(side).hexes() & self.beside(self.targets.hexes))
        return by("SPI-CBT-D1", more & self.facing(able))

    # -- CBT-F, G, J, T: strengths -------------------------------------

    def doubled(self, target: Number) -> Int:
        """The number of terrain effects, 0 to 2, that double the defence of a hex: one for rough
        terrain (SPI-CBT-T1), and one for rivers that are not frozen, if all attackers attack across
        river hexsides (SPI-CBT-T2)."""
        dry = self.attacking.units.where(lambda u: ~self.river(place_of(u), target))
        river = by("SPI-CBT-T2", ~dry.any() & self.weather.rivers_flow, told=True)
        return by("SPI-CBT-T1", self.rough.contains(target), told=True) + river

    @value
    def at_home(self, unit: Number) -> Int:
        """The number of effects other than terrain that double the defence of a unit: one for a
        Finnish unit that defends in Finland (SPI-CBT-J)."""
        finn = self.finns.contains(unit) & self.finland.contains(place_of(unit))
        return by("SPI-CBT-J", finn, told=True)

    def factor(self, reasons: Int) -> Int:
        """The multiplier of a defender's strength: 1 if no effect doubles the strength, 2 if one or
        several do; by the option R21 each further effect doubles the strength again. ``reasons`` is
        the number of such effects."""
        if self.option("R21"):
            return if_else(reasons > 1, if_else(reasons > 2, 8, 4), reasons + 1)
        return if_else(reasons > 0, 2, 1)

    def strength_of(self, ground: Int, unit: Number) -> Int:
        """The defence strength of a unit in a hex; ``ground`` is the number of terrain effects that
        double the defence of the hex."""
        return self.defence(unit) * self.factor(ground + self.at_home(unit))

    def defence_of(self, side: int, target: Number, ground: Int) -> Int:
        """The total defence strength of a side's units in a hex, which defend as one (CBT-F);
        ``ground`` is the number of terrain effects that double the defence of the hex."""
        there = units_at(target) & self.of[side] & self.counts
        return there.sum(lambda u: self.strength_of(ground, u))

    @property
    def counts(self) -> Units:
        """The units that add to the defence of their hex: all except units that were attacked
        earlier in this Combat Phase and retreated into the hex."""
        return all_units() - self.driven_in()

    @value
    def driven_in(self) -> Units:
        """The units that do not add to the defence of their hex, because they were attacked earlier
        in the phase and retreated there; none by the option R67."""
        return no_units() if self.option("R67") else self.attacked.units

    @value
    def assistance(self, side: int) -> Int:
        """The attack strength that support adds to a side's attack; 0 without such support."""
        return number(0)

    def odds(self, attack: Number, defence: Number) -> Int:
        """The odds of an attack and a defence strength as the number of a column (3 for odds of
        3-1, 0 for 1-2), rounded in the defender's favour by the rules of `ROUNDING`."""
        return ratio(attack, defence, *ROUNDING)

    def reckon(self, side: int) -> None:
        """Computes the odds of an attack: the total attack strength of the participating attackers
        against the total defence strength of the units in the attacked hexes (SPI-CBT-GEN2)."""
        assign(self.attack_total, self.attacking.units.sum(self.attack) + self.assistance(side))
        total = local(0)
        with each(self.targets.hexes) as hex_:
            assign(total, total + self.defence_of(1 - side, hex_, self.doubled(hex_)))
        assign(self.defence_total, total)
        assign(self.column, self.odds(self.attack_total, self.defence_total), "SPI-CBT-GEN2")
