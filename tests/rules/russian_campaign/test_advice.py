"""The advice for bots: the cities that decide the game, and their use in a plan."""

from __future__ import annotations

import eastfront as ef
from eastfront import bots
from eastfront.games.russian_campaign import battle_plan as commander

from .turn_positions import JAN_44, at

BERLIN, MOSCOW = "E31", "R9"


def asked(state: ef.State, query: str) -> list[str]:
    return list(state.ask(query))


def plan(side: str, **position: object) -> dict[str, str]:
    """Where the plan for a movement phase sends units, by their names."""
    state = at(side, **position)  # type: ignore[arg-type]
    moves = [n for n in state.legal_actions.names() if n.startswith("move ")]
    found = commander.Plan(state, side, [n.removeprefix("move ") for n in moves])
    return {found.known.units[u]: found.known.names[h] for u, h in found.to.items()}


def hexes_to_berlin(name: str) -> int:
    known = commander.field_of(at("russian").game)
    return known.distances(known.index[BERLIN])[known.index[name]]


def test_the_game_turns_on_a_city_once_nothing_else_decides_it() -> None:
    late = at("russian", turn=JAN_44 + 1)
    assert asked(late, "russian wins by") == asked(late, "axis must hold") == [BERLIN]
    assert asked(late, "russian must hold") == [MOSCOW]
    # objectives are still to come, or points decide
    for state in (at("russian", turn=JAN_44), at("russian", turn=20, scenario="zitadelle")):
        for query in ("russian wins by", "axis must hold", "russian must hold"):
            assert asked(state, query) == []


def test_moscow_wins_when_stalin_is_lost() -> None:
    lost = {"Stalin": "pool"}
    assert asked(at("axis", turn=20, units=lost), "axis wins by") == [MOSCOW]
    assert asked(at("axis", turn=20, units={"Stalin": "U6"}), "axis wins by") == []
    assert asked(at("axis", turn=8, units=lost), "axis wins by") == []


def test_who_can_enter_berlin_does_even_out_of_supply() -> None:
    raiders = {"1 TkC": "E28"}
    assert plan("russian", turn=20, units=raiders)["1 TkC"] == BERLIN
    assert plan("russian", turn=8, units=raiders).get("1 TkC") != BERLIN


def test_berlin_is_entered_out_of_supply_in_the_second_impulse_too() -> None:
    raiders = {"1 TkC": "E30"}
    there = plan("russian", impulse=2, turn=20, units=raiders)
    assert there["1 TkC"] == BERLIN
    assert BERLIN not in asked(at("russian", 2, turn=20, units=raiders), "russian general supply")


def test_berlin_is_entered_beside_an_enemy_whom_nobody_else_attacks() -> None:
    raiders = {"1 TkC": "E30", "41 Pz": "E32"}
    assert plan("russian", impulse=2, turn=20, units=raiders)["1 TkC"] == BERLIN
    assert plan("russian", impulse=2, turn=8, units=raiders).get("1 TkC") != BERLIN


def test_who_comes_near_berlin_outruns_supply_in_the_first_impulse_only() -> None:
    held = {"1 TkC": "E26", "41 Pz": BERLIN}
    first, second = (plan("russian", impulse=n, turn=20, units=held)["1 TkC"] for n in (1, 2))
    fed = asked(at("russian", turn=20, units=held), "russian general supply")
    assert first not in fed and second in fed
    assert hexes_to_berlin(first) < hexes_to_berlin(second)


# as many as there are in a vanguard, nearer to Berlin than who comes behind them
AHEAD = dict(
    zip(
        ("11 A", "8 A", "3 A", "10 A", "12 A", "5 A", "6 A", "26 A", "9 A", "23 A", "22 A", "16 A"),
        ("G24", "H24", "I24", "J24", "J25", "I25", "H25", "K25", "I26", "H26", "J26", "G25"),
        strict=True,
    )
)


def test_behind_the_vanguard_berlin_is_worth_more_than_what_lies_on_the_way() -> None:
    """A city near by is left behind."""
    assert len(AHEAD) == commander.VANGUARD
    units = {**AHEAD, "13 A": "M24"}
    late, early = (plan("russian", turn=n, units=units, axis=["L26"]) for n in (20, 8))
    assert "L26" in early.values() and "L26" not in late.values()
    assert hexes_to_berlin(late["13 A"]) < hexes_to_berlin("L26")


def test_of_two_enemies_the_one_nearer_berlin_is_attacked_first() -> None:
    enemies = {"Ital 3 Inf": "N28", "Hitler": "N24"}
    found = plan("russian", turn=20, units={**AHEAD, "13 A": "N25", "39 A": "N25", **enemies})
    assert found["13 A"] == found["39 A"] == "N27"


def test_the_vanguard_does_not_stay_behind_to_fight() -> None:
    """An easy victim is left to those who are not of the vanguard."""
    units = {"1G TkA": "H24", "Rum 1 Inf": "J24"}
    held = {"units": units, "russian": ["H23", "L26"]}
    far = commander.field_of(at("russian").game).distances
    index = commander.field_of(at("russian").game).index
    ahead, before = (plan("russian", turn=turn, **held)["1G TkA"] for turn in (20, 8))
    assert far(index[BERLIN])[index[ahead]] < far(index[BERLIN])[index[before]]


def test_moscow_keeps_a_garrison_while_an_enemy_is_near() -> None:
    near, away = ({"1G A": MOSCOW, "41 Pz": place} for place in ("R15", "E28"))
    assert plan("russian", turn=20, units=near)["1G A"] == MOSCOW
    assert plan("russian", turn=20, units=away)["1G A"] != MOSCOW
    assert plan("russian", turn=8, units=near)["1G A"] != MOSCOW


def test_the_strongest_are_set_up_nearest_to_berlin() -> None:
    game = ef.load("russian-campaign/bagration")
    state = game.new(seed=1)
    players = {side: bots.bot("planner", 1) for side in game.sides}
    while "set-up" in state.stack and state.to_move != "axis":
        actor = state.to_move
        assert actor is not None
        state.push(players[actor](state.observation(actor)))
    known, board = commander.field_of(game), commander.look(state, "russian")
    far = known.distances(known.index[BERLIN])
    nearest = min(far[h] for h in board.at.values())
    assert all(known.factor[u] >= 7 for u, h in board.at.items() if far[h] == nearest)
