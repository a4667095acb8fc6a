"""Chance to get through from every place of the street, several turns ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.cores.kit.dice_chances import FACES
from game.cores.kit.probability import of_total
from game.geometry.points import Point, vector_of_heading
from game.systems.pursuit.bot.street_layout import COLUMN, ROW, Mask, StreetLayout
from game.systems.pursuit.bot.weights import PursuitWeights
from game.systems.pursuit.rules.pursuit_phase import ASTRAY, DICE
from game.systems.pursuit.table.street import ROLL
from game.table.records import DiceExpression

Values: TypeAlias = NDArray[np.floating[Any]]
ByFacing: TypeAlias = Mapping[int, Values]
Steps: TypeAlias = tuple[tuple[int, int], ...]
"""Places that a ride passes, in rows toward the Arrival and columns to one side."""

TURNS, PLAIN_TURNS = 4, 3
"""Numbers of turns to look ahead, exactly and for a rough estimate."""
HALVED = 50.0
"""Inches from the Arrival at which about half get through, where no path is known."""
ROUGH = 0.93
"""Share of all chances left after each inch of Difficult ground, about (``PU-22``)."""
_ROWS = int(ROLL / ROW)
_FREE = _ROWS + 1
_DIE_ROWS = round(max(FACES) / ROW)
_NONE = np.float32(0.0)
_ROUGHS = np.cumprod([1.0] + [ROUGH] * _ROWS)
"""A table, not a power: the last digit of a power depends on the machine."""

AHEAD, ASKEW = 0, round(ASTRAY)
"""Facings that are distinguished, in degrees from the Arrival; 45 to either side."""
PLAIN_COLUMN = 2 * COLUMN
"""Inches between places along the Arrival, for a rough estimate."""


class GridPart(NamedTuple):
    """A part of the grid: rows off the Arrival and columns along it, the last not included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.bottom - self.top, self.right - self.left

    def within(self, other: GridPart) -> tuple[slice, slice]:
        """Return the rows and columns of this part in an array of another."""
        rows = slice(self.top - other.top, self.bottom - other.top)
        return rows, slice(self.left - other.left, self.right - other.left)

    def later(self, rows: int) -> GridPart:
        """Return the part that lies a number of rows further off the Arrival."""
        return self._replace(top=self.top + rows, bottom=self.bottom + rows)


class RideStep(NamedTuple):
    """A ride over the grid, in rows toward the Arrival and columns to one side."""

    faces: int
    """Facing at first, in degrees from the Arrival to the side of growing columns."""
    steps: Steps
    """Its last place is its end."""
    ends: tuple[int, ...]
    """Facings that it may have at the end."""


def _way(
    faces: int, stretches: tuple[tuple[int, int], ...], *ends: int, column: float = COLUMN
) -> RideStep:
    x = y = 0.0
    facing, steps = faces, [(0, 0)]
    for turn, distance in stretches:
        facing += turn
        aside, back = vector_of_heading(facing)
        for _ in range(distance):
            x, y = x - back, y + aside
            steps.append((round(x / ROW), round(y / column)))
    return RideStep(faces, tuple(dict.fromkeys(steps))[1:] or ((0, 0),), ends)


def _both(step: RideStep) -> tuple[RideStep, RideStep]:
    """Return a ride and its mirror image."""
    steps = tuple([(on, -aside) for on, aside in step.steps])
    return step, RideStep(-step.faces, steps, tuple([-end for end in step.ends]))


