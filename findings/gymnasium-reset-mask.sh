#!/usr/bin/env bash
# Resetting one game of Gymnasium's vector makes the statistics of all others wrong.
#
# Guess: after `reset(options={"reset_mask": ...})` `RecordEpisodeStatistics` continues to count the
#   unmarked games, as its code for the mask says.
# Seen with gymnasium 1.4.0: `SyncVectorEnv` removes the mask from the caller's dictionary, and the
#   wrapper, which looks for it afterwards, resets all counts to 0: a game of six moves is reported as
#   one of three. The same dictionary, passed twice, resets all games the second time.
# Stands on it: tests/interop/test_gymnasium_wrappers.py
set -euo pipefail
packages=(gymnasium==1.4.0 numpy==2.3.5)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
the caller's options: {}
games of 3 and 6 moves, told as [3, 3]
END
"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics


class Toy(gymnasium.Env):
    observation_space = gymnasium.spaces.Discrete(9)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, length):
        self.length = length

    def reset(self, *, seed=None, options=None):
        self.moves = 0
        return 0, {}

    def step(self, action):
        self.moves += 1
        return self.moves, 1.0, self.moves == self.length, False, {}


lengths = [3, 6]
envs = RecordEpisodeStatistics(
    SyncVectorEnv(
        [lambda length=length: Toy(length) for length in lengths],
        autoreset_mode=AutoresetMode.DISABLED,
    )
)
envs.reset()
for _ in range(3):
    _, _, over, _, _ = envs.step(np.zeros(2, dtype=int))
options = {"reset_mask": over}
envs.reset(options=options)
print(f"the caller's options: {options}")
for _ in range(3):
    *_, infos = envs.step(np.zeros(2, dtype=int))
print(f"games of 3 and 6 moves, told as {infos['episode']['l'].tolist()}")
END
diff "$folder/expected" "$folder/seen"
