"""Section 11: losses and retreats in a battle's explanation, against the rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eastfront._core import State
from eastfront.questions.consequences import Advance, Lost, Surrender, Withdrawal

from .board_positions import (
    at,
    data,
    edit,
    fight,
    names,
    number,
    play,
    reach,
    refused,
)

W, E, NW, NE, SE, SW = "2309", "2307", "2209", "2208", "2408", "2409"
"""The hexes around 2308."""
PZ = ["3Pz", "14Pz", "24Pz", "39Pz"]
TRIO = ["60A", "3T", "1G"]


def german(units: dict[str, list[str]]) -> State:
    return at("prepared assault", "german", turn=10, sequence="fight-move", units=units)  # type: ignore[arg-type]


def retreat(state: State) -> Withdrawal:
    """What the explanation says of DR in a battle about to be rolled."""
    b = state.battle()
    outcome = next(o for o in b.outcomes if o.result == "DR")
    return next(c for c in outcome.consequences if isinstance(c, Withdrawal))


@pytest.mark.rule("BD-11.27b", "BD-11.27e")
def test_a_stack_without_room_is_said_to_split() -> None:
    wall = {E: ["53A", "52A", "51A"], NE: ["50A", "49A", "48A"], SE: ["47A", "43A", "42A"]}
    state = fight(german({W: PZ, NW: ["4AK"], "2308": TRIO, "2310": ["2G"], **wall}), "2308", PZ)
    said = retreat(state)
    assert said.hexes == () and said.side == "soviet"
    assert {u: set(hexes) for u, hexes in said.alone.items()} == {u: {E, NE, SE} for u in TRIO}
    assert said.rules == ("BD-11.27b", "BD-11.27e")
    assert all("BD-6.3a" in said.shut[h] for h in (E, NE, SE))
    rolled = play(state, f"roll {dice(state, 'DR')[0]}")
    assert rolled.decision == "retreat unit" and names(rolled, "retreat") <= set(TRIO)
    assert names(play(rolled, "retreat 60A"), "retreat-to") == {E, NE, SE}


@pytest.mark.rule("BD-11.27a", "BD-11.27d", "BD-11.27f")
def test_each_hex_that_is_shut_has_its_rule() -> None:
    state = fight(german({W: PZ, NE: ["4AK"], "2308": TRIO, "2310": ["2G"]}), "2308", PZ)
    said = retreat(state)
    assert set(said.hexes) == {E, SE}
    assert {h: why.rsplit("(", 1)[1] for h, why in said.shut.items()} == {
        W: "BD-11.27f)", NE: "BD-11.27a)", NW: "BD-11.27d)", SW: "BD-11.27d)",
    }  # fmt: skip
    rolled = play(state, f"roll {dice(state, 'DR')[0]}")
    assert names(rolled, "retreat-to") == {E, SE}


@pytest.mark.rule("BD-11.28c")
def test_who_has_no_hex_to_retreat_to_is_said_to_be_lost() -> None:
    ring = {NE: ["5AK"], SE: ["6AK"], NW: ["7AK"], SW: ["8AK"], E: ["9AK"]}
    state = fight(german({W: PZ, "2308": ["60A"], **ring, "2310": ["1G"]}), "2308", ["7AK"])
    said = retreat(state)
    assert (said.hexes, said.alone, said.units) == ((), {}, ("60A",))
    assert said.rules == ("BD-11.28c",) and "loses 60A" in str(said)


@pytest.mark.rule("BD-11.26d", "BD-11.26e", "BD-11.26g")
def test_a_bloodbath_says_who_gives_up_what() -> None:
    state = fight(german({W: [*PZ[:2], "2Hun"], "2308": ["60A"], "2310": ["1G"]}), "2308",
                  [*PZ[:2], "2Hun"])  # fmt: skip
    blood = next(o for o in state.battle().outcomes if o.result == "BB")
    lost = next(c for c in blood.consequences if isinstance(c, Lost))
    given = next(c for c in blood.consequences if isinstance(c, Surrender))
    assert (lost.units, lost.rule, lost.side) == (("60A",), "BD-11.26d", "soviet")
    assert given.side == "german" and given.worth == 3
    assert given.first == ("2Hun",) and given.rules == ("BD-11.26e", "BD-11.26g")
    # the Hungarian army cannot be replaced and goes first, and a panzer corps makes up the rest
    assert (given.options["2Hun"], given.options["3Pz"]) == (2, 4)
    assert (given.fewest, given.most) == (2, 2)


def soviet(units: dict[str, list[str]], marker: str = E, **more: object) -> State:
    """A Soviet assault phase with offensive supply around a hex."""
    return at(
        "prepared assault", "soviet", turn=10, sequence="fight-move", units=units,
        variables={"supply marker A": number(marker), **more},
    )  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.rule("BD-8.38b")
def test_air_armies_that_are_spent_are_refused() -> None:
    """Seven on turn 10; what is left of them in this phase may still fly."""
    group = ["60A", "59A", "54A"]
    fresh = soviet({E: group, "2308": ["4AK"], W: ["5AK"]}, **{"air armies left": 2})
    two = fresh.battle("2308", group, air_armies=group[:2])
    assert two.attack == 3 * 3 + 2
    with refused("BD-8.38b"):
        fresh.battle("2308", group, air_armies=group)
    with refused("BD-8.38b"):
        edit(fresh, variables={"air armies left": 0}).battle("2308", group, air_armies=group[:1])
    # before the first assaults of the turn all of the turn's are there
    moved = reach("rvgk", "soviet", {"phase order": "fight-move"})
    ahead = edit(moved, {E: group, "2308": ["4AK"]}, variables={"turn": 10})
    assert ahead.battle("2308", group, air_armies=group).attack is not None
    # afterwards there is none
    after = at(
        "movement", "soviet", turn=10, sequence="fight-move", units={E: group, "2308": ["4AK"]}
    )
    with refused("BD-8.38b"):
        after.battle("2308", group, air_armies=group[:1])


@pytest.mark.rule("BD-11.8a")
def test_totals_of_a_hundred_and_more_are_told_apart() -> None:
    """Five doubled shock armies and twenty-five rifle armies around one corps."""
    shock = [f"{n}Sh" for n in range(1, 6)]
    rifles = [u.name for u in data().units if u.kind == "rifle"]
    rows = [shock, *(rifles[5 * n : 5 * n + 5] for n in range(5))]
    state = soviet({**dict(zip((E, W, NE, NW, SE, SW), rows, strict=True)), "2308": ["4AK"]})
    group = [u for row in rows for u in row]
    # 5 x 6 + 25 x 3, and 2 for the corps that is cut off
    told = state.battle("2308", group)
    assert (told.attack, told.defence, told.odds) == (105, 2, "52:1")


# -- who is lost is not said to go on -------------------------------------------------------


def pressed() -> State:
    """A battle for 2308 about to be rolled: full of friends behind, and enemies all around."""
    ring = {NE: ["5AK"], SE: ["6AK"], NW: ["7AK"], SW: ["8AK"]}
    beyond = {"2306": ["9AK"], "2207": ["10AK"], "2407": ["11AK"]}
    friends = {E: ["53A", "52A", "51A", "50A", "49A"]}
    return fight(german({W: PZ, "2308": ["60A"], **ring, **beyond, **friends}), "2308", ["3Pz"])


def spent() -> State:
    """Two corps against as many factors as they have."""
    return fight(german({W: ["4AK", "5AK"], "2308": ["60A", "59A"]}), "2308", ["4AK", "5AK"])


LOST = [(pressed, "DR", "60A"), (spent, "BB", "4AK")]
"""Positions, a result, and a unit that is then lost, whatever is chosen."""


@pytest.mark.rule("BD-11.28c", "BD-11.26e")
@pytest.mark.parametrize(("position", "result", "unit"), LOST)
def test_some_are_lost_whatever_is_chosen(
    position: Callable[[], State], result: str, unit: str
) -> None:
    state = position()
    for die in dice(state, result):
        after = play(state, f"roll {die}")
        if after.decision == "bloodbath":
            after = play(after, "keep-bloodbath")
        assert after.place(unit) == "dead", after.decision


@pytest.mark.rule("BD-11.28c", "BD-11.26e")
@pytest.mark.parametrize(("position", "result", "unit"), LOST)
def test_who_is_lost_is_not_said_to_retreat_or_to_advance(
    position: Callable[[], State], result: str, unit: str
) -> None:
    after = next(o for o in position().battle().outcomes if o.result == result).consequences
    assert not [c for c in after if isinstance(c, Withdrawal | Advance) and unit in c.units]


def dice(state: State, result: str) -> tuple[int, ...]:
    """The faces that give a result."""
    return next(o.dice for o in state.battle().outcomes if o.result == result)
