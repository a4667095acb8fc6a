"""A short campaign for tests: two bouts in a cage, and a third for the loser of the first."""

from __future__ import annotations

from typing import Any

from game.content.campaign_files import Campaign, parse_campaign
from game.content.campaign_saves import Fought
from tests.tools.texts import edited

TEXT = """
title = "Two bouts"
blurb = "One bout leads to another."
start = "first"
losses = "half"
experience = 1

[[side]]
id = "us"
name = "Us"

[[side]]
id = "them"
name = "Them"

[[battle]]
id = "first"
title = "The first bout"
scenario = "cage"
at = [10, 50]
text = "It begins."
options = { turns = 1 }
rosters = { us = "veteran", them = "captain" }
[[battle.result]]
winner = "us"
text = "On we go."
next = "last"
points = { us = 2 }
[[battle.result]]
winner = "them"
text = "Once more."
next = "second"
points = { them = 1 }
[[battle.result]]
winner = "draw"
text = "Nobody fell."
next = "last"

[[battle]]
id = "second"
title = "The second bout"
scenario = "cage"
at = [50, 20]
text = "It goes on."
swapped = true
options = { turns = 1 }
rosters = { us = "veteran", them = "captain" }
[[battle.result]]
winner = "us"
text = "Even."
next = "last"
points = { us = 1 }
[[battle.result]]
winner = "them"
text = "Again."
next = "last"
points = { them = 1 }
[[battle.result]]
winner = "draw"
text = "Nobody fell."
next = "last"

[[battle]]
id = "last"
title = "The last bout"
scenario = "cage"
at = [90, 50]
text = "It ends."
options = { turns = 1 }
rosters = { us = "veteran", them = "captain" }
[[battle.result]]
winner = "us"
text = "We won."
points = { us = 1 }
[[battle.result]]
winner = "them"
text = "They won."
points = { them = 1 }
[[battle.result]]
winner = "draw"
text = "So it goes."
"""


def campaign(*changes: tuple[str, str]) -> Campaign:
    """Return the campaign with some of its text changed."""
    return parse_campaign(changed_text(*changes), "bouts.toml")


def changed_text(*changes: tuple[str, str]) -> str:
    text = TEXT
    for old, new in changes:
        text = edited(text, {old: new}, count=1)
    return text


def fought_battle(stage: str, winner: str, **more: Any) -> Fought:
    return Fought(stage=stage, winner=winner, reason="as a test says", turns=3, **more)
