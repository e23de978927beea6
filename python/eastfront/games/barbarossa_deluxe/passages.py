"""Barbarossa Deluxe, 10.14, 10.16 and 10.17: the Kerch Strait, and movement by sea."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.sections import rule, value

from .ground import GERMAN
from .section import Section


class Passages(Section):
    """Crossings of the Kerch Strait and sea movement."""

    kerch_used = variable("kerch used", Life.PHASE)
    black_sea_used = variable("black sea used", Life.PHASE)
    baltic_used = variable("baltic used", Life.PHASE)
    idle = unit_flag("may not attack", Life.PLAYER_TURN)

    @value
    def may_not_enter(self, side: int) -> Hexes:
        """The hexes that the moving group may not enter: those of enemies, full ones, at any
        instant of its move (BD-6.2a), and those closed to satellite armies in it (BD-6.4a,
        10.22a)."""
        group = self.movement.moving.units
        blocked = self.enemy_hexes(side) | by("BD-6.2a", self.full(side, more=group.count()))
        blocked = blocked | self.meeting(group)  # BD-6.4a
        return memoise(blocked | self.barred_to(group))

    def room_limit(self, side: int) -> Limit:
        """The limit that the moving group enters no hex without room for all of it (BD-6.2a)."""
        room = ~self.full(side, more=self.movement.moving.units.count())
        return only("BD-6.2a", room, "it is too full for the whole stack")

    # -- 10.14, 10.16, 10.17: water ---------------------------------------------------------

    @rule("BD-10.14a")
    def cross_kerch(self, d: Decision, side: int, here: Int, under_way: Int) -> None:
        """Offers a stack the crossing of the Kerch Strait (BD-10.14), one stack in a side's
        movement phase (BD-10.14a).

        It starts in the hex where its phase began, and moves no farther (BD-10.14b).
        """
        group = self.movement.moving.units
        across = one_hex(here).adjacent(self.kerch_side).when(self.bridgeheads.contains(here))
        across = across - self.may_not_enter(side)
        limits = [
            only("BD-10.14b", under_way == 0, "units cross the Kerch Strait from where they begin"),
            only("BD-10.14a", self.kerch_used == 0, "one stack a phase may cross the Kerch Strait"),
        ]
        with d.hex("cross", across, *limits) as to:
            assign(self.kerch_used, 1, "BD-10.14a")
            self.enter(group, to, "BD-10.14a", side)
            self.movement.end_move(group)

    def sea_moves(self, d: Decision, side: int) -> None:
        """Offers the German sea movement for one infantry corps a phase on each sea: the Black Sea
        (BD-10.16) and the Baltic (BD-10.17)."""
        if side != GERMAN:
            return
        for verb, sea, ports, used in (
            ("ship-black", "BD-10.16a", self.ports_black, self.black_sea_used),
            ("ship-baltic", "BD-10.17a", self.ports_baltic, self.baltic_used),
        ):
            if in_force(sea):
                self._ferry(d, verb, sea, ports, used)

    def _ferry(self, d: Decision, verb: str, rule: str, ports: Hexes, used: Int) -> None:
        """Offers one infantry corps on a sea a move between ports under German control (BD-10.16a
        Black Sea, BD-10.17a Baltic).

        The corps neither moves otherwise nor attacks in the player turn (BD-10.16b, BD-10.17b).
        """
        open_ports = ports & self.control(GERMAN)
        havens = open_ports & self.room(GERMAN)
        corps = self.infantry.inside(open_ports) - self.movement.moved_or_resting
        still = f"{rule[:-1]}b"
        limits = [
            only(rule, used == 0, "one corps a phase may move on each sea"),
            only(
                still,
                corps - self.assault.fought.units - self.arrivals.entrained.units,
                "a corps that moves by sea neither attacks nor moves otherwise in the player turn",
            ),
        ]
        movers = corps.where(lambda u: (havens - one_hex(place_of(u))).any())
        with d.unit(verb, movers.distinct(), *limits) as u:
            with choose("port", GERMAN, rule, "to-port", havens - one_hex(place_of(u))) as to:
                assign(used, 1, rule)
                self.movement.no_more_pauses()
                self.enter(u, to, rule, GERMAN)
                self.movement.end_move(one_unit(u))
                mark(self.idle, one_unit(u), still)
