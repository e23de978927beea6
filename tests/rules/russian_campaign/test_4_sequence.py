"""Section 4: the order and contents of impulses and phases."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import at, combat, fight, may, names, play, walk
from .turn_positions import BYSTANDERS, OWNED, before, data


@pytest.mark.rule("TRC-4.0a", "TRC-4.0b", "TRC-4.4a")
def test_two_player_turns_of_two_impulses_make_a_turn() -> None:
    state = at("axis", turn=7)
    met = []
    for _ in range(9):
        met.append((state.turn, state.to_move, state.var("impulse")))
        state = walk(play(state, "end-movement"), "movement")
    turn = [("axis", 1), ("axis", 2), ("russian", 1), ("russian", 2)]
    assert met == [(7 + n // 4, *turn[n % 4]) for n in range(9)]


@pytest.mark.rule("TRC-12.1a", "TRC-4.0b", "TRC-4.0c")
def test_movement_then_combat_in_each_impulse() -> None:
    units = {"46 Pz": "Y18", "8 TkC": "Y17"}
    for side, mine in (("axis", "46 Pz"), ("russian", "8 TkC")):
        for impulse in (1, 2):
            state = at(side, impulse, units=units)
            assert state.decision == "movement"
            fought = play(state, "end-movement")
            assert fought.units_with("engaged") == [mine]
            assert fought.var("impulse") == impulse and not names(fought, "move")


@pytest.mark.rule("TRC-5.1a", "TRC-4.1.4a")
def test_who_moved_in_the_first_impulse_moves_again_in_the_second() -> None:
    moved = play(at("axis", units={"46 Pz": "Y18"}), "move 46 Pz", "to Y17", "stop")
    assert not may(moved, "move 46 Pz")
    assert may(walk(play(moved, "end-movement"), "movement", "axis", 2), "move 46 Pz")


@pytest.mark.rule("TRC-9.3.1a", "TRC-4.1.2d")
def test_trains_run_in_the_first_impulse_only() -> None:
    units = {"13 Inf": "E31", "8 A": "R9"}
    for side, unit in (("axis", "13 Inf"), ("russian", "8 A")):
        assert may(at(side, 1, units=units), f"rail {unit}")
        assert not may(at(side, 2, units=units), f"rail {unit}")


@pytest.mark.rule("TRC-17.2b", "TRC-9.4.4a", "TRC-4.1.6a")
def test_track_is_converted_before_supply_is_looked_at() -> None:
    # eleven hexes from Brest, but on the line that it has come along
    line = ["O22", "P22", "Q21", "R21", "R20", "S19", "S18", "S17", "T17", "T16", "T15"]
    held = ["O23", "O22"]
    state = at("axis", 2, units={"13 Inf": "T15"}, axis=held, hex_flags={"crossed": line})
    after = walk(play(state, "end-movement"), "movement", "russian", 1)
    assert set(line) <= set(after.hexes_with("axis rail"))
    assert after.place("13 Inf") == "T15"
    # off the track it is lost
    lost = at("axis", 2, units={"13 Inf": "T15"}, axis=held)
    assert walk(play(lost, "end-movement"), "movement", "russian", 1).place("13 Inf") == "pool"


@pytest.mark.rule("TRC-17.2b", "TRC-9.4.5a", "TRC-4.2.5a")
def test_the_russian_converts_before_he_looks_at_supply() -> None:
    # nine hexes from Bryansk, with all other track and nearly all cities in Axis hands
    line = ["T15", "T16", "T17", "S17", "S18", "S19", "R20", "R21", "Q21"]
    track = [h.name for h in data().map.hexes if h is not None and "rail" in h.features]
    owned = [h.name for h in data().map.hexes if h is not None and h.features & OWNED]
    held = [h for h in owned if h not in ("T14", "R9", "CC4")]
    for crossed, place in ((line, "P21"), ([], "pool")):
        state = at(
            "russian", 2, units={"8 TkC": "P21"}, axis=held, russian=["T14", "R9", "CC4"],
            rail=[h for h in track if h != "T14"], hex_flags={"crossed": crossed},
        )  # fmt: skip
        after = walk(play(state, "end-movement"), "movement", "axis", 1)
        assert after.place("8 TkC") == place


@pytest.mark.rule("TRC-25.2a", "TRC-4.3a")
def test_sudden_death_is_looked_at_after_january() -> None:
    def ended(turn: int) -> State:
        held = ["W19", "O8", "E10", "II14", "AA14", "FF16"]
        state = at("russian", 2, turn=turn, axis=held, units={"13 Inf": "E10"})
        return walk(play(state, "end-movement"), "movement", "axis", 1)

    assert ended(5).is_over and not ended(4).is_over


@pytest.mark.rule("TRC-4.1.2a")
def test_withdrawals_come_before_all_else_in_the_impulse() -> None:
    units = {"1 SS Pz": "E31", "2 SS Pz": "E31", "3 SS Pz": "E31"}
    state = play(before("axis", 1, turn=19, units=units), "end-movement")
    met = walk(state, "withdrawal", "axis")
    assert met.turn == 19 and met.var("impulse") == 1


@pytest.mark.rule("TRC-4.1.1a")
def test_the_battles_of_a_phase_come_in_any_order() -> None:
    """TRC-4.1.3a."""
    units = {"46 Pz": "Y18", "8 TkC": "Y17", "24 Pz": "BB12", "5 TkC": "BB11"}
    state = combat("axis", units)
    for first, second, unit in (("Y17", "BB11", "46 Pz"), ("BB11", "Y17", "24 Pz")):
        assert {first, second} == names(state, "attack")
        done = fight(state, first, [unit], 4, announced=1)
        assert done.hexes_with("beset") == [second]
    assert set(BYSTANDERS) == {"28 Inf", "12 TkC"}
