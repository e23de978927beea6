"""Sections of a rulebook: each rule is a method of a section; a decorator names the point that the
rule joins.

A section has join points, to which rules of other sections attach, of three kinds:

* `value`: a number, a set, or another Python value; a rule transforms the value so far;
* `step`: statements; a rule writes before, after, or instead of them;
* `Bars`: closed hexes or units, each with its rule and the reason for the refusal.

Rules that join a point are applied one after the other, each to the result of the rules before it:
from the lowest rank on, and for equal rank in the order of sections, then of methods in a section.
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
from eastfront.program.by_rule import under_rules
from eastfront.program.mistakes import JOINS as _JOINS
from eastfront.program.mistakes import (
    MisplacedError,
    checked_answer,
    kinds_of,
    place_of_method,
    placed,
)
from eastfront.scenario.errors import nearest

from .materials import Materials

P = ParamSpec("P")
S = TypeVar("S")
V = TypeVar("V")
X = TypeVar("X", Hexes, Units)
F = TypeVar("F", bound=Callable[..., Any])
A = TypeVar("A")


class Joining(Protocol[P, V]):
    """The type of the decorators by which a rule joins a point: they register the rule's method
    there, and return the method unchanged."""

    def __call__(self, method: Callable[Concatenate[S, P], V], /) -> Callable[Concatenate[S, P], V]:
        """Registers the method at the point."""


THEN, BEFORE, AFTER, INSTEAD, BAR = "then", "before", "after", "instead", "bar"


@dataclass(frozen=True)
class Join:
    """A rule's attachment to a join point, as a value: the point, the way in which the rule changes
    the point (`how`), and the conditions under which the rule applies."""

    point: Point
    how: str
    rule: str
    """The join applies only while this rule is in force; empty for always."""
    unless: str
    """The join applies only while this rule is left out; empty for always."""
    rank: int
    """The rules that join a point are applied from the lowest rank to the highest."""
    text: str = ""
    """The reason given when the rule refuses something."""
    told: bool = True
    """Whether explanations of a number name the rule as its cause."""

    def applies(self) -> bool:
        """Says whether the rule takes effect in the program that is being written: `rule` is in
        force, and `unless` is left out; an empty one sets no condition."""
        return not (self.unless and in_force(self.unless)) and (
            not self.rule or in_force(self.rule)
        )


Joined = tuple[Join, Callable[..., Any]]
"""A pair: the `Join` of a rule, and the rule's method."""


