"""Playback of events, shown by motion with sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache
from math import pi, sin
from typing import Final, NamedTuple

from game.geometry.points import Path, Point, length, point_ahead, point_along, segments_of
from game.systems import Parts
from game.table import events
from game.table.events import Event, Moved, PieceMoved
from game.table.records import ModelId, Where
from game.table.state import Table
from game.view.sounds import Sound

WALK: Final = 12.0
"""Inches per second that a model walks."""
MAX_WALK_SECONDS: Final = 1.6
"""Maximum seconds of a walk; longer paths are walked faster."""
TURN: Final = 0.2
"""Seconds that a model takes to turn, before it walks or in place."""
STRIDE: Final = 0.3
"""Seconds that a move is shown with reduced motion."""
REEL: Final = 5.0
"""Inches per full turn of a drifting corpse."""
CREST: Final = 1.3
"""Inches between the crests of two waves."""
MAX_SOUNDS = 3
"""Maximum number of sounds started at once; the most recent events win."""
_EVENTS: dict[Sound, tuple[type[Event], ...]] = {
    Sound.TICK: (
        events.PieceRemoved,
        events.PieceLeft,
        events.BodyRemoved,
        events.Joined,
        events.Marked,
        events.Unmarked,
        events.Queued,
        events.Handled,
        events.Noted,
        events.PhaseOver,
    ),
    Sound.CALL: (events.Acted, events.ZoneTaken, events.TurnsOrdered, events.Spent),
    Sound.STEPS: (events.Moved, events.Turned),
    Sound.HISS: (events.ArrowsChanged, events.PieceMoved),
    Sound.SET_DOWN: (
        events.Placed,
        events.PieceHeld,
        events.PieceCame,
        events.ObjectivePlaced,
    ),
    Sound.DICE: (events.Rolled,),
    Sound.DIE: (events.Rerolled,),
    Sound.BLAST: (events.MarkerLaid,),
    Sound.WATER: (events.GroundChanged,),
    Sound.STRIKE: (events.Struck,),
    Sound.LOCK: (events.DoorMoved,),
    Sound.WOUND: (events.Wounded,),
    Sound.FALL: (events.Removed,),
    Sound.DRUM: (events.Defected, events.Raised, events.PhaseBegan),
    Sound.CHIME: (events.Announced, events.Healed, events.Scored),
    Sound.FANFARE: (events.Ended,),
}
OWN_SOUNDS: Mapping[str, Mapping[type[Event], Sound]] = Parts("view.event_sounds", "HEARD")
"""By system: the sounds of its events, by their class."""


class BodyPose(NamedTuple):
    """Rotation and scale of a model that tumbles."""

    turned: float
    """Degrees clockwise from its facing before the move."""
    size: float
    """Scale: 1 at rest, more on the crest of a wave."""


class Track:
    """The motion that shows one event; by default nothing moves.

    *share* is the elapsed share of its time, from 0 to 1.
    """

    lasts = 0.0
    """Duration in seconds; 0 if there is nothing to show."""

    @property
    def moves(self) -> str:
        """Return the id of the one model or piece that moves; empty if several may."""
        return ""

    def at(self, id_: str, share: float) -> Point | None:
        """Return the place of a model or piece; None if it does not move."""

    def faces(self, id_: str, share: float, seconds: float) -> float | None:
        """Return the facing of a model in degrees after *seconds*; None if it does not move."""

    def pose(self, id_: str, share: float) -> BodyPose | None:
        """Return the pose of a model that tumbles; None for any other."""


@dataclass(frozen=True, slots=True)
class PathTrack(Track):
    """A model or piece that moves along a path."""

    id: str
    event: Event
    path: Path
    _: KW_ONLY
    lasts: float
    turn: tuple[float, float] = (0.0, 0.0)
    """Facing before and after, in degrees."""
    reel: float = 0.0
    """Inches per full turn of a model that tumbles; 0 for one that walks."""
    swell: float = 0.0
    """Relative growth on the crest of a wave."""

    @property
    def moves(self) -> str:
        return self.id

    def at(self, id_: str, share: float) -> Point | None:
        if id_ != self.id:
            return None
        if share >= 1.0:
            return self.path[-1]
        return point_along(self.path, share * length(self.path))

    def faces(self, id_: str, share: float, seconds: float) -> float | None:
        if id_ != self.id:
            return None
        before, after = self.turn
        if share >= 1.0:
            return after
        if self._tumbles:
            return before
        return (before + shorter_way(before, after) * min(1.0, seconds / TURN)) % 360

    def pose(self, id_: str, share: float) -> BodyPose | None:
        if id_ != self.id or not self._tumbles:
            return None
        inches = length(self.path)
        # Whole turns, so that it ends with its new facing.
        spins = 360 * round(inches / self.reel) + shorter_way(*self.turn)
        return BodyPose(share * spins, 1.0 + self.swell * sin(2 * pi * share * inches / CREST))

    @property
    def _tumbles(self) -> bool:
        return self.reel > 0.0 and length(self.path) > 0.0


class MotionTracks:
    """The tracks of the next events, which are shown at the same time."""

    def __init__(self, tracks: Sequence[Track] = (), *, still: bool = False) -> None:
        """*still*: no motion is shown, only its end."""
        self.tracks, self.still = tracks, still
        self._others = [track for track in tracks if not track.moves]
        self._by_id = dict[str, list[Track]]()
        """The tracks that may move a model or piece, by its id, unless any may."""
        for track in tracks:
            if track.moves:
                self._by_id[track.moves] = [
                    one for one in tracks if one.moves in {"", track.moves}
                ]
        self.lasts = max([track.lasts for track in tracks], default=0.0)
        if still and self.lasts:
            self.lasts = STRIDE
        self.seconds = 0.0
        """Seconds that have passed."""

    def _tracks_of(self, id_: str) -> Sequence[Track]:
        """Return the tracks that may move a model or piece, of all that are shown."""
        return self._by_id.get(id_, self._others)

    @property
    def over(self) -> bool:
        return self.seconds >= self.lasts

    @property
    def share(self) -> float:
        """Return the shown share of the motion, from 0 to 1."""
        return 1.0 if self.still else self.seconds / (self.lasts or 1.0)

    def at(self, id_: str) -> Point | None:
        """Return the present place of a moving model or piece; None for any other."""
        for track in self._tracks_of(id_):
            if at := track.at(id_, self.share):
                return at
        return None

    def faces(self, id_: str) -> float | None:
        """Return the present facing of a moving model; it turns to its new facing first."""
        for track in self._tracks_of(id_):
            if (facing := track.faces(id_, self.share, self.seconds)) is not None:
                return facing
        return None

    def pose(self, id_: str) -> BodyPose | None:
        """Return the pose of a tumbling model; None for any other."""
        for track in () if self.still else self._tracks_of(id_):
            if pose := track.pose(id_, self.share):
                return pose
        return None


def next_tracks(events: Sequence[Event], table: Table) -> list[Track]:
    """Return the motion of the first events: a piece, or models of one unit that go together.

    Empty if the first event moves nothing. *table* is the state before them.
    """
    first = events[0] if events else None
    if isinstance(first, PieceMoved):
        return [
            PathTrack(first.piece, event=first, path=first.path, lasts=walk_seconds(first.path))
        ]
    march: list[Moved] = []
    for event in events:
        if not isinstance(event, Moved) or event.model in {move.model for move in march}:
            break
        if march and table.models[event.model].unit != table.models[march[0].model].unit:
            break
        march.append(event)
    return [walk(event, event.model, event.path, event.facing, table) for event in march]


def walk(event: Event, id_: ModelId, path: Path, facing: float, table: Table) -> PathTrack:
    """Return a walk of a model along a path to a facing; a corpse reels."""
    model = table.models[id_]
    turns = TURN if facing != model.facing else 0.0
    reel = REEL if model.where is Where.BODY else 0.0
    lasts = max(turns, walk_seconds(path))
    return PathTrack(
        id_, event=event, path=path, lasts=lasts, turn=(model.facing, facing), reel=reel
    )


def walk_seconds(path: Path) -> float:
    return min(MAX_WALK_SECONDS, length(path) / WALK)


def shorter_way(before: float, after: float) -> float:
    """Return the signed degrees from one direction to another, the shorter way round."""
    return (after - before + 180) % 360 - 180


def path_up_to(path: Path, inches: float) -> Path:
    """Return the first *inches* of a path."""
    done = list(path[:1])
    for start, toward, leg in segments_of(path):
        if inches <= leg:
            return (*done, point_ahead(start, toward, inches))
        done.append(point_ahead(start, toward, leg))
        inches -= leg
    return path


@cache
def event_sounds() -> Mapping[type[Event], Sound]:
    """Return the sounds of all events by their class."""
    found = {event: sound for sound, kinds in _EVENTS.items() for event in kinds}
    for own in OWN_SOUNDS.values():
        found |= own
    return found


def sounds_of(
    shown: Iterable[Event], changed: Callable[[Event, Sound], Sound] = lambda _, sound: sound
) -> list[Sound]:
    """Return the sounds of events shown at once: without repetition, the last few.

    *changed* returns the sound of an event in place of its usual one.
    """
    heard = list(dict.fromkeys(changed(event, event_sounds()[type(event)]) for event in shown))
    if len(heard) > 1:
        heard = [sound for sound in heard if sound is not Sound.TICK]
    return heard[-MAX_SOUNDS:]
