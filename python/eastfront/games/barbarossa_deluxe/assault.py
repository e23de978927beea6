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
    """The prepared assault phase: who may attack what, and the advance afterwards."""

    fight_number = variable("assault phase", Life.PLAYER_TURN, most=2)
    fought = unit_flag("fought", Life.PLAYER_TURN)

    @property
    def first_of_two(self) -> Int:
        """Whether this is the first assault phase of a fight/fight turn, from the choice of
        fight/fight on (BD-5.6)."""
        return (self.game_turn.sequence_chosen == FIGHT_FIGHT) & (self.fight_number <= 1)

    @procedure("{side} prepared assault phase")
    def assault_phase(self, side: int) -> None:
        """Plays the prepared assault phase of a side, which attacks hexes one after another until
        it declines (BD-11.1b)."""
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
        """The units of a side that may still attack in this phase: each attacks once (BD-11.4b),
        and a unit with an attack factor of 0 never does (BD-11.12c)."""
        able = self.there(side) - self.passages.idle.units - by("BD-11.4b", self.fought.units)
        return able & by("BD-11.12c", self.fighters, otherwise=all_units())

    def _straits(self, side: int) -> list[tuple[str, str, EdgeMask, EdgeFeature, int]]:
        """The straits across which foot units of a side may attack, each with its rule, the rule
        that excludes mechanised units, the strait, and its first game turn.

        The Kerch Strait is open to both sides at any time (BD-11.17a, BD-11.17b), the Sivash to the
        Soviet alone, from turn 7 on (BD-11.18a, BD-11.18b).
        """
        kerch = ("BD-11.17a", "BD-11.17b", self.kerch_side, self.kerch, 0)
        sivash = ("BD-11.18a", "BD-11.18b", self.sivash_side, self.sivash, 7)
        return [kerch] if side == GERMAN else [kerch, sivash]

    def _targets(self, side: int) -> tuple[Hexes, list[Limit]]:
        """The hexes offered for an assault, those with enemies next to units that may attack
        (BD-11.1a), and the limits that refuse some: enemies attacked in this phase already may not
        be attacked again (BD-11.4c)."""
        able = memoise(self.able(side))
        places = memoise(able.hexes())
        enemies = occupied(1 - side)
        if side == GERMAN:
            free = (able - self.satellites).hexes().adjacent(self.field)
            reach = free | (places.adjacent(self.field) - self.barred_to(self.satellites))
        else:
            reach = places.adjacent(self.field)
        for rule, foot_only, strait, _, since in self._straits(side):
            foot = able - by(foot_only, self.mech)
            over = foot.hexes().adjacent(strait).when(self.turn >= since)
            reach = reach | by(rule, over)
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

    def _fresh(self, side: int) -> Hexes:
        """The hexes with enemies of a side that have not been attacked in this phase (11.4c)."""
        return (self.own(1 - side) - self.battle.defended.units).hexes()

    def attackers_of(self, side: int, target: Int) -> Units:
        """The units of a side that may attack a hex: adjacent to it across passable ground or a
        strait (BD-11.1a), except satellite armies where the hex is north of the boundary
        (BD-10.22a)."""
        near = self.able(side).inside(one_hex(target).adjacent())

        def passable(u: Int) -> Int:
            way = (place_of(u), target)
            over = self.field_side(*way)
            for rule, foot_only, _, strait, since in self._straits(side):
                held = by(foot_only, self.mech.contains(u))
                over = over | by(rule, strait(*way) & ~held & (self.turn >= since))
            return over

        near = by("BD-11.1a", lambda: near.where(passable), otherwise=near)
        return near - self.kept_out(target) if side == GERMAN else near  # BD-10.22a

    # -- 11.3, 11.30: one attack ------------------------------------------------------------

    def _declare(self, side: int, to: Int) -> None:
        """Fights one prepared assault: the attacker names units from any of the hexes around the
        target (BD-11.3a), then the battle is resolved."""
        self.declare_battle(to, PREPARED)
        last = local(-1)
        near = self.own(side).inside(one_hex(self.target).adjacent())
        with loop():
            more = self.attackers_of(side, self.target).where(lambda u: u > last)
            with decide("attackers", side, "BD-11.3a") as d:
                d.holds(
                    ~(self.attackers - near).any(),
                    occupied(1 - side).contains(self.target),
                )
                with d.unit("with", more.distinct()) as u:
                    self.join_battle(one_unit(u))
                    assign(last, u)
                with d.option("fight", self.attackers.any()):
                    break_()
        mark(self.fought, self.attackers)
        self.battle.fight(side)
        self.follow_up(side)
        over(Life.BATTLE)

    def follow_up(self, side: int) -> None:
        """Offers the attackers an advance into the target if it holds no defenders any more
        (BD-11.30a), after a bloodbath too (BD-11.26f)."""
        won = ~occupied(1 - side).contains(self.target)
        with when(by("BD-11.26f", won, otherwise=won & (self.battle.result != BB))):
            self.retreats.advance(side)

    @law("BD-11.3a", "who attacks is on the map and of the side whose phase it is")
    def _attacking(self) -> Int:
        return ~(self.attackers - self.game_turn.acting).any()

    # -- questions --------------------------------------------------------------------------

    def define_queries(self) -> None:
        """Declares the limits on units that attack a hex, one query for each rule."""
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
                ("BD-11.1a", "no ground leads to the target", partial(self.attackers_of, side)),
            ):
                if in_force(rule):
                    self.b.query(f"{name} prepared limit {rule} {text}", 1, allows)


def any_of(units: Units) -> Callable[[Int], Units]:
    """The same units for any target."""
    return lambda target: units
