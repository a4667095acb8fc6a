"""The path of a street piece that rolls back (PU-08, PU-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple

from game.geometry.points import CONTACT, ROUNDING, Disc, Point, gap, point_ahead, thousandths
from game.geometry.sweeps import NO_WALLS, sweep
from game.physics.space import STILL, space_for
from game.play.game import Game
from game.play.moves.base_placement import on_table
from game.systems.pursuit.rules.nearest_spots import contact_curves, nearest_spot
from game.systems.pursuit.rules.path_contacts import EACH
from game.systems.pursuit.rules.street_pieces import (
    StraightMove,
    city,
    confirm_contact,
    covers,
    is_difficult,
    is_impassable,
    is_in,
    is_on_table,
    is_on_the_way,
    mines,
    runs_into,
)
from game.systems.pursuit.table.street import ROLL, Street
from game.table.events import Motion, Moved, PieceMoved
from game.table.records import Model, ModelId, Where
from game.table.state import Piece, Table

STREET = "street"
"""Name of the body that carries everything that rolls."""


@dataclass(slots=True)
class Slide:
    """A piece that rolls back with everything it takes along, in unrounded positions."""

    street: Street
    piece: str
    start: Point
    _: KW_ONLY
    long: float
    """Inches that the piece rolls: less than 12" if it reaches the rear edge."""
    stood: Mapping[ModelId, Model]
    """All models as they were when the roll began."""
    losses: int
    """Number of losses when the roll began."""
    near: list[ModelId]
    """Models that the piece or its mines may reach; all others are out of its way."""
    mined: list[str]
    """Clusters of mines on the piece when the roll began."""
    gone: float = 0.0
    moved: Point = STILL
    """The vector by which everything that rolls has moved so far."""
    taken: dict[ModelId, Point] = field(default_factory=dict)
    """Models taken along, each with the place it would have had when the roll began."""
    dice: dict[ModelId, int] = field(default_factory=dict)
    """``PU-14``  Number of dice rolled so far by each model that the piece slides across."""
    falls: dict[ModelId, tuple[float, ...]] = field(default_factory=dict)
    """For each of these models, the inches of the roll at which its dice are due."""
    spared: tuple[ModelId, ...] = ()
    """Models that were pressed out of the piece's way."""

    def place(self, model_id: ModelId) -> Point:
        return point_ahead(self.taken[model_id], self.moved, 1.0)

    def clusters(self, table: Table) -> list[Piece]:
        """Return the clusters of mines that are on the piece now."""
        return [c for id_ in self.mined if (c := table.pieces[id_]).on == self.piece]

    def ends(self, base: Disc) -> Disc:
        """``PU-09``  Return where a model ends if it is taken along to the end of the roll."""
        return base._replace(at=point_ahead(base.at, self.street.back, ROLL - self.gone))


class SlideEventKind(IntEnum):
    """Kinds of events of a slide; of simultaneous events the first comes first."""

    MINES = 0
    HIT = 1
    PRESS = 2
    PUSH = 3
    REAR = 4
    DIE = 5


class SlideEvent(NamedTuple):
    """The next event of a slide."""

    at: float
    """Inches since the slide began."""
    what: SlideEventKind
    model_id: ModelId
    other: str = ""
    """The piece or model that the model touches, if any."""


def to_rear(street: Street, piece: Piece) -> float:
    """``PU-09``  Return the inches until a piece rolling back touches the rear edge."""
    left, top, right, low = piece.extent
    x, y = street.back
    reach = (right if x > 0.0 else -left) if x else (low if y > 0.0 else -top)
    return street.long - street.off(piece.at) - reach


def next_event(table: Table, slide: Slide, until: float) -> SlideEvent | None:
    """Return the next event before the roll has gone *until* inches; None if there is none.

    ``PU-14``  A die is rolled for inches slid across: it is due only before what else happens.
    Of simultaneous events of one kind the first is that of the first model in the roster.
    """
    contacts = [*_sweeps(table, slide, until), *_carried(table, slide, until)]
    first = min(contacts, key=_moment, default=None)
    goes = first.at if first else until
    dice = [die for die in _dice(table, slide) if is_on_the_way(die.at, goes)]
    return min(dice, key=_moment, default=first)


