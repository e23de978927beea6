"""What a model is answered from its seat, and what it is refused."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from eastfront import wire
from eastfront._core import EastfrontError
from eastfront.loading.game import load
from eastfront.mcp.disguise import Disguise
from eastfront.mcp.running import Wanted, seated
from eastfront.mcp.tools import MOST, Tools
from eastfront.serve.problem import Problem

from .seats import BLUE, CAMPAIGN, ZITADELLE, at, ready, refused

MOVES = (
    "coastal-supply",
    "end-replacements",
    "south",
    "move-fight",
    "end-strategic",
    "ask-never",
    "ask-never",
)


def moving() -> Tools:
    """The German in the movement phase of his first turn."""
    return ready(BLUE, "german", *MOVES)


def read(answer: str) -> Any:
    """An answer in JSON, which is short."""
    assert len(answer) < 4000 and "\n" not in answer
    return json.loads(answer)


def told(tools: Tools, action: str) -> list[str]:
    """The events of an action that a seat plays."""
    update = tools.play(action, [tools.seat]).updates[tools.seat]
    return tools.events(msgspec.json.decode(update))


def test_reach_is_by_points_as_the_state_has_it() -> None:
    tools = moving()
    for full in (False, True):
        found = read(tools.reach(["57Pz"], full))
        state = tools.table.state
        wanted = state.reach("57Pz", full=full)
        assert list(found) == [str(n) for n in sorted(set(wanted.values()))]
        assert found["1"].split(" ") == sorted(hex_ for hex_, n in wanted.items() if n == 1)


def test_supply_names_its_rule_and_line() -> None:
    found = read(moving().supply("3Pz"))
    assert found["state"] == "overland" and found["rule"] == "BD-7.3a"
    assert found["path"].startswith("2506 2407 ")
    assert "cut" not in found


def test_odds_are_exact() -> None:
    found = read(ready(ZITADELLE, "axis").odds("2825", ["3PzA"], None, ()))
    battle = ready(ZITADELLE, "axis").table.state.battle("2825", ["3PzA"])
    assert found["odds"] == battle.odds and found["attack"] == battle.attack
    assert found["defenders"] == "24Inf 4 25Inf 4"
    assert [end.split(" ") for end in found["results"]] == [
        [name, str(chance)] for name, chance in battle.distribution.items()
    ]


def test_odds_do_not_tell_what_is_hidden() -> None:
    found = read(moving().odds("1708", ["9AK"], None, ()))
    assert found["unknown"] == 2 and found["defenders"] == "24A 3"
    assert "odds" not in found and "results" not in found


def test_why_not_tells_rule_and_reason_and_plays_nothing() -> None:
    tools = moving()
    before = bytes(tools.table.state), tools.table.version
    found = read(tools.why_not("9AK 1709x1708"))
    assert found["legal"] is False and found["rule"] == "BD-10.24a"
    assert "mobile assault needs mechanised units only" in found["reason"]
    assert read(tools.why_not("move 3Pz")) == {"legal": True}
    assert read(tools.why_not("3Pz+14Pz 2506-2507")) == {"legal": True}
    assert read(tools.why_not("3Pz 2506-9999"))["legal"] is False
    assert read(tools.why_not("move 24A"))["legal"] is False
    assert (bytes(tools.table.state), tools.table.version) == before


def test_why_not_of_another_turn() -> None:
    found = read(ready(BLUE, "soviet").why_not("end-movement"))
    assert found == {"legal": False, "reason": "german is to act, not the soviet", "rule": None}


def test_a_refusal_has_the_rule_with_its_text() -> None:
    tools = moving()
    problem = refused(lambda: tools.play("9AK 1709x1708", []))
    said = tools.refused(problem)
    assert said.startswith("BD-10.24a: mobile assault needs mechanised units only")
    assert "(illegal-action)" in said
    assert said.endswith(f"\nRule BD-10.24a: {wire.rule('BD-10.24a').text}")
    assert read(tools.rule("BD-10.24a"))["text"] == wire.rule("BD-10.24a").text


def test_other_refusals_name_what_was_expected() -> None:
    tools = moving()
    for ask, code in (
        (lambda: tools.play("gibberish", []), "bad-order"),
        (lambda: tools.rule("BD-99.9z"), "unknown-rule"),
        (lambda: tools.look(["9999"], 0), "unknown-place"),
        (lambda: tools.look(["2506"], 9), "bad-request"),
        (lambda: tools.reach([], False), "bad-request"),
        (lambda: tools.supply("20A"), "hidden"),
        (lambda: tools.odds("1708", [], None, ()), "bad-request"),
        (lambda: tools.battle(), "no-battle"),
        (lambda: tools.undo([]), "no-undo"),
    ):
        assert refused(ask).code == code
    assert tools.table.version == 0


JUNK = (
    "", " ", ";", "x", "-", "..", "+", "2506", "2506-", "x1708", "3Pz", "3Pz+", "24A", "20A",
    "dead", "move", "move ", "move 3Pz; move 3Pz", "\ud800", "\0", "é" * 90, "9" * 5000,
    "german", "umpire", "roll 1", "BD-", "'41", "c05r10", "{}", "[1]", "null", "None",
)  # fmt: skip


@pytest.mark.parametrize("names", [None, Disguise(load(BLUE), 1)], ids=["as printed", "disguised"])
def test_whatever_a_model_writes_is_answered_or_refused(names: Disguise | None) -> None:
    """No other error: a model would read of it only that the tool failed."""
    tools = at(moving().table.state, "german", names)
    before = bytes(tools.table.state)
    for one in JUNK:
        for ask in (
            lambda one=one: tools.look([one], 0),
            lambda one=one: tools.reach([one, "3Pz"], False),
            lambda one=one: tools.reach([one], True),
            lambda one=one: tools.supply(one),
            lambda one=one: tools.odds(one, ["9AK"], None, ()),
            lambda one=one: tools.odds("1708", [one], one, (one,)),
            lambda one=one: tools.why_not(one),
            lambda one=one: tools.rule(one),
            lambda one=one: tools.play(f"gibberish {one}", []),
        ):
            try:
                assert isinstance(ask(), str)
            except Problem as problem:
                assert tools.refused(problem).encode("utf-8", "replace")
    assert bytes(tools.table.state) == before


def test_an_order_is_played_and_its_end_taken_back() -> None:
    tools = moving()
    lines = told(tools, "3Pz+14Pz 2506-2507")
    assert lines[0] == "german: move 3Pz"
    assert any(line.startswith("  3Pz: 2506 to 2507") for line in lines)
    assert "Your last action can be undone." in tools.decision()
    update = tools.undo(["german"]).updates["german"]
    assert tools.events(msgspec.json.decode(update)) == ["taken back: 1"]
    assert tools.table.state.decision == "leg"
    # before it the other side might have acted
    assert refused(lambda: tools.undo([])).code == "no-undo"


def test_without_hidden_information_all_is_taken_back() -> None:
    tools = ready(ZITADELLE, "axis")
    before = bytes(tools.table.state)
    for action in ("break 1PzA", "end-reorganization"):
        tools.play(action, [])
    while tools.table.can_undo("axis"):
        tools.undo([])
    assert bytes(tools.table.state) == before


def test_several_orders_are_all_or_none() -> None:
    tools = moving()
    problem = refused(lambda: tools.play("3Pz 2506-2507; 9AK 1709x1708", []))
    assert problem.code == "illegal-action" and tools.table.version == 0
    told(tools, "3Pz 2506-2507; 14Pz 2506-2507")
    assert [c.unit for c in tools.table.look("german").places["2507"]] == ["3Pz", "14Pz"]


def test_a_hex_is_told_with_its_neighbours() -> None:
    tools = moving()
    line = tools.look(["2407"], 0)
    assert line.startswith(
        "2407: clear Kharkov ussr south; german; river to 2406; german: 40Pz 4-3"
    )
    assert line.endswith("beside 2306 2307 2406 2408 2506 2507")
    assert len(tools.look(["2407"], 1).splitlines()) == 7
    many = tools.look(["2407"], 4).splitlines()
    assert len(many) == MOST + 1 and many[-1] == f"({61 - MOST} hexes more)"


@pytest.mark.parametrize(("scenario", "side"), [(BLUE, "soviet"), (CAMPAIGN, "axis")])
def test_the_guide_names_side_and_orders(scenario: str, side: str) -> None:
    tools = ready(scenario, side)
    said = tools.guide()
    game = tools.table.game
    assert game.title in said and f"the {side} side" in said
    assert f"`move {game.units[0]}`" in said
    assert f"{game.units[0]}+{game.units[1]} {game.hexes[0]}-{game.hexes[1]}" in said


# -- the table ----------------------------------------------------------------------------------


def test_a_bot_plays_the_other_side() -> None:
    one = seated(Wanted(BLUE, side="soviet", opponent="busy", ready=True))
    assert one.seat == "soviet" and one.table.players == {"german": "busy"}
    assert set(one.invitations) == {wire.UMPIRE}


def test_a_person_is_invited_to_the_other_side() -> None:
    one = seated(Wanted(ZITADELLE, options=()))
    assert one.seat == "axis" and one.token
    served = one.served("http://127.0.0.1:8000/")
    assert served.address == "http://127.0.0.1:8000/mcp"
    word = one.invitations["soviet"]
    assert served.links["soviet"] == (
        f"http://127.0.0.1:8000/#game={one.table.id}&invitation={word}"
    )


@pytest.mark.parametrize("side", ["umpire", "finn"])
def test_a_model_plays_a_side(side: str) -> None:
    with pytest.raises(EastfrontError, match=f"`{side}`"):
        seated(Wanted(BLUE, side=side))


def test_a_game_in_a_folder_is_continued(tmp_path: Path) -> None:
    wanted = Wanted(BLUE, opponent="busy", seed=3, ready=True, folder=tmp_path)
    one = seated(wanted)
    with TestClient(one.made):  # its end leaves the folder
        Tools(one.table, one.seat).play("coastal-supply", [])
    for n, (other, what) in enumerate(
        (
            (Wanted(ZITADELLE), "one game of"),
            (Wanted(BLUE, side="soviet"), "a bot plays it"),
        )
    ):
        copy = shutil.copytree(tmp_path, tmp_path.parent / f"copy {n}")
        with pytest.raises(EastfrontError, match=what):
            seated(replace(other, folder=copy))
    again = seated(wanted)
    assert (again.table.id, again.seat, again.token) == (one.table.id, "german", None)
    assert list(again.table.recorder.record.actions) == list(one.table.recorder.record.actions)
