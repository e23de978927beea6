"""The lowest versions that pyproject.toml allows, as constraints of pip.

    python -m tools.lowest > constraints.txt

They cover the dependencies of the package and of its extras; ``.ci/run`` runs the tests marked
``lowest`` with them.
"""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


def requirements() -> dict[str, str]:
    """The lowest version of each library; raises ValueError for a requirement without one."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    found: dict[str, str] = {}
    extras = project["optional-dependencies"].values()
    for line in (*project["dependencies"], *chain.from_iterable(extras)):
        bound = re.fullmatch(r"([\w-]+)>=([\d.]+)", line)
        if bound is None:
            raise ValueError(f"the requirement `{line}`, expected a library and its lowest version")
        found[bound[1]] = bound[2]
    return found


if __name__ == "__main__":
    for library, version in requirements().items():
        print(f"{library}=={version}")
