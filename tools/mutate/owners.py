"""Owners: the rules to which a place in the Python of a game belongs.

The owners of a place are the rules with ids in its statement or in an enclosing statement, comments
included; else in its method; else in the callers of the method, or the uses of the name. A name is
followed through the imports of its user's module. An argument of a method, and the call itself,
also belong to the rules of that method. Code that evaluates bars also belongs to the rules of the
bars that other sections join; code without a rule of its own belongs to the rules whose ids it
receives from joins to the values that it uses.

Two limits: attributes of one name in two classes are distinguished only if the class is known; and
if a method that declares parts of a game names two rules, both own every helper that it calls in a
statement without an id.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from eastfront.packs import pack

from .mutant import named

CALLS_FOLLOWED = 4
"""The number of steps from a method without an id to its callers."""

_TAIL = re.compile(r"\s*(?:,|and|to)\s+([a-z])(?![\w-])")
_CASE = re.compile(r"\s*(?:,|and|to)\s+([A-Z]+\d*)(?![\w-])")
"""A continuation of an id that names others: TRC-4.1a and b; SPI-CBT-A1, A2 and K."""

JOINS = frozenset(["bar", "then", "instead", "before", "after"])
"""The decorator of a join to a point of another section: ``@Supply.closed.bar(...)``."""

NAMING = frozenset(["only", "by", "in_force"])
"""Functions with the id of a rule as first argument."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Local = Function | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Compound = ast.With | ast.If | ast.For | ast.While


@dataclass
class Catalogue:
    """The ids of a game's rules, found in text."""

    rules: frozenset[str]
    _pattern: re.Pattern[str] = field(init=False)
    _stems: Mapping[str, frozenset[str]] = field(init=False)

    def __post_init__(self) -> None:
        prefixes = sorted({rule.partition("-")[0] for rule in self.rules})
        self._pattern = re.compile(rf"(?:{'|'.join(prefixes)})-(?:\d[\w.]*|[A-Z]+-\w+)")
        stems = defaultdict(set)
        for rule in self.rules:
            stem = rule.rstrip("abcdefghijklmnopqrstuvwxyz")
            stems[stem].add(rule)
            while "." in stem:
                stem = stem.rpartition(".")[0]
                stems[stem].add(rule)
        self._stems = {stem: frozenset(found) for stem, found in stems.items()}

    @classmethod
    def of(cls, game: str) -> Catalogue:
        """The catalogue of a game."""
        lines = (pack(game).data / "rules.tsv").read_text(encoding="utf-8").splitlines()
        return cls(frozenset(line.partition("\t")[0] for line in lines[1:]))

    def ids(self, text: str) -> set[str]:
        """The rules named in a text; a section stands for all its rules."""
        found: set[str] = set()
        for match in self._pattern.finditer(text):
            name = match.group().rstrip(".")
            if name not in self.rules:
                found |= self._stems.get(name, frozenset())
                continue
            found.add(name)
            at = match.start() + len(name)
            while more := _TAIL.match(text, at):
                found.add(name[:-1] + more.group(1))
                at = more.end()
            while more := _CASE.match(text, at):
                found.add(f"{name.rpartition('-')[0]}-{more.group(1)}")
                at = more.end()
        return found & self.rules


