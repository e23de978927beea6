"""Mangled states are refused, or satisfy every law and can be played on."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tools import mangle

import eastfront as ef
from eastfront.positions.layout import layout_of

GAMES = (
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/barbarossa",
    "barbarossa-1971/zitadelle",
)


@pytest.mark.parametrize("name", GAMES)
def test_mangled_states_are_refused_or_play_on(name: str) -> None:
    """A small share, always the same; `python -m tools.mangle` tries many more."""
    report = mangle.run(mangle.gather(ef.load(name), 1, 120), 500, 7)
    assert report.failed == 0, report.smallest
    assert report.refused > 200 and report.played > 50


@pytest.mark.parametrize("name", GAMES)
def test_every_variable_and_number_of_a_unit_has_a_range_and_keeps_to_it(name: str) -> None:
    game = ef.load(name)
    layout = layout_of(game)
    document = layout.document
    assert all(v["range"] is not None for v in document["variables"])
    canon = layout.canon(game.new())
    for v, (low, high) in enumerate(v["range"] for v in document["variables"]):
        for value in (low - 1, high + 1):
            variables = (*canon.variables[:v], value, *canon.variables[v + 1 :])
            with pytest.raises(ValueError, match=f"is {value}, expected"):
                game.state_from_bytes(layout.to_bytes(replace(canon, variables=variables)))
    for f, (_, high) in enumerate(document["unit_field_ranges"]):
        values = (high + 1, *canon.fields[f][1:])
        fields = (*canon.fields[:f], values, *canon.fields[f + 1 :])
        with pytest.raises(ValueError, match=document["unit_fields"][f]):
            game.state_from_bytes(layout.to_bytes(replace(canon, fields=fields)))


def test_a_flag_that_nothing_can_bear_where_the_program_waits_is_refused() -> None:
    """Nobody retreats while the German sets up."""
    game = ef.load(GAMES[0])
    layout = layout_of(game)
    canon = layout.canon(game.new())
    flags = list(canon.unit_flags)
    flags[layout.document["unit_flags"].index("retreating")] = 1
    with pytest.raises(ValueError, match="no unit bears `retreating`"):
        game.state_from_bytes(layout.to_bytes(replace(canon, unit_flags=tuple(flags))))


def test_a_law_of_the_game_holds_in_what_is_read() -> None:
    """BD-10.4a: a German in a hex with Soviets."""
    game = ef.load(GAMES[0])
    layout = layout_of(game)
    state = game.new()
    state.push("automatic")
    canon = layout.canon(state)
    german = next(u for u in game.units if game.sides[_side(layout, u)] == "german")
    places = list(canon.places)
    places[layout.unit_index[german]] = layout.place_index[state.place("3A")]
    with pytest.raises(ValueError, match=r"it breaks a law, BD-10\.4a"):
        game.state_from_bytes(layout.to_bytes(replace(canon, places=tuple(places))))


def test_aircraft_are_beside_the_map() -> None:
    """TRC-15.1a: they are with a battle, or with nobody."""
    game = ef.load(GAMES[1])
    layout = layout_of(game)
    canon = layout.canon((mangle.gather(game, 3, 40)).states[0])
    for name, ally in (("Stuka 1", "Hitler"), ("Sturmovik 2", "Stalin")):
        places = list(canon.places)
        for place in (places[layout.unit_index[ally]], layout.place_index["arriving"]):
            places[layout.unit_index[name]] = place
            with pytest.raises(ValueError, match=r"it breaks a law, TRC-15\.1a"):
                game.state_from_bytes(layout.to_bytes(replace(canon, places=tuple(places))))


def test_who_is_placed_is_one_who_comes() -> None:
    """TRC-22.3a: a text that does not say which worker waits for his city."""
    state = ef.position(
        f"game: {GAMES[1]}\nwait: russian impulse 1 begins, workers\nturn: 4\nset phase side: 1\n"
        "hexes russian control: +R9 +W19\nhexes open to workers: +R9 +W19\n"
        "arriving: Worker 1, Worker 2\n",
        ef.load(GAMES[1]),
    )
    state.push("place-worker Worker 2")
    assert state.decision == "worker city"
    text = state.text()
    assert "resume: " in text
    bare = "".join(line for line in text.splitlines(True) if not line.startswith("resume: "))
    with pytest.raises(ValueError, match="of russian impulse 1 begins is violated"):
        ef.position(bare, state.game)


def test_who_waits_to_be_withdrawn_is_soviet_and_on_the_map() -> None:
    """BD-8.10a."""
    game = ef.load(GAMES[0])
    layout = layout_of(game)
    states = map(game.state_from_bytes, mangle.gather(game, 1, 400).states)
    state = next(s for s in states if s.decision == "rvgk" and s.units_with("rvgk ready"))
    canon = layout.canon(bytes(state))
    ready = layout.document["unit_flags"].index("rvgk ready")
    on_map = [u for u in game.units if state.place(u) in game.hexes]
    for german in (u for u in on_map if game.sides[_side(layout, u)] == "german"):
        flags = list(canon.unit_flags)
        flags[ready] |= 1 << layout.unit_index[german]
        with pytest.raises(ValueError, match=r"it breaks a law, BD-8\.10a"):
            game.state_from_bytes(layout.to_bytes(replace(canon, unit_flags=tuple(flags))))


def test_whom_a_side_must_attack_somebody_may_attack() -> None:
    """TRC-3.7a: as the war begins Army Group North attacks nobody in the Western district."""
    game = ef.load(GAMES[1])

    def read(corps: str, impulse: int = 1) -> ef.State:
        text = f"""game: {GAMES[1]}
