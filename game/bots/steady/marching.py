"""Ways for a whole unit to move: along a field to its goal, or shifted as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.bots.steady.ground import Field
from game.geometry.points import Disc, Path, Point, length
from game.play.coherency import out_of_chain
from game.play.footing import upon
from game.play.march import March, Moves
from game.play.paths import cut
from game.play.ways import Spot, way
from game.table.records import ModelId
from game.table.state import Table

SHARES = (1.0, 0.66, 0.33)
"""How much of their way models go, if the whole of it would tear the unit."""
CUTS = (0.8, 0.6, 0.4, 0.2)
"""How much of its way a model goes where somebody stands in it."""
ROUND = 0.7
"""A model that comes less far than this looks for a way round."""
MOST_ROUND = 3
"""So many models of a unit do: it takes time."""
SPARE = 0.005
LEAST = 0.1


class Walk:
    """A unit on its way along a field."""

    def __init__(self, march: March, table: Table, field: Field) -> None:
        self.march, self.table, self.field = march, table, field
        self.left_round = MOST_ROUND

    def moves(self, share: float = 1.0) -> Moves | None:
        """Return each model's way; None if nobody gets on, or the unit would be torn."""
        for part in SHARES:
            moves = self._walked(share * part)
            if not moves:
                return None
            if holds(self.march, self.table, moves):
                return moves
        return None

    def _walked(self, share: float) -> Moves:
        stands, moves = self.march.stands(self.table), list[tuple[ModelId, Path]]()
        for who in sorted(self.march.goings, key=lambda who: self.field.left(stands[who].at)):
            far = self.march.goings[who].far * share - SPARE
            path = self._along(stands, who, far)
            if path is not None:
                moves.append((who, path))
                stands[who] = stands[who]._replace(at=path[-1])
        return tuple(moves)

    def _along(self, stands: Mapping[ModelId, Disc], who: ModelId, far: float) -> Path | None:
        """Return a model's way down the field: past or up to whoever stands in it."""
        route = self.field.route(stands[who].at, far)
        if length(route) < LEAST:
            return None
        if self._fits(stands, who, route):
            return route
        best: Path | None = None
        for share in CUTS:
            shorter = cut(route, length(route) * share)
            if length(shorter) > LEAST and self._fits(stands, who, shorter):
                best = shorter
                break
        if (best is None or length(best) < length(route) * ROUND) and self.left_round:
            self.left_round -= 1
            best = self._around(stands, who, route, far) or best
        return best

    def _around(
        self, stands: Mapping[ModelId, Disc], who: ModelId, route: Path, far: float
    ) -> Path | None:
        """Return a way to the furthest free place of a route, round all who stand about."""
        board, base = self.table.board, stands[who]
        others = {str(m): disc for m, disc in stands.items() if m != who}
        for share in (1.0, *CUTS):
            goal = cut(route, length(route) * share)[-1]
            if upon(stands, Disc(goal, base.radius), (who,)):
                continue
            size = board.width, board.height
            found = way(base, Spot(goal), board.walls, others, size, far)
            if found and found.arrived and self._fits(stands, who, found.path):
                return found.path
            return None
        return None

    def _fits(self, stands: Mapping[ModelId, Disc], who: ModelId, path: Path) -> bool:
        return self.march.why_not(self.table, stands, who, path) is None


def holds(march: March, table: Table, moves: Moves) -> bool:
    """Return whether the unit hangs together after some moves."""
    ends = {m: table.models[m].disc for m in march.body(table)}
    for who, path in moves:
        ends[who] = ends[who]._replace(at=path[-1])
    return not out_of_chain(ends, march.chain)


def shifts(
    march: March, table: Table, toward: Point, shares: tuple[float, ...]
) -> Iterator[Moves]:
    """Yield the unit shifted as one in a direction, by shares of its move."""
    for share in shares:
        if moves := march.shift(table, toward, share):
            yield moves


_HALF = 0.7071067811865476
TURNS = {45: (_HALF, _HALF), -45: (-_HALF, _HALF), 90: (1.0, 0.0), -90: (-1.0, 0.0)}
"""Sine and cosine."""


def turned(toward: Point, degrees: int) -> Point:
    """Return a heading turned clockwise by 45, -45, 90 or -90 degrees."""
    sine, cosine = TURNS[degrees]
    return Point(toward.x * cosine - toward.y * sine, toward.x * sine + toward.y * cosine)
