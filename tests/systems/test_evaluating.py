"""Evaluations: a value in thousandths of a won game, an outlook, and looking ahead."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import choose
from eastfront.positions.document import document
from eastfront.program import Builder, Life, assign, decide, end_game, number
from eastfront.systems import (
    LookAhead,
    Rules,
    Section,
    define_evaluation,
    define_outlook,
    variable,
)

from .table import Small, data

MOST = 10**6


class Standing(Section):
    """How the first side stands, and what the second fears."""

    standing = variable("standing", Life.GAME, limits=(-MOST, MOST))
    feared = variable("feared", Life.GAME, limits=(-MOST, MOST))

    def define_queries(self) -> None:
        """Both, as evaluations."""
        define_evaluation(self.b, self.sides, self.standing)
        define_outlook(self.b, self.sides[1], self.standing + self.feared)


class Valued(Small):
    """The smallest game, in which sides stand better or worse."""

    standings: Standing


@pytest.fixture(scope="module")
def start() -> Any:
    return Valued(data()).compiled().new()


SCALE = {
    0: 0, 6: 0, 7: 1, 100: 16, 2000: 250, 5999: 499, 6000: 500, 6001: 500, 18000: 750, MOST: 994,
}  # fmt: skip
"""What values come to: 6000 is half of a won game, and fractions are dropped."""


@pytest.mark.parametrize(("value", "share"), SCALE.items())
def test_a_value_is_brought_to_thousandths_of_a_won_game(
    start: Any, value: int, share: int
) -> None:
    ahead = start._supposed(variables=[("standing", value)])
    assert (ahead.ask("value"), ahead.ask("evaluation one")) == (value, share)
    behind = start._supposed(variables=[("standing", -value)])
    assert (behind.ask("value"), behind.ask("evaluation one")) == (-value, -share)


def test_what_one_side_is_ahead_the_other_is_behind(start: Any) -> None:
    for value in (-MOST, -7, -1, 0, 1, 7, MOST):
        state = start._supposed(variables=[("standing", value)])
        assert state.ask("evaluation one") + state.ask("evaluation other") == 0
        assert (state.ask("evaluation one") < 0) == (value <= -7)


def test_the_evaluation_rises_with_the_value(start: Any) -> None:
    found = [
        start._supposed(variables=[("standing", value)]).ask("evaluation one")
        for value in range(-30000, 30001, 1500)
    ]
    assert found == sorted(found) and len(set(found)) == len(found)
    assert -1000 < found[0] < found[-1] < 1000


def test_an_outlook_tells_of_the_first_side_whoever_plans_by_it(start: Any) -> None:
    state = start._supposed(variables=[("standing", 3000), ("feared", 3000)])
    assert state.ask("outlook other") == 6000 and state.ask("prospect other") == 500
    assert state.ask("evaluation other") == -333
    worse = start._supposed(variables=[("standing", 3000), ("feared", -5000)])
    assert worse.ask("outlook other") == -2000 and worse.ask("prospect other") == -250
    assert {"outlook one", "prospect one"}.isdisjoint(start.game.queries)


def test_an_evaluation_is_of_two_sides() -> None:
    with pytest.raises(ValueError, match="shorter"):
        define_evaluation(Builder(("one", "two", "three"), []), ["one", "two", "three"], number(1))


# -- how to look ahead --------------------------------------------------------------------------

USUAL = {
    "quiet": ["move"], "play": (), "decline": (), "rest": (), "widest": 32, "longest": 24,
    "value": "value",
}  # fmt: skip


def test_a_look_ahead_stands_in_the_game_file_as_it_is_said() -> None:
    assert LookAhead(["move"]).as_data() == USUAL
    said = {
        "quiet": ["a"], "play": ["b"], "decline": ["c"], "rest": ["d"], "widest": 5, "longest": 6,
        "value": "standing",
    }  # fmt: skip
    assert LookAhead(**said).as_data() == said  # type: ignore[arg-type]

    class Looking(Valued):
        lookahead = LookAhead(**said)  # type: ignore[arg-type]

    Looking.__module__ = __name__
    assert document(Looking(data()).compiled())["lookahead"] == said
    assert document(Valued(data()).compiled())["lookahead"] is None


class Bidding(Section):
    """A side takes something, and may pay for it what is no gain."""

    standings: Standing

    @Rules.sequence.instead()
    def sequence(self, former: Any) -> None:
        """Each side once."""
        for side, sign in ((0, 1), (1, -1)):
            with decide("bid", side, "S-1") as d:
                for worth in (0, 2, 1):
                    with d.option(f"take-{worth}"):
                        assign(self.standings.standing, self.standings.standing + sign * worth)
                with d.option("pass", passes=True):
                    assign(self.standings.standing, self.standings.standing + sign * 2)
            with decide("tax", side, "S-2") as d:
                with d.option("pay"):
                    assign(self.standings.standing, self.standings.standing - sign * 5)
                with d.option("refuse", passes=True):
                    pass
        end_game(0, 1, "S-3")


class Bids(Small):
    """A game in which sides bid."""

    standings: Standing
    turns: Bidding


def taken(look: LookAhead, *actions: str) -> set[str]:
    """What the greedy policy does after some actions, with whatever luck."""
    rules = type("Bid", (Bids,), {"lookahead": look, "__module__": __name__})
    state = rules(data()).compiled().new()
    for action in actions:
        state.push(action)
    return {state.game.notation(choose(state, seed=seed)) for seed in range(12)}


def test_a_side_takes_what_is_best_for_it_at_the_next_quiet_decision() -> None:
    """Each side its own best; what passes comes after what is no better, but where it rests."""
    assert taken(LookAhead(["tax"])) == {"take-2"}
    assert taken(LookAhead(["tax"]), "take-0", "refuse") == {"take-2"}
    assert taken(LookAhead(["tax"], rest=["bid"])) == {"pass"}
    assert taken(LookAhead(["tax", "bid"], rest=["bid"])) == {"take-2"}


def test_decisions_that_are_not_looked_at() -> None:
    everything = {"take-0", "take-1", "take-2"}
    assert taken(LookAhead((), play=("bid",))) == everything
    assert taken(LookAhead((), decline=("bid",))) == {"pass"}
    assert taken(LookAhead(("bid",), play=("tax",)), "take-1") == {"pay"}
    assert taken(LookAhead(("bid",)), "take-1") == {"refuse"}


def test_a_look_ahead_goes_by_its_query() -> None:
    """By that of the other side the first side takes what is worst for it."""
    looked = LookAhead(("bid", "tax"), value="evaluation other")
    assert taken(looked, "take-1") == {"pay"}
