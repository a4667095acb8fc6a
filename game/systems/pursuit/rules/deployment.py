"""Arrivals on the street, from the set-up on.

Pieces, mines and models arrive (PU-04, PU-09, PU-10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

from game.geometry.limits import is_at_least, is_more_than
from game.geometry.points import CONTACT, EPSILON, Disc, Path, Point, distance, thousandths
from game.geometry.polygons import Box, area_distance, box, boxes_meet, off_polygon, widened
from game.geometry.sliding import allowed_of_each, allowed_positions
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, Step
from game.play.log.inches_text import too_near_text
from game.play.log.wording import with_article
from game.play.moves.placement import Lay, Place, rotation_of
from game.play.moves.placement_regions import OnTable, PlacedAt
from game.systems.pursuit.rules import street_pieces
from game.systems.pursuit.rules.free_space import MineRegion, RearRegion, SwarmRegion, crowd_of
from game.systems.pursuit.rules.movement import comes_to
from game.systems.pursuit.rules.state import (
    PAGE,
    PursuitKind,
    is_over,
    pursuit_of,
    riders,
    swarm,
)
from game.systems.pursuit.rules.street_pieces import city, is_on_table, mines
from game.systems.pursuit.table.street import Street, street_of
from game.table.events import Act, Acted, Announced, PhaseOver, PieceCame, Placed
from game.table.records import ORIGIN, Model, ModelId, Side, Where
from game.table.state import Piece, PieceKind, Table

MAX_MINES = 4
APART = 2.0
"""``PU-09``  Inches between a returning piece and every model and other piece."""
STEP = 0.5
TURNS = tuple(float(by) for by in range(0, 360, 15))


def in_hand(table: Table) -> list[Piece]:
    """``PU-10``  Return the clusters that can be brought on; none while 4 are on the table."""
    found = [
        p for p in table.pieces.values() if p.kind is PieceKind.MINES and not is_on_table(p)
    ]
    return found if len(mines(table)) < MAX_MINES else []


async def bring_mines(game: Game) -> None:
    """``PU-10``  Let the swarm's player bring a cluster to a piece that has come back."""
    table, by = game.table, swarm(game.table)
    if not (left := in_hand(table)):
        return
    cluster, crowd = left[0], crowd_of(table)
    fresh = [table.pieces[id_] for id_ in pursuit_of(table).fresh]
    sites = [MineRegion(crowd, piece, cluster.radius) for piece in fresh]
    roomy = {site.piece.id: site for site in sites if site.has_room()}
    if not roomy:
        return
    options = [
        Option(id_, f"Bring mines to {with_article(street_pieces.called(id_))}", "PU-10", id_)
        for id_ in roomy
    ]
    answer = await Choose(
        by,
        clause="PU-10",
        asks="Bring on a mine cluster?",
        options=(*options, pass_option("Not now", "PU-10")),
        about=cluster.id,
        kind=PursuitKind.MINES,
    )
    if answer == PASS:
        return
    asks = f"Place them touching {with_article(street_pieces.called(answer))}"
    at = (
        await Place(
            by,
            clause="PU-10",
            asks=asks,
            region=roomy[answer],
            about=cluster.id,
            does="Place the mines",
            kind=PursuitKind.MINE_CLUSTER,
        )
    ).at
    game.do(PieceCame("PU-10", cluster.id, at, on=answer))


async def come_on(game: Game) -> None:
    """``PU-04``  Bring on the models that found no room, until one has to wait again."""
    by, losses = swarm(game.table), len(game.table.losses)
    models = game.table.models.values()
    for model_id in [m.id for m in models if m.side == by and m.where is Where.RESERVE]:
        if is_over(game.table, losses) or not await _comes_on(game, model_id):
            return


