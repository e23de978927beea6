"""Worked examples of the rulebook: battles, odds, surrenders, automatic victories and retreats
(12 to 17.3)."""

from __future__ import annotations

import pytest

from . import automatic, battles, battles_frontier, odds, retreat
from .board import small_board
from .charts import air_units, combat_result, weather
from .endings import Ending, endings
from .model import RUSSIAN, Position
from .movement import reach
from .odds import Battle, level, ratio
from .pieces import axis, german, placed, russian
from .supply import combat_factor


def battle(attackers: str, targets: str) -> Battle:
    """A battle from ids and hexes separated by commas and blanks."""
    return Battle(frozenset(a.strip() for a in attackers.split(",")), frozenset(targets.split()))


@pytest.mark.parametrize(
    ("attack", "defence", "written"),
    [
        (4, 9, "1-3"),
        (19, 10, "1-1"),
        (28, 11, "2-1"),
        (11, 11, "1-1"),
        (6, 20, "1-4"),
        (3, 20, "1-7"),
        (3, 14, "1-5"),
        (20, 2, "10-1"),
        (20, 4, "5-1"),
        (10, 1, "10-1"),
    ],
)
def test_odds_favour_the_defender(attack: int, defence: int, written: str) -> None:
    assert ratio(level(attack, defence)) == written


def test_battle_a_of_the_two_battles() -> None:
    at = {
        german("48", "4-7", "armor"): "Y23",
        german("44"): "Y23",
        german("17", "3-4"): "Y23",
        russian("12 A", "6-3"): "Y22",
        russian("5 A", "5-3"): "Z22",
    }
    board = small_board(("W18", "CC27"))
    apart = placed(board, at)
    assert battles.battle_refusal(apart, battle("48, 44, 17", "Y22 Z22")) == "TRC-12.3c"
    assert battles.battle_refusal(apart, battle("48, 44, 17", "Y22")) is None
    both = placed(board, {u: "Z23" if u.side == "axis" else h for u, h in at.items()})
    together = battle("48, 44, 17", "Y22 Z22")
    assert battles.battle_refusal(both, together) is None
    plain = odds.odds(both, together)
    assert (plain.attack, plain.defence, ratio(plain.level)) == (11, 11, "1-1")
    assert ratio(odds.odds(both, together, air=1).level) == "4-1"


def test_battle_b_is_illegal_for_one_corps_alone() -> None:
    board = small_board(("W18", "CC27"), rivers={"Bug": "Y22 Z22 AA22"})
    at = {
        german("29", "3-4"): "Z22",
        german("55", "3-4"): "Z22",
        russian("6 A", "5-3"): "Z21",
        russian("26 A", "5-3"): "Z21",
    }
    position = placed(board, at)
    pair = odds.odds(position, battle("29, 55", "Z21"))
    assert (pair.attack, pair.defence, ratio(pair.level)) == (6, 20, "1-4")
    assert battles.battle_refusal(position, battle("29, 55", "Z21")) is None
    assert battles.battle_refusal(position, battle("29", "Z21")) == "TRC-12.5b"
    first = position.with_(turn=1)
    assert odds.odds(first, battle("29", "Z21")).defence == 10, "no rivers in the first impulse"


def forced(*more: tuple[str, str]) -> Position:
    """The Russian turn of 12.5: two tank corps before German units that cover all else."""
    board = small_board(("F12", "L19"))
    at = {
        russian("1 Tank", "2-5", "armor"): "J16",
        russian("6 Tank", "2-5", "armor"): "I16",
        german("1 SS", "10-8", "armor", ss=True): "J17",
        german("2 SS", "9-8", "armor", ss=True): "J17",
        german("41 Pz", "8-7", "armor"): "J17",
        german("1"): "G16",
        german("26", "3-4"): "H15",
    }
    for name, where in more:
        at[russian(name)] = where
    return placed(board, at, side=RUSSIAN, turn=2)


