"""Rules of zero-g over the classic core (ZG).

Bodies have momentum, shots recoil or stray. Here are the words for the log.
"""

from __future__ import annotations

from game.play.log.vocabulary import VOCABULARY, RollText, Vocabulary
from game.table.events import Act, Motion
from game.table.state import PieceKind

VOCABULARY.add(
    Vocabulary(
        acts={Act.FIRES_TO_MOVE: "fires to push itself along"},
        losses={Motion.DRIFTS: "drifts off the table and is lost"},
        removals={PieceKind.CONTAINER: "is lost in space"},
        rolls={"stray round at": RollText("stray round at", "hit", "missed")},
        phases={
            "bodies": "drifting bodies",
            "headings": "container headings",
            "nerve": "morale",
        },
        results={"killed more": "most kills", "last on the table": "last side on the table"},
    )
)
