"""Section 10 and 8.11: facts that last through a movement phase, whatever moves or fights."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eastfront._core import State

from .board_positions import Units, at, names, play, refused, walk

CHOICES = {"luftwaffe": "no-luftwaffe", "retreat before battle": "stand"}
HERE, ENEMY = "2310", "2308"
PORTS = ["2911", "3108", "1415", "1011"]


def moving(units: Units | None = None, **more: object) -> State:
    """A German movement phase with a stack of tanks two hexes from two armies."""
    place: Units = {HERE: ["3Pz", "14Pz", "24Pz"], ENEMY: ["60A", "61A"], "1001": ["59A"]}
    return at(
        "movement", "german", turn=10, sequence="move-fight", german=PORTS,
        units={**place, **(units or {})}, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def assault(state: State, choices: dict[str, str] | None = None) -> State:
    """The state after tanks have assaulted in vain, in the same phase."""
    leg = play(state, "move 3Pz", "to 2309")
    fight = walk(play(leg, f"assault {ENEMY}"), "combat", choices=CHOICES | (choices or {}))
    return walk(play(fight, "roll 1"), "movement", "german", choices)


def march(state: State) -> State:
    """The state after a unit has moved, in the same phase."""
    return walk(play(state, "move 3Pz", "to 2309", "stop"), "movement", "german")


AFTER = [assault, march]


@pytest.mark.rule("BD-10.14a")
@pytest.mark.parametrize("then", AFTER)
def test_one_stack_a_phase_crosses_whoever_moves_and_fights(then: Callable[[State], State]) -> None:
    state = moving({"3106": ["4AK", "5AK"]})
    assert names(play(then(state), "move 4AK"), "cross") == {"3105"}
    crossed = then(walk(play(state, "move 4AK", "cross 3105"), "movement", "german"))
    assert crossed.place("4AK") == "3105"
    with refused("BD-10.14a"):
        play(crossed, "move 5AK", "cross 3105")


@pytest.mark.rule("BD-10.16a", "BD-10.17a")
@pytest.mark.parametrize("then", AFTER)
@pytest.mark.parametrize(
    ("verb", "here", "to", "rule"),
    [("ship-black", "3108", "2911", "BD-10.16a"), ("ship-baltic", "1415", "1011", "BD-10.17a")],
)
def test_one_corps_a_phase_goes_on_each_sea_whoever_moves_and_fights(
    then: Callable[[State], State], verb: str, here: str, to: str, rule: str
) -> None:
    state = moving({here: ["4AK", "5AK"]})
    assert names(then(state), verb) == {"4AK"}
    shipped = then(walk(play(state, f"{verb} 4AK", f"to-port {to}"), "movement", "german"))
    assert shipped.place("4AK") == to
    with refused(rule):
        play(shipped, f"{verb} 5AK")


@pytest.mark.rule("BD-10.16b")
def test_who_has_attacked_is_not_shipped_in_the_movement_phase_after() -> None:
    units: Units = {"3108": ["4AK"], "2911": ["5AK"], "2309": ["3Pz"], "2308": ["60A"]}
    fights = at("prepared assault", "german", turn=10, sequence="fight-move", german=PORTS,
                units=units)  # fmt: skip
    free = walk(fights, "movement", "german")
    assert names(free, "ship-black") == {"4AK", "5AK"}
    fought = fights.edited(unit_flags=[("4AK", "fought", True)])
    after = walk(fought, "movement", "german")
    assert names(after, "ship-black") == {"5AK"}
    with refused("BD-10.16b"):
        play(after, "ship-black 4AK")


# -- a stack that has split up ------------------------------------------------------------------


def resting(**more: object) -> tuple[State, State]:
    """3Pz rests next to the enemy, 24Pz is in the hex where both began; without and with a fight.

    The fight is that of 14Pz, which came with 3Pz.
    """
    leg = play(moving(**more), "move 3Pz", "with 14Pz", "to 2309", "drop 3Pz")
    fight = walk(play(leg, f"assault {ENEMY}"), "combat", choices=CHOICES)
    still = walk(play(leg, "stop"), "movement", "german")
    return still, walk(play(fight, "roll 1"), "movement", "german")


@pytest.mark.rule("BD-10.6a")
def test_who_rests_goes_on_with_what_is_left_after_a_fight_of_its_stack() -> None:
    still, fought = resting()
    left = names(play(still, "move 3Pz"), "to")
    assert left and names(play(fought, "move 3Pz"), "to") == left
    # who has fought rests too, with the four points that are left
    assert names(play(fought, "move 14Pz"), "to") < left


@pytest.mark.rule("BD-7.17a", "BD-10.6a")
def test_who_set_out_without_supply_has_half_its_points_after_a_fight_too() -> None:
    full, _ = resting()
    still, fought = resting(flags={"halved": ["3Pz"]})
    left = names(play(still, "move 3Pz"), "to")
    assert left and left < names(play(full, "move 3Pz"), "to")
    assert names(play(fought, "move 3Pz"), "to") == left


@pytest.mark.rule("BD-10.6b")
def test_the_rest_of_the_stack_may_set_out_after_a_fight_and_nobody_else() -> None:
    """3Pz still rests when 24Pz leaves the hex where they began together, not when 5AK moves."""
    _, fought = resting(units={"2316": ["5AK"]})
    mate = walk(play(fought, "move 24Pz", "to 2311", "stop"), "movement", "german")
    assert "3Pz" in names(mate, "move")
    other = walk(play(fought, "move 5AK", "to 2317", "stop"), "movement", "german")
    assert "3Pz" not in names(other, "move")


# -- what the Soviet does meanwhile ---------------------------------------------------------------

ASKED = {"emergency: standing answer": "ask-always"}


def asked(**more: object) -> State:
    """The emergency deployment before the first move."""
    return moving_after(ASKED, units={"rvgk": ["5Sh", "62A"]}, **more)


def moving_after(choices: dict[str, str], units: Units, **more: object) -> State:
    place: Units = {HERE: ["3Pz", "14Pz", "24Pz"], ENEMY: ["60A", "61A"], "1001": ["59A"]}
    before = at(
        "phase order", "german", turn=10, units={**place, **units},
        variables={"hero cities": 0}, **more,  # type: ignore[arg-type]
    )  # fmt: skip
    return walk(play(before, "move-fight"), "emergency deployment", "soviet", choices)


@pytest.mark.rule("BD-8.11a")
def test_one_emergency_unit_a_phase_whatever_is_fought_in_it() -> None:
    state = asked()
    there = min(names(play(state, "commit 5Sh"), "at"))
    came = walk(play(state, "commit 5Sh", f"at {there}"), "movement", "german")
    run = play(came, "move 3Pz", "to 2309", f"assault {ENEMY}")
    fought = False
    while run.decision != "movement":
        assert run.decision != "emergency deployment"
        fought |= run.decision == "combat"
        run.push("roll 1" if run.decision == "combat" else usual_of(run))
    assert fought and came.place("62A") == "rvgk"


@pytest.mark.rule("BD-8.11a")
def test_who_asked_to_be_asked_is_asked_again_after_a_fight() -> None:
    own = walk(play(asked(), "decline"), "movement", "german")
    leg = walk(play(own, "move 3Pz", "to 2309"), "leg", "german")
    fight = walk(play(leg, f"assault {ENEMY}"), "combat", choices=CHOICES)
    again = walk(play(fight, "roll 1"), "emergency deployment", "soviet")
    assert again.place("5Sh") == "rvgk" and again.var("side") == 0
    assert again.units_with("made a mobile assault") == ["3Pz"]


def usual_of(state: State) -> int:
    """A pass, or else the first action."""
    actions = state.legal_actions.list()
    return next((a for a in actions if state.is_pass(a)), actions[0])
