"""The base of all prompts, which a player may also leave to others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import pygame

from game.content.table_actions import Action
from game.cores.kit.deployment import undeployed
from game.geometry.points import Point
from game.play.decisions import (
    Decision,
    DecisionKind,
    IllegalAnswer,
    Refusal,
)
from game.play.left_questions import THINKING, Scope
from game.play.session import Session
from game.table.events import Event
from game.table.records import Model, ModelId, Side
from game.table.state import Piece, Table
from game.view.overlays import Overlay
from game.widgets.key_bindings import action_of, key_for
from game.widgets.keys import Key
from game.widgets.pressed_keys import keys_pressed

D = TypeVar("D", bound=Decision[Any])


ENTER = {pygame.K_RETURN, pygame.K_KP_ENTER}
ENTER_KEY = Key(pygame.K_RETURN)
NUMBERS = tuple(Key(pygame.K_1 + n) for n in range(9))
ANSWERS = (Action.DECLINE, Action.MEND, Action.SUGGEST, Action.REST)
"""Actions that do nothing but answer a question."""
STEPS: Mapping[Action | None, int] = {Action.BEFORE: -1, Action.NEXT: 1}
"""Steps of the actions that go from one model or option to another."""
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""Steps to the right and down by an arrow key."""
TURN, LITTLE = 15.0, 1.0
"""Degrees per key press or wheel notch, and with Shift per notch."""
MEND = "mend"
"""Id of the action that takes the nearest legal answer instead of a refused one."""
REST = "rest"
"""Id of the action that leaves the rest of the set-up to a bot."""


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
    _: KW_ONLY
    key: Key | None = None
    weight: Weight = Weight.PLAIN
    detail: str = ""
    deed: str = ""
    """Its effect, beginning with a verb, where the label only names whom."""
    reason: str = ""
    """Reason why it cannot be pressed; empty if it can."""
    figure: str = ""
    """The number behind the reason or the detail, which the tooltip adds; empty for none."""
    lit: bool = False
    """True if it is highlighted by the mouse or the keys."""
    is_next: bool = False
    """True if Enter highlights it, while nothing is highlighted."""
    does: Callable[[], object] | None = field(default=None, compare=False)
    """Called when it is pressed, unless the prompt does it otherwise."""

    @classmethod
    def by(
        cls, action: Action, id_: str, label: str, does: Callable[[], object]
    ) -> PromptAction:
        """Return an action with the key of an action of the settings."""
        return cls(id_, label, key=key_for(action), does=does)

    @classmethod
    def urged(
        cls, id_: str, label: str, clause: str, does: Callable[[], object], reason: str = ""
    ) -> PromptAction:
        """Return the main action, which Enter takes."""
        return cls(
            id_,
            label,
            clause=clause,
            key=ENTER_KEY,
            weight=Weight.URGED,
            reason=reason,
            does=does,
        )

    @classmethod
    def idle(
        cls, id_: str, label: str, clause: str, does: Callable[[], object]
    ) -> PromptAction:
        """Return the action that Enter takes while nothing is planned: to do nothing."""
        return replace(cls.urged(id_, label, clause, does), weight=Weight.QUIET)

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
        self.instead: AnyPrompt | None = None
        """Prompt that takes the place of this one, once it is set."""
        self.hint = ""
        """A bot's answer in words, if the player asked for it."""
        self.left = False
        """True if this question and the others of *scope* are left to others."""
        self.scope = Scope.PHASE
        self.refused: Refusal | None = None
        """Refusal of the last answer that was tried."""
        self.hand = PointerState(Point(0.0, 0.0), over=False)
        self.looks = 0
        """Counter that rises whenever the prompt has to be drawn anew."""

    def key_hints(self) -> Sequence[tuple[str, str]]:
        """Return the keys and their effects in this question."""
        return self.keys

    def choices(self) -> Sequence[PromptAction]:
        """Return the actions of the panel, from top to bottom."""
        return ()

    def press(self, id_: str) -> None:
        """Press an action of the panel."""
        action = next((c for c in self.choices() if c.id == id_), None)
        if action and action.does:
            action.does()

    def select(self, id_: str) -> bool:
        """Answer with a unit that was picked in a roster; return whether it is an option."""
        return False

    def press_by_key(self, event: pygame.Event) -> bool:
        """Press the action of the panel whose key was pressed; return whether there is one."""
        action, choices = action_of(event), self.choices()
        keys = (key_for(action),) if action else keys_pressed(event)
        found = next((c for key in keys for c in choices if c.key == key), None)
        if found:
            self.press(found.id)
        return found is not None

    def press_mend(self) -> bool:
        """Take the nearest legal answer if it is offered; return whether it is."""
        offered = any(c.id == MEND for c in self.choices())
        if offered:
            self.press(MEND)
        return offered

    def point_out(self, id_: str) -> None:
        """Highlight on the board the object of an action; an empty id highlights nothing."""

    def advised(self, session: Session) -> Session:
        """Return the game in which a bot is asked for a hint."""
        return session

    def propose(self, answer: Any) -> str:
        """Plan an answer, as JSON, for the player to look at; return it in words."""
        self.changed()
        return "as shown on the table"

    def changed(self) -> None:
        """Forget the refusal and the hint that was planned, and draw the plan anew."""
        self.refused = None
        if self.hint != THINKING:
            self.hint = ""
        self.looks += 1

    def handle(self, event: pygame.Event, hand: PointerState) -> bool:
        """Handle a board or keyboard event; return whether it was used."""
        if event.type == pygame.MOUSEMOTION:
            self.hand = hand
            return self.follow(hand)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and hand.over:
            return self.grasp(hand)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.busy:
            return self.bend()
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.busy:
            self.let_go(hand)
            return True
        if event.type == pygame.MOUSEWHEEL and self.hand.over:
            fine = pygame.key.get_mods() & pygame.KMOD_SHIFT
            return self.turn((LITTLE if fine else TURN) * event.y)
        return event.type == pygame.KEYDOWN and self._take_key(event)

    def _take_key(self, event: pygame.Event) -> bool:
        action = action_of(event)
        if action is Action.END:
            self.end_phase()
            return True
        if self.press_key(event):
            return True
        keys = (key_for(action),) if action else keys_pressed(event)
        unused = action in ANSWERS or any(key in NUMBERS for key in keys)
        if unused:
            self.refuse(f"Key {keys[0]} answers nothing here: choose in this list")
        return unused

    def end_phase(self) -> None:
        """End the phase if this question offers it; else say that the question comes first."""
        key = key_for(Action.END)
        if ends := next((c for c in self.choices() if c.key == key), None):
            self.press(ends.id)
            return
        self.refuse(f"{key} ends a phase: answer this first")

    def press_key(self, event: pygame.Event) -> bool:
        """Take the first action by Enter, and others by their keys; move by the arrows."""
        fine, action = bool(event.mod & pygame.KMOD_SHIFT), action_of(event)
        if event.key == pygame.K_ESCAPE:
            return self.cancel()
        if event.key in ENTER:
            self.press(self.choices()[0].id)
            return True
        if action is Action.MEND:
            return self.press_mend()
        if event.key in ARROWS:
            return self.nudge(*ARROWS[event.key], fine=fine)
        if action is Action.TURN:
            return self.turn(-TURN if fine else TURN)
        return self.press_by_key(event)

    def follow(self, hand: PointerState) -> bool:
        """Plan for a position of the mouse; return whether it is a drag."""
        return False

    def grasp(self, hand: PointerState) -> bool:
        """Take hold of what is under the mouse, or answer by a click."""
        return False

    def miss(self) -> None:
        """Say what is possible, because a click on the board met nothing."""
        self.refuse(self.instead_of_click)

    def refuse(self, words: str) -> None:
        """Say why an input has no effect."""
        self.refused = Refusal(words, self.decision.clause)
        self.looks += 1

    @property
    def instead_of_click(self) -> str:
        """Return the words on what to do instead of a click that met nothing."""
        return "Nothing to choose there: choose in this list"

    def let_go(self, hand: PointerState) -> None:
        """End a drag."""

    def cancel(self) -> bool:
        """Break off what has been begun; return whether there was something."""
        if self.busy:
            self.drop()
            self.looks += 1
            return True
        return False

    def drop(self) -> None:
        """Break off a drag."""

    def bend(self) -> bool:
        """Put a corner into the route that is being dragged."""
        return False

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        """Change the plan by an arrow key, with Shift finely; return whether it can be."""
        return False

    def turn(self, degrees: float) -> bool:
        """Turn the thing that is planned; return whether it can be turned."""
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

    def preview(self) -> Event | None:
        """Return an event with which the table is drawn as if it had happened."""
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

    def kept_clear(self) -> Iterator[Point]:
        """Yield points of the board that no panel may cover, besides those of its models."""
        yield from ()

    def chosen(self) -> frozenset[ModelId]:
        """Return the models that are drawn as selected."""
        return frozenset()

    @property
    def thought(self) -> Any:
        """Return the answer being considered, as a value; None if there is none."""
        return None

    @property
    def asked(self) -> Decision[Any]:
        """Return the open question; *decision* may be one that only follows from it."""
        return self.decision

    @property
    def subject(self) -> str:
        """Return the id of the unit or model that the question is about; empty for none."""
        return str(getattr(self.decision, "about", ""))

    @property
    def status(self) -> str:
        """Return a line about the progress of the answer."""
        return ""

    @property
    def stands(self) -> bool:
        """Return whether there is a legal plan: a refusal then only says why it ends there."""
        return False

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

    def leave(self, scope: Scope = Scope.PHASE) -> None:
        """Leave this question and the others of a scope to a bot, or to the suggestion."""
        self.left, self.scope = True, scope

    def give(self, answer: Any) -> bool:
        """Answer if the rules allow it, else store the refusal; return whether they do."""
        self.looks += 1
        try:
            self.decision.judge(self.table, self.decision.read(answer))
        except IllegalAnswer as no:
            self.refused = Refusal(no.reason, no.clause, no.fix, no.figure)
            return False
        self.answer, self.refused = answer, None
        return True


AnyPrompt = Prompt[Any]
PromptClasses: TypeAlias = Mapping[DecisionKind, type[AnyPrompt]]
"""Prompt classes by the kind of decisions."""


def units_to_deploy(table: Table, side: Side) -> int:
    """Return the number of units to be deployed before the battle; 0 if one or none."""
    if table.clock.round:
        return 0
    waiting = len(undeployed(table, side))
    return waiting if waiting > 1 else 0


def deploy_rest(many: int, prompt: AnyPrompt) -> PromptAction:
    """Return the action that lets a bot deploy all of them."""
    words = f"Let a bot deploy all {many}"
    return PromptAction.by(Action.REST, REST, words, prompt.leave)
