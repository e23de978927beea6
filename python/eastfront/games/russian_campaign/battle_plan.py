"""A plan for a movement phase and its battles: targets, attackers and the hexes of attack.

The plan takes its figures from the `guide`, a table in the game file (under `drawing`): the
attribute for a unit's strength, the hexsides of attacks, the worth of places, the capacity of a
hex. A goal is a hex with worth that the enemy controls. Planning reads the position and rolls no
die.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as made
from functools import lru_cache
from typing import Any

from eastfront._core import Game, State
from eastfront.positions.document import document

FAIR, GOOD = 3.0, 5.0
"""The odds from which an attack is worthwhile (`FAIR`), and from which no more units are added to
an attack (`GOOD`)."""
SURE = 10.0
"""The odds at which an attack wins without a die roll."""
PRIZE = 3
"""The hexes subtracted from the distance of a goal for each point of its worth, as a unit chooses
the goal with the least distance."""
CROWD = 2
"""The hexes added to the distance of a goal for each unit already sent there, as a unit chooses the
goal with the least distance."""
DECISIVE = 24
"""The hexes subtracted from the distance of a goal that wins the game, instead of those for its
worth. Tuned in sixteen games for each value: 6 won 7 of them, 24 and 48 won 12."""
VANGUARD = 12
"""The number of units sent to a place that wins the game, before any attack is planned. Tuned in
twelve games for each value: 6 won 10 of them, 12 won 10, but sooner. In twelve other games the
value 24 won no more than the value 12."""
DASH = 5
"""In the first impulse a unit may stop out of supply if a place that wins the game is at most this
many hexes away. The number is the least move of armor, so that the unit may arrive before supply is
checked."""
GARRISON, MENACE = 2, 10
"""`GARRISON` is the number of units that hold a place whose loss loses the game: as many armies as
fit in a hex. They are needed while an enemy is at most `MENACE` hexes away, which is about two
impulses of armor movement."""


class Field:
    """The constant facts of a game: the map, and the values of units and places."""

    def __init__(self, game: Game) -> None:
        file = document(game)
        guide: Mapping[str, Any] = file["drawing"]["guide"]
        self.guide = guide
        self.sides: list[str] = file["sides"]
        self.names: list[str] = file["hex_names"]
        self.index = {name: i for i, name in enumerate(self.names) if name}
        units = file["units"]
        self.units: list[str] = units["names"]
        self.unit = {name: i for i, name in enumerate(self.units)}
        self.side: list[int] = units["side"]
        self.kind: list[int] = units["class"]
        self.factor: list[int] = next(
            a["values"] for a in units["attrs"] if a["name"] == guide["factor"]
        )
        self.size: list[int] = guide["sizes"]
        self.capacity: int = guide["capacity"]
        self.idle = frozenset(guide["idle"])
        self.rear = frozenset(guide["rear"])
        self.ghosts = frozenset(guide["ghosts"])
        width, parity = file["grid"]["width"], file["grid"]["shifted_parity"]
        self._at = []
        for i in range(len(self.names)):
            row, column = divmod(i, width)
            lag = (row + 1) // 2 if parity == 0 else row // 2
            self._at.append((column - lag, row))
        masks = next(e["masks"] for e in file["edge_masks"] if e["name"] == guide["contact"])
        eased = next(e["masks"] for e in file["edge_features"] if e["name"] == guide["eased"])
        self.near: list[list[int]] = []
        self.eases: set[tuple[int, int]] = set()
        for h, mask in enumerate(masks):
            around = [
                (d, to)
                for d in range(6)
                if mask >> d & 1 and (to := _ring(h, d, width, parity)) >= 0
            ]
            self.near.append([to for _, to in around])
            self.eases |= {(h, to) for d, to in around if eased[h] >> d & 1}
        sets = {s["name"]: s["members"] for s in file["hex_sets"]}
        self.hard = frozenset(sets[guide["hard"]])
        self.worth: dict[int, int] = {}
        for name, worth in guide["worth"].items():
            for h in sets[name]:
                self.worth[h] = max(worth, self.worth.get(h, 0))

        self._from: dict[int, list[int]] = {}

    def distances(self, hex_: int) -> list[int]:
        """The distances of all hexes from one hex, in hexes, listed by index."""
        if hex_ not in self._from:
            q, r = self._at[hex_]
            self._from[hex_] = [
                max(abs(q - p), abs(r - s), abs(q + r - p - s)) for p, s in self._at
            ]
        return self._from[hex_]


def _ring(h: int, direction: int, width: int, parity: int) -> int:
    """The index of the neighbor of the hex `h` in a ring direction: from 0, up and toward higher
    columns, clockwise to 5, up and toward lower columns. The map is `width` hexes wide, and its
    rows of one parity are shifted toward higher columns."""
    row, column = divmod(h, width)
    if direction in (1, 4):
        return h + (1 if direction == 1 else -1)
    right = int(direction in (0, 2))
    row2 = row + (1 if direction in (2, 3) else -1)
    return row2 * width + column + (right if row % 2 == parity else right - 1)


@lru_cache(maxsize=16)
def field_of(game: Game) -> Field:
    """Returns the constant facts of a game, read once."""
    return Field(game)


def guided(game: Game) -> bool:
    """Says whether a game file has the `guide`, the table of figures that plans need."""
    return bool(document(game).get("drawing", {}).get("guide"))


@dataclass
class Board:
    """The units on the map, by index of hex and unit, as a side sees them."""

    field: Field
    side: int
    at: dict[int, int] = made(default_factory=dict)
    """The hex of each of the side's units on the map."""
    enemies: dict[int, int] = made(default_factory=dict)
    """The enemy combat factors in each hex, without doubling."""
    load: dict[int, int] = made(default_factory=dict)
    """The sum of the sizes of the side's units in each hex; `Field.size` has the size of a unit."""

    def defence(self, target: int, slots: Iterable[int]) -> int:
        """The defence factors of an enemy hex against attackers in the hexes `slots`: doubled if
        the hex doubles them against every attacker, or if all attackers are across a river or
        strait that doubles them."""
        eased = any((slot, target) in self.field.eases for slot in slots)
        return self.enemies.get(target, 0) * (2 if target in self.field.hard or not eased else 1)


