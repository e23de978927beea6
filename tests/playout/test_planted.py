"""Errors planted in arrivals, the reserve, the expedition, Crimea supply, bloodbaths and supports.

An engine with one rule left out is played, action by action, from a start in which the rule soon
matters, until the oracle's ledger differs from it on a question about that rule. The right engine
plays the same start without a difference, as `test_oracle` sees.
"""

from __future__ import annotations

import pytest

from .followed import first_differences
from .games import load

PLANTED = [
    ("BD-8.1g", "reserve", 0, "entry"),
    ("BD-8.1d", "reserve", 0, "entry"),
    ("BD-8.20a", "reserve", 0, "reinforcements"),
    ("BD-8.12e", "reserve", 2, "replacements"),
    ("BD-8.9c", "reserve", 0, "rvgk"),
    ("BD-8.9d", "reserve", 0, "rvgk"),
    ("BD-8.10a", "reserve", 0, "rvgk"),
    ("BD-8.10b", "reserve", 0, "rvgk"),
    ("BD-8.10c", "reserve", 0, "rvgk entry"),
    ("BD-4.11a", "expedition", 1, "expedition"),
    ("BD-4.11b", "expedition", 2, "expedition"),
    ("BD-4.13h", "expedition", 2, "expedition"),
    ("BD-4.13i", "expedition", 2, "expedition"),
    ("BD-4.13j", "expedition", 2, "rvgk"),
    ("BD-4.13l", "expedition", 2, "expedition"),
    ("BD-7.4f", "crimea", 0, "crimea"),
    ("BD-7.4j", "crimea", 0, "crimea list"),
    ("BD-11.26e", "mixed", 0, "bloodbath"),
    ("BD-11.26g", "setup", 1, "bloodbath"),
    ("BD-8.38b", "setup", 0, "air armies"),
    ("BD-8.38c", "mixed", 0, "supports: air armies"),
    ("BD-8.39b", "mixed", 0, "supports: partisans"),
    ("BD-8.40b", "mixed", 0, "supports: airborne"),
    ("BD-11.23d", "mixed", 0, "supports: luftwaffe"),
    ("BD-7.7h", "mixed", 2, "declared"),
]
"""The rule left out, the kind of start and its seed, how the difference begins."""
LONGEST = 900


@pytest.mark.parametrize(("rule", "kind", "seed", "question"), PLANTED)
def test_a_planted_error_is_caught(rule: str, kind: str, seed: int, question: str) -> None:
    found = first_differences(kind, seed, load((rule,)), LONGEST)
    assert any(text.startswith(question) for text in found), found
