"""Set-ups from the package and from files: every unit in its stated hex, or one error."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import eastfront as ef
from eastfront.cli.main import eastfront
from eastfront.loading.game import scenario_of
from eastfront.positions import set_ups

BLUE, CAMPAIGN = "barbarossa-deluxe/blue-kremlin", "russian-campaign/campaign"
ZITADELLE = "barbarossa-1971/zitadelle"
LINES = ("fall-blau", "zitadelle", "bagration")


def written(state: ef.State, units: list[str]) -> str:
    """The places of some units, as a file of a set-up."""
    rows = [
        f"{unit},{state.place(unit)}" for unit in units if state.place(unit) in state.game.hexes
    ]
    return "\n".join(["# as it stands", "unit,hex", *rows]) + "\n"


def ready(scenario: str) -> ef.State:
    """A game that is set up as it ships."""
    state = ef.load(scenario).new(seed=1)
    ef.set_up(state)
    return state


@pytest.mark.parametrize("scenario", ef.scenarios())
def test_every_scenario_has_a_ready_set_up(scenario: str) -> None:
    state = ef.load(scenario).new(seed=1)
    taken = ef.set_up(state)
    assert taken and "set-up" not in state.stack and state.audit() is None
    found = set_ups.ready(state.game)
    if scenario.startswith("russian"):
        assert found is not None and len(found.hexes) > 70
        rows = {u.name: u for u in scenario_of(scenario).units}

        def kinds(hexes: dict[str, str]) -> list[tuple[str, ...]]:
            """What stands where, whichever of alike counters it is."""
            units = ((rows[u], hex_) for u, hex_ in hexes.items())
            return sorted((r.side, r.nation, r.kind, str(r.attack), h) for r, h in units)

        assert kinds({u: state.place(u) for u in found.hexes}) == kinds(dict(found.hexes))
    assert not any(state.place(u) in ("set-up", "pool") for u in (found.hexes if found else ()))


@pytest.mark.parametrize("scenario", ef.scenarios())
def test_it_says_where_it_comes_from(scenario: str) -> None:
    ready = (": automatic", ": attachments")
    source = next(s for s in scenario_of(scenario).sources if s.name.endswith(ready))
    assert source.provenance == "reconstructed" and len(source.reasoning) > 150
    assert f"{source.name}: reconstructed" in sources(scenario.partition("/")[0])


@lru_cache(maxsize=1)
def sources(game: str) -> str:
    """What the command prints of a game's sources."""
    return CliRunner().invoke(eastfront, ["sources", game]).output


@pytest.mark.parametrize(
    "scenario",
    [BLUE, CAMPAIGN, "russian-campaign/zitadelle", *(s for s in ef.scenarios() if "1971" in s)],
)
def test_a_set_up_from_a_file(scenario: str, tmp_path: Path) -> None:
    begun = ready(scenario)
    fresh = ef.load(scenario).new(seed=1)
    moved = [u for u in begun.game.units if begun.place(u) != fresh.place(u)]
    path = tmp_path / "mine.csv"
    path.write_text(written(begun, moved))
    ef.set_up(fresh, path)
    assert fresh.key == begun.key


@pytest.mark.parametrize(
    ("text", "place", "value", "expected"),
    [
        ("# mine\n", "header", "nothing", "the header unit,hex"),
        ("unit;hex\n", "line 1", "unit;hex", "the header unit,hex"),
        ("unit,hex\n11 B,E19\n", "line 2, column unit", "11 B", "did you mean '11"),
        ("unit,hex\n\n11 A,E99\n", "line 3, column hex", "E99", "a hex of the map"),
        ("unit,hex\n11 A,E19\n11 A,E19\n", "line 3, column unit", "11 A", "each unit once"),
        ("unit,hex\n11 A,E19,G20\n", "line 2", "11 A,E19,G20", "2 cells"),
        ("unit,hex\n11 A,AA9\n", "line 2, column hex", "AA9", "a hex where 11 A may be set up"),
        ("unit,hex\n11 A,E19\n", "column unit", "nothing", "a hex for 8 A"),
    ],
)
def test_what_is_wrong_with_a_file(
    text: str, place: str, value: str, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(text)
    state = ef.load(CAMPAIGN).new(seed=1)
    before = bytes(state)
    with pytest.raises(ef.ScenarioError) as wrong:
        ef.set_up(state, path)
    assert (wrong.value.file, wrong.value.place) == (str(path), place)
    assert value in str(wrong.value.value) and expected in wrong.value.expected
    assert bytes(state) == before


def test_there_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(ef.ScenarioError, match=r"none\.csv"):
        ef.set_up(ef.load(CAMPAIGN).new(), tmp_path / "none.csv")


def test_a_set_up_that_is_over() -> None:
    with pytest.raises(ef.ArgumentError, match="is over"):
        ef.set_up(ready(BLUE))


@pytest.mark.parametrize("scenario", ["russian-campaign/zitadelle", ZITADELLE])
def test_the_terminal_begins_with_a_set_up(scenario: str, tmp_path: Path) -> None:
    kept = tmp_path / "game.efr"
    line = ["play", scenario, "--setup", "ready", "-o", str(kept)]
    found = CliRunner().invoke(eastfront, line, input="quit\n")
    assert found.exit_code == 0 and "set-up:" not in found.output
    assert ef.record.load(kept).replay() == ready(scenario)
    bad = tmp_path / "bad.csv"
    bad.write_text("unit,hex\nchess,E19\n")
    wrong = CliRunner().invoke(eastfront, ["play", scenario, "--setup", str(bad)], input="quit\n")
    assert wrong.exit_code != 0
