"""The variants of docs/variants.md, read from the page and played."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront.loading.game import origin_of, rules_of
from eastfront.positions.layout import layout_of

PAGE = Path(__file__).parents[2] / "docs" / "variants.md"
SCENARIO = "barbarossa-deluxe/blue-kremlin"


def variant(name: str) -> Any:
    """A class from the page's code."""
    space: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        if "class " in code:
            exec(compile(code, str(PAGE), "exec", dont_inherit=True), space)
    return space[name]


@pytest.fixture(scope="module")
def usual() -> ef.Game:
    return ef.load(SCENARIO)


def busy_steps(game: ef.Game, seed: int) -> Any:
    """Plays a game; gives each state with what the last action did."""
    rng, state = random.Random(seed), game.new()
    while not state.is_over:
        legal = state.legal_actions.list()
        deeds = [a for a in legal if not state.is_pass(a)]
        decision = state.decision
        effects = state.push(rng.choice(deeds or legal), effects=True)
        yield decision, state, effects


@pytest.mark.parametrize("name", ["MustAdvance", "Stocks", "Grim"])
def test_a_variant_plays_natively_to_the_end(name: str) -> None:
    game = ef.load(SCENARIO, rules=variant(name))
    assert game.python_steps == []
    played = ef.rollout(game.new(), n=4, policy="busy", seed=3)
    assert sum(played["wins"].values()) == 4
    assert played["python_steps"] == 0


def test_the_usual_rules_ask_whether_to_advance(usual: ef.Game) -> None:
    assert any(decision == "advance" for decision, _, _ in busy_steps(usual, 1))


def test_the_advance_is_compulsory() -> None:
    game = ef.load(SCENARIO, rules=variant("MustAdvance"))
    came = 0
    for seed in range(3):
        for decision, state, effects in busy_steps(game, seed):
            assert decision not in ("advance", "second advance")
            came += sum(e[0] == "placed" and e[-1] == "BD-11.30a" for e in effects)
            fighting = state.units_with("attacking")
            assert state.decision != "prepared assault" or not fighting
    assert came > 10


def test_no_defender_may_retreat_before_a_battle(usual: ef.Game) -> None:
    grim = ef.load(SCENARIO, rules=variant("Grim"))
    offered = {
        game: sum(
            decision == "retreat before battle"
            for seed in range(3)
            for decision, _, _ in busy_steps(game, seed)
        )
        for game in (usual, grim)
    }
    assert offered[usual] > 0
    assert offered[grim] == 0


def test_a_variant_without_an_effect_leaves_the_usual_game_its_name(usual: ef.Game) -> None:
    shipped = rules_of(SCENARIO)
    same = ef.load(SCENARIO, rules=type("Same", (shipped,), {"__module__": __name__}))
    assert same == usual
    assert origin_of(usual).rules is None
    assert "rules:" not in usual.new(seed=1).text()


def encircled(game: ef.Game) -> ef.State:
    """A panzer corps in Gorki and another beside it, far behind an unbroken Soviet front."""
    return game.new()._supposed(
        places=[("3Pz", "1402"), ("14Pz", "1403")], hex_flags=[("1402", "german", True)]
    )


def test_stocks_supply_a_city_and_no_other_hex(usual: ef.Game) -> None:
    stocks = ef.load(SCENARIO, rules=variant("Stocks"))
    before, after = encircled(usual), encircled(stocks)
    assert (before.ask("supply", "3Pz"), after.ask("supply", "3Pz")) == (0, 2)
    assert (before.ask("supply", "14Pz"), after.ask("supply", "14Pz")) == (0, 0)


def test_stocks_count_in_defence(usual: ef.Game) -> None:
    stocks = ef.load(SCENARIO, rules=variant("Stocks"))

    def defence(game: ef.Game) -> int:
        marks = {"target": layout_of(game).place_index["1402"], "battle kind": 2}
        state = encircled(game)._supposed(
            unit_flags=[("56A", "attacking", True)], variables=list(marks.items())
        )
        return state.begin("soviet battle reckoned")[0].var("defence")

    assert (defence(usual), defence(stocks)) == (1, 3)
