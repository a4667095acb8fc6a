"""Hashes of a game's state or story, equal on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import Field, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import Any

from game.table.events import Event
from game.table.records import Loss, Model, Unit
from game.table.state import Piece, PieceKind, SystemState, Table
from game.table.system_additions import event_kinds

LENGTH = 16
"""Number of hexadecimal digits of a table's hash."""
_PARTS: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind) if f.compare) for kind in event_kinds()
}


def story_hash(events: Iterable[Event]) -> str:
    """Return the SHA-256 of an event log, in hexadecimal digits."""
    whole = sha256()
    for event in events:
        whole.update(_event_bytes(event))
    return whole.hexdigest()


def _event_bytes(event: Event) -> bytes:
    raw = [canonical_value(getattr(event, part)) for part in _PARTS[type(event)]]
    return repr((type(event).__name__, raw)).encode()


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
