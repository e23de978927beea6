"""The bots that come with the package, by their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eastfront._core import ArgumentError
from eastfront.arguments import checked
from eastfront.bots.simple import Bot, Busy, Commander, Greedy, Idle, Random
from eastfront.imports import pending


@checked
def bot(name: str, seed: int = 0) -> Bot:
    """Makes a bot by name.

    The names are random, busy (which seldom passes), idle (which passes if it can), greedy (which
    looks one action ahead), setup (greedy, with its own deployment), commander (which follows the
    adviser of the game), and planner (which searches, `eastfront.bots.Planner`). `seed` seeds the
    bot's choices. Raises ValueError for an unknown name.
    """
    with pending:
        from eastfront.bots.planner import Planner

    made: dict[str, Callable[[], Bot]] = {
        "random": lambda: Random(seed),
        "busy": lambda: Busy(seed),
        "idle": Idle,
        "greedy": lambda: Greedy(seed),
        "setup": lambda: Greedy(seed, free_setup=True),
        "commander": lambda: Commander(seed),
        "planner": lambda: Planner(seed),
    }
    if name not in made:
        raise ArgumentError(f"no bot `{name}`, expected one of {', '.join(NAMES)}")
    return made[name]()


NAMES: Sequence[str] = ("random", "busy", "idle", "greedy", "setup", "commander", "planner")
"""The names of the bots that ship."""
