"""Combat strengths, odds and results, written from the rulebook of Barbarossa Deluxe.

Sections 1.3, 5.6-5.7, 8.38-8.41, 9.6 and 11. Reductions are computed per side: the factors of all
units of a battle with the same divisor are added, divided once and rounded down once, and no such
group falls below one. Doubling of shock armies and the added points of air armies stay outside
every division.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from .charts import combat_results
from .model import GERMAN, RING, SOVIET, Position, direction_to, enemy_of
from .movement import mobile_assault_cost
from .supply import german_states, offensive_units, soviet_states, states

PREPARED = "prepared"
MOBILE = "mobile"

HIGHEST = 7  # the 7:1 column (11.10)
LOWEST = -4  # the 1:6 column


class IllegalAttack(ValueError):
    """An attack that a rule forbids; the message is the rule's id."""


@dataclass(frozen=True)
class Battle:
    """A battle computed up to the die roll; columns are steps of the ladder around 1:1 = 1."""

    attack: int
    defence: int
    odds: int
    shifts: tuple[tuple[str, int], ...]
    column: int
    results: Mapping[str, Fraction]

    @property
    def odds_name(self) -> str:
        return column_name(self.odds)

    @property
    def column_name(self) -> str:
        return column_name(self.column)


def column_name(column: int) -> str:
    """The printed name of a step: ..., 0 is 1:2, 1 is 1:1, 2 is 2:1, ..."""
    return f"{column}:1" if column >= 1 else f"1:{2 - column}"


