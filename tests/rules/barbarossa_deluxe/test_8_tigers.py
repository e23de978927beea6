"""8.31: the Tiger battalions, which are attached to German corps."""

from __future__ import annotations

from typing import Any

import pytest

import eastfront as ef
from eastfront._core import State
from eastfront.games.barbarossa_deluxe.tigers import Tigers
from eastfront.loading.game import rules_of

from . import late
from .board_positions import (
    MOBILE,
    PREPARED,
    around,
    data,
    declare,
    edit,
    fight,
    names,
    odds,
    play,
    refused,
    surround,
    walk,
)
from .tiger_positions import TIGERS, at, lawful, parents, ridden, start

FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
"""A unit of each side far from the front."""
PANZERS = ["3Pz", "14Pz", "24Pz", "40Pz", "48Pz"]
CORPS = ["4AK", "5AK", "6AK", "7AK", "8AK"]
ARMIES = ["8A", "9A", "10A", "11A", "12A", "13A"]
SHIFT = "BD-8.31e"


def pushed(state: State, *actions: str) -> State:
    """A copy after some actions, in a lawful position after each."""
    for action in actions:
        state = lawful(play(state, action))
    return state


# -- arrival ----------------------------------------------------------------------------------


def arriving(units: dict[str, Any], riders: dict[str, str] | None = None) -> State:
    """The German segment of turn 10, in which the 502nd arrives."""
    units = {"later": ["502TB", "2Hun"], **FAR, **units}
    return lawful(at("reinforcements", "german", units, riders or {}))


@pytest.mark.rule("BD-8.31a")
def test_a_battalion_arrives_on_a_corps_in_overland_supply() -> None:
    cut = {h: [u] for u, h in surround("1806", ARMIES).items()}
    state = arriving({"2506": ["3Pz", "3Rum"], "1806": ["14Pz"], **cut})
    assert "502TB" in names(state, "bring")
    state = pushed(state, "bring 502TB")
    assert (state.decision, state.to_move) == ("attachment", "german")
    assert names(state, "attach-to") == {"3Pz", "1AK"}
    assert parents(pushed(state, "attach-to 3Pz")) == {"502TB": "3Pz"}
    assert parents(pushed(state, "attach-to 1AK")) == {"502TB": "1AK"}


@pytest.mark.rule("BD-8.31a")
def test_a_battalion_that_is_not_attached_on_its_turn_is_forfeit() -> None:
    state = arriving({"2506": ["3Pz"]})
    assert lawful(play(state, "forfeit")).place("502TB") == "removed"
    # nobody can carry it
    cut = {h: [u] for u, h in surround("1806", ARMIES).items()}
    units = {"later": ["502TB", "2Hun"], "1001": ["66A"], "1806": ["14Pz"], **cut}
    state = at("reinforcements", "german", units, {})
    assert "502TB" not in names(state, "bring")


@pytest.mark.rule("BD-8.31a")
def test_others_arrive_as_they_always_do() -> None:
    """A hex where they may enter is needed, and the Soviet places his own."""
    state = arriving({"2506": ["3Pz"], "2311": ["3Rum"]})
    assert names(state, "bring") == {"502TB", "2Hun"}
    shut = edit(state, hex_flags={"entry full": list(state.game.hexes)})
    assert names(shut, "bring") == {"502TB"}
    units = {"later": ["502TB", "1T"], **FAR}
    before = at("reinforcements", "german", units, {})
    entry = walk(before, "entry", "soviet", {"reinforcements": "forfeit"})
    assert names(entry, "enter") and not names(entry, "enter") & set(entry.hexes_with("german"))


@pytest.mark.rule("BD-8.31a")
def test_all_battalions_come_on_their_turn_in_the_scenario() -> None:
    state = walk(start(), "reinforcements", "german", {"logistics zone": "south"})
    assert state.turn == 10
    # the dotted ones are alike, and the others
    assert names(state, "bring") & set(TIGERS) == {"502TB", "505TB"}
    for tb, corps in zip(TIGERS, ("1AK", "2AK", "3Pz", "14Pz"), strict=True):
        state = pushed(state, f"bring {tb}")
        if tb == "509TB":
            # 3Pz and 14Pz are in one hex, and 3Pz has one
            assert "14Pz" not in names(state, "attach-to")
            corps = "57Pz"
        state = pushed(state, f"attach-to {corps}")
    assert parents(state) == {"502TB": "1AK", "503TB": "2AK", "505TB": "3Pz", "509TB": "57Pz"}


