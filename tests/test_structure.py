"""The structure of the package: permitted imports, and which code names a game."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FrameType
from typing import Any

import networkx as nx
import pytest
from tools.pairwise import covering, fits, options_of
from tools.taken import package as taken

import eastfront as ef
from eastfront import packs
from eastfront.loading.game import rules_of, scenario_of
from eastfront.program.builder import Builder, builder
from eastfront.program.writing import Code
from eastfront.systems.fields import Field
from eastfront.systems.materials import Materials
from eastfront.systems.sections import annotated, points_joined

PACKAGE = Path(ef.__file__).resolve().parent

FLOORS = ("program", "scenario", "systems", "games")
"""From below; whatever stands on none of them is above."""
HELPERS = {
    "_core", "arguments", "cached", "imports", "packs", "positions.document", "positions.labels",
}  # fmt: skip
"""Modules of the top that every floor may use: they know no rules."""
ADVISER = {"positions.observation", "questions"}
"""What an adviser of bots reads as well, which stands in a game and states no rule."""


def modules(folder: str = "") -> Iterator[Path]:
    """The modules of the package, or of a part of it."""
    return (p for p in sorted((PACKAGE / folder).rglob("*.py")))


def imported(path: Path) -> Iterator[str]:
    """The parts of the package that a module imports while it is loaded, by their first name."""
    here = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else ()
            names = [*base, *(node.module.split(".") if node.module else [])]
            if node.level == 0 and names[:1] == ["eastfront"]:
                names = names[1:]
            elif node.level == 0:
                continue
            if names[:1] == ["positions"]:
                yield ".".join(names[:2])
            else:
                yield from [names[0]] if names else (alias.name for alias in node.names)


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_run_downwards(floor: str) -> None:
    allowed = {*FLOORS[: FLOORS.index(floor) + 1], *HELPERS}
    for path in modules(floor):
        own = ADVISER if path.name == "adviser.py" else set()
        assert set(imported(path)) <= allowed | own, path.name


def name_of(path: Path) -> str:
    """A module's name within the package."""
    words = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(word for word in words if word != "__init__")


NAMES = {name_of(path): path for path in modules()}


def typed_only(tree: ast.Module) -> set[int]:
    """What is imported for types alone, by its identity."""
    return {
        id(node)
        for test in ast.walk(tree)
        if isinstance(test, ast.If) and ast.unparse(test.test) == "TYPE_CHECKING"
        for part in test.body
        for node in ast.walk(part)
    }


