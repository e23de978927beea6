"""Takes an optional rule away, and asks whether the rest of its game is whole without it."""
