"""Sites of mutants: wherever code states a rule, assigned to that rule."""

from __future__ import annotations

import ast
from collections import Counter
from functools import lru_cache, partial
from pathlib import Path

import pytest
from tools.mutate import __main__ as command
from tools.mutate import planted as planted_module
from tools.mutate.ledger import Ledger, stands
from tools.mutate.mutant import ROOT, Mutant
from tools.mutate.owners import Catalogue, Owners, Source
from tools.mutate.planted import equivalent, planted
from tools.mutate.sites import Sites
from tools.mutate.trial import KILLED

import eastfront as ef
from eastfront.program import smaller
from eastfront.scenario import load_scenario

pytestmark = pytest.mark.checkout

GAMES = ["barbarossa-deluxe", "russian-campaign", "barbarossa-1971"]


@lru_cache(maxsize=3)
def mutants(game: str) -> list[Mutant]:
    return command.mutants_of(game)


def changes(game: str, place: str) -> dict[str, tuple[str, ...]]:
    """The changes of a method, with the rules that each belongs to."""
    found = (m for m in mutants(game) if m.path.endswith(".py") and m.place == place)
    return {m.change(): m.rules for m in found}


def test_a_condition_is_changed_in_each_way() -> None:
    found = changes("barbarossa-deluxe", "Retreats.near")
    assert found["ways & self.land -> ways"] == found["ways & self.land -> self.land"]
    assert "ways & self.land -> (ways | self.land)" in found
    assert "start.adjacent(self.field) -> start.adjacent()" in found
    held = changes("barbarossa-deluxe", "Retreats.held_by_enemies")
    assert "1 - side -> side" in held
    assert "occupied(1 - side) - self.attack_hexes() -> occupied(1 - side)" in held


def test_of_switches_of_rules_alone_no_two_are_joined_otherwise() -> None:
    """With all rules in force it is the same; but not where an option or a fact is among them."""
    mixed = 'bool(self.data.setup.get("absent")) and in_force("TRC-27.21d")'
    joined = " or ".join(f"({part})" for part in mixed.split(" and "))
    assert f"{mixed} -> {joined}" in changes("russian-campaign", "GameTurn.define")


SWITCHES = '''
class Lines(Section):
    def both(self, side):
        """X-1.1a, X-1.1b: switches alone."""
        return in_force("X-1.1a") and in_force("X-1.1b")

    def each(self, side):
        return by("X-1.1a" if side == 0 else "X-1.1b", self.near & side, otherwise=self.far - 1)

    @rule(lambda self, side: RULES[1 - side], "X-1.1a", otherwise=lambda self, side: self.far & 1)
    def stated(self, side):
        return self.near | side

    @Lines.closed.then(unless="X-1.1b")
    def without(self, closed, side):
        """X-1.1b: not so without it."""
        return closed & self.far
'''


def test_what_is_so_while_a_rule_is_off_has_no_sites(tmp_path: Path) -> None:
    """Nor have switches alone, nor what says which rule is meant."""
    (tmp_path / "lines.py").write_text(SWITCHES, encoding="utf-8")
    (tmp_path / "rules.py").write_text("", encoding="utf-8")
    found = [m for m in Sites(tmp_path, Catalogue(frozenset({"X-1.1a", "X-1.1b"}))) if m.rules]
    own = [m for m in found if m.path.endswith("lines.py")]
    assert {(m.place, m.old) for m in own} == {
        ("Lines.each", "self.near & side"),
        ("Lines.stated", "self.near | side"),
    }
    assert {m.rules for m in own} == {("X-1.1a", "X-1.1b"), ("X-1.1a",)}


def test_how_many_arguments_something_takes_states_no_rule() -> None:
    asked = changes("barbarossa-deluxe", "Assault.define_queries")
    assert "1 -> 2" not in asked and "1 - side -> side" in asked


def test_which_rule_is_asked_for_states_none() -> None:
    """Two rules alike, one for each side: with both in force either question has one answer."""
    found = changes("russian-campaign", "Railroads.convert")
    assert found and not [c for c in found if c.startswith(("AXIS ->", "side == AXIS ->"))]
    # nor does whether one of two is in force or both
    found = changes("russian-campaign", "Railroads.convert_rail")
    assert "1 - side -> side" in found and "in_force" not in str(sorted(found))


