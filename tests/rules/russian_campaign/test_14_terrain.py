"""Section 14: terrain doubles defenders once at most, and woods stop every unit."""

from __future__ import annotations

import pytest

from eastfront.questions.consequences import Flight, Stand

from .battle_positions import at, combat, fight, go, names, odds, overrun, play
from .left_out_positions import at_without

AR, EX, DR, D1 = 2, 4, 5, 6


@pytest.mark.rule("TRC-14.1a", "TRC-14.1.2b")
def test_mountains_double_who_defends_and_not_who_attacks() -> None:
    # Y26 is a river hex, Z27 behind it a mountain
    into = combat("axis", {"46 Pz": "Z27", "8 TkC": "Z28"})
    assert odds(into, "Z28", ["46 Pz"]) == (6, 6, 1)
    out = combat("axis", {"46 Pz": "Z27", "8 TkC": "Z26"})
    assert odds(out, "Z26", ["46 Pz"]) == (6, 3, 2)


@pytest.mark.rule("TRC-14.1b")
def test_major_cities_double_and_minor_ones_do_not() -> None:
    assert odds(combat("axis", {"46 Pz": "Z14", "8 TkC": "AA14"}), "AA14", ["46 Pz"])[1] == 6
    assert odds(combat("axis", {"46 Pz": "X14", "8 TkC": "X13"}), "X13", ["46 Pz"])[1] == 3


@pytest.mark.rule("TRC-14.1c", "TRC-14.1.1a", "TRC-14.1.1c")
def test_behind_a_river_when_every_attacker_stands_in_it() -> None:
    # AA22 and BB22 on the Bug, AA21 beyond it
    units = {"46 Pz": "AA22", "8 TkC": "AA21"}
    assert odds(combat("axis", units), "AA21", ["46 Pz"]) == (6, 6, 1)
    # one who is over it undoes that
    over = combat("axis", {**units, "13 Inf": "AA20"})
    assert odds(over, "AA21", ["46 Pz", "13 Inf"]) == (9, 3, 3)
    # a defender in the river himself is not behind it
    inside = combat("axis", {"46 Pz": "AA22", "8 TkC": "Z22"})
    assert odds(inside, "Z22", ["46 Pz"]) == (6, 3, 2)
    # nor one who is attacked from land
    land = combat("axis", {"46 Pz": "Z23", "8 TkC": "Z22"})
    assert odds(land, "Z22", ["46 Pz"]) == (6, 3, 2)
    # a river that begins in a hex is a river
    spring = combat("axis", {"46 Pz": "M12", "8 TkC": "N12"})
    assert odds(spring, "N12", ["46 Pz"])[1] == 6


@pytest.mark.rule("TRC-14.1c", "TRC-14.1.1b")
def test_rivers_are_the_same_when_one_leads_to_the_other() -> None:
    """D-27, D-28: a defender in another river is behind the attackers'."""
    # X12 is in no river, AA13 neither
    other = combat("axis", {"46 Pz": "X12", "8 TkC": "Y12"})
    assert odds(other, "Y12", ["46 Pz"])[1] == 3
    along = combat("axis", {"46 Pz": "AA13", "8 TkC": "AA12"})
    assert odds(along, "AA12", ["46 Pz"])[1] == 3
    same = combat("axis", {"46 Pz": "Y22", "8 TkC": "Z22"})
    assert odds(same, "Z22", ["46 Pz"])[1] == 3


@pytest.mark.rule("TRC-14.1.1b")
def test_hexes_of_one_river_need_not_touch_along_it() -> None:
    """D-28: two bends of a river lie side by side with no river between them."""
    # the Bug and the Dnieper flow into one gulf, and join in EE22
    units = {"46 Pz": "EE22", "8 TkC": "EE21"}
    assert odds(combat("axis", units), "EE21", ["46 Pz"])[1] == 3


@pytest.mark.rule("TRC-14.1c", "TRC-14.1.1a")
def test_each_hex_of_a_battle_is_judged_for_itself() -> None:
    """D-30: from Y22 the army in Z22 is on the river, the one in Z21 behind it."""
    units = {"46 Pz": "Y22", "47 Pz": "Y22", "8 TkC": "Y21", "5 TkC": "Z22"}
    state = combat("axis", units)
    assert odds(state, ["Y21", "Z22"], ["46 Pz", "47 Pz"]) == (13, 3 * 2 + 2, 1)


