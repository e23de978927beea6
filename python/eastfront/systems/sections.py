"""A rule is a method of a section of the rulebook; a decorator says which point it joins.

A section has points that rules of others join, of three kinds:

* `value`: a number, a set, or another Python value; a rule makes another value of the one so far;
* `step`: statements; a rule writes before them, after them, or instead of them;
* `Bars`: what closes hexes or units, each with its rule and the words of its refusal.

Rules that join a point are applied one after the other, in the order (rank, place of the section in
the game, place in the section), each to what those before it have made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial, wraps
from inspect import isroutine, signature
from sys import maxsize, modules
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    ParamSpec,
    Protocol,
    Self,
    TypeVar,
    overload,
)

from eastfront.program import Hexes, Int, Limit, ProgramError, Units, builder, in_force
from eastfront.program.mistakes import JOINS as _JOINS
from eastfront.program.mistakes import MisplacedError, checked_answer, kinds_of, place_of_method
from eastfront.scenario.errors import nearest

from .materials import Materials

P = ParamSpec("P")
S = TypeVar("S")
V = TypeVar("V")
X = TypeVar("X", Hexes, Units)
F = TypeVar("F", bound=Callable[..., Any])
A = TypeVar("A")


class Joining(Protocol[P, V]):
    """What decorates a rule's method, and leaves it what it is."""

    def __call__(self, method: Callable[Concatenate[S, P], V], /) -> Callable[Concatenate[S, P], V]:
        """The method, by which the rule joins a point."""


THEN, BEFORE, AFTER, INSTEAD, BAR = "then", "before", "after", "instead", "bar"


@dataclass(frozen=True)
class Join:
    """What a rule does at a point."""

    point: Point
    how: str
    rule: str
    """It is applied while this rule is in force; always without one."""
    unless: str
    """It is applied while this rule is not in force."""
    rank: int
    text: str = ""
    """Why it refuses what it closes."""
    told: bool = True
    """Whether explanations name the rule beside the number that it makes."""

    def applies(self) -> bool:
        """Whether it does so in the program being written."""
        return not (self.unless and in_force(self.unless)) and (
            not self.rule or in_force(self.rule)
        )


Joined = tuple[Join, Callable[..., Any]]
"""What is joined, and the rule's method."""


