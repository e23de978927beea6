"""Errors in rules, reported with file, line and rule while the program is written.

The checks are made when a game is loaded and do not affect play. Return values of methods are
checked against their annotations, since a set of units in place of hexes would be written and
played without an error. A section (a class with the rules of a section of the rulebook) must not
hide a name of another section or of the board, whose attributes all sections share. And any
exception raised by a rule becomes a `ProgramError` that begins with the place of the rule.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from inspect import getsourcefile, getsourcelines, isfunction
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any

from eastfront._core import EastfrontError

from .terms import Hexes, Int, ProgramError, Units, kind_of, kind_words, number

JOINS = "__joins__"
"""The name of the attribute under which a method stores its joins: the points in the rules of other
sections to which the method attaches."""

_RULE = re.compile(r"[A-Z][A-Za-z0-9]*-\d[\w.]*|[A-Z]+-[A-Z]+-\w+")
"""The pattern of rule ids."""

_LANGUAGE = ("program", "scenario", "systems")
"""The folders of the package that make up the rules language; an error is reported at the innermost
line outside of these folders."""

_STANDARD = Path(contextlib.__file__).resolve().parent
"""The folder of Python's standard library."""

_HERE = Path(__file__).resolve().parents[1]

KINDS: dict[str, tuple[type, ...]] = {
    "Hexes": (Hexes,),
    "Units": (Units,),
    "Int": (Int,),
    "Number": (Int, int),
}
"""The types that a return value may have, by the name of the method's return annotation; other
annotations are not checked."""


class MisplacedError(ProgramError):
    """An error in a rule; the message begins with the place of the rule."""


# -- answers ----------------------------------------------------------------------------------


def kinds_of(method: Callable[..., Any]) -> tuple[type, ...]:
    """Returns the types that a method's annotation allows for its return value; an empty tuple
    means that any type is allowed, as it is without an annotation."""
    said = getattr(method, "__annotations__", {}).get("return")
    return KINDS.get(said if isinstance(said, str) else getattr(said, "__name__", ""), ())


def checked_answer(answer: Any, kinds: tuple[type, ...], method: Callable[..., Any]) -> Any:
    """Returns ``answer``, the return value of a method; True or False from a method annotated
    `Number` as a number of the program, so that `~` negates it. Raises `ProgramError`, with the
    method's place, if the value is not of one of the `kinds`; empty kinds allow any value."""
    if kinds and not isinstance(answer, kinds):
        wrong = f"expected {kind_words(kinds[0])}, got {kind_of(answer)}"
        raise MisplacedError(f"{place_of_method(method)}: {wrong}")
    return number(answer) if kinds and isinstance(answer, bool) else answer


def hold(owner: type) -> None:
    """Wraps the methods of a class so that their return values are checked against their
    annotations."""
    for name, method in list(vars(owner).items()):
        if isfunction(method) and (kinds := kinds_of(method)):
            setattr(owner, name, _held(method, kinds))


def _held(method: Callable[..., Any], kinds: tuple[type, ...]) -> Callable[..., Any]:
    usual = kinds[0]

    @wraps(method)
    def held(*args: Any, **kwargs: Any) -> Any:
        answer = method(*args, **kwargs)
        return answer if type(answer) is usual else checked_answer(answer, kinds, method)

    return held


# -- names ------------------------------------------------------------------------------------


def refuse_shadows(
    board: object, parts: Iterable[object], sections: Mapping[str, type], given: Collection[str]
) -> None:
    """Raises `MisplacedError` if a section of a game hides a name: an attribute of the board, the
    name of a section, or one of ``given``, the names that every section has. ``parts`` are the
    sections and options, ``sections`` the classes of sections by name.

    A section whose class has a base in common with the board may define the names of that base
    again, such as stacking limits of its own.
    """
    shared = {*given, *sections, *(name for name in dir(board) if not name.startswith("_"))}
    for name, section in sections.items():
        held = vars(board).get(name, section)
        hidden = hasattr(type(board), name) or name in given
        if hidden or not (held is section or isinstance(held, section)):
            told = f"the section {section.__name__} has a name of the board, `{name}`"
            raise MisplacedError(f"{_line_in(section, '')}: {told}: give it another name")
    for part in parts:
        for kind in type(part).__mro__:
            common = [base for base in kind.__bases__ if isinstance(board, base)]
            hiding = shared.difference(*map(dir, common))
            for name in () if isinstance(board, kind) else vars(kind):
                if name in hiding:
                    whose = "a section" if name in sections else "a part of the board"
                    told = f"{kind.__name__}.{name} has the name of {whose}: give it another name"
                    raise MisplacedError(f"{_line_in(kind, name)}: {told}")


