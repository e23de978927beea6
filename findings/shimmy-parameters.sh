#!/usr/bin/env bash
# Shimmy plays another game of OpenSpiel than the one passed to it.
#
# Guess: `OpenSpielCompatibilityV0(env=game)` plays that game, and a pickled environment its own.
# Seen with Shimmy 2.0.1: `reset` loads the game again by its short name, so the parameters of `env` are
#   lost before the first move; those of `config` are kept, and are lost when the environment is
#   pickled, since it is made again from three of its four arguments.
# Stands on it: docs/interop.md
set -euo pipefail
packages=(Shimmy==2.0.1 open_spiel==2.0.2 pettingzoo==1.27.0 gymnasium==1.4.0)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
env: breakthrough(columns=6,rows=6), once reset breakthrough() with planes (3, 8, 8)
config: breakthrough(columns=6,rows=6), once reset breakthrough(columns=6,rows=6) with planes (3, 6, 6)
config, unpickled: breakthrough(), once reset breakthrough() with planes (3, 8, 8)
END
"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import pickle

import pyspiel
from shimmy import OpenSpielCompatibilityV0

small = {"rows": 6, "columns": 6}
given = OpenSpielCompatibilityV0(env=pyspiel.load_game("breakthrough", small))
named = OpenSpielCompatibilityV0(game_name="breakthrough", config=small)
again = pickle.loads(pickle.dumps(named))
for how, env in {"env": given, "config": named, "config, unpickled": again}.items():
    before = env._env
    env.reset(seed=1)
    shape = env.observe("player_0").shape
    print(f"{how}: {before}, once reset {env._env} with planes {shape}")
END
diff "$folder/expected" "$folder/seen"