async def _comes_on(game: Game, model_id: ModelId) -> bool:
    """``PU-04``  Bring a model on at the rear edge; return whether it found room.

    There it may come into contact with an enemy or with mines.
    """
    model = game.table.models[model_id]
    region = RearRegion(crowd_of(game.table), model.base)
    if not region.has_room():
        game.do(Acted("PU-04", model.unit, Act.FINDS_NO_ROOM))
        return False
    asks = f"{game.table.units[model.unit].name} comes on at the rear edge"
    facing = street_of(game.table.board).facing
    spot = await Place(
        model.side,
        clause="PU-04",
        asks=asks,
        region=region,
        about=model_id,
        facing=facing,
        does=f"Bring on {game.table.units[model.unit].name}",
        kind=PursuitKind.SET_UP,
    )
    game.do(Placed("PU-04", model=model_id, at=spot.at, facing=facing))
    await comes_to(game, model_id, (), charging=False)
    return True


@dataclass(frozen=True)
class ArrivalRegion:
    """``PU-09``  Places where a piece may come back: at the Arrival, 2" off the rest."""

    street: Street
    piece: Piece
    others: tuple[tuple[str, Box, Path], ...]
    """Pieces near enough to be in the way: name, bounding box and corners of each."""
    bases: tuple[tuple[str, Disc], ...]
    snap: ClassVar = 4.0

    def wrong(self, spot: PlacedAt) -> str | None:
        there = replace(self.piece, at=spot.at, turned=rotation_of(spot))
        first, last, near, inches = _reach(self.street, there)
        if min(first, near) < -EPSILON - 0.001 or (
            last > self.street.wide + 0.001 or inches > self.street.long + 0.001
        ):
            return "would be off the table"
        if is_more_than(near, CONTACT):
            return "must touch the Arrival edge"
        inches, what = self._nearby(there.corners)
        return too_near_text(inches, APART, what) if what else None

    def _nearby(self, corners: Path) -> tuple[float, str]:
        """Return the inches to a thing less than 2" away, and its name; empty if none is."""
        around = box(corners)
        for name, base in self.bases:
            off = APART + base.radius
            if _is_near(around, base, off) and not is_at_least(
                inches := off_polygon(base.at, corners), off
            ):
                return inches - base.radius, name
        wide = widened(around, APART)
        for name, room, other in self.others:
            if boxes_meet(wide, room) and not is_at_least(
                inches := area_distance(corners, other), APART
            ):
                return inches, name
        return APART, ""

    def nearest(self, spot: PlacedAt) -> PlacedAt | None:
        """Return the nearest allowed place: at the edge, or else on the half-inch steps.

        If no step at this rotation is allowed, return the first allowed place; None if none is.
        """
        if self.wrong(at_edge := self.fitted(spot)) is None:
            return at_edge
        by = rotation_of(spot)
        row = self._fits(by, self._open(by))
        near = min(row, key=lambda one: distance(one.at, spot.at), default=None)
        return near or next(self.places(), None)

    def fitted(self, spot: PlacedAt) -> PlacedAt:
        """Return the place moved to the edge, wholly within the width of the table."""
        by = rotation_of(spot)
        left, right, _ = self._frame(by)
        along = self.street.along(spot.at)
        return self._put(max(left, min(self.street.wide - right, along)), by)

    def _put(self, along: float, by: float) -> PlacedAt:
        """Return the place at the edge, *along* inches from its end, at a rotation of *by*."""
        return PlacedAt(thousandths(self.street.at(self._frame(by)[2], along)), by)

    def _frame(self, by: float) -> tuple[float, float, float]:
        """Return the piece's reach from its middle: both ways along the edge, and to it."""
        if by not in self._frames:
            there = replace(self.piece, at=self.street.at(0.0, 0.0), turned=by)
            first, last, near, _ = _reach(self.street, there)
            self._frames[by] = -first, last, -near
        return self._frames[by]

    @cached_property
    def _frames(self) -> dict[float, tuple[float, float, float]]:
        """The reach at each rotation asked about so far."""
        return {}

    def places(self) -> Iterator[PlacedAt]:
        """``PU-09``  Yield the allowed places, at every half inch and every 15°."""
        return (spot for by in TURNS for spot in self._fits(by, self._open(by)))

    def has_room(self) -> bool:
        """Return whether there is an allowed place; tried first are those clear by boxes."""
        shape, deep = self._shape(0.0), self._frame(0.0)[2]
        return any(
            self._is_clear(moved(shape, thousandths(self.street.at(deep, n * STEP))))
            for n in self._steps(0.0)
        ) or any(True for _ in self.places())

    def _is_clear(self, corners: Path) -> bool:
        """Return whether nothing is near a shape, by bounding boxes."""
        around = box(corners)
        wide = widened(around, APART)
        return not any(boxes_meet(wide, room) for _, room, _ in self.others) and not any(
            _is_near(around, base, APART + base.radius) for _, base in self.bases
        )

    def _steps(self, by: float) -> list[int]:
        """Return the half-inch steps at which the piece lies within the table's width."""
        left, right, _ = self._frame(by)
        low, high = left - 0.001, self.street.wide - right + 0.001
        return [n for n in range(int(self.street.wide / STEP) + 1) if low <= STEP * n <= high]

    def _shape(self, by: float) -> Path:
        return replace(self.piece, turned=by).shape

    def _open(self, by: float) -> list[int]:
        """Return the half-inch steps that may be allowed at a rotation of *by* degrees."""
        steps = self._steps(by)
        inches = [STEP * n for n in steps]
        found = allowed_positions(self._slid(by), *self._in_the_way(), inches)
        return [steps[n] for n in found]

    def _open_at(self, rotations: Sequence[float]) -> list[list[int]]:
        """Return the steps of ``_open`` for each of some rotations."""
        shapes = [self._slid(by) for by in rotations]
        inches = [STEP * n for n in range(int(self.street.wide / STEP) + 1)]
        found = allowed_of_each(shapes, *self._in_the_way(), inches)
        within = [set(self._steps(by)) for by in rotations]
        return [
            [n for n in row if n in steps] for row, steps in zip(found, within, strict=True)
        ]

    def _slid(self, by: float) -> Path:
        """Return the outline of the piece at the beginning of the edge."""
        deep = self._frame(by)[2]
        return moved(self._shape(by), thousandths(self.street.at(deep, 0.0)))

    def _in_the_way(self) -> tuple[Point, list[Path], list[Disc], float]:
        """Return the direction of the edge, all that is in the way, and the distance to it."""
        along = Point(0.0, 1.0) if self.street.back.x else Point(1.0, 0.0)
        others = [corners for _, _, corners in self.others]
        return along, others, [base for _, base in self.bases], APART - EPSILON

    def _fits(self, by: float, row: Sequence[int]) -> Iterator[PlacedAt]:
        """Yield the allowed places among some half-inch steps at a rotation of *by* degrees."""
        deep, shape = self._frame(by)[2], self._shape(by)
        for n in row:
            at = thousandths(self.street.at(deep, n * STEP))
            if not self._nearby(moved(shape, at))[1]:
                yield PlacedAt(at, by)

    def sample(self, k: int, n: int) -> PlacedAt | None:
        """Return an allowed place; *k* of *n* sets the first rotation and step tried."""
        return self._sampled(k, n, self._open)

    def samples(self, n: int) -> list[PlacedAt]:
        """Return all that ``sample`` finds for *n*: this is quicker than one by one."""
        rows = dict(zip(TURNS, self._open_at(TURNS), strict=True))
        found = [self._sampled(k, n, rows.__getitem__) for k in range(n)]
        return [spot for spot in found if spot is not None]

    def _sampled(
        self, k: int, n: int, open_at: Callable[[float], list[int]]
    ) -> PlacedAt | None:
        """Return an allowed place; *open_at* gives the open steps at a rotation."""
        for more in range(len(TURNS)):
            by = TURNS[(k * 7 + more) % len(TURNS)]
            row = open_at(by)
            first = k * len(row) // max(1, n)
            if spot := next(self._fits(by, (*row[first:], *row[:first])), None):
                return spot
        return None


