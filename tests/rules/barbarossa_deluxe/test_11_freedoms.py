"""Section 11: freedoms of prepared assaults, and choices that cannot be undone."""

from __future__ import annotations

import pytest

from eastfront.positions.observation import observe

from .board_positions import AE, AS, at, declare, edit, fight, names, odds, on, play, surround
from .test_11_odds import NW, SW, E, W, german, soviet

PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]


@pytest.mark.rule("BD-11.2a")
def test_all_who_stand_in_a_hex_defend_it_together() -> None:
    state = german({W: PZ, "2308": ["60A", "3T", "1G"], "2310": ["4AK"], "1001": ["59A"]})
    assert odds(state, "german", "2308", PZ).defence == 10
    begun = play(state, "attack 2308")
    # a hex is named, no unit in it
    assert all(not n.startswith("attack") for n in begun.legal_actions.names())
    lost = fight(edit(state, {"41Pz": NW, "46Pz": NW, "47Pz": NW, "48Pz": NW, "56Pz": NW}),
                 "2308", [*PZ, "41Pz", "46Pz", "47Pz", "48Pz", "56Pz"], die=3)  # fmt: skip
    assert len({lost.place(u) == "2308" for u in ("60A", "3T", "1G")}) == 1


@pytest.mark.rule("BD-11.3b", "BD-11.4a")
def test_a_unit_enters_one_battle_a_phase_with_all_its_factor() -> None:
    """Between two armies, one corps attacks one of them; the other hex is out of its reach."""
    state = german({"2308": ["3Pz"], E: ["60A"], W: ["59A"], "1001": ["54A"]})
    assert names(state, "attack") == {E, W}
    fought = fight(state, E, ["3Pz"])
    assert (fought.var("attack"), fought.var("target")) == (4, number(E))
    after = play(fought, "roll 5")
    assert after.var("result") == AS
    assert after.decision != "prepared assault" or not names(after, "attack")


def number(hex_: str) -> int:
    """A hex as variables hold it."""
    return (int(hex_[:2]) - 10) * 25 + int(hex_[2:])


@pytest.mark.rule("BD-11.5a")
@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4, 5], [5, 3, 1, 0, 2, 4]])
def test_attacks_are_made_one_by_one_in_any_order_and_number(order: list[int]) -> None:
    corps = ["1AK", "2AK", "4AK", "5AK", "6AK", "7AK"]
    targets = ["2304", "2306", "2308", "2504", "2506", "2508"]
    beside = ["2404", "2406", "2408", "2604", "2606", "2608"]
    armies = ["60A", "59A", "54A", "53A", "52A", "51A"]
    units = {h: [u] for h, u in zip(beside, corps, strict=True)}
    units |= {h: [u] for h, u in zip(targets, armies, strict=True)}
    state = german({**units, "1001": ["50A"]}, german=["2607"])
    for i in order:
        # nothing had to be declared before
        assert targets[i] in names(state, "attack")
        state = fight(state, targets[i], [corps[i]], die=5)
        assert state.var("result") == AS
    assert [state.place(u) for u in corps] == beside


@pytest.mark.rule("BD-11.6a")
def test_units_of_one_hex_may_attack_apart_or_not_at_all() -> None:
    state = german({"2308": PZ[:3], E: ["60A"], W: ["59A"], "1001": ["54A"]})
    first = declare(state, E, PZ[:1])
    assert first.units_with("attacking") == PZ[:1]
    first = fight(state, E, PZ[:1], die=5)
    assert first.var("result") == AS and names(first, "attack") == {W}
    second = fight(first, W, PZ[1:2], die=5)
    assert second.var("result") == AS
    # the third did nothing at all
    assert [second.place(u) for u in PZ[:3]] == ["2308"] * 3


@pytest.mark.rule("BD-11.7b")
def test_no_attack_is_called_off_once_the_defenders_are_seen() -> None:
    state = german({W: PZ[:3], "2308": ["60A", "59A"], "1001": ["54A"]})
    run, decided = declare(state, "2308", PZ[:3]), []
    while run.to_move != "chance":
        under = {"60A", "59A"} & set(run.hidden_from("german"))
        decided.append((run.decision, bool(under)))
        run = on(run)
    # the Luftwaffe is asked for while one of them is hidden, and nothing after
    assert decided == [("luftwaffe", True)]
    assert not {"60A", "59A"} & set(run.hidden_from("german"))
    assert set(run.units_with("attacking")) == set(PZ[:3])


