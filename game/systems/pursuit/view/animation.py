"""Playback of the rolling street (``PU-08``): one movement, followed by its crashes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from game.geometry.points import Point, distance, length, point_ahead
from game.systems.pursuit.rules.state import PAGE
from game.systems.pursuit.table.street import ROLL, Street, street_of
from game.table.events import (
    Event,
    Handled,
    Motion,
    Moved,
    PhaseOver,
    PieceCame,
    PieceLeft,
    PieceMoved,
    Queued,
    Removed,
    Rolled,
    RollKind,
    Struck,
)
from game.table.records import ORIGIN, How, ModelId, Where
from game.table.state import Piece, PieceKind, Table
from game.view.colours import CREAM, WOUND
from game.view.playback import Track
from game.view.playback.effects import Effect
from game.view.playback.fallen import Fallen
from game.view.playback.stage import Animation, Stage
from game.view.sounds import Sound

PACE: Final = 8.0
"""Inches per second that the street rolls."""
HASTE: Final = 1.2
"""Maximum relative gain in speed of pieces that lag behind."""
LAG: Final = 3.0
"""Lag in inches at which that maximum is reached."""
STARTS: Final = 3.5
"""Share of its full speed that the street gains per second."""
SLOWS: Final = 1.4
"""Inches before its end within which it slows down."""
CREEP: Final = 0.3
"""Minimum share of its full speed."""
NEAR: Final = 0.002
DONE, WAITS = -1, -2
"""Instead of a number: all events are shown; its next event has to wait."""
DUST: Final = "#B7A689"
DRIFTS_BACK: Final = 3.0
"""Inches that a model lost from the street still slides while it fades."""
RIDES_ON: Final = 5.0
"""Inches that a model riding through the Arrival continues."""
AT_ONCE: Final = 0.12
"""Seconds that a roll for the order of play is displayed; there may be twenty."""
PASSING: Final = frozenset(
    {RollKind.ROUTINE, RollKind.PARTING, RollKind.ESCAPE, RollKind.SLOWS, RollKind.SWEPT}
)
BY_THE_WAY: Final = 0.4
"""Seconds that a model's roll in a pursuit is displayed."""
CALM: Final = 6
"""Number of events with a pause that may wait before pauses are shortened."""
HURRY: Final = 0.4
"""Minimum share of a shortened pause."""


class RollLimit(NamedTuple):
    """The point that a model or piece may move to before its next incident has to be shown."""

    to: Point
    story: int
    """Number of its beat; the members of one beat move together."""


class RollLimits(NamedTuple):
    """All that is known about the roll while no event comes or is shown."""

    of: Hashable = None
    """All that it depends on."""
    limits: Mapping[str, RollLimit] = {}
    goes: frozenset[str] = frozenset()
    """Pieces and models that waiting events move."""


