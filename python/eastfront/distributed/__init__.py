"""Games played on a cluster, with Ray: the extra `ray` of the package.

    from eastfront.distributed import Cluster

    with Cluster(workers=2) as cluster:  # one machine; an address joins a running cluster
        table = ef.matches.tournament(game, ["busy", "random"], games=100, spread=cluster)

Workers receive the game file, so they need eastfront but none of the driver's rules or data. If a
worker is lost, its game is played again on another worker. A game is a function of its seed and
players, so the results equal those of one machine.
"""

from __future__ import annotations

from .ray_cluster import Cluster, ClusterError

__all__ = ["Cluster", "ClusterError"]
