"""Animate movement: walking, being carried, drifting, turning with a ring."""

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
"""Degrees per second that a ring turns."""
MIN_TURN_SECONDS, MAX_TURN_SECONDS = 0.45, 1.4
"""Shortest and longest time of a turn, in seconds."""


class Spin:
    def __init__(self, event: RingTurned, table: Table) -> None:
        """Animate the turn of a ring; *table* is the state before it."""
        self.ring = event.ring
        self.by = (event.by + 180) % 360 - 180
        """Degrees clockwise, in the shorter direction."""
        self.lasts = min(MAX_TURN_SECONDS, max(MIN_TURN_SECONDS, abs(self.by) / PACE))
        self._rings, self._middle = table.rings, floor_of(table.board).at
        self._on = {
            m.id: m
            for m in table.models.values()
            if m.cell and m.cell.ring == event.ring and m.where is Where.TABLE
        }

    def rings(self, share: float) -> tuple[float, ...]:
        """Return the rotations of all rings after a share of the time, in degrees clockwise."""
        return tuple(
            degrees + (self._come(share) if n == self.ring else 0.0)
            for n, degrees in enumerate(self._rings)
        )

    def at(self, id_: str, share: float) -> Point | None:
        """Return the place of a champion on the turning ring; None for any other model."""
        model = self._on.get(ModelId(id_))
        if model is None:
            return None
        come = radians(self._come(share))
        dx, dy = model.at.x - self._middle.x, model.at.y - self._middle.y
        x, y = dx * cos(come) - dy * sin(come), dx * sin(come) + dy * cos(come)
        return Point(self._middle.x + x, self._middle.y + y)

    def faces(self, id_: str, share: float) -> float | None:
        """Return the facing of a champion on the turning ring; None for any other model."""
        model = self._on.get(ModelId(id_))
        return None if model is None else (model.facing + self._come(share)) % 360

    def _come(self, share: float) -> float:
        """Return the degrees turned after a share of the time, with a smooth start and end."""
        return self.by * share * share * (3 - 2 * share)


WALK: Final = 12.0
"""Inches per second that a model walks."""
MAX_WALK_SECONDS: Final = 1.6
"""Maximum seconds of a walk; longer paths are walked faster."""
CURRENT: Final = 7.0
"""Inches per second that water carries a model."""
TURN: Final = 0.2
"""Seconds that a model takes to turn, before it walks or in place."""
STRIDE: Final = 0.3
"""Seconds that a move is shown with reduced motion."""
SPIN: Final = 2.6
"""Inches per full turn of a model carried by water."""
REEL: Final = 5.0
"""Inches per full turn of a drifting corpse."""
SWELL: Final = 1.3
"""Inches between the crests of two waves."""
RECOIL: Final = "ZG-15"
"""Clause of the recoil, a move away from the target that no arrow leads."""


class BodyPose(NamedTuple):
    """Rotation and scale of a model carried by water, or of a drifting corpse."""

    turned: float
    """Degrees clockwise from its facing before the move."""
    size: float
    """Scale: 1 at rest, more on the crest of a wave."""


