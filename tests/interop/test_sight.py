"""The view of a learner: equal from state and observation, nothing hidden, in range."""

from __future__ import annotations

import random

import numpy as np
import pytest

import eastfront as ef
from eastfront.interop.sight import MOST_CHANNELS, Painter, Sight, sight_of
from eastfront.interop.tensors import layout
from hidden import twins

from .play import GAMES, KREMLIN, ZITADELLE, game, positions


@pytest.mark.parametrize("name", sorted(ef.scenarios()))
def test_a_picture_has_the_form_that_networks_take(name: str) -> None:
    sight = Sight(ef.load(name))
    count, height, width = sight.shape
    assert 16 <= count <= MOST_CHANNELS < min(height, width) and min(height, width) >= 36
    assert len(set(sight.channels)) == count and len(set(sight.facts)) == len(sight.facts)
    fixed = sight.blank.reshape(count, -1).max(axis=1)
    assert set(fixed) == {0, 255} and "prizes" in sight.channels
    assert (fixed > 0).tolist() == [name not in sight.planes for name in sight.channels]


@pytest.mark.parametrize("name", GAMES)
def test_state_and_observation_show_the_same(name: str) -> None:
    loaded = game(name)
    sight = sight_of(loaded)
    for data in positions(name):
        state = loaded.state_from_bytes(data)
        for side in loaded.sides:
            mine, told = sight.of_state(state, side), sight.of_observation(state.observation(side))
            for key, dtype in (("picture", np.uint8), ("facts", np.float32)):
                assert (mine[key] == told[key]).all() and mine[key].dtype == told[
                    key
                ].dtype == dtype
            assert mine["picture"].shape == sight.shape
            assert 0 <= mine["facts"].min() <= mine["facts"].max() <= 1


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_is_what_the_planes_say(name: str) -> None:
    """Planes and facts against the tensor of the same side, with scales worked out by hand."""
    loaded = game(name)
    sight, planes = sight_of(loaded), layout(loaded)
    for data in positions(name, every=150):
        state = loaded.state_from_bytes(data)
        for side in loaded.sides:
            shown, tensor = sight.of_state(state, side), ef.tensor(state, side)
            picture = dict(zip(sight.channels, shown["picture"], strict=True))
            facts = dict(zip(sight.facts, shown["facts"].tolist(), strict=True))
            height, width = planes.height, planes.width
            for channel, cells in picture.items():
                assert not cells[height:].any() and not cells[:, width:].any()
                if channel in sight.planes:
                    there = tensor[planes.index(channel)] > 0
                    assert ((cells[:height, :width] > 0) == there).all()
            units = tensor[planes.index("enemy units")]
            assert (picture["enemy units"][:height, :width] == np.minimum(units, 5) * 51).all()
            chosen = tensor[planes.index("choice: hex")] * 255
            assert (picture["choice: hex"][:height, :width] == chosen).all()
            of = [facts[f"side: {s}"] for s in loaded.sides]
            assert of == [s == side for s in loaded.sides]
            decided = [name for name, v in facts.items() if name.startswith("decision") and v == 1]
            assert decided == ([f"decision: {state.decision}"] if state.decision else [])
            for channel, fact in facts.items():
                if channel.startswith("own box"):
                    assert (fact > 0) == (tensor[planes.index(channel)].max() > 0)


def test_scales_and_prizes() -> None:
    """Printed values fill the range at three times the largest; wide variables are bent."""
    loaded = game(ZITADELLE)
    sight = sight_of(loaded)
    state = loaded.new(1)
    ef.set_up(state)
    shown = sight.of_state(state, "axis")
    attack = ef.tensor(state, "axis")[layout(loaded).index("own attack")]
    cells = shown["picture"][sight.channels.index("own attack")][:46, :42]
    assert attack.max() == 11 and (cells == attack * 7).all(), "11 is the largest: 255 // 33"
    planes = np.zeros((1, len(sight.planes), 46, 42), dtype=np.int16)
    for name, value, fact in (
        ("variable: turn", 27, 0.5),  # of the turns 25 to 29
        ("variable: points lost", 16, 0.5),  # 0 to 999
        ("variable: column", -16, 0.25),  # -9999 to 9999
        ("variable: column", 0, 0.5),
        ("own box: pool", 295, 1),
    ):
        planes[:] = 0
        planes[0, sight.planes.index(name)] = value
        painter = Painter(sight, 1)
        painter.paint(planes, np.array([0]), np.array([-1]))
        assert painter.facts[0, sight.facts.index(name)] == fact
    prizes = sight.blank[sight.channels.index("prizes")]
    cities = layout(loaded).fixed[layout(loaded).names.index("map: city") - layout(loaded).changing]
    assert prizes.max() == 255 and (prizes[:46, :42][cities == 1] > 0).all()
    assert not prizes[:46, :42][cities == 0].any()


def test_twins_look_the_same_to_a_learner() -> None:
    """States that differ in what a side may not know: equal pictures and facts for that side."""
    rng, found, sight = random.Random(1), 0, sight_of(game(KREMLIN))
    for number in range(120):
        true = twins.state(number * 7)
        for side in true.game.sides:
            other = twins.twin(true, side, rng)
            if other is None:
                continue
            found += 1
            mine, theirs = sight.of_state(true, side), sight.of_state(other, side)
            assert (mine["picture"] == theirs["picture"]).all()
            assert (mine["facts"] == theirs["facts"]).all()
    assert found > 40


def test_further_planes_and_what_is_refused() -> None:
    loaded = game(KREMLIN)
    more = sight_of(loaded, ["own flag: moved", "map: victory cities"])
    assert {"own flag: moved", "map: victory cities"} <= set(more.channels)
    assert len(more.channels) == len(sight_of(loaded).channels) + 2
    assert sight_of(loaded, ("own flag: moved", "map: victory cities")) is more
    assert "own flag: moved" in str(more) and "variable: turn" in str(more)
    cities = layout(loaded).fixed[
        layout(loaded).index("map: victory cities") - layout(loaded).changing
    ]
    shown = more.of_state(loaded.new(1), "german")["picture"][
        more.channels.index("map: victory cities")
    ]
    assert (shown[:23, :25] == cities * 255).all() and cities.any()
    flags = [name for name in layout(loaded).names if name.startswith("own flag")]
    for wrong, text in (
        (["own flag: drunk"], "no plane `own flag: drunk`"),
        (["variable: turn"], "the same everywhere, and so no channel"),
        (flags[:15], "15 further planes, expected at most 10"),
    ):
        with pytest.raises((ValueError, KeyError), match=text):
            sight_of(loaded, wrong)


def test_large_numbers_are_shifted_into_the_range() -> None:
    """A field of up to 575 is shown in steps of four."""
    loaded = game(KREMLIN)
    sight = sight_of(loaded, ["own number: entered at"])
    planes = np.zeros((1, len(sight.planes), 23, 25), dtype=np.int16)
    painter = Painter(sight, 1)
    seen = []
    for value in (0, 3, 4, 575, 999):
        planes[0, sight.planes.index("own number: entered at")] = value
        painter.paint(planes, np.array([0]), np.array([-1]))
        seen.append(int(painter.pictures[0, sight.channels.index("own number: entered at"), 0, 0]))
    assert seen == [0, 0, 1, 143, 143]
