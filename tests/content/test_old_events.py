"""Events of saves that were written before events stated their kinds."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from game.content.event_json import AnyEvent, event_to_dict
from game.table.events import AnnouncementKind, Event, Motion, RollKind

READER: TypeAdapter[Event] = TypeAdapter(AnyEvent)
ROLL = {"event": "Rolled", "by": "wardens", "faces": [3]}
MOVE = {"event": "Moved", "model": "a", "path": [], "facing": 0.0}
SCORE = {"event": "Scored", "side": "wardens", "points": 1}


@pytest.mark.parametrize(
    ("raw", "field", "value"),
    [
        (MOVE | {"clause": "FF-09"}, "motion", Motion.CARRIED),
        (MOVE | {"clause": "CC-07"}, "motion", Motion.MOVES),
        (ROLL | {"clause": "CC-11", "what": "to wound"}, "kind", RollKind.WOUND),
        (ROLL | {"clause": "PU-11", "what": "pace"}, "kind", RollKind.SLOWS),
        (ROLL | {"clause": "SB-07", "what": "2d6"}, "kind", RollKind.BY_HAND),
        (ROLL | {"clause": "SB-07", "what": "d20"}, "kind", RollKind.SELECTION),
        (ROLL | {"clause": "ZG-10", "what": "d3"}, "sides", 3),
        (ROLL | {"clause": "MC-22", "what": "damage, d3"}, "sides", 3),
        (ROLL | {"clause": "MC-22", "what": "damage"}, "sides", 6),
        (SCORE | {"clause": "MP-34", "what": "first blood"}, "bonus", "First blood"),
        (
            SCORE | {"clause": "MP-42", "what": "mission priorities"},
            "bonus",
            "Mission priorities",
        ),
        (SCORE | {"clause": "MP-42", "what": "62 Witch hunt", "points": -1}, "bonus", ""),
        (SCORE | {"clause": "MP-40", "what": "62 Witch hunt"}, "bonus", ""),
        (
            {"event": "Announced", "clause": "TC-15", "what": "both strike out in anger"},
            "kind",
            AnnouncementKind.STRIKES_OUT,
        ),
    ],
)
def test_an_older_event_is_completed(raw: dict[str, Any], field: str, value: object) -> None:
    event = READER.validate_python(raw)

    assert getattr(event, field) == value
    assert READER.validate_python(event_to_dict(event)) == event
