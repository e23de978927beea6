"""Writes docs/reading-rules.md: ``python -m tools.reading``.

Ten rules of each game, drawn by a seed that the page prints. Each has its statement in our words
and its code, or its test if the rule is a freedom without code.
"""

from __future__ import annotations

import ast
import csv
import json
import random
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from eastfront.packs import Pack, packs

from .economy import modules
from .mutate.owners import Catalogue

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reading-rules.md"
SEED = 1941
RULES = 10
LONG = 30
"""Of a longer method, in lines, only the statements that name the rule are shown."""

HEAD = """# Reading rules

Ten rules of each game, drawn by the seed {seed}, each with its statement in our words and its code.
A rule is a method of the section of its rulebook, or a statement in one, with its id beside it.
Play, the refusal, the line of an explanation and the switch all derive from it.
[systems.md](systems.md) explains `@value`, `@step`, `then` and the others. A rule that grants a
freedom, or follows from others, has no statement of its own: its first test is shown.

`python -m tools.reading` writes this page from the code.
"""


def drawn(pack: Pack) -> list[str]:
    """Rules of a game that are tested, in the order of the rulebook."""
    tested = json.loads((pack.data / "coverage.json").read_text(encoding="utf-8"))["tested"]
    order = list(catalogue(pack))
    return sorted(random.Random(SEED).sample(sorted(tested), RULES), key=order.index)


def catalogue(pack: Pack) -> dict[str, str]:
    """The statement of each rule of a game."""
    with (pack.data / "rules.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: row["statement"] for row in rows}


def _named(node: ast.AST, rule: str) -> bool:
    return any(isinstance(n, ast.Constant) and n.value == rule for n in ast.walk(node))


def _smallest(body: list[ast.stmt], rule: str) -> Iterator[ast.stmt]:
    """The smallest statements that name a rule."""
    for statement in body:
        if not _named(statement, rule):
            continue
        inner = [s for s in ast.walk(statement) if isinstance(s, ast.stmt) and s is not statement]
        below = [s for s in inner if _named(s, rule)]
        if below and not isinstance(statement, ast.If):
            yield from _smallest(getattr(statement, "body", []), rule)
        else:
            yield statement


def code(pack: Pack, rule: str, *, mentions: bool = False) -> Iterator[tuple[str, str]]:
    """The places of a rule, with its code.

    A rule without a switch, such as a sequence, has no statement of its own: ``mentions`` finds the
    methods whose docstrings name it.
    """

    known = Catalogue(frozenset(catalogue(pack)))

    def named(node: ast.AST, text: str) -> bool:
        return rule in known.ids(text) if mentions else _named(node, rule)

    for path in modules(pack.package):
        if path.name == "laws.py":
            continue
        text = path.read_text(encoding="utf-8")
        if not mentions and rule not in text:
            continue
        lines = text.splitlines()

        def source(node: ast.stmt, lines: list[str] = lines) -> str:
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            return textwrap.dedent("\n".join(lines[first - 1 : node.end_lineno]))

        for kind in ast.parse(text).body:
            if not isinstance(kind, ast.ClassDef):
                if isinstance(kind, ast.stmt) and _named(kind, rule):
                    yield path.stem, source(kind)
                continue
            for method in kind.body:
                if not named(method, source(method)):
                    continue
                name = f"{kind.name}.{getattr(method, 'name', '')}".rstrip(".")
                length = (method.end_lineno or method.lineno) - method.lineno
                if mentions or length <= LONG or not isinstance(method, ast.FunctionDef):
                    yield name, source(method)
                else:
                    yield name, "\n...\n".join(map(source, _smallest(method.body, rule)))


def first_test(pack: Pack, rule: str) -> tuple[str, str]:
    """The first test of a rule, and its code.

    Raises LookupError if there is none.
    """
    for path in sorted((ROOT / "tests" / "rules" / pack.package.name).rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body if rule in text else ():
            if isinstance(node, ast.FunctionDef) and any(
                _named(decorator, rule) for decorator in node.decorator_list
            ):
                first = node.decorator_list[0].lineno
                lines = text.splitlines()[first - 1 : node.end_lineno]
                return path.relative_to(ROOT).as_posix(), "\n".join(lines)
    raise LookupError(f"{rule}: neither code nor a test")


@cache
def page() -> str:
    """The page, made from the present code."""
    out = [HEAD.format(seed=SEED)]
    for pack in packs():
        says = catalogue(pack)
        out.append(f"## {pack.title}\n")
        for rule in drawn(pack):
            out.append(f"### {rule}\n\n{textwrap.fill(says[rule], 100)}\n")
            shown = list(code(pack, rule)) or list(code(pack, rule, mentions=True))
            shown = shown or [first_test(pack, rule)]
            for name, text in shown:
                out.append(f"`{name}`\n\n```python\n{text}\n```\n")
    return "\n".join(out)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
