"""Events as saves hold them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.content.event_json import to_json
from game.content.save_format import OpeningLine
from game.table.events import Event


def events_from_json(raw: Sequence[Any]) -> tuple[Event, ...]:
    """Return events as the line of a save is read; raise pydantic's ValidationError."""
    line = to_json({"line": "opening", "events": raw})
    return OpeningLine.model_validate_json(line, strict=True).events
