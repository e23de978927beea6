"""Barbarossa Deluxe, sections 11.8 to 11.24: the strengths of the units in a battle, the odds, and
the column shifts.

The attackers have the flag `attacking`, the defenders are in the hex `target`.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.asking import ratio
from eastfront.systems.fields import variable
from eastfront.systems.sections import procedure, rule, value

from .board import FIGHT_FIGHT, FIGHT_MOVE, MOBILE, MOVE_FIGHT, NORTH, PREPARED
from .ground import GERMAN, SOVIET
from .section import Section
from .supply import AERIAL, COASTAL, GARRISON, OVERLAND

Totals = dict[int, Int]
"""A dictionary from each divisor of factors in a battle, such as 2, to the sum of the factors that
have this divisor, before the division."""


class Strength(Section):
    """The strengths, odds and column shifts of a battle."""

    attack_total = variable("attack", Life.GAME_TURN, most=9999)
    defence_total = variable("defence", Life.GAME_TURN, most=9999)
    odds = variable("odds", Life.GAME_TURN, limits=(-9999, 9999))
    column = variable("column", Life.GAME_TURN, limits=(-9999, 9999))

    # -- 11.8, 11.12: strength --------------------------------------------------------------

    @value
    def attack_base(self, side: int, u: Int) -> Int:
        """The attack factor of a unit of the attacking side in the battle, before reductions.

        - A German panzer corps that attacks into a city uses its defence factor (BD-11.20c), and so
          does a mountain corps in overland supply that attacks into a rough hex (BD-11.14b).
        - A Soviet shock army in overland supply, from turn 7 on also in offensive supply
          (BD-5.7c), has its factor doubled in fight/move and fight/fight player turns (BD-5.7b).
        """
        base = self.attack(u)
        if side == GERMAN:
            by_defence = by("BD-11.20c", self.panzer.contains(u) & self.is_city, told=True)
            climbing = self.mountain.contains(u) & self.rough.contains(self.target)
            mountain = by("BD-11.14b", climbing & self.supply.german_is_overland(u), told=True)
            return if_else(by_defence | mountain, self.defence(u), base)
        order = self.game_turn.sequence_chosen
        in_form = (order == FIGHT_MOVE) | (order == FIGHT_FIGHT)
        # a shock army halved by 7.22 is never doubled: it has no offensive supply
        supplied = by(
            "BD-5.7c",
            lambda: self.supply.offensive(u),
            otherwise=lambda: self.supply.soviet_state(u) == OVERLAND,
        )
        doubled = self.shock.contains(u) & in_form & supplied
        return if_else(by("BD-5.7b", doubled, told=True), base * 2, base)

    @value
    def defence_base(self, side: int, u: Int) -> Int:
        """The defence factor of a unit against ``side``, before reductions."""
        return self.defence(u)

    @value
    def attack_divisor(self, side: int, u: Int) -> Int:
        """The divisor of a unit's attack factor: the divisor by supply, times 2 for a mechanised
        unit of either side that attacks into a marsh hex (BD-11.15a)."""
        marsh = self.mech.contains(u) & self.marsh.contains(self.target)
        return self.supply_divisor(side, u) * if_else(by("BD-11.15a", marsh, told=True), 2, 1)

    @value
    @rule("BD-11.8b", otherwise=number(1))
    def supply_divisor(self, side: int, u: Int) -> Int:
        """The divisor of a unit's attack factor by its supply state, which is applied before the
        odds are computed (BD-11.8b).

        - German: 2 if the unit is out of supply as the battle begins (BD-7.17b), or on aerial or
          coastal supply (BD-7.5b); else 1.
        - Soviet with overland supply: 1 with offensive supply too, 2 without it (BD-7.9e).
        - Soviet without overland supply, from turn 7 on: 2 with garrison supply (BD-7.22c), 4
          without (BD-7.22d).
        """
        state = self.supply.state_of(side, u)
        if side == GERMAN:
            cut = state < by("BD-7.5b", GARRISON, otherwise=COASTAL)
            return if_else(by("BD-7.17b", cut, told=True), 2, 1)
        half = if_else(by("BD-7.9e", ~self.supply.offensive(u), told=True), 2, 1)
        cut_off = if_else(by("BD-7.22d", self.in_window("BD-7.22d"), told=True), 4, 2)
        garrison = if_else(by("BD-7.22c", self.in_window("BD-7.22c"), told=True), 2, 1)
        no_line = if_else(state == GARRISON, garrison, cut_off)
        return if_else(state == OVERLAND, half, no_line)

    @value
    @rule("BD-11.8b", otherwise=number(1))
    def defence_divisor(self, side: int, u: Int) -> Int:
        """The divisor of a defender's factor by its supply state (BD-11.8b): 2 if the unit is out
        of supply as the battle begins (BD-7.17b), else 1. ``side`` is the attacker.

        German units on coastal supply (BD-7.5a) or aerial supply (BD-7.7c) defend at full strength.
        """
        state = self.supply.state_of(1 - side, u)
        held = AERIAL if side == SOVIET else GARRISON
        return if_else(by("BD-7.17b", state < held, told=True), 2, 1)

    def set_aside(self) -> None:
        """Takes the attackers of a mobile assault off the map while the supply of the defenders is
        determined, since attackers never affect it (BD-10.26b)."""
        self.leave(self.attackers, "in-assault", "BD-10.26b")

    @procedure("{side} odds")
    def reckon(self, side: int) -> None:
        """Computes the total factors and the odds of a battle in which a side attacks (BD-11.8a),
        and the final column: all shifts are added (BD-11.11a) to the true odds, before these are
        limited to the columns of the table (BD-11.25b)."""
        # shifts depend on the hexes of the attackers, so they are computed before these are set
        # aside
        shifts = local(self.shifts(side))
        self._sum_attack(side)
        with either(self.battle_kind == MOBILE) as otherwise:
            launch = local(place_of(self.attackers.first()))
            self.set_aside()
            self._sum_defence(side)
            self.enter(self.attackers, launch)
            otherwise()
            self._sum_defence(side)
        attack, defence = self.attack_total, self.defence_total
        with when(defence < 1):
            assign(self.defence_total, 1)
        assign(self.odds, self.ratio(attack, defence), "BD-11.8a")
        # the table ends at 1:6 and 7:1; the odds before shifts do not
        true = by("BD-11.25b", self.odds, otherwise=smaller(larger(self.odds, -4), 7))
        assign(self.column, true + shifts, "BD-11.11a")

    def ratio(self, attack: Int, defence: Int) -> Int:
        """The odds as a column number before shifts (3 for 3:1, 0 for 1:2), with fractions in
        favour of the defender: attack divided by defence, rounded down (BD-11.8a), or, if the
        attackers total less, defence divided by attack, rounded up (BD-11.9a)."""
        odds = ratio(attack, defence)
        return by("BD-11.9a", odds, otherwise=larger(odds, 1))

    def _sum_attack(self, side: int) -> None:
        totals = {n: local(0) for n in (1, 2, 4, 8)}
        with each(self.attackers) as u:
            self.add(totals, local(self.attack_base(side, u)), local(self.attack_divisor(side, u)))
        by_air = self.battle.air_support if side == SOVIET else self.battle.dropped_factors
        assign(self.attack_total, self.total(totals) + by_air())

    def _sum_defence(self, side: int) -> None:
        totals = {n: local(0) for n in (1, 2)}
        with each(self.defenders(side)) as u:
            self.add(totals, self.defence_base(side, u), local(self.defence_divisor(side, u)))
        assign(self.defence_total, self.total(totals))

    def _add_divided(self, totals: Totals, base: Int, divisor: Int) -> None:
        assign(totals[1], totals[1] + larger(base // divisor, 1))

    @rule("BD-1.3c", otherwise=_add_divided)
    def add(self, totals: Totals, base: Int, divisor: Int) -> None:
        """Adds a unit's factor ``base`` to the entry of ``totals`` for ``divisor``, the sum of the
        factors with that divisor: units of a side that are halved in a battle are summed first, and
        the sum is halved once (BD-1.3c)."""
        for n, total in totals.items():
            with when(divisor == n):
                assign(total, total + base)

    def total(self, totals: Totals) -> Int:
        """The total of all factors of a side: the factors that share a reduction are summed,
        reduced once and rounded down once (BD-1.3c, BD-11.12b), and never to less than 1
        (BD-11.12a)."""
        whole, *divided = totals.items()
        parts = whole[1]
        for n, total in divided:
            floor = by("BD-11.12a", larger(total // n, 1), otherwise=total // n)
            parts = parts + if_else(total > 0, floor, 0)
        return parts

    # -- 11.14 to 11.24: shifts -------------------------------------------------------------

    def shift(self, rule: str, columns: int, able: Number) -> Int:
        """The column shift that a rule gives if ``able`` is nonzero, in columns, positive for the
        attacker; else 0."""
        return by(rule, number(able) * columns, told=True)

    @value
    def shifts(self, side: int) -> Int:
        """The total column shift of a battle in which a side attacks, in columns, positive for the
        attacker."""
        return self._ground_shifts(side) + self._phase_shifts(side) + self.battle.shifts(side)

    def _ground_shifts(self, side: int) -> Int:
        """The column shifts for the ground of the target and for the kind of assault, in columns,
        positive for the attacker.

        - Defenders in a rough hex: -1 (BD-11.14a). Prepared assault into a marsh hex: +1
          (BD-11.15b).
        - All attackers across river hexsides in a prepared assault: -1 (BD-11.16a). Mobile assault
          across a river hexside: -1 (BD-11.16b).
        - City that is neither hero nor fortress city: -1 (BD-11.20a). Hero or fortress city: -3
          (BD-9.6a).
        - Attack into an enemy fortified line hex: -1 (BD-11.21a); defenders in a fortified line hex
          of the other side have no benefit (BD-11.21b).
        - Mobile assault of either side: -1 (BD-10.32a). Concentric assault: `concentric`.
        """
        target = self.target
        prepared = self.battle_kind == PREPARED
        crossing = self.attackers.where(lambda u: ~self._across_water(u))
        plain_city = self.is_city & ~self.strong_city
        fort = self.enemy_fort(side)
        fort = by("BD-11.21b", fort, otherwise=lambda: fort | self.enemy_fort(1 - side))
        return sum_of(
            self.shift("BD-11.14a", -1, self.rough.contains(target)),
            self.shift("BD-11.15b", 1, self.marsh.contains(target) & prepared),
            self.shift("BD-11.16a", -1, prepared & ~crossing.any()),
            self.shift("BD-11.16b", -1, ~prepared & ~crossing.any()),
            self.shift("BD-11.20a", -1, plain_city),
            self.shift("BD-9.6a", -3, self.strong_city),
            self.shift("BD-11.21a", -1, fort.contains(target)),
            self.shift("BD-10.32a", -1, ~prepared),
            self.concentric(side),
        )

    def _across_water(self, u: Int) -> Int:
        """Says whether a unit attacks across a river hexside, or across the Kerch Strait or the
        Sivash, which count as rivers."""
        way = (place_of(u), self.target)
        return self.river(*way) | self.kerch(*way) | self.sivash(*way)

    @value
    def concentric(self, side: int) -> Int:
        """The column shift, 1 or 0, of the concentric bonus for a prepared assault whose attackers
        are in two opposite hexes around the target, in three hexes with one hex between each, or in
        more than three hexes (BD-11.24).

        There is no bonus in mobile assaults (BD-10.25c), against hero or fortress cities (BD-9.6c),
        or for Soviet units that attack a city that is no fortress city (BD-11.24c).
        """
        ring = self.attackers.hexes().ring(self.target)
        bonus = self.concentric_table(ring)
        bonus = bonus & by("BD-10.25c", self.battle_kind == PREPARED, otherwise=True)
        bonus = bonus & by("BD-9.6c", ~self.strong_city, otherwise=True)
        if side == SOVIET:
            plain_city = self.is_city & ~self.interrupts.fortress(self.target)
            bonus = bonus & by("BD-11.24c", ~plain_city, otherwise=True)
        return by("BD-11.24a", self.earned(bonus, side), told=True)

    @value
    def earned(self, bonus: Int, side: int) -> Int:
        """Whether the attackers have the concentric bonus, which rules of other sections may deny
        to those who would have it, ``bonus``."""
        return bonus

    def _phase_shifts(self, side: int) -> Int:
        """The column shifts for the order of phases that the attacker has declared for his player
        turn, in columns, positive for the attacker, in prepared assaults alone (BD-5.6f).

        - Soviet move/fight: -1 (BD-5.7a).
        - German fight/move, on the turns of the rule's window: +1 for targets in
          the named logistics zone (BD-5.6c).
        - German fight/fight: +1 in the first of the two assault phases (BD-5.6e).
        """
        prepared = by("BD-5.6f", self.battle_kind == PREPARED, otherwise=True)
        if side == SOVIET:
            late = self.game_turn.sequence_chosen == MOVE_FIGHT
            return self.shift("BD-5.7a", -1, prepared & late)
        in_time = self.in_window("BD-5.6c")
        in_zone = if_else(
            self.zone_declared == NORTH,
            self.north.contains(self.target),
            self.south.contains(self.target),
        )
        chosen = (self.game_turn.sequence_chosen == FIGHT_MOVE) & (self.zone_declared > 0)
        logistics = self.shift("BD-5.6c", 1, prepared & chosen & in_time & in_zone)
        return logistics + self.shift("BD-5.6e", 1, prepared & self.assault.first_of_two)

    # -- words ------------------------------------------------------------------------------

    @value
    def defenders(self, side: int) -> Units:
        """The units that defend the target against a side; in a prepared assault, units that
        retreated into the hex earlier in the phase add nothing to its defence (BD-11.29a)."""
        there = self.at_target(1 - side)
        newcomers = self.battle.retreated.units.when(self.battle_kind == PREPARED)
        return there - by("BD-11.29a", newcomers)

    def enemy_fort(self, side: int) -> Hexes:
        """The fortified line hexes that protect the enemies of a side; German ones only while they
        are intact (BD-11.21a, b, d)."""
        return self.events.intact_forts(1 - side)

    def solo_satellite(self) -> Int:
        """Says whether exactly one Axis satellite army, without any other unit, is in a target hex
        of the USSR (11.33a, reading D-67)."""
        there = self.at_target(GERMAN)
        alone = (there.count() == 1) & (there & self.satellites).any()
        return alone & self.ussr.contains(self.target)

    @property
    def is_city(self) -> Int:
        """Says whether the target is a city of any kind."""
        return self.cities.contains(self.target)

    @property
    def strong_city(self) -> Int:
        """Says whether the target is a hero city or a fortress city."""
        return self.interrupts.hero(self.target) | self.interrupts.fortress(self.target)


def sum_of(first: Int, *more: Int) -> Int:
    """The sum of several numbers."""
    return sum(more, first)
