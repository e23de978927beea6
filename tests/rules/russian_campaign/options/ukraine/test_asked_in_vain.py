"""No decision without an effect is offered, with the option `ukraine`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ...turn_positions import MAY_42, MAY_43, before

pytestmark = pytest.mark.option(
    "additions", "battlegroups", "evacuation", "gambit", "recovery", "vlasov", "yugoslavia"
)

RECOVERY, ADDED = ("russian-recovery",), ("order-of-battle-additions",)


GAMBIT = ("japanese-gambit",)


GROUPS, FACTORIES = ("battlegroups",), ("industrial-evacuation",)


UKRAINE, VLASOV, YUGOSLAVIA = ("chit-german=6",), ("chit-german=4",), ("chit-german=1",)


KIEV, ODESSA, MOSCOW = "W19", "DD24", "R9"


WORKER = {"Moscow Worker": MOSCOW}


UKRAINIANS = ("Ukr 1 Inf", "Ukr 2 Inf", "Ukr 3 Inf", "Ukr 4 Inf")


HEIRS = dict.fromkeys(("8 G A (28.4)", "10 G A (28.4)", "11 G A (28.4)"), "counters")


DEAR, CHEAP = {**WORKER, "1G TkA": "surrendered"}, {**WORKER, "1 TkC": "surrendered"}


GONE, READY, LOST = (dict.fromkeys(UKRAINIANS, box) for box in ("removed", "counters", "pool"))


HELD = [KIEV, ODESSA]


SENT = {
    "Mediterranean distraction": 1, "Siberian Army called early": 1, "Japan attacks": 1,
    "factors sent to Siberia": 40,
}  # fmt: skip


WON = {"turn that won the Ukraine": 3}


def unasked(
    side: str, turn: int, units: Mapping[str, str], options: tuple[str, ...], **more: Any
) -> set[str]:
    """What happens unasked as a side's turn begins, up to its first movement."""
    state = before(side, turn=turn, units=units, options=options, **more)
    told: list[Any] = []
    action: int | str = "end-movement"
    while (state.decision, state.to_move, state.var("impulse")) != (
        "movement",
        side,
        1,
    ) or not told:
        told += state.push(action, effects=True) or []
        legal = state.legal_actions.list()
        action = next((a for a in legal if state.is_pass(a)), legal[0])
        if state.to_move == "chance":
            action = "roll 1"
    return {e[2].partition(" ")[0] for e in told if e[0] == "forced"}


def case(
    rules: str,
    verb: str,
    side: str,
    turn: int,
    units: Mapping[str, str],
    options: tuple[str, ...],
    **more: Any,
) -> Any:
    """A position in which a verb has nothing to choose but itself."""
    marks = pytest.mark.rule(*rules.split())
    return pytest.param(verb, side, turn, units, options, more, marks=marks)


RED, BLACK = "russian", "axis"


CASES = [
    # nobody has surrendered, he costs too much, or it is too early
    case("TRC-26.12a", "end-recovery", RED, MAY_43, WORKER, RECOVERY),
    case("TRC-26.12a TRC-26.12d", "end-recovery", RED, MAY_43, DEAR, RECOVERY),
    case("TRC-26.12a", "end-recovery", RED, MAY_43 - 1, CHEAP, RECOVERY),
    # all Ukrainians are gone, or no city is the Axis's
    case("TRC-28.7.G6b", "raise-nobody", BLACK, 8, GONE, UKRAINE, axis=HELD, variables=WON),
    case("TRC-28.7.G6b", "raise-nobody", BLACK, 8, READY, UKRAINE, variables=WON),
    case("TRC-28.7.G6c", "forgo", BLACK, 8, GONE, UKRAINE, axis=HELD),
    case("TRC-28.7.G6c", "forgo", BLACK, 8, LOST, UKRAINE),
    case("TRC-28.7.G1b", "forgo", BLACK, MAY_42, {"Yug 2 Inf": "Y20"}, YUGOSLAVIA),
    case("TRC-28.7.G4b", "forgo", BLACK, MAY_42, {}, VLASOV, axis=HELD),
    case("TRC-28.4.5a", "end-guards", RED, MAY_43, {**HEIRS, "62 A": "pool"}, ADDED),
    case("TRC-26.4.2d", "end-battlegroups", RED, MAY_43, {"Gd BG 1": "W6"}, GROUPS),
    case("TRC-26.4.2d", "end-battlegroups", BLACK, MAY_43, {"Ge BG Inf 1": "D29"}, GROUPS),
    # forty factors have gone, and nobody has been bought
    case(
        "TRC-28.6.III.JGb TRC-28.6.III.JGd",
        "send-nobody",
        RED,
        5,
        WORKER,
        GAMBIT,
        variables=SENT,
        nobody=("E10", "K30"),
    ),
    case("TRC-26.2.1a TRC-22.3a", "end-workers", RED, 2, WORKER, FACTORIES),
]


@pytest.mark.parametrize(("verb", "side", "turn", "units", "options", "more"), CASES)
def test_where_there_is_nothing_to_choose_nothing_is_asked(
    verb: str, side: str, turn: int, units: Mapping[str, str], options: tuple[str, ...], more: Any
) -> None:
    assert verb not in unasked(side, turn, units, options, **more)
