"""Games over HTTP: created, viewed, played, undone, queried, recorded."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import eastfront as ef
from eastfront import record

from .clients import BLUE, CAMPAIGN, ZITADELLE, make, play, server


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with server() as made:
        yield made


@pytest.mark.lowest
def test_what_can_be_played(client: TestClient) -> None:
    found = client.get("/api/scenarios").json()
    assert [s["id"] for s in found["scenarios"]] == ef.scenarios()
    campaign = next(s for s in found["scenarios"] if s["id"] == "russian-campaign/campaign")
    assert campaign["sides"] == ["axis", "russian"]
    options = {o["name"]: o for o in campaign["options"]}
    assert options["artillery"]["least"] is None
    assert (options["bid"]["least"], options["bid"]["most"]) == (-99, 99)
    assert "greedy" in found["bots"]
    board = client.get(f"/api/scenarios/{BLUE}/map").json()
    assert len(board["units"]) == len(ef.load(BLUE).units)
    assert {h["id"] for h in board["hexes"]} == set(ef.load(BLUE).hexes)


@pytest.mark.lowest
def test_what_a_rule_says(client: TestClient) -> None:
    said = client.get("/api/rules/TRC-15.4a").json()
    assert (said["type"], said["id"], said["section"]) == ("rule", "TRC-15.4a", "15.4")
    assert said["text"] == ef.rule("TRC-15.4a").text
    missing = client.get("/api/rules/TRC-15")
    assert (missing.status_code, missing.json()["code"]) == (404, "unknown-rule")


def test_a_whole_game_through_what_the_server_tells(client: TestClient) -> None:
    game = make(client, seed=3)
    game.push("automatic", seat="german")
    taken = play(game, random.Random(3), 5000, idle=0.7)
    assert taken > 60
    end = game.position("german")
    assert end["decision"] is None and end["phase"] is None
    assert end["outcome"]["rule"].startswith("BD-")
    game.push("end-movement", seat="german", status=409)
    kept = record.parse(game.get("/record", seat="soviet").text)
    assert bytes(kept.replay()) == bytes(game.table.state.copy())
    assert kept.seed == 3 and kept.players == {"german": "person", "soviet": "person"}


def test_options_reach_the_game(client: TestClient) -> None:
    game = make(client, CAMPAIGN, options=["artillery", "bid=5"])
    kept = record.parse(game.get("/record", seat="axis").text)
    assert kept.options == ("artillery", "bid=5")


@pytest.mark.parametrize("scenario", [BLUE, CAMPAIGN, "russian-campaign/bagration", ZITADELLE])
def test_a_game_begins_with_the_set_up_that_ships(client: TestClient, scenario: str) -> None:
    game = make(client, scenario, setup="ready", seed=5)
    state = ef.load(scenario).new()
    ef.set_up(state)
    table = game.table
    assert [table.state.place(unit) for unit in table.game.units] == [
        state.place(unit) for unit in state.game.units
    ]
    assert "set-up" not in table.state.stack and table.unplayed
    # no side takes it back, and the record holds it
    assert not any(game.position(side)["can_undo"] for side in table.game.sides)
    assert table.version == len(list(table.recorder.record.actions)) > 0
    play(game, random.Random(1), 5)
    assert not table.unplayed


@pytest.mark.parametrize(
    ("wanted", "status", "code", "place"),
    [
        ({}, 400, "bad-request", "$"),
        ({"scenario": "nowhere/nothing"}, 404, "unknown-scenario", "$.scenario"),
        ({"scenario": "../../etc/passwd"}, 404, "unknown-scenario", "$.scenario"),
        ({"scenario": BLUE, "options": ["chess"]}, 400, "bad-options", "$.options"),
        ({"scenario": CAMPAIGN, "options": ["bid=100"]}, 400, "bad-options", "$.options"),
        ({"scenario": BLUE, "dice": "loaded"}, 400, "bad-request", "$.dice"),
        ({"scenario": BLUE, "seed": -1}, 400, "bad-request", "$.seed"),
        ({"scenario": BLUE, "seed": "one"}, 400, "bad-request", "$.seed"),
        ({"scenario": BLUE, "bots": {"finnish": "idle"}}, 400, "unknown-side", "$.bots"),
        ({"scenario": BLUE, "bots": {"german": "wise"}}, 400, "unknown-bot", "$.bots.german"),
        ({"scenario": BLUE, "seat": "finnish"}, 400, "unknown-side", "$.seat"),
        (
            {"scenario": BLUE, "seat": "german", "bots": {"german": "idle"}},
            400,
            "unknown-side",
            "$.seat",
        ),
        ({"scenario": BLUE, "setup": "mine"}, 400, "bad-request", "$.setup"),
        ({"scenario": BLUE, "colour": "red"}, 400, "bad-request", "$"),
    ],
)
def test_a_game_that_cannot_be_had(
    client: TestClient, wanted: dict[str, object], status: int, code: str, place: str
) -> None:
    answer = client.post("/api/games", json=wanted)
    found = answer.json()
    assert (answer.status_code, found["status"]) == (status, status)
    assert (found["code"], found["place"]) == (code, place), found


@pytest.mark.lowest
def test_a_refusal_names_its_rule(client: TestClient) -> None:
    game = make(client)
    game.push("automatic", seat="german")
    for action in ("coastal-supply", "end-replacements", "south", "move-fight", "end-strategic"):
        game.push(action, seat=game.mover())
    while game.table.state.decision != "movement":
        game.push("ask-never", seat=game.mover())
    before = game.key
    found = game.post("/orders", {"order": "9AK 1709x1708"}, seat="german", status=422)
    assert found["code"] == "illegal-action" and found["rule"] == "BD-10.24a"
    assert found["message"].startswith("BD-10.24a: mobile assault needs mechanised units only")
    assert found["place"] == "$.order"
    game.push("move LPMA", seat="german", status=422)
    assert game.push("fly-in", seat="german", status=422)["place"] == "$.action"
    assert game.push("no such thing", seat="german", status=400)["code"] == "unknown-action"
    assert game.push(10**9, seat="german", status=400)["code"] == "unknown-action"
    assert game.push("end-movement", seat="soviet", status=409)["code"] == "not-your-turn"
    assert game.key == before
    done = game.post("/orders", {"order": "3Pz+14Pz 2506-2507"}, seat="german")
    assert [a["action"] for a in done["acts"]] == ["move 3Pz", "with 14Pz", "to 2507", "stop"]
    assert not done["stopped"] and game.table.state.place("3Pz") == "2507"


def test_a_request_for_another_version_is_stale(client: TestClient) -> None:
    game = make(client)
    now = game.position("german")["version"]
    game.post("/actions", {"action": "automatic", "version": now}, seat="german")
    found = game.post(
        "/actions", {"action": "automatic", "version": now}, seat="german", status=409
    )
    assert found["code"] == "stale" and found["place"] == "$.version"
    game.post("/undo", {"version": now}, seat="umpire", status=409)


def test_words_of_seats(client: TestClient) -> None:
    game, other = make(client), make(client)
    assert set(game.tokens) == {"german", "soviet", "umpire"}
    assert len({*game.tokens.values(), *other.tokens.values()}) == 6
    assert client.get(game.path).status_code == 401
    assert client.get(game.path, headers={"Authorization": "Basic x"}).status_code == 401
    assert client.get(game.path, headers=other.head("german")).status_code == 404
    assert client.get("/api/games/nothing", headers=game.head("german")).status_code == 404
    assert client.get(game.path, headers={"Authorization": b"Bearer \xe9"}).status_code == 404


def test_whoever_makes_a_game_has_one_seat(client: TestClient) -> None:
    made = client.post("/api/games", json={"scenario": BLUE}).json()
    path = f"/api/games/{made['id']}"
    assert made["seat"] == "german" and set(made["tokens"]) == {"german"}
    assert set(made["invitations"]) == {"soviet", "umpire"}
    head = {"Authorization": f"Bearer {made['tokens']['german']}"}
    seats = client.get(f"{path}/seats", headers=head).json()["seats"]
    assert seats == {"german": "taken", "soviet": "open", "umpire": "open"}
    asked = {"invitation": made["invitations"]["soviet"]}
    seated = client.post(f"{path}/seats", json=asked).json()
    assert (seated["type"], seated["seat"], seated["id"]) == ("seated", "soviet", made["id"])
    found = client.get(path, headers={"Authorization": f"Bearer {seated['token']}"}).json()
    assert found["observation"]["seat"] == "soviet"
    again = client.post(f"{path}/seats", json=asked)
    assert again.status_code == 404 and again.json()["code"] == "unknown-game"
    seats = client.get(f"{path}/seats", headers=head).json()["seats"]
    assert seats == {"german": "taken", "soviet": "taken", "umpire": "open"}
    wanted = {"scenario": BLUE, "seat": "umpire", "bots": {"german": "idle"}}
    umpire = client.post("/api/games", json=wanted).json()
    assert set(umpire["tokens"]) == {"umpire"} and set(umpire["invitations"]) == {"soviet"}
    head = {"Authorization": f"Bearer {umpire['tokens']['umpire']}"}
    seats = client.get(f"/api/games/{umpire['id']}/seats", headers=head).json()["seats"]
    assert seats == {"german": "idle", "soviet": "open", "umpire": "taken"}


@pytest.mark.lowest
def test_what_a_seat_sees(client: TestClient) -> None:
    game = make(client)
    game.push("automatic", seat="german")
    state = game.table.state
    for seat in ("german", "soviet"):
        found, seen = game.position(seat), state.observation(seat)
        assert found["observation"]["key"] == f"{seen.key:016x}"
        assert found["decision"]["yours"] == (state.to_move == seat)
        assert [a["notation"] for a in found["decision"]["actions"]] == list(seen.labels)
        ids = [state.game.action_of(a["id"]) for a in found["decision"]["actions"]]
        assert ids == list(seen.legal_actions)
    german = game.position("german")["observation"]["places"]["1210"]
    assert [c["unit"] for c in german] == ["4A", None, None, None]
    umpire = game.position("umpire")
    assert umpire["observation"]["hidden"] == [] and umpire["decision"]["actions"] == []
    assert "standing hero city" in umpire["observation"]["variables"]
    assert [c["unit"] for c in umpire["observation"]["places"]["1210"]] == state.units_at("1210")


def test_questions(client: TestClient) -> None:
    game = make(client)
    game.push("automatic", seat="german")
    state = game.table.state.copy()
    supply = game.get("/supply?unit=3Pz", seat="german").json()
    assert supply["text"] == str(state.supply("3Pz")) and supply["path"]
    reach = game.get("/reach?unit=3Pz&unit=14Pz", seat="german").json()
    assert reach["hexes"] == dict(state.reach(["3Pz", "14Pz"], full=True))
    found = game.post("/battle", {"target": "1708", "attackers": ["9AK"]}, seat="umpire")
    asked = state.battle("1708", ["9AK"])
    assert (found["odds"], found["column"]) == (asked.odds, asked.column)
    assert found["text"] == asked.explain() and found["distribution"]
    assert found["unknown"] == 0
    seen = game.post("/battle", {"target": "1708", "attackers": ["9AK"]}, seat="german")
    assert seen["text"] == state.battle("1708", ["9AK"], seen_by="german").explain()
    for path in ("/supply?unit=chess", "/reach?unit=chess", "/supply"):
        assert game.get(path, seat="german", status=422).json()["place"] == "unit"
    game.get("/reach", seat="german", status=400)
    for path in ("/supply?unit=66A", "/reach?unit=66A"):
        assert game.get(path, seat="german", status=409).json()["code"] == "hidden"
    game.get("/supply?unit=52A", seat="soviet")
    question = {"target": "1708", "attackers": ["52A"]}
    assert game.post("/battle", question, seat="german", status=409)["code"] == "hidden"
    question = {"target": "9999", "attackers": ["9AK"]}
    assert game.post("/battle", question, seat="german", status=422)["code"] == "bad-question"
    for path in ("/battle", "/battle?last=1"):
        assert game.get(path, seat="german", status=404).json()["code"] == "no-battle"


def test_maps(client: TestClient) -> None:
    game = make(client)
    assert game.get("/map", seat="german").json()["game"] == BLUE
    picture = game.get("/map.svg", seat="german")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text == ef.render.svg(game.table.state, "german")
    assert game.get("/map.svg", seat="umpire").text == ef.render.svg(game.table.state)
    assert game.get("/map.svg?empty=1", seat="soviet").text == ef.render.svg(game.table.game)


def test_undo(client: TestClient) -> None:
    game = make(client, CAMPAIGN, dice="manual")
    rng = random.Random(8)
    assert game.post("/undo", {}, seat="axis", status=409)["code"] == "no-undo"
    play(game, rng, 30)
    seat = game.mover()
    before = game.key
    actions = game.position(seat)["decision"]["actions"]
    done = game.push(actions[0]["id"], seat=seat)
    assert done["position"]["can_undo"]
    other = next(s for s in ("axis", "russian") if s != seat)
    assert not game.position(other)["can_undo"]
    game.post("/undo", {}, seat=other, status=409)
    undone = game.post("/undo", {}, seat=seat)
    assert undone["undone"] == 1 and undone["acts"] == []
    assert (game.key[0], game.key[2]) == (before[0], before[2])
    assert undone["position"]["version"] == before[1] + 2


def test_the_umpire_takes_everything_back(client: TestClient) -> None:
    game = make(client, CAMPAIGN, seed=5)
    start = game.key
    rng, taken = random.Random(5), 0
    while taken == len(game.key[2]):
        taken += play(game, rng, 1)
    taken += play(game, rng, 5)
    assert len(game.key[2]) > taken, "no die was rolled"
    while game.position("umpire")["can_undo"]:
        game.post("/undo", {}, seat="umpire")
        assert game.table.state.to_move != "chance"
    assert (game.key[0], game.key[2]) == (start[0], start[2])


def test_a_die_that_has_fallen_is_not_taken_back(client: TestClient) -> None:
    game = make(client, seed=6)
    rng = random.Random(6)
    for _ in range(400):
        seat = game.mover()
        actions = game.position(seat)["decision"]["actions"]
        done = game.push(rng.choice(actions)["id"], seat=seat)
        if done["acts"][-1]["by"] == "chance":
            break
    assert done["acts"][-1]["by"] == "chance" and not done["position"]["can_undo"]
    game.post("/undo", {}, seat=seat, status=409)


def test_manual_dice(client: TestClient) -> None:
    game = make(client, CAMPAIGN, dice="manual")
    rng = random.Random(2)
    while game.table.state.to_move != "chance":
        play(game, rng, 1)
    assert not game.position("axis")["decision"]["actions"]
    actions = game.position("umpire")["decision"]["actions"]
    assert [a["notation"] for a in actions] == [f"roll {n}" for n in range(1, 7)]
    assert {a["chance"] for a in actions} == {"1/6"}
    before = game.key
    game.push("roll 7", seat="umpire", status=400)
    game.push("end-movement", seat="axis", status=409)
    assert game.key == before
    done = game.push("roll 3", seat="umpire")
    assert done["acts"][0]["by"] == "chance" and done["acts"][0]["action"] == "roll 3"
    while game.table.state.to_move != "chance":
        play(game, rng, 1)
    done = game.push("roll 4", seat="russian")  # whoever reads the dice
    assert done["acts"][0]["by"] == "chance" and done["acts"][0]["action"] == "roll 4"


def test_the_dice_of_the_server_are_its_own(client: TestClient) -> None:
    game = make(client, CAMPAIGN)
    waiting = next(seat for seat in ("axis", "russian") if seat != game.mover())
    game.push("roll 3", seat=waiting, status=409)
    game.push("roll 3", seat="umpire", status=409)


def test_the_last_battle_is_explained(client: TestClient) -> None:
    game = make(client, CAMPAIGN, seed=9)
    rng = random.Random(9)
    for _ in range(3000):
        seat = game.mover()
        actions = game.position(seat)["decision"]["actions"]
        done = game.push(rng.choice(actions)["id"], seat=seat)
        notes = [e for a in done["acts"] for e in a["events"] if e.get("name") == "battle"]
        if notes and any(a["by"] == "chance" for a in done["acts"]):
            break
    found = game.get("/battle?last=1", seat=seat).json()
    facts = notes[-1]["facts"]
    assert found["result"] == facts["result"] and facts["target"] in found["target"]
    assert (found["attack"], found["defence"]) == (facts["attack"], facts["defence"])
    assert sum(len(o["dice"]) for o in found["outcomes"]) == 6


def test_ending_a_game(client: TestClient) -> None:
    game = make(client)
    assert client.delete(game.path, headers=game.head("german")).status_code == 403
    assert client.delete(game.path, headers=game.head("umpire")).json()["type"] == "ended"
    assert client.get(game.path, headers=game.head("umpire")).status_code == 404


def test_records_tell_no_more_than_a_side_may_know(client: TestClient) -> None:
    game = make(client, seed=4)
    game.push("automatic", seat="german")
    assert game.get("/record", seat="german", status=403).json()["code"] == "not-yet"
    kept = record.parse(game.get("/record", seat="umpire").text)
    assert list(kept.actions) == ["automatic"] and kept.seed is None
    kept.replay()
    played = make(client, CAMPAIGN, seed=4)
    play(played, random.Random(1), 5)
    kept = record.parse(played.get("/record", seat="axis").text)
    assert kept.seed is None and kept.replay().key == played.table.state.key


@pytest.mark.lowest
def test_the_page(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'sha256-" in policy
    assert "http:" not in page.text.replace("http://www.w3.org/2000/svg", "")
    schema = client.get("/api/schema")
    assert schema.json()["title"] == "eastfront-wire/1"


@pytest.mark.lowest
def test_what_no_route_answers(client: TestClient) -> None:
    for path in ("/nothing", "/api", "/api/games/x/y", "/api/scenarios/a/b", "/../../etc/passwd"):
        answer = client.get(path)
        assert answer.status_code == 404 and answer.json()["type"] == "error"
    answer = client.put("/api/games")
    assert answer.status_code == 405 and answer.json()["code"] == "wrong-method"
    assert answer.headers["allow"] == "POST"


@pytest.mark.lowest
def test_other_hosts_and_origins(client: TestClient) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"Origin": "http://evil.example"}).status_code == 403
    assert client.get("/", headers={"Origin": "http://127.0.0.1"}).status_code == 200
