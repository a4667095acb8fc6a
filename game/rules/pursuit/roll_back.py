"""A street piece rolls back and sweeps models along (PU-08, PU-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple

from game.geometry.points import (
    CONTACT,
    EPSILON,
    ROUNDING,
    Disc,
    Point,
    gap,
    point_ahead,
    thousandths,
)
from game.geometry.sweeps import NO_WALLS, sweep
from game.physics.space import STILL, space_for
from game.play.base_placement import nearest_place, on_table
from game.play.game import Game
from game.rules.kit.units import touch
from game.rules.pursuit.path_contacts import (
    EACH,
    clash,
    collide,
    explode,
    fight,
    melee_of,
    passes_difficult_test,
    pending_melees,
    turns,
)
from game.rules.pursuit.state import (
    PAGE,
    clear_stop,
    is_on_street,
    is_over,
    pursuit_of,
    stopped_in,
)
from game.rules.pursuit.street_pieces import (
    called,
    city,
    confirm_contact,
    covers,
    is_difficult,
    is_impassable,
    is_in,
    is_on,
    meets_at,
    mines,
    models_near,
)
from game.table.events import Motion, Moved, PieceLeft, PieceMoved, Queued, Removed
from game.table.pieces import Piece
from game.table.pursuit import ROLL, Street, street_of
from game.table.records import How, Model, ModelId, Where
from game.table.state import Table

STREET = "street"
"""Name of the body that carries everything that rolls."""


@dataclass(slots=True)
class Slide:
    """A piece that rolls back with everything it takes along, in unrounded positions."""

    street: Street
    piece: str
    start: Point
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
    DIE = 1
    HIT = 2
    PRESS = 3
    PUSH = 4
    REAR = 5


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


def sweeps(table: Table, slide: Slide, until: float) -> Iterator[SlideEvent]:
    """Yield the next contact of the piece or its mines with each model not taken along."""
    piece, distance = table.pieces[slide.piece], until - slide.gone
    if not is_on(piece):
        return
    clusters, ahead = slide.clusters(table), slide.street.ahead
    impassable = is_impassable(piece)
    for model_id in slide.near:
        model = table.models[model_id]
        gone = model.where is not Where.TABLE
        if gone or model_id in slide.taken or model_id in slide.spared:
            continue
        if impassable:
            hit = meets_at(piece, model.disc, ahead, distance)
            if hit is not None and hit < distance - EPSILON:
                yield SlideEvent(slide.gone + hit, SlideEventKind.HIT, model.id, piece.id)
        elif (due := _die(slide, piece, model)) is not None:
            yield SlideEvent(due, SlideEventKind.DIE, model.id)
        for c in clusters:
            one = {model.id: model.disc}
            if met := sweep(c.at, slide.street.back, distance, c.radius, NO_WALLS, one):
                yield SlideEvent(
                    slide.gone + met.distance, SlideEventKind.MINES, model.id, c.id
                )


def _die(slide: Slide, piece: Piece, model: Model) -> float | None:
    """``PU-14``  Return the inches of the roll at which a model's next die is due, or None."""
    if (falls := slide.falls.get(model.id)) is None:
        begun = replace(piece, at=slide.start)
        falls = tuple(dues(begun, model, model.disc, slide.street.ahead, slide.long))
        slide.falls[model.id] = falls
    rolled = slide.dice.get(model.id, 0)
    return max(slide.gone, falls[rolled]) if rolled < len(falls) else None


def dues(
    piece: Piece, model: Model, base: Disc, ahead: Point, distance: float
) -> Iterator[float]:
    """``PU-14``  Yield the inches of a roll at which a model has to roll a die.

    *base*: where the model stands; one die for each 2 inches across it, complete or not.
    """
    if not is_difficult(piece, model.profile):
        return
    had, rolled = 0.0, 0
    for a, b in covers(piece, base, ahead, distance):
        while had + b - a > EACH * rolled + (ROUNDING if rolled else EPSILON):
            yield a + max(0.0, EACH * rolled - had)
            rolled += 1
        had += b - a


