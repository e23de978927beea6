"""Sections 8.11 and 9: how long a side is offered its windows, and the end of a battle."""

from __future__ import annotations

import pytest

from .board_positions import at, edit, game, names, play, start, walk
from .test_8_entry_tables import next_turn
from .test_11_read_in_the_midst import read

UNITS = {"2308": ["60A"], "2311": ["4AK"], "2309": ["3Pz"], "1001": ["66A"]}


@pytest.mark.rule("BD-9.1b")
@pytest.mark.parametrize("left", [1, 2])
def test_the_soviet_is_asked_for_hero_cities_while_he_has_markers(left: int) -> None:
    state = at("movement", "german", turn=10, sequence="move-fight", units=UNITS,
               choices={"hero cities: standing answer": "ask-always"})  # fmt: skip
    state = edit(state, variables={"hero cities": left})
    asked = walk(play(state, "move 3Pz", "to 2310"), "hero city", "soviet")
    city = min(names(asked, "declare-hero"))
    declared = play(asked, f"declare-hero {city}")
    assert declared.var("hero cities") == left - 1
    assert city in declared.hexes_with("hero city")
    again = play(walk(declared, "leg", "german"), "stop")
    assert (again.decision, again.to_move) == (
        ("hero city", "soviet") if left == 2 else ("movement", "german")
    )


@pytest.mark.rule("BD-9.2b", "BD-11.1b")
@pytest.mark.parametrize("phase", ["movement", "prepared assault"])
def test_the_german_is_asked_for_his_fortress_city_in_both_phases(phase: str) -> None:
    units = {**UNITS, "2310": ["5AK"], "2407": ["6AK"], "2307": ["59A"]}
    before = at("phase order", "soviet", turn=13, units=units, variables={"fortress cities": 1})
    choices = {"fortress city: standing answer": "ask-always"}
    order = "move-fight" if phase == "movement" else "fight-move"
    state = walk(play(before, order), "fortress city", "german", choices)
    own = play(state, "decline")
    assert (own.decision, own.to_move) == (phase, "soviet")
    assert "declare-fortress 2407" in names(state)
    done = play(state, "declare-fortress 2407")
    assert (done.decision, done.to_move) == (phase, "soviet")
    assert done.var("fortress cities") == 0 and "2407" in done.hexes_with("fortress city")
    if phase == "movement":
        # there is one, and he is not asked again
        moved = play(done, "move 59A", "to 2306", "stop")
        assert (moved.decision, moved.to_move) == ("movement", "soviet")
        asked = play(own, "move 59A", "to 2306", "stop")
        assert (asked.decision, asked.to_move) == ("fortress city", "german")


@pytest.mark.rule("BD-8.11a", "BD-11.1b")
def test_answers_of_an_assault_phase_end_with_it() -> None:
    """8.11 speaks of movement phases: in the others no unit comes out of the box."""
    units = {**UNITS, "rvgk": ["5Sh"]}
    choices = {"hero cities: standing answer": "ask-always"}
    state = at("prepared assault", "german", turn=10, sequence="move-fight", units=units,
               choices=choices)  # fmt: skip
    assert state.var("emergency used") == 1 and state.var("standing hero city") == 2
    over = play(state, "end-assaults")
    assert over.to_move == "soviet"
    assert over.var("emergency used") == 0 and over.var("standing hero city") == 0


@pytest.mark.rule("BD-10.32a", "BD-11.25a", "BD-11.7a")
def test_before_the_first_battle_none_is_at_hand() -> None:
    """Nothing is struck, nothing has come of it and no stack has been looked into."""
    for state in (game().new(), start(), at("movement", "german", units=UNITS)):
        assert [state.var(v) for v in ("target", "result", "revealed")] == [-1, -1, -1]
        assert [state.var(v) for v in ("battle kind", "attack", "defence", "odds")] == [0] * 4


@pytest.mark.rule("BD-8.1f", "BD-8.1i", "BD-5.3a")
def test_positions_with_and_without_arrivals_are_read() -> None:
    """Nobody has come in as the game begins; later each has a hex where it did."""
    read(start())
    state = walk(next_turn({**UNITS, "dead": ["5AK", "14Pz"]}), "replacements", "german")
    entered = play(state, "reclaim 5AK", "enter 2311")
    assert "entered at" in entered.text()
    read(entered)
