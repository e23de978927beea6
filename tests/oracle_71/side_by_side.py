"""Compares the engine with this oracle on games, followed action by action by its ledger.

Games begin at their set-up or in generated positions. The questions depend on the pending decision.
A `Tally` counts questions and keeps differences.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from . import charts
from . import differences as diff
from .board import AXIS
from .engine import Table, table_of
from .positions import drawn, in_contact

IN_CONTACT = 1 / 3
"""The part of the combat units in an enemy zone of control from which a position counts."""
LONGEST = 6_000
"""Actions of a game that is followed."""


class Tally:
    """Questions counted by subject, and differences found."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.found: list[str] = []
        self.kinds: Counter[str] = Counter()

    def ask(self, subject: str, where: str, answer: Callable[[], list[str]]) -> bool:
        """Counts a question and keeps what differs; whether nothing does."""
        self.count[subject] += 1
        texts = answer()
        self.found += [f"{where}, {subject}: {text}" for text in texts]
        self.kinds[subject] += len(texts)
        return not texts

    def add(self, other: Tally) -> None:
        """Puts another tally to this one."""
        self.count.update(other.count)
        self.kinds.update(other.kinds)
        self.found += other.found


def compare(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Compares all facts of a decision; of units, a number of them."""
    decision = table.decision
    if decision == "placement":
        tally.ask("set-up", where, lambda: diff.placement_differences(table, rng, most))
        return
    if not table.ledger.begun:
        return
    tally.count["positions"] += 1
    tally.count["in contact"] += in_contact(table.position()) >= IN_CONTACT
    if decision in {"movement", "attacks", "rail movement"}:
        tally.ask("zones", where, lambda: diff.zone_differences(table))
        tally.ask("supply", where, lambda: diff.supply_differences(table, rng, most))
        tally.ask("control", where, lambda: diff.control_differences(table))
    if decision == "movement":
        tally.ask("moves", where, lambda: diff.move_differences(table, rng, most))
        tally.ask("overruns", where, lambda: diff.overrun_differences(table, rng))
        tally.ask("end of movement", where, lambda: diff.end_differences(table))
    for subject, ask in {
        "leg": ("legs", diff.leg_differences),
        "reorganization": ("breakdown", diff.reorganization_differences),
        "attacks": ("attacks", diff.attack_differences),
        "force": ("forces", diff.force_differences),
        "luftwaffe": ("luftwaffe", diff.air_differences),
        "assisted hex": ("luftwaffe", diff.assist_differences),
        "supply": ("supply units", diff.draw_differences),
        "table": ("odds", diff.odds_differences),
        "combat": ("results", diff.result_differences),
        "way": ("retreats", diff.way_differences),
        "arrival": ("arrivals", diff.arrival_differences),
        "excess": ("excess", diff.excess_differences),
    }.items():
        if subject == decision:
            name, question = ask
            tally.ask(name, where, lambda question=question: question(table))  # type: ignore[misc]
    if decision == "rail movement":
        tally.ask("rail", where, lambda: diff.rail_differences(table, rng, most))
    if decision in {"movement", "leg", "rail movement", "destination"}:
        for texts in diff.full_hex_differences(table, rng, most):
            tally.ask("full hexes", where, lambda texts=texts: texts)  # type: ignore[misc]


ALWAYS = frozenset(
    {"attacks", "force", "luftwaffe", "assisted hex", "supply", "table", "combat", "way", "excess"}
)
"""Rare decisions, which are always compared."""


def compare_game(
    table: Table,
    where: str,
    rng: random.Random,
    tally: Tally,
    *,
    share: float,
    most: int = 4,
    turns: int = 999,
    longest: int = LONGEST,
) -> None:
    """A random game, followed action by action; a share of its decisions is compared.

    It stops after a number of Player-Turns, or at a difference.
    """
    began = 0
    for number in range(longest):
        if table.state.is_over:
            return
        text = f"{where} action {number} ({table.decision})"
        seen = len(tally.found)
        if rng.random() < (1.0 if table.decision in ALWAYS else share):
            # with dice of its own, so that the game does not depend on the comparisons
            compare(table, text, random.Random(text), tally, most)
        before = table.position()
        action = table.chosen(rng)
        done = table.state.game.notation(action)
        table.play(action)
        after = table.position()
        began += (before.turn, before.side) != (after.turn, after.side)
        tally.ask("record", f"{text} {done}", lambda: list(table.ledger.odd))
        if not table.state.is_over:
            tally.ask("facts", f"{text} {done}", lambda: diff.fact_differences(table))
        if len(tally.found) > seen or began >= turns:
            return


def compare_generated(
    seed: int, tally: Tally, *, share: float = 0.35, most: int = 3, turns: int = 2
) -> None:
    """A generated position, and the Player-Turns that come of it by chance."""
    rng = random.Random(f"generated {seed}")
    name = rng.choice(sorted(charts.GAMES))
    fitting = [n for n in (1, 6, 8, 15) if name in charts.SITUATIONS[n]]
    situations = frozenset({rng.choice(fitting)} if seed % 4 == 0 else ())
    pos = drawn(seed, name, situations)
    if pos.turn == charts.GAMES[name].first_turn and pos.side == AXIS:
        pos = pos.with_(turn=pos.turn + 1)
    where = f"generated {seed} ({name} {sorted(situations)} turn {pos.turn} {pos.side})"
    table = table_of(pos)
    for _ in range(4):  # the other side's last words
        if table.position().side == pos.side:
            break
        table.play(table.state.legal_actions.list()[0] if not _ends(table) else _ends(table)[0])
    compare_game(table, where, rng, tally, share=share, most=most, turns=turns, longest=400)


def _ends(table: Table) -> list[int]:
    return [a for a in table.state.legal_actions.list() if table.state.is_pass(a)]


def compare_played(
    name: str,
    seed: int,
    tally: Tally,
    *,
    share: float,
    most: int = 4,
    situations: tuple[int, ...] = (),
    turns: int = 999,
) -> None:
    """A game of a scenario from its beginning."""
    rng = random.Random(f"{name} {seed}")
    table = Table.new(name, situations)
    where = f"{name} {list(situations)} {seed}"
    compare_game(table, where, rng, tally, share=share, most=most, turns=turns)
