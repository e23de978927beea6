"""All answers of the oracle on one position, as plain values to compare with the engine's.

Sets are sorted lists, so equal answers compare equal. Each subject can be computed by itself.
"""

from __future__ import annotations

from typing import Any

from . import (
    arrivals,
    automatic,
    battles,
    battles_frontier,
    conversion,
    odds,
    rail,
    retreat,
    supply,
)
from .control import refreshed
from .model import AXIS, RUSSIAN, Position, Unit, enemy_of, overstacked
from .movement import Chart, allowance, reach
from .odds import Battle
from .zoc import contested, zone


def zones(position: Position) -> dict[str, Any]:
    """Zones of both sides, contested hexes, and stacks over the limit (6, 7)."""
    return {
        "zones": {side: sorted(zone(position, side)) for side in (AXIS, RUSSIAN)},
        "contested": sorted(contested(position)),
        "overstacked": sorted(overstacked(position, AXIS) + overstacked(position, RUSSIAN)),
    }


def walks(position: Position, chart: Chart) -> dict[str, list[str]]:
    """Hexes where each unit of the side to move may end a walk (8)."""
    return {
        u.id: sorted(reach(position, u, allowance(position, u, chart)))
        for u in position.on_map(position.side)
    }


def rides(position: Position) -> dict[str, list[str]]:
    """Hexes where each unit of the side to move may end a rail move (9.3)."""
    return {u.id: sorted(rail.rail_reach(position, u)) for u in position.on_map(position.side)}


def railway(position: Position, side: str) -> list[str]:
    """Rail hexes that are a side's after its end phase, were nothing traversed (9.4.3)."""
    after = conversion.after_conversion(position, side, [])
    return sorted(h for h, owner in after.rail.items() if owner == side)


def ownership(position: Position) -> dict[str, str | None]:
    """The control of each city, well and junction (17.2.1)."""
    return dict(sorted(refreshed(position).control.items()))


def supplies(position: Position, side: str) -> dict[str, list[str]]:
    """Units of a side without general supply, and without combat supply (17)."""
    return {
        "general": supply.lost_for_supply(position, side),
        "combat": [u.id for u in position.on_map(side) if not supply.in_combat_supply(position, u)],
    }


def duties(position: Position) -> dict[str, Any]:
    """The units that must or may attack or be attacked, and whether a legal plan exists (12)."""
    return {
        "attackers": [u.id for u in battles.duty_attackers(position)],
        "targets": sorted(battles.duty_targets(position)),
        "volunteers": [u.id for u in battles.volunteers(position)],
        "plan": battles_frontier.a_plan(position) is not None,
    }


def targets(position: Position) -> dict[str, Battle]:
    """Each enemy hex that can be attacked, with all who could take part."""
    attackers: dict[str, set[str]] = {}
    for unit in position.on_map(position.side):
        for target in battles.targets_of(position, unit):
            attackers.setdefault(target, set()).add(unit.id)
    return {t: Battle(frozenset(u), frozenset({t})) for t, u in sorted(attackers.items())}


def strengths(position: Position) -> dict[str, dict[str, Any]]:
    """For each hex that can be attacked: odds of the largest attack, doubling, air (13 to 16)."""
    found = {}
    for target, battle in targets(position).items():
        plain = odds.odds(position, battle)
        air = odds.most_air(position, [target], 3, [])
        found[target] = {
            "attack": plain.attack,
            "defence": plain.defence,
            "level": plain.level,
            "doubled": odds.doubled(position, target, odds.attack_hexes(position, battle)),
            "air": air,
            "automatic": automatic.refusal(position, battle, air, left=3) is None,
        }
    return found


def ways_back(position: Position, unit: Unit, lengths: tuple[int, ...]) -> list[list[str]]:
    """Every path of retreat that the attacker may pick for a unit (13.4 to 13.7)."""
    return [list(path) for path in retreat.allowed_paths(position, unit, lengths)]


def retreats(position: Position) -> dict[str, dict[str, list[list[str]]]]:
    """Ways back of all units that a battle could send back."""
    involved = {u.id for u in battles.duty_attackers(position)}
    for target in battles.duty_targets(position):
        involved |= {u.id for u in odds.defenders(position, target)}
    return {
        name: {
            "one or two": ways_back(position, position.units[name], (1, 2)),
            "two": ways_back(position, position.units[name], (2,)),
        }
        for name in sorted(involved)
    }


def arrivals_of(position: Position) -> dict[str, list[str]]:
    """The hexes open to partisans and paratroops, and partisans that an Axis impulse removes."""
    return {
        "partisan hexes": sorted(arrivals.partisan_hexes(position)),
        "partisans removed": sorted(arrivals.partisans_removed(position)),
        "drop hexes": sorted(arrivals.drop_hexes(position)),
    }


def answers(position: Position, chart: Chart) -> dict[str, Any]:
    """All subjects together."""
    enemy = enemy_of(position.side)
    return {
        "zones": zones(position),
        "control": ownership(position),
        "walks": walks(position, chart),
        "rides": rides(position),
        "railway": railway(position, position.side),
        "supply": {s: supplies(position, s) for s in (position.side, enemy)},
        "duties": duties(position),
        "strengths": strengths(position),
        "retreats": retreats(position),
        "arrivals": arrivals_of(position),
    }
