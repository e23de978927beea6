#!/usr/bin/env bash
# Shimmy truncates games of OpenSpiel with chance too early: no hand of Kuhn poker lasts two decisions.
#
# Guess: an environment is truncated no earlier than OpenSpiel's `max_game_length`, which bounds
#   decisions without chance.
# Seen with Shimmy 2.0.1: deals and rolls count as well, and the count begins at 1. A hand of Kuhn poker
#   (3 decisions at most, 2 deals) is truncated after the first decision, without a reward.
# Stands on it: docs/interop.md
set -euo pipefail
packages=(Shimmy==2.0.1 open_spiel==2.0.2 pettingzoo==1.27.0 gymnasium==1.4.0)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
OpenSpiel: 3 decisions and 2 deals at most
pass, bet: OpenSpiel goes on
Shimmy: after 1 decision truncated True, rewards [0.0, 0.0], OpenSpiel's state terminal False
END
"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import pyspiel
from shimmy import OpenSpielCompatibilityV0

game = pyspiel.load_game("kuhn_poker")
print(f"OpenSpiel: {game.max_game_length()} decisions and", end=" ")
print(f"{game.max_chance_nodes_in_history()} deals at most")
state = game.new_initial_state()
for action in (0, 1, 0, 1):  # two cards, a pass, a bet
    state.apply_action(action)
print(f"pass, bet: OpenSpiel {'has ended' if state.is_terminal() else 'goes on'}")
env = OpenSpielCompatibilityV0(game_name="kuhn_poker")
env.reset(seed=1)
env.step(0)  # a pass
print(f"Shimmy: after 1 decision truncated {all(env.truncations.values())},", end=" ")
rewards = [float(reward) for reward in env.rewards.values()]
print(f"rewards {rewards}, OpenSpiel's state terminal {env.game_state.is_terminal()}")
END
diff "$folder/expected" "$folder/seen"
