"""Sites for mutants in the Python of a game: every place that syntax shows.

Parts that state no rule are left out: the bounds of declared variables, the arity of procedures,
marks of applied rules, branches for a rule that is off (`otherwise`, `unless`), and switches
(`in_force`), which the knock-out turns off one by one.
"""

from __future__ import annotations

import ast
import builtins
import importlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from eastfront import systems
from eastfront.program import Life

from .mutant import Mutant, numbered
from .owners import Catalogue, Owners, Source

APART = frozenset(
    ["evaluation.py", "advice.py", "adviser.py", "battle_plan.py", "laws.py", "invariants.py",
     "telling.py",
     "data.py", "charts.py", "units.py", "game.py", "rules.py", "section.py", "__init__.py"]
)  # fmt: skip
"""Modules without rules of play: evaluation, advice, checks, texts, and forms of data, whose
figures and words are changed in the data files."""

ANSWERS = ("passes", "in_play")
"""Boolean arguments: an action passes, a unit that leaves the map loses a flag."""

SIDES = {"GERMAN": "SOVIET", "SOVIET": "GERMAN", "AXIS": "RUSSIAN", "RUSSIAN": "AXIS"}
"""The replacement of a side; in a game without that name, the other of its two."""

COMPARED = {
    ast.Lt: ("<", "<=", ">="),
    ast.LtE: ("<=", "<", ">"),
    ast.Gt: (">", ">=", "<="),
    ast.GtE: (">=", ">", "<"),
    ast.Eq: ("==", "", "!="),
    ast.NotEq: ("!=", "", "=="),
    ast.In: ("in", "", "not in"),
    ast.NotIn: ("not in", "", "in"),
    ast.Is: ("is", "", "is not"),
    ast.IsNot: ("is not", "", "is"),
}
"""Each comparison with the one that shifts its boundary, if any, and its opposite."""

JOINED = {ast.BitAnd: " | ", ast.BitOr: " & ", ast.Sub: " & ", ast.Add: " - ", ast.Mult: " + "}
"""Operators of two operands, and their replacements."""

EFFECTS = frozenset(
    ["mark", "clear", "mark_as", "assign", "store", "place", "place_all", "end_game", "break_",
     "continue_", "return_"]
)  # fmt: skip
"""Statements with an effect."""
CONDITIONAL = ("when", "either", "until")
"""Statements with a condition."""
VALUES = {"assign": 1, "store": 2}
"""The position of the value among the arguments of a statement."""
BUILDER = ("b", "self.b", "self.game.b")
TELLING = frozenset(["note", "applied", "path_drop", "over"])
EXCHANGED = {
    "any": "all",
    "all": "any",
    "min": "max",
    "max": "min",
    "smaller": "larger",
    "larger": "smaller",
}
DECLARED = frozenset(
    [
        "variable",
        "variables",
        "procedure",
        "query",
        "verb",
        "unit_flag",
        "hex_flag",
        "unit_field",
        "local",
    ]
)
"""Declarations; their numbers are bounds, initial values and arities."""

WITHIN_A_PHASE = (Life.MOVE, Life.BATTLE)
"""Lives of equal rank; that of a phase is longer than both."""

BOUNDS = ("limits", "hidden", "values")
"""Arguments of declarations without a rule."""

OFF = "otherwise"
"""The argument with the value that applies while the rule is off."""

Change = tuple[ast.AST, str, str]
"""The old node, its replacement, and the kind of change."""


SHARED = ("asking.py", "choosing.py", "combining.py", "placing.py", "retreats.py", "stacking.py",
          "supply.py")  # fmt: skip
"""Modules of the systems that state rules for a game; each belongs to every rule passed to it."""


def modules(package: Path) -> list[Path]:
    """The modules of a game with rules, and those of the systems that they use.

    The module of the rules lists sections; in a small game it contains them all.
    """
    own = [path for path in sorted(package.rglob("*.py")) if path.name not in APART]
    folder = Path(systems.__file__).parent
    return [*(own or [package / "rules.py"]), *(folder / name for name in SHARED)]


def sections(path: Path) -> dict[str, str]:
    """The names of the sections of a game with their classes, from the module of its rules."""
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
    return {
        at.target.id: at.annotation.id
        for at in ast.walk(tree)
        if isinstance(at, ast.AnnAssign)
        and isinstance(at.target, ast.Name)
        and isinstance(at.annotation, ast.Name)
    }


