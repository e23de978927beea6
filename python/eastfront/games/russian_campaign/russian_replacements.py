"""The Russian Campaign, section 22: workers, replacement points, and Russian replacements.

Workers are placed before points are counted, since a worker counts on the turn of its arrival. So
they are placed at the beginning of the impulse and not during movement.
"""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *
from eastfront.systems.choosing import remaining
from eastfront.systems.fields import hex_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.sections import rule, step, value

from .arrivals import Arrivals
from .board import AXIS, FIRST, RUSSIAN, Board
from .calendar import Calendar
from .retreat import Retreats
from .section import Section
from .zones import Zones

SCARCE, NEVER = "TRC-22.5b", "TRC-18.4b"
"""The rule that limits the armor and Guards units replaced in a turn (22.5b), and the rule that
paratroops are never replaced (18.4b)."""

MOST_POINTS = 999
"""The upper bound of the variable for the Russian's replacement points, more than he ever has."""


class RussianReplacements(Section):
    """The section on workers, replacement points and Russian replacements."""

    points = variable("replacement points", Life.GAME, most=MOST_POINTS)
    armour_taken = variable("armor replaced", Life.GAME_TURN, most=9)
    guards_taken = variable("guards replaced", Life.GAME_TURN, most=9)
    south_replaced = variable("south edge replacement", Life.GAME_TURN)
    archangel_lost = variable("Archangel lost", Life.GAME)
    fed = hex_flag("worker city used", Life.GAME_TURN)
    """Cities with a worker in which a replacement has entered this turn; a second one may not
    (TRC-22.6c)."""
    homes = hex_flag("open to workers", Life.GAME)
    """Cities of Russia under Russian control when the player turn began, in which workers may be
    placed (TRC-22.3a)."""

    def define(self) -> None:
        """Declares the Guards units whose number of replacements in a turn is limited (TRC-22.5b):
        Guards infantry and cavalry. Guards armor counts as armor instead. Each unit costs its
        combat factor (TRC-22.5a)."""
        # D-69: Guards armor counts as armor
        self.guardsmen = self.guards - self.armour

    # -- 22.1: points -----------------------------------------------------------------------

    @Calendar.replacements_due.after()
    def replacements_due(self, side: int, impulse: int) -> None:
        """Plays the Russian replacements: in the first impulse workers are placed, points counted
        and units replaced (TRC-4.2.1b); in the second impulse only Stavka may be replaced
        (TRC-4.2.3c)."""
        if side == AXIS:
            return
        steps = [self.place_workers]
        if impulse == FIRST:
            # points after workers, as a worker counts on the turn of its arrival (22.1c)
            steps.insert(by("TRC-22.1c", 1, otherwise=0), self.points_counted)
        steps += [self.recruit] if impulse == FIRST else [self._hold_others, self.recruit_stavka]
        for write in steps:
            write()

    @rule("TRC-4.2.3c", otherwise=lambda self: self.recruit())
    def _hold_others(self) -> None:
        """Replaces no Russian unit but Stavka in the second impulse (TRC-4.2.3c)."""

    @step
    def points_counted(self) -> None:
        """Gives the Russian the replacement points of the turn: the values of workers on the map
        (TRC-22.1a), doubled from May/June 1943 (TRC-22.7a), and a die roll for Archangel
        (TRC-22.4a).

        Workers in surrounded cities count (22.1b), those in the off-map box do not (22.1d); the
        value of a worker is its combat factor (22.2a).
        """
        at_work = self.workers & self.on_map(RUSSIAN)
        away = self.workers & self.arrivals.off_map(RUSSIAN)
        at_work = by("TRC-22.1d", at_work, otherwise=at_work | away)
        # otherwise surrounded workers produce nothing
        free = (self.land - self.zones.zone[AXIS]).adjacent(self.ground)
        at_work = by("TRC-22.1b", at_work, otherwise=at_work.inside(free))
        value = by("TRC-22.2a", at_work.sum(self.factor), otherwise=at_work.count())
        # the values of all available workers, and the result for Archangel (22.1a)
        self.gain(self.doubled(value), "TRC-22.1a")
        self.ask_archangel()

    def gain(self, points: Number, rule: str = "") -> None:
        """Adds to the Russian's replacement points, by `rule`."""
        self.have(self.points + points, rule)

    def have(self, points: Number, rule: str = "") -> None:
        """Sets the Russian's replacement points to `points`, by `rule`."""
        assign(self.points, points, rule)

    def pay(self, points: Int, rule: str) -> None:
        """Takes replacement points from the Russian, by `rule`."""
        self.have(self.points - points, rule)

    # -- 22.2, 22.3: workers ----------------------------------------------------------------

    def worker_hexes(self) -> Hexes:
        """The hexes with a worker."""
        return self.workers.hexes()

    @Calendar.impulse_opens.after()
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Records the cities of Russia under Russian control when the Russian player turn begins:
        only in these may new workers be placed (TRC-22.3a)."""
        if side == RUSSIAN and impulse == FIRST:
            clear(self.homes)
            held = by("TRC-22.3a", self.zones.held(RUSSIAN), otherwise=self.cities)
            mark(self.homes, self.cities & self.russia & held, "TRC-22.3a")

    def bare_homes(self) -> Hexes:
        """The cities of Russia in which a new worker may be placed (TRC-22.3a): under Russian
        control when the Russian player turn began, and now without a worker and without enemies."""
        return self.homes.hexes - self.zones.force[AXIS] - self.worker_hexes()

    @value
    def worker_sites(self) -> Hexes:
        """The cities of Russia offered for a new worker: cities without a worker (TRC-22.3a), and
        cities with one, which are refused until every city has a worker (TRC-22.3b). Only cities
        under Russian control when the player turn began, and without enemies now, are offered."""
        return self.bare_homes() | by("TRC-22.3b", self.homes.hexes - self.zones.force[AXIS])

    @step
    def place_workers(self) -> None:
        """Makes the Russian place new workers in his cities (TRC-22.3a) or hold them in his off-map
        box (TRC-20.1.1a); workers that wait there may be placed too."""
        new = self.arrivals.waiting(RUSSIAN) & self.workers
        old = (self.arrivals.off_map(RUSSIAN) & self.workers) - self.moved.units
        ready = new | old.when(self.worker_sites().any())
        with until(~self.workers_able(ready).any()):
            with decide("workers", RUSSIAN, "TRC-22.3a") as d:
                with d.unit("place-worker", ready.distinct()) as unit:
                    self.place_worker(unit)
                self.offer_workers(d)
                with d.option("end-workers", ~new.any(), passes=True):
                    break_()

    @value
    def workers_able(self, ready: Units) -> Units:
        """The workers left for the Russian to decide about: the workers `ready`, which wait to be
        placed; options add other workers."""
        return ready

    @step
    def offer_workers(self, d: Decision) -> None:
        """Marks the decision on arriving workers: an empty step, to which the option on evacuation
        adds its offer."""

    def place_worker(self, unit: Int) -> None:
        """Makes the owner choose the city of Russia where a worker is placed, or hold the worker
        off the map. The city was Russian when the player turn began, and has no worker (TRC-22.3a);
        if every such city has a worker, any of these cities is permitted (22.3b)."""
        bare = self.bare_homes()
        with decide("worker city", RUSSIAN, "TRC-22.3a", about=unit) as d:
            coming = self.arrivals.waiting(RUSSIAN) | self.arrivals.off_map(RUSSIAN)
            d.holds((coming & self.workers).contains(unit))
            text = "a worker needs a city without one, Russian when the player turn began"
            limit = only("TRC-22.3b", all_hexes() - self.worker_hexes().when(bare.any()), text)
            with d.hex("at", self.worker_sites(), limit) as at:
                self.zones.put(RUSSIAN, unit, at, "")
            with d.option("hold", self.arrivals.waiting(RUSSIAN).contains(unit), passes=True):
                self.leave(unit, "off-map")
                self.has_moved(one_unit(unit))

    @Board.eliminate.instead("TRC-22.2e", rank=-1)
    def workers_surrender(
        self, former: Callable[[Units, str], None], units: Units, rule: str
    ) -> None:
        """Makes the workers among `units` surrender instead of being eliminated, as workers cannot
        be replaced (TRC-22.2e). The others go to `former`, which eliminates them by `rule`."""
        self.leave(units & self.workers, "surrendered", rule)
        former(units - self.workers, rule)

    @Retreats.frail.then("TRC-22.2e")
    def frail(self, frail: list[tuple[Units, str]]) -> list[tuple[Units, str]]:
        """Adds workers to the units that are lost instead of retreating; workers surrender
        (TRC-22.2e)."""
        return [*frail, (self.workers, "TRC-22.2e")]

    @law("TRC-22.2e", "no worker waits in the pool")
    def no_worker_waits(self) -> Int:
        """Says whether no worker is in the replacement pool, as workers cannot be replaced (22.2e),
        except those that start there."""
        listed = self.data.setup.get("pool") or ()
        fallen = self.counters_where(
            "workers that start elsewhere", lambda u: u.kind == "worker" and u.id not in listed
        )
        return ~(units_at("pool") & fallen).any()

    # -- 22.4: Archangel --------------------------------------------------------------------

    @step
    @rule("TRC-22.4a")
    def ask_archangel(self) -> None:
        """Rolls one die for Archangel each turn from January/February 1942 (22.4a) and adds the
        result to the Russian's points, with one point more in 1943 and 1944 (TRC-22.4)."""
        chart = self.data.charts["archangel"]
        with when((self.turn >= chart["first"]) & (self.archangel_lost == 0)):
            die = roll("Archangel", "TRC-22.4a")
            years = self.axis_replacements.union(chart["bonus_turns"])
            # one more in 1943 and 1944 (22.4b)
            bonus = by("TRC-22.4b", if_else(years, chart["bonus"], 0), told=True)
            assign(self.points, self.points + die + bonus, "TRC-22.4a")
            self.archangel_gave(die + bonus)

    @step
    def archangel_gave(self, points: Int) -> None:
        """Marks a roll for Archangel that has given the Russian `points`: an empty step, to which
        an option adds that the points are doubled."""

    @Zones.control_settled.after()
    def control_settled(self) -> None:
        """Ends the die rolls for Archangel for the rest of the game once the Axis has controlled
        the city (TRC-22.4c)."""
        with when(self.control[AXIS](self.arrivals.archangel)):
            assign(self.archangel_lost, 1, "TRC-22.4c")

    # -- 22.5: what is bought ---------------------------------------------------------------

    def russian_pool(self) -> Units:
        """The Russian units in the replacement pool that could be replaced, given enough points."""
        pool = units_at("pool") & self.russian_units
        return pool & (self.axis_replacements.replaceable() | self.paratroops)

    @value
    def purchase_limits(self, pool: Units) -> list[Limit]:
        """The limits on the units of the pool that the Russian may replace (TRC-22.5): by points
        (22.5a), by the numbers of armor and Guards units in a turn (22.5b), no paratroops (18.4b),
        and Stavka only in a second impulse (22.8a)."""
        full = self.armour.when(self.armour_taken >= self.most("armor"))
        full = full | self.guardsmen.when(self.guards_taken >= self.most("guards"))
        return [
            only(NEVER, pool - self.paratroops, "paratroops are never replaced"),
            only("TRC-22.8a", pool - self.stavka, "Stavka comes back in the second impulse"),
            only(SCARCE, pool - full, "no more armor or Guards may be replaced this turn"),
            only(
                "TRC-22.5a", self.paid_for(pool), "its combat factor is more than the points left"
            ),
        ]

    def most(self, kind: str) -> Int:
        """The number of units of a kind, `armor` or `guards`, that the Russian may replace in a
        turn: one through November/December 1943 (TRC-22.5b), then two (TRC-22.5c)."""
        chart = self.data.charts["russian-replacements"]
        usual, late = chart[kind], self.turn >= chart["later_from"]
        more: Int = if_else(late, chart[f"{kind}_later"] - usual, 0)
        return number(usual) + by("TRC-22.5c", more, told=True)

    @step
    def recruit(self) -> None:
        """Offers the Russian to replace units from his pool, whose combat factors total at most his
        points (TRC-22.5a)."""
        with loop():
            pool = self.russian_pool()
            limits = self.purchase_limits(pool)
            with when(~remaining(pool, *limits).any()):
                break_()
            with decide("replacements", RUSSIAN, "TRC-22.5a") as d:
                with d.unit("recruit", pool.distinct(), *limits) as unit:
                    self.buy(unit)
                with d.option("end-replacements", 1, *self.recruited_limits(), passes=True):
                    break_()

    @value
    def recruited_limits(self) -> list[Limit]:
        """The limits of optional rules on ending the Russian's replacements while further ones are
        possible; empty without such rules."""
        return []

    def paid_for(self, units: Units) -> Units:
        """The units among `units` that cost no more replacement points than the Russian has
        left."""
        return units.where(lambda u: self.price(u) <= self.points)

    def price(self, unit: Int) -> Int:
        """The cost of replacing a unit, in points: its combat factor (TRC-22.5a)."""
        return self.factor(unit)

    @step
    def buy(self, unit: Int) -> None:
        """Takes the cost of a unit of the replacement pool from the Russian's points (TRC-22.5a),
        and counts the unit against the turn's limits on armor and on Guards. Makes the unit arrive
        in this impulse, with free rail movement (TRC-22.6a)."""
        rest = self.points - self.price(unit)
        assign(self.points, rest * (rest > 0))
        assign(self.armour_taken, self.armour_taken + self.armour.contains(unit))
        assign(self.guards_taken, self.guards_taken + self.guardsmen.contains(unit))
        self.arrivals.come_back(one_unit(unit))
        self.railroads.ride_free(one_unit(unit), "TRC-22.6a")

    @Calendar.player_turn_ends.after()
    def player_turn_ends(self, side: int) -> None:
        """Takes the points that the Russian has not used, at the end of his player turn: none
        accumulate (TRC-22.5d)."""
        if side == RUSSIAN:
            assign(self.points, 0, "TRC-22.5d")

    # -- 22.6: where they enter -------------------------------------------------------------

    @Arrivals.enter_listed.instead()
    def enter_listed(
        self, former: Callable[[int, int, Int], None], side: int, impulse: int, unit: Int
    ) -> None:
        """Makes Russian replacements enter at the east edge or in a city with a worker (TRC-22.6b),
        Stavka at Moscow (TRC-22.8b); other units as listed."""
        if side == AXIS:
            former(side, impulse, unit)
            return
        with either(self.arrivals.replaced(unit)) as otherwise:
            with either(by("TRC-22.8b", self.stavka.contains(unit), otherwise=number(0))) as others:
                self._enter_stavka(impulse, unit)
                others()
                self._enter_replaced(impulse, unit)
            otherwise()
            former(side, impulse, unit)

    @value
    def replacement_limits(self, edges: Hexes) -> list[Limit]:
        """The limits of optional rules on the cities in which replacements enter; empty without
        such rules. `edges` holds the map edge hexes in which the replacements may enter too."""
        return []

    def _enter_replaced(self, impulse: int, unit: Int) -> None:
        """Makes a Russian replacement enter at the east edge or in a city with a worker
        (TRC-22.6b), at most one such unit a turn in each city (22.6c), or at the south edge, one a
        turn (TRC-22.6d)."""
        every, edges = all_hexes(), self.arrivals.edges(RUSSIAN)
        workers = self.worker_hexes()
        full = workers - self.room(RUSSIAN, unit)
        stuck = full.where(lambda h: ~self.arrivals.leaves(RUSSIAN, impulse, unit, h))
        # one replacement and one reinforcement; by D-62 one unit in all
        shared = self.option("D-62")
        used = self.arrivals.south_used if shared else self.south_replaced
        text = "only one replacement a turn may enter from the south edge"
        # at the east edge or in a city with a worker (22.6b), one unit a city and turn (22.6c)
        with decide("entry", RUSSIAN, "TRC-22.6b", about=unit) as d:
            with d.hex(
                "at",
                (edges | self.cities) - self.arrivals.barred_at_entry(RUSSIAN, impulse, unit),
                only(
                    "TRC-22.6b",
                    edges | workers,
                    "it must enter at an edge or in a city with a worker",
                ),
                *self.replacement_limits(edges),
                only(
                    "TRC-22.6c",
                    every - (self.fed.hexes - edges),
                    "only one replacement a turn may enter a city with a worker",
                ),
                *self.room_limits(RUSSIAN, unit, edges | ~stuck),
                self.arrivals.south_limit(used, "TRC-22.6d", text),
            ) as at:
                mark(self.fed, one_hex(at) & workers, "TRC-22.6c")
                # one replacement a turn at the south edge (22.6d)
                if shared:
                    self.arrivals.use_south_edge(at, "TRC-22.6d")
                else:
                    with when(self.south_entry.contains(at)):
                        assign(self.south_replaced, 1, "TRC-22.6d")
                self.arrivals.come_in(RUSSIAN, impulse, unit, at)
            self.arrivals.offer_hold(d, RUSSIAN, unit)

    # -- 22.7: late in the war --------------------------------------------------------------

    def doubled(self, points: Int) -> Int:
        """The points of workers, doubled from May/June 1943 on (TRC-22.7a)."""
        late = self.turn >= self.data.charts["workers"]["doubled_from"]
        return points + by("TRC-22.7a", if_else(late, points, 0), told=True)

    # -- 22.8: Stavka -----------------------------------------------------------------------

    @step
    @rule("TRC-22.8a")
    def recruit_stavka(self) -> None:
        """Offers the Russian to replace Stavka, once a year in the January/February turn and for
        one point (22.8a), unless the Axis controls Moscow (TRC-22.8)."""
        chart = self.data.charts["russian-replacements"]
        due, cost = self.axis_replacements.union(chart["stavka_turns"]), chart["stavka_cost"]
        lost = units_at("pool") & self.stavka
        with when(due & (lost.any() & (self.points >= cost))):
            with decide("replacements", RUSSIAN, "TRC-22.8a") as d:
                free = ~self.zones.held(AXIS).contains(self.arrivals.moscow)
                limit = only("TRC-22.8b", free, "the Axis controls Moscow")
                with d.unit("recruit", lost, limit) as unit:
                    assign(self.points, self.points - cost)
                    self.arrivals.come_back(one_unit(unit))
                # unused points are lost (22.5d)
                with d.option("end-replacements", passes=True):
                    applied("TRC-22.5d")

    def _enter_stavka(self, impulse: int, unit: Int) -> None:
        """Makes a replaced Stavka enter at Moscow, in the second impulse (TRC-22.8b)."""
        door = one_hex(self.arrivals.moscow) - self.arrivals.barred_at_entry(RUSSIAN, impulse, unit)
        with decide("entry", RUSSIAN, "TRC-22.8b", about=unit) as d:
            with d.hex("at", door) as at:
                self.arrivals.come_in(RUSSIAN, impulse, unit, at)
            self.arrivals.offer_hold(d, RUSSIAN, unit)
