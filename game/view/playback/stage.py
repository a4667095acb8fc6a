"""The table as shown while events are played back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from game.geometry.points import Point, distance
from game.play.log.wording import unit_name
from game.table.apply import apply
from game.table.events import Event, Moved, PhaseBegan, Removed, Rerolled, Rolled
from game.table.records import ModelId, Side
from game.table.state import Table
from game.view.dice_tray import Tray
from game.view.playback import BodyPose, MotionTracks, Track, next_tracks
from game.view.playback.board_dice import Toss
from game.view.playback.effects import (
    Effect,
    aged,
    arrival_effects,
    dice_after,
    dice_of,
    effects_of,
    is_deed,
    lunge_of,
    pause_after,
    starts_beat,
)
from game.view.playback.fallen import Fallen, fallen
from game.view.sounds import Sound

TURN_SECONDS: Final = 1.0
"""Seconds after the begin of a turn in which its banner covers nothing that happens."""


class Animation:
    """One system's part of the playback of events; by default it adds nothing."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @property
    def moving(self) -> bool:
        """Return whether its part of the picture changes by itself."""
        return False

    @property
    def film(self) -> str:
        """Return the name of a course of events that players may pause and step through."""
        return ""

    def tracks(self, events: Sequence[Event]) -> Sequence[Track] | None:
        """Return the motion of the first events; None for the usual one."""

    def effects(self, event: Event, shown: list[Effect]) -> list[Effect]:
        """Return the effects of an event, which is about to be applied.

        *shown* are the effects without this system.
        """
        return shown

    def pause(self, event: Event, seconds: float) -> float:
        """Return the seconds that an event is displayed; *seconds* without this system."""
        return seconds

    @property
    def haste(self) -> float:
        """Return the share of pauses that remains now, from 0 to 1."""
        return 1.0

    def sound(self, event: Event, sound: Sound) -> Sound:
        """Return the sound of an event; *sound* without this system."""
        return sound

    def places(self, event: Event) -> Sequence[Point]:
        """Return the places that the camera has to show while an event is displayed."""
        return ()

    def before(self, event: Event) -> None:
        """Update its state for an event that is about to be applied."""

    def after(self, event: Event) -> None:
        """Update its state for an event that was just applied."""

    def advance(self, seconds: float) -> None:
        """Advance by *seconds*."""

    def moved(self, before: float) -> None:
        """Add effects to a motion that has advanced since *before* seconds."""

    def place(self, id_: str) -> Point | None:
        """Return the shown place of a model or piece that it moves itself."""

    def body_at(self, fallen: Fallen, at: Point) -> Point | None:
        """Return the place of a body, *at* without this system; None if there is none."""
        return at

    def holds(self, event: Event) -> bool:
        """Return whether the next event has to wait for this animation."""
        return False

    def quiet(self, waiting: Iterable[Event]) -> bool:
        """Return whether more events may be added although some wait to be shown."""
        return False

    def rest(self) -> None:
        """End the animation at once."""

    def recall(self, events: Iterable[Event]) -> None:
        """Restore the lasting effects of events that are not played back."""


A = TypeVar("A", bound=Animation)


