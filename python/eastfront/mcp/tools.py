"""The questions and actions of a language model in a game, with answers as text or short JSON,
without the protocol.

Each answer is made from a document that the table (the running game of the server) gives to the
seat of the model, so two games that the seat cannot tell apart give equal answers. A refusal is
raised as a `Problem`, and changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from eastfront import wire
from eastfront._core import EastfrontError
from eastfront.loading.catalogue import RuleError
from eastfront.positions import orders
from eastfront.positions.layout import layout_of
from eastfront.questions.drawn import common
from eastfront.serve.problem import Problem
from eastfront.serve.table import Change, Table
from eastfront.wire import requests

from . import text

FARTHEST = 4
"""Maximum of the argument `distance` of `Tools.look`, in hexes."""
MOST = 40
"""Maximum number of hexes or of lines of events in an answer."""


GUIDE = """\
You play a board wargame with hexes and counters; this server enforces all of its rules. The game
is {title}, and you play the {seat} side.

Begin with `position`. Then play one decision after another with `play`. An action is the verb of
a line of the legal actions with one of its names, such as `{action}`; names joined by `..` are a
run (n1..n3 is n1, n2 and n3). An order does several actions at once: units joined by `+` and
their route, such as `{order}`, with `x` before a hex to attack it. `why_not` tells why an action
is illegal, `odds` what an attack may lead to, and `rule` the text of a rule that an answer names.

