"""Orders for every unit of every game, by name, id and quoted name, through every entry point."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from click.testing import CliRunner
from tests.serve.clients import make, server

import eastfront as ef
from eastfront.cli.main import eastfront
from eastfront.positions import orders
from eastfront.serve import table

LATEST = {name.partition("/")[0]: name for name in ef.scenarios()}
GAMES = sorted({**LATEST, "barbarossa-deluxe": "barbarossa-deluxe/blue-kremlin"}.values())
"""A scenario of each game in which the first side to move has many units that differ."""
SPELLINGS: dict[str, Callable[[str, str], str]] = {
    "name": lambda name, id_: name,
    "id": lambda name, id_: id_,
    "quoted name": lambda name, id_: f'"{name}"',
    "quoted id": lambda name, id_: f'"{id_}"',
}


def named(game: ef.Game) -> list[tuple[str, str]]:
    return list(zip(game.units, game.unit_ids, strict=True))


def moving(scenario: str) -> ef.State:
    """The first position in which units move, with dice that are actions."""
    state = ef.load(scenario).new()
    for action in opening(scenario):
        state.push(action)
    return state


def opening(scenario: str) -> list[str]:
    """The set-up that ships, and the first actions until units move."""
    state = ef.load(scenario).new()
    played = [state.game.notation(action) for action in ef.set_up(state)]
    while state.decision != "movement":
        played.append(state.game.notation(state.legal_actions[0]))
        state.push(played[-1])
    return played


def outcome(state: ef.State, order: str) -> str:
    """The actions of an order, or why there are none, without the order's own words."""
    try:
        return "; ".join(ef.parse(state, order).notation)
    except (ef.OrderError, ef.IllegalAction) as error:
        return f"{type(error).__name__}: {str(error).removeprefix(f'`{order}`: ')}"


@pytest.mark.parametrize("scenario", GAMES)
def test_every_unit_is_called_by_name_by_id_and_in_quotes(scenario: str) -> None:
    state = moving(scenario)
    game, taken = state.game, 0
    hexes = game.hexes
    for name, id_ in named(game):
        here = state.place(name)
        reached = state.reach(name, full=True) if here in hexes else {}
        there = min((h for h in reached if h != here), key=lambda h: (reached[h], h), default=None)
        route = f"{here}-{there}" if there else f"{hexes[0]}-{hexes[1]}"
        found = {how: outcome(state, f"{say(name, id_)} {route}") for how, say in SPELLINGS.items()}
        assert len(set(found.values())) == 1, found
        answer = found["name"]
        if there is None:
            assert answer == f"OrderError: {name} is at {here}, not at {hexes[0]}"
        elif f"move {name}" in state.legal_actions.names():
            assert answer.startswith(f"move {name}; to {there}"), answer
            taken += 1
        else:
            assert not answer.startswith("OrderError: unit"), answer
    assert taken > 20


@pytest.mark.parametrize("scenario", GAMES)
def test_every_unit_is_called_so_in_actions(scenario: str) -> None:
    state = moving(scenario)
    for name, id_ in named(state.game):
        found = {outcome(state, f"move {say(name, id_)}") for say in SPELLINGS.values()}
        assert len(found) == 1, found
        assert (found == {f"move {name}"}) == (f"move {name}" in state.legal_actions.names())


@pytest.mark.parametrize("scenario", GAMES)
def test_every_unit_is_called_so_in_a_terminal(scenario: str) -> None:
    """Each is told to go from where it is not, which says that it was found."""
    state = moving(scenario)
    game = state.game
    lines, expected = [], []
    for name, id_ in named(game):
        away = next(h for h in game.hexes if h != state.place(name))
        for say in SPELLINGS.values():
            order = f"{say(name, id_)} {away}-{game.hexes[1]}"
            lines.append(order)
            expected.append(f"{name} is at {state.place(name)}, not at {away}")
    typed = "".join(f"{line}\n" for line in [*opening(scenario), "help", *lines, "quit"])
    found = CliRunner().invoke(eastfront, ["play", scenario, "--dice", "manual"], input=typed)
    assert found.exit_code == 0, found.output[-500:]
    assert f"{orders.example(game)}, by names" in found.output
    assert found.output.count(" is at ") == len(lines)
    for words in expected:
        assert words in found.output


