"""Compares the engine with this oracle on games, followed action by action by its ledger.

Games begin at their set-up or in generated positions. The questions depend on the pending decision.
A `Tally` counts questions and keeps differences.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from eastfront._core import Game

from . import differences as on_map
from . import differences_arrival as arriving
from . import differences_battle as in_battle
from . import positions
from .control import refreshed
from .engine import DOORSTEPS, Table, load, table_of
from .grid import distance
from .model import AXIS, RUSSIAN, Position

AFAR = 0.15
"""The share of positions out of contact that is compared in games from generated positions."""
LONGEST = 4_000
"""Actions of a game that is followed."""
HOMES = {"Archangel": RUSSIAN, "Berlin": AXIS, "Helsinki": AXIS, "Bucharest": AXIS}
"""The holders of some cities in generated positions."""
OPENINGS = 10
"""Of so many generated positions one is the first impulse of the game."""


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

    def see(self, pos: Position) -> None:
        """Counts a position."""
        self.count["positions"] += 1
        self.count["in contact"] += positions.in_contact(pos) >= positions.CONTACT

    def add(self, other: Tally) -> None:
        """Puts another tally to this one."""
        self.count.update(other.count)
        self.kinds.update(other.kinds)
        self.found += other.found


Look = Callable[[Table, str, random.Random, Tally, int], None]
"""A comparison of a decision; of units, a number of them."""

# ---- one decision


def compare(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Compares all facts of a decision; of units, a number of them."""
    decision, side = table.decision, table.ledger.now.side
    tally.see(table.position())
    if decision == "movement":
        compare_movement(table, where, rng, tally, most)
    elif decision == "leg":
        tally.ask("legs", where, lambda: on_map.leg_differences(table, rng))
    elif decision == "battle":
        tally.ask("battles", where, lambda: in_battle.battle_differences(table, rng))
    elif decision in {"forces", "automatic victory"}:
        tally.ask("aircraft", where, lambda: in_battle.air_differences(table))
    elif decision in {"odds", "combat"}:
        tally.ask("odds", where, lambda: in_battle.odds_differences(table))
        if decision == "combat":
            tally.ask("results", where, lambda: in_battle.result_differences(table, rng))
    elif decision == "retreat":
        tally.ask("retreats", where, lambda: in_battle.retreat_differences(table, rng))
    elif decision == "replacements" and side == AXIS:
        ask = arriving.axis_replacement_differences
        tally.ask("axis replacements", where, lambda: ask(table, rng))
    elif decision == "replacements":
        ask_other = arriving.russian_replacement_differences
        tally.ask("russian replacements", where, lambda: ask_other(table))
    elif decision == "worker city":
        tally.ask("workers", where, lambda: arriving.worker_differences(table))
    elif decision == "partisans":
        tally.ask("partisans", where, lambda: arriving.partisan_differences(table))
    elif decision == "motorization":
        tally.ask("motorization", where, lambda: arriving.motorization_differences(table))
    elif decision == "withdrawal":
        tally.ask("withdrawals", where, lambda: arriving.withdrawal_differences(table))


