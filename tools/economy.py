"""Measures the size of the rules code: ``python -m tools.economy``.

Counts tokens of code, without docstrings, comments and imports; lines of mechanism; and rules with
ids in several modules of their game. Laws, evaluations and advice for bots, texts and forms of data
are not rules; their tokens are counted separately.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from eastfront.packs import packs

PACKAGE = Path(__file__).resolve().parents[1] / "python" / "eastfront"

FORMS = frozenset(
    {
        "data.py", "charts.py", "units.py", "telling.py", "game.py", "invariants.py",
        "evaluation.py", "advice.py", "adviser.py", "battle_plan.py",
    }
)  # fmt: skip
"""Modules of a game without rules: forms of its data, texts, the pack, evaluation for bots."""

SPACE = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
     tokenize.ENDMARKER, tokenize.ENCODING}
)  # fmt: skip

JOINS = frozenset({"then", "before", "after", "instead", "bar", "value", "step"})
"""Decorators of joins and of points."""


def modules(folder: Path) -> list[Path]:
    """The modules of a folder with rules."""
    return [path for path in sorted(folder.rglob("*.py")) if path.name not in FORMS]


def _laws(tree: ast.AST) -> set[int]:
    """The lines of methods with laws."""
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(_called(d) == "law" for d in node.decorator_list)
        for line in range(node.decorator_list[0].lineno, (node.end_lineno or 0) + 1)
    }


def _apart(tree: ast.AST) -> set[int]:
    """The lines of docstrings and imports."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        typing = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if (
            typing
            or isinstance(node, ast.Import | ast.ImportFrom)
            or (
                text and isinstance(node.value.value, str)  # type: ignore[attr-defined]
            )
        ):
            lines |= set(range(node.lineno, (node.end_lineno or 0) + 1))  # type: ignore[attr-defined]
    return lines


def tokens(text: str, laws: bool = True) -> tuple[int, set[int]]:
    """The tokens of code in a module, with its laws or without, and the lines that hold them."""
    tree, count, lines = ast.parse(text), 0, set[int]()
    apart = _apart(tree) if laws else _apart(tree) | _laws(tree)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SPACE and token.start[0] not in apart:
            count += 1
            lines |= set(range(token.start[0], token.end[0] + 1))
    return count, lines


def _called(node: ast.AST) -> str:
    function = node.func if isinstance(node, ast.Call) else node
    return getattr(function, "attr", getattr(function, "id", ""))


def _asks_rule(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Call) and _called(n) == "in_force" for n in ast.walk(node))


def _span(nodes: list[ast.stmt]) -> int:
    return sum((n.end_lineno or n.lineno) - n.lineno + 1 for n in nodes)


def machinery(tree: ast.AST) -> Counter[str]:
    """Lines of mechanism: declared procedures, manual loops, aliases, branches for a rule off."""
    count: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                count["procedures declared"] += _called(decorator) == "procedure"
            count["loops by hand"] += sum(_by_hand(node, loop) for loop in ast.walk(node))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("b.procedure"):
            count["procedures declared"] += (node.end_lineno or node.lineno) - node.lineno + 1
        elif isinstance(node, ast.Assign):
            count["aliases"] += all(isinstance(t, ast.Name) for t in node.targets) and (
                isinstance(node.value, ast.Attribute) and ast.unparse(node.value).startswith("self")
            )
        elif isinstance(node, ast.If) and _asks_rule(node.test):
            off = isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)
            branch = node.body if off else node.orelse
            count["branches for a rule that is off"] += _span(branch) + bool(branch)
        elif isinstance(node, ast.IfExp) and _asks_rule(node.test):
            count["branches for a rule that is off"] += 1
    return count


def _by_hand(function: ast.FunctionDef, loop: ast.AST) -> int:
    """The lines of a loop for its own counter or last member."""
    if not isinstance(loop, ast.With) or _called(loop.items[0].context_expr) not in (
        "loop",
        "until",
    ):
        return 0
    kept = {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and _called(node.value) == "local"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    changed = [
        node
        for node in ast.walk(loop)
        if isinstance(node, ast.Call)
        and _called(node) == "assign"
        and isinstance(node.args[0], ast.Name)
        and node.args[0].id in kept
    ]
    names = {node.args[0].id for node in changed if isinstance(node.args[0], ast.Name)}
    return 1 + len(changed) + len(names) if changed else 0


def _joins(tree: ast.AST) -> int:
    return sum(
        (d.end_lineno or d.lineno) - d.lineno + 1
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for d in node.decorator_list
        if _called(d) in JOINS
    )


def scattered(folder: Path, prefix: str) -> dict[str, list[str]]:
    """The rules with their ids as literals in several modules of a game."""
    homes: dict[str, set[str]] = defaultdict(set)
    for path in modules(folder):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node.value.startswith(f"{prefix}-") and " " not in node.value:
                    homes[node.value].add(path.stem)
    return {rule: sorted(found) for rule, found in sorted(homes.items()) if len(found) > 1}


@dataclass
class Rules:
    """The size of the rules code of a folder."""

    tokens: int = 0
    lines: int = 0
    how: Counter[str] = field(default_factory=Counter)
    """Lines of mechanism, by kind."""

    @classmethod
    def of(cls, folder: Path) -> Rules:
        """The size of the rules code in the modules of a folder."""
        out = cls()
        for path in modules(folder):
            text = path.read_text(encoding="utf-8")
            tree = ast.parse(text)
            count, held = tokens(text, laws=False)
            out.tokens, out.lines = out.tokens + count, out.lines + len(held) - _joins(tree)
            out.how += machinery(tree)
        return out

    def share(self) -> float:
        """The share of lines of mechanism."""
        return sum(self.how.values()) / self.lines


def games() -> dict[str, tuple[Path, str]]:
    """The folder of each game and the prefix of its rules' ids."""
    return {pack.package.name: (pack.package, pack.prefix) for pack in packs()}


def _figures() -> Iterator[str]:
    found = {name: Rules.of(folder) for name, (folder, _) in games().items()}
    systems = Rules.of(PACKAGE / "systems")
    folders = {name: folder for name, (folder, _) in games().items()}
    for name, folder in {**folders, "systems": PACKAGE / "systems"}.items():
        rules = found.get(name, systems)
        every = sum(tokens(path.read_text(encoding="utf-8"))[0] for path in folder.rglob("*.py"))
        yield f"{name}: {rules.tokens:,} tokens, {rules.lines:,} lines of code"
        yield f"  beside the rules: {every - rules.tokens:,} tokens"
        if name in found:
            several = scattered(folder, games()[name][1])
            yield f"  {len(several)} rules stand in several modules: {', '.join(several) or 'none'}"
            told = ", ".join(f"{kind} {n}" for kind, n in sorted(rules.how.items()))
            yield f"  lines that say how: {told}: {rules.share():.1%}"
    total = systems.tokens + sum(rules.tokens for rules in found.values())
    lines = sum(rules.lines for rules in found.values())
    how = sum(sum(rules.how.values()) for rules in found.values())
    yield f"together: {total:,} tokens, lines that say how {how / lines:.1%}"


@click.command()
def main() -> None:
    """Print the tokens of the rules, the lines of mechanism, and rules in several modules."""
    for line in _figures():
        click.echo(line)


if __name__ == "__main__":
    main()
