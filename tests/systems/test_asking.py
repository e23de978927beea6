"""What forbids something is asked about by its rule and words."""

from __future__ import annotations

from eastfront.program import Builder, number, only
from eastfront.systems.asking import define_limits


def test_a_limit_is_asked_about_while_its_rule_is_in_force() -> None:
    builder = Builder(("one", "other"), ["L-2"])
    with builder.at_hand():
        limits = [only("L-1", number(1), "by day"), None, only("L-2", number(0), "by night")]
        define_limits("one limit", limits)
        assert [query["name"] for query in builder.finish()["queries"]] == ["one limit L-1 by day"]
