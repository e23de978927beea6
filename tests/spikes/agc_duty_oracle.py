"""Oracle: the hexes that must be attacked, Barbarossa: Army Group Center.

From the section on attack declaration. Mud, clear terrain. A state is (declared, open, over): the
declared attacks as pairs (hexes, units), the attack being put together likewise, or None.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from typing import Any

from .plain_board import Plain, Step, read


def parts(things: Any) -> Any:
    """Every subset of some things, including the empty one."""
    things = sorted(things)
    return map(
        frozenset, chain.from_iterable(combinations(things, n) for n in range(len(things) + 1))
    )


class Oracle:
    def __init__(self, text: str) -> None:
        self.map: Plain = read(text)
        facts = self.map.units
        self.units = {n for n, u in facts.items() if u["side"] == "axis" and u["attack"] > 0}
        self.enemy = {u["where"] for u in facts.values() if u["side"] == "soviet"}
        self.completed = cache(self.completed_)

    def start(self) -> Any:
        return ((), None, False)

    # -- facts --------------------------------------------------------------------------------

    def there(self, hex_: str) -> list[Any]:
        return [u for u in self.map.units.values() if u["where"] == hex_]

    def zone_over(self, target: str, hex_: str) -> bool:
        """Whether units in a hex project a zone into another: AGC-10.6.7n1, AGC-10.6.7n3."""
        if target not in self.map.around[hex_] or self.map.has("lake", hex_, target):
            return False
        if self.map.has("road", hex_, target):
            return True
        return any(u["kind"] != "armor" for u in self.there(target))

    def can_attack(self, unit: str, target: str) -> bool:
        """AGC-12.5: clear terrain can be entered, but for a lake hexside."""
        hex_ = self.map.units[unit]["where"]
        return target in self.map.around[hex_] and not self.map.has("lake", hex_, target)

    def odds(self, targets: Any, units: Any) -> bool:
        """AGC-12.3.4, AGC-12.3.5."""
        attack = sum(self.map.units[u]["attack"] for u in units)
        defence = sum(
            u["defence"]
            for t in targets
            for u in self.there(t)
            if u["kind"] not in ("untried", "artillery")
        )
        return bool(units) and 4 * attack >= defence

    def legal(self, targets: Any, units: Any) -> bool:
        """One attack by itself: AGC-12.8."""
        every = all(self.can_attack(u, t) for u in units for t in targets)
        return bool(targets) and every and self.odds(targets, units)

    def met(self, used: frozenset[str], covered: frozenset[str]) -> bool:
        """AGC-12.7a over all attacks together."""
        return all(
            t in covered
            for u in used
            for t in self.enemy
            if self.zone_over(t, self.map.units[u]["where"])
        )

    def completed_(self, used: frozenset[str], covered: frozenset[str]) -> bool:
        """Whether more attacks can be declared so that the duty is met."""
        if self.met(used, covered):
            return True
        return self.some(used, covered, frozenset(), frozenset())

    def some(self, used: Any, covered: Any, targets: Any, units: Any) -> bool:
        """Whether an attack on at least these hexes by at least these units leads to an end."""
        return any(
            self.legal(targets | t, units | u)
            and self.completed(used | units | u, covered | targets | t)
            for t in parts(self.enemy - covered - targets)
            if targets | t
            for u in parts(self.units - used - units)
        )

    # -- the game -----------------------------------------------------------------------------

    def successors(self, state: Any) -> tuple[str, list[Step]]:
        declared, open_, over = state
        if over:
            return "axis", []
        used = frozenset().union(*(u for _, u in declared))
        covered = frozenset().union(*(t for t, _ in declared))
        steps: list[Step] = []
        if open_ is None:
            for h in sorted(self.enemy - covered):
                if self.some(used, covered, frozenset([h]), frozenset()):
                    steps.append((("attack", h), (declared, (frozenset([h]), frozenset()), False)))
            if self.met(used, covered):
                steps.append((("finish",), (declared, None, True)))
            return "axis", steps
        targets, units = open_
        for h in sorted(self.enemy - covered - targets):
            if self.some(used, covered, targets | {h}, units):
                steps.append((("also", h), (declared, (targets | {h}, units), False)))
        for u in sorted(self.units - used - units):
            if self.some(used, covered, targets, units | {u}):
                steps.append((("with", u), (declared, (targets, units | {u}), False)))
        if self.legal(targets, units) and self.completed(used | units, covered | targets):
            steps.append((("declare",), ((*declared, open_), None, False)))
        return "axis", steps