def odds_column(attack: int, defence: int) -> int:
    """The step of the ladder before shifts (11.8, 11.9)."""
    if attack >= defence:
        return attack // defence
    return 2 - -(-defence // attack)


def reduced_total(parts: Collection[tuple[int, int]]) -> int:
    """Add up (factor, divisor) pairs with one division for every distinct divisor (1.3, 11.12)."""
    total = 0
    for divisor in {d for _, d in parts}:
        together = sum(factor for factor, d in parts if d == divisor)
        total += together if divisor == 1 else max(1, together // divisor)
    return total


def concentric(target: str, hexes: Collection[str]) -> bool:
    """Whether attack hexes surround the target in the sense of 11.24."""
    places = {RING.index(d) for h in hexes if (d := direction_to(h, target)) is not None}
    if len(places) > 3 or any((p + 3) % 6 in places for p in places):
        return True
    return places >= {0, 2, 4} or places >= {1, 3, 5}


def drawn(position: Position, factor: int) -> Position:
    """The same position with the factor of a die on the counter-fire corps (8.35)."""
    board = position.board
    corps = {u: replace(x, attack=factor, defence=factor)
             for u, x in board.units.items() if x.kind == "counter-fire"}  # fmt: skip
    return replace(position, board=replace(board, units={**board.units, **corps}))


def draws(position: Position, attackers: Collection[str], target: str) -> bool:
    """Whether a unit whose factor is drawn takes part in a battle (8.35)."""
    return any(position.unit(u).kind == "counter-fire"
               for u in (*attackers, *position.occupants(target)))  # fmt: skip


def _attacker_divisor(position: Position, unit: str, target: str) -> int:
    """The divisor of an attack factor by terrain and supply: 1, 2, 4 or 8."""
    who = position.unit(unit)
    marsh = position.board.hexes[target].terrain == "marsh" and not position.is_city(target)
    divisor = 2 if who.mech and marsh else 1  # 11.15
    if who.side == GERMAN:
        weak = german_states(position)[unit] in ("coastal", "aerial", "oos")  # 7.5, 7.7, 7.16
        return divisor * (2 if weak else 1)
    if offensive_units(position)[unit]:
        return divisor
    state = soviet_states(position)[unit]
    if position.turn < 7:
        return divisor * (2 if state == "oos" else 1)
    return divisor * (4 if state == "oos" else 2)  # 7.9, 7.22


def _attack_factor(position: Position, unit: str, target: str) -> int:
    """The factor a unit attacks with before any doubling or reduction."""
    who = position.unit(unit)
    if unit.startswith("DE:pz-late:"):  # 8.29
        return who.attack
    if who.kind == "panzer" and position.is_city(target):  # 11.20
        return who.defence
    rough = position.board.hexes[target].terrain == "rough" and not position.is_city(target)
    if who.kind == "mountain" and rough and states(position, who.side)[unit] == "overland":
        return who.defence  # 11.14
    return who.attack


def attack_total(
    position: Position,
    attackers: Collection[str],
    target: str,
    kind: str,
    air_armies: Mapping[str, bool] | None = None,
    guns: Collection[str] = (),
) -> int:
    """The attackers' sum after supply, terrain, doubling, artillery and air support.

    What artillery adds is reduced like the factors that it doubles, and together (8.36, 11.12).
    """
    if guns:
        doubled = attack_total(position, guns, target, kind)
        return doubled + attack_total(position, attackers, target, kind, air_armies)
    parts: list[tuple[int, int]] = []
    for unit in attackers:
        factor = _attack_factor(position, unit, target)
        divisor = _attacker_divisor(position, unit, target)
        if position.unit(unit).kind == "shock":
            if divisor > 1:
                factor = 3  # 7.22
            elif kind == PREPARED and position.sequence in ("fight-move", "fight-fight"):
                factor *= 2  # 5.7
        parts.append((factor, divisor))
    flying = sum(1 for unit in attackers if (air_armies or {}).get(unit, False))
    return reduced_total(parts) + flying  # 8.38


def _defending(position: Position, target: str, side: str, kind: str) -> list[str]:
    """The defenders that count: those that have just retreated in do not (11.29)."""
    out = position.retreated if kind == PREPARED else frozenset()
    return [u for u in position.occupants(target, side) if u not in out]


def defence_total(position: Position, attackers: Collection[str], target: str, kind: str) -> int:
    """The defenders' sum after supply; who just retreated in adds nothing (11.29)."""
    enemy = enemy_of(position.unit(next(iter(attackers))).side)
    defenders = _defending(position, target, enemy, kind)
    seen = position.without(attackers) if kind == MOBILE else position  # 10.26
    weak = states(seen, enemy)
    return reduced_total(
        [(position.unit(u).defence, 2 if weak[u] == "oos" else 1) for u in defenders]
    )


def forbidden(position: Position, attackers: Collection[str], target: str, kind: str) -> str | None:
    """The id of a rule that forbids these units to attack this hex together, if any."""
    units = [position.unit(u) for u in attackers]
    if len({u.side for u in units}) != 1:
        return "BD-11.1a"
    side = units[0].side
    defenders = position.occupants(target, enemy_of(side))
    if not defenders:
        return "BD-11.1a"
    if any(u.attack == 0 and u.kind != "counter-fire" for u in units):
        return "BD-11.12c"
    if all(u.kind == "counter-fire" for u in units):
        return "BD-8.35d"
    if kind == MOBILE:
        hexes = {position.where(u) for u in attackers}
        if len(hexes) != 1:
            return "BD-10.27a"
        cost = mobile_assault_cost(position, attackers, hexes.pop(), target)
        return cost if isinstance(cost, str) else None
    for unit in attackers:
        hex_id = position.where(unit)
        if direction_to(hex_id, target) is None:
            return "BD-11.1a"
        features = position.board.hexside(hex_id, target)
        mech = position.unit(unit).mech
        if "kerch" in features:
            if mech:
                return "BD-11.17b"
        elif "sivash" in features:
            if mech or side == GERMAN:
                return "BD-11.18b"
        elif "lake" in features:
            return "BD-11.19a"
        elif "sea" in features:
            return "BD-11.18d"
        if position.barred(unit, target):
            return "BD-10.22a"
    if all(u in position.retreated for u in defenders):
        return "BD-11.4c"
    return None


def shifts(
    position: Position,
    attackers: Collection[str],
    target: str,
    kind: str,
    *,
    luftwaffe: bool = False,
    partisans: bool = False,
    airborne: bool = False,
) -> list[tuple[str, int]]:
    """Every column shift of the battle with its rule: right is positive, left negative."""
    side = position.unit(next(iter(attackers))).side
    enemy = enemy_of(side)
    place = position.board.hexes[target]
    city = position.is_city(target)
    special = target in (position.hero if enemy == SOVIET else position.fortress)
    hexes = {position.where(u) for u in attackers}
    heavy = attackers if side == GERMAN else _defending(position, target, GERMAN, kind)
    tigers = any(position.carries(u) for u in heavy)
    rivers = [bool(position.board.hexside(h, target) & {"river", "kerch", "sivash"}) for h in hexes]
    found: list[tuple[str, int]] = []
    if place.terrain == "rough" and not city:
        found.append(("BD-11.14a", -1))
    if place.terrain == "marsh" and not city and kind == PREPARED:
        found.append(("BD-11.15b", 1))
    if all(rivers):
        found.append(("BD-11.16a" if kind == PREPARED else "BD-11.16b", -1))
    if special:
        found.append(("BD-9.6a", -3))
    elif city:
        found.append(("BD-11.20a", -1))
    if position.fortified(target, enemy):
        found.append(("BD-11.21a", -1))
    area = side == GERMAN and position.in_area(target)
    if area:
        found.append(("BD-8.18d", -2 if position.area_grown() else -1))
    grown = area and position.area_grown()
    barred_from_bonus = special or grown or (city and side == SOVIET)  # 8.18, 9.6, 11.24
    if kind == PREPARED and concentric(target, hexes) and not barred_from_bonus:
        found.append(("BD-11.24a", 1))
    if kind == MOBILE:
        found.append(("BD-10.32a", -1))
    if luftwaffe:
        found.append(("BD-11.23c", 1 if side == GERMAN else -1))
    if tigers:
        found.append(("BD-8.31e", 1 if side == GERMAN else -1))
    if side == GERMAN and kind == PREPARED:
        early = position.sequence == "fight-move" and position.turn in position.terms.zone_shift
        if early and place.zone == position.zone:
            found.append(("BD-5.6c", 1))
        if position.sequence == "fight-fight" and position.phase_index == 0:
            found.append(("BD-5.6e", 1))
    if side == SOVIET:
        if kind == PREPARED and position.sequence == "move-fight":
            found.append(("BD-5.7a", -1))
        if partisans:
            found.append(("BD-8.39d", 1))
        if airborne:
            found.append(("BD-8.40c", 1))
        if _satellite_alone(position, target):
            found.append(("BD-11.33a", 1))
    return found


def support_forbidden(
    position: Position,
    attackers: Collection[str],
    target: str,
    kind: str,
    *,
    luftwaffe: bool = False,
    air_armies: Mapping[str, bool] | None = None,
    partisans: bool = False,
    airborne: bool = False,
) -> str | None:
    """The id of a rule against a requested Soviet support, if any."""
    side = position.unit(next(iter(attackers))).side
    place = position.board.hexes[target]
    inside = place.area == "ussr" and not position.is_city(target)
    prepared = side == SOVIET and kind == PREPARED
    if any((air_armies or {}).values()):
        first = position.sequence == "fight-fight" and position.phase_index == 0
        if not prepared or not (position.sequence == "fight-move" or first):
            return "BD-8.38b"
        if not {u for u, flag in (air_armies or {}).items() if flag} <= set(attackers):
            return "BD-8.38c"
        if luftwaffe:
            return "BD-8.38f"
    if partisans:
        if not prepared:
            return "BD-8.39b"
        defenders = position.occupants(target, GERMAN)
        supplied = german_states(position)
        if not inside or any(supplied[u] != "overland" for u in defenders):
            return "BD-8.39c"
    if airborne:
        if not prepared or position.sequence != "fight-move":
            return "BD-8.40b"
        if not inside:
            return "BD-8.40c"
    return None


def result_of(position: Position, target: str, defender: str, column: int, die: int) -> str:
    """The result of a die after the compulsory conversions (9.6, 11.10, 11.20, 11.26).

    No die is rolled beyond the table, so any number will do there.
    """
    if column > HIGHEST:
        return "DE"
    if column < LOWEST:
        return "AE"
    result = combat_results(column_name(column))[die - 1]
    if result == "DR":
        if target in (position.hero if defender == SOVIET else position.fortress):
            return "BB"
        if defender == SOVIET and position.in_area(target) and position.area_grown():
            return "BB"
        if position.is_city(target) and defender == GERMAN:
            return "AS"
    return result


def may_spare(position: Position, attackers: Collection[str], target: str) -> bool:
    """Whether the attacker may turn a bloodbath into a retreat of the defender (5.16, 11.33).

    The German may in single-month turns of 1942, but not against a city; the Soviet may where a
    satellite army stands alone in the Soviet Union.
    """
    if position.unit(next(iter(attackers))).side == GERMAN:
        return 9 <= position.turn <= 12 and not position.is_city(target)
    return _satellite_alone(position, target)


def may_slip(position: Position, attackers: Collection[str], target: str) -> bool:
    """Whether the defender may take a retreat before the die (13.9)."""
    german = position.unit(next(iter(attackers))).side == GERMAN
    place = position.board.hexes[target]
    open_country = place.zone == "south" and not position.is_city(target)
    return german and position.turn in position.terms.slip_turns and open_country


def may_exploit(position: Position, unit: str) -> bool:
    """Whether a unit that advanced one hex may advance another, if there is one (11.32).

    The German may in single-month turns, the Soviet in all from turn 13 on.
    """
    who = position.unit(unit)
    if not who.mech or states(position, who.side)[unit] != "overland":
        return False
    return position.single_month() if who.side == GERMAN else position.turn >= 13


def _satellite_alone(position: Position, target: str) -> bool:
    defenders = position.occupants(target, GERMAN)
    alone = len(defenders) == 1 and position.unit(defenders[0]).axis_satellite
    return alone and position.board.hexes[target].area == "ussr"


def distribution(
    position: Position, target: str, defender: str, column: int
) -> dict[str, Fraction]:
    """Chances of each result after the compulsory conversions (9.6, 11.20, 11.26)."""
    answer: dict[str, Fraction] = {}
    for die in range(1, 7):
        result = result_of(position, target, defender, column, die)
        answer[result] = answer.get(result, Fraction(0)) + Fraction(1, 6)
    return answer


def strengths(
    position: Position,
    attackers: Collection[str],
    target: str,
    kind: str = PREPARED,
    *,
    luftwaffe: bool = False,
    air_armies: Mapping[str, bool] | None = None,
    partisans: bool = False,
    airborne: bool = False,
    guns: Collection[str] = (),
    dropped: int = 0,
) -> Battle:
    """Compute a battle up to the die roll; raises IllegalAttack if a rule forbids it."""
    reason = forbidden(position, attackers, target, kind) or support_forbidden(
        position,
        attackers,
        target,
        kind,
        luftwaffe=luftwaffe,
        air_armies=air_armies,
        partisans=partisans,
        airborne=airborne,
    )
    if reason is not None:
        raise IllegalAttack(reason)
    attack = attack_total(position, attackers, target, kind, air_armies, guns) + dropped
    defence = defence_total(position, attackers, target, kind)
    odds = odds_column(attack, defence)
    moved = shifts(
        position,
        attackers,
        target,
        kind,
        luftwaffe=luftwaffe,
        partisans=partisans,
        airborne=airborne,
    )
    column = odds + sum(amount for _, amount in moved)
    defender = enemy_of(position.unit(next(iter(attackers))).side)
    return Battle(
        attack,
        defence,
        odds,
        tuple(moved),
        column,
        distribution(position, target, defender, column),
    )
