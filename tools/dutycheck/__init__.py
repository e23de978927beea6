"""Checks the duty to attack on random fronts against slow programs, and times it.

`python -m tools.dutycheck [COUNT] [SEED]`; `--help` names the rest.
"""

import sys
from pathlib import Path

# what a package of the name `tests` elsewhere would hide
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
