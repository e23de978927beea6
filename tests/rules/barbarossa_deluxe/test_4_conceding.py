"""Section 4.14: either player may concede defeat at any time."""

from __future__ import annotations

import pytest

import eastfront as ef
from eastfront import record

from .board_positions import game, play, reach, start

OTHER = {"german": "soviet", "soviet": "german"}


def at_times() -> dict[str, ef.State]:
    """Set-up, both sides' turns, dice waiting, and the midst of a battle and its retreat."""
    moments = {"the first decision": game().new(), "the first turn": start()}
    moments |= {f"{s} movement": reach("movement", s) for s in OTHER}
    state = start()
    state.reseed(None)  # dice are asked for
    seen: set[str] = set()
    for n in range(2_000):
        if state.is_over:
            break
        key = f"{state.to_move}, {state.decision}"
        if key not in seen:
            seen.add(key)
            moments[key] = state.copy()
        legal = state.legal_actions.list()
        state.push(legal[(7 * n) % len(legal)])
    return moments


@pytest.mark.rule("BD-4.14e")
def test_either_side_may_concede_at_any_time() -> None:
    moments = at_times()
    assert any("chance" in when for when in moments) and len(moments) > 12, list(moments)
    for when, state in moments.items():
        for side, winner in OTHER.items():
            before = bytes(state)
            over = ef.concede(state, side)
            assert over.outcome is not None, when
            assert (over.outcome[0], over.outcome[2]) == (winner, "BD-4.14e"), when
            assert over.is_over and not over.legal_actions.names(), when
            assert bytes(state) == before and not state.is_over, when


@pytest.mark.rule("BD-4.14e")
def test_who_has_lost_or_won_does_not_concede() -> None:
    over = ef.concede(start(), "german")
    for side in OTHER:
        with pytest.raises(ef.ArgumentError, match="the game is over"):
            ef.concede(over, side)


@pytest.mark.rule("BD-4.14e")
def test_only_a_side_of_the_game_concedes() -> None:
    with pytest.raises(ef.ArgumentError, match=r"side='axis', expected one of german, soviet"):
        ef.concede(start(), "axis")
    with pytest.raises(ef.ArgumentError, match="do not let a side concede"):
        ef.concede(ef.load("russian-campaign/campaign").new(), "axis")
    without = game(without="BD-4.14e")
    with pytest.raises(ef.ArgumentError, match="do not let a side concede"):
        ef.concede(play(without.new(), "automatic"), "german")


@pytest.mark.rule("BD-4.14e")
def test_a_concession_is_written_down_and_taken_back() -> None:
    recorder = ef.Recorder(game(), seed=1)
    recorder.push("automatic")
    recorder.concede("soviet")
    assert recorder.state.outcome == recorder.record.outcome == ("german", 1, "BD-4.14e")
    again = record.parse(recorder.record.text())
    assert again.replay().outcome == ("german", 1, "BD-4.14e")
    recorder.pop()
    assert recorder.record.outcome is None and not recorder.state.is_over
    assert record.parse(recorder.record.text()).replay().outcome is None
    recorder.push(recorder.state.legal_actions.names()[0])
