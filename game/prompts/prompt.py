"""The base class of all prompts."""

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
"""Steps of the actions that go from one model or option to another."""
MEND = "mend"
"""Id of the action that takes the nearest legal answer instead of a refused one."""


class Weight(Enum):
    """Visual emphasis of an action."""

    PLAIN = "plain"
    URGED = "urged"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class PromptAction:
    """An action that can be pressed in the prompt's panel."""

    id: str
    label: str
    clause: str = ""
    key: Key | None = None
    weight: Weight = Weight.PLAIN
    detail: str = ""
    reason: str = ""
    """Reason why it cannot be pressed; empty if it can."""
    lit: bool = False
    """True if it is highlighted by the mouse or the keys."""

    @property
    def enters(self) -> bool:
        """Return whether Enter takes it."""
        return self.lit or self.key == ENTER_KEY

    @property
    def quiet(self) -> bool:
        """Return whether it is drawn less prominently than the others."""
        return self.weight is Weight.QUIET and not self.lit


class PointerState(NamedTuple):
    """The position of the mouse."""

    at: Point
    """Position on the board in inches."""
    over: bool = True
    """True if the mouse is over the board."""
    reach: float = 0.3
    """Distance in inches within which the mouse still points at a thing."""


class Prompt(Generic[D]):
    """One open question; ``answer`` is None until it is given."""

    keys: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Hints of keys and their effect, e.g. ``("{before}, {next}", "next model")``."""

    def __init__(self, decision: D, table: Table) -> None:
        self.decision, self.table = decision, table
        self.answer: Any = None
        self.then: tuple[Any, ...] = ()
        """Answers to the questions that follow, which are given without asking the player."""
        self.left = False
        """True if this question and the others of its kind are left to a bot."""
        self.refused: Refusal | None = None
        """Refusal of the last answer that was tried."""
        self.hand = PointerState(Point(0.0, 0.0), over=False)
        self.looks = 0
        """Counter that rises whenever the prompt has to be drawn anew."""

    def choices(self) -> Sequence[PromptAction]:
        """Return the actions of the panel, from top to bottom."""
        return ()

    def press(self, id_: str) -> None:
        """Press an action of the panel."""

    def point_out(self, id_: str) -> None:
        """Highlight on the board the object of an action; an empty id highlights nothing."""

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        """Handle a board or keyboard event; return whether it was used."""
        return False

    def below(self) -> Iterator[Overlay]:
        """Yield overlays below the tokens."""
        yield from ()

    def above(self) -> Iterator[Overlay]:
        """Yield overlays above the tokens."""
        yield from ()

    def moved(self) -> Mapping[ModelId, Point]:
        """Return models that are drawn away from their position on the table."""
        return {}

    def spun(self) -> RingTurned | None:
        """Return a turn of a ring with which a cage is drawn; None to draw it as it is."""
        return None

    def ghosts(self) -> Iterator[Model]:
        """Yield models that are drawn as ghosts, besides those on the table."""
        yield from ()

    def laid(self) -> Sequence[Piece]:
        """Return the pieces that are drawn as they would lie."""
        return ()

    def standing(self) -> Iterator[Model]:
        """Yield models drawn as if on the table in the given state."""
        yield from ()

    def chosen(self) -> frozenset[ModelId]:
        """Return the models that are drawn as selected."""
        return frozenset()

    @property
    def thought(self) -> Any:
        """Return the answer being considered, as a value; None if there is none."""
        return None

    @property
    def subject(self) -> str:
        """Return the id of the unit or model that the question is about; empty for none."""
        return ""

    @property
    def status(self) -> str:
        """Return a line about the progress of the answer."""
        return ""

    @property
    def busy(self) -> bool:
        """Return whether a drag is in progress: no wheel, panning or undo meanwhile."""
        return False

    @property
    def aims(self) -> bool:
        """Return whether the mouse marks a destination, which a hover card would hide."""
        return self.busy

    @property
    def can_undo(self) -> bool:
        return False

    def undo(self) -> None:
        """Undo the last change of the draft."""

    @property
    def can_redo(self) -> bool:
        return False

    def redo(self) -> None:
        """Redo a change that was undone."""

    def give(self, answer: Any) -> bool:
        """Answer if the rules allow it, else store the refusal; return whether they do."""
        self.looks += 1
        try:
            self.decision.judge(self.table, self.decision.read(answer))
        except IllegalAnswer as no:
            self.refused = Refusal(no.reason, no.clause, no.fix)
            return False
        self.answer, self.refused = answer, None
        return True


AnyPrompt = Prompt[Any]
