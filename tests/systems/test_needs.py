"""What a rule demands holds while the rule is not in force."""

from __future__ import annotations

from eastfront.program import Builder, needs, number


def test_a_condition_that_a_rule_demands() -> None:
    builder, held = Builder(("one", "other"), ["N-2"]), number(1)
    with builder.at_hand():
        condition = held == 1
        assert needs("N-1", condition) is condition
        assert needs("N-2", condition) is True
        assert (held & needs("N-2", condition)) is held
        assert {"N-1", "N-2"} <= builder.rules.keys()
