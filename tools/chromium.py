"""Controls a headless browser by its DevTools protocol."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from websockets.sync.client import connect

FOUND = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
"""The path of the browser; None if none is installed."""


class Tab:
    """An open page of the browser."""

    def __init__(self, browser: str, address: str) -> None:
        opened = urllib.request.Request(f"{browser}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(opened) as answer:
            where = json.load(answer)["webSocketDebuggerUrl"]
        self._open = ExitStack()
        self._line = self._open.enter_context(connect(where, max_size=None))
        self._number = 0
        self.errors: list[str] = []
        """Errors raised in the page, as JSON."""
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=address)

    def call(self, method: str, **params: Any) -> Any:
        """Sends a command, and returns the browser's answer."""
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            heard = json.loads(self._line.recv(60))
            if heard.get("method") == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(heard["params"]["exceptionDetails"]))
            if heard.get("id") == self._number:
                return heard["result"]

    def js(self, code: str) -> Any:
        """The value of an expression in the page."""
        found = self.call("Runtime.evaluate", expression=code, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, code: str) -> Any:
        """Waits until an expression is true in the page, and returns its value."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.js("document.readyState === 'complete'") and (found := self.js(code)):
                return found
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for {code}: {self.js('document.body.innerText')}")

    def close(self) -> None:
        """Closes the page."""
        self.call("Page.close")
        self._open.close()


@contextmanager
def browser() -> Iterator[str]:
    """Runs a browser, and yields the address that accepts its commands."""
    assert FOUND is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = [
            FOUND, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
            f"--user-data-dir={home}", "about:blank",
        ]  # fmt: skip
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as running:
            assert running.stderr is not None
            try:
                for line in running.stderr:
                    if listening := re.search(r"listening on ws://([\w.:]+)/", line):
                        yield f"http://{listening[1]}"
                        break
            finally:
                running.kill()
