"""Checks the duty to attack on random fronts against slow programs, and times it.

`python -m tools.dutycheck [COUNT] [SEED]`; `--help` lists the options.
"""

import sys
from pathlib import Path

# another package named `tests` would hide it
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