STATING_NONE = (ast.Raise, ast.JoinedStr, ast.Assert, ast.Import)
"""Nodes whose contents state no rule."""


class Sites:
    """The sites of a game's modules."""

    def __init__(self, package: Path, catalogue: Catalogue) -> None:
        self.sources = [Source(path, catalogue) for path in modules(package)]
        self.owners = Owners(self.sources, sections(package / "rules.py"))
        self._classes = self._unit_classes()
        self._words = self._compared_words()
        self._lives = self._lives_that_end()
        self._known = {source.path: _names(source) for source in self.sources}

    def __iter__(self) -> Iterator[Mutant]:
        for source in self.sources:
            # an unused form of the systems belongs to no rule of the game
            used = (m for m in self._of(source) if m.rules or "/systems/" not in m.path)
            yield from numbered(used)

    def _of(self, source: Source) -> Iterator[Mutant]:
        known: dict[ast.AST, tuple[str, ...]] = {}
        for node in source.within(source.tree):
            if not self._states(source, node):
                continue
            for target, new, operator in self._changes(source, node):
                if target not in known:
                    known[target] = tuple(sorted(self.owners.of(source, target)))
                start, end = source.span(target)
                old = source.text[start:end]
                if new != old:
                    yield Mutant(
                        source.path, source.place(target), target.lineno,  # type: ignore[attr-defined]
                        start, old, new, operator, known[target],
                    )  # fmt: skip

    def _unit_classes(self) -> dict[str, set[str]]:
        """The attributes with a class of units, in order, with the classes that have them."""
        found: dict[str, set[str]] = defaultdict(set)
        for source in self.sources:
            for node in source.within(source.tree):
                if (
                    isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
                    and _called(node.value)
                    in ("units_where", "counters_where", "counters_with", "unit_set")
                ):  # fmt: skip
                    for target in node.targets:
                        if isinstance(target, ast.Attribute):
                            found[target.attr].add(source.holder(node))
        return dict(sorted(found.items()))

    def _another_class(self, source: Source, node: ast.Attribute) -> str:
        """The next class of units that the same section or board reaches; empty without one."""
        reached = self.owners.reached(source.holder(node))
        names = list(self._classes)
        at = names.index(node.attr)
        others = [*names[at + 1 :], *names[:at]]
        return next((name for name in others if self._classes[name] & reached), "")

    def _compared_words(self) -> Mapping[str, Sequence[str]]:
        """The words that each attribute is compared with anywhere."""
        found: dict[str, set[str]] = defaultdict(set)
        for source in self.sources:
            for node in source.within(source.tree):
                if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute):
                    found[node.left.attr] |= {w.value for w in _strings(node.comparators[0])}
        return {name: sorted(words) for name, words in found.items()}

    def _lives_that_end(self) -> Sequence[Life]:
        """The lives that the game ends anywhere, and that of the game, in order."""
        ended = {
            source.words(argument).removeprefix("Life.")
            for source in self.sources
            for node in source.within(source.tree)
            if isinstance(node, ast.Call) and _called(node) == "over"
            for argument in node.args
        }
        return [life for life in Life if life.name in ended or life is Life.GAME]

    @staticmethod
    def _states(source: Source, node: ast.AST) -> bool:
        """Whether a node may state a rule: no annotation, no text, no bound, no arity, no law."""
        child = node
        for at in source.around(node):
            if isinstance(at, ast.AnnAssign) and child is at.annotation:
                return False
            if isinstance(at, ast.FunctionDef) and (
                child not in at.body or _says_a_law(at) or _without_a_rule(at)
            ):
                return False
            if isinstance(at, ast.Call) and at is not node and _declares(source, at):
                within = [*at.args, *(k.value for k in at.keywords)]
                if isinstance(node, ast.Constant) and node in within:
                    return False
            if isinstance(at, ast.keyword) and at.arg in (*BOUNDS, OFF):
                return False
            if isinstance(at, ast.Assign) and _only_bounds(source, at):
                return False
            if isinstance(at, ast.Call) and _called(at) in TELLING:
                return False
            if isinstance(at, ast.Call) and at is not node and _names_rule(at, child):
                # the id of a switch matters only to a game without the rule
                return False
            if isinstance(at, STATING_NONE):
                return False
            child = at
        return True

    # -- the kinds of change ----------------------------------------------------------------

    def _changes(self, source: Source, node: ast.AST) -> Iterator[Change]:
        kinds: dict[type[ast.AST], Callable[[Source, ast.AST], Iterator[Change]]] = {
            ast.Compare: self._compare,
            ast.Constant: self._number,
            ast.BinOp: self._binary,
            ast.BoolOp: self._boolean,
            ast.UnaryOp: self._negation,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.If: self._condition,
            ast.IfExp: self._condition,
            ast.With: self._when,
            ast.Expr: self._effect,
            ast.Tuple: self._members,
            ast.List: self._members,
            ast.Set: self._members,
            ast.keyword: self._answer,
        }
        change = kinds.get(type(node))
        if change is not None:
            yield from change(source, node)

    def _answer(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.keyword)
        value = node.value
        if node.arg in ANSWERS and isinstance(value, ast.Constant) and type(value.value) is bool:
            yield value, str(not value.value), "answer"

    def _compare(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.Compare)
        if len(node.ops) != 1:
            return
        left, right = _operand(source, node.left), _operand(source, node.comparators[0])
        _, boundary, opposite = COMPARED[type(node.ops[0])]
        if boundary:
            yield node, f"{left} {boundary} {right}", "comparison"
        yield node, f"{left} {opposite} {right}", "comparison"
        if isinstance(node.left, ast.Attribute):
            words = self._words.get(node.left.attr, ())
            for word in _strings(node.comparators[0]):
                others = [w for w in words if w != word.value] or ["none"]
                after = [w for w in others if w > word.value] or others
                yield word, f'"{after[0]}"', "unit class"

    def _number(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.Constant)
        value, parent = node.value, source.parents.get(node)
        if type(value) is not int or isinstance(parent, ast.Subscript | ast.Slice):
            return
        if isinstance(parent, ast.BinOp) and self._other_side(parent):
            return
        if isinstance(parent, ast.UnaryOp):
            yield node, str(value + 1), "number"
        elif value in (0, 1) and not isinstance(parent, ast.Compare | ast.BinOp | ast.Assign):
            # 0 and 1 mostly mean false and true
            yield node, str(1 - value), "number"
        else:
            yield node, str(value + 1), "number"
            yield node, str(value - 1), "number"

    @staticmethod
    def _other_side(node: ast.BinOp) -> bool:
        """Whether an expression is ``1 - side``."""
        return (
            isinstance(node.op, ast.Sub)
            and isinstance(node.left, ast.Constant)
            and node.left.value == 1
            and isinstance(node.right, ast.Name)
        )

    def _binary(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.BinOp)
        left, right = _operand(source, node.left), _operand(source, node.right)
        if self._other_side(node):
            yield node, source.words(node.right), "side"
        elif isinstance(node.op, ast.FloorDiv):
            yield node, f"-(-{left} // {right})", "rounding"
        elif type(node.op) in JOINED:
            yield node, left, "connective"
            if not isinstance(node.op, ast.Sub):
                yield node, right, "connective"
            symbol = JOINED[type(node.op)]
            if isinstance(node.op, ast.Sub) and _plain_number(node):
                symbol = " + "
            yield node, f"({left}{symbol}{right})", "connective"

    def _boolean(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.BoolOp)
        words = [f"({source.words(v)})" for v in node.values]
        here, other = (" and ", " or ")[:: 1 if isinstance(node.op, ast.And) else -1]
        for k, value in enumerate(node.values):
            if not _switch(value):
                yield node, here.join(words[:k] + words[k + 1 :]), "connective"
        if not all(_rule_switch(value) for value in node.values):
            yield node, other.join(words), "connective"

    def _negation(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.UnaryOp)
        if isinstance(node.op, ast.Invert | ast.Not) and not _switch(node.operand):
            yield node, f"({source.words(node.operand)})", "negation"

    def _name(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.Name)
        parent = source.parents.get(node)
        if not isinstance(node.ctx, ast.Load):
            return
        if node.id in SIDES:
            other = SIDES[node.id]
            known = self._known[source.path]
            yield node, other if other in known else f"(1 - {node.id})", "side"
        elif node.id == "side" and isinstance(parent, ast.Call) and node in parent.args:
            yield node, "(1 - side)", "side"

    def _in_program(self, source: Source, name: str) -> str:
        """A name of the language of programs, or of Python, that a module may lack."""
        known = name in self._known[source.path] or hasattr(builtins, name)
        return name if known else f'__import__("eastfront.program").program.{name}'

    def _attribute(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.Attribute)
        if source.words(node.value) == "Life":
            for life in self._next_lives(Life[node.attr]):
                yield node, f"Life.{life.name}", "life"
        elif isinstance(node.ctx, ast.Load) and node.attr in self._classes:
            owner = source.words(node.value)
            if owner in ("self", "self.game") and (other := self._another_class(source, node)):
                yield node, f"{owner}.{other}", "unit class"

    def _next_lives(self, life: Life) -> Iterator[Life]:
        """The lives a step shorter and a step longer, among those that end within the game."""
        longer = [a for a in self._lives if _outlives(a, life)]
        shorter = [a for a in self._lives if _outlives(life, a)]
        yield from (a for a in shorter if not any(_outlives(b, a) for b in shorter))
        yield from (a for a in longer if not any(_outlives(a, b) for b in longer))

    def _call(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.Call)
        name, words = _called(node), source.words(node)
        if isinstance(node.func, ast.Name):
            if name in EXCHANGED and not (name in ("min", "max") and not node.args):
                operator = "any and all" if name in ("any", "all") else "rounding"
                yield node.func, self._in_program(source, EXCHANGED[name]), operator
            if name == "if_else" and len(node.args) == 3:
                case, a, b = (source.words(x) for x in node.args)
                yield node, f"{name}({case}, {b}, {a})", "condition"
                yield node, f"({a})", "condition"
                yield node, f"({b})", "condition"
            return
        if not isinstance(node.func, ast.Attribute):
            return
        thing = _operand(source, node.func.value)
        if name == "divided_up":
            yield node, f"{thing} // ({source.words(node.args[0])})", "rounding"
        elif name == "adjacent":
            yield node, thing, "distance"
            yield node, f"{words}.adjacent()", "distance"
            if node.args:
                yield node, f"{thing}.adjacent()", "distance"
        elif name in ("when", "where") and len(node.args) == 1:
            yield node, thing, "condition"
        elif name == "any" and not node.args:
            yield node, f"~({words})", "any and all"
            yield node, f"({thing}.count() > 1)", "any and all"

    def _condition(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.If | ast.IfExp)
        if not _switch(node.test):
            yield node.test, f"not ({source.words(node.test)})", "condition"

    def _when(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.With)
        for item in node.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and _called(call) in CONDITIONAL and call.args:
                condition = call.args[0]
                number = self._in_program(source, "number")
                yield condition, f"~{number}({source.words(condition)})", "condition"
                if _called(call) != "either":
                    yield condition, "1", "condition"

    def _effect(self, source: Source, node: ast.AST) -> Iterator[Change]:
        assert isinstance(node, ast.Expr)
        call = node.value
        if not isinstance(call, ast.Call):
            return
        name = _called(call)
        if isinstance(call.func, ast.Name):
            if name in EFFECTS:
                clears = name == "clear" or (name in VALUES and _is(call.args[VALUES[name]], 0))
                yield node, "pass", "lasting" if clears else "effect"
        elif isinstance(call.func, ast.Attribute) and source.words(call.func.value) not in BUILDER:
            if name not in TELLING and not name.lstrip("_").startswith("define"):
                yield node, "pass", "effect"

    def _members(self, source: Source, node: ast.AST) -> Iterator[Change]:
        """A list of words with each word left out in turn."""
        assert isinstance(node, ast.Tuple | ast.List | ast.Set)
        words = list(_strings(node))
        if len(words) < 2 or len(words) != len(node.elts):
            return
        if any(not isinstance(w.value, str) for w in words):
            return
        brackets = {"Tuple": "()", "List": "[]", "Set": "{}"}[type(node).__name__]
        for k in range(len(words)):
            left = [source.words(w) for i, w in enumerate(words) if i != k]
            comma = "," if len(left) == 1 and isinstance(node, ast.Tuple) else ""
            yield node, f"{brackets[0]}{', '.join(left)}{comma}{brackets[1]}", "member"


