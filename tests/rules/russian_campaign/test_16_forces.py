"""16.1 by tables: every possible automatic victory, by every sufficient force."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from eastfront._core import State

from .battle_positions import around, at, go, names, play
from .turn_positions import data

Victory = tuple[frozenset[str], frozenset[str]]
"""Who won, and who surrendered."""


def victories(state: State, us: list[str], them: list[str]) -> set[Victory]:
    """All that can be won at once in play."""
    begun = (play(state, f"overrun {h}") for h in sorted(names(state, "overrun")))
    return {won for one in begun for won in _played(one, us, them)}


def _played(state: State, us: list[str], them: list[str]) -> set[Victory]:
    if state.decision != "automatic victory":
        won = frozenset(u for u in us if u in state.units_with("victor"))
        return {(won, frozenset(u for u in them if state.place(u) == "surrendered"))}
    out = set()
    for action in state.legal_actions.list():
        after = state.copy()
        after.push(action)
        out |= _played(after, us, them)
    return out


def expected(us: Mapping[str, str], them: Mapping[str, str]) -> set[Victory]:
    """Every force next to all of some hexes with ten times what stands there, open land all."""
    worth = {u.name: u.attack or 0 for u in data().units}
    out = set()
    hexes = sorted(set(them.values()))
    for m in range(1, len(hexes) + 1):
        for targets in combinations(hexes, m):
            beaten = [u for u, h in them.items() if h in targets]
            able = [u for u, h in us.items() if set(targets) <= around(h)]
            for n in range(1, len(able) + 1):
                for force in combinations(able, n):
                    if sum(worth[u] for u in force) >= 10 * sum(worth[u] for u in beaten):
                        out.add((frozenset(force), frozenset(beaten)))
    return out


AXIS = [
    # who stands there, who comes last from where, who defends
    ({"24 Pz": "X16", "15 Mtn": "X16", "46 Pz": "Y16"}, ("12 Inf", "X18", "X16"),
     {"5 ParaC": "X15", "1 ParaC": "Y15"}),
    ({"24 Pz": "X16", "39 Pz": "X16"}, ("12 Inf", "X18", "X16"),
     {"5 ParaC": "X15", "1 ParaC": "Y15"}),
    ({"24 Pz": "X16", "39 Pz": "X16"}, ("13 Inf", "X18", "X16"),
     {"5 ParaC": "X15", "1 ParaC": "Y15"}),
    ({"GD Pz": "X16", "1 SS Pz": "X16"}, ("2 SS Pz", "X18", "X16"), {"5 TkC": "X15"}),
    ({"GD Pz": "X16", "1 SS Pz": "X16"}, ("2 SS Pz", "X18", "X16"), {"8 TkC": "X15"}),
    ({"46 Pz": "X16", "Rum 5 Inf": "X16"}, ("15 Mtn", "X18", "X16"), {"5 ParaC": "X15"}),
    ({"46 Pz": "X16", "Rum 5 Inf": "X16"}, ("HQ South", "X18", "X16"), {"5 ParaC": "X15"}),
    ({"24 Pz": "W16", "39 Pz": "Y16"}, ("12 Inf", "X18", "X16"), {"1 TkC": "X15"}),
]  # fmt: skip

RUSSIAN = [
    ({"1G TkA": "X16", "2G TkA": "X16"}, ("1 TkC", "X18", "Y16"), {"Rum 5 Inf": "X15"}),
    ({"1G TkA": "X16", "2G TkA": "Y16"}, ("3G TkA", "X18", "X16"), {"Rum 5 Inf": "X15"}),
    ({"1G TkA": "X16"}, ("1 TkC", "X18", "X16"), {"HQ South": "X15"}),
    ({"11 A": "X16", "3 TkC": "Y16"}, ("1 TkC", "X18", "Y16"), {"HQ South": "X15"}),
    ({"11 A": "X16", "3 TkC": "Y16"}, ("5 ParaC", "X18", "X16"), {"HQ South": "X15"}),
]  # fmt: skip


@pytest.mark.rule("TRC-16.1a", "TRC-12.3c", "TRC-16.1c")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("turn", [2, 9, 10])
def test_every_force_that_suffices_and_no_other(side: str, turn: int) -> None:
    """Without aircraft; and no Russian before November 1942 (TRC-16.4a)."""
    for there, (last, from_, to), them in AXIS if side == "axis" else RUSSIAN:
        none = {"stukas": 0, "sturmoviks": 0}
        # headquarters move in the second impulse only
        impulse = 2 if last.startswith("HQ") else 1
        units = {**there, last: from_, **them}
        state = at(side, impulse, units=units, turn=turn, variables=none)
        if to not in names(play(state, f"move {last}"), "to"):
            near = next(iter(around(to) - set().union(*(around(h) for h in them.values()))))
            state = state._supposed(places=[(last, near)])
        came = go(state, last, to)
        assert came.place(last) == to
        late = side == "axis" or turn >= 10
        found = victories(came, [*there, last], list(them))
        assert found == (expected({**there, last: to}, them) if late else set()), (there, last)
