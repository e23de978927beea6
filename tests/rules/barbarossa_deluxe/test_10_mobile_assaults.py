"""Section 10, mobile assaults: units, targets, costs and consequences."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from eastfront._core import State

from . import board_positions
from .board_positions import MOBILE, at, edit, names, odds, play, refused, walk

CHOICES = {"luftwaffe": "no-luftwaffe", "retreat before battle": "stand"}


def start(
    units: dict[str, list[str]],
    *movers: str,
    turn: int = 10,
    side: str = "german",
    **more: object,
) -> State:
    """A group chosen to move."""
    state = at("movement", side, turn=turn, sequence="move-fight", units=units, **more)  # type: ignore[arg-type]
    return play(state, f"move {movers[0]}", *(f"with {m}" for m in movers[1:]))


def assaulted(leg: State, target: str, die: int) -> State:
    """The state after a mobile assault without supports, at the next decision."""
    return play(walk(play(leg, f"assault {target}"), "combat", choices=CHOICES), f"roll {die}")


CLEAR = {"2308": ["60A"]}


@pytest.mark.rule("BD-10.23a")
def test_german_mobile_assaults_are_for_single_months() -> None:
    units = {"2309": ["3Pz"], **CLEAR}
    for turn in (9, 12):
        assert names(start(units, "3Pz", turn=turn), "assault") == {"2308"}
    with refused("BD-10.23a"):
        start(units, "3Pz", turn=13).push("assault 2308")


@pytest.mark.rule("BD-10.23b")
def test_soviet_mobile_assaults_are_for_later_years() -> None:
    leg = start({"2308": ["3T"], "2309": ["4AK"]}, "3T", side="soviet")
    assert not names(leg, "assault")
    with refused("BD-10.23b"):
        leg.push("assault 2309")


@pytest.mark.rule("BD-10.24a")
def test_only_mechanised_units_make_them() -> None:
    units = {"2309": ["3Pz", "4AK"], **CLEAR}
    assert names(start(units, "3Pz"), "assault") == {"2308"}
    for movers in (("4AK",), ("3Pz", "4AK")):
        with refused("BD-10.24a"):
            start(units, *movers).push("assault 2308")
    # units move together only if they began together (BD-10.27a)
    apart = start({"2309": ["3Pz"], "2310": ["14Pz"], **CLEAR}, "14Pz")
    assert "3Pz" not in names(play(apart, "to 2309"), "with")


@pytest.mark.rule("BD-10.24b", "BD-10.19b", "BD-10.24a")
def test_what_a_mobile_assault_costs() -> None:
    """W-22: 3 into clear, 4 into a city or a fortified line, 2 more over a river."""
    open_ground = start({"2309": ["3Pz"], **CLEAR}, "3Pz")
    assert open_ground.ask("german assault cost", "2308") == 3
    city = start({"2408": ["3Pz"], "2407": ["60A"]}, "3Pz")
    assert city.ask("german assault cost", "2407") == 4
    fort = start({"1912": ["3Pz"], "1913": ["60A"]}, "3Pz")
    assert fort.ask("german assault cost", "1913") == 4
    for leg, target in ((open_ground, "2308"), (city, "2407"), (fort, "1913")):
        assert names(leg, "assault") == {target}
    river = start({"2404": ["3Pz"], "2403": ["60A"]}, "3Pz")
    assert river.ask("german assault cost", "2403") == 5
    # where no way leads there is no price
    port = start({"3108": ["3Pz"], **CLEAR}, "3Pz")
    rows = board_positions.data().map.hexes
    seas = [h.name for h in rows if h is not None and h.terrain == "sea"]
    beside = set(board_positions.around("3108")) & set(seas)
    assert beside and {port.ask("german assault cost", h) for h in beside} == {-1}
    after = assaulted(open_ground, "2308", 1)
    assert after.var("spent") == 3


@pytest.mark.rule("BD-10.25a")
def test_only_clear_ground_is_assaulted_from_any_ground() -> None:
    marsh = start({"1912": ["3Pz"], "2013": ["60A"]}, "3Pz")
    with refused("BD-10.25a"):
        marsh.push("assault 2013")
    rough = start({"2614": ["3Pz"], "2615": ["60A"]}, "3Pz")
    with refused("BD-10.25a"):
        rough.push("assault 2615")
    # the launch hex may be anything (BD-10.25e)
    assert "1912" in names(start({"2013": ["3Pz"], "1912": ["60A"]}, "3Pz"), "assault")


@pytest.mark.rule("BD-10.25b")
def test_water_other_than_rivers_bars_assaults() -> None:
    kerch = start(
        {"3106": ["3Pz"], "3105": ["60A"], "3108": ["4AK"]},
        "3Pz",
        variables={"crimea supply": 1},
        flags={"crimea supply": ["3Pz"]},
    )
    with refused("BD-10.25b"):
        kerch.push("assault 3105")
    assert "2403" in names(start({"2404": ["3Pz"], "2403": ["60A"]}, "3Pz"), "assault")


@pytest.mark.rule("BD-10.25g", "BD-9.6b")
def test_hero_cities_are_not_assaulted_plain_cities_are() -> None:
    units = {"1706": ["3Pz"], "1606": ["60A"]}
    heroic = start(units, "3Pz")
    with refused("BD-10.25g"):
        heroic.push("assault 1606")
    plain = start(units, "3Pz", not_hex_flags={"hero city": ["1606"]})
    assert "1606" in names(plain, "assault")
    fortress = start(
        units, "3Pz", not_hex_flags={"hero city": ["1606"]}, hex_flags={"fortress city": ["1606"]}
    )
    with refused("BD-9.6b"):
        fortress.push("assault 1606")


@pytest.mark.rule("BD-10.25h", "BD-10.3a", "BD-10.25d")
def test_an_assault_is_paid_in_full() -> None:
    """The guaranteed hex is no help (BD-10.25d)."""
    tired = edit(start({"2309": ["3Pz"], **CLEAR}, "3Pz"), variables={"spent": 6})
    with refused("BD-10.25h"):
        tired.push("assault 2308")
    rested = edit(tired, variables={"spent": 5})
    assert "2308" in names(rested, "assault")
    # out of supply a panzer corps has 4 points, and 5 would be due; it may still move one hex
    weak = start({"2404": ["3Pz"], "2403": ["60A"]}, "3Pz", flags={"halved": ["3Pz"]})
    with refused("BD-10.25h"):
        weak.push("assault 2403")
    assert "2303" in names(weak, "to")


@pytest.mark.rule("BD-10.26a")
def test_an_assault_needs_supply_in_the_launch_hex() -> None:
    pocket = {"1804": ["48A"], "1903": ["49A"], "2004": ["50A"], "2005": ["52A"], "1905": ["53A"],
              "1805": ["54A"]}  # fmt: skip
    cut_off = start({"1904": ["3Pz", "14Pz"], **pocket}, "3Pz")
    assert cut_off.ask("supply", "3Pz") == 0
    with refused("BD-10.26a"):
        cut_off.push("assault 1903")
    gap = {h: u for h, u in pocket.items() if h != "1805"}
    opened = start({"1904": ["3Pz", "14Pz"], **gap}, "3Pz")
    assert opened.ask("supply", "3Pz") == 5
    assert "1903" in names(opened, "assault")


@pytest.mark.rule("BD-10.26a", "BD-7.4f")
def test_crimea_supply_serves_for_assaults() -> None:
    """D-33."""
    units = {"3107": ["3Pz"], "3106": ["60A"], "3108": ["4AK"], "2908": ["59A"], "3008": ["54A"]}
    fed = start(units, "3Pz", variables={"crimea supply": 1}, flags={"crimea supply": ["3Pz"]})
    assert fed.ask("supply", "3Pz") == 4 and "3106" in names(fed, "assault")
    coastal = start(units, "3Pz", variables={"crimea supply": 2})
    with refused("BD-10.26a"):
        coastal.push("assault 3106")


@pytest.mark.rule("BD-10.26b")
def test_attackers_do_not_cut_the_defenders_off_in_a_mobile_assault() -> None:
    # the defenders' only way out is through the launch hex
    walls = {"1804": ["4AK"], "1903": ["5AK"], "2005": ["7AK"], "1905": ["8AK"], "1805": ["9AK"]}
    units = {"1904": ["60A", "59A"], "2004": ["3Pz"], **walls}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units)
    prepared = odds(state, "german", "1904", ["3Pz"])
    mobile = odds(state, "german", "1904", ["3Pz"], MOBILE)
    assert prepared[1] == 3 and mobile[1] == 6


@pytest.mark.rule("BD-10.32a")
def test_mobile_assaults_lose_a_column() -> None:
    """W-32, and no concentric bonus (BD-10.25c)."""
    state = at(
        "movement", "german", turn=12, sequence="move-fight",
        units={"2309": ["3Pz", "14Pz", "24Pz"], **CLEAR},
    )  # fmt: skip
    group = ["3Pz", "14Pz", "24Pz"]
    assert odds(state, "german", "2308", group) == (12, 3, 4, 4)
    assert odds(state, "german", "2308", group, MOBILE) == (12, 3, 4, 3)


@pytest.mark.rule("BD-10.27a")
def test_only_who_began_together_assaults_together() -> None:
    """A corps that comes by strikes alone, whoever of its own side stands in the launch hex."""
    units = {"2310": ["3Pz"], "2309": ["14Pz", "24Pz"], **CLEAR}
    passing = play(start(units, "3Pz"), "to 2309")
    alone = walk(play(passing, "assault 2308"), "combat", choices=CHOICES)
    assert alone.units_with("attacking") == ["3Pz"] and alone.var("attack") == 4
    together = play(start(units, "14Pz", "24Pz"), "assault 2308")
    assert walk(together, "combat", choices=CHOICES).var("attack") == 8


@pytest.mark.rule("BD-10.29a", "BD-10.29c")
def test_a_won_assault_carries_the_group_in_and_on() -> None:
    """What is left is its own; more assaults may follow (BD-10.24c, BD-10.29c, BD-10.30a)."""
    units = {"2309": ["3Pz", "14Pz", "24Pz"], "2308": ["60A"], "2307": ["59A"], "2107": ["54A"]}
    leg = start(units, "3Pz", "14Pz", "24Pz")
    won = assaulted(leg, "2308", 1)
    with pytest.raises(LookupError):  # no advance is offered before the turn is over
        walk(won, "second advance", "german", {"retreat": "retreat-to 2207"})
    won = walk(won, "leg", choices={"retreat": "retreat-to 2207", "bloodbath": "force-retreat"})
    assert {won.place(u) for u in ("3Pz", "14Pz", "24Pz")} == {"2308"}
    assert won.var("spent") == 3 and names(won, "to") and "2308" in won.hexes_with("german")
    assert "2307" in names(won, "assault")
    fight_on = walk(play(won, "stop"), "prepared assault", "german")
    assert "2307" in names(fight_on, "attack")


@pytest.mark.rule("BD-10.32a", "BD-11.25a", "BD-10.28b")
def test_a_stalled_assault_leaves_the_group_in_its_launch_hex_free_to_try_again() -> None:
    """W-61, BD-10.24d, BD-10.28b."""
    units = {"2309": ["3Pz", "14Pz"], "2308": ["60A"], "1001": ["59A"]}
    stalled = assaulted(start(units, "3Pz", "14Pz"), "2308", 5)
    assert stalled.decision == "leg" and stalled.place("3Pz") == "2309"
    assert stalled.var("spent") == 3 and stalled.place("60A") == "2308"
    assert "2308" in names(stalled, "assault") and names(stalled, "to")
    again = assaulted(stalled, "2308", 5)
    assert again.var("spent") == 6
    with refused("BD-10.25h"):
        again.push("assault 2308")


@pytest.mark.rule("BD-11.29a", "BD-11.27f")
def test_units_retreated_from_an_assault_defend_again_in_full() -> None:
    """W-60, BD-10.31a to c: as if they had begun there; never into the launch hex."""
    units = {"2309": ["3Pz", "14Pz", "24Pz"], "2308": ["60A"], "2307": ["59A"]}
    leg = start(units, "3Pz", "14Pz", "24Pz")
    fled = walk(assaulted(leg, "2308", 1), "leg", choices={"retreat": "retreat-to 2307"})
    if fled.place("60A") == "2307":
        assert odds(fled, "german", "2307", ["3Pz", "14Pz", "24Pz"], MOBILE)[1] == 6
    assert fled.place("60A") != "2309"


@pytest.mark.rule("BD-11.27a", "BD-11.29a")
def test_who_fled_from_a_mobile_assault_defends_in_full_and_may_be_attacked_again() -> None:
    """11.29 is of prepared assaults; 10.31: as if they had begun where they fled to."""
    group = ["3Pz", "14Pz", "24Pz"]
    units = {"2309": group, "2308": ["60A"], "2208": ["59A"], "1001": ["66A"]}
    leg = start(units, *group)
    rolling = walk(play(leg, "assault 2308"), "combat", choices=CHOICES)
    die = next(o for o in rolling.battle().outcomes if o.result == "DR").dice[0]
    fled = walk(play(rolling, f"roll {die}"), "leg", choices={"retreat": "retreat-to 2208"})
    assert fled.place("60A") == "2208"
    assert fled.units_with("retreated") == [] and fled.units_with("defended") == []
    assert odds(fled, "german", "2208", group, MOBILE).defence == 6
    again = walk(play(fled, "assault 2208"), "combat", choices=CHOICES)
    assert again.var("defence") == 6
    lost = play(again, f"roll {die}")
    assert lost.place("60A") != "dead" and lost.place("59A") != "dead"
    # on foot, in the assault phase of the same turn, they can be attacked as well
    fights = walk(play(fled, "stop"), "prepared assault", "german")
    assert "2208" in names(fights, "attack")


@pytest.fixture
def soviet_assaults(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game in which Soviet mobile assaults are not held back until turn 25."""
    off = os.environ.get("EASTFRONT_WITHOUT", "")
    monkeypatch.setenv("EASTFRONT_WITHOUT", f"{off} BD-10.23b".strip())
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    board_positions.game.cache_clear()
    board_positions._reached.cache_clear()


