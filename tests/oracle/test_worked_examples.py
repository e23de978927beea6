"""The oracle against the worked examples on combat, written from the rulebook alone.

The names W-nn number the examples that follow directly from the rulebook's text.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from . import battle, bloodbath, charts
from .model import GERMAN, SOVIET, step
from .positions import NE, NW, SE, SW, TARGET, E, Place, W, arena, plain_board, setup


def shift_ids(fight: battle.Battle) -> dict[str, int]:
    return dict(fight.shifts)


def test_w01_w02_halving() -> None:
    assert battle.reduced_total([(3, 2)]) == 1
    assert battle.reduced_total([(2, 2)]) == 1
    assert battle.reduced_total([(1, 2)]) == 1
    assert battle.reduced_total([(3, 2)] * 3) == 4
    assert battle.reduced_total([(1, 2)] * 2) == 1
    assert battle.reduced_total([(3, 4)]) == 1


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (26, 7, "3:1"),
        (5, 11, "1:3"),
        (7, 7, "1:1"),
        (13, 7, "1:1"),
        (10, 11, "1:2"),
        (5, 10, "1:2"),
    ],
)
def test_w03_w04_w05_odds(attack: int, defence: int, name: str) -> None:
    assert battle.column_name(battle.odds_column(attack, defence)) == name


def test_w06_rough_turns_three_to_one_into_two_to_one() -> None:
    position = setup(
        {"a": ("infantry", W, 9, 3), "d": ("rifle", TARGET)},
        board=arena("rough"),
        sequence="move-fight",
    )
    fight = battle.strengths(position, ["a"], TARGET)
    assert (fight.attack, fight.defence, fight.odds_name) == (9, 3, "3:1")
    assert fight.shifts == (("BD-11.14a", -1),)
    assert fight.column_name == "2:1"


def test_w07_shifts_come_before_the_table_limit() -> None:
    position = setup(
        {"a": ("infantry", W, 20, 3), "d": ("rifle", TARGET, 1, 1)},
        board=arena("rough", "W"),
        sequence="move-fight",
    )
    fight = battle.strengths(position, ["a"], TARGET)
    assert (fight.odds_name, fight.column_name) == ("20:1", "18:1")
    assert fight.results == {"DE": Fraction(1)}


def test_w08_five_to_one_die_five_is_a_bloodbath() -> None:
    assert charts.combat_results("5:1")[4] == "BB"


def test_w09_columns_beyond_the_table() -> None:
    position = setup({"a": ("infantry", W), "d": ("rifle", TARGET)}, board=arena())
    assert battle.distribution(position, TARGET, SOVIET, 8) == {"DE": Fraction(1)}
    assert battle.column_name(-4) == "1:6"
    assert battle.distribution(position, TARGET, SOVIET, -5) == {"AE": Fraction(1)}
    for column in range(-4, 8):
        chances = battle.distribution(position, TARGET, SOVIET, column)
        assert sum(chances.values()) == 1
        assert len(charts.combat_results(battle.column_name(column))) == 6


def test_w10_shift_ladder_runs_through_parity() -> None:
    assert battle.column_name(battle.odds_column(2, 1) - 2) == "1:2"
    assert battle.column_name(battle.odds_column(1, 2) + 3) == "3:1"


def test_w13_one_unit_may_choose_between_two_targets() -> None:
    position = setup({"a": ("infantry", "2709"), "d": ("rifle", "2609"), "e": ("rifle", "2708")})
    assert battle.forbidden(position, ["a"], "2609", "prepared") is None
    assert battle.forbidden(position, ["a"], "2708", "prepared") is None


@pytest.mark.parametrize(
    ("hexes", "bonus"),
    [
        ((E, W), True),
        ((NE, SE, W), True),
        ((E, NE, SE), False),
        ((NE, E), False),
        ((NE, E, SE, SW), True),
        ((NW, NE, E, SE), True),
    ],
)
def test_w15_concentric(hexes: tuple[str, ...], bonus: bool) -> None:
    assert battle.concentric(TARGET, hexes) is bonus


def _soviet_attack(turn: int, markers: dict[str, str], kind: str = "rifle", **fields: Any) -> int:
    position = setup(
        {"a": (kind, E), "d": ("infantry", TARGET)},
        board=arena(),
        turn=turn,
        side=SOVIET,
        supply_markers=markers,
        soviet=(E,),
        **fields,
    )
    return battle.attack_total(position, ["a"], TARGET, "prepared")


def test_w25_offensive_supply() -> None:
    assert _soviet_attack(7, {}) == 1
    assert _soviet_attack(10, {"C": step(step(E, "E"), "E")}) == 3
    assert _soviet_attack(10, {"C": step(step(step(E, "E"), "E"), "E")}) == 1
    position = setup(
        {"a": ("infantry", W), "d": ("rifle", TARGET)}, board=arena(), soviet=(TARGET,)
    )
    assert battle.defence_total(position, ["a"], TARGET, "prepared") == 3


def _surrounded(kinds: list[str], factor: int = 3, **fields: Any) -> int:
    """Soviet units in a ring of German ones attack one of them without an overland line."""
    ring = {f"g{n}": ("infantry", h) for n, h in enumerate((E, W, NE, NW, SE, SW))}
    inside = {f"a{n}": (kind, TARGET, factor, 3) for n, kind in enumerate(kinds)}
    position = setup(
        {**ring, **inside}, board=arena(), turn=10, side=SOVIET, soviet=(TARGET,), **fields
    )
    return battle.attack_total(position, sorted(inside), W, "prepared")


def test_w26_cut_off_soviet_attackers() -> None:
    assert _surrounded(["rifle"] * 5, hero=[TARGET]) == 7  # 15 / 2
    assert _surrounded(["rifle"] * 5) == 3  # 15 / 4
    assert _surrounded(["rifle"]) == 1
    assert _surrounded(["shock"], hero=[TARGET]) == 1
    assert _surrounded(["shock"]) == 1
    assert _surrounded(["shock"] * 4, factor=6) == 3  # four times 3, quartered


def test_w26_german_garrison_attacks_at_full_strength() -> None:
    where: dict[str, Place] = {"a": ("infantry", "2117")}
    where |= {f"d{d}": ("rifle", step("2117", d)) for d in ("E", "W", "NE", "NW", "SE", "SW")}
    east = step("2117", "E")
    cut_off = setup(where, turn=13)
    fortress = setup(where, turn=13, fortress=["2117"])
    assert battle.attack_total(cut_off, ["a"], east, "prepared") == 1
    assert battle.attack_total(fortress, ["a"], east, "prepared") == 3


def test_w29_an_air_army_adds_one_and_is_never_doubled() -> None:
    position = setup(
        {"a": ("shock", E), "b": ("rifle", E), "d": ("infantry", TARGET)},
        board=arena(),
        side=SOVIET,
        supply_markers={"A": E},
        soviet=(E,),
    )
    flying = {"a": True, "b": True}
    fight = battle.strengths(position, ["a", "b"], TARGET, air_armies=flying)
    assert fight.attack == 6 + 1 + 3 + 1
    with pytest.raises(battle.IllegalAttack, match=r"^BD-8\.38f$"):
        battle.strengths(position, ["a", "b"], TARGET, air_armies=flying, luftwaffe=True)


def test_w30_supplied_shock_army_doubles_on_fight_move() -> None:
    marker = {"A": E}
    assert _soviet_attack(10, marker, "shock") == 6
    assert _soviet_attack(10, marker, "shock", sequence="move-fight") == 3
    assert _soviet_attack(10, {}, "shock") == 1


def test_w35_hero_city_and_ordinary_city() -> None:
    board = plain_board(hexsides={("1806", n): None for n in ("1805", "1807")})
    where: dict[str, Place] = {
        "a": ("infantry", "1807", 9, 9),
        "b": ("infantry", "1805", 9, 9),
        "d": ("rifle", "1806"),
    }
    hero = setup(where, board=board, hero=["1806"], sequence="move-fight")
    plain = setup(where, board=board, sequence="move-fight")
    assert shift_ids(battle.strengths(hero, ["a", "b"], "1806")) == {"BD-9.6a": -3}
    assert shift_ids(battle.strengths(plain, ["a", "b"], "1806")) == {
        "BD-11.20a": -1,
        "BD-11.24a": 1,
    }
    for column in range(-4, 8):
        printed = battle.distribution(plain, "1806", SOVIET, column)
        retreats = printed.get("DR", Fraction(0))
        heroic = battle.distribution(hero, "1806", SOVIET, column)
        assert "DR" not in heroic
        assert heroic.get("BB", 0) == printed.get("BB", 0) + retreats
        german = battle.distribution(plain, "1806", GERMAN, column)
        assert "DR" not in german
        assert german.get("AS", 0) == printed.get("AS", 0) + retreats


def test_w35_no_mobile_assault_on_a_hero_city() -> None:
    where = {"a": ("panzer", "1807"), "d": ("rifle", "1806")}
    assert battle.forbidden(setup(where, hero=["1806"]), ["a"], "1806", "mobile") == "BD-10.25g"
    assert battle.forbidden(setup(where), ["a"], "1806", "mobile") is None


def _given_up(attackers: dict[str, Place], defenders: dict[str, Place], **more: Any) -> set[str]:
    """The sets that a bloodbath may take, as sorted names."""
    position = setup({**attackers, **defenders}, board=arena(), **more)
    found = bloodbath.minimal_orders(position, list(attackers), TARGET)
    return {" ".join(sorted(order)) for order in found}


def test_w36_bloodbath() -> None:
    armies: dict[str, Place] = {"a": ("rifle", TARGET), "b": ("rifle", TARGET)}
    panzers: dict[str, Place] = {f"DE:pz:{n}": ("panzer", W, 4, 3) for n in (3, 14, 24)}
    assert _given_up(panzers, armies) == {
        "DE:pz:14 DE:pz:3",
        "DE:pz:24 DE:pz:3",
        "DE:pz:14 DE:pz:24",
    }
    corps: dict[str, Place] = {"a": ("infantry", TARGET), "b": ("infantry", TARGET)}
    shock: dict[str, Place] = {"SU:shock:1": ("shock", E), "SU:rifle:3": ("rifle", E)}
    found = _given_up(shock, corps, side=SOVIET, soviet=(E,), supply_markers={"A": E})
    assert found == {"SU:shock:1", "SU:rifle:3 SU:shock:1"}
    dotted = {**panzers, "IT:army:8": ("satellite", W, 2, 3)}
    assert all("IT:army:8" in order for order in _given_up(dotted, {"a": armies["a"]}))


def test_w37_panzers_use_their_defence_factor_against_cities() -> None:
    position = setup(
        {"a": ("panzer", "1807", 4, 3), "d": ("rifle", "1806"), "e": ("rifle", "1906")}
    )
    assert battle.attack_total(position, ["a"], "1806", "prepared") == 3
    assert battle.attack_total(position, ["a"], "1906", "prepared") == 4


def test_w38_mountain_corps_in_rough() -> None:
    where: dict[str, Place] = {
        "a": ("mountain", W, 2, 4),
        "d": ("rifle", TARGET),
    }
    position = setup(where, board=arena("rough"))
    assert battle.attack_total(position, ["a"], TARGET, "prepared") == 4
    ring = {f"d{d}": ("rifle", h) for d in ("W", "NW", "SW", "NE", "SE") if (h := step(W, d))}
    cut_off = setup({**where, **ring}, board=arena("rough"))
    assert battle.attack_total(cut_off, ["a"], TARGET, "prepared") == 1


def test_w60_units_that_retreated_in_add_nothing_to_a_prepared_assault() -> None:
    where: dict[str, Place] = {
        "a": ("panzer", W, 6, 6),
        "d": ("rifle", TARGET),
        "e": ("rifle", TARGET),
    }
    position = setup(where, board=arena(), retreated=["e"])
    assert battle.defence_total(position, ["a"], TARGET, "prepared") == 3
    assert battle.defence_total(position, ["a"], TARGET, "mobile") == 6


def test_w64_satellite_alone() -> None:
    where: dict[str, Place] = {
        "a": ("rifle", E, 9, 9),
        "d": ("satellite", TARGET),
    }
    for extra, odds, column in [({}, "3:1", "4:1"), ({"h": ("infantry", TARGET)}, "1:1", "1:1")]:
        position = setup(
            {**where, **extra},
            board=arena(),
            side=SOVIET,
            zone="north",
            supply_markers={"A": E},
            soviet=(E,),
        )
        fight = battle.strengths(position, ["a"], TARGET)
        assert (fight.odds_name, fight.column_name) == (odds, column)


def test_marsh_halves_mechanised_attackers_and_shifts_right() -> None:
    position = setup(
        {"a": ("panzer", W, 5, 3), "b": ("infantry", W), "d": ("rifle", TARGET)},
        board=arena("marsh"),
        sequence="move-fight",
    )
    fight = battle.strengths(position, ["a", "b"], TARGET)
    assert fight.attack == 2 + 3
    assert shift_ids(fight) == {"BD-11.15b": 1}


def test_phase_sequence_shifts() -> None:
    where = {"a": ("infantry", W), "d": ("rifle", TARGET)}
    for turn, zone, bonus in [(9, "north", 1), (11, "north", 1), (12, "north", 0), (9, "south", 0)]:
        position = setup(where, board=arena(), turn=turn, zone=zone)
        assert shift_ids(battle.strengths(position, ["a"], TARGET)).get("BD-5.6c", 0) == bonus
    first = setup(where, board=arena(), sequence="fight-fight", phase_index=0)
    second = setup(where, board=arena(), sequence="fight-fight", phase_index=1)
    assert shift_ids(battle.strengths(first, ["a"], TARGET)) == {"BD-5.6e": 1}
    assert shift_ids(battle.strengths(second, ["a"], TARGET)) == {}


def test_water_bars_some_attacks() -> None:
    where = {"a": ("panzer", "3106"), "b": ("infantry", "3106"), "d": ("rifle", "3105")}
    position = setup(where, soviet=("3105",))
    assert battle.forbidden(position, ["a"], "3105", "prepared") == "BD-11.17b"
    assert battle.forbidden(position, ["b"], "3105", "prepared") is None
    fight = battle.strengths(position, ["b"], "3105")
    assert shift_ids(fight)["BD-11.16a"] == -1
    sivash = setup({"a": ("infantry", "2907"), "d": ("rifle", "3008")})
    assert battle.forbidden(sivash, ["a"], "3008", "prepared") == "BD-11.18b"
    assert battle.forbidden(sivash, ["d"], "2907", "prepared") is None
