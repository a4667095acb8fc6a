"""The classic core (rulebook: classic-core.md), and its words for the log and the report."""

from __future__ import annotations

import re

from game.play.wording import VOCABULARY, Vocabulary
from game.table.events import Act

VOCABULARY.add(
    Vocabulary(
        acts={Act.CANNOT_REGROUP: "cannot regroup"},
        purposes={"pursuit": "pursuit roll"},
        numbered={
            re.compile(r"^lost by (\d+)$"): r"lost the combat by \1",
            re.compile(r"^lost (\d+) in one phase$"): r"models lost in one phase: \1",
            re.compile(r"^I (\d+)$"): r"Initiative \1",
        },
    )
)
