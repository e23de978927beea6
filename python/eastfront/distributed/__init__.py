"""Games played on a cluster: the extra `ray`.

    from eastfront.distributed import Cluster

    with Cluster(workers=2) as cluster:  # one machine; an address joins a cluster that runs
        table = ef.matches.tournament(game, ["busy", "random"], games=100, spread=cluster)

Workers receive the game file, so they need eastfront but neither rules nor data of the driver's. A
game that was being played on a worker that is lost is played again on another; as a game is a
function of its seed and players, the results are those of one machine.
"""

from __future__ import annotations

from .ray_cluster import Cluster, ClusterError

__all__ = ["Cluster", "ClusterError"]