class Point:
    """Base class of join points: attributes of a section (a value, statements, or closed hexes)
    that rules of other sections may change by a decorator."""

    owner: type = object
    """The class by which a rule named the point, as `Movement` in ``Movement.stale``; the rule
    joins the point in sections of this class only, subclasses included."""
    name: str = ""
    origin: Point

    restated = False
    """Whether a subclass defines the point again; rules that join the earlier definition then join
    the later one."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.owner, self.origin = f"{owner.__name__}.{name}", owner, self
        for base in owner.__mro__[1:]:
            former = vars(base).get(name)
            if isinstance(former, Point):
                self.origin, former.restated = former.origin, True
                break

    def _asked_of(self, section: Any) -> None:
        """Checks that ``section`` may use this definition of the point. Raises ProgramError if a
        subclass defines the point again and calls this definition by ``super()``: the later
        definition replaces the earlier one."""
        if self.restated:
            attribute = self.name.rpartition(".")[2]
            stated = next(k for k in type(section).__mro__ if attribute in vars(k))
            if stated is not self.owner:
                raise ProgramError(
                    f"{stated.__name__}.{attribute} restates {self.name} and calls it through "
                    f"super(): join the point instead"
                )

    def reached_by(self, owner: type) -> Self:
        """A copy of the point for the class ``owner``: a rule that joins the copy applies in
        instances of this class only."""
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
        """The smallest and the largest number of arguments that the point passes to its rules; None
        if they are not declared."""
        return None

    def _joined(self, section: Any) -> Iterator[Joined]:
        for join, method in section.game.joined.at(self.origin):
            if isinstance(section, join.point.owner) and join.applies():
                yield join, method


class Stated(Point, Generic[P, V]):
    """Base class of Value and Step: a join point made from a method, which gives the default value
    or the default statements."""

    def __init__(self, usual: Callable[Concatenate[Any, P], V]) -> None:
        self.usual = usual
        self.kinds: tuple[type, ...] = kinds_of(usual)
        """The kinds of value that the point allows."""
        self.__doc__ = usual.__doc__

    def arguments(self) -> tuple[int, int]:
        """The smallest and the largest number of arguments of the default method, without the
        section."""
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
        """Decorator of a rule that replaces the result of the earlier rules. The first argument of
        the rule is a function: called with the point's arguments, it returns the earlier result;
        called with other arguments, the result for these.

        ``rule`` and ``unless`` are rule ids: the method applies while the first is in force and the
        second is left out; an empty id sets no condition. Methods of lower ``rank`` apply first.
        """
        return self._note(INSTEAD, rule, unless, rank)


class Value(Stated[P, V]):
    """The join point for a number, a set or another value: a method gives the default, and rules of
    other sections change it one after the other."""

    def then(
        self, rule: str = "", *, unless: str = "", rank: int = 0, told: bool = True
    ) -> Joining[Concatenate[V, P], V]:
        """Decorator of a rule that changes a value; the value so far is its first argument, before
        the arguments of the point. Explanations name the rule as the cause of a number, unless
        ``told`` is false.

        ``rule`` and ``unless`` are rule ids: the method applies while the first is in force and the
        second is left out; an empty id sets no condition. Methods of lower ``rank`` apply first.
        """
        return self._note(THEN, rule, unless, rank, told=told)


class Step(Stated[P, None]):
    """The join point for statements: a method writes the default ones, and rules of other sections
    add statements before or after them, or replace them."""

    def before(self, rule: str = "", *, unless: str = "", rank: int = 0) -> Joining[P, None]:
        """Decorator of a rule whose statements are executed before the default statements and the
        statements of earlier rules.

        ``rule`` and ``unless`` are rule ids: the method applies while the first is in force and the
        second is left out; an empty id sets no condition. Methods of lower ``rank`` apply first.
        """
        return self._note(BEFORE, rule, unless, rank)

    def after(self, rule: str = "", *, unless: str = "", rank: int = 0) -> Joining[P, None]:
        """Decorator of a rule whose statements are executed after the default statements and the
        statements of earlier rules.

        ``rule`` and ``unless`` are rule ids: the method applies while the first is in force and the
        second is left out; an empty id sets no condition. Methods of lower ``rank`` apply first.
        """
        return self._note(AFTER, rule, unless, rank)


class Called(Step[P]):
    """The join point for statements that are written once, as a procedure of the program; each use
    of the step writes a call."""

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
            raise ProgramError(f"{usual.__qualname__}: parameters of type int or str come first")
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
    """Decorator for statements in a named procedure, one for each combination of constant
    arguments.

    Arguments of type `int` or `str` are constants of the program, and may occur in the name:
    ``"{side} retreat"``. In the name, ``side`` and ``attacker`` become names of sides, an argument
    with ``words`` becomes one of its words, by index, and any other appears as it is. The other
    arguments are passed in play.
    """
    return lambda usual: Called(name, words, usual)


class Bars(Point, Generic[P, X]):
    """A join point (a place where rules of other sections attach) that collects prohibitions: each
    rule closes some hexes or units, for instance to retreats, and gives the reason shown when they
    are chosen."""

    section: Any = None

    def arguments(self) -> tuple[int, int] | None:
        """The smallest and the largest number of arguments that the rules take, such as (1, 1) for
        ``Bars[[int], Hexes]``; None if the types of the arguments are not declared."""
        declared = getattr(vars(self).get("__orig_class__"), "__args__", (...,))[0]
        return (len(declared),) * 2 if isinstance(declared, tuple) else None

    def __get__(self, section: Any, owner: type) -> Self:
        if section is not None:
            self._asked_of(section)
        out = self.reached_by(owner)
        out.section = section
        return out

    def bar(self, rule: str, text: str, *, unless: str = "", rank: int = 0) -> Joining[P, X]:
        """Decorator of a rule that closes the hexes or units that it returns; ``text`` is the
        reason for the refusal.

        ``rule`` and ``unless`` are rule ids: the method applies while the first is in force and the
        second is left out; an empty id sets no condition. Methods of lower ``rank`` apply first.
        """
        return self._note(BAR, rule, unless, rank, text)

    def open(self, offered: X, *args: P.args, **kwargs: P.kwargs) -> X:
        """Returns the part of the set ``offered`` that no rule closes; the further arguments are
        passed to the rules."""
        for _, closed in self._joined(self.section):
            offered = offered - _closed(closed, offered, args, kwargs)
        return offered

    def rules(self) -> list[tuple[str, str]]:
        """The rules that attach to this point, each as its id and the reason for its refusals."""
        return [(join.rule, join.text) for join, _ in self._joined(self.section)]

    def told(self, of: X, *args: P.args, **kwargs: P.kwargs) -> list[tuple[str, str, X]]:
        """Returns for each rule its id, the reason for its refusals, and the part of the set ``of``
        that the rule closes; the further arguments are passed to the rules."""
        return [
            (join.rule, join.text, of & _closed(closed, of, args, kwargs))
            for join, closed in self._joined(self.section)
        ]

    def limits(self, of: X, *args: P.args, **kwargs: P.kwargs) -> list[Limit]:
        """Returns limits for a decision that offers the set ``of``, one for each rule: the limit
        permits the part of ``of`` that the rule does not close, and refuses the rest with the
        rule's id and reason. The further arguments are passed to the rules."""
        return [
            Limit(join.rule, of - _closed(closed, of, args, kwargs), join.text)
            for join, closed in self._joined(self.section)
        ]


