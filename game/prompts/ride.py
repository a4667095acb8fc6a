"""Prompt for moving one model with facing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import pygame

from game.content.key_bindings import Action
from game.geometry.points import distance, heading_of_vector, unit_vector
from game.play.decisions import Refusal
from game.play.single_move import (
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
from game.prompts import ride_view
from game.prompts.choose import ENTER, NUMBERS
from game.prompts.prompt import ENTER_KEY, MEND, PointerState, Prompt, PromptAction, Weight
from game.prompts.steer import INCHES, LITTLE, STEPS, TURNS
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays.overlay_shapes import Overlay
from game.widgets.keys import action_of, key_for

DEGREES, FEW = 15.0, 5.0
"""Degrees that an arrow key turns by, and with Shift."""
SNAP = 0.2
"""Inches within which a path snaps to a turning point, or to its full length."""
LOOSE = 0.5
"""Inches beside the end of a path that still count as pointing at it."""
ASIDE = 4.0
"""Degrees from straight ahead within which a far point counts as a direction."""
MIN_MOVE_INCHES = 0.05
"""Inches; a shorter move is not visible, and so the model stays."""
STAY = "stay"


class RidePrompt(Prompt[Ride]):
    """A model that follows the mouse as far as its turns allow; a click sends it."""

    keys: ClassVar = (
        ("Click, drag", "send it there"),
        ("{bend}", "turn here"),
        ("Left, Right", f"turn by {DEGREES:g}°"),
        ("Up, Down", f'{INCHES:g}" farther, shorter'),
        ("1", "stay"),
        ("Enter", "confirm"),
        ("Shift+arrows", "finer"),
        ("{put_back}", "undo last turn"),
        ("Right click", "turn here, while dragging"),
    )

    def __init__(self, decision: Ride, table: Table) -> None:
        super().__init__(decision, table)
        self.model: Model = table.models[decision.model]
        self.stem: Stretches = ()
        """The settled part of the path; it turns at its end."""
        self.path: Stretches = ()
        self.no = ""
        """Reason why it cannot reach the mouse position."""
        self.held = False
        """True while it is being dragged."""

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
        self.path, self.stem, self.no, self.refused = path, stem, "", None
        self.looks += 1

    def go(self) -> None:
        self.give([list(stretch) for stretch in self.path])

    def bend(self) -> None:
        """Settle the path so far, with a turn at its end; a too short segment grows."""
        gaits = self.decision.gaits
        able = [g for g in gaits if length(self.path) <= g.distance] or [gaits[-1]]
        # The path may be long enough for a turn in one of its movement modes.
        now = [g for g in able if wrong((*self.path, RideSegment(0.0, 0.0)), g) is None]
        stem = mended(
            (*(self.path or (RideSegment(0.0, 0.0),)), RideSegment(0.0, 0.0)), (now or able)[0]
        )
        self.plan(stem[:-1], stem[:-1])

    def put_back(self) -> None:
        """Remove the last settled turn, or the whole path."""
        self.plan(self.stem, self.stem[:-1])

    @property
    def can_undo(self) -> bool:
        return bool(self.stem)

    def undo(self) -> None:
        self.put_back()

    def choices(self) -> Sequence[PromptAction]:
        shown = [
            PromptAction(
                "go",
                ride_view.named(self.mode, self.path),
                self.decision.clause,
                ENTER_KEY,
                Weight.URGED,
                detail=self.mode.costs if self.path else "",
            )
        ]
        if self.refused:
            shown.append(
                PromptAction(MEND, "Use nearest legal route", key=key_for(Action.MEND))
            )
        if self.path:
            shown.append(PromptAction(STAY, "Stay where it is", key=NUMBERS[0]))
            shown.append(PromptAction("bend", "Turn here", key=key_for(Action.BEND)))
        else:
            shown += [
                PromptAction(
                    g.name, f'Straight ahead: {g.name} {g.distance:g}"', key=key, detail=g.costs
                )
                for key, g in zip(NUMBERS[1:], self.decision.gaits, strict=False)
            ]
        if self.stem:
            shown.append(PromptAction("back", "Undo last turn", key=key_for(Action.PUT_BACK)))
        return shown

    def press(self, id_: str) -> None:
        match id_:
            case "go":
                self.go()
            case _ if id_ == MEND:
                self.go()
            case _ if id_ == STAY:
                self.plan(())
                self.go()
            case "bend":
                self.bend()
            case "back":
                self.put_back()
            case _:
                mode = next(g for g in self.decision.gaits if g.name == id_)
                self.plan((RideSegment(0.0, mode.distance),))

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.hand = hand
            self._follow(hand)
            return self.held
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and hand.over:
            self._follow(hand)
            self.held = self._on_base(hand) and not self.stem
            if not self.held:
                self._take()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.held:
            self.bend()
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self.held = False
            if hand.over and self.path:
                self._take()
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    @property
    def busy(self) -> bool:
        return self.held

    @property
    def aims(self) -> bool:
        return self.held or (self.hand.over and bool(self.path))

    def _take(self) -> None:
        """Send it if it can reach the mouse position, else offer the nearest path."""
        if self.no:
            fix: Any = [list(stretch) for stretch in self.path]
            self.refused = Refusal(self.no, self.decision.clause, fix)
            self.looks += 1
        else:
            self.go()

    def _on_base(self, hand: PointerState) -> bool:
        return distance(self.model.at, hand.at) <= self.model.base + hand.reach

    def _follow(self, hand: PointerState) -> None:
        """Plan the nearest legal path to the mouse position."""
        if not hand.over:
            return
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

    def _key(self, event: pygame.Event) -> bool:
        fine = bool(event.mod & pygame.KMOD_SHIFT)
        action = action_of(event)
        number = next((n for n, key in enumerate(NUMBERS) if key.pressed_by(event)), -1)
        if event.key in ENTER or (action is Action.MEND and self.refused):
            self.go()
        elif event.key in TURNS:
            self._turn((FEW if fine else DEGREES) * TURNS[event.key])
        elif event.key in STEPS:
            self._lengthen((LITTLE if fine else INCHES) * STEPS[event.key])
        elif action is Action.BEND:
            self.bend()
        elif action is Action.PUT_BACK:
            self.put_back()
        elif event.key == pygame.K_ESCAPE and self.held:
            self.held = False
            self.plan(())
        elif number == 0:
            self.press(STAY)
        elif 0 < number <= len(self.decision.gaits):
            self.press(self.decision.gaits[number - 1].name)
        else:
            return False
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
        yield from ride_view.envelopes(
            self.decision, self.model, self.stem, known=not self.path
        )

    def above(self) -> Iterator[Overlay]:
        yield from ride_view.planned(self.decision, self.model, self.path)
        if self.no and self.hand.over:
            yield ride_view.refusal(self.hand.at, self.no, self.decision.clause)

    def chosen(self) -> frozenset[ModelId]:
        return frozenset({self.model.id})

    @property
    def subject(self) -> str:
        return self.decision.about

    @property
    def status(self) -> str:
        return ride_view.inches_used_text(self.decision, self.path)
