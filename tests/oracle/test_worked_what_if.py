"""The oracle of 1942, What If? against section 15 of the rulebook, and Tiger battalions (8.31)."""

from __future__ import annotations

import pytest

from . import arrivals, battle, bloodbath, movement, sequence, supply, support, tigers, what_if
from .model import GERMAN, SOVIET, load_board, step
from .positions import NE, NW, SE, SW, TARGET, E, Place, W, arena, setup
from .terms import BLUE_KREMLIN, WHAT_IF


def test_the_border_has_nineteen_hexes_a_side() -> None:
    board = load_board()
    assert [len(what_if.border(board, side)) for side in (GERMAN, SOVIET)] == [19, 19]
    assert {"1517", "2616", "3112"} < what_if.border(board, GERMAN)
    assert {"1417", "1816", "3013"} < what_if.border(board, SOVIET)


def test_the_last_units_go_to_bare_hexes_of_the_border() -> None:
    board = load_board()
    bare = setup({"a": ("infantry", "1922")}, board=board)
    assert what_if.places(bare, "a", 20) == what_if.home(board, GERMAN)
    assert what_if.places(bare, "a", 19) == what_if.border(board, GERMAN)
    red = setup({"a": ("rifle", "1606")}, board=board)
    assert what_if.may_wait(red, "a", 20, ["b"] * 4)
    assert not what_if.may_wait(red, "a", 20, ["b"] * 5)
    assert not what_if.may_wait(red, "a", 19, [])


@pytest.mark.parametrize(
    ("kind", "factor"), [("panzer", 10), ("infantry", 5), ("tank", 8), ("rifle", 4)]
)
def test_movement_factors(kind: str, factor: int) -> None:
    position = setup({"a": (kind, W)}, board=arena(), terms=WHAT_IF, turn=14)
    assert movement.allowance(position, "a", False) == factor
    assert movement.allowance(position, "a", True) == factor // 2


def test_replacements_and_luftwaffe() -> None:
    assert (
        arrivals.allotment(9, GERMAN, WHAT_IF) == arrivals.allotment(9, SOVIET, WHAT_IF) == (0, 0)
    )
    for turn in range(10, 15):
        for side in (GERMAN, SOVIET):
            plain = arrivals.allotment(turn, side, BLUE_KREMLIN)
            assert arrivals.allotment(turn, side, WHAT_IF) == (plain[0] + 1, plain[1] + 1)
        assert support.luftwaffe_counters(turn, WHAT_IF) == 3


def test_attackers_need_overland_supply_and_no_more() -> None:
    where: dict[str, Place] = {"a": ("rifle", E), "d": ("infantry", TARGET)}
    ring = {f"g{n}": ("infantry", h) for n, h in enumerate((E, W, NE, NW, SE, SW))}
    for terms, full in ((WHAT_IF, 3), (BLUE_KREMLIN, 1)):
        free = setup(where, board=arena(), side=SOVIET, soviet=(E,), terms=terms)
        assert battle.attack_total(free, ["a"], TARGET, "prepared") == full
    armies = {f"a{n}": ("rifle", TARGET) for n in range(5)}
    cut = setup({**armies, **ring}, board=arena(), side=SOVIET, soviet=(TARGET,), terms=WHAT_IF)
    assert battle.attack_total(cut, sorted(armies), W, "prepared") == 3  # 15 / 4 (7.22)


def test_the_zone_helps_in_four_turns_and_frees_no_satellites() -> None:
    where: dict[str, Place] = {"a": ("infantry", W), "d": ("rifle", TARGET)}
    for turn, bonus in ((9, 1), (12, 1), (13, 0)):
        position = setup(where, board=arena(), turn=turn, zone="north", terms=WHAT_IF)
        assert dict(battle.shifts(position, ["a"], TARGET, "prepared")).get("BD-5.6c", 0) == bonus
    army = setup({"b": ("satellite", "2208")}, zone="north", terms=WHAT_IF)
    assert movement.entry_cost(army, ["b"], "2208", "2107") is None


