"""Events as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any

from pydantic import AfterValidator, Discriminator, Tag, TypeAdapter

from game.content.old_events import with_kind
from game.table.events import Event, Noted
from game.table.system_additions import event_kinds

KEY = "event"
_KINDS = event_kinds()
_FIELDS: dict[type, list[tuple[str, Any]]] = {
    # Fields without a default are always written: no value equals MISSING.
    kind: [(f.name, f.default) for f in fields(kind)]
    for kind in _KINDS
}


def event_to_dict(event: Event) -> dict[str, Any]:
    """Return an event as a dict of its fields; ``to_json`` converts it to text."""
    raw: dict[str, Any] = {KEY: type(event).__name__}
    for name, default in _FIELDS[type(event)]:
        value = getattr(event, name)
        if value != default:
            raw[name] = value
    return raw


def to_json(value: Any) -> str:
    """Return JSON on one line; dataclasses in it become objects of their fields."""
    return _ENCODER.encode(value)


def restore_page_types(events: Sequence[Event], blanks: Mapping[str, Any]) -> list[Event]:
    """Restore the types of notes; *blanks* holds the initial state of each page.

    Raise LookupError for a page that the rules do not have, and ValidationError for a note
    that does not match its page.
    """

    def typed(event: Noted) -> Noted:
        if event.page not in blanks:
            raise LookupError(f"the rules have no page {event.page!r}")
        kind: Any = type(blanks[event.page])
        return replace(event, note=page_reader(kind).validate_python(event.note))

    return [typed(e) if isinstance(e, Noted) else e for e in events]


@lru_cache(maxsize=32)
def page_reader(kind: Any) -> TypeAdapter[Any]:
    """Return the reader of a stored page's state, which takes long to make."""
    return TypeAdapter(kind)


def _name(raw: Any) -> Any:
    return raw.get(KEY) if isinstance(raw, dict) else type(raw).__name__


def _union() -> Any:
    tagged: list[Any] = [Annotated[kind, Tag(kind.__name__)] for kind in _KINDS]
    return Annotated[reduce(or_, tagged), Discriminator(_name), AfterValidator(with_kind)]


AnyEvent: Any = _union()
"""Type of every event, which pydantic discriminates by the name of its class."""


def _fields(value: Any) -> Any:
    if is_dataclass(value):
        return {f.name: getattr(value, f.name) for f in fields(value) if f.init}
    raise TypeError(f"{value!r} cannot be written down")


_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_fields
)
