"""Windows: the game turns on which rules are in force, stated in the table `windows` of charts.toml
and, where a scenario differs, under the key `windows` of its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from eastfront import packs

from .charts import Table
from .errors import ScenarioError, nearest, one_of
from .forms import Form, Text
from .setup import SetupCheck

NEVER = "never"
"""The turns of a rule that is not in force on any turn."""

_SPAN = re.compile(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?")


class Window(Form):
    """The turns on which a rule is in force: ``9-12`` from the first to the last of them, ``13``
    for one turn, or ``never``. A rule in force in several spans of turns has a window for each.

    If the key once is true, what the rule permits may be done one time in the window.
    """

    rule: Text
    turns: str
    once: bool = False


class WindowTable(Form):
    """The table `windows` of charts.toml: the windows of rules, in the order of their turns."""

    window: Annotated[list[Window], Meta(min_length=1)]


Span = tuple[int, int]
"""The first and the last turn of a window; the last lies before the first if the window has no
turn."""


def span(turns: str) -> Span | None:
    """Returns the first and the last turn of a window as a file writes it; None for text that is no
    window."""
    if turns == NEVER:
        return 1, 0
    found = _SPAN.fullmatch(turns)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def in_words(spans: Iterable[Span]) -> str:
    """Returns windows in words, such as ``turns 9 to 12`` or ``turn 13``; ``no turn`` without
    any."""
    said = [f"turn {a}" if a == b else f"turns {a} to {b}" for a, b in spans if a <= b]
    return " and ".join(said) or "no turn"


def windows_of(
    chart: Sequence[Mapping[str, Any]], own: Sequence[Mapping[str, Any]]
) -> dict[str, list[Mapping[str, Any]]]:
    """Returns the windows that apply in a scenario, by rule: those under the scenario's own key
    `windows` (``own``), and those of the table in charts.toml (``chart``) for all other rules."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    replaced = {window["rule"] for window in own}
    for window in (*(w for w in chart if w["rule"] not in replaced), *own):
        found.setdefault(window["rule"], []).append(window)
    return found


def check_windows(table: Table, check: SetupCheck, own: Sequence[Window] = ()) -> None:
    """Checks the table `windows` and ``own``, the windows of the scenario, in place of those of the
    same rule in the table. Raises ScenarioError.

    The turns of the table lie within the game, those of the scenario within the scenario. The
    windows of a rule are in order and do not overlap. The table names only rules of the game's
    catalogue, the scenario only rules of the table.
    """
    form = table.form
    assert isinstance(form, WindowTable)
    rules = packs.pack(check.game.id).rule_ids()
    for at, window in enumerate(form.window):
        if rules and window.rule not in rules:
            expected = f"the id of a rule of the catalogue{nearest(window.rule, rules)}"
            raise table.error(f"window[{at}].rule", window.rule, expected)
    _check(table.error, "window", form.window, 1, check.game.last_turn, "last_turn of game.toml")
    known = {window.rule for window in form.window}
    for at, window in enumerate(own):
        if window.rule not in known:
            expected = f"{one_of(known, window.rule)}, of the table windows in charts.toml"
            raise check.error(f"windows[{at}].rule", window.rule, expected)
    first, last = check.form.first_turn, check.form.last_turn
    _check(check.error, "windows", own, first, last, "first_turn, last_turn")


def _check(
    error: Callable[[str, object, str], ScenarioError],
    key: str,
    windows: Sequence[Window],
    first: int,
    last: int,
    stated: str,
) -> None:
    """Checks windows, listed under ``key``, which lie between two turns. ``stated`` says by which
    keys of a file they do; ``error`` makes the error for a key."""
    ends: dict[str, int] = {}
    for at, window in enumerate(windows):
        place, turns = f"{key}[{at}].turns", span(window.turns)
        if turns is None or (turns[1] < turns[0] and window.turns != NEVER):
            expected = "turns such as '9-12', the first and the last, or '13', or 'never'"
            raise error(place, window.turns, expected)
        end = ends.get(window.rule)
        if window.turns == NEVER or end == 0:
            if end is not None:
                raise error(place, window.turns, f"no other window of {window.rule}: one is never")
            ends[window.rule] = 0
            continue
        if not (first <= turns[0] and turns[1] <= last):
            raise error(place, window.turns, f"turns from {first} to {last} ({stated})")
        if end is not None and turns[0] <= end:
            expected = f"turns after {end}, the last of the window of {window.rule} before"
            raise error(place, window.turns, expected)
        ends[window.rule] = turns[1]
