"""Section 4 clause by clause: the ends of an impulse, a player turn and a game turn."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import at, go, may, names, play, refused, walk
from .line_positions import at as on_lines
from .turn_positions import data, game, side_of

FORCE = ["24 Pz", "39 Pz", "12 Inf"]


@pytest.mark.rule("TRC-5.1a", "TRC-16.1a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_who_comes_beside_him_at_ten_to_one_may_win_in_the_movement_phase(impulse: int) -> None:
    """Twenty factors from J17 against two in I16; sixteen do not suffice."""
    units = {**dict.fromkeys(FORCE, "I18"), "6 TkC": "I16"}
    state = at("axis", impulse, units=units, turn=2, variables={"stukas": 0})
    two = go(go(state, "24 Pz", "J17"), "39 Pz", "J17")
    assert not may(two, "overrun I16")
    assert may(go(two, "12 Inf", "J17"), "overrun I16")


@pytest.mark.rule("TRC-4.1.2d", "TRC-5.1a")
def test_ships_and_trains_are_offered_in_the_first_impulse() -> None:
    state = on_lines("axis", {"Rum Cav": "DD24"}, axis=["JJ23"])
    assert names(state, "ship-black") == {"Rum Cav"}
    assert may(at("axis", 1, units={"13 Inf": "E31"}), "rail 13 Inf")


@pytest.mark.rule("TRC-4.1.2d", "TRC-10.3.1a")
def test_what_trains_and_ships_did_is_forgotten_in_the_next_player_turn() -> None:
    used = {"rail moves": 3, "black sea used": 1, "baltic sea used": 1}
    state = at("axis", 2, variables=used)
    assert [state.var(v) for v in used] == [3, 1, 1]
    other = walk(play(state, "end-movement"), "movement", "russian", 1)
    assert [other.var(v) for v in used] == [0, 0, 0]


@pytest.mark.rule("TRC-4.0b", "TRC-11.3a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_how_long_the_loss_of_a_leader_is_felt(side: str) -> None:
    """A loss waits for its side's next impulse, lasts through it, and is over then."""
    name = f"{side} leader lost"
    felt = at(side, 1, variables={name: 2})
    after = walk(play(felt, "end-movement"), "movement", side, 2)
    assert after.var(name) == 0
    # nobody can move in the second impulse, but for a Finn
    waits = at(side, 1, units={"Finn 2 Inf": "B14"}, variables={name: 1})
    later = walk(play(waits, "end-movement"), "movement", side, 2)
    if side == "axis":
        assert (later.var(name), names(later, "move")) == (2, {"Finn 2 Inf"})
        later = walk(play(later, "end-movement"), "movement", side, 1)
    assert (later.turn, later.var(name)) == (waits.turn + 1, 0)


@pytest.mark.rule("TRC-6.2a")
def test_armies_that_are_too_many_are_lost_like_corps() -> None:
    units = dict.fromkeys(("11 A", "12 A", "8 A"), "Y18")
    state = at("russian", units=units, flags={"moved": list(units)})
    asked = play(state, "end-movement")
    assert (asked.decision, asked.to_move) == ("overstacked", "russian")
    assert names(asked, "lose") <= set(units)
    lost = play(asked, "lose 11 A")
    assert lost.place("11 A") == "pool"
    assert {lost.place(u) for u in ("12 A", "8 A")} == {"Y18"}
    # who can still leave must
    able = at("russian", units=units)
    with refused("TRC-6.2a"):
        play(able, "end-movement")


@pytest.mark.rule("TRC-6.2a", "TRC-11.3a")
@pytest.mark.parametrize("lost, may_end", [("russian", True), ("axis", False)])
def test_who_has_lost_his_leader_cannot_clear_a_hex_that_is_too_full(
    lost: str, may_end: bool
) -> None:
    units = dict.fromkeys(("11 A", "12 A", "8 A"), "Y18")
    state = at("russian", units=units, variables={f"{lost} leader lost": 2})
    assert may(state, "end-movement") == may_end


@pytest.mark.rule("TRC-5.1a", "TRC-4.1.2d", "TRC-6.2a")
def test_what_a_movement_phase_reckoned_ends_with_it() -> None:
    units = {"46 Pz": "Y18", "47 Pz": "Y18", "8 TkC": "Y17"}
    state = at("axis", units=units, variables={"stukas": 0})
    fought = play(state, "end-movement")
    assert fought.decision != "movement"
    found = {name: fought.var(name) for name in ("duty known", "duty met", "outlook kept")}
    assert found == {"duty known": 0, "duty met": 1, "outlook kept": 0}


@pytest.mark.rule("TRC-16.1a")
def test_nobody_is_ripe_for_an_automatic_victory_once_battles_are_fought() -> None:
    units = {**dict.fromkeys(FORCE, "I18"), "6 TkC": "I16"}
    state = at("axis", 1, units=units, turn=2, variables={"stukas": 0})
    for unit in FORCE:
        state = go(state, unit, "J17")
    assert may(state, "overrun I16") and state.hexes_with("ripe") == ["I16"]
    assert play(state, "end-movement").hexes_with("ripe") == []


