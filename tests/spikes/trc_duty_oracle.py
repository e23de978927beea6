"""Section 12 of the rules in slow, plain Python: moves, surrenders, possible battles.

A state is (impulse, phase, places, moved, fought, attacked, giving way, mover, battle); places are
the hexes of the units in the order of the text and a battle is (attackers, targets).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from . import trc_plain as plain

State = tuple[Any, ...]
GONE = ("dead", "surrendered")


class Oracle:
    def __init__(self, text: str) -> None:
        data = plain.read(text)
        self.names = list(data["units"])
        self.units = [data["units"][n] for n in self.names]
        self.terrain = data["terrain"]
        lake = {frozenset(pair) for pair in data["sides"].get("lake", [])}
        self.near = {
            a: {b for b in near if frozenset((a, b)) not in lake}
            for a, near in data["near"].items()
        }
        self.order = data["header"]["order"].split()
        self.table = data["header"]["crt"].split()
        places = tuple(u[3] for u in self.units)
        none: frozenset[Any] = frozenset()
        self.start: State = (0, "move", places, none, none, none, none, None, (none, none))

    # -- the map ----------------------------------------------------------------------------

    def side(self, u: int) -> str:
        return self.units[u][0]

    def who(self, state: State) -> list[int]:
        """The units of the side to move, on the map."""
        side, places = self.order[state[0]], state[2]
        return [u for u in range(len(places)) if self.side(u) == side and places[u] not in GONE]

    def enemies(self, state: State) -> set[str]:
        """Hexes with units of the other side."""
        side, places = self.order[state[0]], state[2]
        others = [u for u in range(len(places)) if self.side(u) != side]
        return {places[u] for u in others if places[u] not in GONE}

    def zone(self, state: State) -> set[str]:
        """Hexes in enemy zones of control (7.1)."""
        return {n for hex_ in self.enemies(state) for n in {hex_, *self.near[hex_]}}

    def reach(self, state: State, unit: int) -> set[str]:
        """The reach of a unit: one point a hex, a stop in each zone, no move from zone to zone."""
        zone, enemies = self.zone(state), self.enemies(state)
        home = state[2][unit]
        points = self.units[unit][1][2]
        found: set[str] = set()
        edge = {home}
        for _ in range(points):
            fresh: set[str] = set()
            for here in edge:
                if here in zone and here != home:
                    continue
                for there in self.near[here]:
                    if there in enemies or (here in zone and there in zone):
                        continue
                    fresh.add(there)
            edge = fresh - found - {home}
            found |= edge
        return found - {home}

    # -- battles ----------------------------------------------------------------------------

    def defence(self, state: State, attackers: Iterable[str], target: str) -> int:
        """The factors that defend a hex against attackers in some hexes (14.1)."""
        side, places = self.order[state[0]], state[2]
        sum_ = sum(
            self.units[u][1][1]
            for u in range(len(places))
            if places[u] == target and self.side(u) != side
        )
        over_river = all(self.terrain[a] == "river" for a in attackers)
        behind = over_river and self.terrain[target] != "river"
        return sum_ * 2 if behind or self.terrain[target] == "mountain" else sum_

    def legal(self, state: State, stand: dict[int, str], us: set[int], them: set[str]) -> bool:
        """Whether these units may attack those hexes in one battle (12.3, 12.5)."""
        if not us or not them:
            return False
        if any(t not in self.near[stand[u]] for u in us for t in them):
            return False
        attack = sum(self.units[u][1][0] for u in us)
        against = sum(self.defence(state, [stand[u] for u in us], t) for t in them)
        return 6 * attack >= against

    def plans(
        self, state: State, stand: dict[int, str]
    ) -> Iterator[list[tuple[set[int], set[str]]]]:
        """Every way to share out those next to an enemy, and those whom they are next to."""
        open_ = sorted(self.enemies(state) - self.attacked_hexes(state))
        us = sorted(u for u, h in stand.items() if self.near[h] & set(open_))
        them = [t for t in open_ if any(t in self.near[stand[u]] for u in us)]
        for labels in product(range(len(them)), repeat=len(them)):
            if any(label > max(labels[:i], default=-1) + 1 for i, label in enumerate(labels)):
                continue
            count = max(labels, default=-1) + 1
            if count == 0 and us:
                continue
            for choice in product(range(max(count, 1)), repeat=len(us)):
                plan = [
                    (
                        {u for u, c in zip(us, choice, strict=True) if c == k},
                        {t for t, c in zip(them, labels, strict=True) if c == k},
                    )
                    for k in range(count)
                ]
                if all(self.legal(state, stand, a, b) for a, b in plan):
                    yield plan

    def attacked_hexes(self, state: State) -> set[str]:
        return {state[2][u] for u in state[5] if state[2][u] not in GONE}

    # -- movement ---------------------------------------------------------------------------

    def could_be_met(self, state: State) -> bool:
        """Whether the others can still move so that all who moved have a legal attack (12.5)."""
        places, moved = state[2], state[3]
        rest = [u for u in self.who(state) if u not in moved]
        options = [["out", places[u], *sorted(self.reach(state, u))] for u in rest]
        fixed = {u: places[u] for u in self.who(state) if u in moved}
        zone = self.zone(state)
        useful = [[o for o in list_ if o == "out" or o in zone] for list_ in options]
        for choice in product(*useful):
            stand = dict(fixed)
            stand.update({u: h for u, h in zip(rest, choice, strict=True) if h != "out"})
            if next(self.plans(state, stand), None) is not None:
                return True
        return False

    def works(self, state: State, gone: frozenset[int]) -> bool:
        """Whether all units have a legal attack from their hexes, except some that surrender."""
        stand = {u: state[2][u] for u in self.who(state) if u not in gone}
        return next(self.plans(state, stand), None) is not None

    def who_may_give_way(self, state: State) -> list[int]:
        zone = self.zone(state)
        return [u for u in self.who(state) if u not in state[3] and state[2][u] in zone]

    def least_sets(self, state: State) -> list[frozenset[int]]:
        """Sets of units whose surrender lets the others attack, no part of which would do."""
        found: list[frozenset[int]] = []
        for gone in plain.subsets(self.who_may_give_way(state)):
            if not any(less <= gone for less in found) and self.works(state, gone):
                found.append(gone)
        return found

    # -- the sequence -----------------------------------------------------------------------

    def successors(self, state: State) -> list[tuple[str, State]]:
        return getattr(self, f"in_{state[1]}")(state)

    def in_over(self, state: State) -> list[tuple[str, State]]:
        return []

    def moves(self, state: State, unit: int) -> list[tuple[str, State]]:
        out = []
        for there in sorted(self.reach(state, unit)):
            places = tuple(there if u == unit else p for u, p in enumerate(state[2]))
            after = (state[0], "move", places, state[3] | {unit}, *state[4:7], None, state[8])
            if self.could_be_met(after):
                out.append((f"to {there}", after))
        return out

    def in_move(self, state: State) -> list[tuple[str, State]]:
        out = [
            (f"move {self.names[u]}", (state[0], "to", *state[2:7], u, state[8]))
            for u in self.who(state)
            if u not in state[3] and self.moves(state, u)
        ]
        if self.least_sets(state):
            out.append(("end", (state[0], "surrender", *state[2:])))
        return out

    def in_to(self, state: State) -> list[tuple[str, State]]:
        return self.moves(state, state[7])

    def in_surrender(self, state: State) -> list[tuple[str, State]]:
        given = state[6]
        # a set is named in the order of the list
        sets = [s for s in self.least_sets(state) if given <= s]
        sets = [s for s in sets if all(u > max(given, default=-1) for u in s - given)]
        if given in sets:
            places = tuple("surrendered" if u in given else p for u, p in enumerate(state[2]))
            none: frozenset[int] = frozenset()
            after = (state[0], "battle", places, none, none, none, none, None, (none, none))
            return self.in_battle(after)
        return [
            (f"surrender {self.names[u]}", (*state[:6], given | {u}, *state[7:]))
            for u in sorted({min(s - given) for s in sets})
        ]

    def in_battle(self, state: State) -> list[tuple[str, State]]:
        plans = list(self.plans(state, self.still_to_fight(state)))
        targets = sorted({t for plan in plans for _, them in plan for t in them})
        if not targets:
            return self.next_impulse(state)
        none: frozenset[int] = frozenset()
        return [
            (f"attack {t}", (state[0], "force", *state[2:8], (none, frozenset({t}))))
            for t in targets
        ]

    def still_to_fight(self, state: State) -> dict[int, str]:
        return {u: state[2][u] for u in self.who(state) if u not in state[4]}

    def in_force(self, state: State) -> list[tuple[str, State]]:
        us, them = state[8]
        stand = self.still_to_fight(state)
        plans = [
            (a, b) for plan in self.plans(state, stand) for a, b in plan if us <= a and them <= b
        ]
        out = []
        for u in sorted({u for a, _ in plans for u in a} - us):
            out.append((f"add {self.names[u]}", (*state[:8], (us | {u}, them))))
        for t in sorted({t for _, b in plans for t in b} - them):
            out.append((f"with {t}", (*state[:8], (us, them | {t}))))
        if (set(us), set(them)) in plans:
            out.append(("fight", (state[0], "roll", *state[2:])))
        return out

    def in_roll(self, state: State) -> list[tuple[str, State]]:
        us, them = state[8]
        attack = sum(self.units[u][1][0] for u in us)
        against = sum(self.defence(state, [state[2][u] for u in us], t) for t in them)
        column = 0 if 2 * attack < against else 1 if attack < 2 * against else 2
        victims = {
            u for u, p in enumerate(state[2]) if p in them and self.side(u) != self.order[state[0]]
        }
        out = []
        for face in range(1, 7):
            result = self.table[column][face - 1]
            lost = us if result == "A" else victims if result == "D" else set()
            places = tuple("dead" if u in lost else p for u, p in enumerate(state[2]))
            none: frozenset[int] = frozenset()
            fought, attacked = state[4] | us, state[5] | victims
            after = (
                *(state[0], "battle", places, none, fought, attacked, none),
                *(None, (none, none)),
            )
            out.append((f"roll {face}", after))
        return out

    def next_impulse(self, state: State) -> list[tuple[str, State]]:
        none: frozenset[int] = frozenset()
        done = state[0] + 1 == len(self.order)
        impulse, phase = (state[0], "over") if done else (state[0] + 1, "move")
        after = (impulse, phase, state[2], none, none, none, none, None, (none, none))
        return self.successors(after)
