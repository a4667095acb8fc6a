"""Edits of a map that its games suggest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice
from math import hypot
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game.geometry.points import Point, distance
from game.lab.map_verdicts import (
    GROUND_LOSSES,
    Factor,
    MapVerdict,
    MarkerUse,
    SwapEffect,
    cause_of,
    plain_marker,
)
from game.lab.squares import Squares
from game.lab.swapped_games import SwappedGame
from game.table.board import Board, Zone
from game.table.records import How

MAX_PROPOSALS = 2
NEAR_MARKER, FAR_MARKER = 2.0, 14.0
"""Distances in inches within which a better place for a marker is looked for."""
APART = 6.0
"""Distance in inches that a marker keeps from the others where it is moved."""
AROUND = 9
"""Number of squares that are put together: one with its neighbours."""
COVERED = (How.SHOT, How.POWER)
"""Causes of loss that cover prevents."""
Sums = npt.NDArray[np.float64]


class TerrainEdit(StrEnum):
    """A change of the terrain at a place."""

    NONE = "none"
    COVER = "cover"
    BARRIER = "barrier"
    REMOVE = "remove"


class MapProposal(NamedTuple):
    """An edit that may mend a map."""

    words: str
    at: Point
    """The place that it is about."""
    marker: str = ""
    """Id of the marker to be moved; empty if none is."""
    to: Point | None = None
    """The place that the marker is to be moved to; None if that is left open."""
    terrain: TerrainEdit = TerrainEdit.NONE


def proposals(
    games: Sequence[SwappedGame], verdict: MapVerdict, board: Board
) -> tuple[MapProposal, ...]:
    """Return at most two edits that the games suggest; none if nothing is sure."""
    if not verdict.games:
        return ()
    advisor = _Advisor(games, verdict, board)
    return tuple(islice(advisor.all(), MAX_PROPOSALS))


class _Advisor:
    def __init__(self, games: Sequence[SwappedGame], verdict: MapVerdict, board: Board) -> None:
        self._games, self._verdict, self._board = games, verdict, board
        self._squares: Squares = games[0].heat.squares
        middles = self._squares.middles()
        self._xs, self._ys = (
            middles[:, n].reshape(self._squares.rows, self._squares.columns) for n in (0, 1)
        )

    def all(self) -> Iterator[MapProposal]:
        place = self._verdict.place
        is_tilted = place is not None and place.is_sure and not place.is_even
        if place and is_tilted:
            yield from self._for_place(place)
        for marker in self._verdict.idle:
            yield from self._for_marker(marker)
        first = next((e for e in self._verdict.effects if e.factor is Factor.FIRST), None)
        if first and first.is_sure and not first.is_even:
            at, seen = self._busiest(self._seen() * self._middle() / AROUND)
            words = f"put cover there: {seen:.1f} models see it in a turn"
            yield self._of(at, words, "Block", TerrainEdit.COVER)
        if not is_tilted:
            yield from self._for_dangers(place.level if place else 0)

    def _for_dangers(self, better: int) -> Iterator[MapProposal]:
        """Yield the places where the ground takes most of the models that it takes more of."""
        for one in self._verdict.dangers:
            level = 1 - better if one.gap > 0 else better
            fell = self._fallen(level, (one.how, one.phase))
            for _ in range(MAX_PROPOSALS):
                at, models = self._busiest(fell)
                if models:
                    words = f"let the danger spare this ground: {models:.1f} models a game are"
                    yield self._of(at, f"{words} {one.words} there", "Change")
                fell *= np.hypot(self._xs - at.x, self._ys - at.y) > APART

    def _for_place(self, place: SwapEffect) -> Iterator[MapProposal]:
        zones = self._zones()
        worse = 1 - place.level
        near = self._nearer(zones, worse) if zones else np.ones_like(self._xs)
        found = max(self._verdict.losses, key=lambda one: one.gap, default=None)
        cause = self._verdict.worst_loss
        cause = cause if cause and cause.gap > 0 else found
        how = cause.how if cause else How.SHOT
        fell = self._fallen(worse, (how, cause.phase if cause else ""))
        at, models = self._busiest(fell * near) if (fell * near).any() else self._busiest(fell)
        lost = cause.words if cause else "shot"
        told = f"{models:.1f} models a game of the worse zone are {lost} there"
        if how in GROUND_LOSSES:
            yield self._of(at, f"let the danger spare this ground: {told}", "Change")
        elif how in COVERED:
            words = f"put a wall or a ruin there: {told}"
            yield self._of(at, words, "Cover", TerrainEdit.COVER)
        else:
            words = f"put a barrier there, which charges must go round: {told}"
            yield self._of(at, words, "Guard", TerrainEdit.BARRIER)
        if zones and (marker := self._one_sided(zones, place.level)):
            yield marker
        elif zones:
            yield self._of_openness(zones, place.level)

    def _of_openness(self, zones: tuple[Zone, Zone], better: int) -> MapProposal:
        """Return the edit that makes both zones equally open."""
        worse = 1 - better
        seen = self._seen()
        shares = [float(seen[self._inside(zone)].mean()) for zone in zones]
        if shares[better] < shares[worse]:
            told = f"a square is seen by {shares[better]:.1f} models in a turn"
            words = f"take cover away: {told}, in the other zone by {shares[worse]:.1f}"
            return self._of(
                _middle_of(zones[better]),
                words,
                "Open the better zone, around",
                TerrainEdit.REMOVE,
            )
        passed = sum((game.heat.passed for game in self._games), start=self._squares.none())
        halves = [passed[self._nearer(zones, n) > 0.0] for n in (0, 1)]
        moves = [float(half.mean()) / len(self._games) for half in halves]
        told = f"{moves[worse]:.1f} moves a game cross a square of its half"
        words = f"take away what slows models: {told}, {moves[better]:.1f} one of the other"
        return self._of(
            _middle_of(zones[worse]), words, "Clear the worse zone, around", TerrainEdit.REMOVE
        )

    def _one_sided(self, zones: tuple[Zone, Zone], better: int) -> MapProposal | None:
        """Return the edit of the marker that is held most from the better zone, if any."""
        middles = [_middle_of(zone) for zone in zones]
        spots = {marker.id: marker.at for marker in self._board.markers}
        found = list[tuple[int, MarkerUse]]()
        for use in self._verdict.markers:
            at = spots.get(use.id)
            gap = use.by_place[better] - use.by_place[1 - better]
            if (
                at
                and gap > 0
                and distance(at, middles[better]) < distance(at, middles[1 - better]) - 1.0
            ):
                mirror = any(
                    abs(distance(other, middles[1 - better]) - distance(at, middles[better]))
                    < 1.0
                    for id_, other in spots.items()
                    if id_ != use.id
                )
                if not mirror:
                    found.append((gap, use))
        if not found:
            return None
        _, use = max(found, key=lambda one: one[0])
        by = use.by_place
        to = self._between(spots[use.id], middles[better], middles[1 - better])
        is_free = all(
            distance(to, other) > APART for id_, other in spots.items() if id_ != use.id
        )
        where = f", to ({to.x:g}, {to.y:g})" if is_free else ""
        words = (
            f"Move {plain_marker(use.id)} nearer to the worse zone{where}: held {by[better]} "
            f"times from the better one, {by[1 - better]} times from it"
        )
        return MapProposal(words, spots[use.id], use.id, to if is_free else None)

    def _between(self, at: Point, one: Point, other: Point) -> Point:
        """Return the place nearest to *at* that is as far from two points, by half inches."""
        dx, dy = other.x - one.x, other.y - one.y
        off = (at.x - (one.x + other.x) / 2) * dx + (at.y - (one.y + other.y) / 2) * dy
        share = off / (dx * dx + dy * dy)
        x, y = (round(2 * side) / 2 for side in (at.x - share * dx, at.y - share * dy))
        return Point(max(0.0, min(x, self._board.width)), max(0.0, min(y, self._board.height)))

    def _for_marker(self, use: MarkerUse) -> Iterator[MapProposal]:
        spots = {marker.id: marker.at for marker in self._board.markers}
        at = spots.get(use.id)
        if at is None:
            return
        passed = sum((game.heat.passed for game in self._games), start=self._squares.none())
        off = np.hypot(self._xs - at.x, self._ys - at.y)
        reach = (off >= NEAR_MARKER) & (off <= FAR_MARKER)
        for id_, other in spots.items():
            if id_ != use.id:
                reach &= np.hypot(self._xs - other.x, self._ys - other.y) > APART
        busy = _smoothed(passed.astype(np.float64)) * reach
        if not busy.any():
            return
        # The nearest of the busy squares: a marker is not to wander across the table.
        good = busy >= busy.max() / 2
        row, column = divmod(int(np.where(good, off, np.inf).argmin()), self._squares.columns)
        to = Point(float(self._xs[row, column]), float(self._ys[row, column]))
        moves = busy[row, column] / len(self._games)
        far = hypot(to.x - at.x, to.y - at.y)
        words = (
            f'Move {plain_marker(use.id)} {far:.0f}" to ({to.x:.0f}, {to.y:.0f}), where '
            f"{moves:.1f} moves a game pass: it was held in {use.held} of {use.games}"
        )
        yield MapProposal(words, to, use.id, to)
        near, moves_near = self._busiest(passed * (off <= FAR_MARKER) / len(self._games))
        words = f"or open a wide way from there to {plain_marker(use.id)}"
        yield self._of(
            near, f"{words}: {moves_near:.1f} moves a game pass", "Clear", TerrainEdit.REMOVE
        )

    def _of(
        self, at: Point, words: str, verb: str, terrain: TerrainEdit = TerrainEdit.NONE
    ) -> MapProposal:
        words = f"{verb} ({at.x:.0f}, {at.y:.0f}): {words}"
        return MapProposal(words, at, terrain=terrain)

    def _zones(self) -> tuple[Zone, Zone] | None:
        """Return the zones in the order of the places; None if each game has its own."""
        zones = self._board.zones
        return (zones[0], zones[1]) if len(zones) == 2 else None

    def _nearer(self, zones: tuple[Zone, Zone], place: int) -> Sums:
        """Return 1 for each square that is nearer to a zone than to the other, else 0."""
        offs = [
            np.hypot(self._xs - middle.x, self._ys - middle.y)
            for middle in map(_middle_of, zones)
        ]
        return (offs[place] <= offs[1 - place]).astype(np.float64)

    def _middle(self) -> Sums:
        """Return 1 for each square nearer to the middle of the table than to its rim."""
        x, y = self._xs / self._board.width, self._ys / self._board.height
        inner = (abs(x - 0.5) < 0.25) & (abs(y - 0.5) < 0.25)
        return inner.astype(np.float64)

    def _inside(self, zone: Zone) -> npt.NDArray[np.bool_]:
        xs, ys = [p[0] for p in zone.outline], [p[1] for p in zone.outline]
        return (
            (self._xs >= min(xs))
            & (self._xs <= max(xs))
            & (self._ys >= min(ys))
            & (self._ys <= max(ys))
        )

    def _fallen(self, place: int, cause: tuple[How, str]) -> Sums:
        """Return the models of a place's holder that were lost by a cause, per game."""
        sums = np.zeros(self._squares.rows * self._squares.columns)
        for game in self._games:
            for loss in game.losses:
                is_mine = game.place is None or game.place ^ loss.side == place
                if is_mine and cause_of(loss) == cause:
                    sums[loss.square] += 1.0
        return sums.reshape(self._squares.rows, self._squares.columns) / len(self._games)

    def _seen(self) -> Sums:
        """Return the number of models that see each square, per look."""
        seen = sum((game.heat.seen for game in self._games), start=self._squares.none())
        return seen / max(1, sum(game.heat.looks for game in self._games))

    def _busiest(self, sums: Sums) -> tuple[Point, float]:
        """Return the middle of the three by three squares with the largest sum, and that."""
        smooth = _smoothed(sums)
        row, column = divmod(int(smooth.argmax()), self._squares.columns)
        at = Point(float(self._xs[row, column]), float(self._ys[row, column]))
        return at, float(smooth[row, column])


def _smoothed(sums: Sums) -> Sums:
    """Return the sum of each square with its eight neighbours."""
    padded = np.pad(sums, 1)
    rows, columns = sums.shape
    found: Sums = np.zeros_like(sums, dtype=np.float64)
    for dy in range(3):
        for dx in range(3):
            found += padded[dy : dy + rows, dx : dx + columns]
    return found


def _middle_of(zone: Zone) -> Point:
    xs, ys = [p[0] for p in zone.outline], [p[1] for p in zone.outline]
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