def test_a_site_belongs_to_the_rule_of_its_statement() -> None:
    found = changes("barbarossa-deluxe", "Retreats.near")
    assert found["start.adjacent(self.field) -> start"] == ("BD-11.28a",)


def test_a_site_without_one_belongs_to_those_of_its_method_and_of_its_callers() -> None:
    near = changes("barbarossa-deluxe", "Retreats.near")["ways & self.land -> ways"]
    assert set(near) == {"BD-11.28a"}
    # no rule stands where the odds are named, but where they are used
    steps = changes("russian-campaign", "LADDER")
    assert steps and all(rules for rules in steps.values())


@pytest.mark.parametrize(
    ("game", "limits"),
    [
        ("barbarossa-deluxe", {"BD-6.3a"}),
        ("russian-campaign", {"TRC-6.1b", "TRC-6.1c"}),
        ("barbarossa-1971", {"SPI-STACK-GEN1", "SPI-STACK-GEN2", "SPI-STACK-GEN4"}),
    ],
)
def test_what_the_systems_state_belongs_to_every_rule_that_is_handed_to_it(
    game: str, limits: set[str]
) -> None:
    """A limit of stacking to the rules of the limits, and to those that ask it."""
    for place in ("AtMost.crowded", "AtMost.exceeded"):
        found = changes(game, place)
        assert found and all(limits < set(rules) for rules in found.values())


