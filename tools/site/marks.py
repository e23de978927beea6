"""The tests of each rule: the functions marked with its id, found without running any of them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

_ID = re.compile(r"[A-Z]+-[\w.-]+")


class Place(NamedTuple):
    """A line of a source file, and the name of the function or class that it belongs to."""

    path: str
    """Relative to the root of the project."""
    line: int
    name: str


def marked(node: ast.AST) -> Iterator[str]:
    """The rule ids in the marks of a decorator, or of a table of cases.

    Where a mark takes its ids from the rows of a table, they are all texts of the form of an id;
    the beginning of a composed text ends with `*`.
    """
    calls = [
        part
        for part in ast.walk(node)
        if isinstance(part, ast.Call) and ast.unparse(part.func) == "pytest.mark.rule"
    ]
    for argument in (one for call in calls for one in call.args):
        if isinstance(argument, ast.Constant):
            yield str(argument.value)
        elif isinstance(argument, ast.JoinedStr):
            yield f"{argument.values[0].value}*"
        else:
            yield from quoted(node)


def quoted(node: ast.AST) -> Iterator[str]:
    """All texts below a node that have the form of an id, or of several with spaces between."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            words = part.value.split()
            yield from words if all(map(_ID.fullmatch, words)) else ()


def of_file(path: Path) -> Iterator[tuple[str, Place]]:
    """The rules that a file of tests marks, each with a test."""
    text = path.read_text(encoding="utf-8")
    if "mark.rule" not in text:
        return
    name = path.relative_to(ROOT).as_posix()
    computed = "mark.rule(*" in text  # by a function, for the rows of tables elsewhere in the file
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef(name=own, decorator_list=decorators) if own.startswith("test_"):
                found = [id_ for one in decorators for id_ in (*marked(one), *_rows(one, computed))]
                line = decorators[0].lineno if decorators else node.lineno
                yield from ((id_, Place(name, line, own)) for id_ in dict.fromkeys(found))
            case ast.Assign() | ast.AnnAssign():
                found = [*marked(node), *_rows(node, computed)]
                yield from ((id_, Place(name, node.lineno, path.stem)) for id_ in found)


def _rows(node: ast.AST, computed: bool) -> Iterator[str]:
    return quoted(node) if computed else iter(())


def tests(folders: Sequence[Path], ids: Collection[str]) -> Mapping[str, Sequence[Place]]:
    """The tests in some folders of each rule, by its id; rules without a test are left out."""
    found: defaultdict[str, dict[Place, None]] = defaultdict(dict)
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            for id_, place in of_file(path):
                beginning = id_.removesuffix("*")
                for known in ids if id_ != beginning else (id_,):
                    if known.startswith(beginning):
                        found[known][place] = None
    return {id_: list(places) for id_, places in found.items()}
