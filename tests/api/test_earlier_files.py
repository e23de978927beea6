"""Files stored by an earlier version can be read: game files, records, positions.

The files of ``data/protocol_2`` were written once, by the version before nodes of programs had
their present names, and are never rewritten: the file of a small game with every renamed node, and
for each of three games a record that includes its game file, with the answers of that version about
the last position.
"""

from __future__ import annotations

import base64
import json
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront import packs
from eastfront._core import PROTOCOL
from eastfront.entry_points import EntryPoint
from eastfront.positions.document import document
from eastfront.positions.layout import layout_of
from eastfront.positions.text import PositionError

STORED = Path(__file__).resolve().parents[1] / "data" / "protocol_2"
WORDS = STORED / "words.efg"
TOLD: dict[str, Any] = json.loads((STORED / "told.json").read_text(encoding="utf-8"))
GAMES = ("words", "blue-kremlin", "barbarossa")

FORMER = {
    *("K", "V", "L", "It", "DivUp", "If", "Has", "HasUnit", "Count", "First", "Stack", "Edge"),
    *("Step", "Tag", "Of", "Minus", "Unless", "Choose", "Ends", "End", "alts", "rules", "pass"),
}
"""Names that a program has no more."""
BEFORE_SETS = {"And": "Intersection", "Or": "Union"}
"""Names that numbers have still, and sets no more."""
BEFORE_SETTING = ("UnitFlag", "UnitField", "HexFlag")
"""Names that were those of instructions, too."""

PARTS = ("views", "procedures", "queries", "hidden")
"""Where a document holds the program."""