def test_sections_and_lists_of_rules_are_understood() -> None:
    catalogue = Catalogue.of("barbarossa-deluxe")
    assert catalogue.ids("toward home (BD-11.27c, d).") == {"BD-11.27c", "BD-11.27d"}
    assert {"BD-11.27a", "BD-11.27f"} <= catalogue.ids("BD-11.27: retreats")
    assert catalogue.ids("BD-99.1a and D-24") == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_two_mutants_have_one_name(game: str) -> None:
    assert len({m.id for m in mutants(game)}) == len(mutants(game))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_planted_can_be_read(game: str) -> None:
    texts = {m.path: (ROOT / m.path).read_text(encoding="utf-8") for m in mutants(game)}
    by_hand = [mutant for mutant in mutants(game) if mutant.operator == "by hand"]
    for mutant in (*mutants(game)[::40], *by_hand):
        changed = mutant.apply(texts[mutant.path])
        assert changed != texts[mutant.path]
        if mutant.path.endswith(".py"):
            ast.parse(changed)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_datum_planted_in_a_scenario_loads(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else any test would find it, whatever the test says."""
    plain = Path.read_bytes
    for name in (name for name in ef.scenarios() if name.startswith(f"{game}/")):
        path = ROOT / f"scenarios/{name}.toml"
        for mutant in planted(game):
            if mutant.path == f"scenarios/{name}.toml":
                changed = {path.resolve(): mutant.source().encode()}
                read = partial(lambda new, file: new.get(file.resolve()) or plain(file), changed)
                monkeypatch.setattr(Path, "read_bytes", lambda file, read=read: read(file))
                assert load_scenario(*name.split("/")).setup["id"] == name.partition("/")[2]


def test_a_wrong_datum_is_planted_in_several_places(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "war.toml").write_text("units = [1, 2]\nlast = 3\n\nplaces = [1, 2]\n")
    entry = {"path": "war.toml", "old": "units = [1, 2]", "new": "units = [2]", "rules": ["X-1.1a"],
             "why": "1 is missing", "also": [["places = [1, 2]", "places = [2]"]]}  # fmt: skip
    monkeypatch.setattr(planted_module, "_entries", lambda folder, game: [entry])
    monkeypatch.setattr(planted_module, "ROOT", tmp_path)
    (mutant,) = planted("war")
    text = (tmp_path / "war.toml").read_text()
    assert mutant.apply(text) == "units = [2]\nlast = 3\n\nplaces = [2]\n"
    entry["also"] = [["places = [3]", "places = []"]]
    with pytest.raises(ValueError, match=r"stands 0 times in war.toml"):
        list(planted("war"))


@pytest.mark.parametrize("game", GAMES)
def test_nearly_every_rule_of_the_program_has_sites(game: str) -> None:
    """A rule that no switch turns off may have the changes planted by hand alone."""
    count = Counter(rule for mutant in mutants(game) for rule in mutant.rules)
    by_machine = {r for m in mutants(game) if m.operator != "by hand" for r in m.rules}
    tested = command.tested_rules(game)
    found = [rule for rule in tested if rule in by_machine]
    short = [rule for rule in found if count[rule] < command.FEWEST]
    assert len(found) > len(tested) * 0.7
    assert len(short) < len(found) / 20, short


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_to_be_equivalent_still_stands(game: str) -> None:
    known = {m.id for m in mutants(game)}
    arguments = equivalent(game, known)
    assert all(len(why) > 20 for why in arguments.values())


@pytest.mark.parametrize("game", GAMES)
def test_no_test_kills_what_is_said_to_be_equivalent(game: str) -> None:
    listed = {m.id: m for m in mutants(game)}
    results = Ledger.of(game).results
    refuted = {
        id_: f"{listed[id_].place}: {listed[id_].change()}: killed by {results[id_].test}"
        for id_ in equivalent(game, listed.keys())
        if id_ in results and results[id_].result == KILLED and stands(results[id_], listed[id_])
    }
    assert refuted == {}


@pytest.mark.parametrize(
    ("ids", "told"), [(["a", "b", "a"], "more than one entry for a"), (["a", "c"], "no site.* c")]
)
def test_an_entry_names_one_mutant_once(
    monkeypatch: pytest.MonkeyPatch, ids: list[str], told: str
) -> None:
    entries = [{"id": id_, "why": "because"} for id_ in ids]
    monkeypatch.setattr(planted_module, "_entries", lambda folder, game: entries)
    with pytest.raises(ValueError, match=told):
        equivalent("war", {"a", "b"})


def data_sites(file: str, place: str) -> list[Mutant]:
    found = mutants("russian-campaign")
    return [m for m in found if m.path.endswith(file) and m.place.endswith(place)]


def test_every_cell_of_a_chart_can_be_wrong() -> None:
    """A line of results is no head of a table, and has its order."""
    cells = data_sites("charts.toml", "combat-results.rows")
    assert len(cells) == 6 * 14
    assert all(m.new and "TRC-13.2a" in m.rules for m in cells)


def test_a_column_belongs_to_what_uses_it_not_to_what_is_declared_beside_it() -> None:
    arrivals = data_sites("units.csv", ".arrives")
    assert arrivals
    for mutant in arrivals:
        assert {"TRC-20.0a", "TRC-20.0b"} <= set(mutant.rules)
        # limits of stacking, and the price of Guards, stand in the method that declares it
        assert not {"TRC-6.1a", "TRC-22.2c"} & set(mutant.rules)


def test_a_row_of_a_list_belongs_to_what_reads_the_list() -> None:
    """And not to whatever else speaks of snow."""
    snow = data_sites("charts.toml", "german-infantry.allowance.snow")
    assert snow
    assert all("TRC-5.4b" in m.rules and "TRC-18.1a" not in m.rules for m in snow)


@pytest.mark.parametrize(
    ("place", "rules"),
    [
        ("combat-results.rows", {"TRC-13.2a"}),
        ("historical-weather.turn", {f"TRC-26.3{x}" for x in "abcde"} | {"TRC-27.21c"}),
        ("archangel.bonus", {"TRC-22.4b"}),
        ("rail-capacity.russian", {"TRC-9.2b"}),
        # a method that hands the chart on stands for those that call it
        ("sea-movement.sea", {f"TRC-10.{x}" for x in ("3.3b", "4b", "5d", "5e", "6a")}),
        ("turn-track.turn", set()),
        ("terrain-effects.city_major", set()),
    ],
)
def test_a_chart_belongs_to_what_reads_it(place: str, rules: set[str]) -> None:
    """And not to whatever else speaks of turns or cities; that which nobody reads to nobody."""
    cells = data_sites("charts.toml", place)
    assert cells
    assert all(set(m.rules) == rules for m in cells)


def test_a_column_belongs_to_what_asks_a_counter_for_it() -> None:
    """The game has an impulse as well, and a class is called mobility."""
    for mutant in data_sites("units.csv", ".impulse"):
        assert set(mutant.rules) == {"TRC-20.0b", "TRC-23.1a", "TRC-28.6.III.RRb"}
    classes = data_sites("units.csv", ".class")
    assert classes and all({"TRC-2.6a", "TRC-5.4b"} <= set(m.rules) for m in classes)
    for mutant in data_sites("units.csv", ".factor"):
        assert "TRC-2.4a" in mutant.rules and "TRC-17.3.1a" not in mutant.rules


def test_a_word_in_a_column_belongs_to_what_looks_for_it() -> None:
    """The army of the Ukraine is looked for by its nation, among counters of every kind."""
    (russian,) = (m for m in data_sites("units.csv", "SU:inf:1G.nation") if m.new == "ukrainian")
    (german,) = data_sites("units.csv", "GE:pz:41.nation")
    assert "TRC-28.7.G6b" in russian.rules and "TRC-28.7.G6b" not in german.rules


def test_a_chart_declared_through_local_names_belongs_to_what_uses_it() -> None:
    """The table of results goes through two names; what is declared beside it is another's."""
    found = mutants("barbarossa-deluxe")
    cells = [m for m in found if m.place == "combat-results.rows"]
    assert cells and all(m.rules == ("BD-11.25a",) for m in cells)


@pytest.mark.parametrize(
    ("scenario", "section"),
    [("barbarossa", "27.3"), ("fall-blau", "27.4"), ("zitadelle", "27.5"), ("bagration", "27.6")],
)
def test_a_scenario_belongs_to_the_sections_that_it_names(scenario: str, section: str) -> None:
    """Beside what reads it: its length to the rule on its length."""
    cells = data_sites(f"{scenario}.toml", ".last_turn")
    assert cells
    for mutant in cells:
        assert {f"TRC-{section}a", "TRC-4.3a"} <= set(mutant.rules)
        assert not {f"TRC-27.{n}a" for n in range(2, 7) if f"27.{n}" != section} & {*mutant.rules}


@pytest.mark.parametrize(
    ("file", "place", "rules", "other"),
    [
        ("citadel.toml", ".german_control", {"BD-14.6b", "BD-14.7a"}, "BD-3.6d"),
        ("gambit.toml", ".free.hexes", {"BD-14.9e", "BD-14.9f"}, "BD-8.18a"),
        ("what-if.toml", ".absent", {"BD-15.8a", "BD-15.8d"}, "BD-15.4c"),
    ],
)
def test_a_scenario_s_value_belongs_to_the_sections_of_its_source(
    file: str, place: str, rules: set[str], other: str
) -> None:
    """And not to whatever else reads it."""
    cells = [
        m
        for m in mutants("barbarossa-deluxe")
        if m.path.endswith(file) and m.place.endswith(place) and m.operator != "by hand"
    ]
    assert cells and all(rules <= {*m.rules} and other not in m.rules for m in cells)


@pytest.mark.parametrize(
    ("place", "old", "rules"),
    [
        ("windows.window", "25-32", {"BD-10.23b"}),
        ("shifts.shift", "concentric", {f"BD-11.24{x}" for x in "abc"}),
        # of a row in several lines
        ("conversions.conversion", "DE:pz-late:57", {"BD-8.29a"}),
    ],
)
def test_a_row_of_a_list_belongs_to_the_rule_that_it_names(
    place: str, old: str, rules: set[str]
) -> None:
    found = mutants("barbarossa-deluxe")
    (row,) = (m for m in found if m.place == place and m.old == f'"{old}"')
    assert {*row.rules} == rules


def test_a_ready_set_up_states_no_rule() -> None:
    """Neither that of a scenario nor that of a variant."""
    places = {m.place for m in mutants("barbarossa-deluxe") if m.operator == "entry"}
    assert any(".lithuania.cover" in place for place in places)
    assert not any("automatic" in place for place in places)


def test_what_a_class_gives_anew_belongs_to_the_class() -> None:
    """The chit of an option, and not those of the others."""
    found = mutants("russian-campaign")
    chits = [m for m in found if m.place == "HeavyBombers.chit"]
    assert chits and all(m.rules == ("TRC-28.7.G2a",) for m in chits)


def test_a_row_belongs_to_the_rules_beside_its_head() -> None:
    found = mutants("barbarossa-1971")
    (row,) = (m for m in found if m.place.endswith("situation.first_turn") and m.new == "1")
    assert row.rules == ("SPI-WHATIF-0", "SPI-WHATIF-4")


def test_a_chart_that_a_method_takes_in_parts_belongs_to_what_reads_it() -> None:
    found = mutants("barbarossa-1971")
    cells = [m for m in found if m.place == "combat-results.choice.rows"]
    assert cells and all(m.rules == ("SPI-CBT-GEN3", "SPI-CBT-GEN4") for m in cells)


def test_what_is_handed_to_a_method_belongs_to_its_rules_too() -> None:
    """That an overrun is offered beside the moves, and the supply of who moves."""
    found = mutants("barbarossa-1971")
    offered = changes("barbarossa-1971", "Movement.march_phase")
    assert "SPI-OVR-GEN1" in offered["self.overruns.offer(d, side) -> pass"]
    limits = [m for m in found if m.place == "Movement.limits" and m.operator == "side"]
    assert any({"SPI-MOVE-H1", "SPI-SUPPLY-B1"} <= set(m.rules) for m in limits)


def test_the_life_of_every_flag_and_variable_is_a_step_shorter_and_longer() -> None:
    """Steps are lives that end in the game; no move is longer than a battle, nor shorter."""
    kerch = changes("barbarossa-deluxe", "Passages.kerch_used")
    assert {c for c in kerch if "Life" in c} == {
        "Life.PHASE -> Life.MOVE",
        "Life.PHASE -> Life.BATTLE",
        "Life.PHASE -> Life.PLAYER_TURN",  # this game has no impulses
    }
    assert "Life.BATTLE -> Life.PHASE" in changes("russian-campaign", "Retreats.fled")
    fresh = changes("russian-campaign", "Railroads.fresh")
    assert {c for c in fresh if c.startswith("Life.IMPULSE")} == {
        "Life.IMPULSE -> Life.PHASE",
        "Life.IMPULSE -> Life.PLAYER_TURN",
    }
    assert [c for c in changes("barbarossa-1971", "Straits.waited") if "Life" in c] == [
        "Life.GAME -> Life.GAME_TURN"
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_life_belongs_to_a_rule(game: str) -> None:
    lives = [m for m in mutants(game) if m.operator == "life"]
    assert len(lives) > 70 and all(m.rules for m in lives)


def test_a_life_belongs_to_whatever_writes_or_reads_what_has_it() -> None:
    """And not to what asks another class for something of that name."""
    found = mutants("russian-campaign")
    landed = [m for m in found if m.place == "Sea.landed" and m.operator == "life"]
    assert landed and all(m.rules == ("TRC-10.3.2d", "TRC-13.8a") for m in landed)
    spent = [m for m in found if m.place == "Overruns.spent" and m.operator == "life"]
    assert spent and all("TRC-16.2b" in m.rules and "TRC-22.1a" not in m.rules for m in spent)


SMALL = '''
class Lines(Section):
    @value
    def closed(self, side):
        return no_hexes()

    def enemies(self, side):
        """X-1.1a: enemies are no way."""

    def free(self, side):
        return self.closed(side) - self.bridges

    def stated(self, side):
        """X-1.1b: a line."""
        return self.closed(side)

    def other(self, side):
        return self.opened(side)


class Zones(Section):
    @Lines.closed.bar("X-2.1a", "a zone is there")
    def zone(self, side):
        return self.near(side)

    @value
    def closures(self, side):
        return []

    def shut(self, side):
        for closure in self.closures(side):
            shut = by(closure.rule, closure.hexes, told=True)
        return shut

    def counted(self, side):
        return len(self.closures(side))

    quiet = unit_flag("quiet", Life.PHASE, in_play=True)

    def hush(self, units):
        mark(self.quiet, units, "X-2.1c")
        with d.option("end", passes=True):
            clear(self.quiet, "X-2.1d")


class Neutral(Section):
    @Zones.closures.then("X-3.1a")
    def closures(self, out, side):
        return [*out, Closure("X-3.1b", self.land)]
'''


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Source, Owners]:
    path = tmp_path_factory.mktemp("small") / "lines.py"
    path.write_text(SMALL, encoding="utf-8")
    rules = {f"X-{n}.1{x}" for n in range(1, 4) for x in "abcd"}
    source = Source(path, Catalogue(frozenset(rules)))
    return source, Owners([source], {"lines": "Lines", "zones": "Zones"})


def owned(small: tuple[Source, Owners], method: str, words: str) -> set[str]:
    """The rules of the place in a method of the small game that has some text."""
    source, owners = small
    (found,) = (
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.expr)
        and source.words(node) == words
        and source.place(node).endswith(method)
    )
    return owners.of(source, found)


