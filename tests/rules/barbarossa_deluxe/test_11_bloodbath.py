"""Section 11.26: which sets of attackers a bloodbath may take.

Factors count as in the battle (1.3): those with the same divisor are added first, and divided and
rounded down once. Losses are chosen one by one until they are worth as much as the defenders, so a
set may be given up if it is worth enough, unless it was so before its last unit.
"""

from __future__ import annotations

from collections import Counter

import pytest

from eastfront._core import State
from eastfront.questions.consequences import Surrender

from .board_positions import (
    BB,
    OFFENSIVE,
    OOS,
    OVERLAND,
    declare,
    edit,
    fight,
    names,
    number,
    play,
    surround,
    walk,
)
from .test_11_odds import E, W, german, soviet

RIFLES = ["60A", "59A", "54A", "53A", "52A"]
CORPS = ["4AK", "5AK", "6AK", "7AK"]
Sets = set[tuple[tuple[str, int], ...]]


def given_up(state: State, kinds: dict[str, str]) -> Sets:
    """Every set that play can give up, as counts by kind of unit."""
    found: Sets = set()
    open_ = [state]
    while open_:
        at = open_.pop()
        if at.decision == "bloodbath loss":
            open_ += [play(at, f"lose {unit}") for unit in names(at, "lose")]
        else:
            gone = Counter(kinds[u] for u in kinds if at.place(u) in ("dead", "removed"))
            found.add(tuple(sorted(gone.items())))
    return found


def bloodbath(state: State, target: str, group: list[str], die: int = 1, **choices: str) -> State:
    """A battle that ends in a bloodbath, as its losses begin."""
    after = fight(state, target, group, choices=choices)
    after = play(after, f"roll {die}")
    assert after.var("result") == BB
    return after


def kinds(**groups: list[str]) -> dict[str, str]:
    """Units by what they are called in a set."""
    return {unit: name for name, units in groups.items() for unit in units}


def pocket(units: dict[str, list[str]], centre: str = W) -> State:
    """A German stack ringed by rifle armies, but for the hexes that are named."""
    ring = surround(centre, ["10A", "11A", "12A", "13A", "16A", "18A"])
    taken = {h: [u] for u, h in ring.items() if h not in units}
    return german({**taken, **units})


@pytest.mark.rule("BD-11.26e", "BD-1.3c", "BD-11.12b")
def test_five_halved_armies_lose_three_for_a_corps_of_four() -> None:
    """Nine halved are four; an army alone is worth one."""
    state = soviet({E: RIFLES, "2308": ["4AK"], W: ["5AK"]}, marker="1001")
    assert state.ask("supply", "60A") == OVERLAND
    after = bloodbath(state, "2308", RIFLES)
    assert (after.var("attack"), after.var("defence")) == (7, 4)
    assert given_up(after, kinds(rifle=RIFLES)) == {(("rifle", 3),)}