def _closed(bar: Callable[..., X], of: X, args: Any, kwargs: Any) -> X:
    """Returns the set that a rule closes: the result of ``bar`` for the arguments ``args`` and
    ``kwargs``. Raises ProgramError if it is of another kind than the offered set ``of``, such as
    units in place of hexes."""
    closed: X = checked_answer(bar(*args, **kwargs), (type(of),), bar)
    return closed


value = Value
"""Decorator of a method: a number or a set that rules of other sections may change (`Value`)."""
step = Step
"""Decorator of a method: the statements of a step, to which rules of other sections may add."""


def written_if(test: Callable[..., bool]) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Decorator of a method that writes statements: the method is called only if ``test``, a
    function of the same arguments (`self` included), returns true."""

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
    """Decorator of a method that states rules of the rulebook: the method applies while all rules
    with the given ids are in force.

    While one of the rules is left out, ``otherwise`` applies: a value, or a function of the
    method's arguments, `self` included; by default nothing is written. In place of a number of the
    program, a Python number as ``otherwise`` is converted to one; a value of another kind than the
    method's return annotation raises `ProgramError`. If the id depends on the arguments, a function
    of these arguments that returns the id is given.
    """

    later = isroutine(otherwise)

    def decorate(method: Callable[..., Any]) -> Callable[..., Any]:
        kind = next(iter(kinds_of(method)), None)

        @wraps(method)
        def stated(*args: Any, **kwargs: Any) -> Any:
            rules = [id_ if isinstance(id_, str) else id_(*args, **kwargs) for id_ in ids]
            return under_rules(rules, method, kind, otherwise, later, args, kwargs)

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
    """Applies one rule to the result of the earlier rules, in the way in which it joins its point,
    and returns the new result. ``so_far`` is a function that gives the earlier result, ``args`` and
    ``kwargs`` are the arguments of the point, and ``kinds`` the types allowed for a value."""
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
    """Base class of a section of a rulebook: its rules are methods, and the board and the other
    sections are at hand as attributes, by name.

    For type checkers, a game annotates its sections (``strengths: Strengths``) in a class that is a
    base of all its sections.
    """

    game: Any

    def __init__(self, game: Any) -> None:
        self.game = game

    if not TYPE_CHECKING:  # to a type checker, the board is a base of all sections

        def __getattr__(self, name: str) -> Any:
            """An attribute of the board, or another section."""
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
                    f"{type(self).__name__} has no `{name}`, and neither has the board"
                    f"{nearest(name, known)}"
                ) from None

    def prepare(self) -> None:
        """Adds counters, or changes the printed values of counters, before the board is set up; by
        default does nothing."""

    def define(self) -> None:
        """Declares the section's variables, flags, sets and tables."""

    def define_procedures(self) -> None:
        """Declares the section's procedures."""

    def define_queries(self) -> None:
        """Declares the section's queries."""


