"""Sections 26.6 and 26.11: land that an optional rule closes to moves, trains and retreats."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from eastfront._core import State

from ...battle_positions import combat, engage, fight, reach, result
from ...line_positions import at as on_lines
from ...opening_positions import country
from ...turn_positions import at, data, names, play, refused

NEUTRAL, NATIONAL = ("hungarian-neutrality",), ("national-restrictions",)
HISTORICAL = ("historical-set-up",)
DR = 5


def rows(first: str, last: str) -> set[str]:
    """The hexes from one row to another."""
    letters = [chr(n) for n in range(ord(first), ord(last) + 1)]
    found = (h.name for h in data().map.hexes if h is not None)
    return {h for h in found if h.rstrip("0123456789") in letters}


HUNGARY, SOUTH, NORTH = country("hungary"), rows("I", "Z"), rows("A", "K")
"""What is closed: Hungary in the opening impulse, the land south of row H and north of row L."""


CLOSED = pytest.mark.parametrize(
    ("options", "side", "unit", "here", "closed"),
    [
        pytest.param(
            NEUTRAL, "axis", "38 Inf", "R28", HUNGARY,
            marks=[pytest.mark.option("hungarian_neutrality"), pytest.mark.rule("TRC-26.11a")],
        ),
        pytest.param(
            NEUTRAL, "russian", "11 A", "T27", HUNGARY,
            marks=[pytest.mark.option("hungarian_neutrality"), pytest.mark.rule("TRC-26.11a")],
        ),
        pytest.param(
            NATIONAL, "axis", "Finn 2 Inf", "G15", SOUTH,
            marks=[pytest.mark.option("nations"), pytest.mark.rule("TRC-26.6.1a")],
        ),
        pytest.param(
            NATIONAL, "axis", "Hun 1 Mot", "N18", NORTH,
            marks=[pytest.mark.option("nations"), pytest.mark.rule("TRC-26.6.2a")],
        ),
    ],
)  # fmt: skip
"""Who brings in closed land, and who stands beside it and must not enter it."""


# -- moves --------------------------------------------------------------------------------------


@CLOSED
def test_nobody_walks_into_closed_land(
    options: tuple[str, ...], side: str, unit: str, here: str, closed: set[str]
) -> None:
    usual = reach(at(side, turn=1, units={unit: here}), unit)
    found = reach(at(side, turn=1, units={unit: here}, options=options), unit)
    assert usual & closed and found
    assert found == usual - closed


@pytest.mark.option("nations")
@pytest.mark.rule("TRC-26.6.1a", "TRC-26.6.2a")
@pytest.mark.parametrize("unit", ["1 Inf", "Hun 1 Mot"])
def test_what_is_closed_to_one_is_open_to_others(unit: str) -> None:
    """A German, and a Hungarian whom other land is closed to, beside a Finn in the north."""
    state = at("axis", turn=1, units={unit: "G15", "Finn 2 Inf": "G15"}, options=NATIONAL)
    assert reach(state, unit) & SOUTH and not reach(state, "Finn 2 Inf") & SOUTH


@pytest.mark.option("hungarian_neutrality")
@pytest.mark.rule("TRC-26.11a")
@pytest.mark.parametrize(("side", "unit"), [("axis", "13 Inf"), ("russian", "7 TkC")])
@pytest.mark.parametrize("here", ["R29", "S28", "V28", "W28"])
def test_who_stands_in_it_leaves_it_and_goes_no_deeper(side: str, unit: str, here: str) -> None:
    def found(turn: int, impulse: int) -> set[str]:
        return reach(at(side, impulse, turn=turn, units={unit: here}, options=NEUTRAL), unit)

    opening = found(1, 1)
    assert opening and not opening & HUNGARY
    # in the second impulse, and in the turn after, it is land as other land
    assert found(1, 2) & HUNGARY and found(2, 1) & HUNGARY


@CLOSED
@pytest.mark.rule("TRC-5.5a")
def test_bulgaria_is_closed_beside_it(
    options: tuple[str, ...], side: str, unit: str, here: str, closed: set[str]
) -> None:
    """EE29 is next to Bulgaria, which is closed to all."""
    for start, shut in ((here, closed), ("EE29", country("bulgaria"))):
        found = reach(at(side, turn=1, units={unit: start}, options=options), unit)
        assert found and not found & shut


# -- trains -------------------------------------------------------------------------------------


@pytest.mark.option("nations")
@pytest.mark.rule("TRC-26.6.1a", "TRC-9.3.1b")
def test_no_train_goes_there_or_through() -> None:
    """From H16 over row I to H14, or back to F17."""
    line = ["F17", "G16", "H16", "I15", "J15", "I14", "H14"]

    def riding(unit: str) -> State:
        return play(on_lines("axis", {unit: "H16"}, rail=line, options=NATIONAL), f"rail {unit}")

    assert names(riding("1 Inf"), "rail-to") == {*line} - {"H16"}
    finn = riding("Finn 2 Inf")
    assert names(finn, "rail-to") == {"F17", "G16"}
    for hex_ in ("I15", "J15", "I14"):
        with refused("TRC-26.6.1a"):
            play(finn, f"rail-to {hex_}")


@pytest.mark.option("hungarian_neutrality")
@pytest.mark.rule("TRC-26.11a", "TRC-9.3.1b")
def test_no_train_crosses_closed_land_to_the_edge() -> None:
    """Over T28 to T33 a train comes to the edge, and off the map to E33."""
    line = ["S25", "S26", "R26", "T27", "T28", "T29", "T30", "T31", "T32", "T33", "E33", "E32"]

    def goals(turn: int) -> set[str]:
        state = on_lines("axis", {"1 Inf": "T27"}, turn=turn, rail=line, options=NEUTRAL)
        return names(play(state, "rail 1 Inf"), "rail-to")

    assert goals(2) == {*line} - {"T27"}
    assert goals(1) == {"S25", "S26", "R26"}


@pytest.mark.option("hungarian_neutrality")
@pytest.mark.rule("TRC-26.11a", "TRC-9.3.1b")
@pytest.mark.parametrize("turn", [1, 2])
def test_no_russian_train_goes_there_either(turn: int) -> None:
    state = on_lines(
        "russian", {"16 A": "S25"}, turn=turn, russian=["S25"], rail=[], options=NEUTRAL
    )
    riding = play(state, "rail 16 A")
    assert "T27" in names(riding, "rail-to")
    assert bool(names(riding, "rail-to") & HUNGARY) == (turn == 2)
    if turn == 1:
        with refused("TRC-26.11a"):
            play(riding, "rail-to T28")


# -- retreats -----------------------------------------------------------------------------------


def ends(state: State, unit: str) -> set[str]:
    """Where a unit may end its retreat, whatever the victor chooses."""
    found: set[str] = set()
    ways = [state]
    while ways:
        here = ways.pop()
        if here.decision in ("retreat", "retreat to", "retreat on"):
            ways += [play(here, action) for action in here.legal_actions.names()]
        else:
            found.add(str(here.place(unit)))
    return found


def fled(state: State, hexes: str | list[str], forces: Iterable[str], unit: str) -> set[str]:
    """Where a unit may end the retreats that it is made to by an attack, at any odds and dice."""
    ready = engage(state, hexes, forces)
    found: set[str] = set()
    for announced in names(ready, "odds"):
        for die in range(1, 7):
            end = result(ready, die, int(announced))
            if end.var("result") == DR:
                found |= ends(end, unit)
    assert found
    return found


def driven(
    south: str, options: tuple[str, ...] = NEUTRAL, turn: int = 1, impulse: int = 1
) -> set[str]:
    """Where Russians at T27 may end a retreat from Germans at S26 and in another hex."""
    corps = {"3 Pz": "S26", "14 Pz": "S26", "48 Pz": south}
    state = combat("axis", {**corps, "11 A": "T27"}, impulse, turn=turn, options=options)
    return fled(state, "T27", corps, "11 A")


@pytest.mark.option("hungarian_neutrality")
@pytest.mark.rule("TRC-26.11b", "TRC-13.4a")
def test_nobody_retreats_there_who_has_another_way() -> None:
    usual = driven("T26", options=())
    assert usual & HUNGARY and usual - HUNGARY
    assert driven("T26") and not driven("T26") & HUNGARY
    # in the second impulse, and in the turn after, it is open again
    assert driven("T26", impulse=2) & HUNGARY
    assert driven("T26", turn=2) & HUNGARY


@pytest.mark.option("hungarian_neutrality")
@pytest.mark.rule("TRC-26.11b", "TRC-13.4a")
def test_who_has_no_other_way_retreats_there() -> None:
    found = driven("U26")
    assert found and found <= HUNGARY
    assert found == driven("U26", options=())


@pytest.mark.option("nations")
@pytest.mark.rule("TRC-26.6.3a", "TRC-13.4a")
def test_that_one_had_no_other_way_opens_it_to_nobody_else() -> None:
    """A Hungarian is driven over row L, and a Finn in another battle after him not over row H."""
    near = {"16 A": "M20", "5G A": "M20", "4 A": "F15", "12 A": "F15"}
    watch = {"11 A": "L22", "8 A": "L18", "3 A": "N20"}
    units = {**near, **watch, "Hun 2 Inf": "L20", "Finn 2 Inf": "G15"}
    state = combat("russian", units, options=NATIONAL, axis=["J21"])
    first = fight(state, "L20", ["16 A", "5G A"], 3)
    assert first.var("result") == DR and ends(first, "Hun 2 Inf") <= NORTH
    while first.decision in ("retreat to", "retreat on"):
        first = play(first, f"retreat-to {min(names(first, 'retreat-to'))}")
    assert first.place("Hun 2 Inf") in NORTH
    found = fled(first, "G15", ["4 A", "12 A"], "Finn 2 Inf")
    assert len(found) > 1 and not found & SOUTH
    # a German in his place is driven there
    german = combat("russian", {**near, "1 Inf": "G15"}, options=NATIONAL, axis=["J21"])
    assert fled(german, "G15", ["4 A", "12 A"], "1 Inf") & SOUTH


@pytest.mark.option("nations")
@pytest.mark.rule("TRC-26.6.3a", "TRC-13.4a")
def test_of_two_units_in_a_battle_each_is_asked_for_a_way_of_its_own() -> None:
    """The Hungarian at L20 has ways over row L alone, the other at L21 has ways along it."""
    units = {"1G TkA": "M20", "2G TkA": "M20", "11 A": "P21", "8 A": "K18"}
    held = {"Hun 2 Inf": "L20", "Hun 3 Inf": "L21"}
    state = combat("russian", {**units, **held}, options=NATIONAL, axis=["J21"])
    forces, hexes = ["1G TkA", "2G TkA"], ["L20", "L21"]
    assert fled(state, hexes, forces, "Hun 2 Inf") <= NORTH
    assert not fled(state, hexes, forces, "Hun 3 Inf") & NORTH
    # where he stands a German is driven north as well
    germans = {"38 Inf": "L20", "13 Inf": "L21"}
    german = combat("russian", {**units, **germans}, options=NATIONAL, axis=["J21"])
    assert fled(german, hexes, forces, "13 Inf") & NORTH


# -- an option that closes nothing ----------------------------------------------------------------


@pytest.mark.option("historical_set_up")
@pytest.mark.parametrize(
    ("side", "unit", "here"), [("axis", "38 Inf", "R28"), ("russian", "11 A", "T27")]
)
def test_an_option_that_closes_no_land_leaves_it_open(side: str, unit: str, here: str) -> None:
    def found(options: tuple[str, ...]) -> set[str]:
        return reach(at(side, turn=1, units={unit: here}, options=options), unit) & HUNGARY

    assert found(HISTORICAL) == found(()) != set()
    assert driven("T26", HISTORICAL) & HUNGARY == driven("T26", ()) & HUNGARY != set()
