"""Orders: the move of a unit or stack, an attack, and errors in an order."""

from __future__ import annotations

import pytest

import eastfront as ef
from eastfront.positions.document import document

from .conftest import reach


@pytest.fixture
def moving(game: ef.Game) -> ef.State:
    """German movement, with two like panzer corps and an infantry corps alone in 2407."""
    state = reach(game, "movement", "german")
    away = [(u, "1922") for u in state.units_at("2407")]
    here = [(u, "2407") for u in ("40Pz", "46Pz", "51AK")]
    flags = [(u, flag, False) for u, _ in here for flag in document(game)["unit_flags"]]
    return state._supposed(places=away + here, unit_flags=flags)


def test_a_move_is_chosen_led_and_stopped(moving: ef.State) -> None:
    order = ef.parse(moving, "40Pz 2407-2408")
    assert order.notation == ("move 40Pz", "to 2408", "stop")
    assert len(order) == 3
    before = bytes(moving)
    order.push(moving)
    assert moving.place("40Pz") == "2408"
    for _ in order:
        moving.pop()
    assert bytes(moving) == before


def test_a_stack_moves_leg_by_leg(moving: ef.State) -> None:
    order = ef.parse(moving, "46Pz+51AK+40Pz 2407-2408-2409")
    assert order.notation[:3] == ("move 40Pz", "with 46Pz", "with 51AK")
    assert order.notation[3:5] == ("to 2408", "to 2409")
    order.push(moving)
    assert {moving.place(u) for u in ("40Pz", "46Pz", "51AK")} == {"2409"}


def test_an_interchangeable_counter_may_go_instead(moving: ef.State) -> None:
    assert "move 46Pz" not in moving.legal_actions.names()
    order = ef.parse(moving, "46Pz 2407-2408")
    assert order.notation[0] in moving.legal_actions.names()
    order.push(moving)
    assert [u for u in ("40Pz", "46Pz") if moving.place(u) == "2408"]


def test_parsing_changes_nothing(moving: ef.State) -> None:
    before = bytes(moving)
    ef.parse(moving, "40Pz 2407-2408")
    with pytest.raises(ef.IllegalAction):
        ef.parse(moving, "40Pz 2407-1011")
    assert bytes(moving) == before


def test_a_refusal_bears_its_rule(moving: ef.State) -> None:
    with pytest.raises(ef.IllegalAction) as refused:
        ef.parse(moving, "40Pz 2407-1011")
    assert refused.value.rule.startswith("BD-")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("40Pz 2408-2409", "40Pz is at 2407, not at 2408"),
        ("40Pz 2407", "expected a destination"),
        ("40Pz+99Pz 2407-2408", "unit `99Pz`; expected a unit"),
        ("", "empty"),
        ("; ;", "empty"),
        ("frobnicate", "no verb"),
        ("move 40Pz; end-movement", None),
    ],
)
def test_what_cannot_be_read_is_said(moving: ef.State, text: str, reason: str | None) -> None:
    with pytest.raises((ef.OrderError, ef.IllegalAction), match=reason):
        ef.parse(moving, text)


def test_actions_in_notation_are_orders_too(moving: ef.State) -> None:
    order = ef.parse(moving, "move 40Pz; to 2408; stop; move 51AK")
    assert order.notation == ("move 40Pz", "to 2408", "stop", "move 51AK")


def test_an_attack_names_its_units(game: ef.Game) -> None:
    state = reach(game, "prepared assault", "german")
    target = next(n for n in state.legal_actions.names() if n.startswith("attack ")).split()[1]
    state.push(f"attack {target}")
    unit = next(n for n in state.legal_actions.names() if n.startswith("with ")).split()[1]
    state.pop()
    order = ef.parse(state, f"{unit} x{target}")
    assert order.notation[0] == f"attack {target}"
    order.push(state)
    assert state.units_with("attacking") == [unit] or state.decision != "attackers"


def test_an_order_does_not_run_over_the_other_side(moving: ef.State) -> None:
    with pytest.raises(ef.OrderError, match="give the order in parts"):
        ef.parse(moving, "end-movement; attack 1011")


def test_an_order_is_taken_whole_or_not_at_all(moving: ef.State) -> None:
    order = ef.parse(moving, "40Pz 2407-2408")
    wrong = ef.Order("", (*order.actions, order.actions[1]), ())
    before = bytes(moving)
    for push in (wrong.push, lambda state: state.push(wrong)):
        with pytest.raises(ef.IllegalAction):
            push(moving)
        assert bytes(moving) == before
        assert not moving.can_undo


def test_a_state_is_pushed_an_order_as_an_action(moving: ef.State) -> None:
    order = ef.parse(moving, "40Pz 2407-2408")
    other = moving.copy()
    assert moving.push(order) is None
    effects = other.push(order, effects=True)
    assert moving == other and moving.place("40Pz") == "2408"
    assert effects and any(e[0] == "placed" and e[1] == "40Pz" for e in effects)
    for _ in order:
        moving.pop()
    assert moving.place("40Pz") == "2407" and not moving.can_undo


@pytest.mark.parametrize("thing", [None, 1.5, [3], object()])
def test_what_is_no_action_is_refused(moving: ef.State, thing: object) -> None:
    with pytest.raises(TypeError):
        moving.push(thing)  # type: ignore[arg-type]
