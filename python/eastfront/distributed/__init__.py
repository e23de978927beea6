"""Games played on a cluster: the extra `ray`.

    from eastfront.distributed import Cluster

    with Cluster(workers=2) as cluster:  # one machine; an address joins a running cluster
        table = ef.matches.tournament(game, ["busy", "random"], games=100, spread=cluster)

Workers receive the game file, so they need eastfront but none of the driver's rules or data. A game
on a worker that is lost is played again on another; since a game is a function of its seed and
players, the results equal those of one machine.
"""

from __future__ import annotations

from .ray_cluster import Cluster, ClusterError

__all__ = ["Cluster", "ClusterError"]
