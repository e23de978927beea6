"""The page to play on: one file without external resources."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

HTML = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
"""The text of the page."""


def _digest(script: str) -> str:
    """Returns the hash of a script for the content security policy."""
    found = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"'sha256-{found}'"


_SCRIPTS = " ".join(map(_digest, re.findall(r"<script>(.*?)</script>", HTML, re.DOTALL)))

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": (
        f"default-src 'none'; script-src {_SCRIPTS}; style-src 'unsafe-inline'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""The headers of the page. The content security policy admits only the scripts of the page, which
connect to this server only."""
