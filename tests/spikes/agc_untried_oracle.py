"""Oracle: untried units revealed by an attack, and retreats, Barbarossa: Army Group Center.

From the sections on the Combat Phase and on combat results. One Combat Phase with its attacks
declared. The results table is made up. A state is (units, declared, doing): each unit (name,
place, steps); doing is None or the stage of the attack at hand, with what it needs.
"""

from __future__ import annotations

from typing import Any

from .plain_board import CHANCE, Plain, Step, read

AUTO = "auto"
BOXES = {"cup", "returned", "flipped", "cadre", "eliminated"}
ADVANCE = 10


def result(odds: int, die: int) -> tuple[int, bool]:
    """Steps lost by the defender, and whether he retreats; made up."""
    if odds < 1:
        return 0, False
    if odds < 3:
        return (0, True) if die <= 4 else (1, False) if die <= 7 else (0, False)
    return (0, True) if die <= 6 else (1, True)


class Oracle:
    def __init__(self, text: str) -> None:
        self.map: Plain = read(text)
        self.facts = self.map.units

    def start(self) -> Any:
        units = tuple(
            (n, u["where"], int(u["flags"].get("steps", 1))) for n, u in self.facts.items()
        )
        return (units, tuple(sorted(self.map.sets["declared"])), None)

    # -- facts --------------------------------------------------------------------------------

    def at(self, units: Any, hex_: str, side: str) -> list[str]:
        return [n for n, h, _ in units if h == hex_ and self.facts[n]["side"] == side]

    def hexes(self, units: Any, side: str) -> set[str]:
        return {h for n, h, _ in units if h not in BOXES and self.facts[n]["side"] == side}

    def place(self, units: Any, name: str) -> str:
        return str(next(h for n, h, _ in units if n == name))

    def moved(self, units: Any, names: Any, where: str) -> Any:
        return tuple((n, where if n in names else h, s) for n, h, s in units)

    def lost(self, units: Any, names: Any, box: str) -> Any:
        """Out of play: AGC-22.9.3b, fortress units go back to where they are drawn from."""
        forts = [n for n in names if self.facts[n]["kind"] == "fortress"]
        return self.moved(self.moved(units, names, box), forts, "returned")

    def hurt(self, units: Any, name: str) -> Any:
        """A step off; the last one takes the unit off the map."""
        less = tuple((n, h, s - 1 if n == name else s) for n, h, s in units)
        dead = [n for n, _, s in less if n == name and s == 0]
        return self.lost(less, dead, "cadre")

    def zone(self, units: Any) -> set[str]:
        return {n for h in self.hexes(units, "axis") for n in self.map.around[h]}

    def far(self, a: str, b: str) -> int:
        seen, n = {a}, 0
        while b not in seen:
            seen |= {x for h in seen for x in self.map.around[h]}
            n += 1
        return n

    def designated(self, units: Any, target: str) -> list[str]:
        return [n for n, h, _ in units if self.facts[n]["flags"].get("on") == target]

    def next_retreats(
        self, units: Any, fight: str, at: str, n: int, zone_before: bool
    ) -> list[str]:
        """Hexes for the n-th hex of a retreat from which the rest of it can be made."""
        zone, own = self.zone(units), self.hexes(units, "soviet")
        out = []
        for b in self.map.around[at]:
            if self.far(fight, b) != n or b in self.hexes(units, "axis"):
                continue
            hot = b in zone and b not in own
            if hot and zone_before:
                continue
            if n == 1 and not self.next_retreats(units, fight, b, 2, hot):
                continue
            out.append(b)
        return out

    # -- the game -----------------------------------------------------------------------------

    def successors(self, state: Any) -> tuple[str, list[Step]]:
        units, declared, doing = state
        if doing is None:
            who, steps = (
                "axis",
                [
                    (("attack", h), (units, tuple(d for d in declared if d != h), ("reveal", h)))
                    for h in declared
                ],
            )
        else:
            who, steps = self.stage(state)
        return who, [(label, self.rest(after)) for label, after in steps]

    def stage(self, state: Any) -> Any:
        """A stage of an attack: who acts and the steps, or AUTO and the state that follows."""
        units, declared, (stage, target, *rest) = state
        return getattr(self, stage)(units, declared, target, *rest)

    def rest(self, state: Any) -> Any:
        """The state after all automatic steps."""
        while state[2] is not None:
            who, after = self.stage(state)
            if who != AUTO:
                break
            state = after
        return state

    def reveal(self, units: Any, declared: Any, target: str) -> Any:
        """All untried units there are flipped, one after the other."""
        untried = [
            n for n in self.at(units, target, "soviet") if self.facts[n]["kind"] == "untried"
        ]
        if untried:
            out = []
            for counter in [n for n, h, _ in units if h == "cup"]:
                after = self.moved(units, [untried[0]], "flipped")
                nothing = self.facts[counter]["defence"] == 0
                after = self.moved(after, [counter], "returned" if nothing else target)
                out.append((("draw", counter), (after, declared, ("reveal", target))))
            return CHANCE, out
        if not self.at(units, target, "soviet"):
            return AUTO, (units, declared, ("advance", target, 0))
        attack = sum(self.facts[n]["attack"] for n in self.designated(units, target))
        defence = sum(self.facts[n]["defence"] for n in self.at(units, target, "soviet"))
        rolls: list[Step] = []
        for die in range(1, 11):
            lost, away = result(attack // defence, die)
            rolls.append((("roll10", str(die)), (units, declared, ("losses", target, lost, away))))
        return CHANCE, rolls

    def losses(self, units: Any, declared: Any, target: str, lost: int, away: bool) -> Any:
        there = self.at(units, target, "soviet")
        if lost and there:
            return "soviet", [
                (("lose", n), (self.hurt(units, n), declared, ("losses", target, lost - 1, away)))
                for n in there
            ]
        if not there:
            return AUTO, (units, declared, ("advance", target, 0))
        if not away:
            return AUTO, (units, declared, None)
        stay = [n for n in there if self.facts[n]["allowance"] == 0]
        units = self.lost(units, stay, "eliminated")
        going = tuple(n for n in there if n not in stay)
        if not going:
            return AUTO, (units, declared, ("advance", target, 0))
        stage = ("retreat", target, going, target, 1, False, False)
        return AUTO, (units, declared, stage)

    def retreat(
        self,
        units: Any,
        declared: Any,
        target: str,
        group: Any,
        at: str,
        n: int,
        hot: bool,
        risk: bool,
    ) -> Any:
        if n == 3:
            if risk:
                return "soviet", [
                    (("lose", u), (self.hurt(units, u), declared, ("fate", target, group, at)))
                    for u in group
                ]
            return AUTO, (units, declared, ("advance", target, 0))
        ways = self.next_retreats(units, target, at, n, hot)
        if not ways:
            gone = self.lost(units, group, "eliminated")
            return AUTO, (gone, declared, ("advance", target, 0))
        out = []
        for h in ways:
            danger = h in self.zone(units) and not self.at(units, h, "soviet")
            after = self.moved(units, group, h)
            out.append(
                (
                    ("retreat", h),
                    (after, declared, ("retreat", target, group, h, n + 1, danger, risk or danger)),
                )
            )
        return "soviet", out

    def fate(self, units: Any, declared: Any, target: str, group: Any, at: str) -> Any:
        left = [g for g in group if self.place(units, g) == at]
        if not left:
            return AUTO, (units, declared, ("advance", target, 0))
        out = []
        for die in range(1, 11):
            after = units if die <= 3 else self.lost(units, left, "cadre")
            out.append((("roll10", str(die)), (after, declared, ("advance", target, 0))))
        return CHANCE, out

    def advance(self, units: Any, declared: Any, target: str, points: int) -> Any:
        out: list[Step] = []
        for n in self.designated(units, target):
            cost = int(self.facts[n]["flags"]["points"])
            if self.place(units, n) != target and points + cost <= ADVANCE:
                after = self.moved(units, [n], target)
                out.append((("advance", n), (after, declared, ("advance", target, points + cost))))
        out.append((("done",), (units, declared, None)))
        return "axis", out
