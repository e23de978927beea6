"""The compact numbering of actions: one token for each legal action, in every decision."""

from __future__ import annotations

import numpy as np
import pytest

import eastfront as ef
from eastfront.interop.action_form import ActionForm, action_form
from eastfront.interop.vector import sample

from .play import CAMPAIGN, GAMES, KREMLIN, ZITADELLE, game, positions

SCENARIOS = sorted(ef.scenarios())


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_token_means_one_action_in_each_decision(name: str) -> None:
    """Of all actions that a decision may offer, legal or not, no two have the same token."""
    form, offered = ActionForm(ef.load(name)), 0
    for decision in form._decisions.values():
        verbs = form._verb_at[decision]
        ids = np.concatenate(
            [np.arange(0), *(form._first[v] + np.arange(form._sizes[v]) for v in verbs if v >= 0)]
        )
        tokens = form.tokens(ids)
        assert len(set(tokens)) == len(ids) and (tokens >= 0).all()
        assert (form.ids(tokens, np.full(len(ids), decision)) == ids).all()
        offered += len(ids) > 0
    assert offered > 15
    assert form.count < form.game.num_actions / 4


@pytest.mark.parametrize("name", SCENARIOS)
def test_legal_tokens_lead_to_the_legal_actions_one_to_one(name: str) -> None:
    """In every state of seeded games: as many legal tokens as actions, each leading to its own."""
    loaded = ef.load(name)
    form, decisions = action_form(loaded), set()
    games = ef.vector(loaded, 16, seed=3, planes=False, masks=False)
    rng = np.random.default_rng(3)
    *_, infos = games.reset()
    for _ in range(500):
        offsets, ids = infos["offsets"], infos["ids"]
        masks = form.masks(offsets, ids)
        assert (masks.sum(axis=1) == np.diff(offsets)).all()
        owner, tokens = np.nonzero(masks)
        found = form.ids(tokens, infos["decision"][owner])
        for i in range(16):
            assert sorted(found[owner == i]) == sorted(ids[offsets[i] : offsets[i + 1]])
        decisions |= set(infos["decision"])
        *_, infos = games.step(sample(infos, rng))
    assert len(decisions) > 8


@pytest.mark.parametrize("name", GAMES)
def test_one_state_and_its_observation_have_the_mask_of_its_actions(name: str) -> None:
    loaded = game(name)
    form = action_form(loaded)
    for data in positions(name):
        state = loaded.state_from_bytes(data)
        if state.to_move in (None, "chance"):
            continue
        mask = form.mask(state)
        assert mask.shape == (form.count,) and mask.dtype == np.bool_
        actions = sorted(loaded.action_of(form.id(t, state.decision)) for t in np.flatnonzero(mask))
        assert actions == sorted(state.legal_actions)
        assert (form.mask(state.observation(state.to_move)) == mask).all()


def test_verbs_of_one_decision_have_slots_of_their_own() -> None:
    """The sizes are the sum of the objects of each slot; a verb of chance has none."""
    form = action_form(game(ZITADELLE))
    of = {verb: number for number, slot in enumerate(form.slots) for verb in slot}
    assert of["to"] != of["cross"] and of["break"] != of["form"]
    assert of["to"] == of["attack"] and of["break"] == of["move"]
    assert of["stop"] != of["go"], "verbs without an object share nothing"
    assert "roll" not in of
    units, hexes = len(form.game.units), 46 * 42
    assert form.count == 2 * units + 2 * hexes + len(of) - sum(map(len, form.slots[:4]))
    campaign = action_form(game(CAMPAIGN))
    [odds] = [slot for slot in campaign.slots if "odds" in slot]
    assert odds == ("odds",)
    low, high = (campaign.token(campaign.game.action_id(campaign.game.parse(f"odds {n}")))
                 for n in (-6, 10))  # fmt: skip
    assert high - low == 16


def test_what_a_form_refuses_and_what_it_knows_nothing_of() -> None:
    loaded = game(KREMLIN)
    form = action_form(loaded)
    assert action_form(loaded) is form and len(form) == form.count
    state = loaded.new(1)
    move = form.token(loaded.action_id(loaded.parse("move 3Pz")))
    assert loaded.notation(loaded.action_of(form.id(move, "movement"))) == "move 3Pz"
    assert loaded.notation(loaded.action_of(form.id(move, "retreat unit"))) == "retreat 3Pz"
    assert form.id(move, "set-up") == -1
    assert form.ids([move, move], [-1, form._decisions["set-up"]]).tolist() == [-1, -1]
    assert state.decision == "set-up"
    for wrong, text in (
        (lambda: form.id(form.count, "set-up"), f"token={form.count}, expected a whole number"),
        (lambda: form.id(0, "dance"), "decision='dance', expected"),
        (lambda: form.token(loaded.num_actions), "expected a whole number from 0 to 11157"),
        (lambda: form.ids([3, 2], [0]), r"decisions of shape \(1,\), expected \(2,\)"),
        (lambda: form.ids([3], [99]), "decisions: 99 at 0, expected a whole number from -1 to 47"),
        (lambda: form.tokens([-1]), "ids: -1 at 0, expected a whole number from 0 to 11157"),
        (lambda: form.masks([0, 2], [5]), "offsets: 2 at 1, expected a whole number from 0 to 1"),
        (lambda: form.masks([1, 0, 1], [5]), "offsets: expected ascending numbers from 0 to 1"),
        (lambda: form.ids([3, -2], [0, 0]), "tokens: -2 at 1, expected a whole number from 0"),
    ):
        with pytest.raises(ValueError, match=text):
            wrong()
    with pytest.raises(TypeError, match="ids of type float64, expected whole numbers"):
        form.tokens([0.5])
