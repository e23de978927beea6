"""The disguise: a bijection of names at the edge of a seat, under which games play the same."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import pytest
from tools.model_text import MEDIAN, PERCENTILE_99, percentile

from eastfront._core import Game
from eastfront.loading import catalogue
from eastfront.loading.game import load
from eastfront.mcp.disguise import Disguise
from eastfront.mcp.tools import Tools
from eastfront.positions.layout import layout_of
from eastfront.serve.problem import Problem

from .seats import BLUE, CAMPAIGN, at, listed, ready, refused, some

CAMPAIGN_71 = "barbarossa-1971/campaign"
GAMES = {BLUE: ("german", "soviet"), CAMPAIGN: ("axis", "russian"), CAMPAIGN_71: ("axis", "soviet")}
SEEDS = (7, 8)

HISTORY = frozenset(
    re.findall(
        r"\w+",
        """
allied armeegruppe axis bagration balaton baltic barbarossa belgrade berlin blau bryansk bucharest
budapest bulgaria bulgarian caucasus citadel crimea danube dietl dnepr dnieper don donets dvina
eastfront estonia finland finnish finns flak france german germans germany goering gorki grozny
guards hermann hitler hungarian hungary italian italy japan karelia kerch kharkov kiev konigsberg
krakow kremlin kursk latvia leningrad lithuania luftwaffe lvov maikop manstein minsk moscow neva
odessa oder okh panzer paulus ploesti poland polish pripet prussia riga romania romanian rostov
rumania rumanian russia russian russians rvgk rzhev saratov sevastopol siberia siberian slovakia
smolensk soviet soviets stalin stalingrad stalino stavka stuka stukas sturmovik sturmoviks tula
tunisia turkey ukraine ukrainian ural urals ussr vienna vilna vistula vitebsk vlasov volga volkhov
voronezh warsaw waffen yaroslavl yugoslav yugoslavia zitadelle north south east west northern
southern eastern western 1941 1942 1943 1944 1945
""",
    )
)
"""Words of the history of the war, and directions of the map."""

TERMS = frozenset(
    re.findall(
        r"\w+",
        """
A AE AR AS AV Accumulation Additions Adjustment Administrative Any Apr April Ar Armies Armor
Armored Army Artillery Assault At Attack Aug August Automatic B BB Back Barrage Battle Bid Box C
CM CRT CS Campaign Cavalry Chart Check Cities City Clear Combat Command Convert Corps D DE DP DR
DRM DS De Death Dec December Deep Distraction District Districts E EX Eliminated Ends Evacuation
F FA FC FP Feb February First Fortress GT Gambit Game Games General Government Grand Greater
Group H HC HQ HQs Hills Holding I ICA II III IV If Industrial Industry Infantry Jan January Jul
July Jun June K KG KSC L LCFC Leaders Light Line Logistics MA MAC MF MG MOVE MP Map Mar March
May Military Motorized Mountain Move Movement Mtn Mud Mutual N NATO Neutrality Not Nov November
OB OMB OOS Oct October Off Or Order PA Para Parachute Paratroop Pause Phase Phases Player Point
Points Pool Prepared RP RPs RR Range Reaction Record Recovery Red Region Replacement
Replenishment Reserve Reservoir Restrictions Results Retreat Rifle River Road S Scenario
Scenarios Sea Second Sellout Sep September Set Shock Snow Start Strait Straits Strategic Sudden
Supply Surrendered TB TEC TRRT Table Tables Tank The Track Transport Turn Turns UP Units Up
Upper Uprising VI VP VPs Variants Victory W Watch Weather Worker Workers XIV XXX XXXX XXXXX
XXXXXX Y ZOC ZOCs
""",
    )
)
"""Capitalised terms of the rulebooks that name nothing of history."""


@lru_cache
def disguise(scenario: str, seed: int = 7) -> Disguise:
    return Disguise(load(scenario), seed)


def rules(scenario: str) -> list[catalogue.Statement]:
    """The rules of a scenario's game."""
    game = scenario.partition("/")[0]
    return [rule for rule in catalogue._every().values() if rule.game == game]


