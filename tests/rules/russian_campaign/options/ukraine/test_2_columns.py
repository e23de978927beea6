"""2.1 to 2.6, column by column, with the option `ukraine`."""

from __future__ import annotations

import pytest

from ...turn_positions import (
    game,
)

pytestmark = pytest.mark.option(
    "additions", "artillery", "battlegroups", "optional_workers", "uprising", "yugoslavia"
)

WAITING = [
    # with the option that brings it: who is to come by himself, and who takes another's place
    ("artillery", {"Ge Art", "Art 1", "Art 2", "Art 3"}, set()),
    ("warsaw-uprising", {"AK"}, set()),
    ("battlegroups", set(), {"Ge BG Inf 1", "Ge BG Pz 1", "SS BG 1", "Gd BG 1"}),
    ("optional-workers", set(), {f"Opt Worker {n}" for n in range(1, 5)}),
    (
        "order-of-battle-additions",
        {"OKH", "HQ Vistula", "12 SS Inf"},
        {"38 Pz", "8 G A (28.4)", "10 G A (28.4)", "11 G A (28.4)"},
    ),
    ("chit-german=1", {"Yug 2 Inf", "Yug 5 Inf", "Yug 3 Inf"}, {"Ukr 1 Inf"}),
    ("chit-german=6", set(), {"Ukr 1 Inf", "Ukr 2 Inf", "Yug 2 Inf"}),
]


@pytest.mark.rule("TRC-20.0a", "TRC-26.5.1a", "TRC-26.14a")
@pytest.mark.parametrize(("option", "later", "counters"), WAITING)
def test_where_the_counters_of_options_wait(
    option: str, later: set[str], counters: set[str]
) -> None:
    """Reinforcements of their own beside the other ones; the rest out of the game till then."""
    state = game("campaign", (option,)).new()
    assert {u for u in later | counters if state.place(u) == "later"} == later
    assert {u for u in later | counters if state.place(u) == "counters"} == counters
