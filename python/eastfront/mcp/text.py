"""A position as a short text for a language model: units, numbers, cities, and the legal actions.

The text is made from documents of `eastfront.wire` (the JSON protocol of the server) for one seat,
so it contains only facts that the seat may know. Variables are listed if they differ from the start
of the game, marked hexes and units in boxes if there are few of them; `look` gives the rest.
Consecutive names are joined, as in ``A10..A14``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Form = Mapping[str, Any]
"""A document of the server's JSON protocol (`eastfront.wire`) as plain values: mappings, lists,
strings and numbers."""

FEW = 16
"""Maximum number of hexes with a mark, or of units in a box, that are listed; more are counted."""
RUN = 3
"""Least number of consecutive names that are joined."""
_NUMBERED = re.compile(r"(.*?)(\d+)(\D*)$")


@dataclass(frozen=True)
class Ground:
    """The constant facts of a game for its texts: the map, the units and the variables at the
    start."""

    title: str
    sides: Sequence[str]
    units: Mapping[str, Form]
    """The types of the units, by name."""
    hexes: Mapping[str, Form]
    """The hexes of the map, by id."""
    boxes: Sequence[str]
    sided: Mapping[str, Sequence[tuple[str, str]]]
    """For each hex the features of its hexsides, each with the hex on the other side."""
    start: Mapping[str, int | str]
    """The values of the game's variables at the start, by name."""

    @classmethod
    def of(cls, board: Form, start: Mapping[str, int | str]) -> Ground:
        """Returns the facts of a game from its document `board` (a `Board` of `eastfront.wire`) and
        the values of its variables at the start."""
        sided: dict[str, list[tuple[str, str]]] = {}
        for feature in board["hexsides"]:
            for one, two in feature["pairs"]:
                sided.setdefault(one, []).append((feature["feature"], two))
                sided.setdefault(two, []).append((feature["feature"], one))
        return cls(
            title=board["title"],
            sides=board["sides"],
            units={unit["name"]: unit for unit in board["units"]},
            hexes={hex_["id"]: hex_ for hex_ in board["hexes"]},
            boxes=board["boxes"],
            sided=sided,
            start=start,
        )

    @property
    def factors(self) -> list[str]:
        """The names of the printed factors: the first two values of the units."""
        return list(next(iter(self.units.values()))["values"])[:2]

    def printed(self, unit: str) -> str:
        """Returns the printed factors of a unit, such as ``4-3``."""
        found = self.units[unit]
        return found.get("factors") or "-".join(str(found["values"][n]) for n in self.factors)

    def around(self, hex_: str, distance: int) -> list[str]:
        """Returns the hexes of the map at most `distance` hexes from `hex_`, nearest first; for a
        box off the map, the box alone."""
        if hex_ in self.boxes:
            return [hex_]
        at = self.hexes[hex_]

        def steps(other: Form) -> int:
            across, down = other["column"] - at["column"], other["row"] - at["row"]
            return int(max(abs(across), abs(down), abs(across + down)))

        near = [(steps(other), name) for name, other in self.hexes.items()]
        return [name for far, name in sorted(near) if far <= distance]


# -- the position -------------------------------------------------------------------------------


def position(ground: Ground, shown: Form) -> str:
    """Returns a whole position as text, with the decision and its legal actions. `shown` is the
    document `Position` of `eastfront.wire` for the seat that reads the text."""
    parts = [head(ground, shown), *_units(ground, shown), *_rest(ground, shown)]
    return "\n".join([*parts, decision(shown)])


def head(ground: Ground, shown: Form) -> str:
    """Returns, as one line, the title of the game, the seat that reads the text, and the turn and
    phase. `shown` is the document `Position` of `eastfront.wire` for that seat."""
    seat = shown["observation"]["seat"]
    when = [f"turn {shown['turn']}"] if shown["turn"] is not None else []
    when += [shown["phase"]] if shown["phase"] else []
    return f"{ground.title}. You play the {seat} side. {', '.join(when).capitalize()}."