@pytest.mark.rule("TRC-14.1d", "TRC-14.1.2a")
def test_across_the_strait_a_defender_is_doubled_unless_somebody_is_on_his_side() -> None:
    units = {"13 Inf": "KK20", "8 TkC": "KK19"}
    assert odds(combat("axis", units), "KK19", ["13 Inf"]) == (3, 6, -2)
    # LL19 is on the Kuban, and KK19 not: from there alone doubled as well, and once
    river = {**units, "46 Pz": "LL19"}
    assert odds(combat("axis", river), "KK19", ["46 Pz"])[1] == 6
    land = {"13 Inf": "KK19", "8 TkC": "KK20", "46 Pz": "JJ21"}
    assert odds(combat("axis", land), "KK20", ["13 Inf", "46 Pz"])[1] == 3


MIXED = {"15 Mtn": "KK20", "Rum 5 Inf": "LL19", "1G A": "KK19", "16 A": "KK19"}
"""Two factors over the strait and two over the Kuban, against fourteen."""


@pytest.mark.rule("TRC-14.1d", "TRC-14.1c", "TRC-14.1.1a")
def test_an_attack_over_the_strait_and_over_a_river_doubles_nobody() -> None:
    """D-29: not all attack across the strait, and not all stand in a river."""
    units = {"13 Inf": "KK20", "46 Pz": "LL19", "8 TkC": "KK19"}
    state = combat("axis", units)
    assert odds(state, "KK19", ["13 Inf", "46 Pz"]) == (9, 3, 3)
    assert odds(state, "KK19", ["46 Pz"]) == (6, 6, 1)
    told = state.battle(target="KK19", attackers=["13 Inf", "46 Pz"])
    assert (told.attack, told.defence) == (9, 3)


@pytest.mark.rule("TRC-14.1d", "TRC-14.1c")
def test_an_explanation_names_the_strait_or_the_river_that_doubles() -> None:
    state = combat("axis", {"13 Inf": "KK20", "46 Pz": "LL19", "8 TkC": "KK19"})

    def rules(unit: str) -> set[str]:
        (defender,) = state.battle(target="KK19", attackers=[unit]).defenders
        return set(defender.rules)

    assert rules("13 Inf") == {"TRC-14.1d"}
    assert rules("46 Pz") == {"TRC-14.1c"}


@pytest.mark.rule("TRC-14.1d", "TRC-12.5a", "TRC-12.5c")
def test_help_from_over_the_strait_makes_an_attack_legal() -> None:
    # two against twenty-eight is below 1-6, four against fourteen is 1-4
    state = combat("axis", MIXED)
    assert state.place("Rum 5 Inf") == "LL19"
    assert odds(state, "KK19", ["15 Mtn", "Rum 5 Inf"]) == (4, 14, -4)
    alone = combat("axis", {u: h for u, h in MIXED.items() if u != "15 Mtn"})
    assert alone.place("Rum 5 Inf") == "surrendered"


@pytest.mark.rule("TRC-14.1d", "TRC-16.1a")
def test_an_automatic_victory_over_the_strait_and_over_a_river() -> None:
    panzers = {"24 Pz": "KK20", "39 Pz": "KK20", "41 Pz": "LL18", "1 TkC": "KK19"}
    # twenty-four against two; from one side alone it is sixteen against four
    state = go(at("axis", units=panzers), "41 Pz", "LL19")
    assert names(state, "overrun") == {"KK19"}
    won = overrun(state, "KK19", ["41 Pz", "24 Pz", "39 Pz"])
    assert won.place("1 TkC") == "surrendered"
    over = go(at("axis", units={**panzers, "41 Pz": "JJ21"}), "41 Pz", "KK20")
    assert not names(over, "overrun")


@pytest.mark.rule("TRC-14.1.2a")
def test_nothing_is_doubled_twice() -> None:
    # Dnepropetrovsk, a major city on the Dnieper, from the same river
    units = {"46 Pz": "EE18", "8 TkC": "DD18"}
    assert odds(combat("axis", units), "DD18", ["46 Pz"])[1] == 6
    # Kharkov from across the Donets, a city and behind a river
    assert odds(combat("axis", {"46 Pz": "BB14", "8 TkC": "AA14"}), "AA14", ["46 Pz"])[1] == 6


