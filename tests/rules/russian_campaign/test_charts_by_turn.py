"""Charts of sections 15, 20 to 23 and 25 turn by turn, from the first turn to the last."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .test_25_victory import OF_1942, OF_1943, OF_1944, ended, winner
from .turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, at, before, names, play, walk

TURNS = range(2, 26)
"""From July and August 1941 to May and June 1945."""

ARMOUR = {"41 Pz": "J30", "56 Pz": "J31"}
"""Two corps to be withdrawn in May 1944."""


def year(turn: int) -> int:
    """The year of a turn: the first is May and June 1941, the fifth January and February 1942."""
    return 1941 + (turn + 1) // 6


# -- aircraft -----------------------------------------------------------------------------------

STUKAS = {1941: (3, 1, 1), 1942: (2, 1, 1), 1943: (1, 0, 0), 1944: (0, 0, 0), 1945: (0, 0, 0)}
STURMOVIKS = {1941: (0, 0, 0), 1942: (0, 0, 0), 1943: (1, 0, 0), 1944: (2, 1, 0), 1945: (3, 1, 1)}
"""In clear weather, light mud and mud; from July 1943 only."""


def skies(turn: int) -> list[State]:
    """The turn with every die for its weather, which three modifiers reach to both ends."""
    found = []
    for modifier in (-3, 0, 2):
        for die in (1, 4, 6):
            variables = {"weather modifier": modifier, "stukas": 3, "sturmoviks": 3}
            units = {"1 Inf": "D29", **ARMOUR}
            state = before("axis", 1, turn=turn, units=units, variables=variables)
            state = walk(play(state, "end-movement"), "movement", "axis", 1, weather=die)
            assert state.turn == turn
            found.append(state)
    return found


@pytest.mark.rule("TRC-15.6a", "TRC-15.6b", "TRC-15.6c", "TRC-15.6d")
@pytest.mark.parametrize("turn", TURNS)
def test_the_stukas_of_every_turn(turn: int) -> None:
    for state in skies(turn):
        weather = state.var("weather")
        assert weather in (CLEAR, LIGHT_MUD, MUD, SNOW)
        expected = 0 if weather == SNOW else STUKAS[year(turn)][weather]
        assert state.var("stukas") == expected, weather


@pytest.mark.rule("TRC-15.9a", "TRC-15.9b", "TRC-15.9c", "TRC-15.9d")
@pytest.mark.parametrize("turn", TURNS)
def test_the_sturmoviks_of_every_turn(turn: int) -> None:
    for state in skies(turn):
        weather = state.var("weather")
        none = weather == SNOW or turn < 14
        expected = 0 if none else STURMOVIKS[year(turn)][weather]
        assert state.var("sturmoviks") == expected, weather


# -- Russian replacements -----------------------------------------------------------------------

WORKERS = {"Moscow Worker": "R9", "Kharkov Worker": "AA14"}
"""Five points."""


def bought(turn: int, units: dict[str, str], die: int) -> State:
    """The first choice of the Russian's replacements of a turn."""
    state = before("russian", 1, turn=turn, units={**WORKERS, **ARMOUR, **units})
    return walk(play(state, "end-movement"), "replacements", "russian", Archangel=die)


@pytest.mark.rule("TRC-22.1a", "TRC-22.4a", "TRC-22.4b", "TRC-22.7a")
@pytest.mark.parametrize("turn", TURNS)
def test_the_points_of_every_turn(turn: int) -> None:
    """A die from January 1942, one more in 1943 and 1944; workers twice from May 1943."""
    for die in (2, 6):
        workers = 10 if turn >= 13 else 5
        archangel = die + (year(turn) in (1943, 1944)) if turn >= 5 else 0
        state = bought(turn, {"4 A": "pool"}, die)
        assert state.var("replacement points") == workers + archangel


@pytest.mark.rule("TRC-22.5b", "TRC-22.5c")
@pytest.mark.parametrize("turn", TURNS)
def test_armor_and_guards_of_every_turn(turn: int) -> None:
    """One of each, from January 1944 two."""
    kinds = [["1 TkC", "7 TkC", "10 TkC"], ["1G CavC", "2G CavC", "3G CavC"]]
    units = dict.fromkeys([*kinds[0], *kinds[1], "4 A"], "pool")
    state = bought(turn, units, 3)._supposed(variables=[("replacement points", 40)])
    for those in kinds:
        most = 2 if turn >= 17 else 1
        some = state
        for n, unit in enumerate(those):
            assert (unit in names(some, "recruit")) == (n < most)
            some = play(some, f"recruit {unit}") if n < most else some


