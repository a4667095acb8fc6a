"""Prompt: the base class of all prompts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import pygame

from game.content.key_bindings import Action
from game.geometry.points import Point
from game.play.decisions import Decision, IllegalAnswer, Refusal
from game.table.events import RingTurned
from game.table.pieces import Piece
from game.table.records import Model, ModelId
from game.table.state import Table
from game.view.overlays.overlay_shapes import Overlay
from game.widgets.keys import Key

D = TypeVar("D", bound=Decision[Any])


ENTER_KEY = Key(pygame.K_RETURN)
STEPS: Mapping[Action | None, int] = {Action.BEFORE: -1, Action.NEXT: 1}
"""What goes from one model or option to another."""
MEND = "mend"
"""The choice that takes the nearest legal answer instead of a refused one."""


class Weight(Enum):
    """How much a choice is urged."""

    PLAIN = "plain"
    URGED = "urged"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class PromptAction:
    """Something that can be pressed in the prompt's panel."""

    id: str
    label: str
    clause: str = ""
    key: Key | None = None
    weight: Weight = Weight.PLAIN
    detail: str = ""
    reason: str = ""
    """Why it cannot be pressed; empty: it can."""
    lit: bool = False
    """It is pointed at on the board, or chosen with the keys."""

    @property
    def enters(self) -> bool:
        """Return whether Enter takes it."""
        return self.lit or self.key == ENTER_KEY

    @property
    def quiet(self) -> bool:
        """Return whether it is not to be noticed before the others."""
        return self.weight is Weight.QUIET and not self.lit


class PointerState(NamedTuple):
    """Where the mouse is."""

    at: Point
    """In inches on the board."""
    over: bool = True
    """Whether it is over the board at all."""
    reach: float = 0.3
    """So many inches beside a thing still point at it."""


class Prompt(Generic[D]):
    """One open question. ``answer`` is None until it is given; then whoever asked takes it."""

    keys: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What keys and actions do, for the hints: ``("{before}, {next}", "next model")``."""

    def __init__(self, decision: D, table: Table) -> None:
        self.decision, self.table = decision, table
        self.answer: Any = None
        self.then: tuple[Any, ...] = ()
        """What is answered after it without being asked of a person: one deed of several."""
        self.left = False
        """Whether this, and all else of its kind, is left to a bot."""
        self.refused: Refusal | None = None
        """What the rules said against the last try."""
        self.hand = PointerState(Point(0.0, 0.0), over=False)
        self.looks = 0
        """Counts up whenever it would be drawn differently."""

    def choices(self) -> Sequence[PromptAction]:
        """Return what can be pressed, from the top down."""
        return ()

    def press(self, id_: str) -> None:
        """Press a choice of the panel."""

    def point_out(self, id_: str) -> None:
        """Show on the board what a choice of the panel is about; nothing for an empty id."""

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        """Take an event of the board or the keyboard, or not."""
        return False

    def below(self) -> Iterator[Overlay]:
        """Yield what lies under the tokens."""
        yield from ()

    def above(self) -> Iterator[Overlay]:
        """Yield what lies over the tokens."""
        yield from ()

    def moved(self) -> Mapping[ModelId, Point]:
        """Return which models are drawn elsewhere than they stand."""
        return {}

    def spun(self) -> RingTurned | None:
        """Return how a ring of a cage and all on it are drawn turned; None: as they stand."""
        return None

    def ghosts(self) -> Iterator[Model]:
        """Yield models that are drawn as ghosts, besides those that stand."""
        yield from ()

    def laid(self) -> Sequence[Piece]:
        """Return the pieces that are drawn as they would lie."""
        return ()

    def standing(self) -> Iterator[Model]:
        """Yield models that are not on the table and are drawn as if they were."""
        yield from ()

    def chosen(self) -> frozenset[ModelId]:
        """Return the models that look chosen."""
        return frozenset()

    @property
    def thought(self) -> Any:
        """Return the answer that is thought of just now, as a value; None for none."""
        return None

    @property
    def subject(self) -> str:
        """Return the unit or model that the question is about just now; empty for none."""
        return ""

    @property
    def status(self) -> str:
        """Return a line about how far the answer has come."""
        return ""

    @property
    def busy(self) -> bool:
        """Whether a hand is just drawing something: no wheel, no pan, no take-back."""
        return False

    @property
    def aims(self) -> bool:
        """Whether the mouse shows where something is to go: a card there would hide that."""
        return self.busy

    @property
    def can_undo(self) -> bool:
        return False

    def undo(self) -> None:
        """Take the last change of the draft back."""

    @property
    def can_redo(self) -> bool:
        return False

    def redo(self) -> None:
        """Make a change again that was taken back."""

    def give(self, answer: Any) -> bool:
        """Answer, if the rules allow it; else tell why not. Return whether they do."""
        self.looks += 1
        try:
            self.decision.judge(self.table, self.decision.read(answer))
        except IllegalAnswer as no:
            self.refused = Refusal(no.reason, no.clause, no.fix)
            return False
        self.answer, self.refused = answer, None
        return True


AnyPrompt = Prompt[Any]
