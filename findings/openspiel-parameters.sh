#!/usr/bin/env bash
# A Python game of OpenSpiel with a comma in a parameter becomes another game when pickled.
#
# Guess: `serialize`, pickle and `str` preserve a parameter that `load_game` accepts.
# Seen with open_spiel 2.0.2: a game is stored as its text, written without quotes and split at each
#   comma and equals sign. The second part of "fog,m" is dropped silently, since it has one letter; a
#   longer one is an error about an unknown parameter; a string that looks like a number returns as a
#   number, and is refused.
# Stands on it: python/eastfront/interop/openspiel.py
set -euo pipefail
packages=(open_spiel==2.0.2)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
fog;mud: back as fog;mud
fog,m: back as fog
fog,mud: SpielError: Unknown parameter 'mud)'. Available parameters are: rules
mud=2: SpielError: Unknown parameter 'rules=mud'. Available parameters are: rules
7: SpielError: Wrong type for parameter rules. Expected type: kString, got kInt with 7
END
"$folder/venv/bin/python" - >"$folder/seen" 2>"$folder/noise" <<'END'
import pickle

import pyspiel

KIND = pyspiel.GameType
TYPE = KIND(
    short_name="toy",
    long_name="A game of nothing",
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
    parameter_specification={"rules": ""},
)


class Toy(pyspiel.Game):
    def __init__(self, params):
        super().__init__(TYPE, pyspiel.GameInfo(2, 0, 2, -1.0, 1.0, 0.0, 3), params)


pyspiel.register_game(TYPE, Toy)
for rules in ("fog;mud", "fog,m", "fog,mud", "mud=2", "7"):
    game = pyspiel.load_game("toy", {"rules": rules})
    try:
        print(f"{rules}: back as {pickle.loads(pickle.dumps(game)).get_parameters()['rules']}")
    except pyspiel.SpielError as error:
        print(f"{rules}: SpielError: {error}")
END
diff "$folder/expected" "$folder/seen"
