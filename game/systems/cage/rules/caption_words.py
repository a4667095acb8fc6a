"""Captions of what moves in a bout (TC-02, TC-03, TC-07, TC-19)."""

from __future__ import annotations

from game.geometry.points import Point, heading_of_vector
from game.play.log.log_words import NamedId, Words
from game.play.log.transcript import caption_words
from game.play.log.wording import side_does
from game.systems.cage.rules import champion
from game.systems.cage.rules.floor import Bearing, bearing_to, cell_of, edge_to, stance_in
from game.systems.cage.table import floor_of, hour_of
from game.systems.cage.table.events import RingTurned, StepKind, Stepped, WeaponDropped
from game.systems.cage.table.floor_state import rings_now, stance_of
from game.table.records import Cell, Model
from game.table.state import Table

AHEAD, BEHIND = 60.0, 120.0
"""Degrees from its facing within which a distant champion is ahead, and beyond, behind."""
TURNS = {True: "turns to face ", False: "turns its back on ", None: "turns its side to "}
"""Words for a turn to a champion ahead, behind and beside."""


@caption_words.register(Stepped)
def _step(event: Stepped, table: Table) -> Words:
    """``TC-08`` to ``TC-10``  Return where a champion steps or turns, as seen by spectators."""
    me = table.models[event.model]
    foe = champion(table, table.enemy(me.side))
    if foe and not stance_of(table, foe.id):
        foe = None
    if event.step is StepKind.ENTERS:
        where = _place(table, event.cell)
        return (f"{side_does(me.side, 'sends')} ", NamedId(me.id), f" in at {where}")
    if event.step is StepKind.TURNS:
        if foe is None:
            return (NamedId(me.id), " turns")
        return (NamedId(me.id), f" {TURNS[_is_ahead(table, me, foe)]}", NamedId(foe.id))
    advances = event.step in {StepKind.ADVANCES, StepKind.GOES}
    if foe and advances and event.cell.ring and _is_before(table, me, foe):
        return (NamedId(me.id), " advances on ", NamedId(foe.id))
    return (NamedId(me.id), f" {event.step} to {_place(table, event.cell)}")


def _touches(table: Table, me: Model, foe: Model) -> bool:
    """``TC-02``  Return whether two champions stand in neighbouring cells."""
    return edge_to(stance_in(table, me.id), cell_of(table, foe.id)) is not None


def _is_before(table: Table, me: Model, foe: Model) -> bool:
    """``TC-03``  Return whether the other champion is in the cell ahead."""
    return _touches(table, me, foe) and _is_ahead(table, me, foe) is True


def _is_ahead(table: Table, me: Model, foe: Model) -> bool | None:
    """``TC-03``  Return whether a champion has the other one ahead or behind; None for beside.

    Of a neighbour its bearing says so, otherwise the direction on the table.
    """
    if _touches(table, me, foe):
        bearing = bearing_to(stance_in(table, me.id), cell_of(table, foe.id))
        return {Bearing.FRONT: True, Bearing.BACK: False}.get(bearing) if bearing else None
    toward = heading_of_vector(Point(foe.at.x - me.at.x, foe.at.y - me.at.y))
    off = abs((toward - me.facing + 180.0) % 360.0 - 180.0)
    return True if off <= AHEAD else False if off >= BEHIND else None


def _place(table: Table, cell: Cell) -> str:
    """Return a cell as seen on the floor: ``"the centre"``, ``"2 o'clock at the rim"``."""
    floor = floor_of(table.board)
    if not cell.ring:
        return "the centre"
    rim = " at the rim" if cell.ring == floor.outer else ""
    return f"{hour_of(floor, rings_now(table), cell)} o'clock{rim}"


@caption_words.register(RingTurned)
def _ring(event: RingTurned, table: Table) -> Words:
    """``TC-07``  Return which ring a side turns, as seen from outside."""
    outer = floor_of(table.board).outer
    known = {0: "the centre", outer: "the outer ring", 1: "the inner ring"}
    what = known.get(event.ring, "the middle ring" if outer == 3 else f"ring {event.ring}")
    sense = "clockwise" if event.by > 0 else "counter-clockwise"
    return (f"{side_does(event.side, 'turns')} {what} {sense}",)


@caption_words.register(WeaponDropped)
def _drop(event: WeaponDropped, table: Table) -> Words:
    """``TC-19``  Return what a champion drops, and where it lands."""
    where = "in" if not event.cell.ring else "at"
    return (
        NamedId(event.model),
        f" drops its {event.weapon} {where} {_place(table, event.cell)}",
    )
