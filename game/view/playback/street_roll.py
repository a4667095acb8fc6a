"""Animate the rolling street during a Pursuit phase (PU-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from game.geometry.points import Point, distance, point_ahead
from game.table.events import (
    Event,
    Handled,
    Moved,
    PhaseOver,
    PieceCame,
    PieceLeft,
    PieceMoved,
    Queued,
)
from game.table.pieces import ROLL, Piece, PieceKind, Street, street_of, table_rolls
from game.table.records import ModelId, Where
from game.table.state import Table
from game.view.playback.timing import pause_after

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
SWEPT: Final = "PU-14"
"""Clause by which a model is moved with a piece."""


class RollLimit(NamedTuple):
    """The point that a model or piece may move to before its next incident has to be shown."""

    to: Point
    story: int
    """Number of its beat; the members of one beat move together."""


@dataclass(slots=True)
class StreetRollAnimation:
    """The street as shown: ahead of the seen table, but never ahead of an incident.

    The log handles the pieces one by one. Here each piece moves as soon as no event still to be
    shown stops it. So all move together, and an incident holds only the piece that it concerns,
    until it has been shown.
    """

    street: Street
    gone: dict[str, float]
    """Inches that each piece has moved back in this phase."""
    spots: dict[str, Point] = field(default_factory=dict)
    """Shown places of pieces and models that differ from the seen table."""
    slid: dict[str, Piece] = field(default_factory=dict)
    """Pieces that have left the table, and are still shown sliding off it."""
    pace: float = 0.0
    """Present share of the full speed, from 0 to 1."""
    run: float = 0.0
    """Inches of road that have passed."""
    before: float = 0.0
    """Inches that the street had moved before this phase."""
    over: bool = False
    """True if all events of the phase were shown."""

    @property
    def moving(self) -> bool:
        return self.pace > 0.0 or bool(self.slid)

    @property
    def come(self) -> float:
        """Return the inches that the street has moved since the pursuit began."""
        return self.before + ROLL * self.share

    @property
    def share(self) -> float:
        """Return the share of the phase's 12 inches that the street has moved, on average."""
        gone = [min(1.0, inches / ROLL) for inches in self.gone.values()]
        return sum(gone) / len(gone) if gone else 0.0

    def takes(self, event: Event, table: Table) -> bool:
        """Return whether an event is part of the roll."""
        match event:
            case PieceMoved(_, piece):
                return table.pieces[piece].kind in {PieceKind.CITY, PieceKind.MINES}
            case Moved(clause):
                return clause == SWEPT
            case _:
                return False

    def only(self, waiting: Iterable[Event], table: Table) -> bool:
        """Return whether only events of the roll itself wait to be shown."""
        return all(self.takes(event, table) or not _is_seen(event) for event in waiting)

    def reached(self, event: Event, table: Table) -> bool:
        """Return whether the model or piece of an event is shown at the end of its move."""
        assert isinstance(event, PieceMoved | Moved)
        at, end = self._seen(_who(event), table), event.path[-1]
        back = self.street.back
        return (at.x - end.x) * back.x + (at.y - end.y) * back.y >= -NEAR

    def go(
        self,
        seconds: float,
        waiting: Iterable[Event],
        table: Table,
        *,
        paused: bool,
        one: bool,
    ) -> None:
        """Advance the animation by *seconds*.

        *paused*: the last event is still being shown, and holds its beat. *one*: only the piece
        of the next beat moves.
        """
        waiting = tuple(waiting)
        found = runs(waiting, table, self, paused=paused, one=one)
        goes = {_who(e) for e in waiting if isinstance(e, PieceMoved | Moved)}
        for id_, at in self.spots.items():
            if id_ not in found and (home := _home(id_, table)):
                # Waiting pieces and models keep their shown places.
                found[id_] = RollLimit(at, WAITS) if id_ in goes else RollLimit(home, DONE)
        seen = self.spots.items()
        self.spots = {id_: at for id_, at in seen if id_ in found or id_ in self.slid}
        left = {
            id_: inches
            for id_, run in found.items()
            if (inches := distance(self._seen(id_, table), run.to)) > NEAR
        }
        inches = max((*left.values(), *(ROLL for _ in self.slid)), default=0.0)
        for id_, run in found.items():
            if id_ not in left and run.story == DONE:
                self.spots.pop(id_, None)
        if not inches:
            self.pace = 0.0
            return
        slows = (inches / SLOWS) ** 0.5
        self.pace = max(CREEP, min(1.0, self.pace + STARTS * seconds, slows))
        self.run += PACE * self.pace * seconds
        self._go({id_: found[id_] for id_ in left}, seconds, table)

    def _go(self, found: Mapping[str, RollLimit], seconds: float, table: Table) -> None:
        lead: dict[int, float] = {}
        for id_, run in found.items():
            if id_ in self.gone:
                lead[run.story] = self.gone[id_]
        first = max((*lead.values(), *(self.gone[p] for p in self.slid)), default=0.0)
        step = PACE * self.pace * seconds
        for id_, run in found.items():
            behind = min(1.0, (first - lead.get(run.story, first)) / LAG)
            self._step(id_, run.to, step * (1.0 + HASTE * behind), table)
        for piece in [*self.slid]:
            self._slide_off(piece, step)

    def _step(self, id_: str, to: Point, step: float, table: Table) -> None:
        at = self._seen(id_, table)
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

    def play(self, event: Event, before: Table) -> None:
        """Update the animation for an event; *before* is the table before it."""
        match event:
            case PieceLeft(clause, piece) if clause != "PU-24":
                self.slid[piece] = before.pieces[piece]
            case PieceCame(_, id_, at) if before.pieces[id_].kind is PieceKind.CITY:
                self.slid.pop(id_, None)
                inches = self.street.off(at) + reach_of(before.pieces[id_], self.street)
                self.spots[id_] = point_ahead(at, self.street.ahead, inches)
            case PhaseOver():
                self.over = True
            case _:
                pass

    def rest(self) -> None:
        """Move everything to its place on the seen table."""
        self.spots.clear()
        for piece in self.slid:
            self.gone[piece] = ROLL
        self.slid.clear()
        self.pace = 0.0

    def _seen(self, id_: str, table: Table) -> Point:
        return self.spots.get(id_) or _home(id_, table) or Point(0.0, 0.0)


