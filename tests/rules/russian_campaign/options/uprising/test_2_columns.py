"""2.1 to 2.6, column by column, with the option `uprising`."""

from __future__ import annotations

import pytest

from ...battle_positions import at, go, may, names, play, refused


@pytest.mark.rule("TRC-11.2a", "TRC-22.2c")
def test_who_never_walks_rides_no_train_unless_he_is_a_leader() -> None:
    """A worker stays where it is (22.2), partisans and the Home Army as well; Stalin rides."""
    units = {"Stalin": "R9", "Moscow Worker": "R9", "Partisan 1": "S7", "AK": "S6", "11 A": "S5"}
    state = at("russian", 1, turn=15, units=units, options=("warsaw-uprising",))
    assert names(state, "rail") & set(units) == {"Stalin", "11 A"}
    assert not names(state, "move") & {"Stalin", "Moscow Worker", "Partisan 1", "AK"}


@pytest.mark.rule("TRC-28.5c", "TRC-6.3a")
def test_the_home_army_takes_no_room() -> None:
    """Two armies stand beside it in Warsaw, or three corps; a third army does not."""
    options = ("warsaw-uprising",)

    def ends(*there: str, comes: str) -> bool:
        units = {**dict.fromkeys(there, "L26"), "AK": "L26", comes: "L25"}
        state = at("russian", 1, turn=20, units=units, options=options)
        return may(go(state, comes, "L26"), "end-movement")

    assert ends("11 A", comes="8 A") and ends("1 TkC", "7 TkC", comes="5 TkC")
    with refused("TRC-6.2a"):
        units = {"AK": "L26", "11 A": "L26", "8 A": "L26", "3 A": "L25"}
        state = at("russian", 1, turn=20, units=units, options=options)
        play(go(state, "3 A", "L26"), "end-movement")
