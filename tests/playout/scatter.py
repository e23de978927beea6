"""Random positions: both sides mixed over a part of the map, with control and markers.

Play keeps to a front; these show pockets, straits and units behind lines. Any position can also be
transferred to a game with another program.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from eastfront._core import Game
from oracle import crimea
from oracle.arrivals import counters
from oracle.model import BALTIC_CORPS, GERMAN, KERCH_COMMAND, SOVIET, Position, load_board
from oracle.record import DEAD, LATER
from oracle.tigers import CORPS

from .games import load, sides_of, terms_of
from .snapshot import LAST_OF_1942, hex_index, position

VARIABLES = (
    "turn", "side", "sequence", "assault phase", "zone", "crimea supply", "aerial supply hex",
    "supply marker A", "supply marker B", "supply marker C", "with luftwaffe", "with partisans",
    "with airborne", "spent", "target", "battle kind",
)  # fmt: skip
UNIT_FLAGS = ("moved", "moving", "halved", "attacking", "retreated", "crimea supply", "air army")
HEX_FLAGS = ("german", "hero city", "fortress city", "destroyed fort")
TIED = {"militia": ("1011",), "fortress-command": ("3220",), "coastal": ("2911", "3108")}
"""The hexes of units that do not go anywhere else (8.33, 8.34, 10.34)."""
BOUND = {
    KERCH_COMMAND: ("3106", "3107", "3108", "3105"),
    BALTIC_CORPS: ("1415", "1514", "1414"),
}
"""Hexes of the areas that two German units never leave (8.3)."""
CENTRES = ("2606", "2904", "2507", "1909", "1411", "1111", "3106", "2309", "2401", "1706", "2013")


def transplant(state: Any, game: Game) -> Any:
    """The same position in a game with another program, waiting at its first decision."""
    blank = game.new()
    units = [(n, f, on) for f in UNIT_FLAGS for n in game.units if (on := n in state.units_with(f))]
    hexes = []
    for f in HEX_FLAGS:
        old, new = set(blank.hexes_with(f)), set(state.hexes_with(f))
        hexes += [(h, f, False) for h in old - new] + [(h, f, True) for h in new - old]
    places = list(state.places().items())
    return blank._supposed(places, units, hexes, [(v, state.var(v)) for v in VARIABLES])


def scattered_position(state: Any) -> Position:
    """The position of `scattered`: the first five in the Crimea draw supply, no unit retreated."""
    return position(state, crimea.inside(position(state))[: crimea.MOST])


def _spots(rng: random.Random) -> list[str]:
    """Land hexes near some centres, one part nearer than another."""
    board = load_board()
    land = [h for h, x in board.hexes.items() if x.terrain not in ("sea", "lake")]
    spots: list[str] = []
    for centre in rng.sample(CENTRES, 4):
        row, column = int(centre[:2]), int(centre[2:])
        near = [h for h in land if abs(int(h[:2]) - row) + abs(int(h[2:]) - column) <= 4]
        spots += rng.sample(near, min(len(near), 22))
    return list(dict.fromkeys(spots))


def scattered(seed: int, game: Game | None = None) -> Any:
    """A legal mixture: no hex with both sides, no stack above five, satellites apart."""
    rng = random.Random(seed)
    game = load() if game is None else game
    state = game.new()
    board = load_board()
    lean = rng.uniform(0.3, 0.7)
    spots = {h: GERMAN if rng.random() < lean else SOVIET for h in _spots(rng)}
    room = dict.fromkeys(spots, 5)
    satellites: set[str] = set()
    places: list[tuple[str, str]] = []
    army = dict(zip(game.unit_ids, game.units, strict=True))
    order = list(army)
    rng.shuffle(order)
    for unit in order:
        who = board.units[unit]
        side = (GERMAN, SOVIET)[sides_of(game)[army[unit]]]
        crowd = "satellite" in who.kind
        fit = [h for h, s in spots.items() if s == side and room[h] > 0]
        fit = [h for h in fit if not (crowd and h in satellites)]
        if who.rides or who.kind == "counter-fire":
            place = LATER
        elif (tied := BOUND.get(unit, TIED.get(who.kind))) is not None:
            homes = [h for h in tied if spots.get(h, side) == side and room.get(h, 5)]
            place = rng.choice(homes) if len(homes) > 1 else homes[0] if homes else DEAD
        else:
            place = rng.choice(fit) if fit and rng.random() < 0.8 else DEAD
        places.append((army[unit], place))
        if place in room:
            room[place] -= 0 if who.static else 1
            if crowd:
                satellites.add(place)
    return _dressed(state, rng, places, sides_of(game))


def _dressed(
    state: Any, rng: random.Random, places: Sequence[tuple[str, str]], side: dict[str, int]
) -> Any:
    """The rest of the position: control, cities, markers, turn, sequence, supply choices."""
    board = load_board()
    german = set(state.hexes_with("german"))
    holder = {h: side[u] == 0 for u, h in places if h in board.hexes}
    control = {h: (h in german) != (rng.random() < 0.1) for h in board.hexes if h in german}
    east = [h for h, x in board.hexes.items() if x.area == "ussr" and h not in german]
    control |= {h: rng.random() < 0.25 for h in east}
    for h in ("2607", "2804", "3108", "3105", "3106"):
        control[h] = rng.random() < 0.7
    control |= holder
    cities = [h for h, x in board.hexes.items() if "city" in x.features]
    hero = [h for h in cities if not control.get(h, False) and rng.random() < 0.4]
    fortress = [h for h in cities if control.get(h, False) and rng.random() < 0.1]
    terms = terms_of(state.game)
    if not terms.special_cities:
        hero, fortress = [], []
    hexes = [(h, "german", on) for h, on in control.items()]
    hexes += [(h, "hero city", h in hero) for h in cities]
    hexes += [(h, "fortress city", h in fortress) for h in cities]
    forts = [h for h, x in board.hexes.items() if "german-fort" in x.features]
    hexes += [(h, "destroyed fort", rng.random() < 0.5) for h in forts]
    marker = rng.choice([h for _, h in places if h in board.hexes] or ["2204"])
    aerial = rng.choice([h for u, h in places if h in board.hexes and side[u] == 0] or ["2204"])
    where = dict(places)
    area = {h for h, x in board.hexes.items() if "crimea" in x.features}
    drawing = [u for u in state.game.units if side[u] == 0 and where.get(u) in area][:5]
    variables = [
        ("turn", rng.randint(*terms.turns)),
        ("sequence", rng.randint(1, 3)),
        ("assault phase", rng.randint(1, 2)),
        ("zone", rng.randint(1, 2)),
        ("crimea supply", rng.randint(0, 2)),
        ("aerial supply hex", hex_index(aerial) if rng.random() < 0.5 else -1),
        ("supply marker A", hex_index(marker)),
    ]
    if terms.turns[1] > LAST_OF_1942:
        spots = sorted(h for _, h in places if h in board.hexes)
        variables += [(f"supply marker {m}", hex_index(rng.choice(spots))) for m in "BC"]
        variables += [("fortified area", hex_index(rng.choice(spots)))]
        variables += [("fortified area since", rng.choice((0, terms.turns[0])))]
    flags = [(u, "crimea supply", True) for u in drawing]
    return mounted(state._supposed(list(places), flags, hexes, variables), rng)


def mounted(state: Any, rng: random.Random, turn: int = 99) -> Any:
    """The same with the Tiger battalions that came before a turn on corps, no two in a stack."""
    board, places = load_board(), state.places()
    ids = dict(zip(state.game.units, state.game.unit_ids, strict=True))
    corps = {h: n for n, h in sorted(places.items(), key=lambda _: rng.random())
             if h in board.hexes and board.units[ids[n]].kind in CORPS}  # fmt: skip
    tigers = [n for n in state.game.units
              if board.units[ids[n]].rides
              and (counters()[ids[n]].arrives or 0) < turn]  # fmt: skip
    if not tigers:
        return state
    pairs = list(zip(tigers, rng.sample(sorted(corps.values()), len(corps)), strict=False))
    order = {n: i for i, n in enumerate(state.game.units)}
    return state._supposed(
        [(tiger, "riding") for tiger, _ in pairs],
        [(unit, "with TB", False) for unit in state.game.units]
        + [(parent, "with TB", True) for _, parent in pairs],
        [],
        [(f"{tiger} rides", order[parent]) for tiger, parent in pairs],
    )
