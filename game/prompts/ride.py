"""The prompt for a ride with turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import pygame

from game.content.table_actions import Action
from game.geometry.points import (
    Disc,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    unit_vector,
    vector_of_heading,
)
from game.play.decisions import Refusal
from game.play.moves.single_move import (
    Ride,
    RideMode,
    RidePath,
    RideSegment,
    Stretches,
    length,
    mended,
    nearest_ride,
    ride_path,
    turn_between,
    why_not,
    wrong,
)
from game.prompts.prompt import NUMBERS, TURN, PointerState, PromptAction
from game.prompts.steer import FRACTION, INCH, MovePrompt
from game.table.records import Model
from game.table.state import Table
from game.view.overlays import (
    BaseOutline,
    BoardNote,
    MarchTrails,
    Overlay,
    OverlayTone,
    VisibleArea,
)
from game.view.overlays.ground_outlines import envelope
from game.widgets.key_bindings import action_of
from game.widgets.pressed_keys import is_press_of

FEW = 5.0
"""Degrees that an arrow key turns by with Shift."""
SNAP = 0.2
"""Inches within which a path snaps to a turning point, or to its full length."""
LOOSE = 0.5
"""Inches beside the end of a path that still count as pointing at it."""
ASIDE = 4.0
"""Degrees from straight ahead within which a far point counts as a direction."""
MIN_MOVE_INCHES = 0.05
"""Inches; a shorter move is not visible, and so the model stays."""
STAY = "stay"
DOT = 0.05
"""Radius in inches of the mark of a turning point, without its margin."""
WIDE, BELOW = 5.0, 1.2
"""Inches: half the width of a long note, and the distance between notes one below another."""


class RidePrompt(MovePrompt[Ride]):
    """A model that follows the mouse as far as its turns allow; a click sends it."""

    keys: ClassVar = (
        ("Click, drag", "send there"),
        ("{bend}", "turn here"),
        ("Left, Right", f"turn by {TURN:g}°"),
        ("Up, Down", f'{INCH:g}" more, less'),
        ("1", "stay"),
        ("Enter", "confirm"),
        ("Shift+arrows", "finer"),
        ("{put_back}", "undo last turn"),
        ("Right click", "turn here"),
    )

    def __init__(self, decision: Ride, table: Table) -> None:
        super().__init__(decision, table)
        self.stem: Stretches = ()
        """The settled part of the path; it turns at its end."""
        self.path: Stretches = ()
        self.no = ""
        """Reason why it cannot reach the mouse position."""

    @property
    def thought(self) -> Stretches:
        return self.path

    @property
    def course(self) -> RidePath:
        """Return the course of its path, if nothing stops it."""
        return ride_path(self.model.at, self.model.facing, self.path)

    @property
    def mode(self) -> RideMode:
        return self.decision.gait_of(self.path)

    def plan(self, path: Stretches, stem: Stretches = ()) -> None:
        """Plan another path, of which *stem* is settled."""
        self.path, self.stem, self.no = path, stem, ""
        self.changed()

    @property
    def _inches(self) -> float:
        """Return the inches that it gets on its path."""
        return self.reached(length(self.path))

    def propose(self, answer: Sequence[Sequence[float]]) -> str:
        self.plan(tuple(RideSegment(*segment) for segment in answer))
        return super().propose(answer)

    def go(self) -> None:
        self.give([list(stretch) for stretch in self.path])

    def bend(self) -> bool:
        """Settle the path so far, with a turn at its end; a too short segment grows."""
        gaits = self.decision.gaits
        able = [g for g in gaits if length(self.path) <= g.distance] or [gaits[-1]]
        # The path may be long enough for a turn in one of its movement modes.
        now = [g for g in able if wrong((*self.path, RideSegment(0.0, 0.0)), g) is None]
        stem = mended(
            (*(self.path or (RideSegment(0.0, 0.0),)), RideSegment(0.0, 0.0)), (now or able)[0]
        )
        self.plan(stem[:-1], stem[:-1])
        return True

    def put_back(self) -> None:
        """Remove the last settled turn, or the whole path."""
        self.plan(self.stem, self.stem[:-1])

    @property
    def can_undo(self) -> bool:
        return bool(self.stem)

    def undo(self) -> None:
        self.put_back()

    def choices(self) -> Sequence[PromptAction]:
        label, costs = "Stay where it is", ""
        if self.path:
            label = f'{self.mode.name.capitalize()} {self._inches:.1f}"{self.stop}'
            costs = self.mode.costs
        makes = PromptAction.urged if self.path else PromptAction.idle
        go = makes("go", label, self.decision.clause, self.go)
        shown = [replace(go, detail=costs)]
        if self.path:
            shown.append(PromptAction(STAY, "Stay where it is", key=NUMBERS[0], does=self.stay))
            shown.append(PromptAction.by(Action.BEND, "bend", "Turn here", self.bend))
        else:
            shown += [
                PromptAction(
                    *(g.name, f'Straight ahead: {g.name} {g.distance:g}"'),
                    key=key,
                    detail=g.costs,
                    does=partial(self.plan, (RideSegment(0.0, g.distance),)),
                )
                for key, g in zip(NUMBERS[1:], self.decision.gaits, strict=False)
            ]
        if self.stem:
            shown.append(
                PromptAction.by(Action.PUT_BACK, "back", "Undo last turn", self.put_back)
            )
        return shown

    @property
    def stands(self) -> bool:
        """Return whether a path is planned, which is always legal."""
        return bool(self.path)

    def press_mend(self) -> bool:
        """Keep the nearest legal path, which is planned; Enter sends it."""
        self.refused = None
        self.looks += 1
        return True

    def stay(self) -> None:
        self.plan(())
        self.go()

    def drop(self) -> None:
        self.held = False
        self.plan(())

    @property
    def moves(self) -> bool:
        return bool(self.path)

    def send(self) -> None:
        """Send it if it can reach the mouse position, else offer the nearest path."""
        if self.no:
            fix: Any = [list(stretch) for stretch in self.path]
            self.refused = Refusal(self.no, self.decision.clause, fix)
            self.looks += 1
        else:
            self.go()

    def follow(self, hand: PointerState) -> bool:
        """Plan the nearest legal path to the mouse position."""
        if hand.over:
            self._lead(hand)
        return self.held

    def _lead(self, hand: PointerState) -> None:
        at, facing, gaits = self.model.at, self.model.facing, self.decision.gaits
        settled = ride_path(at, facing, self.stem)
        if distance(settled.end, hand.at) <= max(LOOSE, 0.6 * self.model.base):
            self.plan(self.stem, self.stem)
        elif led := nearest_ride(at, facing, gaits, hand.at, self.stem):
            path = self._snapped(led.path, led.mode)
            self.plan(path if self.stem or length(path) >= MIN_MOVE_INCHES else (), self.stem)
            if led.miss > LOOSE and not self._is_ahead(hand):
                no = why_not(at, facing, led.mode, hand.at, self.stem)
                self.no = no or "it cannot turn that sharply"

    def _snapped(self, path: Stretches, mode: RideMode) -> Stretches:
        """Return a path snapped to a turning point, or to its full length."""
        *before, (turn, inches) = path
        for stop in (mode.straight, mode.distance - length(before)):
            longer = (*before, RideSegment(turn, stop))
            if inches and 0.0 < abs(stop - inches) <= SNAP and wrong(longer, mode) is None:
                return longer
        return path

    def _is_ahead(self, hand: PointerState) -> bool:
        """Return whether the mouse is straight ahead, but beyond the range."""
        end = self.course
        return (
            abs(turn_between(end.facing, heading_of_vector(unit_vector(end.end, hand.at))))
            <= ASIDE
        )

    def press_key(self, event: pygame.Event) -> bool:
        """Bend, go straight on or stay by keys that work at any time."""
        action, gaits = action_of(event), self.decision.gaits
        number = next((n for n, key in enumerate(NUMBERS) if is_press_of(key, event)), -1)
        if action is Action.BEND:
            self.bend()
        elif action is Action.PUT_BACK:
            self.put_back()
        elif number == 0:
            self.stay()
        elif 0 < number <= len(gaits):
            self.plan((RideSegment(0.0, gaits[number - 1].distance),))
        else:
            return super().press_key(event)
        return True

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        if right:
            self._turn((FEW if fine else TURN) * right)
        else:
            self._lengthen(-(FRACTION if fine else INCH) * down)
        return True

    def _turn(self, by: float) -> None:
        """Turn the last segment, or add a turn at the end."""
        if len(self.path) == len(self.stem) or not self.stem:
            self.bend()
            self._lay(RideSegment(by, 0.0))
        else:
            turn, inches = self.path[-1]
            self._lay(RideSegment(turn + by, inches))

    def _lengthen(self, by: float) -> None:
        if len(self.path) == len(self.stem):
            self._lay(RideSegment(0.0, max(0.0, by)))
        elif self.stem:
            turn, inches = self.path[-1]
            self._lay(RideSegment(turn, max(0.0, inches + by)))
        else:
            *before, (turn, inches) = self.path
            self.stem = tuple(before)
            self._lay(RideSegment(turn, max(0.0, inches + by)))

    def _lay(self, last: RideSegment) -> None:
        """Add a last segment, limited to the allowed path."""
        wish, many = (*self.stem, last), len(self.stem)
        gaits = [g for g in self.decision.gaits if length(wish) <= g.distance]
        mode = next((g for g in gaits if wrong(wish, g) is None), self.decision.gaits[-1])
        path = mended(wish, mode)
        if path and not length(path):
            path = ()
        self.plan(path, path[:many])

    def below(self) -> Iterator[Overlay]:
        """Yield the area that each movement mode could reach on open ground after the stem."""
        stem = self.stem
        here, used = ride_path(self.model.at, self.model.facing, stem), length(stem)
        for n, mode in enumerate(self.decision.gaits):
            left, tone = mode.distance - used, OverlayTone.PLANNED if n else OverlayTone.COOL
            if left > 0.0 and not (stem and wrong((*stem, RideSegment(0.0, 0.0)), mode)):
                outline = envelope(here.end, here.facing, mode, left, turns=bool(stem))
                words = "" if self.path else f'{mode.name}, up to {mode.distance:g}"'
                yield VisibleArea((outline,), tone=tone, words=words, fill=0.07)

    def above(self) -> Iterator[Overlay]:
        yield from planned(self.decision, self.model, self.path, self._inches)
        if self.no and self.hand.over:
            at, no = Point(self.hand.at.x, self.hand.at.y - 0.7), self.no
            words = f"{no[:1].upper()}{no[1:]} · {self.decision.clause}"
            yield BoardNote(at, words, OverlayTone.BAD)

    @property
    def status(self) -> str:
        return inches_used_text(self.decision, self.path, self._inches)


def inches_used_text(ride: Ride, path: Stretches, inches: float) -> str:
    """Return a text with the inches used and the turns of a path, or with the limits."""
    if not path:
        return "; ".join(
            f'{g.name}: {g.distance:g}", turns of {g.turn:g}° after {g.straight:g}" straight'
            for g in ride.gaits
        ).capitalize()
    mode = ride.gait_of(path)
    turned = ", ".join(
        f"{abs(turn):g}° {'right' if turn > 0.0 else 'left'}" for turn, _ in path if turn
    )
    return f'{mode.name.capitalize()}: {inches:.1f}" of {mode.distance:g}"' + (
        f", turns {turned}" if turned else ""
    )


def planned(ride: Ride, model: Model, path: Stretches, inches: float) -> Iterator[Overlay]:
    """Yield a path with its turns, or the points at which it could first turn.

    *inches*: how far the model gets on it.
    """
    if not path:
        points = [
            point_ahead(model.at, vector_of_heading(model.facing), g.straight)
            for g in ride.gaits
        ]
        yield BaseOutline(tuple(Disc(at, DOT) for at in points), OverlayTone.GOOD)
        return
    led = ride_path(model.at, model.facing, path)
    if len(led.corners) > 1:
        yield MarchTrails((led.corners,))
    found = list[Point]()
    for n, (turn, _) in enumerate(path):
        if turn:
            at = ride_path(model.at, model.facing, path[:n]).end
            found.append(Point(at.x, at.y + 0.9))
            yield BaseOutline((Disc(at, DOT),), OverlayTone.CHOSEN)
            yield BoardNote(found[-1], f"{abs(turn):g}°", OverlayTone.CHOSEN)
    mode = ride.gait_of(path)
    low = Point(led.end.x, led.end.y + model.base + 0.6)
    over = [at for at in found if abs(low.x - at.x) < WIDE and abs(low.y - at.y) < BELOW]
    low = Point(low.x, max([low.y, *(at.y + BELOW for at in over)]))
    costs = f" · {mode.costs}" if mode.costs else ""
    words = f'{mode.name} {inches:.1f}" of {mode.distance:g}"{costs}'
    yield BoardNote(low, words, OverlayTone.BAD if mode.costs else OverlayTone.PLANNED)
