"""All errors of eastfront belong to one family, and to the built-in type that Python expects."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import eastfront as ef
from eastfront.board import BoardError
from eastfront.distributed.ray_cluster import ClusterError
from eastfront.games.russian_campaign.bidding import BidError
from eastfront.positions.orders import OrderError
from eastfront.positions.text import PositionError
from eastfront.program import ProgramError
from eastfront.record import RecordError
from eastfront.scenario import ScenarioError, load_scenario


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (BidError, ValueError),
        (BoardError, ValueError),
        (ClusterError, RuntimeError),
        (OrderError, ValueError),
        (PositionError, ValueError),
        (ProgramError, ValueError),
        (RecordError, ValueError),
        (ScenarioError, ValueError),
    ],
)
def test_an_error_belongs_to_the_family(error: type[Exception], builtin: type[Exception]) -> None:
    assert issubclass(error, ef.EastfrontError) and issubclass(error, builtin)


def test_errors_with_facts_keep_them_through_a_pickle() -> None:
    for error in (ScenarioError("a.csv", "line 2", "x", "y"), PositionError(3, "unit", "x", "y")):
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.__dict__) == (str(error), error.__dict__)


@pytest.mark.parametrize("folder", ["nowhere", "file"])
def test_files_that_cannot_be_opened_are_os_errors(folder: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(ScenarioError, match="expected a folder of games") as refused:
        load_scenario("barbarossa-deluxe", "blue-kremlin", directory=tmp_path / folder)
    assert isinstance(refused.value, OSError)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (type(again), str(again)) == (type(refused.value), str(refused.value))
