"""What pyright finds in the bots of `examples/bots` and in the types of public names.

`python -m tools.pyright` prints errors in the bots, misspelt names that pass as right ones, and
public names whose type is not known without inference, with their share.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.site.reference import PAGES

ROOT = Path(__file__).parents[1]
BOTS = sorted((ROOT / "examples" / "bots").glob("*.py"))
MISSPELT = [
    f"ef{part}.no_such_name"
    for part in (
        *("", ".analysis", ".board", ".bots", ".distributed", ".interop", ".loading", ".matches"),
        *(".playing", ".positions", ".questions", ".record", ".render", ".search", ".serve"),
        *(".wire", ".Game", ".State", ".Observation", ".load('').new()"),
    )
]
"""Expressions with names that do not exist."""
UNTYPED = ("openspiel", "pettingzoo")
"""Pages of the reference whose classes inherit from classes of a library without types."""


def misspelt() -> str:
    """The misspelt names as a module, one a line from the third line on."""
    return "\n".join(["import eastfront as ef", "", *MISSPELT, ""])


def ask(*arguments: str | Path) -> Mapping[str, Any]:
    """Runs pyright with the interpreter of this process; returns its answer.

    The interpreter is the first on the path: `--pythonpath` does not serve `--verifytypes`
    (findings/pyright-verifytypes.sh).
    """
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    ran = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", *map(str, arguments)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if not ran.stdout.startswith("{"):
        raise SystemExit(ran.stdout + ran.stderr)
    found: Mapping[str, Any] = json.loads(ran.stdout)
    return found


def wrong_bots() -> Iterator[str]:
    """Errors in the bots, and misspelt names that are not refused."""
    with tempfile.TemporaryDirectory() as folder:
        wrong = Path(folder) / "misspelt.py"
        wrong.write_text(misspelt())
        config = Path(folder) / "pyrightconfig.json"
        files = [*map(str, BOTS), str(wrong)]
        config.write_text(json.dumps({"typeCheckingMode": "strict", "include": files}))
        refused = set()
        for error in ask("--project", config)["generalDiagnostics"]:
            line = error["range"]["start"]["line"]
            if Path(error["file"]).name == wrong.name:
                refused.add(line)
            else:
                yield f"{error['file']}:{line + 1}: {error['message']}"
        for line, expression in enumerate(MISSPELT, 2):
            if line not in refused:
                yield f"{expression} is not refused"


def public() -> set[str]:
    """The full names of all public names, as they are imported and as they are defined."""
    found = set()
    for page, modules in PAGES.items():
        for listed in modules if page not in UNTYPED else ():
            for name in listed.shown:
                thing = getattr(import_module(listed.module), name)
                found |= {f"{listed.module}.{name}"}
                home = getattr(thing, "__module__", None)
                if isinstance(home, str) and home.startswith("eastfront"):
                    found |= {f"{home}.{getattr(thing, '__qualname__', name)}"}
                found |= set(bases(thing))
    return found


def bases(thing: Any) -> Iterator[str]:
    """The full names of the classes of the package that a class inherits from."""
    for kind in getattr(thing, "__mro__", ()):
        if kind.__module__.startswith("eastfront."):
            yield f"{kind.__module__}.{kind.__qualname__}"


def incomplete() -> tuple[int, list[str]]:
    """The number of symbols of public names and their members, and those without a known type."""
    names = public()
    answer = ask("--verifytypes", "eastfront", "--ignoreexternal")["typeCompleteness"]
    symbols = [
        symbol
        for symbol in answer["symbols"]
        if symbol["name"] in names or symbol["name"].rpartition(".")[0] in names
    ]
    unknown = [
        ": ".join([one["name"], *(each["message"] for each in one["diagnostics"])])
        for one in symbols
        if not one["isTypeKnown"] and not _of_its_base(one)
    ]
    return len(symbols), unknown


def _of_its_base(symbol: Mapping[str, Any]) -> bool:
    """Whether only a base class of the package is unknown, which is a symbol of its own: its own
    base may be of a library, and pyright ignores those in direct bases alone."""
    told = [each["message"] for each in symbol["diagnostics"]]
    return all(text.startswith('Type of base class "eastfront.') for text in told)


def main() -> None:
    """Prints what is wrong; exits with 1 if anything is."""
    wrong = list(wrong_bots())
    number, unknown = incomplete()
    print(*wrong, *unknown, sep="\n")
    print(f"{number - len(unknown)} of {number} public symbols have a known type")
    sys.exit(bool(wrong or unknown))


if __name__ == "__main__":
    main()
