"""A state of the engine as the plain position of the oracle.

It reads the facts on the table: places of units, control, markers, declarations. Units that draw
Crimea supply or have retreated are not among these: the caller provides them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from oracle.model import Position, load_board

from .games import terms_of

SEQUENCES = {1: "fight-move", 2: "move-fight", 3: "fight-fight"}
ZONES = {1: "north", 2: "south"}
LAST_OF_1942 = 14
CRIMEA = {0: "off", 1: "on", 2: "coastal"}


def hex_name(index: int) -> str | None:
    """The printed id of a hex by its index; none for a negative one."""
    return None if index < 0 else f"{10 + index // 25:02}{index % 25:02}"


def hex_index(name: str) -> int:
    """The index of a hex by its printed id."""
    return (int(name[:2]) - 10) * 25 + int(name[2:])


def riders(state: Any) -> dict[str, str]:
    """The corps of each Tiger battalion that has one, by unit ids."""
    game = state.game
    found = {}
    for name, unit in zip(game.units, game.unit_ids, strict=True):
        if unit.startswith("DE:tb:") and (corps := state.var(f"{name} rides")) >= 0:
            found[unit] = game.unit_ids[corps]
    return found


def has_area(game: Any) -> bool:
    """Whether a game has the works of 1943: the fortified area and the East Wall."""
    return terms_of(game).turns[1] > LAST_OF_1942


def snapshot(
    state: Any, crimea_units: Iterable[str] = (), retreated: Iterable[str] = ()
) -> dict[str, Any]:
    """The plain dictionary of `Position.from_dict`."""
    game = state.game
    ids = dict(zip(game.units, game.unit_ids, strict=True))
    board = load_board()
    german = set(state.hexes_with("german"))
    markers = {m: hex_name(state.var(f"supply marker {m}")) for m in ("A", "B", "C")}
    return {
        "turn": state.var("turn"),
        "side": game.sides[state.var("side")],
        "sequence": SEQUENCES.get(state.var("sequence")),
        "zone": ZONES.get(state.var("zone")),
        "units": {ids[n]: (h if h in board.hexes else None) for n, h in state.places().items()},
        "control": {h: "german" if h in german else "soviet" for h in board.hexes},
        "hero": state.hexes_with("hero city"),
        "fortress": state.hexes_with("fortress city"),
        "supply_markers": {m: h for m, h in markers.items() if h is not None},
        "aerial": hex_name(state.var("aerial supply hex")),
        "crimea": CRIMEA[state.var("crimea supply")],
        "crimea_units": list(crimea_units),
        "retreated": list(retreated),
        "phase_index": max(0, state.var("assault phase") - 1),
        "wrecked": state.hexes_with("destroyed fort"),
        "riders": riders(state),
        "area": hex_name(state.var("fortified area")) if has_area(game) else None,
        "area_since": state.var("fortified area since") if has_area(game) else 0,
        "walls": state.hexes_with("east wall") if terms_of(game).east_wall else (),
        "terms": terms_of(game).name,
    }


def position(
    state: Any, crimea_units: Iterable[str] = (), retreated: Iterable[str] = ()
) -> Position:
    """The oracle's position."""
    return Position.from_dict(snapshot(state, crimea_units, retreated))
