#!/usr/bin/env bash
# A copied or unpickled Python game of OpenSpiel has none of its attributes.
#
# Guess: `copy`, `deepcopy` and pickle of an object of a Python class keep its attributes, as they do
#   for OpenSpiel's Python states; or else call its `__init__`, as `load_game` does.
# Seen with open_spiel 2.0.2: all three return an object of the class with the game's parameters, equal
#   to the first, on which `__init__` never ran. The game of an unpickled state has its attributes.
# Stands on it: python/eastfront/interop/openspiel.py
set -euo pipefail
packages=(open_spiel==2.0.2)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
loaded: Toy, equal True, attributes {'depth': 3}
copied: Toy, equal True, attributes {}
copied deeply: Toy, equal True, attributes {}
unpickled: Toy, equal True, attributes {}
loaded by its text: Toy, equal True, attributes {'depth': 3}
of an unpickled state: Toy, equal True, attributes {'depth': 3}
the unpickled state: attributes {'moves': 1}
END
"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import copy
import pickle

import pyspiel

KIND = pyspiel.GameType
TYPE = KIND(
    short_name="toy",
    long_name="A game of three moves",
    dynamics=KIND.Dynamics.SEQUENTIAL,
    chance_mode=KIND.ChanceMode.DETERMINISTIC,
    information=KIND.Information.PERFECT_INFORMATION,
    utility=KIND.Utility.ZERO_SUM,
    reward_model=KIND.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)


class Toy(pyspiel.Game):
    def __init__(self, params):
        super().__init__(TYPE, pyspiel.GameInfo(2, 0, 2, -1.0, 1.0, 0.0, 3), params)
        self.depth = 3

    def new_initial_state(self):
        return State(self)


class State(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.moves = 0

    def current_player(self):
        return 0

    def _legal_actions(self, player):
        return [0, 1]

    def _apply_action(self, action):
        self.moves += 1

    def is_terminal(self):
        return self.moves == self.get_game().depth


pyspiel.register_game(TYPE, Toy)
game = pyspiel.load_game("toy")
state = game.new_initial_state()
state.apply_action(0)
again = pickle.loads(pickle.dumps(state))
for how, other in {
    "loaded": game,
    "copied": copy.copy(game),
    "copied deeply": copy.deepcopy(game),
    "unpickled": pickle.loads(pickle.dumps(game)),
    "loaded by its text": pyspiel.load_game(str(game)),
    "of an unpickled state": again.get_game(),
}.items():
    kind = type(other).__name__
    print(f"{how}: {kind}, equal {other == game}, attributes {vars(other)}")
print(f"the unpickled state: attributes {vars(again)}")
END
diff "$folder/expected" "$folder/seen"