class Point:
    """Something of a section that rules of others can join."""

    owner: type = object
    """The class by whose name it was reached; the rule joins it in instances of that alone."""
    name = ""
    origin: Point

    restated = False
    """Whether a class states it anew: what joins it joins what is stated there."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.owner, self.origin = f"{owner.__name__}.{name}", owner, self
        for base in owner.__mro__[1:]:
            former = vars(base).get(name)
            if isinstance(former, Point):
                self.origin, former.restated = former.origin, True
                break

    def _asked_of(self, section: Any) -> None:
        """Refuses ``super()``: what is stated anew takes the place of what was there."""
        if self.restated:
            attribute = self.name.rpartition(".")[2]
            stated = next(k for k in type(section).__mro__ if attribute in vars(k))
            if stated is not self.owner:
                raise ProgramError(
                    f"{stated.__name__}.{attribute} states {self.name} anew and asks for it by "
                    f"super(): join the point instead"
                )

    def reached_by(self, owner: type) -> Self:
        """The point, as it is reached by the name of a class."""
        out = copy(self)
        out.owner = owner
        return out

    def _note(
        self, how: str, rule: str, unless: str, rank: int, text: str = "", told: bool = True
    ) -> Callable[[F], F]:
        join = Join(self, how, rule, unless, rank, text, told)

        def decorate(method: F) -> F:
            method.__dict__.setdefault(_JOINS, []).append(join)
            return method

        return decorate

    def arguments(self) -> tuple[int, int] | None:
        """With how many arguments it is asked, at least and at most; None where it does not say."""
        return None

    def _joined(self, section: Any) -> Iterator[Joined]:
        for join, method in section.game.joined.at(self.origin):
            if isinstance(section, join.point.owner) and join.applies():
                yield join, method


class Stated(Point, Generic[P, V]):
    """What a section states and rules of others change in turn."""

    def __init__(self, usual: Callable[Concatenate[Any, P], V]) -> None:
        self.usual = usual
        self.kinds = kinds_of(usual)
        """The kinds of which a value is to be."""
        self.__doc__ = usual.__doc__

    def arguments(self) -> tuple[int, int]:
        """As many as its usual method takes beside the section."""
        least, most = _arguments(self.usual)
        return least - 1, most - 1

    @overload
    def __get__(self, section: None, owner: type) -> Self: ...

    @overload
    def __get__(self, section: object, owner: type) -> Callable[P, V]: ...

    def __get__(self, section: Any, owner: type) -> Any:
        if section is None:
            return self.reached_by(owner)
        self._asked_of(section)
        return partial(self._of, section)

    def _of(self, section: Any, *args: Any, **kwargs: Any) -> Any:
        so_far: Callable[..., Any] = partial(self.usual, section)
        by: Callable[..., Any] = self.usual
        for join, by in self._joined(section):
            so_far = partial(_applied, self.kinds, join, by, so_far)
        return checked_answer(so_far(*args, **kwargs), self.kinds, by)

    def instead(
        self, rule: str = "", *, unless: str = "", rank: int = 0
    ) -> Joining[Concatenate[Callable[P, V], P], V]:
        """Takes the place of what is so far, which is handed to it: it can be asked for, or
        written, with other arguments too."""
        return self._note(INSTEAD, rule, unless, rank)


class Value(Stated[P, V]):
    """A value that rules change in turn."""

    def then(
        self, rule: str = "", *, unless: str = "", rank: int = 0, told: bool = True
    ) -> Joining[Concatenate[V, P], V]:
        """Makes another value of the one so far, which comes first among the arguments.

        Explanations name the rule beside a number, unless it is not ``told``.
        """
        return self._note(THEN, rule, unless, rank, told=told)


class Step(Stated[P, None]):
    """Statements: something that happens, or what a rule does."""

    def before(self, rule: str = "", *, unless: str = "", rank: int = 0) -> Joining[P, None]:
        """Writes before what is written so far."""
        return self._note(BEFORE, rule, unless, rank)

    def after(self, rule: str = "", *, unless: str = "", rank: int = 0) -> Joining[P, None]:
        """Writes after what is written so far."""
        return self._note(AFTER, rule, unless, rank)


class Called(Step[P]):
    """A step whose statements stand in a procedure: they are written once, and called."""

    def __init__(
        self,
        name: str,
        words: Mapping[str, Sequence[str]],
        usual: Callable[Concatenate[Any, P], None],
    ) -> None:
        super().__init__(usual)
        self._title, self._words = name, words
        own = list(signature(usual).parameters.values())[1:]
        self._keys = [p.name for p in own if p.annotation in ("int", "str")]
        if [p.name for p in own[: len(self._keys)]] != self._keys:
            raise ProgramError(
                f"{usual.__qualname__}: what is known when it is written comes first"
            )
        self._args = len(own) - len(self._keys)

    def _of(self, section: Any, *args: Any, **kwargs: Any) -> None:
        if kwargs:
            raise ProgramError(f"{self.name} is called with its arguments in order")
        known = args[: len(self._keys)]
        written = vars(section).setdefault("written procedures", {})
        if (self.name, known) not in written:
            written[self.name, known] = builder().procedure(
                self._named(section, known),
                self._args,
                partial(super()._of, section, *known),
            )
        written[self.name, known](*args[len(self._keys) :])

    def _named(self, section: Any, known: Sequence[Any]) -> str:
        words = {"side": section.sides, "attacker": section.sides, **self._words}
        named = {
            key: words[key][value] if key in words else value
            for key, value in zip(self._keys, known, strict=True)
        }
        return self._title.format(**named)


def procedure(
    name: str, **words: Sequence[str]
) -> Callable[[Callable[Concatenate[Any, P], None]], Called[P]]:
    """Statements in a procedure of that name, one for each value of the arguments known at load.

    Arguments that are `int` or `str` are known when the program is written, and can stand in the
    name: ``"{side} retreat"``; ``side`` and ``attacker`` by the names of the sides, others by
    ``words`` or as they are. The others are handed over in play.
    """
    return lambda usual: Called(name, words, usual)


class Bars(Point, Generic[P, X]):
    """What closes hexes or units, each with its rule and, for the refusal, its words."""

    section: Any = None

    def arguments(self) -> tuple[int, int] | None:
        """As many as it declares: ``Bars[[int], Hexes]``."""
        declared = getattr(vars(self).get("__orig_class__"), "__args__", (...,))[0]
        return (len(declared),) * 2 if isinstance(declared, tuple) else None

    def __get__(self, section: Any, owner: type) -> Self:
        if section is not None:
            self._asked_of(section)
        out = self.reached_by(owner)
        out.section = section
        return out

    def bar(self, rule: str, text: str, *, unless: str = "", rank: int = 0) -> Joining[P, X]:
        """Closes what the method gives; the text says why."""
        return self._note(BAR, rule, unless, rank, text)

    def open(self, offered: X, *args: P.args, **kwargs: P.kwargs) -> X:
        """What is left of what is offered."""
        for _, closed in self._joined(self.section):
            offered = offered - _closed(closed, offered, args, kwargs)
        return offered

    def rules(self) -> list[tuple[str, str]]:
        """The rules that close anything, each with its words."""
        return [(join.rule, join.text) for join, _ in self._joined(self.section)]

    def told(self, of: X, *args: P.args, **kwargs: P.kwargs) -> list[tuple[str, str, X]]:
        """What each rule closes of some: the rule, its words, and which."""
        return [
            (join.rule, join.text, of & _closed(closed, of, args, kwargs))
            for join, closed in self._joined(self.section)
        ]

    def limits(self, of: X, *args: P.args, **kwargs: P.kwargs) -> list[Limit]:
        """The same, as limits of an alternative: each refuses by its own rule and words."""
        return [
            Limit(join.rule, of - _closed(closed, of, args, kwargs), join.text)
            for join, closed in self._joined(self.section)
        ]


def _closed(bar: Callable[..., X], of: X, args: Any, kwargs: Any) -> X:
    """What a bar closes, which is of the kind of what is offered."""
    closed: X = checked_answer(bar(*args, **kwargs), (type(of),), bar)
    return closed


value, step = Value, Step


def written_if(test: Callable[..., bool]) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Statements: a method that writes nothing when its arguments, `self` first, fail a test."""

    def decorate(method: Callable[P, None]) -> Callable[P, None]:
        @wraps(method)
        def written(*args: P.args, **kwargs: P.kwargs) -> None:
            if test(*args):
                method(*args, **kwargs)

        return written

    return decorate


