"""26.9 by tables: the units that must fight, and the possible battles, around a fortress.

Combat between a fortress and the units around it is voluntary. But units next to a fortress and to
other enemies as well must fight the latter, and then the fortress must be attacked too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product

import pytest

from eastfront._core import State

from ...battle_positions import around, combat, engage, fight, go, may, names, overrun, play
from ...test_12_plans import Battle, factors, some_of
from ...turn_positions import at, impulse_of, side_of, walk

FORTS = ("fortress-cities",)
CITY = "FF16"
"""Stalino: a major city, which doubles its defenders, with clear ground around it."""

Units = frozenset[str]
Hexes = frozenset[str]


class Siege:
    """A position around Stalino, and what the rules leave to do in it."""

    def __init__(self, where: Mapping[str, str], side: str, theirs: bool, ours: bool) -> None:
        self.where, self.side = dict(where), side
        foes = {h for u, h in where.items() if side_of(u) != side}
        mine = {u: h for u, h in where.items() if side_of(u) == side}
        self.forts = {CITY} if theirs and CITY in foes else set()
        own = {CITY} if ours else set()
        field = foes - self.forts
        # who is bound by enemies in the open, unless he sits in a fortress of his own
        bound = {u for u, h in mine.items() if h not in own and field & around(h)}
        free = {u: h for u, h in mine.items() if h not in own}
        self.us = frozenset(u for u, h in mine.items() if foes & around(h))
        self.them = frozenset(h for h in foes if any(mine[u] in around(h) for u in mine))
        self.must = frozenset(bound)
        self.owed = frozenset(
            {h for h in field if any(at in around(h) for at in free.values())}
            | {h for h in self.forts if any(mine[u] in around(h) for u in bound)}
        )

    def legal(self, force: Units, hexes: Hexes) -> bool:
        """Whether some units may attack some hexes together: all next to all, at 1-6 or better."""
        if not all(hexes <= around(self.where[u]) for u in force):
            return False
        defence = sum(
            factors()[u] * (2 if h == CITY else 1) for u, h in self.where.items() if h in hexes
        )
        return 6 * sum(factors()[u] for u in force) >= defence

    def battles(self, us: Units, them: Hexes) -> Iterator[Battle]:
        """The legal battles of some units against some hexes."""
        for force, hexes in product(some_of(us), some_of(them)):
            if self.legal(force, hexes):
                yield force, hexes

    def plan(self, us: Units, them: Hexes) -> bool:
        """Whether all who must can be shared out over all that is owed, others helping or not."""
        must, owed = us & self.must, them & self.owed
        if not must and not owed:
            return True
        for force, hexes in self.battles(us, them):
            first = min(must) in force if must else min(owed) in hexes
            if first and self.plan(us - force, them - hexes):
                return True
        return False

    def first(self) -> set[Battle]:
        """The battles that may come first: those that leave a plan for the rest."""
        return {
            (force, hexes)
            for force, hexes in self.battles(self.us, self.them)
            if self.plan(self.us - force, self.them - hexes)
        }


def played(state: State) -> set[Battle]:
    """The battles that can come first in play; an empty one when the phase may end without any."""
    if state.decision in ("battle", "forces"):
        out = set()
        for action in state.legal_actions.list():
            after = state.copy()
            after.push(action)
            out |= played(after)
        return out
    return {(frozenset(state.units_with("engaged")), frozenset(state.hexes_with("beset")))}


PLACES = {
    "axis": (
        {"13 Inf": "EE16", "56 Pz": "EE16", "15 Mtn": "GG15", "41 Pz": "FF15"},
        {"16 A": CITY, "8 TkC": CITY, "3 TkC": "EE17", "11 A": "DD16", "5 TkC": "GG14"},
    ),
    "russian": (
        {"8 TkC": "EE16", "12 A": "EE16", "5 ParaC": "GG15", "1G A": "FF15"},
        {"7 Inf": CITY, "13 Inf": CITY, "Rum 5 Inf": "EE17", "39 Pz": "DD16", "15 Mtn": "GG14"},
    ),
}
"""By the besieger: his units around the city, and the enemy's in it and around."""


