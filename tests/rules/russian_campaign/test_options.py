"""The options of the game: each is in the guide, and includes the options that it requires."""

from __future__ import annotations

import re
from pathlib import Path

from eastfront.games.russian_campaign import RussianCampaign

from .turn_positions import game

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "the-russian-campaign.md"


def listed() -> set[str]:
    """The options that the tables of the guide name; `=1` to `=6` stand for six."""
    found: set[str] = set()
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            words = re.findall(r"`([^`]+)`", line.split("|")[1])
            stem = words[0].partition("=")[0]
            if len(words) == 2 and words[1] == "=6":
                found |= {f"{stem}={n}" for n in range(1, 7)}
            else:
                found |= set(words)
    return found


def test_the_guide_lists_every_option_and_reading() -> None:
    known = set(RussianCampaign.known_options)
    known |= {f"{name}=N" for name in RussianCampaign.numbered_options}
    assert not known - listed()


def test_an_option_that_is_off_writes_nothing() -> None:
    rules = set(game().rules)
    assert not {r for r in rules if r.startswith(("TRC-28.6", "TRC-28.7"))}
