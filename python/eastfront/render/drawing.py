"""Drawings of positions: as an SVG document, and for a terminal."""

from __future__ import annotations

from eastfront._core import Game, State
from eastfront.arguments import checked, of_one_position
from eastfront.render.picture import picture
from eastfront.render.scene import scene_of
from eastfront.render.terminal import page


@of_one_position
@checked
def svg(position: State | Game, side: str | None = None) -> str:
    """Returns a map with its units as an SVG document.

    A game is drawn as its empty map. With `side` None all units are shown; otherwise a unit hidden
    from that side counts in its stack, but its name and factors are not shown. Raises ValueError
    for an unknown side.
    """
    return picture(scene_of(position, side))


@of_one_position
@checked
def text(position: State | Game, side: str | None = None) -> str:
    """Returns a map with its units as text for a terminal: three characters per hex, a legend and
    the boxes.

    A game is shown as its empty map. With `side` None all units are shown; otherwise a unit hidden
    from that side counts in its stack, but is not named. Raises ValueError for an unknown side.
    """
    return page(scene_of(position, side))
