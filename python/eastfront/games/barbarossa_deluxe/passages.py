"""Barbarossa Deluxe, 10.14, 10.16 and 10.17: the Kerch Strait, and movement by sea."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.sections import rule, value

from .ground import GERMAN
from .section import Section


class Passages(Section):
    """Crossings of the Kerch Strait, and German sea movement between ports."""

    kerch_used = variable("kerch used", Life.PHASE)
    black_sea_used = variable("black sea used", Life.PHASE)
    baltic_used = variable("baltic used", Life.PHASE)
    idle = unit_flag("may not attack", Life.PLAYER_TURN)

    @value
    def may_not_enter(self, side: int) -> Hexes:
        """The hexes that the moving group may not enter: those with enemies, and those without
        stacking room for the whole group, since stacking limits hold at every instant of a move
        (BD-6.2a). A group with a satellite army may not enter hexes with another satellite army
        (BD-6.4a), nor hexes north of the logistics boundary (10.22a)."""
        group = self.movement.moving.units
        blocked = self.enemy_hexes(side) | by("BD-6.2a", self.full(side, more=group.count()))
        blocked = blocked | self.meeting(group)  # BD-6.4a
        return memoise(blocked | self.barred_to(group))

    def room_limit(self, side: int) -> Limit:
        """The limit that the moving group enters no hex without stacking room for the whole group,
        not even in the middle of its move (BD-6.2a)."""
        room = ~self.full(side, more=self.movement.moving.units.count())
        return only("BD-6.2a", room, "it has no room for the whole stack")

    # -- 10.14, 10.16, 10.17: water ---------------------------------------------------------

    @rule("BD-10.14a")
    def cross_kerch(self, d: Decision, side: int, here: Int, under_way: Int) -> None:
        """Offers the moving group of either side, in the hex ``here``, the crossing of the Kerch
        Strait (BD-10.14), at most one stack in a side's movement phase (BD-10.14a).

        The group must have begun the phase in the hex from which it crosses, that is, ``under_way``
        is 0, and ends its movement on the other side (BD-10.14b).
        """
        group = self.movement.moving.units
        across = one_hex(here).adjacent(self.kerch_side).when(self.bridgeheads.contains(here))
        across = across - self.may_not_enter(side)
        limits = [
            only("BD-10.14b", under_way == 0, "units cross only from their starting hex"),
            only("BD-10.14a", self.kerch_used == 0, "one stack a phase may cross the Kerch Strait"),
        ]
        with d.hex("cross", across, *limits) as to:
            assign(self.kerch_used, 1, "BD-10.14a")
            self.enter(group, to, "BD-10.14a", side)
            self.movement.end_move(group)

    def sea_moves(self, d: Decision, side: int) -> None:
        """Offers the German, in his movement phase, one sea move of an infantry corps on the Black
        Sea (BD-10.16), and one on the Baltic (BD-10.17)."""
        if side != GERMAN:
            return
        for verb, sea, ports, used in (
            ("ship-black", "BD-10.16a", self.ports_black, self.black_sea_used),
            ("ship-baltic", "BD-10.17a", self.ports_baltic, self.baltic_used),
        ):
            if in_force(sea):
                self._ferry(d, verb, sea, ports, used)

    def _ferry(self, d: Decision, verb: str, rule: str, ports: Hexes, used: Int) -> None:
        """Offers one German infantry corps a move between ports of a sea that the German controls:
        on the Black Sea Odessa, Sevastopol and hex 3213 (BD-10.16a), on the Baltic Leningrad, Riga,
        Koenigsberg and Danzig (BD-10.17a). ``verb`` is the name of the action, and ``used`` the
        variable that becomes 1 with the one move in a phase.

        The corps starts the phase in one of these ports, and neither moves otherwise nor attacks in
        the player turn (BD-10.16b on the Black Sea, BD-10.17b on the Baltic).
        """
        open_ports = ports & self.control(GERMAN)
        havens = open_ports & self.room(GERMAN)
        corps = self.infantry.inside(open_ports) - self.movement.moved_or_resting
        still = f"{rule[:-1]}b"
        limits = [
            only(rule, used == 0, "only one corps a phase may move on each sea"),
            only(
                still,
                corps - self.assault.fought.units - self.arrivals.entrained.units,
                "a corps that moves by sea neither attacks nor moves otherwise in the player turn",
            ),
        ]

        def others(u: Int) -> Hexes:
            free = self.fitting(havens, u) - one_hex(place_of(u))
            return free - self.barred_to(one_unit(u))

        movers = corps.where(lambda u: others(u).any())
        with d.unit(verb, movers.distinct(), *limits) as u:
            with choose("port", GERMAN, rule, "to-port", others(u)) as to:
                assign(used, 1, rule)
                self.movement.no_more_pauses()
                self.enter(u, to, rule, GERMAN)
                self.movement.end_move(one_unit(u))
                mark(self.idle, one_unit(u), still)
