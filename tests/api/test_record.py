"""Records: written, read, replayed, and the first action at which a replay differs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef

from .conftest import SCENARIO

Document = dict[str, Any]


def test_a_record_replays_to_the_identical_state(recorded: ef.Recorder, tmp_path: Path) -> None:
    path = tmp_path / "game.efr"
    recorded.save(path)
    kept = ef.record.load(path)
    state = kept.replay()
    assert bytes(state) == bytes(recorded.state)
    assert state.key == recorded.state.key
    assert kept.outcome == recorded.state.outcome is not None
    assert list(kept.actions) == list(recorded.record.actions)


def test_dice_are_recorded(recorded: ef.Recorder) -> None:
    assert any(action.startswith("roll ") for action in recorded.record.actions)


def test_every_phase_has_its_turn_its_name_and_its_key(recorded: ef.Recorder) -> None:
    phases = recorded.record.phases
    assert {p.turn for p in phases} == {9, 10, 11, 12, 13}
    assert any("movement phase" in p.name for p in phases)
    states = recorded.record.replays()
    next(states)
    for phase, state in zip(phases, states, strict=True):
        assert phase.key == f"{state.key:016x}"


def test_without_the_game_file_the_game_is_loaded(recorded: ef.Recorder) -> None:
    text = recorded.record.text(embed=False)
    assert len(text) < len(recorded.record.text()) / 2
    assert bytes(ef.record.parse(text).replay()) == bytes(recorded.state)


def test_a_variant_is_replayed_from_its_record(tmp_path: Path) -> None:
    game = ef.load(SCENARIO, without=["BD-6.3a"])
    recorder = ef.Recorder(game, seed=1)
    recorder.push("automatic")
    kept = ef.record.parse(recorder.record.text(embed=False))
    assert kept.without == ("BD-6.3a",)
    assert kept.game() == game
    assert kept.replay() == recorder.state


def test_a_record_may_begin_in_a_later_position(recorded: ef.Recorder) -> None:
    *_, state = (s for _, s in zip(range(9), recorded.record.replays(), strict=False))
    later = ef.Recorder(state, seed=3)
    later.push(later.state.legal_actions[0]) if later.state.to_move != "chance" else later.roll()
    assert ef.record.parse(later.record.text()).replay() == later.state


def test_a_recorder_does_not_roll_when_no_roll_is_due(game: ef.Game) -> None:
    with pytest.raises(ValueError, match="waits for german"):
        ef.Recorder(game).roll()


def test_a_replay_keeps_its_history(recorded: ef.Recorder, game: ef.Game) -> None:
    state = recorded.record.replay()
    while state.can_undo:
        state.pop()
    assert state == game.new()


# -- what goes wrong ----------------------------------------------------------------------------


def other_die(raw: Document) -> None:
    phase = next(p for p in raw["phases"] if any(a.startswith("roll ") for a in p["actions"]))
    at = next(i for i, a in enumerate(phase["actions"]) if a.startswith("roll "))
    phase["actions"][at] = f"roll {7 - int(phase['actions'][at][5:])}"


def other_key(raw: Document) -> None:
    raw["phases"][4]["key"] = "0" * 16


def illegal(raw: Document) -> None:
    raw["phases"][3]["actions"][0] = "end-movement"


def unknown(raw: Document) -> None:
    raw["phases"][2]["actions"][0] = "frobnicate 1011"


def other_outcome(raw: Document) -> None:
    raw["outcome"] = ["german", 1, "BD-13.4a"]


def other_digest(raw: Document) -> None:
    raw["digest"] = "0" * 16


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (other_die, r"phase \d+ \(turn 9, .*battle|phase \d+ \(turn 9"),
        (other_key, r"phase 5 \(turn 9.*the record has 0{16}"),
        (illegal, r"phase 4 .*action 1 `end-movement`"),
        (unknown, r"phase 3 .*frobnicate"),
        (other_outcome, "outcome"),
        (other_digest, "0{16}"),
    ],
)
def test_the_first_difference_is_named(
    recorded: ef.Recorder, harm: Callable[[Document], None], says: str
) -> None:
    raw = json.loads(recorded.record.text())
    harm(raw)
    with pytest.raises(ef.RecordError, match=says):
        ef.record.parse(json.dumps(raw)).replay()


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", '{"format": 2}', '{"format": 1}', "[" * 100_000, '{"format": 1e999}'],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ef.RecordError):
        ef.record.parse(text)


@pytest.mark.parametrize("key", ["game", "phases", "players", "game_file", "start", "outcome"])
def test_a_field_of_another_kind_is_refused(recorded: ef.Recorder, key: str) -> None:
    raw = json.loads(recorded.record.text())
    raw[key] = 7
    with pytest.raises(ef.RecordError):
        ef.record.parse(json.dumps(raw)).replay()


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ef.RecordError, match=r"gone\.efr: No such file") as refused:
        ef.record.load(tmp_path / "gone.efr")
    assert isinstance(refused.value, OSError)


def test_what_is_taken_back_is_struck_out(game: ef.Game) -> None:
    recorder = ef.Recorder(game, seed=5)
    rng = random.Random(5)
    kept = []
    for _ in range(60):
        kept.append((recorder.state.key, recorder.record.text(embed=False)))
        if recorder.state.to_move == "chance":
            recorder.push(recorder.draw())
        else:
            recorder.push(rng.choice(recorder.state.legal_actions.list()))
    while kept:
        recorder.pop()
        assert (recorder.state.key, recorder.record.text(embed=False)) == kept.pop()
    with pytest.raises(IndexError, match="no action to take back"):
        recorder.pop()
    with pytest.raises(ValueError, match="not for chance"):
        recorder.draw()


def test_what_is_done_without_the_recorder_is_refused() -> None:
    recorder = ef.Recorder(ef.load(SCENARIO), seed=1)
    ef.set_up(recorder.state)
    with pytest.raises(ef.record.RecordError, match="set-up before recording"):
        recorder.push(recorder.state.legal_actions[0])
    assert recorder.record.phases == []


def test_an_action_beside_the_recorder_is_refused_until_it_is_taken_back() -> None:
    state = ef.load(SCENARIO).new()
    ef.set_up(state)
    recorder = ef.Recorder(state, seed=1)
    recorder.push(recorder.state.legal_actions[0])
    recorder.state.push(recorder.state.legal_actions[0])
    with pytest.raises(ef.record.RecordError, match="without the recorder"):
        recorder.pop()
    recorder.state.pop()
    recorder.pop()
    assert recorder.record.phases == [] and recorder.state == state


def test_a_concession_is_no_action_beside_the_recorder() -> None:
    recorder = ef.Recorder(ef.load(SCENARIO), seed=1)
    recorder.concede("soviet")
    with pytest.raises(ef.ArgumentError, match="the game is over"):
        recorder.push(0)
    recorder.pop()
    recorder.push(recorder.state.legal_actions[0])
    assert len(list(recorder.record.actions)) == 1
