"""Prompts for a direction, for a move in a straight line and for a number."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, TypeVar

import pygame

from game.content.settings import Action
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
from game.play.decisions import WHOLE, Aim, Amount
from game.play.single_move import Ride, Steer
from game.prompts.choose import model_or_first_of_unit
from game.prompts.prompt import LITTLE, TURN, PointerState, Prompt, PromptAction
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays import (
    BoardNote,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    VisibleArea,
)
from game.view.overlays.drawing import fan
from game.widgets.keys import Key

LEFT, RIGHT = Key(pygame.K_LEFT), Key(pygame.K_RIGHT)
LONG = 3.5
"""Inches from the edge of the base to the rim of the drawn arc."""


class AimPrompt(Prompt[Aim]):
    """A direction that follows the mouse within the arc; a click takes it."""

    keys: ClassVar = (
        ("Click", "turn it there"),
        ("Left, Right", f"turn it by {TURN:g}°"),
        ("Shift+Left, Shift+Right", f"by {LITTLE:g}°"),
        ("Enter", "confirm"),
    )

    def __init__(self, decision: Aim, table: Table) -> None:
        super().__init__(decision, table)
        self.model: Model = model_or_first_of_unit(table, decision.about)
        self.off = 0.0
        """Degrees from the middle of the arc, positive to the right."""
        self.beyond = False
        """True if the mouse points outside the arc."""

    @property
    def thought(self) -> float:
        return round((self.decision.middle + self.off) % WHOLE, 3)

    def turn_to(self, off: float) -> None:
        """Turn it to *off* degrees from the middle of the arc, or to the end of the arc."""
        spread = self.decision.spread
        if spread >= WHOLE / 2:
            off = (off + WHOLE / 2) % WHOLE - WHOLE / 2
        self.off = max(-spread, min(spread, off))
        self.beyond = self.off != off
        self.changed()

    def propose(self, answer: float) -> str:
        """Turn it to a heading in degrees."""
        self.turn_to((answer - self.decision.middle + WHOLE / 2) % WHOLE - WHOLE / 2)
        return self._words

    def take(self) -> None:
        self.give(self.thought)

    def choices(self) -> Sequence[PromptAction]:
        spread, clause = self.decision.spread, self.decision.clause
        shown = [
            PromptAction.urged("take", self._words, clause, self.take),
            self._turning("left", f"{TURN:g}° to the left", self.off - TURN, LEFT),
            self._turning("right", f"{TURN:g}° to the right", self.off + TURN, RIGHT),
        ]
        for side, end in (("left", -spread), ("right", spread)):
            if spread < WHOLE / 2 and self.off != end:
                words = f"As far {side} as it goes"
                shown.append(self._turning(f"most {side}", words, end))
        return shown

    def _turning(
        self, id_: str, words: str, off: float, key: Key | None = None
    ) -> PromptAction:
        return PromptAction(id_, words, key=key, does=lambda: self.turn_to(off))

    @property
    def _words(self) -> str:
        if not self.off:
            return "Keep its facing" if self.decision.faces else "Straight ahead"
        return f"Turn it {abs(self.off):g}° to the {'right' if self.off > 0.0 else 'left'}"

    def follow(self, hand: PointerState) -> bool:
        """Turn it to the whole degree nearest to the mouse."""
        if hand.over and distance(self.model.at, hand.at) > self.model.base:
            pointed = heading_of_vector(unit_vector(self.model.at, hand.at))
            middle = self.decision.middle
            self.turn_to(round((pointed - middle + WHOLE / 2) % WHOLE - WHOLE / 2) + 0.0)
        return False

    def grasp(self, hand: PointerState) -> bool:
        self.follow(hand)
        self.take()
        return True

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        if right:
            self.turn_to(self.off + right * (LITTLE if fine else TURN))
        return bool(right)

    def below(self) -> Iterator[Overlay]:
        spread, middle = self.decision.spread, self.decision.middle
        if spread < WHOLE / 2:
            outline = fan(self.model.at, self._far, middle, spread)
            yield VisibleArea((outline,), OverlayTone.COOL, fill=0.1)

    def above(self) -> Iterator[Overlay]:
        ahead = vector_of_heading(self.thought)
        tip = point_ahead(self.model.at, ahead, self._far)
        yield OverlayLine(self.model.at, tip, OverlayTone.CHOSEN)
        side = "" if not self.off else " right" if self.off > 0.0 else " left"
        words = f"{abs(self.off):g}°{side}" if self.off else "straight ahead"
        if self.beyond:
            words += f", the limit ({self.decision.clause})"
        # Behind the model: the ends of the turn lie ahead of it, the odds of its death beside.
        behind = point_ahead(self.model.at, ahead, -self._far)
        yield BoardNote(behind, words, OverlayTone.BAD if self.beyond else OverlayTone.CHOSEN)

    @property
    def aims(self) -> bool:
        return self.hand.over

    @property
    def _far(self) -> float:
        return self.model.base + LONG

    def standing(self) -> Iterator[Model]:
        if self.decision.faces:
            yield replace(self.model, facing=self.thought)

    def chosen(self) -> frozenset[ModelId]:
        return frozenset({self.model.id})


INCH, FRACTION = 1.0, 0.25
"""Inches by an arrow key, and with Shift."""


M = TypeVar("M", bound=Steer | Ride)


class MovePrompt(Prompt[M]):
    """A model that follows the mouse; a click or the end of a drag sends it."""

    def __init__(self, decision: M, table: Table) -> None:
        super().__init__(decision, table)
        self.model: Model = table.models[decision.model]
        self.held = False
        """True while it is being dragged."""

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
        ("Click, drag", "send it there"),
        ("Left, Right", f"turn by {TURN:g}°"),
        ("Up, Down", f'{INCH:g}" farther, shorter'),
        ("Shift+arrows", "finer"),
        ("{put_back}", "stay"),
        ("Enter", "confirm"),
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
        go = PromptAction.urged("go", self._words, clause, self.send)
        if self.distance:
            words, does = "Stay where it is", partial(self.steer, self.along, 0.0)
            return go, PromptAction.by(Action.PUT_BACK, "stay", words, does)
        words, does = "Straight ahead, full distance", partial(self.steer, self.along, most)
        return go, PromptAction("ahead", words, does=does)

    @property
    def _words(self) -> str:
        if not self.distance:
            return "Stay where it is"
        return f'{self.decision.does} {self.distance:.1f}"'

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
        if self.distance:
            yield OverlayLine(self.model.at, self.thought, OverlayTone.PLANNED)

    @property
    def status(self) -> str:
        if not self.distance:
            return f'Up to {self.decision.distance:g}", in one straight line'
        return f'{self.distance:.1f}" of {self.decision.distance:g}", heading {self.along:.0f}°'


FEW, MANY = 1, 9
"""Steps by an arrow key, and with Shift."""


class AmountPrompt(Prompt[Amount]):
    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Left, Right", "less, more"),
        ("Shift+arrows", "by more"),
        ("Enter", "confirm"),
    )

    def __init__(self, decision: Amount, table: Table) -> None:
        super().__init__(decision, table)
        least, most, step = decision.least, decision.most, decision.step
        self.value = least + max(0, min(most, 0) - least) // step * step
        """Value to be answered; at first the allowed value nearest to 0, from below."""

    @property
    def thought(self) -> int:
        return self.value

    def propose(self, answer: int) -> str:
        self.set(answer)
        super().propose(answer)
        return self.words

    def change(self, steps: int) -> None:
        """Change the value by steps, within its limits."""
        asked = self.decision
        least, most, step = asked.least, asked.most, asked.step
        last = least + (most - least) // step * step
        self.set(max(least, min(last, self.value + steps * step)))

    def set(self, value: int) -> None:
        if value != self.value:
            self.value = value
            self.changed()

    def choices(self) -> Sequence[PromptAction]:
        clause, does = self.decision.clause, partial(self.give, self.value)
        less, more = self.turns
        return (
            PromptAction.urged("take", self.words, clause, does),
            PromptAction("less", less, does=lambda: self.change(-FEW)),
            PromptAction("more", more, does=lambda: self.change(FEW)),
        )

    @property
    def words(self) -> str:
        """Return the label of the action that takes the value."""
        return f"{self.value}{self.decision.unit}"

    @property
    def turns(self) -> tuple[str, str]:
        """Return the labels of decreasing and increasing the value by a step."""
        step = f"{self.decision.step}{self.decision.unit}"
        return f"{step} less", f"{step} more"

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        self.change((right - down) * (MANY if fine else FEW))
        return True
