"""Words of the flood for the log and the report."""

from __future__ import annotations

import re

from game.play.battle_report import ROLL_GROUPS, RollSummary
from game.play.vocabulary import VOCABULARY, RollText, Vocabulary
from game.table.board import TerrainKind
from game.table.events import Announced, AnnouncementKind, Event, RollKind
from game.table.state import Table

VOCABULARY.add(
    Vocabulary(
        ground={TerrainKind.FLOODED: "All flooded ground is now Difficult"},
        causes={"what it is dashed against": "being dashed against an obstacle"},
        rolls={
            "does the flood come": RollText("Flood roll", "the flood comes", "no flood"),
            "knocked off its feet": RollText(
                "bumped", "knocked off its feet", "keeps its feet"
            ),
        },
        purposes={"carried": "distance carried"},
        numbered={re.compile(r"^which of (\d) branches$"): r"choice of \1 branches"},
        failures={RollKind.BUMPED: "is knocked off its feet"},
        phases={"muddle": "stragglers"},
    )
)


class OnsetSummary(RollSummary):
    """``FF-06``  The roll for the flood, and its announcement."""

    def take(self, event: Event, table: Table) -> bool:
        comes = isinstance(event, Announced) and event.kind is AnnouncementKind.WATER
        return comes or super().take(event, table)


ROLL_GROUPS[RollKind.WATER] = OnsetSummary
