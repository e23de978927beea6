"""The explanation of a battle before it is fought: factors, shifts, refusals and outcomes.

Each is computed from the rulebook, not compared with the battle as it is then fought.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from eastfront._core import State
from eastfront.questions.battle import Battle, Factor
from eastfront.questions.consequences import Consequence, Flight, Loss, Lost, Stand

from .battle_positions import around, at, combat, engage, fight, names, play, refused
from .turn_positions import CLEAR, SNOW

HERE = "Y18"
MOUNTAIN, CITY, RIVER, NEAR = "JJ22", "FF16", "AA21", "KK19"


def factor(unit: str, printed: int, worth: int, *rules: str) -> Factor:
    """What a unit is said to be worth."""
    return Factor(unit, printed, worth, 1, rules)


def told(state: State, target: str, forces: list[str], *supports: str) -> Battle:
    """A battle before anybody has begun it."""
    return state.battle(target, forces, supports=list(supports))


# -- factors --------------------------------------------------------------------------------

GROUND = [
    # where from and against, and the rules that double two tank corps of two and three factors
    (["Z18"], HERE, ()),
    (["JJ21"], MOUNTAIN, ("TRC-14.1a",)),
    (["EE16"], CITY, ("TRC-14.1b",)),
    (["AA22"], RIVER, ("TRC-14.1c",)),
    # one attacker who stands on no river is enough
    (["AA22", "AA20"], RIVER, ()),
    (["KK20"], NEAR, ("TRC-14.1d",)),
    # one of them by land
    (["KK20", "LL19"], NEAR, ()),
    (["LL19"], NEAR, ("TRC-14.1c",)),
    # a mountain and a city by any number of rivers count once
    (["W20"], "W19", ("TRC-14.1b",)),
]


@pytest.mark.rule("TRC-14.1a", "TRC-14.1b", "TRC-14.1c", "TRC-14.1d", "TRC-14.1.1a", "TRC-14.1.2a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize(("from_", "target", "rules"), GROUND, ids=lambda v: "+".join(map(str, v)))
def test_what_doubles_a_defender_is_told(
    from_: list[str], target: str, rules: tuple[str, ...], side: str
) -> None:
    us, them = {
        "axis": (["24 Pz", "39 Pz"], {"5 TkC": 2, "8 TkC": 3}),
        "russian": (["1G TkA", "2G TkA"], {"Rum 5 Inf": 2, "13 Inf": 3}),
    }[side]
    where = {us[0]: from_[0], us[1]: from_[-1]}
    state = at(side, units={**where, **dict.fromkeys(them, target)})
    battle = told(state, target, us)
    times = 2 if rules else 1
    expected = {factor(unit, worth, worth * times, *rules) for unit, worth in them.items()}
    assert set(battle.defenders) == expected
    assert (battle.attack, battle.defence) == ({"axis": 16, "russian": 18}[side], 5 * times)
    # attackers are worth what they show, wherever they stand (14.1.2)
    assert all(f.factor == f.printed and f.rules == () for f in battle.attackers)


@pytest.mark.rule("TRC-14.1.3a", "TRC-14.1c", "TRC-14.1b")
@pytest.mark.parametrize(("turn", "impulse"), [(1, 1), (1, 2), (2, 1)])
def test_russians_gain_nothing_by_rivers_in_the_opening_impulse(turn: int, impulse: int) -> None:
    units = {"17 Inf": "R28", "29 Inf": "R28", "12 A": "R27"}
    battle = told(at("axis", impulse, units=units, turn=turn), "R27", ["17 Inf", "29 Inf"])
    gains = (turn, impulse) != (1, 1)
    assert battle.defenders == (
        (factor("12 A", 6, 12, "TRC-14.1c"),) if gains else (factor("12 A", 6, 6),)
    )
    # Germans do at once
    units = {"12 A": "R28", "5 A": "R28", "17 Inf": "R27"}
    battle = told(at("russian", impulse, units=units, turn=turn), "R27", ["12 A", "5 A"])
    assert battle.defenders == (factor("17 Inf", 3, 6, "TRC-14.1c"),)


@pytest.mark.rule("TRC-17.3.1a", "TRC-14.1b", "TRC-14.1.2a")
def test_who_has_no_combat_supply_is_told_at_half_on_both_sides() -> None:
    """17.3.1: five make three, which a city makes six; in the city itself there is supply."""
    cold = {"turn": 4, "weather": SNOW}
    state = at("axis", units={"7 Inf": "Z15", "13 Inf": "Z15", "8 TkC": "Z14"}, **cold)
    battle = told(state, "Z14", ["7 Inf", "13 Inf"])
    assert set(battle.attackers) == {
        factor("7 Inf", 5, 3, "TRC-17.3.1a"), factor("13 Inf", 3, 2, "TRC-17.3.1a"),
    }  # fmt: skip
    assert battle.attack == 5
    state = at("russian", units={"11 A": "JJ21", "7 Inf": MOUNTAIN}, **cold, russian=["JJ23"])
    battle = told(state, MOUNTAIN, ["11 A"])
    assert battle.defenders == (factor("7 Inf", 5, 6, "TRC-17.3.1a", "TRC-14.1a"),)
    # a river that some attackers are not behind doubles nothing that could be told
    ways = {"11 A": "AA22", "12 A": "AA20", "7 Inf": RIVER}
    battle = told(at("russian", units=ways, **cold), RIVER, ["11 A", "12 A"])
    assert battle.defenders == (factor("7 Inf", 5, 3, "TRC-17.3.1a"),)
    battle = told(at("russian", units=ways, **cold), RIVER, ["11 A"])
    assert battle.defenders == (factor("7 Inf", 5, 6, "TRC-17.3.1a", "TRC-14.1c"),)
    # in clear weather, and Russians in any
    state = at("axis", units={"7 Inf": "Z15", "8 TkC": "Z14"}, turn=4, weather=CLEAR)
    assert told(state, "Z14", ["7 Inf"]).attackers == (factor("7 Inf", 5, 5),)
    state = at("russian", units={"5 A": "Z15", "7 Inf": "Z14"}, **cold)
    assert told(state, "Z14", ["5 A"]).attackers == (factor("5 A", 5, 5),)


# -- odds and shifts ------------------------------------------------------------------------


@pytest.mark.rule("TRC-13.1a", "TRC-16.1a", "TRC-13.2a")
@pytest.mark.parametrize(
    ("side", "turn", "last", "odds", "column"),
    [
        ("axis", 2, "13 Inf", "9:1", "9:1"),
        ("axis", 2, "12 Inf", "10:1", "10:1"),
        ("axis", 2, "46 Pz", "10:1", "10:1"),
        # Russians roll until November 1942
        ("russian", 9, "1 TkC", "10:1", "9:1"),
        ("russian", 9, "5 ParaC", "9:1", "9:1"),
        ("russian", 10, "1 TkC", "10:1", "10:1"),
    ],
)
def test_at_ten_to_one_no_die_is_told(
    side: str, turn: int, last: str, odds: str, column: str
) -> None:
    """Sixteen or eighteen factors and more against two; no odds are beyond 10-1."""
    us, foe = {
        "axis": (["24 Pz", "39 Pz"], "5 TkC"), "russian": (["1G TkA", "2G TkA"], "Rum 5 Inf"),
    }[side]  # fmt: skip
    units = dict.fromkeys(us, "Z18") | {last: "Z19", foe: HERE}
    battle = told(at(side, units=units, turn=turn), HERE, [*us, last])
    assert (battle.odds, battle.column) == (odds, column)
    if column == "10:1":
        assert battle.distribution == {"DS": Fraction(1)}
    else:
        # DR, D1, DE, DE, DS, DS
        assert battle.distribution == {
            "DR": Fraction(1, 6), "D1": Fraction(1, 6), "DE": Fraction(1, 3), "DS": Fraction(1, 3),
        }  # fmt: skip


@pytest.mark.rule("TRC-13.1a", "TRC-13.2a")
def test_a_battle_is_told_the_same_until_its_die_is_cast() -> None:
    """Thirteen factors against five are two to one, announced as that: A1, AR, C, EX, DR, D1."""
    units = {**PANZERS, "HQ South": "Y21", "Rum Cav": "W20", "1 TkC": "W21"}
    state = play(combat("axis", units, turn=8), f"attack {HERE}")
    while not set(names(state, "join")) <= {"HQ South"}:
        state = play(state, f"join {min(names(state, 'join'))}")
    # a Stuka could still be called
    begun = [state, play(state, "fight")]
    begun.append(play(begun[-1], "odds 2"))
    assert [at_hand.decision for at_hand in begun] == ["forces", "odds", "combat"]
    for at_hand in begun:
        now = at_hand.battle()
        assert (now.attack, now.defence, now.odds, now.result) == (13, 5, "2:1", None)
        assert now.distribution == dict.fromkeys(
            ("A1", "AR", "C", "EX", "DR", "D1"), Fraction(1, 6)
        )
    # what came of the battle before it is not told as its own
    units = {**PANZERS, "48 Pz": "BB12", "3 TkC": "BB11"}
    first = fight(combat("axis", units), "BB11", ["48 Pz"], 4, announced=1)
    second = engage(first, HERE, ["46 Pz", "47 Pz"])
    assert (second.decision, second.battle().result) == ("odds", None)
    # then its result is known, and what it was fought with stays
    over = play(begun[-1], "roll 5").battle()
    assert (over.result, over.attack, over.defence) == ("DR", 13, 5)


PANZERS = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": HERE, "5 TkC": HERE}


# -- refusals -------------------------------------------------------------------------------


@pytest.mark.rule("TRC-12.1a", "TRC-12.3c", "TRC-12.4a")
def test_who_cannot_attack_any_more_is_refused() -> None:
    units = {**PANZERS, "48 Pz": "BB12", "3 TkC": "BB11"}
    after = fight(combat("axis", units), "BB11", ["48 Pz"], 4, announced=1)
    with refused("TRC-12.1a"):
        told(after, "BB11" if names(after, "attack") == {"BB11"} else HERE, ["48 Pz", "46 Pz"])
    assert told(after, HERE, ["46 Pz"]).attack == 6
    won = at("axis", units=PANZERS, flags={"victor": ["46 Pz"]})
    with refused("TRC-12.1a"):
        told(won, HERE, ["46 Pz"])
    # one of several is enough
    with refused("TRC-12.1a"):
        told(won, HERE, ["47 Pz", "46 Pz"])
    assert told(won, HERE, ["47 Pz"]).attack == 7
    # where nobody stands, and where somebody was attacked before
    with refused("TRC-12.4a"):
        told(at("axis", units=PANZERS), "Y19", ["46 Pz"])
    beaten = combat("axis", PANZERS)._supposed(unit_flags=[("8 TkC", "attacked", True)])
    with refused("TRC-12.4a"):
        told(beaten._supposed(unit_flags=[("5 TkC", "attacked", True)]), HERE, ["46 Pz"])


@pytest.mark.rule("TRC-12.3c", "TRC-12.5a", "TRC-3.7h")
def test_who_is_not_next_to_every_defender_is_refused() -> None:
    units = {"46 Pz": HERE, "47 Pz": "Z18", "13 Inf": "Z18", "8 TkC": "Y17", "5 TkC": "X19"}
    state = at("axis", units=units)
    assert told(state, "Y17+X19", ["46 Pz"]).defence == 5
    assert told(state, "Y17", ["46 Pz", "47 Pz", "13 Inf"]).attack == 16
    for target, forces in (
        ("X19", ["47 Pz"]),
        ("Y17+X19", ["46 Pz", "47 Pz"]),
        ("X19", ["13 Inf"]),
    ):
        with refused("TRC-12.3c"):
            told(state, target, forces)
    # neither two hexes away nor beyond a prohibited side; but over the strait
    units = {"46 Pz": "KK17", "8 TkC": "JJ17", "13 Inf": "KK20", "5 TkC": NEAR, "47 Pz": "LL18"}
    state = at("axis", units=units)
    assert "JJ17" in around("KK17")
    for target, unit in (("JJ17", "46 Pz"), (NEAR, "47 Pz")):
        with refused("TRC-12.3c"):
            told(state, target, [unit])
    assert told(state, NEAR, ["13 Inf"]).defence == 4


@pytest.mark.rule("TRC-12.5a", "TRC-12.3c", "TRC-3.7h")
def test_odds_below_the_floor_are_refused() -> None:
    """Two factors against twelve, and against thirteen; aircraft do not count for it."""
    units = {"SS Res": "Z18", "46 Pz": "Z18", "11 A": HERE, "12 A": HERE, "HQ South": "Z22"}
    state = at("axis", units=units, variables={"stukas": 1})
    assert told(state, HERE, ["SS Res"]).column == "1:6"
    units = {**units, "12 A": "removed", "7G A": HERE}
    state = at("axis", units=units, variables={"stukas": 1})
    for supports in ((), ("stuka",)):
        with refused("TRC-12.5a"):
            told(state, HERE, ["SS Res"], *supports)
    assert told(state, HERE, ["SS Res", "46 Pz"]).column == "1:2"


GROUPS = {
    # a unit of each army group, and the districts in which it may attack in the first impulse
    "10 Inf": {"baltic"}, "24 Pz": {"western"}, "3 Pz": {"kiev"}, "11 Inf": {"kiev", "odessa"},
    "Finn 2 Inf": {"leningrad", "baltic", "western", "kiev", "odessa", "none"},
}  # fmt: skip

DISTRICTS = {
    # from, and against
    "leningrad": ("B11", "B10"), "baltic": ("G20", "G19"), "western": ("K23", "K22"),
    "kiev": ("R26", "R25"), "odessa": ("CC26", "CC25"), "none": ("Y18", "Y17"),
}  # fmt: skip


@pytest.mark.rule("TRC-3.7a", "TRC-3.7b", "TRC-3.7c", "TRC-3.7d", "TRC-3.7e", "TRC-3.7h")
@pytest.mark.parametrize("unit", GROUPS)
def test_an_army_group_is_refused_beyond_its_districts(unit: str) -> None:
    for district, (from_, target) in DISTRICTS.items():
        units = {unit: from_, "27 Inf": from_, "5 ParaC": target}
        for turn, impulse in ((1, 1), (1, 2), (2, 1)):
            state = at("axis", impulse, units=units, turn=turn)
            if (turn, impulse) == (1, 1) and district not in GROUPS[unit]:
                with refused("TRC-3.7h"):
                    told(state, target, [unit])
            else:
                assert told(state, target, [unit]).odds is not None
    # one that may not is enough, and one target
    units = {"3 Pz": "X26", "11 Inf": "X26", "5 ParaC": "W25", "1 ParaC": "X25"}
    state = at("axis", units=units, turn=1)
    assert told(state, "W25+X25", ["11 Inf"]).attack == 4
    assert told(state, "W25", ["3 Pz", "11 Inf"]).attack == 11
    for target, forces in (("W25+X25", ["3 Pz"]), ("X25", ["11 Inf", "3 Pz"])):
        with refused("TRC-3.7h"):
            told(state, target, forces)


@pytest.mark.rule("TRC-3.7f", "TRC-3.7h", "TRC-3.7a")
def test_russians_are_bound_to_no_district() -> None:
    for from_, target in DISTRICTS.values():
        state = at("russian", units={"11 A": from_, "12 A": from_, "13 Inf": target}, turn=1)
        assert told(state, target, ["11 A", "12 A"]).attack == 12


# -- supports -------------------------------------------------------------------------------


@pytest.mark.rule("TRC-15.2a", "TRC-15.5b", "TRC-15.6a", "TRC-15.5a")
def test_a_stuka_takes_a_headquarters_on_the_map_within_eight_hexes() -> None:
    force = ["46 Pz", "47 Pz"]
    for place, near in (("Y26", True), ("Y27", False), ("pool", False)):
        state = at("axis", units={**PANZERS, "HQ South": place}, variables={"stukas": 1})
        if near:
            assert told(state, HERE, force, "stuka").column == "5:1"
        else:
            with refused("TRC-15.2a"):
                told(state, HERE, force, "stuka")
    # every target must be in range
    units = {"46 Pz": HERE, "8 TkC": "Y17", "5 TkC": "X19", "HQ South": "X27"}
    state = at("axis", units=units, variables={"stukas": 1})
    assert told(state, "X19", ["46 Pz"], "stuka").column == "6:1"
    with refused("TRC-15.2a"):
        told(state, "Y17+X19", ["46 Pz"], "stuka")
    # one of two headquarters may be busy
    units = {**PANZERS, "HQ South": "Z22", "HQ North": "Z22"}
    state = at("axis", units=units, variables={"stukas": 1})
    one = state._supposed(unit_flags=[("HQ South", "supports a stuka", True)])
    assert told(one, HERE, force, "stuka").column == "5:1"
    both = one._supposed(unit_flags=[("HQ North", "supports a stuka", True)])
    with refused("TRC-15.5b"):
        told(both, HERE, force, "stuka")


RED = {"11 A": "Z18", "12 A": "Z18", "46 Pz": HERE}


@pytest.mark.rule("TRC-15.8a", "TRC-15.9a", "TRC-15.10b", "TRC-15.7a")
def test_sturmoviks_take_stavka_within_eight_hexes_and_there_are_three_at_most() -> None:
    force = ["11 A", "12 A"]
    for place, near in (("Y10", True), ("Y9", False), ("pool", False)):
        state = at("russian", units={**RED, "Stavka": place}, turn=20, variables={"sturmoviks": 3})
        if near:
            assert told(state, HERE, force, "sturmovik").column == "3:1"
        else:
            with refused("TRC-15.8a"):
                told(state, HERE, force, "sturmovik")
    for have in range(5):
        state = at(
            "russian", units={**RED, "Stavka": "Y12"}, turn=20, variables={"sturmoviks": have}
        )
        for used in range(1, 5):
            supports = ["sturmovik"] * used
            if used > have or used > 3:
                with refused("TRC-15.9a" if used > have else "TRC-15.10b"):
                    told(state, HERE, force, *supports)
            else:
                assert told(state, HERE, force, *supports).column == f"{2 + used}:1"


@pytest.mark.rule("TRC-15.1a", "TRC-15.5a", "TRC-15.7a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_aircraft_are_refused_in_second_impulses(impulse: int) -> None:
    units = {**PANZERS, "HQ South": "Z22"}
    state = at("axis", impulse, units=units, variables={"stukas": 1})
    red = {**RED, "Stavka": "Y12"}
    other = at("russian", impulse, units=red, turn=20, variables={"sturmoviks": 1})
    if impulse == 1:
        assert told(state, HERE, ["46 Pz", "47 Pz"], "stuka").column == "5:1"
        assert told(other, HERE, ["11 A", "12 A"], "sturmovik").column == "3:1"
    else:
        with refused("TRC-15.1a"):
            told(state, HERE, ["46 Pz", "47 Pz"], "stuka")
        with refused("TRC-15.1a"):
            told(other, HERE, ["11 A", "12 A"], "sturmovik")


# -- what may come of it --------------------------------------------------------------------

FORCES = {
    # by the attacker's side and odds: who attacks whom
    ("axis", "1:4"): (["13 Inf"], ["11 A", "12 A"]),
    ("axis", "2:1"): (["46 Pz", "47 Pz"], ["8 TkC", "5 TkC"]),
    ("axis", "4:1"): (["24 Pz", "39 Pz", "41 Pz"], ["8 TkC", "7 TkC"]),
    ("russian", "1:4"): (["8 TkC"], ["46 Pz", "12 Inf"]),
    ("russian", "2:1"): (["11 A", "12 A"], ["46 Pz"]),
    ("russian", "4:1"): (["1G TkA", "2G TkA"], ["12 Inf"]),
}
COLUMNS = {
    "1:4": ["AE", "AE", "A1", "AR", "AR", "C"],
    "2:1": ["A1", "AR", "C", "EX", "DR", "D1"],
    "4:1": ["C", "EX", "DR", "D1", "DE", "DS"],
}
"""The results of the dice one to six."""


def ways(hex_: str, enemy: str) -> tuple[str, ...]:
    """The hexes next to one, in open land, that are not in the zone of control of the enemy."""
    return tuple(sorted(around(hex_) - {enemy} - around(enemy)))


def told_as(consequence: Consequence) -> Consequence:
    """A consequence with its units and hexes in order."""
    if isinstance(consequence, Flight):
        hexes = {u: tuple(sorted(h)) for u, h in sorted(consequence.hexes.items())}
        return Flight(consequence.side, hexes, consequence.far, consequence.rule)
    if isinstance(consequence, Stand):
        units = tuple(sorted(consequence.units))
        return Stand(consequence.side, units, consequence.where, consequence.rule)
    assert isinstance(consequence, Lost | Loss)
    return type(consequence)(consequence.side, tuple(sorted(consequence.units)), consequence.rule)


@pytest.mark.rule("TRC-13.3b", "TRC-13.3i", "TRC-13.4a", "TRC-13.5a", "TRC-14.2a", "TRC-14.2b")
@pytest.mark.parametrize("woods", [None, "attackers", "defenders"])
@pytest.mark.parametrize(("side", "odds"), FORCES, ids=str)
def test_what_lies_behind_each_result_is_told(side: str, odds: str, woods: str | None) -> None:
    """P9 is wooded, P10 is not."""
    ours, theirs = {None: ("Z18", HERE), "attackers": ("P9", "P10"), "defenders": ("P10", "P9")}[
        woods
    ]
    us, them = FORCES[side, odds]
    other = {"axis": "russian", "russian": "axis"}[side]
    state = at(side, units=dict.fromkeys(us, ours) | dict.fromkeys(them, theirs))
    battle = told(state, theirs, us)
    assert battle.column == odds
    we, they = (tuple(sorted(some)) for some in (us, them))
    back = Flight(side, dict.fromkeys(we, ways(ours, theirs)), "one or two", "TRC-13.4a")
    away = {
        far: Flight(side, dict.fromkeys(they, ways(theirs, ours)), far, "TRC-13.4a")
        for far in ("one or two", "two")
    }
    flights: dict[str, Consequence] = {
        "A1": back, "AR": back, "EX": away["one or two"], "D1": away["two"], "DR": away["two"],
    }  # fmt: skip
    if woods == "attackers":
        flights |= dict.fromkeys(("A1", "AR"), Stand(side, we, "in woods", "TRC-14.2a"))
    if woods == "defenders":
        flights |= dict.fromkeys(("EX", "D1", "DR"), Stand(other, they, "in woods", "TRC-14.2b"))
    losses: dict[str, list[Consequence]] = {
        "AE": [Lost(side, we, "TRC-13.3a")],
        "A1": [Loss(side, we, "TRC-13.3b")],
        "EX": [Loss(side, we, "TRC-13.3b"), Loss(other, they, "TRC-13.3i")],
        "D1": [Loss(other, they, "TRC-13.3i")],
        "DE": [Lost(other, they, "TRC-13.3j")],
        "DS": [Lost(other, they, "TRC-13.3k")],
    }
    assert [o.result for o in battle.outcomes] == list(dict.fromkeys(COLUMNS[odds]))
    for outcome in battle.outcomes:
        code = outcome.result
        expected = [*losses.get(code, []), *([flights[code]] if code in flights else [])]
        # who is lost alone leaves nobody to retreat
        alone = {"A1": we, "EX": they, "D1": they}.get(code, ())
        if len(alone) == 1:
            expected.pop()
        assert [told_as(c) for c in outcome.consequences] == expected, code
        assert list(outcome.dice) == [n + 1 for n, c in enumerate(COLUMNS[odds]) if c == code]


@pytest.mark.rule("TRC-13.3i", "TRC-13.3e", "TRC-13.5a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_when_the_die_has_fallen_those_who_took_part_are_told_still(side: str) -> None:
    us, them = {
        "axis": (["46 Pz", "47 Pz"], ["8 TkC", "5 TkC"]),
        "russian": (["11 A", "12 A"], ["13 Inf", "17 Inf"]),
    }[side]
    units = dict.fromkeys(us, "Z18") | dict.fromkeys(them, HERE)
    state = fight(combat(side, units), HERE, us, 4, announced=2)
    assert state.decision == "loss"
    battle = state.battle()
    assert battle.result == "EX" and battle.column == "2:1"
    assert {f.unit for f in battle.defenders} == set(them)
    assert {f.unit for f in battle.attackers} == set(us)