def carried(table: Table, slide: Slide, until: float) -> Iterator[SlideEvent]:
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
        if (rear := slide.street.to_rear(base)) < distance - ROUNDING:
            yield SlideEvent(slide.gone + max(0.0, rear), SlideEventKind.REAR, model_id)
        ends = slide.ends(base)
        skip = [id_ for id_ in aside if gap(ends, others[id_]) > CONTACT]
        for kind, discs in ((SlideEventKind.PUSH, others), (SlideEventKind.MINES, clusters)):
            if met := sweep(base.at, back, distance, base.radius, NO_WALLS, discs, skip):
                yield SlideEvent(slide.gone + met.distance, kind, model_id, met.disc or "")
        for wall in walls:
            hit = meets_at(wall, base, back, distance)
            if hit is not None and hit < distance - EPSILON:
                yield SlideEvent(slide.gone + hit, SlideEventKind.PRESS, model_id, wall.id)


def is_free(table: Table, slide: Slide, model_id: ModelId, at: Point) -> bool:
    """Return whether a model may stand at a place once the piece has finished its roll."""
    base = Disc(at, table.models[model_id].base)
    if not on_table(table.board, base):
        return False
    after = thousandths(point_ahead(slide.start, slide.street.back, slide.long))
    for piece in city(table):
        there = replace(piece, at=after) if piece.id == slide.piece else piece
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
        discs += [disc] if m.id != model_id else []
    return all(gap(base, disc) > CONTACT for disc in discs)


async def roll_back(game: Game, id_: str) -> None:
    """``PU-08``, ``PU-09``  Roll a piece 12" back, or off the table at the rear edge."""
    street, piece = street_of(game.table.board), game.table.pieces[id_]
    rear = to_rear(street, piece)
    leaves = rear <= ROLL + EPSILON
    long = max(0.0, min(rear, ROLL))
    mined = [p.id for p in game.table.pieces.values() if p.on == id_ and is_on(p)]
    standing, by = game.table.standing(), point_ahead(STILL, street.back, long)
    near = standing if mined else models_near(piece, by, standing)
    losses, stood = len(game.table.losses), {**game.table.models}
    slide = Slide(street, id_, piece.at, long, stood, losses, [m.id for m in near], mined)
    for model in standing:
        if model.marks and stopped_in(model) == id_:
            _takes(game, slide, model.id)
    await _slides(game, slide, slide.long)
    if leaves:
        _leaves(game, slide)
        await _slides(game, slide, ROLL)
    for model_id in slide.taken:
        await _fights_on(game, model_id)


async def _fights_on(game: Game, model_id: ModelId) -> None:
    """``PU-16``  Fight the round due for a model taken along, which counts as handled."""
    if is_on_street(game, model_id) and (
        left := pending_melees(game.table, melee_of(game.table, model_id))
    ):
        await fight(game, "PU-16", left, game.table.models[model_id].side)


def _leaves(game: Game, slide: Slide) -> None:
    """``PU-09``, ``PU-10``  Take a piece off the table and queue it to come back.

    Its mines go back to their player.
    """
    for cluster in slide.clusters(game.table):
        game.do(PieceLeft("PU-10", cluster.id, Motion.ROLLS_BACK))
    game.do(PieceLeft("PU-09", slide.piece, Motion.ROLLS_BACK))
    for model_id in slide.taken:
        clear_stop(game, "PU-09", model_id)
    state = pursuit_of(game.table)
    game.do(PAGE.write("PU-09", replace(state, waiting=(*state.waiting, slide.piece))))
    game.do(Queued("PU-09", (*game.table.queue, slide.piece)))


def _takes(game: Game, slide: Slide, model_id: ModelId) -> None:
    """``PU-07``, ``PU-14``  Take a model along from here on; it counts as handled."""
    slide.taken[model_id] = point_ahead(game.table.models[model_id].at, slide.moved, -1.0)
    if model_id in game.table.queue:
        game.do(Queued("PU-07", tuple(id_ for id_ in game.table.queue if id_ != model_id)))


async def _slides(game: Game, slide: Slide, until: float) -> None:
    while not is_over(game.table, slide.losses):
        found = [*sweeps(game.table, slide, until), *carried(game.table, slide, until)]
        event = min(found, key=lambda e: (e.at, e.what), default=None)
        _carry(game, slide, event.at if event else until)
        if event is None:
            return
        if event.other:
            _confirm(game.table, slide, event)
        await _happens(game, slide, event)