def _names(source: Source) -> set[str]:
    """The names that a module assigns or imports, star imports included."""
    found = set[str]()
    for node in source.within(source.tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.ImportFrom) and node.names[0].name == "*" and not node.level:
            found |= set(importlib.import_module(node.module or "").__all__)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names}
    return found


def _outlives(a: Life, b: Life) -> bool:
    """Whether one life is longer than another."""
    order = list(Life)
    return a not in WITHIN_A_PHASE and order.index(a) > order.index(b)


def _operand(source: Source, node: ast.AST) -> str:
    """The text of a node, in parentheses where it may need them."""
    words = source.words(node)
    plain = ast.Name | ast.Attribute | ast.Call | ast.Constant | ast.Subscript
    return words if isinstance(node, plain) else f"({words})"


def _called(call: ast.Call) -> str:
    """The last component of the called name."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _declares(source: Source, call: ast.Call) -> bool:
    """Whether a call is a declaration, also by an alias (``q = self.b.query``)."""
    name = _called(call)
    if name in DECLARED or not isinstance(call.func, ast.Name):
        return name in DECLARED
    method = source.method(call)
    if method is None:
        return False
    if method not in source.aliases:
        source.aliases[method] = {
            target.id
            for node in source.within(method)
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Attribute)
            and node.value.attr in DECLARED
            for target in node.targets
            if isinstance(target, ast.Name)
        }
    return name in source.aliases[method]


def _only_bounds(source: Source, node: ast.Assign) -> bool:
    """Whether a constant only bounds a variable, and is never reached in play.

    It is the ``most`` of a declaration, and the limit where the variable is incremented.
    """
    (target, *others), value = node.targets, node.value
    if others or not isinstance(target, ast.Name) or not isinstance(value, ast.Constant):
        return False
    declared = False
    for use in source.within(source.tree):
        if not (
            isinstance(use, ast.Name) and use.id == target.id and isinstance(use.ctx, ast.Load)
        ):
            continue
        holder = source.parents[use]
        stops = isinstance(holder, ast.Call) and _called(holder) == "smaller"
        bounds = any(
            isinstance(at, ast.keyword) and at.arg in (*BOUNDS, "most") for at in source.around(use)
        )
        if not stops and not bounds:
            return False
        declared |= bounds
    return declared


def _says_a_law(function: ast.FunctionDef) -> bool:
    """Whether a method states a law of checked games, which changes no play."""
    return any(_called(d) == "law" for d in function.decorator_list if isinstance(d, ast.Call))


def _names_rule(call: ast.Call, argument: ast.AST) -> bool:
    """Whether an argument of a call is the id of a rule."""
    named = call.args[:1] if _called(call) in ("by", "in_force") else []
    return argument in named


def _without_a_rule(function: ast.FunctionDef) -> bool:
    """Whether a method joins a point only while a rule is off."""
    return any(
        keyword.arg == "unless" and not call.args
        for call in function.decorator_list
        if isinstance(call, ast.Call)
        for keyword in call.keywords
    )


def _is(node: ast.AST, value: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def _plain_number(node: ast.BinOp) -> bool:
    return any(isinstance(side, ast.Constant) for side in (node.left, node.right))


def _switch(node: ast.AST) -> bool:
    """Whether a condition depends only on the rules and options in force."""
    if isinstance(node, ast.UnaryOp):
        return _switch(node.operand)
    if isinstance(node, ast.BoolOp):
        return all(_switch(value) for value in node.values)
    return isinstance(node, ast.Call) and _called(node) in ("in_force", "option", "option_number")


def _rule_switch(node: ast.AST) -> bool:
    """Whether a condition depends only on whether a rule is in force."""
    if isinstance(node, ast.UnaryOp):
        return _rule_switch(node.operand)
    return isinstance(node, ast.Call) and _called(node) == "in_force"


def _strings(node: ast.AST) -> Iterator[ast.Constant]:
    """The strings in a node: itself, or the elements of a list."""
    nodes = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    for one in nodes:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one


__all__ = ["Sites", "modules"]
