"""The schema in the package is that of the forms, and every message satisfies it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

import jsonschema
import msgspec
import pytest

import eastfront as ef
from eastfront import wire
from eastfront._core import State
from eastfront.serve import questions
from eastfront.wire import forms, json_schema, requests

from .games import sampled

Schema = dict[str, Any]
BLUE = "barbarossa-deluxe/blue-kremlin"


def strict(schema: Schema) -> Schema:
    """The schema with no field allowed that it does not name."""
    out = copy.deepcopy(schema)
    for part in out["$defs"].values():
        if part.get("type") == "object" and "properties" in part:
            part["additionalProperties"] = False
    return out


@pytest.fixture(scope="module")
def validator() -> Any:
    """Tells what does not fit; of equal items, and of equal values of a mapping, one is read."""
    fitting: set[tuple[int, str]] = set()
    looked_at: list[Any] = []  # so that none of their ids is used again

    def each(validator: Any, schema: Any, found: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
        for at, value in found:
            told = id(schema), json.dumps(value)
            if told not in fitting:
                wrong = list(validator.descend(value, schema, path=at))
                yield from wrong
                if not wrong:
                    fitting.add(told)
                    looked_at.append(schema)

    def items(validator: Any, part: Any, found: Any, schema: Schema) -> Iterator[Any]:
        if isinstance(found, list):
            first = len(schema.get("prefixItems", ()))
            yield from each(validator, part, list(enumerate(found))[first:])

    def values(validator: Any, part: Any, found: Any, schema: Schema) -> Iterator[Any]:
        if isinstance(part, dict) and isinstance(found, dict) and "patternProperties" not in schema:
            known = schema.get("properties", ())
            yield from each(validator, part, [(k, v) for k, v in found.items() if k not in known])
        else:
            yield from usual(validator, part, found, schema)

    usual = jsonschema.Draft202012Validator.VALIDATORS["additionalProperties"]
    kind = jsonschema.validators.extend(
        jsonschema.Draft202012Validator, {"items": items, "additionalProperties": values}
    )
    schema = strict(json.loads(json_schema.shipped()))
    del schema["$schema"]  # findings/jsonschema-extended-validator.sh
    return kind(schema)


def test_equal_items_are_not_taken_for_what_else_is_wrong(validator: Any) -> None:
    whole, apart = {"type": "integer"}, {"type": "string"}
    for part, right, wrong in ((whole, [1, 1, 2], [1, "1", 1]), (apart, ["1", "1"], ["1", 1])):
        schemas = (
            ({"items": part}, right, wrong),
            ({"additionalProperties": part}, dict(enumerate(right)), dict(enumerate(wrong))),
        )
        for schema, good, bad in schemas:
            for _ in range(2):
                tried = validator.evolve(schema=schema)
                assert tried.is_valid(good) and len(list(tried.iter_errors(bad))) == 1


def named(validator: Any, part: str) -> Any:
    """Tells what does not fit one part of the schema."""
    return validator.evolve(schema={**validator.schema, "oneOf": [{"$ref": f"#/$defs/{part}"}]})


def fits(validator: Any, document: forms.Document) -> dict[str, Any]:
    """A document as it is sent, which must fit."""
    found: dict[str, Any] = json.loads(wire.encode(document))
    wrong = next(named(validator, type(document).__name__).iter_errors(found), None)
    assert wrong is None, (found["type"], wrong.message[:300])
    assert found["format"] == "eastfront-wire/1"
    return found


def test_the_file_is_that_of_the_forms() -> None:
    assert json_schema.shipped().decode() == json_schema.text(), "run python -m eastfront.wire"
    jsonschema.Draft202012Validator.check_schema(json_schema.schema())
    assert json_schema.schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def update(state: State, seat: str, action: int) -> forms.Update:
    """What a seat is sent when an action is taken."""
    before, by = wire.observe(state, seat), str(state.to_move)
    name = state.game.notation(action)
    effects = state.push(action, effects=True) or []
    act = wire.act(before, wire.observe(state, seat), by, name, effects)
    return forms.Update(undone=0, acts=[act], stopped=False, position=wire.position(state, seat))


@pytest.mark.parametrize("scenario", ef.scenarios())
def test_positions_of_busy_play_fit(validator: Any, scenario: str) -> None:
    kinds, events, explained = set(), set(), 0
    acts = named(validator, "Act")
    for n, (state, action) in enumerate(sampled(scenario, range(1))):
        seats = wire.seats(state.game)
        mover = str(state.to_move) if state.to_move in seats else wire.UMPIRE
        kinds.add(state.decision)
        decision = fits(validator, wire.position(state, mover))["decision"]
        assert decision is None or len(decision["actions"]) == len(state.legal_actions)
        explained += battle_fits(validator, state, mover)
        if action >= 0:
            told = json.loads(wire.encode(update(state.copy(), seats[n % 3], action).acts[0]))
            assert acts.is_valid(told), told
            events |= {e["kind"] for e in told["events"]}
    assert len(kinds) > 12 and explained > 0
    assert {"placed", "unit flag", "hex flag", "variable"} <= events


def battle_fits(validator: Any, state: State, seat: str) -> bool:
    """Whether a battle is in progress; its explanation must fit, its chances add up."""
    battle = questions.in_progress(state, wire.observe(state, seat))
    if battle is None:
        return False
    found = fits(validator, battle)
    if not battle.unknown:
        chances = [c.partition("/") for c in found["distribution"].values()]
        assert sum(int(n) * 60 // int(d) for n, _, d in chances) == 60
    return True


def test_what_is_hidden_is_told_as_such(validator: Any) -> None:
    """The kinds of events that only a game with hidden units has."""
    events = set()
    rng = random.Random(4)
    state = ef.load(BLUE).new()
    state.push("automatic")
    for _ in range(900):
        if state.is_over:
            break
        names = state.legal_actions.list()
        told = update(state, "german", rng.choice(names))
        events |= {type(e).__name__ for e in told.acts[0].events}
    assert {"Revealed", "Concealed", "Hidden"} <= events


@pytest.mark.lowest
@pytest.mark.parametrize("scenario", [BLUE, "russian-campaign/campaign", "barbarossa-1971/berlin"])
def test_boards_and_answers_fit(validator: Any, scenario: str) -> None:
    game = ef.load(scenario)
    board = fits(validator, wire.board(game))
    assert [u["name"] for u in board["units"]] == game.units
    around = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    at = {h["id"]: h for h in board["hexes"]}
    for sides in board["hexsides"]:
        for a, b in sides["pairs"]:
            step = at[b]["column"] - at[a]["column"], at[b]["row"] - at[a]["row"]
            assert sides["through"] or step in around
    state = next(s for s, _ in sampled(scenario, range(1)) if s.decision == "movement")
    placed = [u for u, place in state.places().items() if place in at][:5]
    for unit in placed:
        fits(validator, wire.supply(state.supply(unit)))
        fits(validator, wire.reach([unit], state.reach(unit)))


def test_the_other_documents_fit(validator: Any) -> None:
    fits(validator, wire.scenarios())
    fits(
        validator,
        requests.Created(
            id="x",
            game="g",
            dice="manual",
            bots={"soviet": "busy"},
            seat="german",
            tokens={"german": "w"},
            invitations={"umpire": "v"},
        ),
    )
    seated = requests.Seated(id="x", game="g", dice="server", bots={}, seat="german", token="w")
    fits(validator, seated)
    fits(validator, requests.Seating(seats={"german": "open", "soviet": "busy"}))
    fits(validator, requests.News(version=1, turn=9, phase=None, to_move=None, decision=None))
    fits(validator, requests.Ended(id="x"))
    fits(validator, requests.Error(status=404, code="c", message="m", rule=None, place="$"))


@pytest.mark.lowest
def test_requests_fit_what_the_server_takes() -> None:
    parts = json_schema.schema()["$defs"]
    for form, good, bad in (
        (requests.NewGame, {"scenario": "a/b", "bots": {"x": "idle"}}, {"scenario": 3}),
        (requests.Push, {"action": 5}, {"action": -1}),
        (requests.Order, {"order": "end-movement", "version": 3}, {"order": "x", "more": 1}),
        (requests.Undo, {}, {"version": "1"}),
        (requests.BattleQuestion, {"target": "1", "attackers": ["a"]}, {"target": "1"}),
        (requests.Hello, {"token": "x"}, {}),
    ):
        fit = jsonschema.Draft202012Validator({"$defs": parts, "$ref": f"#/$defs/{form.__name__}"})
        assert fit.is_valid(good) and not fit.is_valid(bad)
        msgspec.convert(good, form)
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, form)


@pytest.mark.lowest
def test_the_schema_tells_a_wrong_document(validator: Any) -> None:
    state = ef.load(BLUE).new()
    right = json.loads(wire.encode(wire.position(state, "german")))
    for spoil in (
        lambda d: d.pop("version"),
        lambda d: d.update(format="eastfront-wire/2"),
        lambda d: d["observation"].update(key="xyz"),
        lambda d: d["decision"]["actions"][0].update(id="one"),
        lambda d: d.update(more=1),
        lambda d: d.update(type="something"),
    ):
        wrong = copy.deepcopy(right)
        spoil(wrong)
        assert not validator.is_valid(wrong)


@pytest.mark.lowest
def test_equal_positions_give_equal_bytes() -> None:
    state = ef.load("russian-campaign/campaign").new()
    for seat in wire.seats(state.game):
        assert wire.encode(wire.position(state, seat)) == wire.encode(
            wire.position(state.copy(), seat)
        )


def test_every_note_of_a_game_says_what_its_numbers_are() -> None:
    from eastfront.positions.layout import layout_of

    for scenario in ef.scenarios():
        document = layout_of(ef.load(scenario)).document
        assert set(document["notes"]) <= set(document["drawing"]["notes"])
