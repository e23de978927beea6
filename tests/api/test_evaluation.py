"""The evaluations: their scale, terms, and the sum over a front against a plain computation."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.systems.table import Small, data

import eastfront as ef
from eastfront.games.barbarossa_deluxe import BarbarossaDeluxe
from eastfront.games.russian_campaign.section import OptionalRule
from eastfront.positions.document import document
from eastfront.positions.layout import layout_of
from eastfront.program import clash
from eastfront.systems.evaluating import HALF, WON

STARTS = [
    "barbarossa-deluxe/blue-kremlin",
    "barbarossa-deluxe/what-if",
    "barbarossa-deluxe/citadel",
    "barbarossa-deluxe/gambit",
    *(
        f"russian-campaign/{name}"
        for name in (
            "campaign", "breaking-storm", "barbarossa", "fall-blau", "zitadelle", "bagration",
        )
    ),
    *(
        f"barbarossa-1971/{name}"
        for name in ("barbarossa", "stalingrad", "zitadelle", "berlin", "campaign")
    ),
]  # fmt: skip


def positions(game: ef.Game, seed: int, every: int, count: int) -> Iterator[ef.State]:
    """Positions of a busy game."""
    rng, state = random.Random(seed), game.new(seed=seed)
    for number in range(every * count):
        if state.is_over:
            return
        if number % every == 0:
            yield state
        legal = state.legal_actions.list()
        plays = [a for a in legal if not state.is_pass(a)]
        passes = [a for a in legal if state.is_pass(a)]
        idle = not plays or (passes and rng.random() < 1 / 16)
        state.push(rng.choice(passes if idle else plays))


def test_a_state_has_the_evaluation_of_each_side() -> None:
    state = ef.load("barbarossa-deluxe/blue-kremlin").new(seed=1)
    state.push("automatic")
    assert state.evaluation("german") == state.ask("evaluation german") != 0
    assert state.evaluation("soviet") == -state.evaluation("german")
    with pytest.raises(ef.ArgumentError, match="no side `red`; the sides are german, soviet"):
        state.evaluation("red")
    won = ef.concede(state, "german")
    assert (won.winner, won.evaluation("soviet"), won.evaluation("german")) == ("soviet", WON, -WON)


def test_a_game_without_an_evaluation_says_so() -> None:
    game = Small(data()).compiled()
    with pytest.raises(
        ef.ArgumentError, match="has no evaluation for one: its rules have no `define"
    ):
        game.new().evaluation("one")


@pytest.mark.parametrize("start", STARTS)
def test_the_sides_add_up_to_nothing_within_a_won_game(start: str) -> None:
    game = ef.load(start)
    first, second = (f"evaluation {side}" for side in game.sides)
    seen = set()
    for state in positions(game, 3, 25, 16):
        value, mine = state.ask("value"), state.ask(first)
        assert mine == -state.ask(second)
        size = abs(value) * WON // (abs(value) + HALF)
        assert mine == (size if value >= 0 else -size)
        assert -WON < mine < WON
        seen.add(mine)
    assert len(seen) > 8


@pytest.mark.parametrize("start", STARTS)
def test_a_lost_unit_is_worse_for_its_side_and_better_for_the_other(start: str) -> None:
    game = ef.load(start)
    graveyard = "dead" if "dead" in game.boxes else "pool"
    sides = document(game)["units"]["side"]
    attack = next(
        column["values"] for column in document(game)["units"]["attrs"]
        if column["name"] in ("defence", "combat factor")
    )  # fmt: skip
    # the set-up is over by then
    for state in [s.copy() for s in positions(game, 5, 100, 4)][2:]:
        for side in (0, 1):
            there = [
                u for u, place in enumerate(state.places().values())
                if place in game.hexes and sides[u] == side and attack[u] > 1
            ]  # fmt: skip
            unit = game.units[there[len(there) // 2]]
            lost = state._supposed(places=[(unit, graveyard)])
            change = lost.ask("value") - state.ask("value")
            assert change < 0 if side == 0 else change > 0


def test_a_city_lost_counts_against_the_german() -> None:
    game = ef.load(STARTS[0])
    state = game.new(seed=1)
    state.push("automatic")
    lost = state._supposed(hex_flags=[("1709", "german", False)])
    assert set(lost.ask("cities lost")) == {"1709"}
    assert lost.ask("value") < state.ask("value") - 1000


def test_each_city_in_the_east_is_better_held_in_1942_what_if() -> None:
    state = ef.load("barbarossa-deluxe/what-if").new(seed=1)
    for _ in state.game.sides:
        state.push("automatic")
    value = state.ask("value")

    def with_one_in(at: str) -> int:
        held: int = state._supposed(places=[("62A", at)]).ask("value")
        return value - held

    behind = with_one_in("1608")
    guard = with_one_in("2415") - behind  # Lvov, a goal of the German, has its armies already
    assert 0 < guard < 10
    assert with_one_in("1714") == behind + guard + 600 + 500  # Germans are near
    assert with_one_in("1806") == with_one_in("3108") == behind + 600
    assert with_one_in("1606") == behind + guard + 1_400


def test_soviet_armies_near_a_lost_city_count_in_1942_what_if() -> None:
    state = ef.load("barbarossa-deluxe/what-if").new(seed=1)
    for _ in state.game.sides:
        state.push("automatic")
    lost = state._supposed(hex_flags=[("1806", "german", True)])
    near = [lost._supposed(places=[("62A", at)]).ask("value") for at in ("1802", "1801", "1800")]
    assert near[1] - near[0] == near[2] - near[1] == 5


def test_a_garrison_retakes_a_lost_city_in_1942_what_if() -> None:
    state = ef.load("barbarossa-deluxe/what-if").new(seed=1)
    for _ in state.game.sides:
        state.push("automatic")
    # Vilna, with Germans near, and Saratov
    stays = state._supposed(places=[("62A", "1714")], hex_flags=[("2100", "german", True)])
    goes = state._supposed(places=[("62A", "2100")])
    assert goes.ask("value") < stays.ask("value")


def test_the_greedy_soviet_wins_1942_what_if() -> None:
    start = ef.load("barbarossa-deluxe/what-if").new(seed=1)
    policy = {"german": "busy", "soviet": "greedy"}
    played = ef.rollout(start, n=24, threads=2, seed=1, policy=policy)
    assert played["wins"]["soviet"] >= 21


def test_a_scenario_may_look_at_more_actions() -> None:
    games = [ef.load(start) for start in STARTS[:3]]
    assert [document(game)["lookahead"]["widest"] for game in games] == [16, 32, 32]


def in_citadel() -> ef.State:
    """Operation Citadel, as the Soviet places the first supply marker."""
    state = ef.load("barbarossa-deluxe/citadel").new(seed=1)
    state.push("automatic")
    while state.decision != "offensive supply":
        state.push(state.legal_actions.list()[0])
    return state


def test_each_german_hex_next_to_leningrad_counts_in_citadel() -> None:
    state = in_citadel()
    value = state.ask("value")
    second = state._supposed(places=[("26AK", "1012")])  # beside 1111
    assert second.ask("value") - value == 3_000
    assert state._supposed(places=[("26AK", "1112")]).ask("value") == value


def test_soviet_armies_near_the_siege_count_in_citadel() -> None:
    state = in_citadel()
    lifted = state._supposed(hex_flags=[(at, "german", False) for at in ("1012", "1111")])

    def worth(state: ef.State, at: str) -> int:
        with_one: int = state._supposed(places=[("62A", at)]).ask("value")
        return state.ask("value") - with_one

    assert [worth(state, at) - worth(lifted, at) for at in ("1105", "1106", "1107")] == [0, 12, 24]


def test_a_supply_marker_counts_where_soviet_goals_are_in_citadel() -> None:
    state = in_citadel()
    value = state.ask("value")

    def factors(at: str) -> float:
        placed = state.copy()
        placed.push(f"marker-a {at}")
        return (value - placed.ask("value")) / 30

    assert factors("2400") == factors("1400") == 0
    assert factors("1011") == 26


def test_the_greedy_soviet_wins_operation_citadel() -> None:
    start = ef.load("barbarossa-deluxe/citadel").new(seed=1)
    policy = {"german": "busy", "soviet": "greedy"}
    played = ef.rollout(start, n=12, threads=2, seed=1, policy=policy)
    assert played["wins"]["soviet"] >= 11


def test_the_soviet_who_plans_weighs_what_the_german_may_attack_yet() -> None:
    game = ef.load(STARTS[0])
    state = game.new(seed=1)
    state.push("automatic")
    danger = state.ask("outlook soviet") - state.ask("value")
    units: Any = document(game)["units"]
    attack = next(column["values"] for column in units["attrs"] if column["name"] == "attack")
    spare = next(
        unit for unit, side, factor in zip(game.units, units["side"], attack, strict=True)
        if side == 0 and factor > 0 and state.place(unit) not in game.hexes
    )  # fmt: skip
    front = {state.place(u) for u in game.units if u.endswith("AK")} & set(game.hexes)
    more = []
    for at in sorted(front):
        joined = state._supposed(places=[(spare, at)])
        more.append(joined.ask("outlook soviet") - joined.ask("value") - danger)
    # where one more German touches Soviets they are in more danger, unless in none or in the worst
    assert min(more) >= 0 < max(more)
    # in the last turn nothing of the German's comes after the Soviet's
    over = state._supposed(variables=[("turn", 13)])
    assert over.ask("outlook soviet") == over.ask("value")
    for at in (state, over):
        value = at.ask("outlook soviet")
        size = abs(value) * WON // (abs(value) + HALF)
        assert at.ask("prospect soviet") == (size if value >= 0 else -size)
    assert "outlook german" not in game.queries


def test_the_soviet_who_is_wary_fares_better_than_the_greedy_one() -> None:
    start = ef.load(STARTS[0]).new(seed=1)
    scores = [
        ef.rollout(start, n=16, threads=2, seed=5, policy={"german": "greedy", "soviet": name})
        for name in ("wary", "greedy")
    ]
    wary, greedy = (sum(played["scores"]) / 16 for played in scores)
    assert wary < greedy - 1000


def test_without_an_outlook_the_wary_policy_is_the_greedy_one() -> None:
    start = ef.load("russian-campaign/zitadelle").new(seed=1)
    one, two = (ef.rollout(start, n=2, seed=2, policy=name) for name in ("wary", "greedy"))
    assert one["scores"] == two["scores"] and one["lengths"] == two["lengths"]


def test_moscow_counts_for_the_axis() -> None:
    game = ef.load("russian-campaign/campaign")
    state = next(s for s in positions(game, 2, 150, 2) if s.turn >= 1)
    moscow = layout_of(game).document["drawing"]["labels"]
    (name,) = (h for h, label in moscow.items() if label == "Moscow")
    flags = [(name, "axis control", True), (name, "russian control", False)]
    assert state._supposed(hex_flags=flags).ask("value") > state.ask("value") + 1000


def test_a_variant_without_a_look_ahead_has_no_greedy_policy() -> None:
    class Blind(BarbarossaDeluxe):
        lookahead = None

    game = ef.load(STARTS[0], rules=Blind)
    with pytest.raises(ValueError, match="look ahead"):
        ef.rollout(game.new(), policy="greedy")
    assert ef.rollout(game.new(), policy="busy")["scores"] == [None]


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parents[2] / "docs" / "evaluation.md"
    space: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(code, space)
    assert space["counts"].sum() == space["played"]["games"] == 4


# -- the sum over a front -----------------------------------------------------------------------


class Front(OptionalRule):
    """The sum over a front as queries."""

    def define_queries(self) -> None:
        """The sum for each side, by two sets of numbers."""
        for side, name in enumerate(self.sides):
            for even, most in ((1, 5), (3, 2)):
                self.b.query(
                    f"{name} front {even} {most}", 0,
                    lambda s=side, e=even, m=most: clash(
                        self.troops(s), self.troops(1 - s), self.factor, self.factor,
                        even=e, most=m, hard=self.strengths.hard, edges=self.attack_edges,
                    ),
                )  # fmt: skip
            self.b.query(f"{name} troops", 0, lambda s=side: self.troops(s))
        self.b.query("hard", 0, lambda: self.strengths.hard)


def reckoned(state: ef.State, side: int, even: int, most: int) -> int:
    """The same in plain Python, from the places of the units."""
    game = state.game
    layout, sides = layout_of(game), game.sides
    data: Any = layout.document
    mask = next(e["masks"] for e in data["edge_masks"] if e["name"] == "attacks")
    factor = next(c["values"] for c in data["units"]["attrs"] if c["name"] == "combat factor")
    index, hard = layout.place_index, set(state.ask("hard"))
    troops = [{u: index[state.place(u)] for u in state.ask(f"{name} troops")} for name in sides]
    defence: dict[int, int] = {}
    for unit, at in troops[1 - side].items():
        defence[at] = defence.get(at, 0) + factor[layout.unit_index[unit]]
    against: dict[int, int] = {}
    for unit, at in troops[side].items():
        ways = [d for d in range(6) if mask[at] >> d & 1]
        targets = [to for d in ways if (to := layout.neighbor(at, d)) in defence]
        for to in targets:
            share = factor[layout.unit_index[unit]] * 60 // len(targets)
            against[to] = against.get(to, 0) + share
    total = 0
    for to, strength in against.items():
        if strength:
            held = max(1, defence[to]) * 60 * (2 if layout.hex_names[to] in hard else 1)
            total += max(-held, min(strength - even * held, most * held))
    return int(total / 60)


def test_the_sum_over_a_front_is_as_reckoned_by_hand() -> None:
    game = ef.load("russian-campaign/fall-blau", rules=Front)
    found = set()
    for state in positions(game, 4, 60, 10):
        for side, name in enumerate(game.sides):
            for even, most in ((1, 5), (3, 2)):
                answer = state.ask(f"{name} front {even} {most}")
                assert answer == reckoned(state, side, even, most)
                found.add(answer)
    assert len(found) > 12 and min(found) < 0 < max(found)
