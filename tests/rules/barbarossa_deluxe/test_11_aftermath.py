"""Section 11: what a battle's explanation says of losses and retreats, against the rules."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.aftermath import Lost, Surrender, Withdrawal

from .board_positions import at, fight, names, play

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


def dice(state: State, result: str) -> tuple[int, ...]:
    """The faces that give a result."""
    return next(o.dice for o in state.battle().outcomes if o.result == result)