def look(state: State, side: str) -> Board:
    """Returns the units on the map as a side sees them."""
    known = field_of(state.game)
    board = Board(known, known.sides.index(side))
    for unit, place in enumerate(state.places().values()):
        hex_ = known.index.get(place)
        if hex_ is None:
            continue
        if known.side[unit] == board.side:
            board.at[unit] = hex_
            board.load[hex_] = board.load.get(hex_, 0) + known.size[unit]
        elif known.side[unit] != board.side and unit not in known.ghosts:
            board.enemies[hex_] = board.enemies.get(hex_, 0) + known.factor[unit]
    return board


# -- movement -------------------------------------------------------------------------------------


class Plan:
    """The destinations of the units that can move, chosen at the start of a movement phase."""

    def __init__(self, state: State, side: str, movers: Iterable[str]) -> None:
        self.board = look(state, side)
        self.known = self.board.field
        self.to: dict[int, int] = {}
        """The planned destination of each unit that has one."""
        known, at = self.known, self.board.at
        kinds = {(known.kind[u], at[u]) for u in map(known.unit.__getitem__, movers) if u in at}
        free = [u for u, h in at.items() if (known.kind[u], h) in kinds and u not in known.idle]
        asked: dict[tuple[int, int], set[int]] = {}
        for u in free:
            key = (known.kind[u], at[u])
            if key not in asked:
                reply = state.ask(f"{side} moves", known.units[u])
                asked[key] = {known.index[h] for h in reply} | {at[u]}
        self.reach = {u: asked[known.kind[u], at[u]] for u in free}
        self.shut = {
            u: {known.index[h] for h in state.ask(f"{side} may not attack", known.units[u])}
            for u in free
        }
        """The enemy hexes that each unit may not attack, and next to which it does not stop."""
        self.fed = {known.index[h] for h in state.ask(f"{side} general supply")}
        other = 1 - self.board.side
        self.goals = {
            h: known.worth[h] * PRIZE
            for h in map(known.index.__getitem__, state.ask("control", other))
            if h in known.worth
        }
        self.decisive = {
            h for h in map(known.index.__getitem__, state.ask(f"{side} wins by")) if h in self.goals
        }
        """The places with which the side wins the game."""
        self.goals |= dict.fromkeys(self.decisive, DECISIVE)
        self.covered: set[int] = set()
        """The enemy hexes that will be attacked."""
        self._lift = state.var(known.guide["air"][side]) if state.var("impulse") == 1 else 0
        self._dash = DASH if state.var("impulse") == 1 else 0
        for name in state.ask(f"{side} must hold"):
            self._guard(known.index[name])
        self._lead()
        self._attack()
        self._advance()

    # -- what decides the game --------------------------------------------------------------

    def _guard(self, place: int) -> None:
        """Plans that units stay in or go to a place as its garrison while an enemy is near: first
        units already there, then the strongest."""
        known, at = self.known, self.board.at
        far = known.distances(place)
        if not 0 < min((far[e] for e in self.board.enemies), default=0) <= MENACE:
            return
        sent = 0
        for u in sorted(self._fighters(), key=lambda u: (at[u] != place, -known.factor[u])):
            if sent < GARRISON and (at[u] == place or place in self._stops(u)):
                sent += 1
                self._send(u, place)

    def _lead(self) -> None:
        """Sends units toward each place that wins the game, first the units that can come nearest
        to it."""
        known, at = self.known, self.board.at
        for goal in self.decisive:
            far = known.distances(goal)
            able = self._fighters()
            ends = {u: min((far[h] for h in self._stops(u)), default=far[at[u]]) for u in able}
            sent = 0
            for u in sorted(able, key=lambda u: (ends[u], -known.factor[u])):
                # units sent before may have filled the hex
                best = min(self._stops(u), key=far.__getitem__, default=at[u])
                if sent < VANGUARD and far[best] < far[at[u]]:
                    sent += 1
                    self._send(u, best)

    def _fighters(self) -> list[int]:
        """The units that can move and fight, and have no destination yet."""
        known = self.known
        return [u for u in self.reach if known.factor[u] and u not in known.rear | self.to.keys()]

    def _send(self, unit: int, hex_: int) -> None:
        self._put(unit, hex_)
        self.to[unit] = hex_

    def _stops(self, unit: int) -> list[int]:
        """The hexes in a unit's reach that have room for the unit and are safe."""
        return [h for h in self.reach[unit] if self._fits(unit, h) and self._safe(unit, h)]

    def _away(self, hex_: int) -> int:
        """The distance of a hex from the nearest place that wins the game, in hexes; 0 if there is
        none."""
        return min((self.known.distances(g)[hex_] for g in self.decisive), default=0)

    # -- attacks ----------------------------------------------------------------------------

    def _attack(self) -> None:
        """Assigns units to attacks on enemy hexes: first on those next to units of the side that
        cannot move, then by odds, worth and nearness to a place that wins the game."""
        strength: dict[int, float] = {}
        for target in self.board.enemies:
            able = [u for u in self.reach if u not in self.known.rear and self._slots(u, target)]
            total = sum(self.known.factor[u] for u in able)
            worth = max(self.board.defence(target, self.known.near[target]), 1)
            if total >= worth * 2:
                strength[target] = min(total / worth, 12) + self.known.worth.get(target, 0) * 3
                strength[target] -= self._away(target)
        # units that cannot leave must fight: they are helped first
        bound = {
            e for u, h in self.board.at.items() if u not in self.reach
            for e in self.known.near[h] if e in self.board.enemies
        }  # fmt: skip
        for target in sorted(strength, key=lambda e: (e not in bound, -strength[e])):
            if target not in self.covered:
                self._assail(target)

    def _slots(self, unit: int, target: int) -> list[int]:
        if target in self.shut[unit]:
            return []
        near, reach, shut = self.known.near, self.reach[unit], self.shut[unit]
        return [h for h in near[target] if h in reach and shut.isdisjoint(near[h])]

    def _assail(self, target: int) -> None:
        """Sends units next to an enemy hex, the strongest first; sends none at all if the units do
        not reach fair odds."""
        known, board = self.known, self.board
        picked: dict[int, int] = {}
        beset = {target}
        force = 0.0
        for u, h in board.at.items():
            if u not in self.reach and target in known.near[h]:
                force += known.factor[u]
        able = [u for u in self.reach if u not in self.to and u not in known.rear]
        for u in sorted(able, key=lambda u: -known.factor[u]):
            if not known.factor[u]:
                continue
            slots = [h for h in self._slots(u, target) if self._fits(u, h) and h in self.fed]
            if not slots:
                continue
            slot = min(
                slots, key=lambda h: (self._strangers(h, beset), (h, target) not in known.eases)
            )
            extra = {e for e in known.near[slot] if e in board.enemies} - self.covered
            needed = self._needed(beset | extra, {*picked.values(), slot})
            before = self._needed(beset, picked.values() or [slot])
            gained = (force + known.factor[u]) / max(needed, 1)
            if picked and gained < force / max(before, 1):
                continue
            self._put(u, slot)
            picked[u] = slot
            beset |= extra
            force += known.factor[u]
            if force >= GOOD * self._needed(beset, picked.values()):
                break
        odds = force / max(self._needed(beset, picked.values() or known.near[target]), 1)
        fair = FAIR if not self._lift else FAIR - 1
        if picked and odds >= fair:
            self.to |= picked
            self.covered |= beset
            if odds < FAIR:
                self._lift -= 1
            return
        for u in picked:
            self._put(u, board.at[u], picked[u])

    def _strangers(self, hex_: int, beset: set[int]) -> int:
        """The sum of the combat factors of the enemies next to a hex, which a unit there would have
        to attack too. Enemies in `beset`, the hexes of the attack being planned, and enemies that
        the plan attacks already are left out."""
        enemies = self.board.enemies
        near = self.known.near[hex_]
        return sum(enemies[e] for e in near if e in enemies and e not in beset | self.covered)

    def _needed(self, beset: Iterable[int], slots: Iterable[int]) -> int:
        found = list(slots)
        return sum(self.board.defence(e, found) for e in beset)

    def _fits(self, unit: int, hex_: int) -> bool:
        if hex_ == self.board.at[unit] and unit not in self.to:
            return True
        taken = self.board.load.get(hex_, 0)
        return taken + self.known.size[unit] <= self.known.capacity

    def _put(self, unit: int, hex_: int, from_: int | None = None) -> None:
        load, size = self.board.load, self.known.size[unit]
        start = self.board.at[unit] if from_ is None else from_
        load[start] = load.get(start, 0) - size
        load[hex_] = load.get(hex_, 0) + size

    # -- the others -------------------------------------------------------------------------

    def _advance(self) -> None:
        """Sends the units that have no destination yet toward goals, the strongest first, each to a
        safe hex in its reach."""
        sent: dict[int, int] = {}
        known = self.known
        rest = [u for u in self.reach if u not in self.to]
        for u in sorted(rest, key=lambda u: -known.factor[u]):
            goal = self._goal(u, sent)
            if goal is None:
                continue
            far = known.distances(goal)
            best = min(self._stops(u), key=lambda h: far[h] - self._taken(h), default=None)
            if best is None:
                continue
            sent[goal] = sent.get(goal, 0) + 1
            self._send(u, best)

    def _goal(self, unit: int, sent: Mapping[int, int]) -> int | None:
        far = self.known.distances(self.board.at[unit])
        return min(
            self.goals,
            key=lambda g: far[g] + CROWD * sent.get(g, 0) - self.goals[g],
            default=None,
        )

    def _taken(self, hex_: int) -> int:
        """The sum of the values in `goals` of a hex and the hexes next to it, except hexes with
        enemy units: what a unit in the hex gains, as hexes of distance."""
        return sum(
            self.goals.get(h, 0)
            for h in (hex_, *self.known.near[hex_])
            if h not in self.board.enemies
        )

    def _safe(self, unit: int, hex_: int) -> bool:
        """Says whether a unit in a hex is in supply, and every enemy adjacent to that hex is
        attacked by the plan.

        A hex that wins the game is always safe. Near such a hex supply is not required in the first
        impulse, as the next impulse may win.
        """
        if hex_ in self.decisive:
            return True
        if hex_ not in self.fed and not (self.decisive and self._away(hex_) <= self._dash):
            return False
        enemies = [e for e in self.known.near[hex_] if e in self.board.enemies]
        if not self.shut[unit].isdisjoint(enemies):
            return False
        return not enemies or (unit not in self.known.rear and self.covered.issuperset(enemies))


