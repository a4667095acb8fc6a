"""Paths of single models toward an enemy or a unit mate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.geometry.limits import last_within
from game.geometry.points import (
    CONTACT,
    EPSILON,
    Disc,
    Path,
    Point,
    direction,
    distance,
    gap,
    length,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.geometry.sweeps import Walls
from game.play.moves.base_placement import base_under, impassable_under, on_table, piece_under
from game.play.moves.march import March
from game.play.moves.path_goals import AnyContactGoal, ContactGoal
from game.play.moves.pathfinding import ShortestPath, shortest_path
from game.play.moves.paths import PULL_BACK, MoveLimits, cut, legal_step, nearby
from game.play.moves.unit_moves import walls_with_areas
from game.table.board import Board
from game.table.records import ModelId
from game.table.state import Piece, Table

NEARER = CONTACT - PULL_BACK
"""Inches by which a path into contact is longer than base contact requires."""
SPARE = 2 * CONTACT
"""Inches within coherency distance at which a model that closes up on a mate stops."""
AROUND = 10
"""Degrees between the places around a base that are tried as the end of a flight."""
BETWEEN = (0.5, 0.25, 0.75)
"""Shares of the contact distance that are tried as ends of a flight, after 0 and 1."""

PATHS = 256
"""Number of shortest paths that are remembered."""


@dataclass(frozen=True, slots=True)
class ModelApproach:
    """One model of a march on its way to an enemy or a mate."""

    march: March
    table: Table
    bases: Mapping[ModelId, Disc]
    """All bases where they are now, as ``March.bases`` returns them."""
    model_id: ModelId

    @property
    def start(self) -> Disc:
        return self.table.models[self.model_id].disc

    @property
    def limits(self) -> MoveLimits:
        return self.march.model_limits[self.model_id]

    def is_legal(self, path: Path) -> bool:
        return self.march.why_not(self.table, self.bases, self.model_id, path) is None

    def toward(self, foe: Disc) -> Path | None:
        """Return a legal path into contact with a foe, or else nearer to it.

        If the straight path stops too far from contact, the model moves along the obstacle.
        """
        return next(self.paths(foe), None) or self._aside(foe)

    def straight_toward(self, foe: Disc) -> Path | None:
        """Return a path toward a foe whose contact is out of reach; None if there is none."""
        start = self.start
        paths = _flights(start, foe) if self.limits.over else [_straight(start, foe)]
        return next(self._legal(paths), None) or self._aside(foe)

    def _aside(self, foe: Disc) -> Path | None:
        start, marchers = self.start, self.march.marchers(self.table, self.bases)
        toward, inches = unit_vector(start.at, foe.at), gap(start, foe)
        path = legal_step(marchers, self.bases, self.model_id, toward, inches)
        return path if path and self.is_legal(path) else None

    def into_contact(self) -> Path | None:
        """Return the shortest legal path into contact with the nearest foe that has one."""
        start, march = self.start, self.march
        most = last_within(self.limits.distance + march.touching)
        foes = [foe for foe in march.foe_bases(self.table) if gap(start, foe) <= most]
        foes.sort(key=lambda disc: gap(start, disc))
        if march.touching > CONTACT and foes:
            return self._near(foes)
        for foe in foes:
            if path := self._into(foe):
                return path
        return None

    def _into(self, foe: Disc) -> Path | None:
        """Return the shortest legal path into contact with a foe."""
        return next((path for path in self.paths(foe) if self._met(path, [foe])), None)

    def _near(self, foes: Sequence[Disc]) -> Path | None:
        """Return a legal path to within contact distance, into base contact if possible.

        A model that cannot come within contact distance of any foe cannot touch one either, so
        a single search covers all foes.
        """
        start, march, table = self.start, self.march, self.table
        wide = [foe._replace(radius=foe.radius + march.touching - SPARE) for foe in foes]

        def arrives(paths: Iterable[Path]) -> Path | None:
            near = (path for path in self._cut(paths) if self._met(path, foes))
            return next(self._legal(near), None)

        if self.limits.over:
            between = [
                foe._replace(radius=foe.radius + share * march.touching)
                for foe in foes
                for share in BETWEEN
            ]
            discs = (*foes, *wide, *between)
            others = tuple(
                [disc for m, disc in self.bases.items() if m not in march.model_limits]
            )
            free = _landings(table.board, tuple(table.pieces.values()), others, start.radius)
            return arrives(
                path for disc in discs for path in _flights(start, disc, free.at(disc))
            )
        if path := arrives([_straight(start, foes[0])]):
            return path
        path = arrives(self._around(wide))
        foe = path and self._met(path, foes)
        return (foe and self._into(foe)) or path

    def _met(self, path: Path, foes: Sequence[Disc]) -> Disc | None:
        """Return the first foe that is in contact with the model at the end of a path."""
        end = self.start._replace(at=path[-1])
        return next((foe for foe in foes if self.march.meets(end, foe)), None)

    def paths(self, goal: Disc, *, partly: bool = False) -> Iterator[Path]:
        """Yield legal paths to the rim of a disc, the shortest first.

        *partly*: also yield paths that end short of it.
        """
        flies = self.limits.over
        return self._legal(
            _flights(self.start, goal) if flies else self._walks(goal, partly=partly)
        )

    def _legal(self, paths: Iterable[Path]) -> Iterator[Path]:
        """Yield the legal ones of some paths, each cut to the distance that is allowed."""
        return (path for path in self._cut(paths) if self.is_legal(path))

    def _cut(self, paths: Iterable[Path]) -> Iterator[Path]:
        inches = self.limits.distance
        for path in paths:
            short = cut(path, inches) if length(path) > inches + EPSILON else path
            if len(short) > 1:
                yield short

    def _walks(self, goal: Disc, *, partly: bool) -> Iterator[Path]:
        """Yield the straight path, then the shortest path around walls (``CC-38``)."""
        start = self.start
        if start.at != goal.at:
            yield _straight(start, goal)
        yield from self._around([goal], partly=partly)

    def _around(self, goals: Sequence[Disc], *, partly: bool = False) -> Iterator[Path]:
        """Yield the shortest path around walls to any of some discs, if there is one."""
        start, board, off_limits = self.start, self.table.board, self.march.off_limits
        there = [disc.at for disc in goals]
        inches = self.limits.distance + NEARER
        # Bases too far away to stop the model, or to leave no place at a goal, are left out.
        wide = inches + 4 * (start.radius + max([disc.radius for disc in goals])) + 1.0
        near = self.bases if partly else nearby(self.bases, self.model_id, (start.at,), wide)
        others = tuple(
            [(str(m), d) for m, d in near.items() if m != self.model_id and d.at not in there]
        )
        walls = walls_with_areas(board, off_limits) if off_limits else board.walls
        size = board.width, board.height
        goal = ContactGoal(goals[0]) if len(goals) == 1 else AnyContactGoal(tuple(goals))
        found = _shortest(start, goal, walls, others, size, inches, partly=partly)
        if found and (found.arrived or partly):
            yield found.path


@lru_cache(PATHS, typed=True)
def _shortest(
    start: Disc,
    goal: ContactGoal | AnyContactGoal,
    walls: Walls,
    others: tuple[tuple[str, Disc], ...],
    size: tuple[float, float],
    inches: float,
    *,
    partly: bool,
) -> ShortestPath | None:
    """``CC-38``  Return the shortest path, remembered.

    The odds of a charge, its suggestion and its judgement ask for the same paths in turn.
    """
    return shortest_path(start, goal, walls, dict(others), size, inches, partly=partly)


def _straight(start: Disc, goal: Disc) -> Path:
    apart = goal.radius + start.radius + PULL_BACK
    return start.at, thousandths(point_ahead(goal.at, unit_vector(goal.at, start.at), apart))


class _Landings:
    """Places around discs where a base can land if the unit that moves is left out."""

    def __init__(
        self, board: Board, pieces: Sequence[Piece], others: Sequence[Disc], radius: float
    ) -> None:
        self._board, self._radius = board, radius
        self._pieces = {piece.id: piece for piece in pieces}
        self._others = {str(n): disc for n, disc in enumerate(others)}
        self._at = dict[Disc, tuple[Point, ...]]()

    def at(self, disc: Disc) -> tuple[Point, ...]:
        """Return the free ones of the places around a disc."""
        if disc not in self._at:
            ends = _ring(disc, disc.radius + self._radius + PULL_BACK)
            self._at[disc] = tuple([end for end in ends if self._is_free(end)])
        return self._at[disc]

    def _is_free(self, at: Point) -> bool:
        base = Disc(at, self._radius)
        return (
            on_table(self._board, base)
            and base_under(self._others, base) is None
            and piece_under(self._pieces, base) is None
            and impassable_under(self._board, base) is None
        )


_landings = lru_cache(4)(_Landings)
"""A charge tries the same places for one model after another."""


def _flights(start: Disc, goal: Disc, ends: Sequence[Point] | None = None) -> list[Path]:
    """Return straight paths to places around a disc, the nearest first.

    *ends*: those of the usual places that are tried; all if None.
    """
    apart = goal.radius + start.radius + PULL_BACK
    tried = [*(_ring(goal, apart) if ends is None else ends)]
    if start.at != goal.at:
        nearest = point_ahead(goal.at, unit_vector(goal.at, start.at), apart)
        tried.insert(0, thousandths(nearest))
    return [(start.at, end) for end in sorted(tried, key=lambda end: distance(start.at, end))]


def _ring(disc: Disc, apart: float) -> list[Point]:
    ways = [direction(turn) for turn in range(0, 360, AROUND)]
    return [thousandths(point_ahead(disc.at, way, apart)) for way in ways]