def _moment(event: SlideEvent) -> tuple[float, SlideEventKind]:
    """Return the inches of an event without the errors of sums, and its kind."""
    return round(event.at, 6), event.what


def _free(table: Table, slide: Slide) -> Iterator[Model]:
    """Yield the models near the piece that are in its way and not taken along."""
    for model_id in slide.near:
        model = table.models[model_id]
        aside = model_id in slide.taken or model_id in slide.spared
        if model.where is Where.TABLE and not aside:
            yield model


def _sweeps(table: Table, slide: Slide, until: float) -> Iterator[SlideEvent]:
    """Yield the next contact of the piece or its mines with each model not taken along."""
    piece, distance = table.pieces[slide.piece], until - slide.gone
    if not is_on_table(piece):
        return
    clusters, ahead = slide.clusters(table), slide.street.ahead
    impassable = is_impassable(piece)
    for model in _free(table, slide):
        if impassable:
            move = StraightMove(model.disc, ahead, distance)
            if (hit := runs_into(piece, move)) is not None:
                yield SlideEvent(slide.gone + hit, SlideEventKind.HIT, model.id, piece.id)
        for c in clusters:
            one = {model.id: model.disc}
            if met := sweep(c.at, slide.street.back, distance, c.radius, NO_WALLS, one):
                yield SlideEvent(
                    slide.gone + met.distance, SlideEventKind.MINES, model.id, c.id
                )


def _dice(table: Table, slide: Slide) -> Iterator[SlideEvent]:
    """``PU-14``  Yield the next die of each model that a ruin slides across."""
    piece = table.pieces[slide.piece]
    if not is_on_table(piece) or is_impassable(piece):
        return
    for model in _free(table, slide):
        if (due := _die(slide, piece, model)) is not None:
            yield SlideEvent(due, SlideEventKind.DIE, model.id)


def _die(slide: Slide, piece: Piece, model: Model) -> float | None:
    """``PU-14``  Return the inches of the roll at which a model's next die is due, or None."""
    if (falls := slide.falls.get(model.id)) is None:
        begun = replace(piece, at=slide.start)
        move = StraightMove(model.disc, slide.street.ahead, slide.long)
        falls = tuple(dues(begun, model, move))
        slide.falls[model.id] = falls
    rolled = slide.dice.get(model.id, 0)
    return max(slide.gone, falls[rolled]) if rolled < len(falls) else None


def dues(piece: Piece, model: Model, move: StraightMove) -> Iterator[float]:
    """``PU-14``  Yield the inches of a roll at which a model has to roll a die.

    *move*: of the model, as seen from the piece; one die for each 2 inches across it,
    complete or not.
    """
    if not is_difficult(piece, model.profile):
        return
    had, rolled = 0.0, 0
    for a, b in covers(piece, move):
        while is_on_the_way(EACH * rolled, had + b - a):
            yield a + max(0.0, EACH * rolled - had)
            rolled += 1
        had += b - a