def test_who_cannot_or_does_not_leave_surrenders() -> None:
    position = forced()
    assert {"J15", "K15"} <= reach(position, position.units["1 Tank"], 5)
    assert reach(position, position.units["6 Tank"], 5) == {"I16"}
    both = battles.smallest_surrenders(position)
    assert both == [frozenset({"1 Tank", "6 Tank"})]
    assert automatic.end_of_movement(position).surrenders == [both]
    gone = position.moved("1 Tank", "K14")
    assert battles.smallest_surrenders(gone) == [frozenset({"6 Tank"})]
    # others may come to help, and need not
    rescued = forced(("8 A", "J16"), ("11 A", "I16"))
    assert battles_frontier.a_plan(rescued) is not None


def test_automatic_victory_over_the_tank_corps() -> None:
    board = small_board(("F12", "L19"))
    at = {
        german("41 Pz", "8-7", "armor"): "J17",
        german("56 Pz", "7-7", "armor"): "J17",
        german("9", "5-4"): "J17",
        russian("6 Tank", "2-5", "armor"): "I16",
        russian("1 Tank", "2-5", "armor"): "J16",
        german("1"): "L17",
    }
    position = placed(board, at, turn=2)
    attack = battle("41 Pz, 56 Pz, 9", "I16")
    assert ratio(odds.odds(position, attack).level) == "10-1"
    assert automatic.refusal(position, attack) is None
    after = automatic.after(position, attack)
    assert "6 Tank" not in after.at and after.av_now == attack.attackers
    assert after.units["41 Pz"].id in after.av_now
    assert reach(after, after.units["41 Pz"], 7) == {"J17"}
    # the corps in J16 is beside them and must be attacked by others
    end = automatic.end_of_movement(after)
    assert end.plan is None and frozenset({"41 Pz", "56 Pz", "9"}) in end.surrenders[0]
    helped = after.moved("1", "K16")
    plan = automatic.end_of_movement(helped).plan
    assert plan == frozenset({battle("1", "J16")})
    assert battles.battle_refusal(helped, battle("41 Pz", "J16")) == "TRC-16.2a"
    # a side may not do so too early
    assert automatic.refusal(position.with_(side=RUSSIAN), attack) is not None


def test_russians_make_no_automatic_victories_before_the_tenth_turn() -> None:
    board = small_board(("F12", "L19"))
    at = {
        **{russian(f"{n} TkA", "10-6", "armor", size="army"): "J17" for n in (1, 2)},
        german("17", "2-4"): "J16",
    }
    position = placed(board, at, side=RUSSIAN, turn=9)
    attack = battle("1 TkA, 2 TkA", "J16")
    assert automatic.refusal(position, attack) == "TRC-16.4a"
    assert automatic.refusal(position.with_(turn=10), attack) is None
    assert (
        odds.outcome(position, 9, 1) == "DR" and odds.outcome(position.with_(turn=10), 9, 1) == "DS"
    )


# The landing of 13.8: the Dnieper below Dnepropetrovsk, the sea of Azov beside FF21.
AZOV = small_board(
    ("CC16", "HH24"),
    rivers={"Dnieper": "DD18 EE18 EE19 EE20 EE21 EE22"},
    terrain={"sea": "GG20 HH20 GG22 GG23 GG24 HH24"},
)