def decision(shown: Form) -> str:
    """Returns, as lines of text, the pending decision and the legal actions by verb, or the outcome
    of a game that is over. `shown` is a document `Position` of `eastfront.wire`."""
    if shown["outcome"] is not None:
        end = shown["outcome"]
        winner = end["winner"] or "nobody"
        return f"The game is over: {winner} wins, level {end['level']} (rule {end['rule']})."
    asked = shown["decision"]
    about = f" of {asked['unit']}" if asked["unit"] else ""
    if not asked["yours"]:
        return f"Waiting: {asked['to_move']} decides {asked['name']}{about}."
    lines = [f"Your decision: {asked['name']}{about}"]
    if asked["obligations"]:
        lines.append(f"Must still act: {names(asked['obligations'])}")
    for lost in asked["losses"]:
        lines.append(f"Lost if you pass now: {lost['unit']} (rule {lost['rule']})")
    if shown["can_undo"]:
        lines.append("Your last action can be undone.")
    return "\n".join([*lines, "Legal actions:", *grouped(asked["actions"])])


def grouped(actions: Sequence[Form]) -> list[str]:
    """Returns one line of legal actions for each verb, such as ``move: 3Pz, 14Pz``; each of
    `actions` is a document `Action` of `eastfront.wire`."""
    by: dict[str, list[Form]] = {}
    for action in actions:
        by.setdefault(action["verb"], []).append(action)
    lines = []
    for verb, some in by.items():
        things = [action["thing"] for action in some if action["thing"] is not None]
        kind = some[0]["kind"]
        if kind == "number":
            told = " ".join(sorted(things, key=int))
        else:
            told = places(things) if kind == "hex" else names(things)
        ends = " (ends or declines)" if all(action["passes"] for action in some) else ""
        lines.append(f" {verb}: {told}{ends}" if things else f" {verb}{ends}")
    return lines


def _units(ground: Ground, shown: Form) -> Iterator[str]:
    """Yields a line for each place with units: on the map by side, the seat's own first, then in
    boxes."""
    seen = shown["observation"]
    places: Mapping[str, Sequence[Form]] = seen["places"]
    yield f"Units by hex, with {'-'.join(ground.factors)}:"
    for side in sorted(ground.sides, key=lambda side: side != seen["seat"]):
        yield f"{side}"
        for place in sorted(places, key=order):
            mine = [unit for unit in places[place] if unit["side"] == side]
            if mine and place in ground.hexes:
                yield f" {place} {', '.join(_stack(ground, mine))}"
    for place, units in places.items():
        if place not in ground.hexes:
            few = len(units) <= FEW
            yield f"{place}: {_boxed(ground, units) if few else _counted(ground, units)}"
    riders = [f"{rider} to {unit or 'hidden'}" for rider, unit in seen.get("riders", {}).items()]
    if riders:
        yield f"Attached: {', '.join(riders)}"


def _stack(ground: Ground, units: Sequence[Form]) -> Iterator[str]:
    """Yields the units in a hex, each as text; after them the number of hidden units."""
    hidden = 0
    for unit in units:
        if unit["unit"] is None:
            hidden += 1
            continue
        marks = [*unit["flags"], *(f"{name} {n}" for name, n in unit["fields"].items())]
        told = f" [{', '.join(marks)}]" if marks else ""
        yield f"{unit['unit']} {ground.printed(unit['unit'])}{told}"
    if hidden:
        yield f"{hidden} hidden"


def _boxed(ground: Ground, units: Sequence[Form]) -> str:
    """Returns the units of a box as text, grouped by side, printed factors and marks; after them
    the number of hidden units of each side."""
    by: dict[tuple[str, str], list[str]] = {}
    hidden: dict[str, int] = {}
    for unit in units:
        if unit["unit"] is None:
            hidden[unit["side"]] = hidden.get(unit["side"], 0) + 1
            continue
        marks = [*unit["flags"], *(f"{name} {n}" for name, n in unit["fields"].items())]
        told = f" [{', '.join(marks)}]" if marks else ""
        key = unit["side"], f"{ground.printed(unit['unit'])}{told}"
        by.setdefault(key, []).append(unit["unit"])
    parts = [f"{side} {what} {names(some)}" for (side, what), some in by.items()]
    return "; ".join([*parts, *(f"{side} {n} hidden" for side, n in hidden.items())])


def _counted(ground: Ground, units: Sequence[Form]) -> str:
    """Returns, as text, the number of units of each side in a box, such as ``german 20 units``."""
    found = {side: sum(unit["side"] == side for unit in units) for side in ground.sides}
    return ", ".join(f"{side} {n} units" for side, n in found.items() if n)


