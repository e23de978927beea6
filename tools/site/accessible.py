"""Checks the built site with axe-core in a browser: ``python -m tools.site.accessible``.

Each page is shown in light colours on a wide screen and in dark colours on a narrow one. Of similar
pages, such as the sections of a rulebook and the listings of files, only some are checked.
"""

from __future__ import annotations

import functools
import http.server
import importlib.util
import json
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from tools.chromium import FOUND, Tab, browser

from .check import SITE

ALIKE = ("rules/", "source/")
"""The folders of similar pages, of which a few from each subfolder are checked."""

SCREENS = (("light", 1280), ("dark", 390))
"""The colour schemes and screen widths with which each page is checked."""

RUN = """axe.run({resultTypes: ["violations"]}).then(found => JSON.stringify(found.violations.map(
one => [one.id, one.help, one.nodes.slice(0, 3).map(node => node.html.slice(0, 200))])))"""


def engine() -> str:
    """The text of axe-core, from the package that ships it."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.submodule_search_locations is None:
        sys.exit("axe-core is missing: run `make accessible`")
    return Path(found.submodule_search_locations[0], "axe.min.js").read_text(encoding="utf-8")


def chosen(home: Path) -> list[str]:
    """The pages to check."""
    pages = sorted(path.relative_to(home).as_posix() for path in home.rglob("*.html"))
    alike = [page for page in pages if page.startswith(ALIKE)]
    folders = groupby(alike, lambda page: page.split("/")[:2])
    some = [page for _, members in folders for page in list(members)[:2]]
    return [page for page in pages if page not in alike] + some


@contextmanager
def served(home: Path) -> Iterator[str]:
    """Serves a folder, and yields its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=home)
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def faults(tab: Tab, axe: str) -> Iterator[str]:
    """The faults that axe-core finds on the page in a tab."""
    tab.call("Runtime.evaluate", expression=axe)
    found = tab.call(
        "Runtime.evaluate", expression=RUN, awaitPromise=True, returnByValue=True
    )  # fmt: skip
    for id_, told, nodes in json.loads(found["result"]["value"]):
        yield f"{id_}: {told}: {nodes}"


def main() -> None:
    """Prints the faults of all pages; ends with code 1 if there are any."""
    if FOUND is None:
        sys.exit("Chromium is missing")
    axe, count, wanted = engine(), 0, sys.argv[1:]
    pages = [page for page in chosen(SITE) if not wanted or page in wanted]
    with browser() as address:
        for colours, width in SCREENS:
            count += looked(address, axe, pages, colours, width)
    print(f"{len(pages)} pages, {count} faults")
    sys.exit(bool(count) or not pages)


def looked(address: str, axe: str, pages: Sequence[str], colours: str, width: int) -> int:
    """Prints the faults of pages on one screen, and returns their number."""
    count = 0
    tab = Tab(address, "about:blank")
    with served(SITE) as home:  # a new address, for which the browser has stored no colours
        scheme = [{"name": "prefers-color-scheme", "value": colours}]
        tab.call("Emulation.setEmulatedMedia", features=scheme)
        tab.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=1000, deviceScaleFactor=1, mobile=width < 800,
        )  # fmt: skip
        for page in pages:
            tab.call("Page.navigate", url=f"{home}/{page}")
            tab.until(f"location.pathname === '/{page}'")
            for fault in faults(tab, axe):
                print(f"{page}, {colours}, {width} wide: {fault}", flush=True)
                count += 1
    tab.close()
    return count


if __name__ == "__main__":
    main()