wait: axis combat phase, impulse {impulse}, battle
turn: 1
set impulse: {impulse}
M22: 8 TkC
L22: 2 TkC
L23: {corps}
"""
        return ef.position(text, game)

    assert read("20 Inf").legal_actions.names() == ["attack L22", "attack M22"]
    assert read("2 Inf", 2).legal_actions.names() == ["attack L22", "attack M22"]
    with pytest.raises(ValueError, match="of axis combat phase, impulse 1 is violated"):
        read("2 Inf")


def test_whom_a_side_in_battle_must_attack_somebody_may_attack() -> None:
    """TRC-3.7a: another corps has met Russians whom it may not attack."""
    game = ef.load(GAMES[1])
    text = f"""game: {GAMES[1]}
wait: axis combat phase, impulse 1, battle
turn: 1
M22: 8 TkC
L22: 2 TkC
L23: 20 Inf, 43 Inf
"""
    state = ef.position(text, game)
    state.push("attack M22")
    assert state.decision == "forces"
    layout = layout_of(game)
    canon = layout.canon(bytes(state))
    places = list(canon.places)
    places[layout.unit_index["2 Inf"]] = layout.place_index["J21"]
    places[layout.unit_index["5 A"]] = layout.place_index["K20"]
    with pytest.raises(ValueError, match=r"it breaks a law, TRC-3\.7a"):
        game.state_from_bytes(layout.to_bytes(replace(canon, places=tuple(places))))


@pytest.mark.parametrize("decision", ["forces", "odds"])
def test_who_attacks_stands_next_to_whom_he_attacks(decision: str) -> None:
    """TRC-12.3c."""
    game = ef.load(GAMES[1])
    layout = layout_of(game)
    states = map(game.state_from_bytes, mangle.gather(game, 1, 400).states)
    state = next(s for s in states if s.decision == decision and s.units_with("engaged"))
    canon = layout.canon(bytes(state))
    places = list(canon.places)
    leader = {"axis": "Hitler", "russian": "Stalin"}[str(state.to_move)]
    for unit in state.units_with("engaged"):
        places[layout.unit_index[unit]] = places[layout.unit_index[leader]]
    with pytest.raises(ValueError, match=r"the invariant .* is violated"):
        game.state_from_bytes(layout.to_bytes(replace(canon, places=tuple(places))))


def _side(layout: object, unit: str) -> int:
    return layout.unit_side[layout.unit_index[unit]]  # type: ignore[attr-defined]


def test_a_local_that_says_something_else_than_the_board_is_refused() -> None:
    """TRC-5.2a: a unit on the move is where the program believes it to be."""
    game = ef.load(GAMES[1])
    layout = layout_of(game)
    moves = (mangle.gather(game, 3, 400)).states
    waiting = [s for s in moves if game.state_from_bytes(s).decision == "leg"]
    assert waiting
    refused = 0
    for data in waiting:
        canon = layout.canon(data)
        for at in sorted(layout.live(canon)):
            value = canon.locals[at] + 1
            values = (*canon.locals[:at], value, *canon.locals[at + 1 :])
            found = mangle.fate(game, layout.to_bytes(replace(canon, locals=values)))
            assert found in (mangle.REFUSED, mangle.PLAYS)
            refused += found == mangle.REFUSED
    assert refused >= len(waiting)


def test_a_sample_of_an_observation_keeps_to_what_hidden_variables_can_be_there() -> None:
    """Before anybody was asked for standing answers there is none to think of."""
    state = ef.load(GAMES[0]).new()
    state.push("automatic")
    for seed in range(5):
        dealt = state.observation("german").sample(random.Random(seed))
        assert dealt.var("standing hero city") == 0 == dealt.var("standing emergency")