@pytest.mark.rule("BD-8.31c")
def test_battalions_are_attached_to_corps_of_every_kind_and_to_nothing_else() -> None:
    """Infantry, mountain, paratroop, panzer and parachute-panzer corps, and those of the SS."""
    carriers = ["1AK", "49Mtn", "2Para", "HG", "3SSPz", "6SS"]
    units = {CITY: ["3PzL"], "2022": [*carriers, "FP", "Mnz", "FCB", "1Hun"], "1001": ["66A"]}
    state = late.at("strategic movement", "german", (29, 31), units, turn=30)
    state = play(ridden(state, {"510TB": "3PzL"}), "transfer 510TB")
    assert state.to_move == "german"
    assert names(state, "onto") == set(carriers)


@pytest.mark.rule("BD-8.31c")
def test_one_battalion_a_stack_and_none_on_a_satellite_army() -> None:
    state = arriving({"2506": ["3Pz", "14Pz", "3Rum"], "2407": ["4AK", "4Rum"]}, {"503TB": "3Pz"})
    state = pushed(state, "bring 502TB")
    assert names(state, "attach-to") == {"4AK", "1AK"}


# -- no stacking, no move, no fight of its own ------------------------------------------------


@pytest.mark.rule("BD-8.31b")
def test_a_battalion_does_not_count_for_stacking() -> None:
    units = {"2506": PANZERS[:4], "2606": CORPS[:1], **FAR}
    state = at("movement", "german", units, {"502TB": "3Pz"}, order="move-fight")
    assert "2506" in names(pushed(state, "move 4AK"), "to")
    full = at(
        "movement", "german", {**units, "2506": PANZERS}, {"502TB": "3Pz"}, order="move-fight"
    )
    with refused("BD-6.2a"):
        play(full, "move 4AK", "to 2506")
    rows = {unit.name: unit for unit in data().units}
    assert "502TB" not in rows  # none of them is in Blue & Kremlin


@pytest.mark.rule("BD-8.31b")
def test_a_battalion_neither_moves_nor_fights_alone() -> None:
    units = {"2506": ["3Pz"], "2505": ["9A"], **FAR}
    state = at("movement", "german", units, {"502TB": "3Pz"}, order="move-fight")
    assert names(state, "move") == {"3Pz", "1AK"}
    state = at("prepared assault", "german", units, {"502TB": "3Pz"})
    state = declare(state, "2505", ["3Pz"])
    assert set(state.units_with("attacking")) <= {"3Pz"}


@pytest.mark.rule("BD-8.31b", "BD-6.5b")
def test_a_battalion_set_up_in_a_hex_is_attached_to_a_corps_there() -> None:
    """Beside four units it leaves room for a fifth."""
    units = {"2506": ["3Pz", "4AK", "5AK", "3Rum", "502TB"], "pool": ["14Pz"], **FAR}
    state = walk(start().game.new(), "set-up", "german")
    state = edit(state, units, clear=True)
    # the free placement of one unit ends the set-up
    state = play(state, "free")
    assert (state.decision, state.to_move) == ("placement", "german")
    goals = names(state, "set-up")
    assert "2506" in goals and goals <= set(state.hexes_with("german"))
    full = edit(state, {"6AK": "2506"})
    assert "2506" not in names(full, "set-up")
    state = play(state, "set-up 2022")
    assert (state.decision, state.to_move) == ("attachment", "german")
    # 5AK is like 4AK
    assert names(state, "attach-to") == {"3Pz", "4AK"}
    state = pushed(state, "attach-to 4AK")
    assert parents(state) == {"502TB": "4AK"}


@pytest.mark.rule("BD-8.31b", "BD-6.5b")
def test_static_units_do_not_count_for_stacking_either() -> None:
    units = {"2308": ["60A", "61A", "62A", "63A", "LPMA"], "2309": ["64A"], "2022": ["1AK"]}
    state = at("movement", "soviet", units, {"502TB": "1AK"}, order="move-fight")
    assert "2308" in names(play(state, "move 64A"), "to")


# -- with its parent --------------------------------------------------------------------------