# -- battles --------------------------------------------------------------------------------------


def odds_of(board: Board, attackers: Iterable[int], hexes: Iterable[int]) -> float:
    """The odds of an attack by the units `attackers` on some hexes, without aircraft: the
    attackers' factors divided by the defence factors."""
    units = list(attackers)
    slots = [board.at[u] for u in units if u in board.at]
    worth = sum(board.defence(h, slots) for h in hexes)
    return sum(board.field.factor[u] for u in units) / max(worth, 1)


def best_target(board: Board, hexes: Iterable[int], fought: Iterable[int]) -> tuple[int, float]:
    """Returns the hex among `hexes` that a side's units, without those in `fought`, can attack at
    the best odds, and those odds as a quotient; -1 as the hex if there is none."""
    known, done = board.field, set(fought)
    best, odds = -1, -1.0
    for target in hexes:
        able = [u for u, h in board.at.items() if target in known.near[h] and u not in done]
        found = odds_of(board, able, [target])
        if found > odds:
            best, odds = target, found
    return best, odds


def only_here(board: Board, unit: int, beset: Iterable[int]) -> bool:
    """Says whether a unit is adjacent to no enemies except those in the hexes `beset`."""
    near, here = board.field.near[board.at[unit]], set(beset)
    return all(e in here for e in near if e in board.enemies)
