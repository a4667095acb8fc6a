"""Events as JSON, and hashes of tables and stories that are equal on every machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass, replace
from enum import Enum
from functools import reduce
from hashlib import sha256
from operator import or_
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, Discriminator, Tag, TypeAdapter

from game.table.events import (
    Announced,
    AnnouncementKind,
    Event,
    Motion,
    Noted,
    Rolled,
    RollKind,
    Scored,
    StepKind,
)
from game.table.records import Loss, Model, Unit
from game.table.state import Piece, PieceKind, SystemState, Table

KEY = "event"
_KINDS: tuple[type[Event], ...] = get_args(Event)
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


_OLD_KINDS = (
    ("Placed", "by_hand", True, "SB-02 SB-03"),
    ("Moved", "motion", Motion.DRIFTS, "ZG-07 ZG-10 ZG-20 ZG-24"),
    ("Moved", "motion", Motion.KNOCKED, "ZG-13"),
    ("Moved", "motion", Motion.RECOILS, "ZG-15"),
    ("Moved", "motion", Motion.DROPS_BACK, "PU-12"),
    ("Moved", "motion", Motion.PUSHED, "PU-14"),
    ("Moved", "motion", Motion.CARRIED, "FF-09"),
    ("PieceMoved", "motion", Motion.ROLLS_BACK, "PU-08"),
    ("PieceLeft", "motion", Motion.ROLLS_BACK, "PU-09 PU-10"),
    ("Acted", "motion", Motion.RECOILS, "ZG-15"),
    ("Removed", "motion", Motion.DROPS_BACK, "PU-15"),
    ("Removed", "motion", Motion.DRIFTS, "ZG-14"),
    ("Struck", "motion", Motion.CARRIED, "FF-16"),
    ("Struck", "motion", Motion.DASHED, "FF-17"),
    ("Struck", "motion", Motion.PUSHED, "PU-14"),
    ("ObjectivePlaced", "renumbered", True, "MP-36"),
    ("TurnsOrdered", "initiative", True, "TC-05"),
    ("Stepped", "step", StepKind.ENTERS, "TC-04"),
    ("Stepped", "step", StepKind.TURNS, "TC-10"),
    ("Stepped", "step", StepKind.ADVANCES, "TC-08"),
    ("Stepped", "step", StepKind.FALLS_BACK, "TC-09"),
    ("Stepped", "step", StepKind.RETREATS, "TC-23"),
    ("Scored", "bonus", "Slay the warlord", "MP-32"),
    ("Scored", "bonus", "First strike", "MP-33"),
    ("Scored", "bonus", "First blood", "MP-34"),
    ("Scored", "bonus", "Linebreaker", "MP-35"),
    ("Scored", "bonus", "No mercy", "MP-38"),
    ("Scored", "bonus", "Mission priorities", "MP-42"),
    ("Announced", "kind", AnnouncementKind.WATER, "FF-05 FF-06"),
    ("Rolled", "kind", RollKind.ATTACK, "TC-14"),
    ("Rolled", "kind", RollKind.ORDER, "PU-07 PU-17 PU-29"),
    ("Rolled", "kind", RollKind.PARTING, "PU-16"),
    ("Rolled", "kind", RollKind.ROUTINE, "PU-22"),
    ("Rolled", "kind", RollKind.ESCAPE, "PU-23"),
    ("Rolled", "kind", RollKind.LANDING, "TC-19"),
    ("Rolled", "kind", RollKind.WATER, "FF-06"),
    ("Rolled", "kind", RollKind.CARRIED, "FF-09"),
    ("Rolled", "kind", RollKind.SELECTION, "FF-11"),
    ("Rolled", "kind", RollKind.BUMPED, "FF-14"),
    ("Rolled", "kind", RollKind.SLOWS, "PU-11"),
    ("Rolled", "kind", RollKind.SWEPT, "PU-14"),
    ("Rolled", "kind", RollKind.HEADING, "MI-05"),
    ("Rolled", "kind", RollKind.BY_HAND, "SB-07"),
)
"""Event, field, value and clauses: the kinds of events in saves that do not hold them."""
_KINDS_BY_CLAUSE: dict[tuple[str, str], tuple[str, Any]] = {
    (event, clause): (name, value)
    for event, name, value, clauses in _OLD_KINDS
    for clause in clauses.split()
}
_KINDS_BY_PURPOSE: dict[str, RollKind] = {
    purpose: kind
    for kind, purposes in (
        (RollKind.HIT, ("to hit",)),
        (RollKind.WOUND, ("to wound",)),
        (RollKind.SAVE, ("to save",)),
        (RollKind.BLAST, ("scatter", "scatter distance", "direction")),
        (RollKind.DAMAGE, ("damage", "attacks")),
        (RollKind.STRENGTH, ("S test",)),
        (RollKind.DANGEROUS, ("dangerous ground",)),
        (RollKind.DISTANCE, ("run", "advance", "fall back", "consolidate", "drift", "d3")),
        (RollKind.CHARGE, ("charge",)),
        (RollKind.DIFFICULT, ("difficult ground",)),
        (RollKind.CONTEST, ("initiative", "pursuit")),
        (
            RollKind.ROLL_OFF,
            (
                "roll-off",
                "roll-off for zones",
                "roll-off for the zones",
                "roll-off for the first turn",
                "roll-off for markers",
                "roll-off to number the markers",
            ),
        ),
        (
            RollKind.SELECTION,
            ("tactical objective", "marker of objective 44", "active marker"),
        ),
        (RollKind.TIE, ("who goes first",)),
    )
    for purpose in purposes
}
"""The same for rolls, by their purposes."""


def _with_kind(event: Event) -> Event:
    """Return an event with the kind that saves of older versions leave to other fields."""
    field, value = _KINDS_BY_CLAUSE.get((type(event).__name__, event.clause), ("", None))
    if isinstance(event, Rolled) and event.what.endswith("d3"):
        event = replace(event, sides=3)
    match event:
        case Rolled(what=what, kind=None | RollKind.ROUTINE | RollKind.BY_HAND):
            if value is RollKind.BY_HAND and not what.endswith("d6"):
                value = RollKind.SELECTION  # The announcement after it says all.
            kind = _KINDS_BY_PURPOSE.get(what.partition(",")[0])
            if kind in (None, RollKind.TIE, RollKind.BLAST):  # the clause knows more
                kind = value or kind or event.kind
            return replace(event, kind=kind)
        case Scored(points=points) if points < 0:
            return event  # An objective that is given up, which is no bonus.
        case Announced(what=what) if " strike out " in what:
            return replace(event, kind=AnnouncementKind.STRIKES_OUT)
        case _ if (
            field and getattr(event, field) == type(event).__dataclass_fields__[field].default
        ):
            return replace(event, **{field: value})
        case _:
            return event


def restore_page_types(events: Sequence[Event], blanks: Mapping[str, Any]) -> list[Event]:
    """Restore the types of notes; *blanks* holds the initial state of each page.

    Raise LookupError for a page that the rules do not have, and ValidationError for a note
    that does not match its page.
    """
    readers = dict[str, TypeAdapter[Any]]()

    def typed(event: Noted) -> Noted:
        if event.page not in readers:
            if event.page not in blanks:
                raise LookupError(f"the rules have no page {event.page!r}")
            readers[event.page] = TypeAdapter(type(blanks[event.page]))
        return replace(event, note=readers[event.page].validate_python(event.note))

    return [typed(e) if isinstance(e, Noted) else e for e in events]


def _name(raw: Any) -> Any:
    return raw.get(KEY) if isinstance(raw, dict) else type(raw).__name__


def _union() -> Any:
    tagged: list[Any] = [Annotated[kind, Tag(kind.__name__)] for kind in _KINDS]
    return Annotated[reduce(or_, tagged), Discriminator(_name), AfterValidator(_with_kind)]


AnyEvent: Any = _union()
"""Type of every event, which pydantic discriminates by the name of its class."""


def _fields(value: Any) -> Any:
    if is_dataclass(value):
        return {f.name: getattr(value, f.name) for f in fields(value) if f.init}
    raise TypeError(f"{value!r} cannot be written down")


_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_fields
)


LENGTH = 16
"""Number of hexadecimal digits of a table's hash."""