def moved(shape: Path, at: Point) -> Path:
    """Return a shape, given relative to its middle, with its middle at *at*."""
    return tuple([Point(at.x + x, at.y + y) for x, y in shape])


def _reach(street: Street, piece: Piece) -> tuple[float, float, float, float]:
    """Return the minimum and maximum of a piece's extent along the Arrival and off it."""
    corners = piece.corners
    along, off = [street.along(c) for c in corners], [street.off(c) for c in corners]
    return min(along), max(along), min(off), max(off)


def _is_near(around: Box, base: Disc, off: float) -> bool:
    left, top, right, low = around
    (x, y), _ = base
    return left - off < x < right + off and top - off < y < low + off


def site_of(table: Table, piece: Piece) -> ArrivalRegion:
    """``PU-09``  Return the places where a piece may come back at present."""
    street = street_of(table.board)
    # No rotation of the piece reaches further off the Arrival.
    deep = 2 * max([distance(ORIGIN, corner) for corner in piece.outline]) + APART
    corners = [(street_pieces.called(p.id), p.corners) for p in city(table) if p.id != piece.id]
    others = [
        (id_, box(c), c) for id_, c in corners if min([street.off(at) for at in c]) < deep
    ]
    discs = [(m.id, m.disc) for m in table.standing()]
    bases = [(id_, d) for id_, d in discs if street.off(d.at) - d.radius < deep]
    return ArrivalRegion(street, piece, tuple(others), tuple(bases))


