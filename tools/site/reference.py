"""The reference of the public modules: which page shows which names, in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import getdoc, ismodule

FOLDER = "reference"


@dataclass(frozen=True)
class Listed:
    """A module on a page; without names its `__all__` is shown."""

    module: str
    names: Sequence[str] = ()

    @property
    def shown(self) -> list[str]:
        """The names that are shown; modules have pages of their own."""
        module = import_module(self.module)
        names = self.names or sorted(module.__all__, key=str.lower)
        return [name for name in names if not ismodule(getattr(module, name))]


PAGES: Mapping[str, Sequence[Listed]] = {
    "eastfront": [Listed("eastfront")],
    "observation": [Listed("eastfront.positions.observation")],
    "answers": [
        Listed("eastfront.questions.state", ("Obligation", "Supply")),
        Listed("eastfront.questions.battle", ("Battle", "Factor")),
        Listed("eastfront.questions.drawn", ("Case",)),
        Listed(
            "eastfront.questions.consequences",
            ("Outcome", "Loss", "Lost", "Flight", "Stand", "Advance", "Withdrawal", "Surrender"),
        ),
        Listed("eastfront.loading.catalogue"),
        Listed("eastfront.positions.orders"),
        Listed("eastfront.positions.effects"),
    ],
    "positions": [
        Listed("eastfront.positions.text"),
        Listed("eastfront.positions.concession"),
        Listed("eastfront.positions.document"),
    ],
    "record": [Listed("eastfront.record")],
    "playing": [Listed("eastfront.playing")],
    "bots": [Listed("eastfront.bots")],
    "search": [Listed("eastfront.search")],
    "matches": [Listed("eastfront.matches"), Listed("eastfront.distributed")],
    "analysis": [Listed("eastfront.analysis")],
    "render": [Listed("eastfront.render")],
    "vector": [Listed("eastfront.interop.vector"), Listed("eastfront.interop.tensors")],
    "gymnasium": [Listed("eastfront.interop.gymnasium")],
    "learner": [Listed("eastfront.interop.learner")],
    "pettingzoo": [Listed("eastfront.interop.pettingzoo")],
    "openspiel": [Listed("eastfront.interop.openspiel")],
    "graphs": [Listed("eastfront.interop.graphs")],
    "tables": [Listed("eastfront.interop.tables")],
    "wire": [Listed("eastfront.wire"), Listed("eastfront.serve")],
    "packs": [Listed("eastfront.packs"), Listed("eastfront.scenario")],
    "program": [Listed("eastfront.program")],
    "systems": [Listed("eastfront.systems")],
    "board": [Listed("eastfront.board")],
}
"""The modules of each page."""

TITLES = {
    "eastfront": "eastfront: games and states",
    "observation": "Observations",
    "answers": "Answers: supply, battles, rules, orders, effects",
    "positions": "Positions as text",
    "record": "Records",
    "playing": "Rollouts",
    "bots": "Bots",
    "search": "Search",
    "matches": "Matches",
    "analysis": "Analysis",
    "render": "Pictures",
    "vector": "Vectors and tensors",
    "gymnasium": "Gymnasium",
    "learner": "Environments for networks",
    "pettingzoo": "PettingZoo",
    "openspiel": "OpenSpiel",
    "graphs": "Graphs",
    "tables": "Games as tables",
    "wire": "JSON form and server",
    "packs": "Packs and their data",
    "program": "The language of rules",
    "systems": "Building blocks of games",
    "board": "Small boards",
}

APART = {
    "eastfront.cached": "a helper of the package",
    "eastfront.cli.invariants": "a helper of the commands",
    "eastfront.interop": "only modules, each on a page of its own",
    "eastfront.interop.sb3": "needs Stable-Baselines3; docs/interop.md shows its use",
    "eastfront.program.builder": "its public names are those of eastfront.program",
    "eastfront.program.former": "former names, which eastfront.program still answers to",
    "eastfront.program.expr": "its public names are those of eastfront.program",
}
"""Modules with `__all__` but without a page, each with the reason; those of games have none."""


def pages() -> Iterator[tuple[str, str]]:
    """The pages of the reference, by path in the site."""
    yield f"{FOLDER}/index.md", _overview()
    for page, modules in PAGES.items():
        yield f"{FOLDER}/{page}.md", _page(page, modules)


def _overview() -> str:
    rows = []
    for page, modules in PAGES.items():
        names = ", ".join(f"`{one.module}`" for one in modules)
        first = (getdoc(import_module(modules[0].module)) or "").split("\n\n")[0].replace("\n", " ")
        rows.append(f"| [{TITLES[page]}]({page}.md) | {names} | {first} |")
    head = "# Reference\n\nAll public names, from their docstrings.\n\n"
    return head + "\n".join(["| page | modules | contents |", "| --- | --- | --- |", *rows, ""])


def _page(page: str, modules: Sequence[Listed]) -> str:
    return f"# {TITLES[page]}\n" + "".join(map(_section, modules))


def _section(one: Listed) -> str:
    """A module with its names; a name that it shares with one of its modules is read from there."""
    hidden = [name for name in one.shown if _home(one.module, name) == f"{one.module}.{name}"]
    parts = [f"\n::: {one.module}\n    options:\n      toc_label: {one.module}\n      members:\n"]
    parts += [f"      - {name}\n" for name in one.shown if name not in hidden]
    for name in hidden:
        parts.append(f'\n<span id="{one.module}.{name}"></span>\n\n')
        parts.append(f"::: {one.module}.{name}.{name}\n")
        parts.append("    options:\n      heading_level: 3\n")
    return "".join(parts)


def _home(module: str, name: str) -> str:
    return getattr(getattr(import_module(module), name), "__module__", "")