def story_hash(events: Iterable[Event]) -> str:
    """Return the SHA-256 of an event log, in hexadecimal digits."""
    whole = sha256()
    for event in events:
        whole.update(_event_bytes(event))
    return whole.hexdigest()


def _event_bytes(event: Event) -> bytes:
    raw = [canonical_value(getattr(event, part)) for part in _PARTS[type(event)]]
    return repr((type(event).__name__, raw)).encode()


_PARTS: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind) if f.compare) for kind in get_args(Event)
}


def canonical_value(value: Any) -> Any:
    """Return a value reduced to strings, integers, booleans and lists.

    Numbers are converted to thousandths, so that 90 and 90.0 are equal; tuples become
    lists.
    """
    return _WHOLE.get(type(value), _by_nature)(value)


def _same(value: Any) -> Any:
    return value


def _thousandths(value: float) -> int:
    return round(value * 1000)


def _thousands(value: int) -> int:
    return value * 1000


def _list(value: Any) -> list[Any]:
    return [_WHOLE.get(type(part), _by_nature)(part) for part in value]


def _table(value: dict[str, Any]) -> list[Any]:
    return [[key, canonical_value(value[key])] for key in sorted(value)]


def _by_nature(value: Any) -> Any:
    """Convert a value of a type not seen before, and cache the converter by type."""
    if isinstance(value, Enum):
        how: Callable[[Any], Any] = _enum
    elif is_dataclass(value):
        how = _record
    elif isinstance(value, tuple):
        how = _list
    else:
        raise TypeError(f"{value!r} has no fingerprint")
    _WHOLE[type(value)] = how
    return how(value)


