"""Riders: units attached to others, in a sketch of a game."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest

import eastfront as ef
from eastfront import wire
from eastfront.board import board, rules_game
from eastfront.positions.document import document
from eastfront.positions.observation import observe
from eastfront.positions.text import PositionError
from eastfront.program import units_on_map
from eastfront.render.scene import scene_of
from eastfront.systems import RIDING, Option

from .lifts import PAPER, Plain, Sketch, names, on, parents, start


def test_a_rider_set_up_in_a_hex_is_attached_to_a_unit_there() -> None:
    assert (parents(start()), start().place("T2")) == ({"T2": "R1"}, RIDING)
    # R1 and R2 are alike; with another unit there is a choice
    other = rules_game(board(PAPER.replace("R2  red   2-2-3", "R2  red   3-2-3")), Sketch).new()
    assert names(other, "attach-to") == {"R1", "R2"}
    other.push("attach-to R2")
    assert parents(other) == {"T2": "R2"}
    assert other.place("T2") == RIDING


def test_units_with_and_without_a_rider_are_told_apart() -> None:
    assert names(start(), "move") == {"R1", "R2", "R4"}
    assert names(start("lose R1", "roll 2"), "move") == {"R2", "R4"}


def test_a_rider_goes_where_its_parent_goes_and_has_no_move_of_its_own() -> None:
    state = start("move R1", "to 0102", "send R1")
    assert "T2" not in names(state, "move") | names(state, "send") | names(state, "lose")
    assert parents(on(state, "recall R1")) == parents(state) == {"T2": "R1"}


def test_a_rider_shares_the_fate_of_its_parent() -> None:
    for die, box in ((1, "later"), (2, "dead")):
        state = start("lose R1", f"roll {die}")
        assert (state.place("T2"), state.place("R1")) == (box, "dead")
        assert parents(state) == {}
        assert not state.units_with("with lift")
    # also off the map; another's loss does not matter to it
    assert start("send R1", "lose R1", "roll 2").place("T2") == "dead"
    assert parents(start("lose R2")) == {"T2": "R1"}


def test_a_rider_changes_its_parent_and_another_may_follow() -> None:
    state = start("move R2", "to 0102", "lift T2")
    assert parents(state) == {"T2": "R2"}
    assert set(state.units_with("with lift")) == {"R2"}
    both = on(state, "lift T1")
    assert parents(both) == {"T1": "R1", "T2": "R2"}
    assert not names(on(both), "lift")  # each corps on the map has one
    assert parents(on(both, "lose R1", "roll 1")) == {"T2": "R2"}


def test_the_successor_of_a_parent_has_its_rider() -> None:
    state = start("convert R1")
    assert (parents(state), state.place("R3")) == ({"T2": "R3"}, "0101")
    assert set(state.units_with("with lift")) == {"R3"}
    plain = start("convert R2")
    assert parents(plain) == {"T2": "R1"}


def test_bytes_copies_and_undo_keep_riders() -> None:
    state = start("move R1", "to 0102")
    kept = bytes(state)
    again_ = state.game.state_from_bytes(kept)
    assert parents(again_) == parents(state) == parents(copy.deepcopy(state)) == {"T2": "R1"}
    state.push("lose R1")
    state.push("roll 1")
    state.pop()
    state.pop()
    assert bytes(state) == kept


@pytest.mark.parametrize(
    "edit",
    [
        {"variables": [("T2 rides", -1)]},
        {"variables": [("T2 rides", 1)]},
        {"variables": [("T1 rides", 0)]},
        {"unit_flags": [("R1", "with lift", False)]},
        {"unit_flags": [("R2", "with lift", True)]},
        {"places": [("R1", "dead")]},
        {"places": [("T2", "dead")]},
    ],
)
def test_a_broken_link_breaks_a_law(edit: dict[str, Any]) -> None:
    broken = start()._supposed(**edit)
    assert not broken.ask("law X-2 a lift is where its corps is")


def test_the_law_of_one_rider_a_hex() -> None:
    state = start("move R2", "to 0102", "lift T1")
    name = "law X-4 one lift a hex"
    assert state.ask(name)
    assert not state._supposed(places=[("R2", "0101")]).ask(name)
    assert state._supposed(places=[("R2", "away"), ("R1", "away")]).ask(name)


def test_a_game_without_riders_has_nothing_of_them() -> None:
    bare = PAPER.replace("lift", "army")
    without = rules_game(board(bare), Sketch)
    assert without.to_bytes() == rules_game(board(bare), Plain).to_bytes()
    assert RIDING not in without.boxes
    assert "riders" not in document(without)["drawing"]
    assert document(rules_game(board(PAPER), Sketch))["drawing"]["riders"] == {
        name: [f"{name} rides", "with lift", RIDING] for name in ("T1", "T2")
    }  # fmt: skip


def test_riders_cost_four_bytes_each_and_one_flag() -> None:
    state = start()
    flags, fields = document(state.game)["unit_flags"], document(state.game)["unit_fields"]
    assert (flags, fields) == (["with lift"], [])
    names_ = [v["name"] for v in document(state.game)["variables"]]
    assert names_ == ["T1 rides", "T2 rides"]


# -- where positions are shown -----------------------------------------------------------------


def test_a_text_has_the_rider_with_its_parent() -> None:
    state = start("move R2", "to 0102", "lift T1", "send R2")
    text = state.text()
    assert "0101: R1, T2 [on R1]" in text.splitlines()
    assert "away: R2, T1 [on R2]" in text.splitlines()
    assert "rides" not in text and "with lift" not in text and RIDING not in text
    assert ef.position(text, state.game) == state


def test_a_text_of_a_broken_link_restores_it() -> None:
    for edit in (
        {"unit_flags": [("R1", "with lift", False)]},
        {"unit_flags": [("R2", "with lift", True)]},
        {"places": [("T2", "dead")]},
        {"variables": [("T2 rides", -1)]},
    ):
        state = start()._supposed(**edit)
        read = state.text()
        assert "with lift" in read or "rides" in read


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0102: T2 [on R1]", r"line 5: place of T2 `0102`; expected 0101, where R1 is"),
        ("0101: T2 [on R9]", r"line 5: unit `R9`; expected a unit of the order of battle"),
        ("0102: R2 [on R1]", r"line 5: mark `on R1`; expected a unit flag or a unit field"),
    ],
)
def test_a_wrong_parent_in_a_text_is_an_error(line: str, message: str) -> None:
    text = f"""game: board/small