class Stage:
    """Plays back events on a table of its own, the *seen* table.

    Playback takes time, and the game is already ahead of it. Cards, log, tray and overlays use
    the seen table, so that nothing on the screen is ahead of the playback; prompts wait until
    nothing is left to show.
    """

    def __init__(
        self,
        table: Table,
        tray: Tray | None = None,
        animations: Iterable[Callable[[Stage], Animation]] = (),
    ) -> None:
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
        self.sounds: list[Sound] = []
        """Sounds of animations, apart from those of events, that are still to be played."""
        self.waiting: deque[Event] = deque()
        self.paused = 0.0
        """Seconds that the last event is still displayed."""
        self.heralded: Collection[Side] | None = None
        """Sides that go on at once when their turn begins: those of bots.

        None if no banner over the board announces turns.
        """
        self._turn: object = None
        """Turn and side of the last event."""
        self._dice: Toss | None = None
        """The last dice on the board, until the next roll, action or phase."""
        self._motion = self._preview = MotionTracks()
        self._previewed: Event | None = None
        """The last event that was previewed."""
        self._step: int | None = None
        """Number of events played since ``step``; None unless a single beat is being shown."""
        self.applied = 0
        """Number of events applied to the seen table."""
        self.animations = tuple([begin(self) for begin in animations])
        self._movers = [a for a in self.animations if type(a).place is not Animation.place]
        """The animations that move models or pieces themselves."""

    def animation(self, kind: type[A]) -> A:
        """Return the animation of a class; raise StopIteration if there is none."""
        return next(found for found in self.animations if isinstance(found, kind))

    @property
    def busy(self) -> bool:
        """Return whether events wait, or the last one is still displayed."""
        return bool(self.waiting) or self.paused > 0.0

    @property
    def lively(self) -> bool:
        """Return whether the picture changes by itself, even if no events are left to show."""
        return self.busy or bool(self.effects) or any(a.moving for a in self.animations)

    @property
    def film(self) -> str:
        """Return the name of what is shown if a player may pause and step through it."""
        films = (a.film for a in self.animations if a.film) if self.busy else ()
        return next(iter(films), "")

    @property
    def stepping(self) -> bool:
        """Return whether a single beat is being shown."""
        return self._step is not None

    @property
    def eager(self) -> bool:
        """Return whether more events may be added, because nothing waits to be seen."""
        if not self.busy:
            return True
        quiet = not self.paused and not self.held and not self.stepping
        return quiet and any(a.quiet(self.waiting) for a in self.animations)

    @property
    def waits(self) -> int:
        """Return the number of events not yet played."""
        return len(self.waiting)

    @property
    def motion(self) -> MotionTracks:
        """Return the motion that is shown: of the next events, or else a preview."""
        return self._motion if self._motion.tracks else self._preview

    def add(self, events: Iterable[Event]) -> None:
        """Add events to be played back."""
        self.waiting.extend(events)

    def recall(self, events: Sequence[Event]) -> None:
        """Restore the lasting effects of events that are not played back."""
        for animation in self.animations:
            animation.recall(events)

    def show(self, effects: Iterable[Effect]) -> None:
        """Show effects that no event brings."""
        self.effects += tuple(effects)

    def preview(self, event: Event | None) -> None:
        """Show the end of an event's motion, as a player plans it; None ends the preview."""
        tracks = self._tracks((event,)) if event else ()
        self._preview = MotionTracks(tracks, still=True)
        self._previewed = event or self._previewed

    def hold(self) -> None:
        """Pause playback, or resume it to the end."""
        self.held, self._step = not self.held and self.busy, None

    def step(self) -> list[Event]:
        """Show one more beat, the events of one model or unit, and then pause.

        Return the events applied at once: the rest of a beat that was being shown.
        """
        events = list[Event]()
        if self._step:
            while self.waiting and not self._beat_is_over():
                events.append(self.waiting.popleft())
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
        self._advance(left)
        events: list[Event] = []
        while self.busy:
            if self.paused:
                spent = min(left, self.paused)
                self.paused -= spent
                left -= spent
                if self.paused:
                    return events
                continue
            beat_is_over = self._beat_is_over()
            if not beat_is_over and any(a.holds(self.waiting[0]) for a in self.animations):
                self.showing = None
                return events
            if lasts := self._motion_lasts():
                left -= self._move(left, lasts)
                if not self._motion.over:
                    return events
            if beat_is_over:
                self.held, self._step = True, None
                self.showing = None
                return events
            events += self._tell_next()
        self.showing = self._step = None
        return events

    def skip(self) -> list[Event]:
        """Apply all waiting events at once, and return them."""
        events = list(self.waiting)
        for event in events:
            self._start(event)
        self.waiting.clear()
        self._rest()
        self.held, self._step = False, None
        return events

    @property
    def is_still(self) -> bool:
        """Return whether each model stands where it is on the seen table, and as it does."""
        if self._movers or self._motion.tracks or self._preview.tracks:
            return False
        return not any(effect.lunges for effect in self.effects)

    def place_of(self, model: ModelId) -> Point:
        """Return the shown place of a model, also while it moves."""
        at = self.seen.models[model].at
        if moved := self._place(model):
            return moved
        if not self.reduced and (lunge := lunge_of(self.effects, model)):
            return Point(at.x + lunge.x, at.y + lunge.y)
        return self.motion.at(model) or at

    def moving_places(self) -> list[Point]:
        """Return the place of a model that moves now, and its goal unless a film is shown."""
        moved = self.waiting[0] if self.waiting and self.motion.tracks else None
        if not isinstance(moved, Moved):
            return []
        return [self.place_of(moved.model), *([] if self.film else [moved.path[-1]])]

    def faces(self, model: ModelId) -> float:
        """Return the shown facing of a model, in degrees, also while it turns."""
        facing = self.motion.faces(model)
        return self.seen.models[model].facing if facing is None else facing

    def lies(self, piece: str) -> Point:
        """Return the shown place of a piece, also while it drifts."""
        return self._place(piece) or self.motion.at(piece) or self.seen.pieces[piece].at

    def _place(self, id_: str) -> Point | None:
        for animation in self._movers:
            if place := animation.place(id_):
                return place
        return None

    def bodies(self) -> Iterator[tuple[Fallen, Point]]:
        """Yield the models that have fallen up to now, and where they lie.

        They follow from the seen table alone, whatever was played back before.
        """
        for one in fallen(self.seen):
            at: Point | None = one.model.at
            for animation in self.animations:
                at = animation.body_at(one, at) if at else None
            if at:
                yield one, at

    def pose(self, model: ModelId) -> BodyPose | None:
        """Return the pose of a model that tumbles, else None."""
        return self._motion.pose(model)

    def model_at(self, spot: Point, reach: float = 0.0) -> ModelId | None:
        """Return the model with a base under a point, or nearest within *reach* inches."""
        near = [
            (distance(self.place_of(m.id), spot) - m.base, m.id) for m in self.seen.standing()
        ]
        off, model = min(near, default=(1.0, None))
        return model if off <= reach else None

    def pause_after(self, event: Event) -> float:
        """Return the seconds that an event is displayed."""
        seconds = pause_after(event)
        for animation in self.animations:
            seconds = animation.pause(event, seconds)
        return seconds

    def sound(self, event: Event, sound: Sound) -> Sound:
        """Return the sound of an event; *sound* is its usual one."""
        for animation in self.animations:
            sound = animation.sound(event, sound)
        return sound

    def _advance(self, seconds: float) -> None:
        """Advance effects, animations and tray by *seconds*."""
        self.effects = aged(self.effects, seconds)
        for animation in self.animations:
            animation.advance(seconds)
        if self.tray:
            self.tray.tumbles = not self.reduced
            self.tray.play(seconds)

    def _rest(self) -> None:
        """End all animations at once."""
        self._motion, self.paused = MotionTracks(), 0.0
        self.showing, self.effects = None, ()
        self.sounds.clear()
        for animation in self.animations:
            animation.rest()
        if self.tray:
            self.tray.settle()

    def _beat_is_over(self) -> bool:
        """Return whether a single beat was shown, and the next one is about to begin."""
        return bool(self._step) and bool(self.waiting) and starts_beat(self.waiting[0])

    def _tracks(self, events: Sequence[Event]) -> Sequence[Track]:
        for animation in self.animations:
            if (tracks := animation.tracks(events)) is not None:
                return tracks
        return next_tracks(events, self.seen)

    def _motion_lasts(self) -> float:
        """Return the duration of the next motion, in seconds; 0 for none."""
        if not self._motion.tracks:
            self._motion = MotionTracks(self._tracks(self.waiting), still=self.reduced)
            if self.waiting[0] == self._previewed:  # The player has seen it.
                self._motion.lasts = 0.0
            if self.reduced:
                self.effects += tuple(arrival_effects(self._motion.tracks, self.seen))
        return self._motion.lasts

    def _move(self, seconds: float, lasts: float) -> float:
        """Advance the motion; return the seconds used."""
        before = self._motion.seconds
        spent = min(seconds, lasts - before)
        self._motion.seconds += spent
        for animation in self.animations if spent else ():
            animation.moved(before)
        return spent

    def _tell_next(self) -> list[Event]:
        count = max(1, len(self._motion.tracks))
        self._motion = MotionTracks()
        events = [self.waiting.popleft() for _ in range(count)]
        for event in events:
            self._start(event)
        self.paused = self.pause_after(events[-1])
        for animation in self.animations if self.paused else ():
            self.paused *= animation.haste
        if self._opens_turn():
            self.paused = max(self.paused, TURN_SECONDS)
        self.showing = events[-1] if self.paused else None
        return events

    def _opens_turn(self) -> bool:
        """Return whether the last event began a turn whose banner would cover the next ones."""
        clock = self.seen.clock
        before, self._turn = self._turn, (clock.round, clock.side)
        started = clock.round and clock.side and before
        if self.heralded is None or not started or before == self._turn:
            return False
        if clock.side in self.heralded:
            return True
        return any(isinstance(e, Moved) or self.pause_after(e) for e in self.waiting)

    def end_turn_pause(self) -> None:
        """Show the first event of a turn at once, because the banner has ended."""
        if isinstance(self.showing, PhaseBegan):
            self.paused = 0.0

    def _start(self, event: Event) -> None:
        self._previewed = None
        dice = [*dice_of(event, self.seen, self._dice)]
        if isinstance(event, Rolled | Rerolled | PhaseBegan) or is_deed(event):
            self._dice = next((effect.toss for effect in dice if effect.toss), None)
        shown = [*effects_of(event, self.seen), *dice]
        for animation in self.animations:
            shown = animation.effects(event, shown)
        self.effects = (*dice_after(self.effects, event), *shown)
        if self._step is not None:
            self._step += 1
        for animation in self.animations:
            animation.before(event)
        apply(self.seen, event)
        self.applied += 1
        for animation in self.animations:
            animation.after(event)
        if self.tray is None:
            return
        if isinstance(event, Rolled | Rerolled):
            self.tray.take(event)
        elif isinstance(event, Removed) and self.tray.throws:
            unit = self.seen.units[self.seen.models[event.model].unit]
            self.tray.lose(unit_name(self.seen, unit), alone=len(unit.models) == 1)
        elif isinstance(event, PhaseBegan) or is_deed(event):
            self.tray.clear()
