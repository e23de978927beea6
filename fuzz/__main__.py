"""Runs a target, guided by what it reaches: ``python -m fuzz TARGET [--seconds N]``."""

from __future__ import annotations

import argparse
import importlib
import json
import tempfile
from pathlib import Path

import atheris

from .targets import CORPUS, TARGETS


def main() -> None:
    """The command; ends with libFuzzer's figures, or with the input that breaks the law."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=60)
    asked = parser.parse_args()
    with atheris.instrument_imports(include=["eastfront", "fuzz", "tomllib"]):
        target = importlib.import_module(f"fuzz.{asked.target}")
    with tempfile.TemporaryDirectory() as found, tempfile.TemporaryDirectory() as new:
        limits = [f"-max_total_time={asked.seconds}", "-max_len=4096", "-timeout=10"]
        known = CORPUS / asked.target
        # what native code reads shows in no coverage: words to build with, and the corpus as it is
        words = [word for word in getattr(target, "WORDS", ()) if word and word.isascii()]
        dictionary = Path(found) / "words.dict"
        dictionary.write_text("".join(f"{json.dumps(word)}\n" for word in words))
        limits += ["-keep_seed=1", f"-dict={dictionary}"] if words else []
        options = [*limits, "-print_final_stats=1", "-verbosity=1", "-rss_limit_mb=4096"]
        atheris.Setup(["fuzz", *options, new, str(known)], target.law)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
