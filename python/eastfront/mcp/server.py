"""The tools of a language model at its seat, offered in the Model Context Protocol by the
protocol's own SDK.

From version 2.1 of the SDK only a `ToolError` reaches the model with its text, so every refusal
becomes one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import getdoc
from typing import Annotated, Any, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from eastfront import __version__
from eastfront.serve.problem import Problem

from .player import LONGEST, Player
from .tools import FARTHEST

P = ParamSpec("P")

Places = Annotated[
    list[str], Field(description="Hexes by their ids, or boxes by their names.", max_length=16)
]
Units = Annotated[
    list[str], Field(description="Units by their names.", min_length=1, max_length=64)
]
Unit = Annotated[str, Field(description="A unit by its name.", max_length=80)]
Action = Annotated[
    str,
    Field(description="An action, an order, or several of them separated by `;`.", max_length=2000),
]
Distance = Annotated[int, Field(description="How far around each hex to look.", ge=0, le=FARTHEST)]
Full = Annotated[
    bool,
    Field(description="With a whole allowance, as if the move began now; else as play allows now."),
]
Target = Annotated[
    str, Field(description="The hex attacked; several are joined by `+`.", max_length=200)
]
Kind = Annotated[
    str | None,
    Field(description="The kind of battle, in a game with several kinds.", max_length=80),
]
Supports = Annotated[
    tuple[str, ...],
    Field(description="Supports by their names, in a game that has them.", max_length=16),
]
Id = Annotated[str, Field(description="The id of a rule, as answers give it.", max_length=80)]
Seconds = Annotated[float, Field(description="How long to wait at most.", ge=0, le=LONGEST)]


def server(player: Player) -> MCPServer[Any]:
    """Returns a server of the protocol with the tools of a player."""
    tools, asked = player.tools, player.asked

    async def position() -> str:
        """The whole position as your side sees it: units by hex, cities, variables of the game, the
        decision and the legal actions by verb."""
        return await asked(tools.position)

    async def look(places: Places, distance: Distance = 0) -> str:
        """Hexes of the map, one a line: terrain, city, rivers and other hexsides, marks, units, and
        the hexes beside it; or all units in a box off the map."""
        return await asked(lambda: tools.look(places, distance))

    async def reach(units: Units, full: Full = False) -> str:
        """Where units of one hex can move, as lists of hexes by the movement points spent."""
        return await asked(lambda: tools.reach(units, full))

    async def supply(unit: Unit) -> str:
        """Whether a unit is in supply, by which rule, and the line of hexes that it is traced
        along, or what cuts it."""
        return await asked(lambda: tools.supply(unit))

    async def odds(
        target: Target,
        attackers: Units,
        kind: Kind = None,
        supports: Supports = (),
    ) -> str:
        """An attack explained before it is made: strengths, odds, shifts with their rules, the
        exact chance of each result and what it does."""
        return await asked(lambda: tools.odds(target, attackers, kind, supports))

    async def battle() -> str:
        """The battle that is being declared or fought; otherwise the last one and its result."""
        return await asked(tools.battle)

    async def why_not(action: Action) -> str:
        """Whether an action or order is legal now, and if not the rule and the reason. Nothing is
        played."""
        return await asked(lambda: tools.why_not(action))

    async def rule(id: Id) -> str:
        """The text of a rule."""
        return await asked(lambda: tools.rule(id))

    async def play(action: Action) -> str:
        """Play an action, an order, or several of them separated by `;`: all or none. Answers what
        has happened and your next decision with its legal actions."""
        return await player.changed(lambda seats: tools.play(action, seats))

    async def undo() -> str:
        """Take back your last action; refused once a die has been rolled, another side has acted,
        or something hidden has come to light."""
        return await player.changed(tools.undo)

    async def wait(seconds: Seconds = 60) -> str:
        """Wait until your side is to decide, and tell what the others have done meanwhile."""
        return await player.wait(seconds)

    made: MCPServer[Any] = MCPServer(
        tools.name, version=__version__, instructions=tools.guide(), log_level="WARNING"
    )
    for task in (position, look, reach, supply, odds, battle, why_not, rule, wait):
        _add(made, player, task, reads=True)
    for task in (play, undo):
        _add(made, player, task, reads=False)
    return made


def _add(
    made: MCPServer[Any], player: Player, task: Callable[P, Awaitable[str]], *, reads: bool
) -> None:
    """Adds `task` as a tool to a server of the protocol; the text of a refusal reaches the model.
    `reads` says that the tool changes nothing."""

    @wraps(task)
    async def told(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return await task(*args, **kwargs)
        except Problem as problem:
            raise ToolError(player.tools.refused(problem)) from problem

    description = " ".join((getdoc(task) or "").split())
    hints = ToolAnnotations(read_only_hint=reads, open_world_hint=False)
    made.add_tool(told, description=description, annotations=hints, structured_output=False)
