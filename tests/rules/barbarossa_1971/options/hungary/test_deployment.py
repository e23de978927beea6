"""The front of Hungary, when it is open to deployment."""

from __future__ import annotations

import pytest

from ...deployment_positions import (
    FIGHTERS,
    NEEDED,
    fewest,
    own_ground,
    placed_at_random,
    reorganizing,
    supports,
    with_armies,
)
from ...war_positions import area, game, hexes_with, near, placed, situations, units


@pytest.mark.rule("SPI-DEPLOY-D", "SPI-WHATIF-3A")
def test_open_hungary_has_its_front_covered() -> None:
    for seed in range(3):
        state = placed_at_random(game("barbarossa", situations(3)).new(seed=seed), seed)
        stands = set(placed(state, FIGHTERS).values())
        held = {h for u, h in placed(state).items() if units()[u].side == "axis"}
        assert hexes_with("hungary-front") <= held | {h for at in stands for h in near(at)}


@pytest.mark.option("fewer_in_france", "more_tanks")
@pytest.mark.rule("SPI-DEPLOY-D", "SPI-WHATIF-3C", "SPI-WHATIF-3A")
def test_hungarians_cover_none_of_the_front_but_their_own() -> None:
    """They are set up in Hungary, and do not count among those who cover the rest."""
    state = reorganizing("barbarossa", situations(3, 9, 11))
    least = state.var(NEEDED)
    assert with_armies(state, least - 2) == {""}
    assert with_armies(state, least - 3, "1HunA") == set()


@pytest.mark.rule("SPI-DEPLOY-D", "SPI-WHATIF-3A")
@pytest.mark.parametrize("without", ["", "SPI-WHATIF-3A"])
def test_the_front_of_open_hungary_is_covered_from_within(without: str) -> None:
    """It takes no more units than any other part; closed, it takes none."""
    closed = area("hungary") if without else set()
    ground = (own_ground("axis", "barbarossa") | area("hungary")) - closed
    front = hexes_with("axis-front-barbarossa") & ground
    asked = reorganizing("barbarossa", situations(3), without)
    assert asked.var(NEEDED) == fewest(front, ground, supports(asked))
