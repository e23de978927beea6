"""Writes the examples of docs/front-ends.md: `python -m tools.wire_examples`.

An example is the block after a line ``<!-- made: NAME -->``. Long lists and objects are cut, with
an ellipsis.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import eastfront as ef
from eastfront import wire
from eastfront._core import State
from eastfront.serve.problem import refused
from eastfront.wire import forms, requests

PAGE = Path(__file__).resolve().parents[1] / "docs" / "front-ends.md"
SCENARIO = "barbarossa-deluxe/blue-kremlin"
OPENING = (
    "automatic",
    "coastal-supply",
    "end-replacements",
    "south",
    "move-fight",
    "end-strategic",
    "ask-never",
    "ask-never",
)
MOST_ITEMS, MOST_KEYS = 2, 4
MOST_FIELDS = 12
"""The largest number of keys of an object with fixed fields; larger objects are maps."""
WIDTH = 96
WHOLE = frozenset({"unit", "notation", "rule", "result", "dice"})
"""Fields that are shown whole."""
ANY = {"digest": "0123456789abcdef", "key": "fedcba9876543210"}
"""Fields that change with every change of a game's rules."""
BLOCK = re.compile(r"(<!-- made: ([a-z-]+) -->\n```json\n)(.*?)(```)", re.DOTALL)


def cut(value: Any, depth: int = 0) -> Any:
    """A value with its long parts shortened; a document keeps all its own fields."""
    if isinstance(value, list):
        kept = [cut(item, depth + 1) for item in value[:MOST_ITEMS]]
        return [*kept, "..."] if len(value) > MOST_ITEMS else kept
    if isinstance(value, dict):
        named = depth < 2 or (len(value) <= MOST_FIELDS and not WHOLE.isdisjoint(value))
        most = len(value) if named else MOST_KEYS
        kept = {k: ANY.get(k) or cut(v, depth + 1) for k, v in list(value.items())[:most]}
        return kept | ({"...": "..."} if len(value) > most else {})
    return value


def shown(document: forms.Document) -> str:
    """A document as the page shows it, without nested positions."""
    found = json.loads(wire.encode(document))
    if "position" in found:
        found["position"] = {"type": "position", "...": "..."}
    return laid_out(cut(found)) + "\n"


def laid_out(value: Any, indent: int = 0) -> str:
    """A value as JSON, on one line if it fits."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        inner = [f"{json.dumps(k)}: {laid_out(v, indent + 2)}" for k, v in value.items()]
    else:
        inner = [laid_out(v, indent + 2) for v in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{pad}" + f",\n{pad}".join(inner) + f"\n{' ' * indent}{last}"


def movement() -> State:
    """The first movement of a game."""
    state = ef.load(SCENARIO).new()
    for action in OPENING:
        state.push(action)
    return state


def update(state: State, action: str, seat: str) -> forms.Update:
    """The update that a seat gets for an action."""
    before, by = wire.observe(state, seat), str(state.to_move)
    effects = state.push(action, effects=True) or []
    act = wire.act(before, wire.observe(state, seat), by, action, effects)
    position = wire.position(state, seat, version=1, can_undo=True)
    return forms.Update(undone=0, acts=[act], stopped=False, position=position)


def refusal() -> forms.Document:
    """A refused order."""
    try:
        ef.parse(movement(), "9AK 1709x1708")
    except ef.IllegalAction as error:
        found = refused(error, "$.order")
        return requests.Error(
            status=found.status,
            code=found.code,
            message=found.message,
            rule=found.rule,
            place=found.place,
        )
    raise AssertionError("the order was not refused")


def examples() -> dict[str, str]:
    """Every example by its name."""
    state = movement()
    return {
        "created": shown(
            requests.Created(
                id="GAME",
                game=SCENARIO,
                dice="server",
                bots={"soviet": "busy"},
                seat="german",
                tokens={"german": "WORD"},
                invitations={"umpire": "ANOTHER"},
            )
        ),
        "seated": shown(
            requests.Seated(
                id="GAME",
                game=SCENARIO,
                dice="server",
                bots={"soviet": "busy"},
                seat="umpire",
                token="A THIRD",
            )
        ),
        "position": shown(wire.position(state, "german", version=8)),
        "update": shown(update(movement(), "move 3Pz", "german")),
        "battle": shown(wire.battle(state.battle("1708", ["9AK"]))),
        "supply": shown(wire.supply(state.supply("3Pz"))),
        "reach": shown(wire.reach(["3Pz"], state.reach("3Pz"))),
        "error": shown(refusal()),
    }


def written(page: str) -> str:
    """The page with its examples made again."""
    made = examples()
    return BLOCK.sub(lambda found: found[1] + made[found[2]] + found[4], page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
