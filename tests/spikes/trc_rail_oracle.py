"""Section 9.4 of the rules, slowly: which track an Axis player turn converts.

One Axis turn (each unit moves hex by hex, then attacks, one die each), its end phase, and one rail
move of the next turn to see what can be used. Who last had what is kept city by city.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from . import trc_plain as plain

NONE: frozenset[str] = frozenset()


class State(NamedTuple):
    phase: str
    places: tuple[str, ...]
    axis: frozenset[str]  # cities and junctions that the Axis controls
    russian: frozenset[str]
    rail: frozenset[str]  # Axis rail hexes
    crossed: frozenset[str] = NONE  # crossed while there was a path
    moved: frozenset[int] = frozenset()
    fought: frozenset[int] = frozenset()
    mover: int = -1
    left: int = 0
    stopped: bool = False
    target: str = ""


class Oracle:
    def __init__(self, text: str) -> None:
        data = plain.read(text)
        self.names = list(data["units"])
        self.units = list(data["units"].values())
        self.near = data["near"]
        sets = {k: {w[0] for w in v} for k, v in data["sets"].items()}
        self.nodes = sets["city"] | sets["junction"]
        self.west = sets["west"]
        self.own = [i for i, u in enumerate(self.units) if u[0] == "axis"]
        self.others = [i for i, u in enumerate(self.units) if u[0] != "axis"]
        self.track: dict[str, set[str]] = {}
        for chain in data["sides"]["rail"]:
            for a, b in pairwise(chain):
                self.track.setdefault(a, set()).add(b)
                self.track.setdefault(b, set()).add(a)
        start = State(
            "move",
            tuple(u[3] for u in self.units),
            frozenset(sets["axis-city"]),
            frozenset(self.nodes - sets["axis-city"]),
            frozenset(sets["axis-rail"]),
        )
        start = self.control(start)
        for u in self.own:
            start = self.cross(start, start.places[u])
        self.start = start

    # -- places of units -----------------------------------------------------------------------

    def held(self, s: State, who: list[int]) -> set[str]:
        return {s.places[u] for u in who} - {"dead"}

    def zone(self, s: State, who: list[int]) -> set[str]:
        return {n for h in self.held(s, who) for n in {h, *self.near[h]}}

    def control(self, s: State) -> State:
        """17.2.1, for cities and junctions alike (9.4.2)."""
        axis, russian = set(s.axis), set(s.russian)
        ours, theirs = self.zone(s, self.own), self.zone(s, self.others)
        for c in self.nodes:
            if c in self.held(s, self.own):
                new = "axis"
            elif c in self.held(s, self.others):
                new = "russian"
            elif c in ours and c in theirs:
                new = "none"
            elif c in ours:
                new = "axis"
            elif c in theirs:
                new = "russian"
            else:
                continue
            axis.discard(c)
            russian.discard(c)
            if new != "none":
                (axis if new == "axis" else russian).add(c)
        return s._replace(axis=frozenset(axis), russian=frozenset(russian))

    # -- track ------------------------------------------------------------------------------

    def free(self, s: State, h: str) -> bool:
        """Whether track can be converted in a hex, or traced through it (9.4.1, 9.4.4)."""
        if h in s.axis:
            return True
        return h not in s.russian and h not in self.zone(s, self.others)

    def ways_home(self, s: State, h: str) -> Iterator[list[str]]:
        """Every way along the track from a hex to a city of the Axis or to the west edge."""
        if not self.free(s, h):
            return
        stack = [[h]]
        while stack:
            way = stack.pop()
            at = way[-1]
            if at in s.axis:
                yield way
                continue
            if at in self.west:
                yield way
            for n in self.track.get(at, set()):
                if n not in way and self.free(s, n):
                    stack.append([*way, n])

    def cross(self, s: State, h: str) -> State:
        """Remembers a hex crossed while there was a way home from it."""
        if h in self.track and next(self.ways_home(s, h), None) is not None:
            return s._replace(crossed=s.crossed | {h})
        return s

    def convert(self, s: State) -> State:
        rail = set(s.rail) | (s.axis & set(self.track))  # 9.4.3, a city's own hex
        for city in s.axis & set(self.track):  # 9.4.3, from city to city
            stack = [[city]]
            while stack:
                way = stack.pop()
                for n in self.track[way[-1]]:
                    if n in way or not self.free(s, n):
                        continue
                    if n in s.axis:
                        rail |= {*way, n}
                    else:
                        stack.append([*way, n])
        for h in s.crossed:  # 9.4.4
            for way in self.ways_home(s, h):
                rail |= set(way)
        return s._replace(rail=frozenset(rail), crossed=NONE)

    # -- the sequence -----------------------------------------------------------------------

    def successors(self, s: State) -> list[tuple[str, State]]:
        return getattr(self, f"in_{s.phase}")(s)

    def in_over(self, s: State) -> list[tuple[str, State]]:
        return []

    def steps(self, s: State) -> list[str]:
        zone, theirs = self.zone(s, self.others), self.held(s, self.others)
        here = s.places[s.mover]
        if s.left == 0 or s.stopped:
            return []
        near = sorted(self.near[here] - theirs)
        return [n for n in near if not (here in zone and n in zone)]

    def begin(self, s: State, u: int) -> State:
        return s._replace(phase="step", mover=u, left=self.units[u][1][2], moved=s.moved | {u})

    def in_move(self, s: State) -> list[tuple[str, State]]:
        out = [
            (f"move {self.names[u]}", self.begin(s, u))
            for u in self.own
            if u not in s.moved and self.steps(self.begin(s, u))
        ]
        return [*out, ("end", s._replace(phase="attack"))]

    def in_step(self, s: State) -> list[tuple[str, State]]:
        done = s._replace(phase="move", mover=-1, left=0, stopped=False)
        out = [] if s.left == self.units[s.mover][1][2] else [("stop", done)]
        for h in self.steps(s):
            places = tuple(h if i == s.mover else p for i, p in enumerate(s.places))
            after = s._replace(places=places, left=s.left - 1)
            after = after._replace(stopped=h in self.zone(after, self.others))
            out.append((f"step {h}", self.cross(self.control(after), h)))
        return out

    def in_attack(self, s: State) -> list[tuple[str, State]]:
        out = []
        for h in sorted(self.held(s, self.others)):
            who = [u for u in self.own if s.places[u] in self.near[h] and u not in s.fought]
            if who:
                out.append((f"attack {h}", s._replace(phase="roll", target=h, mover=who[0])))
        return [*out, ("end", self.begin_next(self.convert(s)))]

    def in_roll(self, s: State) -> list[tuple[str, State]]:
        out = []
        for face in range(1, 7):
            after = s._replace(phase="attack", fought=s.fought | {s.mover}, mover=-1, target="")
            if face > 3:
                victims = {u for u in self.others if s.places[u] == s.target}
                places = tuple("dead" if u in victims else p for u, p in enumerate(s.places))
                after = self.control(after._replace(places=places))
            out.append((f"roll {face}", after))
        return out

    def begin_next(self, s: State) -> State:
        return s._replace(phase="rail", moved=frozenset(), fought=frozenset())

    def in_rail(self, s: State) -> list[tuple[str, State]]:
        """9.3.2: along friendly rail hexes out of enemy zones."""
        u = self.own[0]
        open_ = s.rail - self.zone(s, self.others)
        seen = {s.places[u]} & open_
        todo = list(seen)
        while todo:
            for n in self.track.get(todo.pop(), set()):
                if n in open_ and n not in seen:
                    seen.add(n)
                    todo.append(n)
        over = s._replace(phase="over")
        out = [
            (f"rail {h}", over._replace(places=(h, *s.places[1:])))
            for h in sorted(seen - {s.places[u]})
        ]
        return [*out, ("stay", over)]
