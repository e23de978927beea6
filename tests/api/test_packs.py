"""Games are found by entry points; what leads to no game is one clear error."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

import eastfront as ef
from eastfront import packs


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """What was found is forgotten, before and after."""

    def forget() -> None:
        packs._entries.cache_clear()
        packs.pack.cache_clear()

    forget()
    yield
    forget()


def found(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> None:
    """Lets these entry points be found besides ours."""
    ours = list(packs.entry_points(group=packs.GROUP))
    more = [EntryPoint(name, value, packs.GROUP) for name, value in entries]
    monkeypatch.setattr(packs, "entry_points", lambda group: [*ours, *more])


def test_our_games_come_by_the_same_door() -> None:
    assert packs.names() == ["barbarossa-1971", "barbarossa-deluxe", "russian-campaign"]
    assert [p.prefix for p in packs.packs()] == ["SPI", "BD", "TRC"]
    for pack in packs.packs():
        assert pack.start in ef.scenarios()
        assert pack.rules().sides and pack.telling is not None and pack.telling().results


def test_a_game_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(packs.PackError, match="the nearest is 'russian-campaign'") as told:
        packs.pack("russian-campain")
    assert isinstance(told.value, ef.EastfrontError) and isinstance(told.value, ValueError)
    assert packs.pack_of("chess/any") is None


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no_such_module:PACK", "ModuleNotFoundError"),
        ("eastfront.packs:NOTHING", "AttributeError"),
        ("eastfront.packs:GROUP", "is str, expected a Pack of the game 'mine'"),
        ("eastfront.games.russian_campaign.game:PACK", "the pack of 'russian-campaign'"),
    ],
)
def test_what_is_no_pack(monkeypatch: pytest.MonkeyPatch, value: str, told: str) -> None:
    found(monkeypatch, ("mine", value))
    assert "mine" in packs.names()
    with pytest.raises(packs.PackError, match=told) as error:
        packs.pack("mine")
    assert "mine" in str(error.value) and "\n" not in str(error.value)


@pytest.mark.filterwarnings("error")
def test_to_load_a_game_no_other_pack_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, ("mine", "no_such_module:PACK"))
    monkeypatch.setenv("EASTFRONT_CACHE", "off")
    assert ef.load("barbarossa-deluxe/blue-kremlin").sides == [ef.GERMAN, ef.SOVIET]


def test_a_broken_pack_hides_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, ("mine", "no_such_module:PACK"))
    with pytest.warns(RuntimeWarning, match="the game 'mine'"):
        known = ef.scenarios()
    assert "russian-campaign/campaign" in known


def test_two_packs_of_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, ("russian-campaign", "elsewhere.game:PACK"))
    with pytest.raises(packs.PackError, match="given twice"):
        packs.names()
