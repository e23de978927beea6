"""Section 16 of the rules, slowly: automatic victories, and what they oblige the others to.

Two impulses of one side, movement only: at the end of each, those without a legal attack surrender.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from . import trc_plain as plain

NONE: frozenset[int] = frozenset()


class State(NamedTuple):
    impulse: int
    phase: str
    places: tuple[str, ...]
    moved: frozenset[int] = NONE
    victors: frozenset[int] = NONE  # automatic victories of this impulse
    spent: frozenset[int] = NONE  # those of the first impulse, in the second
    pinned: frozenset[int] = NONE  # in an enemy zone when the second impulse began
    given: frozenset[int] = NONE
    mover: int = -1
    target: str = ""
    members: tuple[int, ...] = ()


class Oracle:
    def __init__(self, text: str) -> None:
        data = plain.read(text)
        self.names = list(data["units"])
        self.units = list(data["units"].values())
        self.near, self.terrain = data["near"], data["terrain"]
        self.own = [i for i, u in enumerate(self.units) if u[0] == "axis"]
        self.others = [i for i, u in enumerate(self.units) if u[0] != "axis"]
        self.start = State(0, "move", tuple(u[3] for u in self.units))

    def enemies(self, s: State) -> set[str]:
        return {s.places[u] for u in self.others} - {"surrendered"}

    def zone(self, s: State) -> set[str]:
        return {n for h in self.enemies(s) for n in {h, *self.near[h]}}

    def here(self, s: State) -> list[int]:
        return [u for u in self.own if s.places[u] != "surrendered"]

    def defence(self, s: State, target: str) -> int:
        factors = sum(self.units[u][1][1] for u in self.others if s.places[u] == target)
        return factors * (2 if self.terrain[target] == "mountain" else 1)

    def reach(self, s: State, unit: int) -> set[str]:
        zone, enemies, home = self.zone(s), self.enemies(s), s.places[unit]
        found: set[str] = set()
        edge = {home}
        for _ in range(self.units[unit][1][2]):
            fresh = set()
            for a in edge:
                if a in zone and a != home:
                    continue
                for b in self.near[a]:
                    barred = b in enemies or (a in zone and b in zone)
                    if not barred and not (unit in s.spent and b in zone):
                        fresh.add(b)
            edge = fresh - found - {home}
            found |= edge
        return found

    def may_move(self, s: State, unit: int) -> bool:
        return unit not in s.moved | s.victors | s.pinned and bool(self.reach(s, unit))

    # -- the duty ---------------------------------------------------------------------------

    def divided(self, s: State, stand: dict[int, str], owed: set[str]) -> bool:
        """Whether units in their hexes can divide their adjacent enemies, and `owed`, among
        them."""
        enemies = self.enemies(s)
        us = [u for u, h in stand.items() if self.near[h] & enemies]
        them = sorted({t for u in us for t in self.near[stand[u]] & enemies} | owed)
        for labels in product(range(len(them)), repeat=len(them)):
            groups = [{t for t, x in zip(them, labels, strict=True) if x == g} for g in set(labels)]
            for choice in product(groups, repeat=len(us)):
                fair = True
                for group in groups:
                    who = [u for u, c in zip(us, choice, strict=True) if c is group]
                    attack = sum(self.units[u][1][0] for u in who)
                    defence = sum(self.defence(s, t) for t in group)
                    near = all(group <= self.near[stand[u]] for u in who)
                    fair = fair and bool(who) and near and 6 * attack >= defence
                if fair:
                    return True
        return False

    def owed(self, s: State, victors: set[int]) -> set[str]:
        """The enemies next to those who won without a battle (16.2, 16.3)."""
        enemies = self.enemies(s)
        return {t for u in victors for t in self.near[s.places[u]] & enemies}

    def victors(self, s: State) -> set[int]:
        return {u for u in s.victors | s.spent if s.places[u] != "surrendered"}

    def ways(self, s: State, movable: bool, bound: frozenset[int]) -> bool:
        """Whether the duty can be done when `bound` stay, and the rest stay, keep out or move."""
        rest = [u for u in self.here(s) if u not in s.victors | s.spent]
        zone = self.zone(s)
        options = []
        for u in rest:
            if u in bound:
                options.append([s.places[u]])
                continue
            there = self.reach(s, u) & zone if movable and self.may_move(s, u) else set()
            options.append(["out", s.places[u], *sorted(there)])
        for choice in product(*options):
            stand = {u: h for u, h in zip(rest, choice, strict=True) if h != "out"}
            if self.divided(s, stand, self.owed(s, self.victors(s))):
                return True
        return False

    def may_end(self, s: State) -> bool:
        return self.ways(s, False, s.moved) or not self.ways(s, True, s.moved)

    def least_sets(self, s: State) -> list[frozenset[int]]:
        rest = [u for u in self.here(s) if u not in s.victors | s.spent]
        can = [u for u in rest if s.places[u] in self.zone(s)]
        if self.ways(s, False, s.moved):
            can = [u for u in can if u not in s.moved]
        found: list[frozenset[int]] = []
        for gone in plain.subsets(can):
            stand = {u: s.places[u] for u in rest if u not in gone}
            owed = self.owed(s, self.victors(s))
            if not any(f <= gone for f in found) and self.divided(s, stand, owed):
                found.append(gone)
        return found

    # -- the sequence -----------------------------------------------------------------------

    def successors(self, s: State) -> list[tuple[str, State]]:
        return getattr(self, f"in_{s.phase}")(s)

    def in_over(self, s: State) -> list[tuple[str, State]]:
        return []

    def in_move(self, s: State) -> list[tuple[str, State]]:
        out = []
        for u in self.here(s):
            if self.may_move(s, u):
                out.append((f"move {self.names[u]}", s._replace(phase="to", mover=u)))
        for h in sorted(self.enemies(s)):
            if self.enough(s, h, self.able(s, h)):
                out.append((f"overcome {h}", s._replace(phase="gather", target=h, members=())))
        if self.may_end(s):
            out.append(("end", s._replace(phase="forfeit")))
        return out

    def in_to(self, s: State) -> list[tuple[str, State]]:
        u = s.mover
        return [
            (
                f"to {h}",
                s._replace(
                    phase="move",
                    places=tuple(h if i == u else p for i, p in enumerate(s.places)),
                    moved=s.moved | {u},
                    mover=-1,
                ),
            )
            for h in sorted(self.reach(s, u))
        ]

    def able(self, s: State, target: str) -> list[int]:
        out = [u for u in self.here(s) if s.places[u] in self.near[target]]
        return [u for u in out if u not in s.victors | s.spent]

    def enough(self, s: State, target: str, who: list[int]) -> bool:
        attack = sum(self.units[u][1][0] for u in who)
        return bool(who) and attack >= 10 * self.defence(s, target)

    def in_gather(self, s: State) -> list[tuple[str, State]]:
        out = []
        last = max(s.members, default=-1)
        later = [u for u in self.able(s, s.target) if u > last]
        for u in later:
            rest = [v for v in later if v >= u]
            if self.enough(s, s.target, [*s.members, *rest]):
                out.append((f"add {self.names[u]}", s._replace(members=(*s.members, u))))
        if self.enough(s, s.target, list(s.members)):
            victims = {u for u in self.others if s.places[u] == s.target}
            places = tuple("surrendered" if u in victims else p for u, p in enumerate(s.places))
            after = s._replace(phase="move", places=places, target="", members=())
            out.append(("strike", after._replace(victors=s.victors | set(s.members))))
        return out

    def in_forfeit(self, s: State) -> list[tuple[str, State]]:
        """16.3: victors whose neighbours no unit can attack surrender, if nothing else helps."""
        if not self.ways(s, False, s.moved):
            rest = [u for u in self.here(s) if u not in s.victors | s.spent]
            kept: set[int] = set()
            for u in sorted(self.victors(s)):
                stand = [NONE, *plain.subsets(rest)]
                owed = self.owed(s, kept | {u})
                if any(self.divided(s, {v: s.places[v] for v in who}, owed) for who in stand):
                    kept.add(u)
            lost = self.victors(s) - kept
            places = tuple("surrendered" if u in lost else p for u, p in enumerate(s.places))
            s = s._replace(places=places)
        return self.in_surrender(s._replace(phase="surrender"))

    def in_surrender(self, s: State) -> list[tuple[str, State]]:
        sets = [g for g in self.least_sets(s) if s.given <= g]
        sets = [g for g in sets if all(u > max(s.given, default=-1) for u in g - s.given)]
        if s.given in sets:
            places = tuple("surrendered" if u in s.given else p for u, p in enumerate(s.places))
            s = s._replace(places=places)
            if s.impulse == 1:
                return []
            pinned = frozenset(u for u in self.here(s) if places[u] in self.zone(s))
            return self.in_move(State(1, "move", places, spent=s.victors, pinned=pinned))
        return [
            (f"surrender {self.names[u]}", s._replace(given=s.given | {u}))
            for u in sorted({min(g - s.given) for g in sets})
        ]