def names(game: Game) -> list[str]:
    """The names of a game that a model may read or write."""
    hidden = layout_of(game).document
    found = [*game.units, *game.unit_ids, *game.hexes, *game.boxes, *game.sides, game.title]
    for part in ("unit_flags", "unit_fields", "hex_flags"):
        found += hidden[part]
    found += [one["name"] for part in ("verbs", "variables") for one in hidden[part]]
    return found


# -- a bijection --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", GAMES)
def test_a_text_disguised_twice_is_the_text(scenario: str, seed: int) -> None:
    names_, game = disguise(scenario, seed), load(scenario)
    texts = [text for rule in rules(scenario) for text in (rule.id, rule.text, rule.area)]
    for text in [*texts, *names(game)]:
        assert names_.into(names_.out(text)) == text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", GAMES)
def test_no_two_names_become_one(scenario: str, seed: int) -> None:
    names_, found = disguise(scenario, seed), set(names(load(scenario)))
    assert len({names_.out(name) for name in found}) == len(found)


@pytest.mark.parametrize("scenario", GAMES)
def test_every_action_and_order_comes_back(scenario: str) -> None:
    names_, game = disguise(scenario), load(scenario)
    for number in random.Random(1).sample(range(game.num_actions), 2000):
        notation = game.notation(game.action_of(number))
        assert names_.into(names_.out(notation)) == notation
    first, second = game.hexes[100:102]
    for order in (
        f"{game.units[0]}+{game.units[1]} {first}-{second}x{first}",
        f"{game.units[2]} x{first}",
        f'"{game.units[3]}" {first}-{second}; {game.units[4]} {second}x{first}',
    ):
        told = names_.out(order)
        assert first not in told and names_.into(told) == order


@pytest.mark.parametrize("scenario", GAMES)
def test_seeds_differ_and_repeat(scenario: str) -> None:
    one, two, game = disguise(scenario, 7), disguise(scenario, 8), load(scenario)
    some_ = [*game.units[:20], *game.hexes[:50]]
    assert one.out(some_) != two.out(some_)
    assert one.out(some_) == Disguise(game, 7).out(some_)


@pytest.mark.parametrize("scenario", GAMES)
def test_neighbours_follow_from_the_numbers(scenario: str) -> None:
    """As the note tells a model: rows with odd numbers stand half a hex to the right."""
    names_, game = disguise(scenario), load(scenario)
    layout = layout_of(game)
    there = {names_.out(hex_) for hex_ in game.hexes}
    for hex_ in game.hexes:
        around = [layout.neighbor(layout.place_index[hex_], d) for d in range(6)]
        beside = {names_.out(layout.hex_names[h]) for h in around if h is not None}
        found = re.fullmatch(r"c(\d+)r(\d+)", names_.out(hex_))
        assert found
        c, r = int(found[1]), int(found[2])
        left = c - 1 + r % 2
        near = [(c - 1, r), (c + 1, r), *((left + n, r + d) for n in (0, 1) for d in (-1, 1))]
        assert beside == {f"c{a:02}r{b:02}" for a, b in near if a >= 0 and b >= 0} & there


# -- nothing of history -------------------------------------------------------------------------


def historic(text: str) -> list[str]:
    """The historic words in a text."""
    return [word for word in re.findall(r"[a-z0-9]+", text.lower()) if word in HISTORY]


