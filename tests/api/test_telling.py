"""The course of a game in words, for every game that comes with the package."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import bots, explain, record
from eastfront.cli import main
from eastfront.telling import Course

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
    assert f'"{course.battles[0].target}"' in capsys.readouterr().out


def test_a_game_without_words_says_so() -> None:
    from eastfront.telling import telling_of

    class Nameless:
        id = "small/one"

    with pytest.raises(ValueError, match="small/one has no words"):
        telling_of(Nameless())  # type: ignore[arg-type]
