"""The engine of eastfront."""

import builtins
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Self, final, overload

import numpy as np
import numpy.typing as npt

from .positions.effects import Effect
from .positions.observation import Observation
from .positions.orders import Order
from .questions.battle import Battle
from .questions.state import Obligation, Supply

__version__: str
PASSES: tuple[str, ...]
PROTOCOL: int

__all__ = [
    "PASSES",
    "PROTOCOL",
    "ArgumentError",
    "ArgumentTypeError",
    "BusyError",
    "EastfrontError",
    "FormatError",
    "Game",
    "HexSet",
    "Hexsides",
    "IllegalAction",
    "InternalError",
    "KernelMap",
    "LegalActions",
    "MoveRules",
    "PlaceError",
    "Planes",
    "State",
    "SupplyStage",
    "Vector",
    "__version__",
    "bench_field",
    "bench_supply",
    "choose",
    "divide",
    "game_id",
    "kernel_components",
    "kernel_distances",
    "kernel_effective_zone",
    "kernel_zone",
    "odds_column",
    "odds_distribution",
    "odds_pipeline",
    "odds_ratio",
    "odds_shift",
    "perft",
    "plans",
    "play_on",
    "rollout",
    "rollout_checked",
    "rollout_twin",
    "search",
    "stream",
]

class EastfrontError(Exception):
    """The base class of all errors of eastfront."""

class IllegalAction(EastfrontError, ValueError):
    """An action that the rules refuse; `rule` is the id of the rule that forbids it."""

    rule: str

class InternalError(EastfrontError, RuntimeError):
    """A defect of the engine or of a rules program; `state` holds the bytes of the position, None
    if there is no position."""

    state: bytes | None

class ArgumentError(EastfrontError, ValueError):
    """An invalid value of an argument; the message names the argument and the value."""

class ArgumentTypeError(EastfrontError, TypeError):
    """A value of the wrong type; the message names the argument and the value."""

class PlaceError(EastfrontError, IndexError):
    """An index out of range, or `pop` with no action to undo."""

class FormatError(EastfrontError, ValueError):
    """Malformed bytes or text.

    `bounds` is set only if a variable of a state is out of range at the pending decision: the name
    of the variable, and the smallest and greatest value that it can have there.
    """

    bounds: tuple[str, int, int]

class BusyError(EastfrontError, RuntimeError):
    """A use of a state that another thread modifies, or the modification of a state that another
    thread uses."""

_Running = tuple[Sequence[tuple[int, int]], Sequence[int], bytes, tuple[int, int, int] | None, int]
"""Frames of the running procedures, their local variables, the path of the last move, the outcome
(None while the game is played) and the state of the generator."""
_Canonical = tuple[
    Sequence[int],
    Sequence[bytes],
    Sequence[Sequence[int]],
    Sequence[bytes],
    Sequence[int],
    _Running,
]
"""The parts of a state: places of units, unit flags, unit fields, hex flags, variables, and the
running part."""