def placer(table: Table) -> Side:
    """``PU-09``  Return the side that places the next piece.

    The players take turns, the swarm's first; the turn carries over to the next game turn.
    """
    return riders(table) if pursuit_of(table).placed % 2 else swarm(table)


def lay_of(site: ArrivalRegion, by: Side) -> Lay:
    """``PU-09``  Return the decision where a piece comes back."""
    street, id_ = site.street, site.piece.id
    return Lay(
        by,
        "PU-09",
        f"Place {with_article(street_pieces.called(id_))} at the Arrival",
        region=OnTable(street.width, street.height),
        about=id_,
        site=site,
        does=f"Place {with_article(street_pieces.called(id_))}",
    )


async def comes_back(game: Game, id_: str) -> None:
    """``PU-09``  Let the next player place a piece at the Arrival, or let it wait."""
    table, by = game.table, placer(game.table)
    site = site_of(table, table.pieces[id_])
    if not site.has_room():
        game.do(
            Announced(
                "PU-09", f"{street_pieces.called(id_).capitalize()} finds no room and waits"
            )
        )
        return
    spot = await lay_of(site, by)
    game.do(PieceCame("PU-09", piece=id_, at=spot.at, turned=rotation_of(spot)))
    state = pursuit_of(game.table)
    waiting = tuple(one for one in state.waiting if one != id_)
    after = replace(state, waiting=waiting, placed=state.placed + 1, fresh=(*state.fresh, id_))
    game.do(PAGE.write("PU-09", after))


def deployment(table: Table) -> Step | None:
    """``PU-04``  Return the next step of the set-up: the riders one by one, then the swarm."""
    for side in (riders(table), swarm(table)):
        for model in table.models.values():
            if model.side == side and model.where is Where.RESERVE:
                return partial(sets_up, model_id=model.id)
    return _done


async def _done(game: Game) -> None:
    game.do(PhaseOver("PU-04"))


async def sets_up(game: Game, *, model_id: ModelId) -> None:
    """``PU-04``  Set up one model, facing the Arrival unless its player turns it.

    A model that finds no room comes on later, and so do all after it.
    """
    model = game.table.models[model_id]
    region = zone_of(game.table, model)
    if not region.has_room():
        game.do(Acted("PU-04", model.unit, Act.FINDS_NO_ROOM))
        game.do(PhaseOver("PU-04"))
        return
    asked = place_of(game.table, model, region)
    spot = await asked
    facing = asked.facing if spot.facing is None else spot.facing
    game.do(Placed("PU-04", model=model_id, at=spot.at, facing=round(facing, 3) % 360.0))


def place_of(table: Table, model: Model, region: SwarmRegion) -> Place:
    """``PU-04``  Return the decision where a model is set up."""
    return Place(
        model.side,
        clause="PU-04",
        asks=f"Deploy {table.units[model.unit].name}",
        region=region,
        about=model.id,
        turns=True,
        facing=street_of(table.board).facing,
        does=f"Deploy {table.units[model.unit].name}",
        kind=PursuitKind.SET_UP,
    )


def zone_of(table: Table, model: Model) -> SwarmRegion:
    """``PU-04``  Return the zone where a model may be set up; the riders are set up first."""
    hunts = model.side == swarm(table)
    away = table.standing(riders(table)) if hunts else []
    return SwarmRegion(crowd_of(table), model.base, {m.id: m.disc for m in away})
