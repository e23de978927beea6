"""Barbarossa Deluxe, section 11: the prepared assault phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from eastfront.program import *
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, value

from .board import BB, FIGHT_FIGHT, PREPARED
from .ground import GERMAN, SOVIET
from .section import Section


class Assault(Section):
    """The prepared assault phase: the units that may attack, their targets, and the advance after
    a victory."""

    fight_number = variable("assault phase", Life.PLAYER_TURN, most=2)
    fought = unit_flag("fought", Life.PLAYER_TURN)

    @property
    def first_of_two(self) -> Int:
        """Says whether the player turn is of the kind fight/fight, with two prepared assault
        phases, and the second of these has not begun. Prepared assaults of the first phase get a
        column shift (BD-5.6)."""
        return (self.game_turn.sequence_chosen == FIGHT_FIGHT) & (self.fight_number <= 1)

    @procedure("{side} prepared assault phase")
    def assault_phase(self, side: int) -> None:
        """Plays the prepared assault phase of a side: attacking is voluntary, so the side attacks
        hexes one after another until it ends the phase (BD-11.1b)."""
        assign(self.fight_number, self.fight_number + 1)
        clear(self.fought)
        if side == SOVIET:
            self.battle.receive_air_armies()
        self.interrupts.no_emergency()
        with self.interrupts.phase("prepared assault", side, "BD-11.1b", "end-assaults") as d:
            offered, limits = self._targets(side)
            with d.hex("attack", offered, *limits) as to:
                self._declare(side, to)

    # -- 11.1, 11.4: who may attack what ----------------------------------------------------

    @value
    def able(self, side: int) -> Units:
        """The units of a side that may still attack in this prepared assault phase: a unit attacks
        at most once in a phase (BD-11.4b), and a unit with the printed attack factor 0 never
        (BD-11.12c)."""
        able = self.there(side) - self.passages.idle.units - by("BD-11.4b", self.fought.units)
        return able & by("BD-11.12c", self.fighters, otherwise=all_units())

    @value
    def leading(self, side: int) -> Units:
        """The units of a side that may attack by themselves; each attack has one of them."""
        return self.able(side)

    @value
    def joining(self, side: int) -> Units:
        """The units of a side that may be named for the attack that is being declared."""
        return self.attackers_of(side, self.target)

    @value
    def ready(self) -> Int:
        """Says whether the attackers named so far may attack."""
        return self.attackers.any()

    def _straits(self, side: int) -> list[tuple[str, str, EdgeMask, EdgeFeature, Int]]:
        """The straits across which a side may attack, each as five values: the rule, the rule that
        excludes mechanised units, the strait's hexside as a mask to find adjacent hexes, the
        strait's hexside as a test of one hexside, and whether it is open on the game turn.

        Non-mechanised units of both sides may attack across the Kerch Strait (BD-11.17a),
        mechanised units never (BD-11.17b). From turn 7 on Soviet non-mechanised units may attack
        across the Sivash (BD-11.18a); mechanised Soviet units and German-side units never
        (BD-11.18b).
        """
        kerch = ("BD-11.17a", "BD-11.17b", self.kerch_side, self.kerch, number(1))
        open_ = self.in_window("BD-11.18a")
        sivash = ("BD-11.18a", "BD-11.18b", self.sivash_side, self.sivash, open_)
        return [kerch] if side == GERMAN else [kerch, sivash]

    def _targets(self, side: int) -> tuple[Hexes, list[Limit]]:
        """The hexes offered as targets of a prepared assault, and the limits on them. A target
        holds enemies and is adjacent to units that may attack (BD-11.1a). It has not been attacked
        in this phase, since no unit defends more than once in a phase (BD-11.4c)."""
        able = memoise(self.leading(side))
        places = memoise(able.hexes())
        enemies = occupied(1 - side)
        reach = self._beside(side, able, self.field)
        for rule, foot_only, strait, _, open_ in self._straits(side):
            over = self._beside(side, able - by(foot_only, self.mech), strait)
            reach = reach | by(rule, over.when(open_))
        near = enemies & places.adjacent()
        offered = by(
            "BD-11.1a",
            near,
            otherwise=lambda: near.where(lambda h: self.attackers_of(side, h).any()),
        )
        return offered, [
            only("BD-11.1a", enemies, "no enemy stands there"),
            only("BD-11.1a", reach, "no unit that may attack stands next to it on passable ground"),
            only(
                "BD-11.4c", self._fresh(side), "its defenders were attacked in this phase already"
            ),
        ]

    def _beside(self, side: int, able: Units, ways: EdgeMask) -> Hexes:
        """The hexes into which units of a side may attack across hexsides of a kind."""
        if side == SOVIET:
            return able.hexes().adjacent(ways)
        reach = (able - union(self.bound())).hexes().adjacent(ways)
        for some in self.bound():
            reach = reach | ((able & some).hexes().adjacent(ways) - self.barred_to(some))
        return reach

    def _fresh(self, side: int) -> Hexes:
        """The hexes where at least one enemy of a side has not defended in this phase (11.4c)."""
        return (self.own(1 - side) - self.battle.defended.units).hexes()

    def attackers_of(self, side: int, target: Int) -> Units:
        """The units of a side that may attack a hex: those in adjacent hexes, across passable
        ground or a strait (BD-11.1a). Satellite armies never attack into hexes north of the
        logistics boundary (BD-10.22a)."""
        near = self.able(side).inside(one_hex(target).adjacent())

        def passable(u: Int) -> Int:
            way = (place_of(u), target)
            over = self.field_side(*way)
            for rule, foot_only, _, strait, open_ in self._straits(side):
                held = by(foot_only, self.mech.contains(u))
                over = over | by(rule, strait(*way) & ~held & open_)
            return over

        near = by("BD-11.1a", lambda: near.where(passable), otherwise=near)
        return near - self.kept_out(target) if side == GERMAN else near  # BD-10.22a

    # -- 11.3, 11.30: one attack ------------------------------------------------------------

    def _declare(self, side: int, to: Int) -> None:
        """Plays one prepared assault on a hex: the attacker names units from one, several or all of
        the surrounding hexes (BD-11.3a), and the battle is resolved."""
        self.declare_battle(to, PREPARED)
        last = local(-1)
        near = self.own(side).inside(one_hex(self.target).adjacent())
        with loop():
            more = self.joining(side).where(lambda u: u > last)
            with decide("attackers", side, "BD-11.3a") as d:
                d.holds(
                    ~(self.attackers - near).any(),
                    occupied(1 - side).contains(self.target),
                )
                with d.unit("with", more.distinct()) as u:
                    self.join_battle(one_unit(u))
                    assign(last, u)
                with d.option("fight", self.ready()):
                    break_()
        mark(self.fought, self.attackers)
        self.battle.fight(side)
        self.follow_up(side)
        self.battle.close()

    def follow_up(self, side: int) -> None:
        """Offers the victorious attackers of a prepared assault the advance into the target hex if
        it is left empty of defenders (BD-11.30a); the survivors of a bloodbath may advance too
        (BD-11.26f)."""
        won = ~occupied(1 - side).contains(self.target)
        with when(by("BD-11.26f", won, otherwise=won & (self.battle.result != BB))):
            self.retreats.advance(side)

    @law("BD-11.3a", "attackers are on the map and of the side whose phase it is")
    def _attacking(self) -> Int:
        """Says whether all attackers of a battle are units of the phasing side on the map; they may
        come from any hexes around the target (11.3a)."""
        return ~(self.attackers - self.game_turn.acting).any()

    # -- questions --------------------------------------------------------------------------

    def define_queries(self) -> None:
        """Declares a query for each rule that limits the units that attack a hex in a prepared
        assault; the answer is the set of units that the rule allows to attack.

        Attackers are adjacent (11.1a), have not attacked in the phase (11.4b) nor moved by sea in
        the player turn (10.16b), and have an attack factor (11.12c); the defenders have not
        defended in the phase (11.4c).
        """
        for side, name in enumerate(self.sides):
            own = self.own(side)
            for rule, text, allows in (
                ("BD-11.1a", "no enemy stands in the target", occupied(1 - side).contains),
                (
                    "BD-11.1a",
                    "it is not next to the target",
                    lambda t, o=own: o.inside(one_hex(t).adjacent()),
                ),
                ("BD-11.4b", "it has attacked in this phase", any_of(own - self.fought.units)),
                (
                    "BD-10.16b",
                    "it moved by sea in this player turn",
                    any_of(own - self.passages.idle.units),
                ),
                ("BD-11.12c", "its attack factor is 0", any_of(own & self.fighters)),
                (
                    "BD-11.4c",
                    "the defenders were attacked in this phase already",
                    self._fresh(side).contains,
                ),
                (
                    "BD-11.1a",
                    "no passable hexside leads to the target",
                    partial(self.attackers_of, side),
                ),
            ):
                if in_force(rule):
                    self.b.query(f"{name} prepared limit {rule} {text}", 1, allows)


def any_of(units: Units) -> Callable[[Int], Units]:
    """Returns a function that gives ``units`` whatever its argument, a target hex."""
    return lambda target: units
