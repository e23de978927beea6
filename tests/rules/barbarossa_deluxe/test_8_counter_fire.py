"""8.35: the Leningrad counter-fire corps, whose strength is drawn before the odds of a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from eastfront._core import State
from eastfront.matches.luck import LuckyRecorder
from eastfront.questions.battle import Battle
from eastfront.questions.consequences import Lost, Surrender

from . import late
from .board_positions import MOBILE, declare, edit, names, number, play, refused, walk

FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
"""A unit of each side far from the city."""
CITY, EAST, WEST = "1011", "1010", "1012"
RESULTS = ("AE", "AS", "BB", "DR", "DE")
ASKED = {
    "luftwaffe": "no-luftwaffe",
    "air armies": "no-more-air",
    "partisans": "no-partisans",
    "airborne": "no-airborne",
    "retreat before battle": "stand",
}


def at(side: str, units: dict[str, Any], turn: int = 20, **more: Any) -> State:
    """A prepared assault phase of a side around Leningrad."""
    return late.at(
        "prepared assault", side, (19, 21), {**FAR, **units}, order="fight-move", turn=turn, **more
    )


def ladder(column: str) -> int:
    """The number of a column."""
    left, right = (int(n) for n in column.split(":"))
    return left if right == 1 else 2 - right


def to_the_draw(state: State) -> State:
    """The state without supports, at the first draw."""
    return walk(state, "strength", choices=ASKED)


def played(state: State, chance: Fraction = Fraction(1)) -> Counter[Any]:
    """Every way in which chance goes on from a draw, with totals, column and result."""
    found: Counter[Any] = Counter()
    for action, _ in state.chance_outcomes():
        after = state.copy()
        effects = after.push(action, effects=True)
        part = chance / 6
        if after.to_move == "chance" and after.decision == "combat":
            found += played(after, part)
            continue
        # a choice of a side may be pending; the result is that of the die
        notes = [e[2] for e in effects or () if e[:2] == ("note", "battle")]
        result = notes[0][6] if notes else after.var("result")
        found[after.var("attack"), after.var("defence"), after.var("column"), result] += part
    return found


def explained(battle: Battle) -> Counter[Any]:
    """The cases of an explanation, in the numbers of the rules."""
    found: Counter[Any] = Counter()
    for case in battle.cases:
        for result, chance in case.distribution.items():
            way = (case.attack, case.defence, ladder(case.column), RESULTS.index(result))
            found[way] += case.chance * chance
    return found


def totals(battle: Battle) -> list[tuple[float, float, str]]:
    """The totals and their chances."""
    return [(case.attack, case.defence, case.share) for case in battle.cases]


def agrees(state: State, target: str, attackers: Sequence[str]) -> Battle:
    """The explanation of an assault; asserts that it is played so."""
    battle = state.battle(target, attackers)
    drawn = to_the_draw(declare(state, target, attackers))
    assert drawn.subject == "LCFC" and drawn.to_move == "chance"
    assert explained(battle) == played(drawn)
    assert sum(battle.distribution.values()) == 1
    return battle


# -- 8.35a: arrival --------------------------------------------------------------------------------


@pytest.mark.rule("BD-8.35a")
@pytest.mark.parametrize(("german", "place"), [((), CITY), ((CITY,), "removed")])
def test_it_arrives_in_soviet_leningrad_alone(german: tuple[str, ...], place: str) -> None:
    units = {"later": ["LCFC"], EAST: ["28AK"], "1111": ["8AK"], WEST: ["9AK"], **FAR}
    # the city is cut off
    state = late.at("movement", "soviet", (19, 21), units, german=german, soviet=())
    state = late.next_turn(state, "movement", "soviet")
    assert state.var("turn") == 20
    assert state.place("LCFC") == place


@pytest.mark.rule("BD-8.35a")
def test_it_arrives_on_no_other_turn() -> None:
    state = late.at("movement", "soviet", (18, 21), {"later": ["LCFC"], **FAR})
    state = late.next_turn(state, "movement", "soviet")
    assert (state.var("turn"), state.place("LCFC")) == (19, "later")


# -- 8.35b: a static unit --------------------------------------------------------------------------


@pytest.mark.rule("BD-8.35b")
def test_it_attacks_out_of_the_city_and_never_moves() -> None:
    state = at("soviet", {CITY: ["LCFC", "23A"], WEST: ["28AK"]})
    assert "LCFC" in names(play(state, f"attack {WEST}"), "with")
    move = late.at("movement", "soviet", (19, 21), {CITY: ["LCFC", "23A"], **FAR}, turn=20)
    assert "23A" in names(move, "move") and "LCFC" not in names(move, "move")


@pytest.mark.rule("BD-8.35b")
def test_it_does_not_stack_and_never_comes_back() -> None:
    five = ["23A", "42A", "55A", "8A", "59A"]
    state = at("soviet", {CITY: ["LCFC", *five], WEST: ["28AK"]})
    assert state.audit() is None and len(state.units_at(CITY)) == 6
    dead = late.at("movement", "soviet", (19, 21), {"dead": ["LCFC", "23A"], **FAR})
    state = walk(late.next_turn(dead, "replacements", "soviet"), "replacements", "soviet")
    assert "23A" in names(state, "reclaim") and "LCFC" not in names(state, "reclaim")


@pytest.mark.rule("BD-8.35b")
def test_it_stays_after_a_victory() -> None:
    state = at("soviet", {CITY: ["LCFC", "23A", "42A", "55A"], WEST: ["28AK"]})
    state = to_the_draw(declare(state, WEST, ["LCFC", "23A", "42A", "55A"]))
    state = play(state, "roll 6")
    for die in range(1, 7):
        after = play(state, f"roll {die}")
        while after.decision in ("retreat", "bloodbath loss", "bloodbath"):
            after = play(after, after.legal_actions.names()[0])
        assert after.place("LCFC") in (CITY, "removed")
        assert after.decision != "advance" or "LCFC" not in names(after, "advance")


# -- 8.35c: the strength ---------------------------------------------------------------------------


@pytest.mark.rule("BD-8.35c")
def test_an_attack_has_a_die_that_supply_halves_as_rolled() -> None:
    state = at("soviet", {CITY: ["LCFC", "23A"], WEST: ["28AK"]})
    battle = agrees(state, WEST, ["LCFC", "23A"])
    # 3 and the die are halved together and rounded down; 28AK defends with 4
    assert totals(battle) == [(2, 4, "1/3"), (3, 4, "1/3"), (4, 4, "1/3")]
    corps = battle.attackers[0] if battle.attackers[0].unit == "LCFC" else battle.attackers[1]
    assert (corps.die, corps.divisor, corps.printed) == ("1d6", 2, 3.5)
    assert corps.drawn == tuple((n, "1/6") for n in range(1, 7))
    assert "BD-8.35c" in corps.rules


@pytest.mark.rule("BD-8.35c")
def test_a_defence_has_a_die_and_only_the_corps() -> None:
    state = at("german", {CITY: ["LCFC", "23A"], WEST: ["28AK", "3Pz"]})
    battle = agrees(state, CITY, ["28AK", "3Pz"])
    assert {case.attack for case in battle.cases} == {6}
    assert sorted(case.defence for case in battle.cases) == [n + 3 for n in range(1, 7)]
    assert [f.unit for f in battle.defenders if f.drawn] == ["LCFC"]
    panzer = next(f for f in battle.attackers if f.unit == "3Pz")
    assert "BD-8.35c" not in panzer.rules
    alone = agrees(at("german", {CITY: ["LCFC"], WEST: ["28AK"]}), CITY, ["28AK"])
    assert sorted(case.defence for case in alone.cases) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("BD-8.35c", "BD-11.7a")
def test_the_die_is_told_while_other_defenders_are_hidden() -> None:
    state = at("german", {CITY: ["LCFC", "23A", "42A"], WEST: ["28AK"]})
    battle = state.battle(CITY, ["28AK"], seen_by="german")
    assert (battle.unknown, battle.odds, battle.cases) == (1, None, ())
    assert [(f.unit, f.die, len(f.drawn)) for f in battle.defenders] == [
        ("23A", "", 0), ("LCFC", "1d6", 6),
    ]  # fmt: skip


@pytest.mark.rule("BD-8.35c")
def test_each_battle_has_a_die_of_its_own() -> None:
    units = {CITY: ["LCFC"], WEST: ["28AK"]}
    state = late.at(
        "prepared assault", "german", (19, 21), {**FAR, **units}, order="fight-fight", turn=20
    )
    first = play(to_the_draw(declare(state, CITY, ["28AK"])), "roll 5")
    assert (first.battle().defence, first.battle().cases) == (5, ())
    assert first.units_with("drawn 1") == first.units_with("drawn 4") == ["LCFC"]
    held = next(
        after for n in range(1, 7)
        if (after := play(first, f"roll {n}")).place("28AK") == WEST
    )  # fmt: skip
    assert not held.units_with("drawn 1") and not held.units_with("drawn 4")
    second = walk(held, "prepared assault", "german", ASKED)
    assert len(second.battle(CITY, ["28AK"]).cases) == 6
    second = play(to_the_draw(declare(second, CITY, ["28AK"])), "roll 2")
    assert (second.battle().defence, second.battle().cases) == (2, ())


@pytest.mark.rule("BD-8.35c", "BD-11.26e")
@pytest.mark.parametrize(("die", "left"), [(6, False), (3, True)])
def test_it_counts_in_a_bloodbath_with_what_was_drawn(die: int, left: bool) -> None:
    """It is dotted, so it goes first (11.26g)."""
    units = {CITY: ["LCFC", "23A", "42A", "55A"], WEST: ["28AK"]}
    state = to_the_draw(declare(at("soviet", units), WEST, ["LCFC", "23A", "42A", "55A"]))
    state = play(state, f"roll {die}")
    bloody = next(
        play(state, f"roll {n}") for n in range(1, 7)
        if play(state, f"roll {n}").var("result") == RESULTS.index("BB")
    )  # fmt: skip
    assert bloody.place("28AK") == "dead" and bloody.place("LCFC") == "removed"
    # 4 is to be made up: the die, halved, and 3 more, halved, for each army
    lost = 0
    while bloody.decision == "bloodbath loss":
        bloody = play(bloody, bloody.legal_actions.names()[0])
        lost += 1
    armies = sum(bloody.place(unit) == "dead" for unit in ("23A", "42A", "55A"))
    assert (die + 3 * armies) // 2 >= 4 > (die + 3 * (armies - 1)) // 2
    assert (armies == 1) is not left


@pytest.mark.rule("BD-8.35c")
def test_the_losses_of_each_draw_are_explained() -> None:
    units = {CITY: ["LCFC", "23A", "42A", "55A"], WEST: ["28AK"]}
    battle = at("soviet", units).battle(WEST, ["LCFC", "23A", "42A", "55A"])
    ends = [end for end in battle.outcomes if end.result == "BB"]
    found = {c.divided["LCFC"][0] for end in ends for c in end.consequences
             if isinstance(c, Surrender)}  # fmt: skip
    assert found == {1, 2, 3, 4, 5, 6}
    assert sum(end.chance for end in battle.outcomes) == 1


@pytest.mark.rule("BD-8.35c")
def test_a_mobile_assault_draws_too() -> None:
    state = late.at(
        "movement", "german", (19, 21), {CITY: ["LCFC", "23A"], WEST: ["3Pz", "57Pz"], **FAR},
        turn=20, order="move-fight",
    )  # fmt: skip
    staged = edit(
        state,
        flags={"attacking": ["3Pz", "57Pz"]},
        variables={"target": number(CITY), "battle kind": MOBILE},
    )
    fought, _ = staged.begin("german battle reckoned")
    assert fought.decision == "strength"
    for die in range(1, 7):
        drawn = play(fought, f"roll {die}")
        assert drawn.var("defence") == 3 + die
        assert drawn.place("3Pz") == WEST


@pytest.mark.rule("BD-8.35c")
def test_supports_and_luck_come_before_and_after() -> None:
    """A Luftwaffe counter shifts each column of the mixture; the draw is a luck of its own."""
    state = at("german", {CITY: ["LCFC"], WEST: ["28AK", "3Pz"]}, variables={"luftwaffe": 2})
    plain = state.battle(CITY, ["28AK", "3Pz"])
    helped = state.battle(CITY, ["28AK", "3Pz"], luftwaffe=True)
    assert [ladder(c.column) for c in helped.cases] == [ladder(c.column) + 1 for c in plain.cases]
    recorder = LuckyRecorder(to_the_draw(declare(state, CITY, ["28AK", "3Pz"])), 1)
    recorder.push("roll 1")
    recorder.push("roll 6")
    strength, die = recorder.rolls
    assert (strength.kind, die.kind) == ("strength", "combat")
    assert strength.value == pytest.approx(die.expected)


@pytest.mark.rule("BD-8.35c")
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_a_battle_elsewhere_has_no_die(side: str) -> None:
    units = {CITY: ["LCFC"], "1111": ["23A"], "1112": ["28AK"], WEST: ["9AK"]}
    target, attackers = ("1112", ["23A"]) if side == "soviet" else ("1111", ["28AK"])
    state = walk(declare(at(side, units), target, attackers), "combat", choices=ASKED)
    assert not state.units_with("drawn 1") + state.units_with("drawn 2")
    assert state.battle().cases == ()


# -- 8.35d: never alone ----------------------------------------------------------------------------


@pytest.mark.rule("BD-8.35d")
def test_it_never_attacks_alone() -> None:
    alone = at("soviet", {CITY: ["LCFC"], WEST: ["28AK"]})
    assert f"attack {WEST}" not in alone.legal_actions.names()
    with refused("BD-8.35d"):
        alone.battle(WEST, ["LCFC"])
    state = at("soviet", {CITY: ["LCFC", "23A"], WEST: ["28AK"]})
    with refused("BD-8.35d"):
        state.battle(WEST, ["LCFC"])
    assert state.battle(WEST, ["23A"]).cases == ()
    assert state.battle(WEST, ["23A", "LCFC"]).cases


@pytest.mark.rule("BD-8.35d")
@pytest.mark.parametrize("army", ["23A", "Pol"])
@pytest.mark.parametrize("place", [CITY, "1111"])
def test_any_army_inside_or_outside_of_the_city_joins_it(army: str, place: str) -> None:
    """In the order of battle armies stand before it and after it."""
    units = {CITY: ["LCFC"], WEST: ["28AK"]}
    units[place] = [*units.get(place, []), army]
    state = play(at("soviet", units), f"attack {WEST}")
    while state.decision == "attackers":
        offered = state.legal_actions.names()
        assert ("fight" in offered) is (army in state.units_with("attacking"))
        state = play(state, next(a for a in offered if a != "fight"))
    assert state.units_with("attacking") == sorted(["LCFC", army], key=state.game.units.index)


@pytest.mark.rule("BD-8.35d")
def test_a_group_is_no_army_that_joins_it() -> None:
    units = {CITY: ["LCFC"], "1111": ["BCG"], WEST: ["28AK"]}
    state = play(at("soviet", units), f"attack {WEST}")
    # the group attacks by itself
    assert "with LCFC" not in names(state)
    with refused("BD-8.35d"):
        at("soviet", units).battle(WEST, ["BCG", "LCFC"])
    # nor does an army that may no longer be named
    units["1111"].append("23A")
    passed = play(at("soviet", units), f"attack {WEST}", "with BCG")
    assert passed.decision != "attackers" and passed.units_with("attacking") == ["BCG"]
    state = play(at("soviet", units), f"attack {WEST}")
    while state.decision == "attackers":
        state = play(state, next(a for a in state.legal_actions.names() if a != "fight"))
    assert set(state.units_with("attacking")) == {"BCG", "23A", "LCFC"}


@pytest.mark.rule("BD-8.38c", "BD-8.36d")
@pytest.mark.parametrize(("support", "verb"), [("air armies", "air-army"), ("artillery",) * 2])
def test_armies_alone_are_supported(support: str, verb: str) -> None:
    units = {CITY: ["LCFC"], "1111": ["BCG", "23A"], WEST: ["28AK"]}
    state = at("soviet", units, variables={"air armies left": 5, "artillery corps left": 5})
    begun = walk(declare(state, WEST, ["LCFC", "BCG", "23A"]), support)
    assert names(begun, verb) == {"23A"}


# -- 8.35e: retreat --------------------------------------------------------------------------------


@pytest.mark.rule("BD-8.35e")
def test_a_retreat_destroys_it_in_place() -> None:
    """In a city that is no hero city a retreat is a retreat."""
    state = at("german", {"1810": ["LCFC", "23A"], "1811": ["3Pz", "57Pz", "41Pz", "28AK"]})
    battle = state.battle("1810", ["3Pz", "57Pz", "41Pz", "28AK"])
    retreats = [end for end in battle.outcomes if end.result == "DR"]
    assert retreats
    for end in retreats:
        lost = [c for c in end.consequences if isinstance(c, Lost)]
        assert [(c.units, c.rule) for c in lost] == [(("LCFC",), "BD-8.35e")]
