"""The card of a lesson step, and the check whether the step is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import pygame

from game.content.key_bindings import Action
from game.content.learning import LessonStep, StepCondition
from game.content.rulebook import clause
from game.play.game import Phases
from game.prompts.march import MarchPrompt
from game.prompts.prompt import AnyPrompt
from game.table.events import Act, Acted, Event
from game.table.records import Side
from game.table.state import Table
from game.widgets.button import Button, Style
from game.widgets.keys import insert_key_names, key_for
from game.widgets.label import Label
from game.widgets.log_view import Log, LogEntry
from game.widgets.panel import Panel
from game.widgets.text_layout import TextSpan
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT, URGENT, Box, Theme

MAX_CARD_HEIGHT = 372.0
"""Maximum height in units, enough for the longest card."""
SHARE = 0.56
"""Maximum share of a low column's height; longer text is scrolled."""


class LessonCard:
    def __init__(
        self,
        theme: Theme,
        box: Box,
        on_next: Callable[[], None],
        on_leave: Callable[[], None],
        on_clause: Callable[[str], None],
    ) -> None:
        _, _, wide, high = box
        self.panel = Panel(theme, box, URGENT)
        self.step = self.panel.add(Label((14, 8, wide - 28, 20), "", size=12, colour=DIM))
        title = Label((14, 28, wide - 28, 26), "", size=20, colour=AMBER, face="title")
        self.title = self.panel.add(title)
        text = (14, 58, wide - 16, high - 58 - 54)
        self.text = self.panel.add(Log(text, on_clause, indent=0))
        half = (wide - 28 - 8) / 2
        next_ = Button(
            (14, high - 46, half + 14, 36), "Next", on_next, shortcut=key_for(Action.CARD)
        )
        self.next = self.panel.add(next_)
        leave = (14 + half + 22, high - 46, half - 14, 36)
        self.panel.add(Button(leave, "Leave", on_leave, style=Style.GHOST))

    def show(self, card: LessonStep, number: int, many: int, colours: tuple[str, str]) -> None:
        """Show a card; *number* counts from 1.

        *colours* are those of the learner's side and of the enemy, in words.
        """
        own, enemy = colours
        text = insert_key_names(card.text, own=own, enemy=enemy)
        waits = card.until is not StepCondition.READ
        self.step.text = f"STEP {number} OF {many}"
        self.step.colour = MUTED
        self.title.text = card.title
        why = clause(card.clause)
        words = (TextSpan("Why: ", MUTED), TextSpan(f"{why.id} {why.title}", AMBER, why.id))
        self.text.show([LogEntry((TextSpan(text, TEXT),)), LogEntry(words)])
        self.text.lay_out()
        self.text.scroll.to(0)
        self.next.label = "Finish" if number == many else "Skip" if waits else "Next"
        self.next.style = Style.PLAIN if waits else Style.PRIMARY


def frame(canvas: pygame.Surface, rect: pygame.Rect, theme: Theme) -> pygame.Rect:
    """Draw a frame around the part of the screen that a card is about."""
    pygame.draw.rect(canvas, GLOW, rect, theme.px(3), border_radius=theme.px(6))
    return rect


DEEDS = {
    StepCondition.MOVED: (Act.MOVES, Act.RUNS),
    StepCondition.SHOT: (Act.SHOOTS,),
    StepCondition.CHARGED: (Act.CHARGES, Act.FAILS_TO_CHARGE),
    StepCondition.FOUGHT: (Act.FIGHTS,),
}
"""Acts that complete a step, by its condition."""


class LearnerView(Protocol):
    """The state of the learner's screen that conditions are checked against."""

    @property
    def prompt(self) -> AnyPrompt | None: ...

    @property
    def view(self) -> tuple[int, ...]:
        """Return the camera's position."""

    @property
    def measuring(self) -> bool: ...

    @property
    def took_back(self) -> bool:
        """Return whether there is something to redo after an undo."""

    @property
    def over(self) -> bool: ...

    @property
    def events(self) -> Sequence[Event]:
        """Return all events shown so far."""

    @property
    def table(self) -> Table:
        """Return the table as it is shown."""


class StepStart(NamedTuple):
    """The state of the screen when a card appeared."""

    view: tuple[int, ...]
    measuring: bool


def given(card: LessonStep, eyes: LearnerView, begun: StepStart, side: Side) -> bool:
    """Return whether the condition that a card waits for is met."""
    if card.until in DEEDS:
        return is_step_done(card, eyes.events, eyes.table, side)
    signs: Mapping[StepCondition, Callable[[], bool]] = {
        StepCondition.READ: lambda: False,
        StepCondition.LOOKED: lambda: eyes.view != begun.view,
        StepCondition.PICKED: lambda: picked(card, eyes.prompt),
        StepCondition.REFUSED: lambda: refused(eyes.prompt),
        StepCondition.MEASURED: lambda: eyes.measuring and not begun.measuring,
        StepCondition.TAKEN_BACK: lambda: eyes.took_back,
        StepCondition.OVER: lambda: eyes.over,
    }
    return signs[card.until]()


def picked(card: LessonStep, prompt: AnyPrompt | None) -> bool:
    """Return whether a march of the card's unit is being drawn, or any if it names none."""
    return isinstance(prompt, MarchPrompt) and card.who in {None, prompt.decision.unit}


def refused(prompt: AnyPrompt | None) -> bool:
    """Return whether the rules refuse the player's present input."""
    if prompt is None:
        return False
    if isinstance(prompt, MarchPrompt):
        stopped = prompt.drag.stopped if prompt.drag else None
        if (stopped and stopped.no) or prompt.no:
            return True
    return prompt.refused is not None


def is_step_done(card: LessonStep, story: Iterable[Event], table: Table, side: Side) -> bool:
    """Return whether the card's unit acted, or any of the learner's if it names none."""
    acts = DEEDS[card.until]
    for event in story:
        if isinstance(event, Acted) and event.act in acts:
            unit = table.units.get(event.unit)
            if event.unit == card.who or (not card.who and unit and unit.side == side):
                return True
    return False


def is_step_past(card: LessonStep, table: Table, phases: Phases, side: Side) -> bool:
    """Return whether play is past the turn or phase of a card."""
    clock = table.clock
    if not card.phase or clock.round < card.round:
        return False
    if clock.round > card.round or clock.over:
        return True
    course = [(phase.name, whose) for phase, whose in phases.course(table)]
    now, then = (clock.phase, clock.side), (card.phase, side)
    return now in course and then in course and course.index(now) > course.index(then)
