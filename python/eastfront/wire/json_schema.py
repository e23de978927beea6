"""The JSON Schema of the wire (draft 2020-12), generated from the forms into a file beside them.

`python -m eastfront.wire` regenerates the file; a test compares it with the forms.
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
"""The path of the schema file in the package."""

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
"""The classes of the documents that a server sends; the field `type` of a document distinguishes
them."""
REQUESTS: tuple[type[requests.Request], ...] = (
    requests.NewGame,
    requests.TakeSeat,
    requests.Push,
    requests.Order,
    requests.Undo,
    requests.BattleQuestion,
    requests.Hello,
)
"""The classes of the requests that a server accepts."""


SPARSE: tuple[type[msgspec.Struct], ...] = (battles.Battle, battles.Strength, boards.UnitType)
"""The classes with fields that are absent in most games."""


def schema() -> dict[str, Any]:
    """Returns the schema, which every document of the wire matches; requests are under `$defs` by
    name."""
    tops, parts = msgspec.json.schema_components(
        [*DOCUMENTS, *REQUESTS], ref_template="#/$defs/{name}"
    )
    asked = {kind.__name__ for kind in REQUESTS}
    absent = {
        kind.__name__: [
            field.encode_name
            for field in msgspec.structs.fields(kind)
            if field.default is msgspec.UNSET
        ]
        for kind in SPARSE
    }
    for name, part in parts.items():
        if name not in asked and part.get("type") == "object":
            # a document has all its fields, except those that most games do not have
            left_out = absent.get(name, ())
            part["required"] = [field for field in part["properties"] if field not in left_out]
    return {
        "$schema": DIALECT,
        "$id": f"urn:{FORMAT.replace('/', ':')}",
        "title": FORMAT,
        "description": "Documents about a game and its legal actions.",
        "oneOf": [dict(top) for top in tops[: len(DOCUMENTS)]],
        "$defs": {name: parts[name] for name in sorted(parts)},
    }


def text() -> str:
    """Returns the schema as the text of the file."""
    return json.dumps(schema(), indent=1) + "\n"


def shipped() -> bytes:
    """Returns the bytes of the schema file in the package."""
    return FILE.read_bytes()
