"""What a piece that slides back comes to, and those that it takes along: ``PU-14``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple

from game.geometry.points import CONTACT, EPSILON, Disc, Point, gap, point_ahead, thousandths
from game.geometry.polygons import TOLERANCE
from game.geometry.sweeps import NO_WALLS, sweep
from game.play.base_placement import on_table
from game.rules.pursuit.figs.harm import EACH
from game.rules.pursuit.street_pieces import (
    city,
    covers,
    is_difficult,
    is_impassable,
    is_in,
    is_on,
    meets_at,
    mines,
)
from game.table.pieces import ROLL, Piece, Street
from game.table.records import Model, ModelId, Where
from game.table.state import Table


@dataclass(slots=True)
class Slide:
    """A piece on its way back with all that it takes along, as exactly as no table keeps it."""

    street: Street
    piece: str
    start: Point
    long: float
    """Inches that the piece goes: less than 12" if it reaches the rear edge."""
    stood: Mapping[ModelId, Disc]
    """Where everybody stood when it began."""
    losses: int
    """How many were lost when it began."""
    near: tuple[ModelId, ...]
    """Whom the piece or its mines may come to; all others are out of its way."""
    gone: float = 0.0
    taken: dict[ModelId, Point] = field(default_factory=dict)
    """Whom it takes along, each with where it would have been when all this began."""
    dice: dict[ModelId, int] = field(default_factory=dict)
    """``PU-14``  How many dice each rolled that the piece slides across."""
    falls: dict[ModelId, tuple[float, ...]] = field(default_factory=dict)
    """After how many inches each of these rolls its dice."""
    spared: tuple[ModelId, ...] = ()
    """Who was pressed out of its way."""

    def place(self, who: ModelId) -> Point:
        return point_ahead(self.taken[who], self.street.back, self.gone)

    def ends(self, base: Disc) -> Disc:
        """``PU-09``  Return where somebody comes to who goes on with it to the last."""
        return base._replace(at=point_ahead(base.at, self.street.back, ROLL - self.gone))


class What(IntEnum):
    """What can happen in a slide; of what happens at once the first comes first."""

    MINES = 0
    DIE = 1
    HIT = 2
    PRESS = 3
    PUSH = 4
    REAR = 5


class Comes(NamedTuple):
    """What comes next in a slide."""

    at: float
    """Inches since it began."""
    what: What
    who: ModelId
    other: str = ""


def to_rear(street: Street, piece: Piece) -> float:
    """``PU-09``  Return after how many inches back a piece touches the rear edge."""
    left, top, right, low = piece.extent
    x, y = street.back
    reach = (right if x > 0.0 else -left) if x else (low if y > 0.0 else -top)
    return street.long - street.off(piece.at) - reach


def sweeps(table: Table, slide: Slide, until: float) -> Iterator[Comes]:
    """Yield whom the piece itself comes to, and its mines."""
    piece, far = table.pieces[slide.piece], until - slide.gone
    if not is_on(piece):
        return
    clusters = [c for c in mines(table) if c.on == piece.id]
    for who in slide.near:
        model = table.models[who]
        gone = model.where is not Where.TABLE
        if gone or who in slide.taken or who in slide.spared:
            continue
        if is_impassable(piece):
            hit = meets_at(piece, model.disc, slide.street.ahead, far)
            if hit is not None and hit < far - EPSILON:
                yield Comes(slide.gone + hit, What.HIT, model.id)
        elif (due := _die(slide, piece, model)) is not None:
            yield Comes(due, What.DIE, model.id)
        for c in clusters:
            one = {model.id: model.disc}
            if met := sweep(c.at, slide.street.back, far, c.radius, NO_WALLS, one):
                yield Comes(slide.gone + met.far, What.MINES, model.id, c.id)


def _die(slide: Slide, piece: Piece, model: Model) -> float | None:
    """``PU-14``  Return when the next die is due for a fig that the piece slides across."""
    if (falls := slide.falls.get(model.id)) is None:
        begun = replace(piece, at=slide.start)
        falls = tuple(dues(begun, model, model.disc, slide.street.ahead, slide.long))
        slide.falls[model.id] = falls
    rolled = slide.dice.get(model.id, 0)
    return max(slide.gone, falls[rolled]) if rolled < len(falls) else None


def dues(piece: Piece, model: Model, base: Disc, ahead: Point, far: float) -> Iterator[float]:
    """``PU-14``  Yield after how many inches a piece that slides has a fig roll a die.

    *base*: where the fig stands; one die for each 2 inches across it, complete or not.
    """
    if not is_difficult(piece, model.profile):
        return
    had, rolled = 0.0, 0
    for a, b in covers(piece, base, ahead, far):
        while had + b - a > EACH * rolled + (TOLERANCE if rolled else EPSILON):
            yield a + max(0.0, EACH * rolled - had)
            rolled += 1
        had += b - a


def carried(table: Table, slide: Slide, until: float) -> Iterator[Comes]:
    """Yield what those come to that are taken along."""
    if not slide.taken:
        return
    far, back = until - slide.gone, slide.street.back
    others = {m.id: m.disc for m in table.standing() if m.id not in slide.taken}
    aside = [who for who in slide.spared if who in others]
    clusters = {c.id: c.disc for c in mines(table) if c.on != slide.piece}
    walls = [p for p in city(table) if p.id != slide.piece and is_impassable(p)]
    for who in slide.taken:
        base = Disc(slide.place(who), table.models[who].base)
        if (rear := slide.street.to_rear(base)) < far - TOLERANCE:
            yield Comes(slide.gone + max(0.0, rear), What.REAR, who)
        ends = slide.ends(base)
        skip = [id_ for id_ in aside if gap(ends, others[id_]) > CONTACT]
        if met := sweep(base.at, back, far, base.radius, NO_WALLS, others, skip):
            yield Comes(slide.gone + met.far, What.PUSH, who, met.disc or "")
        if met := sweep(base.at, back, far, base.radius, NO_WALLS, clusters):
            yield Comes(slide.gone + met.far, What.MINES, who, met.disc or "")
        for wall in walls:
            hit = meets_at(wall, base, back, far)
            if hit is not None and hit < far - EPSILON:
                yield Comes(slide.gone + hit, What.PRESS, who, wall.id)


def is_free(table: Table, slide: Slide, who: ModelId, at: Point) -> bool:
    """Return whether a fig may stand somewhere when the piece has gone all its way."""
    base = Disc(at, table.models[who].base)
    if not on_table(table.board, base):
        return False
    for piece in city(table):
        there = piece
        if piece.id == slide.piece:
            there = replace(piece, at=thousandths(_after(slide)))
        if is_impassable(piece) and is_in(there, base):
            return False
    left = slide.long - slide.gone
    discs = [
        c.disc._replace(at=point_ahead(c.at, slide.street.back, left))
        if c.on == slide.piece
        else c.disc
        for c in mines(table)
    ]
    for m in table.standing():
        disc = slide.ends(m.disc) if m.id in slide.taken else m.disc
        discs += [disc] if m.id != who else []
    return all(gap(base, disc) > CONTACT for disc in discs)


def _after(slide: Slide) -> Point:
    return point_ahead(slide.start, slide.street.back, slide.long)