def test_what_asks_for_bars_belongs_to_those_that_other_sections_join(
    small: tuple[Source, Owners],
) -> None:
    assert owned(small, "Lines.free", "self.closed(side) - self.bridges") == {"X-2.1a"}
    assert owned(small, "Lines.stated", "self.closed(side)") == {"X-1.1b", "X-2.1a"}
    assert owned(small, "Lines.other", "self.opened(side)") == set()


def test_what_is_handed_ids_belongs_to_the_rules_that_hand_them(
    small: tuple[Source, Owners],
) -> None:
    """Not what only counts what is handed."""
    assert owned(small, "Zones.shut", "closure.hexes") == {"X-3.1a", "X-3.1b"}
    assert owned(small, "Zones.counted", "len(self.closures(side))") == set()


def test_how_long_a_flag_is_borne_belongs_to_what_bears_it(small: tuple[Source, Owners]) -> None:
    assert owned(small, "Zones.quiet", "Life.PHASE") == {"X-2.1c", "X-2.1d"}


def test_an_answer_is_turned_round(tmp_path: Path) -> None:
    (tmp_path / "lines.py").write_text(SMALL, encoding="utf-8")
    (tmp_path / "rules.py").write_text("", encoding="utf-8")
    rules = frozenset({"X-2.1c", "X-2.1d"})
    found = [m for m in Sites(tmp_path, Catalogue(rules)) if m.operator == "answer"]
    assert [(m.place, m.change(), m.rules) for m in found] == [
        ("Zones.quiet", "True -> False", ("X-2.1c", "X-2.1d")),
        ("Zones.hush", "True -> False", ("X-2.1c", "X-2.1d")),
    ]


