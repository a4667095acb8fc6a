"""Doors worked before moving (CC-39)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from game.cores.kit.coherency import is_astray
from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn, EventByHand
from game.cores.kit.modules import Module
from game.cores.kit.queries import GROUND
from game.geometry.limits import is_within
from game.geometry.polygons import inside, off_segment
from game.play.decisions import (
    PASS,
    Choose,
    DecisionKind,
    Option,
    Passing,
    Refusal,
    pass_option,
    sorted_options,
)
from game.play.game import Game, GameView
from game.play.log.wording import name, with_article
from game.play.moves.base_placement import is_over, piece_over
from game.play.phases import once
from game.table.board import Terrain, TerrainKind
from game.table.events import DoorMoved, Reason
from game.table.records import Model, Side, Where
from game.table.state import Table

CLAUSE = "CC-39"
BY_HAND_CLAUSE = "SB-20"
REACH = 1.0
"""Inches between a base and a door within which the model can open and close it."""


class DoorKind(DecisionKind):
    """Kinds of decisions about doors."""

    DOOR = "door"


def doors(options: Mapping[str, Any], core: Core) -> Module:
    """``CC-39``  Return the module, which is in force on every board with a door."""
    return Module(
        "doors",
        hooks=(GROUND.gets(ground),),
        phases=(once("doors", CLAUSE, partial(work_doors, core=core), before="movement"),),
    )


DOORS = AddOn(doors, CLAUSE, ("classic", "modern", "matched"))


async def work_doors(game: Game, *, core: Core) -> None:
    """``CC-39``  Let the side in turn open and close doors in reach, each door once."""
    side, moved = game.table.clock.side, list[str]()
    assert side
    while True:
        workers = workers_of(game.table, side, core, moved)
        options, greyed = _options(game.table, [*workers], CLAUSE)
        if not options:
            return
        answer = await Choose(
            side,
            clause=CLAUSE,
            asks="Open or close which door?",
            options=(*options, pass_option("Leave the doors as they are", CLAUSE)),
            greyed=tuple(greyed),
            kind=DoorKind.DOOR,
            passing=Passing.KEEPS,
        )
        if answer == PASS:
            return
        door = next(door for door in game.table.board.doors if door.id == answer)
        by = workers[door.id].id
        game.do(DoorMoved(CLAUSE, door.id, is_open=not door.is_open, by=by))
        moved.append(door.id)


def workers_of(
    table: Table, side: Side, core: Core, moved: Collection[str] = ()
) -> dict[str, Model]:
    """``CC-39``  Return the model of a side that works each door in reach, by the door's id.

    It is the nearest one whose unit is not in combat; models that can only make their way back
    work none. *moved* are doors left out.
    """
    free = [
        m
        for m in table.standing(side)
        if not core.locked(table, m.unit) and not is_astray(table, m)
    ]
    found = dict[str, Model]()
    for door in table.board.doors:
        near = [(off_door(m, door), n) for n, m in enumerate(free)]
        off, n = min(near, default=(REACH + 1.0, 0))
        if is_within(off, REACH) and door.id not in moved:
            found[door.id] = free[n]
    return found


def off_door(model: Model, door: Terrain) -> float:
    """Return the distance in inches from a model's base to a door; 0 or less if it is on it."""
    if door.closed and inside(model.at, door.outline):
        return -model.base
    return min(off_segment(model.at, leg) for leg in door.sides()) - model.base


def blocked_by(table: Table, door_id: str) -> str:
    """``CC-39``  Return a model or piece that an open door would close on; empty if none."""
    closed = table.board.with_door(door_id, is_open=False)
    door = next(door for door in closed.doors if door.id == door_id)
    lying = (Where.TABLE, Where.BODY)
    for model in table.models.values():
        if model.where in lying and is_over(model.disc, door):
            return model.id
    pieces = (p for p in table.pieces.values() if p.where is Where.TABLE and not p.holder)
    return next((piece.id for piece in pieces if piece_over(piece, door)), "")


def _options(
    table: Table, ids: Collection[str], clause: str
) -> tuple[list[Option], list[tuple[Option, Refusal]]]:
    """Return the options for some doors, and those that cannot close, with the reason."""
    found = list[tuple[Option, Refusal | None]]()
    for door in table.board.doors:
        if door.id in ids:
            verb = "Close" if door.is_open else "Open"
            option = Option(door.id, f"{verb} {with_article(door.name)}", clause, door.id)
            by = blocked_by(table, door.id) if door.is_open else ""
            no = Refusal(f"{name(table, by)} is in the way", clause) if by else None
            found.append((option, no))
    return sorted_options(found)


def ground(view: GameView, piece: Terrain) -> Iterator[Reason]:
    """``CC-39``  Yield the state of a door, and the models that may change it."""
    if piece.kind is TerrainKind.DOOR:
        now, then = ("Open", "close") if piece.is_open else ("Closed", "open")
        words = f'{now}: a model within {REACH:g}" may {then} it before its side moves'
        yield Reason(0, words, CLAUSE)


async def work_by_hand(game: Game, side: Side, core: Core) -> None:
    """``SB-20``  Open or close any door."""
    table = game.table
    options, greyed = _options(table, [d.id for d in table.board.doors], BY_HAND_CLAUSE)
    answer = await Choose(
        side,
        clause=BY_HAND_CLAUSE,
        asks="Open or close which door?",
        options=(*options, pass_option("Leave the doors as they are", BY_HAND_CLAUSE)),
        greyed=tuple(greyed),
    )
    if answer != PASS:
        door = next(door for door in table.board.doors if door.id == answer)
        game.do(DoorMoved(BY_HAND_CLAUSE, door.id, is_open=not door.is_open))


BY_HAND = EventByHand(
    "doors",
    label="Open or close a door",
    clause=BY_HAND_CLAUSE,
    does=work_by_hand,
    why_not=lambda table: "" if table.board.doors else "the map has no door",
)
