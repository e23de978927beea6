"""Events are reported in sentences: in the words of the game, without names of the engine."""

from __future__ import annotations

import re
from string import Formatter

import pytest

import eastfront as ef
from eastfront import wire
from eastfront._core import Game
from eastfront.positions.layout import layout_of
from eastfront.questions.course import telling_of
from eastfront.wire import forms
from eastfront.wire.sentences import sentence

from .games import sampled

BLUE, CAMPAIGN = "barbarossa-deluxe/blue-kremlin", "russian-campaign/campaign"
ZITADELLE = "barbarossa-1971/zitadelle"


def note(name: str, **facts: int | str | None) -> forms.Note:
    """A note with its facts."""
    return forms.Note(name=name, facts={k.replace("_", " "): v for k, v in facts.items()}, rule="")


def variable(name: str, before: int, after: int, rule: str = "X-1") -> forms.Variable:
    """A variable with another value."""
    return forms.Variable(name=name, before=before, after=after, rule=rule)


@pytest.mark.parametrize(
    ("scenario", "event", "text"),
    [
        (BLUE, variable("odds shift", 0, 3), ""),
        (CAMPAIGN, variable("odds shift", 0, 3), ""),
        (CAMPAIGN, variable("rail moves", 1, 2), "moves by rail in this player turn: 2"),
        (CAMPAIGN, variable("rail moves", 2, 0, rule=""), ""),
        (CAMPAIGN, variable("Archangel lost", 0, 1), "Archangel is lost"),
        (CAMPAIGN, variable("Finland closed", 1, 0), ""),
        (BLUE, variable("supply marker A", 3, -1), ""),
        (
            CAMPAIGN,
            note("battle", target="F10", attack=3, defence=18, odds=-6, announced_odds=-6,
                 result="AE", attacker="axis"),
            "battle at F10: 3 against 18, odds 1:6, fought at 1:6: attackers eliminated",
        ),
        (
            BLUE,
            note("battle", target="1708", kind=1, attack=3, defence=9, odds=-1, column=0,
                 result="AS", attacker="german"),
            "battle at 1708: 3 against 9, odds 1:3, fought at 1:2: no effect",
        ),
        (CAMPAIGN, note("weather", weather=0), "the weather: clear"),
        (BLUE, note("eliminated", unit=None), "a hidden unit is eliminated"),
        (
            CAMPAIGN,
            forms.Forced(by="axis", action="odds -6"),
            "without a choice: axis odds 1:6",
        ),
        (CAMPAIGN, forms.UnitFlag(unit="11 A", flag="moved", on=True, rule=""), ""),
        (
            CAMPAIGN,
            forms.UnitFlag(unit="11 A", flag="unsupplied", on=True, rule=""),
            "11 A is out of supply",
        ),
        (BLUE, forms.HexFlag(hex="1606", flag="german", on=False, rule=""),
         "1606 comes under Soviet control"),
        (
            ZITADELLE,
            note("battle", target="1820", attack=8, defence=27, column=-2, table=0, result="Ae",
                 attacker="axis"),
            "attack on 1820: 8 against 27, odds 1:4: attackers eliminated",
        ),
        (
            ZITADELLE,
            forms.UnitFlag(unit="1Inf", flag="isolated", on=True, rule=""),
            "1Inf is out of supply",
        ),
        (BLUE, forms.Placed(unit="3Pz", origin="2506", to="dead", rule=""),
         "3Pz in 2506 is eliminated"),
    ],
)  # fmt: skip
def test_a_sentence(scenario: str, event: forms.AnyEvent, text: str) -> None:
    assert sentence(ef.load(scenario), event) == text


@pytest.mark.parametrize("scenario", [BLUE, CAMPAIGN, "barbarossa-1971/campaign"])
def test_words_are_those_of_things_that_there_are(scenario: str) -> None:
    """No entry of the table speaks of a flag, variable or note that no program has."""
    options = [*ef.game.rules_of(scenario).known_options, "bid=1"]
    layouts = [layout_of(ef.load(scenario, playable(options))), layout_of(ef.load(scenario))]
    words = telling_of(ef.load(scenario))
    for table, kind in (
        (words.statuses, "unit_flags"), (words.grounds, "hex_flags"), (words.reports, "notes"),
    ):  # fmt: skip
        assert set(table) <= {name for one in layouts for name in one.document[kind]}, kind
    assert set(words.numbers) <= {name for one in layouts for name in one.variables}


@pytest.mark.parametrize("scenario", [BLUE, CAMPAIGN, ZITADELLE])
def test_a_report_names_facts_that_its_note_has(scenario: str) -> None:
    """One that named another would never be told."""
    game = ef.load(scenario)
    notes = layout_of(game).document["drawing"]["notes"]
    for name, text in telling_of(game).reports.items():
        named = {field for _, field, _, _ in Formatter().parse(text) if field}
        assert named <= {fact.rpartition(":")[2] for fact in notes.get(name, ())}, name


def playable(options: list[str]) -> list[str]:
    """Options that can all be played with at once."""
    return [o for o in options if not o.startswith(("bid", "chit-", "situation-", "lithuania"))]


@pytest.mark.parametrize(
    ("scenario", "seeds"),
    [(BLUE, range(1)), ("russian-campaign/barbarossa", range(1)), (ZITADELLE, range(1))],
)
def test_no_raw_number_of_the_engine_is_told(scenario: str, seeds: range) -> None:
    told = 0
    for state, action in sampled(scenario, seeds):
        if action < 0:
            continue
        side = state.game.sides[0]
        before, by, name = state.observation(side), str(state.to_move), state.game.notation(action)
        after = state.copy()
        effects = after.push(action, effects=True) or []
        act = wire.act(before, after.observation(side), by, name, effects)
        for event in act.events:
            told += bool(event.text)
            assert not re.search(
                r"-\d|parent hex|outlook|\bduty\b", place_names_off(state.game, event.text)
            )
    assert told > 50


def place_names_off(game: Game, text: str) -> str:
    """A sentence without the names of boxes."""
    for box in layout_of(game).document["boxes"]:
        text = text.replace(box, "")
    return text
