"""A bot that reads `reach` and `battle`: `python scout.py` plays it against a bot of the package.

It moves units next to the enemy, attacks where at least half of the results hurt the defender, and
decides all else at random.
"""

# mypy: disallow-any-expr

from __future__ import annotations

import random
from fractions import Fraction

import eastfront as ef
from eastfront.questions.battle import Battle

SCENARIO = "russian-campaign/zitadelle"


def hurt(battle: Battle) -> Fraction:
    """Returns the chance that the defender retreats or loses units: `DR`, `D1`, `DE` and `EX`."""
    chances = battle.distribution.items()
    return sum((p for result, p in chances if result.startswith(("D", "EX"))), Fraction(0))


class Scout:
    """Decides movement and attacks on a sample of the position."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, seen: ef.Observation) -> int | str:
        """Returns a legal action, by number or in notation."""
        wanted: list[str] = []
        board = seen.sample(self._rng)
        enemy = next(side for side in seen.game.sides if side != seen.side)
        if seen.decision == "movement":
            front = board.zoc(enemy)
            movers = [label for label in seen.labels if label.startswith("move ")]
            behind = [label for label in movers if board.place(label[5:]) not in front]
            wanted = [label for label in behind if front.intersection(board.reach(label[5:]))]
        elif seen.decision == "leg":
            wanted = [label for label in seen.labels if label[3:] in board.zoc(enemy)]
        elif seen.decision == "battle":
            wanted = [label for label in seen.labels if self._is_good(board, label)]
        if wanted:
            return self._rng.choice(wanted)
        return self._rng.choice(sorted(seen.passes) or seen.legal_actions)

    def _is_good(self, board: ef.State, label: str) -> bool:
        """Says whether an attack by all units that may join it hurts the defender often."""
        if not label.startswith("attack "):
            return False
        board.push(label)
        units = [name[5:] for name in board.legal_actions.names() if name.startswith("join ")]
        board.pop()
        return bool(units) and hurt(board.battle(label[7:], units)) >= Fraction(1, 2)


def play(decisions: int, seed: int = 1) -> list[str]:
    """Plays some actions of a game, the Axis by the scout; returns each."""
    state = ef.load(SCENARIO).new()
    ef.set_up(state)
    players: dict[str, ef.bots.Bot] = {"axis": Scout(seed), "russian": ef.bots.bot("busy", seed)}
    steps = ef.bots.play(ef.Recorder(state, seed), players, decisions)
    return [f"{actor}: {action}" for actor, action, _ in steps]


if __name__ == "__main__":
    print(*play(400), sep="\n")
