"""A referee that checks a game from outside for states the rulebook forbids.

It measures for itself, so that an error in code shared by rules and bots is no error here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from game.content.rulebook import rulebook
from game.geometry.polygons import Segment
from game.play.decisions import CommonKind, Decision
from game.play.log.transcript import line
from game.play.moves.march import March
from game.play.session import Session
from game.table.apply import apply
from game.table.events import Act, Acted, Event, Moved, PhaseBegan, Placed, Removed, Rolled
from game.table.records import Model, Unit, UnitId, Where
from game.table.state import Table

TOLERANCE = 0.001
CONTACT = 0.01
COHERENCY = 2.0
KEPT_OFF = {"CC-18": 1.0, "CC-22": 1.0, "CC-30": 1.0, "CC-35": 12.0}
"""Minimum distance from enemies, in inches, after a move under each clause."""
LONGEST = 12.0
TOLD = ("movement", "shooting")
"""The phases in which every unit acts, if only to stay or to hold fire."""
UNITS = (CommonKind.UNIT_TO_MOVE, CommonKind.UNIT_TO_SHOOT, CommonKind.UNIT_TO_CHARGE)
FLIGHTS = (Act.FALLS_BACK, Act.PILES_IN)


def off(a: Model, b: Model) -> float:
    return hypot(a.at.x - b.at.x, a.at.y - b.at.y) - a.base - b.base


def misplaced_in(table: Table) -> Iterator[str]:
    """``CC-18``, ``CC-37``  Yield overlaps with models, walls, Impassable ground, the edge."""
    board, standing = table.board, table.standing()
    for n, model in enumerate(standing):
        (x, y), r = model.at, model.base - TOLERANCE
        if not (r <= x <= board.width - r and r <= y <= board.height - r):
            yield f"{model.id} lies over the edge at {x}, {y}"
        for piece in board.terrain:
            if piece.impassable and _overlaps(x, y, r, piece.sides(), closed=piece.closed):
                yield f"{model.id} stands on {piece.id} at {x}, {y}"
        for other in standing[n + 1 :]:
            if off(model, other) < -TOLERANCE:
                yield f"{model.id} overlaps {other.id} by {-off(model, other):.4f}"


def _overlaps(x: float, y: float, r: float, sides: Sequence[Segment], *, closed: bool) -> bool:
    crossings = 0
    for (ax, ay), (bx, by) in sides:
        dx, dy = bx - ax, by - ay
        long = dx * dx + dy * dy
        t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / long)) if long else 0.0
        if hypot(x - ax - t * dx, y - ay - t * dy) < r:
            return True
        crossings += (ay > y) != (by > y) and x < ax + (y - ay) * dx / dy
    return closed and crossings % 2 == 1


def unsound(table: Table) -> Iterator[str]:
    """``CC-17``  Yield wounds out of bounds, and models gone but not lost or the reverse."""
    lost = {loss.model for loss in table.losses}
    for model in table.models.values():
        on_table = model.where is Where.TABLE
        if on_table and not 1 <= model.wounds <= model.profile.w:
            yield f"{model.id} stands with {model.wounds} wounds"
        if (model.where is Where.GONE) != (model.id in lost):
            yield f"{model.id} is {model.where} and {'' if model.id in lost else 'not '}lost"


def wrongly_locked(table: Table) -> Iterator[str]:
    """``CC-31``  Yield units locked without touching an enemy, or the reverse."""
    for unit in table.units.values():
        touches = any(
            off(m, foe) <= CONTACT + 1e-6
            for m in table.of(unit.id)
            for foe in table.standing(table.enemy(unit.side))
        )
        if touches != (unit.mark("locked in combat") is not None):
            yield f"{unit.id} touches an enemy: {touches}, but is marked otherwise"


def torn(before: Table, table: Table, unit: UnitId) -> Iterator[str]:
    """``CC-19``  Yield units torn apart, and models further off in a scattered unit."""
    now = table.of(unit)
    if _hangs_together(now):
        return
    was = [before.models[m.id] for m in now]
    if _hangs_together(was):
        yield f"{unit} was one chain and is torn"
    for n, model in enumerate(now):
        if _lone(model, now) > _lone(was[n], was) + TOLERANCE:
            yield f"{model.id} of a scattered unit went further off"


def _hangs_together(models: Sequence[Model]) -> bool:
    found, left = list(models[:1]), list(models[1:])
    for one in found:
        near = [m for m in left if off(one, m) <= COHERENCY + TOLERANCE]
        found += near
        left = [m for m in left if m not in near]
    return not left


def _lone(model: Model, mates: Sequence[Model]) -> float:
    return min(off(model, m) for m in mates if m.id != model.id)


def too_near(before: Table, table: Table, asked: March) -> Iterator[str]:
    """``CC-18``, ``CC-23``, ``CC-30``, ``CC-35``  Yield moves that end too near enemies."""
    for model in table.of(asked.unit):
        if model.at == before.models[model.id].at:
            continue
        for foe in table.standing(table.enemy(model.side)):
            if foe.unit in asked.foes:
                continue
            least = KEPT_OFF.get(asked.clause, CONTACT)
            if off(model, foe) < least - TOLERANCE:
                yield f"{model.id} ends {off(model, foe):.3f} from {foe.id} ({asked.clause})"


def untold(session: Session, fresh: Sequence[Event]) -> Iterator[str]:
    """Yield events that cite no existing clause, and paths that do not begin at their model."""
    known = rulebook()
    for event in fresh:
        if event.clause not in known:
            yield f"{event} cites {event.clause!r}"
        if isinstance(event, Moved) and event.clause in {"CC-18", "CC-22", "CC-23", "CC-35"}:
            distance = sum(
                hypot(b.x - a.x, b.y - a.y)
                for a, b in zip(event.path, event.path[1:], strict=False)
            )
            if distance > LONGEST + TOLERANCE:
                yield f"{event.model} went {distance:.3f} inches"
        if isinstance(event, Rolled | Placed | Moved) and not line(event, session.table):
            yield f"{event} is not told"


def silent(opening: Table, story: Sequence[Event]) -> Iterator[str]:
    """``CC-18``, ``CC-07``  Yield free units without an action in their phase.

    Units that arrive from reserve have moved; the phase in which the battle ends is left out.
    """
    table, due, where = opening.fork(), list[UnitId](), ""
    for event in story:
        if isinstance(event, PhaseBegan):
            yield from (f"{unit} did nothing in {where}" for unit in due if table.of(unit))
            due, where = [], f"{event.round} {event.phase} {event.side}"
        apply(table, event)
        if isinstance(event, PhaseBegan) and event.side and event.phase in TOLD:
            due = [u.id for u in table.fielded(event.side) if not _is_bound(u, event.phase)]
        elif isinstance(event, Acted) and event.unit in due:
            due.remove(event.unit)


def _is_bound(unit: Unit, phase: str) -> bool:
    return bool(unit.mark("locked in combat") or (phase == "movement" and unit.mark("moved")))


class Referee:
    """Watches a session from answer to answer and records broken rules in ``faults``."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seen = 0
        self.faults: list[str] = []

    def watch(self, asked: Decision[Any], before: Table) -> None:
        """Check the effects of an answer to *asked*; *before*: the table before the answer."""
        session, table = self.session, self.session.table
        fresh = session.game.story[self.seen :]
        self.seen = len(session.game.story)
        found = [*misplaced_in(table), *unsound(table), *untold(session, fresh)]
        if session.pending is None or _is_idle(session.pending):
            found += wrongly_locked(table)
        if isinstance(asked, March) and _only_marched(fresh, table.units[asked.unit]):
            found += [*torn(before, table, asked.unit), *too_near(before, table, asked)]
        where = f"{len(session.game.story)}: {table.clock.phase} {table.clock.side}"
        self.faults += [f"{where} ({asked.clause} {asked.asks}): {fault}" for fault in found]


def _is_idle(asked: Decision[Any]) -> bool:
    return asked.kind in (
        CommonKind.UNIT_TO_MOVE,
        CommonKind.UNIT_TO_SHOOT,
        CommonKind.UNIT_TO_CHARGE,
    )


def _only_marched(fresh: Sequence[Event], unit: Unit) -> bool:
    """Return whether this unit's move was the only change of positions."""
    moved = [e.model for e in fresh if isinstance(e, Moved)]
    falls = any(isinstance(e, Acted) and e.act in FLIGHTS for e in fresh)
    lost = any(isinstance(e, Removed) for e in fresh)
    return bool(moved) and not falls and not lost and all(m in unit.models for m in moved)
