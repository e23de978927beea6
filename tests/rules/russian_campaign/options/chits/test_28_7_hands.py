"""Section 28.7: effects of a chit in the hand, when it is shown, and the decisions."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State
from eastfront.positions.layout import layout_of

from ...battle_positions import may
from ...turn_positions import at, before, data, game, names, play, refused

DRAWN = ("chits",)
FACTORIES, RESISTANCE = ("chit-russian=2",), ("chit-russian=5",)
MOSCOW, KHARKOV, WARSAW = "R9", "AA14", "L26"
EARLY = {
    ("german", 1): "yugoslavia",
    ("german", 2): "heavy_bombers",
    ("russian", 1): "no_winter_war",
    ("russian", 3): "stalin_line",
    ("russian", 4): "officers",
    ("russian", 6): "lorries",
}
"""The chits of each side that are played before or during the set-up, and their options."""


def met(state: State, *decisions: str) -> str:
    """The first of some decisions that is met before the Russian moves next, or nothing."""
    out = state.copy()
    while not out.is_over and (out.decision, out.to_move) != ("movement", "russian"):
        if out.decision in decisions:
            return str(out.decision)
        legal = out.legal_actions.list()
        chance = out.to_move == "chance"
        passes = (a for a in legal if out.is_pass(a))
        out.push("roll 1" if chance else next(passes, legal[0]))
    return ""


def walked(state: State, decision: str) -> State:
    """The position in which a decision is met."""
    out = state.copy()
    while out.decision != decision:
        legal = out.legal_actions.list()
        chance = out.to_move == "chance"
        passes = (a for a in legal if out.is_pass(a))
        out.push("roll 1" if chance else next(passes, legal[0]))
    return out


HELD: list[tuple[tuple[int, int], int, bool, bool]] = [
    # the chits drawn, the Russian's shown, and whether he has the second and the fifth
    ((3, 2), 0, True, False),
    ((3, 2), 2, True, False),
    ((3, 5), 0, False, True),
    ((3, 5), 5, False, True),
    ((2, 5), 0, False, True),
    ((5, 2), 0, True, False),
    ((3, 4), 4, False, False),
    ((3, 1), 1, False, False),
    ((2, 6), 6, False, False),
    ((5, 3), 3, False, False),
]


@pytest.mark.option("chit_draw", "relocation")
@pytest.mark.rule("TRC-28.7.R2a", "TRC-28.7.R2b", "TRC-28.7.R2c")
@pytest.mark.parametrize(("chits", "shown", "second", "fifth"), HELD)
def test_whose_factories_go_to_siberia(
    chits: tuple[int, int], shown: int, second: bool, fifth: bool
) -> None:
    units = {"Kharkov Worker": KHARKOV, "Moscow Worker": MOSCOW, "Worker 1": "later"}
    start = before(
        "russian", turn=4, units=units, options=DRAWN, chits=chits,
        variables={"russian chit shown": shown},
    )  # fmt: skip
    begun = play(start, "end-movement")
    assert (met(begun, "relocation") == "relocation") == second
    assert (met(begun, "resettlement") == "resettlement") == second
    if second:
        asked = walked(begun, "relocation")
        assert asked.to_move == "russian" and may(asked, "stay-here")
        gone = play(asked, "relocate Kharkov Worker")
        assert gone.var("russian chit shown") == 2
        soon = walked(begun, "resettlement")
        sent = play(soon, "resettle Worker 1")
        assert (sent.place("Worker 1"), sent.var("russian chit shown")) == ("removed", 2)
    assert fifth != second or not fifth


@pytest.mark.option("chit_draw", "resistance")
@pytest.mark.rule("TRC-28.7.R5a", "TRC-28.7a")
@pytest.mark.parametrize(("chits", "shown", "second", "fifth"), HELD)
def test_whose_paratroops_go_underground(
    chits: tuple[int, int], shown: int, second: bool, fifth: bool
) -> None:
    units = {"5 ParaC": "reserve", "Partisan 1": "reserve", "Partisan 2": "reserve"}
    start = at(
        "russian", 2, turn=8, units=units, axis=["X13", KHARKOV, WARSAW], options=DRAWN,
        chits=chits, variables={"russian chit shown": shown},
    )  # fmt: skip
    ended = play(start, "end-movement")
    asked = ended.decision == "underground" or met(ended, "underground") == "underground"
    assert asked == fifth
    if fifth:
        state = walked(ended, "underground")
        assert names(state, "infiltrate") == {"5 ParaC"} and may(state, "stay-above")
        down = play(state, "infiltrate 5 ParaC")
        assert down.var("russian chit shown") == 5
    assert second != fifth or not second


@pytest.mark.option("relocation", "resistance")
@pytest.mark.rule("TRC-28.7.R2a", "TRC-28.7.R5a")
def test_agreed_chits_allow_it_from_the_start_and_others_never_do() -> None:
    units = {"Kharkov Worker": KHARKOV, "Moscow Worker": MOSCOW}
    for options, asked in ((FACTORIES, True), (RESISTANCE, False)):
        begun = play(before("russian", turn=4, units=units, options=options), "end-movement")
        assert (met(begun, "relocation") == "relocation") == asked
    units = {"5 ParaC": "reserve", "Partisan 1": "reserve"}
    for options, asked in ((RESISTANCE, True), (FACTORIES, False)):
        start = at("russian", 2, turn=8, units=units, axis=["X13"], options=options)
        ended = play(start, "end-movement")
        found = ended.decision == "underground" or met(ended, "underground") == "underground"
        assert found == asked


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7a")
@pytest.mark.parametrize(
    ("word", "chit"),
    [
        pytest.param(word, chit, marks=pytest.mark.option(EARLY.get((word, chit), "chit_draw")))
        for word in ("german", "russian")
        for chit in range(1, 7)
    ],
)
def test_what_is_shown_before_the_set_up_and_what_is_not(word: str, chit: int) -> None:
    # with another in the other hand that stays there
    other = 3 if word == "russian" and chit != 3 else 5 if word == "russian" else 2
    if word == "german" and chit == 2:
        other = 5
    pair = (chit, other) if word == "german" else (other, chit)
    state = game("campaign", DRAWN).new()
    drawn = play(state, *(f"draw CHIT:{n}" for n in pair))
    early = (word, chit) in EARLY
    assert drawn.var(f"{word} chit shown") == (chit if early else 0)
    assert drawn.place(f"Chit {chit}") == ("shown" if early else f"{word} hand")
    rest = "russian" if word == "german" else "german"
    assert drawn.place(f"Chit {other}") == f"{rest} hand"
    assert drawn.var(f"{rest} chit shown") == 0
    cup = {f"Chit {n}" for n in range(1, 7)} - {f"Chit {n}" for n in pair}
    assert {u for u in drawn.game.units if drawn.place(u) == "cup"} == cup


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7a")
def test_drawing_comes_before_anything_else_and_changes_no_other_unit() -> None:
    state = game("campaign", DRAWN).new()
    assert (state.decision, state.to_move) == ("chit", "chance")
    assert sorted(u for u in state.game.units if u.startswith("Chit")) == [
        f"Chit {n}" for n in range(1, 7)
    ]
    drawn = play(state, "draw CHIT:3", "draw CHIT:5")
    plain = game().new()
    assert (drawn.decision, drawn.to_move) == (plain.decision, plain.to_move)
    for unit in (u.name for u in data().units):
        assert drawn.place(unit) == plain.place(unit), unit
    assert names(drawn, "set-up") == names(plain, "set-up")
    with refused("TRC-28.7a"):
        play(state, "set-up R9")


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7a")
def test_chits_hide_from_the_other_side_alone_and_the_picture_says_by_what() -> None:
    drawn = play(game("campaign", DRAWN).new(), "draw CHIT:3", "draw CHIT:5")
    cup = {"Chit 1", "Chit 2", "Chit 4", "Chit 6"}
    assert set(drawn.hidden_from("axis")) == cup | {"Chit 5"}
    assert set(drawn.hidden_from("russian")) == cup | {"Chit 3"}
    assert not game().new().hidden_from("axis") and not game().new().hidden_from("russian")
    words: dict[str, Any] = layout_of(drawn.game).document["drawing"]
    plain: dict[str, Any] = layout_of(game()).document["drawing"]
    assert words["hidden_rule"] == "TRC-28.7a" and plain["hidden_rule"] == ""
    assert set(words) == set(plain) and len(plain) > 5


@pytest.mark.option("chit_draw", "first_winter")
@pytest.mark.rule("TRC-28.7a", "TRC-28.7.G3a")
def test_a_chit_that_is_shown_leaves_the_other_hand_alone() -> None:
    start = before("axis", turn=5, options=DRAWN, chits=(3, 5))
    shown = walked(play(start, "end-movement"), "movement")
    while (shown.to_move, shown.var("impulse")) != ("axis", 1):
        shown = walked(play(shown, "end-movement"), "movement")
    assert (shown.var("german chit shown"), shown.var("russian chit shown")) == (3, 0)
    assert (shown.place("Chit 3"), shown.place("Chit 5")) == ("shown", "russian hand")


@pytest.mark.option("chit_draw", "yugoslavia")
@pytest.mark.rule("TRC-28.7a", "TRC-28.7.G1a", "TRC-28.7.G1b")
def test_what_a_chit_brings_comes_as_it_is_shown() -> None:
    yugoslavs = ("Yug 2 Inf", "Yug 5 Inf", "Yug 3 Inf")
    for german, russian, brings in ((1, 5, True), (3, 1, False)):
        state = play(game("campaign", DRAWN).new(), f"draw CHIT:{german}", f"draw CHIT:{russian}")
        places = {state.place(u) for u in ("18 Mtn", "65 Inf")}
        assert places == {"set-up" if brings else "counters"}
        assert {state.place(u) for u in yugoslavs} == {"later" if brings else "counters"}
