"""Interoperability with other libraries: tensors, vectorised games, environments, graphs, tables.

    ef.interop.tensors       observations as planes of integers, and their layout
    ef.interop.vector        many games in one call
    ef.interop.gymnasium     vector environment, and an environment against a bot
    ef.interop.learner       the same for networks: few actions, small pictures
    ef.interop.pettingzoo    turn-based environment of two agents
    ef.interop.openspiel     the game ``eastfront`` of OpenSpiel
    ef.interop.graphs        networkx graphs of map, railways and supply
    ef.interop.tables        games as Arrow tables and Parquet files

Each module is imported on first use. Each of the other libraries is an extra of the package; if a
library is missing, the error names the extra to install.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from eastfront.imports import pending

if TYPE_CHECKING:
    from . import graphs, gymnasium, learner, openspiel, pettingzoo, tables, tensors, vector

__all__ = [
    "graphs",
    "gymnasium",
    "learner",
    "openspiel",
    "pettingzoo",
    "tables",
    "tensors",
    "vector",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name in __all__:
            with pending:
                return import_module(f".{name}", __name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