def words_of(node: Any) -> Iterator[str]:
    """Every key within a part of a document."""
    if isinstance(node, dict):
        for key, inner in node.items():
            yield key
            yield from words_of(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from words_of(inner)


def program_words(file: dict[str, Any]) -> set[str]:
    subjects = file.get("drawing", {}).get("subjects", [])
    return set(words_of([*(file[part] for part in PARTS), subjects]))


@cache
def record(name: str) -> ef.record.Record:
    return ef.record.load(STORED / f"{name}.efr")


@cache
def last(name: str) -> ef.State:
    """Where the stored record ends; a roll was given its first outcome."""
    state = record(name).replay()
    while state.to_move == "chance":
        state.push(state.legal_actions[0])
    return state


def without_protocol(text: str) -> str:
    return text.replace(f"protocol: {PROTOCOL}\n", "")


# -- game files ---------------------------------------------------------------------------------


def test_a_game_file_of_an_earlier_protocol_is_read() -> None:
    game = ef.Game.from_bytes(WORDS.read_bytes())
    assert game.protocol == 2 < PROTOCOL
    assert game.to_bytes() == WORDS.read_bytes()
    start = game.new()
    asked = {"figures": (0, "0302"), "where to": (0,)}
    for query, answer in TOLD["answers"].items():
        found = start.ask(query, *asked.get(query, ()))
        assert (found if isinstance(answer, int) else sorted(found)) == answer


def test_the_small_game_has_every_name_that_was_given_up() -> None:
    written = json.loads(WORDS.read_bytes()[8:])
    assert FORMER | BEFORE_SETS.keys() <= program_words(written)
    code = {next(iter(i)) for p in written["procedures"] for i in p["code"]}
    assert code.issuperset(BEFORE_SETTING)


@pytest.mark.parametrize("name", GAMES)
def test_the_document_of_an_earlier_file_has_the_names_of_today(name: str) -> None:
    game = record(name).game()
    told = document(game)
    found = program_words(told)
    assert not found & FORMER
    assert {"Const", "Var", "Local", "Decide", "JumpIfFalse", "ContainsHex"} <= found
    code = {next(iter(i)) for p in told["procedures"] for i in p["code"]}
    assert not code.intersection(BEFORE_SETTING)
    written = json.loads(game.to_bytes()[8:])
    assert told.keys() == written.keys()
    same = told.keys() - {*PARTS, "drawing"}
    assert {key: told[key] for key in same} == {key: written[key] for key in same}
    assert told["drawing"].keys() == written["drawing"].keys()


def test_a_file_of_today_has_the_names_of_today() -> None:
    game = ef.load("barbarossa-deluxe/blue-kremlin")
    assert game.protocol == PROTOCOL
    assert game.to_json() == game.to_bytes()[8:]
    assert not program_words(json.loads(game.to_json())) & FORMER


def test_a_game_that_was_read_is_the_same_in_another_process() -> None:
    game = ef.Game.from_bytes(WORDS.read_bytes())
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again.to_json() == game.to_json()


# -- records and positions ----------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_record_replays_to_where_it_ended(name: str) -> None:
    state, told = last(name), TOLD[name]
    assert f"{state.key:016x}" == told["key"]
    assert sorted(state.legal_actions.names()) == told["legal"]
    assert without_protocol(state.text()) == told["text"]


@pytest.mark.parametrize("name", GAMES)
def test_bytes_and_text_of_a_position_are_read_with_the_game_file(name: str) -> None:
    told, game = TOLD[name], record(name).game()
    from_bytes = game.state_from_bytes(base64.b64decode(told["bytes"]))
    from_text = ef.position(told["text"], game)
    assert from_bytes == from_text == last(name)
    generator = 8
    assert bytes(from_text)[:-generator] == base64.b64decode(told["bytes"])[:-generator]


@pytest.mark.parametrize("name", GAMES[1:])
def test_a_text_of_an_earlier_version_is_read_with_the_rules_of_today(name: str) -> None:
    text = TOLD[name]["plain"]
    state = ef.position(text)
    assert state.game.protocol == PROTOCOL
    # lines that set something, and the flags of a unit, stand in today's order of declarations
    again, before = (
        sorted(sorted(re.findall(r"[^\s,\[\]]+", line)) for line in told.splitlines())
        for told in (without_protocol(state.text()), text)
    )
    assert again == before
    assert len(state.legal_actions) > 1


def test_a_battle_of_an_earlier_record_is_not_explained_and_it_is_said_why() -> None:
    with pytest.raises(ef.ArgumentError, match="cannot set up a battle; load it again"):
        last("barbarossa").battle()


@pytest.mark.parametrize("name", GAMES)
def test_a_law_of_an_earlier_file_still_holds(name: str) -> None:
    assert last(name).audit() is None
    assert any(query.startswith("law ") for query in last(name).game.queries)


def test_a_law_of_an_earlier_file_still_refuses() -> None:
    game = record("blue-kremlin").game()
    text = TOLD["blue-kremlin"]["plain"]
    axis = text.replace("2913: 3Rum 2-3", "rvgk: 3Rum")
    assert axis != text
    with pytest.raises(PositionError, match=r"it breaks a law, BD-8.9a only Soviet units are in"):
        ef.position(axis, game)


def test_what_an_earlier_file_cannot_answer_is_told_so() -> None:
    state = last("words")
    with pytest.raises(ef.ArgumentError, match="no query `supply`; its game file is of protocol 2"):
        state.ask("supply", 0)
    with pytest.raises(ef.ArgumentError, match="no variable `front`; its game file is of protocol"):
        state.var("front")
    with pytest.raises(ef.ArgumentError, match=r"^no query `front`$"):
        ef.load("barbarossa-deluxe/blue-kremlin").new().ask("front")


# -- later ones ---------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", [0, PROTOCOL + 1, 255])
def test_a_game_file_of_a_later_protocol_is_refused(protocol: int) -> None:
    file = WORDS.read_bytes()
    told = f"^game file: byte 7: protocol {protocol}, expected 1 to {PROTOCOL}$"
    with pytest.raises(ef.FormatError, match=told):
        ef.Game.from_bytes(file[:7] + bytes([protocol]) + file[8:])


@pytest.mark.parametrize("protocol", ["0", "03", str(PROTOCOL + 1), "x", ""])
def test_a_text_of_a_later_protocol_is_refused(protocol: str) -> None:
    lines = TOLD["blue-kremlin"]["plain"].replace("wait: ", f"protocol: {protocol}\nwait: ", 1)
    told = f"^line 2: protocol `{protocol}`; expected a number from 1 to {PROTOCOL}$"
    with pytest.raises(PositionError, match=told):
        ef.position(lines)


def test_a_text_says_its_protocol_and_need_not() -> None:
    text = ef.position(TOLD["blue-kremlin"]["plain"]).text()
    assert text.splitlines()[1] == f"protocol: {PROTOCOL}"
    for number in range(1, PROTOCOL + 1):
        again = text.replace(f"protocol: {PROTOCOL}", f"protocol: {number}")
        assert ef.position(again).text() == text
    with pytest.raises(PositionError, match="line 3: key `protocol`; expected each once"):
        ef.position(text.replace("protocol: 3\n", "protocol: 3\nprotocol: 2\n"))


def test_bytes_of_a_later_version_are_refused() -> None:
    game, state = record("words").game(), bytes(last("words"))
    later = state[:3] + b"\x02" + state[4:]
    with pytest.raises(ef.FormatError, match=r"^state bytes: byte 3: version 2, expected 1$"):
        game.state_from_bytes(later)
    with pytest.raises(ef.FormatError, match=r"^state bytes: byte 3: version 2, expected 1$"):
        layout_of(game).canon(later)


# -- names of flags, variables and procedures ---------------------------------------------------

RENAMED = {
    "variables": {"lost": "losses"},
    "unit_flags": {"moved": "has moved"},
    "unit_fields": {"tired": "fatigue"},
    "hex_flags": {"taken": "captured"},
    "procedures": {"main": "sequence of play"},
    "decisions": {"march": "movement"},
}

PACK = packs.Pack(
    id="board",
    title="Boards",
    prefix="W",
    package=STORED,
    data=STORED,
    short="words",
    rules=ef.Rules,
    forms=ef.Rules,
    former_names=RENAMED,
)
"""A pack whose rules call everything otherwise than the stored game does."""

WRONG = packs.Pack(**{**vars(PACK), "former_names": {"flags": {}}})


def forget() -> None:
    for kept in (packs._entries, packs._pack, layout_of, vars(document)["__wrapped__"]):
        kept.cache_clear()


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from found(monkeypatch, "PACK")


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from found(monkeypatch, "WRONG")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from found(monkeypatch, "NO_SUCH_PACK")


def found(monkeypatch: pytest.MonkeyPatch, value: str) -> Iterator[None]:
    """A pack of this module is found besides those that ship."""
    ours = list(packs.entry_points(group=packs.GROUP))
    entry = EntryPoint("board", f"{__name__}:{value}", "boards-1.0")
    monkeypatch.setattr(packs, "entry_points", lambda group: [*ours, entry])
    forget()
    yield
    forget()


@pytest.mark.usefixtures("renamed")
def test_what_has_another_name_since_is_read_by_it() -> None:
    again = ef.record.load(STORED / "words.efr")
    state, told = again.replay(), TOLD["words"]
    assert f"{state.key:016x}" == told["key"]
    assert state.stack == ["sequence of play"] and state.decision == "movement"
    assert state.var("losses") == 2 and state.hexes_with("captured") == ["0401", "0102", "0103"]
    assert state.units_with("has moved") == []
    with pytest.raises(ef.ArgumentError, match="no variable `lost`"):
        state.var("lost")
    told_now = (
        told["plain"]
        .replace("main, march", "sequence of play, movement")
        .replace("set lost", "set losses")
        .replace("hexes taken", "hexes captured")
        .replace("tired=1", "fatigue=1")
    )
    plain = ef.position(told["plain"], state.game)
    assert without_protocol(plain.text()) == told_now
    assert ef.position(told_now, state.game) == plain
    moved = ef.position(told["plain"].replace("A2 4-3", "A2 4-3 [moved]"), state.game)
    assert moved.units_with("has moved") == ["A2"]


@pytest.mark.usefixtures("renamed")
def test_the_document_has_the_names_of_today_too() -> None:
    game = ef.Game.from_bytes(WORDS.read_bytes())
    told, written = document(game), json.loads(WORDS.read_bytes()[8:])
    assert [v["name"] for v in told["variables"]] == ["turn", "losses"]
    assert {**told["variables"][1], "name": "lost"} == written["variables"][1]
    assert told["unit_flags"] == ["has moved"] and told["unit_fields"] == ["fatigue"]
    assert told["hex_flags"] == ["captured"] and "movement" in told["decisions"]
    assert "march" not in told["decisions"]
    assert [p["name"] for p in told["procedures"]] == ["sequence of play", "help"]


@pytest.mark.usefixtures("renamed")
def test_markers_and_the_look_ahead_follow_the_names() -> None:
    written = json.loads(WORDS.read_bytes()[8:])
    marks = [["hex flag", "taken", "dot"], ["variable", "lost", "cross"], ["variable", "x", "y"]]
    written["drawing"]["marks"] = marks
    look: dict[str, Any] = {key: ["march", "goal"] for key in ("quiet", "play", "decline", "rest")}
    written["lookahead"] = {"value": "duty", "widest": 1, "longest": 2, **look}
    for protocol in (2, PROTOCOL):
        game = ef.Game.from_bytes(b"eastfr\0" + bytes([protocol]) + json.dumps(written).encode())
        told = document(game)
        assert [name for _, name, _ in told["drawing"]["marks"]] == ["captured", "losses", "x"]
        assert all(told["lookahead"][key] == ["movement", "goal"] for key in look)


@pytest.mark.usefixtures("wrong")
def test_a_kind_that_there_is_not_is_one_error() -> None:
    told = "the pack of 'board': former_names: got the kind 'flags', expected one of variables, "
    with pytest.raises(packs.PackError, match=told):
        ef.Game.from_bytes(WORDS.read_bytes())


@pytest.mark.usefixtures("broken")
def test_a_game_file_needs_no_pack() -> None:
    game = ef.Game.from_bytes(WORDS.read_bytes())
    assert game.new().var("lost") == 0


@pytest.mark.parametrize("pack", packs.packs(), ids=lambda pack: pack.id)
def test_former_names_are_given_to_nothing_else(pack: packs.Pack) -> None:
    file = document(ef.load(pack.start))
    named = {
        kind: {n if isinstance(n, str) else n["name"] for n in file[kind]} for kind in packs.KINDS
    }
    table = packs.former_names(pack.start)
    for kind, names in table.items():
        assert not named[kind] & names.keys()
        assert not names.keys() & set(names.values())
