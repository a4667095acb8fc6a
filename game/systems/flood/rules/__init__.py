"""Rules of the flash flood module (FF).

Here are its page, and its words for the log and the report.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.play.decisions import DecisionKind
from game.play.log.battle_report import ROLL_GROUPS, RollSummary
from game.play.log.log_words import Words
from game.play.log.vocabulary import VOCABULARY, RollText, Vocabulary
from game.play.log.wording import name, with_article
from game.systems.flood.table.water import Water, origins, water_from
from game.table.board import TerrainKind
from game.table.events import Announced, AnnouncementKind, Event, RollKind
from game.table.state import StatePage, Table


class FloodKind(DecisionKind):
    """Kinds of decisions of the flood."""

    BREAK_OFF = "break off"
    STRAGGLERS = "stragglers"


@dataclass(frozen=True, slots=True)
class FloodState:
    """The state of the flood."""

    origin: str = ""
    """``FF-01``  Id of the spot that the flood comes from."""
    came: int = 0
    """``FF-06``  The game turn in which it came; 0 before."""
    looked: str = ""
    """``FF-19``  The last phase at the beginning of which all units were checked."""


PAGE = StatePage("flood", FloodState())


def origin_of(table: Table) -> str:
    """``FF-01``  Return the id of the flood's origin; the map must name one.

    A battle that begins after the origin was to be settled has the first of its map.
    """
    return PAGE.of(table).origin or origins(table.board)[0].id


def water_of(table: Table) -> Water:
    """Return the water of the flood's origin; the map must name one."""
    return water_from(table.board, origin_of(table))


def _origin_told(state: FloodState, table: Table) -> tuple[str, ...]:
    """``FF-01``  Return the sentence about the origin, when it is set."""
    if state.came or state.looked or not state.origin:
        return ()
    return (f"The flood will come from {with_article(name(table, state.origin))}",)


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
        notes={PAGE.name: _origin_told},
    )
)


class OnsetSummary(RollSummary):
    """``FF-06``  The roll for the flood, and its announcement."""

    spot: str = ""
    """The origin, once the flood comes."""

    def take(self, event: Event, table: Table) -> bool:
        if isinstance(event, Announced) and event.kind is AnnouncementKind.WATER:
            self.spot = event.spot
            return True
        return super().take(event, table)

    def words(self, table: Table) -> Words:
        words = super().words(table)
        where = (f" from {with_article(name(table, self.spot))}",) if self.spot else ()
        return (*words, *where)


ROLL_GROUPS[RollKind.WATER] = OnsetSummary