def test_a_land_that_is_closed_belongs_to_each_rule_that_closes_land() -> None:
    ways = changes("russian-campaign", "ClosedLand.shut_to_retreat")
    assert ways and all({"TRC-26.6.3a", "TRC-26.11b"} <= set(rules) for rules in ways.values())


def test_supply_lines_belong_to_the_rule_that_enemies_bar_them() -> None:
    lines = changes("barbarossa-deluxe", "Supply._lines")
    assert "BD-7.14d" in lines["free & area -> area"]


def test_the_auction_for_the_axis_has_sites() -> None:
    found = [m for m in mutants("russian-campaign") if m.path.endswith("/bidding.py")]
    assert {"TRC-26.8a", "TRC-26.8b"} <= {rule for m in found for rule in m.rules}


def test_a_rule_that_is_taken_from_something_is_of_whatever_made_it() -> None:
    asked = changes("barbarossa-deluxe", "Interrupts.standing_answers")
    assert set(asked["hero.left > 0 -> hero.left >= 0"]) == {"BD-9.1b", "BD-9.2b"}
    assert set(asked["self.emergency_used == 0 -> self.emergency_used != 0"]) == {"BD-8.11a"}


KNOWN = '''
from eastfront.program import larger

from .board import GERMAN


class Posts(Section):
    def define(self):
        self.guards = self.counters_with("guards", kind="guard")
        self.zealots = self.counters_with("zealots", kind="zealot")

    def most(self, side):
        """X-1.1a: the stronger counts."""
        with when(self.quiet):
            mark(self.bold, self.guards & self.own(GERMAN) & self.zealots)
        return larger(side, 2)
'''

