"""Checks of a scenario file against the map and the order of battle: the initial placement."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from .errors import NOTHING, Absent, ScenarioError, nearest, one_of
from .forms import FreeUnits, GameFile, ScenarioFile, Stack
from .model import MapData, UnitRow


@dataclass
class SetupCheck:
    """The checks of one scenario file against the map and the order of battle; each method raises
    ScenarioError for the first violation."""

    paths: Mapping[str, Path]
    """The file that gives each top-level key; under '' the scenario's own file."""
    files: Mapping[str, Path]
    """The files of the game, by name."""
    game: GameFile
    map: MapData
    units: Mapping[str, UnitRow]
    form: ScenarioFile
    placed: dict[str, str] = field(default_factory=dict)
    """The key of the scenario that places each unit found so far."""
    stacks: dict[str, list[UnitRow]] = field(default_factory=dict)
    """The units of each hex, by hex id."""

    def error(self, place: str, value: object, expected: str) -> ScenarioError:
        """Makes, without raising it, an error about the key `place` of the scenario: the value
        found there, and the expected value in words."""
        key = place.split(".")[0].split("[")[0]
        return ScenarioError(self.paths.get(key, self.paths[""]), place, value, expected)

    def turns(
        self, any_order: bool = False, steps: bool = False, phases: Sequence[str] = ()
    ) -> None:
        """Checks the first and the last turn, and the orders in which the sides play and set up;
        the order of play must be that of the sides in game.toml, except with ``any_order``. With
        ``steps`` a side may set up in more than one step. ``phases`` are the names of the phases of
        a game turn, in the order of play, in which a scenario may open or end; none if all
        scenarios of the game have whole turns."""
        first, last = self.form.first_turn, self.form.last_turn
        if last > self.game.last_turn:
            expected = f"at most turn {self.game.last_turn}, the last_turn of game.toml"
            raise self.error("last_turn", last, expected)
        if last < first:
            raise self.error("last_turn", last, f"turn {first}, the first, or later")
        for key, order in (
            ("player_order", self.form.player_order),
            ("setup_order", self.form.setup_order),
        ):
            for at, side in enumerate(order):
                if side not in self.game.sides:
                    raise self.error(f"{key}[{at}]", side, one_of(self.game.sides, side))
            several = steps and key == "setup_order"
            if sorted(set(order) if several else order) != sorted(self.game.sides):
                often = "at least once" if several else "once"
                raise self.error(key, order, f"each of {', '.join(self.game.sides)} {often}")
        if not any_order and self.form.player_order != list(self.game.sides):
            expected = f"{', '.join(self.game.sides)}: the order of play in the rules"
            raise self.error("player_order", self.form.player_order, expected)
        self._frame(phases)

    def _frame(self, phases: Sequence[str]) -> None:
        """Checks the phase in which the first turn opens, and that with which the last turn
        ends."""
        opens, ends = self.form.opens, self.form.ends
        for key, name in (("opens", opens), ("ends", ends)):
            if name and name not in phases:
                whole = "no such key: all turns of the game are whole"
                raise self.error(key, name, one_of(phases, name) if phases else whole)
        alone = self.form.first_turn == self.form.last_turn
        if alone and opens and ends and phases.index(ends) < phases.index(opens):
            expected = f"{opens} or a later phase, since the only turn opens there"
            raise self.error("ends", ends, expected)

    def schedule(self) -> None:
        """Checks the arrivals that the scenario states, and puts them in place of those of
        units.csv in the order of battle."""
        found, words = dict(self.units), self.game.units
        for at, arrival in enumerate(self.form.arrivals):
            place, name, turn = f"arrivals[{at}]", arrival.unit, arrival.turn
            if name not in found:
                expected = f"the id of a unit of units.csv{nearest(name, found)}"
                raise self.error(f"{place}.unit", name, expected)
            if name in [other.unit for other in self.form.arrivals[:at]]:
                raise self.error(f"{place}.unit", name, "each unit once")
            if turn is not None and not self.form.first_turn <= turn <= self.game.last_turn:
                first, last = self.form.first_turn, self.game.last_turn
                expected = f"a turn from {first} (first_turn) to {last} (last_turn of game.toml)"
                raise self.error(f"{place}.turn", turn, expected)
            if turn is None and arrival.entry:
                raise self.error(f"{place}.entry", arrival.entry, "no entry without a turn")
            if turn is not None and arrival.entry not in words.entries:
                got = arrival.entry or NOTHING
                raise self.error(f"{place}.entry", got, one_of(words.entries, arrival.entry))
            found[name] = replace(found[name], arrives=turn, entry=arrival.entry)
        self.units = found

    def turn_list(self, key: str, turns: Sequence[int]) -> None:
        """Checks that the turns under a key are distinct turns of the scenario."""
        for at, turn in enumerate(turns):
            if not self.form.first_turn <= turn <= self.form.last_turn:
                first, last = self.form.first_turn, self.form.last_turn
                expected = f"a turn from {first} to {last} (first_turn, last_turn)"
                raise self.error(f"{key}[{at}]", turn, expected)
            if turn in turns[:at]:
                raise self.error(f"{key}[{at}]", turn, "each turn once")

    def hex(self, place: str, name: str) -> int:
        """Checks that `name` is the id of a hex that units may enter; returns its index. `place` is
        the key in errors."""
        at = self.map.index.get(name)
        if at is None:
            expected = f"the id of a hex of map.csv{nearest(name, self.map.index)}"
            raise self.error(place, name, expected)
        row = self.map.hexes[at]
        if row is not None and row.terrain in self.game.map.barred:
            got = Absent(f"{name!r}, which is {row.terrain} in map.csv")
            raise self.error(place, got, "a hex that units may enter, by map.csv and game.toml")
        return at

    def hexes(self, key: str, names: Sequence[str], feature: str | None = None) -> frozenset[str]:
        """Checks that the hexes `names` are distinct, may be entered by units and, unless `feature`
        is None, have that feature; returns their ids. `key` is the key in errors."""
        seen: set[str] = set()
        for at, name in enumerate(names):
            row = self.map.hexes[self.hex(f"{key}[{at}]", name)]
            if name in seen:
                raise self.error(f"{key}[{at}]", name, "each hex once")
            if feature is not None and (row is None or feature not in row.features):
                raise self.error(
                    f"{key}[{at}]", name, f"a hex with the feature {feature} in map.csv"
                )
            seen.add(name)
        return frozenset(seen)

    def unit(self, place: str, name: str) -> UnitRow:
        """Checks that the unit with the id `name` is in the order of battle, in play before the
        first turn, and not yet placed. Records `place`, the key that places the unit, and returns
        the unit's row."""
        unit = self._once(place, name)
        if unit.arrives is not None and unit.arrives >= self.form.first_turn:
            listed = name in [arrival.unit for arrival in self.form.arrivals]
            by = "arrivals" if listed else "units.csv"
            got = Absent(f"{name!r}, which arrives on turn {unit.arrives} by {by}")
            expected = f"a unit in play before turn {self.form.first_turn} ({by}, first_turn)"
            raise self.error(place, got, expected)
        return unit

    def _once(self, place: str, name: str) -> UnitRow:
        """Checks that the unit with the id `name` is in the order of battle and not yet placed.
        Records `place`, the key that names the unit, and returns the unit's row."""
        unit = self.units.get(name)
        if unit is None:
            expected = f"the id of a unit of units.csv{nearest(name, self.units)}"
            raise self.error(place, name, expected)
        if name in self.placed:
            raise self.error(place, name, f"each unit once (it stands in {self.placed[name]})")
        self.placed[name] = place
        return unit

    def box(self, key: str, names: Sequence[str], side: str | None) -> None:
        """Checks the units `names`, listed under `key`, such as those in a box off the map: each by
        `unit`, which records its place. Each must belong to `side`, unless `side` is None."""
        for at, name in enumerate(names):
            unit = self.unit(f"{key}[{at}]", name)
            if side is not None and unit.side != side:
                raise self.error(f"{key}[{at}]", name, f"a unit of the {side} side in units.csv")

    def stacks_on_map(self, control: Mapping[str, str]) -> None:
        """Checks that the units that the scenario sets up in hexes may stand there (by `_stand`),
        and that its list `automatic` gives each unit of `free.units` one hex. ``control`` gives the
        side that controls a hex, by hex id; a hex without an entry is open to both sides."""
        for place, hex_, name in _placements(self.form, ("setup", "mandatory")):
            self._stand(place, hex_, self.unit(place, name), control)
        free = self._free(control)
        self._each_hex_once("setup", "mandatory", "automatic")
        met: set[str] = set()
        for place, hex_, name in _placements(self.form, ("automatic",)):
            if name not in free:
                raise self.error(place, name, f"a unit of free.units{nearest(name, free)}")
            if name in met:
                raise self.error(place, name, "each unit once")
            met.add(name)
            self._stand(place, hex_, self.units[name], control)
            if hex_ not in (free[name].hexes or [hex_]):
                raise self.error(place, name, f"a unit that may be set up in {hex_} (free.hexes)")
        met |= {name for row in self.form.free for name in row.reserve}
        if met != set(free):
            missing = min(set(free) - met)
            got = Absent(f"no place for {missing!r}")
            raise self.error("automatic", got, "a place for every unit of free.units")
        for at, row in enumerate(self.form.free):
            for i, hex_ in enumerate(row.cover):
                if not any(unit.side == row.side for unit in self.stacks.get(hex_, ())):
                    place = f"free[{at}].cover[{i}]"
                    raise self.error(place, hex_, "a hex in which `automatic` puts a unit")

    def _free(self, control: Mapping[str, str]) -> dict[str, FreeUnits]:
        """Checks the entries of the list `free`, and returns the entry of each unit, by its id."""
        found: dict[str, FreeUnits] = {}
        for at, row in enumerate(self.form.free):
            key = f"free[{at}]"
            if row.side not in self.game.sides:
                raise self.error(f"{key}.side", row.side, one_of(self.game.sides, row.side))
            order = self.form.setup_order
            steps = [n for n, side in enumerate(order, start=1) if side == row.side]
            if row.step not in (None, *steps):
                numbers = " or ".join(map(str, steps))
                expected = f"{numbers}, a step of the {row.side} side in setup_order"
                raise self.error(f"{key}.step", row.step, expected)
            self.box(f"{key}.units", row.units, row.side)
            found |= dict.fromkeys(row.units, row)
            for name, hexes in (("hexes", row.hexes), ("cover", row.cover)):
                self.hexes(f"{key}.{name}", hexes)
                for i, hex_ in enumerate(hexes):
                    if control.get(hex_, row.side) != row.side:
                        expected = f"a hex under {row.side} control, the side of the units"
                        raise self.error(f"{key}.{name}[{i}]", hex_, expected)
            for i, unit in enumerate(row.reserve):
                if unit not in row.units or unit in row.reserve[:i]:
                    expected = f"units of {key}.units, each once"
                    raise self.error(f"{key}.reserve[{i}]", unit, expected)
        return found

    def ready(self, starting: Collection[str]) -> None:
        """Checks the list `automatic`, which gives units their hexes in an automatic set-up: no hex
        and no unit occurs twice, and every unit is one of `starting`."""
        self._each_hex_once("automatic")
        met: set[str] = set()
        for place, hex_, name in _placements(self.form, ("automatic",)):
            self.hex(place.partition(".")[0] + ".hex", hex_)
            if name not in starting:
                expected = f"a unit of units.csv that starts on the map{nearest(name, starting)}"
                raise self.error(place, name, expected)
            if name in met:
                raise self.error(place, name, "each unit once")
            met.add(name)

    def _each_hex_once(self, *keys: str) -> None:
        for key in keys:
            seen: set[str] = set()
            for at, stack in enumerate(getattr(self.form, key)):
                if stack.hex in seen:
                    raise self.error(f"{key}[{at}].hex", stack.hex, "each hex once in a list")
                seen.add(stack.hex)

    def complete(self, gone: Collection[str] = ()) -> None:
        """Checks that every unit in play before the first turn has a place, or is listed as absent,
        or is one of ``gone``, the ids of units that have left play by then."""
        for at, name in enumerate(self.form.absent):
            self._once(f"absent[{at}]", name)
        for unit in self.units.values():
            early = unit.arrives is None or unit.arrives < self.form.first_turn
            if early and unit.id not in self.placed and unit.id not in gone:
                first = f"before turn {self.form.first_turn} (first_turn)"
                expected = (
                    f"a place for {unit.id!r} ({unit.name}) of units.csv {first}, "
                    f"in one of {', '.join(self._lists())}; or its id in `absent`, the units "
                    f"that are not in this scenario"
                )
                raise self.error("setup", NOTHING, expected)

    def _lists(self) -> Iterator[str]:
        """Yields the keys of the scenario that give units their places."""
        yield from (key for key in ("setup", "mandatory") if hasattr(self.form, key))
        boxes = getattr(self.form, "boxes", None)
        yield from (f"boxes.{name}" for name in getattr(boxes, "__struct_fields__", ()))

    def _stand(self, place: str, hex_: str, unit: UnitRow, control: Mapping[str, str]) -> None:
        """Checks that a unit may be set up in the hex `hex_`: no unit of the other side is there,
        the other side does not control the hex, and the stacking limits hold. Adds the unit to the
        stack. `place` is the key in errors; `control` gives the side that controls a hex, by hex
        id."""
        stacking = self.game.stacking
        self.hex(place.partition(".")[0] + ".hex", hex_)
        stack = self.stacks.setdefault(hex_, [])
        for other in stack:
            if other.side != unit.side:
                got = Absent(f"{unit.id!r} in {hex_} with {other.id!r}")
                raise self.error(place, got, "units of one side in a hex (side in units.csv)")
        if control.get(hex_, unit.side) != unit.side:
            got = Absent(f"{unit.id!r} in {hex_}")
            expected = f"a hex under {unit.side} control, the side of the unit in units.csv"
            raise self.error(place, got, expected)
        stack.append(unit)
        counted = sum(other.kind not in stacking.not_counted for other in stack)
        if counted > stacking.limit:
            got = Absent(f"{counted} units in {hex_} with {unit.id!r}")
            expected = f"at most {stacking.limit} that count (limit, not_counted in game.toml)"
            raise self.error(place, got, expected)
        if sum(other.kind in stacking.single for other in stack) > 1:
            got = Absent(f"{unit.id!r} in {hex_} with another")
            kinds = ", ".join(stacking.single)
            expected = f"one unit of {kinds} in a hex (single in game.toml, kind in units.csv)"
            raise self.error(place, got, expected)


def _placements(form: ScenarioFile, keys: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yields, for every unit in the lists of stacks under `keys`, the unit's key in the file, the
    hex id and the unit id."""
    for key in keys:
        stacks: Sequence[Stack] = getattr(form, key)
        for at, stack in enumerate(stacks):
            for i, name in enumerate(stack.units):
                yield f"{key}[{at}].units[{i}]", stack.hex, name
