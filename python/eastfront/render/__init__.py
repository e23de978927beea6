"""Pictures of positions: SVG for screens and notebooks, plain text for terminals.

A picture is drawn from the game file alone, so any game can be drawn. With a side given, only that
side's observation is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..imports import attributes

if TYPE_CHECKING:
    from .drawing import svg, text

__all__ = ["svg", "text"]

if not TYPE_CHECKING:
    __getattr__ = attributes(__name__, {".drawing": __all__})