class Option(Section):
    """Base class of an optional rule, a variant or an alternative reading of the rulebook: a
    section that is played only if the player chooses it.

    A part that several options share is an option, too. Each of these options activates the shared
    part by an annotation, and accesses the part by the annotated name::

        cups: Cups
    """

    name: ClassVar[str] = ""
    """The name by which a player chooses the option; an option without a name is always played."""
    text: ClassVar[str] = ""
    """The one-line text of the option."""
    boxes: ClassVar[Sequence[str]] = ()
    """The names of the boxes off the map that the option adds."""
    least: ClassVar[int] = 0
    most: ClassVar[int] = 0
    """The largest number that a player may choose for the option as ``name=number``; `least` is the
    smallest. Both are 0 for an option without a number."""
    names: ClassVar[Sequence[str]] = ()
    """The names of all options that activate this one; empty if only its own name does."""
    requires: ClassVar[Sequence[str]] = ()
    """The options without which this one cannot be played."""
    together: ClassVar[Sequence[Sequence[str]]] = ()
    """Combinations of options that activate rules which no single option activates."""
    rests_on: ClassVar[Sequence[str]] = ()
    """The rules that must all be in force for the option to be played."""

    @classmethod
    def known_as(cls) -> Sequence[str]:
        """The names of the options that activate this one."""
        return cls.names or ((cls.name,) if cls.name else ())

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the option is played, if one of its names is chosen: all rules in `rests_on`
        must be in force."""
        return all([in_force(rule) for rule in cls.rests_on])

    @classmethod
    def carries(cls, option: type[Option], game: Any) -> bool:
        """Says whether this shared part may be played with ``option``, an option that references
        it; by default yes."""
        return True

    @classmethod
    def reached(cls) -> Mapping[str, type[Option]]:
        """The options that this option annotates as attributes (``cups: Cups``), and thereby
        activates: the class of each, by the name of the attribute."""
        return annotated(cls, Option)


def annotated(kind: type, what: type[A]) -> dict[str, type[A]]:
    """Returns the types of the attributes that a class and its bases annotate (``cups: Cups``), by
    the name of the attribute; only types that are subclasses of ``what``."""
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
    """The rules that attach to the join points of one game, found by point.

    A rule has no effect if its point belongs to an option that is not played.
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
                with placed(method):
                    for rule in filter(None, (join.rule, join.unless)):
                        builder().check_rule(rule)
                _check_arguments(join, method)
                found[join.point.origin].append((join, method))
        self._found = {p: sorted(joins, key=lambda j: j[0].rank) for p, joins in found.items()}
        for point, joins in self._found.items():
            _check(point, joins)

    def at(self, point: Point) -> Sequence[Joined]:
        """The rules that attach to a point, in the order in which they are applied: each as its
        `Join` and the method."""
        return self._found.get(point, ())


def who_joins(kinds: Iterable[type]) -> list[tuple[str, str, str, str]]:
    """Returns, for each rule in the section classes ``kinds`` that attaches to a join point: the
    name of the point, the way (``then``, ``before``, ``after``, ``instead`` or ``bar``), the rule's
    id, and the name of the method.

    A rule that applies while another rule is left out is shown as ``without`` that rule.
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
    """The join points to which the rules of a section class attach."""
    return [join.point for _, join in _joins_of(kind)]


def _joins_of(kind: type) -> Iterator[tuple[str, Join]]:
    """Yields the rules in a class that attach to join points, each as the name of the method and
    its `Join`, in the order of definition, base classes first."""
    methods = {n: m for base in reversed(kind.__mro__) for n, m in vars(base).items()}
    for name, method in methods.items():
        for join in getattr(method, _JOINS, ()):
            yield name, join


def _points(kind: type) -> Iterator[Point]:
    return (m for base in kind.__mro__ for m in vars(base).values() if isinstance(m, Point))


def _check_arguments(join: Join, method: Callable[..., Any]) -> None:
    """Raises MisplacedError unless a rule takes the arguments of its point. A rule that joins by
    `then` or `instead` takes the earlier result before these arguments."""
    usual = join.point.arguments()
    if usual is None:
        return
    first = int(join.how in (THEN, INSTEAD))
    least, most = (n + first for n in usual)
    takes = _arguments(method)
    if takes[0] > least or takes[1] < most:
        words = f"{least}" if least == most else f"{least} to {most}"
        kind = " with the value so far first" if first else ""
        raise MisplacedError(
            f"{place_of_method(method)}: it joins {join.point.name}, and takes "
            f"{takes[0]} arguments apart from self; expected {words}{kind}"
        )


def _arguments(method: Callable[..., Any]) -> tuple[int, int]:
    """The smallest and the largest number of positional arguments of a bound method."""
    given = signature(method).parameters.values()
    if any(p.kind is p.VAR_POSITIONAL for p in given):
        return 0, maxsize
    ordered = [p for p in given if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return sum(p.default is p.empty for p in ordered), len(ordered)


def _check(point: Point, joins: Sequence[Joined]) -> None:
    """Raises ProgramError if two rules of equal rank both replace the result at a point
    (`instead`), since their order is ambiguous."""
    taken: dict[tuple[int, type], Any] = {}
    for join, method in joins:
        if join.how != INSTEAD:
            continue
        other = taken.setdefault((join.rank, join.point.owner), method)
        if other is not method:
            who = " and ".join(m.__qualname__ for m in (other, method))
            raise ProgramError(f"{who} both replace {point.name}: give one of them a rank")
