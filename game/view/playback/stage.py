"""The table as shown while events are played back."""

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
    """Plays back events on a table of its own, the *seen* table.

    Playback takes time, and the game is already ahead of it. Cards, log, tray and overlays use
    the seen table, so that nothing on the screen is ahead of the playback; prompts wait until
    nothing is left to show.
    """

    def __init__(self, table: Table, tray: Tray | None = None) -> None:
        self.seen = table.fork()
        self.tray = tray
        self.speed = 1.0
        self.reduced = False
        """True if nothing walks, tumbles, rises or fades (reduced motion)."""
        self.held = False
        """True if playback is paused."""
        self.effects: tuple[Effect, ...] = ()
        """Effects that are still visible."""
        self.showing: Event | None = None
        """The event displayed during the present pause: a roll, a blast marker, a loss."""
        self.flood = restored_flood(())
        """The flood being played back."""
        self.roll = roll_of(table)
        """The animation of the street, on a table that rolls."""
        self._turned: RingTurned | None = None
        """The last turn of a ring that a player previewed."""
        self._tried: Spin | None = None
        """The animation of that turn, while it is previewed."""
        self._waiting: deque[Event] = deque()
        self._march = MovementAnimation()
        self._pause = 0.0
        self._step: int | None = None
        """Number of events played since ``step``; None unless a single beat is being shown."""

    @property
    def busy(self) -> bool:
        """Return whether events wait, or the last one is still displayed."""
        return bool(self._waiting) or self._pause > 0.0

    @property
    def lively(self) -> bool:
        """Return whether the picture changes by itself, even if no events are left to show."""
        return self.busy or bool(self.effects) or self.rolling

    @property
    def rolling(self) -> bool:
        """Return whether a street is shown rolling."""
        return self.roll is not None and self.roll.moving

    @property
    def rolled(self) -> Point:
        """Return the offset of the street's floor since the pursuit began, in inches."""
        return (
            point_ahead(ORIGIN, self.roll.street.back, self.roll.come) if self.roll else ORIGIN
        )

    @property
    def eager(self) -> bool:
        """Return whether more events may be added: nothing is shown except a rolling street."""
        if not self.busy:
            return True
        quiet = not self._pause and not self.held and self._step is None
        return quiet and self.roll is not None and self.roll.only(self._waiting, self.seen)

    @property
    def waits(self) -> int:
        """Return the number of events not yet played."""
        return len(self._waiting)

    def add(self, events: Iterable[Event]) -> None:
        """Add events to be played back."""
        self._waiting.extend(events)

    def recall(self, events: Iterable[Event]) -> None:
        """Restore the lasting effects of events that are not played back."""
        self.flood = restored_flood(events)

    def try_out(self, turned: RingTurned | None) -> None:
        """Show a ring of a cage turned, with all champions on it, as a player's preview."""
        self._tried = Spin(turned, self.seen) if turned else None
        self._turned = turned or self._turned

    def hold(self) -> None:
        """Pause playback, or resume it to the end."""
        self.held, self._step = not self.held and self.busy, None

    def step(self) -> list[Event]:
        """Show one more beat, the events of one model or unit, and then pause.

        Return the events applied at once: the rest of a beat that was being shown.
        """
        events = list[Event]()
        if self._step:
            while self._waiting and not self._holds():
                events.append(self._waiting.popleft())
                self._start(events[-1])
            self._rest()
            self.held, self._step = self.busy, None
            return events
        self.held, self._step = False, 0
        return events

    def play(self, seconds: float) -> list[Event]:
        """Advance playback; return the events played meanwhile, for log and sound."""
        if self.held:
            return []
        left = seconds * self.speed
        self._pass(left)
        events: list[Event] = []
        while self.busy:
            if self._pause:
                spent = min(left, self._pause)
                self._pause -= spent
                left -= spent
                if self._pause:
                    return events
                continue
            if self._street_comes():
                self.showing = None
                return events
            if lasts := self._march_lasts():
                left -= self._walk(left, lasts)
                if not self._march.over:
                    return events
            if self._holds():
                self.held, self._step = True, None
                self.showing = None
                return events
            if self._waiting:
                events += self._tell_next()
        self.showing = self._step = None
        return events

    def skip(self) -> list[Event]:
        """Apply all waiting events at once, and return them."""
        events = list(self._waiting)
        for event in events:
            self._start(event)
        self._waiting.clear()
        self._rest()
        self.held, self._step = False, None
        return events

    def stands(self, model: ModelId) -> Point:
        """Return the shown place of a model, also while it moves."""
        rolled = self.roll.spots.get(model) if self.roll else None
        if not rolled and not self.reduced and (lunge := lunging(self.effects, model)):
            at = self.seen.models[model].at
            return Point(at.x + lunge.x, at.y + lunge.y)
        tried = self._tried.at(model, 1.0) if self._tried else None
        return rolled or self._march.at(model) or tried or self.seen.models[model].at

    def faces(self, model: ModelId) -> float:
        """Return the shown facing of a model, in degrees, also while it turns."""
        facing = self._march.faces(model)
        if facing is None and self._tried:
            facing = self._tried.faces(model, 1.0)
        return self.seen.models[model].facing if facing is None else facing

    def lies(self, piece: str) -> Point:
        """Return the shown place of a piece, also while it drifts."""
        rolled = self.roll.spots.get(piece) if self.roll else None
        return rolled or self._march.at(piece) or self.seen.pieces[piece].at

    @property
    def rings(self) -> tuple[float, ...]:
        """Return the shown rotations of a cage's rings, in degrees; empty without a cage."""
        if self._tried and not self._march.begun:
            return self._tried.rings(1.0)
        return self._march.rings or tuple(float(degrees) for degrees in self.seen.rings)

    def heads(self, id_: str) -> float | None:
        """Return the present heading of a model or piece pushed by arrows, while it moves."""
        return self._march.leads(id_)

    def trails(self) -> Iterable[tuple[str, Path]]:
        """Return the models and pieces pushed by arrows, each with the path covered so far."""
        return self._march.trails()

    def tumble(self, model: ModelId) -> BodyPose | None:
        """Return the pose of a model carried by water, or of a drifting corpse; else None."""
        return self._march.tumble(model)

    def model_at(self, spot: Point, reach: float = 0.0) -> ModelId | None:
        """Return the model with a base under a point, or nearest within *reach* inches."""
        near = [
            (distance(self.stands(m.id), spot) - m.base, m.id) for m in self.seen.standing()
        ]
        off, model = min(near, default=(1.0, None))
        return model if off <= reach else None

    def _pass(self, seconds: float) -> None:
        """Advance effects, flood, street and tray by *seconds*."""
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
        """End all animations at once."""
        self._march, self._pause = MovementAnimation(), 0.0
        self.showing, self.effects = None, ()
        if self.flood:
            self.flood.since = max(SURGE, self.flood.since)
        if self.roll:
            self.roll.rest()
        if self.tray:
            self.tray.settle()

    def _holds(self) -> bool:
        """Return whether a single beat was shown, and the next one is about to begin."""
        return bool(self._step) and bool(self._waiting) and starts_beat(self._waiting[0])

    def _rolls(self, event: Event) -> bool:
        """Return whether an event is part of a roll of the street."""
        return self.roll is not None and self.roll.takes(event, self.seen)

    def _street_comes(self) -> bool:
        """Return whether the next event is part of a roll that has not come so far."""
        if not self._waiting or self.reduced or not self._rolls(self._waiting[0]):
            return False
        assert self.roll
        return not (self._holds() or self.roll.reached(self._waiting[0], self.seen))

    def _march_lasts(self) -> float:
        """Return the duration of the next movement, in seconds; 0 for none."""
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
        """Advance the movement; return the seconds used."""
        spent = min(seconds, lasts - self._march.walked)
        before = self._march.walked
        self._march.walked += spent
        if self.flood and not self.reduced:
            self.effects += tuple(wake(self._march, before, self.seen))
        return spent

    def _tell_next(self) -> list[Event]:
        count = max(1, len(self._march.walks))
        self._march = MovementAnimation()
        events = [self._waiting.popleft() for _ in range(count)]
        for event in events:
            self._start(event)
        self._pause = pause_after(events[-1], still=self.reduced)
        if self.roll:
            self._pause *= hurried_pause(self._waiting)
        self.showing = events[-1] if self._pause else None
        return events

    def _start(self, event: Event) -> None:
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
            self.roll.play(event, self.seen)
        apply(self.seen, event)
        self.roll = roll_after(self.roll, event, self.seen)
        if self.tray is None:
            return
        if isinstance(event, Rolled | Rerolled):
            self.tray.take(event)
        elif isinstance(event, PhaseBegan) or is_deed(event):
            self.tray.clear()