class MovementAnimation:
    """The next moves of different models of one unit, which are animated together."""

    def __init__(
        self,
        events: Sequence[Event] = (),
        table: Table | None = None,
        *,
        still: bool = False,
        carried: bool = False,
        tried: RingTurned | None = None,
    ) -> None:
        """Collect the moves at the start of *events*.

        *still*: no motion is shown. *carried*: models are carried by water, one at a time.
        *tried*: the turn of a ring that its player has already seen as a preview.
        """
        self.still, self.carried = still, carried
        walks = _together(events, table) if table else ()
        self.walks = walks[:1] if carried else walks
        first = events[0] if events else None
        self.drift = first if isinstance(first, PieceMoved) else None
        """The piece that drifts, if that is the next event."""
        self.spin = Spin(first, table) if isinstance(first, RingTurned) and table else None
        """The ring that turns, if that is the next event."""
        self.walked = 0.0
        """Seconds of the animation that have passed."""
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
        """Duration of the animation in seconds; 0 if there is nothing to show."""

    @property
    def begun(self) -> bool:
        return bool(self.walks or self.drift or self.spin)

    @property
    def over(self) -> bool:
        return self.walked >= self.lasts

    def at(self, id_: str) -> Point | None:
        """Return the present place of a moving model or piece; None for any other."""
        if self.spin:
            return self.spin.at(id_, 1.0 if self.still else self._share)
        path = self._path(id_)
        if path is None:
            return None
        if self.still:
            return path[-1]
        return along(path, self._share * length(path))

    def leads(self, id_: str) -> float | None:
        """Return the present heading of a model or piece pushed by arrows; None for any other.

        It is mirrored at each rebound (``ZG-12``). A recoiling model keeps its heading
        (``ZG-15``), so the result is None.
        """
        if self.still or id_ in self._recoils:
            return None
        if id_ not in self._pushed and self.drift is None:
            return None
        left = self._share * length(self._path(id_) or ())
        for _, toward, leg in segments_of(self._path(id_) or ()):
            if left <= leg:
                return heading_of_vector(toward)
            left -= leg
        return None

    def trails(self) -> Iterator[tuple[str, Path]]:
        """Yield the ids of models and pieces pushed by arrows, with the path covered so far."""
        if self.still:
            return
        moves: list[tuple[str, Path]] = [(w.model, w.path) for w in self.walks]
        if self.drift:
            moves.append((self.drift.piece, self.drift.path))
        for id_, path in moves:
            if self.drift or id_ in self._pushed:
                yield id_, path_up_to(path, self._share * length(path))

    def faces(self, model: ModelId) -> float | None:
        """Return the present facing of a moving model; it turns to its new facing first."""
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
        """Return the rotations of a cage's rings while one turns, in degrees clockwise.

        Else None.
        """
        return self.spin.rings(1.0 if self.still else self._share) if self.spin else None

    def tumble(self, model: ModelId) -> BodyPose | None:
        """Return the pose of a model carried by water, or of a drifting corpse; else None."""
        walk = self._of(model)
        if walk is None or self.still or not self._tumbles(walk):
            return None
        distance, share = length(walk.path), self._share
        # Whole turns, so that it ends with its new facing.
        turn = SPIN if self.carried else REEL
        spins = 360 * round(distance / turn) + _shorter_way(self._facing[model], walk.facing)
        swell = 0.09 * sin(2 * pi * share * distance / SWELL) if self.carried else 0.0
        return BodyPose(share * spins, 1.0 + swell)

    @property
    def _share(self) -> float:
        return self.walked / (self.lasts or 1.0)

    def _of(self, model: ModelId) -> Moved | None:
        return next((walk for walk in self.walks if walk.model == model), None)

    def _path(self, id_: str) -> Path | None:
        if self.drift and self.drift.piece == id_:
            return self.drift.path
        return next((walk.path for walk in self.walks if walk.model == id_), None)

    def _tumbles(self, walk: Moved) -> bool:
        return (self.carried or walk.model in self._dead) and length(walk.path) > 0.0

    def _lasts(self, walk: Moved) -> float:
        distance = length(walk.path)
        turns = walk.facing != self._facing[walk.model]
        if self.still:
            return STRIDE if distance or turns else 0.0
        if self.carried:
            return distance / CURRENT
        return max(TURN if turns else 0.0, _walking(walk.path))


def _walking(path: Path) -> float:
    return min(MAX_WALK_SECONDS, length(path) / WALK)


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
    """``TC-08``  Return a step from cell to cell as a walk; none during setup."""
    model = table.models[event.model]
    if model.where is not Where.TABLE:
        return ()
    at, facing = pose_in_cell(floor_of(table.board), table.rings, event.cell, event.edge)
    return (Moved(event.clause, event.model, (model.at, at), facing),)


def _shorter_way(before: float, after: float) -> float:
    """Return the signed degrees from one direction to another, the shorter way round."""
    return (after - before + 180) % 360 - 180


def along(path: Path, distance: float) -> Point:
    """Return the point of a path *distance* inches from its start."""
    return path_up_to(path, distance)[-1]


def path_up_to(path: Path, distance: float) -> Path:
    """Return the first *distance* inches of a path."""
    done = list(path[:1])
    for start, toward, leg in segments_of(path):
        if distance <= leg:
            return (*done, point_ahead(start, toward, distance))
        done.append(point_ahead(start, toward, leg))
        distance -= leg
    return path
