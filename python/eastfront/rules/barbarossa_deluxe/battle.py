"""Barbarossa Deluxe, sections 10.24 to 11.33: one battle, from its supports to its result.

The attackers bear the flag `attacking`, the defenders stand in `target`. The order is fixed:
Luftwaffe and aerial supply, Soviet supports, odds (which reveal the defenders), the retreat of
13.9, the die, conversions, losses.
"""

from __future__ import annotations

from eastfront.program.expr import (
    Hexes,
    Int,
    Number,
    Units,
    larger,
    number,
    one_unit,
    pick,
    place_of,
    smaller,
)

from .board import (
    AE,
    AS,
    BB,
    DE,
    DR,
    FIGHT_FIGHT,
    FIGHT_MOVE,
    GERMAN,
    MOBILE,
    MOVE_FIGHT,
    NORTH,
    PREPARED,
    SOVIET,
    units_at,
)
from .retreat import Retreat
from .supply import AERIAL, COASTAL, GARRISON, OVERLAND


class Battle(Retreat):
    """Battles."""

    def define_procedures(self) -> None:
        """Declares the battle of each side."""
        super().define_procedures()
        p = self.b.procedure
        self.fight = [
            p(f"{name} battle", 0, lambda s=side: self._fight(s))
            for side, name in enumerate(self.sides)
        ]
        self.reckon = [
            p(f"{name} odds", 0, lambda s=side: self._reckon(s))
            for side, name in enumerate(self.sides)
        ]
        self.take_losses = p("bloodbath losses", 2, self._take_losses)

    # -- words ------------------------------------------------------------------------------

    @property
    def attackers(self) -> Units:
        """The units that attack."""
        return self.attacker.units

    def defenders(self, side: int) -> Units:
        """The units that defend; those just retreated into the hex do not (BD-11.29a)."""
        there = units_at(self.target) & self.own(1 - side)
        if self.on("BD-11.29a"):
            newcomers = (there & self.retreated.units).when(self.battle_kind == PREPARED)
            return there - newcomers
        return there

    def enemy_fort(self, side: int) -> Hexes:
        """The fortified line hexes that protect the other side (BD-11.21a, b, d)."""
        if side == GERMAN:
            if self.on("BD-11.21c"):
                return self.soviet_forts
            return self.soviet_forts - self.wrecked.hexes
        intact = (
            self.german_forts - self.wrecked.hexes if self.on("BD-11.21d") else self.german_forts
        )
        return intact

    def solo_satellite(self) -> Int:
        """Whether one Axis satellite army defends a hex of the USSR alone (D-67)."""
        there = units_at(self.target) & self.germans
        alone = (there.count() == 1) & (there & self.satellites).any()
        return alone & self.ussr.has(self.target)

    @property
    def is_city(self) -> Int:
        """Whether the target is a city."""
        return self.cities.has(self.target)

    @property
    def strong_city(self) -> Int:
        """Whether the target is a hero city or a fortress city."""
        return self.hero(self.target) | self.fortress(self.target)

    # -- strength ---------------------------------------------------------------------------

    def _attack_base(self, side: int, u: Int) -> Int:
        """A unit's attack factor before reductions."""
        base = self.attack(u)
        if side == GERMAN:
            by_defence = self.ruled("BD-11.20c", self.panzer.has(u) & self.is_city)
            climbing = self.mountain.has(u) & self.rough.has(self.target)
            mountain = self.ruled("BD-11.14b", climbing & self.german_is_overland(u))
            return pick(by_defence | mountain, self.defence(u), base)
        in_form = (self.sequence_chosen == FIGHT_MOVE) | (self.sequence_chosen == FIGHT_FIGHT)
        # a shock army that 7.22 halves is never doubled: it has no offensive supply
        supplied = self.soviet_state(u) == OVERLAND
        if self.on("BD-5.7c"):
            supplied = pick(self.turn < 7, supplied, self.offensive(u))
        doubled = self.shock.has(u) & in_form & supplied
        return pick(self.ruled("BD-5.7b", doubled), base * 2, base)

    def _attack_divisor(self, side: int, u: Int) -> Int:
        """By how much supply and marsh divide a unit's attack factor."""
        marsh = self.mech.has(u) & self.marsh.has(self.target)
        return self._supply_divisor(side, u) * pick(self.ruled("BD-11.15a", marsh), 2, 1)

    def _supply_divisor(self, side: int, u: Int) -> Int:
        """By how much supply divides a unit's attack factor (BD-11.8b)."""
        if not self.on("BD-11.8b"):
            return number(1)
        state = self.state_of(side, u)
        one, two = number(1), number(2)
        if side == GERMAN:
            cut = (state < GARRISON) if self.on("BD-7.5b") else (state < COASTAL)
            return pick(self.ruled("BD-7.17b", cut), two, one)
        half = pick(self.ruled("BD-7.9e", (self.turn >= 7) & ~self.offensive(u)), two, one)
        cut_off = pick(self.ruled("BD-7.22d", self.turn >= 7), 4, two)
        garrison = pick(self.ruled("BD-7.22c", self.turn >= 7), two, one)
        no_line = pick(state == GARRISON, garrison, cut_off)
        return pick(state == OVERLAND, half, no_line)

    def _defence_divisor(self, side: int, u: Int) -> Int:
        """By how much supply divides a defender's factor (BD-7.17b, BD-7.7c, BD-7.5a)."""
        if not self.on("BD-11.8b"):
            return number(1)
        state = self.state_of(1 - side, u)
        held = AERIAL if side == SOVIET else GARRISON
        return pick(self.ruled("BD-7.17b", state < held), 2, 1)

    def _reckon(self, side: int) -> None:
        """Totals, odds, shifts: the column at which the battle is fought."""
        b = self.b
        # where the attackers stand counts, so it is looked at before they are set aside
        shifts = b.local(self._shifts(side))
        self._sum_attack(side)
        with b.either(self.battle_kind == MOBILE) as otherwise:
            # BD-10.26b: the attackers do not count when the defenders' supply is judged
            launch = b.local(place_of(self.attackers.first()))
            if self.on("BD-10.26b"):
                b.place_all(self.attackers, self.box("in-assault"), rule="BD-10.26b")
            self._sum_defence(side)
            b.place_all(self.attackers, launch)
            otherwise()
            self._sum_defence(side)
        attack, defence = self.attack_total, self.defence_total
        with b.when(defence < 1):
            b.assign(self.defence_total, 1)
        better = attack // defence
        worse = number(2) - (defence.divided_up(attack))
        ratio = pick(attack >= defence, better, worse if self.on("BD-11.9a") else number(1))
        b.assign(self.odds, ratio, rule="BD-11.8a")
        # BD-11.25b: the table ends at 1:6 and 7:1, the odds that are shifted do not
        true = self.odds if self.on("BD-11.25b") else smaller(larger(self.odds, -4), 7)
        b.assign(self.column, true + shifts, rule="BD-11.11a")

    def _sum_attack(self, side: int) -> None:
        b = self.b
        totals = {n: b.local(0) for n in (1, 2, 4, 8)}
        base, by = b.local(0), b.local(1)
        with b.each(self.attackers) as u:
            b.assign(base, self._attack_base(side, u))
            b.assign(by, self._attack_divisor(side, u))
            self._add(totals, base, by)
        b.assign(self.attack_total, self._total(totals))
        if side == SOVIET and self.on("BD-8.38c"):
            air = (self.attackers & self.with_air.units).count()
            bonus = int(self.data.charts["air-armies"]["attack_bonus"])
            b.assign(self.attack_total, self.attack_total + self.ruled("BD-8.38c", air * bonus))

    def _sum_defence(self, side: int) -> None:
        b = self.b
        totals = {n: b.local(0) for n in (1, 2)}
        with b.each(self.defenders(side)) as u:
            self._add(totals, self.defence(u), b.local(self._defence_divisor(side, u)))
        b.assign(self.defence_total, self._total(totals))

    def _add(self, totals: dict[int, Int], base: Int, by: Int) -> None:
        if not self.on("BD-1.3c"):
            self.b.assign(totals[1], totals[1] + larger(base // by, 1))
            return
        for n, total in totals.items():
            with self.b.when(by == n):
                self.b.assign(total, total + base)

    def _total(self, totals: dict[int, Int]) -> Int:
        """BD-1.3c, BD-11.12b: one reduction a group, rounded down once, never below 1."""
        parts = totals[1]
        for n, total in totals.items():
            if n > 1:
                less = total // n
                floor = larger(less, 1) if self.on("BD-11.12a") else less
                parts = parts + pick(total > 0, floor, 0)
        return parts

    # -- shifts -----------------------------------------------------------------------------

    def shift(self, rule: str, columns: int, when: Number) -> Int:
        """Columns to the right (or left) that a rule gives."""
        return self.ruled(rule, number(when) * columns)

    def _shifts(self, side: int) -> Int:
        total = self._ground_shifts(side) + self._phase_shifts(side) + self._support_shifts(side)
        return total

    def _ground_shifts(self, side: int) -> Int:
        target = self.target
        prepared = self.battle_kind == PREPARED
        crossing = self.attackers.where(lambda u: ~self._across_water(u))
        plain_city = self.is_city & ~self.strong_city
        fort = self.enemy_fort(side)
        if not self.on("BD-11.21b"):
            fort = fort | self.enemy_fort(1 - side)
        held = self.control(1 - side)
        shifts = [
            self.shift("BD-11.14a", -1, self.rough.has(target)),
            self.shift("BD-11.15b", 1, self.marsh.has(target) & prepared),
            self.shift("BD-11.16a", -1, prepared & ~crossing.any()),
            self.shift("BD-11.16b", -1, ~prepared & ~crossing.any()),
            self.shift("BD-11.20a", -1, plain_city),
            self.shift("BD-9.6a", -3, self.strong_city),
            self.shift("BD-11.21a", -1, (fort & held).has(target)),
            self.shift("BD-10.32a", -1, ~prepared),
            self.concentric(side),
        ]
        return sum_of(shifts)

    def _across_water(self, u: Int) -> Int:
        """Whether a unit attacks over a river, or over a strait that counts as one."""
        here = place_of(u)
        river = self.river(here, self.target)
        return river | self.kerch(here, self.target) | self.sivash(here, self.target)

    def concentric(self, side: int) -> Int:
        """BD-11.24: attackers all round give one column."""
        ring = self.attackers.hexes().ring(self.target)
        bonus = self.concentric_table(ring)
        if self.on("BD-10.25c"):
            bonus = bonus & (self.battle_kind == PREPARED)
        if self.on("BD-9.6c"):
            bonus = bonus & ~self.strong_city
        if side == SOVIET and self.on("BD-11.24c"):
            bonus = bonus & ~(self.is_city & ~self.fortress(self.target))
        return self.ruled("BD-11.24a", bonus)

    def _phase_shifts(self, side: int) -> Int:
        prepared = self.battle_kind == PREPARED if self.on("BD-5.6f") else number(1)
        if side == SOVIET:
            late = self.sequence_chosen == MOVE_FIGHT
            return self.shift("BD-5.7a", -1, prepared & late)
        turns = self.data.setup["logistics_shift_turns"]
        in_time = (self.turn >= int(turns[0])) & (self.turn <= int(turns[-1]))
        in_zone = pick(
            self.zone_declared == NORTH, self.north.has(self.target), self.south.has(self.target)
        )
        chosen = (self.sequence_chosen == FIGHT_MOVE) & (self.zone_declared > 0)
        double = (self.sequence_chosen == FIGHT_FIGHT) & (self.fight_number == 1)
        return self.shift("BD-5.6c", 1, prepared & chosen & in_time & in_zone) + self.shift(
            "BD-5.6e", 1, prepared & double
        )

    def _support_shifts(self, side: int) -> Int:
        towards = 1 if side == GERMAN else -1
        shifts = [self.shift("BD-11.23c", towards, self.with_luftwaffe == 1)]
        if side == SOVIET:
            shifts += [
                self.shift("BD-11.33a", 1, self.solo_satellite()),
                self.shift("BD-8.39d", 1, self.with_partisans == 1),
                self.shift("BD-8.40c", 1, self.with_airborne == 1),
            ]
        return sum_of(shifts)

    # -- supports ---------------------------------------------------------------------------

    def _german_support(self, side: int) -> None:
        """BD-11.23: one Luftwaffe counter a battle, on either side of it."""
        b = self.b
        b.assign(self.with_luftwaffe, 0)
        if not self.on("BD-11.23b"):
            return
        limit = self.only("BD-11.23d", self.luftwaffe > 0, "no Luftwaffe counter is left this turn")
        with b.when(self.luftwaffe > 0), b.decide("luftwaffe", GERMAN, "BD-11.23b") as d:
            with d.option("luftwaffe", 1, limit):
                b.assign(self.with_luftwaffe, 1, rule="BD-11.23b")
                b.assign(self.luftwaffe, self.luftwaffe - 1, rule="BD-11.23d")
            with d.option("no-luftwaffe", passes=True):
                pass

    def _soviet_support(self) -> None:
        """BD-8.38 to 8.41: air armies, partisans, paratroops, in prepared assaults only."""
        b = self.b
        b.mark(self.with_air, self.with_air.units, 0)
        b.assign(self.with_partisans, 0)
        b.assign(self.with_airborne, 0)
        first = (self.sequence_chosen == FIGHT_FIGHT) & (self.fight_number == 1)
        in_form = (self.sequence_chosen == FIGHT_MOVE) | first
        with b.when(self.battle_kind == PREPARED):
            self._air_armies(in_form)
            in_ussr = self.ussr.has(self.target) & ~self.is_city
            raised, dropped = number(1), number(1)
            if self.on("BD-8.39b"):
                raised = self.partisans_used == 0
            if self.on("BD-8.40b"):
                dropped = (self.airborne_year < self.year_table(self.turn)) & (
                    self.sequence_chosen == FIGHT_MOVE
                )
            self._marker(
                "partisans",
                "BD-8.39c",
                self.with_partisans,
                in_ussr & raised & self._supplied_defenders(),
                self.partisans_used,
                number(1),
            )
            self._marker(
                "airborne",
                "BD-8.40c",
                self.with_airborne,
                in_ussr & dropped,
                self.airborne_year,
                self.year_table(self.turn),
            )

    def _supplied_defenders(self) -> Int:
        """BD-8.39c: partisans need defenders in regular overland supply."""
        there = units_at(self.target) & self.germans
        return there.where(lambda u: self.german_is_overland(u)).count() == there.count()

    def _marker(self, verb: str, rule: str, with_it: Int, when: Int, used: Int, value: Int) -> None:
        if not self.on(rule):
            return
        b = self.b
        with b.when(when), b.decide(verb, SOVIET, rule) as d:
            with d.option(verb):
                b.assign(with_it, 1, rule=rule)
                b.assign(used, value, rule=rule)
            with d.option(f"no-{verb}", passes=True):
                pass

    def _air_armies(self, in_form: Int) -> None:
        if not self.on("BD-8.38c"):
            return
        b = self.b
        allowed = in_form if self.on("BD-8.38b") else number(1)
        if self.on("BD-8.38f"):
            allowed = allowed & (self.with_luftwaffe == 0)
        with b.when(allowed & (self.air_left > 0)):
            last = b.local(-1)
            with b.loop():
                free = (self.attackers & self.armies) - self.with_air.units
                with b.when((self.air_left <= 0) | ~free.any()):
                    b.stop()
                with b.decide("air armies", SOVIET, "BD-8.38c") as d:
                    with d.unit("air-army", free.where(lambda u: u > last).distinct()) as u:
                        b.mark(self.with_air, one_unit(u), 1, rule="BD-8.38c")
                        b.assign(self.air_left, self.air_left - 1, rule="BD-8.38b")
                        b.assign(last, u)
                    with d.option("no-more-air", passes=True):
                        b.stop()

    # -- the battle -------------------------------------------------------------------------

    def _fight(self, side: int) -> None:
        b = self.b
        if side == SOVIET:
            self.aerial_window()
        self._german_support(side)
        if side == SOVIET:
            self._soviet_support()
        self.reckon[side]()
        b.assign(self.revealed, self.target)
        b.assign(self.result, -1)
        if side == GERMAN:
            self._retreat_instead()
        with b.when(self.result < 0):
            self._resolve(side)
        b.note(
            "battle",
            self.target,
            self.battle_kind,
            self.attack_total,
            self.defence_total,
            self.odds,
            self.column,
            self.result,
            side,
        )
        self._apply(side)
        b.assign(self.revealed, -1)

    def _retreat_instead(self) -> None:
        """BD-13.9: on the first turn a southern defender may choose to retreat."""
        if not self.on("BD-13.9a"):
            return
        b = self.b
        kind = "retreat before battle"
        with b.when(self._may_give_way()), b.decide(kind, SOVIET, "BD-13.9a") as d:
            with d.option("give-way"):
                b.assign(self.result, DR, rule="BD-13.9a")
            with d.option("stand", passes=True):
                pass

    def _may_give_way(self) -> Int:
        """Whether the defenders may choose to retreat (BD-13.9a, BD-13.9b)."""
        turns = self.data.setup["retreat_conversion_turns"]
        when = (self.turn == int(turns[0])) & self.south.has(self.target) & ~self.is_city
        return when & self.can_retreat(SOVIET) if self.on("BD-13.9b") else when

    def _resolve(self, side: int) -> None:
        """BD-11.10, BD-11.25: automatic results, else the die."""
        b = self.b
        with b.either(self.column > 7) as otherwise:
            b.assign(self.result, DE, rule="BD-11.10b")
            otherwise()
            with b.either(self.column < -4) as roll:
                b.assign(self.result, AE, rule="BD-11.10c")
                roll()
                die = b.roll("combat", "BD-11.25a")
                b.assign(self.result, self.results_table(self.column, die), rule="BD-11.25a")
        self._convert(side)

    def _convert(self, side: int) -> None:
        """What a result turns into (D-38, D-56, D-57)."""
        self._convert_at_once(side)
        if side == SOVIET:
            self._offer_retreat(SOVIET, "BD-11.33b", self.solo_satellite())
        else:
            self._offer_retreat(GERMAN, "BD-5.16b", self._shaping())

    def _shaping(self) -> Int:
        """Whether the German may shape a battle's end (BD-5.16b, BD-5.16c)."""
        shaping = self.ruled("BD-5.16b", (self.turn >= 9) & (self.turn <= 12))
        return shaping & ~self.is_city if self.on("BD-5.16c") else shaping

    def _convert_at_once(self, side: int) -> None:
        """The conversions that nobody chooses."""
        b = self.b
        if self.on("BD-9.6d"):
            with b.when((self.result == DR) & self.strong_city):
                b.assign(self.result, BB, rule="BD-9.6d")
        if side == SOVIET:
            if self.on("BD-11.20b"):
                plain = self.is_city & ~self.fortress(self.target)
                with b.when((self.result == DR) & plain):
                    b.assign(self.result, AS, rule="BD-11.20b")

    def _offer_retreat(self, who: int, rule: str, when: Int) -> None:
        if not self.on(rule):
            return
        b = self.b
        with b.when((self.result == BB) & when), b.decide("bloodbath", who, rule) as d:
            with d.option("force-retreat"):
                b.assign(self.result, DR, rule=rule)
            with d.option("keep-bloodbath"):
                pass

    def _apply(self, side: int) -> None:
        b = self.b
        defenders = self.defenders(side)
        b.mark(self.defended, defenders, 1)
        newcomers = (units_at(self.target) & self.own(1 - side)) - defenders
        with b.when((self.result == DE) | (self.result == BB) | (self.result == DR)):
            self.eliminate_all(newcomers, "BD-11.29b")
        with b.when(self.result == AE):
            self.eliminate_all(self.attackers, "BD-11.26a")
        with b.when(self.result == DE):
            self.eliminate_all(defenders, "BD-11.26c")
        with b.when(self.result == BB):
            lost = b.local(self.defence_total)
            self.eliminate_all(defenders, "BD-11.26d")
            if self.on("BD-11.26e"):
                self.take_losses(side, lost)
        with b.when(self.result == DR):
            self.retreat[1 - side]()

    def _take_losses(self, side: Int, lost: Int) -> None:
        """BD-11.26e to i: the attacker gives up factors as used in this battle."""
        b = self.b
        given = b.local(0)
        worth = b.local(0)
        with b.loop():
            with b.when((given >= lost) | ~self.attackers.any()):
                b.stop()
            # BD-11.26g: what cannot be replaced goes first
            dotted = self.attackers - self.replaceable - self.romanians
            pool = dotted if self.on("BD-11.26g") else self.attackers
            rest = (self.attackers).when(~dotted.any()) if self.on("BD-11.26g") else self.attackers
            with b.decide("bloodbath loss", side, "BD-11.26e") as d:
                with d.unit("lose", (pool | rest).distinct()) as u:
                    with b.either(side == GERMAN) as otherwise:
                        b.assign(worth, self._worth(GERMAN, u))
                        otherwise()
                        b.assign(worth, self._worth(SOVIET, u))
                    b.assign(given, given + worth)
                    self.eliminate(u)

    def _worth(self, side: int, u: Int) -> Int:
        """What a unit counts in a bloodbath: its factor in this battle (BD-11.26h, 11.26i)."""
        base, by = self._attack_base(side, u), self._attack_divisor(side, u)
        if side == SOVIET and not self.on("BD-11.26h"):
            base = self.attack(u)
        if not self.on("BD-11.26i"):
            by = self._supply_divisor(side, u)
            if side == GERMAN:
                base = pick(self.panzer.has(u) & self.is_city, self.attack(u), base)
        value = larger(base // by, 1)
        if side == SOVIET:
            value = value + self.with_air(u)
        return value


def sum_of(parts: list[Int]) -> Int:
    """The sum of several numbers."""
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total
