"""The JSON Schema of the wire (draft 2020-12): made from the forms, kept as a file beside them.

`python -m eastfront.wire` writes the file anew; a test holds it to the forms.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from . import battles, boards, forms, requests
from .words import FORMAT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILE = Path(__file__).with_name("eastfront-wire-1.schema.json")
"""The schema as it ships."""

DOCUMENTS: tuple[type[forms.Document], ...] = (
    forms.Position,
    forms.Update,
    battles.Battle,
    battles.Supply,
    battles.Reach,
    boards.Scenarios,
    boards.Board,
    boards.RuleText,
    requests.Created,
    requests.Seated,
    requests.Seating,
    requests.News,
    requests.Ended,
    requests.Error,
)
"""What a server sends. A document is of the type that its field `type` names."""
REQUESTS: tuple[type[requests.Request], ...] = (
    requests.NewGame,
    requests.TakeSeat,
    requests.Push,
    requests.Order,
    requests.Undo,
    requests.BattleQuestion,
    requests.Hello,
)
"""What is sent to a server."""


def schema() -> dict[str, Any]:
    """The schema: a document of the wire fits it; requests are found under `$defs` by name."""
    tops, parts = msgspec.json.schema_components(
        [*DOCUMENTS, *REQUESTS], ref_template="#/$defs/{name}"
    )
    asked = {kind.__name__ for kind in REQUESTS}
    for name, part in parts.items():
        if name not in asked and part.get("type") == "object":
            # whatever is sent has all its fields
            part["required"] = list(part["properties"])
    return {
        "$schema": DIALECT,
        "$id": f"urn:{FORMAT.replace('/', ':')}",
        "title": FORMAT,
        "description": "Documents that tell of a game and of what can be played in it.",
        "oneOf": [dict(top) for top in tops[: len(DOCUMENTS)]],
        "$defs": {name: parts[name] for name in sorted(parts)},
    }


def text() -> str:
    """The schema as the file has it."""
    return json.dumps(schema(), indent=1) + "\n"


def shipped() -> bytes:
    """The schema of the file."""
    return FILE.read_bytes()