@overload
def rule(
    *ids: str | Callable[..., str],
) -> Callable[[Callable[P, None]], Callable[P, None]]: ...


@overload
def rule(
    *ids: str | Callable[..., str], otherwise: Any
) -> Callable[[Callable[P, V]], Callable[P, V]]: ...


def rule(*ids: str | Callable[..., str], otherwise: Any = None) -> Any:
    """A method that states a rule: it speaks while all rules are in force that it is given.

    While one is not, ``otherwise`` does: a value, or a function of the same arguments, `self`
    first; nothing is written without it. A rule that depends on the arguments is a function of
    them, which answers the id.
    """

    def decorate(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def stated(*args: Any, **kwargs: Any) -> Any:
            rules = [id_ if isinstance(id_, str) else id_(*args, **kwargs) for id_ in ids]
            if all([in_force(rule) for rule in rules]):
                return method(*args, **kwargs)
            return otherwise(*args, **kwargs) if isroutine(otherwise) else otherwise

        return stated

    return decorate


def _applied(
    kinds: tuple[type, ...],
    join: Join,
    rule: Callable[..., Any],
    so_far: Callable[..., Any],
    *args: Any,
    **kwargs: Any,
) -> Any:
    """What a rule makes of what is so far, by how it joins."""
    if join.how == INSTEAD:
        return checked_answer(rule(so_far, *args, **kwargs), kinds, rule)
    if join.how == THEN:
        out = checked_answer(rule(so_far(*args, **kwargs), *args, **kwargs), kinds, rule)
        told = join.told and join.rule and isinstance(out, Int)
        return Int(("Ruled", builder().rule(join.rule), out.node)) if told else out
    for written in (rule, so_far) if join.how == BEFORE else (so_far, rule):
        written(*args, **kwargs)
    return None


class Section(Materials):
    """A section of a rulebook: its rules are methods, and it reaches the others by their names.

    What a game says of its sections (``strengths: Strengths``) stands in a class that its sections
    have as a base where types are checked.
    """

    game: Any

    def __init__(self, game: Any) -> None:
        self.game = game

    if not TYPE_CHECKING:  # to a checker, what lies on the table is a base of all sections

        def __getattr__(self, name: str) -> Any:
            """What lies on the table."""
            if name in ("game", "board") or name.startswith("__"):
                raise AttributeError(name)
            board = self.game.board
            try:
                return getattr(board, name)
            except AttributeError:
                if hasattr(type(board), name):
                    raise
                known = {*vars(self), *dir(type(self)), *vars(board), *dir(type(board))}
                raise AttributeError(
                    f"{type(self).__name__} has no `{name}`, and neither has the table"
                    f"{nearest(name, known)}"
                ) from None

    def prepare(self) -> None:
        """Says what is played, and with which counters, before the table is laid out."""

    def define(self) -> None:
        """Declares variables, flags, sets and tables."""

    def define_procedures(self) -> None:
        """Declares procedures."""

    def define_queries(self) -> None:
        """Declares what can be asked of a state."""


class Option(Section):
    """An optional rule, a variant or a second reading: all of it, in one place.

    What several options share is an option too, which each of them brings. Whoever brings it
    reaches it by the name under which it says so::

        cups: Cups
    """

    name: ClassVar[str] = ""
    """How it is asked for; always played without one."""
    text: ClassVar[str] = ""
    """What it is, in a line."""
    boxes: ClassVar[Sequence[str]] = ()
    """The boxes off the map that it brings."""
    least: ClassVar[int] = 0
    most: ClassVar[int] = 0
    """The bounds of its number, if it is asked for with one: ``name=number``."""
    names: ClassVar[Sequence[str]] = ()
    """The options that bring it, when others do beside its own."""
    requires: ClassVar[Sequence[str]] = ()
    """The options without which it cannot be played."""
    together: ClassVar[Sequence[Sequence[str]]] = ()
    """Options that together bring rules into play which none of them does alone."""
    rests_on: ClassVar[Sequence[str]] = ()
    """The rules without any of which nothing of it is played."""

    @classmethod
    def known_as(cls) -> Sequence[str]:
        """The options that bring it."""
        return cls.names or ((cls.name,) if cls.name else ())

    @classmethod
    def played(cls, game: Any) -> bool:
        """Whether it is played where an option brings it."""
        return all([in_force(rule) for rule in cls.rests_on])

    @classmethod
    def carries(cls, option: type[Option], game: Any) -> bool:
        """Whether an option is played that reaches it by name."""
        return True

    @classmethod
    def reached(cls) -> Mapping[str, type[Option]]:
        """The options that it reaches, by their names."""
        return annotated(cls, Option)


def annotated(kind: type, what: type[A]) -> dict[str, type[A]]:
    """The classes of one kind that the annotations of another class name."""
    found: dict[str, type[A]] = {}
    for base in reversed(kind.__mro__):
        names = vars(modules[base.__module__])
        for name, part in vars(base).get("__annotations__", {}).items():
            if isinstance(part, str):
                if name in found and part not in names:
                    raise ProgramError(f"{base.__name__}.{name}: {part}, a class of no module")
                part = names.get(part)
            if isinstance(part, type) and issubclass(part, what):
                found[name] = part
    return found


class Joins:
    """Who joins what in one game.

    What joins a point of an option that is not played does nothing.
    """

    def __init__(self, sections: Iterable[Any], idle: Iterable[type] = ()) -> None:
        found: dict[Point, list[Joined]] = defaultdict(list)
        sections = list(sections)
        points = {id(p.origin) for s in sections for p in _points(type(s))}
        missed = {id(p.origin) for kind in idle for p in _points(kind)} - points
        for section in sections:
            for name, join in _joins_of(type(section)):
                if id(join.point.origin) in missed:
                    continue
                if id(join.point.origin) not in points:
                    who = f"{type(section).__name__}.{name}"
                    raise ProgramError(f"{who} joins {join.point.name}, which no section has")
                method = getattr(section, name)
                _check_arguments(join, method)
                found[join.point.origin].append((join, method))
        self._found = {p: sorted(joins, key=lambda j: j[0].rank) for p, joins in found.items()}
        for point, joins in self._found.items():
            _check(point, joins)

    def at(self, point: Point) -> Sequence[Joined]:
        """The rules that join a point, in the order in which they are applied."""
        return self._found.get(point, ())


def joins(method: Any) -> bool:
    """Whether a method is a rule that joins a point."""
    return bool(getattr(method, _JOINS, ()))


def who_joins(kinds: Iterable[type]) -> list[tuple[str, str, str, str]]:
    """Who joins what among sections: the point, how, the rule, and the method that does.

    Where a rule is joined while it is not in force, it is told as ``without`` it.
    """
    return [
        (
            join.point.name,
            join.how,
            f"without {join.unless}" if join.unless else join.rule,
            f"{kind.__name__}.{name}",
        )
        for kind in kinds
        for name, join in _joins_of(kind)
    ]


def points_joined(kind: type) -> list[Point]:
    """The points that the rules of a section join."""
    return [join.point for _, join in _joins_of(kind)]


def _joins_of(kind: type) -> Iterator[tuple[str, Join]]:
    """What rules of a class join, by their names, in the order of writing, oldest class first."""
    methods = {n: m for base in reversed(kind.__mro__) for n, m in vars(base).items()}
    for name, method in methods.items():
        for join in getattr(method, _JOINS, ()):
            yield name, join


def _points(kind: type) -> Iterator[Point]:
    return (m for base in kind.__mro__ for m in vars(base).values() if isinstance(m, Point))


def _check_arguments(join: Join, method: Callable[..., Any]) -> None:
    """A rule takes what its point is asked with, and before it what is so far where that is due."""
    usual = join.point.arguments()
    if usual is None:
        return
    first = int(join.how in (THEN, INSTEAD))
    least, most = (n + first for n in usual)
    takes = _arguments(method)
    if takes[0] > least or takes[1] < most:
        words = f"{least}" if least == most else f"{least} to {most}"
        kind = " with what is so far first" if first else ""
        raise MisplacedError(
            f"{place_of_method(method)}: it joins {join.point.name}, and takes "
            f"{takes[0]} arguments beside self; expected {words}{kind}"
        )


def _arguments(method: Callable[..., Any]) -> tuple[int, int]:
    """How many arguments a bound method takes in order: at least, and at most."""
    given = signature(method).parameters.values()
    if any(p.kind is p.VAR_POSITIONAL for p in given):
        return 0, maxsize
    ordered = [p for p in given if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return sum(p.default is p.empty for p in ordered), len(ordered)


def _check(point: Point, joins: Sequence[Joined]) -> None:
    """Two rules that each take the place of all before them: which of them counts is not said."""
    taken: dict[tuple[int, type], Any] = {}
    for join, method in joins:
        if join.how != INSTEAD:
            continue
        other = taken.setdefault((join.rank, join.point.owner), method)
        if other is not method:
            who = " and ".join(m.__qualname__ for m in (other, method))
            raise ProgramError(f"{who} both replace {point.name}: give one of them a rank")