def test_paratroops_do_not_jump_against_the_luftwaffe() -> None:
    position = setup(
        {"a": ("rifle", E), "d": ("infantry", TARGET)}, board=arena(), side=SOVIET, terms=WHAT_IF
    )
    where = (position, "prepared", SOVIET, TARGET)
    assert support.may_drop(*where, used=False)
    assert not support.may_drop(*where, used=True)
    assert not support.may_drop(*where, used=False, luftwaffe=True)


def test_each_side_fights_twice_once() -> None:
    both = {"fight-move", "move-fight", "fight-fight"}
    for side in (GERMAN, SOVIET):
        for turn in range(9, 15):
            assert sequence.orders(WHAT_IF, turn, side, 0) == both
            assert sequence.orders(WHAT_IF, turn, side, 1) == both - {"fight-fight"}
    assert sequence.orders(BLUE_KREMLIN, 12, GERMAN, 0) == both
    assert sequence.orders(BLUE_KREMLIN, 13, GERMAN, 0) == both - {"fight-fight"}
    assert sequence.orders(BLUE_KREMLIN, 9, SOVIET, 0) == both - {"fight-fight"}


def test_the_coastal_army_is_supplied_and_goes_nowhere_by_land() -> None:
    ring = {f"g{d}": ("infantry", step("2911", d)) for d in ("NE", "E", "NW", "W", "SW")}
    position = setup({"a": ("coastal", "2911", 0, 3), **ring}, side=SOVIET, soviet=("2911",))
    assert supply.soviet_states(position)["a"] == "overland"
    assert movement.reach(position, ["a"]) == {"2911": 0}


def test_winners() -> None:
    board = load_board()
    west = {h for h in what_if.home(board, GERMAN) if "city" in board.hexes[h].features}
    east = {h for h in what_if.home(board, SOVIET) if "city" in board.hexes[h].features}
    assert (len(west), len(east)) == (11, 22)

    def soviet(*hexes: str) -> str | None:
        return what_if.at_the_end(setup({}, soviet=hexes))

    assert soviet(*east, "2419") == soviet(*east, "1717") == SOVIET
    assert soviet(*east) is None
    assert soviet(*(east - {"1011"})) == GERMAN
    assert soviet(*(east - {"1011"}), "2419") is None
    assert what_if.at_once(setup({}, soviet=east)) is None
    assert what_if.at_once(setup({}, soviet=east | {"1922"})) == SOVIET
    assert what_if.at_once(setup({}, soviet=east - {"1606"})) == GERMAN


# -- Tiger battalions -------------------------------------------------------------------------

RIDDEN: dict[str, Place] = {
    "a": ("panzer", W),
    "b": ("infantry", E),
    "s": ("satellite", W),
    "d": ("rifle", TARGET),
}


def test_battalions_shift_one_column_and_count_one_in_a_bloodbath() -> None:
    plain = setup(RIDDEN, board=arena())
    one = setup(RIDDEN, board=arena(), riders={"t": "a"})
    two = setup(RIDDEN, board=arena(), riders={"t": "a", "u": "b"})
    for position, shift in ((plain, 0), (one, 1), (two, 1)):
        found = battle.shifts(position, ["a", "b"], TARGET, "prepared")
        assert dict(found).get("BD-8.31e", 0) == shift
    assert "BD-8.31e" not in dict(battle.shifts(one, ["b"], TARGET, "prepared"))
    where = (["a"], TARGET, "prepared")
    assert bloodbath.worth(one, *where) == bloodbath.worth(plain, *where) + 1
    attacked = (["d"], E, "prepared")
    assert bloodbath.price(two, *attacked) == bloodbath.price(plain, *attacked) + 1
    assert dict(battle.shifts(two, ["d"], E, "prepared"))["BD-8.31e"] == -1
    driven = setup(RIDDEN, board=arena(), riders={"t": "b"}, retreated=["b"])
    assert "BD-8.31e" not in dict(battle.shifts(driven, ["d"], E, "prepared"))


def test_no_stack_has_two_battalions_and_no_satellite_has_one() -> None:
    position = setup({**RIDDEN, "c": ("infantry", W)}, board=arena(), riders={"t": "a", "u": "b"})
    assert tigers.carriers(position) == []
    assert not position.fits(["b"], W)
    free = setup({**RIDDEN, "c": ("infantry", W)}, board=arena())
    assert sorted(tigers.carriers(free)) == ["a", "b", "c"]
