"""Docstrings and messages use plain words: the worst phrases, each with the better form."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

UNDONE: tuple[str, ...] = ()
"""Files and folders that still hold such phrases; the list only shrinks."""


@dataclass(frozen=True)
class Phrase:
    """A phrase to avoid: its pattern, the better form, and texts in which it is found."""

    pattern: str
    better: str
    planted: tuple[str, ...]

    def found(self, text: str) -> str:
        """The phrase as it stands in a text; empty when the text is free of it."""
        found = re.search(self.pattern, text)
        return found[0] if found else ""


PHRASES = {
    "clause as the subject": Phrase(
        r"\A(?:What|Who|Whom|Whose|Whoever|Whatever|That which|Those (?:who|that))\b",
        "a noun phrase or an imperative: `Legal actions`, not `What may be played`",
        ("What is asked.", "Whose digest is that of a word.", "Who goes leg by leg."),
    ),
    "who without a noun": Phrase(
        r"(?:\. Who(?:ever)?|\b(?:so that|for|by|if|than|from|of|at) who(?:ever)?) [a-z]+",
        "a noun: `a player who leaves`, `the attacker`, not `who leaves`",
        ("Moves cost. Who leaves the map pays.", "A price for who then leaves it."),
    ),
    "that there is not": Phrase(
        r"\b(?:that|which|who) (?:there )?(?:is|are) (?:not|none)(?= ?[,.;:]|$| there\b)",
        "an adjective: `an unknown game id`, `a missing file`",
        ("Raises KeyError for a name that there is not.", "Of a game that there is not"),
    ),
    "is to be had": Phrase(
        r"\bto be had\b",
        "`is available`",
        ("where places are to be had",),
    ),
    "told and asked": Phrase(
        r"\b(?:[Ww]hat|that|which|who) (?:is|are|was|were) (?:asked|told|said)\b",
        "the relation: `the query`, `the prompt`, `the event`",
        ("by what is asked", "notes that are told", "numbers that are asked so often"),
    ),
    "made of": Phrase(
        r"\b(?:[Ww]hat|that|which) [a-z' ]{0,30}(?:is|are|was|were) made of\b",
        "`its inputs`, `its parts`, `derived from`",
        ("by what they are made of", "what is made of a view"),
    ),
    "what comes of it": Phrase(
        r"\b[Ww]hat (?:comes|becomes|came|became) (?:out|of)\b",
        "`the result`, `the outcome`, `the output`",
        ("What comes out is compiled", "and what comes of it", "what became of each game"),
    ),
    "say the same": Phrase(
        r"\b(?:says?|said) the same\b",
        "`are equal`, `are equivalent`",
        ("all parts of a program that say the same",),
    ),
    "cannot be so": Phrase(
        r"\b(?:can(?:not)?|may) be so\b",
        "the property: `is out of range`",
        ("the variable that cannot be so",),
    ),
    "stands ready": Phrase(
        r"\b(?:stands?|standing) ready\b",
        "`is precomputed`, `is materialised`, `is kept in the state`",
        ("sets that stand ready",),
    ),
    "so many without a referent": Phrase(
        r"\b(?:of|with|by|than|after|in) so (?:many|much|few)\b(?! that)",
        "the number: `n units`, `a given number of steps`",
        ("cuts games short after so many decisions",),
    ),
    "anew": Phrase(r"\banew\b", "`again`", ("begins the game anew",)),
    "but for": Phrase(
        r"\b(?:but|save) for\b",
        "`except`",
        ("all fields, but for the last",),
    ),
}


def sentences(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """Docstrings, of constants and fields too, messages of errors and help texts, by line."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)):
                yield node.lineno, text
            case (
                ast.Raise(exc=ast.expr() as within)
                | ast.keyword(arg="help" | "short_help" | "epilog", value=within)
            ):
                for part in ast.walk(within):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.lineno, part.value


def rust_texts(source: str) -> Iterator[tuple[int, str]]:
    """The doc comments, by the line where each begins, and the strings outside of tests."""
    lines = [
        (number, re.match(r"\s*//[/!](?!/)(.*)", line))
        for number, line in enumerate(source.splitlines(), 1)
    ]
    for documented, block in groupby(lines, key=lambda line: line[1] is not None):
        if documented:
            parts = [(number, found[1]) for number, found in block if found]
            yield parts[0][0], "\n".join(text for _, text in parts)
    code = source.partition("#[cfg(test)]")[0].splitlines()
    for number, line in enumerate(code, 1):
        if not line.lstrip().startswith("//"):
            yield from ((number, text) for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line))


READERS = {".py": python_texts, ".rs": rust_texts}
SOURCES = sorted(
    path
    for folder in ("python/eastfront", "rust")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in READERS and "target" not in path.relative_to(ROOT).parts
)


def undone(path: Path) -> bool:
    """Whether a file is on the list of those to be rewritten."""
    return any(path.is_relative_to(ROOT / name) for name in UNDONE)


@pytest.mark.parametrize("name", PHRASES)
def test_docstrings_and_messages_are_free_of_the_phrase(name: str) -> None:
    phrase = PHRASES[name]
    found = [
        f"{path.relative_to(ROOT)}:{line}: `{phrase.found(sentences(text))}`"
        for path in SOURCES
        if not undone(path)
        for line, text in READERS[path.suffix](path.read_text(encoding="utf-8"))
        if phrase.found(sentences(text))
    ]
    assert not found, f"better: {phrase.better}\n" + "\n".join(found)


@pytest.mark.parametrize("name", PHRASES)
def test_the_phrase_is_found_where_it_is_planted(name: str) -> None:
    phrase = PHRASES[name]
    assert all(phrase.found(text) for text in phrase.planted)
    assert not phrase.found(sentences(PLAIN))


PLAIN = """Legal actions of a side, by verb. Raises KeyError for an unknown side. A player who
leaves the map pays twice. The value is computed again after n steps, except when it is cached."""


def test_all_kinds_of_text_are_read() -> None:
    source = '''
"""module"""
LIMIT = 3
"""constant"""
class Thing:
    """class"""
    width: int
    """field"""
    @click.option("--seed", help="help")
    def do(self) -> None:
        """function"""
        raise ValueError(f"message of {self}")
'''
    read = {text for _, text in python_texts(source)}
    assert read == {"module", "constant", "class", "field", "help", "function", "message of "}
    rust = '//! module\n//! goes on\n\n/// item\nfn f() { fail("message") } // no\n//// no\n'
    tests = '#[cfg(test)]\nmod tests { /// test\n assert!(true, "no"); }'
    assert list(rust_texts(rust + tests)) == [
        (1, " module\n goes on"),
        (4, " item"),
        (5, "message"),
    ]


def test_what_is_to_be_rewritten_exists() -> None:
    assert [name for name in UNDONE if not (ROOT / name).exists()] == []
