"""Section 28.6.III: variants in which the Axis commits forces elsewhere, or not."""

from __future__ import annotations

import pytest

from ...commitment_positions import NOV_42, SEP_44, met


@pytest.mark.rule("TRC-28.6.IIIa")
@pytest.mark.parametrize(
    ("played", "kind", "turn"),
    [
        pytest.param("bulge", "tunisia", NOV_42, marks=pytest.mark.option("bulge")),
        pytest.param("tunisia", "bulge", SEP_44, marks=pytest.mark.option("tunisia")),
    ],
)
def test_of_two_variants_only_that_is_offered_which_is_played(
    played: str, kind: str, turn: int
) -> None:
    assert kind not in met(played, turn)