def _enum(value: Enum) -> Any:
    return value.value


def _record(value: Any) -> list[Any]:
    return [[f.name, canonical_value(getattr(value, f.name))] for f in _sorted_fields(value)]


def _sorted_fields(value: Any) -> list[Field[Any]]:
    return sorted([f for f in fields(value) if f.compare], key=lambda f: f.name)


_WHOLE: dict[type, Callable[[Any], Any]] = {
    str: _same,
    int: _thousands,
    bool: _same,
    type(None): _same,
    float: _thousandths,
    list: _list,
    tuple: _list,
    dict: _table,
}


class TableHash:
    """A hasher of one changing table; unchanged records are not encoded again."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, tuple[Any, ...], bytes]] = {}

    def of(self, table: Table) -> str:
        """Return the hash of a table, without its board and profiles."""
        digest = sha256()
        notes = table.notes
        systems = [p for p, note in sorted(notes.items()) if isinstance(note, SystemState)]
        own = [values for p in systems if (values := notes[p].by_model())]
        for model in table.models.values():
            more = tuple(v for values in own for v in values.get(model.id, ())) if own else ()
            digest.update(self._kept(model.id, model, _model, more))
        for unit in table.units.values():
            digest.update(self._kept(unit.id, unit, _unit))
        digest.update(self._kept("losses", table.losses, _losses))
        rest = (
            table.clock,
            table.first,
            table.zones,
            table.queue,
            table.scores,
            {p: n for p, n in notes.items() if p not in systems} if systems else notes,
            table.rolls,
            table.result,
            *[(t.id, t.outline) for t in table.ground],
            *[_piece(p) for p in table.pieces.values()],
            *[
                getattr(notes[page], f.name)
                for page in systems
                for f in fields(notes[page])
                if f.hash is not False
            ],
            *((table.markers,) if table.markers else ()),
            *[door.id for door in table.board.doors if door.is_open],
            *table.spares,
        )
        digest.update(_anything(rest))
        return digest.hexdigest()[:LENGTH]

    def _kept(
        self, name: str, record: Any, found: Callable[..., bytes], more: tuple[Any, ...] = ()
    ) -> bytes:
        known = self._known.get(name)
        if known is None or known[0] is not record or known[1] != more:
            known = self._known[name] = (record, more, found(record, *more))
        return known[2]


def _losses(losses: Sequence[Loss]) -> bytes:
    """Encode losses without their moment and cause, which older saves did not hash."""
    parts = sorted({f.name for f in fields(Loss)} - {"moment", "by"})
    return _anything([[[part, getattr(loss, part)] for part in parts] for loss in losses])


def _model(m: Model, *more: Any) -> bytes:
    at = round(m.at[0] * 1000), round(m.at[1] * 1000), round(m.facing * 1000)
    found = (m.id, at, m.where.value, m.wounds, canonical_value(m.marks))
    # Omitted without arrows, so that hashes in older saves still match.
    pushed = (m.arrows, round(m.heading * 1000)) if m.arrows else ()
    return repr((*found, *pushed, *more)).encode()


def _piece(p: Piece) -> tuple[Any, ...]:
    found = (p.id, p.at, p.arrows, p.heading, p.holder)
    # Only the street's pieces have these fields; hashes in older saves must still match.
    rolls = p.kind in (PieceKind.CITY, PieceKind.MINES)
    return (*found, p.turned, p.where, p.on) if rolls else found


def _unit(u: Unit) -> bytes:
    return repr((u.id, canonical_value(u.marks))).encode()


def _anything(value: Any) -> bytes:
    return repr(canonical_value(value)).encode()