def _carried(table: Table, slide: Slide, until: float) -> Iterator[SlideEvent]:
    """Yield the next contacts of each model that is taken along."""
    if not slide.taken:
        return
    distance, back = until - slide.gone, slide.street.back
    others: dict[str, Disc]
    others = {m.id: m.disc for m in table.standing() if m.id not in slide.taken}
    aside = [model_id for model_id in slide.spared if model_id in others]
    clusters = {c.id: c.disc for c in mines(table) if c.on != slide.piece}
    walls = [p for p in city(table) if p.id != slide.piece and is_impassable(p)]
    for model_id in slide.taken:
        base = Disc(slide.place(model_id), table.models[model_id].base)
        if is_on_the_way(rear := slide.street.to_rear(base), distance):
            yield SlideEvent(slide.gone + max(0.0, rear), SlideEventKind.REAR, model_id)
        ends = slide.ends(base)
        skip = [id_ for id_ in aside if gap(ends, others[id_]) > CONTACT]
        if met := sweep(base.at, back, distance, base.radius, NO_WALLS, clusters):
            yield SlideEvent(
                slide.gone + met.distance, SlideEventKind.MINES, model_id, met.disc or ""
            )
        met = sweep(base.at, back, distance, base.radius, NO_WALLS, others, skip)
        if met and is_on_the_way(met.distance, distance):
            yield SlideEvent(
                slide.gone + met.distance, SlideEventKind.PUSH, model_id, met.disc or ""
            )
        for wall in walls:
            if (hit := runs_into(wall, StraightMove(base, back, distance))) is not None:
                yield SlideEvent(slide.gone + hit, SlideEventKind.PRESS, model_id, wall.id)


def carry_on(game: Game, slide: Slide, gone: float) -> None:
    """Move everything that rolls to its place after *gone* inches."""
    table, step = game.table, gone - slide.gone
    slide.gone = gone
    if step <= 0.0:
        return
    space, piece = space_for(NO_WALLS), table.pieces[slide.piece]
    space.put(STREET, Disc(slide.moved, 0.0))
    space.step({STREET: slide.street.back}, step)
    slide.moved = space.at(STREET)
    if is_on_table(piece):
        end = thousandths(point_ahead(slide.start, slide.moved, 1.0))
        by = Point(end.x - piece.at.x, end.y - piece.at.y)
        game.do(PieceMoved("PU-08", piece.id, (piece.at, end), Motion.ROLLS_BACK))
        for c in slide.clusters(table):
            to = thousandths(Point(c.at.x + by.x, c.at.y + by.y))
            game.do(PieceMoved("PU-08", c.id, (c.at, to), Motion.ROLLS_BACK))
    for model_id in slide.taken:
        model, end = table.models[model_id], thousandths(slide.place(model_id))
        if end != model.at:
            game.do(
                Moved(
                    "PU-14",
                    model=model_id,
                    path=(model.at, end),
                    facing=model.facing,
                    motion=Motion.PUSHED,
                )
            )


def confirm(table: Table, slide: Slide, event: SlideEvent) -> None:
    """Let pymunk confirm a contact, within the thousandths of an inch that tables keep."""
    model = table.models[event.model_id]
    at, toward = model.at, slide.street.ahead
    if model.id in slide.taken:
        at, toward = slide.place(model.id), slide.street.back
    thing = table.pieces.get(event.other) or table.models[ModelId(event.other)]
    confirm_contact(thing, Disc(at, model.base + 2 * ROUNDING), toward)


def free_spot(table: Table, slide: Slide, model_id: ModelId) -> Point | None:
    """``PU-14``  Return the nearest spot that is free once the piece has finished its roll.

    Return None if there is none.
    """
    model, board = table.models[model_id], table.board
    after = thousandths(point_ahead(slide.start, slide.street.back, slide.long))
    walls = [
        replace(piece, at=after) if piece.id == slide.piece else piece
        for piece in city(table)
        if is_impassable(piece)
    ]
    left = slide.long - slide.gone
    discs = [
        c.disc._replace(at=point_ahead(c.at, slide.street.back, left))
        if c.on == slide.piece
        else c.disc
        for c in mines(table)
    ]
    discs += [
        slide.ends(m.disc) if m.id in slide.taken else m.disc
        for m in table.standing()
        if m.id != model_id
    ]

    def is_free(at: Point) -> bool:
        base = Disc(at, model.base)
        return (
            on_table(board, base)
            and not any([is_in(wall, base) for wall in walls])
            and all([gap(base, disc) > CONTACT for disc in discs])
        )

    corners = [wall.corners for wall in walls]
    curves = contact_curves(model.base, corners, discs, (board.width, board.height))
    return nearest_spot(model.at, curves, is_free)
