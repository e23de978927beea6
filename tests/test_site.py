"""The documentation site: every public name, rule and page is included, and links lead there."""

from __future__ import annotations

import json
import re
from importlib import import_module
from inspect import isclass, ismodule
from pathlib import Path
from pkgutil import walk_packages

import griffe
import pytest
from ruamel.yaml import YAML
from tools.site import catalogue, commands, findings, listings, marks, notebooks, reference
from tools.site.check import Site
from tools.site.docstrings import OfTheEngine
from tools.site.links import PROJECT, relinked, with_rules

import eastfront as ef
from eastfront import packs
from eastfront.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
LISTED = {one.module: one for modules in reference.PAGES.values() for one in modules}


def test_every_module_with_public_names_has_a_page() -> None:
    """Those of games have none: a game's names are its own."""
    found = {
        path.relative_to(ROOT / "python").with_suffix("").as_posix().replace("/", ".")
        for path in (ROOT / "python" / "eastfront").rglob("*.py")
        if re.search(r"^__all__\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    found = {name.removesuffix(".__init__") for name in found}
    games = {name for name in found if name.startswith("eastfront.games.")}
    apart = found - games - set(LISTED)
    assert apart == set(reference.APART), "list it in PAGES of tools/site/reference.py, or in APART"
    assert set(reference.PAGES) == set(reference.TITLES)
    assert len(games) > 2


def test_every_public_module_is_importable_and_named_once() -> None:
    known = {module.name for module in walk_packages(ef.__path__, "eastfront.")} | {"eastfront"}
    assert set(LISTED) <= known
    assert len(LISTED) == sum(map(len, reference.PAGES.values()))


@pytest.fixture(scope="module")
def package() -> griffe.Module:
    """The package as the reference reads it."""
    found = griffe.load(
        "eastfront",
        search_paths=[ROOT / "python"],
        allow_inspection=False,
        extensions=griffe.Extensions(OfTheEngine()),
    )
    assert isinstance(found, griffe.Module)
    return found


def own(package: griffe.Module, module: str, name: str) -> griffe.Object:
    """What the reference shows for a public name."""
    path = f"{module}.{name}".removeprefix("eastfront.")
    found = package[path]
    if isinstance(found, griffe.Module):  # a module of the name of one of its functions
        found = found[name]
    return found.final_target if isinstance(found, griffe.Alias) else found


@pytest.mark.parametrize("module", LISTED)
def test_every_public_name_has_an_entry_with_a_text(package: griffe.Module, module: str) -> None:
    """And so has every public method of a class."""
    names = LISTED[module].shown
    assert names
    for name in names:
        found = own(package, module, name)
        assert found.docstring is not None, f"{module}.{name}"
        for part, member in found.members.items():
            if isinstance(found, griffe.Class) and not part.startswith("_") and member.is_function:
                assert member.docstring is not None, f"{module}.{name}.{part}"


def test_the_engines_names_have_the_texts_of_the_compiled_module(package: griffe.Module) -> None:
    push, reach = package["_core.State.push"], package["_core.State.reach"]
    assert push.docstring.value == ef.State.push.__doc__.strip()
    assert "full allowance" in reach.docstring.value  # attached by Python
    assert [one.name for one in reach.parameters] == ["self", "units", "full"]


@pytest.fixture(scope="module")
def entries() -> dict[str, catalogue.Entry]:
    """All rules of all games, as the catalogue shows them."""
    return {one.statement.id: one for pack in packs.packs() for one in catalogue.entries(pack)}


def test_every_rule_has_an_entry_and_every_tested_rule_its_tests(
    entries: dict[str, catalogue.Entry],
) -> None:
    for pack in packs.packs():
        assert pack.rule_ids() <= set(entries)
        tested = json.loads((pack.data / "coverage.json").read_text(encoding="utf-8"))["tested"]
        assert [id_ for id_ in tested if not entries[id_].tests] == []


def test_a_rule_leads_to_its_code_and_tests(entries: dict[str, catalogue.Entry]) -> None:
    rule = entries["TRC-7.2a"]
    assert rule.status == "tested" and "stop" in rule.statement.text
    for place in (*rule.code, *rule.tests):
        lines = (ROOT / place.path).read_text(encoding="utf-8").splitlines()
        below = "\n".join(lines[place.line - 1 : place.line + 12])
        assert "TRC-7.2a" in below, place
    assert all(place.path.startswith("python/eastfront/games/") for place in rule.code)
    assert all(place.name.startswith("test_") for place in rule.tests)
    assert entries["BD-1.2a"].status == "definition: scale of the game"


def test_the_page_of_a_section_has_a_heading_for_each_rule() -> None:
    pages = dict(catalogue.pages())
    section = pages["rules/russian-campaign/7.md"]
    assert "# 7: zones of control, combat" in section
    assert "## TRC-7.2a { #TRC-7.2a }" in section
    assert f"({'7.md'})" in pages["rules/russian-campaign/index.md"]
    ids = [id_ for text in pages.values() for id_ in re.findall(r"\{ #([A-Z][\w.-]+) \}", text)]
    assert len(ids) == len(set(ids))
    assert set(ids) == {id_ for pack in packs.packs() for id_ in pack.rule_ids()}


MARKED = """
import pytest

CASES = [pytest.param(a, marks=pytest.mark.rule(rule)) for a, rule in ((1, "AB-1.1a"), (2, "x"))]

@pytest.mark.rule("AB-1.2a", "AB-1.3a")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("AB-1.4a"))])
def test_one(x): ...

@pytest.mark.parametrize("n", [pytest.param(n, marks=pytest.mark.rule(f"AB-2.{n}")) for n in "ab"])
def test_two(n): ...

def helper():
    "AB-1.5a"
"""


def test_marks_are_found_in_all_their_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "ROOT", tmp_path)
    (tmp_path / "test_it.py").write_text(MARKED)
    ids = ["AB-1.1a", "AB-1.2a", "AB-1.3a", "AB-1.4a", "AB-1.5a", "AB-2.a", "AB-2.b"]
    found = {
        id_: [place.name for place in places]
        for id_, places in marks.tests([tmp_path], ids).items()
    }
    assert found == {
        "AB-1.1a": ["test_it"], "AB-1.2a": ["test_one"], "AB-1.3a": ["test_one"],
        "AB-1.4a": ["test_one"], "AB-2.a": ["test_two"], "AB-2.b": ["test_two"],
    }  # fmt: skip


def test_links_out_of_the_pages_lead_to_listings_and_pages_of_the_project() -> None:
    text = "[a](../findings/x.sh) [b](evaluation.md#the-outlook) [c](../README.md) [d](#here)"
    seen: list[str] = []
    assert relinked(text, "docs/search.md", "search.md", seen.append) == text.replace(
        "../README.md", "index.md"
    )
    text = "[a](../Makefile) [b](../CONTRIBUTING.md) [c](https://x.org/y)\n```\n[e](../Makefile)\n```\n"
    assert relinked(text, "docs/a/../search.md", "search.md", seen.append) == (
        "[a](source/Makefile.html) [b](project/contributing.md) [c](https://x.org/y)\n"
        "```\n[e](../Makefile)\n```\n"
    )
    assert seen == ["Makefile"]
    text = "[a](docs/search.md) [b](tests/README.md)"
    page = PROJECT["CONTRIBUTING.md"]
    assert relinked(text, "CONTRIBUTING.md", page) == "[a](../search.md) [b](tests.md)"


def test_a_listing_has_a_place_for_each_line() -> None:
    page = listings.listing("Makefile")
    count = len((ROOT / "Makefile").read_text(encoding="utf-8").splitlines())
    assert page.count('<span id="L') == count and f'id="L{count}"' in page
    assert 'href="../index.html"' in page
    assert listings.address("examples/two-bridges") == "source/examples/two-bridges/index.html"
    folder = listings.listing("examples/two-bridges")
    assert "../../../source/examples/two-bridges/two_bridges/rules.py.html" in folder


def test_every_command_and_every_finding_is_on_its_page() -> None:
    assert re.findall(r"^## (.+)$", commands.page(), re.MULTILINE) == list(COMMANDS)
    scripts = sorted(path.name for path in (ROOT / "findings").glob("*.sh"))
    assert re.findall(r"^Script: \[(.+?)\]", findings.page(), re.MULTILINE) == scripts
    assert findings.page().count("**Guess:**") == len(scripts)


def test_a_tutorial_is_a_notebook_too() -> None:
    page = (
        "# Title\n\nSome [text](../search.md#plans).\n\n```python\nx = 1\n```\n\n```\nshell\n```\n"
    )
    cells = json.loads(notebooks.notebook(page))["cells"]
    assert [(cell["cell_type"], cell["source"]) for cell in cells] == [
        ("markdown", "# Title\n\nSome [text](../search.html#plans)."),
        ("code", "x = 1"),
        ("markdown", "```\nshell\n```"),
    ]
    assert len({cell["id"] for cell in cells}) == 3
    for path in sorted((ROOT / "docs" / "tutorials").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        cells = json.loads(notebooks.notebook(text))["cells"]
        assert sum(cell["cell_type"] == "code" for cell in cells) == text.count("```python\n") > 3
        assert notebooks.is_notebook(path.relative_to(ROOT / "docs").as_posix())


def test_rule_ids_on_a_page_lead_to_the_catalogue() -> None:
    text = "# `TRC-7.2a`\n`TRC-7.2a`, [`BD-7.4b`](x.md), `XX-1.1a`\n```\n`TRC-7.2a`\n```\n"
    assert with_rules(text, "tutorials/x.md") == text.replace(
        "\n`TRC-7.2a`,", "\n[`TRC-7.2a`](../rules/russian-campaign/7.md#TRC-7.2a),"
    )


def test_every_page_is_in_the_navigation() -> None:
    """Strict building names one that is not; here without building."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    nav = YAML(typ="safe").load(text)["nav"]
    named = set(re.findall(r"[\w/-]+\.md", str(nav)))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= named
    assert named - pages == {"commands.md", "findings.md", *PROJECT.values()}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="b.html#here">x</a>', None),
        ('<a href="b.html#there">x</a>', "leads to no place on b.html"),
        ('<a href="c.html">x</a>', "leads to no page"),
        ('<a href="https://example.org/">x</a>', None),
        ('<script src="https://example.org/x.js"></script>', "fetches https://example.org/x.js"),
        ('<link href="//example.org/x.css" rel="stylesheet">', "fetches //example.org/x.css"),
    ],
)
def test_the_check_of_the_built_site_finds_faults(
    tmp_path: Path, body: str, fault: str | None
) -> None:
    (tmp_path / "a.html").write_text(body)
    (tmp_path / "b.html").write_text('<h1 id="here">x</h1>')
    site = Site(tmp_path)
    found = [*site.broken_links(), *site.fetched()]
    assert len(found) == (fault is not None)
    assert all(str(fault) in told for told in found)


def test_the_check_of_the_built_site_finds_missing_entries(tmp_path: Path) -> None:
    folder = tmp_path / "reference"
    folder.mkdir()
    (folder / "search.html").write_text('<h2 id="eastfront.search.mcts">x</h2>')
    missing = [told.partition(":")[0] for told in Site(tmp_path).missing_names()]
    assert "eastfront.search.plans" in missing and "eastfront.search.mcts" not in missing
    assert len(list(Site(tmp_path).missing_rules())) == sum(
        len(p.rule_ids()) for p in packs.packs()
    )


def test_modules_are_no_names_of_their_package() -> None:
    for module, one in LISTED.items():
        for name in one.shown:
            found = getattr(import_module(module), name)
            assert not ismodule(found)
            assert not isclass(found) or found.__name__
