"""Section 24: the surrender of minor allies."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .turn_positions import at, before, data, names, play, refused, walk

HUNGARY = ["S30", "S31", "T30", "T31", "U30", "U31"]
ARMIES = ["11 A", "3 A", "8 A", "10 A", "5 A", "6 A"]


def ended(state: State) -> State:
    """The next Axis turn."""
    return walk(play(state, "end-movement"), "movement", "axis", 1, weather=1)


def invaded(armies: int, **more: object) -> State:
    """Russian armies stand in Hungary as their second impulse ends."""
    units = dict(zip(ARMIES[:armies], HUNGARY, strict=False))
    hungarians = {"Hun 1 Mot": "E32", "Hun 2 Inf": "later", "Hun 3 Inf": "pool"}
    everyone = {**units, **hungarians}
    return at("russian", 2, turn=20, units=everyone, russian=["S25"], **more)  # type: ignore[arg-type]


@pytest.mark.rule("TRC-24.4a", "TRC-24.1a")
def test_italy_surrenders_in_september_1943() -> None:
    units = {"Ital 3 Inf": "E32", "Ital 4 Inf": "pool", "Ital 5 Inf": "later", "9 Inf": "J31"}
    state = ended(at("russian", 2, turn=14, units=units))
    assert state.turn == 15
    assert [state.place(u) for u in units] == ["surrendered"] * 3 + ["J31"]
    early = ended(at("russian", 2, turn=13, units=units))
    assert early.place("Ital 3 Inf") == "E32"


@pytest.mark.rule("TRC-24.2a", "TRC-24.1a")
def test_five_russian_units_make_hungary_surrender() -> None:
    state = ended(invaded(5))
    assert [state.place(u) for u in ("Hun 1 Mot", "Hun 2 Inf", "Hun 3 Inf")] == ["surrendered"] * 3
    assert state.var("hungarian surrender") == 1
    four = ended(invaded(4))
    assert four.place("Hun 1 Mot") == "E32"


@pytest.mark.rule("TRC-24.2a")
def test_units_out_of_supply_do_not_count_in_hungary() -> None:
    track = [h.name for h in data().map.hexes if h is not None and "rail" in h.features]
    state = invaded(5, axis=["O23", "J21"], rail=track)
    cut = state._supposed(
        hex_flags=[("S25", "axis control", True), ("S25", "russian control", False)]
    )
    assert ended(state).var("hungarian surrender") == 1
    assert ended(cut).var("hungarian surrender") == 0


@pytest.mark.rule("TRC-24.3a", "TRC-24.1a")
def test_rumania_surrenders_with_bucharest() -> None:
    units = {"11 A": "BB31", "Rum 1 Inf": "E32", "Rum 2 Inf": "pool"}
    state = ended(at("russian", 2, turn=20, units=units))
    assert [state.place(u) for u in ("Rum 1 Inf", "Rum 2 Inf")] == ["surrendered"] * 2
    near = ended(at("russian", 2, turn=20, units={**units, "11 A": "R9"}))
    assert near.place("Rum 1 Inf") == "E32"


@pytest.mark.rule("TRC-24.3a", "TRC-24.5b")
def test_finland_surrenders_with_helsinki_and_is_closed() -> None:
    units = {"11 A": "B14", "Finn 2 Inf": "E32", "9 TkC": "C10"}
    state = ended(at("russian", 2, turn=9, units=units))
    assert state.place("Finn 2 Inf") == "surrendered"
    assert state.var("Finland closed") == 1
    # by the other reading only section 24.5 closes the country
    other = ended(at("russian", 2, turn=9, units=units, options=("D-74",)))
    assert (other.var("finnish surrender"), other.var("Finland closed")) == (1, 0)


def autumn(units: dict[str, str], turn: int = 21, **more: object) -> State:
    """An Axis turn begins."""
    state = before("axis", 1, turn=turn, units={"Finn 2 Inf": "B13", **units}, **more)
    state.push("end-movement")
    return walk(state, "movement", "axis", 1, weather=1)


@pytest.mark.rule("TRC-24.5a")
def test_finland_surrenders_from_september_1944_without_leningrad() -> None:
    assert autumn({}).place("Finn 2 Inf") == "surrendered"
    assert autumn({}, turn=22).place("Finn 2 Inf") == "surrendered"
    assert autumn({}, turn=20).place("Finn 2 Inf") == "B13"
    assert autumn({}, axis=["E10"]).place("Finn 2 Inf") == "B13"


@pytest.mark.rule("TRC-24.5b", "TRC-24.5a")
def test_then_helsinki_is_russian_and_finland_closed() -> None:
    state = autumn({"9 Inf": "B14", "14 A": "later"})
    assert "B14" in state.hexes_with("russian control")
    assert "B14" not in state.hexes_with("axis control")
    assert state.var("Finland closed") == 1
    # that is no capture (D-90)
    assert state.units_with("called") == []
    other = autumn({"9 Inf": "B14", "14 A": "later"}, options=("D-90",))
    assert other.units_with("called") == ["14 A"]


@pytest.mark.rule("TRC-24.5c")
def test_axis_units_in_finland_are_lost_at_the_end_of_that_turn() -> None:
    def over(fell: int) -> str:
        state = at(
            "russian",
            2,
            turn=21,
            units={"49 Mtn": "B13"},
            variables={"Finland closed": 1, "turn of the Finnish surrender": fell},
        )
        return ended(state).place("49 Mtn")

    assert over(21) == "pool"
    assert over(20) == "B13"


@pytest.mark.rule("TRC-24.5b")
def test_nobody_enters_finland_any_more() -> None:
    state = at("russian", 1, turn=22, units={"23 A": "C10"}, variables={"Finland closed": 1})
    open_ = at("russian", 1, turn=8, units={"23 A": "C10"})
    inside = {"B11", "B12", "B13"}
    assert names(play(open_, "move 23 A"), "to") & inside
    assert not names(play(state, "move 23 A"), "to") & inside
    with refused("TRC-5.2a"):
        play(state, "move 23 A", "to B11")


@pytest.mark.rule("TRC-24.2a", "TRC-4.2.5a")
def test_allies_surrender_in_the_end_phase_of_the_russian_turn_alone() -> None:
    units = dict(zip(ARMIES, HUNGARY, strict=True)) | {"Hun 1 Mot": "E32", "1 TkC": "BB31"}
    started = at("axis", 2, turn=20, units=units, russian=["S25", "BB31"])
    russian = walk(play(started, "end-movement"), "movement", "russian", 1, weather=1)
    fallen = ("hungarian surrender", "rumanian surrender")
    assert [russian.var(v) for v in fallen] == [0, 0]
    assert [walk(russian, "movement", "axis", 1).var(v) for v in fallen] == [1, 1]


@pytest.mark.rule("TRC-24.2a", "TRC-24.1a")
@pytest.mark.parametrize("fifth", ["E32", "V26"])
def test_only_russian_units_in_hungary_count(fifth: str) -> None:
    state = ended(invaded(5)._supposed(places=[("5 A", fifth)]))
    assert state.var("hungarian surrender") == 0


@pytest.mark.rule("TRC-24.3a")
def test_neither_capital_brings_down_the_other_nation() -> None:
    units = {"Rum 1 Inf": "E32", "Finn 2 Inf": "F32"}
    fallen = ("rumanian surrender", "finnish surrender")

    def after(held: str) -> list[int]:
        state = ended(at("russian", 2, turn=9, units={**units, "11 A": held}))
        return [state.var(v) for v in fallen]

    assert after("R9") == [0, 0]
    assert after("BB31") == [1, 0]
    assert after("B14") == [0, 1]


@pytest.mark.rule("TRC-24.3a", "TRC-24.5a", "TRC-24.5c")
def test_finland_surrenders_once() -> None:
    facts = {"finnish surrender": 1, "turn of the Finnish surrender": 15, "Finland closed": 1}
    for turn in (17, 22):
        state = at("russian", 2, turn=turn, russian=["B14"], units={}, variables=facts)
        assert ended(state).var("turn of the Finnish surrender") == 15
    late = autumn({"Finn 2 Inf": "surrendered"}, turn=22, russian=["B14"], variables=facts)
    assert late.var("turn of the Finnish surrender") == 15


@pytest.mark.rule("TRC-20.6a", "TRC-24.5b")
def test_the_surrender_of_finland_calls_only_the_russians_of_lapland_by_the_other_reading() -> None:
    units = {"9 Inf": "B14", "14 A": "later", "3 A": "later"}
    assert autumn(units, options=("D-90",)).units_with("called") == ["14 A"]
    assert autumn(units).units_with("called") == []


@pytest.mark.rule("TRC-24.5c")
def test_who_is_outside_finland_or_russian_is_not_lost_with_it() -> None:
    units = {"49 Mtn": "B13", "9 Inf": "E14", "11 A": "B11"}

    def over(closed: int) -> list[str]:
        facts = {"Finland closed": closed, "turn of the Finnish surrender": 21}
        state = ended(at("russian", 2, turn=21, units=units, variables=facts))
        return [state.place(u) for u in units]

    assert over(1) == ["pool", "E14", "B11"]
    assert over(0) == ["B13", "E14", "B11"]


@pytest.mark.rule("TRC-24.5b")
def test_helsinki_is_no_ones_prize_while_finland_is_open() -> None:
    state = at("russian", 2, turn=9, units={"9 Inf": "B14"})
    assert "B14" in ended(state).hexes_with("axis control")
    assert "B14" not in ended(state).hexes_with("russian control")


@pytest.mark.rule("TRC-24.5a")
@pytest.mark.parametrize(("side", "impulse"), [("axis", 2), ("russian", 1), ("russian", 2)])
def test_leningrad_is_asked_for_as_the_axis_turn_begins_alone(side: str, impulse: int) -> None:
    state = before(side, impulse, turn=21, units={"Finn 2 Inf": "B13"})
    state.push("end-movement")
    assert walk(state, "movement", side, impulse, weather=1).place("Finn 2 Inf") == "B13"


# -- clause by clause -------------------------------------------------------------------------

TRACK = ["O19", "O20", "O21", "O22", "O23"]
"""Axis track on which a partisan may hide."""


def at_dusk(units: dict[str, str], **more: object) -> State:
    """The Russian end phase of a turn in 1943, when a partisan is to be placed."""
    places = {"Partisan 1": "reserve", **units}
    where = {"rail": TRACK, "axis": ["O19", "O22", "O23"], **more}
    state = at("russian", 2, turn=14, units=places, **where)  # type: ignore[arg-type]
    return walk(play(state, "end-movement"), "partisans", "russian")


@pytest.mark.rule("TRC-4.2.5a", "TRC-24.3a")
def test_an_ally_surrenders_before_partisans_move() -> None:
    for held, fell in (("BB31", 1), ("R9", 0)):
        state = at_dusk({"11 A": held})
        assert (state.turn, state.decision) == (14, "partisans")
        assert state.var("rumanian surrender") == fell


@pytest.mark.rule("TRC-24.1a", "TRC-4.2.5a")
def test_a_city_that_surrendered_units_watched_is_free() -> None:
    """Kiev is empty; a Rumanian at V19 and a Russian at X20 both watch it."""
    units = {"11 A": "BB31", "3 A": "X20", "Rum 1 Inf": "V19"}
    state = at_dusk(units, nobody=["W19"])
    assert state.place("Rum 1 Inf") == "surrendered"
    assert "W19" in state.hexes_with("russian control")
    # while Rumania fights on it is nobody's
    fighting = at_dusk({**units, "11 A": "R9"}, nobody=["W19"])
    assert fighting.place("Rum 1 Inf") == "V19"
    assert "W19" not in fighting.hexes_with("russian control")


@pytest.mark.rule("TRC-24.1a", "TRC-24.3a")
def test_only_units_of_the_nation_that_fell_surrender() -> None:
    units = {
        "Rum 1 Inf": "E32", "Rum 2 Inf": "pool", "Rum 3 Inf": "off-map", "Hun 1 Mot": "E32",
        "Finn 2 Inf": "B13", "Ital 3 Inf": "F32", "9 Inf": "F32",
    }  # fmt: skip
    state = at_dusk({**units, "11 A": "BB31"})
    fell = {u for u in units if state.place(u) == "surrendered"}
    assert fell == {"Rum 1 Inf", "Rum 2 Inf", "Rum 3 Inf"}
    names_ = ("italian", "finnish", "rumanian", "hungarian")
    assert [state.var(f"{n} surrender") for n in names_] == [0, 0, 1, 0]


@pytest.mark.rule("TRC-24.4a")
@pytest.mark.parametrize(("turn", "fell"), [(14, 0), (15, 1), (16, 0)])
def test_italy_surrenders_as_that_turn_begins_and_weather_is_rolled_then(
    turn: int, fell: int
) -> None:
    state = before("axis", 1, turn=turn, units={"Ital 3 Inf": "E32"})
    rolled = walk(play(state, "end-movement"), "weather")
    if turn == 15:
        # September and October have a roll of their own, and Italy is gone before it
        assert (rolled.turn, rolled.decision) == (15, "weather")
        assert rolled.place("Ital 3 Inf") == "surrendered"
    after = walk(play(state, "end-movement"), "movement", "axis", 1, weather=1)
    assert (after.turn, after.var("italian surrender")) == (turn, fell)


@pytest.mark.rule("TRC-24.2a")
@pytest.mark.parametrize("kind", ["Stavka", "Moscow Worker", "5 ParaC"])
def test_any_russian_unit_counts_as_the_fifth(kind: str) -> None:
    state = ended(invaded(4)._supposed(places=[(kind, "T31")]))
    assert state.var("hungarian surrender") == 1


@pytest.mark.rule("TRC-24.2a", "TRC-24.3a")
def test_a_nation_surrenders_once() -> None:
    units = {"Hun 1 Mot": "E32", "Rum 1 Inf": "F32", "9 Inf": "E31", "12 A": "BB31"}
    fallen = {"hungarian surrender": 1, "rumanian surrender": 1}
    state = ended(invaded(5, variables=fallen)._supposed(places=list(units.items())))
    # who came into play again by another rule is left alone
    assert [state.place(u) for u in ("Hun 1 Mot", "Rum 1 Inf")] == ["E32", "F32"]


@pytest.mark.rule("TRC-24.5a")
def test_leningrad_in_nobodys_hands_does_not_keep_finland_in_the_war() -> None:
    assert autumn({}, nobody=["E10"]).place("Finn 2 Inf") == "surrendered"
    fallen = {"finnish surrender": 1}
    assert autumn({"Finn 2 Inf": "removed"}, variables=fallen).place("Finn 2 Inf") == "removed"


@pytest.mark.rule("TRC-24.5b", "TRC-22.4c")
def test_what_is_taken_elsewhere_counts_when_finland_is_closed() -> None:
    state = at(
        "axis", 1, turn=22, units={"49 Mtn": "D1"},
        variables={"Finland closed": 1, "finnish surrender": 1},
    )  # fmt: skip
    taken = play(state, "move 49 Mtn", "to C1")
    assert taken.var("Archangel lost") == 1
    assert "B14" in taken.hexes_with("russian control")


@pytest.mark.rule("TRC-24.5b")
@pytest.mark.parametrize("closed", [0, 1])
def test_helsinki_changes_hands_while_finland_is_open(closed: int) -> None:
    facts = {"Finland closed": closed, "finnish surrender": closed}
    state = at("axis", 1, turn=22, units={"49 Mtn": "B13"}, russian=["B14"], variables=facts)
    taken = play(state, "move 49 Mtn", "to B14")
    assert taken.place("49 Mtn") == "B14"
    assert ("B14" in taken.hexes_with("axis control")) == (not closed)
    assert ("B14" in taken.hexes_with("russian control")) == bool(closed)


@pytest.mark.rule("TRC-24.5b", "TRC-24.5c", "TRC-24.5a")
def test_the_turn_in_which_finland_surrendered_is_remembered() -> None:
    units = {"49 Mtn": "B13", "9 Inf": "A9"}
    state = autumn(units)
    assert state.var("turn of the Finnish surrender") == 21
    assert [state.place(u) for u in units] == ["B13", "A9"]
    # whoever is there when the turn ends is lost, though he came in later
    there = at(
        "russian", 2, turn=21, units=units,
        variables={n: state.var(n) for n in ("Finland closed", "turn of the Finnish surrender")},
    )  # fmt: skip
    assert [ended(there).place(u) for u in units] == ["pool", "pool"]


@pytest.mark.rule("TRC-24.5b")
def test_closed_finland_takes_helsinki_from_the_axis_by_its_own_rule() -> None:
    """Control is looked at when Kursk falls."""
    state = at("russian", turn=20, units={"16 A": "X14"}, axis=["X13", "B14"],
               variables={"Finland closed": 1})  # fmt: skip
    moving = play(state, "move 16 A")
    told = moving.push("to X13", effects=True) or []
    assert ("hex", "B14", "axis control", False, "TRC-24.5b") in told
    assert ("hex", "B14", "russian control", True, "TRC-24.5b") in told
