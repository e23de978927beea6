"""A server with games of a variant, or with a user's own tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

import eastfront as ef
from eastfront import serve
from eastfront.program import Hexes, Units
from eastfront.serve.lobby import Played
from eastfront.systems import Option
from eastfront.systems.retreats import Retreats

from .clients import BLUE, CAMPAIGN, make


class NowhereToGo(Option):
    """Nobody retreats."""

    @Retreats.closed.bar("H-1", "nobody retreats")
    def nowhere(self, side: int, units: Units) -> Hexes:
        """Every hex."""
        return self.hexes_where("all", lambda h: True)


@pytest.mark.parametrize("scenario", [BLUE, CAMPAIGN])
def test_all_games_are_played_with_the_variant(scenario: str) -> None:
    app = serve.app(played=Played(rules=NowhereToGo))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        game = make(client, scenario).table.game
    assert game.digest == ef.load(scenario, rules=NowhereToGo).digest
    assert game.digest != ef.load(scenario).digest


def test_tables_that_do_not_fit_a_game_are_refused(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text("[combat-results]\n", encoding="utf-8")
    app = serve.app(played=Played(charts=str(tmp_path)))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        answer = client.post("/api/games", json={"scenario": BLUE})
    assert answer.status_code == 400 and "charts.toml" in answer.text