@pytest.mark.rule("BD-8.31d")
def test_a_battalion_moves_with_its_corps() -> None:
    state = at("movement", "german", {"2506": ["3Pz"], **FAR}, {"502TB": "3Pz"}, order="move-fight")
    goal = sorted(names(pushed(state, "move 3Pz"), "to"))[0]
    state = pushed(state, "move 3Pz", f"to {goal}")
    assert (parents(state), state.place("3Pz")) == ({"502TB": "3Pz"}, goal)
    line = next(line for line in state.text().splitlines() if line.startswith(f"{goal}: "))
    assert line.startswith(f"{goal}: 3Pz 4-3") and line.endswith("502TB 0-0 [on 3Pz]")


@pytest.mark.rule("BD-8.31c")
def test_corps_with_battalions_do_not_meet_on_the_way() -> None:
    here, *_ = around("2506")
    units = {"2506": ["3Pz"], here: ["14Pz"], **FAR}
    both = at("movement", "german", units, {"502TB": "3Pz", "503TB": "14Pz"}, order="move-fight")
    one = at("movement", "german", units, {"502TB": "3Pz"}, order="move-fight")
    assert here not in names(pushed(both, "move 3Pz"), "to")
    assert here in names(pushed(one, "move 3Pz"), "to")
    assert here in names(play(at("movement", "german", units, {"503TB": "14Pz"},
                                 order="move-fight"), "move 3Pz"), "to")  # fmt: skip


def railing(units: dict[str, Any], riders: dict[str, str]) -> State:
    """The German strategic movement phase."""
    opening = lawful(at("phase order", "german", {**FAR, **units}, riders))
    return lawful(play(opening, "move-fight"))


CITY = "2407"
"""A city that the German holds, in supply."""


@pytest.mark.rule("BD-8.31d")
def test_a_battalion_goes_by_rail_with_its_corps() -> None:
    state = railing({CITY: ["3Pz"]}, {"502TB": "3Pz"})
    state = pushed(state, "entrain 3Pz", "detrain 2022")
    assert (parents(state), state.place("3Pz")) == ({"502TB": "3Pz"}, "2022")
    assert "transfer" not in {name.split()[0] for name in names(state)}


@pytest.mark.rule("BD-8.31c")
def test_a_corps_with_a_battalion_goes_by_rail_to_no_other() -> None:
    two = railing({CITY: ["3Pz"]}, {"502TB": "3Pz", "503TB": "1AK"})
    assert "2022" not in names(pushed(two, "entrain 3Pz"), "detrain")


@pytest.mark.rule("BD-8.31d", "BD-8.31c", "BD-8.7a")
def test_a_battalion_changes_its_corps_by_strategic_movement() -> None:
    state = railing({CITY: ["3Pz", "4AK"], "2506": ["14Pz", "3Rum"]}, {"502TB": "3Pz"})
    assert names(state, "transfer") == {"502TB"}
    left = state.var("strategic left")
    state = pushed(state, "transfer 502TB")
    assert state.to_move == "german"
    assert names(state, "onto") == {"4AK", "14Pz", "1AK"}
    moved = pushed(state, "onto 14Pz")
    assert parents(moved) == {"502TB": "14Pz"}
    assert left - moved.var("strategic left") == 2
    assert not names(moved, "transfer")
    assert "3Pz" in names(moved, "entrain")
    stays = pushed(state, "stay")
    assert (parents(stays), stays.var("strategic left")) == ({"502TB": "3Pz"}, left)
    # it has had its turn
    assert not names(stays, "transfer")


@pytest.mark.rule("BD-8.31d")
def test_a_battalion_outside_a_city_or_without_a_way_does_not_change() -> None:
    state = railing({"2506": ["3Pz"], CITY: ["14Pz"]}, {"502TB": "3Pz"})
    assert not names(state, "transfer")
    # no corps within reach has none
    full = railing({CITY: ["3Pz"]}, {"502TB": "3Pz", "503TB": "1AK"})
    assert not names(pushed(full, "transfer 502TB"), "onto")
    few = railing({CITY: ["3Pz"]}, {"502TB": "3Pz"})
    few = edit(few, variables={"strategic left": 1})
    with refused("BD-8.7g"):
        play(few, "transfer 502TB")


# -- battles ----------------------------------------------------------------------------------


def battle(side: str, riders: dict[str, str], kind: int = PREPARED, turn: int = 10) -> Any:
    """The odds of an attack between 2505, Soviet, and 2506, German."""
    units = {"2506": ["3Pz", "4AK"], "2406": ["14Pz"], "2505": ["9A", "10A"], **FAR}
    state = at("prepared assault", side, units, riders, turn=turn)
    if side == "german":
        return odds(state, side, "2505", ["3Pz", "4AK", "14Pz"], kind)
    return odds(state, side, "2506", ["9A", "10A"], kind)