@lru_cache
def positions(side: str) -> tuple[dict[str, str], ...]:
    """Every choice of one to three units of each side."""
    ours, theirs = (
        [dict(some) for n in (1, 2, 3) for some in combinations(units.items(), n)]
        for units in PLACES[side]
    )
    return tuple({**a, **b} for a, b in product(ours, theirs))


@pytest.mark.rule("TRC-26.9f", "TRC-26.9g", "TRC-12.3a", "TRC-12.5a", "TRC-12.1a")
@pytest.mark.parametrize("share", range(3))
@pytest.mark.parametrize("fortress", [True, False])
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_which_battles_there_can_be_around_a_fortress(
    side: str, fortress: bool, share: int
) -> None:
    other = {"axis": "russian", "russian": "axis"}[side]
    flags = {f"{other} fortress": [CITY]} if fortress else {}
    seen = 0
    for where in positions(side)[share :: 9 if fortress else 40]:
        siege = Siege(where, side, fortress, False)
        if not siege.us or not siege.plan(siege.us, siege.them):
            continue
        seen += 1
        state = combat(side, where, options=FORTS, hex_flags=flags)
        assert {u: state.place(u) for u in where} == where
        may_end = not siege.must and not siege.owed
        assert played(state) == siege.first() | ({(Units(), Hexes())} if may_end else set()), where
    assert seen > 5


SALLY = {
    "axis": (
        {"13 Inf": CITY, "56 Pz": CITY, "15 Mtn": "GG16"},
        {"3 TkC": "EE16", "11 A": "FF15", "5 TkC": "HH16", "8 TkC": "EE17"},
    ),
    "russian": (
        {"8 TkC": CITY, "12 A": CITY, "5 ParaC": "GG16"},
        {"Rum 5 Inf": "EE16", "13 Inf": "FF15", "15 Mtn": "HH16", "39 Pz": "EE17"},
    ),
}
"""By the besieged: his units in the city and outside, and the enemy's around it."""


@pytest.mark.rule("TRC-26.9f", "TRC-26.9g", "TRC-12.3a", "TRC-12.1a")
@pytest.mark.parametrize("fortress", [True, False])
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_which_battles_there_can_be_out_of_a_fortress(side: str, fortress: bool) -> None:
    flags = {f"{side} fortress": [CITY]} if fortress else {}
    ours, theirs = SALLY[side]
    seen = 0
    for a in [dict(s) for n in (1, 2, 3) for s in combinations(ours.items(), n)]:
        for b in [dict(s) for n in (1, 2) for s in combinations(theirs.items(), n)]:
            siege = Siege({**a, **b}, side, False, fortress)
            if not siege.us or not siege.plan(siege.us, siege.them):
                continue
            seen += 1
            state = combat(side, {**a, **b}, options=FORTS, hex_flags=flags)
            may_end = not siege.must and not siege.owed
            expected = siege.first() | ({(Units(), Hexes())} if may_end else set())
            assert played(state) == expected, {**a, **b}
    assert seen > 20


def contact(state: State, battle: Battle) -> State | None:
    """What comes after a battle that ends in contact: 1-4 and a six; None at worse odds."""
    force, hexes = battle
    ready = engage(state, sorted(hexes), sorted(force))
    if not may(ready, "odds -4"):
        return None
    return play(ready, "odds -4", "roll 6")