_STRAIGHT = tuple([_way(AHEAD, ((0, distance),), AHEAD) for distance in (3, 9)]) + tuple(
    [_way(AHEAD, ((0, distance),), AHEAD, ASKEW, -ASKEW) for distance in (6, 12)]
)
_ASIDE_ONCE = tuple(
    step
    for first, distance in ((2, 4), (4, 8), (4, 5), (8, 4))
    for turn in (22, 45)
    for step in _both(
        _way(AHEAD, ((0, first), (turn, distance)), AHEAD, *([45] if turn == 45 else []))
    )
)
_ASKEW = tuple(
    step
    for stretches, ends in (
        ((), (ASKEW,)),
        (((0, 6),), (ASKEW, AHEAD)),
        (((0, 12),), (ASKEW, AHEAD)),
        (((0, 2), (-45, 4)), (AHEAD,)),
        (((0, 4), (-45, 8)), (AHEAD,)),
        (((0, 8), (-45, 4)), (AHEAD,)),
        (((0, 4), (45, 4), (-45, 4)), (ASKEW,)),
        (((0, 2), (45, 2), (-45, 2)), (ASKEW,)),
    )
    for step in _both(_way(ASKEW, stretches, *ends))
)
WAYS = (_way(AHEAD, (), AHEAD), *_STRAIGHT, *_ASIDE_ONCE, *_ASKEW)
PLAIN = tuple(
    [
        _way(AHEAD, ((0, distance),) if distance else (), AHEAD, column=PLAIN_COLUMN)
        for distance in (0, 3, 6, 9, 12)
    ]
) + tuple(
    step
    for first, distance in ((2, 4), (4, 8), (8, 4))
    for turn in (22, 45)
    for step in _both(_way(AHEAD, ((0, first), (turn, distance)), AHEAD, column=PLAIN_COLUMN))
)
"""Rides for a rough estimate, after each of which a model faces the Arrival."""


def _widest(routes: tuple[RideStep, ...]) -> int:
    """Return the number of columns to one side that some ride reaches."""
    return max([abs(aside) for route in routes for _, aside in route.steps])


_ASIDE, _PLAIN_ASIDE = _widest(WAYS), _widest(PLAIN)


def _reaches(dice: int, distance: int) -> float:
    """Return the chance that *dice* d6 total at least *distance*."""
    whole = 0.0
    for chance in of_total(0, DiceExpression(dice))[max(0, distance) :]:
        whole += chance
    return whole


_CLEAR = tuple(
    np.array([_reaches(dice, _ROWS - c) for c in range(_FREE + 1)], dtype=np.float32)
    for dice in DICE.values()
)
"""``PU-11``  For each number of dice: chances to back clear of a wall, by its rows ahead."""


def _a_die_back(values: Values) -> Values:
    """``PU-11``  Return for each place the value of going back from it by one die."""
    found = np.zeros_like(values)
    for face in FACES:
        rows = round(face / ROW)
        found[:-rows] += values[rows:]
    found /= np.float32(len(FACES))
    return found


