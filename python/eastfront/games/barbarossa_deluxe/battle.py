"""Barbarossa Deluxe, sections 10.24 to 11.33: one battle, from its supports to its result.

The attackers have the flag `attacking`, the defenders are in the hex `target`. Supports are
Luftwaffe counters, and the Soviet air armies, partisans and airborne assault. A battle has these
steps: aerial supply and Luftwaffe, Soviet supports, odds (which reveal the defenders), the choice
of the Soviet to retreat in place of the die roll (13.9), the die roll, conversions of the result,
losses.
"""

from __future__ import annotations

from functools import partial

from eastfront.program import *
from eastfront.systems.choosing import choose, offer, preferred, remaining
from eastfront.systems.fields import HEXES, unit_flag, variable
from eastfront.systems.sections import procedure, rule, step, value

from .board import AE, AS, BB, DE, DR, FIGHT_MOVE, MOST_MARKERS, PREPARED
from .ground import GERMAN, SOVIET
from .section import Section
from .strength import sum_of


class Battle(Section):
    """One battle: the supports of both sides, the die roll, conversions of its result, and
    losses."""

    luftwaffe = variable("luftwaffe", Life.GAME_TURN, most=MOST_MARKERS)
    air_left = variable("air armies left", Life.PHASE, most=MOST_MARKERS)
    with_air = unit_flag("air army", Life.BATTLE, in_play=True)
    partisans_used = variable("partisans used", Life.PHASE)
    airborne_used = variable("airborne used in", Life.GAME, most=MOST_MARKERS)
    result = variable("result", Life.GAME_TURN, -1, limits=(-1, 4))
    defended = unit_flag("defended", Life.PHASE)
    retreated = unit_flag("retreated", Life.PHASE)
    revealed = variable("revealed", Life.BATTLE, -1, limits=HEXES)
    with_luftwaffe = variable("with luftwaffe", Life.BATTLE)
    with_partisans = variable("with partisans", Life.BATTLE)
    with_airborne = variable("with airborne", Life.BATTLE)
    exchanges_other = unit_flag("exchanges another factor", Life.BATTLE)
    exchanges_half = unit_flag("exchanges half", Life.BATTLE)
    exchanges_quarter = unit_flag("exchanges a quarter", Life.BATTLE)

    # -- 8.38 to 8.40, 11.23: supports ------------------------------------------------------

    def receive_luftwaffe(self) -> None:
        """Gives the German, as a game turn starts, as many Luftwaffe ground support counters as the
        turn record shows for the turn (BD-11.23a)."""
        assign(self.luftwaffe, self.luftwaffe_due(), "BD-11.23a")

    @value
    def luftwaffe_due(self) -> Int:
        """The Luftwaffe counters that the turn record shows for the turn."""
        return self.luftwaffe_table(self.turn)

    @value
    def airborne_limits(self) -> list[Limit]:
        """Further limits on the Soviet airborne assault, by rules of a scenario."""
        return []

    def receive_air_armies(self) -> None:
        """Gives the Soviet, for a prepared assault phase, as many air armies as the chart shows for
        the turn; each is committed at most once in the phase (8.38b)."""
        assign(self.air_left, self.air_table(self.turn))

    @value
    def support_limits(self, side: int) -> dict[str, list[Limit]]:
        """The limits on the supports of a side in a battle in which the side attacks, by the name
        of the support; the limits serve play and explanations.

        - Luftwaffe: each counter supports one battle in a game turn (BD-11.23d).
        - Air armies: each supports one Soviet army that attacks (BD-8.38c), at most once in a
          prepared assault phase, in fight/move player turns or the first phase of fight/fight
          (BD-8.38b), and never in a battle with a Luftwaffe counter (BD-8.38f).
        - Partisans: against defenders in overland supply in a hex of the USSR that is no city
          (BD-8.39c), one attack in a prepared assault phase (BD-8.39b).
        - Airborne assault: against a hex of the USSR that is no city (BD-8.40c), once in a year, in
          a fight/move player turn (BD-8.40b).
        """
        none_left = "no Luftwaffe counter is left this turn"
        limits = {"luftwaffe": [only("BD-11.23d", self.luftwaffe > 0, none_left)]}
        if side == GERMAN:
            return limits
        prepared = self.battle_kind == PREPARED
        open_country = self.ussr.contains(self.target) & ~self.strength.is_city & prepared
        fight_move = self.game_turn.sequence_chosen == FIGHT_MOVE
        in_form = (fight_move | self.assault.first_of_two) & prepared
        air = self.with_air.units
        # all of the turn's, or those left in the phase
        at_hand = if_else(self.assault.fight_number > 0, self.air_left, self.air_table(self.turn))
        return limits | {
            "air armies": [
                only(
                    "BD-8.38c",
                    (air - (self.attackers & self.armies)).count() == 0,
                    "only an attacking army may have an air army",
                ),
                only(
                    "BD-8.38b",
                    in_form & (air.count() <= at_hand),
                    "only in fight/move or the first phase of fight/fight, while any are left",
                ),
                only(
                    "BD-8.38f",
                    self.with_luftwaffe == 0,
                    "no air army in a battle with Luftwaffe support",
                ),
            ],
            "partisans": [
                only(
                    "BD-8.39c",
                    open_country & self._supplied_defenders(),
                    "only against supplied defenders outside the cities of the USSR",
                ),
                only("BD-8.39b", self.partisans_used == 0, "only once a prepared assault phase"),
            ],
            "airborne": [
                only("BD-8.40c", open_country, "only outside the cities of the USSR"),
                only(
                    "BD-8.40b",
                    self.in_window("BD-8.40b", self.airborne_used) & fight_move,
                    "only once a year, in fight/move",
                ),
                *self.airborne_limits(),
            ],
        }

    def _supplied_defenders(self) -> Int:
        """Says whether all German-side units in the attacked hex are in regular overland supply."""
        there = self.at_target(GERMAN)
        return there.where(self.supply.german_is_overland).count() == there.count()

    @rule("BD-11.23b")
    def _german_support(self, side: int) -> None:
        """Offers the German one Luftwaffe counter for a battle anywhere on the map, in attack or
        defence, in a mobile or prepared assault (BD-11.23); each counter is used once in a game
        turn (BD-11.23d)."""
        kind, limits = "luftwaffe", self.support_limits(side)["luftwaffe"]
        with offer(kind, GERMAN, "BD-11.23b", "luftwaffe", *limits, decline="no-luftwaffe"):
            assign(self.with_luftwaffe, 1, "BD-11.23b")
            assign(self.luftwaffe, self.luftwaffe - 1, "BD-11.23d")

    @step
    def more_support(self) -> None:
        """Offers the German, for an attack of his, what rules of other sections give."""

    @step
    def soviet_support(self) -> None:
        """Offers the Soviet, for a prepared assault of his, air armies (BD-8.38), the partisans
        (BD-8.39) and the airborne assault (BD-8.40)."""
        self._air_armies()
        self._marker("partisans", self.with_partisans, self.partisans_used, 1)
        drop = self.window_number("BD-8.40b")
        self._marker("airborne", self.with_airborne, self.airborne_used, drop)

    def _helped(self, support: str) -> Units:
        """The attackers that a Soviet support may help within its limits; no units if the support
        may not be used in the battle."""
        return remaining(self.attackers, *self.support_limits(SOVIET)[support])

    def _marker(self, verb: str, with_it: Int, used: Int, value: Number) -> None:
        """Offers the Soviet the partisans or the airborne assault for a battle, within the limits
        of that support; ``verb`` is the name of the support. If he uses the support, the variable
        ``with_it`` of the battle becomes 1, and the variable ``used``, which limits later use,
        becomes ``value``."""
        rule = self.support_limits(SOVIET)[verb][0].rule
        if in_force(rule):
            able = self._helped(verb).any()
            with when(able), offer(verb, SOVIET, rule, verb, decline=f"no-{verb}"):
                assign(with_it, 1, rule)
                assign(used, value, rule)

    @rule("BD-8.38c")
    def _air_armies(self) -> None:
        """Offers the Soviet air armies one by one, each to support one army of his attack
        (BD-8.38c), as long as some are left that have not been committed in the phase
        (BD-8.38b)."""
        with when(self._helped("air armies").any()):
            last = local(-1)
            armies = self.attackers & self.armies
            later = armies.where(lambda u: u > last)
            with until(self.air_left <= 0), decide("air armies", SOVIET, "BD-8.38c") as d:
                with d.unit("air-army", later.distinct()) as u:
                    mark(self.with_air, one_unit(u), "BD-8.38c")
                    assign(self.air_left, self.air_left - 1, "BD-8.38b")
                    assign(last, u)
                with d.option("no-more-air", passes=True):
                    break_()

    @value
    def air_support(self) -> Int:
        """The attack factors that air armies add to the battle: 1 for each attacking army that an
        air army supports; this bonus is never doubled (BD-8.38c)."""
        return by("BD-8.38c", self.with_air.units.count() * self.air_bonus, told=True)

    @value
    def undivided(self, unit: Int, base: Int, divisor: Int) -> Int:
        """The attack factors that supports add to an attacker, whose own factor is ``base`` by
        ``divisor``, beyond that: 1 for an air army (BD-8.38c)."""
        return self.with_air(unit) * self.air_bonus

    @value
    def dropped_factors(self) -> Int:
        """The attack factors that an air drop adds to a German attack: none, but by the rule of
        another section."""
        return number(0)

    @property
    def air_bonus(self) -> int:
        """The attack factors that one air army adds to the army that it supports, by the chart: 1
        (8.38c)."""
        return int(self.data.charts["air-armies"]["attack_bonus"])

    def shifts(self, side: int) -> Int:
        """The column shifts of a battle for supports, in columns, positive for the attacker.

        A Luftwaffe counter gives one column in favour of the German, attacker or defender
        (BD-11.23c). A Soviet attack gets one column if an Axis satellite army defends a hex of the
        USSR alone (BD-11.33a), one for the partisans (BD-8.39d), and one for the airborne assault
        (BD-8.40c).
        """
        towards = 1 if side == GERMAN else -1
        shift = self.strength.shift
        luftwaffe = shift("BD-11.23c", towards, self.with_luftwaffe == 1)
        if side == GERMAN:
            return luftwaffe
        return sum_of(
            luftwaffe,
            shift("BD-11.33a", 1, self.strength.solo_satellite()),
            shift("BD-8.39d", 1, self.with_partisans == 1),
            shift("BD-8.40c", 1, self.with_airborne == 1),
        )

    # -- 11.10, 11.25 to 11.33: the battle --------------------------------------------------

    def reveal(self) -> None:
        """Reveals the units in the attacked hex to both players, as the odds of the attack are
        computed (11.7a)."""
        assign(self.revealed, self.target)

    def reopen(self) -> None:
        """Clears the result of the present battle, so that its die is still to be rolled."""
        assign(self.result, -1)

    @step
    def close(self) -> None:
        """Ends a battle, after its advances."""
        over(Life.BATTLE)

    @procedure("{side} battle")
    def fight(self, side: int) -> None:
        """Plays a battle in which a side attacks (BD-11.3a, BD-10.29a): offers of supports
        (BD-11.23b, BD-8.38c, BD-8.39d, BD-8.40c), the odds (BD-11.8a), which reveal the defenders
        (BD-11.7a), the Soviet's choice to retreat (BD-13.9a), the die roll (BD-11.25a), and the
        result (BD-11.26a, BD-11.26c)."""
        with holding(*self._joined(side)):
            if side == SOVIET:
                self.interrupts.aerial_window()
            self._german_support(side)
            if side == SOVIET:
                self.soviet_support()
            else:
                self.more_support()  # BD-4.17e
        self.strength.reckon(side)
        self.reveal()
        self.reopen()
        with holding(*self._joined(side)):
            if side == GERMAN:
                self.retreat_instead()
            with when(self.result < 0):
                self.resolve(side)
        self.conclude(side)

    @step
    def concluded(self, side: int) -> None:
        """Runs the rules of other sections for the instant after the result of a battle has been
        applied."""

    def conclude(self, side: int) -> None:
        """Reports the strengths, odds and result of a battle to the players, and applies the
        result."""
        reckoned = self.strength
        note(
            "battle",
            self.target,
            self.battle_kind,
            reckoned.attack_total,
            reckoned.defence_total,
            reckoned.odds,
            reckoned.column,
            self.result,
            side,
        )
        self._apply(side)
        assign(self.revealed, -1)
        self.concluded(side)

    def _joined(self, side: int) -> list[Int]:
        """The conditions that are met at every decision of a battle up to its die roll: there are
        attackers and defenders, and all attackers are next to the target. They are declared by the
        statement `holding`."""
        near = self.own(side).inside(one_hex(self.target).adjacent())
        there = self.at_target(1 - side)
        return [self.attackers.any(), ~(self.attackers - near).any(), there.any()]

    def fall_back(self, units: Units) -> None:
        """Marks units that retreat from a prepared assault; if the hex where they end is attacked
        later in the same phase, marked units add nothing to its defence (BD-11.29a)."""
        with when(self.battle_kind == PREPARED):
            mark(self.retreated, units)

    @rule("BD-13.9a")
    def retreat_instead(self) -> None:
        """Offers the Soviet, before the die is rolled for a German attack, to retreat his defenders
        (result DR) in place of the roll, in the cases of `may_give_way` (BD-13.9)."""
        kind = "retreat before battle"
        with (
            when(self.may_give_way()),
            offer(kind, SOVIET, "BD-13.9a", "give-way", decline="stand"),
        ):
            assign(self.result, DR, "BD-13.9a")

    @value
    def may_give_way(self) -> Int:
        """Says whether the Soviet may choose a retreat of his defenders in place of the die roll:
        on the first turn of the scenario, in a hex of the southern zone that is no city (BD-13.9a),
        and only if the defenders have a hex to retreat to (BD-13.9b)."""
        able = (
            self.in_window("BD-13.9a") & self.south.contains(self.target) & ~self.strength.is_city
        )
        return able & by("BD-13.9b", self.retreats.can_retreat(SOVIET), otherwise=True)

    def resolve(self, side: int) -> None:
        """Determines the result of a battle. Without a die roll (BD-11.10) all defenders are
        eliminated (DE) at final odds above 7:1 (11.10b), and all attackers (AE) below 1:6 (11.10c).
        At other odds the attacker's die decides in the final column of the combat results table
        (BD-11.25)."""
        with either(self.strength.column > 7) as otherwise:
            assign(self.result, DE, "BD-11.10b")
            otherwise()
            with either(self.strength.column < -4) as rolled:
                assign(self.result, AE, "BD-11.10c")
                rolled()
                die = roll("combat", "BD-11.25a")
                assign(self.result, self.combat_result(self.strength.column, die), "BD-11.25a")
        self._convert(side)

    def _convert(self, side: int) -> None:
        """Converts the result of a battle: first where a rule demands it, then by the choice of the
        attacker; readings D-38, D-56 and D-57 give this order.

        The attacker may turn a bloodbath (BB) into a retreat (DR): the Soviet against an Axis
        satellite army that defends a hex of the USSR alone (BD-11.33b), the German in the cases of
        `shaping` (BD-5.16b).
        """
        self.convert_at_once(side)
        if side == SOVIET:
            self._offer_retreat(side, "BD-11.33b", self.strength.solo_satellite())
        else:
            self._offer_retreat(side, "BD-5.16b", self.shaping())

    @value
    def shaping(self) -> Int:
        """Says whether the German may turn a bloodbath (BB) that he rolls into a retreat (DR): in
        the single-month turns of 1942, 9 to 12 (BD-5.16b), but not in attacks into cities
        (BD-5.16c)."""
        shaping = by("BD-5.16b", self.in_window("BD-5.16b"), told=True)
        return shaping & by("BD-5.16c", ~self.strength.is_city, otherwise=True)

    @step
    def convert_at_once(self, side: int) -> None:
        """Converts a retreat result (DR) automatically: against defenders in a hero or fortress
        city to a bloodbath (BB, BD-9.6d); against German-side units in a city that is no fortress
        city to the result AS, which has no effect (BD-11.20b)."""
        self.stand(BB, "BD-9.6d", self.strength.strong_city)
        if side == SOVIET:
            plain = self.strength.is_city & ~self.interrupts.fortress(self.target)
            self.stand(AS, "BD-11.20b", plain)

    @rule(lambda _, instead, rule, where: rule)
    def stand(self, instead: int, rule: str, where: Int) -> None:
        """Turns a retreat result (DR) into the result ``instead``, by the rule ``rule``, if
        ``where`` is nonzero. ``where`` says whether the rule applies to the attacked hex."""
        with when((self.result == DR) & where):
            assign(self.result, instead, rule)

    @rule(lambda _, who, rule, able: rule)
    def _offer_retreat(self, who: int, rule: str, able: Int) -> None:
        """Offers a side, by a rule, the choice to turn a bloodbath (BB) into a retreat (DR), if
        ``able`` is nonzero."""
        with when((self.result == BB) & able), decide("bloodbath", who, rule) as d:
            with d.option("force-retreat"):
                assign(self.result, DR, rule)
            with d.option("keep-bloodbath"):
                pass

    def _apply(self, side: int) -> None:
        """Applies the result of a battle to the units in it.

        - AE: all attackers are eliminated (BD-11.26a).
        - AS: no losses, and all units stay.
        - DE: all defenders are eliminated (BD-11.26c).
        - BB: first all defenders are eliminated (BD-11.26d), then attackers in exchange
          (`_exchange`, 11.26e).
        - DR: the defenders retreat.

        Units that retreated into the hex earlier in the phase are eliminated with any result except
        AS and AE (BD-11.29b).
        """
        defenders = self.strength.defenders(side)
        # BD-11.4c speaks of prepared assaults alone
        mark(self.defended, defenders.when(self.battle_kind == PREPARED))
        newcomers = self.at_target(1 - side) - defenders
        with when((self.result == DE) | (self.result == BB) | (self.result == DR)):
            self.events.eliminate_all(newcomers, "BD-11.29b")
        with when(self.result == AE):
            self.events.eliminate_all(self.attackers, "BD-11.26a")
        with when(self.result == DE):
            self.events.eliminate_all(defenders, "BD-11.26c")
        with when(self.result == BB):
            lost = local(self.factors_lost(side))
            self._settle_factors(side)
            self.events.eliminate_all(defenders, "BD-11.26d")
            self._exchange(side, lost)
        with when(self.result == DR):
            self.retreats.retreat(1 - side)

    @rule("BD-11.26e")
    def _exchange(self, side: int, lost: Int) -> None:
        """Makes the attacker remove, in a bloodbath, attacking units whose attack factors at least
        equal ``lost``, the defence factors that the defender has lost (BD-11.26e)."""
        self.take_losses(number(side), lost)

    @procedure("bloodbath losses")
    def take_losses(self, side: Int, lost: Int) -> None:
        """Makes the attacker choose the attacking units that he loses in a bloodbath, one by one,
        until their attack factors at least equal ``lost``, the defence factors lost (BD-11.26e).

        All dotted units, which cannot be replaced, are lost before any other unit (BD-11.26g). Each
        unit counts with its factor in this battle.
        """
        given = local(0)
        totals = {n: local(0) for n in (1, 2, 4, 8)}
        by_air = local(0)
        with until((given >= lost) | ~self.attackers.any()):
            # BD-11.26g: units that cannot be replaced are lost first
            dotted = self.attackers - self.replaceable - self.romanians
            first = preferred(dotted, self.attackers)
            limit = only("BD-11.26g", first, "units that cannot be replaced are lost first")
            kind = "bloodbath loss"
            with choose(kind, side, "BD-11.26e", "lose", self.attackers, limit) as u:
                base, by = local(self.settled_base(side, u)), local(self._settled_divisor(u))
                self.strength.add(totals, base, by)
                assign(by_air, by_air + self.undivided(u, base, by))
                assign(given, self.strength.total(totals) + by_air)
                self.events.eliminate(u)
        for flag in (self.exchanges_other, self.exchanges_half, self.exchanges_quarter):
            clear(flag)

    @rule("BD-11.26e")
    def _settle_factors(self, side: int) -> None:
        """Stores the factors with which the attackers count against the losses of a bloodbath
        (11.26e). They are stored before the defenders are removed: the removal might open a supply
        line, but supply is determined as a battle begins (BD-7.17b).

        One flag marks units with a factor other than the printed attack factor; two flags give the
        divisor.
        """
        with each(self.attackers) as u:
            by = local(self._exchange_divisor(side, u))
            other = self._exchange_base(side, u) != self.attack(u)
            mark(self.exchanges_other, one_unit(u).when(other))
            mark(self.exchanges_half, one_unit(u).when((by == 2) | (by == 8)))
            mark(self.exchanges_quarter, one_unit(u).when(by >= 4))

    @value
    def settled_base(self, side: Int, u: Int) -> Int:
        """The undivided factor with which an attacker of ``side`` counts against the losses of a
        bloodbath, as stored by `_settle_factors`: for a unit with the flag `exchanges_other` the
        defence factor if German, the doubled attack factor if Soviet; for any other unit the
        printed attack factor."""
        other = if_else(side == GERMAN, self.defence(u), self.attack(u) * 2)
        return if_else(self.exchanges_other(u), other, self.attack(u))

    def _settled_divisor(self, u: Int) -> Int:
        """The divisor of the factor with which an attacker counts against the losses of a
        bloodbath, as stored by `_settle_factors`: 1, 2, 4 or 8."""
        return if_else(self.exchanges_half(u), 2, 1) * if_else(self.exchanges_quarter(u), 4, 1)

    def _exchange_base(self, side: int, u: Int) -> Int:
        """The undivided factor with which an attacking unit counts in a bloodbath: the factor with
        which it attacked.

        A doubled shock army counts with its doubled factor (BD-11.26h), a German panzer corps that
        attacks a city with its defence factor (BD-11.26i).
        """
        printed = self.attack(u)
        if side == SOVIET:
            return by("BD-11.26h", lambda: self.strength.attack_base(side, u), otherwise=printed)
        base = self.strength.attack_base(side, u)
        return by(
            "BD-11.26i",
            base,
            otherwise=if_else(self.panzer.contains(u) & self.strength.is_city, printed, base),
        )

    @rule("BD-11.26i", otherwise=lambda self, *unit: self.strength.supply_divisor(*unit))
    def _exchange_divisor(self, side: int, u: Int) -> Int:
        """The divisor of an attacking unit's factor in a bloodbath: the divisor of its attack, by
        supply and, for a mechanised unit that attacks marsh, by terrain (BD-11.26i)."""
        return self.strength.attack_divisor(side, u)

    # -- 11.26: what a unit counts ----------------------------------------------------------

    @rule("BD-11.26e")
    def define_losses(self, side: int, name: str) -> None:
        """Declares the queries, whose names begin with ``name``, for the factors with which each
        attacker counts against the losses of a bloodbath (BD-11.26e)."""
        query = self.b.query
        query(f"{name} exchange factor", 1, partial(self.exchange_base, side))
        query(f"{name} exchange divisor", 1, partial(self.exchange_divisor, side))
        query(f"{name} exchange undivided", 1, lambda u: self.undivided(
            u, self.exchange_base(side, u), self.exchange_divisor(side, u)))  # fmt: skip

    @value
    def factors_lost(self, side: int) -> Int:
        """The defence factors that are lost with the defenders in a bloodbath, in which ``side``
        attacks: their total in the battle."""
        return self.strength.defence_total

    @value
    def exchange_base(self, side: int, u: Int) -> Int:
        """The undivided factor with which an attacking unit counts in a bloodbath: the stored
        factor while losses of a bloodbath are being chosen, else the factor that would be stored if
        the present battle ended in a bloodbath."""
        kept, now = self.settled_base(number(side), u), self._exchange_base(side, u)
        return if_else(self._settled(side), kept, now)

    @value
    def exchange_divisor(self, side: int, u: Int) -> Int:
        """The divisor of an attacking unit's factor in a bloodbath, stored or computed as in
        `exchange_base`; factors with the same divisor are added and divided once."""
        return if_else(
            self._settled(side), self._settled_divisor(u), self._exchange_divisor(side, u)
        )

    def _settled(self, side: int) -> Int:
        """Says whether the losses of a bloodbath are being chosen: the defenders have been removed,
        and the factors of the attackers are stored."""
        fallen = ~occupied(1 - side).contains(self.target)
        return (self.revealed >= 0) & (self.result == BB) & fallen
