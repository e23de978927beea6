"""A search for ids of rules in Python sources: in the code of a game, and in the marks of its
tests.

The sources are read, and none is run. An id that the code composes when it runs, for example with
an inserted number, is not found here; the program of a game lists its rules.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

_ID = re.compile(r"[A-Z][A-Za-z0-9]*-[A-Za-z0-9][\w.-]*")
_IN_TEXT = re.compile(r"[A-Z][\w-]*-[\w.]*\w")


def in_code(folder: Path) -> set[str]:
    """Returns the texts that have the form of a rule id and stand as string values in the Python
    files of a folder."""
    return {id_ for _, tree in _sources(folder) for id_ in _quoted(tree)}


def in_comments(folder: Path) -> set[str]:
    """Returns the texts that have the form of a rule id and stand in comments of the Python files
    of a folder."""
    return {
        id_
        for text, _ in _sources(folder)
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
        for id_ in _IN_TEXT.findall(token.string)
    }


def in_marks(folder: Path) -> set[str]:
    """Returns the rule ids in the marks ``pytest.mark.rule`` of a folder of tests, or of one file.

    If the ids of a mark come from elsewhere, such as the rows of a table, all texts in the same
    statement that have the form of an id count.
    """
    found: set[str] = set()
    for text, tree in _sources(folder):
        for statement in tree.body if "mark.rule" in text else ():
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
                    for one in node.args:
                        plain = isinstance(one, ast.Constant)
                        found |= set(_quoted(one if plain else statement))
    return found


def _sources(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yields the text of each Python file, and its syntax tree."""
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        text = path.read_text(encoding="utf-8")
        yield text, ast.parse(text, str(path))


def _quoted(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _ID.fullmatch(node.value):
                yield node.value
