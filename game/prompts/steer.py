"""The prompt for a move in a straight line."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar

import pygame

from game.content.table_actions import Action
from game.cores.kit.queries import MoveOutcomes
from game.geometry.points import (
    ROUNDING,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.play.moves.single_move import Ride, Steer
from game.prompts.prompt import LITTLE, TURN, PointerState, Prompt, PromptAction
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays import Overlay, OverlayLine, OverlayTone, RangeRing
from game.widgets.keys import Key

LEFT, RIGHT = Key(pygame.K_LEFT), Key(pygame.K_RIGHT)


INCH, FRACTION = 1.0, 0.25
"""Inches by an arrow key, and with Shift."""


M = TypeVar("M", bound=Steer | Ride)
FEW, MANY = 1, 9
"""Steps by an arrow key, and with Shift."""
NO_MOVE = 0.05
"""Inches below which a plan is shown as staying."""


def unforeseen(answer: object) -> MoveOutcomes | None:
    """Return None, because without the rules nothing is known about an answer."""
    return None


class MovePrompt(Prompt[M]):
    """A model that follows the mouse; a click or the end of a drag sends it."""

    def __init__(self, decision: M, table: Table) -> None:
        super().__init__(decision, table)
        self.model: Model = table.models[decision.model]
        self.held = False
        """True while it is being dragged."""
        self.foresee: Callable[[Any], MoveOutcomes | None] = unforeseen
        """Returns the possible ends of an answer."""
        self._foreseen: tuple[object, MoveOutcomes | None] = (None, None)
        """The plan whose ends were computed last, and these."""

    @property
    def outcomes(self) -> MoveOutcomes | None:
        """Return the possible ends of the plan, which the ghosts show, too; None if unknown."""
        if self._foreseen[0] != self.thought:
            self._foreseen = self.thought, self.foresee(self.thought)
        return self._foreseen[1]

    def reached(self, planned: float) -> float:
        """Return the inches that the model gets at most, of *planned* inches."""
        furthest = self.outcomes.furthest if self.outcomes else None
        return planned if furthest is None else min(planned, furthest)

    @property
    def stop(self) -> str:
        """Return what ends the plan early, to be added to its inches; empty for nothing."""
        return f", {self.outcomes.stop}" if self.outcomes and self.outcomes.stop else ""

    @property
    @abstractmethod
    def moves(self) -> bool:
        """Return whether the plan is to move."""

    @abstractmethod
    def send(self) -> None:
        """Answer with the plan."""

    def on_base(self, hand: PointerState) -> bool:
        """Return whether the mouse is on the model's base."""
        return distance(self.model.at, hand.at) <= self.model.base + hand.reach

    def grasp(self, hand: PointerState) -> bool:
        self.follow(hand)
        self.held = self.on_base(hand) and not self.can_undo
        if not self.held:
            self.send()
        return True

    def let_go(self, hand: PointerState) -> None:
        self.held = False
        if hand.over and self.moves:
            self.send()

    @property
    def busy(self) -> bool:
        return self.held

    @property
    def aims(self) -> bool:
        return self.held or (self.hand.over and self.moves)

    def chosen(self) -> frozenset[ModelId]:
        return frozenset({self.model.id})


class SteerPrompt(MovePrompt[Steer]):
    """A model that follows the mouse in its range; a click or the end of a drag sends it."""

    keys: ClassVar = (
        ("Click, drag", "send there"),
        ("Left, Right", f"turn by {TURN:g}°"),
        ("Up, Down", f'{INCH:g}" more, less'),
        ("Shift+arrows", "finer"),
        ("{put_back}", "stay"),
        ("Enter", "go"),
    )

    def __init__(self, decision: Steer, table: Table) -> None:
        super().__init__(decision, table)
        self.along = self.model.facing
        """Planned direction in degrees."""
        self.distance = 0.0
        """Planned distance in inches; 0 to stay."""

    @property
    def thought(self) -> Point:
        """Return the planned destination."""
        if not self.distance:
            return self.model.at
        return thousandths(
            point_ahead(self.model.at, vector_of_heading(self.along), self.distance)
        )

    def propose(self, answer: Sequence[float]) -> str:
        """Plan a move to a point."""
        end = Point(*answer)
        inches = distance(self.model.at, end)
        along = heading_of_vector(unit_vector(self.model.at, end)) if inches else self.along
        self.steer(along, inches)
        return self._words

    def steer(self, along: float, inches: float) -> None:
        """Plan a move by its direction in degrees and inches, limited to its range."""
        self.along = round(along % 360.0, 3)
        self.distance = max(0.0, min(self.decision.distance - ROUNDING, inches))
        self.changed()

    @property
    def moves(self) -> bool:
        return self.distance > 0.0

    def send(self) -> None:
        self.give([*self.thought])

    def choices(self) -> Sequence[PromptAction]:
        clause, most = self.decision.clause, self.decision.distance
        makes = PromptAction.urged if self.distance else PromptAction.idle
        go = makes("go", self._words, clause, self.send)
        if self.distance:
            words, does = "Stay where it is", partial(self.steer, self.along, 0.0)
            return go, PromptAction.by(Action.PUT_BACK, "stay", words, does)
        words, does = "Go straight ahead, full distance", partial(self.steer, self.along, most)
        return go, PromptAction("ahead", words, does=does)

    @property
    def _words(self) -> str:
        if (inches := self.reached(self.distance)) < NO_MOVE:
            return f"Stay where it is{self.stop}"
        return f'{self.decision.does} {inches:.1f}"{self.stop}'

    def drop(self) -> None:
        self.held = False
        self.steer(self.along, 0.0)

    def follow(self, hand: PointerState) -> bool:
        if hand.over and self.on_base(hand):
            self.steer(self.along, 0.0)
        elif hand.over:
            there = unit_vector(self.model.at, hand.at)
            self.steer(heading_of_vector(there), distance(self.model.at, hand.at))
        return self.held

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        degrees, inches = (LITTLE, FRACTION) if fine else (TURN, INCH)
        if right:
            self.steer(self.along + right * degrees, self.distance or INCH)
        else:
            self.steer(self.along, self.distance - down * inches)
        return True

    def below(self) -> Iterator[Overlay]:
        most = f'{self.decision.distance:g}"'
        yield RangeRing(self.model.at, self.decision.distance, OverlayTone.COOL, most)

    def above(self) -> Iterator[Overlay]:
        if inches := self.reached(self.distance):
            ahead = vector_of_heading(self.along)
            end = thousandths(point_ahead(self.model.at, ahead, inches))
            yield OverlayLine(self.model.at, end, OverlayTone.PLANNED)

    @property
    def status(self) -> str:
        if not self.distance:
            return f'Up to {self.decision.distance:g}", in one straight line'
        inches = f'{self.reached(self.distance):.1f}" of {self.decision.distance:g}"'
        return f"{inches}, heading {self.along:.0f}°"
