"""The hooks of MkDocs that add the generated pages. Run `make site`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from tools.site import catalogue, commands, findings, listings, notebooks, reference
from tools.site.links import DOCS, PROJECT, relinked, with_rules

ROOT = Path(__file__).resolve().parents[2]

_NAMELESS = re.compile(r'(role="dialog")(?! aria-label)')
_LISTED = re.compile(rf'href="(?:\.\./)*{listings.FOLDER}/([^"#]+)\.html')


def generated() -> dict[str, str]:
    """The Markdown of each generated page, by its path in the site."""
    pages = dict(reference.pages())
    pages["commands.md"] = commands.page()
    pages |= catalogue.pages()
    pages["findings.md"] = findings.page()
    for source, page in PROJECT.items():
        pages[page] = relinked((ROOT / source).read_text(encoding="utf-8"), source, page)
    return pages


class Site:
    """The generated pages of one build."""

    pages: dict[str, str] = {}


def on_config(config: MkDocsConfig) -> None:
    """Makes the pages, and completes the navigation by them."""
    Site.pages = generated()
    titles = {f"{reference.FOLDER}/{page}.md": title for page, title in reference.TITLES.items()}
    config.nav = expanded(config.nav, titles)


def expanded(nav: Any, titles: Mapping[str, str]) -> Any:
    """A navigation whose entries `folder/*` are replaced by the generated pages of the folder."""
    match nav:
        case list():
            return [one for part in nav for one in _several(part, titles)]
        case dict():
            return {title: expanded(part, titles) for title, part in nav.items()}
        case _:
            return nav


def _several(part: Any, titles: Mapping[str, str]) -> list[Any]:
    if not isinstance(part, str) or not part.endswith("/*"):
        return [expanded(part, titles)]
    found = [
        page for page in Site.pages if PurePosixPath(page).parent == PurePosixPath(part).parent
    ]
    first = [{"Overview": page} for page in found if page.endswith("/index.md")]
    rest = [page for page in found if not page.endswith("/index.md")]
    return [*first, *({titles[page]: page} if page in titles else page for page in rest)]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the generated pages, and a listing of each source file to which a page links."""
    for page, text in Site.pages.items():
        files.append(File.generated(config, page, content=text))
    for file in files.documentation_pages():
        if notebooks.is_notebook(file.src_uri):
            content = notebooks.notebook(file.content_string)
            files.append(File.generated(config, notebooks.address(file.src_uri), content=content))
    linked: set[str] = set()
    for file in files.documentation_pages():
        text = relinked(file.content_string, f"{DOCS}{file.src_uri}", file.src_uri, linked.add)
        linked |= set(_LISTED.findall(text))
    for folder in [path for path in linked if (ROOT / path).is_dir()]:
        linked |= set(listings.files(folder))
    for path in sorted(linked):
        content = listings.listing(path)
        files.append(File.generated(config, listings.address(path), content=content))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Changes links to files outside the documentation into links to the pages that show them."""
    own = page.file.src_uri
    text = with_rules(relinked(markdown, f"{DOCS}{own}", own), own)
    if notebooks.is_notebook(own):
        name = PurePosixPath(notebooks.address(own)).name
        text = text.replace("\n", f"\n\n[This page as a notebook]({name})\n", 1)
    return text


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Gives the search window a name for screen readers."""
    return _NAMELESS.sub(r'\1 aria-label="Search"', output)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Gives the search window a name on the page for unknown addresses."""
    return _NAMELESS.sub(r'\1 aria-label="Search"', output_content)
