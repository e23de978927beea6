"""Events of a game as sentences for people, in the game's own words.

A sentence is made from an event as one seat may know it, so it contains no information that the
seat lacks. Internal events, such as the flag of moved units, have no sentence.
"""

from __future__ import annotations

from typing import Any

from eastfront._core import ArgumentError, Game
from eastfront.positions import labels
from eastfront.positions.layout import layout_of
from eastfront.questions.course import telling_of
from eastfront.systems.telling import Telling

from . import forms

PLAIN = Telling({}, [], {}, {}, {}, {}, [], "")
"""The default words of a game."""
HIDDEN = "a hidden unit"
ODDS = frozenset({"odds", "announced odds", "column"})
"""The names of facts of a note that are odds, and are written as words."""


def sentence(game: Game, event: forms.AnyEvent) -> str:
    """Returns an event as a sentence without the id of its rule; empty for an internal event."""
    words = _words(game)
    match event:
        case forms.Placed():
            if event.to in words.gone:
                return f"{event.unit} in {event.origin} is {words.gone[event.to]}"
            return f"{event.unit}: {event.origin} to {event.to}"
        case forms.UnitFlag():
            return _said(event.unit, words.statuses.get(event.flag), event.on)
        case forms.HexFlag():
            return _said(event.hex, words.grounds.get(event.flag), event.on)
        case forms.Variable():
            return _number(game, words, event)
        case forms.Note():
            return _note(words, event)
        case forms.Forced():
            return f"without a choice: {event.by} {labels.label(game, event.action, None)}"
        case forms.Revealed():
            return f"{event.unit} is revealed in {event.place}"
        case forms.Concealed():
            return f"{event.unit} is no longer visible, last seen in {event.origin}"
        case forms.Hidden():
            return f"{event.place}: {event.after} hidden units, {event.before} before"


def _words(game: Game) -> Telling:
    try:
        return telling_of(game)
    except ArgumentError:
        return PLAIN


def _said(thing: str, words: tuple[str, str] | None, on: bool) -> str:
    said = words[0 if on else 1] if words else ""
    return f"{thing} {said}" if said else ""


def _number(game: Game, words: Telling, event: forms.Variable) -> str:
    text = words.numbers.get(event.name, "")
    places = layout_of(game).place_names
    if "{hex}" in text:
        if not 0 <= event.after < len(places):
            return ""
        return text.format(hex=places[event.after])
    if "{" not in text:
        return text if event.after else ""  # the fact no longer holds
    # without a rule a number is only cleared
    return text.format(new=event.after, old=event.before) if event.rule else ""


def _note(words: Telling, event: forms.Note) -> str:
    facts: dict[str, Any] = {}
    for name, value in event.facts.items():
        if name in ODDS and isinstance(value, int):
            value = words.odds(value)
        elif name == "result" and isinstance(value, str):
            value = words.results.get(value, value)
        elif isinstance(value, int) and name in words.notes:
            value = words.notes[name][value]
        facts[name] = HIDDEN if value is None else value
    try:
        return words.reports.get(event.name, "").format(**facts)
    except KeyError:  # a hidden fact
        return ""