wait: sequence of play, deed
0101: R1
0301: B1
{line}
"""
    with pytest.raises(PositionError, match=message):
        ef.position(text, start().game)


def test_observations_pictures_and_the_wire_have_the_rider_with_its_parent() -> None:
    state = start("move R1", "to 0102")
    assert observe(state, "blue").riders == {"T2": "R1"}
    for side in (None, "blue"):
        scene = scene_of(state, side)
        stack = scene.stacks[scene.layout.place_index["0102"]]
        assert [counter.name for counter in stack] == ["R1", "T2"]
        assert "on R1" in stack[1].described()
        assert RIDING not in scene.boxes
    seen = msgspec.to_builtins(wire.position(state, "red"))["observation"]
    assert seen["riders"] == {"T2": "R1"}
    lost = msgspec.to_builtins(wire.position(start("lose R1", "roll 2"), "red"))
    assert lost["observation"]["riders"] == {}


class Secret(Option):
    """Blue does not know red's units on the map."""

    def define_queries(self) -> None:
        """Hides them."""
        self.b.hide(1, self.of[0] & units_on_map())


def test_a_side_that_does_not_know_the_parent_is_not_told_it() -> None:
    state = on(rules_game(board(PAPER), Sketch.also(Secret)).new(), "move R1", "to 0102")
    assert observe(state, "red").riders == {"T2": "R1"}
    seen = observe(state, "blue")
    assert seen.riders == {"T2": ""}
    assert seen.variables["T2 rides"] == 0
    # a hidden unit is seen to carry it, and a sample puts it on the unit that is there
    assert [slot.flags for slot in seen.units_at("0102")] == [("with lift",)]
    drawn = seen.sample(random.Random(1))
    [carrier] = drawn.units_at("0102")
    assert parents(on(drawn)) == {"T2": carrier}
    assert [c.name for c in scene_of(state, "blue").boxes[RIDING]] == ["T2"]
    told = msgspec.to_builtins(wire.position(state, "blue"))["observation"]
    assert told["riders"] == {"T2": None}