@pytest.mark.rule("BD-8.31e", "BD-8.31b")
@pytest.mark.parametrize(("side", "sign"), [("german", 1), ("soviet", -1)])
def test_battalions_shift_one_column_in_all(side: str, sign: int) -> None:
    plain = battle(side, {})
    one = battle(side, {"502TB": "3Pz"})
    assert one == plain._replace(column=plain.column + sign)
    two = battle(side, {"502TB": "3Pz", "503TB": "14Pz"})
    assert two == one
    # one that is not in the battle does nothing
    assert battle(side, {"502TB": "1AK"}) == plain


@pytest.mark.rule("BD-8.31e")
@pytest.mark.parametrize("target", ["2505", "1806"])
def test_the_shift_is_added_to_the_others(target: str) -> None:
    """One is of the southern zone, where the German fights first, the other of a city."""
    near = around(target)[0]
    units = {near: ["3Pz", "4AK"], target: ["9A", "10A"], **FAR}
    state = at("prepared assault", "german", units, {"502TB": "3Pz"})
    bare = at("prepared assault", "german", units, {})
    shifted, plain = (odds(s, "german", target, ["3Pz", "4AK"]) for s in (state, bare))
    assert shifted.column == plain.column + 1
    assert sum(dict(bare.battle(target, ["3Pz", "4AK"]).shifts).values()) != 0


@pytest.mark.rule("BD-8.31e")
def test_a_battalion_of_a_corps_that_does_not_attack_gives_nothing() -> None:
    units = {"2506": ["3Pz", "4AK"], "2505": ["9A", "10A"], **FAR}
    state = at("prepared assault", "german", units, {"502TB": "3Pz"})
    with_it = odds(state, "german", "2505", ["3Pz"])
    without = odds(state, "german", "2505", ["4AK"])
    bare = at("prepared assault", "german", units, {})
    assert with_it.column == odds(bare, "german", "2505", ["3Pz"]).column + 1
    assert without == odds(bare, "german", "2505", ["4AK"])


@pytest.mark.rule("BD-8.31e")
def test_an_explanation_names_the_shift() -> None:
    units = {"2506": ["3Pz", "4AK"], "2505": ["9A"], **FAR}
    state = at("prepared assault", "german", units, {"502TB": "3Pz"})
    told = dict(state.battle("2505", attackers=["3Pz", "4AK"]).shifts)
    assert told[SHIFT] == 1
    assert SHIFT not in dict(state.battle("2505", attackers=["4AK"]).shifts)


def terrain(hex_: str) -> str:
    """The terrain of a hex."""
    row = data().map.hexes[data().map.index[hex_]]
    assert row is not None
    return row.terrain


@pytest.mark.rule("BD-8.31h")
@pytest.mark.parametrize("riders", [{"502TB": "3Pz"}, {}])
def test_a_battalion_takes_part_in_a_mobile_assault(riders: dict[str, str]) -> None:
    target = next(h for h in around("2407") if terrain(h) == "clear")
    units = {"2407": ["3Pz", "14Pz"], target: ["9A"], **FAR}
    state = at("movement", "german", units, riders, order="move-fight")
    plain = at("movement", "german", units, {}, order="move-fight")
    attackers = ["3Pz", "14Pz"]
    assert odds(state, "german", target, attackers, MOBILE).column == odds(
        plain, "german", target, attackers, MOBILE
    ).column + len(riders)
    state = pushed(state, "move 3Pz", "with 14Pz")
    state = walk(play(state, f"assault {target}"), "combat")
    assert parents(lawful(state)) == riders
    state = pushed(state, "roll 1")
    assert parents(state) == riders
    if state.place("3Pz") == target:
        assert state.place("9A") != target


# -- losses -----------------------------------------------------------------------------------

TANKS = ["1T", "2T", "3T", "4T", "5T"]
RIFLES = ["9A", "10A", "11A", "12A", "13A"]
EAST = "2505"
"""A hex beside 2506, toward the east."""


