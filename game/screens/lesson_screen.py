"""The lesson screen: a battle screen with a lesson card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import pygame

from game.content.faults import UnusableFile
from game.content.learning import Lesson, LessonStep, StepCondition, load_lesson
from game.content.palettes import palette
from game.content.rulebook import clause
from game.content.settings import Action
from game.play.phases import PhaseMachine
from game.prompts.choose import anchor
from game.prompts.march import MarchPrompt
from game.prompts.prompt import AnyPrompt
from game.rules.situation_setup import battle_from
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import HUMAN, Seats
from game.screens.live_game import LiveGame
from game.screens.screen import Begin, Change, Home, Screen, WindowContext
from game.table.events import Act, Acted, Event
from game.table.records import Side
from game.table.state import Table
from game.view.overlays.overlay_shapes import Overlay, OverlayTone
from game.widgets.button import Button, Style
from game.widgets.keys import insert_key_names, key_for
from game.widgets.panel_stack import Dialog, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT, URGENT, Box, Theme
from game.widgets.widget import Panel

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


class StepStart(NamedTuple):
    """The state of the screen when a card appeared."""

    view: tuple[int, ...]
    measuring: bool


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


def is_step_past(card: LessonStep, table: Table, phases: PhaseMachine, side: Side) -> bool:
    """Return whether play is past the turn or phase of a card."""
    clock = table.clock
    if not card.phase or clock.round < card.round:
        return False
    if clock.round > card.round or clock.over:
        return True
    course = [(phase.name, whose) for phase, whose in phases.course(table)]
    now, then = (clock.phase, clock.side), (card.phase, side)
    return now in course and then in course and course.index(now) > course.index(then)


LESSON = "first-battle"
NOT_SAVED = "Lessons are not saved; they start from the beginning each time."


class LessonGame(LiveGame):
    """A game that is never saved, because a lesson always starts from the beginning."""

    def record(self) -> None:
        pass

    @property
    def written(self) -> bool:
        return False

    def save_as(self, name: str) -> Path:
        raise UnusableFile(name, [("", NOT_SAVED)])


class LessonScreen(BattleScreen):
    """A battle screen that shows lesson cards, and watches the events and the prompt."""

    keeps_rosters = True
    lectern: LessonCard

    def __init__(self, lesson: Lesson, after: Callable[[], Screen], speed: float = 0.0) -> None:
        """Open a lesson; *after* makes the screen that is offered at its end."""
        battle = battle_from(lesson.opened, lesson.seed, lesson.title)
        self.side = Side(lesson.side)
        names = {s: HUMAN if s == self.side else lesson.bot for s in battle.opening.sides}
        super().__init__(LessonGame(battle, battle.session(), Seats(names)), speed=speed)
        self.lesson, self.after = lesson, after
        self.number = 0
        """Index of the current card, from 0."""
        self._begun: StepStart | None = None

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        left, top, wide, high = self.parts.places.rosters
        tall = min(MAX_CARD_HEIGHT, high * SHARE)
        parts, theme = self.parts, frame.theme
        parts.move_rosters((left, top, wide, high - tall), self.pick_unit)
        card = (left, top + high - tall, wide, tall)
        self.lectern = LessonCard(theme, card, self.next, self._leave, self.open_clause)
        parts.stack.add(self.lectern.panel)
        self._begun = None
        self._show()

    def _show(self) -> None:
        cards = self.lesson.cards
        own = self.session.table.sides.index(self.side)
        colours = palette().colours[own], palette().colours[1 - own]
        self.lectern.show(cards[self.number], self.number + 1, len(cards), colours)
        self._begun = None

    def next(self) -> None:
        """Show the next card; after the last one, end the lesson."""
        if self.number + 1 == len(self.lesson.cards):
            self._finish()
            return
        self.number += 1
        self._show()

    def _leave(self) -> None:
        self.go(Home())

    def _finish(self) -> None:
        words = "Next: a full battle, against a bot or a friend."
        replies = [
            Reply("Play a battle", lambda: self.go(Begin(self.after())), Style.PRIMARY),
            Reply("Title screen", self._leave),
        ]
        if not self.ended:
            replies.append(Reply("Keep playing"))
        title = f"{self.lesson.title}: done"
        self.stack.ask(Dialog(self.stack.theme, title, words, replies, width=560))

    def show_result(self) -> None:
        """Show the last card or the end of the lesson, instead of the results."""
        if self.number + 1 < len(self.lesson.cards):
            self.number = len(self.lesson.cards) - 1
            self._show()
        else:
            self._finish()

    def with_live_game(self, live_game: LiveGame) -> Screen:
        return BattleScreen(live_game, speed=self.speed)

    def update(self, seconds: float) -> Change | None:
        change = super().update(seconds)
        if self.stack.dialog is None:
            self._teach()
        return change

    def _teach(self) -> None:
        """Advance past all cards that are done or too late."""
        if self._begun is None:
            self._begun = StepStart(self.view, self.measuring)
        while self.number + 1 < len(self.lesson.cards):
            card = self.lesson.cards[self.number]
            late = is_step_past(card, self.table, self.live_game.phases, self.side)
            if not (late or self._is_done(card, self._begun)):
                return
            self.next()
            self._begun = StepStart(self.view, self.measuring)

    def _is_done(self, card: LessonStep, begun: StepStart) -> bool:
        """Return whether the condition that a card waits for is met."""
        if card.until in DEEDS:
            story = self.session.game.story[: self.playback.shown]
            return is_step_done(card, story, self.table, self.side)
        redoes = self.session.can_redo or bool(self.prompt and self.prompt.can_redo)
        return {
            StepCondition.READ: False,
            StepCondition.LOOKED: self.view != begun.view,
            StepCondition.PICKED: picked(card, self.prompt),
            StepCondition.REFUSED: refused(self.prompt),
            StepCondition.MEASURED: self.measuring and not begun.measuring,
            StepCondition.TAKEN_BACK: redoes,
            StepCondition.OVER: self.ended,
        }[card.until]

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        # The card's highlights are drawn over board and panels.
        self.parts.board.spoil()
        self.stack.spoil()
        changed = super().draw(canvas)
        if self.stack.dialog:
            return changed
        scene = self.parts.board.scene
        scene.pen.draw(canvas, scene.camera, self._pointed())
        parts = self.parts
        panels = {
            "ask": parts.ask.panel,
            "log": parts.log.panel,
            "header": parts.header.panel,
            "card": parts.card_panel,
            "footer": parts.footer.panel,
        }
        about = panels.get(self.lesson.cards[self.number].part)
        if about is None:
            return changed
        return [*changed, frame(canvas, about.rect, self.stack.theme)]

    def _pointed(self) -> list[Overlay]:
        """Return overlays around the units and markers that the card is about."""
        marks = (anchor(self.table, id_) for id_ in self.lesson.cards[self.number].mark)
        return [
            overlay for mark in marks for overlay in mark.shown(OverlayTone.PLANNED, aimed=True)
        ]

    @property
    def view(self) -> tuple[int, ...]:
        camera = self.parts.board.scene.camera
        return camera.left, camera.top, camera.ppi

    @property
    def measuring(self) -> bool:
        return self.parts.board.measure.on

    @property
    def table(self) -> Table:
        return self.parts.board.scene.stage.seen


def open_lesson(after: Callable[[], Screen]) -> LessonScreen:
    """Open the first lesson; raise UnusableFile."""
    return LessonScreen(load_lesson(LESSON), after)