def _line_in(kind: type, name: str) -> str:
    """Returns file and line of a name in a class; the line of the class for a name that is not
    written there."""
    try:
        lines, first = getsourcelines(kind)
    except (OSError, TypeError):
        return kind.__module__
    written = re.compile(rf"\s+(?:def {name}\b|(?:self\.)?{name}\s*[:=])")
    at = next((n for n, line in enumerate(lines) if name and written.match(line)), 0)
    return f"{getsourcefile(kind)}:{first + at}"


# -- places -----------------------------------------------------------------------------------


class placed:
    """Context manager in which code of rules is run: an exception raised inside becomes a
    `ProgramError` whose message begins with a place in the rules.

    That place is ``method`` if given, else the innermost line of the rules in the traceback;
    without such a line the exception passes unchanged. Errors in the data of a scenario pass
    unchanged too, since they name the data's file.
    """

    __slots__ = ("_method",)

    def __init__(self, method: Callable[..., Any] | None = None) -> None:
        self._method = method

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, traceback: object) -> None:
        if not isinstance(error, Exception):
            return
        of_data = isinstance(error, EastfrontError) and not isinstance(error, ProgramError)
        if isinstance(error, MisplacedError) or of_data:
            return
        method = self._method
        where = _place(error.__traceback__) if method is None else place_of_method(method)
        if not where:
            return
        said = str(error)
        if not isinstance(error, ProgramError):
            said = f"{type(error).__name__}: {said}"
        raise MisplacedError(f"{where}: {said}") from error


def place_of_method(method: Callable[..., Any]) -> str:
    """Returns file, line and name of a method, with the rules of the method."""
    inner = method
    while hasattr(inner, "__wrapped__"):
        inner = inner.__wrapped__
    code = inner.__code__
    return _told(code, code.co_firstlineno, method)


def line_of(error: BaseException) -> str:
    """Returns file and line of an error, with a colon. The line is the innermost one outside of the
    rules language and of Python's own library; for a SyntaxError, the line with the wrong syntax.
    Empty if there is no such line."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: "
    found, traceback = "", error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not _of_language(code) and not code.co_filename.startswith("<"):
            found = f"{code.co_filename}:{traceback.tb_lineno}: "
        traceback = traceback.tb_next
    return found


def _place(traceback: TracebackType | None) -> str:
    """Returns the place of an error in the rules: the innermost line outside the language; empty if
    there is none."""
    found = ""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not _of_language(code):
            owner = traceback.tb_frame.f_locals.get("self")
            method = getattr(type(owner), code.co_name, None)
            found = _told(code, traceback.tb_lineno, method)
        traceback = traceback.tb_next
    return found


def _of_language(code: CodeType) -> bool:
    """Says whether code belongs to the rules language, or to Python itself."""
    path = Path(code.co_filename).resolve()
    if path.is_relative_to(_STANDARD) and "site-packages" not in path.parts:
        return True
    if not path.is_relative_to(_HERE):
        return False
    return path.relative_to(_HERE).parts[0] in _LANGUAGE or path.parent == _HERE


def _told(code: CodeType, line: int, method: object) -> str:
    """Returns a place in a method as errors name it: file, line, the join points (of other
    sections) to which the method attaches, the method's name, and its rules."""
    joins = getattr(method, JOINS, ())
    joined = [join.rule or join.unless for join in joins]
    points = "".join(f"{point} by " for point in dict.fromkeys(join.point.name for join in joins))
    ids = [c for c in code.co_consts if isinstance(c, str) and _RULE.fullmatch(c)]
    rules = ", ".join(dict.fromkeys(rule for rule in (*joined, *ids) if rule))
    name = code.co_qualname.replace("<locals>.", "")
    return f"{code.co_filename}:{line}: {points}{name}{f' ({rules})' if rules else ''}"
