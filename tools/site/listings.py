"""Listings of source files, as plain pages whose lines have anchors (`#L12`).

Pages of the site link to them, so that a rule leads to its code and tests without a network. They
are written for every file to which a page links, and for no other.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FOLDER = "source"
"""The folder of the listings in the site."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - eastfront</title>
<style>
:root {{ color-scheme: light dark; background: #fff; color: #1d1d20; --link: #2f3f9f; }}
@media (prefers-color-scheme: dark) {{
:root {{ background: #1e2129; color: #e4e5ea; --link: #a8b4ff; }}
}}
a {{ color: var(--link); }}
body {{ margin: 0 auto; max-width: 70rem; padding: 0 1rem 2rem; font-family: sans-serif; }}
h1 {{ font-size: 1.2rem; }}
pre {{ font-size: 0.85rem; line-height: 1.4; overflow-x: auto; }}
pre a {{ display: inline-block; width: 4rem; color: inherit; text-decoration: none; }}
pre span:target {{ outline: 2px solid; outline-offset: 1px; }}
</style>
</head>
<body>
<header><p><a href="{home}index.html">eastfront</a></p></header>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


def address(path: str) -> str:
    """The page that lists a file or folder, given relative to the root of the project."""
    return f"{FOLDER}/{path}/index.html" if (ROOT / path).is_dir() else f"{FOLDER}/{path}.html"


def listing(path: str) -> str:
    """The page of a file or folder."""
    home = "../" * address(path).count("/")
    whole = ROOT / path
    if whole.is_dir():
        rows = [
            f'<li><a href="{home}{address(name)}">{escape(name)}</a></li>' for name in files(path)
        ]
        return _PAGE.format(title=escape(path), home=home, body=f"<ul>{''.join(rows)}</ul>")
    lines = whole.read_text(encoding="utf-8").splitlines()
    rows = [
        f'<span id="L{number}"><a href="#L{number}">{number}</a>{escape(line)}</span>'
        for number, line in enumerate(lines, 1)
    ]
    body = '<pre tabindex="0">' + "\n".join(rows) + "</pre>"
    return _PAGE.format(title=escape(path), home=home, body=body)


def files(folder: str) -> list[str]:
    """The files that the listing of a folder links to."""
    return [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and "build" not in path.parts
        and not any(part.endswith(".egg-info") for part in path.parts)
    ]  # fmt: skip
