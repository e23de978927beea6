#!/usr/bin/env bash
# Gymnasium returns the last observations and the last infos of ended games in two different forms.
#
# Guess: `final_obs` and `final_info`, returned together, have the same form: an array with an entry for
#   each environment, as before Gymnasium 1.0.
# Seen with gymnasium 1.4.0: `final_obs` is an array of observations, with None for running games;
#   `final_info` is one dictionary of arrays, each with a mask of its own, so `final_info[0]` is a
#   KeyError and a missing number is 0.
# Stands on it: python/eastfront/interop/games_vector.py, docs/interop.md
set -euo pipefail
packages=(gymnasium==1.4.0 numpy==2.3.5)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
final_obs: ndarray [3, None, 3]
_final_obs: ndarray [True, False, True]
final_info: dict
  moves: ndarray [3, 0, 3]
  _moves: ndarray [True, False, True]
  winner: ndarray ['white', None, 'black']
  _winner: ndarray [True, False, True]
_final_info: ndarray [True, False, True]
END
"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv


class Toy(gymnasium.Env):
    observation_space = gymnasium.spaces.Discrete(9)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, length, winner):
        self.length, self.winner = length, winner

    def reset(self, *, seed=None, options=None):
        self.moves = 0
        return 0, {}

    def step(self, action):
        self.moves += 1
        over = self.moves == self.length
        info = {"moves": self.moves, "winner": self.winner} if over else {}
        return self.moves, 1.0, over, False, info


games = [(3, "white"), (9, "white"), (3, "black")]
envs = SyncVectorEnv(
    [lambda game=game: Toy(*game) for game in games], autoreset_mode=AutoresetMode.SAME_STEP
)
envs.reset()
for _ in range(3):
    *_, infos = envs.step(np.zeros(3, dtype=int))


def show(infos, indent=""):
    for name, value in infos.items():
        if isinstance(value, dict):
            print(f"{indent}{name}: dict")
            show(value, indent + "  ")
        else:
            print(f"{indent}{name}: {type(value).__name__} {value.tolist()}")


show(infos)
END
diff "$folder/expected" "$folder/seen"
