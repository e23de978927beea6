"""Section 26.15: replacement points that are saved."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .turn_positions import JAN_43, before, names, play, refused, walk

OPTION = ("replacement-accumulation",)

WORKERS = {"Moscow Worker": "R9", "Kharkov Worker": "AA14"}
"""Five points."""


def buying(units: dict[str, str], turn: int = 3, saved: int = 0) -> State:
    """The first choice of replacements of a turn that begins with saved points."""
    kept = {"replacement points": saved, "points saved": saved}
    where = {**WORKERS, **units}
    state = before("russian", 1, turn=turn, units=where, options=OPTION, variables=kept)
    state.push("end-movement")
    return walk(state, "replacements", "russian", Archangel=1)


@pytest.mark.rule("TRC-26.15a")
def test_points_are_kept_from_turn_to_turn() -> None:
    state = buying({"11 A": "pool", "4 A": "pool"})
    assert state.var("replacement points") == 5
    saved = walk(play(state, "end-replacements"), "replacements", "russian")
    assert (saved.turn, saved.var("replacement points")) == (4, 10)
    spent = play(saved, "recruit 11 A")
    assert spent.var("replacement points") == 4
    assert walk(spent, "movement", "axis").var("points saved") == 4


@pytest.mark.rule("TRC-26.15b")
def test_saved_points_buy_no_more_armor_or_guards() -> None:
    units = dict.fromkeys(["1 TkC", "7 TkC", "1G CavC", "2G CavC", "4 A"], "pool")
    rich = play(buying(units, JAN_43, saved=30), "recruit 1 TkC", "recruit 1G CavC")
    for unit in ("7 TkC", "2G CavC"):
        with refused("TRC-26.15b"):
            play(rich, f"recruit {unit}")
    assert names(rich, "recruit") == {"4 A"}
    # without any the usual rule says no
    more = {"Leningrad Worker": "E10", "Kiev Worker": "W19"}
    usual = play(buying({**units, **more}, JAN_43), "recruit 1 TkC")
    with refused("TRC-22.5b"):
        play(usual, "recruit 7 TkC")
