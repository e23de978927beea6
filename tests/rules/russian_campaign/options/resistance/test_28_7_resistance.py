"""Section 28.7: Russian paratroops underground, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ... import line_positions
from ...battle_positions import engage, go, may, odds, overrun
from ...turn_positions import MAY_42, at, before, game, impulse_of, names, play, refused, walk

RESISTANCE = ("chit-russian=5",)
WAITING = {"5 ParaC": "reserve", "Partisan 1": "reserve"}


def evening(units: dict[str, str] | None = None, **more: Any) -> State:
    """The Russian end phase, or what comes after it when nobody is asked.

    The Axis has Berlin and what is named, cities and track.
    """
    more = {"axis": ["X13", "W19", "P14"], "options": RESISTANCE, **more}
    state = line_positions.at("russian", {**WAITING, **(units or {})}, impulse=2, **more)
    return on_to_dusk(state)


def drawn(hand: int, shown: int = 0) -> State:
    """The same when chits are drawn, and the Russian holds one or has shown one."""
    state = at(
        "russian", 2, units=WAITING, axis=["X13"], options=("chits",),
        variables={"russian chit shown": shown},
    )  # fmt: skip
    chits = [(f"Chit {n}", "cup") for n in range(2, 7)]
    return on_to_dusk(state._supposed(places=[*chits, (f"Chit {hand}", "russian hand")]))


def on_to_dusk(state: State) -> State:
    """A movement phase played on to the first choice of the end phase."""
    state = play(state, "end-movement")
    while state.to_move == "russian" and state.decision not in ("underground", "partisans"):
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    return state


# -- going underground ---------------------------------------------------------------------


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.R5a")
def test_the_chit_is_shown_when_the_first_goes_underground() -> None:
    state = drawn(5)
    assert state.decision == "underground" and names(state, "infiltrate") == {"5 ParaC"}
    assert state.var("russian chit shown") == 0
    assert play(state, "stay-above").var("russian chit shown") == 0
    shown = play(state, "infiltrate 5 ParaC")
    assert (shown.var("russian chit shown"), shown.place("Chit 5")) == (5, "shown")
    # who holds another may not
    assert drawn(6).decision != "underground"
    # when another chit has been shown there is nothing to ask
    known = drawn(6, shown=2)
    assert known.decision != "underground"
    mine = drawn(6, shown=5)
    assert names(mine, "infiltrate") == {"5 ParaC"}


@pytest.mark.rule("TRC-28.7.R5a")
def test_nobody_goes_underground_where_there_is_no_place() -> None:
    assert evening(axis=["X13"]).decision == "underground"
    # the only place is Axis track between two garrisons; two armies fill it
    garrisons = {"41 Pz": "O19", "56 Pz": "O23"}
    for armies, asked in (([], True), (["4 A"], True), (["4 A", "11 A"], False)):
        units = garrisons | dict.fromkeys(armies, "O21")
        state = evening(units, axis=["O19", "O23"], rail=["O21"])
        assert (state.decision == "underground") == asked
    # with Axis units near the only city there is none either
    assert evening({"41 Pz": "X14"}, axis=["X13"]).decision != "underground"
    assert evening({"41 Pz": "X15"}, axis=["X13"]).decision == "underground"
    # nor for the SS five hexes away
    assert evening({"1 SS Pz": "X18"}, axis=["X13"]).decision != "underground"
    assert evening({"1 SS Pz": "X19"}, axis=["X13"]).decision == "underground"


@pytest.mark.rule("TRC-28.7.R5a")
def test_russian_cities_and_russian_track_are_no_haunts() -> None:
    state = evening(axis=["X13", "O19"], rail=["O19", "O20"])
    assert state.decision == "underground"
    found = names(play(state, "infiltrate 5 ParaC"), "at")
    assert {"X13", "O19", "O20"} <= found
    assert not found & {"R9", "AA14", "O21", "O22", "O23"}
    # an oil well or a junction of the Axis is no city
    wells = evening(axis=["X13", "PP13", "QQ7", "S11"])
    assert play(wells, "infiltrate 5 ParaC").place("5 ParaC") == "X13"


@pytest.mark.rule("TRC-28.7.R5a", "TRC-19.4a")
def test_partisans_are_placed_after_those_who_go_underground() -> None:
    more = {"Partisan 2": "reserve", "1 ParaC": "reserve"}
    state = evening(more)
    # two corps and two partisans: each corps takes one away
    one = play(state, "infiltrate 5 ParaC", "at X13")
    assert one.decision == "underground" and names(one, "infiltrate") == {"1 ParaC"}
    two = play(one, "infiltrate 1 ParaC", "at W19")
    assert {two.place(f"Partisan {n}") for n in (1, 2)} == {"removed"}
    # one corps, and the other partisan is placed as usual
    rest = play(one, "stay-above")
    assert (rest.decision, rest.to_move) == ("partisans", "russian")
    assert {rest.place(f"Partisan {n}") for n in (1, 2)} == {"removed", "reserve"}


@pytest.mark.rule("TRC-28.7.R5a")
def test_one_that_is_underground_takes_no_partisan_away() -> None:
    new = play(evening(), "infiltrate 5 ParaC", "at X13")
    assert "5 ParaC" in new.units_with("underground")
    assert new.place("Partisan 1") == "removed"
    old = evening(flags={"underground": ["5 ParaC"]})
    placed = play(old, "infiltrate 5 ParaC", "at X13")
    assert (placed.decision, placed.place("Partisan 1")) == ("partisans", "reserve")


# -- its zone and its supply -----------------------------------------------------------------


def lair(units: dict[str, str], side: str = "axis", **more: Any) -> State:
    """A movement phase with a corps underground at Y17."""
    more = {"turn": 8, "options": RESISTANCE, "flags": {"underground": ["5 ParaC"]}, **more}
    return at(side, units={"5 ParaC": "Y17", **units}, **more)


@pytest.mark.rule("TRC-28.7.R5d")
def test_only_those_underground_are_bound_to_their_own_hex() -> None:
    assert "TRC-28.7.R5d" not in game().rules
    state = lair({"1 ParaC": "AA20", "11 A": "R20"})
    zone = set(state.ask("russian zone of control"))
    assert "Y17" in zone and not zone & {"Y16", "Y18", "X17", "Z17"}
    # a corps above ground and an army have theirs all round
    assert {"AA19", "AA20", "AA21", "R19", "R20", "R21"} <= zone


@pytest.mark.rule("TRC-28.7.R5d")
def test_only_those_underground_drop_no_more() -> None:
    units = {"5 ParaC": "reserve", "1 ParaC": "reserve", "Stavka": "R9"}
    more: dict[str, Any] = {"turn": 5, "weather": 3, "units": units, "options": RESISTANCE}
    state = at("russian", flags={"underground": ["5 ParaC"]}, **more)
    assert names(state, "drop") == {"1 ParaC"}
    with refused("TRC-18.1b"):
        play(state, "drop 5 ParaC")
    assert names(at("russian", **more), "drop") == {"5 ParaC", "1 ParaC"}


@pytest.mark.rule("TRC-28.7.R5d", "TRC-18.4a")
def test_no_supply_check_ends_one_underground() -> None:
    state = lair({"11 A": "Y14"}, "russian", impulse=2, axis=["X13", "W19", "AA14"])
    ended = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert ended.place("5 ParaC") == "Y17"


# -- who must attack ---------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.7.R5d")
def test_others_need_not_attack_a_lair_beside_winners() -> None:
    force = ["24 Pz", "39 Pz", "12 Inf"]
    units = {**dict.fromkeys(force, "I18"), "53 Inf": "I19", "13 Inf": "I19", "6 TkC": "I16"}

    def won(**others: str) -> State:
        where = {**units, **{u.replace("_", " "): h for u, h in others.items()}}
        flags = {"underground": ["5 ParaC"]}
        state = at(
            "axis", units=where, turn=2, variables={"stukas": 0}, options=RESISTANCE, flags=flags
        )
        for unit in force:
            state = go(state, unit, "J17")
        return overrun(state, "I16", force)

    free = won(**{"5_ParaC": "J16"})
    assert may(free, "end-movement")
    after = walk(play(free, "end-movement"), "movement", "axis", 2)
    assert after.place("5 ParaC") == "J16"
    # beside a tank corps, or one who is above ground, others must
    for other in ("1_TkC", "1_ParaC"):
        beside = won(**{other: "J16"})
        with refused("TRC-12.5b"):
            play(beside, "end-movement")
    both = won(**{"5_ParaC": "J16", "1_TkC": "J16"})
    with refused("TRC-12.5b"):
        play(both, "end-movement")


@pytest.mark.rule("TRC-28.7.R5d")
def test_one_underground_may_be_left_when_others_are_attacked() -> None:
    # 13 Inf stands beside the lair, and beside an army that it must attack
    units = {"13 Inf": "Y18", "46 Pz": "Y18", "3 CavC": "X19"}
    state = play(lair(units), "end-movement")
    assert set(state.hexes_with("beset")) <= {"X19"}
    assert may(state, "attack X19") and may(state, "attack Y17")
    fought = play(state, "attack X19")
    assert not may(fought, "end-combat")


@pytest.mark.rule("TRC-28.7.R5d")
def test_a_lair_makes_nobody_surrender_who_can_attack_the_others() -> None:
    """Two factors against the twelve of two armies are 1-6; a thirteenth would be too many."""
    units = {"Rum Cav": "Y18", "11 A": "X19", "12 A": "X19"}
    places = []
    for underground in (["5 ParaC"], []):
        state = lair(units, variables={"stukas": 0}, flags={"underground": underground})
        places.append(play(state, "end-movement").place("Rum Cav"))
    assert places == ["Y18", "surrendered"]


@pytest.mark.option("fortress")
@pytest.mark.rule("TRC-28.7.R5d")
def test_a_fortress_binds_nobody_beside_a_lair() -> None:
    state = at(
        "axis", units={"5 ParaC": "Y17", "16 A": "FF16", "13 Inf": "EE16"},
        options=("chit-russian=5", "fortress-cities"), flags={"underground": ["5 ParaC"]},
        hex_flags={"russian fortress": ["FF16"]},
    )  # fmt: skip
    free = play(state, "end-movement")
    assert free.decision == "battle" and may(free, "end-combat")
    # without a fortress there it must be attacked
    bare = state._supposed(hex_flags=[("FF16", "russian fortress", False)])
    assert not may(play(bare, "end-movement"), "end-combat")


@pytest.mark.rule("TRC-28.7.R5b")
def test_it_is_attacked_with_others_of_its_hex_and_defends_with_them() -> None:
    alone = play(lair({"46 Pz": "Y18"}), "end-movement")
    with_army = play(lair({"46 Pz": "Y18", "11 A": "Y17"}), "end-movement")
    one, two = (odds(s, "Y17", ["46 Pz"]) for s in (alone, with_army))
    # the corps defends with one, the army with six more
    assert (one.defence, two.defence) == (1, 7)
    # Russians attack as before, the corps with them
    red = play(lair({"13 Inf": "Y18"}, "russian"), "end-movement")
    assert red.decision in ("forces", "battle", "odds", "combat")
    assert may(red, "end-combat") is False


@pytest.mark.rule("TRC-28.7.R5b")
def test_no_doubling_is_told_when_others_are_attacked_as_well() -> None:
    state = play(lair({"1 SS Pz": "Y18", "39 Pz": "Y18", "11 A": "X18"}), "end-movement")
    assert "TRC-28.7.R5b" in str(state.battle("Y17", ["1 SS Pz"]).explain())
    both = str(engage(state, ["Y17", "X18"], ["1 SS Pz", "39 Pz"]).battle().explain())
    assert "1 SS Pz 10" in both and "TRC-28.7.R5b" not in both


@pytest.mark.rule("TRC-28.7.R5b")
@pytest.mark.parametrize("ss", ["1 SS Pz", "2 SS Pz", "SS Res"])
def test_every_ss_unit_is_worth_twice_its_factor_and_no_other(ss: str) -> None:
    worth = {"1 SS Pz": 10, "2 SS Pz": 9, "SS Res": 2, "13 Inf": 3}
    state = play(lair({ss: "Y18", "13 Inf": "X18"}), "end-movement")
    assert odds(state, "Y17", [ss, "13 Inf"]).attack == 2 * worth[ss] + worth["13 Inf"]


# -- replacement -----------------------------------------------------------------------------


def shop(*underground: str, **pool: str) -> State:
    """Replacements with five points of workers and a die of one, two corps in the pool."""
    units = {"5 ParaC": "pool", "1 ParaC": "pool", "Moscow Worker": "R9", "Kharkov Worker": "AA14"}
    units |= {"4 A": "pool"} | {u.replace("_", " "): h for u, h in pool.items()}
    start = before(
        "russian", turn=MAY_42, units=units, options=RESISTANCE,
        flags={"underground": list(underground)},
    )  # fmt: skip
    return walk(play(start, "end-movement"), "replacements", "russian")


@pytest.mark.rule("TRC-28.7.R5c")
def test_one_a_turn_comes_back_and_waits_for_the_end_of_the_turn() -> None:
    state = shop("5 ParaC", "1 ParaC")
    assert names(state, "recruit") == {"4 A", "5 ParaC", "1 ParaC"}
    points = state.var("replacement points")
    bought = play(state, "recruit 1 ParaC")
    assert bought.place("1 ParaC") == "reserve"
    assert bought.var("replacement points") == points - 1
    assert "1 ParaC" not in bought.units_with("fresh")
    assert "1 ParaC" not in bought.units_with("replacement")
    assert names(bought, "recruit") == {"4 A"}
    army = play(bought, "recruit 4 A")
    assert army.place("4 A") == "arriving" and "4 A" in army.units_with("fresh")
    # it enters no edge and no city, but goes underground when partisans are placed
    assert "1 ParaC" not in names(walk(bought, "movement", "russian", 1), "enter")


@pytest.mark.rule("TRC-18.4b", "TRC-28.7.R5c")
def test_only_who_fell_underground_comes_back() -> None:
    state = shop("5 ParaC")
    assert names(state, "recruit") == {"4 A", "5 ParaC"}
    with refused("TRC-18.4b"):
        play(state, "recruit 1 ParaC")
    # one that is underground on the map, or in the reserve, is not replaced
    there = shop("5 ParaC", "1 ParaC", **{"5_ParaC": "reserve"})
    assert names(there, "recruit") == {"4 A", "1 ParaC"}
    # others are bought within their own limits still
    rich = shop("5 ParaC", **{"1_TkC": "pool", "7_TkC": "pool"})
    assert {"1 TkC", "7 TkC"} <= names(rich, "recruit")
    one = play(rich, "recruit 1 TkC")
    with refused("TRC-22.5b"):
        play(one, "recruit 7 TkC")


@pytest.mark.rule("TRC-28.7.R5c", "TRC-18.4b", "TRC-22.5a")
def test_it_costs_a_point_that_must_be_left() -> None:
    state = shop("5 ParaC", **{"14_A": "pool"})
    assert state.var("replacement points") == 6
    spent = play(state, "recruit 4 A", "recruit 14 A")
    assert spent.var("replacement points") == 0
    assert spent.decision != "replacements" and spent.place("5 ParaC") == "pool"
    # of the turn's points one is enough
    four = play(shop("5 ParaC", **{"3_A": "pool"}), "recruit 3 A")
    assert names(four, "recruit") == {"5 ParaC"}


@pytest.mark.rule("TRC-28.7.R5c")
def test_the_next_turn_another_comes_back() -> None:
    state = impulse_of(
        "russian", turn=MAY_42, options=RESISTANCE, variables={"underground replaced": 1}
    )
    assert state.var("underground replaced") == 0


@pytest.mark.rule("TRC-28.7.R5a", "TRC-9.4.6a")
def test_they_come_where_there_is_room_and_convert_no_track() -> None:
    """Two armies fill a hex; track that they come upon stays the Axis's."""
    full = {"11 A": "W14", "4 A": "W14"}
    asked = evening(full, rail=["W14", "Y13"])
    if asked.decision == "underground":
        asked = play(asked, "infiltrate 5 ParaC")
    found = names(asked, "at")
    assert "Y13" in found and "W14" not in found
    there = play(asked, "at Y13")
    assert there.place("5 ParaC") == "Y13"
    assert "Y13" not in there.hexes_with("crossed")


@pytest.mark.rule("TRC-28.7.R5b")
def test_of_others_than_the_ss_no_more_is_told_than_their_factor() -> None:
    state = play(lair({"1 SS Pz": "Y18", "39 Pz": "Y18", "11 A": "X18"}), "end-movement")
    told = state.battle("Y17", ["39 Pz"])
    assert told.attack == 8 and "39 Pz 8 as" not in str(told.explain())
