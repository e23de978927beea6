"""The page plays: its script runs in a simulated browser, against a real server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import eastfront

from .clients import BLUE
from .process import process

BROWSER = Path(__file__).with_name("browser.mjs")
PAGE = Path(eastfront.__file__).parent / "serve" / "page.html"
NODE = shutil.which("node")


def played(scenario: str, dice: str, bots: tuple[str, str], most: int) -> dict[str, Any]:
    """What the page showed in a game."""
    assert NODE is not None
    with process() as (_, address):
        run = subprocess.run(
            [NODE, str(BROWSER), address, scenario, dice, *bots, str(most)],
            capture_output=True,
            text=True,
            timeout=400,
        )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_a_whole_game_with_dice_on_the_table() -> None:
    shown = played(BLUE, "manual", ("", "busy"), 4000)
    assert shown["over"] and "wins" in shown["status"]
    assert shown["rolls"] > 0 and shown["taken"] > 50
    assert "no verb" in shown["refusal"] or "no such order" in shown["refusal"]
    assert re.search(r"came to: (AE|AS|BB|DR|DE)", shown["battle"])
    assert "odds" in shown["battle"] and "BD-" in shown["battle"]
    assert shown["units"] > 20 and shown["targets"] > 0
    assert "BD-7" in shown["clicked"]
    # something is hidden: the page has one seat, and a link for the umpire
    assert set(re.findall(r"([\w-]+)=", shown["hash"])) == {"game", "german", "invite-umpire"}
    assert len(shown["links"]) == 1 and "&invitation=" in shown["links"][0]


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_a_game_against_a_bot() -> None:
    shown = played("russian-campaign/bagration", "server", ("greedy", ""), 40)
    assert shown["taken"] == 40 or shown["over"]
    assert set(re.findall(r"([\w-]+)=", shown["hash"])) == {"game", "russian", "invite-umpire"}


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_two_at_one_page_where_nothing_is_hidden() -> None:
    shown = played("russian-campaign/barbarossa", "manual", ("", ""), 60)
    assert shown["taken"] == 60 or shown["over"]
    assert set(re.findall(r"([\w-]+)=", shown["hash"])) == {
        "game", "axis", "russian", "invite-umpire",
    }  # fmt: skip
    assert len(shown["links"]) == 2 and shown["acted"] == ["axis", "russian"]


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_a_game_of_barbarossa_1971_against_a_bot() -> None:
    """Forty actions of the Axis, with the bot of the other side between them."""
    shown = played("barbarossa-1971/zitadelle", "server", ("", "busy"), 40)
    assert shown["taken"] == 40 and shown["acted"] == ["axis"]
    assert set(re.findall(r"([\w-]+)=", shown["hash"])) == {"game", "axis", "invite-umpire"}
    assert shown["units"] > 20


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)\s*=\s*["']""", page)
    assert "innerHTML" not in page and "eval(" not in page
    assert len(page.splitlines()) < 500
