"""Positions as text for a model: complete, grouped, and short."""

from __future__ import annotations

import pytest
from tools.model_text import MEDIAN, PERCENTILE_99, percentile

from eastfront.loading.game import load, scenarios
from eastfront.mcp import text
from eastfront.positions.layout import layout_of
from eastfront.positions.text import position

from .seats import BLUE, CAMPAIGN, ZITADELLE, at, listed, ready, run, some

GAMES = (BLUE, CAMPAIGN, ZITADELLE)


@pytest.mark.parametrize("scenario", scenarios())
def test_a_position_is_short(scenario: str) -> None:
    """A few decisions of each scenario; `tools.model_text` measures whole games."""
    found = [len(at(state).position()) for state in some(load(scenario), 8, step=61)]
    assert percentile(found, 0.5) <= MEDIAN
    assert max(found) <= PERCENTILE_99


@pytest.mark.parametrize("scenario", GAMES)
def test_the_groups_are_the_legal_actions(scenario: str) -> None:
    game = load(scenario)
    verbs = set()
    for state in some(game, 14, step=29):
        legal = state.legal_actions.names()
        assert sorted(listed(game, at(state).position())) == sorted(legal)
        assert sorted(listed(game, at(state).decision())) == sorted(legal)
        verbs |= {name.split(" ")[0] for name in legal}
    assert len(verbs) > 8


@pytest.mark.parametrize("scenario", GAMES)
def test_every_unit_on_the_map_is_told_with_its_hex(scenario: str) -> None:
    for state in some(load(scenario), 6):
        told = at(state).position()
        side = str(state.to_move)
        seen = state.observation(side)
        for place, stack in seen.places.items():
            if place in state.game.hexes:
                lines = [line for line in told.splitlines() if line.startswith(f" {place} ")]
                assert len(lines) == len({one.side for one in stack})
                for one in stack:
                    assert any(f"{one.unit} " in line for line in lines) or not one.unit
                hidden = sum(not one.unit for one in stack)
                assert not hidden or any(f"{hidden} hidden" in line for line in lines)


def test_cities_and_numbers_are_told() -> None:
    told = ready(BLUE, "german").position()
    assert "Cities, soviet: Leningrad 1011, " in told and "Smolensk 1709" in told
    assert told.startswith("Operations Blue & Kremlin, 1942. You play the german side. Turn 9")
    assert "Hexes, hero city: 1011 1606 1806" in told


def test_numbers_that_stand_for_hexes_are_told_as_hexes() -> None:
    game = load(BLUE)
    told = position(
        f"game: {game.id}\nwait: soviet movement phase, movement\nturn: 9\n"
        "set supply marker A: 461\nset luftwaffe: 2\n1900: 39A 3-3 [entered at=226]\n",
        game,
    )
    shown = at(told, "soviet").position()
    assert f"supply marker A {layout_of(game).hex_names[461]}" in shown
    assert " 1900 39A 3-3 [entered at 1900]" in shown
    assert "luftwaffe 2" in shown


def test_losses_duties_and_the_end_are_told() -> None:
    shown = {
        "outcome": None,
        "can_undo": True,
        "decision": {
            "name": "movement",
            "to_move": "axis",
            "yours": True,
            "unit": "41 Pz",
            "obligations": ["41 Pz"],
            "losses": [{"unit": "3 Inf", "rule": "X-1.1a"}],
            "actions": [],
        },
    }
    assert text.decision(shown).splitlines()[:4] == [
        "Your decision: movement of 41 Pz",
        "Must still act: 41 Pz",
        "Lost if you pass now: 3 Inf (rule X-1.1a)",
        "Your last action can be undone.",
    ]
    over = {"outcome": {"winner": "axis", "level": 2, "rule": "X-4.1a"}}
    assert text.decision(over) == "The game is over: axis wins, level 2 (rule X-4.1a)."


def test_the_other_side_is_told_to_wait() -> None:
    assert ready(BLUE, "soviet").decision().endswith("Waiting: german decides crimea supply.")


def test_runs_are_names_that_follow_one_another() -> None:
    named = ["1Inf", "2Inf", "3Inf", "5Inf", "6Inf", "9AK", "10AK", "11AK"]
    assert text.names(named) == "1Inf..3Inf, 5Inf, 6Inf, 9AK..11AK"
    assert text.places(["2509", "0211", "2510", "2508"]) == "0211 2508..2510"
    assert text.places(["AA2", "B10", "B9", "B11", "A1"]) == "A1 B9..B11 AA2"
    assert text.names(["HQ North", "5 A (2nd)", "4 A"]) == "HQ North, 5 A (2nd), 4 A"
    assert run("0208..0210") == ["0208", "0209", "0210"]


def test_only_what_is_few_is_listed() -> None:
    """`look` gives the rest."""
    tools = ready(CAMPAIGN, "axis")
    shown = tools.position()
    assert "counters: axis 32 units, russian 20 units" in shown
    told = tools.look(["counters"], 0)
    assert told.startswith("counters: axis 0-0 Stuka 1..Stuka 3; russian")
    assert told.count("Opt Worker") == 4
