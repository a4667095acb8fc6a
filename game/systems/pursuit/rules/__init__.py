"""Rules of the pursuit, a chase down a rolling street (PU).

They lie over the classic core. Here are their words for the log.
"""

from __future__ import annotations

from game.play.log.battle_report import ROLL_GROUPS, RollSummary
from game.play.log.vocabulary import VOCABULARY, RollText, Routine, Vocabulary
from game.table.events import Act, Event, Motion, RollKind, Unmarked
from game.table.state import PieceKind, Table

VOCABULARY.add(
    Vocabulary(
        acts={
            Act.PARTS: "breaks off",
            Act.IS_STUCK: "is still stuck",
            Act.FINDS_NO_ROOM: "finds no room and waits for the next turn",
        },
        losses={Motion.DROPS_BACK: "falls behind and is lost"},
        removals={PieceKind.MINES: "explodes"},
        causes={"rubble": "rubble"},
        rolls={"to get away": RollText("attempt to get away", "gets away", "still stuck")},
        purposes={
            "in difficult ground": "riding through difficult ground",
            "who may part first": "roll-off for breaking off first",
        },
        failures={
            RollKind.ROUTINE: "fails its test in difficult ground",
            RollKind.SWEPT: "fails its test in difficult ground",
        },
        routines={
            Act.KEEPS_PACE: Routine("model", "keeps pace"),
            Motion.ROLLS_BACK: Routine("piece", "rolls back"),
        },
        marks={"may part": "may break off", "stopped": "stuck"},
        results={
            "a rider is through the Arrival": "a rider got away through the Arrival",
            "the riders are dead": "all riders are dead",
            "nobody is left": "nobody is left alive",
        },
    )
)


class EscapeSummary(RollSummary):
    """``PU-23``  A roll to get away, and the mark that a success removes."""

    def take(self, event: Event, table: Table) -> bool:
        escaped = isinstance(event, Unmarked) and event.who == self.roll.who
        return escaped or super().take(event, table)


ROLL_GROUPS[RollKind.ESCAPE] = EscapeSummary