@pytest.mark.rule("BD-11.26e", "BD-1.3c", "BD-7.22d")
def test_quartered_armies_are_worth_less_together_than_each_alone() -> None:
    """One is worth 1, but five are worth 15/4 = 3: less than the corps, so that all go."""
    ring = surround(E, ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK"], leave=["2308"])
    state = soviet({E: RIFLES, "2308": ["4AK"], **{h: [u] for u, h in ring.items()}})
    assert state.ask("supply", "60A") == OOS
    after = bloodbath(state, "2308", RIFLES)
    assert (after.var("attack"), after.var("defence")) == (3, 4)
    assert given_up(after, kinds(rifle=RIFLES)) == {(("rifle", 5),)}


@pytest.mark.rule("BD-11.26e", "BD-1.3c", "BD-7.17b")
def test_unsupplied_corps_are_halved_together() -> None:
    """One corps of 3 is worth 1, two are worth 3: two go for a rifle army."""
    state = pocket({W: CORPS[:3], "2308": ["60A"]})
    assert state.ask("supply", "4AK") == OOS
    after = bloodbath(state, "2308", CORPS[:3])
    assert (after.var("attack"), after.var("defence")) == (4, 3)
    assert given_up(after, kinds(corps=CORPS[:3])) == {(("corps", 2),)}
    # all of them, when they are not worth enough together
    two = edit(state, {"60A": "2308", "59A": "2308", "6AK": "removed"})
    fought = fight(two, "2308", CORPS[:2])
    assert fought.var("column") == 0  # 3 to 6
    gone = given_up(play(fought, "roll 1"), kinds(corps=CORPS[:2]))
    assert gone == {(("corps", 2),)}


@pytest.mark.rule("BD-11.26e", "BD-1.3c")
def test_groups_that_are_divided_differently_add_up() -> None:
    """A supplied corps is worth 3, one without supply 1, two without supply 3."""
    state = pocket({W: CORPS[:2], "2308": ["60A"], "2208": ["6AK"], "2207": ["59A"]})
    assert (state.ask("supply", "4AK"), state.ask("supply", "6AK")) == (OOS, OVERLAND)
    after = bloodbath(state, "2308", CORPS[:3], die=2)
    assert (after.var("attack"), after.var("defence")) == (6, 3)
    named = kinds(cut=CORPS[:2], supplied=[CORPS[2]])
    assert given_up(after, named) == {
        (("supplied", 1),),
        (("cut", 1), ("supplied", 1)),
        (("cut", 2),),
    }


@pytest.mark.rule("BD-11.26e", "BD-11.26i", "BD-1.3c")
def test_tanks_without_supply_before_the_marsh_are_quartered_together() -> None:
    """BD-11.15a and BD-7.16b: 4 is worth 1 alone, and three are worth 12/4 = 3."""
    tanks = ["3Pz", "14Pz", "24Pz", "39Pz"]
    state = pocket({"1912": tanks, "2013": ["60A"]}, centre="1912")
    assert state.ask("supply", "3Pz") == OOS
    fought = fight(state, "2013", tanks)
    assert (fought.var("attack"), fought.var("defence")) == (4, 3)
    after = play(fought, "roll 2")
    assert after.var("result") == BB
    assert given_up(after, kinds(tanks=tanks)) == {(("tanks", 3),)}


@pytest.mark.rule("BD-11.26e", "BD-7.17b", "BD-7.17a")
def test_what_was_cut_off_as_the_battle_began_counts_half_though_it_opens_the_way() -> None:
    """The fall of the defenders links the corps up, but their factors are those of the battle."""
    group = [*CORPS[:3], "49Mtn"]
    state = pocket({W: group, "2310": ["60A"]})
    assert state.ask("supply", "4AK") == OOS
    after = bloodbath(state, "2310", group, die=2)
    assert after.decision == "bloodbath loss" and after.ask("supply", "4AK") == OVERLAND
    assert given_up(after, kinds(corps=group)) == {(("corps", 2),)}


@pytest.mark.rule("BD-11.26e", "BD-8.38c", "BD-1.3c")
def test_an_air_army_counts_beside_what_is_halved() -> None:
    """A halved army with an air army is worth 2, two are worth 3 and 2."""
    state = soviet({E: RIFLES[:4], "2308": ["4AK"], W: ["5AK"]}, marker="1001", turn=10)
    flown = walk(declare(state, "2308", RIFLES[:4]), "air armies")
    flown = play(flown, "air-army 53A", "air-army 54A", "no-more-air")
    after = play(walk(flown, "combat"), "roll 2")
    assert (after.var("attack"), after.var("defence"), after.var("result")) == (8, 4, BB)
    named = kinds(flown=["53A", "54A"], plain=["59A", "60A"])
    assert given_up(after, named) == {
        (("flown", 2),),  # 6/2 + 2
        (("flown", 1), ("plain", 1)),  # 6/2 + 1
        (("flown", 1), ("plain", 2)),  # 9/2 + 1, and the two alone 6/2
    }


@pytest.mark.rule("BD-11.26e", "BD-11.26h", "BD-5.7b")
def test_doubled_and_halved_armies_in_one_battle() -> None:
    """A shock army in range of the marker counts 6, those out of range count half together."""
    far = "2309"
    state = soviet({E: ["1Sh"], far: ["60A", "59A"], "2308": ["4AK"], "2410": ["5AK"]})
    state = edit(state, variables={"supply marker A": number("2303")})
    assert [state.ask("supply", u) for u in ("1Sh", "60A")] == [OFFENSIVE, OVERLAND]
    after = bloodbath(state, "2308", ["1Sh", "60A", "59A"], die=3)
    assert (after.var("attack"), after.var("defence")) == (9, 4)
    named = kinds(shock=["1Sh"], rifle=["60A", "59A"])
    assert given_up(after, named) == {
        (("shock", 1),),
        (("rifle", 1), ("shock", 1)),
        (("rifle", 2), ("shock", 1)),
    }


@pytest.mark.rule("BD-11.26g", "BD-1.3c")
def test_what_cannot_be_replaced_goes_first_and_is_added_up_with_the_rest() -> None:
    """Halved, 2 is worth 1, with a corps 5/2 = 2, with two 8/2 = 4."""
    group = ["8Ital", "4AK", "5AK", "6AK"]
    state = pocket({W: group, "2308": ["60A"]})
    assert state.ask("supply", "8Ital") == OOS
    after = bloodbath(state, "2308", group)
    named = kinds(dotted=["8Ital"], corps=group[1:])
    assert given_up(after, named) == {(("corps", 2), ("dotted", 1))}


@pytest.mark.rule("BD-11.26e", "BD-1.3c")
def test_an_explanation_counts_sets_as_play_does() -> None:
    state = fight(pocket({W: CORPS[:2], "2308": ["60A"], "2208": ["6AK"]}), "2308", CORPS[:3])
    blood = next(o for o in state.battle().outcomes if o.result == "BB")
    given = next(c for c in blood.consequences if isinstance(c, Surrender))
    assert (given.fewest, given.most, given.worth) == (1, 2, 3)
    assert given.options == {"4AK": 1, "5AK": 1, "6AK": 3}
    assert [given.value(u) for u in (["4AK"], ["4AK", "5AK"], CORPS[:3])] == [1, 3, 6]
    assert "4AK 3/2, 5AK 3/2, 6AK 3" in str(given)
    # as its losses are named the defenders are gone, and nothing else has changed
    begun = play(state, f"roll {blood.dice[0]}").battle()
    later = next(c for o in begun.outcomes for c in o.consequences if isinstance(c, Surrender))
    assert (later.options, later.divided) == (given.options, given.divided)


@pytest.mark.rule("BD-11.26g", "BD-11.26e")
def test_dotted_units_that_are_worth_what_was_lost_are_all_that_is_lost() -> None:
    """Two armies of 2 for a guards army that defends with 4; both corps are left."""
    state = german({W: ["8Ital", "4AK"], "2409": ["2Hun", "5AK"], "2308": ["1G"]})
    after = bloodbath(state, "2308", ["8Ital", "4AK", "2Hun", "5AK"], die=2)
    assert (after.var("attack"), after.var("defence")) == (10, 4)
    named = kinds(dotted=["8Ital", "2Hun"], corps=["4AK", "5AK"])
    assert given_up(after, named) == {(("dotted", 2),)}


@pytest.mark.rule("BD-11.26g", "BD-11.26e")
def test_attackers_who_are_worth_less_than_was_lost_are_all_lost() -> None:
    """An army of 2 and a corps of 3 for two armies of 3."""
    group = ["8Ital", "4AK"]
    after = bloodbath(german({W: group, "2308": ["60A", "59A"]}), "2308", group)
    assert (after.var("attack"), after.var("defence")) == (5, 6)
    assert given_up(after, kinds(dotted=["8Ital"], corps=["4AK"])) == {
        (("corps", 1), ("dotted", 1))
    }


@pytest.mark.rule("BD-8.38e", "BD-8.38c", "BD-11.26e")
def test_an_army_that_is_given_up_has_no_air_army_any_more() -> None:
    state = soviet({E: RIFLES[:4], "2308": ["4AK"], W: ["5AK"]}, marker="1001", turn=10)
    flown = walk(declare(state, "2308", RIFLES[:4]), "air armies")
    flown = play(flown, "air-army 53A", "air-army 54A", "no-more-air")
    after = play(walk(flown, "combat"), "roll 2")
    assert after.var("result") == BB and set(after.units_with("air army")) == {"53A", "54A"}
    one = play(after, "lose 53A")
    assert one.decision == "bloodbath loss" and one.units_with("air army") == ["54A"]


@pytest.mark.rule("BD-11.26e", "BD-11.26h")
def test_what_would_be_given_up_is_asked_of_the_battle_while_no_bloodbath_is_on() -> None:
    """A Romanian army is eliminated, and a die tells when it is back."""
    group = ["60A", "59A", "54A", "1Sh"]
    state = soviet({E: group, "2308": ["3Rum"], "2310": ["5AK"]})
    rolling = fight(state, "2308", group)
    die = next(o for o in rolling.battle().outcomes if o.result == "DE").dice[0]
    fallen = play(rolling, f"roll {die}")
    assert fallen.decision == "romanian return" and fallen.place("3Rum") == "later"
    for asked in (rolling, fallen):
        assert [asked.ask("soviet exchange factor", u) for u in ("60A", "1Sh")] == [3, 6]
