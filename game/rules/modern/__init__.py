"""The modern core (MC-01 to MC-28), and its words for the log and the report."""

from __future__ import annotations

from game.play.wording import VOCABULARY, RollText, Vocabulary
from game.table.events import Act

VOCABULARY.add(
    Vocabulary(
        acts={
            Act.BREAKS: "fails its Morale test",
            Act.IN_PERIL: "suffers perils",
            Act.MANIFESTS: "manifests a power on",
        },
        rolls={"deny": RollText("attempt to deny the power", "denied", "not denied")},
        purposes={
            "morale": "Morale test",
            "lost in this turn": "models lost this turn",
            "heavy, and moved": "moved with a Heavy weapon",
        },
        marks={
            "tried beyond its number": "tried an extra power",
            "tested its nerve": "has tested morale",
        },
    )
)