You see what your side may know. While another side is to act, call `wait`."""
"""The instructions for the model."""


class Names(Protocol):
    """A translation of the names of units, hexes and so on between the game and the language model,
    in both directions; by default `AsPrinted`, or else a `Disguise`."""

    note: str
    """Further instructions for the model, which `Tools.guide` appends to its own; empty for
    none."""

    def out(self, value: Any) -> Any:
        """Returns a copy of a value for the language model, in which every string is translated, at
        any depth."""

    def into(self, text: str) -> str:
        """Returns a text that the language model wrote, translated back into the names of the
        game."""


class AsPrinted:
    """The translation that changes nothing: the model reads and writes the names of the game."""

    note = ""

    def out(self, value: Any) -> Any:
        """Returns the value itself."""
        return value

    def into(self, text: str) -> str:
        """Returns the text itself."""
        return text


class Tools:
    """The questions and actions of a language model at its seat (the side that it plays) in a game
    of the server, with answers as text; callers hold the lock of the table."""

    def __init__(self, table: Table, seat: str, names: Names | None = None) -> None:
        self.table = table
        self.seat = seat
        self._names = names or AsPrinted()
        layout = layout_of(table.game)
        self._hexes = layout.hex_names
        file = layout.document
        ranges = [(one["name"], *one["range"]) for one in file["variables"]]
        fields = zip(file["unit_fields"], file["unit_field_ranges"], strict=True)
        ranges += [(name, least, most) for name, (least, most) in fields]
        self._of_hexes = {
            name: least for name, least, most in ranges if most - least == len(self._hexes)
        }
        """The numbers that stand for hexes, each with its value for none."""
        start = dict(zip(layout.variables, layout.start.variables, strict=True))
        board = msgspec.to_builtins(wire.board(table.game))
        self._ground = text.Ground.of(self._names.out(board), self._names.out(self._named(start)))

    @property
    def name(self) -> str:
        """The name that the server of the Model Context Protocol gives itself."""
        return str(self._names.out("eastfront"))

    def guide(self) -> str:
        """Returns the instructions for the model."""
        game = self.table.game
        found = layout_of(game).document["verbs"]
        verbs = [verb["name"] for verb in found if verb["domain"] == "Unit"]
        verb = "move" if "move" in verbs else verbs[0]
        told = {
            "title": game.title,
            "seat": self.seat,
            "action": f"{verb} {game.units[0]}",
            "order": orders.example(game),
        }
        guide = GUIDE.format(**self._names.out(told))
        return f"{guide}\n\n{self._names.note}" if self._names.note else guide

    # -- looking ----------------------------------------------------------------------------

    def position(self) -> str:
        """Returns the whole position, with the decision and its legal actions."""
        return text.position(self._ground, self._shown())

    def decision(self) -> str:
        """Returns the time of the game, the decision and its legal actions."""
        shown = self._shown()
        return f"{text.head(self._ground, shown)}\n{text.decision(shown)}"

    def look(self, places: Sequence[str], distance: int) -> str:
        """Returns, as text, the terrain, hexsides and units of the hexes at most `distance` hexes
        from each of `places`, or the units in boxes off the map."""
        if not 0 <= distance <= FARTHEST:
            raise Problem(400, "bad-request", f"distance: expected 0 to {FARTHEST}")
        for place in places:
            if place not in self._ground.hexes and place not in self._ground.boxes:
                said = self._names.into(place)  # a refusal is in the names of the game
                raise Problem(400, "unknown-place", f"no hex and no box `{said}`")
        found = [near for place in places for near in self._ground.around(place, distance)]
        kept = list(dict.fromkeys(found))
        told = text.look(self._ground, self._shown(), kept[:MOST])
        return told if len(kept) <= MOST else f"{told}\n({len(kept) - MOST} hexes more)"

    def reach(self, units: Sequence[str], full: bool) -> str:
        """Returns, as JSON, the hexes that units can reach now, by the movement points spent; with
        `full`, those that they could reach if their move began now with the whole allowance."""
        found = self.table.reach(self.seat, [self._names.into(unit) for unit in units], not full)
        hexes: Mapping[str, int] = self._form(found)["hexes"]
        by: dict[int, list[str]] = {}
        for hex_, cost in hexes.items():
            by.setdefault(cost, []).append(hex_)
        return _json({str(cost): text.places(by[cost]) for cost in sorted(by)})

    def supply(self, unit: str) -> str:
        """Returns the supply of a unit as JSON: its state and rule, with the line that it is traced
        along, or the hexes that cut every line."""
        found = self._form(self.table.supply(self.seat, self._names.into(unit)))
        shown = {key: found[key] for key in ("unit", "state", "rule", "stuck")}
        lines = {key: " ".join(found[key]) for key in ("path", "cut")}
        return _json({key: value for key, value in {**shown, **lines}.items() if value})

    def odds(
        self, target: str, attackers: Sequence[str], kind: str | None, supports: Sequence[str]
    ) -> str:
        """Returns, as JSON, the odds of an attack by some units on a target, the probability of
        each result, and its consequences; `kind` is the kind of attack, `supports` the support
        units, such as aircraft."""
        try:
            question = msgspec.convert(
                {
                    "target": self._names.into(target),
                    "attackers": [self._names.into(unit) for unit in attackers],
                    "kind": None if kind is None else self._names.into(kind),
                    "supports": [self._names.into(name) for name in supports],
                },
                requests.BattleQuestion,
            )
        except msgspec.ValidationError as error:
            raise Problem(400, "bad-request", str(error)) from error
        return _json(_fought(self._form(self.table.ask_battle(self.seat, question))))

    def battle(self) -> str:
        """Returns, as JSON, the explanation of the battle in progress, or else of the last battle
        that was rolled for."""
        try:
            found = self.table.battle(self.seat, last=False)
        except Problem:
            found = self.table.battle(self.seat, last=True)
        return _json(_fought(self._form(found)))

    def why_not(self, action: str) -> str:
        """Returns, as JSON, whether an action or order is legal now and, if not, the reason and the
        rule."""
        refused = self.table.refusal(self.seat, self._names.into(action))
        if refused is None:
            return _json({"legal": True})
        told = {"legal": False, "reason": refused.message, "rule": refused.rule}
        return _json(self._names.out({key: value for key, value in told.items() if value != ""}))

    def rule(self, id_: str) -> str:
        """Returns a rule by its id, as JSON: id, section, area and text."""
        try:
            found = wire.rule(self._names.into(id_))
        except EastfrontError:
            raise Problem(404, "unknown-rule", f"no rule `{self._names.into(id_)}`") from None
        shown = self._form(found)
        return _json({key: shown[key] for key in ("id", "section", "area", "text")})

    # -- acting -----------------------------------------------------------------------------

    def play(self, action: str, wanted: Collection[str]) -> Change:
        """Plays an action, an order (a whole move or attack), or several of them separated by
        semicolons: all or none. ``wanted`` names the seats for which the returned change has a
        document."""
        said = self._names.into(action)
        if self.table.is_action(said):
            return self.table.push(self.seat, requests.Push(action=said), wanted)
        return self.table.order(self.seat, requests.Order(order=said), wanted)

    def undo(self, wanted: Collection[str]) -> Change:
        """Takes back the last action. ``wanted`` names the seats for which the returned change has
        a document."""
        return self.table.undo(self.seat, requests.Undo(), wanted)

    # -- telling ----------------------------------------------------------------------------

    def events(self, update: text.Form) -> list[str]:
        """Returns the events in a document `Update` of `eastfront.wire` as lines of text in the
        names of the model, each with its rule."""
        return list(_lines(self._names.out(update)))

    def refused(self, problem: Problem) -> str:
        """Returns a refusal as text for the model: the reason, its code, and the rule with its
        text."""
        told = f"{self._names.out(problem.message)} ({problem.code})"
        if not problem.rule:
            return told
        try:
            said = f": {wire.rule(problem.rule).text}"
        except RuleError:
            said = ""
        return f"{told}\n{self._names.out(f'Rule {problem.rule}{said}')}"

    def _shown(self) -> text.Form:
        """Returns the position as the seat sees it, as the plain document `Position` of the wire,
        in the names that the language model uses. In variables and unit fields that hold hexes, the
        numbers are replaced by hex ids."""
        found = msgspec.to_builtins(self.table.position(self.seat))
        seen = found["observation"]
        seen["variables"] = self._named(seen["variables"])
        for stack in seen["places"].values():
            for unit in stack:
                unit["fields"] = self._named(unit["fields"])
        shown: text.Form = self._names.out(found)
        return shown

    def _named(self, numbers: Mapping[str, int]) -> dict[str, int | str]:
        """Returns `numbers`, in which a number that can stand for a hex is replaced by the id of
        this hex, or by ``none`` if it stands for no hex."""
        named: dict[str, int | str] = dict(numbers)
        for name in self._of_hexes.keys() & numbers.keys():
            index = numbers[name] - self._of_hexes[name] - 1
            named[name] = self._hexes[index] if index >= 0 else "none"
        return named

    def _form(self, document: Any) -> text.Form:
        """Converts a typed document of `eastfront.wire` (the JSON protocol of the server) to plain
        dictionaries and lists. Names are the ones that the language model uses: those of the
        disguise, if the game has one."""
        found: text.Form = self._names.out(msgspec.to_builtins(document))
        return found


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _fought(battle: text.Form) -> dict[str, Any]:
    """Returns a short form of the document `Battle` of the wire, without empty entries: factors by
    unit, odds, column, shifts by rule, and the consequences of each result with its chance."""
    sides = {
        name: " ".join(
            f"{one['unit']} {_factor(one)}" + (f" ({' '.join(one['rules'])})" * bool(one["rules"]))
            for one in battle[name]
        )
        for name in ("attackers", "defenders")
    }
    found = {
        **{key: battle[key] for key in ("kind", "side", "target")},
        **sides,
        **{key: battle[key] for key in ("unknown", "attack", "defence", "odds", "column")},
        "drawn": {
            f"{case['attack']} to {case['defence']}": f"{case['column']} {case['chance']}"
            for case in battle.get("cases", ())
        },
        "shifts": {shift["rule"]: shift["columns"] for shift in battle["shifts"]},
        "results": _outcomes(battle) or battle["distribution"],
        "choices": [f"{choice['text']} ({choice['rule']})" for choice in battle["choices"]],
        "rolled": battle["result"],
    }
    return {key: value for key, value in found.items() if value not in (None, "", {}, [], 0)}


def _factor(one: text.Form) -> str:
    """Returns the factor of a unit in a battle as text, such as ``4``, or ``1 to 6`` if it is still
    to be drawn."""
    if not (drawn := one.get("drawn")):
        return str(one["factor"])
    return f"{drawn[0]['factor']} to {drawn[-1]['factor']}"


def _outcomes(battle: text.Form) -> dict[str, list[str]]:
    """Returns the consequences of each result of a battle, by the result with its chance. If they
    depend on strengths still to be drawn, one is given as an example."""
    if "cases" not in battle:
        return {
            f"{end['result']} {end['chance']}": [one["text"] for one in end["consequences"]]
            for end in battle["outcomes"]
        }
    found = {}
    for result in dict.fromkeys(end["result"] for end in battle["outcomes"]):
        group = [end for end in battle["outcomes"] if end["result"] == result]
        chance = sum(Fraction(end["chance"]) for end in group)
        texts = [[one["text"] for one in end["consequences"]] for end in group]
        same, example = common(texts)
        found[f"{result} {chance}"] = [*same, *[f"for example: {example}"] * bool(example)]
    return found


def _lines(update: text.Form) -> Iterator[str]:
    if update["undone"]:
        yield f"taken back: {update['undone']}"
    for act in update["acts"]:
        yield f"{act['by']}: {act['label'] or 'acts'}"
        for event in act["events"]:
            if event["text"]:
                rule = event.get("rule")
                yield f"  {event['text']}{f' ({rule})' if rule else ''}"
    if update["stopped"]:
        yield "The order ended early, since something hidden came to light."
