"""A slow second opinion on the rules of Barbarossa Deluxe, written from the rulebook alone.

Nothing in this package looks at the engine.  Every function takes a plain `Position` and
recomputes its answer from the rulebook text and the scenario's data files.
"""