def test_the_landing_undoubles_the_cavalry_behind_the_river() -> None:
    cavalry = axis("Rum Cav", "2-7", "cavalry", "rumanian")
    at = {
        german("3 Pz", "7-7", "armor"): "EE21",
        german("14 Pz", "7-7", "armor"): "EE21",
        german("4"): "EE22",
        cavalry: "FF21",
        russian("2 Cav", "2-7", "cavalry"): "FF22",
        russian("9 A", "7-3"): "EE20",
        russian("18 A", "7-3"): "FF20",
        german("52", "3-6", "motorized"): "GG21",
    }
    position = placed(AZOV, at, turn=2)
    attack = battle("3 Pz, 14 Pz, 4, Rum Cav", "FF22")
    full = odds.odds(position, attack)
    assert (full.attack, full.defence, ratio(full.level)) == (20, 2, "10-1")
    alone = odds.odds(position, battle("3 Pz, 14 Pz, 4", "FF22"))
    assert alone.defence == 4
    assert ratio(level(20, 4)) == "5-1", "twenty factors over the river would not do"
    after = automatic.after(position, attack).without(["3 Pz", "14 Pz", "4"])
    # the 52nd joins the landed corps and attacks the fourteen factors at 1-5
    assert battles_frontier.a_plan(after.without(["52"])) is None
    joined = after.moved("52", "FF21")
    assert joined.board.rivers.get("FF21") is None
    soak = odds.odds(joined, battle("52", "EE20 FF20"))
    assert (soak.attack, soak.defence, ratio(soak.level)) == (3, 14, "1-5")
    assert battles_frontier.a_plan(joined) == frozenset({battle("52", "EE20 FF20")})
    assert battles.a_plan(joined) == frozenset({battle("52", "EE20 FF20")})


def test_shifts_of_air_and_artillery() -> None:
    board = small_board(("A1", "F9"))
    target = russian("1 A", "2-3")
    attackers = {german("a", "6-7", "armor"): "C4"}
    position = placed(board, {target: "C3", **attackers}, turn=2)
    assert ratio(odds.odds(position, battle("a", "C3")).level) == "3-1"
    assert ratio(odds.odds(position, battle("a", "C3"), air=1).level) == "6-1"
    tanks, guns = russian("t", "6-6", "armor"), russian("g", "4-3", "artillery")
    corps = german("d", "2-4")
    russians = placed(board, {tanks: "C4", guns: "C4", corps: "C3"}, side=RUSSIAN, turn=23)
    assert ratio(odds.odds(russians, battle("t", "C3"), air=1).level) == "4-1"
    assert ratio(odds.odds(russians, battle("t, g", "C3")).level) == "6-1"
    assert odds.odds(russians, battle("t, g", "C3"), air=3).shift == 3


def test_air_ranges_and_bases() -> None:
    board = small_board(("A1", "L20"))
    hq = german("HQ North", "1-7", "hq")
    at = {german("a", "6-7", "armor"): "C4", russian("1 A"): "C3", hq: "C11"}
    position = placed(board, at, turn=2)
    assert odds.most_air(position, ["C3"], 3, []) == 1
    assert odds.most_air(position, ["C3"], 3, ["HQ North"]) == 0
    assert odds.most_air(position.moved("HQ North", "C12"), ["C3"], 3, []) == 0
    assert odds.most_air(position.with_(impulse=2), ["C3"], 3, []) == 0
    stavka, stalin = russian("Stavka", "1-7", "hq"), russian("Stalin", "1-0", "leader")
    at = {stavka: "C12", stalin: "C11", german("d"): "C3", russian("t"): "C4"}
    late = placed(board, at, side=RUSSIAN, turn=23)
    assert odds.most_air(late, ["C3"], 3, []) == 0, "Stavka is nine hexes away"
    assert odds.most_air(late.without(["Stavka"]), ["C3"], 3, []) == 3


def test_air_tables() -> None:
    stukas = [air_units("axis", turn, w, 1) for turn in (2, 7, 13, 19) for w in ("clear", "mud")]
    assert stukas == [3, 1, 2, 1, 1, 0, 0, 0]
    assert air_units("axis", 5, "snow", 1) == 0 and air_units("axis", 2, "clear", 2) == 0
    sturmoviks = [air_units(RUSSIAN, t, w, 1) for t in (13, 14, 20, 25) for w in ("clear", "mud")]
    assert sturmoviks == [0, 0, 1, 0, 2, 0, 3, 1]
    assert air_units(RUSSIAN, 21, "light-mud", 1) == 1


def test_the_weather_chain() -> None:
    assert weather(3, 0, 3) == ("clear", 1)
    assert weather(4, 1, 3) == ("snow", -2)
    assert weather(5, -2) == ("snow", -2)
    assert weather(6, -2, 3) == ("light-mud", 0)
    assert weather(6, -2, 1) == ("clear", 1) and weather(6, 3, 6) == ("snow", -3)
    with pytest.raises(ValueError, match="die"):
        weather(4, 0)


