"""Games on a real Ray cluster of two workers: the same results, also after losing a worker."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront.distributed import Cluster, ClusterError
from eastfront.matches import Fixture, play_all
from eastfront.matches.playing import Played, play_some

pytestmark = pytest.mark.lowest

pytest.importorskip("ray", reason="the extra `ray` is not installed")

SCENARIO = "barbarossa-deluxe/blue-kremlin"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    # workers import this file by name, too
    here = str(Path(__file__).resolve().parents[1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", here, prepend=os.pathsep)
        with Cluster(workers=2) as running:
            yield running


def perilous(folder: str, file: bytes, fixtures: list[Fixture]) -> list[Played]:
    """Plays games, but the first worker that comes to the third is lost in the middle of it."""
    mark = Path(folder, "lost")
    Path(folder, f"{fixtures[0].seed}-{os.getpid()}").touch()
    if fixtures[0].seed == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_some(file, fixtures, luck=True, record=False)


def failing(number: int) -> int:
    raise ValueError(f"task {number} will not do")


def always_lost(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by a signal")
def test_a_lost_worker_costs_only_the_game_that_it_played(cluster: Cluster, tmp_path: Path) -> None:
    assert cluster.workers == 2
    game = ef.load(SCENARIO)
    fixtures = [Fixture(seed, ("idle", "busy")) for seed in range(4)]
    tasks = [(str(tmp_path), game.to_bytes(), [fixture]) for fixture in fixtures]
    played = dict(cluster(perilous, tasks))
    assert [played[n][0] for n in range(4)] == play_all(game, fixtures)
    assert (tmp_path / "lost").exists()
    begun = [int(p.name.partition("-")[0]) for p in tmp_path.iterdir() if p.name != "lost"]
    assert sorted(begun) == [0, 1, 2, 2, 3]


def test_a_tournament_is_the_same_on_a_cluster(cluster: Cluster) -> None:
    game = ef.load(SCENARIO)
    how: dict[str, Any] = {"games": 1, "seed": 7}
    assert ef.matches.tournament(
        game, ["busy", "idle"], spread=cluster, **how
    ) == ef.matches.tournament(game, ["busy", "idle"], **how)


def test_what_a_task_raises_is_raised(cluster: Cluster) -> None:
    with pytest.raises(ValueError, match="task 1 will not do"):
        list(cluster(failing, [(1,)]))


@pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by a signal")
def test_a_task_that_kills_every_worker_is_given_up(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eastfront.distributed.ray_cluster.RETRIES", 1)
    with pytest.raises(ClusterError, match=r"."):
        list(cluster(always_lost, [(1,)]))