TABLE = """
from eastfront.program import *

GERMAN, SOVIET = 0, 1


class Board(Table):
    def define(self):
        self.armies = self.counters_with("armies", size="army")
        self.tanks = self.counters_with("tanks", kind="tank")

    def own(self, side):
        '''X-1.1b: whose a unit is.'''
        return larger(number(side == SOVIET), self.tanks)


class Swamps(Section):
    def define(self):
        self.hunters = self.counters_with("hunters", kind="hunter")
"""


@pytest.fixture
def swaps(tmp_path: Path) -> dict[str, list[str]]:
    """The changes of two methods in modules of which one knows few names."""
    (tmp_path / "posts.py").write_text(KNOWN, encoding="utf-8")
    (tmp_path / "board.py").write_text(TABLE, encoding="utf-8")
    (tmp_path / "rules.py").write_text("class Rules:\n    board: Board\n", encoding="utf-8")
    found: dict[str, list[str]] = {}
    for m in Sites(tmp_path, Catalogue(frozenset({"X-1.1a", "X-1.1b"}))):
        found.setdefault(m.place, []).append(m.change())
    return found


def test_a_name_is_exchanged_for_one_that_the_module_knows(swaps: dict[str, list[str]]) -> None:
    """It would be no wrong rule, but a module that is not loaded."""
    few, all_ = swaps["Posts.most"], swaps["Board.own"]
    assert "GERMAN -> (1 - GERMAN)" in few and "SOVIET -> GERMAN" in all_
    program = '__import__("eastfront.program").program'
    assert f"larger -> {program}.smaller" in few and "larger -> smaller" in all_
    assert f"self.quiet -> ~{program}.number(self.quiet)" in few
    assert eval(f"{program}.smaller") is smaller


