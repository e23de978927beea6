"""Second readings of the rulebook: one field each, whose default is the chosen reading."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Readings:
    """The readings of one table of players."""

    #: 8.4 against 10.3: a unit that starts the second impulse in enemy ZOC may leave by sea.
    pinned_may_sail: bool = True
    #: 12.1 for units that cannot move (workers, leaders, HQs in the first impulse): bound to
    #: attack like all others, or free to stay out of it.
    immobile_must_attack: bool = True
    #: 12.5: the floor of 1-6 is tested on the factors before air and artillery shifts.
    floor_before_shifts: bool = True
    #: 16.1: 10-1 or better in the combat phase is a surrender without a die (not for Russians
    #: before Nov/Dec 1942, who roll in the best column).
    surrender_in_combat: bool = True
    #: 14.1.1: two river hexes are of one river when connected by crossings over any distance
    #: ("component"), or when a river crosses the very hexside between them ("hexside").
    same_river: str = "component"
    #: 12.4: units retreated into a hex that is attacked later defend there too.
    retreated_defend_again: bool = False
    #: 17.2.1: a city contested and then left by both stays uncontrolled, or goes back to the side
    #: that last held it alone.
    contested_city_reverts: bool = False
    #: 17.2.2: enemy ZOC and enemy cities cut the chain of friendly rail hexes.
    zoc_cuts_rail_supply: bool = True
    #: 17.2.2: a line of friendly rail hexes may end in a friendly city whose own rail hex has not
    #: been converted yet.
    unconverted_city_ends_rail: bool = True
    #: 17.3.3: a water hex next to an Axis city leads on combat supply in the second winter too.
    water_leads_on: bool = False
    #: 9.4.1, 9.4.2: a friendly controlled junction converts in enemy ZOC as a city does.
    junction_converts_in_zoc: bool = True
    #: 9.4.4, 9.4.5: with a hex that was visited all track converts that lies between it and any
    #: friendly end, or only that of the shortest paths.
    all_ways_convert: bool = True
    #: 5.5: Bulgaria opens when the garrison is called, not when it arrives.
    bulgaria_opens_at_trigger: bool = True
    #: 24.5: Finland closes after a surrender under 24.3 as well.
    finland_closes_always: bool = True
    #: 20.5, 22.6: one reinforcement and one replacement over the south edge, or one unit in all.
    south_edge_one_each: bool = True
    #: 18.2, 20.5: a paratroop corps that comes by land, as a reinforcement from the east edge, may
    #: (other reading) be the one reinforcement of the turn over the south edge.
    paratroops_by_the_south: bool = False
    #: 11.1, 20.2: an HQ is placed in no enemy ZOC without another unit of its side, or (other
    #: reading) it is, as being placed is not moving.
    hq_placed_alone: bool = False
    #: 25.1.1: the Axis exits over the east edge only (the south edge does not count).
    axis_exits_east_only: bool = True
    #: 20.6: deemed control of Helsinki (24.5) does not call the Russian 14th Army.
    deemed_helsinki_calls_14th: bool = False


DEFAULT = Readings()
