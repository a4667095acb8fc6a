"""Ways around what stands between a model and where a hand wishes it to be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial

from game.geometry.points import Disc, Path, Point, distance, length, point_ahead, unit_vector
from game.geometry.sweeps import Walls
from game.play.base_placement import base_under, impassable_under, nearest_place, on_table
from game.play.march import March
from game.play.path_goals import PointGoal
from game.play.pathfinding import shortest_path
from game.table.records import ModelId
from game.table.state import Table

SHARES = (1.0, 0.8, 0.6, 0.4)
"""Of the inches that are left: how far out a place is looked for."""


class Detours:
    def __init__(self, march: March, table: Table) -> None:
        self.march, self.table = march, table

    def around(
        self, who: ModelId, wish: Path, end: Point, stands: Mapping[ModelId, Disc]
    ) -> Path | None:
        """Return a wished way that goes to *end* instead, around whatever is in between."""
        start, going, board = wish[-2:-1], self.march.goings[who], self.table.board
        left = going.far - length(wish[:-1])
        if not start or going.over or distance(start[0], end) > left:
            return None
        others = {str(m): disc for m, disc in stands.items() if m != who}
        base, size = stands[who]._replace(at=start[0]), (board.width, board.height)
        found = shortest_path(base, PointGoal(end), self._walls, others, size, left)
        if found is None or not found.arrived:
            return None
        path = (*wish[:-2], *found.path)
        return None if self.march.why_not(self.table, stands, who, path) else path

    def nearer(
        self, who: ModelId, wish: Path, missed: float, stands: Mapping[ModelId, Disc]
    ) -> Path | None:
        """Return a way that ends less than *missed* inches off the wish, if there is one."""
        base, left = stands[who], self.march.goings[who].far - length(wish[:-1])
        straight = distance(wish[-2], wish[-1]) if len(wish) > 1 else 0.0
        if not straight:
            return None
        for share in SHARES:
            goal = point_ahead(
                wish[-2], unit_vector(wish[-2], wish[-1]), min(straight, left * share)
            )
            spot = nearest_place(goal, partial(self._may_stand, who, base.radius, stands))
            if spot is None or distance(spot, wish[-1]) >= missed:
                continue
            if path := self.around(who, wish, spot, stands):
                return path
        return None

    def _may_stand(
        self, who: ModelId, radius: float, stands: Mapping[ModelId, Disc], at: Point
    ) -> bool:
        base, board = Disc(at, radius), self.table.board
        return (
            on_table(board, base)
            and not impassable_under(board, base)
            and not any(area.holds(base) for area in self.march.shut)
            and base_under(stands, base, (who,)) is None
        )

    @cached_property
    def _walls(self) -> Walls:
        """Return what nobody may cross, the ground that the unit keeps out of included."""
        shut = [side for area in self.march.shut for side in area.sides()]
        walls = self.table.board.walls
        return Walls((*walls.segments, *shut)) if shut else walls
