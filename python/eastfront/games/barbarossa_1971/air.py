"""Barbarossa (1971): the Luftwaffe, Axis air units that assist attacks."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose, remaining
from eastfront.systems.fields import hex_flag, unit_flag, variable
from eastfront.systems.sections import value

from .board import AXIS, WINTER
from .combat import Combat
from .section import Section

RANGE = 4
"""The largest distance in hexes from an air unit to attackers that the unit assists (AIR-P1)."""
STRENGTH = 2
"""The attack strength that an air unit adds to an attack that it assists (AIR-GEN1)."""
MOST_AIR = 9


class Luftwaffe(Section):
    """The rules of the Axis air units, which assist attacks in range without moving
    (SPI-AIR-P2)."""

    flown = unit_flag("has assisted", Life.PHASE)
    assisted = hex_flag("assisted by the Luftwaffe", Life.BATTLE)
    assisting = variable("air units assisting", Life.BATTLE, most=MOST_AIR)

    def limits(self) -> list[Limit]:
        """The limits on the air units that may assist an attack: an air unit must be in General
        Supply (SPI-AIR-A2), assists only one hex of attackers in a Combat Phase (SPI-AIR-B), and
        needs within its reach a hex of attackers to which it can add its strength (AIR-GEN1). An
        air unit needs no Attack Supply (SPI-AIR-A1)."""
        fresh = all_units() - self.flown.units
        near = self.luftwaffe.where(lambda u: self.within_reach(u).any())
        return [
            only("SPI-AIR-A2", self.supply.supplied(AXIS), "it is out of General Supply"),
            only("SPI-AIR-B", fresh, "it has assisted an attack"),
            only("SPI-AIR-GEN1", near, "no unassisted hex of attackers is in its reach"),
            *by("SPI-AIR-A1", [], otherwise=self.supply.attack_limits(AXIS)),
        ]

    def within_reach(self, unit: Int) -> Hexes:
        """The hexes of attackers that an air unit can assist: the hexes are within four hexes of
        the air unit (SPI-AIR-P1), and no other air unit assists them in this attack (SPI-AIR-C)."""
        hexes = self.combat.attacking.units.hexes() - by("SPI-AIR-C", self.assisted.hexes)
        return hexes & by("SPI-AIR-P1", within(place_of(unit), RANGE), otherwise=all_hexes())

    @Combat.declared.after("SPI-AIR-GEN1")
    def fly(self, side: int) -> None:
        """Offers the Axis player his air units one by one, to add their strength to the attack that
        he has declared (SPI-AIR-GEN1). He chooses the hex of attackers that each air unit assists,
        at most four hexes away (AIR-P1)."""
        if side != AXIS:
            return
        with loop():
            air, limits = self.luftwaffe & units_on_map(), self.limits()
            with when(~remaining(air, *limits).any()):
                break_()
            with decide("luftwaffe", AXIS, "SPI-AIR-GEN1") as d:
                with d.unit("fly", air.distinct(), *limits) as unit:
                    hexes = self.within_reach(unit)
                    with choose(
                        "assisted hex", AXIS, "SPI-AIR-P1", "assist", hexes, about=unit
                    ) as at:
                        mark(self.flown, one_unit(unit))
                        mark(self.assisted, one_hex(at))
                        assign(self.assisting, self.assisting + 1)
                with d.option("no-more-air", passes=True):
                    break_()

    def support_limits(self) -> list[Limit]:
        """The limits on the number of air units that assist a planned attack, for queries about it:
        only air units in reach of the attackers (AIR-P1), and at most one for each hex of attackers
        (AIR-C)."""
        able = memoise(remaining(self.luftwaffe, *self.limits()))
        most = able.count()
        # air units that fly together need a hex each: any subset must reach as many hexes as it has
        # units
        groups = [(able, no_hexes())]
        for unit in [at for at, u in enumerate(self.data.units) if u.kind == "DE:air"]:
            reached = self.within_reach(number(unit)).when(able.contains(unit))
            groups += [(rest - one_unit(unit), hexes | reached) for rest, hexes in groups]
        for rest, hexes in groups:
            most = smaller(most, rest.count() + hexes.count())
        few, apart = "fewer air units are in reach", "each air unit needs a hex of its own"
        return [
            only("SPI-AIR-P1", self.assisting <= able.count(), few),
            only("SPI-AIR-C", self.assisting <= most, apart),
        ]

    @value
    def strength(self) -> Int:
        """The attack strength that an assisting air unit adds: 2 (SPI-AIR-GEN1), in winter 1
        (SPI-WINTER-C)."""
        halved = by("SPI-WINTER-C", self.weather.now == WINTER, told=True)
        return if_else(halved, STRENGTH // 2, STRENGTH)

    @Combat.assistance.then("SPI-AIR-GEN1")
    def added(self, so_far: Int, side: int) -> Int:
        """Adds the strength of the assisting air units (SPI-AIR-GEN1) to ``so_far``, the attack
        strength that other support adds to an Axis attack."""
        return so_far + self.assisting * self.strength() if side == AXIS else so_far