def real(game: Game, text: str) -> list[str]:
    """The real names of units and hexes in a text."""
    words = set(re.findall(r"[A-Za-z0-9]+", text))
    parted = [name for name in game.units if not name.isalnum()]
    found = [name for name in parted if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    return [*(words & {*game.units, *game.hexes}), *found]


@pytest.mark.parametrize("scenario", GAMES)
def test_rule_texts_name_nothing_of_history(scenario: str) -> None:
    names_, game = disguise(scenario), load(scenario)
    for rule in rules(scenario):
        told = names_.out(rule.text)
        assert not historic(told), told
        assert not real(game, told), told
        assert names_.out(rule.id).startswith("R-")
        for word in re.finditer(r"[A-Za-z]+", rule.text):
            before = rule.text[: word.start()]
            first = not before or re.search(r"([.:;!?(]|\d) *$", before)
            if word[0][0].isupper() and not first and word[0] in told:
                kept = re.search(rf"(?<!\w){word[0]}(?!\w)", told)
                assert not kept or word[0] in TERMS, (word[0], told)


def answers(tools: Tools, rng: random.Random) -> Iterator[str]:
    """What a model reads from a seat, asked in its own names."""
    told = tools.position()
    yield told
    yield tools.guide()
    game = tools.table.game
    out = tools._names.out
    hexes = [out(hex_) for hex_ in rng.sample(game.hexes, 6)]
    units = [out(unit) for unit in rng.sample(game.units, 6)]
    yield tools.look(hexes, 1)
    yield tools.look([out(box) for box in game.boxes], 0)
    legal = listed(game, told)
    for ask in (
        lambda: tools.reach(units[:1], True),
        lambda: tools.supply(units[1]),
        lambda: tools.odds(hexes[0], units[2:3], None, ()),
        lambda: tools.why_not(f"{units[3]} {hexes[0]}-{hexes[1]}"),
        lambda: tools.why_not(f"{legal[0].split(' ')[0]} {units[4]}"),
        lambda: tools.play(f"{units[5]} nonsense", []),
    ):
        try:
            yield str(ask())
        except Problem as problem:
            yield tools.refused(problem)


@pytest.mark.parametrize("scenario", GAMES)
def test_no_answer_names_anything_of_history(scenario: str) -> None:
    game, rng, count = load(scenario), random.Random(3), 0
    for state in some(game, 8, step=47):
        for told in answers(at(state, names=disguise(scenario)), rng):
            assert not historic(told), historic(told)
            assert not real(game, told), real(game, told)
            count += len(told)
    assert count > 40_000


@pytest.mark.parametrize("scenario", GAMES)
def test_a_disguised_position_is_short_too(scenario: str) -> None:
    found = [
        len(at(state, names=disguise(scenario)).position())
        for state in some(load(scenario), 8, step=61)
    ]
    assert percentile(found, 0.5) <= MEDIAN
    assert max(found) <= PERCENTILE_99


def test_a_real_name_is_unknown_and_tells_nothing() -> None:
    """Who remembers a hex cannot learn what it is called now."""
    names_ = disguise(BLUE)
    tools = at(ready(BLUE, "german").table.state, "german", names_)
    for ask, real_name in (
        (lambda: tools.look(["1606"], 0), "1606"),
        (lambda: tools.supply("3Pz"), "3Pz"),
        (lambda: tools.reach(["3Pz"], True), "3Pz"),
        (lambda: tools.odds("1708", ["9AK"], None, ()), "1708"),
        (lambda: tools.play("3Pz 2506-2507", []), "3Pz"),
        (lambda: tools.play("move 3Pz", []), "3Pz"),
        (lambda: tools.rule("BD-7.4b"), "BD-7.4b"),
    ):
        said = tools.refused(refused(ask))
        assert names_.out(real_name) not in said, said
        assert historic(said.replace(real_name, "")) == []


# -- the same game ------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "side"), [(game, sides[0]) for game, sides in GAMES.items()])
def test_games_play_the_same(scenario: str, side: str) -> None:
    """The same choices, in each one's own names, lead to the same states and tell the same."""
    names_, rng = disguise(scenario), random.Random(11)
    state = ready(scenario, side).table.state
    plain, turned = at(state.copy(), side), at(state.copy(), side, names_)
    for _ in range(60):
        mover = plain.table.state.to_move
        if mover is None:
            break
        for tools in (plain, turned):
            tools.seat = "umpire" if mover == "chance" else mover
        action = rng.choice(plain.table.state.legal_actions.names())
        if mover != "chance":
            legal = listed(plain.table.game, plain.decision())
            assert sorted(names_.out(legal)) == sorted(words(turned, scenario))
        one = plain.play(action, [plain.seat]).updates[plain.seat]
        two = turned.play(names_.out(action), [turned.seat]).updates[turned.seat]
        assert bytes(plain.table.state) == bytes(turned.table.state)
        told = turned.events(msgspec.json.decode(two))
        assert told == names_.out(plain.events(msgspec.json.decode(one)))


def words(tools: Tools, scenario: str) -> list[str]:
    """The legal actions that a model in disguise reads."""
    names_ = disguise(scenario)
    game = tools.table.game
    hexes = {
        names_.out(verb["name"])
        for verb in layout_of(game).document["verbs"]
        if verb["domain"] == "Hex"
    }
    return listed(game, tools.decision(), hexes)