TANKS = ["1T", "2T", "3T", "4T", "5T"]
SOVIET = {"2307": TANKS, "2308": ["4AK"], "2309": ["5AK"]}


MARKER = (23 - 10) * 25 + 7
"""The index of 2307."""


def soviet_attack(units: dict[str, list[str]], die: int) -> State:
    """Five tank armies with offensive supply assault 2308 at 2:1 after the shift."""
    leg = start(units, *TANKS, side="soviet", variables={"supply marker A": MARKER})
    fought = play(walk(play(leg, "assault 2308"), "combat"), f"roll {die}")
    return fought


@pytest.mark.rule("BD-10.28a")
@pytest.mark.usefixtures("soviet_assaults")
def test_a_failed_soviet_assault_ends_the_move() -> None:
    stalled = soviet_attack(SOVIET, 5)
    assert stalled.place("4AK") == "2308" and stalled.place("3T") == "2307"
    assert stalled.decision == "movement" and not names(stalled, "move")


@pytest.mark.rule("BD-10.29b", "BD-10.24e")
@pytest.mark.usefixtures("soviet_assaults")
def test_a_won_soviet_assault_goes_on_without_another() -> None:
    won = walk(soviet_attack(SOVIET, 1), "leg", choices={"retreat": "retreat-to 2409"})
    assert won.place("3T") == "2308" and names(won, "to")
    assert "2308" not in won.hexes_with("german")
    assert "2309" not in names(won, "assault")
    with refused("BD-10.24e"):
        won.push("assault 2309")
