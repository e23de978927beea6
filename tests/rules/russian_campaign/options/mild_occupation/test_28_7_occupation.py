"""Section 28.7: the chit of a mild occupation, which prevents partisans."""

from __future__ import annotations

from typing import Any

import pytest

from ...battle_positions import may
from ...chit_positions import rows
from ...turn_positions import before, data, game, play, walk

MILD, DRAWN = ("chit-german=5",), ("chits",)
JUL_41, SEP_41, NOV_41 = 2, 3, 4
PARTISANS = tuple(f"Partisan {n}" for n in (1, 2, 3))


@pytest.mark.rule("TRC-28.7.G5a", "TRC-28.7a")
def test_there_are_no_partisans() -> None:
    assert {game("campaign", MILD).new().place(u) for u in PARTISANS} == {"counters"}
    assert "counters" not in {game().new().place(u) for u in PARTISANS}


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.G5a")
def test_with_mild_occupation_nobody_but_partisans_is_missing() -> None:
    mild = game("campaign", MILD).new()
    plain = play(game("campaign", DRAWN).new(), "draw CHIT:3", "draw CHIT:2")
    for unit in (u.name for u in data().units):
        if unit in PARTISANS:
            assert (mild.place(unit), plain.place(unit)) == ("counters", "later")
        else:
            assert mild.place(unit) == plain.place(unit), unit
    # nor do they come when the first of them would
    turn = {u.name: u.arrives or 0 for u in data().units}["Partisan 1"]
    start = before("russian", turn=turn, options=MILD)
    begun = walk(play(start, "end-movement"), "movement", "russian", 1)
    assert not {begun.place(u) for u in PARTISANS} & {"reserve", "later", *rows()}


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.G5a")
@pytest.mark.parametrize(
    ("german", "turn", "shown"),
    [
        (5, JUL_41, 0),
        (5, SEP_41, 5),
        (5, NOV_41, 5),
        (4, SEP_41, 0),
        (6, SEP_41, 0),
        (3, SEP_41, 0),
    ],
)
def test_drawn_it_takes_partisans_away_when_the_first_would_come(
    german: int, turn: int, shown: int
) -> None:
    units = {"Partisan 1": "reserve", "Partisan 2": "later", "Partisan 3": "X15"}
    units |= {"5 ParaC": "reserve", "16 A": "Y14", "4 A": "pool"}
    how: dict[str, Any] = {"options": DRAWN, "chits": (german, 2)}
    start = before("russian", turn=turn, units=units, **how)
    state = walk(play(start, "end-movement"), "movement", "russian", 1)
    assert state.var("german chit shown") == shown
    assert ({state.place(u) for u in PARTISANS} == {"removed"}) == bool(shown)
    assert [state.place(u) for u in ("5 ParaC", "16 A", "4 A")] == ["reserve", "Y14", "pool"]
    # the Axis turn shows nothing
    if turn > JUL_41:
        axis = before("axis", turn=turn, units=units, **how)
        begun = walk(play(axis, "end-movement"), "movement", "axis", 1, weather=1)
        assert begun.var("german chit shown") == 0
        assert begun.place("Partisan 2") == "later"


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.G5a")
def test_paratroops_and_partisans_come_as_ever_without_it() -> None:
    units = {"5 ParaC": "later", "Partisan 1": "later"}
    due = {u.name: u.arrives or 0 for u in data().units}
    for how in ({"options": DRAWN, "chits": (3, 2)}, {"options": DRAWN, "chits": (5, 2)}):
        turn = due["5 ParaC"]
        start = before("russian", turn=turn, units=units, **how)  # type: ignore[arg-type]
        asked = walk(play(start, "end-movement"), "paratroops", "russian")
        assert may(asked, "to-reserve") and asked.turn == turn


@pytest.mark.rule("TRC-28.7.G5a")
def test_agreed_on_partisans_stay_what_they_were() -> None:
    start = before("russian", turn=SEP_41, options=MILD)
    gone = start._supposed(places=[(u, "counters") for u in PARTISANS])
    begun = walk(play(gone, "end-movement"), "movement", "russian", 1)
    assert {begun.place(u) for u in PARTISANS} == {"counters"}


@pytest.mark.rule("TRC-28.7.G5a")
def test_with_mild_occupation_agreed_on_no_optional_counter_joins_the_game() -> None:
    plain, mild = game("campaign").new(), game("campaign", MILD).new()
    for unit in ("AK", "1 Flak", "Ge Art", "DAK", "Opt Worker 1", "62 A"):
        assert mild.place(unit) == plain.place(unit) == "counters"
