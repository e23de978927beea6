"""A bot that plays by tree search: `python searcher.py` plays it against a bot of the package."""

# mypy: disallow-any-expr

from __future__ import annotations

import random

import eastfront as ef

SCENARIO = "russian-campaign/zitadelle"


class Searcher:
    """Searches every decision with few simulations, and decisions that look close with more."""

    def __init__(self, seed: int = 0, simulations: int = 40) -> None:
        self._rng = random.Random(seed)
        self._simulations = simulations
        self.searched = 0
        """The number of simulations so far."""

    def __call__(self, seen: ef.Observation) -> int:
        """Returns the best action that the search finds."""
        first = self._search(seen, self._simulations)
        if first.proven is not None or not self._is_close(first):
            return first.best
        return self._search(seen, 4 * self._simulations).best

    def _search(self, seen: ef.Observation, simulations: int) -> ef.search.SearchResult:
        found = ef.search.mcts(
            seen.sample(self._rng),
            simulations=simulations,
            cut="phase",
            seed=self._rng.getrandbits(32),
        )
        self.searched += found.simulations
        return found

    def _is_close(self, found: ef.search.SearchResult) -> bool:
        """Says whether the second action has nearly as many visits as the first."""
        if len(found.actions) < 2:
            return False
        first, second = found.actions[:2]
        return second.visits * 5 > first.visits * 4


def play(decisions: int, simulations: int = 40) -> tuple[ef.record.Record, Searcher]:
    """Plays some actions of a game, the Axis by search, and prints each with the units lost."""
    state = ef.load(SCENARIO).new()
    ef.set_up(state)
    recorder, searcher = ef.Recorder(state, seed=1), Searcher(1, simulations)
    players: dict[str, ef.bots.Bot] = {"axis": searcher, "russian": ef.bots.bot("busy", 1)}
    for actor, action, effects in ef.bots.play(recorder, players, decisions):
        moved = [effect for effect in effects if effect[0] == "placed"]
        print(actor, action, *(unit for _, unit, _, to, _ in moved if to not in state.game.hexes))
    return recorder.record, searcher


if __name__ == "__main__":
    record, searcher = play(60)
    print(searcher.searched, "simulations")
    record.save("searched.efr")