def test_unsupplied_five_makes_three_and_six() -> None:
    board = small_board(("A1", "F9"), terrain={"mountain": "C4"})
    corps = german("7", "5-4")
    at = {corps: "C4", russian("1 A"): "C3"}
    position = placed(board, at, side=RUSSIAN, turn=4, weather="snow")
    assert combat_factor(position, corps) == 3
    assert odds.defence_strength(position, battle("1 A", "C4")) == 6
    finn = axis("Finn 2", "5-4", "infantry", "finnish")
    cold = placed(board, {finn: "C4", russian("1 A"): "C3"}, side=RUSSIAN, turn=4, weather="snow")
    assert odds.defence_strength(cold, battle("1 A", "C4")) == 10


def test_one_to_one_fears_contact_only() -> None:
    assert [combat_result(0, die) for die in range(1, 7)] == ["A1", "A1", "AR", "C", "EX", "DR"]
    assert combat_result(-5, 6) == "AR" and combat_result(-9, 6) == "AR"
    assert [combat_result(3, die) for die in range(1, 7)] == ["C", "EX", "DR", "D1", "DE", "DS"]


def test_the_attacker_may_lower_his_odds_and_go_back_forward() -> None:
    found = odds.Odds(28, 11, level(28, 11), 0)
    assert [ratio(n) for n in odds.columns_offered(found)] == [
        "1-6",
        "1-5",
        "1-4",
        "1-3",
        "1-2",
        "1-1",
        "2-1",
    ]
    board = small_board(("J10", "R20"))
    panzer = german("24 Pz", "8-7", "armor")
    at = {panzer: "N15", russian("10 A"): "N14", russian("3 A"): "R15"}
    position = placed(board, at, turn=1)
    paths = retreat.allowed_paths(position, panzer, (1, 2))
    # the other neighbours of N15 are in the zone of the army in N14
    assert {path[0] for path in paths} == {"M15", "N16", "O15"}
    assert ("M15", "L15") in paths and ("M15", "M14") not in paths


def test_defenders_may_end_one_hex_away_but_not_where_they_began() -> None:
    board = small_board(("J10", "R20"))
    army = russian("10 A")
    position = placed(board, {german("24 Pz", "8-7", "armor"): "N15", army: "N14"}, turn=1)
    paths = retreat.allowed_paths(position, army, (2,))
    assert ("M13", "N13") in paths and all(path[-1] != "N14" for path in paths)
    assert all(len(path) == 2 for path in paths)


def test_no_way_back_and_no_room() -> None:
    board = small_board(("M12", "O15"))
    army, other, third = russian("10 A"), russian("3 A"), russian("4 A")
    ring = {german(h, "7-7", "armor"): h for h in ("N15", "M12", "O12")}
    position = placed(board, {army: "N14", **ring}, turn=1)
    assert retreat.allowed_paths(position, army, (2,)) == []
    roomy = placed(board, {army: "N14", other: "N12", third: "N12", german("a"): "N15"}, turn=1)
    ends = {p[-1] for p in retreat.allowed_paths(roomy, army, (2,))}
    assert ends and "N12" not in ends
    assert retreat.path_refusal(roomy, army, ("N13", "N12"), (2,)) == "TRC-13.7a"


