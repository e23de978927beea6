"""Section 26.15: saved replacement points."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...turn_positions import JAN_43, at, before, names, play, refused, walk

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


@pytest.mark.rule("TRC-26.15b", "TRC-22.5b")
@pytest.mark.parametrize(
    ("saved", "rule"), [(0, "TRC-22.5b"), (1, "TRC-26.15b"), (30, "TRC-26.15b")]
)
def test_which_rule_refuses_a_second_armored_or_guards_unit(saved: int, rule: str) -> None:
    """Without a saved point that of all replacements, with one that of saved points."""
    units = dict.fromkeys(["1 TkC", "7 TkC", "1G CavC", "2G CavC", "4 A"], "pool")
    more = {"Leningrad Worker": "E10", "Kiev Worker": "W19", "Stalino Worker": "FF16"}
    state = buying({**units, **more}, JAN_43, saved=saved)
    rich = state._supposed(variables=[("replacement points", 40)])
    one = play(rich, "recruit 1 TkC", "recruit 1G CavC")
    for unit in ("7 TkC", "2G CavC"):
        with refused(rule):
            play(one, f"recruit {unit}")
    assert names(one, "recruit") == {"4 A"}


@pytest.mark.rule("TRC-22.5b", "TRC-26.15b")
def test_saved_points_free_nobody_from_other_rules() -> None:
    """Paratroops are never replaced, Stavka comes later, and each has its price."""
    units = dict.fromkeys(["5 ParaC", "Stavka", "12 A", "4 A"], "pool")
    state = buying(units, saved=3)._supposed(variables=[("replacement points", 5)])
    for unit, rule in (
        ("5 ParaC", "TRC-18.4b"),
        ("Stavka", "TRC-22.8a"),
        ("12 A", "TRC-22.5a"),
    ):
        with refused(rule):
            play(state, f"recruit {unit}")
    assert names(state, "recruit") == {"4 A"}


@pytest.mark.rule("TRC-26.15a")
def test_the_axis_turn_takes_and_adds_nothing() -> None:
    state = play(buying({"4 A": "pool"}), "end-replacements")
    russian = walk(state, "movement", "russian", 1)
    assert russian.var("points saved") == 0
    axis = walk(russian, "movement", "axis", 1)
    assert (axis.var("points saved"), axis.var("replacement points")) == (5, 5)
    again = walk(axis, "movement", "russian", 1)
    assert again.var("points saved") == 5


@pytest.mark.rule("TRC-26.15a", "TRC-22.5d")
def test_without_the_option_nothing_is_kept() -> None:
    state = before("russian", 1, turn=3, units={**WORKERS, "4 A": "pool"})
    state = walk(play(state, "end-movement"), "replacements", "russian")
    axis = walk(play(state, "end-replacements"), "movement", "axis")
    assert axis.var("replacement points") == 0


@pytest.mark.rule("TRC-26.15a", "TRC-24.3a")
def test_the_turn_ends_as_ever() -> None:
    units = {"11 A": "BB31", "Rum 1 Inf": "E32"}
    state = at("russian", 2, turn=15, units=units, options=OPTION)
    after = walk(play(state, "end-movement"), "movement", "axis", 1, weather=1)
    assert after.place("Rum 1 Inf") == "surrendered"


@pytest.mark.rule("TRC-26.15a")
@pytest.mark.parametrize(("points", "kept"), [(848, 848), (849, 849), (850, 849)])
def test_no_more_are_kept_than_can_be_counted_with_those_of_a_turn(points: int, kept: int) -> None:
    """A turn brings fewer than a hundred and fifty, and 999 can be counted."""
    had = {"replacement points": points}
    last = at("russian", 2, turn=14, variables=had, options=OPTION)
    state = walk(play(last, "end-movement"), "movement", "axis", 1, weather=1)
    assert (state.var("replacement points"), state.var("points saved")) == (kept, kept)
