"""Section 5: the order of phases, and the limits of the declared order."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import BB, at, edit, fight, names, odds, on, play, reach, walk

PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]


def decisions(state: State, until: str) -> list[tuple[str | None, str | None]]:
    """Who decided what, passes all along, up to a decision."""
    seen: list[tuple[str | None, str | None]] = []
    run = state
    while run.decision != until:
        seen.append((run.to_move, run.decision))
        run = on(run)
    return seen


@pytest.mark.rule("BD-5.3b", "BD-5.3c")
def test_the_german_segment_then_soviet_replacements_reinforcements_conversions() -> None:
    """Turn 11 brings the 8th Italian, the 39th and, by conversion, the 1st Guards Army."""
    state = edit(reach("movement", "soviet", on_turn=10), {"dead": ["3Pz", "60A"]})
    begun = play(state, "end-movement")
    seen = [d for d in decisions(begun, "phase order") if d[1] not in ("crimea supply", "entry")]
    assert begun.var("turn") == 11
    assert seen.index(("german", "replacements")) < seen.index(("german", "reinforcements"))
    assert seen.index(("german", "reinforcements")) < seen.index(("soviet", "replacements"))
    entries = [d for d in decisions(begun, "phase order") if d[0] == "soviet"]
    order = [what for _, what in entries]
    assert order.index("replacements") < order.index("entry") < order.index("conversion")


@pytest.mark.rule("BD-5.4d", "BD-5.4e")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_one_movement_and_one_assault_phase_but_for_two_assaults(side: str) -> None:
    start = reach("phase order", side)
    orders = ["fight-move", "move-fight", *(["fight-fight"] if side == "german" else [])]
    for order in orders:
        run = play(start, order)
        phases: list[str | None] = []
        while run.to_move != start.to_move or run.decision not in ("phase order", "replacements"):
            if run.to_move == side and run.decision in ("movement", "prepared assault"):
                phases.append(run.decision)
            if run.decision in ("reinforcements", "crimea supply") or (
                run.decision == "phase order" and run.to_move != side
            ):
                break
            run = on(run)
        expected = {
            "fight-move": ["prepared assault", "movement"],
            "move-fight": ["movement", "prepared assault"],
            "fight-fight": ["prepared assault", "prepared assault"],
        }[order]
        assert phases == expected, order


@pytest.mark.rule("BD-5.6d")
def test_no_column_for_fight_move_once_the_double_months_have_begun() -> None:
    for zone, target, beside in (("south", "2309", "2308"), ("north", "1902", "1901")):
        found = {}
        for sequence in ("fight-move", "move-fight"):
            state = at(
                "prepared assault",
                "german",
                turn=13,
                sequence=sequence,
                zone=zone,
                units={beside: PZ[:2], target: "60A"},
            )
            found[sequence] = odds(state, "german", target, PZ[:2]).column
        assert found["fight-move"] == found["move-fight"] == 2


@pytest.mark.rule("BD-5.16d")
def test_the_german_shapes_no_battle_in_which_he_is_attacked() -> None:
    """A bloodbath that the Soviet rolls stays one, on a turn when a German's would not."""
    group = ["60A", "59A"]
    state = at(
        "prepared assault",
        "soviet",
        turn=10,
        sequence="fight-move",
        units={"2307": group, "2308": ["4AK"], "2309": ["5AK"]},
        variables={"supply marker A": (23 - 10) * 25 + 7},
    )
    fought = fight(state, "2308", group)
    assert fought.var("column") == 1
    bloody = [r for r in (play(fought, f"roll {d}") for d in range(1, 7)) if r.var("result") == BB]
    assert bloody
    for after in bloody:
        assert after.to_move == "soviet" and after.place("4AK") == "dead"


@pytest.mark.rule("BD-13.9c")
@pytest.mark.parametrize("zone", ["north", "south"])
def test_a_southern_defender_may_give_way_whichever_zone_was_named(zone: str) -> None:
    state = at(
        "prepared assault",
        "german",
        turn=9,
        sequence="fight-move",
        zone=zone,
        units={"2309": PZ[:3], "2308": ["60A"], "2310": ["4AK"], "1001": ["59A"]},
    )
    asked = fight(state, "2308", PZ[:3], until="retreat before battle")
    assert asked.to_move == "soviet" and names(asked) == {"give-way", "stand"}
    fled = play(asked, "give-way")
    # carried out as any retreat: toward the east, in a hex of the owner's choice
    assert fled.decision == "retreat" and names(fled, "retreat-to") == {"2307", "2208", "2408"}
    stood = walk(play(asked, "stand"), "combat")
    assert stood.place("60A") == "2308"


@pytest.mark.rule("BD-5.6c", "BD-5.6e")
def test_either_order_with_an_advantage_gives_one_column() -> None:
    """Fight/move in the zone of logistics, or the first of two assault phases."""
    found = {}
    for order in ("move-fight", "fight-move", "fight-fight"):
        state = at("prepared assault", "german", turn=10, sequence=order, zone="south",
                   units={"2308": PZ[:2], "2309": "60A"})  # fmt: skip
        found[order] = odds(state, "german", "2309", PZ[:2]).column
    plain = found["move-fight"]
    assert found == {"move-fight": plain, "fight-move": plain + 1, "fight-fight": plain + 1}