def test_woods_hold_and_leaders_and_workers_fall() -> None:
    board = small_board(("J10", "R20"), terrain={"woods": "N14"})
    at = {german("24 Pz", "8-7", "armor"): "N15", russian("10 A"): "N14"}
    position = placed(board, at, turn=2)
    fight = battle("24 Pz", "N14")
    assert retreat.aftermath(position, fight, "DR").retreating == {}
    assert retreat.aftermath(position, fight, "AR").retreating == {"24 Pz": (1, 2)}
    open_ground = small_board(("J10", "R20"))
    crowd = {
        german("24 Pz", "8-7", "armor"): "N15",
        russian("10 A"): "N14",
        russian("Worker", "2-0", "worker"): "N14",
        russian("Stalin", "1-0", "leader"): "N14",
    }
    position = placed(open_ground, crowd, turn=2)
    left = retreat.aftermath(position, fight, "DR")
    assert set(left.retreating) == {"10 A", "Worker", "Stalin"}
    assert retreat.dies_when_retreated(position, position.units["Worker"]) == "TRC-22.2e"
    assert retreat.dies_when_retreated(position, position.units["Stalin"]) == "TRC-11.2b"
    lost = retreat.aftermath(position, fight, "DE")
    assert lost.surrendered == {"Worker"} and lost.eliminated == {"10 A", "Stalin"}
    traded = retreat.aftermath(position, fight, "EX")
    assert traded.attacker_picks == {"24 Pz"} and len(traded.defender_picks) == 3
    assert traded.retreating["10 A"] == (1, 2) and "24 Pz" not in traded.retreating


def test_a_landed_corps_does_not_survive_a_retreat() -> None:
    board = small_board(("J10", "R20"))
    tanks = russian("12 Tank", "3-5", "armor")
    at = {tanks: "N14", german("1"): "N15"}
    position = placed(board, at, side=RUSSIAN, turn=4, invaded_now=frozenset({"12 Tank"}))
    assert retreat.allowed_paths(position, tanks, (1, 2)) == []
    assert retreat.allowed_paths(position.with_(invaded_now=frozenset()), tanks, (1, 2)) != []


# ---- all endings of small battles


def end_hexes(found: set[Ending], name: str) -> set[str]:
    """Where one unit may stand at the end."""
    return {h for ending in found for u, h in ending.standing if u == name}


def test_endings_of_a_lone_defender() -> None:
    board = small_board(("J10", "R20"))
    at = {german("24 Pz", "8-7", "armor"): "N15", russian("10 A"): "N14"}
    position = placed(board, at, turn=2)
    fight = battle("24 Pz", "N14")
    start = frozenset({("24 Pz", "N15"), ("10 A", "N14")})
    assert endings(position, fight, "C") == {Ending(start, frozenset(), frozenset())}
    ends = end_hexes(endings(position, fight, "DR"), "10 A")
    # M14 and O14 are in the zone of N15; by M13, N13 or O13 the army comes to these
    assert sorted(ends) == ["L13", "L14", "M12", "M13", "N12", "N13", "O12", "O13", "P13", "P14"]
    lost = endings(position, fight, "EX")
    assert lost == {Ending(frozenset(), frozenset({"24 Pz", "10 A"}), frozenset())}
    assert endings(position, fight, "DS") == {
        Ending(frozenset({("24 Pz", "N15")}), frozenset(), frozenset({"10 A"}))
    }
    assert end_hexes(endings(position, fight, "A1"), "10 A") == {"N14"}


def test_endings_with_room_for_one_only() -> None:
    # a pocket: all ways lead to N12, which holds one army already
    board = small_board(("N12", "N16"))
    at = {
        german("24 Pz", "8-7", "armor"): "N15",
        russian("10 A"): "N14",
        russian("3 A"): "N14",
        russian("4 A"): "N12",
    }
    position = placed(board, at, turn=2)
    fight = battle("24 Pz", "N14")
    found = endings(position, fight, "DR")
    assert {ending.eliminated for ending in found} == {frozenset({"10 A"}), frozenset({"3 A"})}
    assert end_hexes(found, "10 A") == {"N12"} and end_hexes(found, "4 A") == set()
    one_lost = endings(position, fight, "D1")
    assert {len(ending.eliminated) for ending in one_lost} == {1}


def test_attackers_choose_their_loss_and_their_way() -> None:
    board = small_board(("N12", "N16"))
    at = {german("a"): "N15", german("b"): "N15", russian("10 A"): "N14"}
    position = placed(board, at, turn=2)
    found = endings(position, battle("a, b", "N14"), "A1")
    assert {ending.eliminated for ending in found} == {frozenset({"a"}), frozenset({"b"})}
    assert end_hexes(found, "a") == {"N16"}