@dataclass(frozen=True, eq=False)
class BreakthroughOdds:
    """Value of each place of a street to a model that wants to get through or to last.

    Several layouts of one street are weighed at once: the last axis of all arrays, after rows
    and columns. So most sums run over long stretches of memory.
    """

    layouts: tuple[StreetLayout, ...]
    """They differ in their pieces only."""
    dies: float
    """Chance that a hit of the street kills the model."""
    weights: PursuitWeights
    leaves: bool = True
    """True if the model wants to leave through the Arrival; else it wants to last."""
    plain: bool = False
    """True for a rough estimate: fewer turns and rides, a coarser grid."""
    places: tuple[Point, ...] = ()
    """The only places that may be asked about, before the next ride; empty for any place.

    Then only the parts of the grid are computed on which the values of these places depend.
    """

    @property
    def layout(self) -> StreetLayout:
        """The first layout, to which all answers apply but those of ``each_before``."""
        return self.layouts[0]

    @property
    def _turns(self) -> int:
        return PLAIN_TURNS if self.plain else TURNS

    @property
    def _column(self) -> float:
        return PLAIN_COLUMN if self.plain else COLUMN

    @property
    def _before(self) -> int:
        """Return the number of rows beyond the Arrival, for street still to roll in."""
        return _ROWS * (self._turns + 1)

    @property
    def _aside(self) -> int:
        return _PLAIN_ASIDE if self.plain else _ASIDE

    @cached_property
    def _grid(self) -> GridPart:
        """The rows that matter in each turn, and all columns.

        The rows are those of the street on the table, and of a whole roll to either side: no
        ride goes further beyond the Arrival, and no model further beyond the rear edge.
        """
        rows, columns = self.layout.cover.walls.shape
        if self.plain:
            columns = len(range(0, columns, round(PLAIN_COLUMN / COLUMN)))
        return GridPart(0, rows + 2 * _ROWS, 0, columns)

    def _clipped(self, part: GridPart, turn: int) -> GridPart:
        """Return what of a part lies on the grid, *turn* turns from now."""
        grid = self._grid
        bottom = grid.bottom - (0 if turn else _ROWS)
        return GridPart(
            max(part.top, 0),
            min(part.bottom, bottom),
            max(part.left, 0),
            min(part.right, grid.right),
        )

    @cached_property
    def _parts(self) -> list[tuple[GridPart, GridPart]]:
        """The parts of the grid that matter before the ride and after it, turn by turn."""
        if self.places:
            rows, columns = zip(*[self._square(at, 0) for at in self.places], strict=True)
            part = GridPart(min(rows), max(rows) + 1, min(columns), max(columns) + 1)
        else:
            part = self._clipped(self._grid, 0)
        parts = list[tuple[GridPart, GridPart]]()
        for turn in range(self._turns):
            top, bottom, left, right = part
            after = GridPart(top - _ROWS, bottom, left - self._aside, right + self._aside)
            after = self._clipped(after, turn)
            parts.append((part, after))
            back = after.bottom + _DIE_ROWS * len(_CLEAR)
            part = self._clipped(after._replace(bottom=back), turn + 1)
            if not self.places:
                part = self._grid
        return [*parts, (part, part)]

    def _rolls(self, turn: int) -> int:
        """Return the number of rows that the street rolls from *turn* to the last turn."""
        return _ROWS * (self._turns - turn)

    @cached_property
    def _cut(self) -> GridPart:
        """The part of the street that matters, with the street still to roll in before it."""
        parts = [
            part.later(self._rolls(turn))
            for turn, both in enumerate(self._parts)
            for part in both
        ]
        whole = _around(parts)
        # Walls ahead matter as far as a whole roll.
        return whole._replace(top=max(0, whole.top - _ROWS))

    def _extended(self, masks: list[Mask], *, sides: bool = True) -> Mask:
        """Return masks on the grid that is used, with empty rows for street still to come.

        *sides*: keep the columns that are covered all along, the edges of the table.
        """
        top, bottom, left, right = self._cut
        step = round(PLAIN_COLUMN / COLUMN) if self.plain else 1
        mask = np.stack([mask[:, ::step][:, left:right] for mask in masks], axis=-1)
        clear = np.zeros((self._before, *mask.shape[1:]), dtype=np.bool_)
        if sides:
            clear |= mask.all(axis=0)
        return np.concatenate([clear[top:], mask[max(0, top - self._before) :]])[: bottom - top]

    @cached_property
    def _walls(self) -> Mask:
        return self._extended([layout.cover.walls for layout in self.layouts])

    @cached_property
    def _rubble(self) -> Mask:
        return self._extended([layout.cover.rubble for layout in self.layouts], sides=False)

    @cached_property
    def gap(self) -> NDArray[np.int64]:
        """Return the rows from each place to the first wall ahead, up to a whole roll."""
        walls = self._extended([layout.cover.clears for layout in self.layouts])
        rows = walls.shape[0]
        found = np.full(walls.shape, _FREE, dtype=np.int64)
        for n in range(_ROWS, 0, -1):
            np.copyto(found[n:], n, where=walls[: rows - n])
        return found

    @cached_property
    def _rough(self) -> Values:
        """Return the share of chances left after the Difficult ground of a whole roll ahead."""
        inches = np.cumsum(self._rubble, axis=0, dtype=np.int64)
        inches[_ROWS:] = inches[_ROWS:] - inches[:-_ROWS]
        return np.asarray(_ROUGHS[inches], dtype=np.float32)

    @cached_property
    def _rides_from(self) -> GridPart:
        """The part of the street on which rides begin."""
        parts = self._parts[: self._turns]
        return _around([part.later(self._rolls(turn)) for turn, (part, _) in enumerate(parts)])

    @cached_property
    def _open(self) -> list[Values]:
        """Return for each ride the share of chances left at its end, from each place.

        The places are those of ``_rides_from``.
        """
        free = np.where(self._walls, 0.0, np.where(self._rubble, ROUGH, 1.0))
        framed = self._framed(free, 1.0, 0.0)
        from_ = self._rides_from
        shape = (*from_.shape, len(self.layouts))
        found, after = dict[Steps, Values](), list[Values]()
        passed: Steps = ()
        # In this order a ride begins like the one before it, whose shares are still there.
        for steps in sorted([route.steps for route in self._routes]):
            alike = _alike(passed, steps)
            for n in range(alike, len(steps)):
                seen = self._seen(framed, self._cut, steps[n], from_)
                if n == len(after):
                    after.append(np.empty(shape, dtype=np.float32))
                np.multiply(after[n - 1] if n else np.float32(1.0), seen, out=after[n])
            passed, found[steps] = steps, after[len(steps) - 1].copy()
        return [found[route.steps] for route in self._routes]

    @property
    def _routes(self) -> tuple[RideStep, ...]:
        return PLAIN if self.plain else WAYS

    def _framed(self, values: Values, above: float, beside: float) -> Values:
        """Return values with a margin as wide as a ride may go."""
        rows, columns, many = values.shape
        aside = self._aside
        framed = np.full((rows + _ROWS, columns + 2 * aside, many), beside, dtype=np.float32)
        framed[:_ROWS, aside : aside + columns] = above
        framed[_ROWS:, aside : aside + columns] = values
        return framed

    def _seen(
        self, framed: Values, part: GridPart, step: tuple[int, int], from_: GridPart
    ) -> Values:
        """Return for each place the value that lies *step* rows ahead and columns aside.

        *framed*: the values of a part of the grid, with a margin; *from_*: the part of the
        places.
        """
        on, aside = step
        top = _ROWS - on + from_.top - part.top
        left = self._aside + aside + from_.left - part.left
        rows, columns = from_.shape
        return framed[top : top + rows, left : left + columns]

    @cached_property
    def _off(self) -> Values:
        """The inches from the Arrival of each row of the grid, the same in each turn."""
        return (np.arange(self._grid.bottom, dtype=np.float32) - _ROWS) * ROW

    def _of_street(self, part: GridPart, turn: int) -> tuple[slice, slice]:
        """Return where a part of the grid lies in arrays of ``_cut``, in *turn* turns."""
        return part.later(self._rolls(turn)).within(self._cut)

    @cached_property
    def _layers(self) -> list[tuple[ByFacing, ByFacing]]:
        """Return for each turn the values of places before the ride, and after it.

        The places are those of ``_parts``.
        """
        part, _ = self._parts[self._turns]
        walls = self._walls[self._of_street(part, self._turns)]
        facings = (AHEAD,) if self.plain else (AHEAD, ASKEW, -ASKEW)
        hope = self._hope(self._off[part.top : part.bottom] - self.layout.base)
        before = dict.fromkeys(facings, np.where(walls, _NONE, hope[:, None, None]))
        layers = list[tuple[ByFacing, ByFacing]]()
        for turn in range(self._turns - 1, -1, -1):
            after, framed, later = dict[int, Values](), dict[int, Values](), part
            part, ends_in = self._parts[turn]
            hit = self._hit_at(ends_in, turn)
            for facing in facings:
                # What comes after the last turn does not depend on the facing.
                if facing != AHEAD and before[facing] is before[AHEAD]:
                    after[facing], framed[facing] = after[AHEAD], framed[AHEAD]
                    continue
                after[facing] = self._rolled(before[facing], later, turn, hit)
                after[facing][: max(0, self._left - ends_in.top)] = float(self.leaves)
                framed[facing] = self._framed(after[facing], float(self.leaves), 0.0)
            shape = (*part.shape, len(self.layouts))
            before = {facing: np.zeros(shape, dtype=np.float32) for facing in facings}
            # Rides may end in one of few sets of facings, whose best is found once for all.
            ends: dict[tuple[int, ...], Values]
            ends = {(facing,): values for facing, values in framed.items()}
            worth = np.empty(shape, dtype=np.float32)
            from_ = part.later(self._rolls(turn)).within(self._rides_from)
            for step, share in zip(self._routes, self._open, strict=True):
                turned = step.ends[: 1 if self.plain else None]
                if turned not in ends:
                    differing = {id(framed[facing]): framed[facing] for facing in turned}
                    ends[turned] = np.maximum.reduce([*differing.values()])
                there = self._seen(ends[turned], ends_in, step.steps[-1], part)
                np.multiply(share[from_], there, out=worth)
                np.maximum(before[step.faces], worth, out=before[step.faces])
            layers.append((before, after))
        return layers[::-1]

    def _rolled(self, before: Values, later: GridPart, turn: int, hit: Values) -> Values:
        """Return the values of places when the next Pursuit phase is to come.

        *before*: the values after it, by the inches from the Arrival, which stay the same.
        *later*: the part of the grid for which they are given. *hit*: the value of being hit
        at each place.
        """
        _, part = self._parts[turn]
        rows, columns = part.within(later)
        there = self._of_street(part, turn)
        ahead = before[rows.start :, columns].copy()
        worth = np.where(self.gap[there] == _FREE, ahead[: hit.shape[0]], hit)
        ahead[max(0, self._lost - part.top) :] = 0.0
        for clears in self._clears:
            ahead = _a_die_back(ahead)
            backed = ahead[: hit.shape[0]] - hit
            backed *= clears[there]
            backed += hit
            np.maximum(worth, backed, out=worth)
        if self.leaves:
            worth *= self.weights.turn_discount
        worth *= self._rough[there]
        return np.asarray(worth, dtype=np.float32)

    @cached_property
    def _left(self) -> int:
        """The number of rows from where a base leaves through the Arrival."""
        return int(np.count_nonzero(self._off < self.layout.base + ROW / 2))

    @property
    def _rear(self) -> float:
        """The inches from the Arrival of a base at the rear edge."""
        return self.layout.street.long - self.layout.base

    @cached_property
    def _lost(self) -> int:
        """The first row from where a base is lost over the rear edge."""
        return int(np.count_nonzero(self._off <= self._rear))

    @cached_property
    def _hit(self) -> Values:
        """The value of being hit, by the row and the gap ahead."""
        back = self._off[:, None] + (_FREE - np.arange(_FREE + 1)) * ROW
        alive = (1.0 - self.dies) * self.weights.dashed
        return np.where(back < self._rear, alive * self._hope(back - self.layout.base), _NONE)

    def _hit_at(self, part: GridPart, turn: int) -> Values:
        """Return the value of being hit at each place of a part of the grid."""
        gap = self.gap[self._of_street(part, turn)]
        first = np.arange(part.top, part.bottom) * (_FREE + 1)
        return np.asarray(self._hit.take(first[:, None, None] + gap))

    @cached_property
    def _clears(self) -> list[Values]:
        """``PU-11``  Return for each number of dice the chances to back clear of a wall."""
        return [clear[self.gap] for clear in _CLEAR]

    def _hope(self, off: Values) -> Values:
        """Return the value of being *off* inches away, where no path is known."""
        return guess(off) if self.leaves else np.ones_like(off)

    def before(self, at: Point, facing: float, turn: int = 0) -> float:
        """Return the value of a place when the Movement phase begins.

        *turn*: 0 for the phase that the layout describes, 1 for the one after.
        """
        return self.each_before(at, facing, turn)[0]

    def each_before(self, at: Point, facing: float, turn: int = 0) -> list[float]:
        """Return the same for each layout."""
        values, (part, _) = self._layers[turn][0][self._faced(facing)], self._parts[turn]
        return self._at(values, part, at, turn)

    def after(self, at: Point, facing: float) -> float:
        """Return the value of a place to a model that has moved."""
        values, (_, part) = self._layers[0][1][self._faced(facing)], self._parts[0]
        return self._at(values, part, at, 0)[0]

    def all_after(self, off: Values, along: Values, aside: Values) -> Values:
        """Return the same for many places; *aside*: degrees clockwise from the Arrival."""
        after = {facing: values[..., 0] for facing, values in self._layers[0][1].items()}
        rows = np.rint(off / ROW).astype(np.int64) + _ROWS
        columns = np.rint(along / self._column).astype(np.int64)
        height, width = after[AHEAD].shape
        rows, columns = np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)
        worth = after[AHEAD][rows, columns]
        if not self.plain:
            for side in (1, -1):
                askew = aside * side * self._grows > ASKEW / 2
                worth = np.where(askew, after[ASKEW * side][rows, columns], worth)
        return np.asarray(worth)

    @cached_property
    def _grows(self) -> int:
        """Return 1 if columns grow clockwise of a model facing the Arrival, else -1."""
        street = self.layout.street
        return 1 if street.along(vector_of_heading(street.facing + 90.0)) > 0.0 else -1

    def _faced(self, facing: float) -> int:
        """Return the distinguished facing nearest to *facing*."""
        street = self.layout.street
        aside = (facing - street.facing + 180.0) % 360.0 - 180.0
        if self.plain or abs(aside) <= ASKEW / 2:
            return AHEAD
        return ASKEW if aside * self._grows > 0.0 else -ASKEW

    def room(self, at: Point) -> float:
        """Return the inches from a place to the first wall ahead, up to a whole roll."""
        part, _ = self._parts[0]
        return self._at(self.gap[self._of_street(part, 0)], part, at, 0)[0] * ROW

    def _square(self, at: Point, turn: int) -> tuple[int, int]:
        """Return the row and the column of a place, *turn* turns from now."""
        street, part = self.layout.street, self._clipped(self._grid, turn)
        row = _ROWS * (turn + 1) + round((street.off(at) - turn * ROLL) / ROW)
        column = round(street.along(at) / self._column)
        return min(max(row, 0), part.bottom - 1), min(max(column, 0), part.right - 1)

    def _at(
        self, values: Values | NDArray[np.int64], part: GridPart, at: Point, turn: int
    ) -> list[float]:
        """Return the value of a place in each layout; *values* are those of a part."""
        row, column = self._square(at, turn)
        assert part.top <= row < part.bottom
        assert part.left <= column < part.right
        return [float(value) for value in values[row - part.top, column - part.left]]


def guess(off: Values) -> Values:
    """Return a rough chance to get through from *off* inches away."""
    return np.asarray(1.0 / (1.0 + np.maximum(off, 0.0) / HALVED), dtype=np.float32)


@lru_cache(8)
def lanes_of(
    layout: StreetLayout,
    dies: float,
    weights: PursuitWeights,
    *,
    leaves: bool = True,
) -> BreakthroughOdds:
    """Return the values of the places of a street, cached by their arguments."""
    return BreakthroughOdds((layout,), dies, weights, leaves=leaves)


def _alike(ride: Steps, other: Steps) -> int:
    """Return the number of places that two rides have in common at their beginning."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(ride, other, strict=False))
    )


def _around(parts: list[GridPart]) -> GridPart:
    """Return the smallest part that contains some parts."""
    tops, bottoms, lefts, rights = zip(*parts, strict=True)
    return GridPart(min(tops), max(bottoms), min(lefts), max(rights))
