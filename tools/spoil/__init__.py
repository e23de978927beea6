"""Corrupts the files of a game automatically, and judges the errors of loading.

    python -m tools.spoil barbarossa-deluxe --files 2000 --seed 1

Each file is corrupted once and in one place: a key removed, a value of the wrong type, a row
dropped (`kinds`). Loading it must either fail with one error that names the file, the place, the
value and the expectation, or accept a legal change (`judging`).
"""
