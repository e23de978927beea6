"""What a rule demands holds while the rule is not in force."""

from __future__ import annotations

from eastfront.program import Builder, all_hexes, all_units, needs, no_hexes, no_units, number


def test_a_condition_that_a_rule_demands() -> None:
    builder, held = Builder(("one", "other"), ["N-2"]), number(1)
    with builder.at_hand():
        condition = held == 1
        assert needs("N-1", condition) is condition
        assert needs("N-2", condition) is True
        assert (held & needs("N-2", condition)) is held
        assert {"N-1", "N-2"} <= builder.rules.keys()


def test_a_set_that_a_rule_demands() -> None:
    """Without the rule it demands nothing: all hexes and units will do."""
    builder = Builder(("one", "other"), ["N-2"])
    with builder.at_hand():
        hexes, units = no_hexes(), no_units()
        assert needs("N-1", hexes) is hexes and needs("N-1", units) is units
        assert needs("N-2", hexes).node == all_hexes().node
        assert needs("N-2", units).node == all_units().node