@pytest.mark.rule("BD-11.7c")
def test_german_stacks_lie_open() -> None:
    for decision, side in (("movement", "german"), ("movement", "soviet"), ("rvgk", "soviet")):
        state = at(decision, side, sequence="move-fight",
                   units={"2309": PZ, "2310": ["4AK", "3Rum"], "2308": ["60A"]})  # fmt: skip
        assert not state.hidden_from("soviet")
        places = observe(state, "soviet").places
        for hex_, members in (("2309", PZ), ("2310", ["4AK", "3Rum"])):
            assert {seen.unit for seen in places[hex_]} == set(members)


@pytest.mark.rule("BD-11.7f")
def test_both_players_know_the_points() -> None:
    state = at("movement", "german", units={"2309": ["4AK"], "2308": ["60A"]},
               variables={"victory points": 17})  # fmt: skip
    for side in ("german", "soviet"):
        assert observe(state, side).variables["victory points"] == 17


@pytest.mark.rule("BD-11.12b", "BD-1.3c")
def test_units_halved_alike_are_halved_in_one_sum() -> None:
    """Three corps of three without supply make four, two armies of three three, not two."""
    corps = ["1AK", "2AK", "4AK"]
    ring = surround("2309", RIFLES)
    state = german({"2309": corps, **{h: [u] for u, h in ring.items()}})
    assert odds(state, "german", ring["3A"], corps).attack == 4
    pocket = surround("2309", ["5AK", "6AK", "7AK", "8AK", "9AK", "10AK"])
    shut = german({"2309": ["60A", "61A"], **{h: [u] for u, h in pocket.items()}})
    assert odds(shut, "german", "2309", ["5AK"]).defence == 3
    # marsh halves the panzers alone, in a group of their own
    marsh = german({"1912": ["3Pz", "14Pz", "39Pz", "4AK"], "2013": ["60A"], "2012": ["59A"]})
    assert odds(marsh, "german", "2013", ["3Pz", "14Pz", "39Pz", "4AK"]).attack == 6 + 3


@pytest.mark.rule("BD-11.13a")
def test_open_ground_helps_nobody() -> None:
    for target, beside in (("2308", W), ("2208", "2209"), ("1902", "1901")):
        state = german({beside: PZ[:3], target: ["60A"], "1001": ["59A"]})
        found = odds(state, "german", target, PZ[:3])
        assert found.column == found.odds == 4
    field = soviet({E: ["60A", "59A", "54A"], "2308": ["4AK"], W: ["5AK"]})
    found = odds(field, "soviet", "2308", ["60A", "59A", "54A"])
    assert found.column == found.odds == 2


@pytest.mark.rule("BD-11.26b")
def test_a_stalled_attack_leaves_everybody_where_he_was() -> None:
    units = {W: ["3Pz", "14Pz"], NW: ["4AK"], "2308": ["60A", "1G"], E: ["59A"]}
    state = german(units)
    group = ["3Pz", "14Pz", "4AK"]
    stalled = next(
        after
        for after in (fight(state, "2308", group, die=die) for die in range(1, 7))
        if after.var("result") == AS
    )
    for hex_, members in units.items():
        assert [stalled.place(u) for u in members] == [hex_] * len(members)
    assert stalled.decision not in ("advance", "retreat", "bloodbath loss")


@pytest.mark.rule("BD-11.31a")
def test_victorious_defenders_hold_their_place() -> None:
    state = german({W: ["3Pz"], "2308": ["60A", "1G", "59A"], SW: ["5AK"], "1001": ["54A"]})
    beaten = next(
        after
        for after in (fight(state, "2308", ["3Pz"], die=die) for die in range(1, 7))
        if after.var("result") == AE
    )
    assert beaten.place("3Pz") == "dead" and beaten.units_at(W) == []
    assert beaten.decision != "advance"
    assert [beaten.place(u) for u in ("60A", "1G", "59A")] == ["2308"] * 3
