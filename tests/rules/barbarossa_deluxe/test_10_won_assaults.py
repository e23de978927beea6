"""Sections 4.11 and 10.29: the rule by which a group goes on, and the choice of the expedition."""

from __future__ import annotations

import pytest

from .board_positions import at, names, play, walk

CHOICES = {"luftwaffe": "no-luftwaffe", "retreat before battle": "stand"}


@pytest.mark.rule("BD-10.29a")
def test_a_german_group_goes_in_by_the_rule_of_its_side() -> None:
    group = ["3Pz", "14Pz", "24Pz"]
    units = {"2309": group, "2308": ["60A"], "1001": ["66A"], "2320": ["59AK"]}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units)
    leg = play(state, f"move {group[0]}", *(f"with {u}" for u in group[1:]))
    won = walk(play(leg, "assault 2308"), "combat", choices=CHOICES)
    result = next(o for o in won.battle().outcomes if o.result == "DR")
    told = won.push(f"roll {result.dice[0]}", effects=True) or []
    while won.decision != "leg":
        told += won.push(won.legal_actions.names()[0], effects=True) or []
    assert {won.place(u) for u in group} == {"2308"}
    rules = {str(part) for effect in told for part in effect if str(part).startswith("BD-10.29")}
    assert rules == {"BD-10.29a"}


@pytest.mark.rule("BD-4.11b")
def test_the_german_chooses_who_goes_on_the_expedition() -> None:
    state = at(
        "movement",
        "german",
        sequence="move-fight",
        units={
            "2607": "5AK", "2804": "6AK", "2204": ["3A", "4A", "5A", "6A"],
            "3200": ["3Pz"], "3203": ["14Pz", "39Pz"], "3204": ["49Mtn", "4AK"],
        },
        variables={"caucasus open": 1},
    )  # fmt: skip
    asked = play(state, "launch-expedition")
    assert (asked.to_move, asked.decision) == ("german", "expedition")
    assert names(asked, "send") == {"49Mtn", "4AK"}
    foot = play(asked, "send 49Mtn")
    assert (foot.to_move, foot.decision) == ("german", "expedition")
    assert foot.place("4AK") == "3204" and foot.place("49Mtn") == "caucasus"
