"""The page in a real browser: seats, links, and the information shown to each side."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tools.chromium import FOUND, Tab, browser

from .process import process

pytestmark = pytest.mark.skipif(FOUND is None, reason="needs chromium")

BEGUN = "document.getElementById('decision').textContent"
CHOOSE = """
  document.getElementById('scenario').value = '%s';
  document.getElementById('scenario').onchange();
  document.getElementById('setup').value = '%s';
  document.querySelector('#start button').click();
"""
DO = "[...document.querySelectorAll('#actions button')].find((b) => b.textContent == '%s').click()"
LINK = "document.querySelector('#links input')?.value"
SEATS = "[...document.getElementById('seat').options].map((o) => o.value).join(' ')"
TITLES = "[...document.querySelectorAll('#units title')].map((t) => t.textContent).join(' ')"


@pytest.fixture(scope="module")
def chromium() -> Iterator[str]:
    with browser() as address:
        yield address


def begun(chromium: str, address: str, scenario: str, setup: str = "") -> Tab:
    """A game that is begun on the page, by the first seat."""
    tab = Tab(chromium, address)
    tab.until("document.querySelectorAll('#players select').length == 2")
    tab.js(CHOOSE % (scenario, setup))
    tab.until(BEGUN)
    tab.until(LINK)
    return tab


def invited(chromium: str, link: str) -> Tab:
    """A page that was opened by a link, whose seat is taken."""
    tab = Tab(chromium, link)
    tab.until("!document.getElementById('invited').hidden")
    tab.js("document.querySelector('#invited button').click()")
    return tab


def test_two_players_each_at_a_page_of_his_own(chromium: str) -> None:
    with process() as (_, address):
        german = begun(chromium, address, "barbarossa-deluxe/blue-kremlin")
        german.js(DO % "automatic")
        german.until(TITLES)
        assert german.js(SEATS) == "german"
        assert german.js("document.getElementById('following').hidden")
        link = german.js(LINK)
        soviet = invited(chromium, link)
        soviet.until(BEGUN)
        assert soviet.js(SEATS) == "soviet"
        assert "hidden" in german.until(TITLES) and "hidden" not in soviet.until(TITLES)
        late = invited(chromium, link)
        assert late.until("document.getElementById('declined').textContent").startswith("no game")
        german.js(DO % "coastal-supply")  # the other page hears of it
        soviet.until("document.getElementById('log').textContent")
        # whoever has both words has one seat all the same, where something is hidden
        both = german.js("location.hash") + "&" + soviet.js("location.hash").split("&")[1]
        one = Tab(chromium, f"{address}/{both}")
        one.until(BEGUN)
        assert one.js(SEATS) == "german" and "hidden" in one.until(TITLES)
        for tab in (german, soviet, late, one):
            assert tab.errors == []
            tab.close()


def test_one_person_at_both_seats_where_nothing_is_hidden(chromium: str) -> None:
    with process() as (_, address):
        tab = begun(chromium, address, "russian-campaign/bagration")
        tab.js("document.querySelector('#links button').click()")
        assert set(tab.until(f"{SEATS}.includes(' ') && {BEGUN} && {SEATS}").split()) == {
            "axis",
            "russian",
        }
        assert not tab.js("document.getElementById('following').hidden")
        assert tab.errors == []
        tab.close()


def test_a_game_begins_with_the_set_up_that_ships(chromium: str) -> None:
    with process() as (_, address):
        tab = begun(chromium, address, "russian-campaign/barbarossa", "ready")
        assert "56 Pz" in tab.until(TITLES)
        assert "set-up" not in tab.js("document.getElementById('status').textContent")
        assert tab.errors == []
        tab.close()


def test_the_page_joins_again_by_itself(chromium: str, tmp_path: object) -> None:
    folder = ["--folder", str(tmp_path)]
    with process(*folder) as (server, address):
        tab = begun(chromium, address, "barbarossa-deluxe/blue-kremlin")
        port = address.rpartition(":")[2]
        server.kill()
        server.wait(10)
        tab.until("document.getElementById('status').textContent.includes('gone')")
    with process(*folder, "--port", port):
        tab.until("!document.getElementById('status').textContent.includes('gone')")
        tab.js(DO % "automatic")
        tab.until(TITLES)
        assert tab.errors == []
        tab.close()
