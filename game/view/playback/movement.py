"""Moves in progress: walking, being carried, drifting, turning with a ring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, radians, sin
from typing import Final, NamedTuple

from game.geometry.points import (
    Path,
    Point,
    heading_of_vector,
    length,
    point_ahead,
    segments_of,
)
from game.table.cage_floor import floor_of, pose_in_cell
from game.table.events import Event, Moved, PieceMoved, RingTurned, Stepped
from game.table.records import ModelId, Where
from game.table.state import Table

PACE: Final = 90.0
"""Degrees a second."""
SHORTEST, LONGEST = 0.45, 1.4
"""Seconds."""


class Spin:
    def __init__(self, event: RingTurned, table: Table) -> None:
        """*table*: before the ring is turned."""
        self.ring = event.ring
        self.by = (event.by + 180) % 360 - 180
        """Degrees clockwise, the shorter way."""
        self.lasts = min(LONGEST, max(SHORTEST, abs(self.by) / PACE))
        self._rings, self._middle = table.rings, floor_of(table.board).at
        self._on = {
            m.id: m
            for m in table.models.values()
            if m.cell and m.cell.ring == event.ring and m.where is Where.TABLE
        }

    def rings(self, share: float) -> tuple[float, ...]:
        """Return how all rings stand after a share of the time: degrees clockwise."""
        return tuple(
            degrees + (self._come(share) if n == self.ring else 0.0)
            for n, degrees in enumerate(self._rings)
        )

    def at(self, who: str, share: float) -> Point | None:
        """Return where a champion is that stands on the ring; None for any other."""
        model = self._on.get(ModelId(who))
        if model is None:
            return None
        come = radians(self._come(share))
        dx, dy = model.at.x - self._middle.x, model.at.y - self._middle.y
        x, y = dx * cos(come) - dy * sin(come), dx * sin(come) + dy * cos(come)
        return Point(self._middle.x + x, self._middle.y + y)

    def faces(self, who: str, share: float) -> float | None:
        """Return where a champion on the ring faces; None for any other."""
        model = self._on.get(ModelId(who))
        return None if model is None else (model.facing + self._come(share)) % 360

    def _come(self, share: float) -> float:
        """Return how far it has come: it sets out and comes to rest gently."""
        return self.by * share * share * (3 - 2 * share)


WALK: Final = 12.0
"""Inches a second."""
LONGEST_WALK: Final = 1.6
"""Seconds: who goes far goes faster."""
CURRENT: Final = 7.0
"""Inches a second that water carries a model."""
TURN: Final = 0.2
"""Seconds that a model takes to turn, before it walks or on the spot."""
STRIDE: Final = 0.3
"""Seconds that a march is left to be seen where nothing moves."""
SPIN: Final = 2.6
"""Inches in which a model that is carried spins round once."""
REEL: Final = 5.0
"""Inches in which a body that drifts spins round once."""
SWELL: Final = 1.3
"""Inches from the crest of one wave to that of the next."""
RECOIL: Final = "ZG-15"
"""The clause by which somebody is pushed and no arrow leads."""


class BodyPose(NamedTuple):
    """How somebody lies in the water, or drifts who is dead."""

    turned: float
    """Degrees, clockwise, from how it stood."""
    size: float
    """1 as it stands; more on the crest of a wave."""


class MovementAnimation:
    """The next moves of different models of one unit, which go together."""

    def __init__(
        self,
        events: Sequence[Event] = (),
        table: Table | None = None,
        *,
        still: bool = False,
        carried: bool = False,
        tried: RingTurned | None = None,
    ) -> None:
        """*still*: nothing is seen on the way. *carried*: by water, each for itself.

        *tried*: how a ring is seen already, as its player turned it.
        """
        self.still, self.carried = still, carried
        walks = _together(events, table) if table else ()
        self.walks = walks[:1] if carried else walks
        first = events[0] if events else None
        self.drift = first if isinstance(first, PieceMoved) else None
        """The piece that drifts, if that comes next."""
        self.spin = Spin(first, table) if isinstance(first, RingTurned) and table else None
        """The ring that turns, if that comes next."""
        self.walked = 0.0
        """Seconds on the way so far."""
        models = table.models if table else {}
        self._facing = {walk.model: models[walk.model].facing for walk in self.walks}
        self._pushed = {w.model for w in self.walks if models[w.model].arrows}
        self._recoils = {w.model for w in self.walks if w.clause == RECOIL}
        self._dead = {w.model for w in self.walks if models[w.model].where is Where.BODY}
        lasting = [self._lasts(walk) for walk in self.walks]
        if self.drift:
            lasting = [STRIDE if still else _walking(self.drift.path)]
        if self.spin:
            lasting = [0.0 if first == tried else STRIDE if still else self.spin.lasts]
        self.lasts = max(lasting, default=0.0)
        """Seconds that all of them take together; 0 if nothing is to be seen of it."""

    @property
    def begun(self) -> bool:
        return bool(self.walks or self.drift or self.spin)

    @property
    def over(self) -> bool:
        return self.walked >= self.lasts

    def at(self, who: str) -> Point | None:
        """Return where a model or a piece is on its way; None if it is not of the march."""
        if self.spin:
            return self.spin.at(who, 1.0 if self.still else self._share)
        path = self._path(who)
        if path is None:
            return None
        if self.still:
            return path[-1]
        return along(path, self._share * length(path))

    def leads(self, who: str) -> float | None:
        """Return the heading of what arrows push on, on this leg of its way; None if none do.

        It is mirrored at each rebound (``ZG-12``). Who recoils keeps its heading (``ZG-15``).
        """
        if self.still or who in self._recoils:
            return None
        if who not in self._pushed and self.drift is None:
            return None
        left = self._share * length(self._path(who) or ())
        for _, toward, leg in segments_of(self._path(who) or ()):
            if left <= leg:
                return heading_of_vector(toward)
            left -= leg
        return None

    def trails(self) -> Iterator[tuple[str, Path]]:
        """Yield whom arrows push on, and how far each has come of its way."""
        if self.still:
            return
        moves: list[tuple[str, Path]] = [(w.model, w.path) for w in self.walks]
        if self.drift:
            moves.append((self.drift.piece, self.drift.path))
        for who, path in moves:
            if self.drift or who in self._pushed:
                yield who, path_up_to(path, self._share * length(path))

    def faces(self, model: ModelId) -> float | None:
        """Return where it faces; who sets out turns to where it will face."""
        if self.spin:
            return self.spin.faces(model, 1.0 if self.still else self._share)
        walk = self._of(model)
        if walk is None:
            return None
        before = self._facing[model]
        if self.still:
            return walk.facing
        if self._tumbles(walk):
            return before
        turned = min(1.0, self.walked / TURN)
        return (before + _shorter_way(before, walk.facing) * turned) % 360

    @property
    def rings(self) -> tuple[float, ...] | None:
        """Return how the rings of a cage stand while one turns: degrees clockwise."""
        return self.spin.rings(1.0 if self.still else self._share) if self.spin else None

    def tumble(self, model: ModelId) -> BodyPose | None:
        """Return how water turns and lifts a model, or how a body reels; else None."""
        walk = self._of(model)
        if walk is None or self.still or not self._tumbles(walk):
            return None
        far, share = length(walk.path), self._share
        # It ends as it will stand: whole turns, and from where it faced to where it will face.
        turn = SPIN if self.carried else REEL
        spins = 360 * round(far / turn) + _shorter_way(self._facing[model], walk.facing)
        swell = 0.09 * sin(2 * pi * share * far / SWELL) if self.carried else 0.0
        return BodyPose(share * spins, 1.0 + swell)

    @property
    def _share(self) -> float:
        return self.walked / (self.lasts or 1.0)

    def _of(self, model: ModelId) -> Moved | None:
        return next((walk for walk in self.walks if walk.model == model), None)

    def _path(self, who: str) -> Path | None:
        if self.drift and self.drift.piece == who:
            return self.drift.path
        return next((walk.path for walk in self.walks if walk.model == who), None)

    def _tumbles(self, walk: Moved) -> bool:
        return (self.carried or walk.model in self._dead) and length(walk.path) > 0.0

    def _lasts(self, walk: Moved) -> float:
        far = length(walk.path)
        turns = walk.facing != self._facing[walk.model]
        if self.still:
            return STRIDE if far or turns else 0.0
        if self.carried:
            return far / CURRENT
        return max(TURN if turns else 0.0, _walking(walk.path))


def _walking(path: Path) -> float:
    return min(LONGEST_WALK, length(path) / WALK)


def _together(events: Sequence[Event], table: Table) -> tuple[Moved, ...]:
    march: list[Moved] = []
    if events and isinstance(events[0], Stepped):
        return _stepped(events[0], table)
    for event in events:
        if not isinstance(event, Moved) or event.model in {m.model for m in march}:
            break
        models = table.models
        if march and models[event.model].unit != models[march[0].model].unit:
            break
        march.append(event)
    return tuple(march)


def _stepped(event: Stepped, table: Table) -> tuple[Moved, ...]:
    """``TC-08``  Return a step from cell to cell as the walk that it is; none to set up."""
    model = table.models[event.model]
    if model.where is not Where.TABLE:
        return ()
    at, facing = pose_in_cell(floor_of(table.board), table.rings, event.cell, event.edge)
    return (Moved(event.clause, event.model, (model.at, at), facing),)


def _shorter_way(before: float, after: float) -> float:
    """Return the degrees from one direction to another, clockwise or against it."""
    return (after - before + 180) % 360 - 180


def along(path: Path, far: float) -> Point:
    """Return the point of a path so many inches from its start."""
    return path_up_to(path, far)[-1]


def path_up_to(path: Path, far: float) -> Path:
    """Return so many inches of a path."""
    done = list(path[:1])
    for start, toward, leg in segments_of(path):
        if far <= leg:
            return (*done, point_ahead(start, toward, far))
        done.append(point_ahead(start, toward, leg))
        far -= leg
    return path
