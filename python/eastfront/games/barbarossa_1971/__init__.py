"""The game Barbarossa: the Russo-German War 1941-45, 2nd edition, 1971."""