class Source:
    """A module of a game: its text, its tree, the parents of nodes, and the rules they name."""

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        self.path = named(path)
        self.module = path.resolve().with_suffix("").parts
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.catalogue = catalogue
        self._within: dict[ast.AST, Sequence[ast.AST]] = {}
        self.aliases: dict[ast.AST, Set[str]] = {}
        """The local names of what declares parts of a game, by method."""
        self.parents: dict[ast.AST, ast.AST] = {
            child: node for node in self.within(self.tree) for child in ast.iter_child_nodes(node)
        }
        lines = self.text.splitlines(keepends=True)
        self._bytes = [line.encode() for line in lines]
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))
        self._plain = [line.strip() for line in lines]
        self._code = self._plain.copy()
        """The lines without comments."""
        for token in tokenize.generate_tokens(iter(lines).__next__):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                self._code[line - 1] = lines[line - 1][:column].strip()
        self.imported: dict[str, tuple[tuple[str, ...], str]] = {}
        """Its imported names, each with the end of the path of its module and the name there."""
        for at in self.within(self.tree):
            if isinstance(at, ast.ImportFrom):
                above = self.module[: -at.level] if at.level else ()
                home = (*above, *(at.module.split(".") if at.module else ()))
                self.imported |= {a.asname or a.name: (home, a.name) for a in at.names}

    def within(self, node: ast.AST) -> Sequence[ast.AST]:
        """A node and all below it, as `ast.walk` gives them."""
        if node not in self._within:
            self._within[node] = tuple(ast.walk(node))
        return self._within[node]

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The span of a node, in characters."""
        first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        return self._at(first, node.col_offset), self._at(last, node.end_col_offset)  # type: ignore[attr-defined]

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._bytes[line - 1][:column].decode())

    def words(self, node: ast.AST) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """A node and its ancestors, the innermost first."""
        at: ast.AST | None = node
        while at is not None:
            yield at
            at = self.parents.get(at)

    def method(self, node: ast.AST) -> Function | None:
        """The outermost method or function around a node."""
        found = [n for n in self.around(node) if isinstance(n, Function)]
        return found[-1] if found else None

    def holder(self, node: ast.AST) -> str:
        """The name of the class around a node; empty outside of one."""
        return next((n.name for n in self.around(node) if isinstance(n, ast.ClassDef)), "")

    def is_local(self, name: ast.Name) -> bool:
        """Whether a name is local to a function around it."""
        return any(name.id in _locals(at) for at in self.around(name) if isinstance(at, Local))

    def key(self, node: ast.AST, name: str) -> str:
        """A name at the place of a node, qualified by the module outside of classes."""
        return name if self.holder(node) else f"{self.path}:{name}"

    def place(self, node: ast.AST) -> str:
        """The class and method around a node, or the name that its statement assigns."""
        names = [n.name for n in self.around(node) if isinstance(n, Function | ast.ClassDef)]
        if not names or self.method(node) is None:
            names = [*self.targets(node)[:1], *names]
        return ".".join(reversed(names)) or "module"

    def targets(self, node: ast.AST) -> list[str]:
        """The names assigned by a node's statement."""
        for at in self.around(node):
            if isinstance(at, ast.Assign):
                return [n.id for t in at.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            if isinstance(at, ast.AnnAssign) and isinstance(at.target, ast.Name):
                return [at.target.id]
        return []

    def declared(self, node: ast.AST) -> list[str]:
        """The attributes assigned by a node's statement, or extended by an element."""
        for at in self.around(node):
            if isinstance(at, ast.Assign | ast.AnnAssign):
                targets = at.targets if isinstance(at, ast.Assign) else [at.target]
                stored = [n for t in targets for n in ast.walk(t) if _stores(n)]
                kept = [_kept_in(n) for n in stored]
                return [n.attr for n in kept if isinstance(n, ast.Attribute)]
        return []

    def is_called(self, node: ast.AST) -> bool:
        """Whether a node is the name of a called function."""
        holder = self.parents.get(node)
        return isinstance(holder, ast.Call) and holder.func is node

    def is_given_to(self, node: ast.AST) -> bool:
        """Whether a node is assigned, or gets an element."""
        at = node
        while isinstance(holder := self.parents.get(at), ast.Subscript) and holder.value is at:
            at = holder
        return _stores(at)

    def sets(self, node: ast.AST) -> set[str]:
        """The local names set by a node's statement, or by the inner function around it."""
        for at in self.around(node):
            if isinstance(at, ast.Assign):
                names = (n for t in at.targets for n in ast.walk(t) if isinstance(n, ast.Name))
                return {n.id for n in names if isinstance(n.ctx, ast.Store)}
            if isinstance(at, Function) and at is not self.method(node):
                return {at.name}
        return set()

    # -- rules ------------------------------------------------------------------------------

    def _lines(self, first: int, last: int) -> str:
        """Lines, with the comment right above them."""
        while first > 1 and self._plain[first - 2].startswith("#"):
            first -= 1
        return "\n".join(self._plain[first - 1 : last])

    def statement(self, node: ast.AST) -> set[str]:
        """The rules named by a node's statement, or by the nearest enclosing one."""
        within: ast.AST | None = None
        for at in self.around(node):
            if isinstance(at, Function):
                break
            if isinstance(at, Compound):
                # of a compound statement only the head counts for the statements inside
                head = at.body[0].lineno - 1
                found = self.catalogue.ids(self._lines(at.lineno, max(at.lineno, head)))
                if found and not self._in_orelse(at, within):
                    return found
            elif isinstance(at, ast.stmt) and not isinstance(at, ast.ClassDef):
                found = self.catalogue.ids(
                    self._lines(at.lineno, at.end_lineno or at.lineno) + self._doc_after(at)
                )
                if found:
                    return found
            within = at
        return set()

    @staticmethod
    def _in_orelse(holder: ast.AST, within: ast.AST | None) -> bool:
        return within in getattr(holder, "orelse", ())

    def _doc_after(self, statement: ast.AST) -> str:
        """The docstring below an attribute or a constant."""
        body = getattr(self.parents.get(statement), "body", [])
        if not isinstance(body, list) or statement not in body:
            return ""
        after = body[body.index(statement) + 1 :][:1]
        if after and isinstance(after[0], ast.Expr) and isinstance(after[0].value, ast.Constant):
            return " " + str(after[0].value.value)
        return ""

    def whole(self, function: Function, *, comments: bool = True) -> set[str]:
        """The rules named anywhere in a method, including its joins and comments."""
        decorators = getattr(function, "decorator_list", ())
        first = min([function.lineno, *(d.lineno for d in decorators)])
        last = function.end_lineno or 0
        code = "\n".join(self._code[first - 1 : last])
        return self.catalogue.ids(self._lines(first, last) if comments else code)


def _stores(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _kept_in(node: ast.AST) -> ast.AST:
    """The container in a node: ``self.nation`` of ``self.nation["finnish"]``."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


@cache
def _locals(function: Local) -> frozenset[str]:
    """The local names of a function or a comprehension."""
    nodes = list(ast.walk(function))
    stored = (n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    return frozenset([*stored, *(n.arg for n in nodes if isinstance(n, ast.arg))])


_NONE: Mapping[str, str] = {}


class Owners:
    """The rules of every place in the modules of a game."""

    def __init__(self, sources: Sequence[Source], sections: Mapping[str, str] = _NONE) -> None:
        """``sections`` has the classes of the sections of a game by their names."""
        self._uses: dict[str, list[tuple[Source, ast.AST]]] = defaultdict(list)
        self._classes: dict[str, tuple[Source, ast.ClassDef]] = {}
        self._held = sections
        self._begun: list[tuple[str, Source, ast.AST]] = []
        self._joined: dict[str, list[tuple[str, ast.Call, Source, Function]]] = defaultdict(list)
        self._constants: dict[str, ast.expr] = {}
        self._modules = {s.module[n:]: s for s in sources for n in range(len(s.module))}
        for source in sources:
            self._find_joins(source)
            for node in source.within(source.tree):
                if isinstance(node, ast.ClassDef):
                    # of two classes with one name, that of the game, which comes first
                    self._classes.setdefault(node.name, (source, node))
                if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                    self._begun.append((str(node.values[0].value), source, node))
                if isinstance(node, ast.Attribute) and not source.is_given_to(node):
                    self._uses[node.attr].append((source, node))
                    if isinstance(node.value, ast.Name) and node.value.id in source.imported:
                        home, name = source.imported[node.value.id]
                        if module := self._modules.get((*home, name)):
                            self._uses[self._meant(module, node.attr)].append((source, node))
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    self._uses[node.id].append((source, node))
                    if not source.is_local(node):
                        self._uses[self._meant(source, node.id)].append((source, node))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self._uses[f"'{node.value}'"].append((source, node))
                elif isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant):
                    self._uses[f"{node.arg}={node.value.value!r}"].append((source, node))
                elif isinstance(node, ast.keyword) and isinstance(node.value, ast.Name):
                    self._uses[f"{node.arg}="].append((source, node))
                elif isinstance(node, ast.Assign) and node in source.tree.body:
                    self._constants |= {
                        source.key(node, n): node.value for n in source.targets(node)
                    }

    def _meant(self, source: Source, name: str) -> str:
        """The key of the definition of a name in a module, through its imports."""
        if name not in source.imported:
            return f"{source.path}:{name}"
        home, name = source.imported[name]
        module = self._modules.get(home)
        return self._meant(module, name) if module else f"{'/'.join(home)}:{name}"

    def of(self, source: Source, node: ast.AST) -> set[str]:
        """The owners of a place; may be empty."""
        if self._says_how_long(source, node):
            return self._around(source, node) | self._holding(source, node)
        return self._around(source, node) | self._called(source, node) | self._bars(source, node)

    def _find_joins(self, source: Source) -> None:
        """The methods of a module with joins, by the name of the joined point."""
        for method in source.within(source.tree):
            for call in method.decorator_list if isinstance(method, Function) else ():
                how = call.func if isinstance(call, ast.Call) else None
                if isinstance(how, ast.Attribute) and how.attr in JOINS:
                    holder, _, name = source.words(how.value).rpartition(".")
                    kind = holder.rpartition(".")[2] or source.holder(method)
                    assert isinstance(call, ast.Call) and isinstance(method, Function)
                    self._joined[name].append((kind, call, source, method))

    def _asked(
        self, source: Source, within: ast.AST, *, bars: bool
    ) -> Iterator[tuple[ast.Call, Source, Function]]:
        """The joins to the points that a node evaluates; only bars, or only other points."""
        for node in source.within(within):
            if not isinstance(node, ast.Attribute) or node.attr not in self._joined:
                continue
            words = source.words(node.value)
            kind = self._held.get(words.removeprefix("self."), "")
            kinds = self._extended(source.holder(node) if words == "self" else kind)
            for joined, call, other, method in self._joined[node.attr]:
                is_bar = isinstance(call.func, ast.Attribute) and call.func.attr == "bar"
                if joined in kinds and is_bar == bars:
                    yield call, other, method

    def _bars(self, source: Source, node: ast.AST) -> set[str]:
        """The rules of the bars evaluated at a place, or else in its method."""
        at = source.method(node) if not source.statement(node) else None
        within = at or next((n for n in source.around(node) if isinstance(n, ast.stmt)), node)
        if isinstance(within, ast.ClassDef):
            return set()
        return {
            rule
            for call, other, _ in self._asked(source, within, bars=True)
            for rule in other.catalogue.ids(other.words(call))
        }

    @staticmethod
    def _takes_id(node: ast.AST) -> bool:
        """Whether the id of a rule is taken from an object, as in ``by(closure.rule, ...)``."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            return node.func.id in NAMING and isinstance(node.args[0], ast.Attribute)
        return isinstance(node, ast.Attribute) and node.attr == "rule"

    def _handed(self, source: Source, function: Function) -> set[str]:
        """The rules of joins to the values that a method uses, if it takes ids from them."""
        if not any(self._takes_id(node) for node in source.within(function)):
            return set()
        return {
            rule
            for _, other, method in self._asked(source, function, bars=False)
            if method is not function
            for rule in other.whole(method)
        }

    @staticmethod
    def _says_how_long(source: Source, node: ast.AST) -> bool:
        """Whether a place is the life of a declaration: a life, or ``in_play``."""
        at = source.parents.get(node)
        if isinstance(at, ast.keyword):
            return at.arg == "in_play"
        return isinstance(node, ast.Attribute) and source.words(node.value) == "Life"

    def _holding(self, source: Source, node: ast.AST) -> set[str]:
        """The rules of code that writes or reads the flag or variable declared at a place."""
        names = source.declared(node) or (
            source.targets(node) if source.method(node) is None else []
        )
        holder = source.holder(node)
        return {
            rule
            for name in names
            for user, use in self._uses[name]
            if isinstance(use, ast.Attribute) and self._may_be_of(user, use, holder)
            for rule in self.of(user, use)
        }

    def _may_be_of(self, source: Source, use: ast.Attribute, holder: str) -> bool:
        """Whether an attribute in an expression may belong to a class.

        False if its section, or the class around the expression, is known to be another.
        """
        words = source.words(use.value)
        kind = self._held.get(words.removeprefix("self."), "")
        if words == "self":
            kind = source.holder(use)
        return not kind or holder in self._extended(kind)

    def reached(self, kind: str) -> set[str]:
        """The classes with attributes that a section has by name alone: its bases, and those of the
        board."""
        return self._extended(kind) | self._extended(self._held.get("board", ""))

    def _extended(self, kind: str) -> set[str]:
        """A class with its known bases."""
        front, found = [kind], set[str]()
        while front:
            at = front.pop()
            if at not in found and at in self._classes:
                source, node = self._classes[at]
                front += [source.words(base).rpartition(".")[2] for base in node.bases]
            found.add(at)
        return found

    def _called(self, source: Source, node: ast.AST) -> set[str]:
        """The rules of the section's method that a place calls, or passes an argument to.

        The call has the form ``self.method`` or ``self.section.method``.
        """
        at = node.value if isinstance(node, ast.Expr) else node
        call = at if isinstance(at, ast.Call) else source.parents.get(at)
        function = call.func if isinstance(call, ast.Call) else None
        if not isinstance(function, ast.Attribute) or function is at:
            return set()
        words, section = source.words(function.value), ""
        if words == "self":
            section = source.holder(node)
        elif words.startswith("self."):
            section = self._held.get(words.removeprefix("self."), "")
        found = self._classes.get(section)
        for method in found[1].body if found else ():
            if isinstance(method, Function) and method.name == function.attr:
                return found[0].whole(method) if found else set()
        return set()

    def _around(self, source: Source, node: ast.AST) -> set[str]:
        """The rules named around a place."""
        found = source.statement(node) | self._made(source, node)
        if found:
            return found
        function = source.method(node)
        if function is None:
            own = self._overriding(source, node)
            return own or self.using([source.key(node, source.place(node).split(".")[-1])])
        if self._declares(function):
            # a declaration belongs to its users, not to the declarations beside it
            found = self.using(source.declared(node)) or self._through_locals(source, node)
        if "/systems/" in source.path:
            # it acts on arguments of its callers, or of those that make one of its kind
            kinds = [n.name for n in source.around(function) if isinstance(n, ast.ClassDef)]
            names = [source.key(function, function.name), *kinds]
            return found or self.using(names, further=True)
        found = found or source.whole(function)
        users = self.using([source.key(function, function.name)])
        return found or self._handed(source, function) | users

    @staticmethod
    def _made(source: Source, node: ast.AST) -> set[str]:
        """The rules of the method that made the object whose rule id a statement uses.

        For example ``marker = self.marker(side)`` and then ``assign(left, 0, marker.rule)``.
        """
        statement = next((n for n in source.around(node) if isinstance(n, ast.stmt)), None)
        function = source.method(node)
        if function is None or statement is None or isinstance(statement, Compound | Function):
            return set()
        words = {
            source.words(n.value)
            for n in source.within(statement)
            if isinstance(n, ast.Attribute) and n.attr == "rule"
        }
        makers = {
            source.words(at.value.func).removeprefix("self.")
            for at in source.within(function)
            if isinstance(at, ast.Assign) and isinstance(at.value, ast.Call)
            if words & {source.words(target) for target in at.targets}
        }
        holder = next((n for n in source.around(node) if isinstance(n, ast.ClassDef)), None)
        return {
            rule
            for method in (holder.body if holder and makers else ())
            if isinstance(method, Function) and method.name in makers
            for rule in source.whole(method)
        }

    def _overriding(self, source: Source, node: ast.AST) -> set[str]:
        """The rules of a class, if its body overrides a value of a base class."""
        holder = next((n for n in source.around(node) if isinstance(n, ast.ClassDef)), None)
        if holder is None:
            return set()
        names = set(source.targets(node))
        for base in holder.bases:
            extended = self._classes.get(source.words(base))
            if extended and any(names & set(source.targets(s)) for s in extended[1].body):
                return source.catalogue.ids(source.words(holder))
        return set()

    def _through_locals(self, source: Source, node: ast.AST) -> set[str]:
        """The rules of declarations that use a local name set by a statement."""
        function = source.method(node)
        front, seen, found = source.sets(node), set[str](), set[str]()
        while front:
            seen |= front
            uses = [
                n
                for n in source.within(function or source.tree)
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in front
            ]
            front = set()
            for use in uses:
                found |= source.statement(use) or self.using(source.declared(use))
                front |= source.sets(use) - seen
        return found

    def using(
        self, names: Sequence[str], *, declared: bool = False, further: bool = False
    ) -> set[str]:
        """The rules of callers of methods and users of names, and of their callers.

        The search stops at a caller with rules, unless ``further``. When ``declared``, a statement
        that only assigns an attribute, beside unrelated ones, is skipped in favour of the users of
        that attribute. In a method that declares parts of a game the comments on one statement do
        not apply to a helper called in another; without other owners, the helper belongs to the
        users of the attribute for which it is called.
        """
        front, seen = set(names), set(names)
        total: set[str] = set()
        helped: set[str] = set()
        for _ in range(CALLS_FOLLOWED):
            found: set[str] = set()
            beyond: set[str] = set()
            attributes: set[str] = set()
            for name in front:
                for source, node in self._uses[name]:
                    function = source.method(node)
                    helps = self._declares(function) and source.is_called(node)
                    here = source.statement(node)
                    if not here and declared and self._declares(function):
                        attributes.update(source.declared(node))
                        if source.declared(node):
                            continue
                    if not here and function is not None:
                        here = source.whole(function, comments=not helps)
                    found |= here
                    if not here:
                        beyond |= self._name(source, node, function)
                        helped.update(source.declared(node) if helps else ())
            total |= found
            front = (attributes if total and not further else beyond | attributes) - seen
            if not front:
                break
            seen |= front
        return total or (self.using([*helped - seen]) if helped else set())

    @staticmethod
    def _declares(function: Function | None) -> bool:
        """Whether a method declares parts of a game."""
        if function is None:
            return False
        name = function.name.lstrip("_")
        return name.startswith("define") or name in ("lay_out", "prepare")

    @staticmethod
    def _name(source: Source, node: ast.AST, function: Function | None) -> set[str]:
        if function is not None:
            return {source.key(function, function.name)}
        return {source.key(node, source.place(node).rpartition(".")[2])}

    def quoting(self, words: Set[str]) -> set[str]:
        """The rules of code that names a key of the data."""
        return self.using([*(f"'{word}'" for word in words), *words], declared=True)

    def column(self, name: str) -> set[str]:
        """The rules of code that reads a column of the order of battle from a counter."""
        asked = [
            (source, node)
            for source, node in self._uses[name]
            if isinstance(node, ast.Attribute)
            and source.words(node.value).partition(".")[0] != "self"
        ]
        return {rule for source, node in asked for rule in self.of(source, node)}

    def looking_for(self, column: str, words: Set[str]) -> set[str]:
        """The rules of code that selects counters by words in a column.

        If the selections are stored by word, as in ``{name: self.counters_with(name, nation=name)
        for name in MINORS}``, it is the code that looks a word up there.
        """
        found = [
            (source, node)
            for word in words
            for source, node in self._uses[f"{column}={word!r}"]
            if not self._declares(source.method(node))
        ]
        for source, node in self._uses[f"{column}="]:
            each = self._in_turn(source, node)
            met = words if each is None else words & each
            for name in source.declared(node) if met else ():
                found += [(s, n) for s, n in self._uses[name] if self._takes(s, n, met)]
        return {rule for source, node in found for rule in self.of(source, node)}

    def _in_turn(self, source: Source, keyword: ast.AST) -> Set[str] | None:
        """The words for which the name in a keyword stands, if the results are stored by it.

        None if a loop takes them from outside the modules.
        """
        assert isinstance(keyword, ast.keyword) and isinstance(keyword.value, ast.Name)
        name = keyword.value.id
        for at in source.around(keyword):
            if isinstance(at, ast.DictComp) and source.words(at.key) == name:
                given: ast.AST | None = at.generators[0].iter
            elif isinstance(at, ast.For) and source.words(at.target) == name:
                given = at.iter
            else:
                continue
            if isinstance(given, ast.Name):
                given = self._constants.get(self._meant(source, given.id))
            if not isinstance(given, ast.Tuple | ast.List | ast.Set | ast.Dict):
                return None
            words = given.keys if isinstance(given, ast.Dict) else given.elts
            return {w.value for w in words if isinstance(w, ast.Constant)}
        return frozenset()

    @staticmethod
    def _takes(source: Source, node: ast.AST, words: Set[str]) -> bool:
        """Whether a place looks an attribute up by one of some words, or uses all of it."""
        holder = source.parents[node]
        if not isinstance(holder, ast.Subscript) or holder.value is not node:
            return source.words(node).startswith("self.")
        key = holder.slice
        return not _stores(holder) and (not isinstance(key, ast.Constant) or key.value in words)

    def reading(self, table: str, keys: Sequence[str]) -> set[str]:
        """The rules of the readers of a chart: within them, code that names the innermost key.

        A method that only passes the chart on stands for its callers. The name of a chart may be
        composed, as in ``charts[f"combat-{name}"]``.
        """
        begun = [(s, n) for words, s, n in self._begun if table.startswith(words)]
        named = [*self._uses[f"'{table}'"], *begun]
        readers = [(s, n) for s, n in named if self._of_charts(s, n)]
        for key in reversed(keys):
            if found := {r for at in readers for r in self._key_in(at, key)}:
                return found
        return {rule for source, node in readers for rule in self.of(source, node)}

    @staticmethod
    def _of_charts(source: Source, node: ast.AST) -> bool:
        """Whether a word names a chart, as in ``charts["weather"]``."""
        holder = source.parents[node]
        return isinstance(holder, ast.Subscript) and source.words(holder.value).endswith(".charts")

    def _key_in(self, reader: tuple[Source, ast.AST], key: str) -> set[str]:
        source, node = reader
        function = source.method(node)
        if function is None:
            return set()
        callers = ((s, s.method(n)) for s, n in self._uses[source.key(function, function.name)])
        for holders in ([(source, function)], callers):
            places = [
                (s, n)
                for s, holder in holders
                if holder is not None
                for n in s.within(holder)
                if isinstance(n, ast.Constant) and n.value == key
            ]
            if places:
                return {rule for s, n in places for rule in self.of(s, n)}
        return set()


__all__ = ["Catalogue", "Owners", "Source"]
