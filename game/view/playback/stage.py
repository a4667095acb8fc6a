"""The table as it is shown while events are played back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from game.geometry.points import Path, Point, distance, length, point_ahead
from game.table.apply import apply
from game.table.events import Event, PhaseBegan, Rerolled, RingTurned, Rolled
from game.table.records import ORIGIN, ModelId
from game.table.state import Table
from game.view.dice_tray import Tray
from game.view.playback.effects import Effect, aged, arrival_effect, effects_of
from game.view.playback.event_effects import (
    cage_effects,
    entering,
    flood_after,
    flood_effects,
    lunging,
    pursuit_effects,
    restored_flood,
    wake,
)
from game.view.playback.movement import BodyPose, MovementAnimation, Spin
from game.view.playback.street_roll import roll_after, roll_of
from game.view.playback.timing import SURGE, hurried_pause, is_deed, pause_after, starts_beat


class Stage:
    """Keeps a *seen* table and tells it the same events as it shows them.

    A story takes time, the game is already further. Cards, log, tray and overlays look at the
    seen table, so that nothing on the screen is ahead of what was shown; prompts wait until
    nothing is left to show.
    """

    def __init__(self, table: Table, tray: Tray | None = None) -> None:
        self.seen = table.fork()
        self.tray = tray
        self.speed = 1.0
        self.reduced = False
        """Whether nothing walks, tumbles, rises or fades: for who wants less motion."""
        self.held = False
        """Whether time stands still, until somebody lets it go on."""
        self.effects: tuple[Effect, ...] = ()
        """What is still seen of events that were told."""
        self.showing: Event | None = None
        """What is left to be seen just now: a roll, a blast marker, a loss."""
        self.flood = restored_flood(())
        """The flood that is told just now."""
        self.roll = roll_of(table)
        """The street on its way back, of a table that rolls."""
        self._turned: RingTurned | None = None
        """How a player tried last to turn a ring of a cage."""
        self._tried: Spin | None = None
        """The same, as long as it is tried."""
        self._waiting: deque[Event] = deque()
        self._march = MovementAnimation()
        self._pause = 0.0
        self._step: int | None = None
        """How many events of the one story that is to be shown were told; None without end."""

    @property
    def busy(self) -> bool:
        return bool(self._waiting) or self._pause > 0.0

    @property
    def lively(self) -> bool:
        """Return whether the picture changes by itself, even if nothing is left to tell."""
        return self.busy or bool(self.effects) or self.rolling

    @property
    def rolling(self) -> bool:
        """Return whether a street is seen to roll just now."""
        return self.roll is not None and self.roll.moving

    @property
    def rolled(self) -> Point:
        """Return by how much the floor of a street has moved since the chase began."""
        return (
            point_ahead(ORIGIN, self.roll.street.back, self.roll.come) if self.roll else ORIGIN
        )

    @property
    def eager(self) -> bool:
        """Return whether more may be heard: nothing is shown but a street that rolls on."""
        if not self.busy:
            return True
        quiet = not self._pause and not self.held and self._step is None
        return quiet and self.roll is not None and self.roll.only(self._waiting, self.seen)

    @property
    def waits(self) -> int:
        """Return how many events were heard and not told."""
        return len(self._waiting)

    def hear(self, events: Iterable[Event]) -> None:
        self._waiting.extend(events)

    def recall(self, events: Iterable[Event]) -> None:
        """Show what is left to be seen of events that were told before."""
        self.flood = restored_flood(events)

    def try_out(self, turned: RingTurned | None) -> None:
        """Show a ring of a cage turned, with all that is on it, as a player tries to."""
        self._tried = Spin(turned, self.seen) if turned else None
        self._turned = turned or self._turned

    def hold(self) -> None:
        """Let time stand still, or go on to the end."""
        self.held, self._step = not self.held and self.busy, None

    def step(self) -> list[Event]:
        """Show one story more, and hold: what one model goes through, or one unit does.

        Return the events that were told at once: the rest of a story that was being shown.
        """
        told = list[Event]()
        if self._step:
            while self._waiting and not self._holds():
                told.append(self._waiting.popleft())
                self._tell(told[-1])
            self._rest()
            self.held, self._step = self.busy, None
            return told
        self.held, self._step = False, 0
        return told

    def play(self, seconds: float) -> list[Event]:
        """Let time pass; return the events that were told meanwhile, for log and sound."""
        if self.held:
            return []
        left = seconds * self.speed
        self._pass(left)
        told: list[Event] = []
        while self.busy:
            if self._pause:
                spent = min(left, self._pause)
                self._pause -= spent
                left -= spent
                if self._pause:
                    return told
                continue
            if self._street_comes():
                self.showing = None
                return told
            if lasts := self._march_lasts():
                left -= self._walk(left, lasts)
                if not self._march.over:
                    return told
            if self._holds():
                self.held, self._step = True, None
                self.showing = None
                return told
            if self._waiting:
                told += self._tell_next()
        self.showing = self._step = None
        return told

    def skip(self) -> list[Event]:
        """Tell all that waits at once."""
        told = list(self._waiting)
        for event in told:
            self._tell(event)
        self._waiting.clear()
        self._rest()
        self.held, self._step = False, None
        return told

    def stands(self, model: ModelId) -> Point:
        """Return where a model is seen, on its way if it walks."""
        rolled = self.roll.spots.get(model) if self.roll else None
        if not rolled and not self.reduced and (lunge := lunging(self.effects, model)):
            at = self.seen.models[model].at
            return Point(at.x + lunge.x, at.y + lunge.y)
        tried = self._tried.at(model, 1.0) if self._tried else None
        return rolled or self._march.at(model) or tried or self.seen.models[model].at

    def faces(self, model: ModelId) -> float:
        """Return where a model is seen to face; who sets out turns to where it will face."""
        facing = self._march.faces(model)
        if facing is None and self._tried:
            facing = self._tried.faces(model, 1.0)
        return self.seen.models[model].facing if facing is None else facing

    def lies(self, piece: str) -> Point:
        """Return where a piece is seen, on its way if it drifts."""
        rolled = self.roll.spots.get(piece) if self.roll else None
        return rolled or self._march.at(piece) or self.seen.pieces[piece].at

    @property
    def rings(self) -> tuple[float, ...]:
        """Return how the rings of a cage are seen to stand, in degrees; empty without any."""
        if self._tried and not self._march.begun:
            return self._tried.rings(1.0)
        return self._march.rings or tuple(float(degrees) for degrees in self.seen.rings)

    def heads(self, who: str) -> float | None:
        """Return where what arrows push on is heading just now, if it is on its way."""
        return self._march.leads(who)

    def trails(self) -> Iterable[tuple[str, Path]]:
        """Return whom arrows push on just now, and how far each has come of its way."""
        return self._march.trails()

    def tumble(self, model: ModelId) -> BodyPose | None:
        """Return how a model is turned just now, if water carries it or it is dead."""
        return self._march.tumble(model)

    def model_at(self, spot: Point, reach: float = 0.0) -> ModelId | None:
        """Return the model whose base is under a point, or nearest within *reach* of it."""
        near = [
            (distance(self.stands(m.id), spot) - m.base, m.id) for m in self.seen.standing()
        ]
        off, model = min(near, default=(1.0, None))
        return model if off <= reach else None

    def _pass(self, seconds: float) -> None:
        """Let what is seen for a moment grow older."""
        self.effects = aged(self.effects, seconds)
        if self.flood:
            self.flood.since += seconds
        if self.roll and not self.reduced:
            paused, one = self._pause > 0.0, self._step is not None
            self.roll.go(seconds, self._waiting, self.seen, paused=paused, one=one)
        if self.tray:
            self.tray.tumbles = not self.reduced
            self.tray.play(seconds)

    def _rest(self) -> None:
        """Let all that moves come to rest."""
        self._march, self._pause = MovementAnimation(), 0.0
        self.showing, self.effects = None, ()
        if self.flood:
            self.flood.since = max(SURGE, self.flood.since)
        if self.roll:
            self.roll.rest()
        if self.tray:
            self.tray.settle()

    def _holds(self) -> bool:
        """Whether one story was shown, and the next is about to begin."""
        return bool(self._step) and bool(self._waiting) and starts_beat(self._waiting[0])

    def _rolls(self, event: Event) -> bool:
        """Return whether an event is part of a roll of the street."""
        return self.roll is not None and self.roll.takes(event, self.seen)

    def _street_comes(self) -> bool:
        """Return whether what comes next is seen to roll, and has not come so far yet."""
        if not self._waiting or self.reduced or not self._rolls(self._waiting[0]):
            return False
        assert self.roll
        return not (self._holds() or self.roll.reached(self._waiting[0], self.seen))

    def _march_lasts(self) -> float:
        """Return the seconds that whoever sets out next takes together; 0 for none."""
        if self._waiting and self._rolls(self._waiting[0]):
            return 0.0
        if not self._march.begun:
            carried = self.flood is not None
            self._march = MovementAnimation(
                self._waiting,
                self.seen,
                still=self.reduced,
                carried=carried,
                tried=self._turned,
            )
            for walk in self._march.walks:
                if not length(walk.path):
                    continue
                if self.reduced:
                    self.effects += (arrival_effect(walk, self.seen),)
                elif self.flood and self.flood.carried != walk.model:
                    self.effects += (entering(walk, self.seen),)
        return self._march.lasts

    def _walk(self, seconds: float, lasts: float) -> float:
        """Let a march go on; return how much of the time it took."""
        spent = min(seconds, lasts - self._march.walked)
        before = self._march.walked
        self._march.walked += spent
        if self.flood and not self.reduced:
            self.effects += tuple(wake(self._march, before, self.seen))
        return spent

    def _tell_next(self) -> list[Event]:
        count = max(1, len(self._march.walks))
        self._march = MovementAnimation()
        told = [self._waiting.popleft() for _ in range(count)]
        for event in told:
            self._tell(event)
        self._pause = pause_after(told[-1], still=self.reduced)
        if self.roll:
            self._pause *= hurried_pause(self._waiting)
        self.showing = told[-1] if self._pause else None
        return told

    def _tell(self, event: Event) -> None:
        self._turned = None
        shown = [] if self._rolls(event) else [*effects_of(event, self.seen)]
        if self.roll:
            street, still = self.roll.street, self.reduced
            shown = [*pursuit_effects(event, shown, street, self.seen, still=still)]
        if self.seen.rings:
            shown += cage_effects(event, self.seen)
        if self.flood:
            shown += flood_effects(event, self.flood, self.seen, still=self.reduced)
        if any(effect.rolled for effect in shown):
            self.effects = tuple(e for e in self.effects if not e.rolled)
        self.effects += tuple(shown)
        self.flood = flood_after(self.flood, event)
        if self._step is not None:
            self._step += 1
        if self.roll:
            self.roll.told(event, self.seen)
        apply(self.seen, event)
        self.roll = roll_after(self.roll, event, self.seen)
        if self.tray is None:
            return
        if isinstance(event, Rolled | Rerolled):
            self.tray.take(event)
        elif isinstance(event, PhaseBegan) or is_deed(event):
            self.tray.clear()