def _carry(game: Game, slide: Slide, gone: float) -> None:
    """Move everything that rolls to its place after *gone* inches."""
    table, step = game.table, gone - slide.gone
    slide.gone = gone
    if step <= 0.0:
        return
    space, piece = space_for(NO_WALLS), table.pieces[slide.piece]
    space.put(STREET, Disc(slide.moved, 0.0))
    space.step({STREET: slide.street.back}, step)
    slide.moved = space.at(STREET)
    if is_on(piece):
        end = thousandths(point_ahead(slide.start, slide.moved, 1.0))
        by = Point(end.x - piece.at.x, end.y - piece.at.y)
        game.do(PieceMoved("PU-08", piece.id, (piece.at, end), Motion.ROLLS_BACK))
        for c in slide.clusters(table):
            to = thousandths(Point(c.at.x + by.x, c.at.y + by.y))
            game.do(PieceMoved("PU-08", c.id, (c.at, to), Motion.ROLLS_BACK))
    for model_id in slide.taken:
        model, end = table.models[model_id], thousandths(slide.place(model_id))
        if end != model.at:
            game.do(Moved("PU-14", model_id, (model.at, end), model.facing, Motion.PUSHED))


def _confirm(table: Table, slide: Slide, event: SlideEvent) -> None:
    """Let pymunk confirm a contact, within the thousandths of an inch that tables keep."""
    model = table.models[event.model_id]
    at, toward = model.at, slide.street.ahead
    if model.id in slide.taken:
        at, toward = slide.place(model.id), slide.street.back
    thing = table.pieces.get(event.other) or table.models[ModelId(event.other)]
    confirm_contact(thing, Disc(at, model.base + 2 * ROUNDING), toward)


async def _happens(game: Game, slide: Slide, event: SlideEvent) -> None:
    model_id = event.model_id
    match event.what:
        case SlideEventKind.MINES:
            await explode(game, event.other)
        case SlideEventKind.DIE:
            slide.dice[model_id] = slide.dice.get(model_id, 0) + 1
            await passes_difficult_test(game, "PU-14", model_id, slide.piece, swept=True)
            if (
                is_on_street(game, model_id)
                and stopped_in(game.table.models[model_id]) == slide.piece
            ):
                _takes(game, slide, model_id)
        case SlideEventKind.HIT:
            await _sweeps_up(game, slide, model_id)
        case SlideEventKind.PUSH:
            await _pushes(game, slide, model_id, ModelId(event.other))
        case SlideEventKind.PRESS:
            await _presses(game, slide, model_id, event.other)
        case SlideEventKind.REAR:
            game.do(Removed("PU-15", model_id, How.LOST, motion=Motion.DROPS_BACK))
    for gone in [m for m in slide.taken if not is_on_street(game, m)]:
        del slide.taken[gone]


async def _sweeps_up(game: Game, slide: Slide, model_id: ModelId) -> None:
    """``PU-14``  Hit a model, unless it was touched from ahead; if it lives, take it along."""
    if (model_id, slide.piece) not in pursuit_of(game.table).pressed:
        await collide(game, "PU-14", model_id, called(slide.piece), Motion.PUSHED)
        if is_on_street(game, model_id):
            await turns(game, "PU-14", model_id)
    if is_on_street(game, model_id):
        clear_stop(game, "PU-14", model_id)
        _takes(game, slide, model_id)


async def _pushes(game: Game, slide: Slide, model_id: ModelId, other: ModelId) -> None:
    """``PU-14``  Push a model along that another is carried into; enemies fight first."""
    models = game.table.models
    foes = models[model_id].side != models[other].side
    if foes and not touch(slide.stood[model_id].disc, slide.stood[other].disc):
        await clash(game, "PU-14", model_id, [other], charging=False)
    if is_on_street(game, model_id) and is_on_street(game, other):
        clear_stop(game, "PU-14", other)
        _takes(game, slide, other)


async def _presses(game: Game, slide: Slide, model_id: ModelId, wall: str) -> None:
    """``PU-14``  Hit a model pressed against another piece.

    If it lives, it moves to the nearest free spot; if there is none, it is lost.
    """
    del slide.taken[model_id]
    slide.spared = (*slide.spared, model_id)
    await collide(game, "PU-14", model_id, called(wall), Motion.PUSHED)
    if not is_on_street(game, model_id):
        return
    clear_stop(game, "PU-14", model_id)
    model = game.table.models[model_id]
    spot = nearest_place(model.at, lambda at: is_free(game.table, slide, model_id, at))
    if spot is None:
        game.do(Removed("PU-14", model_id, How.LOST))
    elif spot != model.at:
        game.do(Moved("PU-14", model_id, (model.at, spot), model.facing, Motion.PUSHED))
