"""The game file that the Rust tests play is the one that the rules write."""

from __future__ import annotations

from tools.gamefile import TARGET, game_file


def test_the_stored_game_file_is_fresh_and_writing_it_is_repeatable() -> None:
    first = game_file()
    assert first == game_file()
    assert first == TARGET.read_bytes(), "run `python -m tools.gamefile`"