@pytest.mark.rule("TRC-22.8a", "TRC-22.8b", "TRC-22.5d")
@pytest.mark.parametrize("turn", TURNS)
def test_stavka_comes_back_in_january_alone(turn: int) -> None:
    state = bought(turn, {"4 A": "pool", "Stavka": "pool", "Stalin": "R9"}, 2)
    first = walk(play(state, "end-replacements"), "movement", "russian", 1)
    out = play(first, "end-movement")
    while not (out.decision == "movement" and out.var("impulse") == 2):
        if out.decision == "replacements":
            break
        legal = out.legal_actions.list()
        out.push("roll 1" if out.to_move == "chance" else legal[0])
    assert out.turn == turn
    asked = out.decision == "replacements"
    assert asked == (turn in (5, 11, 17, 23))
    if asked:
        points = out.var("replacement points")
        back = play(out, "recruit Stavka")
        assert back.var("replacement points") == points - 1


# -- withdrawals --------------------------------------------------------------------------------


@pytest.mark.rule("TRC-20.9.1a", "TRC-20.9.2a", "TRC-20.9.3a")
@pytest.mark.parametrize("turn", range(14, 26))
def test_how_many_corps_leave_in_every_turn(turn: int) -> None:
    """Two of armor in May 1944, one of any kind in March and in May 1945."""
    corps = ["41 Pz", "56 Pz", "24 Pz", "1 Inf", "49 Mtn"]
    hexes = ["J30", "J31", "K31", "L31", "M31"]
    state = before("axis", 1, turn=turn, units=dict(zip(corps, hexes, strict=True)))
    state = play(state, "end-movement")
    out = walk(state, "movement", "axis", 1)
    gone = [u for u in [*corps, "28 Inf"] if out.place(u) in ("removed", "later")]
    assert len(gone) == {19: 2, 24: 1, 25: 1}.get(turn, 0)
    assert turn != 19 or all("Pz" in u for u in gone)


@pytest.mark.rule("TRC-20.9.2c", "TRC-20.9.1a")
@pytest.mark.parametrize("turn", range(20, 26))
def test_armor_comes_back_in_january_1945_alone(turn: int) -> None:
    units = {"24 Pz": "later", "1 Inf": "J30", "2 Inf": "J31"}
    state = before("axis", 1, turn=turn, units=units, flags={"returning": ["24 Pz"]})
    out = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert (out.place("24 Pz") == "arriving") == (turn == 23)


# -- motorization -------------------------------------------------------------------------------


@pytest.mark.rule("TRC-23.1a")
@pytest.mark.parametrize(
    ("unit", "turn", "alike", "other"),
    [
        ("11 Mot", 14, "1 Inf", "10 Inf"),
        ("26 Mot", 14, "10 Inf", "1 Inf"),
        ("29 Mot", 16, "10 Inf", "1 Inf"),
        ("43 Mot", 16, "7 Inf", "1 Inf"),
    ],
)
def test_which_infantry_makes_place_for_a_motorized_corps(
    unit: str, turn: int, alike: str, other: str
) -> None:
    """4-4 for the 11th, 3-4 for the 26th and the 29th, 5-4 for the 43rd, July and November."""
    units = {unit: "later", alike: "J30", other: "J31"}

    def begun(turn: int) -> State:
        state = before("axis", 1, turn=turn, units=units)
        out = play(state, "end-movement")
        while out.decision not in ("movement", "motorization") or out.to_move != "axis":
            legal = out.legal_actions.list()
            passing = next((a for a in legal if out.is_pass(a)), legal[0])
            out.push("roll 1" if out.to_move == "chance" else passing)
        return out

    assert begun(turn - 1).place(unit) == "later"
    asked = begun(turn)
    if asked.decision == "motorization":
        # the bystander, a 3-4, may go as well
        choices = [a.partition(" ")[2] for a in asked.legal_actions.names()]
        assert alike in choices and other not in choices
    else:
        assert (asked.place(unit), asked.place(alike)) == ("J30", "removed")
        assert asked.place(other) == "J31"


# -- sudden death -------------------------------------------------------------------------------


@pytest.mark.rule("TRC-25.2.1a", "TRC-25.2a", "TRC-25.2.2a", "TRC-25.2.3a", "TRC-25.2.4a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize(("turn", "hexes"), [(5, OF_1942), (11, OF_1943), (17, OF_1944)])
def test_each_objective_is_needed_and_no_other_city(side: str, turn: int, hexes: list[str]) -> None:
    """Nothing else is held; then each in turn is nobody's."""
    others = sorted({*OF_1942, *OF_1943, *OF_1944} - {*hexes})
    held = {side: hexes}
    won = winner(ended(at("russian", 2, turn=turn, nobody=[*others, "K30"], **held)))
    assert won is not None and won[0] == side
    for hex_ in hexes:
        rest = {side: [h for h in hexes if h != hex_]}
        state = at("russian", 2, turn=turn, nobody=[hex_, *others, "K30"], **rest)
        assert ended(state).outcome is None, hex_


@pytest.mark.rule("TRC-25.2.1a", "TRC-25.2a")
@pytest.mark.parametrize("turn", [4, 6, 10, 12, 16, 18])
def test_objectives_count_in_january_and_february_alone(turn: int) -> None:
    every = sorted({*OF_1942, *OF_1943, *OF_1944})
    state = at("russian", 2, turn=turn, axis=every, units=ARMOUR)
    assert ended(state).outcome is None
