"""A lesson in the editor."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.content.lessons import Lesson, LessonStep, StepCondition
from game.content.maps.map_file import MapObject
from game.editor.open_file import new_workspace
from game.screens.editor.checks import ChecksTab
from game.screens.editor.editor_layout import EditorLayout
from game.screens.editor.screen import EditorScreen
from game.screens.lesson_card import MAX_CARD_HEIGHT, LessonCard
from game.screens.lesson_teacher import Teacher, end_of, learnt
from game.screens.screen import Change, Close, Visit, WindowContext
from game.table.events import Act
from game.widgets.button import Style
from game.widgets.cells import column, sized
from game.widgets.panel_stack import Reply
from game.widgets.places import PanelPlace, places_of
from game.widgets.theme import Box

CARD_SHARE = 0.4
"""Share of the dock's height that the card takes."""


class EditorLesson(EditorScreen):
    """An editor with lesson cards below its dock, which watches what is drawn."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(new_workspace())
        self.teacher = Teacher(lesson, self)
        self.steps = None
        self.finished = self._ends = self._tried = False
        self._before = dict[int, MapObject]()
        """The objects of the map when the step began, by id."""

    def _dock(self) -> dict[str, Box]:
        """Return the places of the tab and of the card below it."""
        whole = super().places().tab
        card = sized(PanelPlace("card"), height=min(MAX_CARD_HEIGHT, CARD_SHARE * whole[3]))
        return places_of(column(PanelPlace("tab"), card, gap=0), whole)

    def places(self) -> EditorLayout:
        return super().places()._replace(tab=self._dock()["tab"])

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        box, teacher = self._dock()["card"], self.teacher
        # The key that goes on in a battle is one of the editor's.
        card = LessonCard(frame.theme, box, teacher.next, self._leave, lambda _: None)
        teacher.card = card
        self.stack.add(card.panel)
        teacher.show()

    def _leave(self) -> None:
        self.filing.guarded(lambda: self.go(Close()))

    def finish(self) -> None:
        self.finished = self._ends = True

    def _show_end(self) -> None:
        self._ends = False
        replies = [Reply("Other lessons", self._leave, Style.PRIMARY), Reply("Keep drawing")]
        self.messages.ask(end_of(self.teacher, self.stack.theme, replies))

    def go(self, change: Change) -> None:
        self._tried = self._tried or isinstance(change, Visit)
        super().go(change)

    def update(self, seconds: float) -> Change | None:
        change = super().update(seconds)
        if self._ends and change is None:
            if marks := learnt(self.frame.settings, self.teacher):
                return marks
            self._show_end()
        if self.stack.dialog is None and change is None:
            self.teacher.teach(self._is_past)
        return change

    # Called by the teacher.

    @property
    def zoomed(self) -> bool:
        return self.canvas.camera.steps > 0

    @property
    def can_redo(self) -> bool:
        return bool(self.workspace.history.redoes)

    def begin_step(self) -> None:
        self._before = self._objects()

    def _objects(self) -> dict[int, MapObject]:
        return {one.id: one for _, one in self.workspace.map.objects()}

    def _is_past(self, step: LessonStep) -> bool:
        """Return whether a step needs what an earlier one made, which was skipped."""
        history = self.workspace.history
        if step.until is StepCondition.TAKEN_BACK:
            return not (history.undoes or history.redoes)
        return step.until is StepCondition.CHANGED and not self._objects()

    def is_done(self, step: LessonStep) -> bool:
        now, before = self._objects(), self._before
        kinds = [type(one.what).__name__ for one in now.values()]
        met: dict[StepCondition | Act, bool] = {
            StepCondition.PLACED: kinds.count(step.kind) >= step.many,
            StepCondition.CHANGED: any(now.get(id_, one) != one for id_, one in before.items()),
            StepCondition.MIRRORED: bool(self.workspace.mirror),
            StepCondition.CHECKED: self.tab(ChecksTab).is_selected,
            StepCondition.TRIED: self._tried,
        }
        return met[step.until]

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        self.teacher.frame(
            {
                "tools": self.toolbar.panel,
                "palette": self.palette.panel,
                "dock": self.dock.panel,
                "header": self.topbar.panel,
            }
        )
        return super().draw(canvas)
