"""Arrange, the decision that sets up a whole unit.

Formations in ranks are suggested for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import count
from math import inf, sqrt
from typing import Any, TypeAlias

from game.geometry.limits import is_more_than, just_beyond, last_within
from game.geometry.points import (
    Disc,
    Point,
    distance,
    gap,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.polygons import (
    Box,
    Polygon,
    box,
    edges,
    inside,
    nearest_on,
    off_polygon,
    overlaps,
    widened,
    within_polygon,
)
from game.play.decisions import (
    Decision,
    IllegalAnswer,
    Refusal,
    low_discrepancy_number,
    low_discrepancy_point,
    read_point,
)
from game.play.log.wording import join_names, plain_name, with_article
from game.play.moves.base_placement import (
    MoveClauses,
    base_under,
    impassable_under,
    nearest_place,
    on_table,
    out_of_chain,
    piece_under,
)
from game.play.moves.closed_squares import ClosedSquares
from game.table.records import ModelId, UnitId
from game.table.state import Table

Fits: TypeAlias = Callable[[ModelId, Point], bool]

Usable: TypeAlias = Callable[[float, Sequence[Point]], Sequence[bool]]
"""Whether a base of a radius in inches would be of use at each of some points."""

SHAPES = ((1, 1), (1, 4), (4, 1))
"""Relative costs of a step along a rank and along a file: a square, a line, a column."""
_SIDE = range(-9, 10)
LATTICES = tuple(
    tuple(
        sorted(
            ((i, j) for i in _SIDE for j in _SIDE),
            key=lambda cell: (cell[0] ** 2 * across + cell[1] ** 2 * down, cell),
        )
    )
    for across, down in SHAPES
)
TRIES = 6
"""Cells tried for each model before a block is given up."""
EVERYWHERE: Box = (-inf, -inf, inf, inf)
SLACK = 0.01
"""Inches by which bounds are wider than where bases fit: more than places are rounded."""
Spots: TypeAlias = tuple[tuple[ModelId, Point], ...]
ANCHORS = 200
"""Points of the zone tried before a sample is given up."""
DRAWN, AT_FIRST = 50, 4
"""Points drawn at a time to find those that are of use; of these, those drawn at first."""
IN_VAIN = 5
"""Draws without any, after which there are no more."""
FEW, MANY = 4, 200
"""Samples tried before a unit has no room: first few, then more for small units."""
LOOSE = 150
"""Try from which the ranks stand as close as they can."""


def block(
    models: Mapping[ModelId, float],
    fits: Fits,
    anchor: Point,
    shape: int,
    apart: float,
    chain: float,
    bounds: Box = EVERYWHERE,
) -> dict[ModelId, Disc] | None:
    """Return a block of ranks around *anchor*, with gaps of *apart* inches between neighbours.

    Models take cells where they fit, each within *chain* inches of an earlier one. Return None
    if a model finds no place, or if the first does not fit at the anchor. No model fits outside
    of *bounds*, but for `SLACK`: cells there are not tried.
    """
    (first, radius), *others = models.items()
    at = thousandths(anchor)
    if not fits(first, at):
        return None
    pitch = 2 * max(models.values()) + apart
    left, top, right, bottom = bounds
    cells = [
        Point(x, y)
        for i, j in LATTICES[shape % len(LATTICES)][1 : TRIES * len(models)]
        if left <= (x := anchor.x + i * pitch) <= right
        and top <= (y := anchor.y + j * pitch) <= bottom
    ]
    if len(cells) < len(others):
        return None
    placed, untried = {first: Disc(at, radius)}, iter(cells)
    for model_id, radius in others:
        for cell in untried:
            at = thousandths(cell)
            if linked(placed, base := Disc(at, radius), chain) and fits(model_id, at):
                placed[model_id] = base
                break
        else:
            return None
    return placed


def linked(placed: Mapping[ModelId, Disc], base: Disc, chain: float) -> bool:
    """Return whether a base is within *chain* inches of one of *placed*, or is the first."""
    if not placed:
        return True
    (x, y), radius = base
    limit = last_within(chain)
    # Inlined instead of calling gap: this is called very often.
    for (ox, oy), other in placed.values():
        if sqrt((x - ox) * (x - ox) + (y - oy) * (y - oy)) - radius - other <= limit:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Arrange(Decision[Spots]):
    """A place for each model of a unit, as ``[[model, [x, y]], ...]``."""

    _: KW_ONLY
    unit: UnitId
    models: Mapping[ModelId, float]
    """The models to place, each with the radius of its base in inches."""
    zone: Polygon
    """Each whole base must lie in it, unless *partly*."""
    clauses: MoveClauses
    keep_off: float = 0.0
    """Inches within which no enemy may be; 0 if only bases may not overlap."""
    chain: float = 2.0
    """Coherency: maximum inches between neighbours."""
    away: tuple[Polygon, float] | None = None
    """An area, and the inches from it that every base must exceed."""
    partly: bool = False
    """True if any part of each base within the zone is enough."""
    usable: Usable | None = field(default=None, compare=False, repr=False)
    """Places where bases would be of use; None for any place.

    Other places are as legal, but they are suggested only if no arrangement avoids them.
    """

    def read(self, raw: Any) -> Spots:
        """Return the places of the models; raise IllegalAnswer if they are malformed."""
        if not isinstance(raw, list | tuple):
            raise IllegalAnswer("an arrangement is a list of [model, [x, y]]", self.clause)
        spots: list[tuple[ModelId, Point]] = []
        for spot in raw:
            match spot:
                case [str(id_), at] if id_ in self.models:
                    spots.append((ModelId(id_), read_point(at)))
                case [str(id_), _]:
                    raise IllegalAnswer(f"{id_} cannot be placed now", self.clause)
                case _:
                    raise IllegalAnswer(f"{spot!r} is not [model, [x, y]]", self.clause)
        if len({model_id for model_id, _ in spots}) < len(spots):
            raise IllegalAnswer("a model is placed twice", self.clause)
        return tuple(spots)

    def judge(self, table: Table, answer: Spots) -> None:
        """Raise IllegalAnswer, with the nearest legal arrangement, if one is illegal."""
        if no := self._wrong(table, answer):
            settled = self._settled(table, dict(answer))
            fix = None if settled is None else spots_to_json(settled)
            raise IllegalAnswer(no.reason, no.clause, fix, no.figure)

    def bases(self, table: Table) -> dict[ModelId, Disc]:
        """Return all other bases by id; those of enemies are enlarged by *keep_off*."""
        off = just_beyond(self.keep_off) if self.keep_off else 0.0
        return {
            m.id: Disc(m.at, m.base if m.side == self.by else m.base + off)
            for m in table.standing()
            if m.id not in self.models
        }

    def wrong(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, at: Point
    ) -> Refusal | None:
        """Return why a model may not stand at a point, or None; fast enough for dragging.

        *bases*: the other bases at their current places.
        """
        return self.misplaced(table, bases, model_id, Disc(at, self.models[model_id]))

    def misplaced(
        self, table: Table, bases: Mapping[ModelId, Disc], model_id: ModelId, base: Disc
    ) -> Refusal | None:
        """Return why a model may not stand where a base is, of whichever size, or None."""
        if no := self._out_of_bounds(table, model_id, base):
            return no
        if piece := impassable_under(table.board, base):
            return Refusal(
                f"{model_id} stands on {with_article(piece.name)}", self.clauses.move
            )
        if lies := piece_under(table.pieces, base):
            lying = with_article(plain_name(lies.id))
            return Refusal(f"{model_id} stands on {lying}", self.clauses.move)
        if other := base_under(bases, base, (model_id,)):
            enemy = other in table.models and table.models[other].side != self.by
            if enemy and self.keep_off:
                return Refusal(
                    f'{model_id} is within {self.keep_off:g}" of {other}', self.clauses.move
                )
            return Refusal(f"{model_id} stands on {other}", self.clauses.move)
        return None

    def _out_of_bounds(self, table: Table, model_id: ModelId, base: Disc) -> Refusal | None:
        if not on_table(table.board, base):
            return Refusal(f"{model_id} is partly off the table", self.clauses.table)
        if not self._in_zone(base):
            how = "" if self.partly else "wholly "
            return Refusal(f"{model_id} is not {how}in the zone", self.clause)
        if self.away is None:
            return None
        area, off = self.away
        if is_more_than(off_polygon(base.at, area) - base.radius, off):
            return None
        how = f'more than {off:g}" from' if off else "outside"
        return Refusal(f"{model_id} must be {how} the enemy zone", self.clause)

    def _in_zone(self, base: Disc) -> bool:
        if self.partly:
            return overlaps(base, self.zone)
        return within_polygon(base, self.zone)

    def _wrong(self, table: Table, spots: Spots) -> Refusal | None:
        bases, given = self.bases(table), dict(spots)
        if missing := [model_id for model_id in self.models if model_id not in given]:
            return Refusal(f"place {join_names(missing)} as well", self.clause)
        for model_id, at in spots:
            if no := self.wrong(table, bases, model_id, at):
                return no
            bases[model_id] = Disc(at, self.models[model_id])
        if left := out_of_chain(
            {model_id: bases[model_id] for model_id, _ in spots}, self.chain
        ):
            reason = f"{join_names(left)} would be out of coherency"
            inches = f'more than {self.chain:g}" from the others'
            return Refusal(reason, self.clauses.chain, figure=inches)
        return None

    def _settled(self, table: Table, wanted: Mapping[ModelId, Point]) -> Spots | None:
        """Return a legal arrangement near the places in *wanted*."""
        bases, placed = self.bases(table), dict[ModelId, Disc]()
        for model_id in self._agreed(table, wanted):
            placed[model_id] = bases[model_id] = Disc(wanted[model_id], self.models[model_id])
        for model_id in self.models:
            if model_id in placed:
                continue
            place = wanted.get(model_id) or self._beside(placed)
            at = self._nearest(table, bases, placed, model_id, place)
            if at is None:
                return next((self.read(s) for s in self.samples(table, 4)), None)
            placed[model_id] = bases[model_id] = Disc(at, self.models[model_id])
        return tuple((model_id, placed[model_id].at) for model_id in self.models)

    def _agreed(self, table: Table, wanted: Mapping[ModelId, Point]) -> list[ModelId]:
        """Return the models that may stand where they are wanted, together and in one chain."""
        bases, good = self.bases(table), dict[ModelId, Disc]()
        for model_id, at in wanted.items():
            if self.wrong(table, bases, model_id, at) is None:
                good[model_id] = bases[model_id] = Disc(at, self.models[model_id])
        left = out_of_chain(good, self.chain)
        return [model_id for model_id in good if model_id not in left]

    def _beside(self, placed: Mapping[ModelId, Disc]) -> Point:
        for disc in placed.values():
            return disc.at
        left, top, right, bottom = box(self.zone)
        return Point((left + right) / 2, (top + bottom) / 2)

    def _nearest(
        self,
        table: Table,
        bases: Mapping[ModelId, Disc],
        placed: Mapping[ModelId, Disc],
        model_id: ModelId,
        wanted: Point,
    ) -> Point | None:
        radius = self.models[model_id]

        def fits(at: Point) -> bool:
            base = Disc(at, radius)
            return linked(placed, base, self.chain) and not self.wrong(
                table, bases, model_id, at
            )

        start = self._drawn_in(placed, radius, wanted)
        found = nearest_place(start, lambda at: fits(at) and self._of_use(Disc(at, radius)))
        return found or (nearest_place(start, fits) if self.usable else None)

    def _drawn_in(self, placed: Mapping[ModelId, Disc], radius: float, wanted: Point) -> Point:
        """Return the wanted point, moved to where the search for a place can succeed."""
        if placed:
            mate = min(placed.values(), key=lambda disc: gap(disc, Disc(wanted, radius)))
            reach = mate.radius + radius + self.chain - 0.01
            if distance(mate.at, wanted) > reach:
                wanted = point_ahead(mate.at, unit_vector(mate.at, wanted), reach)
        if not inside(wanted, self.zone):
            feet = [nearest_on(wanted, edge) for edge in edges(self.zone)]
            wanted = min(feet, key=lambda foot: distance(foot, wanted))
        return wanted

    def anywhere(self, table: Table) -> list[list[Any]] | None:
        """Return some legal arrangement of the unit, as JSON; None if there is no room.

        Most units find room at once. For the others it is found out first where there is none.
        """
        closed = None
        for one in self._preferred():
            if (found := next(Decision.samples(one, table, FEW), None)) is not None:
                return list(found)
            closed = closed or self.closed(table)
            first = next(iter(self.models.values()))
            if closed[first].cover(widened(box(self.zone), SLACK)):
                return None
            tries = MANY // len(self.models)
            for k in range(tries):
                if (found := one.sample(table, k, tries, closed)) is not None:
                    return found
        return None

    def closed(self, table: Table) -> dict[float, ClosedSquares]:
        """Return for each radius where no model with such a base can stand."""
        # A core that lies in no part of the zone does not show the same of larger bases.
        rim = tuple(corner for corner, _ in table.board.rim)
        one = replace(self, zone=rim, partly=False) if self.partly else self
        bases = self.bases(table)

        def refusing(model_id: ModelId) -> Callable[[Disc], bool]:
            return lambda core: one.misplaced(table, bases, model_id, core) is not None

        return {r: ClosedSquares(r, refusing(model)) for model, r in self.models.items()}

    def samples(self, table: Table, n: int) -> Iterator[list[list[Any]]]:
        """Yield up to *n* legal arrangements: of use if there are such, else any."""
        for one in self._preferred():
            found = None
            for found in Decision.samples(one, table, n):
                yield found
            if found is not None:
                return

    def _preferred(self) -> Iterator[Arrange]:
        """Yield the decision, and then, if it prefers some places, one that does not."""
        yield self
        if self.usable:
            yield replace(self, usable=None)

    def _of_use(self, base: Disc) -> bool:
        return self.usable is None or bool(self.usable(base.radius, [base.at])[0])

    def sample(
        self,
        table: Table,
        k: int,
        n: int,
        closed: Mapping[float, ClosedSquares] | None = None,
    ) -> list[list[Any]] | None:
        """Return the unit as a block of ranks at the k-th of a sequence of points, or None.

        All its bases are of use. *closed* tells by radius where none can stand, if known.
        """
        bases, bounds = self.bases(table), self.bounds()

        def fits(model_id: ModelId, at: Point) -> bool:
            base = Disc(at, self.models[model_id])
            if closed and at in closed[base.radius]:
                return False
            return self.wrong(table, bases, model_id, at) is None and self._of_use(base)

        for draw, anchor in self._anchors(k, n):
            apart = (
                0.05 + low_discrepancy_number(k) * (self.chain - 0.1) if draw < LOOSE else 0.01
            )
            if placed := block(self.models, fits, anchor, k, apart, self.chain, bounds):
                return spots_to_json(
                    tuple((model_id, disc.at) for model_id, disc in placed.items())
                )
        return None

    def around(self, table: Table, answer: Sequence[Any], by: float) -> Iterator[Any]:
        """Yield an arrangement moved by some inches each way, as JSON, where it is allowed.

        Places of use are not left for others.
        """
        spots = self.read(answer)
        for dx, dy in ((0.0, -by), (by, 0.0), (0.0, by), (-by, 0.0)):
            moved = tuple((m, thousandths(Point(at.x + dx, at.y + dy))) for m, at in spots)
            bases = [Disc(at, self.models[model_id]) for model_id, at in moved]
            if self._wrong(table, moved) is None and all(map(self._of_use, bases)):
                yield spots_to_json(moved)

    def bounds(self) -> Box:
        """Return the box in which the middle of a base must be to lie in the zone."""
        left, top, right, bottom = box(self.zone)
        radii = self.models.values()
        off = SLACK + max(radii) if self.partly else SLACK - min(radii)
        return left - off, top - off, right + off, bottom + off

    def _anchors(self, k: int, n: int) -> Iterator[tuple[int, Point]]:
        """Yield points drawn at which the first model would be of use, each with its number."""
        first, tried, in_vain = next(iter(self.models.values())), 0, 0
        left, top, right, bottom = box(self.zone)
        for start in count(0, DRAWN):
            any_good = False
            # Often the first points will do, and the others need not be drawn.
            for begin, end in ((start, start + AT_FIRST), (start + AT_FIRST, start + DRAWN)):
                points = list[Point]()
                for draw in range(begin, end):
                    across, down = low_discrepancy_point(k + draw * max(1, n))
                    points.append(
                        Point(left + across * (right - left), top + down * (bottom - top))
                    )
                good = self.usable(first, points) if self.usable else [True] * len(points)
                for draw, (point, is_good) in enumerate(zip(points, good, strict=True), begin):
                    any_good = any_good or bool(is_good)
                    if is_good and tried < ANCHORS:
                        tried += 1
                        yield draw, point
            in_vain = 0 if any_good else in_vain + 1
            if tried == ANCHORS or in_vain == IN_VAIN:
                return


def spots_to_json(spots: Spots) -> list[list[Any]]:
    """Return an arrangement as JSON."""
    return [[model_id, [*at]] for model_id, at in spots]