def roll_of(table: Table) -> StreetRollAnimation | None:
    """Return the roll in progress on a table, or the last one; None for other tables.

    Pieces that are no longer in the queue have already moved.
    """
    if not table_rolls(table.board):
        return None
    waits = set(table.queue)
    gone = {
        p.id: 0.0 if p.id in waits else ROLL
        for p in table.pieces.values()
        if p.kind is PieceKind.CITY and (p.where is Where.TABLE or p.id in waits)
    }
    before = ROLL * (table.clock.round - 1)
    return StreetRollAnimation(
        street_of(table.board), gone, before=before, over=not waits & set(gone)
    )


def roll_after(
    roll: StreetRollAnimation | None, event: Event, table: Table
) -> StreetRollAnimation | None:
    """Return the roll that is shown after an event; *table* is the state after it."""
    if isinstance(event, Queued) and roll and roll.over and set(event.order) & set(roll.gone):
        return roll_of(table)
    return roll


def runs(
    waiting: Iterable[Event],
    table: Table,
    roll: StreetRollAnimation,
    *,
    paused: bool,
    one: bool,
) -> dict[str, RollLimit]:
    """Return how far each piece and model may move before its next incident is shown.

    A model that moves by itself stops all that follows it. *one*: only the next beat counts.
    """
    found: dict[str, RollLimit] = {}
    for n, story in enumerate(_stories(waiting)):
        held, alone = paused and n == 0, False
        for event in story:
            if isinstance(event, PieceCame | PhaseOver):
                return found
            if roll.takes(event, table) and not held:
                assert isinstance(event, PieceMoved | Moved)
                found[_who(event)] = RollLimit(event.path[-1], n)
            elif not roll.takes(event, table):
                held = held or _is_seen(event)
                alone = alone or isinstance(event, Moved)
        if alone or (one and story):
            return found
    return found


def _stories(waiting: Iterable[Event]) -> Iterator[list[Event]]:
    """Yield the events of each piece and model in turn; the first list may be incomplete."""
    story = list[Event]()
    for event in waiting:
        if isinstance(event, Handled):
            yield story
            story = []
        story.append(event)
    yield story


def _is_seen(event: Event) -> bool:
    """Return whether an event is displayed for a time, or moves a model by itself."""
    return pause_after(event) > 0.0 or isinstance(event, Moved)


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