@pytest.mark.parametrize("scenario", GAMES)
def test_every_unit_is_called_so_on_the_server(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # where a unit of one's own is, one sample tells as well as another
    monkeypatch.setattr(table, "PLANS", 4)
    with server() as client:
        game = make(client, scenario, dice="manual")
        for action in opening(scenario):
            game.push(action, seat=game.mover())
        state, seat = game.table.state, game.mover()
        hexes = state.game.hexes
        for name, id_ in named(state.game):
            away = next(h for h in hexes if h != state.place(name))
            for say in SPELLINGS.values():
                body = {"order": f"{say(name, id_)} {away}-{hexes[1]}"}
                path = f"{game.path}/orders"
                told = client.post(path, json=body, headers=game.head(seat)).json()
                # a sample of what is hidden may have it there
                at = f"{name} is at " if told["code"] == "bad-order" else f"`move {name}`"
                assert at in told["message"], told
        unit = next(n[5:] for n in state.legal_actions.names() if n.startswith("move "))
        here = state.place(unit)
        there = min(h for h in state.reach(unit) if h != here)
        done = game.post("/orders", {"order": f'"{unit}" {here}-{there}'}, seat=seat)
        assert done["acts"][0]["action"] == f"move {unit}"


def test_a_stack_goes_unit_by_unit_where_no_stack_moves_as_one() -> None:
    state = moving("russian-campaign/barbarossa")
    units = [n[5:] for n in state.legal_actions.names() if n.startswith("move ")]
    first, second = next(
        (a, b)
        for a in units
        for b in units
        if a < b and state.place(a) == state.place(b) and set(state.reach(a)) & set(state.reach(b))
    )
    here = state.place(first)
    there = min((set(state.reach(first)) & set(state.reach(second))) - {here})
    order = ef.parse(state, f"{first} + {second} {here}-{there}")
    assert [n for n in order.notation if n != "stop"] == [
        action for unit in (first, second) for action in (f"move {unit}", f"to {there}")
    ]
    order.push(state)
    assert state.place(first) == state.place(second) == there


@pytest.mark.parametrize("scenario", ["russian-campaign/barbarossa", "barbarossa-1971/barbarossa"])
def test_an_attack_is_joined_by_the_verb_of_the_game(scenario: str) -> None:
    state = moving(scenario)
    rng = random.Random(1)
    while not (found := _attack(state)):
        state.push(rng.choice(state.legal_actions.list()))
    target, join = found
    unit = join.partition(" ")[2]
    order = ef.parse(state, f'"{unit}" x{target}')
    assert order.notation[:2] == (f"attack {target}", join)
    state.push(order)
    assert state.decision not in ("forces", "attackers")  # they fight


def _attack(state: ef.State) -> tuple[str, str] | None:
    """A hex that may be attacked, and the action by which a first unit joins."""
    for name in state.legal_actions.names():
        if name.startswith("attack "):
            board = state.copy()
            board.push(name)
            for join in board.legal_actions.names():
                if join.split()[0] in orders.JOIN and join.partition(" ")[2] in state.game.units:
                    return name.partition(" ")[2], join
    return None


def test_what_a_game_has_no_order_for_is_said() -> None:
    state = moving("russian-campaign/barbarossa")
    unit = next(n[5:] for n in state.legal_actions.names() if n.startswith("move "))
    here = state.place(unit)
    there = min(h for h in state.reach(unit) if h != here)
    with pytest.raises(ef.OrderError, match="no order to assault on the move"):
        ef.parse(state, f"{unit} {here}-{there}x{here}")


def test_names_that_hold_the_signs_of_an_order() -> None:
    """The longest name that the game knows is meant, and quotes say otherwise."""
    known = {name: name for name in ("A", "B", "A+B", "C;D", "2 x", "E-1")}
    assert orders._names("A+B", "+", known) == ["A+B"]
    assert orders._names('"A"+"B"', "+", known) == ["A", "B"]
    assert orders._names("A+B+A + 2 x", "+", known) == ["A+B", "A", "2 x"]
    assert orders._names("E-1-A", "-", known) == ["E-1", "A"]
    assert orders._parts('"C;D" 11-12; B 12-13', ";") == ['"C;D" 11-12', " B 12-13"]
    assert orders._parts('an open " quote; is none', ";") == ['an open " quote', " is none"]
