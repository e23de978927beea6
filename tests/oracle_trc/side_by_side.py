"""Puts the engine and this oracle side by side: on states of played games, and on positions that
the oracle's generator makes, of which the engine is given the states.

What is asked depends on what a state waits for. A `Tally` counts questions and keeps differences.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from eastfront._core import Game, State

from . import differences as on_map
from . import differences_battle as in_battle
from . import positions
from .control import refreshed
from .engine import (
    edited,
    offered,
    phase_before,
    played,
    position,
    pushed,
    state_of,
    walk,
)
from .model import Position

CROSSED = 15
"""Track that a generated side is said to have come through."""
LONGEST = 300
"""Decisions of a generated phase of battles that are looked at."""


class Tally:
    """Questions counted by subject, and differences found."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.found: list[str] = []

    def ask(self, subject: str, where: str, answer: Callable[[], list[str]]) -> None:
        """Counts a question and keeps what differs."""
        self.count[subject] += 1
        self.found += [f"{where}, {subject}: {text}" for text in answer()]

    def see(self, pos: Position) -> None:
        """Counts a position."""
        self.count["positions"] += 1
        self.count["in contact"] += positions.in_contact(pos) >= positions.CONTACT

    def add(self, other: Tally) -> None:
        """Puts another tally to this one."""
        self.count.update(other.count)
        self.found += other.found


# ---- any state


def compare_state(state: State, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Everything that can be asked of a state; of units, so many."""
    if state.decision == "movement":
        tally.see(position(state))
        compare_map(state, where, rng, tally, most)
        compare_victories(state, where, rng, tally)
        compare_end_of_movement(state, where, tally)
        compare_end_of_turn(state, where, tally)
    elif state.decision == "leg":
        tally.ask("legs", where, lambda: on_map.leg_differences(state, rng))
    else:
        compare_battle(state, where, rng, tally)


def compare_map(state: State, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Zones, control, supply, and moves by ground, rail and sea."""
    tally.ask("board", where, lambda: on_map.board_differences(state))
    tally.ask("supply", where, lambda: on_map.supply_differences(state, rng, 2 * most))
    tally.ask("moves", where, lambda: on_map.move_differences(state, rng, most))
    tally.ask("rail", where, lambda: on_map.rail_differences(state, rng, 2 * most))
    tally.ask("sea", where, lambda: on_map.sea_differences(state, rng, most))


def compare_victories(state: State, where: str, rng: random.Random, tally: Tally) -> None:
    """Automatic victories in the movement phase."""
    tally.ask("victories", where, lambda: in_battle.victory_differences(state))
    if offered(state, "overrun"):
        tally.ask("strikes", where, lambda: in_battle.strike_differences(state, rng))


def compare_end_of_movement(state: State, where: str, tally: Tally) -> None:
    """Who surrenders if movement ends now."""
    if "end-movement" in state.legal_actions.names():
        after = pushed(state, "end-movement")
        tally.ask("surrenders", where, lambda: in_battle.surrender_differences(state, after))


def compare_end_of_turn(state: State, where: str, tally: Tally) -> None:
    """Track and supply, if the second impulse ended now and nobody could attack any more."""
    if state.var("impulse") != 2:
        return
    pos = position(state)
    calm = dict.fromkeys(("av_now", "av_before"), frozenset[str]())
    met = state.hexes_with("crossed")
    before = edited(state, pos.with_(fought=frozenset(pos.at), **calm), crossed=met)
    if "end-movement" in before.legal_actions.names():
        after = pushed(before, "end-movement")
        if not after.is_over:
            tally.ask("ends", where, lambda: on_map.end_differences(before, after))


def compare_battle(state: State, where: str, rng: random.Random, tally: Tally) -> None:
    """Battles that can be fought, their odds, and retreats."""
    if state.decision == "battle":
        tally.see(position(state))
        tally.ask("battles", where, lambda: in_battle.battle_differences(state, rng))
    elif state.decision == "combat":
        tally.ask("odds", where, lambda: in_battle.odds_differences(state))
    elif state.decision == "retreat":
        tally.ask("retreats", where, lambda: in_battle.retreat_differences(state, rng))


# ---- generated positions


def generated(seed: int) -> Position:
    """A position of the generator: every fourth a whole front, the others skirmishes.

    Turkey is closed to its units, but by no rule.
    """
    plain = positions.random_position(seed) if seed % 4 == 0 else skirmish(seed)
    pos = positions.load(plain)
    return refreshed(pos.with_(closed=pos.closed - {"turkey"}))


def skirmish(seed: int) -> dict[str, object]:
    """A few units of both sides; some of them at the Kerch Strait."""
    return positions.random_skirmish(seed, 6 + seed % 8, "KK20" if seed % 20 == 1 else None)


def compare_generated(game: Game, seed: int, tally: Tally, most: int = 8) -> None:
    """A generated position in its movement phase, in battle after it, and in the phase before."""
    rng, where = random.Random(seed), f"generated {seed}"
    pos = generated(seed)
    compare_fresh(game, pos, where, rng, tally)
    state = state_of(game, pos)
    tally.see(pos)
    compare_map(state, where, rng, tally, most)
    for unit in sorted(offered(state, "move"))[:: 1 + len(offered(state, "move")) // 3]:
        leg = pushed(state, "move", unit)
        if leg.decision == "leg":
            tally.ask("legs", where, lambda leg=leg: on_map.leg_differences(leg, rng))  # type: ignore[misc]
    if "end-movement" in state.legal_actions.names():
        compare_end_of_movement(state, where, tally)
        compare_combat(pushed(state, "end-movement"), pos, where, rng, tally)


def compare_fresh(game: Game, pos: Position, where: str, rng: random.Random, tally: Tally) -> None:
    """The end of the phase before, and what the next one begins with."""
    track = sorted(h for h in pos.board.rail_hexes)
    before = phase_before(game, pos)
    mine = position(before).side
    crossed = [h for h in rng.sample(track, CROSSED) if pos.rail[h] != mine]
    before = phase_before(game, pos, crossed=crossed)
    after = played(before, "end-movement")
    if after.is_over:
        return
    if pos.impulse == 1:
        tally.ask("ends", where, lambda: on_map.end_differences(before, after))
    begun = walk(after, "movement", pos.side, pos.impulse, rng.randint(1, 6))
    if begun is not None:
        compare_victories(begun, where, rng, tally)


def compare_combat(
    state: State, pos: Position, where: str, rng: random.Random, tally: Tally
) -> None:
    """The combat phase that follows, played by chance."""
    phase = (pos.side, pos.turn, pos.impulse)
    for _ in range(LONGEST):
        if state.is_over or state.decision == "movement":
            return
        now = position(state)
        if (now.side, now.turn, now.impulse) != phase:
            return
        compare_battle(state, where, rng, tally)
        state = in_battle.onward(state, rng)
