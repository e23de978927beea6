"""The stored result of each mutant, and the figures derived from the results."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from eastfront.packs import pack

from .mutant import ROOT, Mutant
from .trial import HUNG, INVALID, KILLED, SURVIVED, UNCHANGED, Result

FOLDER = ROOT / "tests" / "mutation"
EQUIVALENT = "equivalent"
_TEST = re.compile(r"^ *def (test\w*)\(", re.MULTILINE)

NONE = frozenset({INVALID, UNCHANGED})
"""Results of changes that do not count as mutants."""


class Ledger:
    """The results of a game's mutants, by their ids."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, Result] = {}
        if path.exists():
            for id_, found in json.loads(path.read_text(encoding="utf-8")).items():
                for name in ("rules", "owners"):
                    found[name] = tuple(found.get(name, ()))
                self.results[id_] = Result(**found)

    @classmethod
    def of(cls, game: str) -> Ledger:
        """The ledger of a game; for a game of another package, in ``out``."""
        ours = pack(game).data.resolve().is_relative_to(ROOT / "scenarios")
        return cls((FOLDER if ours else ROOT / "out" / "mutation") / f"{game}.json")

    def save(self, known: Iterable[str] = ()) -> None:
        """Writes the results, a line each, without ids that no site has any more."""
        keep = set(known) or self.results.keys()
        lines = [
            f"{json.dumps(id_)}: {json.dumps(_short(found))}"
            for id_, found in sorted(self.results.items())
            if id_ in keep
        ]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def recorded(found: Result, mutant: Mutant) -> Result:
    """A result with the present rules and surroundings of its mutant."""
    return replace(found, owners=mutant.rules, around=mutant.around)


def stands(found: Result, mutant: Mutant) -> bool:
    """Whether a result is still valid.

    It is not if the surroundings of the mutant have changed. A kill is valid while its test exists
    and names one of the rules; a survival is not, if the mutant has gained a rule, since another
    test may kill it.
    """
    if not found.owners or found.around != mutant.around:
        return False
    if found.result != KILLED:
        return {*mutant.rules} <= {*found.owners}
    return bool({*found.rules} & {*mutant.rules}) and _written(found.test)


def _written(test: str) -> bool:
    """Whether the file of a test contains its name."""
    file, _, name = test.partition("::")
    return name.partition("[")[0].rpartition("::")[2] in _tests(ROOT / file)


@cache
def _tests(path: Path) -> frozenset[str]:
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return frozenset(_TEST.findall(text))


def _short(found: Result) -> dict[str, Any]:
    told = {name: value for name, value in asdict(found).items() if value not in ("", ())}
    told.pop("seconds", None)
    told.pop("times", None)
    if "message" in told:
        told["message"] = told["message"].replace(f"{ROOT}/", "")[:160]
    return told


def summary(
    mutants: Iterable[Mutant], results: Mapping[str, Result], arguments: Mapping[str, str]
) -> dict[str, Any]:
    """The figures: counts by result, by rule and by operator, and each mutant with its result.

    A stale result counts as none.
    """
    count: Counter[str] = Counter()
    rules: dict[str, Counter[str]] = defaultdict(Counter)
    operators: dict[str, Counter[str]] = defaultdict(Counter)
    told: list[dict[str, Any]] = []
    stale = 0
    for mutant in mutants:
        found = results.get(mutant.id)
        if found is None or not stands(found, mutant):
            stale += found is not None
            continue
        kind = found.result
        if kind in (SURVIVED, HUNG) and mutant.id in arguments:
            kind = EQUIVALENT
        count[kind] += 1
        for rule in mutant.rules:
            rules[rule][kind] += 1
            rules[rule]["by its own test"] += kind == KILLED and rule in found.rules
        operators[mutant.operator][kind] += 1
        told.append(
            {
                "id": mutant.id, "place": f"{mutant.path}:{mutant.line} {mutant.place}",
                "operator": mutant.operator, "change": mutant.change(), "rules": mutant.rules,
                "result": kind, "test": found.test, "message": found.message,
            }
        )  # fmt: skip
    return {
        "mutants": count[KILLED] + count[SURVIVED],
        "equivalent": count[EQUIVALENT],
        "killed": count[KILLED],
        "survivors": [m["id"] for m in told if m["result"] == SURVIVED],
        "invalid": count[INVALID],
        "unchanged": count[UNCHANGED],
        "hung": count[HUNG],
        "stale": stale,
        "by_rule": {rule: dict(found) for rule, found in sorted(rules.items())},
        "by_operator": {name: dict(found) for name, found in sorted(operators.items())},
        "all": told,
    }


def share(found: Mapping[str, int]) -> float:
    """The killed share of the mutants that can be killed."""
    tried = found.get(KILLED, 0) + found.get(SURVIVED, 0)
    return found.get(KILLED, 0) / tried if tried else 1.0


__all__ = ["EQUIVALENT", "FOLDER", "NONE", "Ledger", "recorded", "share", "stands", "summary"]
