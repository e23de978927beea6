"""Positions of games with optional rules, and of games with rules left out."""

from __future__ import annotations

import pytest

import eastfront as ef
from eastfront.positions.text import PositionError

CAMPAIGN = "russian-campaign/campaign"


@pytest.mark.parametrize("options", [(), ("chits",), ("artillery", "russian-reaction")])
@pytest.mark.parametrize("without", [(), ("TRC-7.2a",)])
def test_options_and_rules_left_out_come_back(
    options: tuple[str, ...], without: tuple[str, ...]
) -> None:
    state = ef.load(CAMPAIGN, options=options, without=without).new()
    text = state.text()
    for line in (f"options: {', '.join(options)}", f"without: {', '.join(without)}"):
        assert (line in text.splitlines()) == (not line.endswith(": "))
    assert ef.position(text) == state


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("options: artilery", "the nearest is `artillery`"),
        ("without: TRC-99", "no rule TRC-99"),
    ],
)
def test_what_a_game_cannot_be_played_with_is_named(line: str, said: str) -> None:
    with pytest.raises(PositionError, match=said) as refused:
        ef.position(f"game: {CAMPAIGN}\n{line}\nturn: 1\n")
    assert refused.value.line == 2
