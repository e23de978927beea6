"""Spoils the files of a game by machine, and judges what loading says of each.

    python -m tools.spoil barbarossa-deluxe --files 2000 --seed 1

Each file is spoilt once and in one place: a key removed, a value of the wrong type, a row dropped
(`kinds`). What is then loaded must either be refused with one error, which names the file, the
place, the value and what is expected, or be a legal change (`judging`).
"""
