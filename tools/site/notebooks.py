"""The tutorials as notebooks: the text of each page in cells, and each block of Python in one.

`make site` puts them beside the pages. ``python -m tools.site.notebooks`` executes each in a
kernel, in an empty folder.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "out" / "site"

FOLDER = "tutorials"
"""The folder of the pages that are notebooks, too."""

_PYTHON = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+?)\.md")


def address(page: str) -> str:
    """The notebook of a page of the site."""
    return page.removesuffix(".md") + ".ipynb"


def is_notebook(page: str) -> bool:
    """Whether a page of the site is a notebook, too."""
    return posixpath.dirname(page) == FOLDER


def notebook(text: str) -> str:
    """The notebook of a page, as JSON; links lead to the pages of the site beside it."""
    parts = _PYTHON.split(text)
    cells = [cell for number, part in enumerate(parts) for cell in _cell(number, part.strip("\n"))]
    document = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1) + "\n"


def _cell(number: int, text: str) -> Iterator[Mapping[str, Any]]:
    """A cell for a part of a page, unless the part is empty; text and code alternate."""
    if not text:
        return
    cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}}
    if number % 2:
        yield cell | {"cell_type": "code", "execution_count": None, "outputs": [], "source": text}
    else:
        yield cell | {"cell_type": "markdown", "source": _LINK.sub(r"](\1.html", text)}


def main() -> None:
    """Executes all notebooks of the site that `make site` has built; the first error ends it."""
    import nbformat
    from nbclient import NotebookClient

    found = sorted((SITE / FOLDER).glob("*.ipynb"))
    for path in found:
        with tempfile.TemporaryDirectory() as folder:
            read = nbformat.read(path, as_version=4)
            nbformat.validate(read)
            NotebookClient(
                read, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}}
            ).execute()
        printed = sum(bool(cell.get("outputs")) for cell in read.cells)
        print(f"{path.name}: {printed} cells with output", flush=True)
    sys.exit(not found)


if __name__ == "__main__":
    main()
