"""Paths of single models toward an enemy or a unit mate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from game.play.base_placement import base_under, impassable_under, on_table, piece_under
from game.play.march import March
from game.play.path_goals import AnyContactGoal, ContactGoal
from game.play.pathfinding import ShortestPath, shortest_path
from game.play.paths import PULL_BACK, cut, legal_step, nearby
from game.table.board import Board, Terrain
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


def path_toward(
    march: March, table: Table, stands: Mapping[ModelId, Disc], model_id: ModelId, foe: Disc
) -> Path | None:
    """Return a model's legal path into contact with a foe, or else nearer to it.

    If the straight path stops too far from contact, the model moves along the obstacle.
    """
    if path := next(approach_paths(march, table, stands, model_id, foe), None):
        return path
    return _aside(march, table, stands, model_id, foe)


def straight_toward(
    march: March, table: Table, stands: Mapping[ModelId, Disc], model_id: ModelId, foe: Disc
) -> Path | None:
    """Return a path toward a foe for a model that cannot reach contact.

    None if there is none.
    """
    start = table.models[model_id].disc
    paths = _flights(start, foe) if march.goings[model_id].over else [_straight(start, foe)]
    path = next(_legal(march, table, stands, model_id, paths), None)
    return path or _aside(march, table, stands, model_id, foe)


def _aside(
    march: March, table: Table, stands: Mapping[ModelId, Disc], model_id: ModelId, foe: Disc
) -> Path | None:
    start = table.models[model_id].disc
    toward, inches = unit_vector(start.at, foe.at), gap(start, foe)
    path = legal_step(march.marchers(table, stands), stands, model_id, toward, inches)
    return path if path and march.why_not(table, stands, model_id, path) is None else None


def path_to_contact(
    march: March, table: Table, stands: Mapping[ModelId, Disc], model_id: ModelId
) -> Path | None:
    """Return the shortest legal path into contact with the nearest foe that has one."""
    start, inches = table.models[model_id].disc, march.goings[model_id].distance
    most = last_within(inches + march.touching)
    foes = [foe for foe in march.foe_bases(table) if gap(start, foe) <= most]
    foes.sort(key=lambda disc: gap(start, disc))
    if march.touching > CONTACT and foes:
        return _way_near(march, table, stands, model_id, foes)
    for foe in foes:
        if path := _way_into(march, table, stands, model_id, foe):
            return path
    return None


def _way_into(
    march: March, table: Table, stands: Mapping[ModelId, Disc], model_id: ModelId, foe: Disc
) -> Path | None:
    """Return the shortest legal path into contact with a foe."""
    radius = stands[model_id].radius
    paths = approach_paths(march, table, stands, model_id, foe)
    return next((path for path in paths if march.meets(Disc(path[-1], radius), foe)), None)


def _way_near(
    march: March,
    table: Table,
    stands: Mapping[ModelId, Disc],
    model_id: ModelId,
    foes: Sequence[Disc],
) -> Path | None:
    """Return a legal path to within contact distance of a foe, into base contact if possible.

    A model that cannot come within contact distance of any foe cannot touch one either, so a
    single search covers all foes.
    """
    start = table.models[model_id].disc
    wide = [foe._replace(radius=foe.radius + march.touching - SPARE) for foe in foes]

    def arrives(paths: Iterable[Path]) -> Path | None:
        near = (path for path in _cut(march, model_id, paths) if _met(march, path, start, foes))
        return next(_legal(march, table, stands, model_id, near), None)

    if march.goings[model_id].over:
        between = [
            foe._replace(radius=foe.radius + share * march.touching)
            for foe in foes
            for share in BETWEEN
        ]
        discs = (*foes, *wide, *between)
        others = tuple([disc for m, disc in stands.items() if m not in march.goings])
        free = _landings(table.board, tuple(table.pieces.values()), others, start.radius)
        return arrives(path for disc in discs for path in _flights(start, disc, free.at(disc)))
    if path := arrives([_straight(start, foes[0])]):
        return path
    path = arrives(_walk(march, table, stands, model_id, wide))
    foe = path and _met(march, path, start, foes)
    return (foe and _way_into(march, table, stands, model_id, foe)) or path


def _met(march: March, path: Path, start: Disc, foes: Sequence[Disc]) -> Disc | None:
    """Return the first foe that is in contact with the model at the end of a path."""
    end = start._replace(at=path[-1])
    return next((foe for foe in foes if march.meets(end, foe)), None)


def approach_paths(
    march: March,
    table: Table,
    stands: Mapping[ModelId, Disc],
    model_id: ModelId,
    goal: Disc,
    *,
    partly: bool = False,
) -> Iterator[Path]:
    """Yield legal paths of one model to the rim of a disc, the shortest first.

    *partly*: also yield paths that end short of it.
    """
    found = (
        _flights(table.models[model_id].disc, goal)
        if march.goings[model_id].over
        else _walks(march, table, stands, model_id, goal, partly=partly)
    )
    return _legal(march, table, stands, model_id, found)


def _legal(
    march: March,
    table: Table,
    stands: Mapping[ModelId, Disc],
    model_id: ModelId,
    paths: Iterable[Path],
) -> Iterator[Path]:
    """Yield the legal ones of some paths, each cut to the distance that the model may move."""
    for path in _cut(march, model_id, paths):
        if march.why_not(table, stands, model_id, path) is None:
            yield path


def _cut(march: March, model_id: ModelId, paths: Iterable[Path]) -> Iterator[Path]:
    inches = march.goings[model_id].distance
    for path in paths:
        short = cut(path, inches) if length(path) > inches + EPSILON else path
        if len(short) > 1:
            yield short


def _walks(
    march: March,
    table: Table,
    stands: Mapping[ModelId, Disc],
    model_id: ModelId,
    goal: Disc,
    *,
    partly: bool,
) -> Iterator[Path]:
    """Yield the straight path, then the shortest path around walls (``CC-38``)."""
    start = table.models[model_id].disc
    if start.at != goal.at:
        yield _straight(start, goal)
    yield from _walk(march, table, stands, model_id, [goal], partly=partly)


def _walk(
    march: March,
    table: Table,
    stands: Mapping[ModelId, Disc],
    model_id: ModelId,
    goals: Sequence[Disc],
    *,
    partly: bool = False,
) -> Iterator[Path]:
    """Yield the shortest path around walls to any of some discs, if there is one."""
    start, board = table.models[model_id].disc, table.board
    there = [disc.at for disc in goals]
    inches = march.goings[model_id].distance + NEARER
    # Bases too far away to stop the model, or to leave no place at a goal, are left out.
    wide = inches + 4 * (start.radius + max([disc.radius for disc in goals])) + 1.0
    near = stands if partly else nearby(stands, model_id, (start.at,), wide)
    others = tuple(
        [(str(m), d) for m, d in near.items() if m != model_id and d.at not in there]
    )
    walls = _walls(board, march.shut) if march.shut else board.walls
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


@lru_cache(8)
def _walls(board: Board, shut: tuple[Terrain, ...]) -> Walls:
    """Return the board's walls, with the sides of some areas as further walls."""
    return Walls((*board.walls.segments, *(side for area in shut for side in area.sides())))


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
