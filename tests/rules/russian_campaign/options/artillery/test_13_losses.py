"""13.3 to 13.7, with the option `artillery`."""

from __future__ import annotations

import pytest

from ...battle_positions import combat, fight, play
from ...test_13_losses import HERE, PANZERS

ARMIES = {"1G TkA": "Z18", "2G TkA": "Z18"}


GUNS = ("artillery",)


FRAIL = {
    # who is lost when made to retreat, and another of the same kind, by the attacker's side
    "leaders": ("axis", "Stalin", "Hitler"),
    "German leader": ("russian", "Hitler", "Stalin"),
    "workers": ("axis", "Kharkov Worker", "Kiev Worker"),
    "landed": ("axis", "12 A", "11 A"),
    "German landed": ("russian", "12 Inf", "9 Inf"),
    "artillery": ("axis", "Art 1", "Art 2"),
}


@pytest.mark.rule("TRC-11.2b", "TRC-22.2e", "TRC-10.3.2d", "TRC-26.5.5a", "TRC-13.4a")
@pytest.mark.parametrize("kind", FRAIL)
@pytest.mark.parametrize("alone", [True, False])
def test_who_cannot_retreat_is_lost_and_nobody_else(kind: str, alone: bool) -> None:
    side, frail, other = FRAIL[kind]
    forces = PANZERS if side == "axis" else ARMIES
    corps = "8 TkC" if side == "axis" else "13 Inf"
    units = {**forces, frail: HERE, other: "DD16"} | ({} if alone else {corps: HERE})
    flags = {"landed": [frail, other]} if "landed" in kind else {}
    state = combat(side, units, flags=flags, options=GUNS)
    after = fight(state, HERE, forces, 6, announced=1)
    # workers surrender, others are eliminated
    assert after.place(frail) == ("surrendered" if kind == "workers" else "pool")
    assert after.place(other) == "DD16"
    if alone:
        assert "retreat" not in (after.decision or "")
    else:
        # the corps with it retreats as ever
        assert after.decision == "retreat to" and after.place(corps) == HERE
        gone = play(after, "retreat-to X18", "retreat-to W18")
        assert gone.place(corps) == "W18" and "retreat" not in (gone.decision or "")