def test_a_class_of_units_is_exchanged_for_one_that_its_section_reaches(
    swaps: dict[str, list[str]],
) -> None:
    """One of its own or of the table, not of another section."""
    classes = ("self.guards ->", "self.zealots ->")
    assert {c for c in swaps["Posts.most"] if c.startswith(classes)} == {
        "self.guards -> self.tanks",
        "self.zealots -> self.armies",
    }
    assert "self.tanks -> self.armies" in swaps["Board.own"]


MODULES = {
    "rules": "",
    "stacking": '''
ROOM = 2


def fit(units):
    return units.any()


class Stacking(Section):
    def full(self, side):
        """X-1.1a: two fill a hex."""
        return self.units(side) >= ROOM


class Overruns(Section):
    def fit(self, unit):
        """X-1.1b: who takes part."""

    def offered(self, unit):
        """X-1.1c: as long as any can."""
        return self.fit(unit)
''',
    "breakdown": '''
ROOM = 9


class Breakdown(Section):
    def parts(self, side):
        """X-2.1a: nine parts of an army."""
        return self.units(side) == ROOM
''',
    "rail": '''
from . import stacking
from .stacking import ROOM as PLACES


class Rail(Section):
    def load(self, side):
        """X-3.1a: a train holds as many as a hex."""
        return self.units(side) < PLACES

    def wait(self, side):
        """X-3.1b: so does a station."""
        return stacking.fit(self.units(side)) < stacking.ROOM

    def lay(self, ROOM):
        """X-3.1c: any room will do."""
        return ROOM
''',
}


def test_a_name_is_that_of_the_module_that_uses_it(tmp_path: Path) -> None:
    """Two modules have a constant of one name, and a method has that of a function."""
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    rules = frozenset(f"X-{n}.1{x}" for n in range(1, 4) for x in "abc")
    sites = list(Sites(tmp_path, Catalogue(rules)))
    found = {m.change(): m.rules for m in sites}
    assert found["2 -> 3"] == ("X-1.1a", "X-3.1a", "X-3.1b")
    assert found["9 -> 10"] == ("X-2.1a",)
    assert {m.rules for m in sites if m.place == "fit"} == {("X-3.1b",)}