def rolled(state: State, target: str, attackers: list[str], result: str) -> State:
    """A battle after a die that gives a result, or without one if no die is rolled."""
    rolling = fight(state, target, attackers)
    assert rolling.decision == "combat"
    dice = [die for end in rolling.battle().outcomes if end.result == result for die in end.dice]
    after = lawful(play(rolling, f"roll {dice[0]}"))
    return play(after, "keep-bloodbath") if after.decision == "bloodbath" else after


def soviet(
    riders: dict[str, str], *, turn: int = 10, armies: int = 10, also: str = "", **more: Any
) -> State:
    """A Soviet prepared assault phase, beside 3Pz in 2506."""
    near = [h for h in around("2506") if h in around(EAST)]
    units = {"2506": ["3Pz", *also.split()], EAST: TANKS[: armies // 2]}
    units[near[0]] = RIFLES[: armies // 2]
    return at("prepared assault", "soviet", {**units, **FAR, **more}, riders, turn=turn)


def beaten(riders: dict[str, str], result: str, *, armies: int = 10, **more: Any) -> State:
    """3Pz after a Soviet attack with a result."""
    state = soviet(riders, armies=armies, **more)
    return rolled(state, "2506", [*TANKS[: armies // 2], *RIFLES[: armies // 2]], result)


@pytest.mark.rule("BD-8.31f", "BD-8.31j", "BD-8.31k")
def test_a_dotted_battalion_is_lost_for_good_with_its_corps() -> None:
    state = beaten({"502TB": "3Pz", "503TB": "1AK"}, "DE")
    assert (state.place("3Pz"), state.place("502TB")) == ("dead", "removed")
    assert state.decision != "tiger return"
    assert parents(state) == {"503TB": "1AK"}


@pytest.mark.rule("BD-8.31f", "BD-8.31i", "BD-8.31k")
@pytest.mark.parametrize("tb", ["505TB", "509TB"])
def test_two_battalions_come_back_after_as_many_turns_as_a_die_says(tb: str) -> None:
    state = beaten({tb: "3Pz"}, "DE")
    assert (state.to_move, state.decision) == ("chance", "tiger return")
    for die, turn in ((1, 11), (3, 13)):
        back = pushed(state, f"roll {die}")
        assert back.place(tb) == "later"
        coming = walk(back, "reinforcements", "german")
        assert (coming.turn, tb in names(coming, "bring")) == (turn, True)
        assert parents(pushed(coming, f"bring {tb}")) == {tb: "1AK"}


@pytest.mark.rule("BD-8.31j")
def test_a_battalion_that_would_come_back_after_the_end_is_lost_for_good() -> None:
    # the scenario ends with turn 13
    for turn, die, box in (
        (10, 3, "later"),
        (10, 4, "removed"),
        (12, 1, "later"),
        (13, 1, "removed"),
    ):
        state = beaten({"505TB": "3Pz"}, "DE", turn=turn)
        assert pushed(state, f"roll {die}").place("505TB") == box


@pytest.mark.rule("BD-8.31f")
def test_attackers_are_lost_with_their_battalions() -> None:
    units = {"2506": ["3Pz"], EAST: [*TANKS], **FAR}
    state = at("prepared assault", "german", units, {"502TB": "3Pz"})
    state = walk(declare(state, EAST, ["3Pz"]), "combat")
    lost = rolled(at("prepared assault", "german", units, {"502TB": "3Pz"}), EAST, ["3Pz"], "AE")
    assert (lost.place("3Pz"), lost.place("502TB")) == ("dead", "removed")
    assert parents(lost) == {}


def exchange(riders: dict[str, str], armies: list[str]) -> State:
    """A German bloodbath against armies in 2505, as its losses begin."""
    units = {"2506": ["3Pz", "4AK"], "2406": ["14Pz", "24Pz", "40Pz"], EAST: armies, **FAR}
    state = at("prepared assault", "german", units, riders)
    return rolled(state, EAST, ["3Pz", "4AK", "14Pz", "24Pz", "40Pz"], "BB")


@pytest.mark.rule("BD-8.31g")
def test_each_battalion_given_counts_one() -> None:
    """Nine factors of three rifle armies against 4 of each panzer corps."""
    plain = pushed(exchange({}, RIFLES[:3]), "lose 14Pz", "lose 24Pz")
    assert plain.decision == "bloodbath loss"  # 8 of 9
    one = pushed(exchange({"502TB": "14Pz"}, RIFLES[:3]), "lose 14Pz", "lose 24Pz")
    assert one.decision != "bloodbath loss"  # 9 of 9
    assert one.place("502TB") == "removed"
    other = pushed(exchange({"502TB": "3Pz"}, RIFLES[:3]), "lose 14Pz", "lose 24Pz")
    assert other.decision == "bloodbath loss"


@pytest.mark.rule("BD-8.31g")
@pytest.mark.parametrize(
    ("riders", "lost"),
    [({"503TB": "1AK"}, 7), ({"502TB": "3Pz"}, 8), ({"502TB": "3Pz", "503TB": "1AK"}, 8)],
)
def test_a_battalion_lost_by_the_defender_counts_one(riders: dict[str, str], lost: int) -> None:
    """3Pz and 4AK defend with 3 and 4; attackers of 3 each are given until they are worth it."""
    state = beaten(riders, "BB", also="4AK")
    while state.decision == "bloodbath loss":
        state = lawful(play(state, sorted(state.legal_actions.names())[0]))
    given = [army for army in (*TANKS, *RIFLES) if state.place(army) == "dead"]
    assert len(given) == given_for(lost)
    assert state.place("502TB") == "removed"


@pytest.mark.rule("BD-8.31g", "BD-8.38c")
def test_battalions_of_the_other_side_change_nothing_in_what_an_attacker_counts() -> None:
    state = soviet({"502TB": "3Pz"})
    assert state.ask("soviet exchange undivided", "9A") == 0
    assert edit(state, flags={"air army": ["9A"]}).ask("soviet exchange undivided", "9A") == 1


def given_for(factors: int) -> int:
    """How many armies are given for some factors, halved without offensive supply."""
    # n armies of 3, added and halved once
    return next(n for n in range(11) if n * 3 // 2 >= factors)


# -- retreats and advances --------------------------------------------------------------------


@pytest.mark.rule("BD-8.31d", "BD-8.31c")
def test_a_battalion_retreats_with_its_corps_and_not_to_another() -> None:
    state = beaten({"502TB": "3Pz"}, "DR", armies=6)
    assert state.decision == "retreat"
    goals = names(state, "retreat-to")
    goal = sorted(goals)[0]
    gone = pushed(state, f"retreat-to {goal}")
    assert (gone.place("3Pz"), parents(gone)) == (goal, {"502TB": "3Pz"})
    # with another battalion there the stack does not go there as a whole
    held = soviet({"502TB": "3Pz", "503TB": "14Pz"}, armies=6, **{goal: ["14Pz"]})
    held = rolled(held, "2506", [*TANKS[:3], *RIFLES[:3]], "DR")
    assert goal not in names(held, "retreat-to")
    free = soviet({"502TB": "3Pz"}, armies=6, **{goal: ["14Pz"]})
    free = rolled(free, "2506", [*TANKS[:3], *RIFLES[:3]], "DR")
    assert goal in names(free, "retreat-to")


@pytest.mark.rule("BD-8.31d", "BD-8.31c")
def test_a_battalion_advances_with_its_corps_and_not_to_another() -> None:
    units = {"2506": ["3Pz", "4AK"], "2406": ["14Pz", "24Pz"], EAST: ["9A"], **FAR}
    state = at("prepared assault", "german", units, {"502TB": "3Pz", "503TB": "14Pz"})
    won = rolled(state, EAST, ["3Pz", "4AK", "14Pz", "24Pz"], "DE")
    assert won.decision == "advance"
    assert names(won, "advance") == {"3Pz", "4AK", "14Pz", "24Pz"}
    first = pushed(won, "advance 3Pz")
    assert (first.place("3Pz"), parents(first)["502TB"]) == (EAST, "3Pz")
    # the other battalion's corps may not follow it
    assert "14Pz" not in names(first, "advance")
    assert "24Pz" in names(first, "advance")


@pytest.mark.rule("BD-8.31c")
def test_the_second_hex_of_an_advance_is_none_with_another_battalion() -> None:
    beyond = next(h for h in around(EAST) if h not in around("2506") and h != "2506")
    units = {"2506": ["3Pz"], "2406": ["14Pz", "24Pz"], EAST: ["9A"], beyond: ["40Pz"], **FAR}
    for riders, met in (({"502TB": "3Pz", "503TB": "40Pz"}, False), ({"502TB": "3Pz"}, True)):
        state = at("prepared assault", "german", units, riders, turn=10)
        won = rolled(state, EAST, ["3Pz", "14Pz", "24Pz"], "DE")
        won = pushed(won, "advance 3Pz")
        while won.decision == "advance":
            won = play(won, "hold")
        assert won.decision == "second advance"
        won = pushed(won, "exploit 3Pz")
        assert (beyond in names(won, "exploit-to")) == met


@pytest.mark.rule("BD-8.31c")
@pytest.mark.parametrize("free", [0, 1])
def test_a_corps_with_a_battalion_needs_a_second_hex_without_another(free: int) -> None:
    """All hexes around the first are held by enemies, or hold another battalion."""
    doors = ["2506", "2406"]
    held = [h for h in around(EAST) if h not in doors]
    units = {"2506": ["3Pz"], "2406": ["14Pz", "24Pz"], EAST: ["12A"],
             **{h: [army] for h, army in zip(held, ARMIES, strict=False)}, **FAR}  # fmt: skip
    units |= {"2022": ["1AK", "40Pz"], "2021": ["48Pz"]}
    state = at("prepared assault", "german", units,
               {"502TB": "3Pz", "503TB": "40Pz", "505TB": "48Pz"})  # fmt: skip
    state = rolled(state, EAST, ["3Pz", "14Pz", "24Pz"], "DE")
    state = pushed(state, "advance 3Pz", "advance 14Pz")
    state = edit(state, dict(zip(["40Pz", "48Pz"][free:], doors, strict=False)))
    state = play(state, "hold")
    assert state.decision == "second advance"
    assert names(state, "exploit") == ({"3Pz", "14Pz"} if free else {"14Pz"})


# -- boxes and conversions --------------------------------------------------------------------


@pytest.mark.rule("BD-8.31d")
def test_a_battalion_is_with_its_corps_in_the_caucasus_and_lost_with_it() -> None:
    state = at("movement", "german", {"2506": ["14Pz"], **FAR}, {"502TB": "3Pz"})
    away = edit(state, {"caucasus": ["3Pz"], "2506": ["14Pz"], **FAR})
    assert parents(lawful(away)) == {"502TB": "3Pz"}
    units = {"caucasus": ["3Pz"], "2803": ["60A"], "2022": ["1AK"]}
    state = at("movement", "soviet", units, {"502TB": "3Pz", "503TB": "1AK"},
               german=["2804", "2607"], variables={"caucasus": 2})  # fmt: skip
    # the loss of Rostov defeats the expedition
    state = pushed(state, "move 60A", "to 2804")
    assert (state.place("3Pz"), state.place("502TB")) == ("dead", "removed")
    assert parents(state) == {"503TB": "1AK"}


@pytest.mark.rule("BD-8.31c", "BD-4.13i")
def test_corps_with_battalions_come_back_from_the_caucasus_by_different_exits() -> None:
    corps = ["1AK", "3Pz", "14Pz"]
    units = {"caucasus": corps, "2022": ["4AK"], "1001": ["66A"]}
    riders, more = {"502TB": "3Pz", "503TB": "14Pz"}, {"caucasus": 1, "caucasus launched on": 9}
    taken = {"3200": ["8A"], "3201": ["9A"], "3202": ["10A"]}
    held = {**units, **taken}
    state = pushed(at("movement", "german", held, riders, variables=more), "recall-expedition")
    state = pushed(state, "re-enter 3203")
    while state.decision == "recall":
        state = pushed(state, f"re-enter {min(names(state, 're-enter'))}")
    assert [state.place(u) for u in corps] == ["3203", "3203", "3204"]
    # through one exit two of them do not fit
    held = {**held, "3204": ["11A"]}
    assert not names(at("movement", "german", held, riders, variables=more), "recall-expedition")
    one = {"502TB": "3Pz", "503TB": "4AK"}
    assert "recall-expedition" in names(at("movement", "german", held, one, variables=more))


@pytest.mark.rule("BD-8.31c", "BD-4.13i")
@pytest.mark.parametrize("shut", ["full", "taken"])
def test_an_exit_that_is_full_or_has_a_battalion_is_none_for_another(shut: str) -> None:
    taken = {"3200": ["8A"], "3201": ["9A"], "3202": ["10A"]}
    units = {"caucasus": ["3Pz", "14Pz"], "2022": ["1AK"], "1001": ["66A"], **taken}
    riders, more = {"502TB": "3Pz", "503TB": "14Pz"}, {"caucasus": 1, "caucasus launched on": 9}

    def may(there: list[str], **also: str) -> bool:
        placed = {**units, "3204": there}
        state = at("movement", "german", placed, {**riders, **also}, variables=more)
        return "recall-expedition" in names(state)

    assert may(["4AK"])
    assert not (may(CORPS) if shut == "full" else may(["4AK"], **{"505TB": "4AK"}))


@pytest.mark.rule("BD-8.31c", "BD-4.13i")
@pytest.mark.parametrize(("there", "may"), [(3, True), (4, False)])
def test_those_without_battalions_need_room_too(there: int, may: bool) -> None:
    """Two come back by one exit."""
    taken = {"3200": ["8A"], "3201": ["9A"], "3202": ["10A"], "3203": ["11A"]}
    units = {"caucasus": ["3Pz", "14Pz"], "2022": ["1AK"], "1001": ["66A"], **taken,
             "3204": CORPS[:there]}  # fmt: skip
    more = {"caucasus": 1, "caucasus launched on": 9}
    state = at("movement", "german", units, {"502TB": "3Pz"}, variables=more)
    assert ("recall-expedition" in names(state)) == may


@pytest.mark.rule("BD-8.31c", "BD-4.13i")
def test_the_corps_with_battalions_come_back_first_and_those_elsewhere_stay() -> None:
    units = {"caucasus": ["3Pz", "14Pz", "1AK"], "2022": ["4AK"], "1001": ["66A"]}
    more = {"caucasus": 1, "caucasus launched on": 9}
    state = at("movement", "german", units, {"502TB": "1AK", "503TB": "4AK"}, variables=more)
    state = pushed(state, "recall-expedition", "re-enter 3203")
    assert (state.place("1AK"), state.place("3Pz")) == ("3203", "caucasus")
    state = pushed(state, "re-enter 3204", "re-enter 3204")
    assert [state.place(u) for u in ("3Pz", "14Pz", "4AK")] == ["3204", "3204", "2022"]


@pytest.mark.rule("BD-8.31c")
def test_a_corps_with_a_battalion_goes_by_sea_to_no_other() -> None:
    units = {"2911": ["1AK"], "3108": ["4AK"], "1001": ["66A"]}
    for riders, met in (({"502TB": "1AK", "503TB": "4AK"}, False), ({"502TB": "1AK"}, True)):
        state = at("movement", "german", units, riders, order="move-fight",
                   german=["2911", "3108", "3213"])  # fmt: skip
        port = pushed(state, "ship-black 1AK")
        assert ("3108" in names(port, "to-port")) == met or port.place("1AK") == "3213"
        gone = pushed(port, "to-port 3213") if port.decision == "port" else port
        assert (gone.place("1AK"), parents(gone)["502TB"]) == ("3213", "1AK")


@pytest.mark.rule("BD-8.31d")
def test_a_late_panzer_corps_has_the_battalion_of_the_one_that_it_replaces() -> None:
    units = {"later": ["3PzL", "14PzL"], "2506": ["3Pz"], "1806": ["14Pz"], **FAR}
    before = late.at("movement", "soviet", (21, 23), units)
    before = ridden(before, {"502TB": "3Pz", "503TB": "1AK"})
    state = lawful(late.next_turn(before, "phase order", "german"))
    assert (state.place("3PzL"), state.place("3Pz")) == ("2506", "removed")
    assert parents(state) == {"502TB": "3PzL", "503TB": "1AK"}


# -- states -----------------------------------------------------------------------------------


def test_bytes_texts_and_undo_keep_battalions() -> None:
    state = at("movement", "german", {"2506": ["3Pz", "14Pz"], **FAR},
               {"502TB": "3Pz", "505TB": "1AK"}, order="move-fight")  # fmt: skip
    kept, text = bytes(state), state.text()
    assert parents(state.game.state_from_bytes(kept)) == parents(state)
    assert ef.position(text, state.game) == state
    state.push("move 3Pz")
    state.pop()
    assert bytes(state) == kept
    # 3Pz and 14Pz differ by the battalion
    assert names(state, "move") == {"3Pz", "14Pz", "1AK"}


def test_a_game_without_battalions_has_nothing_of_them() -> None:
    plain = rules_of("barbarossa-deluxe")(data())
    assert not [part for part in plain.parts if isinstance(part, Tigers)]
    file = plain.game_file()
    assert b"riding" not in file and b"with TB" not in file and b"8.31" not in file
