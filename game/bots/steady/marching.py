"""Ways for a whole unit to move: along a field to its goal, or shifted as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from game.bots.steady.unit_paths import Crowd, is_near
from game.bots.steady.walking_distance import Field
from game.geometry.points import Disc, Path, Point, length
from game.play.coherency import chains, out_of_chain
from game.play.march import March
from game.play.paths import Moves
from game.table.records import ModelId
from game.table.state import Table

TRIED = 4
"""So many free places a model tries where somebody stands in its way."""
SPARE = 0.005
LEAST = 0.1


class Walk:
    """A unit on its way along a field."""

    def __init__(self, march: March, table: Table, field: Field) -> None:
        self.march, self.table, self.field = march, table, field
        self.body = frozenset(march.body(table))

    def moves(self, share: float = 1.0) -> Moves | None:
        """Return each model's way; None if nobody gets on, or the unit would be torn.

        The foremost goes first, and each after it to near one who went before. Where somebody
        cannot follow, the last goes first, and nobody leaves before the others can do without
        him.
        """
        for last_first in (False, True):
            moves = self._walked(share, last_first=last_first)
            if moves and holds(self.march, self.table, moves):
                return moves
        return None

    def _walked(self, share: float, *, last_first: bool) -> Moves:
        models, left = self.table.models, self.field.left
        order = sorted(self.march.goings, key=lambda who: left(models[who].at))
        stands, moves = self.march.stands(self.table), list[tuple[ModelId, Path]]()
        gone = dict[ModelId, Disc]()
        waiting = [*reversed(order)] if last_first else order
        while waiting:
            stay = list[ModelId]()
            for who in waiting:
                gone.pop(who, None)
                groups = self._others(stands, who) if last_first else [[*gone.values()]]
                far = self.march.goings[who].far * share - SPARE
                path = self._along(stands, who, far, groups if who in self.body else [])
                if path is None:
                    stay.append(who)
                else:
                    moves.append((who, path))
                    stands[who] = stands[who]._replace(at=path[-1])
                if who in self.body:
                    gone[who] = stands[who]
            # Who was wedged in may have room by now.
            waiting = stay if len(stay) < len(waiting) else []
        return tuple(moves)

    def _others(self, stands: Mapping[ModelId, Disc], who: ModelId) -> list[list[Disc]]:
        """Return the groups into which the unit would fall without a model."""
        rest = {m: stands[m] for m in stands if m in self.body and m != who}
        return [[rest[m] for m in group] for group in chains(rest, self.march.chain)]

    def _along(
        self,
        stands: Mapping[ModelId, Disc],
        who: ModelId,
        far: float,
        groups: Sequence[Sequence[Disc]],
    ) -> Path | None:
        """Return a model's way down the field, round whoever stands in it.

        Of each of the *groups* somebody is near to its end.
        """
        base, chain = stands[who], self.march.chain
        route = self.field.route(base.at, far)
        if length(route) < LEAST:
            return None
        if is_near(route[-1], base.radius, groups, chain) and self._fits(stands, who, route):
            return route
        ways = Crowd(self.field, stands, who, far).ways(groups, chain)
        for path in islice(ways, TRIED):
            if length(path) >= LEAST and self._fits(stands, who, path):
                return path
        return None

    def _fits(self, stands: Mapping[ModelId, Disc], who: ModelId, path: Path) -> bool:
        return self.march.why_not(self.table, stands, who, path) is None


def holds(march: March, table: Table, moves: Moves) -> bool:
    """Return whether the unit hangs together after some moves."""
    ends = {m: table.models[m].disc for m in march.body(table)}
    for who, path in moves:
        if who in ends:
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
