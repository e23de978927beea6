"""The public names of eastfront with their types; `__init__.py` imports them on first use."""

from . import (
    analysis,
    bots,
    interop,
    matches,
    playing,
    record,
    render,
    search,
)
from . import board as board
from . import distributed as distributed
from . import loading as loading
from . import positions as positions
from . import questions as questions
from . import serve as serve
from . import wire as wire
from ._core import (
    ArgumentError,
    ArgumentTypeError,
    BusyError,
    EastfrontError,
    FormatError,
    Game,
    IllegalAction,
    InternalError,
    LegalActions,
    PlaceError,
    State,
    divide,
    perft,
)
from .interop.tensors import tensor
from .interop.vector import vector
from .loading.catalogue import RuleError, rule
from .loading.game import load, scenarios, without
from .playing import rollout
from .positions.concession import concede
from .positions.observation import Observation
from .positions.orders import Order, OrderError, parse
from .positions.set_ups import set_up
from .positions.text import position
from .record import Recorder, RecordError
from .scenario.errors import ScenarioError
from .systems.rules import Rules

__version__: str

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "BusyError",
    "EastfrontError",
    "FormatError",
    "Game",
    "IllegalAction",
    "InternalError",
    "LegalActions",
    "Observation",
    "Order",
    "OrderError",
    "PlaceError",
    "RecordError",
    "Recorder",
    "RuleError",
    "Rules",
    "ScenarioError",
    "State",
    "analysis",
    "bots",
    "concede",
    "divide",
    "interop",
    "load",
    "matches",
    "parse",
    "perft",
    "playing",
    "position",
    "record",
    "render",
    "rollout",
    "rule",
    "scenarios",
    "search",
    "set_up",
    "tensor",
    "vector",
    "without",
]
