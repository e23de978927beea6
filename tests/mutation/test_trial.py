"""What a changed rule comes to, compared with the rules as they stand."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from tools.mutate.trial import Loading

import eastfront.game


@pytest.mark.parametrize(("without", "changed"), [((), True), (("BD-1.1a",), False)])
def test_only_the_whole_rules_tell_whether_anything_has_changed(
    monkeypatch: pytest.MonkeyPatch, without: tuple[str, ...], changed: bool
) -> None:
    """A program that differs only where rules are left out is the same game."""
    made = SimpleNamespace(digest="new")
    monkeypatch.setattr(eastfront.game, "compiled", lambda _: made)
    loading = Loading({json.dumps(["scenario", (), without]): "old"})
    origin = SimpleNamespace(id="scenario", options=(), without=without, rules=None, charts=None)
    assert loading(origin) is made and loading.changed is changed
