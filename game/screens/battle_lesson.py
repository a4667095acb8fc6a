"""A lesson in a battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.content.faults import UnusableFile
from game.content.lessons import Lesson, LessonStep, StepCondition
from game.content.palettes import palette
from game.content.save_format import HUMAN
from game.prompts.choose import anchor
from game.rules.situation_setup import battle_from
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import Seats
from game.screens.lesson_progress import DEEDS, is_step_done, is_step_past, picked, refused
from game.screens.live_game import LiveGame
from game.screens.screen import Begin, Change, Close, Screen, WindowContext
from game.screens.teaching import MAX_CARD_HEIGHT, SHARE, LessonCard, Teacher, end_of
from game.table.events import Act
from game.table.records import Side
from game.table.state import Table
from game.view.overlays import Overlay, OverlayTone
from game.widgets.button import Style
from game.widgets.panel_stack import Reply

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

    def __init__(self, lesson: Lesson, after: Callable[[], Screen], speed: float = 0.0) -> None:
        """Open a lesson; *after* makes the screen of a full battle, offered at its end."""
        assert lesson.opened
        battle = battle_from(lesson.opened, lesson.seed, lesson.title)
        self.side = Side(lesson.side)
        names = {s: HUMAN if s == self.side else lesson.bot for s in battle.opening.sides}
        super().__init__(LessonGame(battle, battle.session(), Seats(names)), speed=speed)
        own = battle.opening.sides.index(self.side)
        colours = palette().colours[own], palette().colours[1 - own]
        self.teacher = Teacher(lesson, self, own=colours[0], enemy=colours[1])
        self.after = after
        self.finished = False
        self._measured = False
        """True if the ruler was in use when the step began."""
        self._answered = list[tuple[str, str]]()
        """The kinds of the questions that were answered, with the answers."""

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        left, top, wide, high = self.parts.places.rosters
        tall = min(MAX_CARD_HEIGHT, high * SHARE)
        parts, theme, teacher = self.parts, frame.theme, self.teacher
        parts.move_rosters((left, top, wide, high - tall), self.pick_unit)
        card = (left, top + high - tall, wide, tall)
        teacher.card = LessonCard(theme, card, teacher.next, self._leave, self.open_clause)
        parts.stack.add(teacher.card.panel)
        teacher.show()

    def _leave(self) -> None:
        self.go(Close())

    def finish(self) -> None:
        self.finished = True
        replies = [
            Reply("Other lessons", self._leave, Style.PRIMARY),
            Reply("Play a battle", lambda: self.go(Begin(self.after()))),
        ]
        if not self.ended:
            replies.append(Reply("Keep playing"))
        self.stack.ask(end_of(self.teacher.lesson, self.stack.theme, replies))

    def show_result(self) -> None:
        """Show the last card or the end of the lesson, instead of the results."""
        if self.teacher.is_last:
            self.finish()
        else:
            self.teacher.to_last()

    def with_live_game(self, live_game: LiveGame) -> Screen:
        return BattleScreen(live_game, speed=self.speed)

    def _take_answer(self) -> None:
        if self.prompt and self.prompt.answer is not None:
            kind = self.prompt.decision.kind
            self._answered.append((kind.value if kind else "", str(self.prompt.answer)))
        super()._take_answer()

    def update(self, seconds: float) -> Change | None:
        change = super().update(seconds)
        if self.stack.dialog is None:
            phases = self.live_game.phases
            self.teacher.teach(lambda step: is_step_past(step, self.table, phases, self.side))
        return change

    # Called by the teacher.

    @property
    def zoomed(self) -> bool:
        return self.parts.board.scene.camera.steps > 0

    @property
    def can_redo(self) -> bool:
        return self.session.can_redo or bool(self.prompt and self.prompt.can_redo)

    def begin_step(self) -> None:
        self._measured = self.measuring

    def is_done(self, step: LessonStep) -> bool:
        if isinstance(step.until, Act) or step.until in DEEDS:
            story = self.session.game.story[: self.playback.shown]
            return is_step_done(step, story, self.table, self.side)
        given = [a for k, a in self._answered if k == step.kind and a.startswith(step.answer)]
        return {
            StepCondition.PICKED: picked(step, self.prompt),
            StepCondition.REFUSED: refused(self.prompt),
            StepCondition.MEASURED: self.measuring and not self._measured,
            StepCondition.ANSWERED: len(given) >= step.many and not self.busy,
            StepCondition.SHOWN: step.kind in {k.action for k in self.extras.glass.on},
            StepCondition.OVER: self.ended,
        }[step.until]

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
            "rosters": parts.rosters.panel,
        }
        return [*changed, *self.teacher.frame(canvas, panels)]

    def _pointed(self) -> list[Overlay]:
        """Return overlays around the units and markers that the card is about."""
        marks = (anchor(self.table, id_) for id_ in self.teacher.step.mark)
        return [o for mark in marks for o in mark.shown(OverlayTone.PLANNED, aimed=True)]

    @property
    def measuring(self) -> bool:
        return self.parts.board.measure.on

    @property
    def table(self) -> Table:
        return self.parts.board.scene.stage.seen