class PursuitAnimation(Animation):
    """The street as shown, ahead of the seen table.

    The log handles the pieces one by one. Here the ground, all pieces, and the models that they
    push move together, as far as events are known; crashes and dice are shown once they stand.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.street = street_of(stage.seen.board)
        self._begin()

    def _begin(self) -> None:
        """Begin the roll in progress on the seen table, or return to the end of the last one.

        Pieces that are no longer in the queue have already moved.
        """
        table = self.stage.seen
        waits = set(table.queue)
        self._known = RollLimits()
        self.gone = {
            p.id: 0.0 if p.id in waits else ROLL
            for p in table.pieces.values()
            if p.kind is PieceKind.CITY and (p.where is Where.TABLE or p.id in waits)
        }
        """Inches that each piece has moved back in this phase."""
        self.spots = dict[str, Point]()
        """Shown places of pieces and models that differ from the seen table."""
        self.slid = dict[str, Piece]()
        """Pieces that have left the table, and are still shown sliding off it."""
        self.pace = 0.0
        """Present share of the full speed, from 0 to 1."""
        self.run = 0.0
        """Inches of road that have passed."""
        self._over = not waits & set(self.gone)
        """True if all events of the phase were shown."""
        rolls = PAGE.of(table).rolled if self._over else table.clock.round
        self._before = ROLL * (rolls - 1)
        """Inches that the street had moved before this phase, or before the last one."""
        self._is_heard = self._over
        """True if the street was heard to roll in this phase."""

    @property
    def moving(self) -> bool:
        return self.pace > 0.0 or bool(self.slid)

    @property
    def rolled(self) -> Point:
        """Return the offset of the street's floor since the pursuit began, in inches."""
        return point_ahead(ORIGIN, self.street.back, self._before + ROLL * self.share)

    @property
    def share(self) -> float:
        """Return the share of the phase's 12 inches that the street has moved, on average."""
        return sum(self.gone.values()) / (ROLL * len(self.gone)) if self.gone else 0.0

    def tracks(self, events: Sequence[Event]) -> Sequence[Track] | None:
        """Return no motion for events of the roll: their pieces and models move with it."""
        return () if self.takes(events[0]) else None

    def effects(self, event: Event, shown: list[Effect]) -> list[Effect]:
        still, table = self.stage.reduced, self.stage.seen
        if self.takes(event):
            shown = []
        elif not still:
            shown = [_sliding(effect, event, self.street) for effect in shown]
        own = [*shown, *_effects(event, self.street, table, still=still)]
        return own if self.takes(event) else [*self._moved_along(event, own)]

    def _moved_along(self, event: Event, shown: Iterable[Effect]) -> Iterator[Effect]:
        """Yield the effects of an event of a model that has moved on with the street."""
        id_ = getattr(event, "model", "")
        at, home = self.spots.get(id_), _home(id_, self.stage.seen)
        for effect in shown:
            if at and home:
                x, y = effect.at
                yield replace(effect, at=Point(x + at.x - home.x, y + at.y - home.y))
            else:
                yield effect

    def sound(self, event: Event, sound: Sound) -> Sound:
        """Return no sound of its own for what moves with the street, which is heard to roll."""
        return Sound.TICK if self.takes(event) else sound

    def pause(self, event: Event, seconds: float) -> float:
        if isinstance(event, Rolled) and event.kind is RollKind.ORDER:
            return AT_ONCE
        passing = isinstance(event, Rolled) and event.kind in PASSING
        return BY_THE_WAY if passing else seconds

    @property
    def haste(self) -> float:
        many = sum(self.stage.pause_after(event) > 0.0 for event in self.stage.waiting)
        return max(HURRY, min(1.0, CALM / max(1, many)))

    def before(self, event: Event) -> None:
        pieces = self.stage.seen.pieces
        match event:
            case PhaseOver():
                self._over = True
                self.gone = dict.fromkeys(self.gone, ROLL)
            case _ if self.stage.reduced:
                pass
            case PieceLeft(piece=piece, motion=Motion.ROLLS_BACK):
                self.slid[piece] = pieces[piece]
            case PieceCame(piece=id_, at=at) if pieces[id_].kind is PieceKind.CITY:
                self.slid.pop(id_, None)
                inches = self.street.off(at) + reach_of(pieces[id_], self.street)
                self.spots[id_] = point_ahead(at, self.street.ahead, inches)
            case _:
                pass

    def after(self, event: Event) -> None:
        if isinstance(event, Queued) and self._over and set(event.order) & set(self.gone):
            self._begin()

    def place(self, id_: str) -> Point | None:
        return self.spots.get(id_)

    def body_at(self, fallen: Fallen, at: Point) -> Point | None:
        """``PU-08``  Return the place of a body, which rolls back with the street, off its end.

        The street rolls at the beginning of each game turn, before or while models are lost.
        """
        rolled = self._before + ROLL * self.share
        inches = rolled - ROLL * fallen.loss.when.round
        end = self.street.long + fallen.model.base
        if self.street.off(at) + inches >= end:
            return None
        return point_ahead(at, self.street.back, inches)

    def holds(self, event: Event) -> bool:
        """Return whether the model or piece of the next event has not moved so far yet.

        What strikes a model, and dice, wait until the whole street has rolled.
        """
        if self.stage.reduced:
            return False
        if not self.takes(event):
            waits = not self._over and not self.stage.stepping and self._is_seen(event)
            return waits and self._rolls
        assert isinstance(event, PieceMoved | Moved)
        at, end = self._seen(_who(event)), event.path[-1]
        back = self.street.back
        return (at.x - end.x) * back.x + (at.y - end.y) * back.y < -NEAR

    @property
    def _rolls(self) -> bool:
        """Return whether anything that is known to move has not come to its end."""
        limits = self._limits().limits.items()
        return any(distance(self._seen(id_), run.to) > NEAR for id_, run in limits)

    def quiet(self, waiting: Iterable[Event]) -> bool:
        """Return whether the roll goes on, or only events of the roll wait to be shown."""
        waiting = [*waiting]
        ends = any(isinstance(event, PhaseOver | PieceCame) for event in waiting)
        if not (ends or self._over or self.stage.reduced) and self._rolls:
            return True
        return all(self.takes(event) or not self._is_seen(event) for event in waiting)

    def rest(self) -> None:
        self.spots.clear()
        self._known = RollLimits()
        for piece in self.slid:
            self.gone[piece] = ROLL
        self.slid.clear()
        self.pace = 0.0

    def takes(self, event: Event) -> bool:
        """Return whether an event is part of the roll."""
        match event:
            case PieceMoved(_, piece):
                kind = self.stage.seen.pieces[piece].kind
                return kind in {PieceKind.CITY, PieceKind.MINES}
            case Moved(motion=motion):
                return motion is Motion.PUSHED or not (self._over or self.stage.stepping)
            case _:
                return False

    def advance(self, seconds: float) -> None:
        if self.stage.reduced:
            return
        known = self._limits()
        found, goes = {**known.limits}, known.goes
        for id_, at in self.spots.items():
            if id_ not in found and (home := _home(id_, self.stage.seen)):
                # Waiting pieces and models keep their shown places.
                found[id_] = RollLimit(at, WAITS) if id_ in goes else RollLimit(home, DONE)
        seen = self.spots.items()
        self.spots = {id_: at for id_, at in seen if id_ in found or id_ in self.slid}
        left = {
            id_: inches
            for id_, run in found.items()
            if (inches := distance(self._seen(id_), run.to)) > NEAR
        }
        inches = max((*left.values(), *(ROLL for _ in self.slid)), default=0.0)
        for id_, run in found.items():
            if id_ not in left and run.story == DONE:
                self.spots.pop(id_, None)
        if not inches:
            self.pace = 0.0
            return
        if not self._is_heard:
            self._is_heard = True
            self.stage.sounds.append(Sound.RUMBLE)
        slows = (inches / SLOWS) ** 0.5
        self.pace = max(CREEP, min(1.0, self.pace + STARTS * seconds, slows))
        self.run += PACE * self.pace * seconds
        self._go({id_: found[id_] for id_ in left}, seconds)

    def _go(self, found: Mapping[str, RollLimit], seconds: float) -> None:
        gone = [self.gone[id_] for id_ in (*found, *self.slid) if id_ in self.gone]
        first, last = max(gone, default=0.0), min(gone, default=ROLL)
        step = PACE * self.pace * seconds
        for id_, run in found.items():
            if id_ in self.gone:
                behind = min(1.0, (first - self.gone[id_]) / LAG)
                self._step(id_, run.to, step * (1.0 + HASTE * behind))
            elif id_ in self.stage.seen.models and not self.stage.stepping:
                self._step(id_, run.to, self._swept(id_, run.to, step, ROLL - last))
            else:
                self._step(id_, run.to, step)
        for piece in [*self.slid]:
            self._slide_off(piece, step)

    def _swept(self, id_: str, to: Point, step: float, left: float) -> float:
        """Return the inches that a model moves with the street, which rolls *left* inches more.

        It stands until the street comes to it, and both come to rest together.
        """
        inches = distance(self._seen(id_), to)
        if left <= step:
            return inches if left > 0.0 else step
        return inches * step / left if inches > left else max(0.0, inches - left + step)

    def _step(self, id_: str, to: Point, step: float) -> None:
        at = self._seen(id_)
        inches = distance(at, to)
        share = min(1.0, step / inches)
        self.spots[id_] = Point(at.x + (to.x - at.x) * share, at.y + (to.y - at.y) * share)
        if id_ in self.gone:
            back = self.street.back
            direction = (to.x - at.x) * back.x + (to.y - at.y) * back.y
            self.gone[id_] = min(ROLL, self.gone[id_] + max(0.0, direction * share))

    def _slide_off(self, piece: str, step: float) -> None:
        at = point_ahead(self.spots.get(piece, self.slid[piece].at), self.street.back, step)
        self.spots[piece] = at
        self.gone[piece] = min(ROLL, self.gone.get(piece, 0.0) + step)
        if self.street.off(at) > self.street.long + reach_of(self.slid[piece], self.street):
            self.gone[piece] = ROLL
            del self.slid[piece], self.spots[piece]

    def _limits(self) -> RollLimits:
        """Return how far each piece and model may move now; they are kept until events come."""
        stage = self.stage
        of = (
            *(stage.applied, len(stage.waiting), self._over),
            *(stage.stepping, stage.stepping and stage.paused > 0.0),
        )
        if of != self._known.of:
            moves = (e for e in stage.waiting if isinstance(e, PieceMoved | Moved))
            self._known = RollLimits(of, self._found_limits(), frozenset(map(_who, moves)))
        return self._known

    def _found_limits(self) -> dict[str, RollLimit]:
        """Return how far each piece and model may move now: all to the end of the roll.

        While a single beat is shown, only that counts.
        """
        found: dict[str, RollLimit] = {}
        for n, story in enumerate(_stories(self.stage.waiting)):
            # The last event is still being shown, and holds its beat.
            held = self.stage.stepping and self.stage.paused > 0.0 and n == 0
            for event in story:
                match event:
                    case PieceCame() | PhaseOver():
                        return found
                    case PieceLeft(piece=id_, motion=Motion.ROLLS_BACK) if id_ in self.gone:
                        # It rolls on beyond the edge until the others stand.
                        rest = ROLL - self.gone[id_]
                        found[id_] = RollLimit(self._back(id_, rest), n)
                    case PieceMoved() | Moved() if self.takes(event) and not held:
                        found[_who(event)] = RollLimit(event.path[-1], n)
                    case _ if self.stage.stepping:
                        held = held or self._is_seen(event)
                    case _:
                        pass
            if self.stage.stepping and story:
                return found
        return found

    def _back(self, id_: str, inches: float) -> Point:
        """Return a point *inches* back along the street from a piece."""
        return point_ahead(self._seen(id_), self.street.back, inches)

    def _is_seen(self, event: Event) -> bool:
        """Return whether an event is displayed for a time, or moves a model by itself."""
        return self.stage.pause_after(event) > 0.0 or isinstance(event, Moved)

    def _seen(self, id_: str) -> Point:
        return self.spots.get(id_) or _home(id_, self.stage.seen) or Point(0.0, 0.0)