@pytest.mark.rule("TRC-26.9g", "TRC-26.9f", "TRC-12.4a", "TRC-12.5a", "TRC-12.3a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_which_battles_there_can_be_after_the_first(side: str) -> None:
    """Who dared the fortress has fought; it is to be attacked by whoever is left beside it."""
    other = {"axis": "russian", "russian": "axis"}[side]
    seen = 0
    for where in positions(side)[::5]:
        siege = Siege(where, side, True, False)
        if not siege.us or not siege.plan(siege.us, siege.them):
            continue
        state = combat(side, where, options=FORTS, hex_flags={f"{other} fortress": [CITY]})
        if state.decision != "battle":
            continue
        for force, hexes in sorted(siege.first(), key=lambda b: (sorted(b[0]), sorted(b[1])))[:2]:
            after = contact(state, (force, hexes))
            us, them = siege.us - force, siege.them - hexes
            if after is None or not us or not them:
                continue
            seen += 1
            expected = {(f, h) for f, h in siege.battles(us, them) if siege.plan(us - f, them - h)}
            if not us & siege.must and not them & siege.owed:
                expected.add((Units(), Hexes()))
            if after.decision == "movement":
                assert expected == {(Units(), Hexes())}, (where, force, hexes)
            else:
                assert played(after) == expected, (where, force, hexes)
    assert seen > 10


# -- winners --------------------------------------------------------------------------------

RIGA, NEXT_BAY = "F17", "F18"
"""The hexside between them is prohibited."""


@pytest.mark.rule("TRC-26.9g", "TRC-26.9f")
@pytest.mark.parametrize("flag", ["victor", "spent"])
def test_a_fortress_next_to_who_wins_now_is_for_others_to_attack(flag: str) -> None:
    """But not one next to who won in the impulse before; others are, next to both."""
    impulse = 1 if flag == "victor" else 2
    red = {"russian fortress": [CITY]}
    cities = ["AA14", "II14"]

    def ended(units: dict[str, str]) -> State:
        return combat(
            "axis", units, impulse, options=FORTS, hex_flags=red, flags={flag: ["46 Pz"]},
            axis=cities,
        )  # fmt: skip

    lone = ended({"46 Pz": "EE16", "16 A": CITY})
    assert lone.place("46 Pz") == ("surrendered" if flag == "victor" else "EE16")
    # somebody next to the fortress has to attack it, or need not
    both = ended({"46 Pz": "EE16", "16 A": CITY, "41 Pz": "GG15"})
    assert both.place("46 Pz") == "EE16"
    if flag == "victor":
        assert (both.hexes_with("beset"), both.units_with("engaged")) == ([CITY], ["41 Pz"])
    else:
        assert both.decision == "battle" and may(both, "end-combat")
    # two hexes away it is nobody's business
    far = ended({"46 Pz": "DD16", "16 A": CITY, "41 Pz": "GG15"})
    assert far.place("46 Pz") == "DD16" and may(far, "end-combat")
    # an enemy in the open is
    field = ended({"46 Pz": "EE16", "3 TkC": "DD16"})
    assert field.place("46 Pz") == "surrendered"
    mixed = ended({"46 Pz": "EE16", "16 A": CITY, "3 TkC": "DD16", "41 Pz": "DD15"})
    assert mixed.place("46 Pz") == ("surrendered" if flag == "victor" else "EE16")


@pytest.mark.rule("TRC-26.9g", "TRC-26.9f")
def test_winners_owe_nothing_to_a_fortress_across_a_prohibited_side() -> None:
    state = combat(
        "axis", {"46 Pz": NEXT_BAY, "16 A": RIGA}, options=FORTS,
        hex_flags={"russian fortress": [RIGA]}, flags={"victor": ["46 Pz"]},
    )  # fmt: skip
    assert state.place("46 Pz") == NEXT_BAY


@pytest.mark.rule("TRC-26.9g", "TRC-26.9f", "TRC-12.3a")
def test_who_is_left_at_a_prohibited_side_need_not_attack_the_fortress_beyond() -> None:
    """41 Pz destroys the one enemy in the open; 56 Pz is beside it still."""
    units = {"41 Pz": NEXT_BAY, "56 Pz": NEXT_BAY, "3 CavC": "G18", "16 A": RIGA, "39 Pz": "F16"}
    state = combat("axis", units, options=FORTS, hex_flags={"russian fortress": [RIGA]})
    after = fight(state, "G18", ["41 Pz"], 6, announced=2)
    assert after.place("3 CavC") == "pool"
    assert names(after, "attack") == {RIGA} and may(after, "end-combat")


# -- what is left behind --------------------------------------------------------------------


@pytest.mark.rule("TRC-26.9h")
def test_who_stood_once_retreats_the_next_time_if_his_owner_says_so() -> None:
    us = ["41 Pz", "56 Pz", "24 Pz"]
    units = dict.fromkeys(us, "EE16") | {"16 A": CITY, "5 CavC": CITY, "8 TkC": CITY}
    units |= {"39 Pz": "GG15", "46 Pz": "GG15"}
    state = combat("axis", units, options=FORTS, hex_flags={"russian fortress": [CITY]})
    once = play(fight(state, CITY, [*us, "39 Pz", "46 Pz"], 6, announced=1), "give-up 5 CavC")
    assert once.place("16 A") == CITY
    second = walk(once, "movement", "axis", 2)
    again = fight(play(second, "end-movement"), CITY, [*us, "39 Pz", "46 Pz"], 6, announced=1)
    assert (again.decision, again.to_move) == ("fortress stand", "russian")
    gone = play(again, "retreat-all")
    assert gone.decision == "retreat" and names(gone, "retreat") == {"16 A", "8 TkC"}


@pytest.mark.rule("TRC-26.9a", "TRC-26.9d", "TRC-26.9b")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_garrisons_are_those_of_the_side_whose_turn_it_is_and_of_that_turn(side: str) -> None:
    units = {"16 A": CITY, "13 Inf": "W19", "3 TkC": "AA14", "3 A": "X13"}
    state = impulse_of(side, 1, units=units, options=FORTS, axis=["W19"])
    mine = {"axis": "13 Inf", "russian": "16 A"}[side]
    assert state.units_with("garrison") == [mine]
    end = walk(play(state, "end-movement"), "fortress", side)
    done = play(end, f"fortify {units[mine]}")
    # there is nothing left to fortify, so that the turn is over
    assert done.to_move != side and mine not in done.units_with("garrison")
    # the next time round it is one already
    again = walk(done, "movement", side, 1)
    assert mine in again.units_with("garrison")
    later = play(again, "end-movement")
    while later.to_move == side or later.to_move == "chance":
        assert later.decision != "fortress"
        legal = later.legal_actions.list()
        later.push(next((a for a in legal if later.is_pass(a)), legal[0]))


@pytest.mark.rule("TRC-26.9a", "TRC-12.4a")
def test_with_fortresses_too_everybody_moves_and_fights_again_in_the_second_impulse() -> None:
    units = {"41 Pz": "Z18", "8 TkC": "Y18"}
    state = combat("axis", units, options=FORTS, axis=["W19"])
    after = fight(state, "Y18", ["41 Pz"], 4, announced=1)
    assert (after.decision, after.var("impulse")) == ("movement", 2)
    assert after.units_with("fought") == after.units_with("attacked") == []
    assert play(after, "end-movement").units_with("engaged") == ["41 Pz"]
    moved = go(at("axis", units={"41 Pz": "Z22"}, options=FORTS), "41 Pz", "Z20")
    second = walk(play(moved, "end-movement"), "movement", "axis", 2)
    assert may(second, "move 41 Pz")


@pytest.mark.rule("TRC-12.5a", "TRC-26.9g", "TRC-26.9f")
def test_what_was_dared_in_one_impulse_is_nobodys_duty_in_the_next() -> None:
    """41 Pz attacked beside the fortress in the first impulse, and 56 Pz the fortress."""
    units = {"41 Pz": "EE16", "56 Pz": "GG15", "16 A": CITY, "3 TkC": "EE17"}
    state = combat("axis", units, options=FORTS, hex_flags={"russian fortress": [CITY]})
    fought = fight(state, "EE17", ["41 Pz"], 6, announced=3)
    assert fought.place("3 TkC") == "pool"
    # 56 Pz has to attack the fortress now, and is asked for nothing else
    assert (fought.hexes_with("beset"), fought.units_with("engaged")) == ([CITY], ["56 Pz"])
    over = play(fought, "odds -4", "roll 6") if may(fought, "odds -4") else play(fought, "roll 6")
    second = walk(over, "movement", "axis", 2)
    assert second.hexes_with("dared") == second.hexes_with("pressed") == []
    ended = play(second, "end-movement")
    assert ended.decision == "battle" and may(ended, "end-combat")


@pytest.mark.rule("TRC-26.9h", "TRC-26.9e", "TRC-17.2.1d")
def test_who_gives_up_the_only_unit_of_a_fortress_gives_up_the_city() -> None:
    """At once, while another stack has yet to retreat; another fortress is not asked."""
    us = ["24 Pz", "39 Pz", "41 Pz"]
    units = dict.fromkeys(us, "EE16") | {"16 A": CITY, "3 TkC": "EE17", "12 A": "AA14"}
    flags = {"russian fortress": [CITY, "AA14"]}
    state = combat("axis", units, options=FORTS, hex_flags=flags)
    back = fight(state, [CITY, "EE17"], us, 6, announced=1)
    assert (back.decision, back.to_move, names(back, "give-up")) == (
        "fortress stand", "russian", {"16 A"},
    )  # fmt: skip
    gone = play(back, "give-up 16 A")
    assert (gone.place("16 A"), gone.place("3 TkC")) == ("pool", "EE17")
    assert gone.decision == "retreat to" and gone.to_move == "axis"
    assert CITY in gone.hexes_with("axis control")
    assert gone.hexes_with("russian fortress") == ["AA14"]
    # or else all go, those in the open as well
    both = play(back, "retreat-all")
    assert both.decision == "retreat" and names(both, "retreat") == {"16 A", "3 TkC"}


@pytest.mark.rule("TRC-26.9h", "TRC-26.9i")
@pytest.mark.parametrize(("die", "code"), [(3, "AR"), (2, "A1"), (5, "EX"), (4, "C")])
def test_attackers_out_of_a_fortress_may_stand_on_ar_alone(die: int, code: str) -> None:
    units = {"16 A": CITY, "5 CavC": CITY, "8 TkC": "EE15", "13 Inf": "EE16", "12 A": "AA14"}
    flags = {"russian fortress": [CITY, "AA14"]}
    state = combat("russian", units, options=FORTS, hex_flags=flags)
    after = fight(state, "EE16", ["16 A", "5 CavC", "8 TkC"], die, announced=1)
    if code == "AR":
        assert (after.decision, after.to_move) == ("fortress stand", "russian")
        assert names(after, "give-up") == {"16 A", "5 CavC"}
        stood = play(after, "give-up 5 CavC")
        # who attacked from outside retreats
        assert (stood.place("16 A"), stood.decision) == (CITY, "retreat to")
        assert play(stood, sorted(stood.legal_actions.names())[0]).place("16 A") == CITY
        assert names(play(after, "retreat-all"), "retreat") == {"16 A", "5 CavC", "8 TkC"}
    else:
        assert after.decision != "fortress stand"
    if code == "A1":
        lost = play(after, "lose 8 TkC")
        assert lost.decision == "retreat" and names(lost, "retreat") == {"16 A", "5 CavC"}
    if code == "EX":
        # the defenders' fortress alone could stand, and on other results
        assert after.decision == "loss"


@pytest.mark.rule("TRC-26.9a", "TRC-26.9d")
def test_who_wins_automatically_fortifies_nothing() -> None:
    """Twenty factors against two in the movement phase; 12 Inf attacks out of Kiev."""
    forces = ["24 Pz", "39 Pz", "12 Inf"]
    units = {"24 Pz": "X16", "39 Pz": "X16", "12 Inf": "W19", "13 Inf": "L26"}
    state = impulse_of("axis", 1, units=units, options=FORTS, axis=["W19", "L26"])
    assert set(state.units_with("garrison")) == {"12 Inf", "13 Inf"}
    state = state._supposed(places=[("5 TkC", "X19")])
    came = go(go(state, "24 Pz", "X18"), "39 Pz", "X18")
    won = overrun(came, "X19", forces)
    assert won.place("5 TkC") == "surrendered" and "12 Inf" in won.units_with("victor")
    end = walk(play(won, "end-movement"), "fortress", "axis")
    assert names(end, "fortify") == {"L26"}
    let_be = walk(play(state._supposed(places=[("5 TkC", "pool")]), "end-movement"), "fortress")
    assert names(let_be, "fortify") == {"L26", "W19"}


@pytest.mark.rule("TRC-26.9a", "TRC-26.9d")
def test_a_city_is_fortified_once() -> None:
    units = {"16 A": CITY, "3 A": "R9", "18 A": "AA14"}
    flags = {"russian fortress": [CITY]}
    state = impulse_of(
        "russian", 1, units=units, options=FORTS, hex_flags=flags,
        variables={"russian fortresses made": 1},
    )  # fmt: skip
    end = walk(play(state, "end-movement"), "fortress", "russian")
    assert names(end, "fortify") == {"R9", "AA14"}
    one = play(end, "fortify R9")
    assert one.var("russian fortresses made") == 2 and names(one, "fortify") == {"AA14"}
    # when there is nothing left to fortify nobody is asked
    two = play(one, "fortify AA14")
    assert two.var("russian fortresses made") == 3 and two.decision != "fortress"
    assert set(two.hexes_with("russian fortress")) == {CITY, "R9", "AA14"}
    # who has enough ends it
    assert play(one, "end-fortresses").decision != "fortress"


@pytest.mark.rule("TRC-26.9b", "TRC-20.3a", "TRC-26.9a")
def test_who_arrives_moves_on_with_fortresses_as_without() -> None:
    state = impulse_of("russian", 1, turn=3, units={"30 A": "later"}, options=FORTS)
    came = play(state, "enter 30 A", "at R9")
    assert may(came, "move 30 A") and came.units_with("garrison") == []
    assert came.place("30 A") == "R9"


@pytest.mark.rule("TRC-26.9b", "TRC-16.1a", "TRC-20.3a")
def test_who_arrives_wins_automatically_with_fortresses_as_without() -> None:
    """Ten factors come over the edge, with ten beyond the enemy, against two."""
    units = {"1G TkA": "arriving", "2G TkA": "V3", "1 TkC": "V3", "Rum 5 Inf": "V2"}
    for options in (FORTS, ()):
        state = at("russian", turn=14, units=units, options=options)
        assert not names(state, "overrun")
        came = play(state, "enter 1G TkA", "at V1")
        assert names(came, "overrun") == {"V2"}


@pytest.mark.rule("TRC-26.9g", "TRC-26.9f")
def test_winners_owe_nothing_to_a_fortress_that_nobody_holds() -> None:
    """A corps beyond it contests the city, so that the marker stands."""
    units = {"46 Pz": "EE16", "3 TkC": "FF15"}
    state = at("axis", units=units, options=FORTS, hex_flags={"russian fortress": [CITY]},
               flags={"victor": ["46 Pz"]})  # fmt: skip
    ended = play(state, "end-movement")
    assert ended.hexes_with("russian fortress") == [CITY]
    assert ended.place("46 Pz") == "EE16"


@pytest.mark.rule("TRC-26.9g", "TRC-12.3a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_who_was_to_fight_others_attacks_the_fortress_when_these_have_been_attacked(
    side: str,
) -> None:
    """A corps next to the city and to an enemy, whom another attacks from beyond with contact."""
    other = {"axis": "russian", "russian": "axis"}[side]
    here, beyond, city, foe = {
        "axis": ("24 Pz", "39 Pz", "5 ParaC", "7 TkC"),
        "russian": ("1 TkA", "2 TkA", "15 Mtn", "38 Inf"),
    }[side]
    target = min(around("EE16") - around(CITY) - {CITY})
    from_ = min(around(target) - around("EE16") - around(CITY) - {"EE16"})
    units = {here: "EE16", beyond: from_, city: CITY, foe: target}
    state = combat(side, units, turn=14, options=FORTS, hex_flags={f"{other} fortress": [CITY]})
    after = contact(state, (frozenset({beyond}), frozenset({target})))
    assert after is not None and after.place(foe) == target
    # it is the only one left to attack, and may not be let be
    assert CITY in after.hexes_with("beset") and here in after.units_with("engaged")
    # where nobody else was beside the corps, it may
    alone = {u: h for u, h in units.items() if u not in (foe, beyond)}
    calm = combat(side, alone, turn=14, options=FORTS, hex_flags={f"{other} fortress": [CITY]})
    assert may(calm, "end-combat")
