"""Section 4.17: the replacements and the paratroops of Manstein's Gambit."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from eastfront._core import State

from .board_positions import Units, around, names, odds, play, walk
from .gambit_positions import at, data, game, start
from .tiger_positions import ridden

TARGET, LAUNCH = "1510", "1511"
CORPS = ["3Pz", "24Pz"]
BATTLE: Units = {
    TARGET: ["60A"], LAUNCH: CORPS, "1001": ["61A"], "1724": ["5AK"], "later": ["2Para"],
}  # fmt: skip


def held() -> State:
    """The German has set his units up freely, and held the paratroops; the rest is ready."""
    state = play(game().new(), "free")
    while state.decision != "paratroops":
        state.push(state.legal_actions.list()[0])
    state = play(state, "hold-paratroops")
    while state.decision != "set-up":
        assert state.place("2Para") == "later"
        state.push(state.legal_actions.list()[0])
    return play(state, "automatic")


def declared(
    units: Units = BATTLE, riders: Mapping[str, str] | None = None, *, turn: int = 18
) -> State:
    """A prepared assault with all that can attack, up to the offer of the air drop or the die."""
    state = ridden(at("prepared assault", "german", units, turn=turn), riders or {})
    state = play(state, f"attack {TARGET}")
    while state.decision == "attackers":
        state.push(next(iter(sorted(a for a in names(state) if a.startswith("with "))), "fight"))
    return play(state, "no-luftwaffe")


def dropped(die: int, units: Units = BATTLE, riders: Mapping[str, str] | None = None) -> State:
    """The same with the air drop, and the die rolled."""
    return play(walk(play(declared(units, riders), "air-drop"), "combat"), f"roll {die}")


# -- 4.17a: replacements ----------------------------------------------------------------------


@pytest.mark.rule("BD-4.17a")
@pytest.mark.parametrize("mech", [0, 1])
@pytest.mark.parametrize("turn", [18, 19, 20])
def test_the_german_has_two_steps_of_each_kind(turn: int, mech: int) -> None:
    """The turn record has one."""
    track = {t["turn"]: t["german_replacements"] for t in data().charts["turn-track"]["turn"]}
    assert list(track[turn]) == [1, 1]
    lost = {"later": [], "dead": ["4AK", "6AK", "3Pz", "24Pz"], "1724": ["5AK"], "1001": ["60A"]}
    last = at("prepared assault", "soviet", lost, turn=turn - 1)
    if turn > 18:
        state = walk(last, "replacements", "german")
        assert state.var("turn") == turn
        assert state.var("mech steps" if mech else "foot steps") == 2


# -- 4.17d: entry -----------------------------------------------------------------------------


@pytest.mark.rule("BD-4.17d", "BD-4.17b")
def test_the_paratroops_are_set_up_or_held() -> None:
    state = play(game().new(), "free")
    while state.decision != "paratroops":
        state.push(state.legal_actions.list()[0])
    assert names(state) == {"hold-paratroops", "place-paratroops"}
    assert state.to_move == "german"
    placed = play(state, "place-paratroops")
    first = min(names(placed, "set-up"))
    assert placed.to_move == play(placed, f"set-up {first}").to_move == "german"
    soviet = play(game().new(), "automatic", "free")
    assert (soviet.decision, soviet.to_move) == ("placement", "soviet")
    assert play(placed, f"set-up {first}").place("2Para") == first
    assert play(state, "hold-paratroops").place("2Para") == "later"
    assert play(game().new(), "automatic").place("2Para")[0].isdigit()


@pytest.mark.rule("BD-4.17d")
def test_held_paratroops_enter_as_other_infantry_does() -> None:
    state = walk(held(), "reinforcements", "german")
    assert state.var("turn") == 18 and names(state) == {"bring 2Para", "forfeit"}
    entry = play(state, "bring 2Para")
    assert {"1724", "2311", "2407"} <= names(entry, "enter")
    assert play(entry, "enter 2311").place("2Para") == "2311"


@pytest.mark.rule("BD-4.17d")
def test_paratroops_that_do_not_enter_on_the_first_turn_never_do() -> None:
    state = play(walk(held(), "reinforcements", "german"), "forfeit")
    for _ in range(200):
        if state.to_move == "soviet" and state.decision == "offensive supply":
            break
        assert state.place("2Para") == "later"
        state = walk_on(state)
    assert state.place("2Para") == "removed"


def walk_on(state: State) -> State:
    passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
    out = state.copy()
    out.push((passes or out.legal_actions.list())[0])
    return out


@pytest.mark.rule("BD-4.17d", "BD-4.17e")
@pytest.mark.parametrize(("turn", "may"), [(18, True), (19, False), (20, False)])
def test_the_drop_is_made_on_the_first_turn(turn: int, may: bool) -> None:
    assert (declared(turn=turn).decision == "air drop") == may


@pytest.mark.rule("BD-4.17d", "BD-4.17e")
@pytest.mark.parametrize("place", ["1311", "dead", "removed"])
def test_paratroops_on_the_map_or_lost_do_not_drop(place: str) -> None:
    units = {k: v for k, v in BATTLE.items() if k != "later"} | {place: ["2Para"]}
    assert declared(units).decision != "air drop"


# -- 4.17e: the drop --------------------------------------------------------------------------


@pytest.mark.rule("BD-4.17e")
@pytest.mark.parametrize(
    "target_units", [["60A"], ["60A", "62A", "63A"]], ids=["a unit", "a stack"]
)
def test_they_add_their_defence_factor_to_a_prepared_assault(target_units: list[str]) -> None:
    units = {**BATTLE, TARGET: target_units}
    state = declared(units)
    assert state.to_move == "german"
    without, with_ = (walk(play(state, choice), "combat") for choice in ("no-air-drop", "air-drop"))
    assert (without.var("attack"), with_.var("attack")) == (8, 14)
    told = with_.battle()
    assert (told.attack, told.support) == (14, 6) and "BD-4.17e" in str(told)
    assert without.battle().support == 0


@pytest.mark.rule("BD-4.17e")
def test_they_add_it_to_a_mobile_assault() -> None:
    units: Units = {"2305": ["60A"], "2406": CORPS, "1001": ["61A"], "1724": ["5AK"],
                    "later": ["2Para"]}  # fmt: skip
    state = play(at("movement", "german", units), "move 3Pz", "with 24Pz", "assault 2305")
    state = play(state, "no-luftwaffe")
    assert state.decision == "air drop"
    fought = walk(play(state, "air-drop"), "combat")
    assert fought.var("attack") == 14
    won = walk(play(fought, "roll 1"), "leg", "german")
    assert {won.place(u) for u in ("3Pz", "24Pz", "2Para")} == {"2305"}
    failed = play(fought, "roll 6")
    assert (failed.place("2Para") == "dead") == (failed.place("60A") == "2305")


@pytest.mark.rule("BD-4.17e", "BD-6.3a")
@pytest.mark.parametrize(("count", "may"), [(4, True), (5, False)])
def test_a_mobile_assault_leaves_them_room(count: int, may: bool) -> None:
    group = ["3Pz", "24Pz", "39Pz", "40Pz", "41Pz"][:count]
    units: Units = {"2305": ["60A"], "2406": group, "1001": ["61A"], "1724": ["5AK"],
                    "later": ["2Para"]}  # fmt: skip
    state = at("movement", "german", units)
    state = play(state, "move 3Pz", *[f"with {u}" for u in group[1:]], "assault 2305")
    state = play(state, "no-luftwaffe")
    assert state.decision == ("air drop" if may else "combat")
    # a prepared assault does not enter
    five = {**BATTLE, LAUNCH: group}
    assert "air-drop" in names(declared(five))


@pytest.mark.rule("BD-4.17e")
def test_they_support_no_soviet_attack() -> None:
    units: Units = {"1510": ["60A", "62A"], "1511": ["4AK"], "1001": ["61A"], "1724": ["5AK"],
                    "later": ["2Para"]}  # fmt: skip
    state = at("prepared assault", "soviet", units)
    assert odds(state, "soviet", "1511", ["60A", "62A"]).attack == 3
    state = play(state, "attack 1511")
    while state.decision != "combat":
        assert "air-drop" not in names(state)
        state = walk_on(state)


@pytest.mark.rule("BD-4.17e")
def test_they_drop_once() -> None:
    units: Units = {**BATTLE, "1411": ["62A"], "1412": ["4AK"]}
    again = walk(dropped(1, units), "prepared assault", "german")
    assert again.place("2Para") == TARGET and again.var("paratroops dropped") == 0
    state = play(again, "attack 1411")
    while state.decision == "attackers":
        state.push(next(iter(sorted(a for a in names(state) if a.startswith("with "))), "fight"))
    assert play(state, "no-luftwaffe").decision != "air drop"


# -- 4.17f, 4.17g: how it ends ----------------------------------------------------------------


def ends(units: Units = BATTLE, riders: Mapping[str, str] | None = None) -> dict[str, State]:
    """The battle with the drop by its result."""
    found: dict[str, State] = {}
    for die in range(1, 7):
        state = dropped(die, units, riders)
        found[("AE", "AS", "BB", "DR", "DE")[state.var("result")]] = state
    return found


WEAK: Units = {**BATTLE, TARGET: ["60A", "62A", "63A", "64A"], LAUNCH: ["4AK"]}


@pytest.mark.rule("BD-4.17f")
@pytest.mark.parametrize("result", ["DR", "DE"])
def test_they_hold_a_hex_that_is_cleared(result: str) -> None:
    state = walk(ends()[result], "advance", "german")
    assert state.place("2Para") == TARGET
    assert TARGET in state.ask("control", 0)


@pytest.mark.rule("BD-4.17g")
@pytest.mark.parametrize("result", ["AE", "AS"])
def test_they_are_lost_if_defenders_remain(result: str) -> None:
    state = ends(WEAK)[result]
    assert state.place("60A") == TARGET and state.place("2Para") == "dead"
    assert state.place("4AK") == ("dead" if result == "AE" else LAUNCH)
    assert state.var("paratroops dropped") == 0


@pytest.mark.rule("BD-4.17f")
def test_they_may_be_given_up_in_a_bloodbath() -> None:
    stack: Units = {**BATTLE, TARGET: ["60A", "62A"], LAUNCH: [*CORPS, "39Pz"]}
    state = ends(stack)["BB"]
    assert (state.decision, state.to_move) == ("paratroops", "german")
    assert names(state) == {"give-up-paratroops", "keep-paratroops"}
    # their factor of six covers the six that the defenders lost
    given = play(state, "give-up-paratroops")
    assert given.place("2Para") == "dead" and given.decision == "advance"
    assert {given.place(u) for u in (*CORPS, "39Pz")} == {LAUNCH}
    kept = play(state, "keep-paratroops")
    assert kept.place("2Para") == TARGET
    assert sum(kept.place(u) == "dead" for u in (*CORPS, "39Pz")) == 2


@pytest.mark.rule("BD-4.17f")
def test_what_they_do_not_cover_others_do() -> None:
    stack: Units = {**BATTLE, TARGET: ["60A", "62A", "63A"], LAUNCH: [*CORPS, "39Pz", "40Pz"]}
    state = play(ends(stack)["BB"], "give-up-paratroops")
    # the German chooses who
    mixed: Units = {**BATTLE, TARGET: ["60A", "62A", "63A"], LAUNCH: [*CORPS, "4AK", "6AK"]}
    loss = play(ends(mixed)["BB"], "give-up-paratroops")
    assert (loss.decision, loss.to_move) == ("bloodbath loss", "german")
    # nine were lost, three are left
    assert sum(state.place(u) == "dead" for u in (*CORPS, "39Pz", "40Pz")) == 1


@pytest.mark.rule("BD-4.17f")
def test_without_a_drop_they_are_no_loss() -> None:
    state = play(declared({**BATTLE, TARGET: ["60A", "62A"]}), "no-air-drop")
    for die in range(1, 7):
        fought = play(state, f"roll {die}")
        assert fought.decision != "paratroops" and fought.place("2Para") == "later"


@pytest.mark.rule("BD-4.17f", "BD-11.26e")
def test_they_must_be_given_up_if_the_others_are_not_enough() -> None:
    few: Units = {**BATTLE, LAUNCH: ["3Lw"]}
    state = ends(few)["BB"]
    assert state.place("2Para") == "dead" and state.place("3Lw") == LAUNCH
    # a battalion counts one more
    riding: Units = {**BATTLE, LAUNCH: ["1AK"]}
    assert "keep-paratroops" in names(ends(riding)["BB"])
    strong: Units = {**BATTLE, TARGET: ["1G"], LAUNCH: ["1AK"]}
    assert ends(strong)["BB"].place("2Para") == "dead"
    with_tb = ends(strong, {"502TB": "1AK"})["BB"]
    assert names(with_tb) == {"give-up-paratroops", "keep-paratroops"}
    kept = play(with_tb, "keep-paratroops")
    assert (kept.place("2Para"), kept.place("1AK")) == (TARGET, "dead")


@pytest.mark.rule("BD-4.17h", "BD-4.17b")
def test_there_are_two_corps_with_the_number_14() -> None:
    both = {u.id: u.name for u in data().units if u.id in ("DE:pz:14", "DE:pz:XIV")}
    assert both == {"DE:pz:14": "14Pz", "DE:pz:XIV": "XIVPz"}
    assert start().place("XIVPz")[0].isdigit() and "14Pz" not in game().units
    assert around("2008") and start().place("76Pz")[0].isdigit()