@pytest.mark.rule("TRC-14.1.3a")
def test_russians_gain_nothing_by_rivers_in_the_opening_impulse() -> None:
    units = {"4 Inf": "V25", "3 TkC": "W25"}
    for turn, impulse, worth in ((1, 1, 2), (1, 2, 4), (2, 1, 4)):
        state = combat("axis", units, impulse, turn=turn)
        assert odds(state, "W25", ["4 Inf"])[1] == worth, (turn, impulse)
    # Germans do, but nobody attacks them yet
    theirs = combat("russian", {"12 A": "V25", "4 Inf": "W25"}, turn=1)
    assert odds(theirs, "W25", ["12 A"])[1] == 10


@pytest.mark.rule("TRC-14.2a")
def test_attackers_in_woods_do_not_retreat() -> None:
    # N20 is woods, N22 clear
    units = {"46 Pz": "N20", "47 Pz": "N22", "8 TkC": "N21", "5 TkC": "N21"}
    state = fight(combat("axis", units), "N21", ["46 Pz", "47 Pz"], 3, announced=1)
    assert state.var("result") == AR
    # D-31: each for himself
    assert state.decision == "retreat to" and state.place("46 Pz") == "N20"
    alone = {"46 Pz": "N20", "47 Pz": "N20", "8 TkC": "N21", "5 TkC": "N21"}
    stays = fight(combat("axis", alone), "N21", ["46 Pz", "47 Pz"], 3, announced=1)
    assert (stays.var("impulse"), stays.place("46 Pz")) == (2, "N20")


@pytest.mark.rule("TRC-14.2b", "TRC-13.3i")
def test_defenders_in_woods_do_not_retreat() -> None:
    units = {"46 Pz": "N21", "47 Pz": "N21", "24 Pz": "N21", "8 TkC": "N20", "5 TkC": "N20"}
    force = ["46 Pz", "47 Pz", "24 Pz"]
    stays = fight(combat("axis", units), "N20", force, 6, announced=1)
    assert stays.var("result") == DR and stays.place("8 TkC") == "N20"
    assert stays.decision == "movement" and stays.var("impulse") == 2
    # losses are taken all the same
    lost = fight(combat("axis", units), "N20", force, 6, announced=2)
    assert lost.var("result") == D1 and names(lost, "lose") == {"8 TkC", "5 TkC"}
    after = play(lost, "lose 8 TkC")
    assert (after.place("8 TkC"), after.place("5 TkC")) == ("pool", "N20")
    assert after.decision == "movement"
    traded = fight(combat("axis", units), "N20", force, 5, announced=1)
    assert traded.var("result") == EX
    end = play(traded, "lose 46 Pz", "lose 8 TkC")
    assert end.place("5 TkC") == "N20" and end.decision == "movement"


@pytest.mark.rule("TRC-14.2a", "TRC-14.2b")
def test_without_the_rule_on_defenders_attackers_alone_stay_in_woods() -> None:
    """N20 and M20 are woods."""
    units = {"46 Pz": "N20", "47 Pz": "N20", "8 TkC": "M20", "5 TkC": "M20"}
    state = play(at_without("TRC-14.2b", "axis", units=units), "end-movement")
    for die, fled in ((3, False), (6, True)):
        after = fight(state, "M20", ["46 Pz", "47 Pz"], die, announced=1)
        assert after.var("result") == (DR if fled else AR)
        assert (after.decision in ("retreat", "retreat to")) == fled


@pytest.mark.rule("TRC-14.2a", "TRC-14.2b")
def test_an_explanation_says_who_stays_in_woods_and_why() -> None:
    def told(units: dict[str, str], target: str, force: list[str]) -> dict[str, list[object]]:
        found = combat("axis", units).battle(target=target, attackers=force)
        return {
            end.result: [c for c in end.consequences if isinstance(c, Flight | Stand)]
            for end in found.outcomes
        }

    # N20 is wooded, N21 is not
    pair = ["46 Pz", "47 Pz"]
    them = told(dict.fromkeys(pair, "N21") | {"8 TkC": "N20", "5 TkC": "N20"}, "N20", pair)
    stay = Stand("russian", ("5 TkC", "8 TkC"), "in woods", "TRC-14.2b")
    assert them["EX"] == [stay]
    assert [type(c) for c in them["AR"]] == [Flight]
    us = told(dict.fromkeys(pair, "N20") | {"8 TkC": "N21", "5 TkC": "N21"}, "N21", pair)
    assert us["AR"] == [Stand("axis", ("46 Pz", "47 Pz"), "in woods", "TRC-14.2a")]
    assert [type(c) for c in us["DR"]] == [Flight]
