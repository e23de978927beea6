"""Section 28.2: the historical set-up of 1941 in Rumania."""

from __future__ import annotations

import pytest

from ...opening_positions import (
    country,
    no_train_into_rumania_on_the_opening_turn,
    only_those_listed_start_in_rumania,
    placed,
    set_up_later,
)

HISTORICAL = ("historical-set-up",)


@pytest.mark.rule("TRC-28.2a")
def test_only_those_listed_start_in_rumania() -> None:
    only_those_listed_start_in_rumania(HISTORICAL, "TRC-28.2a")


def test_it_closes_hungary_to_nobody() -> None:
    assert any(hexes & country("hungary") for hexes in placed(HISTORICAL)[0].values())


@pytest.mark.rule("TRC-28.2a")
def test_it_binds_no_later_scenario() -> None:
    assert set().union(*set_up_later(HISTORICAL)) & country("rumania")


@pytest.mark.rule("TRC-28.2c")
def test_no_train_into_rumania_on_the_opening_turn() -> None:
    no_train_into_rumania_on_the_opening_turn(HISTORICAL, "TRC-28.2c")
