"""A plot of the worth of rules and options: the difference that each makes to the results of games,
with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from eastfront import files
from eastfront._core import ArgumentError
from eastfront.imports import pending

from .adjust import Adjusted
from .comparing import Worth
from .intervals import Interval

PLAIN, LESS_LUCK = "#8a8a8a", "#a3202a"
"""Colours of results as played, and adjusted for luck."""


def draw(found: Sequence[Worth], path: Path) -> None:
    """Plots a row for each rule or option: the difference in the share of wins and, if every row
    has one, the difference in the value at the end. The ending of `path` chooses PNG or SVG.

    Raises ValueError if matplotlib is not installed.
    """
    figure_type = _figure()
    shares = [[_percent(one) for one in _intervals(w.share)] for w in found]
    panels = [("share of wins (hundredths)", shares)]
    scores = [_intervals(w.score) for w in found if w.score is not None]
    if len(scores) == len(found):
        panels.append(("value at the end", scores))
    figure = figure_type(
        figsize=(4.6 * len(panels) + 1.2, 1.9 + 0.5 * len(found)), layout="constrained"
    )
    first = found[0]
    side = first.sides[0]
    figure.suptitle(
        f"What it is worth to the {side} side\n{first.game}, {' against '.join(first.players)}, "
        f"{first.games} games each way",
        fontsize=11,
    )
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, (title, rows) in zip(axes, panels, strict=True):
        _panel(axis, title, rows)
    axes[0].set_yticks(range(len(found)), [w.what for w in found])
    axes[0].invert_yaxis()
    figure.legend(
        *axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False
    )
    kind = path.suffix.removeprefix(".")
    drawn = BytesIO()
    figure.savefig(drawn, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    files.write(path, drawn.getvalue())


def _intervals(found: Adjusted) -> list[Interval]:
    """Returns the interval of the mean as played and, if luck was recorded, that of the mean
    adjusted for luck."""
    return [found.plain] if found.adjusted is None else [found.plain, found.adjusted]


def _panel(axis: Any, title: str, rows: Sequence[Sequence[Interval]]) -> None:
    axis.axvline(0, color="#444444", linewidth=1, zorder=1)
    looks = (
        (-0.12, PLAIN, "as played"),
        (0.12, LESS_LUCK, "adjusted for luck"),
    )
    for told, (offset, colour, label) in zip(zip(*rows, strict=True), looks, strict=False):
        axis.errorbar(
            [t.estimate for t in told],
            [k + offset for k in range(len(told))],
            xerr=[[t.estimate - t.low for t in told], [t.high - t.estimate for t in told]],
            fmt="o",
            color=colour,
            markersize=5,
            capsize=3,
            label=label,
        )
    axis.set_xlabel(title)
    axis.set_ylim(-0.6, len(rows) - 0.4)
    axis.grid(axis="x", color="#dddddd", linewidth=0.7)
    for edge in ("top", "right", "left"):
        axis.spines[edge].set_visible(False)
    axis.tick_params(axis="y", length=0)


def _percent(interval: Interval) -> Interval:
    return Interval(*(100 * value for value in interval))


@pending
def _figure() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ArgumentError("a plot needs matplotlib: pip install 'eastfront[plot]'") from error
    return Figure