NATIONS = '''
MINORS = ("finnish", "italian")


class Board(Section):
    def define_units(self):
        """X-1.1a: who plays."""
        self.nation = {name: self.counters_with(name, nation=name) for name in MINORS}
        for kind in self.data.kinds:
            self.of_kind[kind] = self.counters_with(kind, kind=kind)
        for mass in ("army", "corps"):
            self.masses[mass].extend(self.counters_with("heavy", size=mass))


class Allies(Section):
    def finns(self):
        """X-2.1a: they stay in the north."""
        return self.nation["finnish"]

    def italians(self):
        """X-2.1b: they go home."""
        return self.nation["italian"]

    def strangers(self, name):
        """X-2.1c: nations do not mix."""
        return self.minors - self.nation[name]

    def told(self, unit):
        """X-2.1d: what a counter shows."""
        return unit.nation

    def tanks(self):
        """X-3.1a: they are fast."""
        return self.of_kind["tank"]
'''


def test_what_is_made_in_a_loop_belongs_to_what_takes_it_by_its_name(tmp_path: Path) -> None:
    """Of the nations that are looked for in turn; of kinds nobody says which there are."""
    path = tmp_path / "allies.py"
    path.write_text(NATIONS, encoding="utf-8")
    rules = frozenset({"X-1.1a", "X-3.1a", *(f"X-2.1{x}" for x in "abcd")})
    source = Source(path, Catalogue(rules))
    owners = Owners([source])
    assert owners.looking_for("nation", {"finnish", "german"}) == {"X-2.1a", "X-2.1c"}
    assert owners.looking_for("nation", {"german"}) == set()
    assert owners.looking_for("kind", {"tank"}) == {"X-3.1a"}
    assert owners.looking_for("size", {"army"}) == set()
    made = owned((source, owners), "define_units", "self.counters_with(kind, kind=kind)")
    assert made == {"X-3.1a"}


def test_a_nation_of_the_order_of_battle_belongs_to_what_takes_its_units() -> None:
    """To the rules on Hungarians, which may become, and not where neither word is theirs."""
    (german,) = data_sites("units.csv", "GE:pz:41.nation")
    (russian,) = data_sites("units.csv", "SU:inf:11.nation")
    assert german.new == "hungarian" and "TRC-20.5c" in german.rules
    assert russian.new == "ukrainian" and "TRC-20.5c" not in russian.rules


HELPED = '''
class Inquiry(Section):
    def define_queries(self):
        """What the game is asked."""
        # X-1.1a: what terrain doubles, and no more # than that
        self.b.query("doubled", 1, lambda unit: self.doubled(unit))
        self.b.query("odds", 2, lambda a, b: self.shifted(a - b, 0))
        self.chart = self.results(self.data)
        self.told(3)  # X-1.1b

    def define_limits(self):
        self.allowed = only("X-1.1c", self.allowance(3), "as far as it goes")

    def doubled(self, unit):
        return unit * 2

    def shifted(self, odds, by):
        return odds + by

    def results(self, data):
        return data - 4

    def told(self, name):
        return name + 5

    def allowance(self, most):
        return most + 6


class Battle(Section):
    def odds(self):
        """X-2.1a: a level better for each."""
        return self.inquiry.shifted(self.strength, self.levels)

    def result(self):
        """X-2.1b: what the chart says."""
        return self.inquiry.chart(self.die)
'''


def test_a_comment_in_a_declaring_method_is_of_its_statement_alone(tmp_path: Path) -> None:
    """A helper that another statement calls is of what uses it, or what is declared with it."""
    path = tmp_path / "battle.py"
    path.write_text(HELPED, encoding="utf-8")
    rules = frozenset({*(f"X-1.1{x}" for x in "abc"), "X-2.1a", "X-2.1b"})
    source = Source(path, Catalogue(rules))
    helped = source, Owners([source], {"inquiry": "Inquiry"})
    assert owned(helped, "doubled", "unit * 2") == {"X-1.1a"}
    assert owned(helped, "shifted", "odds + by") == {"X-2.1a"}
    assert owned(helped, "results", "data - 4") == {"X-2.1b"}
    assert owned(helped, "told", "name + 5") == {"X-1.1b"}
    assert owned(helped, "allowance", "most + 6") == {"X-1.1c"}
