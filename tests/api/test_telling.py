"""The report of a game in words, for every game of the package."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import bots, record
from eastfront.cli import main
from eastfront.loading.game import scenario_of
from eastfront.questions import battle as explain
from eastfront.questions import course as telling
from eastfront.questions import state as answers
from eastfront.questions.course import Course

GAMES = [
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/barbarossa",
    "barbarossa-1971/stalingrad",
]


@cache
def played(name: str) -> tuple[record.Recorder, Course, list[str], Counter[str]]:
    """A busy game, told while it is played, and what its effects count."""
    game = ef.load(name)
    recorder = record.Recorder(game, seed=3)
    course, lines, count = Course(game), [], Counter[str]()
    players = {side: bots.bot("busy", n) for n, side in enumerate(game.sides)}
    for actor, action, effects in bots.play(recorder, players):
        lines += course.hear(recorder.state, actor, action, effects)
        count.update(e[1] for e in effects if e[0] == "note")
    lines += course.close()
    return recorder, course, lines, count


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_and_every_battle_is_told_once(name: str) -> None:
    recorder, course, lines, count = played(name)
    assert len(course.battles) == count["battle"] > 0
    assert sum(line.startswith("Turn ") for line in lines) == count["turn"] > 0
    for battle in course.battles:
        assert lines.count(f"    {battle.text()}") >= 1
        if battle.die is not None:
            assert 1 <= battle.die <= explain.FACES
            assert battle.attackers and battle.defenders and battle.odds and battle.column
    assert any(battle.lost for battle in course.battles)
    assert any(battle.moved for battle in course.battles)
    assert recorder.state.is_over


@pytest.mark.parametrize("name", GAMES)
def test_what_a_battle_did_is_what_became_of_its_units(name: str) -> None:
    game = ef.load(name)
    recorder, course = record.Recorder(game, seed=3), Course(game)
    players = {side: bots.bot("busy", n) for n, side in enumerate(game.sides)}
    known, places = 0, recorder.state.places()
    stood: dict[int, dict[str, str]] = {}
    for actor, action, effects in bots.play(recorder, players):
        told = list(course.hear(recorder.state, actor, action, effects))
        # where everybody stood when the result of the battle became known
        stood |= {n: places for n in range(len(stood), len(course.battles))}
        places = recorder.state.places()
        for number, battle in enumerate(course.battles[known:], start=known):
            if not any(battle.text() in line for line in told):
                continue
            known = number + 1
            for unit in battle.lost:
                assert places[unit] not in game.hexes, (battle.text(), unit)
            for unit, (old, new) in battle.moved.items():
                assert old == stood[number][unit] != new in game.hexes, (battle.text(), unit)
    assert any(battle.moved for battle in course.battles)


def by_turn(lines: list[str]) -> list[list[str]]:
    """The lines of each turn, without its heading."""
    turns: list[list[str]] = []
    for line in lines:
        if line.startswith("Turn "):
            turns.append([])
        elif turns:
            turns[-1].append(line)
    return turns


@dataclass
class Happened:
    """What a record says of a turn."""

    left: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Unit, where it stood, its box, and the rule."""
    fell: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Cities, with their new owners."""
    battles: int = 0
    next_: dict[str, int] = field(default_factory=dict)
    """Variables when the next turn has begun, or the game is over."""


def happened(kept: record.Record) -> list[Happened]:
    """What happened in each turn of a record, by its effects and positions."""
    turns: list[Happened] = []
    game = kept.game()
    cities = {h.name for h in scenario_of(game.id).map.hexes if h is not None and h.label}
    owners: dict[str, str] = {}
    for state, _, _, effects in kept.steps():
        control = state.control
        now = {name: control.get(name, "") for name in cities}
        fallen = {name for name in cities if turns and owners[name] != now[name]}
        at = len(turns)
        for effect in effects:
            match effect:
                case ("note", "turn", _, _):
                    if turns:
                        turns[-1].next_ = values(state)
                    turns.append(Happened())
                case ("note", "battle" | "automatic victory", _, _) if turns:
                    turns[-1].battles += 1
                case ("placed", unit, old, new, rule) if turns:
                    if old in game.hexes and new not in game.hexes:
                        turns[-1].left.append((unit, old, new, rule))
                case ("hex", name, _, _, _) if name in fallen:
                    at = len(turns)
        for name in fallen:
            turns[max(at, 1) - 1].fell[name, now[name]] += 1
        owners = now
    turns[-1].next_ = values(state)
    return turns


def values(state: ef.State) -> dict[str, int]:
    """The figures of a game that its score is made of."""
    found = {q: state.ask(q) for q in ("score", "victory points") if q in state.game.queries}
    if "victory points" not in found:
        with suppress(ValueError):
            found["victory points"] = state.var("victory points")
    return found


SILENT = {"SPI-BREAK-C6", "BD-10.26b"}
"""Who leaves the map by these rules is replaced on the spot, or comes back at once."""
FALL = re.compile(r"    .*\((\w+)\) (?:falls to the (\w+) side|is no longer held by the \w+ side)")
WEATHER = {"barbarossa-deluxe": 0, "russian-campaign": 1, "barbarossa-1971": 1}


def told_in_full(kept: record.Record, lines: list[str], course: Course) -> None:
    """Every loss with its rule, every city, the weather and the score, each in its turn."""
    told, found = by_turn(lines), happened(kept)
    assert len(told) == len(found)
    for lines_, turn in zip(told, found, strict=True):
        left = [one for one in turn.left if one[3] not in SILENT]
        for unit, old, _, rule in left:
            alone, in_battle = f" {unit} at {old}", rf"; lost .*\b{re.escape(unit)}\b"
            assert any(
                rule in line and (alone in line or re.search(in_battle, line)) for line in lines_
            ), (unit, old, rule, lines_)
        falls = Counter((m[1], m[2] or "") for line in lines_ if (m := FALL.match(line)))
        assert falls == turn.fell
        assert sum(" falls to the " in line or " no longer held " in line for line in lines_) == (
            turn.fell.total()
        )
        (score,) = [line for line in lines_ if line.startswith("  score: ")]
        for name, value in turn.next_.items():
            assert f"{name} {value}" in score
        weather = [line for line in lines_ if line.startswith("  weather: ")]
        assert len(weather) == WEATHER[kept.game_id.partition("/")[0]]
        quiet = "  no unit fought, left the map or took a city" in lines_
        assert quiet == (not left and not turn.fell and not turn.battles)
    left = [one for turn in found for one in turn.left if one[3] not in SILENT]
    assert [(d.unit, d.hex, d.box, d.rule) for d in course.departures] == left
    assert all(d.what for d in course.departures)
    assert [f.hex for f in course.falls] and len(course.falls) == sum(
        turn.fell.total() for turn in found
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_a_record_holds_is_told_in_full(name: str) -> None:
    recorder, course, lines, _ = played(name)
    told_in_full(recorder.record, lines, course)
    assert course.departures


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["busy", "greedy"])
@pytest.mark.parametrize("name", ef.scenarios())
def test_every_scenario_is_told_in_full(name: str, policy: str) -> None:
    game = ef.load(name)
    recorder, course, lines = record.Recorder(game, seed=5), Course(game), []
    players = {side: bots.bot(policy if n else "setup", n) for n, side in enumerate(game.sides)}
    for actor, action, effects in bots.play(recorder, players):
        lines += course.hear(recorder.state, actor, action, effects)
    lines += course.close()
    told_in_full(recorder.record, lines, course)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("barbarossa-1971/stalingrad", ["weather: mud", "weather: winter", "city points "]),
        ("russian-campaign/barbarossa", ["weather: snow", "victory points "]),
        ("barbarossa-deluxe/blue-kremlin", ["victory points ", "; lost "]),
    ],
)
def test_weather_and_score_in_words(name: str, words: list[str]) -> None:
    _, _, lines, _ = played(name)
    for word in words:
        assert any(word in line for line in lines), word


@pytest.mark.parametrize(
    ("name", "unit", "box", "rule", "words"),
    [
        (GAMES[2], "8InA", "dead", "SPI-SUPPLY-A2", "destroyed, out of supply (SPI-SUPPLY-A2)"),
        (GAMES[2], "8InA", "overrun", "SPI-OVR-GEN6", "overrun (SPI-OVR-GEN6)"),
        (GAMES[2], "8InA", "off the map", "", "off the map, by choice"),
        (GAMES[2], "8InA", "dead", "SPI-STACK-A", "destroyed, for lack of room (SPI-STACK-A)"),
        (GAMES[2], "1AxSup", "used up", "SPI-SUPPLY-F2", "used up, in attacks (SPI-SUPPLY-F2)"),
        (GAMES[1], "8 Inf", "pool", "TRC-17.2b", "eliminated, out of supply (TRC-17.2b)"),
        (GAMES[1], "8 Inf", "pool", "TRC-10.6a", "eliminated, at sea (TRC-10.6a)"),
        (GAMES[1], "8 Inf", "surrendered", "TRC-16.1a", "surrendered, by automatic victory "),
        (
            GAMES[1],
            "8 Inf",
            "surrendered",
            "TRC-24.1a",
            "surrendered, with its country (TRC-24.1a)",
        ),
        (GAMES[0], "3Pz", "dead", "BD-11.28c", "eliminated, in retreat (BD-11.28c)"),
        (GAMES[0], "3Pz", "rvgk", "BD-8.10a", "withdrawn to the RVGK, as reserves (BD-8.10a)"),
        (GAMES[0], "3Pz", "caucasus", "X-1", "goes to the box `caucasus` (X-1)"),
    ],
)
def test_who_leaves_the_map_is_told_with_the_cause(
    name: str, unit: str, box: str, rule: str, words: str
) -> None:
    game = ef.load(name)
    state, course = game.new(), Course(game)
    side, place = answers.side_of(state, unit), game.hexes[500]
    effects = [("note", "turn", [1], ""), ("placed", unit, place, box, rule)]
    lines = list(course.hear(state, side, "", effects))
    (line,) = [line for line in lines if f" {unit} at {place}" in line]
    assert line.startswith(f"    {side} {unit} at {place}: {words}")
    (left,) = course.departures
    assert (left.unit, left.hex, left.box, left.rule) == (unit, place, box, rule)


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_in_which_nothing_happens_says_so(name: str) -> None:
    game = ef.load(name)
    recorder, course, lines = record.Recorder(game, seed=1), Course(game), []
    players = {side: bots.bot("idle", n) for n, side in enumerate(game.sides)}
    for actor, action, effects in bots.play(recorder, players):
        lines += course.hear(recorder.state, actor, action, effects)
    lines += course.close()
    assert list(course.close()) == []
    assert "  no unit fought, left the map or took a city" in lines
    assert all(turn[-1].startswith("  score: ") for turn in by_turn(lines))


def test_a_record_is_told_as_the_game_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorder, course, lines, _ = played(GAMES[1])
    kept = tmp_path / "game.efr"
    recorder.save(kept)
    assert main.run(["tell", str(kept)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[: len(lines)] == lines
    winner, _, rule = recorder.state.outcome or ("", 0, "")
    assert out[-1] == f"The {winner} side wins ({rule})."
    assert main.run(["tell", str(kept), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["battles"][0]["target"] == course.battles[0].target
    assert [turn["number"] for turn in found["turns"]] == [turn.number for turn in course.turns]
    assert len(found["departures"]) == len(course.departures) > 0
    assert len(found["cities"]) == len(course.falls) > 0


def test_a_game_without_words_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ef.load(GAMES[0])
    monkeypatch.setattr(telling, "pack_of", lambda game: None)
    telling.telling_of.cache_clear()
    with pytest.raises(ValueError, match=f"{GAMES[0]} has no texts for reports"):
        telling.telling_of(game)
