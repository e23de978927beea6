"""The report of a game in words: all parts of a battle are included."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from eastfront._core import State
from eastfront.questions.course import Course, Told

from .battle_positions import at

ASKED = {"0525": "1Air", "0628": "1AxSup", "0529": "1PzA", "0530": "1Inf", "0639": "2AxSup"}


def told(state: State, *actions: str) -> tuple[list[Told], list[str]]:
    """The battles that some actions come to, of those that are offered, and the lines of them."""
    course, out, lines = Course(state.game), state.copy(), list[str]()
    for action in actions:
        if action in out.legal_actions.names():
            actor = str(out.to_move)
            lines += course.hear(out, actor, action, out.push(action, effects=True) or [])
    lines += course.close()
    return course.battles, [line.strip() for line in lines]


@pytest.mark.rule("SPI-AIR-GEN1", "SPI-CBT-GEN3", "SPI-SUPPLY-G")
@pytest.mark.parametrize(
    ("table", "text"),
    [("stand", "stand; die 1: defenders eliminated; lost 1Inf (SPI-CBT-GEN4)"),
     ("give-ground", "give ground; die 5: no effect")],
)  # fmt: skip
def test_the_air_the_supply_and_the_table_are_told(table: str, text: str) -> None:
    die = text.partition("die ")[2][0]
    (battle,), lines = told(
        at("axis fight", ASKED), "attack 0530", "no-more-air", table, f"roll {die}"
    )
    assert lines == ["axis attacks", battle.text()]
    assert battle.text() == (
        f"1PzA 11 at 0530 clear against 1Inf 4: 11 to 4 is 2:1; supply 1AxSup; table {text}"
    )
    (flown,), _ = told(at("axis fight", ASKED), "attack 0530", "fly 1Air", table, "roll 6")
    assert flown.text().startswith(
        "1PzA 11 at 0530 clear against 1Inf 4: 13 with 2 of support (SPI-AIR-GEN1) to 4 is 3:1; "
        f"Luftwaffe 1Air; supply 1AxSup; table {table.replace('-', ' ')}; die 6: "
    )


@pytest.mark.rule("SPI-CBT-GEN4")
@pytest.mark.parametrize(
    ("units", "actions", "fought"),
    [
        ({"0634": "1PzC, 1AxSup", "0635": "1Inf, 1Shk"}, ("stand", "roll 6"),
         "3 to 13 is 1:5, fought at 1:3; supply 1AxSup; table stand; die 6: attackers eliminated"),
        ({"0634": "1PzA, 1AxSup", "0635": "1SovSup"}, (),
         "11 to 1 is 11:1, fought at 9:1 or more; supply 1AxSup; no die: defenders eliminated"),
    ],
)  # fmt: skip
def test_the_column_told_is_the_one_that_was_used(
    units: Mapping[str, str], actions: tuple[str, ...], fought: str
) -> None:
    (battle,), _ = told(at("axis fight", units), "attack 0635", *actions)
    assert fought in battle.text()


@pytest.mark.rule("SPI-SUPPLY-G", "SPI-AIR-B")
def test_who_helped_in_one_attack_is_not_told_of_the_next() -> None:
    units = ASKED | {"0531": "2Inf", "0532": "2PzA"}
    first = ("attack 0530", "with 1PzA", "fight", "fly 1Air", "stand", "roll 5")
    one, two = told(at("axis fight", units), *first, "attack 0531", "with 2PzA", "fight",
                    "stand", "roll 3")[0]  # fmt: skip
    assert one.helpers == {"Luftwaffe": ["1Air"], "supply": ["1AxSup"]}
    assert set(two.helpers) == {"supply"} and two.support == 0
