"""Writes the JSON Schema file of the wire again: `python -m eastfront.wire`."""

from __future__ import annotations

from .json_schema import FILE, text

if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
