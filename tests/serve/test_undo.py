"""Actions that a side may undo: its own, while no die was rolled and nothing hidden revealed.

Whole games are played through the server. Nearly all moves that roll nothing, reveal nothing and
end far from any enemy must be undoable; moves that roll or reveal something must not be.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

import pytest

import eastfront as ef
from eastfront import wire
from eastfront._core import Game, State
from eastfront.positions.observation import observe
from eastfront.serve.deduction import deduced
from eastfront.serve.table import Table
from eastfront.wire import requests

from .clients import BLUE, ZITADELLE, Played, busy, make, server

SCENARIOS = (BLUE, "russian-campaign/zitadelle", ZITADELLE)
FAR = 3
"""Hexes from an enemy at which no move can have shown anything."""
SHOWING = {"revealed", "concealed", "hidden"}
"""Events that tell of hidden units."""
ANSWER = "standing answer"


@lru_cache(maxsize=4)
def board(game: Game) -> tuple[dict[str, tuple[int, int]], dict[str, str]]:
    """Where each hex lies, and the side of each unit."""
    drawn = wire.board(game)
    return {h.id: (h.column, h.row) for h in drawn.hexes}, {u.name: u.side for u in drawn.units}


def far(state: State, before: dict[str, str], side: str) -> bool:
    """Whether units of a side moved on the map, and stand far from every enemy."""
    at, side_of = board(state.game)
    places = dict(state.places())
    moved = [unit for unit, place in places.items() if before[unit] != place]
    if not moved or any(side_of[u] != side or places[u] not in at for u in moved):
        return False
    enemies = [at[place] for u, place in places.items() if side_of[u] != side and place in at]
    for unit in moved:
        column, row = at[places[unit]]
        for x, y in enemies:
            across, down = column - x, row - y
            if max(abs(across), abs(down), abs(across + down)) < FAR:
                return False
    return True


def choice(state: State, quiet: bool, rng: random.Random) -> str:
    """The next action of busy play; in a quiet game nobody wants to be asked."""
    if quiet and ANSWER in (state.decision or ""):
        return "ask-never"
    actions = [{"id": a, "passes": state.is_pass(a)} for a in state.legal_actions]
    return state.game.notation(busy(actions, rng)["id"])


def tried(game: Played, quiet: bool, rng: random.Random, most: int) -> Counter[str]:
    """Plays on; takes back each far move that is free, and takes it again."""
    found: Counter[str] = Counter()
    table = game.table
    for _ in range(most):
        seat = game.mover()
        if not seat:
            break
        before, bytes_ = dict(table.state.places()), bytes(table.state)
        hidden = table.look(seat).hidden
        action = choice(table.state, quiet, rng)
        done = game.push(action, seat=seat)
        free = done["position"]["can_undo"]
        events = {event["kind"] for act in done["acts"] for event in act["events"]}
        rolled = any(act["by"] != seat for act in done["acts"])
        showed = bool(events & SHOWING) and hidden != table.look(seat).hidden
        if rolled or showed:
            found["rolled or showed"] += 1
            assert not free, (action, done["acts"])
            game.post("/undo", {}, seat=seat, status=409)
        elif table.state.to_move == seat and far(table.state, before, seat):
            found["far"] += 1
            if free:
                found["taken back"] += 1
                after = bytes(table.state)
                assert game.post("/undo", {}, seat=seat)["undone"] == 1
                assert bytes(table.state) == bytes_
                assert game.push(action, seat=seat)["position"]["can_undo"]
                assert bytes(table.state) == after
    return found


def enough(found: Counter[str]) -> bool:
    """Whether nearly all that must be free was."""
    return found["taken back"] >= 0.95 * found["far"] > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("quiet", [True, False])
def test_moves_in_the_rear_are_taken_back(scenario: str, quiet: bool) -> None:
    with server() as client:
        game = make(client, scenario, seed=7, setup="ready")
        found = tried(game, quiet, random.Random(7), 160)
    assert enough(found), found


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_moves_in_the_rear_of_whole_games_are_taken_back(scenario: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(20):
        with server() as client:
            game = make(client, scenario, seed=seed, setup="ready")
            found += tried(game, bool(seed % 2), random.Random(seed), 10_000)
    print(scenario, dict(found))
    assert enough(found) and found["rolled or showed"] > 100, found


def legs(answer: str = "ask-never") -> tuple[Table, random.Random]:
    """The first movement phase of a game in which all have answered alike."""
    game = ef.load(BLUE)
    table, rng = Table("one", game, "server", {}, 3, 64), random.Random(3)
    table.set_up()
    while table.state.decision != "movement":
        actions = table.state.legal_actions.names()
        wanted = {answer, "move-fight", "end-strategic", "decline"} & set(actions)
        push(table, next(iter(wanted), actions[-1]))
    return table, rng


def push(table: Table, action: str) -> None:
    """Whoever is to act does something."""
    table.push(str(table.state.to_move), requests.Push(action=action), ())


@pytest.mark.rule("BD-8.11a")
def test_no_move_that_tells_a_standing_answer_is_taken_back() -> None:
    """A server that has taken a game up does not know what the German has seen before."""
    table, _ = legs()
    game = load_again(table)
    first, second = "to 2511", "to 2512"
    for known, free in ((table, (True, True)), (game, (False, True))):
        push(known, "move 3Pz")
        push(known, first)
        assert known.can_undo("german") == free[0]
        push(known, second)
        assert known.can_undo("german") == free[1]


def load_again(table: Table) -> Table:
    """The same game at a table that has seen nothing of it."""
    other = Table("two", table.game, "server", {}, 3, 64)
    other.recorder.state = table.state.copy()
    return other


NEVER, THREATENED, ALWAYS = range(3)


@pytest.mark.rule("BD-8.11a", "BD-9.1b")
def test_what_is_seen_tells_how_the_other_side_has_answered() -> None:
    """Nobody is asked at a leg, while Germans stand next to cities of the Soviet."""
    table, _ = legs()
    push(table, "move 3Pz")
    before = table.look("german")
    after_leg = table.state.copy()
    action = table.game.parse("to 2511")
    after_leg.push(action)
    after = observe(after_leg, "german")
    told = frozenset({(NEVER, NEVER)})
    assert before.possible == {
        "standing hero city": [NEVER, THREATENED, ALWAYS],
        "standing emergency": [NEVER, THREATENED, ALWAYS],
    }
    assert deduced(None, before, after, action) == (told, False)
    assert deduced(told, before, after, action) == (told, True)
    for other in ((NEVER, THREATENED), (NEVER, ALWAYS), (THREATENED, NEVER), (ALWAYS, NEVER)):
        assert deduced(told | {other}, before, after, action) == (told, False)


def test_another_who_has_many_choices_may_have_answered_anything() -> None:
    """What he did is not followed; nor is more claimed than is known."""
    table, _ = legs()
    before = table.look("soviet")
    push(table, "move 3Pz")
    known = frozenset({(NEVER,)})
    assert deduced(known, before, table.look("soviet"), None) == (None, False)


@pytest.mark.parametrize("answer", ["ask-threatened", "ask-always"])
def test_a_move_at_which_the_other_side_is_asked(answer: str) -> None:
    """It may be taken back only by one who could foresee that."""
    table, _ = legs(answer)
    asked = 0
    for _ in range(40):
        if table.state.to_move != "german":
            push(table, "decline")
            asked += 1
            assert not table.can_undo("german")
            continue
        actions = table.state.legal_actions.names()
        push(table, next((n for n in actions if n.startswith(("to ", "move "))), actions[-1]))
    assert asked > 2


def test_who_takes_back_knows_what_he_knew() -> None:
    """To take a move back and take another is free as the first was."""
    table, rng = legs()
    push(table, "move 3Pz")
    actions = [n for n in table.state.legal_actions.names() if n.startswith("to ")]
    free = 0
    for action in rng.sample(actions, 12):
        push(table, action)
        if table.can_undo("german"):
            free += 1
            table.undo("german", requests.Undo(), ())
            continue
        table.undo(wire.UMPIRE, requests.Undo(), ())
    assert free > 6