@final
class Game:
    """A loaded game: map, order of battle, tables and the rules program. Immutable."""

    @classmethod
    def from_bytes(cls, data: bytes) -> Game: ...
    @classmethod
    def _from_bytes(cls, data: bytes, former: Mapping[str, Mapping[str, str]]) -> Game: ...
    @classmethod
    def from_json(cls, json: bytes) -> Game: ...
    def without(self, *rules: str) -> Game: ...
    def to_bytes(self) -> bytes: ...
    def to_json(self) -> bytes: ...
    @property
    def protocol(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def sides(self) -> list[str]: ...
    @property
    def hexes(self) -> list[str]: ...
    @property
    def boxes(self) -> list[str]: ...
    @property
    def units(self) -> list[str]: ...
    @property
    def unit_ids(self) -> list[str]: ...
    @property
    def rules(self) -> list[str]: ...
    @property
    def python_steps(self) -> list[str]: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def known_options(self) -> dict[str, str]: ...
    @property
    def readings(self) -> dict[str, str]: ...
    @property
    def queries(self) -> list[str]: ...
    @property
    def num_actions(self) -> int: ...
    def action_id(self, action: int) -> int: ...
    def action_of(self, id: int) -> int: ...
    def notation(self, action: int) -> str: ...
    def parse(self, text: str) -> int: ...
    def new(self, seed: int | None = None) -> State: ...
    def state_from_bytes(self, data: bytes, self_rolling: bool = False) -> State: ...
    def _parts(self, data: bytes) -> _Canonical: ...
    def _bytes(self, parts: _Canonical) -> bytes: ...
    def _live_locals(self, frames: Sequence[tuple[int, int]]) -> list[int]: ...
    def program_text(self, after: str | None = None, part: str | None = None) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __lt__(self, value: Any, /) -> bool: ...
    def __le__(self, value: Any, /) -> bool: ...
    def __gt__(self, value: Any, /) -> bool: ...
    def __ge__(self, value: Any, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...

@final
class State:
    """A position of a game. Mutable, hence unhashable; `key` identifies the position."""

    __hash__: None  # type: ignore[assignment]

    def _parts(self) -> _Canonical: ...
    @property
    def game(self) -> Game: ...
    @property
    def to_move(self) -> str | None: ...
    @property
    def decision(self) -> str | None: ...
    @property
    def turn(self) -> int: ...
    @property
    def stack(self) -> list[str]: ...
    @property
    def legal_actions(self) -> LegalActions: ...
    @overload
    def push(
        self, action: int | str | Order, effects: Literal[False] = False, *, applied: bool = False
    ) -> None: ...
    @overload
    def push(
        self, action: int | str | Order, effects: Literal[True], *, applied: bool = False
    ) -> list[Effect]: ...
    @overload
    def push(
        self, action: int | str | Order, effects: bool, *, applied: bool = False
    ) -> list[Effect] | None: ...
    def pop(self) -> None: ...
    @property
    def can_undo(self) -> bool: ...
    def copy(self) -> State: ...
    @property
    def key(self) -> int: ...
    @property
    def self_rolling(self) -> bool: ...
    def reseed(self, seed: int | None) -> None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def outcome(self) -> tuple[str | None, int, str] | None: ...
    @property
    def winner(self) -> str | None: ...
    def returns(self) -> list[float]: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def nth_legal(self, n: int) -> int: ...
    def is_pass(self, action: int) -> bool: ...
    def var(self, name: str) -> int: ...
    def place(self, unit: str | int) -> str: ...
    def places(self) -> dict[str, str]: ...
    def units_at(self, place: str) -> list[str]: ...
    def hexes_with(self, flag: str) -> list[str]: ...
    def units_with(self, flag: str) -> list[str]: ...
    def hidden_from(self, side: str) -> list[str]: ...
    def ask(self, query: str, *args: int | str) -> Any: ...
    def trace(self, query: str, *args: int | str) -> tuple[int, list[tuple[str, int]]]: ...
    def begin(self, procedure: str, *args: int) -> tuple[State, list[Effect]]: ...
    def _conceded(self, side: str) -> State: ...
    def last_cost(self, hex: str) -> int | None: ...
    def edited(
        self,
        places: Sequence[tuple[str, str]] = ...,
        unit_flags: Sequence[tuple[str, str, bool]] = ...,
        hex_flags: Sequence[tuple[str, str, bool]] = ...,
        variables: Sequence[tuple[str, int]] = ...,
    ) -> State: ...
    def _supposed(
        self,
        places: Sequence[tuple[str, str]] = ...,
        unit_flags: Sequence[tuple[str, str, bool]] = ...,
        hex_flags: Sequence[tuple[str, str, bool]] = ...,
        variables: Sequence[tuple[str, int]] = ...,
    ) -> State: ...
    def audit(self) -> str | None: ...
    def text(self) -> str: ...
    def observation(self, side: str) -> Observation: ...
    def _repr_svg_(self) -> str: ...
    @property
    def phase(self) -> str | None: ...
    @property
    def control(self) -> Mapping[str, str]: ...
    @property
    def subject(self) -> str | None: ...
    @property
    def obligations(self) -> list[Obligation]: ...
    def reach(self, units: str | Iterable[str], full: bool = False) -> Mapping[str, float]: ...
    def supply(self, unit: str) -> Supply: ...
    def zoc(self, side: str) -> frozenset[str]: ...
    def evaluation(self, side: str) -> int: ...
    def battle(
        self,
        target: str | None = None,
        attackers: Sequence[str] | None = None,
        kind: str | None = None,
        luftwaffe: bool = False,
        air_armies: Sequence[str] = (),
        partisans: bool = False,
        airborne: bool = False,
        seen_by: str | None = None,
        supports: Sequence[str] = (),
        table: str | None = None,
    ) -> Battle: ...
    def __bytes__(self) -> bytes: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Any, /) -> bool: ...
    def __le__(self, value: Any, /) -> bool: ...
    def __gt__(self, value: Any, /) -> bool: ...
    def __ge__(self, value: Any, /) -> bool: ...

class _Held(Container[int | str]):
    """Says to type checkers that `in` takes an action by number or in notation."""

    def __contains__(self, key: object, /) -> bool: ...

@final
class LegalActions(_Held, Sequence[int]):
    """A live view of the legal actions of a state, hence unhashable."""

    __hash__: None  # type: ignore[assignment]

    def __len__(self, /) -> int: ...
    def __iter__(self, /) -> Iterator[int]: ...
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: int, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> builtins.list[int]: ...
    def __reversed__(self) -> Iterator[int]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def index(self, action: int | str) -> int: ...  # type: ignore[override]
    def count(self, action: object) -> int: ...
    def list(self) -> builtins.list[int]: ...
    def names(self) -> builtins.list[str]: ...
    def mask(self) -> npt.NDArray[np.bool_]: ...
    def _mask(self) -> bytearray: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def game_id(data: bytes) -> str: ...
def rollout(
    state: State,
    n: int = 1,
    *,
    threads: int = 1,
    seed: int = 0,
    policy: str | Sequence[str] = "random",
    stats: bool = False,
    scores: bool = True,
) -> dict[str, Any]: ...
def stream(seed: int, index: int) -> int: ...
def play_on(
    state: State, policies: Sequence[str | None], stream: int
) -> tuple[int, int, int, int]: ...
def choose(state: State, policy: str = "greedy", *, seed: int = 0) -> int: ...
def rollout_checked(
    state: State,
    n: int = 1,
    *,
    first: int = 0,
    seed: int = 0,
    policy: str = "random",
    sample: int = 0,
    decisions: builtins.list[str] = ...,
) -> dict[str, Any]: ...
def rollout_twin(
    state: State,
    twin: State,
    n: int = 1,
    *,
    enough: int = 10,
    seed: int = 0,
    policy: str = "random",
) -> dict[str, Any]: ...
def search(worlds: Sequence[State], options: Mapping[str, Any]) -> dict[str, Any]: ...
def plans(
    worlds: Sequence[State], options: Mapping[str, Any]
) -> list[tuple[list[int], int, int, bool]]: ...
def perft(state: State, depth: int) -> int: ...
def divide(state: State, depth: int) -> list[tuple[str, int]]: ...

# -- many games in one call ------------------------------------------------------------------------

_Plane = tuple[str, bool, int]

@final
class Planes:
    """Writes those planes of an observation that change during a game, such as places of units,
    into arrays."""

    def __new__(cls, game: Game, planes: Sequence[_Plane]) -> Self: ...
    def write(self, state: State, side: str, out: npt.NDArray[np.int16]) -> None: ...

@final
class Vector:
    """Many games of one kind, stepped together: the native part of `eastfront.vector`."""

    def __new__(
        cls,
        start: State,
        n: int,
        *,
        seed: int,
        threads: int,
        planes: Sequence[_Plane],
        channels: int,
        masks: bool,
        autoreset: str,
        limit: int,
        side: str | None = None,
        opponent: str = "busy",
    ) -> Self: ...
    @property
    def planes(self) -> npt.NDArray[np.int16]: ...
    @property
    def masks(self) -> npt.NDArray[np.bool_]: ...
    def reset(
        self, seed: int | None = None, which: npt.NDArray[np.bool_] | None = None
    ) -> None: ...
    def step(self, actions: npt.NDArray[np.int64]) -> None: ...
    def to_move(self) -> npt.NDArray[np.int8]: ...
    def observers(self) -> npt.NDArray[np.int8]: ...
    def decisions(self) -> npt.NDArray[np.int16]: ...
    def episodes(self) -> npt.NDArray[np.int64]: ...
    def lengths(self) -> npt.NDArray[np.int32]: ...
    def done(self) -> npt.NDArray[np.bool_]: ...
    def truncated(self) -> npt.NDArray[np.bool_]: ...
    def rewards(self) -> npt.NDArray[np.float32]: ...
    def legal(self) -> npt.NDArray[np.int32]: ...
    def endings(self) -> list[dict[str, Any]]: ...
    def state(self, i: int) -> State: ...
    def episode_seed(self, i: int, episode: int) -> int: ...

# -- kernels, for benchmarks, tests and tools that need no game -----------------------------------

@final
class HexSet:
    """A set of hexes of one map, made by `KernelMap.hexes` or `KernelMap.hexes_in`."""

    def to_list(self) -> list[int]: ...
    def __bytes__(self) -> bytes: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __len__(self, /) -> int: ...

_Set = HexSet | bytes

@final
class Hexsides:
    """Hexsides that steps may cross, separately for each direction of a step."""

@final
class MoveRules:
    """Movement rules of one mover, used with `KernelMap.movement_field`, `path` and `step`.

    Sets are `HexSet`. `surcharge` and `assault` are sets with their extra cost of entry, `zone` is
    a set with its tolls (enter, leave, between, stop); 255 forbids. `road` is two tables of step
    costs: along the road, and the full price due if the mover leaves the hex off the road.
    """

    def __new__(
        cls,
        *,
        area: HexSet | None = None,
        stop: HexSet | None = None,
        surcharge: tuple[HexSet, int] | None = None,
        zone: tuple[HexSet, tuple[int, int, int, bool]] | None = None,
        road: tuple[Sequence[int], Sequence[int]] | None = None,
        assault: tuple[HexSet, int] | None = None,
        minimum_one: bool = False,
    ) -> Self: ...

@final
class SupplyStage:
    """One stage of a supply line: the hexes that the line may pass, the hexsides that it may cross,
    and the limits of its length.

    `open` are the hexes that the line may pass, `area` is the area in which it must stay. `limits`
    are pairs (maximum number of steps or None, hexes to avoid or None), of which the line must
    satisfy one. `gates` are hexes that the line must pass, in order from the source. With `own_hex`
    the supplied hex itself need not be open.
    """

    def __new__(
        cls,
        open: HexSet,
        *,
        area: HexSet | None = None,
        hexsides: Hexsides | None = None,
        limits: Sequence[tuple[int | None, HexSet | None]] = ...,
        gates: Sequence[int] = ...,
        own_hex: bool = False,
    ) -> Self: ...

@final
class KernelMap:
    """A hex map with staggered rows and a cost for every step.

    `steps` has six bytes for each hex: the cost of the step in each direction, 255 if forbidden.
    `closed` has one byte for each hex: bit `d` forbids the hexside in direction `d`, both ways.
    Directions are 0 right-up, 1 right, 2 right-down, 3 left-down, 4 left, 5 left-up; rows whose
    number has the `shifted_parity` are shifted by half a hex to the right. The number of a hex is
    `row * width + column`.
    """

    def __new__(
        cls,
        width: int,
        height: int,
        steps: bytes,
        closed: bytes | None = None,
        shifted_parity: int = 1,
    ) -> Self: ...
    def __len__(self, /) -> int: ...
    def hexes(self, hexes: Sequence[int]) -> HexSet: ...
    def hexes_in(self, bytes: builtins.bytes) -> HexSet: ...
    def hexsides(self, open: bytes) -> Hexsides: ...
    def neighbor(self, hex: int, direction: int) -> int | None: ...
    def distance(self, a: int, b: int) -> int: ...
    def within(self, hex: int, range: int) -> bytes: ...
    def movement_field(
        self,
        start: int,
        budget: int,
        blocked: _Set | None = None,
        rules: MoveRules | None = None,
        *,
        due: int = 0,
    ) -> bytes: ...
    def movement_field_dict(
        self,
        start: int,
        budget: int,
        blocked: _Set | None = None,
        rules: MoveRules | None = None,
        *,
        due: int = 0,
    ) -> dict[int, int]: ...
    def path(
        self,
        start: int,
        to: int,
        budget: int,
        blocked: _Set | None = None,
        rules: MoveRules | None = None,
        *,
        due: int = 0,
    ) -> list[int] | None: ...
    def step(
        self,
        start: int,
        direction: int,
        left: int,
        budget: int,
        blocked: _Set | None = None,
        rules: MoveRules | None = None,
        *,
        due: int = 0,
    ) -> tuple[int, int, bool] | str: ...
    def supply(self, sources: _Set, blocked: _Set | None = None) -> bytes: ...
    def supply_stages(self, sources: _Set, stages: Sequence[SupplyStage]) -> bytes: ...
    def supply_line(self, sources: _Set, stages: Sequence[SupplyStage], hex: int) -> Any: ...

def kernel_zone(
    map: KernelMap,
    exerting: _Set,
    *,
    own: bool = True,
    adjacent: bool = True,
    across: Hexsides | None = None,
    into: _Set | None = None,
    always_into: _Set | None = None,
) -> bytes: ...
def kernel_effective_zone(
    map: KernelMap,
    zone: _Set,
    occupied: _Set,
    *,
    in_vacant: bool = True,
    in_occupied: bool = True,
) -> bytes: ...
def kernel_components(
    map: KernelMap, open: _Set, hexsides: Hexsides | None = None
) -> tuple[bytes, int]: ...
def kernel_distances(
    map: KernelMap,
    sources: _Set,
    open: _Set,
    hexsides: Hexsides | None = None,
    limit: int | None = None,
) -> bytes: ...
def bench_field(
    map: KernelMap, starts: Sequence[int], budget: int, blocked: Sequence[HexSet], rounds: int
) -> int: ...
def bench_supply(
    map: KernelMap, sources: HexSet, blocked: Sequence[HexSet], rounds: int
) -> int: ...
def odds_pipeline(strength: int, stages: Sequence[tuple[str, int]]) -> list[int]: ...
def odds_ratio(attack: int, defence: int) -> tuple[int, int]: ...
def odds_column(attack: int, defence: int, columns: Sequence[tuple[int, int]]) -> int | None: ...
def odds_shift(
    column: int,
    columns: int,
    *,
    before: int = 0,
    cap: tuple[int, int] | None = None,
    after: int = 0,
) -> int: ...
def odds_distribution(
    results: Sequence[int],
    columns: int,
    column: int,
    *,
    first: int = 1,
    dice: tuple[int, int] = ...,
    modifier: int = 0,
) -> tuple[list[int], int]: ...