@pytest.mark.rule("TRC-4.0b")
def test_what_was_open_in_an_impulse_is_forgotten_when_the_player_turn_ends() -> None:
    """Partisans are placed in the end phase, when no impulse is under way."""
    state = at("russian", 2, units={"Partisan 1": "reserve"}, axis=["W19", "AA14", "T14"])
    assert state.hexes_with("not the enemy's")
    ended = walk(play(state, "end-movement"), "partisans")
    assert ended.to_move == "russian" and ended.hexes_with("not the enemy's") == []


# -- the set-up -----------------------------------------------------------------------------------

LATER = ("fall-blau", "zitadelle", "bagration")


@pytest.mark.rule("TRC-4.0a", "TRC-4.4a")
@pytest.mark.parametrize("scenario", ["breaking-storm", "barbarossa"])
def test_the_axis_begins_the_short_campaigns(scenario: str) -> None:
    state = game(scenario).new()
    while state.decision in ("set-up", "cover"):
        state.push(state.legal_actions.list()[0])
    assert (state.to_move, state.decision, state.var("impulse")) == ("axis", "movement", 1)


@pytest.mark.rule("TRC-27.11d")
@pytest.mark.parametrize("scenario", LATER)
def test_each_side_covers_its_own_line(scenario: str) -> None:
    state, asked = game(scenario).new(), set[str]()
    while state.decision in ("set-up", "cover"):
        if state.decision == "cover":
            asked.add(str(state.to_move))
            assert {side_of(u) for u in names(state, "cover")} == {state.to_move}
        state.push(state.legal_actions.list()[0])
    assert asked == {"axis", "russian"}


@pytest.mark.rule("TRC-27.11b", "TRC-3.3a", "TRC-27.11c")
@pytest.mark.parametrize("scenario", LATER)
def test_all_that_starts_is_set_up_each_in_the_area_of_its_nation(scenario: str) -> None:
    state = game(scenario).new()
    while state.decision in ("set-up", "cover"):
        state.push(state.legal_actions.list()[0])
    setup = data(scenario).setup
    m = data().map
    for unit in (u for u in data().units if u.id in setup["at_start"]):
        place = state.place(unit.name)
        if unit.kind != "air" and place in m.index:
            row = m.hexes[m.index[place]]
            if unit.side == "axis" and unit.nation != "finnish":
                assert row is not None
                assert row.area not in ("finland", "karelia"), unit.name
        assert place != "set-up", unit.name
    finns = [u.name for u in data().units if u.nation == "finnish" and u.id in setup["at_start"]]
    assert all(state.place(u) in m.index for u in finns)


@pytest.mark.rule("TRC-3.3a", "TRC-3.4a")
def test_a_position_of_the_set_up_is_taken_as_it_is() -> None:
    """Who waits has an area, and those before him stand: so it is read, at each step."""
    state: State = game("campaign").new()
    sides = set()
    while state.decision == "set-up":
        same = state._supposed(places=[])
        assert game("campaign").state_from_bytes(bytes(state)).places() == state.places()
        assert (same.decision, same.to_move) == ("set-up", state.to_move)
        assert same.places() == state.places()
        sides.add(str(state.to_move))
        state.push(state.legal_actions.list()[-1])
    assert sides == {"axis", "russian"}


@pytest.mark.rule("TRC-3.3c", "TRC-3.4d", "TRC-6.1b")
def test_nobody_is_set_up_in_a_full_hex() -> None:
    """Wherever most stand the next is put; three is the most, of those that count."""
    state = game("campaign").new()
    while state.decision == "set-up":
        legal = sorted(names(state, "set-up"))
        state.push(f"set-up {max(legal, key=lambda h: (len(state.units_at(h)), h))}")
    most = 0
    for hex_ in {p for p in state.places().values() if p in data().map.index}:
        counted = [
            u for u in state.units_at(hex_) if KINDS[u] in ("infantry", "armor", "motorized")
        ]
        most = max(most, len(counted))
        assert len(counted) <= 3, (hex_, counted)
    assert most == 3


COUNTED = ("infantry", "armor", "motorized")
KINDS = {u.name: u.kind for u in data().units}


@pytest.mark.rule("TRC-5.1a", "TRC-12.5b")
def test_moving_is_not_compulsory_unless_somebody_has_to_be_helped() -> None:
    """Three factors came beside twenty behind a river; a tank corps can still join them."""
    units = {"11 A": "R9", "12 A": "R9", "13 Inf": "T10", "46 Pz": "U11"}
    assert may(at("axis", units=units), "end-movement")
    came = go(at("axis", units=units), "13 Inf", "S9")
    with refused("TRC-12.5b"):
        play(came, "end-movement")
    assert may(go(came, "46 Pz", "S9"), "end-movement")