def _stories(waiting: Iterable[Event]) -> Iterator[list[Event]]:
    """Yield the events of each piece and model in turn; the first list may be incomplete."""
    story = list[Event]()
    for event in waiting:
        if isinstance(event, Handled):
            yield story
            story = []
        story.append(event)
    yield story


def _who(event: PieceMoved | Moved) -> str:
    return event.piece if isinstance(event, PieceMoved) else event.model


def _home(id_: str, table: Table) -> Point | None:
    """Return the place of a model or piece on the seen table; None if it is not on it."""
    there = table.pieces.get(id_) or table.models.get(ModelId(id_))
    return there.at if there and there.where is Where.TABLE else None


def reach_of(piece: Piece, street: Street) -> float:
    """Return the extent of a piece from its middle along the street, in inches."""
    back = street.back
    return max([abs(x * back.x + y * back.y) for x, y in piece.shape], default=piece.radius)


def _effects(event: Event, street: Street, table: Table, *, still: bool) -> Iterator[Effect]:
    """Yield the effects of an event of the pursuit; *table* is the state before the event.

    *still*: nothing slides (reduced motion).
    """
    match event:
        case Struck(
            model=model_id,
        ):
            struck = table.models[model_id]
            yield Effect(
                point_ahead(struck.at, street.ahead, struck.base), 0.6, CREAM, knock=True
            )
        case Moved(path=path) if length(path) > 1.0 and not still:
            yield Effect(path[-1], 0.8, DUST, trail=path)
        case PieceCame(piece=piece, at=at) if table.pieces[piece].kind is PieceKind.MINES:
            yield Effect(at, 0.9, WOUND, ring=table.pieces[piece].radius)
        case _:
            pass


def _sliding(effect: Effect, event: Event, street: Street) -> Effect:
    """Return an effect in which a model removed over an edge slides over it."""
    if effect.leaving is None or not isinstance(event, Removed):
        return effect
    if event.how is How.LEFT:
        return replace(effect, lasts=1.0, slides=point_ahead(ORIGIN, street.ahead, RIDES_ON))
    if event.how is How.LOST:
        return replace(effect, lasts=1.0, slides=point_ahead(ORIGIN, street.back, DRIFTS_BACK))
    return effect