def compare_movement(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """A movement phase: zones, supply, moves of every kind, arrivals, victories, its end."""
    compare_map(table, where, rng, tally, most)
    compare_arrivals(table, where, rng, tally, most)
    compare_victories(table, where, rng, tally)
    compare_end_of_movement(table, where, tally)


def compare_map(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Zones, control, supply, and moves by ground, rail and sea."""
    tally.ask("board", where, lambda: on_map.board_differences(table))
    tally.ask("supply", where, lambda: on_map.supply_differences(table, rng, 2 * most))
    tally.ask("moves", where, lambda: on_map.move_differences(table, rng, most))
    tally.ask("rail", where, lambda: on_map.rail_differences(table, rng, 2 * most))
    tally.ask("sea", where, lambda: on_map.sea_differences(table, rng, most))


def compare_arrivals(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Compares the arrivals, and the hexes for units that wait."""
    tally.ask("due", where, lambda: arriving.due_differences(table))
    if table.ledger.box("arriving") or table.ledger.box("off-map") or table.offered("enter"):
        tally.ask("entry", where, lambda: arriving.entry_differences(table, rng, most))
    if table.ledger.now.side == RUSSIAN and table.ledger.box("reserve"):
        tally.ask("paratroops", where, lambda: arriving.paratroop_differences(table, rng))


def compare_victories(table: Table, where: str, rng: random.Random, tally: Tally) -> None:
    """Automatic victories in the movement phase."""
    tally.ask("victories", where, lambda: in_battle.victory_differences(table))
    if table.offered("overrun"):
        tally.ask("strikes", where, lambda: in_battle.strike_differences(table, rng))


def compare_end_of_movement(table: Table, where: str, tally: Tally) -> None:
    """Compares surrenders, and the partisans removed, if movement ends now."""
    if table.may("end-movement"):
        after = table.after("end-movement")
        tally.ask("surrenders", where, lambda: in_battle.surrender_differences(table, after))
        ask = arriving.partisans_removed_differences
        tally.ask("partisans", where, lambda: ask(table, after))


# ---- a game


def follow(table: Table, where: str, tally: Tally, stalin_lost: bool = False) -> bool:
    """After an action: the facts of the ledger equal those on the table."""
    book, right = table.ledger, True
    for verdict in book.verdicts:
        if not table.state.is_over:
            texts = arriving.end_differences(verdict, table)
            right &= tally.ask("ends", where, partial(list, texts))
    book.verdicts.clear()
    right &= tally.ask("over", where, lambda: arriving.no_sudden_death_differences(table))
    if book.stranded:
        right &= tally.ask("ends", where, lambda: arriving.stranded_differences(table))
    right &= tally.ask("over", where, lambda: arriving.over_differences(table, stalin_lost))
    if not table.state.is_over:
        right &= tally.ask("facts", where, lambda: on_map.fact_differences(table))
        right &= tally.ask("track", where, lambda: on_map.track_differences(table))
    return right


def compare_game(
    table: Table, where: str, rng: random.Random, tally: Tally, *, share: float, most: int = 8,
    turns: int = 99, afar: float = 1.0, look: Look | None = None,
) -> None:  # fmt: skip
    """A random game, followed action by action; a share of its decisions is compared.

    Of decisions with few units in contact only a part is compared. It stops after a number of
    player turns, or at a difference. ``look`` is `compare`, or another comparison.
    """
    began = 0
    for number in range(LONGEST):
        state, book = table.state, table.ledger
        if state.is_over:
            return
        text = f"{where} action {number}"
        if book.begun and rng.random() < share_of(table, share) and near(table, afar, rng):
            seen = len(tally.found)
            # with dice of its own, so that the game does not depend on the comparisons
            (look or compare)(table, text, random.Random(text), tally, most)
            if len(tally.found) > seen:
                return
        if not len(state.legal_actions):
            tally.ask("over", text, lambda: [f"nothing can be done at {table.decision}"])
            return
        phase = (book.now.turn, book.now.side)
        table.play(table.chosen(rng))
        began += phase != (book.now.turn, book.now.side)
        lost = book.where["SU:leader:stalin"] in {"pool", "surrendered"}
        if (book.begun and not follow(table, text, tally, lost)) or began >= turns:
            return


def near(table: Table, afar: float, rng: random.Random) -> bool:
    """Whether many units are in contact, or the die says that it does not matter."""
    if table.decision in ARRIVALS or rng.random() < afar:
        return True
    return positions.in_contact(table.position()) >= positions.CONTACT


ARRIVALS = frozenset({"replacements", "worker city", "partisans", "motorization", "withdrawal"})
"""Decisions for which it does not matter how many are in contact."""
SELDOM = {"leg": 0.6, "entry": 0.0, "forces": 1.0, "set-up": 0.0}
"""The probability with which some decisions are compared."""
ALWAYS = frozenset(
    {
        "battle",
        "automatic victory",
        "combat",
        "retreat",
        "replacements",
        "worker city",
        "motorization",
        "withdrawal",
    }
)
"""Rare decisions, which are always compared at the usual share."""


def share_of(table: Table, share: float) -> float:
    """The probability with which a decision is compared."""
    decision = table.decision or ""
    first = decision == "movement" and not (table.ledger.spent or table.ledger.arrived_at)
    if decision in ALWAYS or first:
        return min(1.0, 5 * share)
    return share * SELDOM.get(decision, 1.0)


# ---- generated positions


def generated(seed: int) -> Position:
    """A first impulse of the generator: every fourth a whole front, the others skirmishes, every
    tenth the opening of the game.

    What would have ended the game, or an ally's war, has not come to pass.
    """
    opening = seed % OPENINGS == 3
    if seed % 4 == 0:
        plain = positions.random_position(seed, opening)
    else:
        near = "KK20" if seed % 20 == 1 else None
        plain = positions.random_skirmish(seed, 6 + seed % 8, near, opening)
    pos = positions.load(plain)
    homes = {pos.board.where(city): side for city, side in HOMES.items()}
    near = {
        u
        for u, h in pos.at.items()
        if any(distance(h, home) <= 1 and pos.units[u].side != s for home, s in homes.items())
    }
    pos = pos.without(near)
    # no unit has been on track of the other gauge yet
    own = {pos.at[u.id]: pos.side for u in pos.on_map(pos.side)}
    rail = {h: own.get(h, side) for h, side in pos.rail.items()}
    return refreshed(pos.with_(control={**pos.control, **homes}, rail=rail))


def begun(game: Game, seed: int) -> Table:
    """The last decision before a generated position, with counters in every box."""
    return table_of(game, generated(seed), random.Random(f"boxes {seed}"))


def compare_generated(
    game: Game, seed: int, tally: Tally, *, share: float = 0.6, most: int = 4, turns: int = 2
) -> None:
    """A generated position, and the player turns that come of it by chance."""
    rng, where = random.Random(seed), f"generated {seed}"
    table = begun(game, seed)
    turns += 2 * (seed % 8 == 5)  # now and then a side's next turn too
    # the Russian's last decision of the turn before is no player turn
    turns += table.decision == DOORSTEPS[AXIS]
    compare_game(table, where, rng, tally, share=share, most=most, turns=turns, afar=AFAR)


def compare_played(name: str, seed: int, tally: Tally, *, share: float, most: int = 8) -> None:
    """A game of a scenario from its beginning to its end."""
    rng = random.Random(f"{name} {seed}")
    compare_game(Table.new(load(name)), f"{name} {seed}", rng, tally, share=share, most=most)