def anywhere(name: str) -> set[str]:
    """The modules that a module imports, within its functions too, but not for types alone."""
    found = imports_of(name)
    parts = {part if part in NAMES else part.rpartition(".")[0] for part in found}
    return parts & NAMES.keys() - {name}


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports within functions count."""
    graph = nx.DiGraph((name, other) for name in NAMES for other in anywhere(name))
    assert [circle for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


LATE = {
    "cli.ctrl_c": {"matches.workers"},
    "packs": {"games"},
    "states": {
        "arguments", "loading.game", "packs", "positions.observation", "positions.text",
        "questions.battle", "questions.state", "render",
    },
    "systems": {
        "scenario.charts", "scenario.errors", "scenario.forms", "scenario.game_forms",
        "scenario.model", "scenario.setup", "scenario.windows",
    },
}  # fmt: skip
"""Who imports modules of other parts of the package by strings, and which."""


def test_the_types_of_the_package_name_what_it_exports() -> None:
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == set(ef.__all__) | set(ef._MODULES)
    assert set(ef._HOME) <= imported


def test_imports_by_string_are_known() -> None:
    found: dict[str, set[str]] = {}
    for name, path in NAMES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                other = node.value.partition(":")[0].removeprefix("eastfront.")
                if node.value.startswith("eastfront.") and other in NAMES:
                    if other.split(".")[0] != name.split(".")[0]:
                        found.setdefault(name, set()).add(other)
    assert found == LATE


def imports_of(name: str) -> Iterator[str]:
    """What a module imports of the package, statement by statement, not for types alone."""
    tree = ast.parse(NAMES[name].read_text(encoding="utf-8"))
    typed = typed_only(tree)
    home = name.split(".") if NAMES[name].name == "__init__.py" else name.split(".")[:-1]
    statements = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    for node in sorted(statements, key=lambda node: node.lineno):
        words = node.module.split(".") if node.module else []
        if id(node) in typed:
            continue
        if node.level:
            words = [*home[: len(home) - node.level + 1], *words]
        elif words[:1] == ["eastfront"]:
            words = words[1:]
        else:
            continue
        yield from {".".join([*words, alias.name]) for alias in node.names}


def test_a_package_that_imports_its_modules_is_imported_before_them() -> None:
    """Who imports a module first has its lock and waits for the package, which another thread may
    be importing: that waits for the module. Commands import before they begin a thread."""
    packages = [n for n, path in NAMES.items() if n and path.name == "__init__.py"]
    eager = {
        package
        for package in packages
        if any(found.startswith(f"{package}.") for found in imports_of(package))
    }
    assert {"program", "search", "wire"} <= eager
    late = []
    for name in NAMES:
        if name.split(".")[0] in ("cli", "games"):
            continue
        begun = {name, *(".".join(name.split(".")[:n]) for n in range(1, name.count(".") + 1))}
        for found in imports_of(name):
            package, _, rest = found.partition(".")
            if package in eager - begun and f"{package}.{rest.split('.')[0]}" in NAMES:
                late += [f"{name}: {found}"] if rest.count(".") else []
            begun.add(package)
    assert late == []


def test_one_game_does_not_import_another() -> None:
    folders = {p.package.name for p in packs.packs()}
    for path in modules("games"):
        home = path.relative_to(PACKAGE / "games").parts[0]
        text = path.read_text(encoding="utf-8")
        assert not [other for other in folders - {home} if other in text], path.name


def test_nothing_else_knows_a_game_by_name() -> None:
    """Docstrings, and descriptions in schemas, may take a game as their example.

    A module that has moved into a game still has its former name.
    """
    known = [word for p in packs.packs() for word in (p.id, p.package.name, f"{p.prefix}-")]
    for path in modules():
        if path.is_relative_to(PACKAGE / "games") or path.name == "former_modules.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told = {
            id(node.value)
            for node in ast.walk(tree)
            if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
            or (isinstance(node, ast.keyword) and node.arg == "description")
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) not in told:
                    used = [word for word in known if word in node.value]
                    assert not used, f"{path.name}:{node.lineno}"


ANCESTORS = 5


@pytest.mark.parametrize("pack", packs.packs(), ids=lambda pack: pack.package.name)
def test_a_class_of_a_game_has_few_ancestors(pack: packs.Pack) -> None:
    """What can be done at a place is read in a few classes, not in a chain of all options."""
    base = f"eastfront.games.{pack.package.name}"
    names = [module.name for module in walk_packages([str(pack.package)], f"{base}.")]
    classes = [
        kind
        for name in names
        for kind in vars(import_module(name)).values()
        if isinstance(kind, type) and kind.__module__ == name
    ]
    assert len(classes) > 20
    many = {kind.__qualname__: len(kind.__mro__) - 2 for kind in classes}
    assert {name: n for name, n in many.items() if n > ANCESTORS} == {}


def test_the_core_imports_no_option() -> None:
    """But for the list of a game, which names them all."""
    for home in (p.package for p in packs.packs()):
        for path in home.glob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if path.name != "rules.py":
                found = [n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
                assert not [m for m in found if (m or "").split(".")[0] == "options"], path.name


def test_the_core_does_not_reach_an_option_by_name() -> None:
    for p in packs.packs():
        rules = p.rules()
        core = set(rules.sections())
        names = {name for kind in rules.optional for name in kind.reached()}
        assert not names & core
        for path in p.package.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    assert node.value.id != "self" or node.attr not in names, path.name


def test_rules_join_points_of_sections_that_stand_before() -> None:
    for p in packs.packs():
        rules = p.rules()
        board = annotated(rules, Materials)["board"]
        kinds = [rules, board, *rules.sections().values(), *rules.optional]
        homes = {base: n for n, kind in reversed(list(enumerate(kinds))) for base in kind.__mro__}
        for number, kind in enumerate(kinds):
            for point in points_joined(kind):
                assert homes[point.origin.owner] <= number, f"{kind.__name__}: {point.name}"


def test_an_option_reaches_only_what_all_that_bring_it_bring() -> None:
    for p in packs.packs():
        optional = p.rules().optional
        for number, kind in enumerate(optional):
            for other in kind.reached().values():
                assert set(kind.known_as()) <= set(other.known_as()), kind.__name__
                assert other in optional[:number], kind.__name__


def test_an_option_says_what_it_is() -> None:
    for p in packs.packs():
        rules = p.rules()
        named = [kind for kind in rules.optional if kind.name]
        assert len({kind.name for kind in named}) == len(named)
        assert all(kind.text for kind in named)
        known = {kind.name for kind in named}
        assert all(set(kind.known_as()) <= known for kind in rules.optional)


def test_each_option_has_a_folder_of_tests() -> None:
    """A module in the list of its game, and tests of its own in the folder of its name."""
    looked = 0
    for p in packs.packs():
        listed = set(taken.modules(p.id)) if p.id in taken.games() else set()
        folder = Path(__file__).parent / "rules" / p.package.name / "options"
        tested = {path.parent.name for path in folder.glob("*/test_*.py")}
        folders = {path.name for path in folder.glob("*") if path.is_dir()} - {"__pycache__"}
        assert (listed - tested, folders - listed) == (set(), set()), p.id
        looked += len(listed)
    assert looked > 60


def test_what_stands_beside_options_is_an_option_or_shared_by_some() -> None:
    for game in taken.games():
        listed = set(taken.modules(game))
        others = {path.stem for path in taken.folder(game).glob("*.py")} - {"__init__"} - listed
        for module in others:
            sharing = [m for m in listed | others if module in taken.required(game, m)]
            assert len(sharing) > 1, f"{game}: {module}"


# -- who writes what, and where a rule stands -----------------------------------------------

WRITES = {
    "SetVar": "variables",
    "SetUnitFlag": "unit_flags",
    "SetHexFlag": "hex_flags",
    "SetUnitField": "unit_fields",
}
"""Instructions that write, and the lists of what is declared to which their first number leads."""
DECLARES = {
    "variable": "variables",
    "unit_flag": "unit_flags",
    "hex_flag": "hex_flags",
    "unit_field": "unit_fields",
}
"""Methods of the builder that declare something."""
ASKING = {"inquiry", "explaining", "aftermath"}
"""Modules that ask what would happen: what they write is forgotten with the answer."""
ANOTHER_VIEW = {"adviser", "invariants"}
"""Modules that look at positions without the rules, and so cite these anew."""


def in_games() -> Iterator[FrameType]:
    """The frames of games that call, the innermost first."""
    frame = inspect.currentframe()
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("eastfront.games."):
            yield frame
        frame = frame.f_back


def declaring() -> str:
    """The module that declares what is being declared. What a class of the library declares for its
    subclasses is declared by the section that is such a subclass."""
    frame = inspect.currentframe()
    while frame is not None:
        if frame.f_code is Field.__get__.__code__:
            found, section = frame.f_locals["self"], frame.f_locals["section"]
            own = (kind for kind in type(section).__mro__ if found in vars(kind).values())
            module = next(own).__module__
            ours = module.startswith("eastfront.games.")
            return module if ours else type(section).__module__
        frame = frame.f_back
    return str(next(in_games()).f_globals["__name__"])


@pytest.mark.parametrize("game", ["barbarossa-deluxe", "russian-campaign"])
def test_state_is_written_by_the_section_that_declares_it(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared: dict[str, str] = {}
    written: dict[str, set[str]] = {}

    def declares(name: str) -> None:
        plain = getattr(Builder, name)

        def spy(builder: Builder, what: str, *args: Any, **kwargs: Any) -> Any:
            declared[f"{DECLARES[name]} {what}"] = declaring()
            return plain(builder, what, *args, **kwargs)

        monkeypatch.setattr(Builder, name, spy)

    for name in DECLARES:
        declares(name)
    emit = Code.emit

    def spy(code: Code, instr: Any) -> int:
        op = next(iter(instr)) if isinstance(instr, dict) else ""
        # without a frame of a game, units let go of what is declared to be borne in play alone
        if op in WRITES and (frame := next(in_games(), None)):
            known = getattr(builder(), WRITES[op])[instr[op][0]]
            name = known["name"] if isinstance(known, dict) else known
            written.setdefault(f"{WRITES[op]} {name}", set()).add(frame.f_globals["__name__"])
        return emit(code, instr)

    monkeypatch.setattr(Code, "emit", spy)
    options = options_of(game)
    rows = [[name for name, on in zip(options, row, strict=True) if on]
            for row in covering(len(options), seed=1)[:5]]  # fmt: skip
    scenarios = [name for name in ef.scenarios() if name.startswith(f"{game}/")]
    for number, chosen in enumerate([*([[]] * len(scenarios)), *rows]):
        name = scenarios[number % len(scenarios)]
        rules_of(game)(scenario_of(name), options=[o for o in chosen if fits(name, o)]).game_file()
    assert len(written) > 40
    apart = {
        what.partition(" ")[2]
        for what, modules in written.items()
        if {m for m in modules if m.rpartition(".")[2] not in ASKING} - {declared[what]}
    }
    assert not apart


@pytest.mark.parametrize("game", ["barbarossa_deluxe", "russian_campaign"])
def test_each_rule_stands_in_one_module(game: str) -> None:
    """Docstrings and comments may cite it elsewhere."""
    stands: dict[str, set[str]] = {}
    for path in modules(f"games/{game}"):
        if path.stem in ANOTHER_VIEW:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"(BD|TRC)-\d\S*", node.value):
                    stands.setdefault(node.value, set()).add(path.stem)
    assert len(stands) > 150
    assert not {rule: where for rule, where in stands.items() if len(where) > 1}


@pytest.mark.parametrize("game", ["barbarossa_1971", "barbarossa_deluxe", "russian_campaign"])
def test_units_enter_a_hex_or_leave_for_a_box(game: str) -> None:
    """No rule puts a unit anywhere but by `Placing.enter` and `Placing.leave`."""
    called = {
        (getattr(node.func, "attr", getattr(node.func, "id", "")), f"{path.name}:{node.lineno}")
        for path in modules(f"games/{game}")
        if path.stem not in ANOTHER_VIEW
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    }
    assert {"enter", "leave"} <= {name for name, _ in called}
    assert not {where for name, where in called if name in ("place", "place_all")}