def _rest(ground: Ground, shown: Form) -> Iterator[str]:
    """Yields a line for the cities of each side and of nobody, for the variables that have changed
    since the start, and for the hexes with each mark."""
    seen = shown["observation"]
    labels = {name: hex_["label"] for name, hex_ in ground.hexes.items() if hex_["label"]}
    held = {hex_: side for side, hexes in seen["control"].items() for hex_ in hexes}
    for side in (*ground.sides, None):
        mine = [f"{label} {name}" for name, label in labels.items() if held.get(name) == side]
        if mine:
            yield f"Cities, {side or 'nobody'}: {', '.join(mine)}"
    numbers = [
        f"{name} {n}"
        for name, n in seen["variables"].items()
        if n != ground.start[name] and name != "turn"
    ]
    if numbers:
        yield f"Numbers: {', '.join(numbers)}"
    for flag, hexes in seen["hex_flags"].items():
        if hexes:
            few = len(hexes) <= FEW
            yield f"Hexes, {flag}: {places(hexes) if few else len(hexes)}"


# -- the map ------------------------------------------------------------------------------------


def look(ground: Ground, shown: Form, places: Sequence[str]) -> str:
    """Returns a line for each of `places`: a hex with terrain, marks, hexsides, units and
    neighbours, or a box with its units. `shown` is a document `Position` of `eastfront.wire`."""
    seen = shown["observation"]
    marks: dict[str, list[str]] = {}
    for mark, marked in (*seen["control"].items(), *seen["hex_flags"].items()):
        for hex_ in marked:
            found = marks.setdefault(hex_, [])
            found += [mark] if mark not in found else []
    return "\n".join(
        _hex(ground, seen, marks.get(place, ()), place)
        if place in ground.hexes
        else f"{place}: {_boxed(ground, seen['places'].get(place, ())) or 'empty'}"
        for place in places
    )


def _hex(ground: Ground, seen: Form, marks: Iterable[str], name: str) -> str:
    here = ground.hexes[name]
    words = [here["terrain"], here["label"], here["area"], here["zone"]]
    parts = [" ".join(word for word in words if word and word != "none")]
    parts += marks
    sides: dict[str, list[str]] = {}
    for feature, other in ground.sided.get(name, ()):
        sides.setdefault(feature, []).append(other)
    parts += [f"{feature} to {' '.join(others)}" for feature, others in sides.items()]
    units = seen["places"].get(name, ())
    parts += [f"{side}: {', '.join(_stack(ground, mine))}" for side in ground.sides
              if (mine := [unit for unit in units if unit["side"] == side])]  # fmt: skip
    near = [other for other in ground.around(name, 1) if other != name]
    return f"{name}: {'; '.join(part for part in parts if part)}; beside {' '.join(near)}"


# -- names --------------------------------------------------------------------------------------


def order(name: str) -> tuple[object, ...]:
    """Returns the sort key of a name: by the length of the letters before the first number, then by
    the letters, then by the numbers."""
    first, *rest = re.split(r"(\d+)", name)
    return (len(first), first, *(int(word) if word.isdecimal() else 0 for word in rest), name)


def names(found: Iterable[str], joint: str = ", ") -> str:
    """Returns names joined by commas or by `joint`; long runs of consecutive names are shortened,
    such as ``A10..A14``."""
    out: list[str] = []
    for run in _runs(found):
        out += [f"{run[0]}..{run[-1]}"] if len(run) >= RUN else run
    return joint.join(out)


def places(found: Iterable[str]) -> str:
    """Returns the names of hexes in order, joined by spaces; long runs of consecutive names are
    shortened, such as ``A10..A14``."""
    return names(sorted(found, key=order), " ")


def _runs(found: Iterable[str]) -> Iterator[list[str]]:
    """Yields runs of consecutive names, of which each is equal to the one before except for a
    number that is higher by 1."""
    run: list[str] = []
    for name in found:
        if run and not _follows(run[-1], name):
            yield run
            run = []
        run.append(name)
    if run:
        yield run


def _follows(one: str, two: str) -> bool:
    """Says whether the name `two` is the next one after the name `one`, as A11 is after A10."""
    first, second = _NUMBERED.match(one), _NUMBERED.match(two)
    if first is None or second is None:
        return False
    same = (first[1], first[3]) == (second[1], second[3])
    return same and int(second[2]) == int(first[2]) + 1
